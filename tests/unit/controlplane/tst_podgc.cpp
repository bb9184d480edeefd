// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/podgc.h"
#include "core/runtime/indexes.h"
#include "tests/support/objects.h"
#include "tests/support/planlab.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Node;
using api::Pod;
using controlplane::PodGc;
using runtime::Plan;
using support::fromYaml;
using support::restsBecause;

namespace {

// A pass falls on it.
const base::Time start = support::PlanLab::usualStart;
const api::ObjectKey podKey {"default", "p"};

/// A pod and its node, an hour old.
struct Fixture {
    Fixture()
    {
        runtime::addPodsByNode(lab.informers.of<Pod>());
        toldOfNodes = lab.informers.of<Node>().onChange([this](const auto &before, const auto &after) {
            collector->missingNodes().nodeChanged(before.get(), after.get());
        });
        startToLook();
        lab.start();
        putNode();
        putPod();
        lab.clock.runUntil(start);
        startToLook();
    }
    void startToLook()
    {
        collector.emplace(lab.of<Pod>(), lab.of<Node>(), lab.clock, controlplane::PodGcOptions());
    }
    Plan plan() { return collector->reconcile(podKey); }
    void putNode() { lab.put(fromYaml<Node>("metadata: {name: w1}")); }
    void putPod()
    {
        lab.put(fromYaml<Pod>("metadata: {name: p, namespace: default}\n"
                              "spec: {nodeName: w1, containers: [{name: c, image: i}]}"));
    }
    void removeNode() { lab.remove<Node>({{}, "w1"}); }

    support::PlanLab lab {start - 1h};
    base::Clock &clock = lab.clock;
    std::optional<PodGc> collector;
    base::Subscription toldOfNodes;
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
    f.lab.apply(plan);
    QVERIFY(f.plan() == Plan());
}

void TestPodGc::keepsThePodsOfANodeThatReturns()
{
    Fixture f;
    f.removeNode();
    f.clock.advance(30s);
    f.putNode();
    f.clock.advance(30s);
    QCOMPARE(restsBecause(f.plan()), "NodeIsThere");
    f.removeNode();
    QVERIFY(f.plan().checkAgainAfter == 40s);
}

void TestPodGc::startsToCountWhenItStartsToLook()
{
    Fixture f;
    f.removeNode();
    f.clock.advance(1h);
    f.startToLook();
    QVERIFY(f.plan().checkAgainAfter == 40s);
}

void TestPodGc::givesAYoungPodItsTime()
{
    Fixture f;
    f.removeNode();
    f.clock.advance(1h);
    f.lab.remove<Pod>(podKey, 0);
    f.putPod();
    QVERIFY(f.plan().checkAgainAfter == 40s);
}

void TestPodGc::waitsForFinalizers()
{
    Fixture f;
    f.removeNode();
    f.lab.edit<Pod>(podKey, [](Pod &pod) { pod.metadata.finalizers = {"example.com/mine"}; });
    f.lab.remove<Pod>(podKey, 0);
    f.clock.advance(1h);
    QCOMPARE(restsBecause(f.plan()), "HeldByFinalizers");
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
