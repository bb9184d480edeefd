// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md G9 to G12, G14: what has lost its owners.
#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/pod.h"
#include "core/controlplane/garbagecollector.h"
#include "tests/support/planlab.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::Lease;
using api::Machine;
using api::MachineSet;
using api::Node;
using api::ObjectKey;
using api::OwnerReference;
using api::Pod;
using controlplane::GarbageCollector;
using controlplane::StoredKind;
using runtime::Plan;

namespace {

const std::string mine = "example.com/mine";

OwnerReference ownedBy(const MachineSet &owner, bool blocks = false)
{
    return {
        "machine.openshift.io/v1beta1", "MachineSet", owner.metadata.name, owner.metadata.uid, {}, blocks};
}

template<typename T>
T named(
    const std::string &name, const std::vector<OwnerReference> &owners = {}, const std::string &ns = "lab")
{
    T object;
    object.metadata.name = name;
    object.metadata.ns = ns;
    object.metadata.ownerReferences = owners;
    if constexpr (std::is_same_v<T, Pod>)
        object.spec.containers = {{.name = "c", .image = "i"}};
    if constexpr (std::is_same_v<T, MachineSet>)
        object.spec.selector.matchLabels = {{"set", name}};
    return object;
}

struct Fixture {
    Fixture()
    {
        index<MachineSet>();
        index<Machine>();
        index<Node>();
        index<Pod>();
        index<Lease>();
        lab.start();
        lab.create("{apiVersion: v1, kind: Namespace, metadata: {name: lab}}\n---\n"
                   "{apiVersion: v1, kind: Namespace, metadata: {name: elsewhere}}");
    }
    template<typename T>
    void index()
    {
        lab.informers.of<T>().addIndex(std::string(controlplane::dependentsByOwner),
            [](const T &object) { return controlplane::ownerUids(object.metadata); });
        kinds.push_back(std::make_shared<StoredKind<T>>(lab.of<T>()));
    }
    GarbageCollector collectorOf(std::size_t kind)
    {
        return {std::make_shared<controlplane::OwnedKinds>(kinds), kinds[kind], lab.clock, lostOwners};
    }
    Plan planSet(const std::string &name) { return collectorOf(0).reconcile({"lab", name}); }
    Plan planMachine(const std::string &name) { return collectorOf(1).reconcile({"lab", name}); }
    /// Looks at all objects, none of which is young any more, until nobody asks for anything.
    void settle()
    {
        lab.clock.advance(1min);
        for (int round = 0; round < 20; ++round) {
            const int before = lab.writes;
            settleKind<MachineSet>(0);
            settleKind<Machine>(1);
            settleKind<Node>(2);
            settleKind<Pod>(3);
            settleKind<Lease>(4);
            if (lab.writes == before)
                return;
        }
        QTest::qFail("does not settle", __FILE__, __LINE__);
    }
    template<typename T>
    void settleKind(std::size_t kind)
    {
        for (const auto &object : lab.of<T>().list())
            lab.apply(collectorOf(kind).reconcile(object->key()));
    }
    template<typename T>
    std::shared_ptr<const T> get(const std::string &name, const std::string &ns = "lab")
    {
        return lab.of<T>().find({ns, name});
    }

    /// The finalizer goes as its holder removes it.
    template<typename T>
    void letGo(const std::string &name)
    {
        lab.edit<T>({"lab", name}, [](T &held) { std::erase(held.metadata.finalizers, mine); });
    }
    void removeSet(const std::string &name, api::Propagation propagation)
    {
        lab.remove<MachineSet>({"lab", name}, {}, propagation);
    }

    support::PlanLab lab;
    controlplane::OwnedKinds kinds;
    controlplane::LostOwners lostOwners;
};

} // namespace

class TestGarbageCollector : public QObject
{
    Q_OBJECT

private slots:
    void leavesWhatHasItsOwner();
    void collectsInTheBackground();
    void matchesByUid();
    void looksInTheSameNamespaceOnly();
    void collectsTheLeaseOfANode();
    void renewalsDoNotRefuseItsPatches();
    void waitsForAnOwnerThatMayStillAppear();
    void trustsKindsItDoesNotKnow();
    void keepsWhatLostItsOwnerToDamage();
    void keepsWhatHasAnotherOwner();
    void deletesInTheForeground();
    void waitsOnlyForBlockingDependents();
    void deletesGrandchildrenInTheForeground();
    void orphans();
    void survivesACycle();
    void namesTheRelatives();
    void seesNoChangeInARenewal();
};

void TestGarbageCollector::leavesWhatHasItsOwner()
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    f.lab.put(named<Machine>("m1", {ownedBy(*set)}));
    f.lab.put(named<Machine>("free"));
    f.settle();
    QCOMPARE(f.lab.writes, 0);
    QVERIFY(f.planMachine("nobody").effects.empty());
}

void TestGarbageCollector::collectsInTheBackground() // G9
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    f.lab.put(named<Machine>("m1", {ownedBy(*set)}));
    f.lab.put(named<Machine>("m2", {ownedBy(*set, true)}));
    f.lab.remove<MachineSet>(set->key());
    f.settle();
    QCOMPARE(f.lab.of<Machine>().size(), 0U);
    QCOMPARE(f.lab.writes, 2);
}

void TestGarbageCollector::matchesByUid() // G12
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    f.lab.put(named<Machine>("m1", {ownedBy(*set)}));
    f.lab.remove<MachineSet>(set->key());
    f.lab.put(named<MachineSet>("set")); // the same name, another object
    f.settle();
    QVERIFY(!f.get<Machine>("m1"));
}

void TestGarbageCollector::looksInTheSameNamespaceOnly() // G12
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set", {}, "elsewhere"));
    f.lab.put(named<Machine>("m1", {ownedBy(*set)}));
    f.settle();
    QVERIFY(!f.get<Machine>("m1"));
}

void TestGarbageCollector::collectsTheLeaseOfANode()
{
    Fixture f;
    const auto node = f.lab.put(named<Node>("w1", {}, {}));
    f.lab.put(named<Lease>("w1", {{"v1", "Node", "w1", node->metadata.uid, {}, {}}}, "kube-node-lease"));
    f.settle();
    QVERIFY(f.get<Lease>("w1", "kube-node-lease")); // an owner without a namespace
    f.lab.remove<Node>(node->key());
    f.settle();
    QVERIFY(!f.get<Lease>("w1", "kube-node-lease"));
}

/// What is held of a lease is older than its last renewal.
void TestGarbageCollector::renewalsDoNotRefuseItsPatches()
{
    Fixture f;
    const auto living = f.lab.put(named<Node>("w1", {}, {}));
    const api::OwnerReference gone {"v1", "Node", "w2", "uid-gone", {}, {}};
    f.lab.put(
        named<Lease>("w1", {{"v1", "Node", "w1", living->metadata.uid, {}, {}}, gone}, "kube-node-lease"));
    f.lab.clock.advance(1min);
    const Plan plan = f.collectorOf(4).reconcile({"kube-node-lease", "w1"});
    QCOMPARE(plan.effects.size(), 1U);
    const api::Json &patch = std::get<api::PatchObject>(plan.effects.front()).patch;
    QVERIFY(api::find(patch, {"metadata", "uid"}));
    QVERIFY(!api::find(patch, {"metadata", "resourceVersion"}));
    f.lab.patch<Lease>({"kube-node-lease", "w1"}, "spec: {renewTime: '2026-11-20T10:00:10.000000Z'}");
    f.lab.apply(plan);
    QCOMPARE(f.get<Lease>("w1", "kube-node-lease")->metadata.ownerReferences.size(), 1U);
}

void TestGarbageCollector::waitsForAnOwnerThatMayStillAppear()
{
    Fixture f;
    f.lab.put(named<Machine>("m1", {{"machine.openshift.io/v1beta1", "MachineSet", "set", "uid-x", {}, {}}}));
    const Plan plan = f.planMachine("m1");
    QVERIFY(plan.effects.empty());
    QVERIFY(plan.checkAgainAfter == 2s);
    f.lab.clock.advance(2s);
    QCOMPARE(f.planMachine("m1").effects.size(), 1U);
}

void TestGarbageCollector::trustsKindsItDoesNotKnow()
{
    Fixture f;
    f.lab.put(named<Pod>("p", {{"apps/v1", "ReplicaSet", "rs", "uid-rs", true, {}}}));
    // Same kind name, another group.
    f.lab.put(
        named<Machine>("m", {{"machine.sapcloud.io/v1alpha1", "MachineSet", "set", "uid-mcm", true, {}}}));
    f.settle();
    QCOMPARE(f.lab.writes, 0);
}

/// Q8
void TestGarbageCollector::keepsWhatLostItsOwnerToDamage()
{
    Fixture world;
    auto lost = named<MachineSet>("lost");
    lost.metadata.uid = "0badcafe-0000-4000-8000-000000000000";
    MachineSet gone = lost;
    gone.metadata.uid = "0badcafe-0000-4000-8000-000000000001";
    world.lostOwners = {lost.metadata.uid};
    world.lab.create(named<Machine>("spared", {ownedBy(lost)}));
    world.lab.create(named<Machine>("collected", {ownedBy(gone)}));
    world.lab.clock.advance(1min);
    QCOMPARE(world.planMachine("spared").reasons.front().code, "OwnerSetAside");
    world.settle();
    QVERIFY(!world.get<Machine>("collected"));
    QCOMPARE(world.get<Machine>("spared")->metadata.ownerReferences.size(), 1U);
    world.lab.create(named<MachineSet>("lost"));
    QCOMPARE(world.planMachine("spared").reasons.front().code, "OwnerMadeAgain");
    world.settle();
    QVERIFY(world.get<Machine>("spared")->metadata.ownerReferences.empty());
}

void TestGarbageCollector::keepsWhatHasAnotherOwner() // G14
{
    Fixture f;
    const auto living = f.lab.put(named<MachineSet>("living"));
    const auto gone = f.lab.put(named<MachineSet>("gone"));
    const auto going = f.lab.put(named<MachineSet>("going"));
    f.lab.put(named<Machine>("m1", {ownedBy(*living), ownedBy(*gone), ownedBy(*going, true)}));
    f.lab.remove<MachineSet>(gone->key());
    f.removeSet("going", api::Propagation::Foreground);
    f.settle();
    QVERIFY(f.get<Machine>("m1"));
    QVERIFY(f.get<Machine>("m1")->metadata.ownerReferences == std::vector {ownedBy(*living)});
    QVERIFY(!f.get<MachineSet>("going"));
}

void TestGarbageCollector::deletesInTheForeground() // G10
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    auto held = named<Machine>("m1", {ownedBy(*set, true)});
    held.metadata.finalizers = {mine};
    f.lab.put(held);
    f.removeSet("set", api::Propagation::Foreground);
    f.settle();
    QVERIFY(f.get<Machine>("m1")->metadata.isDeleting());
    QVERIFY(f.get<MachineSet>("set"));
    QCOMPARE(f.planSet("set").reasons.at(0).code, "WaitingForDependents");
    f.letGo<Machine>("m1");
    f.settle();
    QVERIFY(!f.get<MachineSet>("set"));
}

void TestGarbageCollector::waitsOnlyForBlockingDependents() // G10
{
    Fixture f;
    auto set = named<MachineSet>("set");
    set.metadata.finalizers = {mine};
    auto held = named<Machine>("m1", {ownedBy(*f.lab.put(set), false)});
    held.metadata.finalizers = {mine};
    f.lab.put(held);
    f.removeSet("set", api::Propagation::Foreground);
    f.settle();
    QVERIFY(f.get<MachineSet>("set")->metadata.finalizers == std::vector {mine});
}

void TestGarbageCollector::deletesGrandchildrenInTheForeground()
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    const auto machine = f.lab.put(named<Machine>("m1", {ownedBy(*set, true)}));
    Pod pod = named<Pod>(
        "p", {{"machine.openshift.io/v1beta1", "Machine", "m1", machine->metadata.uid, true, true}});
    pod.metadata.finalizers = {mine};
    f.lab.put(pod);
    f.removeSet("set", api::Propagation::Foreground);
    f.settle();
    QVERIFY(f.get<Machine>("m1") && f.get<MachineSet>("set"));
    f.letGo<Pod>("p");
    f.settle();
    QVERIFY(!f.get<Machine>("m1") && !f.get<MachineSet>("set"));
}

void TestGarbageCollector::orphans() // G11
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    f.lab.put(named<Machine>("m1", {ownedBy(*set, true)}));
    f.lab.put(named<Machine>("m2", {ownedBy(*set)}));
    f.removeSet("set", api::Propagation::Orphan);
    f.settle();
    QVERIFY(!f.get<MachineSet>("set"));
    QCOMPARE(f.lab.of<Machine>().size(), 2U);
    QVERIFY(f.get<Machine>("m1")->metadata.ownerReferences.empty());
    QVERIFY(f.get<Machine>("m2")->metadata.ownerReferences.empty());
}

void TestGarbageCollector::survivesACycle() // G14
{
    Fixture f;
    const auto ownedByMachine = [](const Machine &owner) {
        return OwnerReference {
            "machine.openshift.io/v1beta1", "Machine", owner.metadata.name, owner.metadata.uid, {}, true};
    };
    const auto one = f.lab.put(named<Machine>("m1"));
    const auto two = f.lab.put(named<Machine>("m2", {ownedByMachine(*one)}));
    f.lab.edit<Machine>(
        one->key(), [&](Machine &machine) { machine.metadata.ownerReferences = {ownedByMachine(*two)}; });
    f.settle();
    QCOMPARE(f.lab.of<Machine>().size(), 2U);
    f.lab.remove<Machine>(one->key());
    f.settle();
    QCOMPARE(f.lab.of<Machine>().size(), 0U);
}

void TestGarbageCollector::namesTheRelatives()
{
    Fixture f;
    const auto set = f.lab.put(named<MachineSet>("set"));
    const auto machine = f.lab.put(named<Machine>("m1", {ownedBy(*set)}));
    QVERIFY(f.collectorOf(1).dependentsOf(set->metadata) == (std::vector {ObjectKey {"lab", "m1"}}));
    QVERIFY(f.collectorOf(3).dependentsOf(set->metadata).empty());
    QVERIFY(f.collectorOf(0).ownersOf(machine->metadata) == (std::vector {ObjectKey {"lab", "set"}}));
    QVERIFY(f.collectorOf(2).ownersOf(machine->metadata).empty());
}

void TestGarbageCollector::seesNoChangeInARenewal()
{
    auto before = named<Lease>("w1", {{"v1", "Node", "w1", "uid", {}, {}}});
    Lease after = before;
    after.metadata.resourceVersion = std::to_string(7);
    after.spec.renewTime = api::MicroTime {support::PlanLab::usualStart};
    QVERIFY(controlplane::isSameToCollector(before.metadata, after.metadata));
    after.metadata.ownerReferences.clear();
    QVERIFY(!controlplane::isSameToCollector(before.metadata, after.metadata));
}

QTEST_GUILESS_MAIN(TestGarbageCollector)
#include "tst_garbagecollector.moc"
