// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/httptransport.h"

#include "core/api/troubles.h"
#include "core/base/number.h"
#include "core/base/scope.h"
#include "core/base/threadaffinity.h"
#include "core/client/client.h"
#include "core/client/httpwire.h"
#include "core/client/watchdecoder.h"

#include <QNetworkAccessManager>
#include <QTimer>

#include <algorithm>
#include <set>

namespace core::client {

namespace {

constexpr long mostWatchesPerManager = 5; // of the six connections that a manager opens to one host
constexpr qsizetype largestRefusal = 1024 * 1024;
constexpr qint64 arrivalBuffer = 1024 * 1024; // of what arrives while we are busy; the rest waits there

class BoundedBody;
class HttpWatch;

using ManagerPtr = std::shared_ptr<QNetworkAccessManager>;

/// The replies that are arriving, and how much of each is held.
class Arrivals
{
public:
    explicit Arrivals(std::size_t mostBytes) : m_most(static_cast<qint64>(mostBytes)) { }

    void add(BoundedBody *body) { m_bodies.insert(body); }
    void remove(BoundedBody *body) { m_bodies.erase(body); }
    void check();

private:
    std::set<BoundedBody *> m_bodies;
    qint64 m_most;
};

/// Reads a reply that is never larger than allowed, and never arrives for longer.
class BoundedBody
{
public:
    BoundedBody(QNetworkReply *reply, std::shared_ptr<Arrivals> arrivals, std::size_t mostBytes,
        const HttpLimits &limits)
        : m_reply(reply)
        , m_arrivals(std::move(arrivals))
        , m_most(static_cast<qint64>(mostBytes))
    {
        m_arrivals->add(this);
        m_reply->setReadBufferSize(arrivalBuffer);
        m_deadline.setSingleShot(true);
        m_deadline.callOnTimeout(reply, [this] {
            giveUp(statusOf(*m_reply) == 0 ? api::troubleSaying("NoAnswer")
                                           : api::troubleSaying("HalfAnAnswer"));
        });
        QObject::connect(reply, &QNetworkReply::metaDataChanged, reply,
            [this, whole = limits.whole] { m_deadline.start(whole); });
        m_deadline.start(limits.silence); // for the head, of which Qt would take any number of lines
    }
    ~BoundedBody() { m_arrivals->remove(this); }
    BoundedBody(const BoundedBody &) = delete;
    BoundedBody &operator=(const BoundedBody &) = delete;

    qint64 held() const { return m_body.size(); }

    void read()
    {
        m_body += m_reply->readAll();
        const qint64 announced = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
        if (std::max(announced, held()) > m_most)
            giveUp("the answer is larger than " + std::to_string(m_most) + " bytes");
        else
            m_arrivals->check();
    }

    void giveUp(api::Saying why)
    {
        if (!m_problem.empty())
            return;
        m_problem = std::move(why);
        m_body = {};
        m_reply->abort();
    }

    base::Result<api::Response> response(const std::string &secret)
    {
        m_deadline.stop();
        if (!m_problem.empty())
            return api::failWith(base::ErrorKind::Transient, m_problem);
        if (m_reply->isOpen())
            m_body += m_reply->readAll();
        return responseOf(*m_reply, std::exchange(m_body, {}), secret);
    }

private:
    QNetworkReply *m_reply;
    QByteArray m_body;
    std::shared_ptr<Arrivals> m_arrivals;
    qint64 m_most;
    QTimer m_deadline;
    api::Saying m_problem;
};

void Arrivals::check()
{
    qint64 held = 0;
    for (const BoundedBody *body : m_bodies)
        held += body->held();
    if (held > m_most)
        (*std::ranges::max_element(m_bodies, {}, &BoundedBody::held))
            ->giveUp("the answers that arrive are together larger than " + std::to_string(m_most) + " bytes");
}

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

/// What the watches of a transport share with it and may outlive it with.
struct WatchCommons {
    std::shared_ptr<TokenSource> tokens;
    std::set<HttpWatch *> open;
    base::Listeners<> unauthorized;

    void distrust() const
    {
        tokens->distrust();
        unauthorized();
    }
};

/// A write that a guard may still take back.
struct GuardedWrite {
    api::RequestPtr request;
    ResponseCallback callback;
    std::shared_ptr<BoundedBody> body;
    bool isSent = false;
    bool isTakenBack = false;
};
using GuardedWritePtr = std::shared_ptr<GuardedWrite>;

bool isShared(const QNetworkReply &reply)
{
    return reply.sslConfiguration().nextNegotiatedProtocol() == QSslConfiguration::ALPNProtocolHTTP2;
}

class HttpWatch : public api::Watch
{
public:
    HttpWatch(ManagerPtr manager, QNetworkReply *reply, api::WatchSink sink, Enter enter,
        const HttpLimits &limits, std::chrono::milliseconds life, std::shared_ptr<WatchCommons> commons);
    ~HttpWatch() override;
    void giveUp(const api::Saying &why);

private:
    void opened();
    void read();
    void decode();
    void finished();
    void end(std::optional<base::Error> error);
    void conclude(std::optional<base::Error> error);
    void deliver();

    ManagerPtr m_manager;
    QNetworkReply *m_reply;
    Enter m_enter;
    std::chrono::milliseconds m_life;
    std::shared_ptr<WatchCommons> m_commons;
    WatchDecoder m_decoder;
    QTimer m_guard;
    bool m_concluded = false;
    std::shared_ptr<Outlet> m_outlet = std::make_shared<Outlet>();
};

HttpWatch::HttpWatch(ManagerPtr manager, QNetworkReply *reply, api::WatchSink sink, Enter enter,
    const HttpLimits &limits, std::chrono::milliseconds life, std::shared_ptr<WatchCommons> commons)
    : m_manager(std::move(manager))
    , m_reply(reply)
    , m_enter(std::move(enter))
    , m_life(life)
    , m_commons(std::move(commons))
    , m_decoder(limits.lineBytes)
{
    m_outlet->sink = std::move(sink);
    m_commons->open.insert(this);
    m_reply->setReadBufferSize(2 * largestRefusal);
    QObject::connect(m_reply, &QNetworkReply::metaDataChanged, m_reply, [this] { opened(); });
    QObject::connect(m_reply, &QNetworkReply::readyRead, m_reply, [this] { read(); });
    QObject::connect(m_reply, &QNetworkReply::finished, m_reply, [this] { finished(); });
    m_guard.setSingleShot(true);
    m_guard.callOnTimeout(m_reply, [this] { giveUp(api::troubleSaying("SendsNothing")); });
    m_guard.start(limits.silence);
}

HttpWatch::~HttpWatch()
{
    m_commons->open.erase(this);
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
    const auto refusal = checked(responseOf(*m_reply, m_reply->readAll(), m_commons->tokens->shown()));
    if (!refusal && refusal.error().kind == base::ErrorKind::Unauthorized)
        m_commons->distrust();
    end(refusal ? base::Error {base::ErrorKind::Transient, "the server opened no watch", {}}
                : refusal.error());
}

void HttpWatch::giveUp(const api::Saying &why)
{
    end(api::failWith(base::ErrorKind::Transient, why).value());
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
    Private(ClusterAccess a, Enter e, HttpLimits l, const QSslConfiguration &t, const QNetworkProxy &p)
        : access(std::move(a))
        , enter(std::move(e))
        , limits(l)
        , tls(t)
        , proxy(p)
        , tokens(std::make_shared<TokenSource>(access))
        , commons(std::make_shared<WatchCommons>())
        , arrivals(std::make_shared<Arrivals>(l.totalBytes))
        , requests(newManager())
        , writes(newManager())
    {
        commons->tokens = tokens;
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
        return networkRequest(access, tls, tokens->token(), request);
    }

    const std::string &secret() const { return access.password.empty() ? tokens->shown() : access.password; }

    void finished(BoundedBody &body, const ResponseCallback &callback)
    {
        auto response = body.response(secret());
        if (response && response->code == 401)
            commons->distrust();
        const Enter enterLoop = enter; // the callback may destroy us
        enterLoop(scope.bind(
            [callback, response = std::move(response)]() mutable { callback(std::move(response)); }));
    }

    void follow(QNetworkReply *reply, const GuardedWritePtr &write);
    void meetConnection(const QNetworkReply &reply, const GuardedWritePtr &write);
    void takeBack(const GuardedWritePtr &write);

    const base::ThreadAffinity affinity;
    ClusterAccess access;
    const Enter enter;
    const HttpLimits limits;
    QSslConfiguration tls;
    const QNetworkProxy proxy;
    std::shared_ptr<TokenSource> tokens;
    std::shared_ptr<WatchCommons> commons;
    std::vector<std::weak_ptr<QNetworkAccessManager>> watchManagers; ///< each is held by its watches
    const std::shared_ptr<Arrivals> arrivals;
    ManagerPtr requests;
    ManagerPtr writes; ///< that are guarded: no reading opens a connection for them
    std::vector<std::weak_ptr<QNetworkAccessManager>> formerRequests; ///< each is held by its replies
    ConnectionGuard *guard = nullptr;
    std::set<GuardedWritePtr> guarded; ///< under way
    base::Scope scope;
};

void HttpTransport::Private::follow(QNetworkReply *reply, const GuardedWritePtr &write)
{
    guarded.insert(write);
    QObject::connect(reply, &QNetworkReply::requestSent, reply, [write] { write->isSent = true; });
    QObject::connect(
        reply, &QNetworkReply::encrypted, reply, [this, reply, write] { meetConnection(*reply, write); });
}

/// The thread of the connections waits meanwhile, and what it has told of before is known: what was not sent
/// yet might follow over the new connection unasked. One connection carries all requests of HTTP/2, and the
/// one before it is gone.
void HttpTransport::Private::meetConnection(const QNetworkReply &reply, const GuardedWritePtr &write)
{
    const auto admitted = std::make_shared<bool>(guard == nullptr);
    enter(scope.bind([this, admitted] {
        if (guard)
            *admitted = guard->admitsConnection();
    }));
    if (*admitted)
        return;
    for (const GuardedWritePtr &other : std::set(guarded)) {
        if (other == write || !other->isSent || isShared(reply))
            takeBack(other);
    }
}

void HttpTransport::Private::takeBack(const GuardedWritePtr &write)
{
    write->isTakenBack = true;
    write->body->giveUp("its connection was new");
    guarded.erase(write);
    enter(scope.bind([this, write] {
        if (guard)
            guard->takeBack(write->request, write->callback);
    }));
}

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
    d->formerRequests.push_back(d->requests);
    d->formerRequests.push_back(d->writes);
    for (const auto &former : d->formerRequests) {
        const ManagerPtr manager = former.lock();
        if (!manager)
            continue;
        for (auto *reply : manager->findChildren<QNetworkReply *>()) {
            reply->disconnect();
            reply->abort();
        }
    }
}

base::Result<> HttpTransport::renew(ClusterAccess access)
{
    d->affinity.assertHere();
    auto tls = tlsFor(access);
    if (!tls)
        return tl::unexpected(tls.error());
    const bool hasOtherIdentity =
        access.certificatePem != d->access.certificatePem || access.keyPem != d->access.keyPem;
    d->access = std::move(access);
    d->tls = std::move(*tls);
    *d->tokens = TokenSource(d->access);
    if (!hasOtherIdentity)
        return {};
    d->formerRequests.push_back(d->requests);
    d->formerRequests.push_back(d->writes);
    d->requests = d->newManager();
    d->writes = d->newManager();
    d->watchManagers.clear();
    for (HttpWatch *watch : std::set(d->commons->open)) {
        if (d->commons->open.contains(watch)) // what it told has not ended others
            watch->giveUp("the client certificate was replaced");
    }
    return {};
}

base::Subscription HttpTransport::onUnauthorized(std::function<void()> listener)
{
    return d->commons->unauthorized.add(std::move(listener));
}

void HttpTransport::setGuard(ConnectionGuard *guard)
{
    d->guard = guard;
}

void HttpTransport::send(api::RequestPtr request, ResponseCallback callback)
{
    d->affinity.assertHere();
    QNetworkRequest out = d->networkRequestFor(*request);
    out.setTransferTimeout(static_cast<int>(d->limits.silence.count()));
    const QByteArray body =
        request->body ? QByteArray::fromStdString(api::writeJson(*request->body)) : QByteArray();
    const bool isGuarded = d->guard && !onlyReads(request->method);
    const ManagerPtr manager = isGuarded ? d->writes : d->requests;
    QNetworkReply *reply = request->method == api::Method::Get
        ? manager->get(out)
        : manager->sendCustomRequest(out, verbOf(request->method), body);
    const bool isList = request->method == api::Method::Get && !request->parameter("limit").empty();
    const auto bounded = std::make_shared<BoundedBody>(
        reply, d->arrivals, isList ? d->limits.listBytes : d->limits.bodyBytes, d->limits);
    QObject::connect(reply, &QNetworkReply::readyRead, reply, [bounded] { bounded->read(); });
    const auto write = isGuarded
        ? std::make_shared<GuardedWrite>(GuardedWrite {std::move(request), callback, bounded})
        : GuardedWritePtr();
    QObject::connect(reply, &QNetworkReply::finished, reply,
        [this, reply, bounded, manager, write, callback = std::move(callback)] {
            reply->deleteLater();
            d->guarded.erase(write);
            if (!write || !write->isTakenBack)
                d->finished(*bounded, callback);
        });
    if (write)
        d->follow(reply, write);
}

std::unique_ptr<api::Watch> HttpTransport::watch(api::Request request, api::WatchSink sink)
{
    d->affinity.assertHere();
    if (request.parameter("timeoutSeconds").empty())
        request.query.emplace_back("timeoutSeconds", std::to_string(d->limits.watchTime.count()));
    const auto asked = base::parseNumber<std::uint32_t>(request.parameter("timeoutSeconds"));
    const std::chrono::seconds life = asked ? std::chrono::seconds(*asked) : d->limits.watchTime;
    const ManagerPtr manager = d->managerForWatch();
    QNetworkReply *reply = manager->get(d->networkRequestFor(request));
    return std::make_unique<HttpWatch>(
        manager, reply, std::move(sink), d->enter, d->limits, life + d->limits.watchGrace, d->commons);
}

} // namespace core::client
