// SPDX-License-Identifier: GPL-3.0-or-later
// Reconcilers that go only through the machines that need a look plan what they would plan if they went
// through all (steadymachines.h), whatever happens in between.
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machineset/machinesetreconciler.h"
#include "core/controllers/steadymachines.h"
#include "tests/support/world.h"

#include <QTest>

#include <set>

using namespace core;
using namespace std::chrono_literals;
using support::World;

namespace {

constexpr const char *objects = R"(
apiVersion: machine.openshift.io/v1beta1
kind: MachineSet
metadata: {name: workers, namespace: default}
spec:
  replicas: 8
  selector: {matchLabels: {set: workers}}
  template:
    metadata: {labels: {set: workers, zone: a}}
    spec:
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
---
apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata: {name: workers, namespace: default}
spec:
  selector: {matchLabels: {set: workers}}
  maxUnhealthy: 40%
  unhealthyConditions:
    - {type: Ready, status: 'False', timeout: 300s}
    - {type: Ready, status: Unknown, timeout: 300s}
)";
const api::ObjectKey workers {"default", "workers"};

/// What happens to a cluster by chance: one thing each time.
class Fate
{
public:
    Fate(World &world, std::uint64_t seed) : m_world(world), m_chance(seed) { }

    void strike();

private:
    std::uint64_t draw(std::uint64_t below) { return m_chance.draw("fate", "thing", m_draws++) % below; }
    api::ObjectKey anyMachine();
    std::string anyNode();
    void changeMachine();
    void changeNode();
    void changeSetOrCheck();

    World &m_world;
    const base::Chance m_chance;
    std::uint64_t m_draws = 0;
};

api::ObjectKey Fate::anyMachine()
{
    const auto machines = m_world.machines.list();
    return machines.empty() ? api::ObjectKey() : machines[draw(machines.size())]->key();
}

std::string Fate::anyNode()
{
    const auto nodes = m_world.nodes.list();
    return nodes.empty() ? std::string() : nodes[draw(nodes.size())]->metadata.name;
}

void Fate::changeMachine()
{
    static const char *const changes[] = {"metadata: {labels: {set: others}}",
        "metadata: {labels: {set: workers}}", "metadata: {labels: {zone: b}}",
        "metadata: {labels: {zone: a}}", "metadata: {annotations: {host.metal3.io/external-remediation: ''}}",
        "metadata: {annotations: {host.metal3.io/external-remediation: null}}",
        "metadata: {finalizers: [example.com/held]}", "metadata: {finalizers: []}"};
    constexpr std::uint64_t addsFinalizer = 6;
    const api::ObjectKey machine = anyMachine();
    if (machine.name.empty())
        return;
    const std::uint64_t which = draw(std::size(changes) + 2);
    const bool isRefused = which == addsFinalizer && m_world.machines.find(machine)->isDeleting();
    if (isRefused)
        return;
    if (which < std::size(changes))
        m_world.patch<api::Machine>(machine, changes[which]);
    else if (which == std::size(changes))
        m_world.patch<api::Machine>(machine, "status: {phase: Failed, errorMessage: broken}", "status");
    else
        m_world.remove<api::Machine>(machine);
}

void Fate::changeNode()
{
    static const char *const states[] = {"False", "True", "Unknown"};
    const std::string node = anyNode();
    if (node.empty())
        return;
    const std::uint64_t which = draw(std::size(states) + 1);
    if (which < std::size(states))
        m_world.setReady(node, states[which]);
    else
        m_world.remove<api::Node>({{}, node});
}

void Fate::changeSetOrCheck()
{
    static const char *const ofSet[] = {"spec: {replicas: 6}", "spec: {replicas: 9}",
        "spec: {minReadySeconds: 60}", "spec: {minReadySeconds: 0}",
        "spec: {template: {metadata: {labels: {zone: b}}}}",
        "spec: {template: {metadata: {labels: {zone: a}}}}"};
    static const char *const ofCheck[] = {"spec: {maxUnhealthy: 1}", "spec: {maxUnhealthy: 40%}",
        "spec: {selector: {matchLabels: {set: others}}}", "spec: {selector: {matchLabels: {set: workers}}}",
        "spec: {unhealthyConditions: [{type: Ready, status: 'False', timeout: 60s}]}",
        "spec: {unhealthyConditions: [{type: Ready, status: Unknown, timeout: 60s}]}",
        "metadata: {annotations: {cluster.x-k8s.io/paused: ''}}",
        "metadata: {annotations: {cluster.x-k8s.io/paused: null}}"};
    if (draw(2) == 0)
        m_world.patch<api::MachineSet>(workers, ofSet[draw(std::size(ofSet))]);
    else
        m_world.patch<api::MachineHealthCheck>(workers, ofCheck[draw(std::size(ofCheck))]);
}

void Fate::strike()
{
    const std::uint64_t which = draw(10);
    if (which < 3)
        changeMachine();
    else if (which < 6)
        changeNode();
    else if (which < 7)
        changeSetOrCheck();
    else if (which < 8)
        m_world.runOnce();
    else if (which < 9)
        m_world.clock.advance(std::chrono::seconds(draw(400)));
    else
        m_world.advance(std::chrono::seconds(draw(60)));
}

/// Eight machines that run, of which those with a ready node are steady to every set.
struct Fleet {
    World world;
    int asked = 0;
    controllers::SteadyMachinesOfSets view {world.stores,
        {[](const api::MachineSet &one, const api::MachineSet &other) {
             return one.spec.minReadySeconds == other.spec.minReadySeconds;
         },
            [](const api::MachineSet &, const api::Machine &machine) { return !machine.isDeleting(); },
            [this](const api::MachineSet &, const api::Machine &, const api::Node *node) {
                ++asked;
                return node && node->isReady();
            }}};

    Fleet()
    {
        world.create(objects);
        world.advance(1min);
    }

    void showSet() { view.ownerChanged(workers, world.machineSets.find(workers)); }
    const controllers::SteadyMachines &machines() const { return view.of(workers); }
    api::ObjectKey first() const { return world.machines.list().front()->key(); }
};

} // namespace

class TestSteady : public QObject
{
    Q_OBJECT

private slots:
    void onlyWhatChangedIsClassified();
    void whatIsNotSelectedDoesNotCount();
    void plansAreThoseOfAWholeLook_data();
    void plansAreThoseOfAWholeLook();
};

void TestSteady::onlyWhatChangedIsClassified()
{
    Fleet fleet;
    fleet.showSet();
    QCOMPARE(fleet.asked, 8);
    QCOMPARE(fleet.machines().count(), 8U);
    fleet.world.patch<api::MachineSet>(workers, "metadata: {labels: {a: b}}");
    fleet.showSet();
    QCOMPARE(fleet.asked, 8);

    const api::ObjectKey first = fleet.first();
    const std::string node = fleet.world.nodeOf(first);
    fleet.world.setReady(node, "False");
    fleet.view.nodeChanged(node);
    QCOMPARE(fleet.asked, 9);
    QCOMPARE(fleet.machines().count(), 7U);
    QCOMPARE(fleet.machines().others(), std::set<api::ObjectKey> {first});

    const auto machine = fleet.world.machines.find(first);
    fleet.view.machineChanged(machine.get(), machine.get());
    QCOMPARE(fleet.asked, 10);
    QCOMPARE(fleet.machines().others(), std::set<api::ObjectKey> {first});

    fleet.world.patch<api::MachineSet>(workers, "spec: {minReadySeconds: 60}");
    fleet.showSet();
    QCOMPARE(fleet.asked, 18);
    QCOMPARE(fleet.machines().others(), std::set<api::ObjectKey> {first});
}

void TestSteady::whatIsNotSelectedDoesNotCount()
{
    Fleet fleet;
    fleet.showSet();
    const auto machine = fleet.world.machines.find(fleet.first());
    api::Machine going = *machine;
    going.metadata.deletionTimestamp = fleet.world.clock.now();
    fleet.view.machineChanged(machine.get(), &going);
    QCOMPARE(fleet.machines().count(), 7U);
    fleet.view.machineChanged(&going, nullptr);
    QCOMPARE(fleet.machines().count(), 7U);
    fleet.view.machineChanged(nullptr, machine.get());
    QCOMPARE(fleet.machines().count(), 8U);
    fleet.view.ownerChanged(workers, nullptr);
    QCOMPARE(fleet.machines().count(), 0U);
}

void TestSteady::plansAreThoseOfAWholeLook_data()
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= 10; ++seed)
        QTest::newRow(("seed " + std::to_string(seed)).c_str()) << seed;
}

void TestSteady::plansAreThoseOfAWholeLook()
{
    QFETCH(int, seed);
    World world;
    world.create(objects);
    world.advance(1min);
    Fate fate(world, static_cast<std::uint64_t>(seed));
    for (int step = 0; step < 200; ++step) {
        fate.strike();
        const auto set = world.machineSets.find(workers);
        const auto check = world.healthChecks.find(workers);
        const runtime::Plan wholeSet = controllers::planMachineSet(
            *set, controllers::viewOf(*set, world.stores), world.chance, world.clock.now());
        const runtime::Plan wholeCheck = controllers::planHealthCheck(controllers::rulesOf(*check),
            controllers::targetsOf(*check, world.stores), nullptr, world.clock.now());
        const QByteArray where = "seed " + QByteArray::number(seed) + ", step " + QByteArray::number(step);
        QVERIFY2(world.planOf("machineset", workers) == wholeSet, where.constData());
        QVERIFY2(world.planOf("healthcheck", workers) == wholeCheck, where.constData());
    }
}

QTEST_GUILESS_MAIN(TestSteady)
#include "tst_steady.moc"
