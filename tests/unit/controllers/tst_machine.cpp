// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/kubemarkactuator.h"
#include "core/controllers/conditions.h"
#include "core/controllers/machine/machine.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using controllers::MachineView;
using support::codesOf;
using support::fromYaml;
using support::textOf;
using support::with;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:00Z");

const api::Machine fresh = fromYaml<api::Machine>(R"(
metadata:
  {name: m, namespace: default, uid: uid-1, resourceVersion: "7", generation: 1,
  creationTimestamp: 2026-11-20T10:00:00Z,
   labels: {machine.openshift.io/cluster-api-cluster: c}}
spec: {providerSpec: {value: {image: i}}}
)");
const api::Machine held = with(fresh, "metadata: {finalizers: [machine.machine.openshift.io]}");
const QByteArray allTrue("[{type: Drainable, status: 'True'}, {type: InstanceExists, status: 'True'},"
                         " {type: Terminable, status: 'True'}]");
const api::Machine created = with(held,
    "{spec: {providerID: 'kubemark://m-4a49acf8'}, status: {phase: Provisioned, addresses: [{type: Hostname, "
    "address: "
    "m-4a49acf8}], conditions: "
        + allTrue + "}}");
const api::Machine deleting = with(created, R"(
metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}
status: {phase: Deleting})");

MachineView withPod(const QByteArray &patch = {})
{
    const api::Pod pod = with(fromYaml<api::Pod>(R"(
metadata:
  name: m-4a49acf8
  namespace: kubemark-actuator
  uid: pod-uid
  labels: {machine.k8s.io/machine-name: m, machine.k8s.io/machine-namespace: default,
  machine.k8s.io/machine-uid: uid-1}
status: {phase: Running, podIP: 10.0.0.1}
)"),
        patch);
    MachineView view;
    view.instance.pods = {std::make_shared<const api::Pod>(pod)};
    return view;
}

const QByteArray network("{clusterNetwork: {serviceDomain: d, pods: {cidrBlocks: [10.128.0.0/14]}, "
                         "services: {cidrBlocks: [172.30.0.0/16]}}}");

MachineView inCluster(const QByteArray &spec)
{
    MachineView view;
    view.cluster = std::make_shared<const api::Cluster>(
        fromYaml<api::Cluster>("{metadata: {name: blue, namespace: default}, spec: " + spec + "}"));
    return view;
}

const actuator::KubemarkActuator kubemark {{}};

QByteArray outcome(const api::Machine &machine)
{
    QByteArray text = QByteArray::fromStdString(machine.status.phase);
    if (!machine.status.errorMessage.empty())
        text += " ("
            + QByteArray::fromStdString(machine.status.errorReason + ": " + machine.status.errorMessage)
            + ")";
    return text + "; " + textOf(machine.status.conditions);
}

} // namespace

Q_DECLARE_METATYPE(api::Machine)
Q_DECLARE_METATYPE(MachineView)

class TestMachine : public QObject
{
    Q_OBJECT

private slots:
    void plan_data();
    void plan();
    void finalizerIsConditionalOnTheVersion();
    void clusterGivesFinalizerAndLabel();
    void missingClusterIsLookedForAgain();
    void invalidIsToldOncePerMessage();
    void lossIsConfirmedBeforeItIsFinal();
    void aNodeThatStaysAwayEndsItsMachine();
    void failureMessageMirrorsErrorMessage();
    void conditionTimesMoveOnlyWithChanges();
    void createFailureIsRecordedOnce();
    void deletionRemovesTheFinalizerLast();
    void deletionProblemIsToldOnce();
};

void TestMachine::plan_data()
{
    QTest::addColumn<api::Machine>("machine");
    QTest::addColumn<MachineView>("seen");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("deeds");
    QTest::addColumn<QByteArray>("codes");

    const QByteArray podCreated("create Pod kubemark-actuator/m-4a49acf8");
    const QByteArray nothing;
    QTest::newRow("§4.4 row 4: the finalizer comes first")
        << fresh << MachineView() << QByteArray("; ") << nothing << QByteArray("AddingFinalizer");
    QTest::newRow("§4.4 row 2: without a provider spec nothing is done")
        << with(fresh, "spec: {providerSpec: {value: null}}") << MachineView()
        << QByteArray(" (InvalidConfiguration: spec.providerSpec.value is missing); "
                      "InstanceExists=False/InstanceNotCreated")
        << QByteArray("event Warning FailedValidate on default/m: spec.providerSpec.value is missing")
        << QByteArray("FailedValidate");
    QTest::newRow("§4.4 row 2: the same of a machine that has run")
        << with(created, "spec: {providerSpec: {value: null}}") << withPod()
        << QByteArray("Provisioned (InvalidConfiguration: spec.providerSpec.value is missing); "
                      "Drainable=True InstanceExists=Unknown/ErrorCheckingProvider Terminable=True")
        << QByteArray("event Warning FailedValidate on default/m: spec.providerSpec.value is missing")
        << QByteArray("FailedValidate");
    const api::Machine linked = with(fresh, "metadata: {labels: {cluster.k8s.io/cluster-name: blue}}");
    QTest::newRow("§4.9 the Cluster that the label names is missing")
        << linked << MachineView()
        << QByteArray(" (InvalidConfiguration: label cluster.k8s.io/cluster-name: Cluster default/blue does "
                      "not exist); InstanceExists=False/InstanceNotCreated")
        << QByteArray("event Warning FailedValidate on default/m: label cluster.k8s.io/cluster-name: Cluster "
                      "default/blue does not exist")
        << QByteArray("WaitingForCluster");
    QTest::newRow("§4.9 a Cluster without pod addresses can't be right")
        << linked << inCluster("{clusterNetwork: {serviceDomain: d, services: {cidrBlocks: [10.0.0.0/8]}}}")
        << QByteArray(" (InvalidConfiguration: Cluster default/blue: spec.clusterNetwork.pods.cidrBlocks is "
                      "empty); InstanceExists=False/InstanceNotCreated")
        << QByteArray("event Warning FailedValidate on default/m: Cluster default/blue: "
                      "spec.clusterNetwork.pods.cidrBlocks is empty")
        << QByteArray("WaitingForCluster");
    QTest::newRow("§4.9 with its Cluster there it goes on")
        << linked << inCluster(network) << QByteArray("; ") << nothing << QByteArray("AddingFinalizer");
    QTest::newRow("§4.9 a missing Cluster holds no deletion up")
        << with(linked, "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}") << MachineView()
        << QByteArray("Deleting; ") << nothing << QByteArray("NotHeldByUs");
    QTest::newRow("§12 row 30: the cluster label is defaulted")
        << with(held, "metadata: {labels: null}") << MachineView() << QByteArray("; ") << nothing
        << QByteArray("DefaultingCluster");
    QTest::newRow("§12 row 30: an empty one too, with the finalizer")
        << with(fresh, "metadata: {labels: {machine.openshift.io/cluster-api-cluster: ''}}") << MachineView()
        << QByteArray("; ") << nothing << QByteArray("AddingFinalizer,DefaultingCluster");
    QTest::newRow("§4.6 row 6: a new machine is Provisioning and gets its pod")
        << held << MachineView()
        << QByteArray("Provisioning; Drainable=True InstanceExists=False/InstanceNotCreated Terminable=True")
        << podCreated << QByteArray("CreatingPod");
    QTest::newRow("§4.6 row 6: an invalid configuration fails for good")
        << with(held, "spec: {providerSpec: {value: {image: ''}}}") << MachineView()
        << QByteArray(
               "Failed (InvalidConfiguration: image is required: the container image with the hollow node); "
               "Drainable=True InstanceExists=False/InstanceNotCreated Terminable=True")
        << QByteArray("event Warning FailedCreate on default/m: image is required: the container image with "
                      "the hollow "
                      "node")
        << QByteArray("InvalidConfiguration");
    const auto erring = [](const char *errors) {
        return with(held,
            (std::string("spec: {providerSpec: {value: {metadata: {annotations: "
                         "{hollowlab.io/provider-errors: ")
                + errors + "}}}}}")
                .c_str());
    };
    QTest::newRow("§4.2 a provider without resources: the machine says so and stays Provisioning")
        << erring("create always quota") << MachineView()
        << QByteArray(
               "Provisioning (InsufficientResources: attempt 1 to create the instance failed: the quota "
               "is used up); Drainable=True InstanceExists=False/InstanceNotCreated Terminable=True")
        << QByteArray("event Warning FailedCreate on default/m: attempt 1 to create the instance failed: the "
                      "quota is used up")
        << QByteArray("ProviderRefused");
    QTest::newRow("§4.2 another error of the provider")
        << erring("create always timeout") << MachineView()
        << QByteArray(
               "Provisioning (CreateError: attempt 1 to create the instance failed: the provider did not "
               "answer in time); Drainable=True InstanceExists=False/InstanceNotCreated Terminable=True")
        << QByteArray("event Warning FailedCreate on default/m: attempt 1 to create the instance failed: the "
                      "provider did not answer in time")
        << QByteArray("ProviderRefused");
    QTest::newRow("§4.6 row 6: what the provider finds invalid is final")
        << erring("create always invalid") << MachineView()
        << QByteArray("Failed (InvalidConfiguration: attempt 1 to create the instance failed: the provider "
                      "finds the request invalid); Drainable=True InstanceExists=False/InstanceNotCreated "
                      "Terminable=True")
        << QByteArray("event Warning FailedCreate on default/m: attempt 1 to create the instance failed: the "
                      "provider finds the request invalid")
        << QByteArray("InvalidConfiguration");
    QTest::newRow("§4.5 with an instance it is Provisioned")
        << with(held, "status: {phase: Provisioning}") << withPod("status: {phase: Pending, podIP: null}")
        << QByteArray("Provisioned; Drainable=True InstanceExists=True Terminable=True")
        << QByteArray("event Normal Created on default/m: Created Machine m")
        << QByteArray("InstanceFound,WaitingForNode");
    QTest::newRow("§4.5 with instance and node it is Running")
        << with(created, "status: {nodeRef: {kind: Node, name: m-4a49acf8, uid: n}}") << withPod()
        << QByteArray("Running; Drainable=True InstanceExists=True Terminable=True")
        << QByteArray("event Normal Created on default/m: Created Machine m")
        << QByteArray("InstanceFound,Running");
    QTest::newRow("§4.5 Failed is final, even with a pod")
        << with(held, "status: {phase: Failed, errorMessage: broken, failureMessage: broken}") << withPod()
        << QByteArray("Failed (: broken); ") << nothing << QByteArray("Failed");
    QTest::newRow("§4.5 an error goes with the next phase")
        << with(held, "status: {phase: Provisioning, errorReason: X, errorMessage: old, failureMessage: old}")
        << MachineView()
        << QByteArray("Provisioning; Drainable=True InstanceExists=False/InstanceNotCreated Terminable=True")
        << podCreated << QByteArray("CreatingPod");
    QTest::newRow("§4.7 hooks show in the conditions of a living machine")
        << with(held,
               "spec: {lifecycleHooks: {preDrain: [{name: a.b, owner: me}], preTerminate: [{name: c.d, "
               "owner: me}]}}")
        << MachineView()
        << QByteArray("Provisioning; Drainable=False/HookPresent InstanceExists=False/InstanceNotCreated "
                      "Terminable=False/HookPresent")
        << podCreated << QByteArray("CreatingPod");
    QTest::newRow("§2.8 lost pod, policy recreate: it is made anew")
        << with(created, "metadata: {annotations: {machine.openshift.io/kubemark-lost-pod: recreate}}")
        << MachineView()
        << QByteArray("Provisioning; Drainable=True InstanceExists=False/InstanceMissing Terminable=True")
        << podCreated << QByteArray("RecreatingLostInstance,CreatingPod");
    QTest::newRow("§2.8 lost pod, policy Fail: it is confirmed first")
        << created << MachineView()
        << QByteArray("Provisioned; Drainable=True InstanceExists=False/InstanceMissing Terminable=True")
        << nothing << QByteArray("ConfirmingLoss");

    QTest::newRow("§4.6 row 2.1: the phase becomes Deleting even without our finalizer")
        << with(fresh, "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}") << MachineView()
        << QByteArray("Deleting; ") << nothing << QByteArray("NotHeldByUs");
    QTest::newRow("§4.8 without a node the drain is skipped, and the pod goes")
        << deleting << withPod()
        << QByteArray("Deleting; Drainable=True Drained=True InstanceExists=True Terminable=True")
        << QByteArray("delete Pod kubemark-actuator/m-4a49acf8 pod-uid\n"
                      "event Normal DrainSkipped on default/m: Node drain skipped: the machine has no node")
        << QByteArray("DrainSkipped,DeletingPods");
    QTest::newRow("§4.6 row 2.4: a pre-terminate hook holds the instance")
        << with(deleting, "spec: {lifecycleHooks: {preTerminate: [{name: c.d, owner: me}]}}") << withPod()
        << QByteArray(
               "Deleting; Drainable=True Drained=True InstanceExists=True Terminable=False/HookPresent")
        << QByteArray("event Normal DrainSkipped on default/m: Node drain skipped: the machine has no node")
        << QByteArray("DrainSkipped,WaitingForPreTerminateHook");
    QTest::newRow("§4.6 row 2.3: a machine not yet drained keeps its instance")
        << with(deleting, R"({spec: {lifecycleHooks: {preDrain: [{name: a.b, owner: me}]}},
            status: {nodeRef: {kind: Node, name: m-4a49acf8, uid: n}}})")
        << withPod()
        << QByteArray("Deleting; Drainable=False/HookPresent InstanceExists=True Terminable=True")
        << QByteArray("event Normal DrainBlocked on default/m: Drain blocked by pre-drain hook: a.b")
        << QByteArray("WaitingForPreDrainHook");
    MachineView loaded = withPod();
    loaded.drain.node = std::make_shared<const api::Node>(
        fromYaml<api::Node>("{metadata: {name: m-4a49acf8, uid: n}, spec: {unschedulable: true}}"));
    loaded.drain.pods = {std::make_shared<const api::Pod>(
        fromYaml<api::Pod>("metadata: {name: web, namespace: apps, uid: w}"))};
    QTest::newRow("§4.8 a refused eviction is told before it is asked for again: it may be refused again")
        << with(deleting, R"(status:
  nodeRef: {kind: Node, name: m-4a49acf8, uid: n}
  conditions: [{type: Drained, status: 'False', severity: Info, reason: Draining,
  lastTransitionTime: 2026-11-20T10:09:00Z}])")
        << loaded << QByteArray("Deleting; Drainable=True Drained=False/DrainError")
        << QByteArray(
               "event Normal DrainRequeued on default/m: Pods still not evicted, 1 of node m-4a49acf8: "
               "apps/web\nevict apps/web")
        << QByteArray("EvictionRefused");
    QTest::newRow("a failed machine is deleted like any other")
        << with(deleting, "status: {phase: Failed, errorMessage: broken, failureMessage: broken}")
        << withPod()
        << QByteArray("Deleting; Drainable=True Drained=True InstanceExists=True Terminable=True")
        << QByteArray("delete Pod kubemark-actuator/m-4a49acf8 pod-uid\n"
                      "event Normal DrainSkipped on default/m: Node drain skipped: the machine has no node")
        << QByteArray("DrainSkipped,DeletingPods");
}

void TestMachine::plan()
{
    QFETCH(api::Machine, machine);
    QFETCH(MachineView, seen);
    const runtime::Plan plan = controllers::planMachine(machine, seen, kubemark, now);
    const api::Machine after = support::after(machine, plan.effects);
    QTEST(outcome(after), "after");
    QTEST(textOf(support::deeds(machine, plan.effects)), "deeds");
    QTEST(codesOf(plan.reasons), "codes");
    for (const api::Reason &reason : plan.reasons)
        QVERIFY2(reason.text.ends_with('.'), reason.text.c_str());
}

void TestMachine::finalizerIsConditionalOnTheVersion()
{
    const auto plan = controllers::planMachine(fresh, {}, kubemark, now);
    QCOMPARE(textOf(plan.effects),
        QByteArray("patch Machine default/m {\"metadata\":{\"finalizers\":"
                   "[\"machine.machine.openshift.io\"],\"resourceVersion\":\"7\"}}"));
}

void TestMachine::clusterGivesFinalizerAndLabel()
{
    const auto prepared = [](const api::Machine &machine, const MachineView &seen) {
        return support::after(machine, controllers::planMachine(machine, seen, kubemark, now).effects);
    };
    const auto labelOf = [](const api::Machine &machine) {
        return std::string(machine.metadata.label(api::keys::clusterLabel));
    };
    const api::Machine bare = with(fresh, "metadata: {labels: null}");
    QCOMPARE(labelOf(prepared(bare, {})), std::string("hollowlab"));
    const api::Machine linked = with(bare, "metadata: {labels: {cluster.k8s.io/cluster-name: blue}}");
    const api::Machine after = prepared(linked, inCluster(network));
    QCOMPARE(labelOf(after), std::string("blue"));
    QVERIFY(after.metadata.hasFinalizer("foregroundDeletion")); // §4.3
    QVERIFY(after.metadata.hasFinalizer(api::keys::machineFinalizer));
}

void TestMachine::missingClusterIsLookedForAgain()
{
    const api::Machine linked = with(held, "metadata: {labels: {cluster.k8s.io/cluster-name: blue}}");
    const auto plan = controllers::planMachine(linked, {}, kubemark, now);
    QVERIFY(plan.checkAgainAfter == base::Duration(30s)); // §4.9
    const api::Machine told = support::after(linked, plan.effects);
    QCOMPARE(textOf(controllers::planMachine(told, {}, kubemark, now + 30s).effects), QByteArray());
}

void TestMachine::invalidIsToldOncePerMessage()
{
    const api::Machine broken = with(fresh, "spec: {providerSpec: {value: null}}");
    const auto first = controllers::planMachine(broken, {}, kubemark, now);
    const api::Machine told = support::after(broken, first.effects);
    QCOMPARE(textOf(controllers::planMachine(told, {}, kubemark, now + 1min).effects), QByteArray());
    const api::Machine mended = with(told,
        "{metadata: {finalizers: [machine.machine.openshift.io]},"
        " spec: {providerSpec: {value: {image: i}}}}");
    const auto third = controllers::planMachine(mended, {}, kubemark, now + 2min);
    QCOMPARE(support::after(mended, third.effects).status.errorMessage, std::string());
}

void TestMachine::lossIsConfirmedBeforeItIsFinal()
{
    const base::Time noticed = now + 700ms;
    auto plan = controllers::planMachine(created, {}, kubemark, noticed);
    api::Machine machine = support::after(created, plan.effects);
    QVERIFY(plan.checkAgainAfter == base::Duration(1300ms));
    QCOMPARE(textOf(controllers::planMachine(machine, {}, kubemark, noticed + 1s).effects), QByteArray());

    const auto back = controllers::planMachine(machine, withPod(), kubemark, noticed + 1s);
    QCOMPARE(codesOf(back.reasons), QByteArray("InstanceFound,WaitingForNode"));

    plan = controllers::planMachine(machine, {}, kubemark, noticed + *plan.checkAgainAfter);
    QCOMPARE(codesOf(plan.reasons), QByteArray("InstanceLost"));
    machine = support::after(machine, plan.effects);
    QCOMPARE(outcome(machine),
        QByteArray("Failed (: can't find created instance); Drainable=True "
                   "InstanceExists=False/InstanceMissing Terminable=True"));
    QCOMPARE(machine.metadata.annotation(api::keys::instanceState), std::string_view("Unknown"));
    QCOMPARE(api::textAt(machine.status.providerStatus, {"instanceState"}), std::string_view("Unknown"));
    QCOMPARE(textOf(controllers::planMachine(machine, {}, kubemark, now + 1min).effects), QByteArray());
}

void TestMachine::aNodeThatStaysAwayEndsItsMachine()
{
    api::Machine machine =
        with(created, "status: {phase: Running, nodeRef: {kind: Node, name: m-4a49acf8, uid: n}}");
    MachineView lost = withPod();
    lost.lostNode = true;
    auto plan = controllers::planMachine(machine, lost, kubemark, now);
    machine = support::after(machine, plan.effects);
    QCOMPARE(codesOf(plan.reasons), QByteArray("InstanceFound,NodeMissing"));
    QVERIFY(plan.checkAgainAfter == base::Duration(10min));

    plan = controllers::planMachine(machine, lost, kubemark, now + 10min - 1s);
    QCOMPARE(textOf(plan.effects), QByteArray());
    plan = controllers::planMachine(machine, lost, kubemark, now + 10min);
    QCOMPARE(codesOf(plan.reasons), QByteArray("InstanceFound,NodeLost"));
    machine = support::after(machine, plan.effects);
    QCOMPARE(machine.status.phase, std::string("Failed"));
    QCOMPARE(machine.status.errorMessage, std::string("node m-4a49acf8 is gone"));
}

void TestMachine::failureMessageMirrorsErrorMessage()
{
    const api::Machine foreign = with(held, "status: {phase: Failed, errorMessage: from elsewhere}");
    const auto plan = controllers::planMachine(foreign, {}, kubemark, now);
    QCOMPARE(support::after(foreign, plan.effects).status.failureMessage, std::string("from elsewhere"));
}

void TestMachine::conditionTimesMoveOnlyWithChanges()
{
    std::vector<api::Condition> conditions;
    using controllers::setCondition;
    QVERIFY(setCondition(conditions, controllers::trueCondition("B"), now + 400ms));
    QVERIFY(setCondition(conditions, controllers::trueCondition("A"), now));
    QCOMPARE(textOf(conditions), QByteArray("A=True B=True"));
    QVERIFY(!setCondition(conditions, controllers::trueCondition("B"), now + 1min));
    QVERIFY(conditions.at(1).lastTransitionTime == now);
    QVERIFY(setCondition(conditions, controllers::trueCondition("B", "now with a message"), now + 2min));
    QVERIFY(conditions.at(1).lastTransitionTime == now + 2min);
}

void TestMachine::createFailureIsRecordedOnce()
{
    const auto starting = controllers::planMachine(held, {}, kubemark, now);
    const api::Machine machine = support::after(held, starting.effects);
    const base::Error denied {base::ErrorKind::Forbidden, "exceeded quota", {}};
    const auto effects = controllers::recordMachineFailure(machine, {}, kubemark, denied, now);
    QCOMPARE(textOf(support::deeds(machine, effects)),
        QByteArray("event Warning FailedCreate on default/m: exceeded quota"));
    const api::Machine told = support::after(machine, effects);
    QCOMPARE(told.status.phase, std::string(api::phases::provisioning));
    QCOMPARE(textOf(controllers::recordMachineFailure(told, {}, kubemark, denied, now + 1s)), QByteArray());
    QCOMPARE(
        textOf(controllers::recordMachineFailure(created, withPod(), kubemark, denied, now)), QByteArray());
}

void TestMachine::deletionRemovesTheFinalizerLast()
{
    const auto first = controllers::planMachine(deleting, {}, kubemark, now); // the pod is gone already
    const api::Machine drained = support::after(deleting, first.effects);
    QVERIFY(drained.metadata.hasFinalizer(api::keys::machineFinalizer));
    const auto second = controllers::planMachine(drained, {}, kubemark, now);
    QCOMPARE(textOf(second.effects),
        QByteArray("delete Node m-4a49acf8\n"
                   "delete Lease kube-node-lease/m-4a49acf8\n"
                   "patch Machine default/m {\"metadata\":{\"finalizers\":null,\"resourceVersion\":\"7\"}}\n"
                   "event Normal Deleted on default/m: Deleted Machine m"));
}

void TestMachine::deletionProblemIsToldOnce()
{
    const api::Machine broken = with(deleting, "spec: {providerSpec: {value: {deletionTimeout: soon}}}");
    const auto first = controllers::planMachine(broken, withPod(), kubemark, now);
    QVERIFY(textOf(first.effects).contains("event Warning FailedDelete"));
    const api::Machine told = support::after(broken, first.effects);
    QCOMPARE(told.status.errorReason, std::string("DeleteError"));
    QVERIFY(textOf(told.status.conditions).contains("Terminable=False/InvalidConfiguration"));
    QCOMPARE(textOf(controllers::planMachine(told, withPod(), kubemark, now + 1s).effects), QByteArray());
}

QTEST_GUILESS_MAIN(TestMachine)
#include "tst_machine.moc"
