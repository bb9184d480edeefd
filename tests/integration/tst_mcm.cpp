// SPDX-License-Identifier: GPL-3.0-or-later
// Machines of the machine-controller-manager on engine and lab together (docs/machines.md §9), with the
// program crashing at each of their writes, and beside machines of the other family.

#include "core/api/event.h"
#include "core/api/secret.h"
#include "tests/integration/mcmfleet.h"

using namespace std::chrono_literals;
using core::api::Method;
using core::api::Node;
using core::api::Pod;
using core::api::Secret;
using core::api::mcm::Machine;
using core::api::mcm::MachineClass;
using tests::LabHarness;

namespace {

namespace keys = core::api::mcm::keys;

const std::string base = "/apis/machine.sapcloud.io/v1alpha1/namespaces/default/";
const std::string machinesPath = base + "machines/";
const std::string classPath = base + "machineclasses/small";
const std::string secretPath = "/api/v1/namespaces/default/secrets/user-data";
const std::string podsPath = "/api/v1/namespaces/default/pods";

const char *const classYaml = R"(
apiVersion: v1
kind: Secret
metadata: {name: user-data}
data: {userData: eA==}
---
apiVersion: machine.sapcloud.io/v1alpha1
kind: MachineClass
metadata: {name: small}
provider: kubemark
secretRef: {name: user-data, namespace: default}
providerSpec:
  apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
  kind: KubemarkMachineProviderConfig
  image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
  numCores: 2
)";

std::string machineYaml(
    const std::string &name = "m", const std::string &spec = {}, const std::string &labels = {})
{
    return R"(
apiVersion: machine.sapcloud.io/v1alpha1
kind: Machine
metadata: {name: )"
        + name + ", labels: {" + labels + R"(}}
spec:
  class: {kind: MachineClass, name: small}
  nodeTemplate: {metadata: {labels: {pool: small}}}
)" + spec;
}

/// The machine of that name, or nothing.
std::optional<Machine> machine(LabHarness &lab, const std::string &name = "m")
{
    for (Machine &each : lab.list<Machine>()) {
        if (each.metadata.name == name)
            return std::move(each);
    }
    return std::nullopt;
}

std::string phase(LabHarness &lab, const std::string &name = "m")
{
    const auto found = machine(lab, name);
    return found ? std::string(found->phase()) : std::string();
}

bool reaches(
    LabHarness &lab, const std::string &wanted, core::base::Duration limit, const std::string &name = "m")
{
    return lab.until([&] { return phase(lab, name) == wanted; }, limit);
}

void makeRunning(LabHarness &lab, const std::string &spec = {})
{
    lab.create(classYaml);
    lab.create(machineYaml("m", spec));
    QVERIFY(reaches(lab, "Running", 30s));
}

bool isGone(LabHarness &lab, const std::string &path)
{
    return lab.request(Method::Get, path).code == 404;
}

/// The lab has nothing left of any machine: no pod, no node, no lease but the hollow host's.
bool isEmpty(LabHarness &lab)
{
    return lab.list<Machine>().empty() && lab.list<Pod>().empty() && lab.hollowNodes().empty()
        && lab.list<core::api::Lease>().size() == 1;
}

/// The class "small", whose provider refuses.
std::string refusingClass(const QByteArray &errors)
{
    return tests::mcm::classYaml(
        "small", 1, "metadata: {annotations: {hollowlab.io/provider-errors: " + errors.toStdString() + "}}");
}

std::size_t warnings(LabHarness &lab, std::string_view reason)
{
    const auto events = lab.list<core::api::Event>();
    return static_cast<std::size_t>(std::ranges::count(events, reason, &core::api::Event::reason));
}

std::size_t podsOf(LabHarness &lab, const std::string &uid)
{
    const auto pods = lab.list<Pod>();
    return static_cast<std::size_t>(std::ranges::count_if(
        pods, [&](const Pod &pod) { return pod.metadata.label(core::api::keys::podMachineUid) == uid; }));
}

} // namespace

class TestMcm : public QObject
{
    Q_OBJECT

private slots:
    void machineGetsItsNode();
    void whatIsMissingIsWaitedFor();
    void brokenNodeFailsItsMachine();
    void healedNodeRunsAgain();
    void onlyOneOfADeploymentFailsAtATime();
    void deletionDrainsAndLeavesNothing();
    void budgetHoldsTheDrainUntilItIsForced();
    void classAndSecretStayWhileTheyAreNeeded();
    void deletedNodeTakesItsMachineAlong();
    void convergedMachinesAreNotWritten();
    void refusedCreationsAreTriedAgain_data();
    void refusedCreationsAreTriedAgain();
    void refusedForGoodFails_data();
    void refusedForGoodFails();
    void refusedDeletionsAreTriedAgain_data();
    void refusedDeletionsAreTriedAgain();
    void crashAtEveryWrite();
    void bothFamiliesLiveSideBySide();

private:
    static void refusals()
    {
        QTest::addColumn<QByteArray>("errors");
        QTest::addColumn<QByteArray>("code");
        QTest::addColumn<int>("seconds"); // until nothing is refused any more
    }
};

void TestMcm::machineGetsItsNode()
{
    LabHarness lab;
    makeRunning(lab);
    const Machine made = *machine(lab);
    const auto nodes = lab.hollowNodes();
    QCOMPARE(nodes.size(), std::size_t(1));
    const Node &node = nodes.front();
    QCOMPARE(made.metadata.label(keys::nodeLabel), std::string_view(node.metadata.name));
    QCOMPARE(made.spec.providerID, node.spec.providerID);
    QCOMPARE(made.metadata.annotation(keys::priority), std::string_view("3"));
    QVERIFY(made.metadata.hasFinalizer(keys::finalizer));
    QCOMPARE(made.status.lastOperation.state, std::string(core::api::mcm::states::successful));
    QVERIFY(!made.status.conditions.empty());
    QVERIFY(lab.until(
        [&] { return !lab.hollowNodes().front().metadata.annotation(keys::joinDuration).empty(); }, 5s));
    QVERIFY(node.metadata.hasFinalizer(keys::nodeFinalizer));
    QCOMPARE(node.metadata.label("pool"), std::string_view("small"));
    QCOMPARE(node.metadata.label(keys::nodeMachineName), std::string_view("m"));
    QCOMPARE(node.status.capacity.at("cpu").text, std::string("2"));
    QVERIFY(lab.list<MachineClass>().front().metadata.hasFinalizer(keys::finalizer));
    QVERIFY(lab.list<Secret>().front().metadata.hasFinalizer(keys::finalizer));
}

void TestMcm::whatIsMissingIsWaitedFor()
{
    LabHarness lab;
    lab.create(machineYaml());
    QVERIFY(reaches(lab, "CrashLoopBackOff", 5s));
    QCOMPARE(machine(lab)->status.lastOperation.description,
        std::string("spec.class: there is no MachineClass default/small"));
    lab.create(classYaml);
    QVERIFY(reaches(lab, "Running", 30s));
}

void TestMcm::brokenNodeFailsItsMachine()
{
    LabHarness lab;
    makeRunning(lab, "  healthTimeout: 3m\n");
    lab.breakNode(lab.hollowNodes().front().metadata.name, "not-ready");
    QVERIFY(reaches(lab, "Unknown", 15s));
    const auto since = lab.clock().now();
    lab.advance(1s);
    core::api::Request question; // the node says what its machine waits for
    question.path = "/debug/explain";
    question.query = {{"kind", "node"}, {"name", lab.hollowNodes().front().metadata.name}};
    const auto answer = lab.engine().answer(question);
    QVERIFY(answer && answer->body);
    const std::string said = core::api::writeJson(*answer->body);
    QVERIFY2(said.find("WaitingForHealth") != std::string::npos, said.c_str());
    QVERIFY2(said.find("mcm-machine") != std::string::npos, said.c_str());
    QVERIFY(reaches(lab, "Failed", 4min));
    QVERIFY(lab.clock().now() - since >= 3min - 2s); // whole seconds are written
    QVERIFY(lab.clock().now() - since <= 3min + 2s);
    QCOMPARE(machine(lab)->status.lastOperation.type, std::string(core::api::mcm::operations::healthCheck));
}

void TestMcm::healedNodeRunsAgain()
{
    LabHarness lab;
    makeRunning(lab, "  healthTimeout: 3m\n");
    lab.breakNode(lab.hollowNodes().front().metadata.name, "not-ready for 1m");
    QVERIFY(reaches(lab, "Unknown", 15s));
    QVERIFY(reaches(lab, "Running", 90s));
    QVERIFY(!machine(lab)->status.currentStatus.timeoutActive);
}

void TestMcm::onlyOneOfADeploymentFailsAtATime()
{
    LabHarness lab;
    lab.create(classYaml);
    const std::vector<std::string> names {"a", "b", "c"};
    for (const std::string &name : names)
        lab.create(machineYaml(name, "  healthTimeout: 1m\n", "name: workers"));
    const auto count = [&](std::string_view wanted) {
        return std::ranges::count_if(
            names, [&](const std::string &name) { return phase(lab, name) == wanted; });
    };
    QVERIFY(lab.until([&] { return count("Running") == 3; }, 30s));
    const auto nodes = lab.hollowNodes();
    for (const Node &node : nodes)
        lab.breakNode(node.metadata.name, "not-ready");
    for (std::ptrdiff_t failed = 1; failed <= 3; ++failed) {
        QVERIFY(lab.until([&] { return count("Failed") == 1; }, 3min));
        lab.advance(2min);
        QCOMPARE(count("Failed"), std::ptrdiff_t(1));
        QCOMPARE(count("Unknown"), 3 - failed);
        for (const std::string &name : names) {
            if (phase(lab, name) == "Failed")
                QCOMPARE(lab.request(Method::Delete, machinesPath + name).code, 200);
        }
        QVERIFY(lab.until(
            [&] { return lab.list<Machine>().size() == static_cast<std::size_t>(3 - failed); }, 5min));
    }
}

void TestMcm::deletionDrainsAndLeavesNothing()
{
    LabHarness lab;
    makeRunning(lab);
    const std::string node = lab.hollowNodes().front().metadata.name;
    lab.create("apiVersion: v1\nkind: Pod\nmetadata: {name: tenant}\nspec:\n  nodeName: " + node
        + "\n  containers: [{name: c, image: i}]\n  tolerations: [{operator: Exists}]\n");
    QVERIFY(lab.until([&] { return lab.list<Pod>().size() == 2; }, 5s));
    QCOMPARE(lab.request(Method::Delete, machinesPath + "m").code, 200);
    QVERIFY(lab.until([&] { return isEmpty(lab); }, 2min));
}

void TestMcm::budgetHoldsTheDrainUntilItIsForced()
{
    LabHarness lab;
    makeRunning(lab, "  drainTimeout: 2m\n");
    const std::string node = lab.hollowNodes().front().metadata.name;
    lab.create("apiVersion: v1\nkind: Pod\nmetadata: {name: tenant, labels: {app: t}}\nspec:\n  nodeName: "
        + node + "\n  containers: [{name: c, image: i}]\n  tolerations: [{operator: Exists}]\n");
    lab.create("apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: t}\n"
               "spec: {minAvailable: 1, selector: {matchLabels: {app: t}}}\n");
    lab.advance(2s);
    QCOMPARE(lab.request(Method::Delete, machinesPath + "m").code, 200);
    lab.advance(110s);
    QVERIFY(!isGone(lab, podsPath + "/tenant"));
    QCOMPARE(machine(lab)->status.lastOperation.type, std::string(core::api::mcm::operations::drainNode));
    QVERIFY(lab.until([&] { return isEmpty(lab); }, 3min));
}

void TestMcm::classAndSecretStayWhileTheyAreNeeded()
{
    LabHarness lab;
    makeRunning(lab);
    lab.request(Method::Delete, secretPath);
    lab.request(Method::Delete, classPath);
    lab.advance(1min);
    QVERIFY(lab.list<MachineClass>().front().metadata.isDeleting());
    QVERIFY(lab.list<Secret>().front().metadata.isDeleting());
    lab.request(Method::Delete, machinesPath + "m");
    QVERIFY(
        lab.until([&] { return isEmpty(lab) && isGone(lab, classPath) && isGone(lab, secretPath); }, 2min));
}

void TestMcm::deletedNodeTakesItsMachineAlong()
{
    LabHarness lab;
    makeRunning(lab);
    lab.request(Method::Delete, "/api/v1/nodes/" + lab.hollowNodes().front().metadata.name);
    QVERIFY(lab.until([&] { return isEmpty(lab); }, 2min));
}

void TestMcm::convergedMachinesAreNotWritten()
{
    LabHarness lab;
    makeRunning(lab);
    lab.advance(2min);
    const std::string version = machine(lab)->metadata.resourceVersion;
    const std::string classVersion = lab.list<MachineClass>().front().metadata.resourceVersion;
    lab.advance(1h);
    QCOMPARE(machine(lab)->metadata.resourceVersion, version);
    QCOMPARE(lab.list<MachineClass>().front().metadata.resourceVersion, classVersion);
}

/// §9.11, as the provider-error recipes make them (core/api/providererrors.h).
void TestMcm::refusedCreationsAreTriedAgain_data()
{
    refusals();
    QTest::newRow("§9.11 code 8") << QByteArray("create 1 times quota") << QByteArray("ResourceExhausted")
                                  << 600;
    QTest::newRow("§9.11 code 7") << QByteArray("create 1 times forbidden") << QByteArray("PermissionDenied")
                                  << 180;
    QTest::newRow("§9.11 code 14") << QByteArray("create 1 times unavailable") << QByteArray("Unavailable")
                                   << 5;
    QTest::newRow("§9.11 code 4") << QByteArray("create 1 times timeout") << QByteArray("DeadlineExceeded")
                                  << 5;
    QTest::newRow("§9.11 at an even pace")
        << QByteArray("create 6 times unavailable") << QByteArray("Unavailable") << 30;
    QTest::newRow("§9.11 the longest there is time for")
        << QByteArray("create 6 times forbidden") << QByteArray("PermissionDenied") << 1080;
}

void TestMcm::refusedCreationsAreTriedAgain()
{
    QFETCH(const QByteArray, errors);
    QFETCH(const QByteArray, code);
    QFETCH(const int, seconds);
    LabHarness lab;
    lab.create(refusingClass(errors));
    lab.create(machineYaml());
    QVERIFY(reaches(lab, "CrashLoopBackOff", 1s));
    const auto refused = lab.clock().now();
    const core::api::mcm::LastOperation last = machine(lab)->status.lastOperation;
    QCOMPARE(last.type, std::string(core::api::mcm::operations::create));
    QCOMPARE(last.state, std::string(core::api::mcm::states::failed));
    QCOMPARE(last.errorCode, code.toStdString());
    QCOMPARE(warnings(lab, "FailedCreate"), std::size_t(1));
    QVERIFY(lab.until([&] { return !lab.list<Pod>().empty(); }, 20min));
    const auto took = lab.clock().now() - refused;
    QVERIFY2(took >= std::chrono::seconds(seconds) - 2s && took <= std::chrono::seconds(seconds) + 2s,
        qPrintable(QString::number(took / 1s)));
    QVERIFY(reaches(lab, "Running", 10s));
    QVERIFY(machine(lab)->status.lastOperation.errorCode.empty());
}

/// §9.5: once the creation timeout is over, and not before.
void TestMcm::refusedForGoodFails_data()
{
    QTest::addColumn<QByteArray>("errors");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("§9.11 code 14") << QByteArray("create always unavailable") << QByteArray("Unavailable");
    QTest::newRow("§9.11 code 8") << QByteArray("create always quota") << QByteArray("ResourceExhausted");
    QTest::newRow("§9.11 code 3") << QByteArray("create 1 times invalid") << QByteArray("InvalidArgument");
}

void TestMcm::refusedForGoodFails()
{
    QFETCH(const QByteArray, errors);
    QFETCH(const QByteArray, code);
    LabHarness lab;
    lab.create(refusingClass(errors));
    lab.create(machineYaml("m", "  creationTimeout: 2m\n"));
    const auto made = lab.clock().now();
    lab.advance(1min);
    QCOMPARE(phase(lab), std::string("CrashLoopBackOff"));
    QVERIFY(reaches(lab, "Failed", 2min));
    QCOMPARE(machine(lab)->status.lastOperation.errorCode, code.toStdString());
    QVERIFY(lab.clock().now() - made > 2min);
    QVERIFY(lab.clock().now() - made < 2min + 10s);
    lab.advance(10min);
    QCOMPARE(phase(lab), std::string("Failed"));
    lab.request(Method::Delete, machinesPath + "m");
    QVERIFY(lab.until([&] { return isEmpty(lab); }, 1min));
}

void TestMcm::refusedDeletionsAreTriedAgain_data()
{
    refusals();
    QTest::newRow("§9.11 code 8") << QByteArray("delete 1 times quota") << QByteArray("ResourceExhausted")
                                  << 600;
    QTest::newRow("§9.11 code 7") << QByteArray("delete 1 times forbidden") << QByteArray("PermissionDenied")
                                  << 600;
    QTest::newRow("§9.11 code 3") << QByteArray("delete 1 times invalid") << QByteArray("InvalidArgument")
                                  << 600;
    QTest::newRow("§9.11 code 14") << QByteArray("delete 1 times unavailable") << QByteArray("Unavailable")
                                   << 5;
    QTest::newRow("§9.11 at an even pace")
        << QByteArray("delete 6 times timeout") << QByteArray("DeadlineExceeded") << 30;
}

void TestMcm::refusedDeletionsAreTriedAgain()
{
    QFETCH(const QByteArray, errors);
    QFETCH(const QByteArray, code);
    QFETCH(const int, seconds);
    LabHarness lab;
    lab.create(refusingClass(errors));
    lab.create(machineYaml());
    QVERIFY(reaches(lab, "Running", 30s));
    lab.request(Method::Delete, machinesPath + "m");
    QVERIFY(lab.until(
        [&] { return machine(lab) && machine(lab)->status.lastOperation.errorCode == code.toStdString(); },
        5s));
    const auto refused = lab.clock().now();
    QCOMPARE(phase(lab), std::string("Terminating"));
    QCOMPARE(machine(lab)->status.lastOperation.type, std::string(core::api::mcm::operations::remove));
    QCOMPARE(lab.list<Pod>().size(), std::size_t(1));
    QVERIFY(lab.until([&] { return isEmpty(lab); }, 11min));
    const auto took = lab.clock().now() - refused;
    QVERIFY2(took >= std::chrono::seconds(seconds) - 2s && took <= std::chrono::seconds(seconds) + 5s,
        qPrintable(QString::number(took / 1s)));
}

/// Crash-safety: whichever write was the program's last, its successor arrives at the same end, and the
/// machine never has two pods.
void TestMcm::crashAtEveryWrite()
{
    std::uint64_t writes = 1;
    for (std::uint64_t crash = 0; crash <= writes; ++crash) {
        LabHarness lab;
        lab.create(classYaml);
        lab.advance(1s);
        lab.transport().countFromHere();
        if (crash > 0)
            lab.transport().strikeAt(crash, {tests::Fault::Kind::Crash});
        std::size_t mostPods = 0;
        const auto reach = [&](const std::function<bool()> &condition) {
            return lab.until(
                [&] {
                    if (lab.transport().crashed())
                        lab.crash();
                    if (const auto made = machine(lab))
                        mostPods = std::max(mostPods, podsOf(lab, made->metadata.uid));
                    return condition();
                },
                5min);
        };
        lab.create(machineYaml());
        QVERIFY2(reach([&] { return phase(lab) == "Running" && lab.readyNodes() == 1; }),
            qPrintable(QString::number(crash)));
        lab.request(Method::Delete, machinesPath + "m");
        QVERIFY2(reach([&] { return isEmpty(lab); }), qPrintable(QString::number(crash)));
        QCOMPARE(mostPods, std::size_t(1));
        if (crash == 0)
            writes = lab.transport().writes();
    }
    QVERIFY(writes > 10);
}

void TestMcm::bothFamiliesLiveSideBySide()
{
    LabHarness lab;
    lab.create(R"(
apiVersion: machine.openshift.io/v1beta1
kind: Machine
metadata: {name: m, labels: {machine.openshift.io/cluster-api-cluster: lab}}
spec:
  providerSpec:
    value:
      apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
      kind: KubemarkMachineProviderConfig
      image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
)");
    makeRunning(lab);
    const auto other = [&] { return lab.machines(); };
    QVERIFY(lab.until([&] { return other().front().status.phase == "Running"; }, 30s));
    QCOMPARE(lab.hollowNodes().size(), std::size_t(2));
    QCOMPARE(podsOf(lab, other().front().metadata.uid), std::size_t(1));
    QCOMPARE(podsOf(lab, machine(lab)->metadata.uid), std::size_t(1));
    lab.advance(1h); // two rounds of the orphan sweep and more
    QCOMPARE(lab.hollowNodes().size(), std::size_t(2));
    lab.request(Method::Delete, "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/m");
    QVERIFY(lab.until([&] { return other().empty() && lab.hollowNodes().size() == 1; }, 2min));
    lab.advance(1h);
    QCOMPARE(phase(lab), std::string("Running"));
    QCOMPARE(lab.readyNodes(), 1);
}

QTEST_GUILESS_MAIN(TestMcm)
#include "tst_mcm.moc"
