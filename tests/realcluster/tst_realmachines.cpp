// SPDX-License-Identifier: GPL-3.0-or-later
// The machine journeys on a real control plane: what its eviction, disruption budgets, taint manager, node
// lifecycle controller and garbage collector say to our controllers, and the other way round.

#include "core/api/machine.h"
#include "core/api/node.h"
#include "core/api/yaml.h"
#include "tests/integration/labharness.h"
#include "tests/realcluster/realplane.h"

#include <QTest>

using namespace std::chrono_literals;
using core::api::Json;
using core::api::Machine;
using core::api::Method;
using core::api::Node;
using core::api::textAt;

namespace {

constexpr int soon = 60'000;
const std::string machinesPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/";
const std::string setsPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machinesets/";
const std::string podsPath = "/api/v1/namespaces/default/pods/";

/// A pod that lies on the node, tolerates whatever hollow nodes carry, and leaves an unready one after five
/// seconds.
std::string podOn(const std::string &node)
{
    return R"(apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: default
  labels: {app: web}
spec:
  nodeName: )"
        + node + R"(
  terminationGracePeriodSeconds: 1
  tolerations:
  - {key: kubemark, operator: Exists}
  - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoExecute, tolerationSeconds: 5}
  - {key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5}
  containers:
  - {name: web, image: nginx}
)";
}

constexpr const char *budget = R"(apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: {name: web, namespace: default}
spec:
  minAvailable: 1
  selector: {matchLabels: {app: web}}
)";

} // namespace

class TestRealMachines : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void hooksHoldADeletion();
    void drainHonoursABudget();
    void drainOfASilentNodeNeedsNoAnswer();
    void clusterEvictsFromANotReadyNode();
    void setsGoWithTheirMachines();

private:
    void apply(const std::string &yaml);
    void haveWorkers(int replicas);
    /// Machine and node of "workers", one machine.
    std::pair<std::string, std::string> onlyMachine();
    std::string conditionOf(const std::string &machine, std::string_view type, std::string_view field);
    bool isGone(const std::string &path) { return !m_plane.cluster().get(path); }
    std::string phaseOfPod();
    std::string readiness(const std::string &node);

    tests::RealPlane m_plane;
    tests::Headless m_lab;
};

void TestRealMachines::initTestCase()
{
    QByteArray problem = m_plane.start();
    QVERIFY2(problem.isEmpty(), problem.constData());
    problem = m_plane.installPrerequisites();
    QVERIFY2(problem.isEmpty(), problem.constData());
    QVERIFY2(m_plane.startLab(m_lab, {QStringLiteral("--verbose")}), m_lab.program().errors().constData());
}

void TestRealMachines::apply(const std::string &yaml)
{
    const auto applied = m_plane.cluster().apply(*core::api::parseYamlDocuments(yaml));
    QVERIFY2(applied.has_value(), applied ? "" : applied.error().message.c_str());
}

void TestRealMachines::haveWorkers(int replicas)
{
    (void)m_plane.cluster().request(Method::Delete, setsPath + "workers");
    QTRY_VERIFY_WITH_TIMEOUT(tests::unsettled(m_plane.cluster(), 0).empty(), soon);
    apply(tests::workersYaml(replicas));
    std::string problem;
    QTRY_VERIFY2_WITH_TIMEOUT(
        (problem = tests::unsettled(m_plane.cluster(), replicas)).empty(), problem.c_str(), soon);
}

std::pair<std::string, std::string> TestRealMachines::onlyMachine()
{
    const Machine machine = m_plane.cluster().list<Machine>().at(0);
    return {machine.metadata.name, machine.status.nodeRef->name};
}

std::string TestRealMachines::conditionOf(
    const std::string &machine, std::string_view type, std::string_view field)
{
    const auto found = m_plane.cluster().get(machinesPath + machine);
    if (!found)
        return "gone";
    const Json *conditions = found->at("status").as_object().if_contains("conditions");
    for (const Json &condition : conditions ? conditions->as_array() : core::api::JsonArray()) {
        if (textAt(condition, {"type"}) == type)
            return std::string(textAt(condition, {field}));
    }
    return {};
}

std::string TestRealMachines::phaseOfPod()
{
    const auto pod = m_plane.cluster().get(podsPath + "web");
    return pod ? std::string(textAt(*pod, {"status", "phase"})) : "gone";
}

std::string TestRealMachines::readiness(const std::string &node)
{
    for (const Node &each : m_plane.cluster().list<Node>()) {
        if (each.metadata.name == node)
            return std::string(each.readyStatus());
    }
    return "gone";
}

void TestRealMachines::hooksHoldADeletion()
{
    haveWorkers(1);
    const auto [machine, node] = onlyMachine();
    const std::string path = machinesPath + machine;
    QVERIFY(m_plane.cluster()
                .mergePatch(path, R"({"spec":{"lifecycleHooks":{
                    "preDrain":[{"name":"backup","owner":"tests"}],
                    "preTerminate":[{"name":"archive","owner":"tests"}]}}})")
                .has_value());
    QVERIFY(m_plane.cluster().request(Method::Delete, path).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(conditionOf(machine, "Drainable", "reason"), std::string("HookPresent"), soon);
    QCOMPARE(readiness(node), std::string("True"));
    QVERIFY(
        m_plane.cluster().mergePatch(path, R"({"spec":{"lifecycleHooks":{"preDrain":null}}})").has_value());
    QTRY_COMPARE_WITH_TIMEOUT(conditionOf(machine, "Drained", "status"), std::string("True"), soon);
    QTRY_COMPARE_WITH_TIMEOUT(conditionOf(machine, "Terminable", "reason"), std::string("HookPresent"), soon);
    QVERIFY(!isGone("/api/v1/namespaces/kubemark-actuator/pods/" + node));
    QVERIFY(m_plane.cluster().mergePatch(path, R"({"spec":{"lifecycleHooks":null}})").has_value());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(path), soon);
    QTRY_VERIFY_WITH_TIMEOUT(isGone("/api/v1/nodes/" + node), soon);
}

void TestRealMachines::drainHonoursABudget()
{
    haveWorkers(1);
    const auto [machine, node] = onlyMachine();
    apply(podOn(node));
    apply(budget);
    QTRY_COMPARE_WITH_TIMEOUT(phaseOfPod(), std::string("Running"), soon);
    const auto counted = [&] { // the cluster's disruption controller has seen the pod
        const auto found =
            m_plane.cluster().get("/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets/web");
        return found && core::api::integerAt(*found, {"status", "currentHealthy"}) == 1;
    };
    QTRY_VERIFY_WITH_TIMEOUT(counted(), soon);
    QVERIFY(m_plane.cluster().request(Method::Delete, machinesPath + machine).has_value());
    QTRY_COMPARE_WITH_TIMEOUT(conditionOf(machine, "Drained", "reason"), std::string("DrainError"), soon);
    QTRY_VERIFY_WITH_TIMEOUT(
        m_lab.program().errors().contains("PodDisruptionBudget default/web needs 1 healthy pods"), soon);
    QCOMPARE(phaseOfPod(), std::string("Running"));
    QVERIFY(m_plane.cluster()
                .request(Method::Delete, "/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets/web")
                .has_value());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(machinesPath + machine), soon);
    QCOMPARE(phaseOfPod(), std::string("gone"));
}

/// Nobody on a silent node confirms the end of a pod, and the budget of pods elsewhere still counts (§4.8).
void TestRealMachines::drainOfASilentNodeNeedsNoAnswer()
{
    haveWorkers(1);
    (void)m_plane.cluster().request(
        Method::Delete, "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks/workers");
    const auto [machine, node] = onlyMachine();
    apply(podOn(node));
    QTRY_COMPARE_WITH_TIMEOUT(phaseOfPod(), std::string("Running"), soon);
    QVERIFY(m_plane.cluster().annotateNode(node, "hollowlab.io/fault", "silent").has_value());
    QTRY_COMPARE_WITH_TIMEOUT(readiness(node), std::string("Unknown"), 70'000);
    QVERIFY(m_plane.cluster().request(Method::Delete, machinesPath + machine).has_value());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(machinesPath + machine), soon);
    QTRY_COMPARE_WITH_TIMEOUT(readiness(node), std::string("gone"), soon);
    QTRY_COMPARE_WITH_TIMEOUT(phaseOfPod(), std::string("gone"), 120'000); // the cluster's pod GC
}

void TestRealMachines::clusterEvictsFromANotReadyNode()
{
    haveWorkers(3); // with all nodes unready at once the cluster would evict nothing
    (void)m_plane.cluster().request(
        Method::Delete, "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks/workers");
    const auto [machine, node] = onlyMachine();
    apply(podOn(node));
    QTRY_COMPARE_WITH_TIMEOUT(phaseOfPod(), std::string("Running"), soon);
    QVERIFY(m_plane.cluster().annotateNode(node, "hollowlab.io/fault", "not-ready").has_value());
    QTRY_COMPARE_WITH_TIMEOUT(readiness(node), std::string("False"), soon);
    QTRY_COMPARE_WITH_TIMEOUT(phaseOfPod(), std::string("gone"), soon);
    QCOMPARE(readiness(node), std::string("False"));
}

void TestRealMachines::setsGoWithTheirMachines()
{
    haveWorkers(3);
    QVERIFY(m_plane.cluster()
                .request(Method::Delete, setsPath + "workers", Json {{"propagationPolicy", "Foreground"}})
                .has_value());
    QTRY_VERIFY_WITH_TIMEOUT(isGone(setsPath + "workers"), soon);
    QCOMPARE(m_plane.cluster().list<Machine>().size(), std::size_t(0)); // foreground: the set went last
    QTRY_VERIFY_WITH_TIMEOUT(tests::unsettled(m_plane.cluster(), 0).empty(), soon);
}

QTEST_GUILESS_MAIN(TestRealMachines)
#include "tst_realmachines.moc"
