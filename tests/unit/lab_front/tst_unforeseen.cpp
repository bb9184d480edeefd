// SPDX-License-Identifier: GPL-3.0-or-later
// What nobody foresaw ends one request: docs/api-semantics.md I8.
#include "frontfixture.h"
#include "http2client.h"
#include "tlsclient.h"

#include "core/lab/front/hub.h"
#include "core/lab/front/unforeseen.h"

#include <QRegularExpression>
#include <QTest>

using namespace core;
using namespace core::lab::front;
using Type = api::WatchEvent::Type;

namespace {

constexpr auto message = "Internal error occurred: nobody foresaw this";

api::JsonPtr thingNamed(std::string_view name)
{
    return api::share(api::JsonObject {{"metadata", api::JsonObject {{"name", name}}}});
}

/// Writes everything but the thing "unwritable".
OutwardForm brittleForm()
{
    const auto refuse = [](const api::JsonPtr &object) {
        if (api::textAt(*object, {"metadata", "name"}) == "unwritable")
            throw std::runtime_error("nobody foresaw this");
    };
    return {[refuse](const api::JsonPtr &object) {
                refuse(object);
                return object;
            },
        [refuse](const api::JsonPtr &object) {
            refuse(object);
            return api::writeJson(*object);
        }};
}

void expectLog(const char *text)
{
    QTest::ignoreMessage(
        QtCriticalMsg, QRegularExpression(QRegularExpression::escape(QString::fromUtf8(text))));
}

/// Breaks when it is told anything, or writes down what it was told.
class Listener : public Requester
{
public:
    explicit Listener(bool breaks) : m_breaks(breaks) { }
    void answer(const api::Response &response) override
    {
        note(QStringLiteral("answer %1").arg(response.code));
    }
    void openStream() override { note(QStringLiteral("open")); }
    void addEvents(const std::vector<api::WatchEvent> &events) override
    {
        note(QStringLiteral("events %1").arg(events.size()));
    }
    void endStream(const std::optional<base::Error> & /*error*/) override { note(QStringLiteral("end")); }
    void drop() override { heard << QStringLiteral("dropped"); }

    QStringList heard;

private:
    void note(const QString &what)
    {
        if (m_breaks)
            throw std::runtime_error("nobody foresaw this");
        heard << what;
    }

    const bool m_breaks;
};

/// Breaks when its time has come.
class BrittleWatch : public api::Watch
{
public:
    void sendBookmark() override { throw std::runtime_error("nobody foresaw this"); }
};

QByteArray messageIn(const QByteArray &body)
{
    const auto status = api::parseJson(body.toStdString());
    const auto text = status ? api::textAt(*status, {"message"}) : std::string_view();
    return {text.data(), qsizetype(text.size())};
}

} // namespace

class TestUnforeseen : public QObject
{
    Q_OBJECT

private slots:
    void aRequestThatBreaksIsAnswered_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("logged");
        QTest::newRow("a read") << QByteArray("GET") << QByteArray("/api/v1/things/broken")
                                << QByteArray("GET /api/v1/things/broken");
        QTest::newRow("a write") << QByteArray("PUT") << QByteArray("/api/v1/things/broken")
                                 << QByteArray("PUT /api/v1/things/broken");
        QTest::newRow("a watch") << QByteArray("GET")
                                 << QByteArray("/api/v1/things?watch=1&resourceVersion=broken")
                                 << QByteArray("GET /api/v1/things");
    }
    void aRequestThatBreaksIsAnswered()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, target);
        QFETCH(QByteArray, logged);
        FrontFixture f;
        TlsClient client(f.front->port(), f.credentials.caPem);
        expectLog((logged + ": " + message).constData());
        const QByteArray body = method == "PUT" ? "{}" : "";
        const auto answer = client.ask(f.request(method.constData(), target.constData(), {}, body));
        QCOMPARE(answer.code, 500);
        QVERIFY(answer.body.contains(R"("reason":"InternalError")"));
        QCOMPARE(messageIn(answer.body), QByteArray(message));
        QCOMPARE(client.ask(f.request("GET", "/healthz")).body, QByteArray("ok")); // the same connection
    }

    void anAnswerThatCanNotBeWritten_data()
    {
        QTest::addColumn<QByteArray>("fields");
        QTest::newRow("JSON") << QByteArray();
        QTest::newRow("YAML") << QByteArray("Accept: application/yaml\r\n"); // beside the front's thread
    }
    void anAnswerThatCanNotBeWritten()
    {
        QFETCH(QByteArray, fields);
        FrontFixture f({}, brittleForm());
        TlsClient client(f.front->port(), f.credentials.caPem);
        expectLog((QByteArray("POST /api/v1/things: ") + message).constData());
        const auto made =
            client.ask(f.request("POST", "/api/v1/things", fields, R"({"metadata":{"name":"unwritable"}})"));
        QCOMPARE(made.code, 500);
        QVERIFY(made.body.contains(message));
        QCOMPARE(client.ask(f.request("GET", "/healthz")).body, QByteArray("ok"));
    }

    void inHttp2OtherStreamsGoOn()
    {
        FrontFixture f;
        Http2Client client(f.front->port(), f.credentials.caPem);
        const auto ask = [&](const std::string &path) {
            return client.ask({{":method", "GET"}, {":scheme", "https"},
                {":authority", "127.0.0.1:" + std::to_string(f.front->port())}, {":path", path},
                {"authorization", "Bearer " + f.credentials.token}});
        };
        expectLog((QByteArray("GET /api/v1/things/broken: ") + message).constData());
        QCOMPARE(ask("/api/v1/things/broken").code, 500);
        QCOMPARE(ask("/healthz").body, QByteArray("ok"));
    }

    void aLoopRunsOn()
    {
        int runs = 0;
        expectLog((QByteArray("a loop: ") + message).constData());
        runToTheEnd(
            [&runs] {
                if (++runs == 1)
                    throw std::runtime_error("nobody foresaw this");
            },
            "a loop");
        QCOMPARE(runs, 2);
    }

    void ofABatchTheOthersGetTheirs_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("heard");
        QTest::newRow("answers") << 0 << "answer 200";
        QTest::newRow("heads of watches") << 1 << "open";
        QTest::newRow("events") << 2 << "events 1";
        QTest::newRow("ends") << 3 << "end";
    }
    void ofABatchTheOthersGetTheirs()
    {
        QFETCH(int, which);
        QFETCH(QString, heard);
        base::Mailbox<ToCore> inbox({});
        Hub hub({}, {}, ClientCertificates({}), {}, inbox);
        const auto broken = std::make_shared<Listener>(true);
        const auto sound = std::make_shared<Listener>(false);
        const auto messageFor = [which](Ticket ticket) -> FromCore {
            api::Response response;
            response.code = 200;
            if (which == 0)
                return Answered {ticket, response, {}};
            if (which == 1)
                return Opened {ticket};
            if (which == 2)
                return WatchEvents {ticket, {{Type::Added, thingNamed("a"), 1}}};
            return Ended {ticket, {}};
        };
        const Ticket first = hub.launch(broken, {}, which != 0, {});
        const Ticket second = hub.launch(sound, {}, which != 0, {});
        std::vector<FromCore> batch;
        batch.push_back(messageFor(first));
        batch.push_back(messageFor(second));
        expectLog((QByteArray("telling what was asked for: ") + message).constData());
        hub.take(std::move(batch));
        QCOMPARE(broken->heard, QStringList {QStringLiteral("dropped")});
        QCOMPARE(sound->heard, QStringList {heard});
        hub.take({messageFor(first)}); // nobody is there any more
        QCOMPARE(broken->heard.size(), 1);
    }

    void aWatchThatBreaksEndsAlone()
    {
        base::Mailbox<ToCore> inbox({});
        base::Mailbox<FromCore> outbox({});
        access::Server server;
        server.answer = [](const api::Request &, const access::Login &) { return api::Response(); };
        server.watch = [](const api::Request &, const access::Login &, const api::WatchSink &) {
            return std::make_unique<BrittleWatch>();
        };
        bool isWaiting = true;
        CoreEndpoint endpoint(server, inbox, outbox, [&isWaiting] { isWaiting = true; });
        inbox.put(Call {1, {}, true, {}});
        inbox.put(BookmarkDue {1});
        inbox.put(Call {2, {}, false, {}});
        expectLog((QByteArray("a watch: ") + message).constData());
        while (std::exchange(isWaiting, false))
            endpoint.work();
        const auto told = outbox.takeAll();
        QCOMPARE(told.size(), std::size_t(3));
        QVERIFY(std::holds_alternative<Opened>(told[0]));
        const auto *ended = std::get_if<Ended>(&told[1]);
        QVERIFY(ended && ended->ticket == 1 && ended->error);
        const auto *answered = std::get_if<Answered>(&told[2]);
        QVERIFY(answered && answered->ticket == 2);
    }

    void aWatchEndsWithAnError()
    {
        FrontFixture f({}, brittleForm());
        TlsClient client(f.front->port(), f.credentials.caPem);
        QCOMPARE(client.ask(f.request("GET", "/api/v1/things?watch=1")).code, 200);
        expectLog((QByteArray("GET /api/v1/things: ") + message).constData());
        f.core.run([&] {
            f.server.emitToAll(
                {{Type::Added, thingNamed("a"), 1}, {Type::Added, thingNamed("unwritable"), 2}});
        });
        QVERIFY(client.nextLine().value_or(QByteArray()).contains(R"("name":"a")"));
        const auto last = client.nextLine().value_or(QByteArray());
        QVERIFY2(last.startsWith(R"({"type":"ERROR")"), last.constData());
        QVERIFY(last.contains(message));
        QCOMPARE(*client.nextLine(), QByteArray("end"));
        QTRY_COMPARE(f.server.openWatches.load(), 0);
    }
};

QTEST_GUILESS_MAIN(TestUnforeseen)
#include "tst_unforeseen.moc"
