// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/podgc.h"
#include "core/runtime/indexes.h"
#include "tests/unit/planworld.h"

using namespace core;
using namespace std::chrono_literals;
using api::Node;
using api::Pod;
using controlplane::PodGc;
using runtime::Plan;

namespace {

// A pass falls on it.
const base::Time start = base::Time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)) + 10h;

struct Fixture {
    Fixture()
    {
        world.of<Pod>().addIndex(std::string(runtime::podsByNode), runtime::nodeNameOfPod);
        Node node;
        node.metadata.name = "w1";
        world.put(node);
        Pod pod;
        pod.metadata.name = "p";
        pod.metadata.ns = "default";
        pod.metadata.creationTimestamp = start - 1h;
        pod.spec.nodeName = "w1";
        world.put(pod);
    }
    Plan plan() { return collector.reconcile({"default", "p"}); }
    void removeNode()
    {
        const auto gone = world.of<Node>().find({{}, "w1"});
        world.remove<Node>({{}, "w1"});
        collector.missingNodes().nodeChanged(gone.get(), nullptr);
    }

    PlanWorld world;
    base::Clock clock {start};
    PodGc collector {world.of<Pod>(), world.of<Node>(), clock, {}};
};

} // namespace

class TestPodGc : public QObject
{
    Q_OBJECT

private slots:
    void removesOrphansAfterTheQuarantine_data();
    void removesOrphansAfterTheQuarantine();
    void keepsThePodsOfANodeThatReturns();
    void startsToCountWhenItStartsToLook();
    void givesAYoungPodItsTime();
    void waitsForFinalizers();
    void remembersOnlyWhatMatters();
};

void TestPodGc::removesOrphansAfterTheQuarantine_data()
{
    QTest::addColumn<int>("vanished");
    QTest::addColumn<int>("removed");
    QTest::newRow("seen at once by a pass, then 40 s") << 0 << 40;
    QTest::newRow("seen by the next pass") << 1 << 60;
    QTest::newRow("just before a pass") << 19 << 60;
}

void TestPodGc::removesOrphansAfterTheQuarantine()
{
    QFETCH(int, vanished);
    QFETCH(int, removed);
    Fixture f;
    f.clock.advance(std::chrono::seconds(vanished));
    QCOMPARE(restsBecause(f.plan()), "NodeIsThere");
    f.removeNode();
    const Plan waiting = f.plan();
    QCOMPARE((f.clock.now() - start + *waiting.checkAgainAfter) / 1s, removed);
    f.clock.advance(*waiting.checkAgainAfter);
    const Plan plan = f.plan();
    QCOMPARE(std::get<api::DeleteObject>(plan.effects.at(0)).gracePeriodSeconds.value_or(-1), 0);
    f.world.apply(plan);
    QVERIFY(f.plan() == Plan());
}

void TestPodGc::keepsThePodsOfANodeThatReturns()
{
    Fixture f;
    f.removeNode();
    f.clock.advance(30s);
    Node back;
    back.metadata.name = "w1";
    f.collector.missingNodes().nodeChanged(nullptr, f.world.put(back).get());
    f.clock.advance(30s);
    QCOMPARE(restsBecause(f.plan()), "NodeIsThere");
    f.removeNode();
    QVERIFY(f.plan().checkAgainAfter == 40s);
}

void TestPodGc::startsToCountWhenItStartsToLook()
{
    Fixture f;
    f.world.remove<Node>({{}, "w1"}); // gone before we came
    QVERIFY(f.plan().checkAgainAfter == 40s);
}

void TestPodGc::givesAYoungPodItsTime()
{
    Fixture f;
    f.removeNode();
    f.clock.advance(1h);
    f.world.edit<Pod>({"default", "p"}, [&](Pod &pod) { pod.metadata.creationTimestamp = f.clock.now(); });
    QVERIFY(f.plan().checkAgainAfter == 40s);
}

void TestPodGc::waitsForFinalizers()
{
    Fixture f;
    f.removeNode();
    f.world.edit<Pod>({"default", "p"}, [](Pod &pod) {
        pod.metadata.finalizers = {"mine"};
        pod.metadata.deletionTimestamp = start;
        pod.metadata.deletionGracePeriodSeconds = 0;
    });
    f.clock.advance(1h);
    QVERIFY(f.plan().effects.empty());
}

void TestPodGc::remembersOnlyWhatMatters()
{
    base::Clock clock(start);
    controlplane::MissingNodes missing(clock);
    for (int i = 0; i < 5000; ++i) {
        Node node;
        node.metadata.name = "w" + std::to_string(i);
        missing.nodeChanged(&node, nullptr);
        clock.advance(10s);
    }
    QVERIFY(missing.size() <= 1000U);
    QVERIFY(missing.missingSince("w4999") == clock.now() - 10s);
    QVERIFY(missing.missingSince("w0") == start);
}

QTEST_GUILESS_MAIN(TestPodGc)
#include "tst_podgc.moc"
