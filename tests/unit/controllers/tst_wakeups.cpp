// SPDX-License-Identifier: GPL-3.0-or-later
// Which change wakes whom: the named mappings from objects to keys, and what counts as a mere heartbeat.
#include "core/controllers/healthcheck/healthcheck.h"
#include "core/controllers/machine/machinereconciler.h"
#include "core/controllers/machineset/machinesetreconciler.h"
#include "core/controllers/nodelink/nodelinkreconciler.h"
#include "core/rollout/setownership.h"
#include "tests/support/objects.h"
#include "tests/support/typedstores.h"

#include <QTest>

#include <algorithm>

using namespace core;
using support::fromYaml;
using support::TypedStores;
using support::with;

namespace {

/// Put straight into the stores: here only reading matters.
template<typename T>
void put(runtime::Store<T> &store, const QByteArray &yaml)
{
    const T object = fromYaml<T>(yaml);
    store.put(object.key(), std::make_shared<const T>(object));
}

void fill(TypedStores &stores)
{
    put(stores.machineSets, "{metadata: {name: s, namespace: a}, spec: {selector: {matchLabels: {set: s}}}}");
    put(stores.machineSets, "{metadata: {name: s, namespace: b}, spec: {selector: {matchLabels: {set: s}}}}");
    put(stores.healthChecks, "{metadata: {name: all, namespace: a}, spec: {}}");
    put(stores.healthChecks,
        "{metadata: {name: none, namespace: a}, spec: {selector: {matchLabels: {set: x}}}}");
    put(stores.machines,
        "{metadata: {name: living, namespace: a, labels: {set: s}}, spec: {providerID: 'kubemark://n1'},"
        " status: {nodeRef: {kind: Node, name: n1}, addresses: [{type: InternalIP, address: 10.0.0.1}]}}");
    put(stores.machines,
        "{metadata: {name: going, namespace: a, labels: {set: s}, deletionTimestamp: 2026-11-20T10:00:00Z},"
        " status: {nodeRef: {kind: Node, name: n2}}}");
    put(stores.machines,
        "{metadata: {name: fixed, namespace: a, annotations: {machine.openshift.io/static-machine: n3}}}");
    put(stores.machines,
        "{metadata: {name: one, namespace: a}, status: {nodeRef: {kind: Node, name: shared}}}");
    put(stores.machines,
        "{metadata: {name: two, namespace: a}, status: {nodeRef: {kind: Node, name: shared}}}");
    put(stores.nodes, "{metadata: {name: n1}, spec: {providerID: 'kubemark://n1'}}");
    put(stores.nodes, "{metadata: {name: ip}, status: {addresses: [{type: InternalIP, address: 10.0.0.1}]}}");
    put(stores.nodes, "{metadata: {name: noted, annotations: {machine.openshift.io/machine: a/living}}}");
}

QByteArray textOf(std::vector<api::ObjectKey> keys)
{
    std::ranges::sort(keys);
    const auto repeated = std::ranges::unique(keys);
    keys.erase(repeated.begin(), repeated.end());
    QByteArray text;
    for (const api::ObjectKey &key : keys)
        text += (text.isEmpty() ? "" : " ") + QByteArray::fromStdString(key.text());
    return text;
}

api::Node nodeNamed(const QByteArray &name)
{
    return fromYaml<api::Node>("metadata: {name: " + name + "}");
}

} // namespace

class TestWakeups : public QObject
{
    Q_OBJECT

private slots:
    void podsWakeMachines();
    void nodesWakeMachines();
    void machinesWakeSets();
    void nodesWakeSets();
    void setsAndMachinesWakeDeployments();
    void machinesAndNodesWakeHealthChecks();
    void machinesWakeNodes();
    void machinesConcernSets_data();
    void machinesConcernSets();
    void nodesConcernSetsAndChecks_data();
    void nodesConcernSetsAndChecks();
    void heartbeats_data();
    void heartbeats();
};

void TestWakeups::podsWakeMachines()
{
    TypedStores stores;
    fill(stores);
    const auto keysOf = [&](const QByteArray &yaml) {
        return textOf(controllers::machinesOfPod(stores.machines, fromYaml<api::Pod>(yaml)));
    };
    QCOMPARE(keysOf("metadata: {name: p, labels: {machine.k8s.io/machine-name: m, "
                    "machine.k8s.io/machine-namespace: b}}"),
        QByteArray("b/m"));
    QCOMPARE(keysOf("spec: {nodeName: n2}"), QByteArray("a/going")); // it is being drained
    QCOMPARE(keysOf("spec: {nodeName: n1}"), QByteArray());
}

void TestWakeups::nodesWakeMachines()
{
    TypedStores stores;
    fill(stores);
    QCOMPARE(textOf(controllers::machinesOfNode(stores.machines, nodeNamed("n1"))), QByteArray());
    QCOMPARE(textOf(controllers::machinesOfNode(stores.machines, nodeNamed("n2"))), QByteArray("a/going"));
    QCOMPARE(textOf(controllers::machinesOfNode(stores.machines, nodeNamed("n3"))), QByteArray("a/fixed"));
}

void TestWakeups::machinesWakeSets()
{
    TypedStores stores;
    fill(stores);
    const api::Machine free = *stores.machines.find({"a", "living"});
    QCOMPARE(textOf(controllers::machineSetsOfMachine(stores.machineSets, free)), QByteArray("a/s"));
    const auto owned = [&](const QByteArray &kind) {
        return textOf(controllers::machineSetsOfMachine(stores.machineSets,
            with(free,
                "metadata: {ownerReferences: [{kind: " + kind
                    + ", name: other, uid: u, controller: true}]}")));
    };
    QCOMPARE(owned("MachineSet"), QByteArray("a/other"));
    QCOMPARE(owned("Deployment"), QByteArray());
}

void TestWakeups::nodesWakeSets()
{
    TypedStores stores;
    fill(stores);
    QCOMPARE(textOf(controllers::machineSetsOfNode(stores.stores, nodeNamed("n1"))), QByteArray("a/s"));
    QCOMPARE(textOf(controllers::machineSetsOfNode(stores.stores, nodeNamed("n2"))), QByteArray()); // §5.4
    QCOMPARE(textOf(controllers::machineSetsOfNode(stores.stores, nodeNamed("stranger"))), QByteArray());
}

void TestWakeups::setsAndMachinesWakeDeployments()
{
    TypedStores stores;
    put(stores.deployments,
        "{metadata: {name: rolling, namespace: a}, spec: {selector: {matchLabels: {app: d}}}}");
    put(stores.deployments,
        "{metadata: {name: anew, namespace: a}, spec: {selector: {matchLabels: {app: d}}, strategy: {type: "
        "Recreate}}}");
    put(stores.deployments, "{metadata: {name: d, namespace: b}, spec: {selector: {matchLabels: {app: d}}}}");
    const auto free = fromYaml<api::MachineSet>("metadata: {name: s, namespace: a, labels: {app: d}}");
    const auto keysOf = [&](const api::MachineSet &set) {
        return textOf(rollout::controllersOf(stores.deployments, set.metadata));
    };
    QCOMPARE(keysOf(free), QByteArray("a/anew a/rolling"));
    const auto owned = [&](const QByteArray &kind) {
        return keysOf(with(free,
            "metadata: {ownerReferences: [{kind: " + kind + ", name: other, uid: u, controller: true}]}"));
    };
    QCOMPARE(owned("MachineDeployment"), QByteArray("a/other"));
    QCOMPARE(owned("Deployment"), QByteArray());
    const auto machine = fromYaml<api::Machine>("metadata: {name: m, namespace: a, labels: {app: d}}");
    QCOMPARE(textOf(controllers::machineDeploymentsOfMachine(stores.deployments, machine)),
        QByteArray("a/anew")); // the one that waits for machines to go
}

void TestWakeups::machinesAndNodesWakeHealthChecks()
{
    TypedStores stores;
    fill(stores);
    QCOMPARE(textOf(controllers::healthChecksOfMachine(
                 stores.healthChecks, *stores.machines.find({"a", "living"}))),
        QByteArray("a/all"));
    QCOMPARE(textOf(controllers::healthChecksOfNode(stores.stores, nodeNamed("n1"))), QByteArray("a/all"));
    // §7.3: of all who claim it, or who claims another's node would blind its health check.
    QCOMPARE(
        textOf(controllers::healthChecksOfNode(stores.stores, nodeNamed("shared"))), QByteArray("a/all"));
}

void TestWakeups::machinesWakeNodes()
{
    TypedStores stores;
    fill(stores);
    QCOMPARE(textOf(controllers::nodesOfMachine(stores.nodes, *stores.machines.find({"a", "living"}))),
        QByteArray("ip n1 noted"));
    QCOMPARE(textOf(controllers::nodesOfMachine(stores.nodes, *stores.machines.find({"a", "going"}))),
        QByteArray());
}

void TestWakeups::machinesConcernSets_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<bool>("concerns");
    QTest::newRow("a label") << QByteArray("metadata: {labels: {set: other}}") << true;
    QTest::newRow("another owner") << QByteArray("metadata: {ownerReferences: [{kind: MachineSet, name: o, "
                                                 "uid: v, controller: true}]}")
                                   << true;
    QTest::newRow("its deletion") << QByteArray("metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}")
                                  << true;
    QTest::newRow("its node") << QByteArray("status: {nodeRef: {kind: Node, name: n2}}") << true;
    QTest::newRow("a later version") << QByteArray("metadata: {resourceVersion: '8'}") << false;
    QTest::newRow("a finalizer") << QByteArray("metadata: {finalizers: [f]}") << false;
    QTest::newRow("its instance") << QByteArray("spec: {providerID: 'kubemark://n1'}") << false;
    QTest::newRow("its phase") << QByteArray("status: {phase: Running, lastUpdated: 2026-11-20T10:00:00Z}")
                               << false;
    QTest::newRow("a wish to be deleted first")
        << QByteArray("metadata: {annotations: {machine.openshift.io/delete-machine: yes}}") << false;
}

void TestWakeups::machinesConcernSets()
{
    using controllers::machineConcernsSets;
    QFETCH(QByteArray, patch);
    const auto before = fromYaml<api::Machine>(R"(
metadata: {name: m, namespace: a, resourceVersion: '7', labels: {set: s}}
status: {nodeRef: {kind: Node, name: n1}}
)");
    const api::Machine after = with(before, patch);
    QTEST(machineConcernsSets(&before, &after), "concerns");
    QVERIFY(machineConcernsSets(nullptr, &before));
    QVERIFY(machineConcernsSets(&before, nullptr));
    // One that is on its way out no longer counts, whatever becomes of it.
    const api::Machine leaving = with(after, "metadata: {deletionTimestamp: 2026-11-20T09:00:00Z}");
    QVERIFY(!machineConcernsSets(&leaving, nullptr));
    QVERIFY(!machineConcernsSets(&leaving, &leaving));
}

void TestWakeups::nodesConcernSetsAndChecks_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<bool>("sets");
    QTest::addColumn<bool>("checks");
    QTest::newRow("readiness") << QByteArray("status: {conditions: [{type: Ready, status: 'False'}]}") << true
                               << true;
    QTest::newRow("another condition")
        << QByteArray("status: {conditions: [{type: Ready, status: 'True'}, {type: Odd, status: 'True'}]}")
        << true << true;
    QTest::newRow("a heartbeat") << QByteArray("status: {conditions: [{type: Ready, status: 'True', "
                                               "lastHeartbeatTime: 2026-11-20T10:05:00Z}]}")
                                 << false << false;
    QTest::newRow("a label") << QByteArray("metadata: {labels: {node-role.kubernetes.io/master: ''}}")
                             << false << true;
    QTest::newRow("a wish to be rebooted")
        << QByteArray("metadata: {annotations: {healthchecking.openshift.io/machine-remediation-reboot: ''}}")
        << false << true;
    QTest::newRow("another annotation") << QByteArray("metadata: {annotations: {a: b}}") << false << false;
    QTest::newRow("a taint") << QByteArray("spec: {taints: [{key: k, effect: NoExecute}]}") << false << false;
}

void TestWakeups::nodesConcernSetsAndChecks()
{
    QFETCH(QByteArray, patch);
    const auto before = fromYaml<api::Node>(R"(
metadata: {name: n}
status: {conditions: [{type: Ready, status: 'True', lastHeartbeatTime: 2026-11-20T10:00:00Z}]}
)");
    const api::Node after = with(before, patch);
    QTEST(controllers::nodeConcernsSets(&before, &after), "sets");
    QTEST(controllers::nodeConcernsHealthChecks(&before, &after), "checks");
    for (const auto concerns : {controllers::nodeConcernsSets, controllers::nodeConcernsHealthChecks}) {
        QVERIFY(concerns(nullptr, &after));
        QVERIFY(concerns(&before, nullptr));
    }
}

void TestWakeups::heartbeats_data()
{
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<bool>("heartbeat");
    const auto ready = [](const char *status, const char *since, const char *beat) {
        return "status: {conditions: [{type: Ready, status: '" + QByteArray(status)
            + "', lastTransitionTime: " + since + ", lastHeartbeatTime: " + beat + "}]}";
    };
    QTest::newRow("a later heartbeat and version") << ready("True", "2026-11-20T09:00:00Z",
                                                          "2026-11-20T10:05:00Z")
            + "\nmetadata: {resourceVersion: '8'}" << true;
    QTest::newRow("another status") << ready("False", "2026-11-20T09:00:00Z", "2026-11-20T10:05:00Z")
                                    << false;
    QTest::newRow("the same status from another time")
        << ready("True", "2026-11-20T09:30:00Z", "2026-11-20T10:05:00Z") << false;
    QTest::newRow("a label") << QByteArray("metadata: {labels: {a: b}}") << false;
    QTest::newRow("a taint") << QByteArray("spec: {taints: [{key: k, effect: NoSchedule}]}") << false;
    QTest::newRow("an address") << QByteArray("status: {addresses: [{type: InternalIP, address: 10.0.0.9}]}")
                                << false;
    QTest::newRow("its deletion") << QByteArray("metadata: {deletionTimestamp: 2026-11-20T10:00:00Z}")
                                  << false;
}

void TestWakeups::heartbeats()
{
    QFETCH(QByteArray, patch);
    const auto before = fromYaml<api::Node>(R"(
metadata: {name: n, uid: u, resourceVersion: '7'}
status:
  conditions:
    - {type: Ready, status: 'True', lastTransitionTime: 2026-11-20T09:00:00Z,
       lastHeartbeatTime: 2026-11-20T10:00:00Z}
)");
    QTEST(controllers::isHeartbeat(before, with(before, patch)), "heartbeat");
}

QTEST_GUILESS_MAIN(TestWakeups)
#include "tst_wakeups.moc"
