// SPDX-License-Identifier: GPL-3.0-or-later
// MachineSets of machine.sapcloud.io (docs/machines.md §9.4, §9.8).
#include "tests/unit/controllers/mcmsetobjects.h"

using namespace mcmtests;
using namespace std::chrono_literals;
using support::codesOf;
using support::deeds;
using support::textOf;

class TestMcmSets : public QObject
{
    Q_OBJECT

private slots:
    void validation_data();
    void validation();
    void finalizerComesFirst();
    void whoCounts_data();
    void whoCounts();
    void creationsStartSlowly();
    void creationRepeatsItsNames();
    void newMachines();
    void scaleDownOrder_data();
    void scaleDownOrder();
    void scaleDownTellsWhy();
    void preservation_data();
    void preservation();
    void preservedMachinesStay();
    void autoPreservation();
    void frozenSetsOnlyShrink();
    void settingsReachTheMachines();
    void ownership();
    void statusCounts();
    void failedCreation();
    void deletion();
    void nothingIsDeletedDuringATakeover();
    void fixedPoint();
};

void TestMcmSets::validation_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("codes");
    QTest::newRow("all is well") << QByteArray() << QByteArray("ScalingUp");
    QTest::newRow("replicas ≥ 0") << QByteArray("spec: {replicas: -1}") << QByteArray("InvalidSpec");
    QTest::newRow("a selector") << QByteArray("spec: {selector: {matchLabels: null}}")
                                << QByteArray("InvalidSpec");
    QTest::newRow("the selector matches the template")
        << QByteArray("spec: {selector: {matchLabels: {app: x}}}") << QByteArray("InvalidSpec");
    QTest::newRow("§9.2 a class has a name")
        << QByteArray("spec: {template: {spec: {class: {name: ''}}}}") << QByteArray("InvalidSpec");
}

void TestMcmSets::validation()
{
    QFETCH(QByteArray, patch);
    const MachineSet set = with(workers, patch);
    const runtime::Plan plan = planOf(set, {});
    QTEST(codesOf(plan.reasons), "codes");
    if (codesOf(plan.reasons) != "InvalidSpec")
        return;
    QVERIFY(textOf(deeds(set, plan.effects))
                .startsWith("event Warning ReconcileError on default/workers: spec."));
    const MachineSet told = support::after(set, plan.effects);
    QCOMPARE(textOf(told.status.machineSetCondition), QByteArray("ReplicaFailure=True/InvalidConfiguration"));
    QVERIFY(planOf(told, {}).effects.empty());
}

void TestMcmSets::finalizerComesFirst()
{
    const MachineSet fresh = with(workers, "metadata: {finalizers: null}");
    const runtime::Plan plan = planOf(fresh, {});
    QCOMPARE(codesOf(plan.reasons), QByteArray("TakingFinalizer"));
    QVERIFY(support::after(fresh, plan.effects).metadata.hasFinalizer(api::mcm::keys::finalizer));
    QCOMPARE(countOf<api::CreateObject>(plan), 0);
}

void TestMcmSets::whoCounts_data()
{
    QTest::addColumn<QByteArray>("phase");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<int>("created");
    QTest::addColumn<QByteArray>("deleted");
    const auto row = [](const char *name, const char *phase, const char *patch, int created,
                         const char *deleted) {
        QTest::newRow(name) << QByteArray(phase) << QByteArray(patch) << created << QByteArray(deleted);
    };
    row("§9.8 a running machine counts", "Running", "", 0, "");
    row("§9.8 a new one counts", "", "", 0, "");
    row("§9.8 an unknown one counts", "Unknown", "", 0, "");
    row("§9.8 one that can't be made yet counts", "CrashLoopBackOff", "", 0, "");
    row("§9.8 a Terminating one does not", "Terminating", "", 1, "");
    row("§9.8 nor one that is being deleted", "Running",
        "metadata: {deletionTimestamp: '2026-11-20T10:09:00Z'}", 1, "");
    row("§9.8 a failed one is deleted and replaced", "Failed", "", 1, "odd");
    row("§9.8 a preserved one is neither", "Failed",
        "metadata: {annotations: {node.machine.sapcloud.io/preserve: when-failed}}", 0, "");
    row("§6.7 one that is updated in place counts", "InPlaceUpdating", "", 0, "");
}

void TestMcmSets::whoCounts()
{
    QFETCH(QByteArray, phase);
    QFETCH(QByteArray, patch);
    std::vector<SetMember> owned = running(2);
    owned.push_back(member("odd", phase, 0, patch));
    const runtime::Plan plan = planOf(workers, owned);
    QTEST(int(countOf<api::CreateObject>(plan)), "created");
    QTEST(deletedIn(plan), "deleted");
}

void TestMcmSets::creationsStartSlowly()
{
    const MachineSet large = with(workers, "spec: {replicas: 400}");
    std::vector<int> batches;
    int existing = 0;
    while (existing < 400) {
        const runtime::Plan plan = planOf(large, running(existing));
        batches.push_back(int(countOf<api::CreateObject>(plan)));
        existing += batches.back();
        QCOMPARE(plan.checkAgainAfter.has_value(), existing < 400);
    }
    QCOMPARE(batches, (std::vector<int> {1, 2, 4, 8, 16, 32, 64, 100, 100, 73}));
}

void TestMcmSets::creationRepeatsItsNames()
{
    const auto first = deeds(workers, planOf(workers, {}).effects);
    QCOMPARE(textOf(first), textOf(deeds(workers, planOf(workers, {}).effects))); // nothing was seen yet
    QVERIFY(textOf(first).startsWith("create Machine default/workers-"));
    QVERIFY(textOf(first).contains("event Normal SuccessfulCreate on default/workers: Created machine"));
}

void TestMcmSets::newMachines()
{
    const MachineSet owned = with(workers, R"(
metadata: {ownerReferences: [{apiVersion: machine.sapcloud.io/v1alpha1, kind: MachineDeployment, name: fleet,
                              uid: fleet-uid, controller: true}]}
spec: {template: {metadata: {annotations: {note: hello}}, spec: {healthTimeout: 5m}}})");
    const Machine made = controllers::mcm::newMachine(owned, "workers-x");
    QCOMPARE(made.metadata.label("app"), std::string_view("workers"));
    QCOMPARE(made.metadata.label("name"), std::string_view("fleet")); // whom permits are counted by
    QCOMPARE(made.metadata.annotation("note"), std::string_view("hello"));
    QCOMPARE(made.spec.healthTimeout->value, base::Duration(5min));
    QCOMPARE(made.metadata.controller()->uid, std::string("set-uid"));
    QVERIFY(made.metadata.controller()->blockOwnerDeletion == true);
    QVERIFY(controllers::mcm::newMachine(workers, "x").metadata.label("name").empty());
}

void TestMcmSets::scaleDownOrder_data()
{
    QTest::addColumn<std::vector<SetMember>>("members");
    QTest::addColumn<QByteArray>("order");
    const auto priority = [](const char *value) {
        return QByteArray("metadata: {annotations: {machinepriority.machine.sapcloud.io: '") + value + "'}}";
    };
    const auto marked = [](const char *time) {
        return QByteArray("metadata: {annotations: {machinepriority.machine.sapcloud.io: '1', "
                          "machine.sapcloud.io/marked-for-deletion-time: '2026-11-20T")
            + time + "Z'}}";
    };
    QTest::newRow("§9.8 the oldest of equals") << std::vector {member("young", "Running", 5),
        member("old", "Running", 1)} << QByteArray("old young");
    QTest::newRow("§9.8 the least useful phase") << std::vector {member("r", "Running"),
        member("a", "Available"), member("p", "Pending"), member("u", "Unknown"),
        member("c", "CrashLoopBackOff"), member("f", "Failed"), member("t", "Terminating")}
                                                 << QByteArray("t f c u p a r");
    QTest::newRow("§9.8 a machine without a phase is as one that is Pending") << std::vector {
        member("r", "Running"), member("n", ""), member("u", "Unknown")} << QByteArray("u n r");
    QTest::newRow("§9.4 priority goes before the phase") << std::vector {member("u", "Unknown"),
        member("one", "Running", 0, priority("1"))} << QByteArray("one u");
    QTest::newRow("§9.4 without the annotation it is 3") << std::vector {
        member("four", "Running", 0, priority("4")), member("none", "Running"),
        member("two", "Running", 0, priority("2"))} << QByteArray("two none four");
    QTest::newRow("§9.4 what is no number counts as none")
        << std::vector {member("odd", "Running", 5, priority("first")), member("none", "Running", 1)}
        << QByteArray("none odd");
    QTest::newRow("§9.4 the earlier mark first, before the phase") << std::vector {
        member("late", "Unknown", 0, marked("10:04:00")),
        member("early", "Running", 0, marked("10:03:00"))} << QByteArray("early late");
    QTest::newRow("§9.4 a mark after the last scaling does not count") << std::vector {
        member("after", "Running", 0, marked("10:06:00")), member("phase", "Unknown", 0, priority("1")),
        member("ok", "Running", 0, marked("10:05:00"))} << QByteArray("ok phase after");
    QTest::newRow("§9.8 preserved machines last") << std::vector {
        member("kept", "Failed", 0,
            "metadata: {annotations: {node.machine.sapcloud.io/preserve: now, "
            "machinepriority.machine.sapcloud.io: '1'}}"),
        member("r", "Running")} << QByteArray("r kept");
}

void TestMcmSets::scaleDownOrder()
{
    QFETCH(std::vector<SetMember>, members);
    const MachineSet scaled = with(workers,
        "metadata: {annotations: {machine.sapcloud.io/last-deployment-replica-change-by-scaler-time: "
        "'2026-11-20T10:05:00Z'}}");
    QTEST(namesOf(controllers::mcm::inDeletionOrder(scaled, members, now)), "order");
}

void TestMcmSets::scaleDownTellsWhy()
{
    const runtime::Plan plan = planOf(with(workers, "spec: {replicas: 1}"), running(3));
    QCOMPARE(deletedIn(plan), QByteArray("m0 m1"));
    QCOMPARE(codesOf(plan.reasons), QByteArray("ScalingDown"));
    QCOMPARE(plan.reasons.front().facts().at("first"), std::string("m0"));
    QVERIFY(textOf(plan.effects)
                .contains("event Normal SuccessfulDelete on default/workers: Deleted machine m0"));
}

void TestMcmSets::preservation_data()
{
    QTest::addColumn<QByteArray>("phase");
    QTest::addColumn<QByteArray>("wish");
    QTest::addColumn<QByteArray>("expiry");
    QTest::addColumn<int>("expected");
    const auto row = [](const char *name, const char *phase, const char *wish, const char *expiry,
                         controllers::mcm::Preservation expected) {
        QTest::newRow(name) << QByteArray(phase) << QByteArray(wish) << QByteArray(expiry) << int(expected);
    };
    using enum controllers::mcm::Preservation;
    row("§9.8 nobody asks", "Failed", "", "", None);
    row("§9.8 now, also while it runs", "Running", "now", "", Asked);
    row("§9.8 when it fails: it runs", "Running", "when-failed", "", None);
    row("§9.8 when it fails: it has", "Failed", "when-failed", "", Asked);
    row("§9.8 kept automatically", "Failed", "auto-preserved", "", Asked);
    row("§9.8 not wanted", "Failed", "false", "", None);
    row("§9.8 the time runs", "Failed", "when-failed", "2026-11-20T10:11:00Z", Running);
    row("§9.8 the time is over", "Failed", "when-failed", "2026-11-20T10:10:00Z", None);
}

void TestMcmSets::preservation()
{
    QFETCH(QByteArray, phase);
    QFETCH(QByteArray, wish);
    QFETCH(QByteArray, expiry);
    const QByteArray annotated =
        "metadata: {annotations: {node.machine.sapcloud.io/preserve: '" + wish + "'}}";
    Machine machine = *member("m", phase, 0, wish.isEmpty() ? QByteArray() : annotated).machine;
    if (!expiry.isEmpty())
        machine.status.currentStatus.preserveExpiryTime = support::timeOf(expiry);
    QTEST(int(controllers::mcm::preservationOf(machine, nullptr, now)), "expected");
    api::Node node = with(api::Node(), annotated); // the same wish on the node
    const Machine plain = *member("m", phase).machine;
    if (expiry.isEmpty())
        QTEST(int(controllers::mcm::preservationOf(plain, &node, now)), "expected");
    node.metadata.annotations[std::string(api::mcm::keys::preserve)] = "false"; // goes before the machine's
    if (expiry.isEmpty())
        QCOMPARE(int(controllers::mcm::preservationOf(machine, &node, now)), 0);
}

void TestMcmSets::preservedMachinesStay()
{
    std::vector<SetMember> owned = running(2);
    owned.push_back(member("kept", "Failed", 0,
        "{metadata: {annotations: {node.machine.sapcloud.io/preserve: now}}, "
        "status: {currentStatus: {preserveExpiryTime: '2026-11-20T10:30:00Z'}}}"));
    const runtime::Plan plan = planOf(workers, owned);
    QCOMPARE(countOf<api::CreateObject>(plan) + countOf<api::DeleteObject>(plan), 0);
    QCOMPARE(plan.checkAgainAfter.value(), base::Duration(20min));
    QVERIFY(codesOf(plan.reasons).contains("Preserved"));
}

void TestMcmSets::autoPreservation()
{
    const MachineSet keeps = with(workers, "spec: {autoPreserveFailedMachineMax: 1}");
    const std::vector<SetMember> owned {
        member("f1", "Failed"), member("f2", "Failed"), member("r", "Running")};
    const runtime::Plan plan = planOf(keeps, owned);
    QCOMPARE(deletedIn(plan), QByteArray("f2"));
    QVERIFY(
        textOf(plan.effects)
            .contains(
                R"(patch Machine default/f1 {"metadata":{"annotations":{"node.machine.sapcloud.io/preserve":)"
                R"("auto-preserved"})"));
    QCOMPARE(support::after(keeps, plan.effects).status.autoPreserveFailedMachineCount.value_or(-1), 1);
    QVERIFY(codesOf(plan.reasons).contains("AutoPreserving"));
}

void TestMcmSets::frozenSetsOnlyShrink()
{
    for (const char *mark : {"{metadata: {labels: {freeze: 'True'}}}",
             "{status: {machineSetCondition: [{type: Frozen, status: 'True'}]}}"}) {
        const MachineSet frozen = with(workers, mark);
        const runtime::Plan plan = planOf(frozen, running(1));
        QCOMPARE(countOf<api::CreateObject>(plan), 0);
        QVERIFY(codesOf(plan.reasons).startsWith("Frozen"));
        QCOMPARE(deletedIn(planOf(frozen, running(5))), QByteArray("m0 m1"));
        QCOMPARE(deletedIn(planOf(frozen, {member("f", "Failed")})), QByteArray("f"));
    }
}

void TestMcmSets::settingsReachTheMachines()
{
    const MachineSet changed = with(workers,
        "spec: {template: {spec: {healthTimeout: 3m, class: {kind: OtherClass}, nodeTemplate: {metadata: "
        "{labels: {zone: a}}}}}}");
    const runtime::Plan plan = planOf(changed, running(3));
    QVERIFY(codesOf(plan.reasons).contains("UpdatingMachines"));
    const Machine after = support::after(*member("m1", "Running").machine, plan.effects);
    QCOMPARE(after.spec.healthTimeout->value, base::Duration(3min));
    QCOMPARE(after.spec.class_.kind, std::string("OtherClass"));
    QCOMPARE(after.spec.nodeTemplate.metadata.labels.at("zone"), std::string("a"));
    QCOMPARE(countOf<api::DeleteObject>(plan), 0);
}

void TestMcmSets::ownership()
{
    std::vector<SetMember> owned = running(2);
    owned.push_back(member("stray", "Running", 0, "metadata: {labels: {app: other}}"));
    const MachinePointer orphan = member("orphan", "Running", 0, "metadata: {ownerReferences: null}").machine;
    const runtime::Plan plan = planOf(workers, owned, {orphan});
    QCOMPARE(countOf<api::CreateObject>(plan), 0);
    QCOMPARE(support::after(*orphan, plan.effects).metadata.controller()->uid, std::string("set-uid"));
    QVERIFY(!support::after(*owned.back().machine, plan.effects).metadata.controller());
    QVERIFY(codesOf(plan.reasons).startsWith("Releasing,Adopting"));
}

void TestMcmSets::statusCounts()
{
    const std::vector<SetMember> owned {member("r", "Running"), member("a", "Available"),
        member("p", "Pending", 0,
            "{metadata: {labels: {extra: x}}, status: {lastOperation: {state: Failed, description: no}}}")};
    const api::mcm::MachineSetStatus status = support::after(workers, planOf(workers, owned).effects).status;
    QCOMPARE(status.replicas, 3);
    QCOMPARE(status.readyReplicas.value_or(-1), 1);
    QCOMPARE(status.availableReplicas.value_or(-1), 2); // §9.8 whatever minReadySeconds says
    QCOMPARE(status.fullyLabeledReplicas.value_or(-1), 3);
    QCOMPARE(status.labelSelector, std::string("app=workers"));
    QCOMPARE(status.failedMachines.size(), std::size_t(1));
    QCOMPARE(status.failedMachines.front().name, std::string("p"));
    QCOMPARE(status.failedMachines.front().ownerRef, std::string("workers"));
}

void TestMcmSets::failedCreation()
{
    const controllers::mcm::SetView seen {running(1), {}, [](const std::string &) { return false; }};
    const base::Error error {base::ErrorKind::Forbidden, "quota is used up", {}};
    const auto effects = controllers::mcm::recordMachineSetFailure(workers, seen, chance, error, now);
    const MachineSet failed = support::after(workers, effects);
    QCOMPARE(textOf(failed.status.machineSetCondition), QByteArray("ReplicaFailure=True/FailedCreate"));
    QVERIFY(textOf(effects).contains("event Warning FailedCreate on default/workers: quota is used up"));
    QVERIFY(controllers::mcm::recordMachineSetFailure(failed, seen, chance, error, now).empty());
    const MachineSet cured = support::after(failed, planOf(failed, running(3)).effects);
    QVERIFY(cured.status.machineSetCondition.empty());
    const MachineSet smaller = with(workers, "spec: {replicas: 0}");
    QVERIFY(textOf(controllers::mcm::recordMachineSetFailure(smaller, seen, chance, error, now))
                .contains("FailedDelete"));
}

void TestMcmSets::deletion()
{
    const MachineSet going = with(workers, "metadata: {deletionTimestamp: '2026-11-20T10:09:00Z'}");
    QCOMPARE(deletedIn(planOf(going, running(2))), QByteArray("m0 m1"));
    QCOMPARE(codesOf(planOf(going, running(2)).reasons), QByteArray("DeletingMachines"));
    const runtime::Plan last = planOf(going, {});
    QCOMPARE(codesOf(last.reasons), QByteArray("MachinesGone"));
    QVERIFY(support::after(going, last.effects).metadata.finalizers.empty());
    const MachineSet orphaning =
        with(going, "metadata: {finalizers: [machine.sapcloud.io/machine-controller-manager, orphan]}");
    QVERIFY(planOf(orphaning, running(2)).effects.empty());
    QCOMPARE(codesOf(planOf(orphaning, running(2)).reasons), QByteArray("Orphaning"));
    const MachineSet notOurs = with(going, "metadata: {finalizers: [a.b/c]}");
    QCOMPARE(codesOf(planOf(notOurs, running(2)).reasons), QByteArray("SetDeleting"));
}

void TestMcmSets::nothingIsDeletedDuringATakeover()
{
    std::vector<SetMember> owned = running(3);
    owned.push_back(member("arrived", "InPlaceUpdateSuccessful", 0,
        "metadata: {labels: {node.machine.sapcloud.io/update-result: successful}}"));
    const runtime::Plan plan = planOf(workers, owned);
    QCOMPARE(countOf<api::DeleteObject>(plan), 0);
    QVERIFY(codesOf(plan.reasons).startsWith("TakingOver"));
}

void TestMcmSets::fixedPoint()
{
    McmSetLab world;
    world.put(with(with(workers, "metadata: {finalizers: null}"), asNew));
    for (const int replicas : {5, 120, 2, 0}) {
        world.edit<MachineSet>(
            {"default", "workers"}, [&](MachineSet &set) { set.spec.replicas = replicas; });
        QVERIFY(world.settle());
        QCOMPARE(world.machinesIn("Running"), replicas);
        QCOMPARE(world.of<MachineSet>().list().front()->status.availableReplicas.value_or(0), replicas);
    }
    world.edit<MachineSet>({"default", "workers"}, [&](MachineSet &set) { set.spec.replicas = 3; });
    QVERIFY(world.settle());
    world.setPhase(world.of<Machine>().list().front()->key(), "Failed");
    QVERIFY(world.settle());
    QCOMPARE(world.machinesIn("Running"), 3);
    QCOMPARE(world.of<Machine>().size(), std::size_t(3));
}

QTEST_GUILESS_MAIN(TestMcmSets)
#include "tst_mcmsets.moc"
