// SPDX-License-Identifier: GPL-3.0-or-later
// Worlds in which writers could disagree for ever: each comes to rest, whatever was put into it. Time is
// virtual, and a fight that costs no time would keep it from moving: what is run is counted too.
#include "core/api/event.h"
#include "core/api/mcm.h"
#include "tests/integration/auditedlab.h"
#include "tests/integration/mcmfleet.h"

#include <QRandomGenerator>

using namespace std::chrono_literals;
using core::api::Event;
using core::api::Method;
using core::api::Node;
using tests::AuditedLab;
using tests::LabHarness;
using tests::workersYaml;

namespace {

/// A world that has come to rest may write so often in a minute, but for a node that fails in turns.
constexpr std::size_t mostAtRest = 20;
/// No world here needs so many turns for a second.
constexpr int mostTurns = 200'000;

/// The result is false when time does not get on.
bool live(AuditedLab &world, core::base::Duration duration)
{
    core::base::Clock &clock = world.lab.clock();
    const core::base::Time end = clock.now() + duration;
    while (clock.now() < end) {
        const core::base::Time next = std::min(clock.now() + core::base::Duration(1s), end);
        int turns = 0;
        while (clock.runNext(next)) {
            if (++turns > mostTurns)
                return false;
        }
        clock.runUntil(next);
    }
    return true;
}

/// Somebody fought, and had to be slowed down.
std::string fight(LabHarness &lab)
{
    for (const Event &event : lab.list<Event>()) {
        if (event.reason == "Contested")
            return event.involvedObject.name + ": " + event.message;
    }
    return {};
}

/// What is written in the busiest of ten minutes; a sentence when time stands still.
std::string unrest(AuditedLab &world)
{
    for (int minute = 0; minute < 10; ++minute) {
        world.auditor.markHere();
        if (!live(world, 1min))
            return "time stands still";
        const auto changes = world.auditor.changes();
        if (changes.size() <= mostAtRest)
            continue;
        std::string text = std::to_string(changes.size()) + " writes in a minute:\n";
        for (std::size_t i = changes.size() - std::min<std::size_t>(changes.size(), 12); i < changes.size();
             ++i)
            text += changes[i] + "\n";
        return text;
    }
    return {};
}

void post(LabHarness &lab, const std::string &path, const std::string &json)
{
    const auto answer = lab.request(Method::Post, path, *core::api::parseJson(json));
    QVERIFY2(answer.code == 201, core::api::writeJson(*answer.body).c_str());
}

std::string inQuotes(std::string_view text)
{
    return "\"" + std::string(text) + "\"";
}

using Hostility = std::function<void(LabHarness &lab)>;

Node firstNode(LabHarness &lab)
{
    return lab.hollowNodes().front();
}

void postNode(LabHarness &lab, const std::string &name, const std::string &spec,
    const std::string &status = {}, const std::string &metadata = {})
{
    post(lab, "/api/v1/nodes",
        R"({"apiVersion":"v1","kind":"Node","metadata":{"name":)" + inQuotes(name) + metadata
            + R"(},"spec":{)" + spec + R"(},"status":{)" + status + "}}");
}

void twoNodesOneProviderId(LabHarness &lab)
{
    postNode(lab, "double", R"("providerID":)" + inQuotes(firstNode(lab).spec.providerID));
}

void twoNodesOneAddress(LabHarness &lab)
{
    postNode(lab, "namesake", {},
        R"("addresses":[{"type":"InternalIP","address":)" + inQuotes(firstNode(lab).address("InternalIP"))
            + "}]");
}

/// Neither is the machine's own.
void twoForeignNodesOneProviderId(LabHarness &lab)
{
    post(lab, tests::machineApi + "machines",
        R"({"apiVersion":"machine.openshift.io/v1beta1","kind":"Machine","metadata":{"name":"foreign"},
            "spec":{"providerID":"cloud://1","providerSpec":{"value":{}}}})");
    postNode(lab, "cloud-1", R"("providerID":"cloud://1")");
    postNode(lab, "cloud-2", R"("providerID":"cloud://1")");
}

void twoNodesOneAnnotation(LabHarness &lab)
{
    postNode(lab, "pretender", {}, {},
        R"(,"annotations":{"machine.openshift.io/machine":)"
            + inQuotes(firstNode(lab).metadata.annotation("machine.openshift.io/machine")) + "}");
}

void machineWithAnothersProviderId(LabHarness &lab)
{
    for (const char *name : {"thief-1", "thief-2"})
        post(lab, tests::machineApi + "machines",
            R"({"apiVersion":"machine.openshift.io/v1beta1","kind":"Machine","metadata":{"name":)"
                + inQuotes(name) + R"(},"spec":{"providerID":)" + inQuotes(firstNode(lab).spec.providerID)
                + R"(,"providerSpec":{"value":{}}}})");
}

/// Both families have two machines each.
void staticMachinesOnOneNode(LabHarness &lab)
{
    const std::string metadata = R"("annotations":{"machine.openshift.io/static-machine":)"
        + inQuotes(firstNode(lab).metadata.name) + "}";
    for (const char *name : {"static-1", "static-2"}) {
        post(lab, tests::machineApi + "machines",
            R"({"apiVersion":"machine.openshift.io/v1beta1","kind":"Machine","metadata":{"name":)"
                + inQuotes(name) + "," + metadata + R"(},"spec":{"metadata":{"labels":{"of":)"
                + inQuotes(name) + R"(}},"providerSpec":{"value":{}}}})");
        post(lab, tests::mcm::root + "machines",
            R"({"apiVersion":"machine.sapcloud.io/v1alpha1","kind":"Machine","metadata":{"name":)"
                + inQuotes(name) + "," + metadata + R"(},"spec":{"nodeTemplate":{"metadata":{"labels":{"of":)"
                + inQuotes(name) + R"(}}},"class":{"kind":"MachineClass","name":"small"}}})");
    }
}

void mcmMachinesWithOneNode(LabHarness &lab)
{
    for (const char *name : {"mc-1", "mc-2"})
        post(lab, tests::mcm::root + "machines",
            R"({"apiVersion":"machine.sapcloud.io/v1alpha1","kind":"Machine","metadata":{"name":)"
                + inQuotes(name) + R"(,"labels":{"node":)" + inQuotes(firstNode(lab).metadata.name)
                + R"(}},"spec":{"providerID":)" + inQuotes(firstNode(lab).spec.providerID)
                + R"(,"class":{"kind":"MachineClass","name":"small"}}})");
}

/// A set whose machines the set "workers" would adopt too.
void overlappingSets(LabHarness &lab)
{
    std::string yaml = workersYaml(5);
    yaml.resize(yaml.find("---"));
    const std::size_t name = yaml.find("name: workers");
    yaml.replace(name, 13, "name: doubles");
    lab.create(yaml);
}

void twoHealthChecks(LabHarness &lab)
{
    std::string yaml = workersYaml(3);
    yaml = yaml.substr(yaml.find("---") + 4);
    const std::size_t name = yaml.find("name: workers");
    yaml.replace(name, 13, "name: rival");
    lab.create(yaml);
    lab.create(R"(apiVersion: healthchecking.openshift.io/v1alpha1
kind: MachineHealthCheck
metadata: {name: old}
spec: {selector: {matchLabels: {set: workers}}}
)");
    lab.breakNode(firstNode(lab).metadata.name, "not-ready");
}

/// The node life cycle takes away what the machines ask for.
void managedTaints(LabHarness &lab)
{
    QCOMPARE(lab.patch(tests::machineApi + "machines/" + lab.machines().front().metadata.name,
                    R"({"spec":{"taints":[{"key":"node.kubernetes.io/unreachable","effect":"NoSchedule"},
                {"key":"node.kubernetes.io/not-ready","effect":"NoExecute"},
                {"key":"node.kubernetes.io/memory-pressure","effect":"NoSchedule"},
                {"key":"node.kubernetes.io/unschedulable","effect":"NoSchedule"},
                {"key":"kubemark","value":"false","effect":"NoSchedule"}]}})")
                 .code,
        200);
}

/// What others write on nodes, asked for by the machines.
void managedLabels(LabHarness &lab)
{
    QCOMPARE(lab.patch(tests::machineApi + "machines/" + lab.machines().front().metadata.name,
                    R"({"spec":{"metadata":{"labels":{"kubernetes.io/hostname":"x","kubernetes.io/os":"x",
                "beta.kubernetes.io/os":"x","beta.kubernetes.io/arch":"x","topology.kubernetes.io/zone":"x",
                "hollowlab.io/hollow-host":"x","node.gardener.cloud/machine-name":"x"},
                "annotations":{"machine.openshift.io/machine":"default/other",
                "machine.openshift.io/last-applied-labels-taints":"{}",
                "node.machine.sapcloud.io/not-managed-by-mcm":"1",
                "node.machine.sapcloud.io/last-applied-anno-labels-taints":"{}"}}}})")
                 .code,
        200);
}

void managedMarksOfMcm(LabHarness &lab)
{
    lab.create(R"(apiVersion: machine.sapcloud.io/v1alpha1
kind: Machine
metadata: {name: marked}
spec:
  class: {kind: MachineClass, name: small}
  nodeTemplate:
    metadata:
      labels: {node.gardener.cloud/machine-name: x, kubernetes.io/hostname: x, beta.kubernetes.io/os: x}
      annotations: {node.machine.sapcloud.io/not-managed-by-mcm: "1",
        node.machine.sapcloud.io/last-applied-anno-labels-taints: "{}",
        machine.openshift.io/machine: default/x}
    spec:
      taints:
      - {key: node.kubernetes.io/unreachable, effect: NoSchedule}
      - {key: deployment.machine.sapcloud.io/prefer-no-schedule, value: "True", effect: PreferNoSchedule}
)");
}

void marksOfARollout(LabHarness &lab)
{
    const std::string fleet = tests::mcm::fleetYaml(2, tests::mcm::oneMore,
        R"(nodeTemplate: {metadata: {annotations: {cluster-autoscaler.kubernetes.io/scale-down-disabled:
           "true",
      cluster-autoscaler.kubernetes.io/scale-down-disabled-by-mcm: "true"}},
      spec: {taints: [{key: deployment.machine.sapcloud.io/prefer-no-schedule, value: "True",
      effect: PreferNoSchedule}]}})");
    lab.create(std::string_view(fleet).substr(fleet.find("---") + 4)); // "small" is there
}

void overlappingDeployments(LabHarness &lab)
{
    std::string yaml = tests::rollersYaml(2);
    lab.create(yaml);
    const std::size_t name = yaml.find("name: rollers");
    yaml.replace(name, 13, "name: doubles");
    lab.create(yaml);
}

void removeOrphaning(LabHarness &lab, const std::string &path)
{
    const auto answer = lab.request(Method::Delete, path,
        core::api::JsonObject {
            {"kind", "DeleteOptions"}, {"apiVersion", "v1"}, {"propagationPolicy", "Orphan"}});
    QVERIFY2(answer.code < 300, core::api::writeJson(*answer.body).c_str());
}

/// Two deployments with one template, made in one second; then one leaves its set to the other.
void orphanedSetOfADeployment(LabHarness &lab)
{
    std::string yaml = tests::rollersYaml(2);
    for (const char *name : {"twins-b", "twins-a"}) {
        std::string own = yaml;
        for (std::size_t at = own.find("rollers"); at != std::string::npos; at = own.find("rollers"))
            own.replace(at, 7, "twins");
        own.replace(own.find("name: twins"), 11, std::string("name: ") + name);
        lab.create(own);
    }
    lab.advance(30s);
    removeOrphaning(lab, tests::machineApi + "machinedeployments/twins-b");
}

void orphanedReplicaSet(LabHarness &lab)
{
    for (const char *name : {"apps-b", "apps-a"})
        lab.create(std::string("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ") + name + R"(}
spec:
  replicas: 2
  selector: {matchLabels: {app: twins}}
  template:
    metadata: {labels: {app: twins}}
    spec: {tolerations: [{operator: Exists}], containers: [{name: web, image: web}]}
)");
    lab.advance(30s);
    removeOrphaning(lab, "/apis/apps/v1/namespaces/default/deployments/apps-b");
}

/// A set that a deployment owns, as a group of the autoscaler.
void groupOfADeployment(LabHarness &lab)
{
    std::string yaml = tests::rollersYaml(2);
    for (std::size_t at = yaml.find("rollers"); at != std::string::npos; at = yaml.find("rollers"))
        yaml.replace(at, 7, "grouped");
    lab.create(yaml);
    lab.advance(30s);
    for (const auto &set : lab.list<core::api::MachineSet>()) {
        if (set.metadata.name != "workers")
            QCOMPARE(lab.patch(tests::machineApi + "machinesets/" + set.metadata.name,
                            R"({"metadata":{"annotations":{
                "machine.openshift.io/cluster-api-autoscaler-node-group-min-size":"5",
                "machine.openshift.io/cluster-api-autoscaler-node-group-max-size":"7"}}})")
                         .code,
                200);
    }
}

/// Smaller than the least that the autoscaler's group may have, again and again by its own deployment.
void groupBelowItsBounds(LabHarness &lab)
{
    QCOMPARE(lab.patch(tests::machineApi + "machinesets/workers",
                    R"({"metadata":{"annotations":{
                "machine.openshift.io/cluster-api-autoscaler-node-group-min-size":"5",
                "machine.openshift.io/cluster-api-autoscaler-node-group-max-size":"4"}}})")
                 .code,
        200);
}

/// Two of apps/v1 with one selector, and pods that both could own.
void overlappingReplicaSets(LabHarness &lab)
{
    for (const char *kind : {"ReplicaSet", "Deployment"}) {
        for (const char *name : {"web-1", "web-2"})
            lab.create(std::string("apiVersion: apps/v1\nkind: ") + kind + "\nmetadata: {name: " + name + R"(}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      tolerations: [{operator: Exists}]
      containers: [{name: web, image: web, resources: {requests: {cpu: 1000m, memory: "1024Ki"}}}]
)");
    }
}

/// What a client may write in more than one way.
void unusualSpellings(LabHarness &lab)
{
    std::string yaml = workersYaml(1,
        "          healthyDuration: 90000ms\n          unhealthyDuration: 0.5h\n          deletionTimeout: "
        "1m1m\n"
        "          turnUnhealthyPeriodically: true\n");
    yaml.resize(yaml.find("---"));
    const std::size_t name = yaml.find("name: workers");
    yaml.replace(name, 13, "name: spelled");
    for (std::size_t at = yaml.find("set: workers"); at != std::string::npos; at = yaml.find("set: workers"))
        yaml.replace(at, 12, "set: spelled");
    lab.create(yaml);
    lab.create(R"(apiVersion: machine.openshift.io/v1beta1
kind: MachineHealthCheck
metadata: {name: spelled}
spec:
  selector: {matchLabels: {set: spelled}}
  maxUnhealthy: "100%"
  nodeStartupTimeout: 600000ms
  unhealthyConditions:
  - {type: Ready, status: Unknown, timeout: 0.25h}
)");
}

/// The pods bear another's labels and uid.
void podsOfOthers(LabHarness &lab)
{
    const auto pod = lab.hollowPods().front();
    for (const char *name : {"copy-1", "copy-2"}) {
        core::api::Pod copy = pod;
        copy.metadata = {.name = name, .ns = pod.metadata.ns, .labels = pod.metadata.labels};
        const auto answer =
            lab.request(Method::Post, "/api/v1/namespaces/kubemark-actuator/pods", core::api::encode(copy));
        QVERIFY2(answer.code == 201, core::api::writeJson(*answer.body).c_str());
    }
}

/// A hollow pod of another namespace, with the name of one that is there: two kubelets for one node.
void twinPod(LabHarness &lab)
{
    const auto pod = lab.hollowPods().front();
    core::api::Pod twin = pod;
    twin.metadata = {.name = pod.metadata.name, .ns = "default"};
    twin.spec.serviceAccountName.clear(); // there is none of the name there
    twin.status = {};
    const auto answer = lab.request(Method::Post, "/api/v1/namespaces/default/pods", core::api::encode(twin));
    QVERIFY2(answer.code == 201, core::api::writeJson(*answer.body).c_str());
}

/// Machines that claim to be each other's, and a set's.
void strangeOwners(LabHarness &lab)
{
    const auto machines = lab.machines();
    for (std::size_t i = 0; i < machines.size(); ++i) {
        const auto &owner = machines[(i + 1) % machines.size()].metadata;
        QCOMPARE(lab.patch(tests::machineApi + "machines/" + machines[i].metadata.name,
                        R"({"metadata":{"ownerReferences":[{"apiVersion":"machine.openshift.io/v1beta1",
                "kind":"Machine","name":)"
                            + inQuotes(owner.name) + R"(,"uid":)" + inQuotes(owner.uid)
                            + R"(,"controller":true,"blockOwnerDeletion":true}]}})")
                     .code,
            200);
    }
}

/// All of them for one node, which is another's.
void setOfStaticMachines(LabHarness &lab)
{
    std::string yaml = workersYaml(3);
    yaml.resize(yaml.find("---"));
    for (std::size_t at = yaml.find("workers"); at != std::string::npos; at = yaml.find("workers"))
        yaml.replace(at, 7, "statics");
    const std::size_t labels = yaml.find("      labels: {set");
    yaml.insert(labels,
        "      annotations: {machine.openshift.io/static-machine: " + firstNode(lab).metadata.name + "}\n");
    lab.create(yaml);
}

void machineOnTheHollowHost(LabHarness &lab)
{
    std::string host;
    for (const Node &node : lab.list<Node>()) {
        if (!node.metadata.name.starts_with("workers"))
            host = node.metadata.name;
    }
    for (const char *name : {"host-1", "host-2"})
        post(lab, tests::machineApi + "machines",
            R"({"apiVersion":"machine.openshift.io/v1beta1","kind":"Machine","metadata":{"name":)"
                + inQuotes(name) + R"(,"annotations":{"machine.openshift.io/static-machine":)"
                + inQuotes(host) + R"(}},"spec":{"metadata":{"labels":{"of":)" + inQuotes(name)
                + R"(}},"taints":[{"key":"t","value":)" + inQuotes(name)
                + R"(,"effect":"NoSchedule"}],"providerSpec":{"value":{}}}})");
}

/// What node and machine say of preservation differs.
void preservedDifferently(LabHarness &lab)
{
    post(lab, tests::mcm::root + "machines",
        R"({"apiVersion":"machine.sapcloud.io/v1alpha1","kind":"Machine","metadata":{"name":"kept",
            "annotations":{"node.machine.sapcloud.io/preserve":"now"}},
            "spec":{"class":{"kind":"MachineClass","name":"small"}}})");
    lab.advance(30s);
    for (const Node &node : lab.hollowNodes()) {
        if (node.metadata.name.starts_with("kept"))
            QCOMPARE(lab.patch(tests::nodesPath + node.metadata.name,
                            R"({"metadata":{"annotations":{"node.machine.sapcloud.io/preserve":"false"},
                "labels":{"node.machine.sapcloud.io/candidate-for-update":"true",
                "node.machine.sapcloud.io/selected-for-update":"true"}}})")
                         .code,
                200);
    }
}

/// Sets of the other family that would have each other's machines, under a deployment that has neither.
void overlappingSetsOfMcm(LabHarness &lab)
{
    for (const char *name : {"pool-1", "pool-2"})
        post(lab, tests::mcm::root + "machinesets",
            R"({"apiVersion":"machine.sapcloud.io/v1alpha1","kind":"MachineSet","metadata":{"name":)"
                + inQuotes(name) + R"(,"labels":{"freeze":"True"}},
            "spec":{"replicas":2,"selector":{"matchLabels":{"pool":"p"}},"template":{"metadata":{"labels":
            {"pool":"p","name":"none"}},"spec":{"class":{"kind":"MachineClass","name":"small"}}}}})");
}

struct Named {
    const char *name;
    Hostility act;
};

const std::vector<Named> &hostilities()
{
    static const std::vector<Named> all {
        {"two nodes with one provider id", twoNodesOneProviderId},
        {"two nodes with one address", twoNodesOneAddress},
        {"two foreign nodes with one provider id", twoForeignNodesOneProviderId},
        {"two nodes with one annotation", twoNodesOneAnnotation},
        {"machines with another's provider id", machineWithAnothersProviderId},
        {"static machines on one node", staticMachinesOnOneNode},
        {"mcm machines with one node", mcmMachinesWithOneNode},
        {"overlapping sets", overlappingSets},
        {"two health checks", twoHealthChecks},
        {"managed taints", managedTaints},
        {"managed labels", managedLabels},
        {"managed marks of mcm", managedMarksOfMcm},
        {"marks of a rollout", marksOfARollout},
        {"overlapping deployments", overlappingDeployments},
        {"orphaned set of a deployment", orphanedSetOfADeployment},
        {"orphaned replica set", orphanedReplicaSet},
        {"group of a deployment", groupOfADeployment},
        {"group below its bounds", groupBelowItsBounds},
        {"overlapping replica sets", overlappingReplicaSets},
        {"unusual spellings", unusualSpellings},
        {"pods of others", podsOfOthers},
        {"twin pod", twinPod},
        {"set of static machines", setOfStaticMachines},
        {"machines on the hollow host", machineOnTheHollowHost},
        {"preserved differently", preservedDifferently},
        {"overlapping sets of mcm", overlappingSetsOfMcm},
        {"strange owners", strangeOwners},
    };
    return all;
}

} // namespace

class TestFixedPoint : public QObject
{
    Q_OBJECT

private slots:
    void hostileWorldRests_data();
    void hostileWorldRests();
    void hostileWorldsRest();
    void fightersAreSlowed();
    void ambiguityIsToldOnce();
};

void TestFixedPoint::hostileWorldRests_data()
{
    QTest::addColumn<int>("hostility");
    for (std::size_t i = 0; i < hostilities().size(); ++i)
        QTest::newRow(hostilities()[i].name) << int(i);
}

void TestFixedPoint::hostileWorldRests()
{
    QFETCH(int, hostility);
    AuditedLab world;
    world.lab.create(tests::mcm::classYaml("small", 1));
    world.lab.create(workersYaml(3));
    QVERIFY(world.lab.until([&] { return world.lab.settled(3); }, 60s));
    hostilities()[std::size_t(hostility)].act(world.lab);
    QVERIFY2(live(world, 30min), "time stands still");
    std::string problem = fight(world.lab);
    QVERIFY2(problem.empty(), problem.c_str());
    problem = unrest(world);
    QVERIFY2(problem.empty(), problem.c_str());
}

/// Some of all that at once, as the seed says.
void TestFixedPoint::hostileWorldsRest()
{
    const QString given = qEnvironmentVariable("HOLLOWLAB_SEED");
    const quint32 seed = given.isEmpty() ? QRandomGenerator::global()->generate() : given.toUInt();
    qInfo("HOLLOWLAB_SEED=%u", seed);
    QRandomGenerator dice(seed);
    for (int round = 0; round < 4; ++round) {
        AuditedLab world(dice.generate());
        world.lab.create(tests::mcm::classYaml("small", 1));
        world.lab.create(workersYaml(3));
        QVERIFY(world.lab.until([&] { return world.lab.settled(3); }, 60s));
        std::string names;
        for (const Named &hostility : hostilities()) {
            if (dice.bounded(4) != 0)
                continue;
            names += std::string(hostility.name) + "; ";
            hostility.act(world.lab);
            QVERIFY2(live(world, std::chrono::seconds(dice.bounded(90))), names.c_str());
            if (world.lab.hollowNodes().empty() || world.lab.machines().empty())
                break;
        }
        QVERIFY2(live(world, 30min), names.c_str());
        std::string problem = fight(world.lab);
        QVERIFY2(problem.empty(), (names + problem).c_str());
        problem = unrest(world);
        QVERIFY2(problem.empty(), (names + problem).c_str());
    }
}

/// Somebody outside who takes away at once whatever is put: told, slowed down, and over as soon as he stops.
void TestFixedPoint::fightersAreSlowed()
{
    AuditedLab world;
    LabHarness &lab = world.lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 60s));
    const std::string machine = lab.machines().front().metadata.name;
    const std::string machinePath = tests::machineApi + "machines/" + machine;
    const std::string node = lab.machines().front().status.nodeRef->name;
    QCOMPARE(lab.patch(machinePath, R"({"spec":{"metadata":{"labels":{"wanted":"yes"}}}})").code, 200);

    const auto label = [&] {
        const auto nodes = lab.hollowNodes();
        const auto it = std::ranges::find(nodes, node, [](const Node &each) { return each.metadata.name; });
        return it == nodes.end() ? std::string() : std::string(it->metadata.label("wanted"));
    };
    int taken = 0;
    const auto fightFor = [&](core::base::Duration duration) {
        taken = 0;
        const auto end = lab.clock().now() + duration;
        while (lab.clock().now() < end) {
            lab.advance(100ms);
            if (!label().empty()) {
                ++taken;
                lab.patch(tests::nodesPath + node, R"({"metadata":{"labels":{"wanted":null}}})");
            }
        }
    };
    fightFor(10s);
    QVERIFY2(taken >= 20, std::to_string(taken).c_str());
    fightFor(10min);
    fightFor(10min);
    QVERIFY2(taken > 0 && taken <= 6, std::to_string(taken).c_str());
    QVERIFY(!fight(lab).empty());
    const auto told = lab.list<Event>();
    QCOMPARE(std::ranges::count(told, std::string("Contested"), &Event::reason), std::ptrdiff_t(1));
    const auto said = lab.engine().explain({&core::api::resourceOf<Node>(), {{}, node}});
    QVERIFY(std::ranges::any_of(said, [](const auto &one) {
        return one.controller == "nodelink" && one.nextCheck
            && std::ranges::any_of(one.reasons, [](const auto &why) { return why.code == "Contested"; });
    }));
    QVERIFY(live(world, 5min));
    QCOMPARE(label(), std::string("yes"));
    QCOMPARE(lab.patch(machinePath, R"({"spec":{"metadata":{"labels":{"wanted":"no"}}}})").code, 200);
    QVERIFY(lab.until([&] { return label() == "no"; }, 1s));
}

void TestFixedPoint::ambiguityIsToldOnce()
{
    AuditedLab world;
    LabHarness &lab = world.lab;
    twoForeignNodesOneProviderId(lab);
    for (int i = 0; i < 20; ++i) {
        lab.patch(tests::nodesPath + "cloud-1",
            R"({"metadata":{"labels":{"touched":)" + inQuotes(std::to_string(i)) + "}}}");
        QVERIFY(live(world, 10s));
    }
    int told = 0;
    for (const Event &event : lab.list<Event>()) {
        if (event.involvedObject.name == "cloud-1" && event.reason == "AmbiguousMachineMatch")
            told += event.count.value_or(1);
    }
    QCOMPARE(told, 1);
    const auto said = lab.engine().explain({&core::api::resourceOf<Node>(), {{}, "cloud-1"}});
    QVERIFY(std::ranges::any_of(said, [](const auto &one) {
        return one.controller == "nodelink" && one.reasons.front().code == "AmbiguousMachineMatch";
    }));
    // The other one goes, and the ambiguity with it.
    QCOMPARE(lab.request(Method::Delete, tests::nodesPath + "cloud-2").code, 200);
    QVERIFY(lab.until(
        [&] {
            const auto nodes = lab.list<Node>();
            return std::ranges::any_of(nodes, [](const Node &node) {
                return node.metadata.name == "cloud-1"
                    && node.metadata.annotation("machine.openshift.io/machine") == "default/foreign";
            });
        },
        10s));
}

QTEST_APPLESS_MAIN(TestFixedPoint)
#include "tst_fixedpoint.moc"
