// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/webhookclient.h"

#include "core/base/mailbox.h"
#include "core/base/scope.h"
#include "core/lab/front/hookconnection.h"
#include "core/lab/front/unforeseen.h"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <thread>
#include <unordered_map>

namespace core::lab::front {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using api::HookCall;
using api::HookReply;
using api::HookResult;
using ErrorCode = boost::system::error_code;

namespace {

constexpr std::size_t mostCalls = 32; ///< at a time, to the same port: who does not answer delays nobody else
constexpr std::size_t mostResting = 25; ///< connections
constexpr std::size_t longestReplyHead = 64U * 1024;
constexpr int mostInterimReplies = 5; ///< "100 Continue" and the like, before the answer
constexpr const char *tooSlow = "context deadline exceeded";

bool isInterim(const http::response<http::string_body> &message)
{
    return http::to_status_class(message.result_int()) == http::status_class::informational
        && message.result() != http::status::switching_protocols;
}

/// The connections that nobody uses for now.
class HookConnections
{
public:
    explicit HookConnections(asio::io_context &context) : m_context(context) { }

    asio::io_context &context() { return m_context; }
    /// One that leads where the call goes, the one used last; nullptr: there is none.
    std::shared_ptr<HookConnection> take(const HookCall &call)
    {
        const auto found = std::ranges::find_if(
            m_resting, [&call](const auto &connection) { return connection->fits(call); });
        if (found == m_resting.end())
            return nullptr;
        const auto connection = *found;
        m_resting.erase(found);
        connection->wake();
        if (connection->isQuiet())
            return connection;
        connection->close();
        return nullptr;
    }
    void keep(const std::shared_ptr<HookConnection> &connection)
    {
        m_resting.push_front(connection);
        connection->rest([this, raw = connection.get()] {
            std::erase_if(m_resting, [raw](const auto &each) { return each.get() == raw; });
        });
        if (m_resting.size() > mostResting) {
            m_resting.back()->close();
            m_resting.pop_back();
        }
    }

private:
    asio::io_context &m_context;
    std::list<std::shared_ptr<HookConnection>> m_resting; ///< the one used last first
};

/// One call from its beginning to its end.
class HookExchange : public std::enable_shared_from_this<HookExchange>
{
public:
    using Done = std::function<void(HookResult)>;
    using Steady = std::chrono::steady_clock;

    HookExchange(HookConnections &connections, HookCall call, Steady::time_point deadline, Done done)
        : m_call(std::move(call))
        , m_deadline(deadline)
        , m_connections(connections)
        , m_timer(connections.context())
        , m_done(std::move(done))
    {
    }

    void start();

private:
    void open();
    void send();
    void read();
    void fail(ErrorCode error);
    /// What precedes the answer, and says nothing.
    void passOver();
    void take(http::response<http::string_body> &message);
    void finish(HookResult result);
    tl::unexpected<std::string> why(const std::string &words) const
    {
        return tl::unexpected("Post \"" + m_call.url() + "\": " + words);
    }

    const HookCall m_call;
    const Steady::time_point m_deadline;
    HookConnections &m_connections;
    std::shared_ptr<HookConnection> m_connection;
    bool m_isReused = false;
    int m_interimReplies = 0;
    asio::steady_timer m_timer;
    Done m_done; ///< empty once the end was told
    http::request<http::string_body> m_request;
    std::optional<http::response_parser<http::string_body>> m_parser;
    boost::beast::flat_buffer m_in;
};

void HookExchange::start()
{
    m_timer.expires_at(m_deadline);
    m_timer.async_wait([self = shared_from_this()](ErrorCode cancelled) {
        if (!cancelled)
            self->finish(self->why(tooSlow));
    });
    m_connection = m_connections.take(m_call);
    m_isReused = m_connection != nullptr;
    m_isReused ? send() : open();
}

void HookExchange::open()
{
    m_connection = std::make_shared<HookConnection>(m_connections.context(), m_call);
    m_connection->open([self = shared_from_this()](const std::string &problem) {
        if (!problem.empty())
            return self->finish(self->why(problem));
        self->send();
    });
}

void HookExchange::send()
{
    constexpr unsigned version = 11;
    m_request = http::request<http::string_body>(http::verb::post, m_call.target, version, m_call.body);
    m_request.set(http::field::host, m_call.host);
    m_request.set(http::field::user_agent, "hollowlab");
    m_request.set(http::field::content_type, "application/json");
    m_request.set(http::field::accept, "application/json, */*");
    m_request.prepare_payload();
    http::async_write(
        m_connection->stream(), m_request, [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (error)
                return self->fail(error);
            self->read();
        });
}

/// Many programs let an answer end with its connection, and say so in TCP alone.
void HookExchange::read()
{
    m_parser.emplace();
    m_parser->body_limit(largestHookReply);
    m_parser->header_limit(longestReplyHead);
    http::async_read(
        m_connection->stream(), m_in, *m_parser, [self = shared_from_this()](ErrorCode error, std::size_t) {
            if (error == asio::ssl::error::stream_truncated && self->m_parser->got_some())
                self->m_parser->put_eof(error);
            if (error)
                return self->fail(error);
            isInterim(self->m_parser->get()) ? self->passOver() : self->take(self->m_parser->get());
        });
}

void HookExchange::passOver()
{
    if (++m_interimReplies > mostInterimReplies)
        return finish(why("net/http: HTTP/1.x transport connection broken: net/http: too many 1xx "
                          "informational responses"));
    read();
}

void HookExchange::take(http::response<http::string_body> &message)
{
    const auto type = message[http::field::content_type];
    if (m_done && m_parser->keep_alive() && m_in.size() == 0 && m_connection->isQuiet())
        m_connections.keep(std::exchange(m_connection, nullptr));
    finish(HookReply {static_cast<int>(message.result_int()), std::string(type.data(), type.size()),
        std::move(message.body())});
}

/// A connection that rested may have been ended just when it was to be used again: that says nothing of the
/// webhook.
void HookExchange::fail(ErrorCode error)
{
    const bool hasBegun = m_interimReplies > 0 || (m_parser && m_parser->got_some());
    if (!m_done || !m_isReused || hasBegun)
        return finish(why(m_connection->words(error)));
    m_isReused = false;
    m_connection->close();
    m_in.clear();
    open();
}

void HookExchange::finish(HookResult result)
{
    if (!m_done)
        return;
    const Done done = std::exchange(m_done, nullptr);
    m_timer.cancel();
    if (m_connection)
        m_connection->close();
    done(std::move(result));
}

} // namespace

class WebhookClient::Private
{
public:
    explicit Private(RunOnCore runOnCore);
    ~Private();

    void call(HookCall call, std::function<void(HookResult)> then);

private:
    using Steady = std::chrono::steady_clock;
    struct Told {
        std::uint64_t number;
        HookResult result;
    };
    struct Waiting {
        std::uint64_t number;
        HookCall call;
        Steady::time_point deadline;
    };

    void startNext();
    void deliver();

    // On the core thread.
    const RunOnCore m_runOnCore;
    std::function<void()> m_deliver; ///< harmless once we are gone
    std::unordered_map<std::uint64_t, std::function<void(HookResult)>> m_open;
    std::uint64_t m_numbers = 0;

    base::Mailbox<Told> m_told;

    // On the thread of the calls.
    asio::io_context m_context {1};
    asio::executor_work_guard<asio::io_context::executor_type> m_work {m_context.get_executor()};
    HookConnections m_connections {m_context};
    std::list<Waiting> m_waiting;
    std::map<std::uint16_t, std::size_t> m_running; ///< by port
    std::thread m_thread;

    base::Scope m_scope;
};

WebhookClient::Private::Private(RunOnCore runOnCore)
    : m_runOnCore(std::move(runOnCore))
    , m_told([this] { m_runOnCore(m_deliver); })
{
    m_deliver = m_scope.bind([this] { deliver(); });
}

WebhookClient::Private::~Private()
{
    m_context.stop();
    if (m_thread.joinable())
        m_thread.join();
}

void WebhookClient::Private::call(HookCall call, std::function<void(HookResult)> then)
{
    if (!m_thread.joinable())
        m_thread = std::thread([this] { runToTheEnd([this] { m_context.run(); }, "a webhook"); });
    const std::uint64_t number = ++m_numbers;
    m_open.emplace(number, std::move(then));
    const auto deadline = Steady::now() + call.timeout;
    asio::post(m_context, [this, waiting = Waiting {number, std::move(call), deadline}]() mutable {
        m_waiting.push_back(std::move(waiting));
        startNext();
    });
}

void WebhookClient::Private::startNext()
{
    for (auto at = m_waiting.begin(); at != m_waiting.end();) {
        const std::uint16_t port = at->call.port;
        if (m_running[port] >= mostCalls) {
            ++at;
            continue;
        }
        ++m_running[port];
        Waiting next = std::move(*at);
        at = m_waiting.erase(at);
        std::make_shared<HookExchange>(m_connections, std::move(next.call), next.deadline,
            [this, port, number = next.number](HookResult result) {
                m_told.put({number, std::move(result)});
                --m_running[port];
                asio::post(m_context, [this] { startNext(); });
            })
            ->start();
    }
}

void WebhookClient::Private::deliver()
{
    for (Told &told : m_told.takeAll()) {
        const auto open = m_open.extract(told.number);
        if (!open.empty())
            open.mapped()(std::move(told.result));
    }
}

WebhookClient::WebhookClient(RunOnCore runOnCore) : d(std::make_unique<Private>(std::move(runOnCore))) { }
WebhookClient::~WebhookClient() = default;

void WebhookClient::call(HookCall call, std::function<void(HookResult)> then)
{
    d->call(std::move(call), std::move(then));
}

} // namespace core::lab::front
