// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/localtransport.h"
#include "tests/unit/printing.h"

using namespace core;

namespace {

class PlainWatch : public api::Watch
{
public:
    explicit PlainWatch(bool &open) : m_open(open) { m_open = true; }
    ~PlainWatch() override { m_open = false; }

private:
    bool &m_open;
};

struct Bench {
    base::Clock clock {base::Time {}};
    std::vector<std::string> answered;
    bool refuses = false;
    bool open = false;
    api::WatchSink sink;
    client::LocalTransport transport {clock, server()};

    api::LocalServer server()
    {
        return {[this](const api::Request &request) {
                    answered.push_back(request.path);
                    api::Response response;
                    response.text = request.path;
                    return response;
                },
            [this](const api::Request &,
                api::WatchSink given) -> tl::expected<std::unique_ptr<api::Watch>, api::Response> {
                if (refuses) {
                    api::Response refusal;
                    refusal.code = 403;
                    refusal.body = api::share(api::failureStatus(403, "Forbidden", "not for you"));
                    return tl::unexpected(refusal);
                }
                sink = std::move(given);
                return std::make_unique<PlainWatch>(open);
            }};
    }
    static api::RequestPtr get(std::string path)
    {
        auto request = std::make_shared<api::Request>();
        request->path = std::move(path);
        return request;
    }
};

} // namespace

class TestLocalTransport : public QObject
{
    Q_OBJECT

private slots:
    void answersComeInALaterTurnAndInOrder()
    {
        Bench bench;
        std::vector<std::string> texts;
        for (const char *path : {"/a", "/b"})
            bench.transport.send(Bench::get(path),
                [&](const base::Result<api::Response> &response) { texts.push_back(response->text); });
        QVERIFY(bench.answered.empty() && texts.empty());
        bench.clock.advance({});
        QCOMPARE(texts, (std::vector<std::string> {"/a", "/b"}));
        QCOMPARE(bench.answered, texts);
    }

    /// The server has to ask somebody else first.
    void anAnswerMayComeLater()
    {
        base::Clock clock {base::Time {}};
        const auto later = std::make_shared<api::LaterResponse>();
        int code = 0;
        {
            client::LocalTransport transport(clock,
                {[&later](const api::Request &) {
                     api::Response response;
                     response.later = later;
                     return response;
                 },
                    {}});
            transport.send(Bench::get("/a"),
                [&](const base::Result<api::Response> &response) { code = response->code; });
            clock.advance({});
            QCOMPARE(code, 0);
            api::Response made;
            made.code = 201;
            later->told(made);
            QCOMPARE(code, 201);
        }
        later->told({}); // nobody is left to hear it
        QCOMPARE(code, 201);
    }

    void failuresAreResponsesToo()
    {
        Bench bench;
        client::LocalTransport transport(bench.clock,
            {[](const api::Request &) {
                 api::Response response;
                 response.code = 404;
                 return response;
             },
                {}});
        int code = 0;
        transport.send(
            Bench::get("/a"), [&](const base::Result<api::Response> &response) { code = response->code; });
        bench.clock.advance({});
        QCOMPARE(code, 404);
    }

    void aTransportThatIsGoneAnswersNobody()
    {
        Bench bench;
        int answers = 0;
        {
            client::LocalTransport transport(bench.clock, bench.server());
            transport.send(Bench::get("/a"), [&](const auto &) { ++answers; });
        }
        bench.clock.advance({});
        QCOMPARE(answers, 0);
        QVERIFY(bench.answered.empty());
    }

    void aWatchIsTheServersOwn()
    {
        Bench bench;
        int events = 0;
        auto watch = bench.transport.watch({}, {[&](const auto &) { ++events; }, [](const auto &) {}});
        QVERIFY(bench.open);
        bench.sink.events({});
        QCOMPARE(events, 1);
        watch.reset();
        QVERIFY(!bench.open);
    }

    void aRefusalComesLaterAndOnce()
    {
        Bench bench;
        bench.refuses = true;
        std::vector<std::string> refusals;
        const auto closed = [&](const std::optional<base::Error> &error) {
            refusals.push_back(error->message);
        };
        const auto watch = bench.transport.watch({}, {[](const auto &) {}, closed});
        QVERIFY(watch && refusals.empty());
        bench.clock.advance({});
        QCOMPARE(refusals, (std::vector<std::string> {"not for you"}));
        bench.clock.advance(std::chrono::hours(1));
        QCOMPARE(refusals.size(), 1U);
    }

    void aRefusalOfADroppedWatchIsNotTold()
    {
        Bench bench;
        bench.refuses = true;
        int refusals = 0;
        bench.transport.watch({}, {[](const auto &) {}, [&](const auto &) { ++refusals; }});
        bench.clock.advance({});
        QCOMPARE(refusals, 0);
    }

    void theSinkMayDropARefusedWatch()
    {
        Bench bench;
        bench.refuses = true;
        std::unique_ptr<api::Watch> watch;
        int refusals = 0;
        watch = bench.transport.watch({},
            {[](const auto &) {},
                [&, held = std::make_shared<int>(1)](const auto &) {
                    watch.reset();
                    refusals += *held;
                }});
        bench.clock.advance({});
        QCOMPARE(refusals, 1);
    }
};

QTEST_GUILESS_MAIN(TestLocalTransport)
#include "tst_localtransport.moc"
