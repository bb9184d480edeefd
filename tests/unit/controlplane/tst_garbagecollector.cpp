// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md G9 to G12, G14: what has lost its owners.
#include "core/controlplane/garbagecollector.h"
#include "tests/unit/planworld.h"

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

const base::Time start = base::Time(std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)) + 10h;

OwnerReference ownedBy(const MachineSet &owner, bool blocks = false)
{
    return {
        "machine.openshift.io/v1beta1", "MachineSet", owner.metadata.name, owner.metadata.uid, true, blocks};
}

template<typename T>
T named(const std::string &name, std::vector<OwnerReference> owners = {}, const std::string &ns = "lab")
{
    T object;
    object.metadata.name = name;
    object.metadata.ns = ns;
    object.metadata.creationTimestamp = start - 1h;
    object.metadata.ownerReferences = std::move(owners);
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
    }
    template<typename T>
    void index()
    {
        world.of<T>().addIndex(std::string(controlplane::dependentsByOwner),
            [](const T &object) { return controlplane::ownerUids(object.metadata); });
        kinds.push_back(std::make_shared<StoredKind<T>>(world.of<T>()));
    }
    GarbageCollector collectorOf(std::size_t kind)
    {
        return {std::make_shared<controlplane::OwnedKinds>(kinds), kinds[kind], clock};
    }
    Plan planSet(const std::string &name) { return collectorOf(0).reconcile({"lab", name}); }
    Plan planMachine(const std::string &name) { return collectorOf(1).reconcile({"lab", name}); }
    /// Looks at all objects until nobody asks for anything.
    void settle()
    {
        for (int round = 0; round < 20; ++round) {
            const int before = world.writes;
            settleKind<MachineSet>(0);
            settleKind<Machine>(1);
            settleKind<Node>(2);
            settleKind<Pod>(3);
            settleKind<Lease>(4);
            if (world.writes == before)
                return;
        }
        QTest::qFail("does not settle", __FILE__, __LINE__);
    }
    template<typename T>
    void settleKind(std::size_t kind)
    {
        for (const auto &object : world.of<T>().list())
            world.apply(collectorOf(kind).reconcile(object->key()));
    }
    template<typename T>
    std::shared_ptr<const T> get(const std::string &name, const std::string &ns = "lab")
    {
        return world.of<T>().find({ns, name});
    }

    PlanWorld world;
    base::Clock clock {start};
    controlplane::OwnedKinds kinds;
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
    const auto set = f.world.put(named<MachineSet>("set"));
    f.world.put(named<Machine>("m1", {ownedBy(*set)}));
    f.world.put(named<Machine>("free"));
    f.settle();
    QCOMPARE(f.world.writes, 0);
    QVERIFY(f.planMachine("nobody").effects.empty());
}

void TestGarbageCollector::collectsInTheBackground() // G9
{
    Fixture f;
    const auto set = f.world.put(named<MachineSet>("set"));
    f.world.put(named<Machine>("m1", {ownedBy(*set)}));
    f.world.put(named<Machine>("m2", {ownedBy(*set, true)}));
    f.world.remove<MachineSet>(set->key());
    f.settle();
    QCOMPARE(f.world.of<Machine>().size(), 0U);
    QCOMPARE(f.world.writes, 2);
}

void TestGarbageCollector::matchesByUid() // G12
{
    Fixture f;
    const auto set = f.world.put(named<MachineSet>("set"));
    f.world.put(named<Machine>("m1", {ownedBy(*set)}));
    f.world.remove<MachineSet>(set->key());
    f.world.put(named<MachineSet>("set")); // the same name, another object
    f.settle();
    QVERIFY(!f.get<Machine>("m1"));
}

void TestGarbageCollector::looksInTheSameNamespaceOnly() // G12
{
    Fixture f;
    const auto set = f.world.put(named<MachineSet>("set", {}, "elsewhere"));
    f.world.put(named<Machine>("m1", {ownedBy(*set)}));
    f.settle();
    QVERIFY(!f.get<Machine>("m1"));
}

void TestGarbageCollector::collectsTheLeaseOfANode()
{
    Fixture f;
    const auto node = f.world.put(named<Node>("w1", {}, {}));
    f.world.put(named<Lease>("w1", {{"v1", "Node", "w1", node->metadata.uid, {}, {}}}, "kube-node-lease"));
    f.settle();
    QVERIFY(f.get<Lease>("w1", "kube-node-lease")); // an owner without a namespace
    f.world.remove<Node>(node->key());
    f.settle();
    QVERIFY(!f.get<Lease>("w1", "kube-node-lease"));
}

/// What is held of a lease is older than its last renewal.
void TestGarbageCollector::renewalsDoNotRefuseItsPatches()
{
    Fixture f;
    const auto living = f.world.put(named<Node>("w1", {}, {}));
    const api::OwnerReference gone {"v1", "Node", "w2", "uid-gone", {}, {}};
    f.world.put(
        named<Lease>("w1", {{"v1", "Node", "w1", living->metadata.uid, {}, {}}, gone}, "kube-node-lease"));
    const Plan plan = f.collectorOf(4).reconcile({"kube-node-lease", "w1"});
    QCOMPARE(plan.effects.size(), 1U);
    const api::Json &patch = std::get<api::PatchObject>(plan.effects.front()).patch;
    QVERIFY(api::find(patch, {"metadata", "uid"}));
    QVERIFY(!api::find(patch, {"metadata", "resourceVersion"}));
}

void TestGarbageCollector::waitsForAnOwnerThatMayStillAppear()
{
    Fixture f;
    Machine young =
        named<Machine>("m1", {{"machine.openshift.io/v1beta1", "MachineSet", "set", "uid-x", {}, {}}});
    young.metadata.creationTimestamp = start;
    f.world.put(young);
    const Plan plan = f.planMachine("m1");
    QVERIFY(plan.effects.empty());
    QVERIFY(plan.checkAgainAfter == 2s);
    f.clock.advance(2s);
    QCOMPARE(f.planMachine("m1").effects.size(), 1U);
}

void TestGarbageCollector::trustsKindsItDoesNotKnow()
{
    Fixture f;
    f.world.put(named<Pod>("p", {{"apps/v1", "ReplicaSet", "rs", "uid-rs", true, {}}}));
    // Same kind name, another group.
    f.world.put(
        named<Machine>("m", {{"machine.sapcloud.io/v1alpha1", "MachineSet", "set", "uid-mcm", true, {}}}));
    f.settle();
    QCOMPARE(f.world.writes, 0);
}

void TestGarbageCollector::keepsWhatHasAnotherOwner() // G14
{
    Fixture f;
    const auto living = f.world.put(named<MachineSet>("living"));
    const auto gone = f.world.put(named<MachineSet>("gone"));
    const auto going = f.world.put(named<MachineSet>("going"));
    f.world.put(named<Machine>("m1", {ownedBy(*living), ownedBy(*gone), ownedBy(*going, true)}));
    f.world.remove<MachineSet>(gone->key());
    f.world.edit<MachineSet>(going->key(), [](MachineSet &set) {
        set.metadata.deletionTimestamp = start;
        set.metadata.finalizers = {"foregroundDeletion"};
    });
    f.settle();
    QVERIFY(f.get<Machine>("m1"));
    QVERIFY(f.get<Machine>("m1")->metadata.ownerReferences == std::vector {ownedBy(*living)});
    QVERIFY(!f.get<MachineSet>("going"));
}

void TestGarbageCollector::deletesInTheForeground() // G10
{
    Fixture f;
    auto set = named<MachineSet>("set");
    set.metadata.uid = "uid-set";
    set.metadata.deletionTimestamp = start;
    set.metadata.finalizers = {"foregroundDeletion"};
    f.world.put(set);
    auto held = named<Machine>("m1", {ownedBy(set, true)});
    held.metadata.finalizers = {"mine"};
    f.world.put(held);
    f.settle();
    QVERIFY(f.get<Machine>("m1")->metadata.isDeleting());
    QVERIFY(f.get<MachineSet>("set"));
    QCOMPARE(f.planSet("set").reasons.at(0).code, "WaitingForDependents");
    f.world.remove<Machine>(held.key());
    f.settle();
    QVERIFY(!f.get<MachineSet>("set"));
}

void TestGarbageCollector::waitsOnlyForBlockingDependents() // G10
{
    Fixture f;
    auto set = named<MachineSet>("set");
    set.metadata.uid = "uid-set";
    set.metadata.deletionTimestamp = start;
    set.metadata.finalizers = {"foregroundDeletion", "mine"};
    f.world.put(set);
    auto held = named<Machine>("m1", {ownedBy(set, false)});
    held.metadata.finalizers = {"mine"};
    f.world.put(held);
    f.settle();
    QVERIFY(f.get<MachineSet>("set")->metadata.finalizers == std::vector<std::string> {"mine"});
}

void TestGarbageCollector::deletesGrandchildrenInTheForeground()
{
    Fixture f;
    auto set = named<MachineSet>("set");
    set.metadata.uid = "uid-set";
    set.metadata.deletionTimestamp = start;
    set.metadata.finalizers = {"foregroundDeletion"};
    f.world.put(set);
    const auto machine = f.world.put(named<Machine>("m1", {ownedBy(set, true)}));
    Pod pod = named<Pod>(
        "p", {{"machine.openshift.io/v1beta1", "Machine", "m1", machine->metadata.uid, true, true}});
    pod.metadata.finalizers = {"mine"};
    f.world.put(pod);
    f.settle();
    QVERIFY(f.get<Machine>("m1") && f.get<MachineSet>("set"));
    f.world.remove<Pod>(pod.key());
    f.settle();
    QVERIFY(!f.get<Machine>("m1") && !f.get<MachineSet>("set"));
}

void TestGarbageCollector::orphans() // G11
{
    Fixture f;
    auto set = named<MachineSet>("set");
    set.metadata.uid = "uid-set";
    set.metadata.deletionTimestamp = start;
    set.metadata.finalizers = {"orphan"};
    f.world.put(set);
    f.world.put(named<Machine>("m1", {ownedBy(set, true)}));
    f.world.put(named<Machine>("m2", {ownedBy(set)}));
    f.settle();
    QVERIFY(!f.get<MachineSet>("set"));
    QCOMPARE(f.world.of<Machine>().size(), 2U);
    QVERIFY(f.get<Machine>("m1")->metadata.ownerReferences.empty());
    QVERIFY(f.get<Machine>("m2")->metadata.ownerReferences.empty());
}

void TestGarbageCollector::survivesACycle() // G14
{
    Fixture f;
    Machine one =
        named<Machine>("m1", {{"machine.openshift.io/v1beta1", "Machine", "m2", "uid-2", {}, true}});
    one.metadata.uid = "uid-1";
    Machine two =
        named<Machine>("m2", {{"machine.openshift.io/v1beta1", "Machine", "m1", "uid-1", {}, true}});
    two.metadata.uid = "uid-2";
    f.world.put(one);
    f.world.put(two);
    f.settle();
    QCOMPARE(f.world.of<Machine>().size(), 2U);
    f.world.remove<Machine>(one.key());
    f.settle();
    QCOMPARE(f.world.of<Machine>().size(), 0U);
}

void TestGarbageCollector::namesTheRelatives()
{
    Fixture f;
    const auto set = f.world.put(named<MachineSet>("set"));
    const auto machine = f.world.put(named<Machine>("m1", {ownedBy(*set)}));
    QVERIFY(f.collectorOf(1).dependentsOf(set->metadata) == (std::vector {ObjectKey {"lab", "m1"}}));
    QVERIFY(f.collectorOf(3).dependentsOf(set->metadata).empty());
    QVERIFY(f.collectorOf(0).ownersOf(machine->metadata) == (std::vector {ObjectKey {"lab", "set"}}));
    QVERIFY(f.collectorOf(2).ownersOf(machine->metadata).empty());
}

void TestGarbageCollector::seesNoChangeInARenewal()
{
    auto before = named<Lease>("w1", {{"v1", "Node", "w1", "uid", {}, {}}});
    Lease after = before;
    after.metadata.resourceVersion = "7";
    after.spec.renewTime = api::MicroTime {start};
    QVERIFY(controlplane::isSameToCollector(before.metadata, after.metadata));
    after.metadata.ownerReferences.clear();
    QVERIFY(!controlplane::isSameToCollector(before.metadata, after.metadata));
}

QTEST_GUILESS_MAIN(TestGarbageCollector)
#include "tst_garbagecollector.moc"
