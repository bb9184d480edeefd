// SPDX-License-Identifier: GPL-3.0-or-later
// Every reconciler together, run to the fixed point: what a cluster looks like afterwards, and that no plan
// wants anything any more (core/README.md, invariants 1, 2 and 5).
#include "core/api/workload.h"
#include "tests/support/world.h"

#include <QTest>

#include <algorithm>

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
        + QByteArray::number(qlonglong(status.readyReplicas.value_or(0))) + " ready, "
        + QByteArray::number(qlonglong(status.availableReplicas.value_or(0))) + " available";
}

void verifyConverged(const World &world)
{
    QCOMPARE(world.problems, std::vector<QByteArray>());
    QCOMPARE(world.wantedEffects(), QByteArray());
}

/// Three workers, running, with the health check that the window offers.
void createHealthyWorkers(World &world)
{
    world.create(workers);
    world.create(R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata: {name: workers, namespace: default}
spec:
  selector: {matchLabels: {set: workers}}
  unhealthyConditions:
    - {type: Ready, status: 'False', timeout: 300s}
    - {type: Ready, status: Unknown, timeout: 300s}
)");
    scale(world, 3);
    world.advance(1min);
}

void verifyThreeRunning(const World &world)
{
    verifyConverged(world);
    QCOMPARE(statusOf(world), QByteArray("3 replicas, 3 ready, 3 available"));
    QCOMPARE(world.machines.size(), std::size_t(3));
    QCOMPARE(world.pods.size(), std::size_t(3));
    QCOMPARE(world.nodes.size(), std::size_t(3));
}

std::string protectedPodOn(const std::string &node)
{
    return R"(
apiVersion: v1
kind: Namespace
metadata: {name: apps}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: apps, labels: {app: web}}
spec: {nodeName: )"
        + node + R"(, containers: [{name: web, image: web}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: apps}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
)";
}

int eventsOf(const World &world, std::string_view reason)
{
    return int(std::ranges::count(world.events, reason, &api::EmitEvent::reason));
}

} // namespace

class TestWorld : public QObject
{
    Q_OBJECT

private slots:
    void scalesUpAndDown();
    void deletingTheSetLeavesNothing();
    void brokenNodeIsReplaced_data();
    void brokenNodeIsReplaced();
    void nodeThatHealsInTimeStays();
    void missingNodeIsReplaced();
    void partitionReplacesOneAtATime();
    void machineWithoutNodeIsReplacedAfterTheStartupTimeout();
    void invalidConfigurationIsNotReplacedInAHotLoop();
    void deletionTimeoutHoldsThePod();
    void staticMachine();
    void lostPodFailsTheMachine();
    void lostPodIsReplacedByTheHealthCheck();
    void lostPodIsMadeAnew();
    void drainWaitsForTheBudget();
    void orphanedPodIsSwept();
    void strayMachineIsReleasedAndReplaced();
    void laggingStoresCreateNothingTwice();
    void lostResponseCreatesNothingTwice_data();
    void lostResponseCreatesNothingTwice();
    void everyPlanMayBeCutOffAnywhere();
    void sameSeedSameStory();
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
    world.advance(5s); // the garbage collector looks again before it deletes
    verifyConverged(world);
    QCOMPARE(world.machines.size() + world.pods.size() + world.nodes.size(), std::size_t(0));
}

void TestWorld::brokenNodeIsReplaced_data()
{
    QTest::addColumn<QByteArray>("status");
    QTest::newRow("the kubelet says NotReady") << QByteArray("False");
    QTest::newRow("no heartbeats: Unknown") << QByteArray("Unknown");
}

void TestWorld::brokenNodeIsReplaced()
{
    QFETCH(QByteArray, status);
    World world;
    createHealthyWorkers(world);
    const api::ObjectKey victim = world.machines.list().front()->key();
    const std::string uid = world.machines.find(victim)->metadata.uid;
    world.setReady(world.nodeOf(victim), status.constData());

    world.advance(299s);
    QCOMPARE(statusOf(world), QByteArray("3 replicas, 2 ready, 2 available"));
    QCOMPARE(world.machines.find(victim)->metadata.uid, uid);
    QVERIFY(eventsOf(world, "DetectedUnhealthy") == 1);
    QCOMPARE(world.wantedEffects(), QByteArray());

    world.advance(2s);
    verifyThreeRunning(world);
    QVERIFY(!world.machines.find(victim)); // the replacement has a name of its own
    QCOMPARE(eventsOf(world, "MachineDeleted"), 1);
    QCOMPARE(eventsOf(world, "DetectedUnhealthy"), 1);
}

void TestWorld::nodeThatHealsInTimeStays()
{
    World world;
    createHealthyWorkers(world);
    const auto victim = world.machines.list().front();
    world.setReady(world.nodeOf(victim->key()), "False");
    world.advance(4min);
    world.setReady(world.nodeOf(victim->key()), "True");
    world.advance(1h);
    verifyThreeRunning(world);
    QCOMPARE(world.machines.find(victim->key())->metadata.uid, victim->metadata.uid);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 0);
}

void TestWorld::missingNodeIsReplaced()
{
    World world;
    createHealthyWorkers(world);
    const auto victim = world.machines.list().front();
    world.remove<api::Node>({{}, world.nodeOf(victim->key())});
    QVERIFY(world.settle());
    verifyThreeRunning(world);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 1);
}

void TestWorld::partitionReplacesOneAtATime()
{
    World world;
    createHealthyWorkers(world);
    world.hostStartsPods = false;
    for (const auto &node : world.nodes.list())
        world.setReady(node->metadata.name, "Unknown");
    world.advance(9min);
    verifyConverged(world);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 1); // its replacement does not come up, so the others stay
    world.hostStartsPods = true;
    world.advance(10min);
    verifyThreeRunning(world);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 3);
}

void TestWorld::machineWithoutNodeIsReplacedAfterTheStartupTimeout()
{
    World world;
    createHealthyWorkers(world);
    world.hostStartsPods = false;
    scale(world, 4);
    world.advance(10min - 1s);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 0);
    world.advance(3s);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 1);
    QCOMPARE(world.livingMachines().size(), std::size_t(4));
    QCOMPARE(world.problems, std::vector<QByteArray>());
}

void TestWorld::invalidConfigurationIsNotReplacedInAHotLoop()
{
    World world;
    createHealthyWorkers(world);
    world.patch<api::MachineSet>(
        workersKey, "spec: {template: {spec: {providerSpec: {value: {image: ''}}}}}");
    scale(world, 4);
    world.advance(5min);
    QCOMPARE(world.problems, std::vector<QByteArray>());
    const int deleted = eventsOf(world, "MachineDeleted");
    QVERIFY2(deleted >= 8 && deleted <= 10, world.eventSummary().constData()); // one every 30 s
}

void TestWorld::deletionTimeoutHoldsThePod()
{
    World world;
    world.create(workers);
    world.patch<api::MachineSet>(
        workersKey, "spec: {template: {spec: {providerSpec: {value: {deletionTimeout: 30s}}}}}");
    scale(world, 1);
    world.settle();
    scale(world, 0);
    world.advance(29s);
    verifyConverged(world);
    QCOMPARE(world.pods.size(), std::size_t(1));
    QCOMPARE(world.machines.list().front()->status.phase, std::string(api::phases::deleting));
    world.advance(2s);
    verifyConverged(world);
    QCOMPARE(world.machines.size() + world.pods.size() + world.nodes.size(), std::size_t(0));
}

void TestWorld::staticMachine()
{
    World world;
    world.create(R"(
apiVersion: v1
kind: Node
metadata: {name: real}
spec: {providerID: 'aws:///i-0'}
status:
  addresses: [{type: InternalIP, address: 192.168.0.7}]
  conditions: [{type: Ready, status: 'True', lastTransitionTime: '2026-11-20T09:00:00Z'}]
---
apiVersion: machine.openshift.io/v1beta1
kind: Machine
metadata: {name: fixed, namespace: default, annotations: {machine.openshift.io/static-machine: real}}
spec: {providerSpec: {value: {}}}
)");
    QVERIFY(world.settle());
    verifyConverged(world);
    const api::ObjectKey key {"default", "fixed"};
    QCOMPARE(world.nodeOf(key), std::string("real"));
    QCOMPARE(world.machines.find(key)->status.phase, std::string(api::phases::running));
    QCOMPARE(world.machines.find(key)->spec.providerID, std::string("aws:///i-0"));
    QCOMPARE(world.eventSummary(), QByteArray("Created ×1"));

    world.remove<api::Machine>(key);
    QVERIFY(world.settle());
    verifyConverged(world);
    QCOMPARE(world.machines.size(), std::size_t(0));
    QCOMPARE(world.nodes.size(), std::size_t(1)); // it was there before
}

void TestWorld::lostPodFailsTheMachine()
{
    World world;
    world.create(workers);
    scale(world, 2);
    world.settle();
    const auto victim = world.machines.list().front();
    world.remove<api::Pod>({"kubemark-actuator", world.nodeOf(victim->key())});
    world.advance(10s);
    verifyConverged(world);
    const auto failed = world.machines.find(victim->key());
    QCOMPARE(failed->status.phase, std::string(api::phases::failed));
    QCOMPARE(failed->status.failureMessage, std::string("can't find created instance"));
    QCOMPARE(world.machines.size(), std::size_t(2)); // nobody replaces it without a health check
}

void TestWorld::lostPodIsReplacedByTheHealthCheck()
{
    World world;
    createHealthyWorkers(world);
    world.remove<api::Pod>({"kubemark-actuator", world.nodeOf(world.machines.list().front()->key())});
    world.advance(10s);
    verifyThreeRunning(world);
    QCOMPARE(eventsOf(world, "MachineDeleted"), 1);
}

void TestWorld::lostPodIsMadeAnew()
{
    World world;
    world.create(workers);
    world.patch<api::MachineSet>(workersKey,
        "spec: {template: {metadata: {annotations: {machine.openshift.io/kubemark-lost-pod: recreate}}}}");
    scale(world, 1);
    world.settle();
    const auto machine = world.machines.list().front();
    const api::ObjectKey pod {"kubemark-actuator", world.nodeOf(machine->key())};
    const std::string podUid = world.pods.find(pod)->metadata.uid;
    world.remove<api::Pod>(pod);
    world.advance(10s);
    verifyConverged(world);
    QVERIFY(world.pods.find(pod) && world.pods.find(pod)->metadata.uid != podUid);
    const auto again = world.machines.find(machine->key());
    QCOMPARE(again->metadata.uid, machine->metadata.uid);
    QCOMPARE(again->status.phase, std::string(api::phases::running));
    QCOMPARE(world.nodes.size(), std::size_t(1));
    QCOMPARE(eventsOf(world, "Created"), 2);
}

void TestWorld::drainWaitsForTheBudget()
{
    World world;
    world.create(workers);
    scale(world, 1);
    world.settle();
    const std::string node = world.nodeOf(world.machines.list().front()->key());
    world.create(protectedPodOn(node).c_str());
    world.settle();
    scale(world, 0);
    world.advance(20s);
    QCOMPARE(world.problems, std::vector<QByteArray>());
    const auto draining = world.machines.list().front();
    QVERIFY(world.nodes.find({{}, node})->spec.unschedulable.value_or(false));
    QVERIFY(std::ranges::any_of(draining->status.conditions,
        [](const api::Condition &c) { return c.type == "Drained" && c.reason == "DrainError"; }));
    QCOMPARE(eventsOf(world, "DrainRequeued"), 3); // after 6, 12 and 18 s
    world.remove<api::PodDisruptionBudget>({"apps", "web"});
    world.advance(6s);
    verifyConverged(world);
    QCOMPARE(world.machines.size() + world.pods.size() + world.nodes.size(), std::size_t(0));
    QCOMPARE(eventsOf(world, "DrainSucceeded"), 1);
}

void TestWorld::orphanedPodIsSwept()
{
    World world;
    createHealthyWorkers(world);
    const auto machine = world.machines.list().front();
    const std::string node = world.nodeOf(machine->key());
    world.hostEndsPods = false;
    world.remove<api::Machine>(machine->key());
    world.patch<api::Machine>(machine->key(), "metadata: {finalizers: null}"); // somebody was impatient
    world.hostEndsPods = true;
    world.advance(14min);
    QVERIFY(world.nodes.find({{}, node}));
    world.advance(20min);
    verifyThreeRunning(world);
    QVERIFY(!world.nodes.find({{}, node}));
}

void TestWorld::strayMachineIsReleasedAndReplaced()
{
    World world;
    createHealthyWorkers(world);
    const api::ObjectKey stray = world.machines.list().front()->key();
    world.patch<api::Machine>(stray, "metadata: {labels: {set: mine}}");
    QVERIFY(world.settle());
    verifyConverged(world);
    QCOMPARE(world.machines.size(), std::size_t(4));
    QVERIFY(!world.machines.find(stray)->metadata.controller());
    world.patch<api::Machine>(stray, "metadata: {labels: {set: workers}}");
    QVERIFY(world.settle());
    verifyThreeRunning(world);
}

void TestWorld::laggingStoresCreateNothingTwice()
{
    World world;
    world.create(workers);
    scale(world, 5);
    for (int pass = 0; pass < 10; ++pass) { // each time what was written is seen only after two more looks
        world.storesLag = true;
        world.runOnce();
        world.runOnce();
        world.refresh();
    }
    QVERIFY(world.settle());
    verifyConverged(world);
    QCOMPARE(statusOf(world), QByteArray("5 replicas, 5 ready, 5 available"));
    QCOMPARE(eventsOf(world, "Deleted"), 0); // never more than five, so none had to go
}

void TestWorld::lostResponseCreatesNothingTwice_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("of a machine") << QByteArray("Machine");
    QTest::newRow("of a pod") << QByteArray("Pod");
}

void TestWorld::lostResponseCreatesNothingTwice()
{
    QFETCH(QByteArray, kind);
    World world;
    world.create(workers);
    world.settle();
    world.losesResponse = kind.toStdString();
    scale(world, 3);
    for (int pass = 0; pass < 10; ++pass)
        world.runOnce();
    world.refresh();
    QVERIFY(world.settle());
    verifyConverged(world);
    QCOMPARE(statusOf(world), QByteArray("3 replicas, 3 ready, 3 available"));
    QCOMPARE(eventsOf(world, "Deleted"), 0); // never more than three, so none had to go
}

void TestWorld::everyPlanMayBeCutOffAnywhere()
{
    const auto story = [](World &world) {
        createHealthyWorkers(world);
        world.setReady(world.nodeOf(world.machines.list().front()->key()), "Unknown");
        world.advance(302s);
        scale(world, 5);
        world.advance(1min);
        scale(world, 3);
        world.advance(1min);
    };
    World undisturbed;
    story(undisturbed);
    verifyThreeRunning(undisturbed);
    QVERIFY(undisturbed.effects > 50);
    for (int cut = 1; cut <= undisturbed.effects; ++cut) {
        World world;
        world.cutOffAfter = cut;
        story(world);
        verifyThreeRunning(world);
        QVERIFY2(!QTest::currentTestFailed(), qPrintable(QStringLiteral("cut off after effect %1").arg(cut)));
    }
}

void TestWorld::sameSeedSameStory()
{
    const auto story = [] {
        World world;
        createHealthyWorkers(world);
        world.setReady(world.nodeOf(world.machines.list().back()->key()), "False");
        world.advance(10min);
        QByteArray text = world.eventSummary();
        for (const auto &machine : world.machines.list())
            text += '\n' + QByteArray::fromStdString(machine->metadata.name + " " + machine->metadata.uid);
        return text;
    };
    QCOMPARE(story(), story());
}

QTEST_GUILESS_MAIN(TestWorld)
#include "tst_world.moc"
