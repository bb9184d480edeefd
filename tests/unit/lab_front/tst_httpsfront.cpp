// SPDX-License-Identifier: GPL-3.0-or-later
// The front on its sockets: docs/api-semantics.md A, H, I, N and O, docs/design.md D11.
#include "frontfixture.h"
#include "tlsclient.h"
#include "unzipped.h"

#include <QNetworkInterface>
#include <QRandomGenerator>
#include <QSemaphore>
#include <QTcpServer>
#include <QTest>

using namespace core;
using namespace core::lab::front;
using namespace std::chrono_literals;
using Type = api::WatchEvent::Type;

namespace {

const QByteArray thing = R"({"metadata":{"name":"a"}})";

api::JsonPtr parsed(const QByteArray &text)
{
    auto json = api::parseJson(text.toStdString());
    return json ? api::share(std::move(*json)) : nullptr;
}

QByteArray reasonIn(const HttpAnswer &answer)
{
    const auto status = parsed(answer.body);
    const auto reason = status ? api::textAt(*status, {"reason"}) : std::string_view();
    return {reason.data(), qsizetype(reason.size())};
}

/// What a browser can make a page send, each line a way in (T1).
QList<QByteArray> browserRequests(quint16 port)
{
    const QByteArray host = "Host: 127.0.0.1:" + QByteArray::number(port) + "\r\n";
    const QByteArray origin = "Origin: https://evil.example\r\n";
    QList<QByteArray> requests;
    for (const QByteArray &from : {QByteArray(), origin, QByteArray("Origin: null\r\n")}) {
        for (const char *type : {"application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                 "text/plain", "application/json"})
            requests << "POST /api/v1/things HTTP/1.1\r\n" + host + from + "Content-Type: " + type
                    + "\r\nContent-Length: 25\r\n\r\n" + thing;
        for (const char *target : {"/api/v1/things", "/api/v1/things?watch=1", "/", "/openapi/v2"})
            requests << QByteArray("GET ") + target + " HTTP/1.1\r\n" + host + from + "\r\n";
        requests << "OPTIONS /api/v1/things HTTP/1.1\r\n" + host + from
                + "Access-Control-Request-Method: PUT\r\n\r\n";
        requests << "GET /api/v1/namespaces/n/pods/p/exec HTTP/1.1\r\n" + host + from
                + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: "
                  "dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    }
    return requests;
}

} // namespace

class TestHttpsFront : public QObject
{
    Q_OBJECT

private slots:
    void aRequestReachesTheLabAndComesBack()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto created = client.ask(f.request("POST", "/api/v1/things?dryRun=x%20y",
            "Content-Type: application/json\r\nUser-Agent: my-app/1\r\nAccept: "
            "application/json;as=Table;v=v1;g=meta.k8s.io,application/json\r\n",
            thing));
        QCOMPARE(created.code, 201);
        QCOMPARE(created.body, thing);
        QVERIFY(created.head.contains("Cache-Control: no-cache, private\r\n")); // O2
        QVERIFY(!created.head.contains("Access-Control"));
        f.core.run([&] {
            QCOMPARE(f.server.last.path, std::string("/api/v1/things"));
            QCOMPARE(f.server.last.parameter("dryRun"), std::string_view("x y"));
            QCOMPARE(f.server.last.userAgent, std::string("my-app/1"));
            QVERIFY(f.server.last.accept.find("as=Table") != std::string::npos);
        });
        QCOMPARE(client.ask(f.request("GET", "/api/v1/things/a")).body, thing); // the same connection
        const auto list = parsed(client.ask(f.request("GET", "/api/v1/things")).body);
        QVERIFY(list);
        QCOMPARE(api::textAt(*list, {"kind"}), std::string_view("ThingList"));
        QCOMPARE(list->at("items").as_array().size(), std::size_t(1));
    }

    void yamlInAndOut()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto answer = client.ask(f.request("POST", "/api/v1/things",
            "Content-Type: application/yaml\r\nAccept: application/yaml\r\n", "metadata:\n  name: b\n"));
        QCOMPARE(answer.code, 201);
        QVERIFY(answer.head.contains("Content-Type: application/yaml\r\n"));
        QCOMPARE(answer.body.trimmed(), QByteArray("metadata:\n  name: b"));
    }

    void o3LargeAnswersComeAsGzip()
    {
        FrontFixture f;
        f.fill(300, 1000);
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto plain = client.ask(f.request("GET", "/api/v1/things", "Accept-Encoding: identity\r\n"));
        QVERIFY(plain.body.size() > 300'000);
        QVERIFY(!plain.head.contains("Content-Encoding"));
        const QByteArray gzip = "Accept-Encoding: deflate, gzip\r\n";
        const auto zipped = client.ask(f.request("GET", "/api/v1/things", gzip));
        QCOMPARE(zipped.code, 200);
        QVERIFY(zipped.head.contains("Content-Encoding: gzip\r\n"));
        QVERIFY(zipped.head.contains("Vary: Accept-Encoding\r\n"));
        QVERIFY(zipped.body.size() < plain.body.size() / 2);
        QVERIFY(unzipped(zipped.body) == plain.body);
        const auto small = client.ask(f.request("GET", "/api/v1/things/t1", gzip));
        QVERIFY(!small.head.contains("Content-Encoding"));
        QVERIFY(client.ask(f.request("GET", "/api/v1/things")).body == plain.body); // the same connection
    }

    void o3AWatchIsNoGzip()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto opened =
            client.ask(f.request("GET", "/api/v1/things?watch=1", "Accept-Encoding: gzip\r\n"));
        QVERIFY(!opened.head.contains("Content-Encoding"));
        f.fill(1, 200'000);
        const auto line = client.nextLine();
        QVERIFY(line && line->size() > 200'000);
    }

    void badBodies_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("A10: malformed JSON")
            << QByteArray() << QByteArray("{\"a\":") << 400 << QByteArray("BadRequest");
        QTest::newRow("A10: no body") << QByteArray() << QByteArray() << 400 << QByteArray("BadRequest");
        QTest::newRow("A10: only spaces")
            << QByteArray() << QByteArray("  ") << 400 << QByteArray("BadRequest");
        QTest::newRow("T7: too deep")
            << QByteArray() << QByteArray(5000, '[') << 400 << QByteArray("BadRequest");
        QTest::newRow("T6: a YAML bomb") << QByteArray("Content-Type: application/yaml\r\n")
                                         << QByteArray("a: &a [*a]") << 400 << QByteArray("BadRequest");
        QTest::newRow("A8: text/plain") << QByteArray("Content-Type: text/plain\r\n") << thing << 415
                                        << QByteArray("UnsupportedMediaType");
        QTest::newRow("A11: one byte too large")
            << QByteArray() << QByteArray(3'145'729, ' ') << 413 << QByteArray("RequestEntityTooLarge");
        QTest::newRow("A11: far too large")
            << QByteArray() << QByteArray(8'000'000, ' ') << 413 << QByteArray("RequestEntityTooLarge");
        QTest::newRow("O7: an unknown transfer coding")
            << QByteArray("Transfer-Encoding: zip\r\n") << thing << 400 << QByteArray("BadRequest");
    }

    void badBodies()
    {
        QFETCH(QByteArray, fields);
        QFETCH(QByteArray, body);
        QFETCH(int, code);
        QFETCH(QByteArray, reason);
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto answer = client.ask(f.request("POST", "/api/v1/things", fields, body));
        QCOMPARE(answer.code, code);
        QCOMPARE(reasonIn(answer), reason);
        QCOMPARE(f.server.calls.load(), 0);
    }

    void o7BodiesOfReadsAreIgnored()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("GET", "/api/v1/things", {}, "no JSON")).code, 200);
        const QByteArray text = "Content-Type: text/plain\r\n";
        QCOMPARE(client.ask(f.request("GET", "/api/v1/things", text, "x")).code, 200);
    }

    void a11TheLargestBodyPasses()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const QByteArray body = "{\"a\":\"" + QByteArray(3'145'728 - 8, 'x') + "\"}";
        QCOMPARE(client.ask(f.request("POST", "/api/v1/things", {}, body)).code, 201);
    }

    void a11ChunkedBodiesAreBoundedToo()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QByteArray bytes = f.request("POST", "/api/v1/things", "Transfer-Encoding: chunked\r\n");
        for (int i = 0; i < 40; ++i)
            bytes += "186A0\r\n" + QByteArray(100'000, ' ') + "\r\n";
        QCOMPARE(client.ask(bytes).code, 413);
        QCOMPARE(f.server.calls.load(), 0);
    }

    void o7ChunkedBodyInPieces()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        client.write(f.request("POST", "/api/v1/things", "Transfer-Encoding: chunked\r\n"));
        for (const char c : thing) {
            client.write(QByteArray("1\r\n") + c + "\r\n");
            client.socket().waitForBytesWritten();
        }
        QCOMPARE(client.ask("0\r\n\r\n").body, thing);
    }

    void o7ExpectContinue()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const QByteArray whole = f.request("POST", "/api/v1/things", "Expect: 100-continue\r\n", thing);
        QCOMPARE(client.ask(whole.chopped(thing.size())).code, 100);
        QCOMPARE(client.ask(thing).code, 201);
    }

    void o7PipelinedRequestsAreAnsweredInOrder()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QByteArray bytes;
        for (int i = 0; i < 50; ++i)
            bytes += f.request("PUT", "/api/v1/things/x", {}, "{\"n\":" + QByteArray::number(i) + "}");
        client.write(bytes);
        for (int i = 0; i < 50; ++i)
            QCOMPARE(client.next().body, "{\"n\":" + QByteArray::number(i) + "}");
    }

    void o7HeadsAreBounded_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::newRow("one long line") << "X: " + QByteArray(70'000, 'x') + "\r\n";
        QTest::newRow("many lines") << QByteArray("X-Line: y\r\n").repeated(7'000);
    }

    void o7HeadsAreBounded()
    {
        QFETCH(QByteArray, fields);
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("GET", "/healthz", fields)).code, 431);
    }

    void a2HeadHasNoBody()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("HEAD", "/api/v1/things/none")).code, 404);
        QCOMPARE(client.ask(f.request("GET", "/healthz")).body, QByteArray("ok"));
        QCOMPARE(client.ask(f.request("BREW", "/api/v1/things")).code, 405);
    }

    void o7NoiseIsAnsweredOrEndedAndHarmsNobody()
    {
        FrontFixture f;
        QRandomGenerator dice(7);
        const QByteArray good = f.request("POST", "/api/v1/things", {}, thing);
        for (int round = 0; round < 60; ++round) {
            QByteArray bytes = good;
            for (int i = 0; i < 1 + round % 8; ++i)
                bytes[dice.bounded(bytes.size())] = char(dice.bounded(256));
            TlsClient client(f.front->port(), f.credentials.caPem);
            client.write(bytes + "\r\n\r\n");
            const int code = client.next(50).code;
            QVERIFY(code == 0 || code == 201 || (code >= 400 && code < 500));
        }
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(good).code, 201);
    }

    void t1NoBrowserGetsIn()
    {
        FrontFixture f;
        const auto requests = browserRequests(f.front->port());
        QCOMPARE(requests.size(), 30);
        for (const QByteArray &request : requests) {
            TlsClient client(f.front->port(), f.credentials.caPem);
            const auto answer = client.ask(request);
            QVERIFY2(answer.code == 401 || answer.code == 403, request.constData());
            QVERIFY(!answer.head.contains("Access-Control"));
            QVERIFY(!answer.head.contains("Set-Cookie"));
        }
        QCOMPARE(f.server.calls.load(), 0);
        QCOMPARE(f.server.openWatches.load(), 0);
    }

    void t2HostOverTheWire_data()
    {
        QTest::addColumn<QByteArray>("hosts");
        QTest::addColumn<int>("code");
        QTest::newRow("O6: evil.example") << QByteArray("Host: evil.example\r\n") << 403;
        QTest::newRow("missing") << QByteArray() << 400;
        QTest::newRow("doubled") << QByteArray("Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\n") << 400;
        QTest::newRow("ours") << QByteArray("Host: localhost:PORT\r\n") << 200;
    }

    void t2HostOverTheWire()
    {
        QFETCH(QByteArray, hosts);
        QFETCH(int, code);
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        hosts.replace("PORT", QByteArray::number(f.front->port()));
        QCOMPARE(client.ask("GET /healthz HTTP/1.1\r\n" + hosts + "\r\n").code, code);
    }

    void t3OnlyLoopbackListens()
    {
        FrontFixture f;
        for (const QHostAddress &address : QNetworkInterface::allAddresses()) {
            if (address.isLoopback() || address.protocol() != QAbstractSocket::IPv4Protocol)
                continue;
            QTcpSocket socket;
            socket.connectToHost(address, f.front->port());
            QVERIFY(!socket.waitForConnected(2'000));
        }
    }

    void o1PlainHttpIsTold()
    {
        FrontFixture f;
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, f.front->port());
        QVERIFY(socket.waitForConnected());
        socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
        while (socket.waitForReadyRead(2'000)) { }
        QVERIFY(socket.readAll().startsWith("HTTP/1.0 400"));
    }

    void oldTlsIsRefused()
    {
        FrontFixture f;
        QSslSocket socket;
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        tls.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(f.credentials.caPem)));
        QT_WARNING_PUSH
        QT_WARNING_DISABLE_DEPRECATED
        tls.setProtocol(QSsl::TlsV1_1);
        QT_WARNING_POP
        socket.setSslConfiguration(tls);
        socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), f.front->port());
        QVERIFY(!socket.waitForEncrypted(2'000));
    }

    void d11AnAnswerWaitsForTheDisk()
    {
        FrontFixture f;
        f.front.reset();
        f.core.run([&] {
            f.front = std::move(*HttpsFront::start({.credentials = f.credentials}, f.server.localServer(),
                [&f](std::function<void()> function) { f.core.post(std::move(function)); }));
        });
        TlsClient writer(f.front->port(), f.credentials.caPem);
        TlsClient watcher(f.front->port(), f.credentials.caPem);
        QCOMPARE(watcher.ask(f.request("GET", "/api/v1/things?watch=1")).code, 200);
        writer.write(f.request("POST", "/api/v1/things", {}, thing));
        QTRY_COMPARE(f.server.calls.load(), 1);
        QCOMPARE(writer.next(100).code, 0);
        QVERIFY(!watcher.nextLine(50));
        f.front->setCommitted(1);
        QCOMPARE(writer.next().code, 201);
        QCOMPARE(*watcher.nextLine(), "{\"type\":\"ADDED\",\"object\":" + thing + "}");
    }

    void h10AWatchStreamsLines()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto opened = client.ask(f.request("GET", "/api/v1/things?watch=true"));
        QCOMPARE(opened.code, 200); // before any event
        QVERIFY(opened.head.contains("Transfer-Encoding: chunked\r\n"));
        const api::JsonPtr object = parsed(thing);
        f.core.run([&] {
            f.server.emitToAll({{Type::Added, object, 1}, {Type::Modified, object, 2}});
            f.server.emitToAll({{Type::Deleted, object, 3}, {Type::Bookmark, object, 4}});
        });
        for (const char *type : {"ADDED", "MODIFIED", "DELETED", "BOOKMARK"})
            QCOMPARE(*client.nextLine(), QByteArray("{\"type\":\"") + type + "\",\"object\":" + thing + "}");
        f.core.run([&] { f.server.sinks.begin()->second.closed({}); });
        QCOMPARE(*client.nextLine(), QByteArray("end"));
        QTRY_COMPARE(f.server.openWatches.load(), 0);
    }

    void h7BookmarksComeInRealTime()
    {
        FrontFixture f({.bookmarkTime = 100ms}); // whose server has no time of its own, like a paused lab
        TlsClient asked(f.front->port(), f.credentials.caPem);
        TlsClient notAsked(f.front->port(), f.credentials.caPem);
        QCOMPARE(asked.ask(f.request("GET", "/api/v1/things?watch=1&allowWatchBookmarks=true")).code, 200);
        QCOMPARE(notAsked.ask(f.request("GET", "/api/v1/things?watch=1")).code, 200);
        for (int i = 0; i < 2; ++i)
            QCOMPARE(*asked.nextLine(), QByteArray(R"({"type":"BOOKMARK","object":{"kind":"Thing"}})"));
        QVERIFY(!notAsked.nextLine(100));
    }

    void h4AnExpiredWatchSaysSoInTheStream()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("GET", "/api/v1/things?watch=1&resourceVersion=1")).code, 200);
        f.core.run([&] {
            f.server.sinks.begin()->second.closed(base::Error {base::ErrorKind::Gone, "too old", {}});
        });
        const auto event = parsed(*client.nextLine());
        QVERIFY(event);
        QCOMPARE(api::textAt(*event, {"type"}), std::string_view("ERROR"));
        QCOMPARE(api::textAt(*event, {"object", "kind"}), std::string_view("Status"));
        QCOMPARE(api::textAt(*event, {"object", "reason"}), std::string_view("Expired"));
        QCOMPARE(api::integerAt(*event, {"object", "code"}), std::optional<std::int64_t>(410));
        QCOMPARE(*client.nextLine(), QByteArray("end"));
    }

    void h8ARefusedWatchIsAnOrdinaryAnswer()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        const auto answer = client.ask(f.request("GET", "/api/v1/things?watch=1&resourceVersion=garbage"));
        QCOMPARE(answer.code, 400);
        QCOMPARE(reasonIn(answer), QByteArray("BadRequest"));
        QCOMPARE(client.ask(f.request("GET", "/healthz")).code, 200);
    }

    void aWatcherWhoLeavesIsForgotten()
    {
        FrontFixture f;
        {
            TlsClient client(f.front->port(), f.credentials.caPem);
            QCOMPARE(client.ask(f.request("GET", "/api/v1/things?watch=1")).code, 200);
            QCOMPARE(f.server.openWatches.load(), 1);
        }
        QTRY_COMPARE(f.server.openWatches.load(), 0);
    }

    void h14AReaderWhoDoesNotReadDelaysNobody()
    {
        FrontFixture f({.watchBacklogBytes = 256 * 1024});
        TlsClient stuck(f.front->port(), f.credentials.caPem);
        TlsClient alive(f.front->port(), f.credentials.caPem);
        stuck.socket().setReadBufferSize(1024);
        for (TlsClient *client : {&stuck, &alive})
            QCOMPARE(client->ask(f.request("GET", "/api/v1/things?watch=1")).code, 200);
        const QByteArray big = "{\"x\":\"" + QByteArray(60'000, 'x') + "\"}";
        const api::JsonPtr object = parsed(big);
        for (int i = 1; f.server.openWatches == 2 && i < 700; ++i) { // H14: the oracle was given 700 × 60 KB
            f.core.run([&] { f.server.emitToAll({{Type::Modified, object, std::uint64_t(i)}}); });
            QVERIFY(alive.nextLine());
        }
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        f.core.run([&] { f.server.emitToAll({{Type::Modified, object, 1000}}); });
        QVERIFY(alive.nextLine());
    }

    void i6TooManyInFlight_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("target");
        QTest::newRow("reads") << QByteArray("GET") << QByteArray("/api/v1/things");
        QTest::newRow("writes") << QByteArray("PUT") << QByteArray("/api/v1/things/a");
        QTest::newRow("watches") << QByteArray("GET") << QByteArray("/api/v1/things?watch=1");
    }

    void i6TooManyInFlight()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, target);
        FrontFixture f({.mostReads = 2, .mostWrites = 2, .mostWatches = 2});
        std::vector<std::unique_ptr<TlsClient>> clients;
        for (int i = 0; i < 3; ++i)
            clients.push_back(std::make_unique<TlsClient>(f.front->port(), f.credentials.caPem));
        const QByteArray body = method == "PUT" ? thing : QByteArray();
        QSemaphore hold;
        f.core.post([&hold] { hold.acquire(); }); // the core thread is busy
        for (int i = 0; i < 2; ++i)
            clients[size_t(i)]->write(f.request(method, target, {}, body));
        HttpAnswer refused;
        QTRY_VERIFY((refused = clients[2]->ask(f.request(method, target, {}, body))).code == 429
            || (hold.release(), false));
        hold.release();
        QVERIFY(refused.head.contains("\r\nRetry-After: 1\r\n")); // I5
        QCOMPARE(reasonIn(refused), QByteArray("TooManyRequests"));
        for (int i = 0; i < 2; ++i)
            QCOMPARE(clients[size_t(i)]->next().code, 200);
        if (!target.contains("watch"))
            QCOMPARE(clients[2]->ask(f.request(method, target, {}, body)).code, 200);
    }

    void t19WhoeverDawdlesIsCutOff_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("says nothing") << QByteArray();
        QTest::newRow("half a head") << QByteArray("GET /healthz HTTP/1.1\r\nHost:");
        QTest::newRow("half a body") << QByteArray("BODY");
        QTest::newRow("rests too long") << QByteArray("IDLE");
    }

    void t19WhoeverDawdlesIsCutOff()
    {
        QFETCH(QByteArray, bytes);
        FrontFixture f({.headTime = 200ms, .bodyTime = 200ms, .idleTime = 200ms});
        TlsClient client(f.front->port(), f.credentials.caPem);
        if (bytes == "BODY")
            client.write(f.request("POST", "/api/v1/things", {}, thing).chopped(3));
        else if (bytes == "IDLE")
            QCOMPARE(client.ask(f.request("GET", "/healthz")).code, 200);
        else
            client.write(bytes);
        QVERIFY(client.waitForEnd());
    }

    void t19ASilentConnectionWithoutTlsIsCutOff()
    {
        FrontFixture f({.headTime = 200ms});
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, f.front->port());
        QVERIFY(socket.waitForConnected());
        QVERIFY(socket.waitForDisconnected(5'000));
    }

    void t19SlowConnectionsLeaveOthersAlone()
    {
        FrontFixture f;
        std::vector<std::unique_ptr<QTcpSocket>> slow;
        for (int i = 0; i < 200; ++i) {
            slow.push_back(std::make_unique<QTcpSocket>());
            slow.back()->connectToHost(QHostAddress::LocalHost, f.front->port());
            QVERIFY(slow.back()->waitForConnected());
            slow.back()->write("\x16\x03\x01"); // the beginning of a handshake
            slow.back()->flush();
        }
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("GET", "/healthz")).code, 200);
    }

    void o4AnAnswerThatDoesNotComeIsATimeout()
    {
        FrontFixture f({.bodyTime = 200ms});
        TlsClient client(f.front->port(), f.credentials.caPem);
        QSemaphore hold;
        f.core.post([&hold] { hold.acquire(); });
        const auto answer = client.ask(f.request("GET", "/api/v1/things"));
        hold.release();
        QCOMPARE(answer.code, 504);
        QCOMPARE(reasonIn(answer), QByteArray("Timeout"));
        QCOMPARE(
            client.ask(f.request("GET", "/healthz")).body, QByteArray("ok")); // the late answer is dropped
    }

    void h15StoppingEndsStreamsAtAnEvent()
    {
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("GET", "/api/v1/things?watch=1")).code, 200);
        const api::JsonPtr object = parsed(thing);
        f.core.run([&] { f.server.emitToAll({{Type::Added, object, 1}}); });
        QVERIFY(client.nextLine());
        QElapsedTimer timer;
        timer.start();
        f.stop();
        QVERIFY(timer.elapsed() < 2'000);
        QCOMPARE(f.server.openWatches.load(), 0);
        QCOMPARE(*client.nextLine(), QByteArray("end"));
        QVERIFY(client.waitForEnd());
    }

    void aTakenPortIsAnError()
    {
        FrontFixture f;
        f.core.run([&] {
            const auto second = HttpsFront::start({.port = f.front->port(), .credentials = f.credentials},
                f.server.localServer(), [](const std::function<void()> &) {});
            QVERIFY(!second);
            QVERIFY(
                QString::fromStdString(second.error().message).contains(QString::number(f.front->port())));
        });
    }
};

QTEST_GUILESS_MAIN(TestHttpsFront)
#include "tst_httpsfront.moc"
