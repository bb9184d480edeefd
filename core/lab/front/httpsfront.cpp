// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/httpsfront.h"

#include "core/api/troubles.h"
#include "core/base/scope.h"
#include "core/lab/front/connection.h"
#include "core/lab/front/http2.h"
#include "core/lab/front/unforeseen.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>

#include <sys/resource.h>

#include <atomic>
#include <thread>

namespace core::lab::front {

namespace {

constexpr std::chrono::milliseconds farewell {500}; // for open connections to end in good order
constexpr std::chrono::milliseconds breather {
    50}; // after accept() failed, for want of file descriptors mostly
constexpr std::chrono::milliseconds betweenSweeps {20}; // at least

ErrorCode prepare(asio::ssl::context &tls, const Credentials &credentials)
{
    ErrorCode error;
    tls.set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv3
            | asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1,
        error);
    if (!error)
        tls.use_certificate_chain(asio::buffer(credentials.certificatePem), error);
    if (!error)
        tls.use_private_key(asio::buffer(credentials.keyPem), asio::ssl::context::pem, error);
    SSL_CTX_set_session_cache_mode(tls.native_handle(), SSL_SESS_CACHE_OFF);
    // A certificate is asked for, but what it is worth is found out later: a bad one is answered, with 401.
    SSL_CTX_set_verify(tls.native_handle(), SSL_VERIFY_PEER, [](int, X509_STORE_CTX *) { return 1; });
    static constexpr std::string_view context = "hollowlab"; // without one no session could be resumed
    SSL_CTX_set_session_id_context(tls.native_handle(),
        reinterpret_cast<const unsigned char *>(context.data()), static_cast<unsigned>(context.size()));
    return error;
}

/// Connections are left out that the system would not let us open.
Limits withinSystem(Limits limits)
{
    constexpr std::size_t others = 64; // files that the rest of the program holds open
    struct rlimit files {
    };
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > 2 * others)
        limits.mostConnections = std::min<std::size_t>(limits.mostConnections, files.rlim_cur - others);
    return limits;
}

} // namespace

class HttpsFront::Private
{
public:
    Private(FrontOptions options, access::Server server, RunOnCore runOnCore);
    ~Private();

    base::Result<> listen(std::uint16_t port);
    void run();
    void setCommitted(std::uint64_t revision);
    void setStuck(const std::string &why);

    std::uint16_t port = 0;

private:
    void accept();
    void sweepLater();
    void sweepBy(Steady::time_point time);
    void sweepAt(Steady::time_point time);
    void stop();

    const FrontOptions m_options;
    asio::io_context m_context {1};
    asio::ssl::context m_tls {asio::ssl::context::tls_server};
    Tcp::acceptor m_acceptor {m_context};
    asio::steady_timer m_breather {m_context};
    asio::steady_timer m_sweeper {m_context};
    bool m_isSweeping = false;
    bool m_stopping = false;

    std::atomic<std::uint64_t> m_committed {0};
    std::atomic<bool> m_commitPosted {false};

    const RunOnCore m_runOnCore;
    std::function<void()> m_work; ///< what the endpoint has to do, harmless once we are gone
    base::Mailbox<ToCore> m_inbox;
    base::Mailbox<FromCore> m_outbox;
    std::unique_ptr<Hub> m_hub;
    CoreEndpoint m_endpoint;
    asio::thread_pool m_aside {1}; ///< encodes what takes long
    std::atomic<bool> m_givenUp {false};
    std::thread m_thread;
    base::Scope m_scope;
};

HttpsFront::Private::Private(FrontOptions options, access::Server server, RunOnCore runOnCore)
    : m_options(std::move(options))
    , m_runOnCore(std::move(runOnCore))
    , m_inbox([this] { m_runOnCore(m_work); })
    , m_outbox([this] { asio::post(m_context, [this] { m_hub->take(m_outbox.takeAll()); }); })
    , m_endpoint(std::move(server), m_inbox, m_outbox, [this] { m_runOnCore(m_work); })
{
    m_work = m_scope.bind([this] { m_endpoint.work(); });
}

HttpsFront::Private::~Private()
{
    if (!m_thread.joinable())
        return;
    m_givenUp = true;
    asio::post(m_context, [this] { stop(); });
    m_thread.join();
    m_aside.join();
}

base::Result<> HttpsFront::Private::listen(std::uint16_t wanted)
{
    ErrorCode error = prepare(m_tls, m_options.credentials);
    const Tcp::endpoint endpoint(asio::ip::address_v4::loopback(), wanted);
    if (!error)
        m_acceptor.open(endpoint.protocol(), error);
    if (!error)
        m_acceptor.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error)
        m_acceptor.bind(endpoint, error);
    if (!error)
        m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error)
        port = m_acceptor.local_endpoint(error).port();
    if (error)
        return api::failWith(
            base::ErrorKind::Transient, api::troubleSaying("PortTaken", wanted, error.message()));
    m_hub = std::make_unique<Hub>(withinSystem(m_options.limits),
        Gate {port, authenticatorOf(m_options.credentials), m_options.letsStrangersAsk},
        ClientCertificates(m_options.credentials.clientCaPem), m_options.outwardForm, m_inbox);
    m_hub->certificates.announce(m_tls.native_handle());
    offerHttp2(m_tls.native_handle());
    m_hub->givenUp = &m_givenUp;
    m_hub->sweepBy = [this](Steady::time_point time) { sweepBy(time); };
    m_hub->runAside = [this](std::function<void()> first, std::function<void()> then) {
        asio::post(m_aside, [this, first = std::move(first), then = std::move(then)]() mutable {
            first();
            asio::post(m_context, std::move(then));
        });
    };
    return {};
}

void HttpsFront::Private::run()
{
    accept();
    m_thread = std::thread([this] { runToTheEnd([this] { m_context.run(); }, "a connection"); });
}

void HttpsFront::Private::accept()
{
    m_acceptor.async_accept([this](ErrorCode error, Tcp::socket socket) {
        if (m_stopping)
            return;
        if (error) {
            m_hub->makePlace();
            m_breather.expires_after(breather);
            return m_breather.async_wait([this](ErrorCode cancelled) {
                if (!cancelled)
                    accept();
            });
        }
        accept(); // others come, whatever becomes of this one
        m_hub->makePlace();
        const auto connection = std::make_shared<Connection>(*m_hub, std::move(socket), m_tls);
        m_hub->add(connection);
        connection->start();
        if (!m_isSweeping)
            sweepLater();
    });
}

/// Sweeping goes on as long as there is somebody to look after.
void HttpsFront::Private::sweepLater()
{
    using std::chrono::milliseconds;
    m_isSweeping = !m_hub->isEmpty() || m_hub->hasToEncode();
    if (!m_isSweeping)
        return;
    const Limits &limits = m_options.limits;
    const milliseconds least = m_hub->hasToEncode() ? limits.stallTime : limits.headTime; // to notice in time
    sweepAt(Steady::now() + std::clamp(least / 4, betweenSweeps, milliseconds(1'000)));
}

/// No watch is shorter than the time between two sweeps: each is asked once before it ends, and says when.
void HttpsFront::Private::sweepBy(Steady::time_point time)
{
    const auto soonest = std::max(time, Steady::now() + betweenSweeps);
    if (m_isSweeping && !m_stopping && soonest < m_sweeper.expiry())
        sweepAt(soonest);
}

void HttpsFront::Private::sweepAt(Steady::time_point time)
{
    m_sweeper.expires_at(time);
    m_sweeper.async_wait([this](ErrorCode cancelled) {
        if (cancelled || m_stopping)
            return;
        sweepLater();
        m_hub->sweep(Steady::now());
    });
}

void HttpsFront::Private::setCommitted(std::uint64_t revision)
{
    m_committed.store(revision);
    if (!m_commitPosted.exchange(true)) {
        asio::post(m_context, [this] {
            m_commitPosted.store(false);
            m_hub->setCommitted(m_committed.load());
        });
    }
}

void HttpsFront::Private::setStuck(const std::string &why)
{
    asio::post(m_context, [this, why] { m_hub->setStuck(why); });
}

void HttpsFront::Private::stop()
{
    m_stopping = true;
    ErrorCode ignored;
    m_acceptor.close(ignored);
    m_breather.cancel();
    m_hub->stop();
    if (m_hub->isEmpty())
        return void(m_sweeper.cancel());
    const auto end = Steady::now() + farewell;
    const auto waitForLast = [this, end](const auto &again) -> void {
        if (m_hub->isEmpty() || Steady::now() >= end)
            return m_context.stop();
        m_sweeper.expires_after(std::chrono::milliseconds(5));
        m_sweeper.async_wait([again](ErrorCode) { again(again); });
    };
    waitForLast(waitForLast);
}

HttpsFront::HttpsFront(std::unique_ptr<Private> priv) : d(std::move(priv)) { }
HttpsFront::~HttpsFront() = default;

base::Result<std::unique_ptr<HttpsFront>> HttpsFront::start(
    FrontOptions options, access::Server server, RunOnCore runOnCore)
{
    const std::uint16_t port = options.port;
    auto d = std::make_unique<Private>(std::move(options), std::move(server), std::move(runOnCore));
    if (auto listening = d->listen(port); !listening)
        return tl::unexpected(listening.error());
    d->run();
    return std::unique_ptr<HttpsFront>(new HttpsFront(std::move(d)));
}

std::uint16_t HttpsFront::port() const
{
    return d->port;
}

void HttpsFront::setCommitted(std::uint64_t revision)
{
    d->setCommitted(revision);
}

void HttpsFront::setStuck(const std::string &why)
{
    d->setStuck(why);
}

} // namespace core::lab::front
