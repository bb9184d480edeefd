// SPDX-License-Identifier: GPL-3.0-or-later
// Requests and watches over HTTPS: docs/design.md D8, docs/api-semantics.md H4.
#include "core/api/node.h"
#include "core/api/saying.h"
#include "core/base/pacer.h"
#include "core/client/client.h"
#include "core/client/httptransport.h"
#include "scriptedserver.h"
#include "tests/unit/lab_front/frontfixture.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QTest>

#include <set>

using namespace core;
using namespace core::client;
using namespace std::chrono_literals;
using Type = api::WatchEvent::Type;

namespace {

const api::Resource things {
    .group = "", .version = "v1", .kind = "Thing", .plural = "things", .namespaced = false};

api::Json thing(std::string_view name)
{
    return api::JsonObject {{"metadata", api::JsonObject {{"name", name}}}};
}

ClusterAccess accessTo(const ScriptedServer &server)
{
    return {.server = server.url(), .caPem = tlsFile("ca.pem").toStdString()};
}

ClusterAccess accessTo(const FrontFixture &f)
{
    return {.server = "https://127.0.0.1:" + std::to_string(f.front->port()),
        .caPem = f.credentials.caPem,
        .token = f.credentials.token};
}

api::Request get(std::string path)
{
    api::Request request;
    request.path = std::move(path);
    return request;
}

/// A transport on a paced loop, and what came out of it.
struct Peer {
    explicit Peer(ClusterAccess access, HttpLimits limits = {})
    {
        auto opened = HttpTransport::open(std::move(access), enter, limits);
        if (!opened)
            qFatal("%s", opened.error().message.c_str());
        transport = std::move(*opened);
    }

    base::Result<api::Response> ask(api::Request request)
    {
        std::optional<base::Result<api::Response>> answer;
        transport->send(std::make_shared<api::Request>(std::move(request)),
            [&](base::Result<api::Response> response) { answer = std::move(response); });
        if (answer)
            qFatal("answered inside the call");
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 8'000))
            return base::fail(base::ErrorKind::Transient, "the callback was not called");
        return *answer;
    }

    template<typename Value, typename Call>
    base::Result<Value> wait(Call call)
    {
        std::optional<base::Result<Value>> answer;
        call([&](base::Result<Value> result) { answer = std::move(result); });
        if (!QTest::qWaitFor([&] { return answer.has_value(); }, 8'000))
            return base::fail(base::ErrorKind::Transient, "the callback was not called");
        return *answer;
    }

    struct Seen {
        std::vector<api::WatchEvent> events;
        bool closed = false;
        std::optional<base::Error> error;
        bool outsideOfTheLoop = false;
    };
    api::WatchSink sinkInto(Seen &seen)
    {
        return {[this, &seen](std::vector<api::WatchEvent> events) {
                    seen.outsideOfTheLoop = seen.outsideOfTheLoop || !inLoop;
                    std::ranges::move(events, std::back_inserter(seen.events));
                },
            [this, &seen](std::optional<base::Error> error) {
                seen.outsideOfTheLoop = seen.outsideOfTheLoop || !inLoop;
                seen.closed = true;
                seen.error = std::move(error);
            }};
    }

    base::Clock clock {base::Time()};
    base::Pacer pacer {clock};
    bool inLoop = false;
    Enter enter = [this](const base::Task &task) {
        pacer.enter([this, task] {
            inLoop = true;
            task();
            inLoop = false;
        });
    };
    std::unique_ptr<HttpTransport> transport;
};

/// Lets nothing over new connections until told to.
struct Doorkeeper : ConnectionGuard {
    bool admits = false;
    int asked = 0;
    std::vector<api::RequestPtr> takenBack;
    std::vector<ResponseCallback> callbacks;

    bool admitsConnection() override
    {
        ++asked;
        return admits;
    }
    void takeBack(api::RequestPtr request, ResponseCallback callback) override
    {
        takenBack.push_back(std::move(request));
        callbacks.push_back(std::move(callback));
    }
};

/// Whether the request has that line among its headers, whose names Qt 6.8 writes in lower case.
bool hasHeader(const QByteArray &request, const QByteArray &line)
{
    return request.toLower().contains("\r\n" + line.toLower() + "\r\n");
}

/// Resident memory of this process, in MB.
qint64 memory()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    static const QRegularExpression resident(QStringLiteral("VmRSS:\\s+(\\d+) kB"));
    return resident.match(QString::fromUtf8(file.readAll())).captured(1).toLongLong() / 1024;
}

} // namespace

class TestHttpTransport : public QObject
{
    Q_OBJECT

private slots:
    void theVerbsReachTheLabOverTls()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        Client client(*peer.transport, "tester/1");
        const auto created =
            peer.wait<api::JsonPtr>([&](auto callback) { client.create(things, thing("a"), callback); });
        QVERIFY(created);
        QCOMPARE(**created, thing("a"));
        const auto got = peer.wait<api::JsonPtr>([&](auto callback) {
            client.get({&things, {"", "a"}}, callback);
        });
        QCOMPARE(**got, thing("a"));
        const auto page = peer.wait<ListPage>([&](auto callback) { client.list(things, {}, callback); });
        QCOMPARE(page->items.size(), std::size_t(1));
        QCOMPARE(page->resourceVersion, std::string("1"));
        const auto none = peer.wait<api::JsonPtr>([&](auto callback) {
            client.get({&things, {"", "none"}}, callback);
        });
        QCOMPARE(none.error().kind, base::ErrorKind::NotFound);
        QCOMPARE(none.error().message, std::string("things not found"));
        const auto health =
            peer.wait<api::Response>([&](auto callback) { client.send(get("/healthz"), callback); });
        QCOMPARE(health->text, std::string("ok"));
        f.core.run([&] { QCOMPARE(f.server.last.userAgent, std::string("tester/1")); });
    }

    void repliesComeInsideTheLoop()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        std::optional<bool> inLoop;
        peer.transport->send(
            std::make_shared<api::Request>(get("/healthz")), [&](const auto &) { inLoop = peer.inLoop; });
        QVERIFY(!inLoop);
        QTRY_VERIFY(inLoop);
        QVERIFY(*inLoop);
    }

    void aWatchDeliversAndEnds()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        Client client(*peer.transport);
        Peer::Seen seen;
        const auto watch = client.watch(things, {}, "7", peer.sinkInto(seen));
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        const auto object = api::share(thing("a"));
        f.core.run([&] { f.server.emitToAll({{Type::Added, object, 1}, {Type::Deleted, object, 2}}); });
        QTRY_COMPARE(seen.events.size(), std::size_t(2));
        QCOMPARE(seen.events[0].type, Type::Added);
        QCOMPARE(*seen.events[1].object, *object);
        QVERIFY(!seen.closed);
        f.core.run([&] { f.server.sinks.begin()->second.closed({}); });
        QTRY_VERIFY(seen.closed);
        QVERIFY(!seen.error);
        QVERIFY(!seen.outsideOfTheLoop);
    }

    void h4AnErrorEventIsAValueAndThenTheEnd()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        Client client(*peer.transport);
        Peer::Seen seen;
        const auto watch = client.watch(things, {}, "1", peer.sinkInto(seen));
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        f.core.run([&] {
            f.server.sinks.begin()->second.closed(base::Error {base::ErrorKind::Gone, "too old", {}});
        });
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.events.size(), std::size_t(1));
        QCOMPARE(seen.events[0].type, Type::Error);
        QCOMPARE(api::integerAt(*seen.events[0].object, {"code"}), std::optional<std::int64_t>(410));
    }

    void aRefusedWatchSaysWhy()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        Client client(*peer.transport);
        Peer::Seen seen;
        const auto watch = client.watch(things, {}, "garbage", peer.sinkInto(seen));
        QVERIFY(!seen.closed);
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Invalid);
        QCOMPARE(seen.error->message, std::string("not a revision"));
    }

    void destroyingAWatchEndsItEverywhere()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        Client client(*peer.transport);
        Peer::Seen seen;
        auto watch = client.watch(things, {}, "1", peer.sinkInto(seen));
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        watch.reset();
        QTRY_COMPARE(f.server.openWatches.load(), 0);
        QVERIFY(!seen.closed);
    }

    void aSinkMayDestroyItsWatchAndTheTransport()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        std::unique_ptr<api::Watch> watch;
        int batches = 0;
        api::Request request = get("/api/v1/things");
        request.query = {{"watch", "1"}};
        watch = peer.transport->watch(request,
            {[&](const auto &) {
                 ++batches;
                 watch.reset();
                 peer.transport.reset();
             },
                [&](const auto &) { ++batches; }});
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        f.core.run([&] { f.server.emitToAll({{Type::Added, api::share(thing("a")), 1}}); });
        QTRY_COMPARE(f.server.openWatches.load(), 0);
        QCOMPARE(batches, 1);
    }

    void aDestroyedTransportCallsNobody()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        bool called = false;
        peer.transport->send(
            std::make_shared<api::Request>(get("/healthz")), [&](const auto &) { called = true; });
        peer.transport.reset();
        QTest::qWait(100);
        QVERIFY(!called);
    }

    void d8ManyWatchesLeaveRoomForRequests()
    {
        FrontFixture f;
        Peer peer(accessTo(f));
        Client client(*peer.transport);
        Peer::Seen seen;
        std::vector<std::unique_ptr<api::Watch>> watches;
        for (int i = 0; i < 23; ++i)
            watches.push_back(client.watch(things, {}, "1", peer.sinkInto(seen)));
        QTRY_COMPARE(f.server.openWatches.load(), 23);
        QVERIFY(peer.ask(get("/healthz")));
    }

    void t10OnlyTheRightServerIsTrusted_data()
    {
        QTest::addColumn<QByteArray>("certificate");
        QTest::addColumn<QByteArray>("trust");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("trusted");
        const QByteArray ca = tlsFile("ca.pem");
        const QByteArray other = tlsFile("server-selfsigned.pem");
        QTest::newRow("the right one") << QByteArray("server-good.pem") << ca << QByteArray() << true;
        QTest::newRow("unknown authority") << QByteArray("server-good.pem") << other << QByteArray() << false;
        QTest::newRow("only the system's authorities")
            << QByteArray("server-good.pem") << QByteArray() << QByteArray() << false;
        QTest::newRow("expired") << QByteArray("server-expired.pem") << ca << QByteArray() << false;
        QTest::newRow("not valid yet") << QByteArray("server-notyet.pem") << ca << QByteArray() << false;
        QTest::newRow("another host") << QByteArray("server-otherhost.pem") << ca << QByteArray() << false;
        QTest::newRow("another host, and expected to be")
            << QByteArray("server-otherhost.pem") << ca << QByteArray("other.example") << true;
        QTest::newRow("not the name expected")
            << QByteArray("server-good.pem") << ca << QByteArray("other.example") << false;
        QTest::newRow("signed by itself")
            << QByteArray("server-selfsigned.pem") << ca << QByteArray() << false;
        QTest::newRow("signed by itself, and trusted")
            << QByteArray("server-selfsigned.pem") << other << QByteArray() << true;
    }

    void t10OnlyTheRightServerIsTrusted()
    {
        QFETCH(QByteArray, certificate);
        QFETCH(QByteArray, trust);
        QFETCH(QByteArray, name);
        QFETCH(bool, trusted);
        ScriptedServer server(certificate.constData());
        Peer peer({.server = server.url(),
            .caPem = trust.toStdString(),
            .tlsServerName = name.toStdString(),
            .token = "secret"});
        const auto response = peer.ask(get("/"));
        QCOMPARE(response.has_value(), trusted);
        QCOMPARE(server.requests.size(), trusted ? 1 : 0); // the token did not leave
    }

    /// KC11
    void t10TheSystemsAuthoritiesDoNotCountBesideOurOwn()
    {
        // fact 6: as if the server's authority were one of the system's
        auto defaults = QSslConfiguration::defaultConfiguration();
        const auto before = defaults;
        defaults.setCaCertificates(QSslCertificate::fromData(tlsFile("ca.pem")));
        QSslConfiguration::setDefaultConfiguration(defaults);
        ScriptedServer server;
        Peer peer({.server = server.url(), .caPem = tlsFile("server-selfsigned.pem").toStdString()});
        const auto response = peer.ask(get("/"));
        QSslConfiguration::setDefaultConfiguration(before);
        QVERIFY(!response);
    }

    void t10OldTlsIsRefused()
    {
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        ScriptedServer server("server-good.pem", 0, QSsl::TlsV1_1);
        QT_WARNING_POP
        Peer peer(accessTo(server));
        QVERIFY(!peer.ask(get("/")));
    }

    /// KC12
    void insecureTrustsAnybodyWhenToldTo()
    {
        ScriptedServer server("server-expired.pem");
        Peer peer({.server = server.url(), .insecureSkipTlsVerify = true});
        QVERIFY(peer.ask(get("/")));
    }

    /// KC14
    void clientCertificates_data()
    {
        QTest::addColumn<QByteArray>("certificate");
        QTest::addColumn<QByteArray>("key");
        QTest::newRow("RSA, PKCS#1") << QByteArray("client-rsa.crt") << QByteArray("client-rsa.pkcs1.key");
        QTest::newRow("RSA, PKCS#8") << QByteArray("client-rsa.crt") << QByteArray("client-rsa.pkcs8.key");
        QTest::newRow("EC, SEC 1") << QByteArray("client-ec.crt") << QByteArray("client-ec.sec1.key");
        QTest::newRow("EC, PKCS#8") << QByteArray("client-ec.crt") << QByteArray("client-ec.pkcs8.key");
    }

    void clientCertificates()
    {
        QFETCH(QByteArray, certificate);
        QFETCH(QByteArray, key);
        ScriptedServer server;
        ClusterAccess access = accessTo(server);
        access.certificatePem = tlsFile(certificate.constData()).toStdString();
        access.keyPem = tlsFile(key.constData()).toStdString();
        Peer peer(access);
        QVERIFY(peer.ask(get("/")));
        QCOMPARE(server.clients.first(), QSslCertificate(tlsFile(certificate.constData())));
    }

    /// KC13, KC14, KC17
    void unusableAccess_data()
    {
        QTest::addColumn<ClusterAccess>("access");
        QTest::addColumn<QByteArray>("why");
        const std::string server = "https://h";
        const std::string cert = tlsFile("client-rsa.crt").toStdString();
        QTest::newRow("an encrypted key") << ClusterAccess {.server = server,
            .certificatePem = cert,
            .keyPem = tlsFile("client-rsa.encrypted.key").toStdString()}
                                          << QByteArray("encrypted");
        QTest::newRow("no key at all")
            << ClusterAccess {.server = server, .certificatePem = cert, .keyPem = "-----BEGIN X-----"}
            << QByteArray("key cannot be read");
        QTest::newRow("no certificate at all")
            << ClusterAccess {.server = server, .certificatePem = "-----BEGIN X-----", .keyPem = "x"}
            << QByteArray("certificate cannot be read");
        QTest::newRow("no authority") << ClusterAccess {.server = server, .caPem = "-----BEGIN X-----"}
                                      << QByteArray("authority cannot be read");
        QTest::newRow("a proxy over https")
            << ClusterAccess {.server = server, .proxyUrl = "https://p"} << QByteArray("proxies");
        QTest::newRow("two groups") << ClusterAccess {.server = server,
            .impersonation = {.user = "u", .groups = {"a", "b"}}}
                                    << QByteArray("more than one group");
    }

    void unusableAccess()
    {
        QFETCH(ClusterAccess, access);
        QFETCH(QByteArray, why);
        const auto opened = HttpTransport::open(access, [](const base::Task &task) { task(); });
        QVERIFY(!opened);
        QVERIFY2(opened.error().message.find(why.toStdString()) != std::string::npos,
            opened.error().message.c_str());
        QVERIFY(!api::sayingOf(opened.error()).code.empty());
    }

    /// KC10, KC17
    void theHeadersSaySoMuchAndNoMore()
    {
        ScriptedServer server;
        server.reply = [](const QByteArray &) {
            return ScriptedReply {ScriptedServer::jsonReply("{}", "200 OK", "Set-Cookie: a=b\r\n")};
        };
        ClusterAccess access = accessTo(server);
        access.server += "/k8s/clusters/x";
        access.token = "abc";
        access.impersonation = {.user = "boss", .uid = "7", .groups = {"staff"}, .extra = {{"a/b", {"c"}}}};
        Peer peer(access);
        api::Request request = get("/api/v1/things/a%2Fb");
        request.query = {{"labelSelector", "a=b,c&d+e"}, {"x", "ä"}};
        QVERIFY(peer.ask(request));
        QVERIFY(peer.ask(request));
        const QByteArray head = server.requests.last();
        QVERIFY(head.startsWith(
            "GET /k8s/clusters/x/api/v1/things/a%2Fb?labelSelector=a%3Db%2Cc%26d%2Be&x=%C3%A4 HTTP/1.1\r\n"));
        for (const char *line : {"Authorization: Bearer abc", "Accept: application/json",
                 "Accept-Encoding: identity", "User-Agent: hollowlab", "Impersonate-User: boss",
                 "Impersonate-Uid: 7", "Impersonate-Group: staff", "Impersonate-Extra-a%2Fb: c"})
            QVERIFY2(hasHeader(head, line), line);
        QVERIFY(!head.toLower().contains("cookie"));
        QVERIFY(!head.toLower().contains("content-type"));
    }

    void bodiesAndVerbs_data()
    {
        QTest::addColumn<api::Method>("method");
        QTest::addColumn<QByteArray>("verb");
        QTest::newRow("POST") << api::Method::Post << QByteArray("POST");
        QTest::newRow("PUT") << api::Method::Put << QByteArray("PUT");
        QTest::newRow("PATCH") << api::Method::Patch << QByteArray("PATCH");
        QTest::newRow("DELETE") << api::Method::Delete << QByteArray("DELETE");
    }

    void bodiesAndVerbs()
    {
        QFETCH(api::Method, method);
        QFETCH(QByteArray, verb);
        ScriptedServer server;
        Peer peer(accessTo(server));
        api::Request request = get("/x");
        request.method = method;
        request.contentType = api::contentTypes::mergePatch;
        request.body = api::share(api::JsonObject {{"a", 1}});
        QVERIFY(peer.ask(request));
        QVERIFY(server.requests.last().startsWith(verb + " /x HTTP/1.1\r\n"));
        QVERIFY(hasHeader(server.requests.last(), "Content-Type: application/merge-patch+json"));
        QVERIFY(server.requests.last().endsWith("\r\n\r\n{\"a\":1}"));
    }

    void t9RedirectsAreNotFollowed_data()
    {
        QTest::addColumn<QByteArray>("status");
        for (const char *status : {"301 Moved Permanently", "302 Found", "303 See Other",
                 "307 Temporary Redirect", "308 Permanent Redirect"})
            QTest::newRow(status) << QByteArray(status);
    }

    void t9RedirectsAreNotFollowed()
    {
        QFETCH(QByteArray, status);
        ScriptedServer thief;
        ScriptedServer server;
        server.reply = [&](const QByteArray &) {
            return ScriptedReply {"HTTP/1.1 " + status + "\r\nLocation: "
                + QByteArray::fromStdString(thief.url()) + "/\r\nContent-Length: 0\r\n\r\n"};
        };
        ClusterAccess access = accessTo(server);
        access.token = "secret";
        Peer peer(access);
        const auto response = peer.ask(get("/"));
        QCOMPARE(response.error().kind, base::ErrorKind::Unsupported);
        QVERIFY(response.error().message.find("redirects") != std::string::npos);
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Unsupported);
        QCOMPARE(thief.connections, 0);
    }

    void x11CutOffAnswersAreFailures_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
        QTest::newRow("nothing at all") << QByteArray();
        QTest::newRow("inside the head") << head;
        QTest::newRow("before the announced length") << head + "Content-Length: 50\r\n\r\n{\"items\":[{}";
        QTest::newRow("valid JSON before the announced length") << head + "Content-Length: 50\r\n\r\n{}";
        QTest::newRow("inside a chunk") << head + "Transfer-Encoding: chunked\r\n\r\n20\r\n{\"items\":[{}";
        QTest::newRow("between chunks") << head + "Transfer-Encoding: chunked\r\n\r\nc\r\n{\"items\":[{}\r\n";
        QTest::newRow("JSON cut inside a whole answer") << head + "Content-Length: 12\r\n\r\n{\"items\":[{}";
        QTest::newRow("UTF-8 cut inside a whole answer")
            << head + "Content-Length: 9\r\n\r\n{\"a\":\"\xc3\"}";
        QTest::newRow("until the end of the connection") << head + "Connection: close\r\n\r\n{\"items\":[{}";
        QTest::newRow("an empty answer that calls itself JSON") << head + "Content-Length: 0\r\n\r\n";
        QTest::newRow("not HTTP") << QByteArray("hello\r\n\r\n");
    }

    void x11CutOffAnswersAreFailures()
    {
        QFETCH(QByteArray, bytes);
        ScriptedServer server;
        server.reply = [&](const QByteArray &) { return ScriptedReply {bytes}; };
        Peer peer(accessTo(server));
        const auto response = peer.ask(get("/"));
        QVERIFY(!response);
        QCOMPARE(response.error().kind, base::ErrorKind::Transient);
    }

    void x11ACutOffWatchKeepsWholeEventsOnly()
    {
        ScriptedServer server;
        server.reply = [](const QByteArray &) {
            return ScriptedReply {
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                "3E\r\n{\"type\":\"ADDED\",\"object\":{\"a\":1}}\n{\"type\":\"ADDED\",\"object\":{}\r\n"};
        };
        Peer peer(accessTo(server));
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.events.size(), std::size_t(1));
        QVERIFY(seen.error);
        QCOMPARE(seen.error->kind, base::ErrorKind::Transient);
    }

    void x3RetryAfterReachesTheCaller_data()
    {
        QTest::addColumn<QByteArray>("reply");
        QTest::addColumn<int>("seconds");
        const QByteArray status =
            R"({"kind":"Status","code":429,"reason":"TooManyRequests","message":"slow",)"
            R"("details":{"retryAfterSeconds":2}})";
        QTest::newRow("429 in the header")
            << ScriptedServer::jsonReply("{}", "429 Too Many Requests", "Retry-After: 3\r\n") << 3;
        QTest::newRow("429 in the Status") << ScriptedServer::jsonReply(status, "429 Too Many Requests") << 2;
        QTest::newRow("503 without JSON")
            << QByteArray("HTTP/1.1 503 Service Unavailable\r\nretry-after: 4\r\nContent-Length: 0\r\n\r\n")
            << 4;
        QTest::newRow("a date is left aside") << ScriptedServer::jsonReply(
            "{}", "503 Service Unavailable", "Retry-After: Fri, 20 Nov 2026 10:00:00 GMT\r\n")
                                              << -1;
    }

    void x3RetryAfterReachesTheCaller()
    {
        QFETCH(QByteArray, reply);
        QFETCH(int, seconds);
        ScriptedServer server;
        server.reply = [&](const QByteArray &) { return ScriptedReply {reply}; };
        Peer peer(accessTo(server));
        Client client(*peer.transport);
        const auto answer = peer.wait<api::Response>([&](auto callback) { client.send(get("/"), callback); });
        QVERIFY(!answer);
        QCOMPARE(answer.error().retryAfter,
            seconds < 0 ? std::nullopt
                        : std::optional<std::chrono::milliseconds>(std::chrono::seconds(seconds)));
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error, std::optional(answer.error()));
    }

    void x1AServerThatGoesAndComesBack()
    {
        auto server = std::make_unique<ScriptedServer>();
        const quint16 port = server->port();
        server->reply = [](const QByteArray &) {
            return ScriptedReply {
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
                false};
        };
        Peer peer(accessTo(*server));
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_COMPARE(server->requests.size(), 1);
        server.reset();
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Transient);
        QCOMPARE(peer.ask(get("/")).error().kind, base::ErrorKind::Transient);
        server = std::make_unique<ScriptedServer>("server-good.pem", port);
        QVERIFY(peer.ask(get("/")));
    }

    // X14
    void noWriteGoesOverAConnectionUnasked()
    {
        ScriptedServer server;
        Peer peer(accessTo(server));
        Doorkeeper door;
        peer.transport->setGuard(&door);
        int answers = 0;
        const auto write = [&](const api::RequestPtr &request) {
            peer.transport->send(request, [&](const auto &) { ++answers; });
        };
        std::vector<api::RequestPtr> all;
        for (int i = 0; i < 20; ++i) {
            auto request = std::make_shared<api::Request>();
            request->method = api::Method::Post;
            request->path = "/" + std::to_string(i);
            all.push_back(request);
            write(all.back());
        }
        QTRY_COMPARE(door.takenBack.size(), all.size());
        QCOMPARE(std::set(door.takenBack.begin(), door.takenBack.end()), std::set(all.begin(), all.end()));
        QVERIFY(peer.ask(get("/read"))); // that asks nobody
        QCOMPARE(server.requests.size(), 1);
        QVERIFY(server.requests.front().startsWith("GET /read "));

        door.admits = true;
        std::ranges::for_each(all, write);
        QTRY_COMPARE(answers, 20);
        QCOMPARE(server.requests.size(), 21);
        QCOMPARE(door.takenBack.size(), all.size());
    }

    // X14: Qt sends once more what got no answer over a connection that it used before.
    void whatIsSentOnceMoreIsAskedAboutAgain()
    {
        const QByteArray head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n";
        auto server = std::make_unique<ScriptedServer>();
        server->reply = [&](const QByteArray &request) {
            return request.contains("/held") ? ScriptedReply {{}, false} : ScriptedReply {head + "{}", false};
        };
        Peer peer(accessTo(*server));
        Doorkeeper door;
        door.admits = true;
        peer.transport->setGuard(&door);
        auto request = get("/first");
        request.method = api::Method::Patch;
        QVERIFY(peer.ask(request));
        request.path = "/held";
        peer.transport->send(std::make_shared<api::Request>(request), [](const auto &) {});
        QTRY_COMPARE(server->requests.size(), 2);
        QCOMPARE(server->connections, 1);
        QCOMPARE(door.asked, 1);

        door.admits = false;
        const quint16 port = server->port();
        server.reset();
        ScriptedServer other("server-good.pem", port);
        QTRY_VERIFY(door.takenBack.size() == 1 || door.asked > 1);
        QTRY_COMPARE(door.takenBack.size(), 1U);
        QVERIFY(!QTest::qWaitFor([&] { return !other.requests.isEmpty(); }, 300));
    }

    void x2AServerThatIsSilent()
    {
        ScriptedServer server;
        server.reply = [](const QByteArray &) { return ScriptedReply {{}, false}; };
        Peer peer(accessTo(server), {.silence = 300ms});
        const auto answer = peer.ask(get("/"));
        QCOMPARE(answer.error().kind, base::ErrorKind::Transient);
        QCOMPARE(answer.error().message, std::string("the server did not answer in time"));
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Transient);
    }

    void t7AnswersAreBounded_data()
    {
        QTest::addColumn<QByteArray>("framing");
        QTest::newRow("announced") << QByteArray("Content-Length: 3000000\r\n\r\n");
        QTest::newRow("growing") << QByteArray("Transfer-Encoding: chunked\r\n\r\n2DC6C0\r\n");
    }

    void t7AnswersAreBounded()
    {
        QFETCH(QByteArray, framing);
        ScriptedServer server;
        server.reply = [&](const QByteArray &) {
            return ScriptedReply {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + framing
                    + QByteArray(2'000'000, ' '),
                false};
        };
        Peer peer(accessTo(server), {.bodyBytes = 1'000'000});
        const auto answer = peer.ask(get("/"));
        QVERIFY(!answer);
        QVERIFY(answer.error().message.find("larger than 1000000 bytes") != std::string::npos);
    }

    void aWatchAsksTheServerToEndIt()
    {
        ScriptedServer server;
        Peer peer(accessTo(server), {.watchTime = 77s});
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QVERIFY(server.requests.first().startsWith("GET /?timeoutSeconds=77 HTTP"));
    }

    void aWatchWhoseTimeIsNoNumberLastsAsLongAsUsual()
    {
        ScriptedServer server;
        const QByteArray line = "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}\n";
        server.reply = [&](const QByteArray &) {
            return ScriptedReply {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + QByteArray::number(line.size(), 16) + "\r\n" + line + "\r\n",
                false};
        };
        Peer peer(accessTo(server), {.watchGrace = 0s});
        const auto watchFor = [&](const char *time, Peer::Seen &seen) {
            api::Request request = get("/");
            request.query = {{"timeoutSeconds", time}};
            return peer.transport->watch(std::move(request), peer.sinkInto(seen));
        };
        Peer::Seen lasting;
        const auto usual = watchFor("soon", lasting);
        QTRY_COMPARE(lasting.events.size(), std::size_t(1));
        Peer::Seen ending;
        const auto brief = watchFor("0", ending);
        QTRY_VERIFY(ending.closed);
        QVERIFY(!lasting.closed);
    }

    /// KC15
    void aTokenFileIsReadAgainWhenTheTokenIsRefused()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("token"));
        const auto writeToken = [&](const QByteArray &token) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(token) == token.size());
        };
        writeToken("old\n");
        ScriptedServer server;
        server.reply = [](const QByteArray &request) {
            const bool known = hasHeader(request, "Authorization: Bearer new");
            return ScriptedReply {ScriptedServer::jsonReply("{}", known ? "200 OK" : "401 Unauthorized")};
        };
        ClusterAccess access = accessTo(server);
        access.token = "unused";
        access.tokenFile = path.toStdString();
        Peer peer(access);
        QCOMPARE(peer.ask(get("/"))->code, 401);
        QVERIFY(hasHeader(server.requests.last(), "Authorization: Bearer old")); // the file wins
        writeToken("new");
        QCOMPARE(peer.ask(get("/"))->code, 200);
        QVERIFY(QFile::remove(path));
        QCOMPARE(peer.ask(get("/"))->code, 200); // keeps the token it has
    }

    // X15
    void aWatchThatIsRefusedReadsTheTokenAgain()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("token"));
        const auto writeToken = [&](const QByteArray &token) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(token) == token.size());
        };
        writeToken("old");
        ScriptedServer server;
        server.reply = [](const QByteArray &request) {
            if (!hasHeader(request, "Authorization: Bearer new"))
                return ScriptedReply {ScriptedServer::jsonReply("{}", "401 Unauthorized")};
            return ScriptedReply {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"};
        };
        ClusterAccess access = accessTo(server);
        access.tokenFile = path.toStdString();
        Peer peer(access);
        Peer::Seen seen;
        auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Unauthorized);
        writeToken("new");
        Peer::Seen again;
        watch = peer.transport->watch(get("/"), peer.sinkInto(again));
        QTRY_VERIFY(again.closed);
        QVERIFY(!again.error);
    }

    // X16, EX6
    void anotherCertificateMeansOtherConnections()
    {
        ScriptedServer server;
        server.reply = [](const QByteArray &request) {
            if (request.startsWith("GET /watch"))
                return ScriptedReply {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", false};
            QByteArray kept = ScriptedServer::jsonReply("{}");
            kept.replace("Connection: close\r\n", "");
            return ScriptedReply {kept, false};
        };
        ClusterAccess access = accessTo(server);
        access.certificatePem = tlsFile("client-rsa.crt").toStdString();
        access.keyPem = tlsFile("client-rsa.pkcs8.key").toStdString();
        Peer peer(access);
        QCOMPARE(peer.ask(get("/"))->code, 200);
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/watch"), peer.sinkInto(seen));
        QTRY_COMPARE(server.requests.size(), 2);
        QVERIFY(peer.transport->renew(access)); // nothing is new
        QCOMPARE(peer.ask(get("/"))->code, 200);
        QVERIFY(!seen.closed);
        const int before = server.connections;
        access.certificatePem = tlsFile("client-ec.crt").toStdString();
        access.keyPem = tlsFile("client-ec.sec1.key").toStdString();
        QVERIFY(peer.transport->renew(access));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(peer.ask(get("/"))->code, 200);
        QCOMPARE(server.connections, before + 1);
        QCOMPARE(server.clients.last(), QSslCertificate(tlsFile("client-ec.crt")));
        access.keyPem = "nonsense";
        QVERIFY(!peer.transport->renew(access));
        QCOMPARE(peer.ask(get("/"))->code, 200); // with what was shown before
    }

    // X9
    void aWatchThatFallsSilentIsGivenUp()
    {
        ScriptedServer server;
        server.reply = [](const QByteArray &) {
            return ScriptedReply {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", false};
        };
        Peer peer(accessTo(server), {.watchTime = 1s, .watchGrace = 0s});
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.error->kind, base::ErrorKind::Transient);
    }

    // X8
    void aSlowWatchIsLateAndRight()
    {
        ScriptedServer server;
        const QByteArray line = "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}\n";
        QByteArray slices;
        for (const char c : line)
            slices += "1\r\n" + QByteArray(1, c) + "\r\n";
        server.reply = [&](const QByteArray &) {
            return ScriptedReply {
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", false, {}, slices + "0\r\n\r\n"};
        };
        Peer peer(accessTo(server));
        Peer::Seen seen;
        const auto watch = peer.transport->watch(get("/"), peer.sinkInto(seen));
        QTRY_VERIFY(seen.closed);
        QCOMPARE(seen.events.size(), std::size_t(1));
    }

    // T8
    void aGzipBombIsNotUnpacked()
    {
        ScriptedServer server;
        const QByteArray zeros = qCompress(QByteArray(50'000'000, '\0'), 9).mid(4); // zlib: "deflate"
        server.reply = [&](const QByteArray &request) {
            QByteArray body;
            for (int i = 0; i < 200; ++i) // 10 GB
                body += zeros;
            const bool asDeflate = request.startsWith("GET /deflate");
            return ScriptedReply {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: "
                + QByteArray(asDeflate ? "deflate" : "gzip")
                + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body};
        };
        Peer peer(accessTo(server));
        for (const char *path : {"/deflate", "/gzip"}) {
            const qint64 before = memory();
            QElapsedTimer timer;
            timer.start();
            const auto answer = peer.ask(get(path));
            QVERIFY(!answer);
            QVERIFY2(timer.elapsed() < 2'000, QByteArray::number(timer.elapsed()).constData());
            QVERIFY2(memory() - before < 100, QByteArray::number(memory() - before).constData());
            QVERIFY(hasHeader(server.requests.last(), "Accept-Encoding: identity"));
        }
    }

    // T8, X29
    void aLegalListMayBeLarge()
    {
        ScriptedServer server;
        QByteArray items;
        const QByteArray item =
            "{\"metadata\":{\"name\":\"n\"},\"data\":\"" + QByteArray(100'000, 'x') + "\"}";
        for (int i = 0; i < 2'000; ++i)
            items += (i > 0 ? "," : "") + item;
        server.reply = [&](const QByteArray &) {
            return ScriptedReply {ScriptedServer::jsonReply(
                "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[" + items + "]}")};
        };
        Peer peer(accessTo(server));
        Client client(*peer.transport);
        std::optional<base::Result<ListPage>> page;
        client.list(things, {}, [&](base::Result<ListPage> one) { page = std::move(one); });
        QTRY_VERIFY_WITH_TIMEOUT(page.has_value(), 60'000);
        QVERIFY(page->has_value());
        QCOMPARE((*page)->items.size(), std::size_t(2'000));
    }
};

QTEST_GUILESS_MAIN(TestHttpTransport)
#include "tst_httptransport.moc"
