// SPDX-License-Identifier: GPL-3.0-or-later
// The front in HTTP/2: docs/api-semantics.md A, H, I, O9, docs/faults-and-threats.md T19.
#include "frontfixture.h"
#include "http2client.h"
#include "unzipped.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QSemaphore>
#include <QTest>

using namespace core;
using namespace core::lab::front;
using namespace std::chrono_literals;
using Type = api::WatchEvent::Type;

namespace {

const QByteArray thing = R"({"metadata":{"name":"a"}})";

Http2Client::Fields fields(
    const FrontFixture &f, std::string method, std::string path, const Http2Client::Fields &more = {})
{
    Http2Client::Fields all {{":method", std::move(method)}, {":scheme", "https"},
        {":authority", "127.0.0.1:" + std::to_string(f.front->port())}, {":path", std::move(path)},
        {"authorization", "Bearer " + f.credentials.token}};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

api::JsonPtr object(qsizetype size)
{
    return api::share(api::JsonObject {{"x", std::string(size_t(size), 'x')}});
}

} // namespace

class TestHttp2 : public QObject
{
    Q_OBJECT

private slots:
    void clientsChooseIt()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.protocol(), QByteArray("h2")); // O1
        const auto created =
            client.ask(fields(f, "POST", "/api/v1/things?dryRun=x%20y",
                           {{"content-type", "application/json"}, {"user-agent", "my-app/1"}}),
                thing);
        QCOMPARE(created.code, 201);
        QCOMPARE(created.body, thing);
        QVERIFY(created.ended);
        QCOMPARE(created.fields["content-type"], QByteArray("application/json"));
        QCOMPARE(created.fields["cache-control"], QByteArray("no-cache, private")); // O2
        QCOMPARE(created.fields["content-length"], QByteArray::number(thing.size()));
        f.core.run([&] {
            QCOMPARE(f.server.last.path, std::string("/api/v1/things"));
            QCOMPARE(f.server.last.parameter("dryRun"), std::string_view("x y"));
            QCOMPARE(f.server.last.userAgent, std::string("my-app/1"));
        });
        QCOMPARE(client.ask(fields(f, "GET", "/api/v1/things/a")).body, thing);
        const auto head = client.ask(fields(f, "HEAD", "/api/v1/things/a"));
        QCOMPARE(head.code, 404); // of this small server
        QCOMPARE(head.body, QByteArray());
    }

    void o3LargeAnswersComeAsGzip()
    {
        FrontFixture f;
        f.fill(300, 1000);
        Http2Client client(f.front->port(), f.credentials.caPem);
        const auto plain = client.ask(fields(f, "GET", "/api/v1/things", {{"accept-encoding", "gzip;q=0"}}));
        QVERIFY(plain.body.size() > 300'000);
        QVERIFY(!plain.fields.contains("content-encoding"));
        const auto zipped = client.ask(fields(f, "GET", "/api/v1/things", {{"accept-encoding", "gzip"}}));
        QCOMPARE(zipped.fields["content-encoding"], QByteArray("gzip"));
        QCOMPARE(zipped.fields["vary"], QByteArray("Accept-Encoding"));
        QCOMPARE(zipped.fields["content-length"], QByteArray::number(zipped.body.size()));
        QVERIFY(unzipped(zipped.body) == plain.body);
    }

    void manyRequestsAtATime()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(fields(f, "PUT", "/api/v1/things/a"), thing).code, 200);
        QSemaphore hold;
        f.core.post([&hold] { hold.acquire(); }); // none is answered before all were asked
        std::vector<std::int32_t> asked;
        for (int i = 0; i < 100; ++i)
            asked.push_back(client.send(fields(f, "GET", "/api/v1/things/a")));
        hold.release();
        for (const std::int32_t id : asked)
            QCOMPARE(client.wait(id).body, thing);
    }

    void whoMayAsk_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<int>("code");
        QTest::newRow("N1: no token") << QByteArray("authorization") << QByteArray() << 401;
        QTest::newRow("N1: another token") << QByteArray("authorization") << QByteArray("Bearer x") << 401;
        QTest::newRow("O6: another host") << QByteArray(":authority") << QByteArray("evil.example") << 403;
        QTest::newRow("T1: a page of a browser")
            << QByteArray("origin") << QByteArray("https://evil.example") << 403;
        QTest::newRow("O6: two hosts") << QByteArray("host") << QByteArray("evil.example") << 400;
        QTest::newRow("A2: a method that is none") << QByteArray(":method") << QByteArray("BREW") << 405;
    }

    void whoMayAsk()
    {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, value);
        QFETCH(int, code);
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        auto list = fields(f, "GET", "/api/v1/things");
        const std::string name = field.toStdString();
        const auto held = std::ranges::find(list, name, &std::pair<std::string, std::string>::first);
        if (held == list.end())
            list.emplace_back(name, value.toStdString());
        else if (value.isEmpty())
            list.erase(held);
        else
            held->second = value.toStdString();
        QCOMPARE(client.ask(list).code, code);
        QCOMPARE(f.server.calls.load(), 0);
        QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200); // the connection goes on
    }

    void bodies_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<int>("code");
        const qsizetype most = 3'145'728;
        QTest::newRow("A11: the largest")
            << QByteArray("{\"a\":\"" + QByteArray(most - 8, 'x') + "\"}") << 201;
        QTest::newRow("A11: one byte too large") << QByteArray(most + 1, ' ') << 413;
        QTest::newRow("A11: far too large") << QByteArray(8'000'000, ' ') << 413;
        QTest::newRow("A10: malformed JSON") << QByteArray("{\"a\":") << 400;
        QTest::newRow("A10: no body") << QByteArray() << 400;
    }

    void bodies()
    {
        QFETCH(QByteArray, body);
        QFETCH(int, code);
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        const std::int32_t id = client.send(fields(f, "POST", "/api/v1/things"), body);
        QCOMPARE(client.wait(id).code, code);
        QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200);
    }

    void o9WhoIsAnsweredNeedNotSendTheRest()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        const std::int32_t id =
            client.send(fields(f, "POST", "/api/v1/nowhere", {{"content-type", "text/plain"}}), "x", true);
        QTRY_COMPARE(client.seen(id).code, 415);
        QTRY_VERIFY(client.seen(id).ended);
        QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200);
    }

    void aTooLargeHead()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        const auto refused = client.ask(fields(f, "GET", "/healthz", {{"x-much", std::string(70'000, 'x')}}));
        QVERIFY(refused.code == 431 || refused.reset || !client.isOpen()); // O7
        Http2Client other(f.front->port(), f.credentials.caPem);
        QCOMPARE(other.ask(fields(f, "GET", "/healthz")).code, 200);
    }

    void manyWatchesOnOneConnection()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        std::vector<std::int32_t> watches;
        for (int i = 0; i < 100; ++i)
            watches.push_back(client.send(fields(f, "GET", "/api/v1/things?watch=1")));
        QTRY_COMPARE(f.server.openWatches.load(), 100);
        QCOMPARE(client.ask(fields(f, "PUT", "/api/v1/things/a"), thing).code, 200); // beside them
        const QByteArray line = "{\"type\":\"ADDED\",\"object\":" + thing + "}\n";
        for (const std::int32_t id : watches)
            QTRY_COMPARE(client.seen(id).body, line);
        client.reset(watches.front());
        QTRY_COMPARE(f.server.openWatches.load(), 99);
        f.core.run([&] {
            for (const auto &[id, sink] : f.server.sinks)
                sink.closed(std::nullopt);
        });
        for (std::size_t i = 1; i < watches.size(); ++i)
            QVERIFY(client.wait(watches[i]).ended);
        QTRY_COMPARE(f.server.openWatches.load(), 0);
        QCOMPARE(client.ask(fields(f, "GET", "/api/v1/things?watch=1&resourceVersion=garbage")).code, 400);
    }

    void linesWaitForTheDisk()
    {
        FrontFixture f;
        f.core.run([&] { f.front.reset(); });
        f.core.run([&] {
            f.front = std::move(
                *HttpsFront::start({.credentials = f.credentials, .limits = {}}, f.server.localServer(),
                    [&f](std::function<void()> function) { f.core.post(std::move(function)); }));
        });
        Http2Client client(f.front->port(), f.credentials.caPem);
        const std::int32_t watch = client.send(fields(f, "GET", "/api/v1/things?watch=1"));
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        const std::int32_t put = client.send(fields(f, "PUT", "/api/v1/things/a"), thing);
        QTRY_COMPARE(f.server.calls.load(), 1);
        QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200);
        QCOMPARE(client.seen(watch).body, QByteArray());
        QCOMPARE(client.seen(put).code, 0);
        f.front->setCommitted(1);
        QCOMPARE(client.wait(put).code, 200);
        QTRY_VERIFY(client.seen(watch).body.contains("ADDED"));
    }

    void h14AReaderWhoDoesNotReadDelaysNobody()
    {
        FrontFixture f({.watchBacklogBytes = 256 * 1024});
        Http2Client stuck(f.front->port(), f.credentials.caPem, {.windowBytes = 0, .takesData = false});
        Http2Client alive(f.front->port(), f.credentials.caPem);
        const std::int32_t stalled = stuck.send(fields(f, "GET", "/api/v1/things?watch=1"));
        const std::int32_t read = alive.send(fields(f, "GET", "/api/v1/things?watch=1"));
        QTRY_COMPARE(f.server.openWatches.load(), 2);
        const auto big = object(60'000);
        qsizetype seen = 0;
        for (int i = 1; f.server.openWatches == 2 && i < 700; ++i) {
            f.core.run([&] { f.server.emitToAll({{Type::Modified, big, std::uint64_t(i)}}); });
            QTRY_VERIFY(alive.seen(read).body.size() > seen);
            seen = alive.seen(read).body.size();
        }
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        QTRY_VERIFY(stuck.seen(stalled).reset.has_value());
        QVERIFY(stuck.isOpen()); // of its streams that one was torn off
    }

    void i6TooManyInFlight()
    {
        FrontFixture f({.mostReads = 2});
        Http2Client client(f.front->port(), f.credentials.caPem);
        QSemaphore hold;
        f.core.post([&hold] { hold.acquire(); });
        std::vector<std::int32_t> ids;
        for (int i = 0; i < 3; ++i)
            ids.push_back(client.send(fields(f, "GET", "/healthz")));
        const auto refused = client.wait(ids.back());
        hold.release();
        QCOMPARE(refused.code, 429);
        QCOMPARE(refused.fields["retry-after"], QByteArray("1"));
        QCOMPARE(client.wait(ids[0]).code, 200);
        QCOMPARE(client.wait(ids[1]).code, 200);
        QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200);
    }

    void t19WhoeverDawdlesIsCutOff_data()
    {
        QTest::addColumn<QString>("what");
        for (const char *what : {"nothing", "no end of a body", "rests", "noise"})
            QTest::newRow(what) << QString::fromLatin1(what);
    }

    void t19WhoeverDawdlesIsCutOff()
    {
        QFETCH(QString, what);
        FrontFixture f({.headTime = 200ms, .bodyTime = 200ms, .idleTime = 200ms});
        Http2Client client(f.front->port(), f.credentials.caPem);
        if (what == QLatin1String("no end of a body")) {
            const std::int32_t id = client.send(fields(f, "POST", "/api/v1/things"), "{", true);
            QVERIFY(client.wait(id).reset.has_value());
        } else if (what == QLatin1String("rests")) {
            QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200);
        } else if (what == QLatin1String("noise")) {
            client.writeRaw(QByteArray(2000, '\xff'));
        }
        QVERIFY(client.waitForEnd());
    }

    void t19StreamsThatComeAndGo()
    {
        FrontFixture f;
        const quint32 seed = QRandomGenerator::global()->generate();
        qInfo("seed %u", seed);
        QRandomGenerator random(seed);
        Http2Client client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(fields(f, "PUT", "/api/v1/things/a"), thing).code, 200);
        std::vector<std::int32_t> left;
        for (int i = 0; i < 3000; ++i) {
            const char *path = random.bounded(2) ? "/api/v1/things" : "/api/v1/things?watch=1";
            const std::int32_t id = client.send(fields(f, "GET", path));
            if (random.bounded(8) == 0)
                left.push_back(id);
            else
                client.reset(id);
            if (left.size() > 20) {
                client.seen(left.front());
                client.reset(left.front());
                left.erase(left.begin());
            }
        }
        QVERIFY(client.isOpen()); // O9
        for (const std::int32_t id : left)
            client.reset(id);
        client.seen(left.empty() ? 1 : left.back());
        QTRY_COMPARE_WITH_TIMEOUT(f.server.openWatches.load(), 0, 20'000);
        Http2Client next(f.front->port(), f.credentials.caPem);
        QCOMPARE(next.ask(fields(f, "GET", "/api/v1/things/a")).body, thing);
    }

    void t19WhoAsksAndLeavesCostsNoWork()
    {
        FrontFixture f({.mostReads = 20});
        Http2Client client(f.front->port(), f.credentials.caPem);
        QSemaphore hold;
        f.core.post([&hold] { hold.acquire(); });
        for (int i = 0; i < 100; ++i)
            client.reset(client.send(fields(f, "GET", i % 2 ? "/api/v1/things" : "/api/v1/things?watch=1")));
        client.reset(client.send(fields(f, "PUT", "/api/v1/things/a"), thing));
        const auto refused = client.ask(fields(f, "GET", "/healthz"));
        hold.release();
        QCOMPARE(refused.code, 429); // those that the lab has not got rid of count
        const auto isServed = [&] { return client.ask(fields(f, "GET", "/healthz")).code == 200; };
        QTRY_VERIFY(isServed());
        QCOMPARE(client.ask(fields(f, "GET", "/api/v1/things/a")).body, thing); // what was sent is written
        QVERIFY2(f.server.calls < 10, qPrintable(QString::number(f.server.calls)));
        QTRY_COMPARE(f.server.openWatches.load(), 0);
    }

    void t19AnswersThatNobodyReadsAreBounded()
    {
        FrontFixture f({.heldBytes = 20'000'000, .stallTime = 300ms});
        f.fill(100, 100'000); // 10 MB
        Http2Client deaf(f.front->port(), f.credentials.caPem, {.windowBytes = 0, .takesData = false});
        std::vector<std::int32_t> lists;
        for (int i = 0; i < 20; ++i)
            lists.push_back(deaf.send(fields(f, "GET", "/api/v1/things")));
        Http2Client other(f.front->port(), f.credentials.caPem);
        for (int i = 0; i < 200; ++i)
            QCOMPARE(other.ask(fields(f, "GET", "/api/v1/things/t1")).code, 200);
        const auto whole = other.wait(other.send(fields(f, "GET", "/api/v1/things")), 60'000);
        QCOMPARE(whole.code, 200); // they have given way
        QVERIFY(whole.body.size() > 10'000'000);
        const auto isTornOff = [&](std::int32_t id) { return deaf.seen(id).reset.has_value(); };
        QTRY_VERIFY(std::ranges::any_of(lists, isTornOff));
        QVERIFY(deaf.isOpen());
    }

    void t19HalfSentBodiesAreBounded()
    {
        FrontFixture f({.heldBytes = 20'000'000, .stallTime = 300ms});
        Http2Client sender(f.front->port(), f.credentials.caPem);
        for (int i = 0; i < 20; ++i)
            sender.send(fields(f, "POST", "/api/v1/things", {{"content-length", "3000000"}}),
                QByteArray(2'900'000, ' '), true);
        Http2Client other(f.front->port(), f.credentials.caPem);
        QCOMPARE(other.ask(fields(f, "POST", "/api/v1/things"), thing).code, 201);
        const QByteArray large =
            "{\"metadata\":{\"name\":\"large\"},\"x\":\"" + QByteArray(500'000, 'x') + "\"}";
        QTRY_COMPARE_WITH_TIMEOUT(
            (sender.seen(1), other.ask(fields(f, "POST", "/api/v1/things"), large).code), 201, 20'000);
    }

    void t19Pings()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(fields(f, "GET", "/healthz")).code, 200);
        for (int i = 0; i < 20'000 && client.isOpen(); ++i)
            client.ping();
        Http2Client other(f.front->port(), f.credentials.caPem);
        QCOMPARE(other.ask(fields(f, "GET", "/healthz")).code, 200);
    }

    void t19WhoLeavesInTheMiddle()
    {
        FrontFixture f;
        for (int i = 0; i < 20; ++i) {
            Http2Client client(f.front->port(), f.credentials.caPem);
            for (int j = 0; j < 20; ++j)
                client.send(fields(f, "GET", j % 2 ? "/api/v1/things?watch=1" : "/api/v1/things"));
            client.send(fields(f, "POST", "/api/v1/things"), "{", true);
        }
        QTRY_COMPARE(f.server.openWatches.load(), 0);
    }

    void theFrontEndsInGoodOrder()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        const std::int32_t watch = client.send(fields(f, "GET", "/api/v1/things?watch=1"));
        QTRY_COMPARE(f.server.openWatches.load(), 1);
        QElapsedTimer timer;
        timer.start();
        f.stop();
        QVERIFY(client.waitForEnd());
        QVERIFY(client.seen(watch).ended);
        QCOMPARE(client.goneAway(), std::optional<std::uint32_t>(NGHTTP2_NO_ERROR));
    }
};

QTEST_GUILESS_MAIN(TestHttp2)
#include "tst_http2.moc"
