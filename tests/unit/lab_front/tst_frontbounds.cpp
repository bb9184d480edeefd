// SPDX-License-Identifier: GPL-3.0-or-later
// What clients that mean no good, or read nothing, can cost the front and those beside them.

#include "core/api/yaml.h"
#include "frontfixture.h"
#include "tlsclient.h"

#include <QFile>
#include <QRegularExpression>
#include <QTcpSocket>
#include <QTest>

#include <algorithm>

using namespace core;
using namespace core::lab::front;
using namespace std::chrono_literals;

namespace {

using Clients = std::vector<std::unique_ptr<TlsClient>>;

/// Resident memory of this process, in MB.
qint64 memory()
{
    QFile file(QStringLiteral("/proc/self/status"));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    static const QRegularExpression resident(QStringLiteral("VmRSS:\\s+(\\d+) kB"));
    return resident.match(QString::fromUtf8(file.readAll())).captured(1).toLongLong() / 1024;
}

std::unique_ptr<TlsClient> connected(const FrontFixture &f)
{
    return std::make_unique<TlsClient>(f.front->port(), f.credentials.caPem);
}

/// Reads nothing of what comes.
std::unique_ptr<TlsClient> deaf(const FrontFixture &f)
{
    auto client = connected(f);
    client->socket().setReadBufferSize(1);
    return client;
}

/// How long each of so many small requests takes, in milliseconds, sorted.
std::vector<qint64> timesOf(TlsClient &client, const QByteArray &request, int count)
{
    std::vector<qint64> times;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer timer;
        timer.start();
        if (client.ask(request).code != 200)
            return {};
        times.push_back(timer.elapsed());
    }
    std::ranges::sort(times);
    return times;
}

QByteArray numbers(const std::vector<qint64> &times)
{
    return times.empty() ? QByteArray("a request failed")
                         : "p99 " + QByteArray::number(times[times.size() * 99 / 100]) + " ms, worst "
            + QByteArray::number(times.back()) + " ms";
}

} // namespace

class TestFrontBounds : public QObject
{
    Q_OBJECT

private slots:
    // T19
    void bodiesOfManyMarksAreRefused_data()
    {
        QTest::addColumn<QByteArray>("start");
        QTest::addColumn<QByteArray>("piece");
        QTest::newRow("one chunk extension") << QByteArray("5;") << QByteArray(60'000, 'x');
        QTest::newRow("many chunk extensions") << QByteArray() << "1;" + QByteArray(8'000, 'x') + "\r\nx\r\n";
        QTest::newRow("one trailer") << QByteArray("0\r\nX: ") << QByteArray(60'000, 'x');
        QTest::newRow("many trailers")
            << QByteArray("2\r\n{}\r\n0\r\n") << QByteArray("X-Y: z\r\n").repeated(5'000);
    }
    void bodiesOfManyMarksAreRefused()
    {
        QFETCH(QByteArray, start);
        QFETCH(QByteArray, piece);
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        client.write(f.request("POST", "/api/v1/things", "Transfer-Encoding: chunked\r\n") + start);
        const qint64 before = memory();
        bool ended = false;
        for (int i = 0; i < 400 && !ended; ++i) { // 24 MB at most
            client.write(piece);
            ended = client.socket().state() != QAbstractSocket::ConnectedState
                || client.socket().bytesAvailable() > 0 || client.socket().waitForReadyRead(1);
        }
        QVERIFY(ended);
        QVERIFY2(memory() - before < 40, QByteArray::number(memory() - before).constData());
        QCOMPARE(client.next().code, 400);
        QCOMPARE(f.server.calls.load(), 0);
        QCOMPARE(connected(f)->ask(f.request("GET", "/healthz")).code, 200);
    }

    // T19
    void answersThatNobodyReadsAreBounded()
    {
        FrontFixture f({.heldBytes = 20'000'000, .stallTime = 300ms});
        f.fill(100, 100'000); // 10 MB
        const qint64 before = memory();
        Clients readers;
        for (int i = 0; i < 60; ++i) {
            readers.push_back(deaf(f));
            readers.back()->write(f.request("GET", "/api/v1/things"));
        }
        TlsClient other(f.front->port(), f.credentials.caPem);
        const auto times = timesOf(other, f.request("GET", "/api/v1/things/t1"), 2000); // while they give way
        qInfo("beside sixty who read nothing: %s, %lld MB more", numbers(times).constData(),
            static_cast<long long>(memory() - before));
        QVERIFY2(memory() - before < 150, QByteArray::number(memory() - before).constData());
        QVERIFY(!times.empty());
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(other.ask(f.request("GET", "/api/v1/few")).code, 200); // waits for nobody
        QVERIFY2(timer.elapsed() < 1'000, QByteArray::number(timer.elapsed()).constData());
        other.write(f.request("GET", "/api/v1/things"));
        const auto whole = other.next(60'000); // waits until they have given way
        QCOMPARE(whole.code, 200);
        QVERIFY(whole.body.size() > 10'000'000);
    }

    // T19
    void halfSentBodiesAreBounded()
    {
        FrontFixture f({.heldBytes = 20'000'000, .stallTime = 300ms});
        const qint64 before = memory();
        Clients senders;
        for (int i = 0; i < 60; ++i) {
            senders.push_back(connected(f));
            senders.back()->write(f.request("POST", "/api/v1/things", "Content-Length: 3000000\r\n")
                + QByteArray(2'900'000, ' '));
            senders.back()->socket().waitForReadyRead(1);
        }
        QVERIFY2(
            memory() - before < 400, QByteArray::number(memory() - before).constData()); // mostly of ours
        TlsClient other(f.front->port(), f.credentials.caPem);
        QCOMPARE(
            other.ask(f.request("POST", "/api/v1/things", {}, "{\"metadata\":{\"name\":\"small\"}}")).code,
            201);
        const QByteArray large =
            "{\"metadata\":{\"name\":\"large\"},\"x\":\"" + QByteArray(500'000, 'x') + "\"}";
        QTRY_COMPARE(connected(f)->ask(f.request("POST", "/api/v1/things", {}, large)).code, 201);
    }

    // T19
    void inFlightUntilItIsRead()
    {
        FrontFixture f({.mostReads = 2, .stallTime = 400ms});
        f.fill(100, 100'000);
        Clients readers;
        for (int i = 0; i < 2; ++i) {
            readers.push_back(deaf(f));
            readers.back()->write(f.request("GET", "/api/v1/things"));
        }
        QTRY_COMPARE(f.server.calls.load(), 102); // with those that filled it
        TlsClient other(f.front->port(), f.credentials.caPem);
        QCOMPARE(other.ask(f.request("GET", "/api/v1/things/t1")).code, 429);
        QTRY_COMPARE(other.ask(f.request("GET", "/api/v1/things/t1")).code, 200); // they gave way
    }

    // T19
    void strangersDoNotLockOutWhoIsKnown()
    {
        FrontFixture f({.mostConnections = 50});
        TlsClient known(f.front->port(), f.credentials.caPem);
        QCOMPARE(known.ask(f.request("GET", "/healthz")).code, 200);
        std::vector<std::unique_ptr<QTcpSocket>> strangers;
        for (int i = 0; i < 200; ++i) {
            strangers.push_back(std::make_unique<QTcpSocket>());
            strangers.back()->connectToHost(QHostAddress::LocalHost, f.front->port());
            QVERIFY(strangers.back()->waitForConnected());
        }
        QCOMPARE(known.ask(f.request("GET", "/healthz")).code, 200);
        TlsClient late(f.front->port(), f.credentials.caPem);
        QCOMPARE(late.ask(f.request("GET", "/healthz")).code, 200);
    }

    // T19
    void strangersDoNotRest()
    {
        FrontFixture f({.headTime = 300ms});
        TlsClient stranger(f.front->port(), f.credentials.caPem);
        const QByteArray host = "Host: 127.0.0.1:" + QByteArray::number(f.front->port()) + "\r\n";
        QCOMPARE(stranger.ask("GET /healthz HTTP/1.1\r\n" + host + "\r\n").code, 200);
        QVERIFY(stranger.waitForEnd());
    }

    // T19
    void slowlorisLeavesOthersAlone()
    {
        FrontFixture f;
        Clients slow;
        for (int i = 0; i < 500; ++i) {
            slow.push_back(connected(f));
            slow.back()->write("GET /api/v1/things HTTP/1.1\r\nX-A: ");
        }
        TlsClient client(f.front->port(), f.credentials.caPem);
        std::vector<qint64> times;
        for (int round = 0; round < 20; ++round) {
            for (std::size_t i = 0; i < 25; ++i)
                slow[static_cast<std::size_t>(round) * 25 + i]->write("x");
            const auto some = timesOf(client, f.request("GET", "/healthz"), 20);
            QVERIFY(!some.empty());
            times.insert(times.end(), some.begin(), some.end());
        }
        std::ranges::sort(times);
        qInfo("beside 500 slow ones: %s", numbers(times).constData());
        QVERIFY2(times[times.size() * 99 / 100] < 200, numbers(times).constData());
    }

    // X29
    void largeListsDelayNobody_data()
    {
        QTest::addColumn<QByteArray>("accept");
        QTest::newRow("JSON") << QByteArray("application/json");
        QTest::newRow("YAML") << QByteArray("application/yaml");
    }
    void largeListsDelayNobody()
    {
        QFETCH(QByteArray, accept);
        FrontFixture f;
        f.fill(4'000, 10'000); // 40 MB
        TlsClient reader(f.front->port(), f.credentials.caPem);
        reader.write(f.request("GET", "/api/v1/things", "Accept: " + accept + "\r\n"));
        TlsClient other(f.front->port(), f.credentials.caPem);
        const auto times = timesOf(other, f.request("GET", "/healthz"), 100);
        qInfo("beside a large list: %s", numbers(times).constData());
        QVERIFY(!times.empty());
        QVERIFY2(times[98] < 200, numbers(times).constData());
        const auto list = reader.next(60'000);
        QCOMPARE(list.code, 200);
        QVERIFY(list.body.size() > 40'000'000);
    }

    // X29
    void aLargeObjectAndAVeryLargeList()
    {
        FrontFixture f;
        f.fill(25, 8 * 1024 * 1024); // 200 MB
        const qint64 before = memory();
        TlsClient reader(f.front->port(), f.credentials.caPem);
        const auto one = reader.ask(f.request("GET", "/api/v1/things/t3"));
        QCOMPARE(one.code, 200);
        QVERIFY(one.body.size() > 8 * 1024 * 1024);
        reader.write(f.request("GET", "/api/v1/things"));
        QTRY_VERIFY_WITH_TIMEOUT(reader.socket().waitForReadyRead(10), 20'000);
        qInfo("a list of 200 MB: %lld MB more", static_cast<long long>(memory() - before));
        QVERIFY2(memory() - before < 4 * 200, QByteArray::number(memory() - before).constData());
    }

    void yamlListsAreWhatTheWholeWouldBe()
    {
        FrontFixture f;
        f.core.run([&] {
            for (const char *text :
                {"{\"metadata\":{\"name\":\"a\"},\"x\":\"one\\n\\ntwo\\n\",\"y\":[],\"z\":[{\"a\":1},[2]]}",
                    "{\"metadata\":{\"name\":\"b\",\"resourceVersion\":\"7\"},\"k\":{\"long\":\"- x\\n  "
                    "y\"}}"}) {
                api::Request request;
                request.method = api::Method::Post;
                request.body = api::share(*api::parseJson(text));
                f.server.answer(request);
            }
        });
        TlsClient client(f.front->port(), f.credentials.caPem);
        const QByteArray target = f.request("GET", "/api/v1/things");
        const auto json = api::parseJson(client.ask(target).body.toStdString());
        const auto yaml =
            client.ask(QByteArray(target).replace("\r\n\r\n", "\r\nAccept: application/yaml\r\n\r\n"));
        QCOMPARE(yaml.body, QByteArray::fromStdString(api::writeYaml(*json)));
    }

    void aWatchEndsInRealTime_data()
    {
        QTest::addColumn<QByteArray>("timeout");
        QTest::addColumn<bool>("ends");
        QTest::newRow("after a second") << QByteArray("&timeoutSeconds=1") << true;
        QTest::newRow("usually later") << QByteArray() << false;
        QTest::newRow("0 is the usual") << QByteArray("&timeoutSeconds=0") << false;
    }
    void aWatchEndsInRealTime()
    {
        QFETCH(QByteArray, timeout);
        QFETCH(bool, ends);
        FrontFixture f; // whose server has no time of its own, like a paused lab
        TlsClient client(f.front->port(), f.credentials.caPem);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(client.ask(f.request("GET", ("/api/v1/things?watch=1" + timeout).constData())).code, 200);
        if (ends) {
            QCOMPARE(client.nextLine(), QByteArray("end"));
            const qint64 took = timer.elapsed(); // the sweep at a second finds it just not over
            QVERIFY2(took >= 1'000 && took < 1'500, QByteArray::number(took).constData());
            QTRY_COMPARE(f.server.openWatches.load(), 0);
        } else {
            QVERIFY(!client.nextLine(2'500));
            QCOMPARE(f.server.openWatches.load(), 1);
        }
    }
};

QTEST_GUILESS_MAIN(TestFrontBounds)
#include "tst_frontbounds.moc"
