// SPDX-License-Identifier: GPL-3.0-or-later
// How many machines each set of a MachineDeployment gets, and when (docs/machines.md §6.4, §6.5).
#include "tests/unit/controllers/deploymentobjects.h"

#include <QTest>

using namespace core;
using namespace deployments;
using api::RolloutLimits;
using controllers::Resize;
using controllers::Rollout;
using support::codesOf;
using support::textOf;

namespace {

Rollout rolloutOf(const api::MachineDeployment &deployment, const Sets &sets)
{
    return rollout::rolloutAmong<api::MachineSet>(deployment, sets);
}

QByteArray textOf(const std::vector<Resize> &sizes)
{
    QByteArray text;
    for (const Resize &resize : sizes)
        text += (text.isEmpty() ? "" : " ") + QByteArray::fromStdString(resize.set->metadata.name) + "="
            + QByteArray::number(qlonglong(resize.size));
    return text;
}

} // namespace

class TestDeploymentSizes : public QObject
{
    Q_OBJECT

private slots:
    void limits_data();
    void limits();
    void rolling_data();
    void rolling();
    void annotationsOfTheSize();
    void sizesInProportion_data();
    void sizesInProportion();
    void aSetOfNothingIsNotScaled();
    void scalingEvents_data();
    void scalingEvents();
    void recreate_data();
    void recreate();
};

void TestDeploymentSizes::limits_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<int>("surge");
    QTest::addColumn<int>("unavailable");
    const auto row = [](const char *name, const char *spec, int surge, int unavailable) {
        QTest::newRow(name) << QByteArray(spec) << surge << unavailable;
    };
    row("§6.1 the defaults", "{replicas: 3}", 1, 0);
    row("§6.1 numbers", "{replicas: 9, strategy: {rollingUpdate: {maxSurge: 2, maxUnavailable: 3}}}", 2, 3);
    row("§6.1 percent of surge rounds up, of unavailable down",
        "{replicas: 10, strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}}", 3, 2);
    row("§6.4 both zero: one may be unavailable",
        "{replicas: 3, strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}}", 0, 1);
    row("§6.4 both percentages come to zero",
        "{replicas: 3, strategy: {rollingUpdate: {maxSurge: 0%, maxUnavailable: 10%}}}", 0, 1);
    row("§6.4 no more unavailable than desired",
        "{replicas: 2, strategy: {rollingUpdate: {maxUnavailable: 5}}}", 1, 2);
    row("a surge that is larger than a count",
        "{replicas: 3, strategy: {rollingUpdate: {maxSurge: 9223372036854775807}}}", 2147483647, 0);
    row("a percentage that comes to more than a count",
        "{replicas: 2147483647, strategy: {rollingUpdate: {maxSurge: 2147483647%}}}", 2147483647, 0);
    row("§6.4 of none none are unavailable",
        "{replicas: 0, strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 2}}}", 0, 0);
    row("§6.7 Recreate has neither", "{replicas: 3, strategy: {type: Recreate}}", 0, 0);
}

void TestDeploymentSizes::limits()
{
    QFETCH(QByteArray, spec);
    const RolloutLimits found = controllers::limitsOf(with(workers, "spec: " + spec));
    QTEST(int(found.surge), "surge");
    QTEST(int(found.unavailable), "unavailable");
}

void TestDeploymentSizes::rolling_data()
{
    QTest::addColumn<QByteArray>("rollingUpdate");
    QTest::addColumn<Sets>("sets");
    QTest::addColumn<int>("newSize");
    QTest::addColumn<QByteArray>("oldSizes");
    const auto row = [](const char *name, const char *rollingUpdate, const Sets &sets, int newSize,
                         const char *oldSizes) {
        QTest::newRow(name) << QByteArray(rollingUpdate) << sets << newSize << QByteArray(oldSizes);
    };
    const char *surgeOne = "{maxSurge: 1, maxUnavailable: 0}";
    const char *replaceOne = "{maxSurge: 0, maxUnavailable: 1}";
    row("§6.4 row 2: all at once where nothing is old", surgeOne, {}, 3, "");
    row("§6.4 row 2: the surge first", surgeOne, {old(3, 3, 3)}, 1, "");
    row("§6.4 row 2: no surge left", surgeOne, {current(1, 1, 0), old(3, 3, 3)}, 1, "");
    row("§6.4 row 3: one available, one may go", surgeOne, {current(1, 1, 1), old(3, 3, 3)}, 1, "old=2");
    row("§6.4 row 3: not before it is gone is there room", surgeOne, {current(1, 1, 1), old(2, 3, 3)}, 1, "");
    row("§6.4 row 2: then the next", surgeOne, {current(1, 1, 1), old(2, 2, 2)}, 2, "");
    row("§6.4 row 2: larger than desired", surgeOne, {current(5, 5, 5)}, 3, "");
    row("§6.4 row 3: the last old one", surgeOne, {current(3, 3, 3), old(1, 1, 1)}, 3, "old=0");
    row("§6.4 row 3: without surge an old one goes first", replaceOne, {current(0, 0, 0), old(3, 3, 3)}, 0,
        "old=2");
    row("§6.4 row 2: into its place", replaceOne, {current(0, 0, 0), old(2, 2, 2)}, 1, "");
    row("§6.4 row 3: the new one is not there yet", replaceOne, {current(1, 1, 0), old(2, 2, 2)}, 1, "");
    row("§6.4 row 3: clean up what is not available", "{maxSurge: 1, maxUnavailable: 1}",
        {current(1, 1, 0), old(3, 3, 2)}, 1, "old=2");
    row("§6.4 row 3: broken old ones do not hold up", surgeOne, {current(1, 1, 1), old(3, 3, 0)}, 1, "old=2");
    row("§6.4 row 3: the oldest first", "{maxSurge: 3, maxUnavailable: 0}",
        {current(3, 3, 3), old(2, 2, 2), set("older", 4, 0, 1, 1, 1)}, 3, "older=0 old=0");
    row("§6.4 row 3: a set that is still shrinking has fewer than it says",
        "{maxSurge: 2, maxUnavailable: 0}", {current(2, 2, 2), old(1, 3, 3)}, 2, "");
}

void TestDeploymentSizes::rolling()
{
    QFETCH(QByteArray, rollingUpdate);
    QFETCH(Sets, sets);
    const auto deployment = with(workers, "spec: {strategy: {rollingUpdate: " + rollingUpdate + "}}");
    const Rollout rollout = rolloutOf(deployment, sets);
    const RolloutLimits found = controllers::limitsOf(deployment);
    const api::RolloutSizes sizes = rollout::sizesIn(rollout);
    QTEST(int(api::currentSetSize(found, sizes)), "newSize");
    QTEST(textOf(resizesOf(rollout, api::oldSetSizes(found, sizes))), "oldSizes");
}

void TestDeploymentSizes::annotationsOfTheSize()
{
    const auto wider = with(workers, "spec: {replicas: 3, strategy: {rollingUpdate: {maxSurge: 3}}}");
    const runtime::Plan plan = planOf(wider, {current(1, 1, 1), old(3, 3, 3)});
    QVERIFY2(textOf(plan.effects)
                 .contains(R"(patch MachineSet default/new {"metadata":{"annotations":{)"
                           R"("machinedeployment.clusters.k8s.io/max-replicas":"6"},"resourceVersion":"5"},)"
                           R"("spec":{"replicas":3}})"),
        textOf(plan.effects).constData());
    QCOMPARE(
        textOf(plan.effects).count("ScalingMachineSet on default/workers: Scaled up machine set new to 3"),
        1);
}

void TestDeploymentSizes::aSetOfNothingIsNotScaled()
{
    const runtime::Plan plan = planOf(with(workers, "spec: {replicas: 0}"), {});
    QVERIFY(creation(plan));
    QVERIFY2(!textOf(plan.effects).contains("Scaled"), textOf(plan.effects).constData());
}

void TestDeploymentSizes::sizesInProportion_data()
{
    QTest::addColumn<QByteArray>("spec");
    QTest::addColumn<Sets>("sets");
    QTest::addColumn<QByteArray>("sizes");
    const auto row = [](const char *name, const char *spec, const Sets &sets, const char *sizes) {
        QTest::newRow(name) << QByteArray(spec) << sets << QByteArray(sizes);
    };
    const auto was = [](int desired, int most) {
        return "metadata: {annotations: {machinedeployment.clusters.k8s.io/desired-replicas: '"
            + QByteArray::number(desired) + "', machinedeployment.clusters.k8s.io/max-replicas: '"
            + QByteArray::number(most) + "'}}";
    };
    row("§6.5 row 1: one active set", "{replicas: 5}", {old(3, 3, 3), current(0, 0, 0)}, "old=5");
    row("§6.5 row 1: none is active, the newest", "{replicas: 5}", {old(0, 0, 0), current(0, 0, 0)}, "new=5");
    row("§6.5 row 1: none is active nor current", "{replicas: 5}",
        {old(0, 0, 0), set("older", 4, 0, 0, 0, 0)}, "old=5");
    row("§6.5 row 1: nothing to size", "{replicas: 5}", {}, "");
    row("§6.5 row 2: the new set is saturated", "{replicas: 3}", {current(3, 3, 3), old(1, 1, 1)},
        "old=0 new=3");
    row("§6.7 out: only the newest grows", "{replicas: 10}", {current(1, 1, 1), old(3, 3, 3)}, "old=3 new=8");
    row("§6.5 row 3: in by proportion", "{replicas: 5}",
        {current(4, 4, 4, was(10, 11)), old(7, 7, 7, was(10, 11))}, "old=4 new=2");
    row("§6.5 row 3: the rest goes from the largest",
        "{replicas: 4, strategy: {rollingUpdate: {maxSurge: 0}}}",
        {set("a", 5, 0, 3, 3, 3, was(9, 9)), set("b", 6, 1, 3, 3, 3, was(9, 9)), current(3, 3, 3, was(9, 9))},
        "a=1 b=1 new=2");
    row("a note of a size that never was", "{replicas: 4}",
        {current(2147483647, 4, 4, was(1, 1)), old(3, 3, 3, was(1, 1))}, "new=2 old=3");
    row("§6.5 row 3: to nothing", "{replicas: 0}", {current(1, 1, 1), old(3, 3, 3)}, "old=0 new=0");
    row("§6.5 row 3: the surge alone changes nothing in size", "{replicas: 3}",
        {current(1, 1, 1), old(3, 3, 3)}, "old=3 new=1");
}

void TestDeploymentSizes::sizesInProportion()
{
    QFETCH(QByteArray, spec);
    QFETCH(Sets, sets);
    const auto deployment = with(workers, "spec: " + spec);
    const Rollout rollout = rolloutOf(deployment, sets);
    const auto sizes = api::proportionalSizes(controllers::limitsOf(deployment), deployment.status.replicas,
        rollout::sizesIn(rollout), api::Growth::OfNewest);
    QTEST(textOf(rollout::resizesOf(rollout, sizes)), "sizes");
}

void TestDeploymentSizes::scalingEvents_data()
{
    QTest::addColumn<int>("replicas");
    QTest::addColumn<Sets>("sets");
    QTest::addColumn<bool>("expected");
    const QByteArray none =
        "metadata: {annotations: {machinedeployment.clusters.k8s.io/desired-replicas: null}}";
    QTest::newRow("§6.7 the number is as it was") << 3 << Sets {old(3, 3, 3)} << false;
    QTest::newRow("§6.7 another number") << 5 << Sets {old(3, 3, 3)} << true;
    QTest::newRow("§6.7 a set that wants nothing does not count") << 5 << Sets {old(0, 0, 0)} << false;
    QTest::newRow("§6.7 a set that was never sized") << 5 << Sets {old(3, 3, 3, none)} << false;
}

void TestDeploymentSizes::scalingEvents()
{
    QFETCH(int, replicas);
    QFETCH(Sets, sets);
    const auto deployment = with(workers, "spec: {replicas: " + QByteArray::number(replicas) + "}");
    QTEST(api::isScaling(replicas, rollout::sizesIn(rolloutOf(deployment, sets))), "expected");
}

void TestDeploymentSizes::recreate_data()
{
    QTest::addColumn<Sets>("sets");
    QTest::addColumn<int>("oldMachines");
    QTest::addColumn<QByteArray>("codes");
    QTest::newRow("§6.7 old sets go to nothing first")
        << Sets {old(3, 3, 3)} << 3 << QByteArray("ShrinkingOldMachineSets");
    QTest::newRow("§6.7 old machines are still there")
        << Sets {old(0, 0, 0)} << 1 << QByteArray("WaitingForOldMachines");
    QTest::newRow("§6.7 the last one has gone")
        << Sets {old(0, 0, 0)} << 0 << QByteArray("CreatingMachineSet");
    QTest::newRow("§6.7 the set of an earlier time")
        << Sets {old(0, 0, 0), current(0, 0, 0)} << 0 << QByteArray("GrowingNewMachineSet");
}

void TestDeploymentSizes::recreate()
{
    QFETCH(Sets, sets);
    QFETCH(int, oldMachines);
    const auto deployment = with(workers,
        "{metadata: {annotations: {machinedeployment.clusters.k8s.io/revision: '2'}},"
        " spec: {strategy: {type: Recreate}}}");
    QTEST(codesOf(controllers::planMachineDeployment(deployment, seeing(sets, std::size_t(oldMachines)), now)
                      .reasons),
        "codes");
}

QTEST_GUILESS_MAIN(TestDeploymentSizes)
#include "tst_deploymentsizes.moc"
