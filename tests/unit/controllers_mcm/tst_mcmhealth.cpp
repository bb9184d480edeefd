// SPDX-License-Identifier: GPL-3.0-or-later
// docs/machines.md §9.6 and §9.8: a machine and its node; §9.4: what the node is given.
#include "mcmobjects.h"

using namespace mcmtest;

class TestMcmHealth : public QObject
{
    Q_OBJECT

private slots:
    void transitions_data();
    void transitions();
    void permit_data();
    void permit();
    void whoComesFirstIsForetold_data();
    void whoComesFirstIsForetold();
    void ofManyOnlyOneFailsAtATime();
    void runningMachinesPlanNothing();
    void heartbeatsAreNotWritten();
    void conditionsAreCopied();
    void theNodeIsGivenWhatTheTemplateSays();
    void joiningTakesItsTime();
    void aVanishedInstanceIsMadeAnewWhereAsked();
    void preservation_data();
    void preservation();
};

namespace {

const QByteArray notReady(
    "status: {conditions: [{type: Ready, status: 'False', lastTransitionTime: 2026-11-20T10:05:00Z}]}");

QByteArray diskPressure(const char *status)
{
    return QByteArray("status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: "
                      "2026-11-20T10:02:00Z}, {type: DiskPressure, status: '")
        + status + "'}]}";
}

/// The machine is as after the conditions were copied, so that a row shows the phase alone.
Machine withConditionsOf(const Machine &machine, const MachineView &seen)
{
    Machine copied = machine;
    if (seen.instance.node)
        copied.status.conditions = seen.instance.node->status.conditions;
    return copied;
}

} // namespace

void TestMcmHealth::transitions_data()
{
    QTest::addColumn<Machine>("machine");
    QTest::addColumn<MachineView>("seen");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("code"); ///< the last one: those before it speak of the instance
    QTest::addColumn<QByteArray>("delay");

    const auto row = [](const char *name, const Machine &machine, const MachineView &seen, const char *after,
                         const char *code, const char *delay = "") {
        QTest::newRow(name) << machine << seen << QByteArray(after) << QByteArray(code) << QByteArray(delay);
    };
    const QByteArray taint(
        "spec: {taints: [{key: node.gardener.cloud/critical-components-not-ready, effect: NoSchedule}]}");
    row("9.6 Pending: a healthy node joins", pending, withNode(), "Running; Create/Successful", "Joined");
    row("9.6 Pending: critical components are waited for", pending, withNode(taint),
        "Pending (timer); Create/Processing", "WaitingForCriticalComponents", "1m0s");
    row("9.6 Pending: no node yet", pending, withPod(), "Pending (timer); Create/Processing",
        "WaitingForNode", "1m0s");
    row("9.6 Pending: a node that is not ready", pending, withNode(notReady),
        "Pending (timer); Create/Processing", "WaitingForNode", "1m0s");
    row("9.6 Pending: the last minute of the creation timeout",
        with(pending, "spec: {creationTimeout: 9m30s}"), withPod(), "Pending (timer); Create/Processing",
        "WaitingForNode", "30s");
    row("9.6 Pending: the creation timeout is over", with(pending, "spec: {creationTimeout: 9m}"), withPod(),
        "Failed; Create/Failed/DeadlineExceeded", "CreationTimeout");
    row("9.6 Running: healthy", running, withNode(), "Running; Create/Successful", "Running");
    row("9.6 Running: not ready", running, withNode(notReady), "Unknown (timer); HealthCheck/Processing",
        "Unhealthy", "1m0s");
    row("9.6 Running: no conditions at all", running, withNode("status: {conditions: null}"),
        "Unknown (timer); HealthCheck/Processing", "Unhealthy", "1m0s");
    row("9.6 Running: the node object is missing", running, withPod(),
        "Unknown (timer); HealthCheck/Processing", "Unhealthy", "1m0s");
    row("9.6 Running: a named condition", running, withNode(diskPressure("True")),
        "Unknown (timer); HealthCheck/Processing", "Unhealthy", "1m0s");
    row("9.6 Running: a named condition that nobody knows", running, withNode(diskPressure("Unknown")),
        "Unknown (timer); HealthCheck/Processing", "Unhealthy", "1m0s");
    row("9.6 Running: a condition that the machine does not name",
        with(running, "spec: {nodeConditions: Other}"), withNode(diskPressure("True")),
        "Running; Create/Successful", "Running");
    row("9.6 Running: the taint matters only before", running, withNode(taint), "Running; Create/Successful",
        "Running");
    row("9.6 Unknown: healthy again", unknown, withNode(), "Running; HealthCheck/Successful", "HealthyAgain");
    row("9.6 Unknown: the timer runs", unknown, withNode(notReady), "Unknown (timer); HealthCheck/Processing",
        "WaitingForHealth", "1m0s");
    row("9.6 Unknown: the health timeout is over", with(unknown, "spec: {healthTimeout: 5m}"),
        withNode(notReady), "Failed; HealthCheck/Failed/DeadlineExceeded", "HealthTimeout");
    row("9.6 Unknown: also without a node", with(unknown, "spec: {healthTimeout: 5m}"), prepared(),
        "Failed; HealthCheck/Failed/DeadlineExceeded", "HealthTimeout");
    row("9.6 Unknown: the health timeout is switched off",
        with(unknown, "spec: {healthTimeout: 5m, disableHealthTimeout: true}"), withNode(notReady),
        "Unknown (timer); HealthCheck/Processing", "HealthTimeoutDisabled");
    row("9.2 Failed: stays so, even with a healthy node",
        with(unknown, "status: {currentStatus: {phase: Failed, timeoutActive: false}}"), withNode(),
        "Failed; HealthCheck/Processing", "Failed");

    const auto updating = [](const char *reason) {
        return withNode(
            QByteArray("status: {conditions: [{type: Ready, status: 'True'}, {type: InPlaceUpdate, "
                       "status: 'True', reason: ")
            + reason + "}]}");
    };
    const Machine inUpdate = with(running, R"(
status:
  lastOperation: {type: InPlaceUpdate, state: Processing}
  currentStatus: {phase: InPlaceUpdating, timeoutActive: true, lastUpdateTime: 2026-11-20T10:05:00Z})");
    row("6.7 an update in place begins", running, updating("ReadyForUpdate"),
        "InPlaceUpdating (timer); InPlaceUpdate/Processing", "InPlaceUpdating", "1m0s");
    row("6.7 a node that is merely chosen", running, updating("SelectedForUpdate"),
        "Running; Create/Successful", "Running");
    row("6.7 it succeeds", inUpdate, updating("UpdateSuccessful"),
        "InPlaceUpdateSuccessful; InPlaceUpdate/Successful", "InPlaceUpdateSuccessful");
    row("6.7 it fails", inUpdate, updating("UpdateFailed"), "InPlaceUpdateFailed; InPlaceUpdate/Failed",
        "InPlaceUpdateFailed");
    row("9.6 it takes too long", with(inUpdate, "spec: {inPlaceUpdateTimeout: 5m}"),
        updating("ReadyForUpdate"), "InPlaceUpdateFailed; InPlaceUpdate/Failed/DeadlineExceeded",
        "UpdateTimeout");
    row("6.7 it is over",
        with(inUpdate, "status: {currentStatus: {phase: InPlaceUpdateSuccessful, timeoutActive: false}}"),
        withNode(), "Running; HealthCheck/Successful", "HealthyAgain");
    row("9.10 a node that is being deleted takes its machine along", running,
        withNode("metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}"), "Running; Create/Successful",
        "NodeDeleted");
}

void TestMcmHealth::transitions()
{
    QFETCH(const Machine, machine);
    QFETCH(const MachineView, seen);
    const runtime::Plan plan = planFor(machine, seen);
    QTEST(outcome(support::after(machine, plan.effects)), "after");
    QTEST(QByteArray::fromStdString(plan.reasons.back().code), "code");
    QTEST(delayOf(plan), "delay");
}

void TestMcmHealth::permit_data()
{
    QTest::addColumn<QByteArray>("fellow"); ///< a patch of the other machine of the deployment
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const char *fellow, const char *code) {
        QTest::newRow(name) << QByteArray(fellow) << QByteArray(code);
    };
    row("9.6 a running fellow", "status: {currentStatus: {phase: Running}}", "HealthTimeout");
    row("9.6 an unhealthy fellow with time left",
        "status: {currentStatus: {phase: Unknown, lastUpdateTime: 2026-11-20T10:06:00Z}}", "HealthTimeout");
    row("9.6 one that waits longer comes first",
        "status: {currentStatus: {phase: Unknown, lastUpdateTime: 2026-11-20T10:04:59Z}}",
        "WaitingForPermit");
    row("9.6 unless it never fails",
        "{spec: {disableHealthTimeout: true}, status: {currentStatus: {phase: Unknown, lastUpdateTime: "
        "2026-11-20T10:04:59Z}}}",
        "HealthTimeout");
    row("9.6 of two that wait as long, the first by name",
        "{metadata: {name: a}, status: {currentStatus: {phase: Unknown, lastUpdateTime: "
        "2026-11-20T10:05:00Z}}}",
        "WaitingForPermit");
    row("9.6 a new fellow", "status: {currentStatus: {phase: null}}", "WaitingForPermit");
    row("9.6 a pending fellow", "status: {currentStatus: {phase: Pending}}", "WaitingForPermit");
    row("9.6 a failed fellow", "status: {currentStatus: {phase: Failed}}", "WaitingForPermit");
    row("9.6 a terminating fellow", "status: {currentStatus: {phase: Terminating}}", "WaitingForPermit");
    row("9.6 a preserved fellow does not count",
        "status: {currentStatus: {phase: Failed, preserveExpiryTime: 2026-11-21T10:00:00Z}}",
        "HealthTimeout");
    row("9.6 its preservation is over",
        "status: {currentStatus: {phase: Failed, preserveExpiryTime: 2026-11-20T10:00:00Z}}",
        "WaitingForPermit");
}

void TestMcmHealth::permit()
{
    QFETCH(const QByteArray, fellow);
    const Machine machine = with(unknown, "{metadata: {labels: {name: d}}, spec: {healthTimeout: 5m}}");
    MachineView seen = withNode(notReady);
    seen.fellows = {shared(machine), shared(with(machine, "metadata: {name: z}"), fellow)};
    const runtime::Plan plan = planFor(machine, seen);
    QTEST(QByteArray::fromStdString(plan.reasons.back().code), "code");
    if (plan.reasons.back().code == "WaitingForPermit")
        QCOMPARE(delayOf(plan), QByteArray("5s"));
}

void TestMcmHealth::whoComesFirstIsForetold_data()
{
    QTest::addColumn<QByteArray>("fellow"); ///< a patch of the other machine of the deployment
    QTest::addColumn<QByteArray>("code");
    const auto row = [](const char *name, const char *fellow, const char *code) {
        QTest::newRow(name) << QByteArray(fellow) << QByteArray(code);
    };
    row("9.6 a running fellow", "status: {currentStatus: {phase: Running}}", "WaitingForHealth");
    row("9.6 one that waits longer",
        "status: {currentStatus: {phase: Unknown, lastUpdateTime: 2026-11-20T10:04:59Z}}", "WaitingForTurn");
    row("9.6 one that waits longer, and may for longer still",
        "{spec: {healthTimeout: 30m}, status: {currentStatus: {phase: Unknown, lastUpdateTime: "
        "2026-11-20T10:04:59Z}}}",
        "WaitingForHealth");
    row("9.6 one that never fails",
        "{spec: {disableHealthTimeout: true}, status: {currentStatus: {phase: Unknown, lastUpdateTime: "
        "2026-11-20T10:04:59Z}}}",
        "WaitingForHealth");
    row("9.6 one that became so later",
        "status: {currentStatus: {phase: Unknown, lastUpdateTime: 2026-11-20T10:06:00Z}}",
        "WaitingForHealth");
    row("9.6 one that is being replaced", "status: {currentStatus: {phase: Failed}}", "WaitingForTurn");
}

/// With a timeout of 10 minutes, half of which are over.
void TestMcmHealth::whoComesFirstIsForetold()
{
    QFETCH(const QByteArray, fellow);
    const Machine machine = with(unknown, "{metadata: {labels: {name: d}}, spec: {healthTimeout: 10m}}");
    MachineView seen = withNode(notReady);
    seen.fellows = {shared(machine), shared(with(machine, "metadata: {name: z}"), fellow)};
    QTEST(QByteArray::fromStdString(planFor(machine, seen).reasons.back().code), "code");
}

/// Nobody sees the others' writes yet: still only one of them fails.
void TestMcmHealth::ofManyOnlyOneFailsAtATime()
{
    std::vector<controllers::mcm::MachinePointer> all;
    for (const char *name : {"a", "b", "c", "d"})
        all.push_back(shared(unknown,
            QByteArray("{metadata: {name: ") + name + ", labels: {name: d}}, spec: {healthTimeout: 5m}}"));
    int failing = 0;
    for (const auto &machine : all) {
        MachineView seen = prepared();
        seen.fellows = all;
        failing += support::after(*machine, planFor(*machine, seen).effects).phase() == "Failed";
    }
    QCOMPARE(failing, 1);
}

void TestMcmHealth::runningMachinesPlanNothing()
{
    Machine machine = withConditionsOf(running, withNode());
    for (int pass = 0; pass < 2; ++pass)
        machine = support::after(machine, planFor(machine, withNode()).effects);
    QCOMPARE(textOf(planFor(machine, withNode()).effects), QByteArray());
    QVERIFY(!planFor(machine, withNode()).checkAgainAfter);
}

void TestMcmHealth::heartbeatsAreNotWritten()
{
    const MachineView seen = withNode();
    Machine machine = support::after(running, planFor(running, seen).effects);
    const MachineView later =
        withNode("status: {conditions: [{type: Ready, status: 'True', lastTransitionTime: "
                 "2026-11-20T10:02:00Z, lastHeartbeatTime: 2026-11-20T10:09:00Z}]}");
    QCOMPARE(textOf(planFor(machine, later).effects), QByteArray());
}

void TestMcmHealth::conditionsAreCopied()
{
    const Machine machine = support::after(running, planFor(running, withNode(notReady)).effects);
    QCOMPARE(machine.status.conditions.size(), std::size_t(1));
    QCOMPARE(machine.status.conditions.front().status, std::string("False"));
    const Machine nodeless = support::after(machine, planFor(machine, withPod()).effects);
    QCOMPARE(nodeless.status.conditions.size(), std::size_t(1)); // the last that is known
}

void TestMcmHealth::theNodeIsGivenWhatTheTemplateSays()
{
    const Machine machine = with(running, R"(
spec:
  nodeTemplate:
    metadata: {labels: {a: b, kubernetes.io/hostname: x}, annotations: {c: d}}
    spec: {taints: [{key: k, value: v, effect: NoSchedule}]})");
    const api::Node bare = with(node,
        "metadata: {labels: {node.gardener.cloud/machine-name: null}, finalizers: null, annotations: "
        "{node.machine.sapcloud.io/not-managed-by-mcm: '1'}}");
    MachineView seen = withNode();
    seen.instance.node = shared(bare);
    const api::Node given = support::after(bare, planFor(machine, seen).effects);
    QCOMPARE(given.metadata.label("a"), std::string_view("b"));
    QCOMPARE(given.metadata.label("kubernetes.io/hostname"), std::string_view("m-4a49acf8"));
    QCOMPARE(given.metadata.label("node.gardener.cloud/machine-name"), std::string_view("m"));
    QCOMPARE(given.metadata.annotation("c"), std::string_view("d"));
    QVERIFY(!given.metadata.annotations.contains("node.machine.sapcloud.io/not-managed-by-mcm"));
    QCOMPARE(given.spec.taints.size(), std::size_t(1));
    QVERIFY(given.metadata.hasFinalizer(api::mcm::keys::nodeFinalizer));
    QVERIFY(!given.metadata.annotation(api::mcm::keys::lastApplied).empty());

    seen.instance.node = shared(given);
    const Machine without = with(machine, "spec: {nodeTemplate: null}");
    const api::Node taken = support::after(given, planFor(without, seen).effects);
    QVERIFY(!taken.metadata.labels.contains("a"));
    QVERIFY(!taken.metadata.annotations.contains("c"));
    QVERIFY(taken.spec.taints.empty());
    QVERIFY(taken.metadata.annotation(api::mcm::keys::lastApplied).empty());
}

void TestMcmHealth::joiningTakesItsTime()
{
    const api::Node joined = support::after(node, planFor(pending, withNode()).effects);
    QCOMPARE(joined.metadata.annotation(api::mcm::keys::joinDuration), std::string_view("10m0s"));
    const api::Node again = support::after(node, planFor(unknown, withNode()).effects);
    QVERIFY(again.metadata.annotation(api::mcm::keys::joinDuration).empty());
}

void TestMcmHealth::aVanishedInstanceIsMadeAnewWhereAsked()
{
    const Machine asking =
        with(running, "metadata: {annotations: {machine.openshift.io/kubemark-lost-pod: recreate}}");
    const QByteArray codes = codesOf(planFor(asking, prepared()).reasons);
    QVERIFY2(codes.contains("RecreatingLostInstance") && codes.contains("CreatingPod"), codes);
    QVERIFY(codesOf(planFor(running, prepared()).reasons).contains("InstanceMissing"));
}

void TestMcmHealth::preservation_data()
{
    QTest::addColumn<Machine>("machine");
    QTest::addColumn<QByteArray>("onNode");
    QTest::addColumn<QByteArray>("until");
    QTest::addColumn<QByteArray>("code");
    const auto asking = [](const Machine &machine, const char *wish, const char *expiry = "null") {
        return with(machine,
            QByteArray("{metadata: {annotations: {node.machine.sapcloud.io/preserve: ") + wish
                + "}}, status: {currentStatus: {preserveExpiryTime: " + expiry + "}}}");
    };
    const Machine failed = with(running, "status: {currentStatus: {phase: Failed}}");
    const QByteArray later("2026-11-24T10:10:00Z"); // 96 hours
    const QByteArray set("2026-11-20T11:00:00Z");
    const auto row = [](const char *name, const Machine &machine, const char *onNode, const QByteArray &until,
                         const char *code) {
        QTest::newRow(name) << machine << QByteArray(onNode) << until << QByteArray(code);
    };
    row("9.8 now", asking(running, "now"), "", later, "Preserved");
    row("9.8 now, asked for on the node", running, "now", later, "Preserved");
    row("9.8 now, already counted", asking(running, "now", "2026-11-20T11:00:00Z"), "", set, "Preserved");
    row("9.8 when failed, and is not", asking(running, "when-failed"), "", "", "Running");
    row("9.8 when failed, and is", asking(failed, "when-failed"), "", later, "Preserved");
    row("9.8 chosen by its set", asking(failed, "auto-preserved"), "", later, "Preserved");
    row("9.8 false on the node goes before now on the machine", asking(failed, "now", "2026-11-20T11:00:00Z"),
        "'false'", "", "PreservationEnded");
    row("9.8 the time is over", asking(failed, "now", "2026-11-20T10:10:00Z"), "", "", "PreservationOver");
    row("9.3 a time of its own", asking(with(failed, "spec: {machinePreserveTimeout: 50m}"), "now"), "", set,
        "Preserved");
}

void TestMcmHealth::preservation()
{
    QFETCH(const Machine, machine);
    QFETCH(const QByteArray, onNode);
    const MachineView seen = withNode(onNode.isEmpty()
            ? QByteArray()
            : "metadata: {annotations: {node.machine.sapcloud.io/preserve: " + onNode + "}}");
    const runtime::Plan plan = planFor(machine, seen);
    const Machine after = support::after(machine, plan.effects);
    const auto &expiry = after.status.currentStatus.preserveExpiryTime;
    QTEST(expiry ? QByteArray::fromStdString(api::formatTime(*expiry)) : QByteArray(), "until");
    QTEST(QByteArray::fromStdString(plan.reasons.back().code), "code");
    QCOMPARE(controllers::mcm::isPreserved(after, now), expiry.has_value());
    if (plan.reasons.back().code == "PreservationOver")
        QVERIFY(!after.metadata.annotations.contains(api::mcm::keys::preserve));
}

QTEST_GUILESS_MAIN(TestMcmHealth)
#include "tst_mcmhealth.moc"
