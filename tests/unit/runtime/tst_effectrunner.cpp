// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/pod.h"
#include "core/runtime/effectrunner.h"
#include "tests/unit/printing.h"
#include "tests/unit/runtime/scriptedtransport.h"

using namespace core;
using api::Effect;
using api::Json;
using api::JsonObject;

namespace {

constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};

api::Pod pod(const std::string &name)
{
    api::Pod pod;
    pod.metadata.ns = "ns";
    pod.metadata.name = name;
    pod.metadata.uid = "u-" + name;
    return pod;
}

api::ResourceRef refTo(const std::string &name)
{
    return {&api::resourceOf<api::Pod>(), {"ns", name}};
}

Effect create(const std::string &name)
{
    return api::createEffect(pod(name));
}
Effect patch(const std::string &name)
{
    return api::PatchObject {
        refTo(name), "status", JsonObject {{"status", JsonObject {{"phase", "Running"}}}}};
}
Effect erase(const std::string &name)
{
    return api::deleteEffect(pod(name));
}
Effect evict(const std::string &name)
{
    return api::EvictPod {{"ns", name}, "u-" + name, 30};
}
Effect bind(const std::string &name)
{
    return api::BindPod {{"ns", name}, "u-" + name, "node-1"};
}
Effect tell(const std::string &reason)
{
    return api::EmitEvent {api::referenceTo(pod("p")), "Normal", reason, "message"};
}

Json answered(const std::string &name, int revision)
{
    return JsonObject {{"kind", "Pod"},
        {"metadata",
            JsonObject {{"name", name}, {"namespace", "ns"}, {"resourceVersion", std::to_string(revision)}}}};
}

std::string nameOf(const Effect &effect)
{
    if (const auto *patch = std::get_if<api::PatchObject>(&effect))
        return "patch of " + patch->target.resource->plural;
    const auto *create = std::get_if<api::CreateObject>(&effect);
    return create ? "creation of " + create->resource->plural : "something else";
}

Json comeLater(int seconds)
{
    return JsonObject {{"message", "later"}, {"details", JsonObject {{"retryAfterSeconds", seconds}}}};
}

struct Bench {
    base::Clock clock {start};
    ScriptedTransport transport;
    client::Client client {transport};
    base::Chance chance {1};
    runtime::InformerSet informers {client, clock, chance, {}};
    runtime::EventRecorder events {client, clock};
    runtime::EffectRunner runner {client, informers, events};
    int ended = 0;
    base::Result<> result;
    std::string failed; ///< "patch of pods"
    bool wanted = true;

    Bench()
    {
        informers.of<api::Pod>();
        informers.start();
        transport.answer(
            JsonObject {{"metadata", JsonObject {{"resourceVersion", "10"}}}, {"items", api::JsonArray {}}});
    }

    void run(std::vector<Effect> effects)
    {
        runner.run(
            std::move(effects), "tester",
            [this](const base::Result<> &end, const Effect *effect) {
                ++ended;
                failed = effect ? nameOf(*effect) : std::string();
                result = end;
            },
            [this] { return wanted; });
    }
    /// What was sent and not yet answered: "POST pods, PATCH pods/p/status".
    std::string sent() const
    {
        static constexpr std::string_view methods[] = {"GET", "POST", "PUT", "PATCH", "DELETE"};
        std::string text;
        for (const auto &each : transport.sent) {
            text += text.empty() ? "" : ", ";
            text += methods[static_cast<std::size_t>(each.request.method)];
            text += ' ';
            text += each.request.path.substr(std::string("/api/v1/namespaces/ns").size());
        }
        return text;
    }
    void fail(int code, const char *reason)
    {
        transport.answer(api::failureStatus(code, reason, "no"), code);
    }
};

} // namespace

class TestEffectRunner : public QObject
{
    Q_OBJECT

private slots:
    void nothingToDoIsDoneAtOnce()
    {
        Bench bench;
        bench.run({});
        QCOMPARE(bench.ended, 1);
        QVERIFY(bench.result);
    }

    void effectsRunOneAfterTheOther()
    {
        Bench bench;
        bench.run({patch("a"), patch("b"), create("c")});
        QCOMPARE(bench.sent(), std::string("PATCH /pods/a/status"));
        bench.transport.answer(answered("a", 11));
        QCOMPARE(bench.sent(), std::string("PATCH /pods/b/status"));
        bench.transport.answer(answered("b", 12));
        QCOMPARE(bench.sent(), std::string("POST /pods"));
        QCOMPARE(bench.ended, 0);
        bench.transport.answer(answered("c", 13), 201);
        QCOMPARE(bench.ended, 1);
        QVERIFY(bench.result);
    }

    void neighboursOfOneKindAreSentTogether_data()
    {
        QTest::addColumn<std::vector<Effect>>("effects");
        QTest::addColumn<std::string>("together");
        using Effects = std::vector<Effect>;
        QTest::newRow("creations") << Effects {create("a"), create("b"), patch("c")}
                                   << std::string("POST /pods, POST /pods");
        QTest::newRow("deletions") << Effects {erase("a"), erase("b"), create("c")}
                                   << std::string("DELETE /pods/a, DELETE /pods/b");
        QTest::newRow("evictions") << Effects {evict("a"), evict("b"), erase("c")}
                                   << std::string("POST /pods/a/eviction, POST /pods/b/eviction");
        QTest::newRow("a creation and a deletion are not")
            << Effects {create("a"), erase("b")} << std::string("POST /pods");
        QTest::newRow("patches are not")
            << Effects {patch("a"), patch("b")} << std::string("PATCH /pods/a/status");
        QTest::newRow("bindings are not")
            << Effects {bind("a"), bind("b")} << std::string("POST /pods/a/binding");
    }
    void neighboursOfOneKindAreSentTogether()
    {
        QFETCH(std::vector<Effect>, effects);
        Bench bench;
        bench.run(effects);
        QTEST(bench.sent(), "together");
    }

    void theFirstFailureStopsTheRest()
    {
        Bench bench;
        bench.run({patch("a"), patch("b"), create("c")});
        bench.transport.answer(answered("a", 11));
        bench.fail(409, "Conflict");
        QCOMPARE(bench.sent(), std::string());
        QCOMPARE(bench.ended, 1);
        QVERIFY(bench.result.error().kind == base::ErrorKind::Conflict);
        QCOMPARE(bench.failed, std::string("patch of pods"));
    }

    void ofWhatWasSentTogetherAllIsAwaitedAndTheFirstFailureCounts()
    {
        Bench bench;
        bench.run({create("a"), create("b"), create("c"), patch("d")});
        bench.fail(409, "AlreadyExists");
        bench.fail(403, "Forbidden");
        QCOMPARE(bench.ended, 0);
        bench.transport.answer(answered("c", 13), 201);
        QCOMPARE(bench.ended, 1);
        QCOMPARE(bench.sent(), std::string());
        QVERIFY(bench.result.error().kind == base::ErrorKind::AlreadyExists);
        QCOMPARE(bench.failed, std::string("creation of pods"));
        QCOMPARE(bench.informers.of<api::Pod>().store().size(), 1U); // what succeeded is shown
    }

    /// docs/faults-and-threats.md X3: all of them will be sent again.
    void ofWhatFailedTogetherTheLatestTimeToComeBackCounts()
    {
        Bench bench;
        bench.run({create("a"), create("b"), create("c")});
        bench.fail(409, "Conflict");
        bench.transport.answer(comeLater(3), 429);
        bench.transport.answer(comeLater(2), 429);
        QVERIFY(bench.result.error().kind == base::ErrorKind::Conflict);
        QVERIFY(bench.result.error().retryAfter == std::chrono::seconds(3));
    }

    void responsesAreShownBeforeThePlanIsDone()
    {
        Bench bench;
        std::size_t seen = 0;
        bench.runner.run({create("a"), create("b")}, "tester", [&](const base::Result<> &, const Effect *) {
            seen = bench.informers.of<api::Pod>().store().size();
        });
        bench.transport.answer(answered("a", 11), 201);
        bench.transport.answer(answered("b", 12), 201);
        QCOMPARE(seen, 2U);
    }

    void ofAHeartbeatTheWatchTells()
    {
        Bench bench;
        Effect beat = patch("a");
        std::get<api::PatchObject>(beat).isHeartbeat = true;
        bench.run({beat, patch("b")});
        bench.transport.answer(answered("a", 11));
        bench.transport.answer(answered("b", 12));
        QVERIFY(bench.result);
        const auto &pods = bench.informers.of<api::Pod>().store();
        QVERIFY(!pods.find({"ns", "a"}));
        QVERIFY(pods.find({"ns", "b"}));
    }

    void whatIsAlreadyGoneNeedsNoDeletion_data()
    {
        QTest::addColumn<Effect>("effect");
        QTest::addColumn<bool>("done");
        QTest::newRow("deleting") << erase("a") << true;
        QTest::newRow("evicting") << evict("a") << true;
        QTest::newRow("but patching") << patch("a") << false;
        QTest::newRow("and binding") << bind("a") << false;
    }
    void whatIsAlreadyGoneNeedsNoDeletion()
    {
        QFETCH(Effect, effect);
        QFETCH(bool, done);
        Bench bench;
        bench.run({effect});
        bench.fail(404, "NotFound");
        QCOMPARE(bench.ended, 1);
        QCOMPARE(bench.result.has_value(), done);
    }

    void anotherObjectOfThatNameIsAConflict()
    {
        Bench bench;
        bench.run({erase("a")});
        bench.fail(409, "Conflict");
        QVERIFY(bench.result.error().kind == base::ErrorKind::Conflict);
    }

    void aDeletionThatIsHeldUpShowsTheObject()
    {
        Bench bench;
        bench.run({erase("a")});
        Json dying = answered("a", 15);
        dying.at("metadata").get_object()["deletionTimestamp"] = "2026-11-20T10:00:00Z";
        bench.transport.answer(dying);
        QVERIFY(bench.informers.of<api::Pod>().store().find({"ns", "a"})->metadata.isDeleting());
        bench.run({evict("b")});
        bench.transport.answer(JsonObject {{"kind", "Status"}, {"status", "Success"}}, 201);
        QVERIFY(bench.result);
        QCOMPARE(bench.informers.of<api::Pod>().store().size(), 1U); // a Status is no pod
    }

    void eventsGoTheirOwnWay()
    {
        Bench bench;
        bench.run({tell("First"), patch("a"), tell("Second")});
        QCOMPARE(bench.sent(), std::string("POST /events, PATCH /pods/a/status"));
        bench.transport.answer(tl::unexpected(base::Error {})); // an event that fails stops nothing
        bench.transport.answer(answered("a", 11));
        QCOMPARE(bench.ended, 1);
        QVERIFY(bench.result);
        QCOMPARE(bench.sent(), std::string("POST /events"));
    }

    void anEventAfterAFailureIsNotTold()
    {
        Bench bench;
        bench.run({patch("a"), tell("Done")});
        bench.fail(409, "Conflict");
        QCOMPARE(bench.sent(), std::string());
    }

    void bodiesAreAsTheServerWantsThem_data()
    {
        QTest::addColumn<Effect>("effect");
        QTest::addColumn<std::string>("contentType");
        QTest::addColumn<std::string>("body");
        QTest::newRow("create")
            << create("a") << std::string()
            << jsonText("{'apiVersion':'v1','kind':'Pod','metadata':{'name':'a','namespace':'ns',"
                        "'uid':'u-a'}}");
        QTest::newRow("patch") << patch("a") << std::string("application/merge-patch+json")
                               << jsonText("{'status':{'phase':'Running'}}");
        QTest::newRow("delete, with the uid as precondition")
            << erase("a") << std::string()
            << jsonText("{'apiVersion':'v1','kind':'DeleteOptions','preconditions':{'uid':'u-a'}}");
        QTest::newRow("delete, with all options")
            << Effect(api::DeleteObject {refTo("a"), "u", 0, api::Propagation::Foreground}) << std::string()
            << jsonText("{'apiVersion':'v1','kind':'DeleteOptions','preconditions':{'uid':'u'},"
                        "'gracePeriodSeconds':0,'propagationPolicy':'Foreground'}");
        QTest::newRow("evict")
            << evict("a") << std::string()
            << jsonText("{'apiVersion':'policy/v1beta1','kind':'Eviction','metadata':{'name':'a',"
                        "'namespace':'ns'},'deleteOptions':{'apiVersion':'v1',"
                        "'kind':'DeleteOptions','preconditions':{'uid':'u-a'},"
                        "'gracePeriodSeconds':30}}");
        QTest::newRow("bind")
            << bind("a") << std::string()
            << jsonText("{'apiVersion':'v1','kind':'Binding','metadata':{'name':'a',"
                        "'namespace':'ns','uid':'u-a'},'target':{'apiVersion':'v1','kind':'Node',"
                        "'name':'node-1'}}");
    }
    void bodiesAreAsTheServerWantsThem()
    {
        QFETCH(Effect, effect);
        Bench bench;
        bench.run({effect});
        const api::Request &request = bench.transport.sent.front().request;
        QTEST(request.contentType, "contentType");
        QTEST(api::writeJson(*request.body), "body");
        QCOMPARE(request.userAgent, std::string("hollowlab"));
    }

    void whatIsNoLongerWantedIsNotSent()
    {
        Bench bench;
        bench.run({patch("a"), patch("b"), tell("Done")});
        bench.wanted = false;
        bench.transport.answer(answered("a", 11));
        QCOMPARE(bench.sent(), std::string());
        QCOMPARE(bench.ended, 1);
        QVERIFY(!bench.result);
        QCOMPARE(bench.informers.of<api::Pod>().store().size(), 1U);
        bench.run({patch("c")});
        QCOMPARE(bench.sent(), std::string());
        QCOMPARE(bench.ended, 2);
    }

    void aRunnerThatIsGoneAnswersNobody()
    {
        Bench bench;
        int ended = 0;
        {
            runtime::EffectRunner runner(bench.client, bench.informers, bench.events);
            runner.run(
                {patch("a"), patch("b")}, "tester", [&](const base::Result<> &, const Effect *) { ++ended; });
        }
        bench.transport.answer(answered("a", 11));
        QCOMPARE(ended, 0);
        QCOMPARE(bench.sent(), std::string());
    }
};

QTEST_GUILESS_MAIN(TestEffectRunner)
#include "tst_effectrunner.moc"
