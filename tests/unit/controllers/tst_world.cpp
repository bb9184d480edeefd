// SPDX-License-Identifier: GPL-3.0-or-later
// Every reconciler together, run to the fixed point: what a cluster looks like afterwards, and that no plan wants
// anything any more (design.md, invariants 1, 2 and 5).
#include "tests/support/world.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using support::World;

namespace {

constexpr const char *workers = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: workers, namespace: default}
spec:
  replicas: 0
  selector: {matchLabels: {set: workers}}
  template:
    metadata: {labels: {set: workers}}
    spec:
      metadata: {labels: {role: demo}}
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
)";
const api::ObjectKey workersKey {"default", "workers"};

void scale(World &world, int replicas)
{
    world.patch<api::MachineSet>(workersKey, ("spec: {replicas: " + std::to_string(replicas) + "}").c_str());
}

QByteArray statusOf(const World &world)
{
    const api::MachineSetStatus status = world.machineSets.find(workersKey)->status;
    return QByteArray::number(qlonglong(status.replicas)) + " replicas, "
        + QByteArray::number(qlonglong(status.readyReplicas.value_or(-1))) + " ready, "
        + QByteArray::number(qlonglong(status.availableReplicas.value_or(-1))) + " available";
}

void verifyConverged(const World &world)
{
    QCOMPARE(world.problems, std::vector<QByteArray>());
    QCOMPARE(world.wantedEffects(), QByteArray());
}

} // namespace

class TestWorld : public QObject
{
    Q_OBJECT

private slots:
    void scalesUpAndDown();
    void deletingTheSetLeavesNothing();
};

void TestWorld::scalesUpAndDown()
{
    World world;
    world.create(workers);
    QVERIFY(world.settle());
    const base::Time begin = world.clock.now();
    for (const int replicas : {5, 2, 0, 100}) {
        scale(world, replicas);
        QVERIFY(world.settle());
        verifyConverged(world);
        const QByteArray count = QByteArray::number(replicas);
        QCOMPARE(statusOf(world), count + " replicas, " + count + " ready, " + count + " available");
        QCOMPARE(world.machines.size(), std::size_t(replicas));
        QCOMPARE(world.pods.size(), std::size_t(replicas));
        QCOMPARE(world.nodes.size(), std::size_t(replicas));
        for (const auto &machine : world.machines.list()) {
            QCOMPARE(machine->status.phase, std::string(api::phases::running));
            QCOMPARE(machine->spec.providerID, "kubemark://" + machine->status.nodeRef->name);
            const auto node = world.nodes.find({{}, machine->status.nodeRef->name});
            QCOMPARE(
                node->metadata.annotation(api::keys::nodeMachine), std::string_view(machine->key().text()));
            QCOMPARE(node->metadata.label("role"), std::string_view("demo"));
        }
    }
    QVERIFY(world.clock.now() == begin); // nothing waits for a timer where a watch event comes
}

void TestWorld::deletingTheSetLeavesNothing()
{
    World world;
    world.create(workers);
    scale(world, 3);
    world.settle();
    world.remove<api::MachineSet>(workersKey);
    QVERIFY(world.settle());
    verifyConverged(world);
    QCOMPARE(world.machines.size() + world.pods.size() + world.nodes.size(), std::size_t(0));
}

QTEST_GUILESS_MAIN(TestWorld)
#include "tst_world.moc"
