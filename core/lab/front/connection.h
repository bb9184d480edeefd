// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One client's TLS connection: reads requests one after the other, writes their answers, or streams a watch
// until either side ends it. Included only where Asio and Beast are paid for.

#include "core/lab/front/hub.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace core::lab::front {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using Tcp = asio::ip::tcp;

class Connection : public Caller, public std::enable_shared_from_this<Connection>
{
public:
    Connection(Hub &hub, Tcp::socket socket, asio::ssl::context &tls);

    void start();
    void answer(const api::Response &response) override;
    void openStream() override;
    void addEvents(const std::vector<api::WatchEvent> &events) override;
    void endStream(const std::optional<base::Error> &error) override;
    void pump() override;
    void checkTime(Steady::time_point now) override;
    void giveWay(Steady::time_point now) override;
    bool isStranger() const override { return !m_isKnown; }
    bool isIdle() const override { return m_phase == Phase::Idle; }
    Steady::time_point since() const override { return m_since; }
    void stop() override;
    void close() override;

private:
    enum class Phase {
        Handshake,
        Idle,
        Head,
        Body,
        Waiting,
        Encoding,
        Answering,
        Streaming,
        Shutdown,
        Closed
    };

    void enter(Phase phase, std::chrono::milliseconds time);
    void handshakeFailed(ErrorCode error);
    void takeCertificate();
    void nextRequest();
    void read();
    void parse();
    void takeHead();
    Head head() const;
    void ask();
    void reject(const api::Response &response);
    void reject(ErrorCode error);
    EncodingCache &cache() const; ///< for the format of the answer
    void releaseBuffers();
    bool isStuck(Steady::time_point now) const;
    void discard();
    void shutDown();
    std::size_t bodyMarks() const;
    bool holdBody();
    void send();
    template<typename Then>
    void write(Then then);

    Hub &m_hub;
    asio::ssl::stream<Tcp::socket> m_stream;
    Phase m_phase = Phase::Handshake;
    Steady::time_point m_deadline;
    Ticket m_ticket = 0; ///< of the request at the lab, or of the open watch

    boost::beast::flat_buffer m_in;
    std::optional<http::request_parser<http::string_body>> m_parser;
    std::size_t m_headBytes = 0; ///< of the present request, so far
    std::size_t m_bodyBytes = 0; ///< the same, with the marks of its chunks
    Admitted m_admitted;
    Delivery m_delivery;

    std::string m_out; ///< what is being written
    Backlog m_backlog;
    bool m_writing = false; ///< a piece of the stream
    bool m_ended = false; ///< by the lab: the rest goes out, then the end
    bool m_errorTold = false;
    Steady::time_point m_progress; ///< when the other side last took or sent a piece
    std::size_t m_bodyAtProgress = 0;
    std::optional<Steady::time_point> m_streamEnd; ///< of the watch, in real time

    std::size_t m_held = 0; ///< bytes that the hub counts for us
    bool m_isKnown = false; ///< has shown good credentials
    bool m_hasCertificate = false;
    access::UserPtr m_certified; ///< whom the client's certificate names
    const Steady::time_point m_since = Steady::now();
};

} // namespace core::lab::front
