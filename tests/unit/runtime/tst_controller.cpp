// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/runtime/controller.h"
#include "tests/support/reason.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/miniserver.h"

#include <QRegularExpression>

#include <map>

using namespace core;
using namespace std::chrono_literals;
using api::Json;
using api::JsonObject;
using api::ObjectKey;
using runtime::Plan;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};
const std::string nodes = "/api/v1/nodes/";
const std::string pods = "/api/v1/namespaces/ns/pods/";

Json node(const std::string &name, const std::string &provider = {})
{
    return JsonObject {{"kind", "Node"}, {"metadata", JsonObject {{"name", name}}},
        {"spec", JsonObject {{"providerID", provider}}}};
}

Json pod(const std::string &name, const std::string &onNode = {})
{
    return JsonObject {{"kind", "Pod"}, {"metadata", JsonObject {{"name", name}, {"namespace", "ns"}}},
        {"spec", JsonObject {{"nodeName", onNode}}}};
}

/// Does what the test says, and notes the keys it was asked about.
class Scripted : public runtime::Reconciler
{
public:
    using Decide = std::function<Plan(const ObjectKey &)>;

    Scripted(Decide decide, std::vector<std::string> &looks, std::vector<std::string> &failures)
        : m_decide(std::move(decide))
        , m_looks(looks)
        , m_failures(failures)
    {
    }
    std::string_view name() const override { return "scripted"; }
    Plan reconcile(const ObjectKey &key) const override
    {
        m_looks.push_back(key.name);
        return m_decide(key);
    }
    std::vector<api::Effect> recordFailure(
        const ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        const bool isPatch = std::holds_alternative<api::PatchObject>(failed);
        m_failures.push_back(key.name + (isPatch ? ": patch: " : ": ") + error.message);
        return {};
    }

private:
    Decide m_decide;
    std::vector<std::string> &m_looks;
    std::vector<std::string> &m_failures;
};

struct Bench {
    base::Clock clock {start};
    MiniServer server {clock};
    client::Client client {server};
    base::Chance chance {1};
    runtime::InformerSet informers {client, clock, chance, {}};
    runtime::EventRecorder events {client, clock};
    runtime::EffectRunner runner {client, informers, events};
    std::vector<std::string> looks;
    std::vector<std::string> failures;
    Scripted::Decide decide = [](const ObjectKey &) { return Plan {}; };
    runtime::Controller controller;

    explicit Bench(std::size_t maxConcurrentReconciles = runtime::Controller::defaultConcurrentReconciles)
        : controller(
            std::make_unique<Scripted>([this](const ObjectKey &key) { return decide(key); }, looks, failures),
            clock, runner, maxConcurrentReconciles)
    {
    }

    void watchNodes()
    {
        controller.watches<api::Node>(
            informers.of<api::Node>(), [](const api::Node &seen) { return std::vector {seen.key()}; });
    }
    void goLive()
    {
        informers.of<api::Node>();
        informers.of<api::Pod>();
        informers.start();
        clock.advance(0s);
        controller.start();
        clock.advance(0s);
    }
    std::string taken()
    {
        std::string text;
        for (const std::string &look : std::exchange(looks, {}))
            text += (text.empty() ? "" : " ") + look;
        return text;
    }
    Plan patchNode(const std::string &name) const
    {
        return {{api::PatchObject {{&api::resourceOf<api::Node>(), {"", name}}, {},
                    JsonObject {{"spec", JsonObject {{"providerID", "done"}}}}}},
            {}, {}};
    }
    std::vector<base::Time> lookTimes(base::Duration during)
    {
        std::vector<base::Time> times;
        const base::Time end = clock.now() + during;
        std::size_t before = looks.size();
        while (clock.runNext(end)) {
            if (looks.size() > before)
                times.push_back(clock.now());
            before = looks.size();
        }
        return times;
    }
};

base::Duration between(const std::vector<base::Time> &times, std::size_t first)
{
    return times.at(first + 1) - times.at(first);
}

} // namespace

class TestController : public QObject
{
    Q_OBJECT

private slots:
    void itLooksAtEverythingOnceThenAtWhatChanges()
    {
        Bench bench;
        bench.server.put(nodes + "b", node("b"));
        bench.server.put(nodes + "a", node("a"));
        bench.watchNodes();
        bench.goLive();
        QCOMPARE(bench.taken(), std::string("a b"));
        bench.server.put(nodes + "c", node("c"));
        bench.server.put(nodes + "a", node("a", "x"));
        bench.server.put(nodes + "b", nullptr);
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("c a b"));
        bench.clock.advance(24h);
        QCOMPARE(bench.taken(), std::string());
        QVERIFY(bench.controller.isIdle());
    }

    void beforeItStartsItLooksAtNothing()
    {
        Bench bench;
        bench.watchNodes();
        bench.informers.start();
        bench.server.put(nodes + "a", node("a"));
        bench.controller.enqueue({"", "q"});
        bench.clock.advance(1min);
        QCOMPARE(bench.taken(), std::string());
        bench.controller.start();
        bench.controller.start(); // twice is once
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("a"));
    }

    void aChangeConcernsWhatItWasAndWhatItIs()
    {
        Bench bench;
        bench.controller.watches<api::Pod>(bench.informers.of<api::Pod>(), [](const api::Pod &seen) {
            return std::vector {ObjectKey {"", seen.spec.nodeName}};
        });
        bench.server.put(pods + "p", pod("p", "a"));
        bench.goLive();
        QCOMPARE(bench.taken(), std::string("a"));
        bench.server.put(pods + "p", pod("p", "b"));
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("a b"));
        bench.server.put(pods + "p", nullptr);
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("b"));
    }

    void whoWantsToSeesWhatChanged()
    {
        Bench bench;
        bench.controller.watchesChanges<api::Node>(
            bench.informers.of<api::Node>(), [](const api::Node *before, const api::Node *after) {
                const std::string was = before ? before->spec.providerID : "nothing";
                const std::string is = after ? after->spec.providerID : "nothing";
                return std::vector {ObjectKey {"", was + "->" + is}};
            });
        bench.server.put(nodes + "a", node("a", "1"));
        bench.goLive();
        bench.server.put(nodes + "a", node("a", "2"));
        bench.server.put(nodes + "a", nullptr);
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("nothing->1 1->2 2->nothing"));
    }

    void aKeyOfItsOwnIsLookedAtAtTheStart()
    {
        Bench bench;
        bench.controller.enqueueOnStart({"", "everything"});
        bench.goLive();
        QCOMPARE(bench.taken(), std::string("everything"));
    }

    void changesOfOneKeyAreLookedAtTogether()
    {
        Bench bench;
        bench.goLive();
        for (int i = 0; i < 5; ++i)
            bench.controller.enqueue({"", "a"});
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("a"));
    }

    void gatheredChangesAreLookedAtOnce()
    {
        Bench bench;
        bench.controller.debounce([] { return base::Duration(100ms); });
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(60ms);
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(39ms);
        QCOMPARE(bench.taken(), std::string());
        bench.clock.advance(1ms);
        QCOMPARE(bench.taken(), std::string("a"));
        bench.clock.advance(1min);
        QCOMPARE(bench.taken(), std::string());
    }

    void itLooksAgainWhenThePlanSaysSo()
    {
        Bench bench;
        bench.decide = [](const ObjectKey &) { return Plan {{}, {}, 30s}; };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        const auto times = bench.lookTimes(2min);
        QCOMPARE(times.size(), 5U);
        QVERIFY(between(times, 0) == 30s && between(times, 3) == 30s);
    }

    void alsoAfterAPlanThatWroteSomething()
    {
        Bench bench;
        bench.server.put(nodes + "a", node("a"));
        bench.decide = [&](const ObjectKey &key) {
            Plan plan = bench.patchNode(key.name);
            plan.checkAgainAfter = 30s;
            return plan;
        };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        const auto times = bench.lookTimes(1min);
        QCOMPARE(times.size(), 3U);
    }

    void aPlanThatWantsToBeMadeAgainAtOnceDoesNotStopTime()
    {
        Bench bench;
        bench.decide = [](const ObjectKey &) { return Plan {{}, {}, 0s}; };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(10ms);
        QCOMPARE(bench.looks.size(), 11U);
    }

    void aConflictIsLookedAtAgainSoon()
    {
        Bench bench;
        bench.server.put(nodes + "a", node("a"));
        int conflicts = 2;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (request.method == api::Method::Patch && conflicts-- > 0)
                return MiniServer::failure(409, "Conflict");
            return std::nullopt;
        };
        bench.decide = [&](const ObjectKey &key) {
            const auto seen = bench.informers.of<api::Node>().store().find(key);
            return seen->spec.providerID == "done" ? Plan {} : bench.patchNode(key.name);
        };
        bench.watchNodes();
        bench.goLive();
        const auto times = bench.lookTimes(1min);
        QCOMPARE(bench.looks.size(), 4U); // two conflicts, the write, and the change that it was
        QVERIFY(times.back() - start == 15ms);
        QVERIFY(bench.failures.empty()); // not worth telling
        QVERIFY(bench.controller.isIdle());
    }

    void failuresBackOffUntilOneSucceeds()
    {
        Bench bench;
        bool broken = true;
        bench.server.put(nodes + "a", node("a"));
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (broken && request.method == api::Method::Patch)
                return MiniServer::failure(500, "InternalError");
            return std::nullopt;
        };
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        const auto times = bench.lookTimes(10s);
        for (std::size_t i = 0; i + 1 < times.size(); ++i)
            QVERIFY(between(times, i) == 5ms * (1 << i));
        QCOMPARE(times.size(), 11U);
        broken = false;
        bench.clock.advance(1min);
        broken = true;
        bench.taken();
        bench.controller.enqueue({"", "a"});
        const auto again = bench.lookTimes(1s);
        QVERIFY(between(again, 0) == 5ms); // counted anew
    }

    /// docs/faults-and-threats.md X1
    void aServerThatIsBackIsTriedAtOnce()
    {
        Bench bench;
        bool away = true;
        bench.server.put(nodes + "a", node("a"));
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (away && request.method == api::Method::Patch)
                return MiniServer::failure(503, "ServiceUnavailable");
            return std::nullopt;
        };
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.controller.forKind(bench.informers.of<api::Node>());
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(6min);
        bench.taken();
        bench.clock.advance(1min);
        QCOMPARE(bench.taken(), std::string()); // by its failures it would wait for minutes
        away = false;
        bench.server.breakWatches();
        bench.clock.advance(5s);
        QCOMPARE(bench.taken(), std::string("a"));
        bench.clock.advance(1h);
        QCOMPARE(bench.taken(), std::string());
    }

    /// docs/faults-and-threats.md X10: though the next plan would choose another name, and the watch is late.
    void whatMayHaveBeenCreatedIsLookedForFirst_data()
    {
        QTest::addColumn<bool>("carriedOut");
        QTest::addColumn<int>("failingReads");
        QTest::addColumn<std::string>("log");
        const std::string post = "POST /api/v1/namespaces/ns/pods ";
        const std::string get = "GET " + pods + "p0 ";
        QTest::newRow("the answer was lost") << true << 0 << post + get;
        QTest::newRow("so were some of the answers that would tell") << true << 2 << post + get + get + get;
        QTest::newRow("the request was lost") << false << 0 << post + get + post;
    }
    void whatMayHaveBeenCreatedIsLookedForFirst()
    {
        QFETCH(bool, carriedOut);
        QFETCH(int, failingReads);
        Bench bench;
        bool broken = true;
        bench.server.watchDelay = 1min;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            const bool failsPost = request.method == api::Method::Post && std::exchange(broken, false);
            if (failsPost && carriedOut)
                bench.server.put(pods + "p0", pod("p0"));
            const bool failsRead = request.path == pods + "p0" && failingReads-- > 0;
            return failsPost || failsRead ? std::optional(MiniServer::failure(503, "ServiceUnavailable"))
                                          : std::nullopt;
        };
        const auto &store = bench.informers.of<api::Pod>().store();
        int made = 0;
        bench.decide = [&](const ObjectKey &) {
            Plan plan;
            if (store.size() == 0)
                plan.effects = {
                    api::CreateObject {&api::resourceOf<api::Pod>(), pod("p" + std::to_string(made++))}};
            return plan;
        };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(30s);
        std::string log;
        for (const std::string &line : bench.server.log)
            log += line + " ";
        QTEST(log, "log");
        QCOMPARE(store.size(), 1U);
    }

    void oneKeysFailuresDoNotDelayAnother()
    {
        Bench bench;
        bench.server.put(nodes + "good", node("good"));
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.goLive();
        bench.controller.enqueue({"", "missing"});
        bench.clock.advance(1min);
        bench.taken();
        bench.controller.enqueue({"", "good"});
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("good"));
    }

    void aServerThatNamesATimeIsGivenIt()
    {
        Bench bench;
        bench.server.intercept = [](const api::Request &request) -> std::optional<api::Response> {
            if (request.method != api::Method::Patch)
                return std::nullopt;
            api::Response response;
            response.code = 429;
            response.headers = {{"Retry-After", "7"}};
            response.text = "Too many requests, please try again later.";
            return response;
        };
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        const auto times = bench.lookTimes(20s);
        QCOMPARE(times.size(), 3U);
        QVERIFY(between(times, 0) == 7s && between(times, 1) == 7s);
    }

    void whatTryingAgainMayNotCureIsRecorded_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<std::string>("reason");
        QTest::addColumn<bool>("recorded");
        QTest::newRow("invalid") << 422 << std::string("Invalid") << true;
        QTest::newRow("forbidden") << 403 << std::string("Forbidden") << true;
        QTest::newRow("not found") << 404 << std::string("NotFound") << true;
        QTest::newRow("conflict") << 409 << std::string("Conflict") << false;
        QTest::newRow("already there") << 409 << std::string("AlreadyExists") << false;
        QTest::newRow("busy") << 429 << std::string("TooManyRequests") << false;
        QTest::newRow("broken") << 500 << std::string("InternalError") << false;
    }
    void whatTryingAgainMayNotCureIsRecorded()
    {
        QFETCH(int, code);
        QFETCH(std::string, reason);
        QFETCH(bool, recorded);
        Bench bench;
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (request.method == api::Method::Patch)
                return MiniServer::failure(code, reason.c_str());
            return std::nullopt;
        };
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(0s);
        QCOMPARE(bench.failures.size(), recorded ? 1U : 0U);
        QVERIFY(!recorded || bench.failures.front().starts_with("a: patch: "));
        bench.clock.advance(5ms);
        QCOMPARE(bench.looks.size(), 2U); // and tried again all the same
    }

    void aWriteIsSeenBeforeTheNextLook()
    {
        Bench bench;
        bench.server.watchDelay = 10s; // the watch is slow, the answer is not
        bench.decide = [&](const ObjectKey &key) -> Plan {
            if (bench.informers.of<api::Pod>().store().find({"ns", key.name}))
                return {};
            api::Pod wanted;
            wanted.metadata.ns = "ns";
            wanted.metadata.name = key.name;
            return {{api::createEffect(wanted)}, {}, 1s};
        };
        bench.goLive();
        bench.controller.enqueue({"", "p"});
        bench.clock.advance(5s);
        QCOMPARE(bench.looks.size(), 2U);
        QCOMPARE(bench.server.log.size(), 1U); // created once
    }

    void aLimitedNumberOfPlansIsUnderWay()
    {
        Bench bench(2);
        bench.server.delay = [] { return 1s; };
        for (const char *name : {"a", "b", "c", "d", "e"})
            bench.server.put(nodes + name, node(name));
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.goLive();
        bench.clock.advance(10s); // the lists have come
        for (const char *name : {"a", "b", "c", "d", "e"})
            bench.controller.enqueue({"", name});
        bench.clock.advance(1s);
        QCOMPARE(bench.taken(), std::string("a b"));
        bench.clock.advance(1s);
        QCOMPARE(bench.taken(), std::string("c d"));
        bench.clock.advance(2s);
        QCOMPARE(bench.taken(), std::string("e"));
        bench.clock.advance(2s);
        QVERIFY(bench.controller.isIdle());
    }

    /// Random changes under random delays: a key is never looked at while a plan of it is under way, and the
    /// last change is always seen.
    void thereAreNeverTwoPlansForOneKey()
    {
        Dice dice;
        for (int round = 0; round < 50; ++round) {
            Bench bench;
            bench.server.delay = [&] { return base::Duration(dice.below(50) * 1ms); };
            bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
                if (request.method == api::Method::Patch && dice.oneIn(5))
                    return MiniServer::failure(409, "Conflict");
                return std::nullopt;
            };
            std::map<std::string, std::string> wanted;
            int overlaps = 0;
            bench.decide = [&](const ObjectKey &key) -> Plan {
                overlaps += bench.server.underWay[nodes + key.name];
                const auto seen = bench.informers.of<api::Node>().store().find(key);
                if (!seen || seen->metadata.annotation("wish") == wanted[key.name])
                    return {};
                api::Node after = *seen;
                after.metadata.annotations["wish"] = wanted[key.name];
                return {{*api::patchEffect(*seen, after)}, {}, {}};
            };
            bench.watchNodes();
            for (const char *name : {"a", "b", "c"})
                bench.server.put(nodes + name, node(name));
            bench.goLive();
            for (int i = 0; i < 100; ++i) {
                const std::string name(1, static_cast<char>('a' + dice.below(3)));
                wanted[name] = std::to_string(i);
                bench.controller.enqueue({"", name});
                if (dice.oneIn(20))
                    bench.controller.stop();
                if (dice.oneIn(2))
                    bench.controller.start();
                bench.clock.advance(dice.below(30) * 1ms);
            }
            bench.controller.start();
            bench.clock.advance(10min);
            QVERIFY2(overlaps == 0, dice.seedText());
            QVERIFY2(bench.controller.isIdle(), dice.seedText());
            for (const auto &[name, wish] : wanted)
                QVERIFY2(api::textAt(*bench.server.find(nodes + name), {"metadata", "annotations", "wish"})
                        == wish,
                    dice.seedText());
        }
    }

    void itRemembersWhatTheLastPlanSaid()
    {
        Bench bench;
        bench.controller.watchesOwn(bench.informers.of<api::Node>());
        bench.server.put(nodes + "a", node("a"));
        bench.decide = [](const ObjectKey &) {
            return Plan {{}, {support::reason("Waiting", "Waits.", {{"n", "1"}})}, 30s};
        };
        bench.goLive();
        QVERIFY(!bench.controller.explain({"", "b"}));
        bench.clock.advance(10s);
        const runtime::Explanation expected {"scripted", &api::resourceOf<api::Node>(), {"", "a"},
            {support::reason("Waiting", "Waits.", {{"n", "1"}})}, start, start + 30s, "", 0};
        QVERIFY(bench.controller.explain({"", "a"}) == expected);
        QVERIFY(bench.controller.knows({"", "a"}) && !bench.controller.knows({"", "b"}));
        QCOMPARE(bench.controller.counters().succeededLooksAgain, 1U);
        bench.server.put(nodes + "a", nullptr);
        bench.clock.advance(0s);
        QVERIFY(!bench.controller.explain({"", "a"}));
        QCOMPARE(bench.controller.counters().unexplained, 0U);
    }

    void whatCannotBeReadExplainsItself()
    {
        QTest::ignoreMessage(
            QtWarningMsg, QRegularExpression(QStringLiteral("unreadable \"?Node\"? \"?a\"?.*")));
        Bench bench;
        auto &informer = bench.informers.of<api::Node>();
        bench.controller.watchesOwn(informer);
        bench.controller.watchesUnreadable(informer);
        Json broken = node("a");
        broken.at("spec") = "text";
        bench.server.put(nodes + "a", std::move(broken));
        bench.decide = [](const ObjectKey &) { return Plan(); };
        bench.goLive();
        const auto explained = bench.controller.explain({"", "a"});
        QVERIFY(explained);
        QCOMPARE(explained->reasons.front().code, std::string("Unreadable"));
        QVERIFY(explained->reasons.front().text.find("spec: ") != std::string::npos);
        QCOMPARE(bench.controller.counters().unexplained, 0U);
    }

    void alsoWhyItFailedAndWhenItTriesAgain()
    {
        Bench bench;
        bool broken = true;
        bench.server.put(nodes + "a", node("a"));
        bench.server.intercept = [&](const api::Request &request) -> std::optional<api::Response> {
            if (broken && request.method == api::Method::Patch)
                return MiniServer::failure(500, "InternalError");
            return std::nullopt;
        };
        bench.decide = [&](const ObjectKey &key) {
            Plan plan = bench.patchNode(key.name);
            plan.reasons = {support::reason("Writing", "Writes.")};
            return plan;
        };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(5ms);
        auto said = bench.controller.explain({"", "a"});
        QVERIFY(said && said->failures == 2 && said->nextCheck == start + 15ms);
        QVERIFY(!said->lastError.empty());
        broken = false;
        bench.clock.advance(10ms);
        said = bench.controller.explain({"", "a"});
        QVERIFY(said && said->failures == 0 && !said->nextCheck && said->lastError.empty());
        QCOMPARE(bench.controller.counters().failed, 2U);
        QCOMPARE(bench.controller.counters().succeeded, 1U);
        bench.controller.stop();
        QVERIFY(!bench.controller.explain({"", "a"})); // somebody else decides now
    }

    void newsIsWhatHasAnotherCode()
    {
        Bench bench;
        std::vector<std::string> news;
        const auto subscription =
            bench.controller.onNews([&](const ObjectKey &key, const auto &before, const auto &now) {
                news.push_back(key.name + ": " + (before.empty() ? "" : before.front().code) + " -> "
                    + now.front().code);
            });
        api::Reason reason;
        bench.decide = [&](const ObjectKey &) { return Plan {{}, {reason}, {}}; };
        bench.goLive();
        for (const api::Reason &said : {support::reason("Waiting", "for 2"),
                 support::reason("Waiting", "for 1"), support::reason("Done", "")}) {
            reason = said;
            bench.controller.enqueue({"", "a"});
            bench.clock.advance(0s);
        }
        QCOMPARE(news, (std::vector<std::string> {"a:  -> Waiting", "a: Waiting -> Done"}));
    }

    void howEachPlanEndedIsTold()
    {
        Bench bench;
        bench.server.put(nodes + "a", node("a"));
        std::string ends;
        const auto subscription =
            bench.controller.onCarriedOut([&](const ObjectKey &key, const auto &reasons, const auto &result) {
                ends += key.name + " " + reasons.front().code + (result ? " done " : " failed ");
            });
        bench.decide = [&](const ObjectKey &key) {
            Plan plan = key.name == "idle" ? Plan() : bench.patchNode(key.name);
            plan.reasons = {support::reason("Writing", "Writes.")};
            return plan;
        };
        bench.goLive();
        for (const char *name : {"a", "missing", "idle"})
            bench.controller.enqueue({"", name});
        bench.clock.advance(0s);
        QCOMPARE(ends, std::string("a Writing done missing Writing failed "));
    }

    void aPlanWithoutAReasonIsCounted()
    {
        Bench bench;
        bench.controller.watchesOwn(bench.informers.of<api::Node>());
        bench.server.put(nodes + "a", node("a"));
        bench.goLive();
        QCOMPARE(bench.controller.counters().unexplained, 1U);
        QVERIFY(!bench.controller.explain({"", "a"}));
    }

    void moreOrFewerPlansMayBeUnderWay()
    {
        Bench bench;
        bench.server.delay = [] { return 1s; };
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        for (const char *name : {"a", "b", "c"})
            bench.server.put(nodes + name, node(name));
        bench.goLive();
        bench.clock.advance(10s);
        bench.controller.setMaxConcurrentReconciles(1);
        for (const char *name : {"a", "b", "c"})
            bench.controller.enqueue({"", name});
        bench.clock.advance(500ms);
        QCOMPARE(bench.taken(), std::string("a"));
        QCOMPARE(bench.controller.underway(), 1U);
        bench.controller.setMaxConcurrentReconciles(2);
        bench.clock.advance(0s);
        QCOMPARE(bench.taken(), std::string("b"));
        bench.clock.advance(10s);
        QCOMPARE(bench.taken(), std::string("c"));
    }

    void stoppingSendsNothingMore()
    {
        Bench bench;
        bench.server.delay = [] { return 1s; };
        bench.server.put(nodes + "a", node("a"));
        bench.decide = [&](const ObjectKey &key) {
            Plan plan = bench.patchNode(key.name);
            plan.effects.push_back(api::DeleteObject {{&api::resourceOf<api::Node>(), key}, {}, {}, {}});
            return plan;
        };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.controller.enqueue({"", "b"});
        bench.clock.advance(500ms);
        QCOMPARE(bench.taken(), std::string("a b"));
        bench.controller.enqueue({"", "c"});
        bench.controller.stop();
        QVERIFY(!bench.controller.isRunning());
        bench.controller.enqueue({"", "d"});
        bench.clock.advance(1h);
        QCOMPARE(bench.taken(), std::string());
        QVERIFY(bench.server.find(nodes + "a")); // patched, as was under way, and not deleted
        QCOMPARE(api::textAt(*bench.server.find(nodes + "a"), {"spec", "providerID"}) == "done", true);
        QVERIFY(bench.failures.empty());
        QVERIFY(bench.controller.isIdle());
    }

    void aNewStartWaitsForWhatIsUnderWay()
    {
        Bench bench;
        bench.server.delay = [] { return 1s; };
        bench.server.put(nodes + "a", node("a"));
        bench.decide = [&](const ObjectKey &key) { return bench.patchNode(key.name); };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(100ms);
        bench.controller.stop();
        bench.controller.start();
        bench.controller.enqueue({"", "a"});
        bench.controller.enqueue({"", "b"});
        bench.clock.advance(1s);
        QCOMPARE(bench.taken(), std::string("a b"));
        bench.clock.advance(1s);
        QCOMPARE(bench.taken(), std::string("a"));
    }

    void stoppingForgetsDelays()
    {
        Bench bench;
        bench.decide = [](const ObjectKey &) { return Plan {{}, {}, 30s}; };
        bench.goLive();
        bench.controller.enqueue({"", "a"});
        bench.clock.advance(0s);
        bench.taken();
        bench.controller.stop();
        bench.controller.start();
        bench.clock.advance(1h);
        QCOMPARE(bench.taken(), std::string());
    }
};

QTEST_GUILESS_MAIN(TestController)
#include "tst_controller.moc"
