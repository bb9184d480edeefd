// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/actuator/hollowpod.h"
#include "core/actuator/kubemarkactuator.h"
#include "core/actuator/kubemarkstatus.h"
#include "core/api/yaml.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using actuator::ActuatorPlan;
using actuator::ObservedInstance;
using support::codesOf;
using support::textOf;

namespace {

const base::Time now = api::parseTime("2026-11-20T10:10:00Z").value();
const std::string podName = "m-4a49acf8"; // SHA-256 of "uid-1" begins with 4a49acf8

api::Machine machineWith(const std::string &config = "{image: i}")
{
    api::Machine machine;
    machine.metadata.name = "m";
    machine.metadata.ns = "default";
    machine.metadata.uid = "uid-1";
    machine.metadata.resourceVersion = "7";
    machine.metadata.creationTimestamp = now - 10min;
    if (!config.empty())
        machine.spec.providerSpec.value = api::parseYaml(config).value();
    return machine;
}

api::Pod podWith(const std::string &name, const std::string &phase, const std::string &uid = "uid-1")
{
    api::Pod pod = actuator::hollowPod(machineWith(), {}, {});
    pod.metadata.name = name;
    pod.metadata.uid = "pod-uid-of-" + name;
    pod.metadata.creationTimestamp = now - 5min;
    pod.metadata.labels[std::string(api::keys::podMachineUid)] = uid;
    pod.status.phase = phase;
    return pod;
}

api::Pod terminating(api::Pod pod)
{
    pod.metadata.deletionTimestamp = now;
    return pod;
}

ObservedInstance seeing(const std::vector<api::Pod> &pods, const std::optional<api::Node> &node = {})
{
    ObservedInstance seen;
    for (const api::Pod &pod : pods)
        seen.pods.push_back(std::make_shared<const api::Pod>(pod));
    if (node)
        seen.node = std::make_shared<const api::Node>(*node);
    return seen;
}

api::Node nodeWith(const std::string &name, const std::string &providerID, const std::string &address)
{
    api::Node node;
    node.metadata.name = name;
    node.metadata.uid = "node-uid";
    node.spec.providerID = providerID;
    if (!address.empty())
        node.status.addresses = {{"InternalIP", address}};
    return node;
}

api::Machine noted(api::Machine machine, std::string_view key, const std::string &value)
{
    machine.metadata.annotations[std::string(key)] = value;
    return machine;
}

/// The machine as it is once the facts of the plan are written.
api::Machine recorded(api::Machine machine, const ActuatorPlan &plan)
{
    machine.spec.providerID = plan.facts->providerID;
    machine.status.providerStatus = plan.facts->providerStatus;
    machine.status.addresses = plan.facts->addresses;
    return machine;
}

const actuator::KubemarkActuator kubemark {{}};

} // namespace

Q_DECLARE_METATYPE(api::Machine)
Q_DECLARE_METATYPE(ObservedInstance)

class TestKubemarkActuator : public QObject
{
    Q_OBJECT

private slots:
    void find_data();
    void find();
    void createPlan_data();
    void createPlan();
    void createdPodIsBoundToTheHollowHost();
    void podMayBeLeftToTheClustersKubelets();
    void podCarriesWhatTheConfigsAnnotationsSay();
    void updateRecordsTheInstance();
    void updateLeavesOutEmptyAddresses();
    void creationConditionFollowsTheOutcome();
    void unknownMembersOfTheProviderStatusSurvive();
    void deletePlan_data();
    void deletePlan();
    void deletionTimeoutIsNotedOnce();
    void staticMachine_data();
    void staticMachine();
    void lostPod();
    void nodeName_data();
    void nodeName();
};

void TestKubemarkActuator::find_data()
{
    QTest::addColumn<api::Machine>("machine");
    QTest::addColumn<ObservedInstance>("seen");
    QTest::addColumn<QByteArray>("instance");
    QTest::newRow("§2.5 no pod, no instance") << machineWith() << seeing({}) << QByteArray();
    QTest::newRow("§2.5 a labelled pod is the instance")
        << machineWith() << seeing({podWith(podName, "Running")})
        << QByteArray("kubemark-actuator/m-4a49acf8 Running");
    QTest::newRow("§2.8 a terminating pod still exists")
        << machineWith() << seeing({terminating(podWith(podName, "Running"))})
        << QByteArray("kubemark-actuator/m-4a49acf8 Running terminating");
    QTest::newRow("§2.8 a pod of another uid is ignored")
        << machineWith() << seeing({podWith("m-old", "Running", "uid-0")}) << QByteArray();
    api::Pod older = podWith("a", "Running");
    older.metadata.creationTimestamp = now - 9min;
    QTest::newRow("§2.4 of several the newest counts")
        << machineWith() << seeing({older, podWith("b", "Pending")})
        << QByteArray("kubemark-actuator/b Pending");
    QTest::newRow("§2.5 a static machine exists always") << noted(machineWith(), api::keys::staticMachine,
        "n1") << seeing({}) << QByteArray("static-machine-for-node/m ");
}

void TestKubemarkActuator::find()
{
    QFETCH(api::Machine, machine);
    QFETCH(ObservedInstance, seen);
    QFETCH(QByteArray, instance);
    const auto found = kubemark.find(machine, seen);
    QByteArray text;
    if (found)
        text = QByteArray::fromStdString(found->id + " " + found->state)
            + (found->terminating ? " terminating" : "");
    QCOMPARE(text, instance);
}

void TestKubemarkActuator::createPlan_data()
{
    QTest::addColumn<api::Machine>("machine");
    QTest::addColumn<ObservedInstance>("seen");
    QTest::addColumn<QByteArray>("effects");
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<bool>("invalid");
    const QByteArray failed("event Warning FailedCreate on default/m: ");
    QTest::newRow("§2.3 the pod is created")
        << machineWith() << seeing({}) << QByteArray("create Pod kubemark-actuator/m-4a49acf8")
        << QByteArray() << QByteArray("CreatingPod") << false;
    QTest::newRow("§2.8 left-overs of an earlier machine do not matter")
        << machineWith() << seeing({podWith("m-old", "Running", "uid-0")})
        << QByteArray("create Pod kubemark-actuator/m-4a49acf8") << QByteArray() << QByteArray("CreatingPod")
        << false;
    QTest::newRow("§2.3 an empty image is refused")
        << machineWith("{numCores: 2}") << seeing({}) << QByteArray()
        << failed + "image is required: the container image with the hollow node"
        << QByteArray("InvalidConfiguration") << true;
    QTest::newRow("§1.5 a missing config is refused")
        << machineWith({}) << seeing({}) << QByteArray()
        << failed + "spec.providerSpec.value: no provider config is given"
        << QByteArray("InvalidConfiguration") << true;
    QTest::newRow("§1.4 row 3: both disruptions are refused") << machineWith(
        "{image: i, turnUnhealthyAfter: true, turnUnhealthyPeriodically: true, healthyDuration: 1s,"
        " unhealthyDuration: 1s}") << seeing({}) << QByteArray()
                                                              << failed
            + "turnUnhealthyPeriodically can't be combined with turnUnhealthyAfter: choose one of the two"
                                                              << QByteArray("InvalidConfiguration") << true;
    QTest::newRow("a foreign pod of our name is waited for")
        << machineWith() << seeing({podWith(podName, "Running", "uid-0")}) << QByteArray()
        << failed + "pod kubemark-actuator/m-4a49acf8 exists and belongs to somebody else"
        << QByteArray("PodNameTaken") << false;
    api::Machine longName = machineWith();
    longName.metadata.name = std::string(64, 'm');
    QTest::newRow("a name that fits no label is refused")
        << longName << seeing({}) << QByteArray()
        << QByteArray("event Warning FailedCreate on default/" + QByteArray(64, 'm')
               + ": the machine's name is longer than 63 characters")
        << QByteArray("InvalidConfiguration") << true;
}

void TestKubemarkActuator::createPlan()
{
    QFETCH(api::Machine, machine);
    QFETCH(ObservedInstance, seen);
    const ActuatorPlan plan = kubemark.planCreate(machine, seen, now);
    QTEST(textOf(plan.effects), "effects");
    QTEST(textOf(plan.events), "events");
    QTEST(codesOf(plan.reasons), "codes");
    QTEST(!plan.invalid.empty(), "invalid");
    if (plan.facts) { // once told, a failure is not told again
        const ActuatorPlan again = kubemark.planCreate(recorded(machine, plan), seen, now + 1min);
        QCOMPARE(textOf(again.events), QByteArray());
        QVERIFY(again.facts == plan.facts);
    }
}

void TestKubemarkActuator::createdPodIsBoundToTheHollowHost()
{
    const actuator::KubemarkActuator hosted {{"hollow-host-1"}};
    const ActuatorPlan plan = hosted.planCreate(machineWith(), {}, now);
    const auto &created = std::get<api::CreateObject>(plan.effects.at(0)).object;
    QCOMPARE(api::textAt(created, {"spec", "nodeName"}), std::string_view("hollow-host-1"));
}

void TestKubemarkActuator::podMayBeLeftToTheClustersKubelets()
{
    api::Machine machine = machineWith();
    machine.metadata.annotations.emplace(actuator::kubeletsAnnotation, "cluster");
    const auto hostOf = [&](bool hasKubelets) {
        const actuator::KubemarkActuator hosted {{"hollow-host-1", hasKubelets}};
        const ActuatorPlan plan = hosted.planCreate(machine, {}, now);
        const auto &created = std::get<api::CreateObject>(plan.effects.at(0)).object;
        return std::string(api::textAt(created, {"spec", "nodeName"}));
    };
    QCOMPARE(hostOf(true), std::string());
    QCOMPARE(hostOf(false), std::string("hollow-host-1")); // a lab has none
}

void TestKubemarkActuator::podCarriesWhatTheConfigsAnnotationsSay()
{
    const auto config = api::parseProviderConfig(api::parseYaml(R"(
image: i
metadata:
  annotations:
    hollowlab.io/recipe: silent after 30s
    hollowlab.io/boot: 20s..60s
    hollowlab.io/zone: a
    hollowlab.io/region: r1
    hollowlab.io/provider-errors: quota 3
    mine: stays
)")
                                                     .value())
                            .value();
    const api::Pod pod = actuator::hollowPod(machineWith(), config, "host");
    QVERIFY(pod.metadata.annotations
        == (api::Labels {{"hollowlab.io/boot", "20s..60s"}, {"hollowlab.io/recipe", "silent after 30s"}}));
    const std::string line = actuator::hollowKubeletLine(config);
    QVERIFY(line.find(" --node-labels=topology.kubernetes.io/region=r1,topology.kubernetes.io/zone=a ")
        != std::string::npos);
    QVERIFY(actuator::hollowKubeletLine({}).find("--node-labels") == std::string::npos);
    QVERIFY(actuator::hollowPod(machineWith(), {}, "host").metadata.annotations.empty());
}

void TestKubemarkActuator::updateRecordsTheInstance()
{
    api::Pod pod = podWith(podName, "Running");
    pod.status.podIP = "10.1.2.3";
    const ActuatorPlan plan = kubemark.planUpdate(machineWith(), seeing({pod}), now);
    QCOMPARE(textOf(plan.effects), QByteArray());
    QCOMPARE(textOf(plan.events), QByteArray("event Normal Created on default/m: Created Machine m"));
    QCOMPARE(plan.facts->providerID, std::string("kubemark://m-4a49acf8"));
    const std::vector<api::NodeAddress> addresses {{"InternalIP", "10.1.2.3"}, {"Hostname", podName}};
    QVERIFY(plan.facts->addresses == addresses);
    QVERIFY(!plan.checkAgainAfter);

    const api::Machine known = recorded(machineWith(), plan);
    const auto status = actuator::providerStatusOf(known);
    QCOMPARE(*status.instanceId, "kubemark-actuator/" + podName);
    QCOMPARE(*status.instanceState, std::string("Running"));
    QCOMPARE(actuator::creationCondition(status)->status, std::string("True"));

    const ActuatorPlan again = kubemark.planUpdate(known, seeing({pod}), now + 1min);
    QCOMPARE(textOf(again.events), QByteArray());
    QVERIFY(*again.facts == *plan.facts);
}

void TestKubemarkActuator::updateLeavesOutEmptyAddresses()
{
    const ActuatorPlan plan = kubemark.planUpdate(machineWith(), seeing({podWith(podName, "Pending")}), now);
    const std::vector<api::NodeAddress> addresses {{"Hostname", podName}};
    QVERIFY(plan.facts->addresses == addresses);
    QVERIFY(plan.checkAgainAfter == base::Duration(20s)); // §2.4 row 5
}

void TestKubemarkActuator::creationConditionFollowsTheOutcome()
{
    api::Machine machine = machineWith();
    const base::Error denied {base::ErrorKind::Forbidden, "pods is forbidden", {}};
    const ActuatorPlan failed = kubemark.planCreateFailed(machine, denied, now);
    QCOMPARE(textOf(failed.events), QByteArray("event Warning FailedCreate on default/m: pods is forbidden"));
    QCOMPARE(support::codesOf(failed.reasons), QByteArray("CreateFailed"));
    machine = recorded(machine, failed);
    QCOMPARE(textOf(kubemark.planCreateFailed(machine, denied, now + 1s).events), QByteArray());

    api::KubemarkProviderStatus status = actuator::providerStatusOf(machine);
    const api::ProviderCondition first = *actuator::creationCondition(status);
    QCOMPARE(first.status, std::string("False"));
    QCOMPARE(first.reason, std::string("MachineCreationFailed"));

    const base::Error other {base::ErrorKind::Forbidden, "quota exceeded", {}};
    machine = recorded(machine, kubemark.planCreateFailed(machine, other, now + 10s));
    status = actuator::providerStatusOf(machine);
    QVERIFY(actuator::creationCondition(status)->lastTransitionTime == first.lastTransitionTime);
    QVERIFY(actuator::creationCondition(status)->lastProbeTime == now + 10s);

    machine =
        recorded(machine, kubemark.planUpdate(machine, seeing({podWith(podName, "Running")}), now + 20s));
    status = actuator::providerStatusOf(machine);
    QCOMPARE(actuator::creationCondition(status)->status, std::string("True"));
    QVERIFY(actuator::creationCondition(status)->lastTransitionTime == now + 20s);
}

void TestKubemarkActuator::unknownMembersOfTheProviderStatusSurvive()
{
    api::Machine machine = machineWith();
    machine.status.providerStatus = api::parseYaml("{rack: 7}").value();
    machine = recorded(machine, kubemark.planUpdate(machine, seeing({podWith(podName, "Running")}), now));
    QCOMPARE(api::integerAt(machine.status.providerStatus, {"rack"}).value_or(0), 7);
    QCOMPARE(api::textAt(machine.status.providerStatus, {"kind"}),
        std::string_view("KubemarkMachineProviderStatus"));
}

void TestKubemarkActuator::deletePlan_data()
{
    QTest::addColumn<api::Machine>("machine");
    QTest::addColumn<ObservedInstance>("seen");
    QTest::addColumn<QByteArray>("effects");
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QByteArray>("codes");
    QTest::addColumn<bool>("done");
    QTest::addColumn<qint64>("againAfterSeconds");
    const qint64 never = -1;
    const QByteArray deleted("event Normal Deleted on default/m: Deleted Machine m");
    const QByteArray lease("delete Lease kube-node-lease/m-4a49acf8");
    QTest::newRow("§2.8 every pod of the machine is deleted")
        << machineWith()
        << seeing({podWith("a", "Running"), podWith("b", "Pending"), podWith("c", "Running", "uid-0")})
        << QByteArray(
               "delete Pod kubemark-actuator/a pod-uid-of-a\ndelete Pod kubemark-actuator/b pod-uid-of-b")
        << QByteArray() << QByteArray("DeletingPods") << false << never;
    QTest::newRow("§2.8 not done while one is left, which is not deleted twice")
        << machineWith() << seeing({terminating(podWith("a", "Running"))}) << QByteArray() << QByteArray()
        << QByteArray("WaitingForPods") << false << never;
    QTest::newRow("§2.8 when all are gone node and lease go too, though never seen")
        << machineWith() << seeing({}) << QByteArray("delete Node m-4a49acf8\n" + lease) << deleted
        << QByteArray("InstanceGone") << true << never;
    QTest::newRow("§2.8 the node that was seen is deleted with its uid")
        << machineWith() << seeing({}, nodeWith(podName, "kubemark://" + podName, {}))
        << QByteArray("delete Node m-4a49acf8 node-uid\n" + lease) << deleted << QByteArray("InstanceGone")
        << true << never;
    api::Machine thief = machineWith();
    thief.spec.providerID = "kubemark://legacy";
    QTest::newRow("a node that only the provider id names is left alone, be it there or not")
        << thief << seeing({}) << QByteArray() << deleted << QByteArray("InstanceGone") << true << never;
    QTest::newRow("unless it was seen to be the machine's")
        << thief << seeing({}, nodeWith("legacy", "kubemark://legacy", {}))
        << QByteArray("delete Node legacy node-uid\ndelete Lease kube-node-lease/legacy") << deleted
        << QByteArray("InstanceGone") << true << never;
    QTest::newRow("a node of another provider is left alone")
        << machineWith() << seeing({}, nodeWith(podName, "aws:///i-0", {})) << QByteArray() << deleted
        << QByteArray("InstanceGone") << true << never;
    api::Machine broken = machineWith("{deletionTimeout: soon}");
    QTest::newRow("§4.6 a broken config does not matter while nothing ever ran")
        << broken << seeing({podWith("a", "Pending")})
        << QByteArray("delete Pod kubemark-actuator/a pod-uid-of-a") << QByteArray()
        << QByteArray("DeletingPods") << false << never;
    broken.status.addresses = {{"Hostname", "a"}};
    QTest::newRow("§2.6 row 2: a broken config holds a running instance")
        << broken << seeing({podWith("a", "Running")}) << QByteArray()
        << QByteArray("event Warning FailedDelete on default/m: spec.providerSpec.value.deletionTimeout: "
                      "\"soon\" is not a duration: a number is missing (write 40s, 1h30m, 250ms)")
        << QByteArray("InvalidConfiguration") << false << never;

    const api::Machine slow = machineWith("{image: i, deletionTimeout: 30s}");
    const auto since = [&](base::Duration ago) {
        const auto seconds = std::chrono::floor<std::chrono::seconds>(now - ago).time_since_epoch().count();
        return noted(slow, api::keys::deletionTimeout, std::to_string(seconds));
    };
    QTest::newRow("§2.8 deletionTimeout: the first look notes the time and waits for the whole of it +1 s")
        << slow << seeing({podWith("a", "Running")})
        << QByteArray("patch Machine default/m {\"metadata\":{\"annotations\":{"
                      "\"machine.openshift.io/deletion-timeout\":\"1795169400\"},\"uid\":\"uid-1\"}}")
        << QByteArray() << QByteArray("WaitingForDeletionTimeout") << false << qint64(31);
    QTest::newRow("§2.8 deletionTimeout: later looks wait for exactly what is left +1 s")
        << since(10s) << seeing({podWith("a", "Running")}) << QByteArray() << QByteArray()
        << QByteArray("WaitingForDeletionTimeout") << false << qint64(21);
    QTest::newRow("§2.6 row 3: when the time is over the pod is deleted")
        << since(30s) << seeing({podWith("a", "Running")})
        << QByteArray("delete Pod kubemark-actuator/a pod-uid-of-a") << QByteArray()
        << QByteArray("DeletingPods") << false << never;
    QTest::newRow("§2.8 deletionTimeout: without a pod there is nothing to wait for")
        << slow << seeing({}) << QByteArray("delete Node m-4a49acf8\n" + lease) << deleted
        << QByteArray("InstanceGone") << true << never;
    QTest::newRow("§2.6 row 3: an unreadable annotation holds the pod")
        << noted(slow, api::keys::deletionTimeout, "12x") << seeing({podWith("a", "Running")}) << QByteArray()
        << QByteArray(
               "event Warning FailedDelete on default/m: annotation machine.openshift.io/deletion-timeout is "
               "\"12x\", which is no number of seconds")
        << QByteArray("InvalidDeletionTimeout") << false << never;
}

void TestKubemarkActuator::deletePlan()
{
    QFETCH(api::Machine, machine);
    QFETCH(ObservedInstance, seen);
    const ActuatorPlan plan = kubemark.planDelete(machine, seen, now);
    QTEST(textOf(plan.effects), "effects");
    QTEST(textOf(plan.events), "events");
    QTEST(codesOf(plan.reasons), "codes");
    QTEST(plan.done, "done");
    const auto wait = plan.checkAgainAfter;
    QTEST(wait ? qint64(std::chrono::floor<std::chrono::seconds>(*wait).count()) : qint64(-1),
        "againAfterSeconds");
}

void TestKubemarkActuator::deletionTimeoutIsNotedOnce()
{
    api::Machine machine = machineWith("{image: i, deletionTimeout: 30s}");
    const ObservedInstance seen = seeing({podWith("a", "Running")});
    const ActuatorPlan first = kubemark.planDelete(machine, seen, now + 400ms);
    api::Json json = api::encode(machine);
    api::applyMergePatch(json, std::get<api::PatchObject>(first.effects.at(0)).patch);
    machine = api::decode<api::Machine>(json).value();
    const ActuatorPlan second = kubemark.planDelete(machine, seen, now + 400ms);
    QCOMPARE(textOf(second.effects), QByteArray());
    QVERIFY(second.checkAgainAfter == first.checkAgainAfter);
    const ActuatorPlan third = kubemark.planDelete(machine, seen, now + 400ms + *second.checkAgainAfter);
    QCOMPARE(codesOf(third.reasons), QByteArray("DeletingPods"));
}

void TestKubemarkActuator::staticMachine_data()
{
    QTest::addColumn<ObservedInstance>("seen");
    QTest::addColumn<QByteArray>("providerID");
    QTest::addColumn<QByteArray>("addresses");
    QTest::addColumn<QByteArray>("events");
    QTest::addColumn<QByteArray>("codes");
    const QByteArray created("event Normal Created on default/m: Created Machine m");
    const QByteArray failed("event Warning FailedCreate on default/m: ");
    QTest::newRow("§2.8 the provider id is the node's own")
        << seeing({}, nodeWith("n1", "aws:///i-0", "10.0.0.5")) << QByteArray("aws:///i-0")
        << QByteArray("InternalIP=10.0.0.5 Hostname=n1 ") << created << QByteArray("StaticNode");
    QTest::newRow("§2.8 no provider id is invented")
        << seeing({}, nodeWith("n1", {}, "10.0.0.5")) << QByteArray()
        << QByteArray("InternalIP=10.0.0.5 Hostname=n1 ") << created << QByteArray("StaticNode");
    QTest::newRow("§2.3 row 1: the node needs an InternalIP")
        << seeing({}, nodeWith("n1", "aws:///i-0", {})) << QByteArray() << QByteArray()
        << failed + "node n1 has no InternalIP address" << QByteArray("StaticNodeMissing");
    ObservedInstance taken = seeing({});
    taken.nodeOwner = "machine lab/a";
    QTest::newRow("the node must be nobody else's")
        << taken << QByteArray() << QByteArray() << failed + "node n1 belongs to machine lab/a"
        << QByteArray("StaticNodeTaken");
    QTest::newRow("§2.3 row 1: the node must exist")
        << seeing({}) << QByteArray() << QByteArray() << failed + "node n1 does not exist"
        << QByteArray("StaticNodeMissing");
}

void TestKubemarkActuator::staticMachine()
{
    QFETCH(ObservedInstance, seen);
    const api::Machine machine = noted(machineWith({}), api::keys::staticMachine, "n1");
    const ActuatorPlan plan = kubemark.planUpdate(machine, seen, now);
    QByteArray addresses;
    for (const api::NodeAddress &address : plan.facts->addresses)
        addresses += QByteArray::fromStdString(address.type + "=" + address.address + " ");
    QTEST(QByteArray::fromStdString(plan.facts->providerID), "providerID");
    QTEST(addresses, "addresses");
    QTEST(textOf(plan.events), "events");
    QTEST(codesOf(plan.reasons), "codes");
    QCOMPARE(textOf(plan.effects), QByteArray());
    QCOMPARE(textOf(kubemark.planUpdate(recorded(machine, plan), seen, now + 1min).events), QByteArray());

    const ActuatorPlan gone = kubemark.planDelete(machine, seen, now); // §2.6 row 1
    QVERIFY(gone.done);
    QCOMPARE(textOf(gone.effects), QByteArray());
    QCOMPARE(textOf(gone.events), QByteArray("event Normal Deleted on default/m: Deleted Machine m"));
}

void TestKubemarkActuator::lostPod()
{
    api::Machine machine = machineWith();
    machine = recorded(machine, kubemark.planUpdate(machine, seeing({podWith(podName, "Running")}), now));
    QVERIFY(!kubemark.recreatesLost(machine));
    const auto lost =
        actuator::providerStatusOf(recorded(machine, {{}, {}, {}, {}, kubemark.lostFacts(machine), {}, {}}));
    QCOMPARE(*lost.instanceState, std::string("Unknown"));
    QCOMPARE(*lost.instanceId, "kubemark-actuator/" + podName);

    machine = noted(machine, api::keys::lostPodPolicy, "recreate");
    QVERIFY(kubemark.recreatesLost(machine));
    const ActuatorPlan again = kubemark.planCreate(machine, seeing({}), now + 1min);
    QCOMPARE(textOf(again.effects), QByteArray("create Pod kubemark-actuator/m-4a49acf8"));
    machine = recorded(machine, again);
    QVERIFY(!actuator::providerStatusOf(machine).instanceId);
    const ActuatorPlan back = kubemark.planUpdate(machine, seeing({podWith(podName, "Pending")}), now + 1min);
    QCOMPARE(textOf(back.events), QByteArray("event Normal Created on default/m: Created Machine m"));
}

void TestKubemarkActuator::nodeName_data()
{
    QTest::addColumn<api::Machine>("machine");
    QTest::addColumn<ObservedInstance>("seen");
    QTest::addColumn<QByteArray>("node");
    QTest::newRow("the pod to be") << machineWith() << seeing({}) << QByteArray("m-4a49acf8");
    QTest::newRow("the pod that is there")
        << machineWith() << seeing({podWith("legacy", "Running")}) << QByteArray("legacy");
    api::Machine lost = machineWith();
    lost.spec.providerID = "kubemark://legacy";
    QTest::newRow("the pod that was there") << lost << seeing({}) << QByteArray("legacy");
    QTest::newRow("a static machine's node")
        << noted(lost, api::keys::staticMachine, "n1") << seeing({}) << QByteArray("n1");
}

void TestKubemarkActuator::nodeName()
{
    QFETCH(api::Machine, machine);
    QFETCH(ObservedInstance, seen);
    QTEST(QByteArray::fromStdString(kubemark.nodeName(machine, seen)), "node");
}

QTEST_GUILESS_MAIN(TestKubemarkActuator)
#include "tst_kubemarkactuator.moc"
