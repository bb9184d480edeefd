// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"
#include "core/controllers/drain.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using controllers::DrainPlan;
using controllers::DrainView;
using support::codesOf;
using support::fromYaml;
using support::textOf;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");
const api::Machine machine = fromYaml<api::Machine>(R"(
metadata: {name: m, namespace: default, uid: uid-1, deletionTimestamp: 2026-11-20T10:09:00Z}
status: {phase: Deleting, nodeRef: {kind: Node, name: n, uid: node-uid}}
)");
const api::Node open = fromYaml<api::Node>(R"(
metadata: {name: n, uid: node-uid}
status: {conditions: [{type: Ready, status: 'True'}]}
)");
const api::Node cordoned = with(open, "spec: {unschedulable: true}");
const api::Node unreachable = with(cordoned, "status: {conditions: [{type: Ready, status: Unknown}]}");

api::Pod pod(const QByteArray &name, const QByteArray &patch = {})
{
    return with(
        fromYaml<api::Pod>("metadata: {name: " + name + ", namespace: apps, uid: " + name + "-uid}"), patch);
}

DrainView seeing(const std::optional<api::Node> &node, const std::vector<api::Pod> &pods = {})
{
    DrainView view;
    if (node)
        view.node = std::make_shared<const api::Node>(*node);
    for (const api::Pod &each : pods)
        view.pods.push_back(std::make_shared<const api::Pod>(each));
    return view;
}

const QByteArray owner(
    "metadata: {ownerReferences: [{apiVersion: apps/v1, kind: %, name: o, uid: u, controller: true}]}");

QByteArray ownedBy(const QByteArray &kind)
{
    return QByteArray(owner).replace("%", kind);
}

} // namespace

Q_DECLARE_METATYPE(api::Machine)
Q_DECLARE_METATYPE(DrainView)

class TestDrain : public QObject
{
    Q_OBJECT

private slots:
    void plan_data();
    void plan();
    void controlPlanesAreDrainedOneByOne();
    void refusedEvictionIsRetriedEveryFiveSeconds();
    void whatHoldsIsNamed_data();
    void whatHoldsIsNamed();
};

void TestDrain::plan_data()
{
    QTest::addColumn<api::Machine>("draining");
    QTest::addColumn<DrainView>("seen");
    QTest::addColumn<QByteArray>("effects");
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QByteArray>("conditions");
    QTest::addColumn<bool>("done");

    const QByteArray nothing;
    const QByteArray done("Drained=True Drainable=True");
    const QByteArray skipped("event Normal DrainSkipped on default/m: Node drain skipped: ");
    const QByteArray succeeded("event Normal DrainSucceeded on default/m: Node drain succeeded");
    const QByteArray proceeds("event Normal DrainProceeds on default/m: Node drain proceeds");
    const QByteArray cordon(
        "patch Node n {\"metadata\":{\"uid\":\"node-uid\"},\"spec\":{\"unschedulable\":true}}");
    const QByteArray evicting("Drainable=True Drained=False/Draining");

    QTest::newRow("§4.8 the annotation skips the drain, though hooks remain")
        << with(machine, R"({metadata: {annotations: {machine.openshift.io/exclude-node-draining: ''}},
                            spec: {lifecycleHooks: {preDrain: [{name: a, owner: o}]}}})")
        << seeing(open, {pod("p")}) << nothing << skipped + "the machine is excluded from draining"
        << QByteArray("Drained=True") << true;
    QTest::newRow("§2.6 the node of a static machine stays, and so does what runs there")
        << with(machine, "metadata: {annotations: {machine.openshift.io/static-machine: n}}")
        << seeing(open, {pod("p")}) << nothing << skipped + "the node was there before the machine and stays"
        << done << true;
    QTest::newRow("§4.8 without nodeRef there is nothing to drain")
        << with(machine, "status: {nodeRef: null}") << seeing({}) << nothing
        << skipped + "the machine has no node" << done << true;
    QTest::newRow("§4.6 a pre-drain hook blocks")
        << with(machine, "spec: {lifecycleHooks: {preDrain: [{name: a, owner: o}]}}")
        << seeing(open, {pod("p")}) << nothing
        << QByteArray("event Normal DrainBlocked on default/m: Drain blocked "
                      "by pre-drain hook: a")
        << QByteArray("Drainable=False/HookPresent") << false;
    QTest::newRow("§4.8 a node that is gone is drained")
        << machine << seeing({}) << nothing << succeeded << done << true;
    QTest::newRow("§4.8 cordon first, even when nothing runs there")
        << machine << seeing(open) << cordon << proceeds << QByteArray("Drainable=True") << false;
    QTest::newRow("§4.8 cordon and evict in one go")
        << machine << seeing(open, {pod("a"), pod("b")}) << cordon + "\nevict apps/a\nevict apps/b"
        << proceeds << evicting << false;
    QTest::newRow("§4.8 a cordoned empty node is drained")
        << machine << seeing(cordoned) << nothing
        << QByteArray("event Normal Deleted on default/m: Node n drained\n") + succeeded << done << true;
    QTest::newRow("§4.8 DaemonSet and mirror pods stay, unmanaged ones leave")
        << machine
        << seeing(cordoned,
               {pod("ds", ownedBy("DaemonSet")), pod("rs", ownedBy("ReplicaSet")), pod("bare"),
                   pod("static", "metadata: {annotations: {kubernetes.io/config.mirror: x}}")})
        << QByteArray("evict apps/rs\nevict apps/bare") << nothing << evicting << false;
    QTest::newRow("§4.8 a pod on its way out is waited for, not evicted again")
        << machine << seeing(cordoned, {pod("a", "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}")})
        << nothing << nothing << QByteArray("Drainable=True") << false;
    QTest::newRow("§4.8 on an unreachable node the grace is 1 s")
        << machine << seeing(unreachable, {pod("a")}) << QByteArray("evict apps/a grace 1") << nothing
        << evicting << false;
    QTest::newRow("§4.8 on an unreachable node a pod told to go is not waited for")
        << machine << seeing(unreachable, {pod("a", "metadata: {deletionTimestamp: 2026-11-20T10:09:58Z}")})
        << nothing << QByteArray("event Normal Deleted on default/m: Node n drained\n") + succeeded << done
        << true;
    DrainView busy = seeing(with(open, "metadata: {labels: {node-role.kubernetes.io/master: ''}}"));
    busy.otherControlPlaneDraining = true;
    QTest::newRow("§4.8 one control-plane node at a time")
        << machine << busy << nothing << nothing << nothing << false;
    busy.node = seeing(with(*busy.node, "spec: {unschedulable: true}")).node;
    QTest::newRow("§4.8 a control-plane node that is cordoned goes on")
        << machine << busy << nothing
        << QByteArray("event Normal Deleted on default/m: Node n drained\n") + succeeded << done << true;
}

void TestDrain::plan()
{
    QFETCH(api::Machine, draining);
    QFETCH(DrainView, seen);
    const DrainPlan plan = controllers::planDrain(draining, seen, now);
    QTEST(textOf(plan.effects), "effects");
    QTEST(textOf(plan.events), "events");
    QTEST(textOf(plan.conditions), "conditions");
    QTEST(plan.done, "done");
    QVERIFY(!plan.reasons.empty());
}

void TestDrain::controlPlanesAreDrainedOneByOne()
{
    DrainView seen = seeing(with(open, "metadata: {labels: {node-role.kubernetes.io/master: ''}}"));
    seen.otherControlPlaneDraining = true;
    const DrainPlan waiting = controllers::planDrain(machine, seen, now);
    QCOMPARE(codesOf(waiting.reasons), QByteArray("WaitingForOtherControlPlane"));
    QVERIFY(waiting.effects.empty() && waiting.checkAgainAfter);
}

void TestDrain::refusedEvictionIsRetriedEveryFiveSeconds()
{
    api::Machine draining = machine;
    const DrainView seen = seeing(cordoned, {pod("a")});
    const auto pass = [&](base::Time at) {
        const DrainPlan plan = controllers::planDrain(draining, seen, at);
        for (const api::Condition &condition : plan.conditions)
            controllers::setCondition(draining.status.conditions, condition, at);
        return plan;
    };
    base::Time at = now + 300ms;
    DrainPlan plan = pass(at);
    QCOMPARE(codesOf(plan.reasons), QByteArray("EvictingPods"));
    for (int attempt = 2; attempt < 5; ++attempt) {
        const DrainPlan early = pass(at + 100ms); // woken by some change
        QCOMPARE(textOf(early.effects), QByteArray());
        QVERIFY(early.checkAgainAfter == *plan.checkAgainAfter - 100ms);
        QVERIFY(*plan.checkAgainAfter >= 5s && *plan.checkAgainAfter <= 6s);
        at += *plan.checkAgainAfter;
        plan = pass(at);
        QCOMPARE(textOf(plan.effects), QByteArray("evict apps/a"));
        QCOMPARE(codesOf(plan.reasons), QByteArray("EvictionRefused"));
        QVERIFY(textOf(draining.status.conditions).contains("Drained=False/DrainError")); // §4.8: patched
    }
}

void TestDrain::whatHoldsIsNamed_data()
{
    QTest::addColumn<QByteArray>("running");
    QTest::addColumn<QByteArray>("budget");
    QTest::addColumn<bool>("held");
    const QByteArray labelled("{metadata: {labels: {app: web}}, status: {phase: Running, conditions: "
                              "[{type: Ready, status: 'True'}]}}");
    const QByteArray broken("{metadata: {labels: {app: web}}, status: {phase: Running}}");
    const QByteArray full("status: {desiredHealthy: 1, currentHealthy: 1, expectedPods: 1}");
    QTest::newRow("a budget that is used up") << labelled << full << true;
    QTest::newRow("one that allows it") << labelled << QByteArray("status: {disruptionsAllowed: 1}") << false;
    QTest::newRow("one of another namespace")
        << labelled << QByteArray(full + "\nmetadata: {namespace: other}") << false;
    QTest::newRow("another pod") << QByteArray("status: {phase: Running}") << full << false;
    QTest::newRow("a pod that does not run yet")
        << QByteArray("{metadata: {labels: {app: web}}, status: {phase: Pending}}") << full << false;
    QTest::newRow("a broken pod, and enough others are healthy") << broken << full << false;
    QTest::newRow("a broken pod, and too few others are")
        << broken << QByteArray("status: {desiredHealthy: 2, currentHealthy: 1}") << true;
    QTest::newRow("a broken pod that may always go")
        << broken
        << QByteArray("{spec: {unhealthyPodEvictionPolicy: AlwaysAllow}, status: {desiredHealthy: 2, "
                      "currentHealthy: 1}}")
        << false;
}

// docs/machines.md §4.8
void TestDrain::whatHoldsIsNamed()
{
    QFETCH(QByteArray, running);
    QFETCH(QByteArray, budget);
    QFETCH(bool, held);
    DrainView seen = seeing(cordoned, {pod("free"), pod("web", running)});
    seen.podBudgets = {std::make_shared<const api::PodDisruptionBudget>(
        with(fromYaml<api::PodDisruptionBudget>("{metadata: {name: guard, namespace: apps}, spec: {selector: "
                                                "{matchLabels: {app: web}}}}"),
            budget))};
    const DrainPlan asks = controllers::planDrain(machine, seen, now);
    QCOMPARE(codesOf(asks.reasons), QByteArray(held ? "EvictingPods,HeldByPodBudget" : "EvictingPods"));
    api::Machine draining = machine;
    for (const api::Condition &condition : asks.conditions)
        controllers::setCondition(draining.status.conditions, condition, now);
    const DrainPlan waits = controllers::planDrain(draining, seen, now + 1s);
    QCOMPARE(codesOf(waits.reasons), QByteArray(held ? "WaitingForPods,HeldByPodBudget" : "WaitingForPods"));
    if (!held)
        return;
    const std::string text = waits.reasons.back().text;
    QVERIFY2(text.starts_with("Waits for pod apps/web of node n: PodDisruptionBudget apps/guard needs "),
        text.c_str());
    QCOMPARE(waits.reasons.back().facts().at("nextCheck"), asks.reasons.back().facts().at("nextCheck"));
}

QTEST_GUILESS_MAIN(TestDrain)
#include "tst_drain.moc"
