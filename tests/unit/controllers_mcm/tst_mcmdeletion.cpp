// SPDX-License-Identifier: GPL-3.0-or-later
// docs/machines.md §9.7: how a machine goes, step by step.
#include "mcmobjects.h"

using namespace mcmtest;

class TestMcmDeletion : public QObject
{
    Q_OBJECT

private slots:
    void steps_data();
    void steps();
    void drains_data();
    void drains();
    void theNodeSaysWhyItGoes_data();
    void theNodeSaysWhyItGoes();
    void evictionsAreRecordedBeforeTheyAreTried();
    void failedDeletionsArePaced();
    void aDefinitionMayKeepNoStep();
    void aStaticNodeStays();
};

namespace {

Machine at(int step, const QByteArray &patch = {})
{
    return with(with(terminating,
                    "status: {lastOperation: {type: Delete, state: Processing, step: "
                        + QByteArray::number(step) + ", lastUpdateTime: 2026-11-20T10:09:00Z}}"),
        patch);
}

const QByteArray cordoned("spec: {unschedulable: true}");
const QByteArray terminatingNode(
    "{spec: {unschedulable: true}, status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: "
    "2026-11-20T10:02:00Z}, {type: Terminating, status: 'True', reason: ScaleDown}]}}");

const api::Pod tenant = fromYaml<api::Pod>(R"(
metadata: {name: p, namespace: default, uid: tenant-uid}
spec: {nodeName: m-4a49acf8}
)");

MachineView withTenant(const QByteArray &nodePatch = terminatingNode, const QByteArray &tenantPatch = {})
{
    MachineView view = withNode(nodePatch);
    view.podsOnNode = {shared(tenant, tenantPatch)};
    return view;
}

QByteArray isolated(const QByteArray &text) // the deeds but those on the Node
{
    QByteArray kept;
    for (const QByteArray &line : text.split('\n')) {
        if (!line.startsWith("patch Node"))
            kept += (kept.isEmpty() ? "" : "\n") + line;
    }
    return kept;
}

enum class Steps { Kept, Dropped };

Machine stored(Machine machine, Steps steps)
{
    if (steps == Steps::Dropped)
        machine.status.lastOperation.step.reset();
    return machine;
}

QByteArrayList wayOut(Steps steps)
{
    Machine machine = with(running, "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}");
    QByteArrayList codes;
    while (codes.size() < 10 && (codes.isEmpty() || codes.last() != "Deleted")) {
        const runtime::Plan plan = planFor(machine, prepared());
        machine = stored(support::after(machine, plan.effects), steps);
        codes += codesOf(plan.reasons);
    }
    return codes;
}

} // namespace

void TestMcmDeletion::steps_data()
{
    QTest::addColumn<Machine>("machine");
    QTest::addColumn<MachineView>("seen");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("deeds");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<QByteArray>("delay");
    const auto row = [](const char *name, const Machine &machine, const MachineView &seen, const char *after,
                         const char *deeds, const char *codes, const char *delay = "") {
        QTest::newRow(name) << machine << seen << QByteArray(after) << QByteArray(deeds) << QByteArray(codes)
                            << QByteArray(delay);
    };
    row("9.7 without our finalizer nothing is done", with(terminating, "metadata: {finalizers: null}"),
        withNode(), "Terminating; Create/Successful", "", "NotHeldByUs", "10m0s");
    row("9.7 step 0", with(running, "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}"), withNode(),
        "Terminating; Delete/Processing step 1", "", "Terminating");
    row("9.7 an unknown step begins anew", at(9), withNode(), "Terminating; Delete/Processing step 1", "",
        "Terminating");
    row("9.7 step 1, found", at(1), withNode(), "Terminating; Delete/Processing step 2", "", "InstanceFound");
    row("9.7 step 1, not found", at(1), prepared(), "Terminating; Delete/Processing step 2", "",
        "InstanceNotFound");
    row("9.7 step 2, an empty node that is prepared", at(2), withNode(terminatingNode),
        "Terminating; Delete/Processing step 4",
        "event Normal DrainSucceeded on default/m: Node drain succeeded", "Drained");
    row("9.7 step 2, no node label", at(2, "metadata: {labels: {node: null}}"), withNode(),
        "Terminating; Delete/Processing step 4", "", "DrainSkipped");
    row("9.7 step 2, no node", at(2), withPod(), "Terminating; Delete/Processing step 4", "", "DrainSkipped");
    row("9.7 step 3", at(3), withNode(), "Terminating; Delete/Processing step 4", "", "VolumesSkipped");
    row("9.7 step 4, the pod is told to go", at(4), withNode(), "Terminating; Delete/Processing step 4",
        "delete Pod kubemark-actuator/m-4a49acf8 pod-uid", "DeletingPods");
    row("9.7 step 4, the pod is going", at(4),
        withNode({}, "metadata: {deletionTimestamp: 2026-11-20T10:09:30Z}"),
        "Terminating; Delete/Processing step 4", "", "WaitingForPods");
    row("9.7 step 4, not found counts as success", at(4), prepared(), "Terminating; Delete/Processing step 5",
        "delete Node m-4a49acf8\ndelete Lease kube-node-lease/m-4a49acf8\n"
        "event Normal Deleted on default/m: Deleted Machine m",
        "InstanceGone");
    row("9.7 step 5, no node", at(5), prepared(), "Terminating; Delete/Processing step 6", "", "NodeGone");
    row("9.7 step 5, somebody else's node", at(5), withNode("spec: {providerID: 'kubemark://other'}"),
        "Terminating; Delete/Processing step 6", "", "NodeStays");
    row("9.7 step 5, the node is let go and deleted", at(5), withNode(),
        "Terminating; Delete/Processing step 6", "delete Node m-4a49acf8 node-uid", "DeletingNode");
    row("9.7 step 6", at(6), prepared(), "Terminating; Delete/Processing step 6", "", "Deleted");
}

void TestMcmDeletion::steps()
{
    QFETCH(const Machine, machine);
    QFETCH(const MachineView, seen);
    const runtime::Plan plan = planFor(machine, seen);
    QTEST(outcome(support::after(machine, plan.effects)), "after");
    QTEST(isolated(textOf(support::deeds(machine, plan.effects))), "deeds");
    QTEST(codesOf(plan.reasons), "codes");
    QTEST(delayOf(plan), "delay");
    if (plan.reasons.front().code == "Deleted")
        QVERIFY(support::after(machine, plan.effects).metadata.finalizers.empty());
}

void TestMcmDeletion::drains_data()
{
    QTest::addColumn<Machine>("machine");
    QTest::addColumn<MachineView>("seen");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("deeds");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<QByteArray>("delay");
    const auto row = [](const char *name, const Machine &machine, const MachineView &seen, const char *after,
                         const char *deeds, const char *codes, const char *delay = "") {
        QTest::newRow(name) << machine << seen << QByteArray(after) << QByteArray(deeds) << QByteArray(codes)
                            << QByteArray(delay);
    };
    const char *const draining = "Terminating; DrainNode/Processing step 2";
    const char *const forced = "Terminating; Delete/Processing step 3";
    const char *const drainForced = "event Warning DrainForced on default/m: The drain was forced: ";
    const auto tried = [](const char *time, const QByteArray &patch = {}) {
        return at(2,
            patch.isEmpty()
                ? QByteArray("status: {lastOperation: {type: DrainNode, lastUpdateTime: ") + time + "}}"
                : patch);
    };
    row("9.7 pods are evicted", at(2), withTenant(), draining, "evict default/p", "EvictingPods", "20s");
    row("9.7 the node is cordoned first", at(2), withTenant(QByteArray()), draining, "evict default/p",
        "EvictingPods", "20s");
    const auto guarded = [](MachineView view) {
        view.podsOnNode = {shared(tenant, "{metadata: {labels: {app: web}}, status: {phase: Running}}")};
        view.podBudgets = {
            std::make_shared<const api::PodDisruptionBudget>(fromYaml<api::PodDisruptionBudget>(
                "{metadata: {name: guard, namespace: default}, spec: {selector: "
                "{matchLabels: {app: web}}}, status: {desiredHealthy: 2}}"))};
        return view;
    };
    row("9.7 a budget that holds a pod is named", at(2), guarded(withTenant()), draining, "evict default/p",
        "EvictingPods,HeldByPodBudget", "20s");
    row("9.7 also until it is asked again", tried("2026-11-20T10:09:41Z"), guarded(withTenant()), draining,
        "", "WaitingForPods,HeldByPodBudget", "1s");
    row("9.7 not again within 20 s", tried("2026-11-20T10:09:41Z"), withTenant(), draining, "",
        "WaitingForPods", "1s");
    row("9.7 but after them", tried("2026-11-20T10:09:40Z"), withTenant(), draining, "evict default/p",
        "EvictingPods", "20s");
    row("9.7 a pod that is going is waited for", at(2),
        withTenant(terminatingNode, "metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}"),
        "Terminating; Delete/Processing step 2", "", "WaitingForPods", "1h59m0s");
    row("9.7 pods of a DaemonSet stay", at(2),
        withTenant(terminatingNode,
            "metadata: {ownerReferences: [{kind: DaemonSet, name: d, uid: u, controller: true}]}"),
        "Terminating; Delete/Processing step 4",
        "event Normal DrainSucceeded on default/m: Node drain succeeded", "Drained");
    const QByteArray label("metadata: {labels: {force-deletion: 'True'}}");
    row("9.7 forced: one eviction",
        at(2, label + "\nstatus: {currentStatus: {lastUpdateTime: 2026-11-20T10:10:00Z}}"), withTenant(),
        draining, "evict default/p", "EvictingPods", "20s");
    row("9.7 forced: then the pod is deleted",
        at(2, label + "\nstatus: {currentStatus: {lastUpdateTime: 2026-11-20T10:09:40Z}}"), withTenant(),
        draining, "delete Pod default/p tenant-uid", "DeletingPods", "20s");
    row("9.7 forced: after a minute it goes on", at(2, label), withTenant(), forced,
        (QByteArray(drainForced) + "the label force-deletion is set").constData(), "DrainForced");
    row("9.7 a label that says no", at(2, "metadata: {labels: {force-deletion: 'no'}}"), withTenant(),
        draining, "evict default/p", "EvictingPods", "20s");
    row("9.7 the drain timeout is over: one eviction",
        at(2, "{spec: {drainTimeout: 1m}, status: {currentStatus: {lastUpdateTime: 2026-11-20T10:10:00Z}}}"),
        withTenant(), draining, "evict default/p", "EvictingPods", "20s");
    row("9.7 the drain timeout is over for a minute", at(2, "spec: {drainTimeout: 0s}"), withTenant(), forced,
        (QByteArray(drainForced) + "the drain timeout of 0s is over").constData(), "DrainForced");
    const QByteArray broken(R"({spec: {unschedulable: true}, status: {conditions: [
  {type: Ready, status: Unknown, lastTransitionTime: 2026-11-20T10:04:59Z},
  {type: Terminating, status: 'True', reason: Unhealthy}]}})");
    row("9.7 a node not ready for more than 5 m: forced, with all its tries", at(2), withTenant(broken),
        draining, "evict default/p", "EvictingPods", "20s");
    row("9.7 there a pod that does not end is left behind", at(2),
        withTenant(broken, "metadata: {deletionTimestamp: 2026-11-20T10:09:30Z}"), forced,
        (QByteArray(drainForced) + "condition Ready of the node has not been True for more than 5m0s")
            .constData(),
        "DrainForced");
    row("9.7 but not before half a minute beyond its grace", at(2),
        withTenant(broken, "metadata: {deletionTimestamp: 2026-11-20T10:09:31Z}"),
        "Terminating; Delete/Processing step 2", "", "WaitingForPods", "1s");
    row("9.7 tries that are used up", at(2, "spec: {maxEvictRetries: 3}"), withTenant(broken), draining,
        "delete Pod default/p tenant-uid", "DeletingPods", "20s");
    row("9.7 a file system that is read-only for more than 5 m", at(2),
        withTenant(R"({spec: {unschedulable: true}, status: {conditions: [
  {type: ReadonlyFilesystem, status: 'True', lastTransitionTime: 2026-11-20T10:04:59Z},
  {type: Terminating, status: 'True'}]}})",
            "metadata: {deletionTimestamp: 2026-11-20T10:09:30Z}"),
        forced,
        (QByteArray(drainForced)
            + "condition ReadonlyFilesystem of the node has not been False for more than 5m0s")
            .constData(),
        "DrainForced");
}

void TestMcmDeletion::drains()
{
    steps();
}

void TestMcmDeletion::theNodeSaysWhyItGoes_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("9.7 a healthy node") << QByteArray() << QByteArray("ScaleDown");
    QTest::newRow("9.7 an unhealthy node")
        << QByteArray("status: {conditions: [{type: Ready, status: 'False'}]}") << QByteArray("Unhealthy");
}

void TestMcmDeletion::theNodeSaysWhyItGoes()
{
    QFETCH(const QByteArray, patch);
    const MachineView seen = withNode(patch);
    const runtime::Plan plan = planFor(at(2), seen);
    QCOMPARE(codesOf(plan.reasons), QByteArray("Cordoning"));
    const api::Node after = support::after(*seen.instance.node, plan.effects);
    QVERIFY(after.spec.unschedulable.value_or(false));
    const api::NodeCondition *condition = after.condition("Terminating");
    QVERIFY(condition);
    QTEST(QByteArray::fromStdString(condition->reason), "reason");
}

/// A refused eviction ends the plan: the record that paces the next one must have been written before.
void TestMcmDeletion::evictionsAreRecordedBeforeTheyAreTried()
{
    const QByteArray text = textOf(planFor(at(2), withTenant()).effects);
    QVERIFY(text.indexOf("patch Machine") >= 0);
    QVERIFY(text.indexOf("patch Machine") < text.indexOf("evict"));
}

void TestMcmDeletion::failedDeletionsArePaced()
{
    const base::Error error {base::ErrorKind::Forbidden, "no", {}};
    const Machine refused = support::after(
        at(4), controllers::mcm::recordMachineFailure(at(4), withNode(), driver, Settings(), error, now));
    QCOMPARE(outcome(refused), QByteArray("Terminating; Delete/Failed/PermissionDenied step 4"));
    const runtime::Plan waiting = planFor(refused, withNode(), now + 1min);
    QCOMPARE(codesOf(waiting.reasons), QByteArray("WaitingToRetry"));
    QCOMPARE(delayOf(waiting), QByteArray("9m0s"));
    QCOMPARE(codesOf(planFor(refused, withNode(), now + 10min).reasons), QByteArray("DeletingPods"));
}

void TestMcmDeletion::aDefinitionMayKeepNoStep()
{
    QCOMPARE(wayOut(Steps::Kept).last(), QByteArray("Deleted"));
    QCOMPARE(wayOut(Steps::Dropped), wayOut(Steps::Kept));

    const Machine evicting =
        stored(support::after(at(2), planFor(at(2), withTenant()).effects), Steps::Dropped);
    QCOMPARE(codesOf(planFor(evicting, withNode(terminatingNode)).reasons), QByteArray("Drained"));

    const base::Error error {base::ErrorKind::Forbidden, "no", {}};
    const auto failure =
        controllers::mcm::recordMachineFailure(at(4), withNode(), driver, Settings(), error, now);
    const Machine refused = stored(support::after(at(4), failure), Steps::Dropped);
    QCOMPARE(codesOf(planFor(refused, withNode(), now + 1min).reasons), QByteArray("WaitingToRetry"));
}

void TestMcmDeletion::aStaticNodeStays()
{
    const QByteArray annotation("metadata: {annotations: {machine.openshift.io/static-machine: m-4a49acf8}}");
    QCOMPARE(codesOf(planFor(at(2, annotation), withTenant()).reasons), QByteArray("DrainSkipped"));
    QCOMPARE(codesOf(planFor(at(4, annotation), withNode()).reasons), QByteArray("StaticNodeStays"));
    const runtime::Plan leaving = planFor(at(5, annotation), withNode());
    QCOMPARE(codesOf(leaving.reasons), QByteArray("NodeStays"));
    QVERIFY(support::after(node, leaving.effects).metadata.finalizers.empty());
}

QTEST_GUILESS_MAIN(TestMcmDeletion)
#include "tst_mcmdeletion.moc"
