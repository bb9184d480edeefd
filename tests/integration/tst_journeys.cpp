// SPDX-License-Identifier: GPL-3.0-or-later
// The journeys that the program exists for, on engine and lab together, each also with the program restarted
// in the middle of it.

#include "tests/integration/labharness.h"

#include <set>

using namespace std::chrono_literals;
using core::api::Machine;
using core::api::Node;
using core::api::Pod;
using tests::LabHarness;
using tests::workersYaml;

namespace {

std::set<std::string> namesOf(const std::vector<Machine> &machines)
{
    std::set<std::string> names;
    for (const Machine &machine : machines)
        names.insert(machine.metadata.name);
    return names;
}

constexpr const char *podsPath = "/api/v1/namespaces/kubemark-actuator/pods/";
constexpr const char *machinesPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/";

} // namespace

class TestJourneys : public QObject
{
    Q_OBJECT

private slots:
    void scaling_data() { tests::withAndWithoutRestart(); }
    void scaling();
    void brokenNodeIsReplaced_data();
    void brokenNodeIsReplaced();
    void shortFaultHealsByItself();
    void deletionTimeoutIsHeld_data() { tests::withAndWithoutRestart(); }
    void deletionTimeoutIsHeld();
    void staticMachineAdoptsItsNode();
    void lostPodFailsTheMachineAndTheCheckReplacesIt_data() { tests::withAndWithoutRestart(); }
    void lostPodFailsTheMachineAndTheCheckReplacesIt();
    void lostPodIsMadeAnewOnRequest();
    void unhealthyAfterTurnsOnce();
    void unhealthyPeriodicallyTurnsInTurn();
    void capacityIsAdvertised();
    void convergedLabWritesOnlyHeartbeats();
    void invalidConfigFailsTheMachine();
    void manyFailuresAreHeldBack();
    void remediationIsAskedForElsewhere();

private:
    void prepare(LabHarness &lab, const std::string &yaml, int replicas);

    tests::Databases m_databases;
};

void TestJourneys::prepare(LabHarness &lab, const std::string &yaml, int replicas)
{
    lab.create(yaml);
    QVERIFY(lab.until([&] { return lab.settled(replicas); }, 30s));
}

void TestJourneys::scaling()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(0), 0);
    for (const int replicas : {5, 2, 0}) {
        lab.scale("workers", replicas);
        if (restart) {
            lab.advance(1ms);
            lab.restart();
        }
        QVERIFY2(
            lab.until([&] { return lab.settled(replicas); }, 60s), qPrintable(QString::number(replicas)));
    }
    QVERIFY(lab.list<core::api::Lease>().size() <= 1); // the hollow host's own
}

void TestJourneys::brokenNodeIsReplaced_data()
{
    QTest::addColumn<bool>("restart");
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("readyStatus");
    QTest::addColumn<int>("noticedWithin");
    QTest::newRow("not ready") << false << "not-ready"
                               << "False" << 11;
    QTest::newRow("not ready, restarted") << true << "not-ready"
                                          << "False" << 11;
    QTest::newRow("heartbeats stopped") << false << "silent"
                                        << "Unknown" << 55;
    QTest::newRow("heartbeats stopped, restarted") << true << "silent"
                                                   << "Unknown" << 100;
}

void TestJourneys::brokenNodeIsReplaced()
{
    QFETCH(const bool, restart);
    QFETCH(const QString, fault);
    QFETCH(const QString, readyStatus);
    QFETCH(const int, noticedWithin);
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(3), 3);
    const auto before = namesOf(lab.machines());
    const Node victim = lab.hollowNodes().front();
    lab.breakNode(victim.metadata.name, fault.toStdString());
    if (restart) {
        lab.advance(1s);
        lab.restart();
    }
    const auto noticed = [&] {
        const auto nodes = lab.hollowNodes();
        return std::ranges::any_of(
            nodes, [&](const Node &node) { return node.readyStatus() == readyStatus.toStdString(); });
    };
    QVERIFY(lab.until(noticed, std::chrono::seconds(noticedWithin)));
    QVERIFY(lab.until([&] { return lab.settled(3) && namesOf(lab.machines()) != before; }, 60s));
    const auto nodes = lab.hollowNodes();
    QVERIFY(std::ranges::none_of(
        nodes, [&](const Node &node) { return node.metadata.name == victim.metadata.name; }));
    auto kept = namesOf(lab.machines());
    std::erase_if(kept, [&](const std::string &name) { return !before.contains(name); });
    QCOMPARE(kept.size(), std::size_t(2)); // only the broken one went
}

void TestJourneys::shortFaultHealsByItself()
{
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(3), 3);
    const auto before = namesOf(lab.machines());
    lab.breakNode(lab.hollowNodes().front().metadata.name, "not-ready for 8s");
    QVERIFY(lab.until([&] { return lab.readyNodes() == 2; }, 11s));
    QVERIFY(lab.until([&] { return lab.readyNodes() == 3; }, 22s));
    lab.advance(60s);
    QCOMPARE(namesOf(lab.machines()), before);
    const auto nodes = lab.hollowNodes();
    QVERIFY(std::ranges::all_of(
        nodes, [](const Node &node) { return node.metadata.annotation(core::api::keys::fault).empty(); }));
}

void TestJourneys::deletionTimeoutIsHeld()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(1, "          deletionTimeout: 30s\n"), 1);
    const core::base::Time asked = lab.clock().now();
    lab.scale("workers", 0);
    if (restart) {
        lab.advance(5s);
        lab.restart();
    }
    QVERIFY(lab.until([&] { return lab.clock().now() >= asked + 28s; }, 60s));
    QCOMPARE(lab.list<Pod>().size(), std::size_t(1));
    QVERIFY(lab.until([&] { return lab.settled(0); }, 10s));
}

void TestJourneys::staticMachineAdoptsItsNode()
{
    LabHarness lab(m_databases.next());
    lab.create(R"(apiVersion: v1
kind: Node
metadata: {name: metal-1}
spec: {providerID: "metal://1"}
---
apiVersion: machine.openshift.io/v1beta1
kind: Machine
metadata:
  name: static-1
  labels: {machine.openshift.io/cluster-api-cluster: lab}
  annotations: {machine.openshift.io/static-machine: metal-1}
spec:
  providerSpec:
    value: {apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1, kind: KubemarkMachineProviderConfig, image: i}
)");
    QCOMPARE(lab.patch("/api/v1/nodes/metal-1/status",
                    R"({"status":{"addresses":[{"type":"InternalIP","address":"192.0.2.7"}]}})")
                 .code,
        200);
    const auto running = [&] {
        const auto machines = lab.machines();
        return machines.size() == 1 && machines.front().status.phase == "Running"
            && machines.front().spec.providerID == "metal://1" && machines.front().status.nodeRef
            && machines.front().status.nodeRef->name == "metal-1";
    };
    QVERIFY(lab.until(running, 60s));
    QCOMPARE(lab.list<Pod>().size(), std::size_t(0));
    QCOMPARE(lab.request(core::api::Method::Delete, std::string(machinesPath) + "static-1").code, 200);
    QVERIFY(lab.until([&] { return lab.machines().empty(); }, 60s));
    QCOMPARE(lab.hollowNodes().size(), std::size_t(1)); // the node was never ours to delete
}

void TestJourneys::lostPodFailsTheMachineAndTheCheckReplacesIt()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(3), 3);
    const auto before = namesOf(lab.machines());
    const Pod pod = lab.list<Pod>().front();
    QCOMPARE(lab.request(core::api::Method::Delete, podsPath + pod.metadata.name).code, 200);
    if (restart) {
        lab.advance(200ms);
        lab.restart();
    }
    QVERIFY(lab.until([&] { return lab.settled(3) && namesOf(lab.machines()) != before; }, 120s));
}

void TestJourneys::lostPodIsMadeAnewOnRequest()
{
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(1), 1);
    const auto before = namesOf(lab.machines());
    const Pod pod = lab.list<Pod>().front();
    QCOMPARE(lab.patch(machinesPath + *before.begin(),
                    R"({"metadata":{"annotations":{"machine.openshift.io/kubemark-lost-pod":"recreate"}}})")
                 .code,
        200);
    lab.advance(1s);
    QCOMPARE(lab.request(core::api::Method::Delete, podsPath + pod.metadata.name).code, 200);
    const auto remade = [&] {
        const auto pods = lab.list<Pod>();
        return lab.settled(1) && pods.front().metadata.name == pod.metadata.name
            && pods.front().metadata.uid != pod.metadata.uid;
    };
    QVERIFY(lab.until(remade, 120s));
    QCOMPARE(namesOf(lab.machines()), before);
}

void TestJourneys::unhealthyAfterTurnsOnce()
{
    LabHarness lab(m_databases.next()); // as the README of cluster-api-provider-kubemark writes it
    lab.create(workersYaml(1, "          turnUnhealthyAfter: true\n          unhealthyDuration: 40s\n",
        "  nodeStartupTimeout: 10m\n"));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 30s));
    const auto before = namesOf(lab.machines());
    lab.advance(30s);
    QCOMPARE(lab.readyNodes(), 1);
    QVERIFY(lab.until([&] { return lab.readyNodes() == 0; }, 22s));
    lab.advance(60s);
    QCOMPARE(namesOf(lab.machines()), before); // 1 unhealthy of 1 is more than 40 %
    QCOMPARE(lab.readyNodes(), 0);
}

void TestJourneys::unhealthyPeriodicallyTurnsInTurn()
{
    LabHarness lab(m_databases.next());
    lab.create(workersYaml(1,
        "          turnUnhealthyPeriodically: true\n          unhealthyDuration: 5s\n          "
        "healthyDuration: 40s\n"));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 30s));
    for (int round = 0; round < 3; ++round) {
        QVERIFY(lab.until([&] { return lab.readyNodes() == 0; }, 55s));
        const core::base::Time since = lab.clock().now();
        QVERIFY(lab.until([&] { return lab.readyNodes() == 1; }, 20s));
        const auto lasted = std::chrono::duration<double>(lab.clock().now() - since).count();
        QVERIFY2(lasted > 2 && lasted < 9, qPrintable(QString::number(lasted)));
    }
}

void TestJourneys::capacityIsAdvertised()
{
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(1, "          numCores: 6\n          memoryCapacity: 10737418240\n"), 1);
    const Node node = lab.hollowNodes().front();
    QCOMPARE(node.status.capacity.at("cpu").milli(), std::int64_t(6000));
    QCOMPARE(node.status.capacity.at("memory").milli(), std::int64_t(10737418240) * 1000);
    const Pod pod = lab.list<Pod>().front();
    QCOMPARE(pod.spec.containers.front().image, std::string("docker.io/gofed/kubemark:v1.14.3-beta.0-2"));
}

void TestJourneys::convergedLabWritesOnlyHeartbeats()
{
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(3), 3);
    lab.advance(60s);
    std::map<std::string, std::string> versions;
    const auto remember = [&](const auto &objects) {
        for (const auto &object : objects)
            versions[object.metadata.uid] = object.metadata.resourceVersion;
    };
    const auto unchanged = [&](const auto &objects) {
        return std::ranges::all_of(objects, [&](const auto &object) {
            return versions[object.metadata.uid] == object.metadata.resourceVersion;
        });
    };
    remember(lab.machines());
    remember(lab.list<core::api::MachineSet>());
    remember(lab.list<core::api::MachineHealthCheck>());
    remember(lab.list<Pod>());
    remember(lab.hollowNodes());
    lab.advance(120s); // less than the 5 minutes after which a kubelet reports an unchanged status
    QVERIFY(unchanged(lab.machines()));
    QVERIFY(unchanged(lab.list<core::api::MachineSet>()));
    QVERIFY(unchanged(lab.list<core::api::MachineHealthCheck>()));
    QVERIFY(unchanged(lab.list<Pod>()));
    QVERIFY(unchanged(lab.hollowNodes()));
}

void TestJourneys::invalidConfigFailsTheMachine()
{
    LabHarness lab(m_databases.next());
    lab.create(workersYaml(1, "          numCores: 0\n"));
    const auto failed = [&] {
        const auto machines = lab.machines();
        return machines.size() == 1 && machines.front().status.phase == "Failed"
            && machines.front().status.errorMessage.find("numCores") != std::string::npos;
    };
    QVERIFY(lab.until(failed, 30s));
    QCOMPARE(lab.list<Pod>().size(), std::size_t(0));
}

void TestJourneys::manyFailuresAreHeldBack()
{
    LabHarness lab(m_databases.next());
    prepare(lab, workersYaml(5), 5);
    const auto before = namesOf(lab.machines());
    const auto nodes = lab.hollowNodes();
    for (std::size_t i = 0; i < 3; ++i)
        lab.breakNode(nodes[i].metadata.name, "not-ready"); // 3 of 5 is more than 40 %
    lab.advance(120s);
    QCOMPARE(namesOf(lab.machines()), before);
    const auto checks = lab.list<core::api::MachineHealthCheck>();
    QCOMPARE(checks.front().status.remediationsAllowed.value_or(-1), std::int64_t(0));
}

namespace {

constexpr const char *remediationKinds = R"(
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: repairs.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: repairs, singular: repair, kind: Repair}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: repairtemplates.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: repairtemplates, singular: repairtemplate, kind: RepairTemplate}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
)";

} // namespace

void TestJourneys::remediationIsAskedForElsewhere()
{
    LabHarness lab;
    prepare(lab,
        workersYaml(3, {},
            "  remediationTemplate: {apiVersion: example.com/v1, kind: RepairTemplate, name: by-hand}\n"),
        3);
    const Node victim = lab.hollowNodes().front();
    lab.breakNode(victim.metadata.name, "not-ready");
    const auto condition = [&](const char *type) {
        for (const auto &check : lab.list<core::api::MachineHealthCheck>()) {
            for (const auto &held : check.status.conditions) {
                if (held.type == type)
                    return held.status;
            }
        }
        return std::string();
    };
    const char *available = "ExternalRemediationTemplateAvailable";
    QVERIFY(lab.until([&] { return condition(available) == "False"; }, 60s)); // §7.5 row 1
    lab.create(remediationKinds);
    lab.create(
        "apiVersion: example.com/v1\nkind: RepairTemplate\nmetadata: {name: by-hand, namespace: default}\n"
        "spec: {template: {spec: {tool: hammer}}}\n");
    const auto requests = [&] {
        const auto response =
            lab.request(core::api::Method::Get, "/apis/example.com/v1/namespaces/default/repairs");
        return response.list ? response.list->items : std::vector<core::api::JsonPtr>();
    };
    QVERIFY(lab.until([&] { return requests().size() == 1; }, 90s));
    const core::api::JsonPtr request = requests().front();
    QCOMPARE(std::string(core::api::textAt(*request, {"spec", "tool"})), std::string("hammer"));
    const auto machines = lab.machines();
    const auto sick = std::ranges::find_if(machines,
        [&](const Machine &machine) { return machine.status.nodeRef->name == victim.metadata.name; });
    QVERIFY(sick != machines.end());
    QCOMPARE(std::string(core::api::textAt(*request, {"metadata", "name"})), sick->metadata.name);
    QCOMPARE(condition(available), std::string("True"));
    lab.advance(2min);
    QCOMPARE(requests().size(), std::size_t(1));
    QCOMPARE(namesOf(lab.machines()), namesOf(machines)); // nobody here replaces it
    lab.patch("/api/v1/nodes/" + victim.metadata.name,
        R"({"metadata":{"annotations":{"hollowlab.io/fault":null}}})");
    QVERIFY(lab.until([&] { return requests().empty(); }, 60s)); // healthy again: withdrawn
}

QTEST_GUILESS_MAIN(TestJourneys)
#include "tst_journeys.moc"
