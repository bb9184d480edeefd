// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/httptransport.h"

#include "core/base/scope.h"
#include "core/client/client.h"
#include "core/client/httpwire.h"
#include "core/client/watchdecoder.h"

#include <QNetworkAccessManager>
#include <QTimer>

namespace core::client {

namespace {

constexpr long mostWatchesPerManager = 5; // of the six connections that a manager opens to one host
constexpr std::chrono::seconds watchGrace {30};
constexpr qsizetype largestRefusal = 1024 * 1024;

using ManagerPtr = std::shared_ptr<QNetworkAccessManager>;

/// Reads a reply that is never larger than allowed.
class BoundedBody
{
public:
    BoundedBody(QNetworkReply *reply, std::size_t mostBytes)
        : m_reply(reply)
        , m_most(static_cast<qint64>(mostBytes))
    {
    }

    void check()
    {
        const qint64 announced = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
        if (std::max(announced, m_reply->bytesAvailable()) <= m_most || m_exceeded)
            return;
        m_exceeded = true;
        m_reply->abort();
    }

    base::Result<api::Response> response()
    {
        if (m_exceeded)
            return base::fail(
                base::ErrorKind::Transient, "the answer is larger than " + std::to_string(m_most) + " bytes");
        return responseOf(*m_reply, m_reply->isOpen() ? m_reply->readAll() : QByteArray());
    }

private:
    QNetworkReply *m_reply;
    qint64 m_most;
    bool m_exceeded = false;
};

/// What an open watch has still to tell. Outlives the watch only as long as a turn in which the watch dies.
struct Outlet {
    api::WatchSink sink;
    std::vector<api::WatchEvent> events;
    bool ended = false;
    std::optional<base::Error> error;
    bool alive = true;
    bool scheduled = false;

    void flush()
    {
        scheduled = false;
        if (alive && !events.empty())
            sink.events(std::exchange(events, {}));
        if (alive && std::exchange(ended, false))
            sink.closed(std::move(error));
    }
};

class HttpWatch : public api::Watch
{
public:
    HttpWatch(ManagerPtr manager, QNetworkReply *reply, api::WatchSink sink, Enter enter,
        const HttpLimits &limits, std::chrono::milliseconds life);
    ~HttpWatch() override;

private:
    void opened();
    void read();
    void decode();
    void finished();
    void giveUp(const char *why);
    void end(std::optional<base::Error> error);
    void conclude(std::optional<base::Error> error);
    void deliver();

    ManagerPtr m_manager;
    QNetworkReply *m_reply;
    Enter m_enter;
    std::chrono::milliseconds m_life;
    WatchDecoder m_decoder;
    QTimer m_guard;
    bool m_concluded = false;
    std::shared_ptr<Outlet> m_outlet = std::make_shared<Outlet>();
};

HttpWatch::HttpWatch(ManagerPtr manager, QNetworkReply *reply, api::WatchSink sink, Enter enter,
    const HttpLimits &limits, std::chrono::milliseconds life)
    : m_manager(std::move(manager))
    , m_reply(reply)
    , m_enter(std::move(enter))
    , m_life(life)
    , m_decoder(limits.lineBytes)
{
    m_outlet->sink = std::move(sink);
    QObject::connect(m_reply, &QNetworkReply::metaDataChanged, m_reply, [this] { opened(); });
    QObject::connect(m_reply, &QNetworkReply::readyRead, m_reply, [this] { read(); });
    QObject::connect(m_reply, &QNetworkReply::finished, m_reply, [this] { finished(); });
    m_guard.setSingleShot(true);
    m_guard.callOnTimeout(m_reply, [this] { giveUp("the server sends nothing"); });
    m_guard.start(limits.silence);
}

HttpWatch::~HttpWatch()
{
    m_outlet->alive = false;
    m_reply->disconnect();
    m_reply->abort();
    m_reply->deleteLater();
}

void HttpWatch::opened()
{
    if (statusOf(*m_reply) == 200)
        m_guard.start(m_life);
}

void HttpWatch::read()
{
    if (statusOf(*m_reply) != 200) {
        if (m_reply->bytesAvailable() > largestRefusal)
            giveUp("the refusal is too large");
        return; // it is read when it is complete
    }
    decode();
    deliver();
}

void HttpWatch::decode()
{
    const QByteArray bytes = m_reply->readAll();
    auto taken = m_decoder.take({bytes.data(), static_cast<std::size_t>(bytes.size())});
    std::ranges::move(taken.events, std::back_inserter(m_outlet->events));
    if (taken.failure)
        conclude(std::move(taken.failure));
}

void HttpWatch::finished()
{
    if (statusOf(*m_reply) == 200) {
        decode();
        return end(m_reply->error() == QNetworkReply::NoError ? std::nullopt
                                                              : std::optional(networkError(*m_reply)));
    }
    const auto refusal = checked(responseOf(*m_reply, m_reply->readAll()));
    end(refusal ? base::Error {base::ErrorKind::Transient, "the server opened no watch", {}}
                : refusal.error());
}

void HttpWatch::giveUp(const char *why)
{
    end(base::Error {base::ErrorKind::Transient, why, {}});
}

void HttpWatch::end(std::optional<base::Error> error)
{
    conclude(std::move(error));
    deliver();
}

/// The first reason to end counts.
void HttpWatch::conclude(std::optional<base::Error> error)
{
    if (m_concluded)
        return;
    m_concluded = true;
    m_guard.stop();
    m_reply->disconnect();
    m_reply->abort();
    m_outlet->ended = true;
    m_outlet->error = std::move(error);
}

/// The sink may destroy this watch.
void HttpWatch::deliver()
{
    const bool something = m_outlet->ended || !m_outlet->events.empty();
    if (!something || std::exchange(m_outlet->scheduled, true))
        return;
    const Enter enter = m_enter;
    enter([outlet = m_outlet] { outlet->flush(); });
}

} // namespace

class HttpTransport::Private
{
public:
    Private(ClusterAccess a, Enter e, HttpLimits l, QSslConfiguration t, QNetworkProxy p)
        : access(std::move(a))
        , enter(std::move(e))
        , limits(l)
        , tls(std::move(t))
        , proxy(std::move(p))
        , tokens(access)
        , requests(newManager())
    {
    }

    ManagerPtr newManager() const
    {
        ManagerPtr manager(new QNetworkAccessManager, [](QNetworkAccessManager *old) { old->deleteLater(); });
        manager->setProxy(proxy);
        return manager;
    }

    ManagerPtr managerForWatch()
    {
        std::erase_if(watchManagers, [](const auto &manager) { return manager.expired(); });
        for (const auto &manager : watchManagers) {
            if (manager.use_count() < mostWatchesPerManager)
                return manager.lock();
        }
        ManagerPtr manager = newManager();
        watchManagers.push_back(manager);
        return manager;
    }

    QNetworkRequest networkRequestFor(const api::Request &request)
    {
        return networkRequest(access, tls, tokens.token(), request);
    }

    void finished(BoundedBody &body, const ResponseCallback &callback)
    {
        auto response = body.response();
        if (response && response->code == 401)
            tokens.distrust();
        const Enter enterLoop = enter; // the callback may destroy us
        enterLoop(scope.bind([callback, response = std::move(response)] { callback(response); }));
    }

    const ClusterAccess access;
    const Enter enter;
    const HttpLimits limits;
    const QSslConfiguration tls;
    const QNetworkProxy proxy;
    TokenSource tokens;
    std::vector<std::weak_ptr<QNetworkAccessManager>> watchManagers; ///< each is held by its watches
    ManagerPtr requests;
    base::Scope scope;
};

base::Result<std::unique_ptr<HttpTransport>> HttpTransport::open(
    ClusterAccess access, Enter enter, HttpLimits limits)
{
    auto tls = tlsFor(access);
    if (!tls)
        return tl::unexpected(tls.error());
    auto proxy = proxyFor(access);
    if (!proxy)
        return tl::unexpected(proxy.error());
    if (auto sayable = checkImpersonation(access.impersonation); !sayable)
        return tl::unexpected(sayable.error());
    auto d = std::make_unique<Private>(
        std::move(access), std::move(enter), limits, std::move(*tls), std::move(*proxy));
    return std::unique_ptr<HttpTransport>(new HttpTransport(std::move(d)));
}

HttpTransport::HttpTransport(std::unique_ptr<Private> priv) : d(std::move(priv)) { }

HttpTransport::~HttpTransport()
{
    for (auto *reply : d->requests->findChildren<QNetworkReply *>()) {
        reply->disconnect();
        reply->abort();
    }
}

void HttpTransport::send(api::RequestPtr request, ResponseCallback callback)
{
    QNetworkRequest out = d->networkRequestFor(*request);
    out.setTransferTimeout(static_cast<int>(d->limits.silence.count()));
    const QByteArray body =
        request->body ? QByteArray::fromStdString(api::writeJson(*request->body)) : QByteArray();
    QNetworkReply *reply = request->method == api::Method::Get
        ? d->requests->get(out)
        : d->requests->sendCustomRequest(out, verbOf(request->method), body);
    const auto bounded = std::make_shared<BoundedBody>(reply, d->limits.bodyBytes);
    QObject::connect(reply, &QNetworkReply::readyRead, reply, [bounded] { bounded->check(); });
    QObject::connect(
        reply, &QNetworkReply::finished, reply, [this, reply, bounded, callback = std::move(callback)] {
            reply->deleteLater();
            d->finished(*bounded, callback);
        });
}

std::unique_ptr<api::Watch> HttpTransport::watch(api::Request request, api::WatchSink sink)
{
    if (request.parameter("timeoutSeconds").empty())
        request.query.emplace_back("timeoutSeconds", std::to_string(d->limits.watchTime.count()));
    const std::chrono::seconds asked(
        QByteArray::fromStdString(std::string(request.parameter("timeoutSeconds"))).toLongLong());
    const ManagerPtr manager = d->managerForWatch();
    QNetworkReply *reply = manager->get(d->networkRequestFor(request));
    return std::make_unique<HttpWatch>(
        manager, reply, std::move(sink), d->enter, d->limits, asked + watchGrace);
}

} // namespace core::client
