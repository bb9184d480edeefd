// SPDX-License-Identifier: GPL-3.0-or-later
// The safety controller of machine.sapcloud.io (docs/machines.md §9.9, docs/faults-and-threats.md T18).
#include "core/api/conditions.h"
#include "tests/unit/controllers/mcmsetobjects.h"

#include <QTest>

using namespace mcmtests;
using namespace std::chrono_literals;
using controllers::mcm::MachineDeploymentPointer;
using controllers::mcm::OutageState;
using controllers::mcm::SafetyView;
using support::codesOf;
using support::textOf;

namespace {

const QByteArray ownedByFleet =
    "metadata: {ownerReferences: [{apiVersion: machine.sapcloud.io/v1alpha1, kind: MachineDeployment, name: "
    "fleet, uid: fleet-uid, controller: true}]}";
const QByteArray frozen = "{metadata: {labels: {freeze: 'True'}}, status: {machineSetCondition: "
                          "[{type: Frozen, status: 'True', reason: OverShootingReplicaCount}]}}";
const QByteArray frozenFleet = "{metadata: {labels: {freeze: 'True'}}, status: {conditions: "
                               "[{type: Frozen, status: 'True', reason: OverShootingReplicaCount}]}}";

template<typename T>
std::shared_ptr<const T> shared(T object)
{
    return std::make_shared<const T>(std::move(object));
}

/// The set "workers" with so many machines.
SafetyView seeing(const QByteArray &set, int machines, const std::vector<MachineDeployment> &deployments = {})
{
    SafetyView view;
    view.sets = {shared(with(workers, set))};
    for (const MachineDeployment &deployment : deployments)
        view.deployments.push_back(shared(deployment));
    for (const SetMember &member : running(machines))
        view.machines.push_back(member.machine);
    return view;
}

runtime::Plan planOf(const SafetyView &view)
{
    return controllers::mcm::planOvershoot(view, {}, now);
}

} // namespace

class TestMcmSafety : public QObject
{
    Q_OBJECT

private slots:
    void freezeLimits_data();
    void freezeLimits();
    void overshoot_data();
    void overshoot();
    void whatCounts_data();
    void whatCounts();
    void frozenMarks();
    void allSetsInOnePass();
    void deploymentsFollow_data();
    void deploymentsFollow();
    void unfreezeOnRequest();
    void neverOnAnUncertainView();
    void fixedPoint();
    void recovery_data();
    void recovery();
};

void TestMcmSafety::freezeLimits_data()
{
    QTest::addColumn<int>("replicas");
    QTest::addColumn<QByteArray>("deployment");
    QTest::addColumn<int>("higher");
    QTest::addColumn<int>("lower");
    const auto row = [](const char *name, int replicas, const char *deployment, int higher, int lower) {
        QTest::newRow(name) << replicas << QByteArray(deployment) << higher << lower;
    };
    row("§9.9 alone: twice its size and 2", 3, "", 8, 7);
    row("§9.9 alone and empty", 0, "", 2, 1);
    row("§9.9 owned: the deployment's size, surge and 2", 3, "{replicas: 5}", 8, 7);
    row("§9.9 owned: the surge is rounded up", 3, "{replicas: 5, strategy: {rollingUpdate: {maxSurge: 30%}}}",
        9, 8);
    row("§9.9 owned: Recreate has no surge", 3, "{replicas: 5, strategy: {type: Recreate}}", 7, 6);
}

void TestMcmSafety::freezeLimits()
{
    QFETCH(int, replicas);
    QFETCH(QByteArray, deployment);
    MachineSet set = workers;
    set.spec.replicas = replicas;
    const MachineDeployment owner = with(fleet, "spec: " + deployment);
    const auto limits = controllers::mcm::freezeLimits(set, deployment.isEmpty() ? nullptr : &owner, {});
    QTEST(int(limits.higher), "higher");
    QTEST(int(limits.lower), "lower");
}

void TestMcmSafety::overshoot_data()
{
    QTest::addColumn<QByteArray>("set");
    QTest::addColumn<int>("machines");
    QTest::addColumn<QByteArray>("codes");
    QTest::newRow("§9.9 one less than too many") << QByteArray() << 7 << QByteArray("Checked");
    QTest::newRow("§9.9 too many") << QByteArray() << 8 << QByteArray("Freezing,Checked");
    QTest::newRow("§9.9 far too many") << QByteArray() << 20 << QByteArray("Freezing,Checked");
    QTest::newRow("§9.9 frozen, still too many") << frozen << 8 << QByteArray("StaysFrozen,Checked");
    QTest::newRow("§9.9 frozen, few enough") << frozen << 7 << QByteArray("Unfreezing,Checked");
    QTest::newRow("§9.9 frozen by label alone")
        << QByteArray("metadata: {labels: {freeze: 'True'}}") << 3 << QByteArray("Unfreezing,Checked");
    QTest::newRow("§9.9 frozen by condition alone")
        << QByteArray("status: {machineSetCondition: [{type: Frozen, status: 'True'}]}") << 3
        << QByteArray("Unfreezing,Checked");
    QTest::newRow("§9.9 a set that goes is left alone")
        << QByteArray("metadata: {deletionTimestamp: '2026-11-20T10:00:00Z'}") << 8 << QByteArray("Checked");
}

void TestMcmSafety::overshoot()
{
    QFETCH(QByteArray, set);
    QFETCH(int, machines);
    const runtime::Plan plan = planOf(seeing(set, machines));
    QTEST(codesOf(plan.reasons), "codes");
    QCOMPARE(plan.checkAgainAfter.value(), base::Duration(1min));
}

void TestMcmSafety::whatCounts_data()
{
    QTest::addColumn<QByteArray>("eighth");
    QTest::addColumn<bool>("counts");
    QTest::newRow("§9.9 label and owner") << QByteArray() << true;
    QTest::newRow("§9.9 also on its way out")
        << QByteArray("metadata: {deletionTimestamp: '2026-11-20T10:00:00Z'}") << true;
    QTest::newRow("§9.9 another label") << QByteArray("metadata: {labels: {app: other}}") << false;
    QTest::newRow("§9.9 no owner") << QByteArray("metadata: {ownerReferences: null}") << false;
}

void TestMcmSafety::whatCounts()
{
    QFETCH(QByteArray, eighth);
    SafetyView view = seeing({}, 7);
    view.machines.push_back(member("m8", "Running", 0, eighth).machine);
    QTEST(codesOf(planOf(view).reasons).startsWith("Freezing"), "counts");
}

void TestMcmSafety::frozenMarks()
{
    const SafetyView view = seeing({}, 8);
    const runtime::Plan plan = planOf(view);
    const MachineSet after = support::after(*view.sets.front(), plan.effects);
    QCOMPARE(after.metadata.label("freeze"), std::string_view("True"));
    QCOMPARE(textOf(after.status.machineSetCondition), QByteArray("Frozen=True/OverShootingReplicaCount"));
    QVERIFY(textOf(plan.effects)
                .contains("event Warning FrozeMachineSet on default/workers: The number of machines backing "
                          "MachineSet workers, 8, is not below its max-scale-up limit, 8"));
    SafetyView less = seeing({}, 7);
    less.sets = {shared(after)};
    const runtime::Plan thaw = planOf(less);
    const MachineSet free = support::after(after, thaw.effects);
    QVERIFY(free.metadata.label("freeze").empty() && free.status.machineSetCondition.empty());
    QVERIFY(textOf(thaw.effects).contains("event Normal UnfrozeMachineSet on default/workers"));
}

void TestMcmSafety::allSetsInOnePass()
{
    SafetyView view = seeing({}, 8);
    view.sets.push_back(shared(with(workers, "metadata: {name: others, uid: others-uid}")));
    for (int number = 0; number < 8; ++number)
        view.machines.push_back(member("o" + QByteArray::number(number), "Running", 0,
            "metadata: {ownerReferences: [{apiVersion: machine.sapcloud.io/v1alpha1, kind: MachineSet, name: "
            "others, uid: others-uid, controller: true}]}")
                                    .machine);
    QCOMPARE(codesOf(planOf(view).reasons), QByteArray("Freezing,Freezing,Checked"));
}

void TestMcmSafety::deploymentsFollow_data()
{
    QTest::addColumn<QByteArray>("set");
    QTest::addColumn<int>("machines");
    QTest::addColumn<QByteArray>("fleetPatch");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<QByteArray>("reason"); ///< of the deployment's condition
    const QByteArray frozenSet = "{metadata: {labels: {freeze: 'True'}}}";
    QTest::newRow("§9.9 frozen with its set")
        << QByteArray() << 6 << QByteArray() << QByteArray("Freezing,FreezingDeployment,Checked")
        << QByteArray("OverShootingReplicaCount");
    QTest::newRow("§9.9 a frozen set, no mark")
        << frozenSet << 6 << QByteArray() << QByteArray("StaysFrozen,FreezingDeployment,Checked")
        << QByteArray("MachineDeploymentStateSync");
    QTest::newRow("§9.9 no frozen set, a mark")
        << QByteArray() << 3 << frozenFleet << QByteArray("UnfreezingDeployment,Checked") << QByteArray();
    QTest::newRow("§9.9 freed with its set")
        << frozenSet << 3 << frozenFleet << QByteArray("Unfreezing,UnfreezingDeployment,Checked")
        << QByteArray();
    QTest::newRow("§9.9 both frozen") << frozenSet << 6 << frozenFleet << QByteArray("StaysFrozen,Checked")
                                      << QByteArray("OverShootingReplicaCount");
    QTest::newRow("§9.9 neither") << QByteArray() << 3 << QByteArray() << QByteArray("Checked")
                                  << QByteArray();
}

void TestMcmSafety::deploymentsFollow()
{
    QFETCH(QByteArray, set);
    QFETCH(int, machines);
    QFETCH(QByteArray, fleetPatch);
    const MachineDeployment owner = with(fleet, fleetPatch); // 3 machines and a surge of 1: frozen at 6
    SafetyView view = seeing({}, machines, {owner});
    view.sets = {shared(with(with(workers, ownedByFleet), set))};
    const runtime::Plan plan = planOf(view);
    QTEST(codesOf(plan.reasons), "codes");
    const MachineDeployment after = support::after(owner, plan.effects);
    const auto *condition = api::findCondition(after.status.conditions, "Frozen");
    QTEST(condition ? QByteArray::fromStdString(condition->reason) : QByteArray(), "reason");
    QCOMPARE(after.metadata.label("freeze").empty(), condition == nullptr);
}

void TestMcmSafety::unfreezeOnRequest()
{
    const MachineDeployment asked =
        with(with(fleet, frozenFleet), "metadata: {annotations: {safety.machine.sapcloud.io/unfreeze: ''}}");
    SafetyView view = seeing({}, 7, {asked});
    view.sets = {shared(with(with(workers, ownedByFleet), frozen))};
    const runtime::Plan first = planOf(view);
    const MachineDeployment freed = support::after(asked, first.effects);
    QVERIFY(freed.metadata.label("freeze").empty() && freed.metadata.annotations.empty());
    const MachineSet told = support::after(*view.sets.front(), first.effects);
    QVERIFY(told.metadata.annotations.contains("safety.machine.sapcloud.io/unfreeze"));
    view.sets = {shared(told)};
    view.deployments = {shared(freed)};
    const runtime::Plan second = planOf(view);
    QCOMPARE(codesOf(second.reasons), QByteArray("Unfreezing,Checked"));
    const MachineSet free = support::after(told, second.effects);
    QVERIFY(!controllers::mcm::isFrozen(free) && free.metadata.annotations.empty());
}

void TestMcmSafety::neverOnAnUncertainView()
{
    SafetyView view = seeing(frozen, 3);
    view.live = false;
    QVERIFY(planOf(view).effects.empty());
    QCOMPARE(codesOf(planOf(view).reasons), QByteArray("ViewNotLive"));
    SafetyView empty = seeing(frozen, 0);
    empty.sets = {shared(with(with(workers, frozen), "status: {replicas: 3}"))};
    QVERIFY(planOf(empty).effects.empty());
    QCOMPARE(codesOf(planOf(empty).reasons), QByteArray("NoMachinesSeen"));
    QCOMPARE(codesOf(planOf(seeing(frozen, 0)).reasons), QByteArray("Unfreezing,Checked")); // truly none
}

void TestMcmSafety::fixedPoint()
{
    McmSetLab world;
    const auto deployment = world.put(with(fleet, asNew));
    MachineSet owned = with(with(workers, ownedByFleet), asNew);
    owned.metadata.ownerReferences.front().uid = deployment->metadata.uid;
    const auto set = world.put(owned);
    for (int number = 0; number < 9; ++number) {
        Machine machine = with(*member("m" + QByteArray::number(number), "Running").machine, asNew);
        machine.metadata.ownerReferences.front().uid = set->metadata.uid;
        world.put(machine);
    }
    const auto look = [&] {
        return controllers::mcm::planOvershoot(
            {true, world.of<MachineSet>().list(), world.of<MachineDeployment>().list(),
                world.of<Machine>().list()},
            {}, now);
    };
    for (const int left : {9, 6, 5, 0}) {
        while (world.of<Machine>().size() > std::size_t(left))
            world.remove<Machine>(world.of<Machine>().list().front()->key());
        world.apply(look());
        QVERIFY(look().effects.empty());
        const bool held = controllers::mcm::isFrozen(*world.of<MachineSet>().list().front());
        QCOMPARE(held, left > 5);
        QCOMPARE(controllers::mcm::isFrozen(*world.of<MachineDeployment>().list().front()), held);
    }
}

void TestMcmSafety::recovery_data()
{
    QTest::addColumn<int>("outage");
    QTest::addColumn<int>("patches");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("§9.9 all is well") << int(OutageState::Up) << 0 << QByteArray("ApiServerUp");
    QTest::newRow("§9.9 away") << int(OutageState::Away) << 0 << QByteArray("ApiServerAway");
    QTest::newRow("§9.9 away for long") << int(OutageState::Frozen) << 0 << QByteArray("ApiServerAway");
    QTest::newRow("§9.9 back: Unknown machines run again, timers start anew")
        << int(OutageState::Recovering) << 3 << QByteArray("Recovering");
}

void TestMcmSafety::recovery()
{
    QFETCH(int, outage);
    std::vector<MachinePointer> machines;
    for (const char *phase : {"Unknown", "Running", "Pending", "Unknown", "Failed"}) {
        const bool timed = phase == std::string_view("Unknown") || phase == std::string_view("Pending");
        machines.push_back(member(QByteArray("m") + QByteArray::number(machines.size()), phase, 0,
            QByteArray("status: {currentStatus: {lastUpdateTime: '2026-11-20T09:00:00Z', timeoutActive: ")
                + (timed ? "true}}" : "false}}"))
                               .machine);
    }
    machines.push_back(
        member("going", "Unknown", 0, "metadata: {deletionTimestamp: '2026-11-20T10:00:00Z'}").machine);
    const runtime::Plan plan = controllers::mcm::planRecovery(machines, OutageState(outage), now, now);
    QTEST(int(plan.effects.size()), "patches");
    QTEST(codesOf(plan.reasons), "code");
    if (plan.effects.empty())
        return;
    const Machine after = support::after(*machines.front(), plan.effects);
    QCOMPARE(after.phase(), std::string_view("Running"));
    QVERIFY(!after.status.currentStatus.timeoutActive);
    QCOMPARE(after.status.lastOperation.type, std::string(api::mcm::operations::healthCheck));
    const Machine pending = support::after(*machines[2], plan.effects);
    QCOMPARE(pending.phase(), std::string_view("Pending"));
    QVERIFY(pending.status.currentStatus.timeoutActive);
    QVERIFY(pending.status.currentStatus.lastUpdateTime == now);
    const auto again = [&](const Machine &machine) { return std::make_shared<const Machine>(machine); };
    QVERIFY(controllers::mcm::planRecovery({again(after), again(pending)}, OutageState(outage), now, now + 5s)
                .effects.empty());
}

QTEST_GUILESS_MAIN(TestMcmSafety)
#include "tst_mcmsafety.moc"
