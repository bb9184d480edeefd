// SPDX-License-Identifier: GPL-3.0-or-later
// Servers that go, fall silent, answer in part or in excess (docs/faults-and-threats.md).
#include "core/client/client.h"
#include "transportpeer.h"

#include <QElapsedTimer>
#include <QRegularExpression>

using namespace transporttest;
using namespace std::chrono_literals;

namespace {

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

class TestHttpFaults : public QObject
{
    Q_OBJECT

private slots:
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

QTEST_GUILESS_MAIN(TestHttpFaults)
#include "tst_httpfaults.moc"
