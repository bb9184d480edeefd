// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/eventrecorder.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/miniserver.h"

using namespace core;
using namespace std::chrono_literals;
using api::Json;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
const std::string events = "/api/v1/namespaces/ns/events/";

api::EmitEvent about(
    const std::string &name, const std::string &message, const std::string &reason = "Created")
{
    return {{"v1", "Pod", name, "ns", "u-" + name, {}, {}}, "Normal", reason, message};
}

struct Bench {
    base::Clock clock {start};
    MiniServer server {clock};
    client::Client client {server};
    runtime::EventRecorder recorder {client, clock};

    void record(const api::EmitEvent &event, const std::string &component = "tester")
    {
        recorder.record(event, component);
        clock.advance(0s);
    }
    /// The bodies of the requests of that method.
    std::vector<Json> bodies(api::Method method) const
    {
        std::vector<Json> found;
        for (const api::Request &request : server.requests) {
            if (request.method == method)
                found.push_back(*request.body);
        }
        return found;
    }
    std::size_t created() const { return bodies(api::Method::Post).size(); }
    std::size_t patched() const { return bodies(api::Method::Patch).size(); }
};

} // namespace

/// docs/machines.md §10.4
class TestEventRecorder : public QObject
{
    Q_OBJECT

private slots:
    void anEventIsWrittenWhole()
    {
        Bench bench;
        bench.record(about("p", "Created pod p"));
        QCOMPARE(bench.created(), 1U);
        const Json event = bench.bodies(api::Method::Post).front();
        const std::string name(api::textAt(event, {"metadata", "name"}));
        QVERIFY(QRegularExpression(QStringLiteral("^p\\.[0-9a-f]{10,16}$"))
                    .match(QString::fromStdString(name))
                    .hasMatch());
        Json expected =
            json("{'apiVersion':'v1','kind':'Event','metadata':{'name':'','namespace':'ns'},"
                 "'involvedObject':{'apiVersion':'v1','kind':'Pod','name':'p','namespace':'ns',"
                 "'uid':'u-p'},'type':'Normal','reason':'Created','message':'Created pod p',"
                 "'source':{'component':'tester'},'firstTimestamp':'2026-11-20T00:00:00Z',"
                 "'lastTimestamp':'2026-11-20T00:00:00Z','count':1,'reportingComponent':'tester'}");
        expected.at("metadata").get_object()["name"] = name;
        QCOMPARE(event, expected);
        QCOMPARE(bench.server.log.front(), std::string("POST /api/v1/namespaces/ns/events"));
    }

    void whoCountsHearsOfEveryEvent()
    {
        Bench bench;
        int heard = 0;
        const auto subscription = bench.recorder.onEvent([&](const api::EmitEvent &) { ++heard; });
        for (int i = 0; i < 30; ++i)
            bench.record(about("p", "Created pod p"));
        QCOMPARE(heard, 30); // of which the spam filter passes 25
    }

    void clusterScopedObjectsHaveTheirEventsInDefault()
    {
        Bench bench;
        api::EmitEvent event = about("n", "x");
        event.about.ns.clear();
        bench.record(event);
        QCOMPARE(bench.server.log.front(), std::string("POST /api/v1/namespaces/default/events"));
    }

    void aRepeatedEventCountsUp()
    {
        Bench bench;
        bench.record(about("p", "m"));
        bench.clock.advance(90s);
        bench.record(about("p", "m"));
        bench.clock.advance(90s);
        bench.record(about("p", "m"));
        QCOMPARE(bench.created(), 1U);
        QCOMPARE(bench.patched(), 2U);
        QCOMPARE(bench.server.count(events), 1U);
        const Json stored = *bench.server.find(
            events + std::string(api::textAt(bench.bodies(api::Method::Post).front(), {"metadata", "name"})));
        QCOMPARE(api::integerAt(stored, {"count"}).value(), std::int64_t(3));
        QCOMPARE(std::string(api::textAt(stored, {"firstTimestamp"})), std::string("2026-11-20T00:00:00Z"));
        QCOMPARE(std::string(api::textAt(stored, {"lastTimestamp"})), std::string("2026-11-20T00:03:00Z"));
    }

    void whatDiffersIsAnotherEvent_data()
    {
        QTest::addColumn<api::EmitEvent>("other");
        QTest::addColumn<std::string>("component");
        api::EmitEvent event = about("p", "m");
        const auto row = [&](const char *name, const api::EmitEvent &other,
                             const char *component = "tester") {
            QTest::newRow(name) << other << std::string(component);
        };
        row("message", about("p", "other"));
        row("reason", about("p", "m", "Deleted"));
        row("object", about("q", "m"));
        row("source", event, "somebody");
        event.type = "Warning";
        row("type", event);
        event = about("p", "m");
        event.about.uid = "u-new";
        row("a new object of the same name", event);
    }
    void whatDiffersIsAnotherEvent()
    {
        QFETCH(api::EmitEvent, other);
        QFETCH(std::string, component);
        Bench bench;
        bench.record(about("p", "m"));
        bench.record(other, component);
        QCOMPARE(bench.created(), 2U); // of different names, or the server had refused one
        QCOMPARE(bench.patched(), 0U);
        QVERIFY(api::textAt(bench.bodies(api::Method::Post).at(0), {"metadata", "name"})
            != api::textAt(bench.bodies(api::Method::Post).at(1), {"metadata", "name"}));
    }

    void anEventThatExpiredIsWrittenAnew()
    {
        Bench bench;
        bench.record(about("p", "m"));
        bench.server.put(
            events + std::string(api::textAt(bench.bodies(api::Method::Post).front(), {"metadata", "name"})),
            nullptr);
        bench.record(about("p", "m")); // finds out
        bench.record(about("p", "m"));
        QCOMPARE(bench.created(), 2U);
        QCOMPARE(api::integerAt(bench.bodies(api::Method::Post).back(), {"count"}).value(), std::int64_t(1));
    }

    void moreThanTenSimilarOnesBecomeOne()
    {
        Bench bench;
        for (int i = 1; i <= 14; ++i)
            bench.record(about("p", "message " + std::to_string(i)));
        QCOMPARE(bench.created(), 11U); // ten of their own, the eleventh for all that follow
        QCOMPARE(bench.patched(), 3U);
        QCOMPARE(bench.server.count(events), 11U);
        QCOMPARE(std::string(api::textAt(bench.bodies(api::Method::Post).back(), {"message"})),
            std::string("(combined from similar events): message 11"));
        QCOMPARE(std::string(api::textAt(bench.bodies(api::Method::Patch).back(), {"message"})),
            std::string("(combined from similar events): message 14"));
        QCOMPARE(api::integerAt(bench.bodies(api::Method::Patch).back(), {"count"}).value(), std::int64_t(4));
    }

    void similarOnesAreForgottenAfterTenQuietMinutes()
    {
        Bench bench;
        for (int i = 1; i <= 10; ++i)
            bench.record(about("p", "message " + std::to_string(i)));
        bench.clock.advance(601s);
        bench.record(about("p", "message 11"));
        QCOMPARE(std::string(api::textAt(bench.bodies(api::Method::Post).back(), {"message"})),
            std::string("message 11"));
    }

    void aTalkativeSourceIsCutOff()
    {
        Bench bench;
        for (int i = 0; i < 40; ++i)
            bench.record(about("p", "m"));
        QCOMPARE(bench.created() + bench.patched(), 25U);
        bench.record(about("q", "m")); // another object
        bench.record(about("p", "m"), "somebody"); // another source
        QCOMPARE(bench.created() + bench.patched(), 27U);
        bench.clock.advance(299s);
        bench.record(about("p", "m"));
        QCOMPARE(bench.created() + bench.patched(), 27U);
        bench.clock.advance(2s);
        bench.record(about("p", "m"));
        bench.record(about("p", "m"));
        QCOMPARE(bench.created() + bench.patched(), 28U); // one more each 300 s
        bench.clock.advance(24h);
        for (int i = 0; i < 40; ++i)
            bench.record(about("p", "m"));
        QCOMPARE(bench.created() + bench.patched(), 28U + 25U);
    }

    void whatCanNotBeDeliveredIsTriedTwelveTimes_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("tries");
        QTest::newRow("the server fails") << 500 << 12;
        QTest::newRow("the server is busy") << 429 << 12;
        QTest::newRow("refused is refused") << 403 << 1;
        QTest::newRow("invalid stays invalid") << 422 << 1;
        QTest::newRow("the namespace is gone") << 404 << 1;
    }
    void whatCanNotBeDeliveredIsTriedTwelveTimes()
    {
        QFETCH(int, code);
        QFETCH(int, tries);
        Bench bench;
        std::vector<base::Time> seen;
        bench.server.intercept = [&](const api::Request &) {
            seen.push_back(bench.clock.now());
            return MiniServer::failure(code, "No");
        };
        bench.record(about("p", "m"));
        bench.clock.advance(1h);
        QCOMPARE(static_cast<int>(seen.size()), tries);
        for (std::size_t i = 0; i < seen.size(); ++i)
            QCOMPARE((seen[i] - start) / 1s, static_cast<std::int64_t>(10 * i));
    }

    void deliveryGoesOnWhenTheServerIsBack()
    {
        Bench bench;
        bench.server.intercept = [&](const api::Request &) -> std::optional<api::Response> {
            if (bench.clock.now() < start + 25s)
                return MiniServer::failure(503, "ServiceUnavailable");
            return std::nullopt;
        };
        bench.record(about("p", "m"));
        bench.clock.advance(5s);
        bench.record(about("q", "m"));
        bench.clock.advance(1min);
        QCOMPARE(bench.server.count(events), 2U);
    }

    void atMostAThousandWait()
    {
        Bench bench;
        bench.server.intercept = [](const api::Request &) { return MiniServer::failure(503, "Unavailable"); };
        for (int i = 0; i < 1'500; ++i)
            bench.record(about("p" + std::to_string(i), "m"));
        bench.server.intercept = {};
        bench.clock.advance(1min);
        QCOMPARE(bench.server.count(events), 1'000U);
        bench.record(about("late", "m")); // there is room again
        bench.record(about("p1400", "m")); // and what was dropped may be told again
        QCOMPARE(bench.server.count(events), 1'002U);
    }
};

QTEST_GUILESS_MAIN(TestEventRecorder)
#include "tst_eventrecorder.moc"
