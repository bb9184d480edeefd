// SPDX-License-Identifier: GPL-3.0-or-later
// Requests and watches over HTTPS: docs/design.md D8, docs/api-semantics.md H4.
#include "core/client/client.h"
#include "transportpeer.h"

#include <set>

using namespace transporttest;
using namespace std::chrono_literals;
using Type = api::WatchEvent::Type;

namespace {

api::Json thing(std::string_view name)
{
    return api::JsonObject {{"metadata", api::JsonObject {{"name", name}}}};
}

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
        Peer later(accessTo(f));
        bool isAnswered = false;
        later.transport->send(
            std::make_shared<api::Request>(get("/healthz")), [&](const auto &) { isAnswered = true; });
        QTRY_VERIFY(isAnswered);
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
};

QTEST_GUILESS_MAIN(TestHttpTransport)
#include "tst_httptransport.moc"
