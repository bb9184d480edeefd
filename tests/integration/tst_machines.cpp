// SPDX-License-Identifier: GPL-3.0-or-later
// What may stand in the way of a machine (docs/machines.md §4.6–4.9): hooks, disruption budgets, a node that
// does not answer, a Cluster that is missing; and health checks of the first generation (§7.1). On engine and
// lab.
#include "core/api/event.h"
#include "core/api/healthcheckv1alpha1.h"
#include "core/api/machinedisruptionbudget.h"
#include "tests/integration/labharness.h"

using namespace std::chrono_literals;
using core::api::Event;
using core::api::Machine;
using core::api::Method;
using core::api::Node;
using core::api::Pod;
using tests::LabHarness;
using tests::workersYaml;

namespace {

const std::string machinesPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/";
const std::string podsPath = "/api/v1/namespaces/default/pods";

/// Machines alone: what is deleted here is nobody's to replace.
std::string machineYaml(
    const std::string &name, const std::string &metadata = {}, const std::string &spec = {})
{
    return R"(---
apiVersion: machine.openshift.io/v1beta1
kind: Machine
metadata:
  name: )"
        + name + "\n" + metadata + R"(spec:
)" + spec
        + R"(  providerSpec:
    value:
      apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
      kind: KubemarkMachineProviderConfig
      image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
)";
}

Machine machineNamed(LabHarness &lab, const std::string &name)
{
    for (const Machine &machine : lab.machines()) {
        if (machine.metadata.name == name)
            return machine;
    }
    return {};
}

bool exists(LabHarness &lab, const std::string &machine)
{
    return !machineNamed(lab, machine).metadata.uid.empty();
}

bool runs(LabHarness &lab, const std::string &machine)
{
    return machineNamed(lab, machine).status.phase == "Running";
}

std::string nodeOf(LabHarness &lab, const std::string &machine)
{
    const auto nodeRef = machineNamed(lab, machine).status.nodeRef;
    return nodeRef ? nodeRef->name : std::string();
}

/// "True", "False/Reason", "" while there is none.
std::string condition(const Machine &machine, std::string_view type)
{
    for (const auto &condition : machine.status.conditions) {
        if (condition.type == type)
            return condition.status + (condition.reason.empty() ? "" : "/" + condition.reason);
    }
    return {};
}

/// How often anybody was told so about the object.
int timesTold(LabHarness &lab, const std::string &object, const std::string &reason)
{
    int times = 0;
    for (const Event &event : lab.list<Event>()) {
        if (event.involvedObject.name == object && event.reason == reason)
            times += event.count.value_or(1);
    }
    return times;
}

void startWork(LabHarness &lab, const std::string &name, const std::string &node)
{
    lab.create(R"(apiVersion: v1
kind: Pod
metadata: {name: )"
        + name + R"(, labels: {app: web}}
spec:
  nodeName: )"
        + node + R"(
  tolerations: [{operator: Exists}]
  containers: [{name: web, image: web}]
)");
}

std::optional<Pod> workNamed(LabHarness &lab, const std::string &name)
{
    for (Pod &pod : lab.list<Pod>()) {
        if (pod.metadata.name == name)
            return std::move(pod);
    }
    return std::nullopt;
}

bool isWorking(LabHarness &lab, const std::string &name)
{
    const auto pod = workNamed(lab, name);
    return pod && pod->status.phase == "Running";
}

void removeMachine(LabHarness &lab, const std::string &name)
{
    QCOMPARE(lab.request(Method::Delete, machinesPath + name).code, 200);
}

} // namespace

class TestMachines : public QObject
{
    Q_OBJECT

private slots:
    void hooksHoldTheMachine_data() { tests::withAndWithoutRestart(); }
    void hooksHoldTheMachine();
    void budgetHoldsTheDrain_data() { tests::withAndWithoutRestart(); }
    void budgetHoldsTheDrain();
    void budgetIsToldWhereItCanBeRead_data();
    void budgetIsToldWhereItCanBeRead();
    void unreachableNodeIsNotWaitedFor_data();
    void unreachableNodeIsNotWaitedFor();
    void excludedMachineIsNotDrained();
    void clusterMustExist_data() { tests::withAndWithoutRestart(); }
    void clusterMustExist();
    void clusterLabelIsDefaulted();
    void refusedCreationIsToldAndRetried();
    void firstGenerationReplaces_data() { tests::withAndWithoutRestart(); }
    void firstGenerationReplaces();
    void firstGenerationAsksForAReboot();
    void firstGenerationHonoursBudgets();
    void bothGenerationsReplaceOnce();

private:
    tests::Databases m_databases;
};

void TestMachines::hooksHoldTheMachine()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    lab.create(machineYaml("m", {}, R"(  lifecycleHooks:
    preDrain: [{name: Backup, owner: backup}]
    preTerminate: [{name: Inventory, owner: backup}]
)"));
    QVERIFY(lab.until([&] { return runs(lab, "m"); }, 30s));
    QCOMPARE(condition(machineNamed(lab, "m"), "Drainable"), std::string("False/HookPresent"));
    QCOMPARE(condition(machineNamed(lab, "m"), "Terminable"), std::string("False/HookPresent"));
    startWork(lab, "web", nodeOf(lab, "m"));
    QVERIFY(lab.until([&] { return isWorking(lab, "web"); }, 10s));

    removeMachine(lab, "m");
    lab.advance(60s);
    if (restart)
        lab.restart();
    lab.advance(60s);
    QCOMPARE(machineNamed(lab, "m").status.phase, std::string("Deleting"));
    QVERIFY(isWorking(lab, "web")); // nothing is drained before the hook is taken away
    QVERIFY(!lab.hollowNodes().front().spec.unschedulable.value_or(false));
    QCOMPARE(timesTold(lab, "m", "DrainBlocked"), 1);

    QCOMPARE(lab.patch(machinesPath + "m", R"({"spec":{"lifecycleHooks":{"preDrain":null}}})").code, 200);
    QVERIFY(lab.until([&] { return condition(machineNamed(lab, "m"), "Drained") == "True"; }, 45s));
    QVERIFY(!workNamed(lab, "web"));
    lab.advance(60s);
    QCOMPARE(lab.hollowNodes().size(), std::size_t(1)); // the instance waits for the other hook
    QCOMPARE(condition(machineNamed(lab, "m"), "Terminable"), std::string("False/HookPresent"));

    QCOMPARE(lab.patch(machinesPath + "m", R"({"spec":{"lifecycleHooks":null}})").code, 200);
    QVERIFY(lab.until([&] { return !exists(lab, "m"); }, 45s));
    QVERIFY(lab.hollowNodes().empty());
    QCOMPARE(timesTold(lab, "m", "DrainSucceeded"), 1);
}

void TestMachines::budgetHoldsTheDrain()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    lab.create(machineYaml("a") + machineYaml("b"));
    QVERIFY(lab.until([&] { return runs(lab, "a") && runs(lab, "b"); }, 30s));
    startWork(lab, "web-a", nodeOf(lab, "a"));
    startWork(lab, "web-b", nodeOf(lab, "b"));
    lab.create(R"(apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 2, selector: {matchLabels: {app: web}}}
)");
    QVERIFY(lab.until([&] { return isWorking(lab, "web-a") && isWorking(lab, "web-b"); }, 10s));
    lab.advance(2s);

    removeMachine(lab, "a");
    lab.advance(60s);
    if (restart)
        lab.restart();
    lab.advance(60s);
    const Machine held = machineNamed(lab, "a");
    QCOMPARE(condition(held, "Drained"), std::string("False/DrainError")); // §4.8
    QVERIFY(isWorking(lab, "web-a"));
    const auto nodes = lab.hollowNodes();
    QVERIFY(std::ranges::all_of(nodes, [&](const Node &node) {
        return node.spec.unschedulable.value_or(false) == (node.metadata.name == held.status.nodeRef->name);
    }));
    QVERIFY(timesTold(lab, "a", "DrainRequeued") > 0);

    startWork(lab, "web-c", nodeOf(lab, "b")); // now one can be spared
    QVERIFY(lab.until([&] { return !exists(lab, "a"); }, 45s));
    QVERIFY(!workNamed(lab, "web-a"));
    QVERIFY(isWorking(lab, "web-b") && isWorking(lab, "web-c"));
    QVERIFY(runs(lab, "b"));
}

void TestMachines::budgetIsToldWhereItCanBeRead_data()
{
    QTest::addColumn<QString>("refused");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("told");
    QTest::newRow("served") << QString() << 404 << true;
    QTest::newRow("in the older version alone") << QStringLiteral("/apis/policy/v1/") << 404 << true;
    QTest::newRow("not served") << QStringLiteral("/apis/policy/") << 404 << false;
    QTest::newRow("forbidden") << QStringLiteral("/apis/policy/") << 403 << false;
}

void TestMachines::budgetIsToldWhereItCanBeRead()
{
    QFETCH(const QString, refused);
    QFETCH(const int, code);
    QFETCH(const bool, told);
    LabHarness lab;
    if (!refused.isEmpty()) {
        lab.transport().refuseReads(refused.toStdString(), code);
        lab.restartEngine();
    }
    lab.create(machineYaml("m"));
    QVERIFY(lab.until([&] { return runs(lab, "m"); }, 30s)); // no controller waits for budgets
    startWork(lab, "web", nodeOf(lab, "m"));
    lab.create(R"(apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
)");
    QVERIFY(lab.until([&] { return isWorking(lab, "web"); }, 10s));
    lab.advance(2s);

    removeMachine(lab, "m");
    lab.advance(30s);
    QVERIFY(isWorking(lab, "web"));
    QCOMPARE(condition(machineNamed(lab, "m"), "Drained"), std::string("False/DrainError"));
    const auto said = lab.engine().explain({&core::api::resourceOf<Machine>(), {"default", "m"}});
    QCOMPARE(std::ranges::any_of(said,
                 [](const auto &one) {
                     return std::ranges::any_of(one.reasons, [](const auto &why) {
                         return why.text.find("PodDisruptionBudget default/web") != std::string::npos;
                     });
                 }),
        told);
    lab.request(Method::Delete, "/apis/policy/v1/namespaces/default/poddisruptionbudgets/web");
    QVERIFY(lab.until([&] { return !exists(lab, "m"); }, 45s));
}

void TestMachines::unreachableNodeIsNotWaitedFor_data()
{
    QTest::addColumn<bool>("reachable");
    QTest::addColumn<bool>("budget");
    QTest::addColumn<bool>("goes");
    QTest::newRow("its pods get a second, and are not waited for") << false << false << true;
    QTest::newRow("a disruption budget is honoured all the same") << false << true << false;
    QTest::newRow("a node that answers ends its pods itself") << true << false << true;
}

void TestMachines::unreachableNodeIsNotWaitedFor()
{
    QFETCH(const bool, reachable);
    QFETCH(const bool, budget);
    QFETCH(const bool, goes);
    LabHarness lab;
    lab.create(machineYaml("m"));
    QVERIFY(lab.until([&] { return runs(lab, "m"); }, 30s));
    startWork(lab, "web", nodeOf(lab, "m"));
    QVERIFY(lab.until([&] { return isWorking(lab, "web"); }, 10s));
    if (budget)
        lab.create(R"(apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}
)");
    if (!reachable) {
        lab.breakNode(nodeOf(lab, "m"), "silent");
        QVERIFY(lab.until([&] { return lab.hollowNodes().front().readyStatus() == "Unknown"; }, 60s));
        lab.advance(1s); // its pod is known not to be ready
    }
    bool hadASecond = false;
    removeMachine(lab, "m");
    const auto gone = [&] {
        const auto pod = workNamed(lab, "web");
        if (pod && pod->metadata.isDeleting())
            hadASecond = pod->metadata.deletionGracePeriodSeconds == 1;
        return !exists(lab, "m");
    };
    QCOMPARE(lab.until(gone, 45s), goes);
    QCOMPARE(lab.hollowNodes().empty(), goes);
    if (goes)
        QCOMPARE(hadASecond, !reachable);
    else
        QCOMPARE(condition(machineNamed(lab, "m"), "Drained"), std::string("False/DrainError"));
}

void TestMachines::excludedMachineIsNotDrained()
{
    LabHarness lab;
    lab.create(machineYaml("m", "  annotations: {machine.openshift.io/exclude-node-draining: \"\"}\n"));
    QVERIFY(lab.until([&] { return runs(lab, "m"); }, 30s));
    startWork(lab, "web", nodeOf(lab, "m"));
    QVERIFY(lab.until([&] { return isWorking(lab, "web"); }, 10s));
    removeMachine(lab, "m");
    QVERIFY(lab.until([&] { return !exists(lab, "m"); }, 45s));
    QCOMPARE(timesTold(lab, "m", "DrainSkipped"), 1);
    QCOMPARE(timesTold(lab, "m", "DrainProceeds"), 0);
}

void TestMachines::clusterMustExist()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    lab.create(machineYaml("m", "  labels: {cluster.k8s.io/cluster-name: blue}\n"));
    lab.advance(100s);
    if (restart)
        lab.restart();
    lab.advance(100s);
    Machine machine = machineNamed(lab, "m");
    QCOMPARE(timesTold(lab, "m", "FailedValidate"), 1); // §4.9: every 30 s a look, but it is told once
    QCOMPARE(machine.status.errorReason, std::string("InvalidConfiguration"));
    QCOMPARE(machine.status.failureMessage, machine.status.errorMessage); // §12 row 32
    QVERIFY(machine.status.errorMessage.find("cluster.k8s.io/cluster-name") != std::string::npos);
    QVERIFY(lab.hollowNodes().empty());

    lab.create(R"(apiVersion: cluster.k8s.io/v1alpha1
kind: Cluster
metadata: {name: blue}
spec:
  clusterNetwork:
    serviceDomain: cluster.local
    services: {cidrBlocks: [172.30.0.0/16]}
    pods: {cidrBlocks: [10.128.0.0/14]}
)");
    QVERIFY(lab.until([&] { return runs(lab, "m"); }, 10s));
    machine = machineNamed(lab, "m");
    QVERIFY(machine.metadata.hasFinalizer("foregroundDeletion")); // §4.3
    QCOMPARE(machine.status.errorMessage, std::string());
    removeMachine(lab, "m");
    QVERIFY(lab.until([&] { return !exists(lab, "m"); }, 45s));
    QVERIFY(lab.hollowNodes().empty());
}

void TestMachines::clusterLabelIsDefaulted()
{
    LabHarness lab;
    lab.create(machineYaml("m"));
    QVERIFY(lab.until([&] { return runs(lab, "m"); }, 30s));
    QCOMPARE(std::string(machineNamed(lab, "m").metadata.label("machine.openshift.io/cluster-api-cluster")),
        std::string("hollowlab")); // §12 row 30
}

/// A machine that the API server refuses is told of on its set, which goes on trying.
void TestMachines::refusedCreationIsToldAndRetried()
{
    LabHarness lab;
    lab.create(workersYaml(1));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 30s));
    const std::string path = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/workers";
    const auto annotate = [&](const char *value) {
        return lab
            .patch(path,
                std::string(R"({"spec":{"template":{"metadata":{"labels":{"team":")") + value + R"("}}}}})")
            .code;
    };
    QCOMPARE(annotate("no label at all!"), 200); // the schema does not look so closely
    lab.scale("workers", 2);
    lab.advance(60s);
    const auto set = [&] { return lab.list<core::api::MachineSet>().front(); };
    QCOMPARE(set().status.errorReason, std::string("CreateError"));
    QVERIFY(set().status.errorMessage.find("metadata.labels") != std::string::npos);
    QCOMPARE(timesTold(lab, "workers", "FailedCreate"), 1);
    QCOMPARE(annotate("blue"), 200);
    QVERIFY(lab.until([&] { return lab.settled(2); }, 60s));
    QCOMPARE(set().status.errorMessage, std::string());
}

namespace {

/// Machines of a set in the namespace default, and a health check of v1alpha1 for them elsewhere.
void prepareFirstGeneration(LabHarness &lab, const std::string &conditions, const std::string &annotations)
{
    const std::string yaml = workersYaml(3);
    lab.create(yaml.substr(0, yaml.find("---"))); // without the other health check
    const auto post = [&](const std::string &path, const std::string &json) {
        QCOMPARE(lab.request(Method::Post, path, *core::api::parseJson(json)).code, 201);
    };
    if (!conditions.empty())
        post("/api/v1/namespaces/openshift-machine-api/configmaps",
            R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"node-unhealthy-conditions"},)"
            R"("data":{"conditions":")"
                + conditions + R"("}})");
    post("/apis/healthchecking.openshift.io/v1alpha1/namespaces/openshift-machine-api/machinehealthchecks",
        R"({"apiVersion":"healthchecking.openshift.io/v1alpha1","kind":"MachineHealthCheck",)"
        R"("metadata":{"name":"old","annotations":{)"
            + annotations + R"(}},"spec":{"selector":{"matchLabels":{"set":"workers"}}}})");
    QVERIFY(lab.until([&] { return lab.settled(3); }, 30s));
}

core::api::HealthCheckV1alpha1 oldCheck(LabHarness &lab)
{
    return lab.list<core::api::HealthCheckV1alpha1>().front();
}

} // namespace

void TestMachines::firstGenerationReplaces()
{
    QFETCH(const bool, restart);
    LabHarness lab(m_databases.next());
    prepareFirstGeneration(lab, "items: [{name: Ready, timeout: 20s, status: False}]", {}); // unquoted
    const Node victim = lab.hollowNodes().front();
    lab.breakNode(victim.metadata.name, "not-ready");
    lab.advance(15s);
    QCOMPARE(lab.hollowNodes().size(), std::size_t(3)); // not yet
    if (restart)
        lab.restart();
    const auto replaced = [&] {
        const auto nodes = lab.hollowNodes();
        return lab.settled(3) && std::ranges::none_of(nodes, [&](const Node &node) {
            return node.metadata.name == victim.metadata.name;
        });
    };
    QVERIFY(lab.until(replaced, 60s));
    lab.advance(5s);
    QCOMPARE(oldCheck(lab).status.expectedMachines.value_or(-1), 3);
    QCOMPARE(oldCheck(lab).status.currentHealthy.value_or(-1), 3);
}

void TestMachines::firstGenerationAsksForAReboot()
{
    LabHarness lab;
    prepareFirstGeneration(lab, "items: [{name: Ready, timeout: 20s, status: \\\"False\\\"}]",
        R"("healthchecking.openshift.io/strategy":"reboot")");
    const std::string victim = lab.hollowNodes().front().metadata.name;
    lab.breakNode(victim, "not-ready");
    lab.advance(120s);
    const auto nodes = lab.hollowNodes();
    QCOMPARE(nodes.size(), std::size_t(3));
    for (const Node &node : nodes)
        QCOMPARE(
            node.metadata.annotations.contains(core::api::keys::rebootRequest), node.metadata.name == victim);
}

void TestMachines::firstGenerationHonoursBudgets() // §7.8
{
    LabHarness lab;
    prepareFirstGeneration(lab, "items: [{name: Ready, timeout: 20s, status: False}]", {});
    lab.create(R"(apiVersion: healthchecking.openshift.io/v1alpha1
kind: MachineDisruptionBudget
metadata: {name: guard}
spec: {maxUnavailable: 1, selector: {matchLabels: {set: workers}}}
)");
    const auto budget = [&] { return lab.list<core::api::MachineDisruptionBudget>().front().status; };
    QVERIFY(lab.until([&] { return budget().disruptionsAllowed == 1; }, 5s));
    QCOMPARE(budget().expectedMachines, std::int64_t(3));
    const std::string victim = lab.hollowNodes().front().metadata.name;
    lab.breakNode(victim, "not-ready");
    const auto isThere = [&] {
        const auto nodes = lab.hollowNodes();
        return std::ranges::any_of(nodes, [&](const Node &node) { return node.metadata.name == victim; });
    };
    lab.advance(3min);
    QVERIFY(isThere()); // it is unavailable itself
    QCOMPARE(budget().disruptionsAllowed, std::int64_t(0));
    lab.patch("/apis/healthchecking.openshift.io/v1alpha1/namespaces/default/machinedisruptionbudgets/guard",
        R"({"spec":{"maxUnavailable":2}})");
    QVERIFY(lab.until([&] { return !isThere() && lab.settled(3); }, 2min));
    QVERIFY(lab.until([&] { return budget().disruptionsAllowed == 2; }, 5s));
    QVERIFY(budget().disruptedMachines.empty());
}

/// §7.7: each judges for itself; a machine that both find broken goes once, and one comes in its place.
void TestMachines::bothGenerationsReplaceOnce()
{
    LabHarness lab;
    prepareFirstGeneration(lab, "items: [{name: Ready, timeout: 15s, status: \\\"False\\\"}]", {});
    const std::string yaml = workersYaml(3);
    lab.create(yaml.substr(yaml.find("---") + 4));
    const std::string victim = lab.hollowNodes().front().metadata.name;
    std::set<std::string> seen;
    const auto watchMachines = [&] {
        for (const Machine &machine : lab.machines())
            seen.insert(machine.metadata.name);
        return false;
    };
    lab.breakNode(victim, "not-ready");
    lab.until(watchMachines, 90s);
    QVERIFY(lab.settled(3));
    QCOMPARE(seen.size(), std::size_t(4));
}

QTEST_GUILESS_MAIN(TestMachines)
#include "tst_machines.moc"
