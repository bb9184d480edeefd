// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One client's TLS connection in HTTP/1.1: reads requests one after the other, writes their answers, or
// streams a watch until either side ends it. A client that would rather speak HTTP/2 gets another connection
// in its place. Included only where Asio and Beast are paid for.

#include "core/lab/front/exchange.h"
#include "core/lab/front/tlsstream.h"

#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace core::lab::front {

namespace http = boost::beast::http;

class Connection : public Caller, public Exchange
{
public:
    Connection(Hub &hub, Tcp::socket socket, asio::ssl::context &tls);

    void start();
    void openStream() override;
    void pump() override { pumpLines(); }
    void checkTime(Steady::time_point now) override { Exchange::checkTime(now); }
    void giveWay(Steady::time_point now) override { Exchange::giveWay(now); }
    bool isStranger() const override { return !m_isKnown; }
    bool isIdle() const override { return m_phase == Phase::Idle; }
    Steady::time_point since() const override { return m_since; }
    void stop() override;
    void close() override;

private:
    void send() override;
    void pumpLines() override;
    void drop() override { close(); }

    std::shared_ptr<Connection> self() { return std::static_pointer_cast<Connection>(shared_from_this()); }
    void handshakeFailed(ErrorCode error);
    void takeCertificate();
    void changeToHttp2();
    void nextRequest();
    void read();
    void parse();
    void takeHead();
    void askLab();
    Head head() const;
    void reject(const api::Response &response);
    void reject(ErrorCode error);
    void releaseBuffers();
    void discard();
    void shutDown();
    std::size_t bodyMarks() const;
    bool holdArrived();
    template<typename Then>
    void write(Then then);

    TlsStream m_stream;
    boost::beast::flat_buffer m_in;
    std::optional<http::request_parser<http::string_body>> m_parser;
    std::size_t m_headBytes = 0; ///< of the present request, so far
    std::size_t m_bodyBytes = 0; ///< of the present body, so far, with the marks of its chunks
    Head m_head;
    std::string m_out; ///< what is being written, but for m_answer's body
    bool m_isKnown = false; ///< has shown good credentials
    bool m_hasCertificate = false;
    access::UserPtr m_certified; ///< whom the client's certificate names
    const Steady::time_point m_since = Steady::now();
};

} // namespace core::lab::front
