// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One client's TLS connection, and what all connections share: the asynchronous half of the front, on the front's own
// thread. Private to httpsfront.cpp, the only file that pays for Asio and Beast.

#include "core/lab/front/desk.h"
#include "core/lab/front/encoding.h"
#include "core/lab/front/httpsfront.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <array>
#include <map>
#include <unordered_set>

namespace core::lab::front {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using ErrorCode = boost::system::error_code;
using Tcp = asio::ip::tcp;
using Steady = std::chrono::steady_clock;

class Connection;
using ConnectionPtr = std::shared_ptr<Connection>;

/// What the connections share: who waits for which answer, and what may leave.
class Hub
{
public:
    Hub(Limits limits, Gate gate, base::Mailbox<ToCore> &inbox);

    void add(ConnectionPtr connection);
    void forget(Connection &connection, Ticket ticket);
    /// The ticket, or 0 when too many requests are in flight.
    Ticket launch(Connection &connection, api::Request request, bool watch);
    void abandon(Ticket ticket);

    void take(std::vector<FromCore> messages);
    void setCommitted(std::uint64_t revision);
    void sweep();
    void stop();

    bool isEmpty() const { return m_connections.empty(); }
    bool isFull() const { return m_connections.size() >= limits.mostConnections; }
    std::uint64_t committed() const { return m_committed; }

    const Limits limits;
    const Gate gate;
    EncodingCache cache;

private:
    enum Kind { Read, Write, Watch };
    struct Flight {
        Kind kind;
        ConnectionPtr connection;
    };

    void take(Answered answered);
    void take(Opened opened);
    void take(Happened happened);
    void take(Ended ended);
    void deliver(const Answered &answered);
    ConnectionPtr connectionOf(Ticket ticket) const;

    base::Mailbox<ToCore> &m_inbox;
    Ticket m_lastTicket = 0;
    std::unordered_set<ConnectionPtr> m_connections;
    std::unordered_map<Ticket, Flight> m_flights;
    std::array<std::size_t, 3> m_inFlight {}; ///< by kind
    std::multimap<std::uint64_t, Answered> m_held; ///< answers by the revision that must be on disk first
    std::uint64_t m_committed = 0;
};

class Connection : public std::enable_shared_from_this<Connection>
{
public:
    Connection(Hub &hub, Tcp::socket socket, asio::ssl::context &tls);

    void start();
    void answer(const api::Response &response);
    void openStream();
    void addEvents(const std::vector<api::WatchEvent> &events);
    void endStream(const std::optional<base::Error> &error);
    /// Writes watch lines that may leave, unless a write is under way.
    void pump();
    void checkTime(Steady::time_point now);
    void stop();

private:
    enum class Phase { Handshake, Idle, Head, Body, Waiting, Answering, Streaming, Leaving, Closed };

    void enter(Phase phase, std::chrono::milliseconds time);
    void answerPlainText();
    void nextRequest();
    void read();
    void parse();
    bool takeHead();
    void continueBody();
    void ask();
    void refuse(const api::Response &response);
    void refuse(ErrorCode error);
    void discard();
    void leave();
    void close();
    bool isStuck(Steady::time_point now) const;
    template<typename Then>
    void write(Then then);

    Hub &m_hub;
    asio::ssl::stream<Tcp::socket> m_stream;
    Phase m_phase = Phase::Handshake;
    Steady::time_point m_deadline;
    Ticket m_ticket = 0; ///< of the request at the lab, or of the open watch

    boost::beast::flat_buffer m_in;
    std::optional<http::request_parser<http::string_body>> m_parser;
    Admitted m_admitted;
    Delivery m_delivery;
    bool m_headTaken = false;
    bool m_discarding = false;

    std::string m_out;
    Backlog m_backlog;
    bool m_writing = false;
    bool m_ended = false; ///< the lab has ended the stream
    bool m_errorSent = false;
    Steady::time_point m_progress; ///< when the reader last took a chunk
};

} // namespace core::lab::front
