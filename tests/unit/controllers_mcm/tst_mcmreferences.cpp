// SPDX-License-Identifier: GPL-3.0-or-later
// docs/machines.md §9.1: classes and secrets stay while something refers to them; §9.10: nodes without a
// machine.
#include "core/controllers/mcm/machineclass/machineclass.h"
#include "core/controllers/mcm/orphannode/orphannode.h"
#include "core/controllers/orphansweep/orphansweep.h"
#include "mcmobjects.h"

using namespace mcmtest;

class TestMcmReferences : public QObject
{
    Q_OBJECT

private slots:
    void finalizers_data();
    void finalizers();
    void whoRefers();
    void orphanNodes_data();
    void orphanNodes();
    void aClassThatMakesNoSenseIsRefused();
    void theSweepKnowsBothFamilies();
};

void TestMcmReferences::finalizers_data()
{
    QTest::addColumn<QByteArray>("metadata");
    QTest::addColumn<bool>("referred");
    QTest::addColumn<bool>("held");
    QTest::addColumn<QByteArray>("code");
    const QByteArray held("metadata: {finalizers: [machine.sapcloud.io/machine-controller-manager]}");
    const QByteArray going("metadata: {deletionTimestamp: 2026-11-20T10:00:00Z, finalizers: "
                           "[machine.sapcloud.io/machine-controller-manager]}");
    QTest::newRow("9.1 referred to, free") << QByteArray() << true << true << QByteArray("AddingFinalizer");
    QTest::newRow("9.1 referred to, held") << held << true << true << QByteArray("Referenced");
    QTest::newRow("9.1 referred to and deleted: it stays")
        << going << true << true << QByteArray("Referenced");
    QTest::newRow("9.1 nothing refers to it") << QByteArray() << false << false << QByteArray("Unreferenced");
    QTest::newRow("9.1 nothing refers to it any more")
        << held << false << false << QByteArray("RemovingFinalizer");
    QTest::newRow("9.1 deleted, and free to go")
        << going << false << false << QByteArray("RemovingFinalizer");
    QTest::newRow("9.1 deleted, held by somebody else")
        << QByteArray("metadata: {deletionTimestamp: 2026-11-20T10:00:00Z, finalizers: [x]}") << true << false
        << QByteArray("Referenced");
}

void TestMcmReferences::finalizers()
{
    QFETCH(const QByteArray, metadata);
    QFETCH(const bool, referred);
    QFETCH(const bool, held);
    const auto references =
        referred ? controllers::mcm::References {"Machine default/m"} : controllers::mcm::References();
    const MachineClass machineClass = with(with(heldClass, "metadata: {finalizers: null}"), metadata);
    const runtime::Plan plan = controllers::mcm::planMachineClass(machineClass, references);
    const MachineClass after = support::after(machineClass, plan.effects);
    QCOMPARE(after.metadata.hasFinalizer(api::mcm::keys::finalizer), held);
    QTEST(codesOf(plan.reasons), "code");
    QVERIFY(controllers::mcm::planMachineClass(after, references).effects.empty());
    const api::Secret secret = with(with(heldSecret, "metadata: {finalizers: null}"), metadata);
    QCOMPARE(codesOf(controllers::mcm::planSecret(secret, references).reasons), codesOf(plan.reasons));
}

void TestMcmReferences::aClassThatMakesNoSenseIsRefused()
{
    const MachineClass foreign = with(heldClass, "provider: AWS");
    const runtime::Plan plan =
        controllers::mcm::planRefusal(foreign, controllers::mcm::classProblem(foreign), now);
    QCOMPARE(codesOf(plan.reasons), QByteArray("FailedValidate"));
    QVERIFY(plan.reasons.front().text.find("AWS") != std::string::npos);
}

void TestMcmReferences::whoRefers()
{
    runtime::Store<Machine> machines;
    runtime::Store<api::mcm::MachineSet> sets;
    runtime::Store<api::mcm::MachineDeployment> deployments;
    runtime::Store<MachineClass> classes;
    runtime::Store<api::Node> nodes;
    runtime::Store<api::Pod> pods;
    runtime::Store<api::PodDisruptionBudget> podBudgets;
    runtime::Store<api::Secret> secrets;
    addIndexes(machines, controllers::mcm::machineIndexes());
    addIndexes(classes, controllers::mcm::classIndexes());
    const controllers::mcm::Stores stores {
        machines, sets, deployments, classes, nodes, pods, podBudgets, &secrets};
    const auto put = [](auto &store, const auto &object) { store.put(object.key(), shared(object)); };
    put(classes, heldClass);
    QVERIFY(referencesTo(heldClass, stores).empty());
    put(machines, fresh);
    put(machines, with(fresh, "{metadata: {name: other}, spec: {class: {name: d}}}"));
    put(machines, with(fresh, "{metadata: {namespace: elsewhere}}"));
    const QByteArray owner(
        "{metadata: {name: o, namespace: default}, spec: {template: {spec: {class: {name: c}}}}}");
    put(sets, fromYaml<api::mcm::MachineSet>(owner));
    put(deployments, fromYaml<api::mcm::MachineDeployment>(owner));
    QVERIFY((referencesTo(heldClass, stores)
        == controllers::mcm::References {
            "Machine default/m", "MachineSet default/o", "MachineDeployment default/o"}));
    QVERIFY((referencesTo(heldSecret, stores) == controllers::mcm::References {"MachineClass default/c"}));
    const MachineClass two = with(heldClass, "credentialsSecretRef: {name: s2}");
    QVERIFY((controllers::mcm::secretsOf(two)
        == std::vector<api::ObjectKey> {{"default", "s"}, {"default", "s2"}}));
}

void TestMcmReferences::orphanNodes_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<bool>("hasMachine");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<bool>("marked");
    const QByteArray old("metadata: {creationTimestamp: 2026-11-20T09:50:00Z}");
    QTest::newRow("9.10 with a machine") << old << true << QByteArray("HasMachine") << false;
    QTest::newRow("9.10 without one, not yet old")
        << QByteArray("metadata: {creationTimestamp: 2026-11-20T09:50:01Z}") << false
        << QByteArray("WaitingForMachine") << false;
    QTest::newRow("9.10 without one, old") << old << false << QByteArray("NotManaged") << true;
    QTest::newRow("9.10 without one, being deleted")
        << QByteArray("metadata: {deletionTimestamp: 2026-11-20T10:10:00Z}") << false
        << QByteArray("NotManaged") << true;
    QTest::newRow("9.10 never of this family")
        << QByteArray("metadata: {creationTimestamp: 2026-11-20T09:50:00Z, finalizers: null, labels: null}")
        << false << QByteArray("NotOurs") << false;
}

void TestMcmReferences::orphanNodes()
{
    QFETCH(const QByteArray, patch);
    QFETCH(const bool, hasMachine);
    QFETCH(const bool, marked);
    const api::Node seen = with(node, patch);
    const runtime::Plan plan =
        controllers::mcm::planOrphanNode(seen, hasMachine ? shared(running) : nullptr, Settings(), now);
    QTEST(codesOf(plan.reasons), "code");
    const api::Node after = support::after(seen, plan.effects);
    QCOMPARE(after.metadata.annotation(api::mcm::keys::notManaged) == "1", marked);
    QCOMPARE(after.metadata.hasFinalizer(api::mcm::keys::nodeFinalizer),
        seen.metadata.hasFinalizer(api::mcm::keys::nodeFinalizer) && !marked);
    QVERIFY(controllers::mcm::planOrphanNode(after, hasMachine ? shared(running) : nullptr, Settings(), now)
                .effects.empty());
}

void TestMcmReferences::theSweepKnowsBothFamilies()
{
    controllers::OwnStores own;
    runtime::Store<Machine> managed;
    const controllers::Stores &stores = own.stores;
    const auto put = [](auto &store, const auto &object) { store.put(object.key(), shared(object)); };
    put(managed, fresh);
    put(own.machines, fromYaml<api::Machine>("metadata: {name: m, namespace: default, uid: uid-2}"));
    put(own.pods, pod);
    put(own.pods, with(pod, "metadata: {name: n, labels: {machine.k8s.io/machine-uid: uid-2}}"));
    QVERIFY(controllers::orphansIn(stores, managed).orphans.empty());
    put(own.pods, with(pod, "metadata: {name: o, labels: {machine.k8s.io/machine-uid: uid-3}}"));
    QCOMPARE(controllers::orphansIn(stores, managed).orphans.size(), std::size_t(1));
    own.machines.put({"default", "m"}, nullptr);
    QVERIFY(controllers::orphansIn(stores, managed).machinesSeen);
    QCOMPARE(controllers::orphansIn(stores, managed).orphans.size(), std::size_t(2));
    managed.put(fresh.key(), nullptr);
    QVERIFY(!controllers::orphansIn(stores, managed).machinesSeen);
}

QTEST_GUILESS_MAIN(TestMcmReferences)
#include "tst_mcmreferences.moc"
