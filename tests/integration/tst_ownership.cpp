// SPDX-License-Identifier: GPL-3.0-or-later
// Whose node it is: a machine that claims another's node, in whatever way, takes nothing from it; and a
// machine whose node has vanished is seen and comes to an end. Both families, on engine and lab.
#include "core/api/event.h"
#include "core/api/mcm.h"
#include "tests/integration/labharness.h"
#include "tests/integration/mcmfleet.h"

using namespace std::chrono_literals;
using core::api::Event;
using core::api::Machine;
using core::api::Method;
using core::api::Node;
using tests::LabHarness;
using tests::workersYaml;
namespace mcm = core::api::mcm;

namespace {

const std::string machinesPath = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines/";
const std::string mcmMachinesPath = tests::mcm::root + "machines/";

std::string machineYaml(
    const std::string &name, const std::string &metadata = {}, const std::string &spec = {})
{
    return R"(---
apiVersion: machine.openshift.io/v1beta1
kind: Machine
metadata: {name: )"
        + name + metadata + R"(}
spec:
)" + spec
        + R"(  providerSpec:
    value:
      apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
      kind: KubemarkMachineProviderConfig
      image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
)";
}

std::string mcmMachineYaml(
    const std::string &name, const std::string &metadata = {}, const std::string &spec = {})
{
    return R"(---
apiVersion: machine.sapcloud.io/v1alpha1
kind: Machine
metadata: {name: )"
        + name + metadata + R"(}
spec: {class: {kind: MachineClass, name: small})"
        + spec + "}\n";
}

/// The only hollow node, as it is now.
std::optional<Node> onlyNode(LabHarness &lab)
{
    const auto nodes = lab.hollowNodes();
    return nodes.size() == 1 ? std::optional(nodes.front()) : std::nullopt;
}

bool isTold(LabHarness &lab, const std::string &object, const std::string &reason)
{
    return std::ranges::any_of(lab.list<Event>(),
        [&](const Event &event) { return event.involvedObject.name == object && event.reason == reason; });
}

void addMember(std::string &json, const std::string &member)
{
    json += (json.empty() ? "" : ",") + member;
}

} // namespace

class TestOwnership : public QObject
{
    Q_OBJECT

private slots:
    void claimedNodeStays_data();
    void claimedNodeStays();
    void ownNodeGoesWithItsMachine_data();
    void ownNodeGoesWithItsMachine();
    void machineWithoutItsNodeFails();
    void nodeThatComesBackIsWaitedFor();
    void machineWithoutItsNodeIsReplaced();
};

void TestOwnership::claimedNodeStays_data()
{
    QTest::addColumn<bool>("ofMcm"); // the thief
    QTest::addColumn<QByteArray>("claim");
    for (const bool ofMcm : {false, true}) {
        const QByteArray family = ofMcm ? "mcm: " : "openshift: ";
        for (const char *claim : {"provider id", "node reference", "static", "address"})
            QTest::addRow("%s%s", family.constData(), claim) << ofMcm << QByteArray(claim);
    }
}

void TestOwnership::claimedNodeStays()
{
    QFETCH(bool, ofMcm);
    QFETCH(QByteArray, claim);
    for (const bool victimOfMcm : {false, true}) {
        LabHarness lab;
        lab.create(tests::mcm::classYaml("small", 1));
        lab.create(victimOfMcm ? mcmMachineYaml("victim") : machineYaml("victim"));
        QVERIFY(lab.until([&] { return lab.settled(1); }, 60s));
        const Node node = *onlyNode(lab);
        const std::string address(node.address("InternalIP"));

        std::string metadata;
        std::string spec;
        std::string status;
        if (claim == "provider id")
            spec = ofMcm ? ", providerID: \"" + node.spec.providerID + "\""
                         : "  providerID: " + node.spec.providerID + "\n";
        if (claim == "node reference" && ofMcm)
            metadata = ", labels: {node: " + node.metadata.name + "}";
        if (claim == "static")
            metadata = ", annotations: {machine.openshift.io/static-machine: " + node.metadata.name + "}";
        if (claim == "node reference" && !ofMcm)
            addMember(status,
                R"("nodeRef":{"kind":"Node","name":")" + node.metadata.name + R"(","uid":")"
                    + node.metadata.uid + R"("})");
        if (claim == "address")
            addMember(status, R"("addresses":[{"type":"InternalIP","address":")" + address + R"("}])");
        lab.create(ofMcm ? mcmMachineYaml("thief", metadata, spec) : machineYaml("thief", metadata, spec));
        const std::string thief = (ofMcm ? mcmMachinesPath : machinesPath) + "thief";
        if (!status.empty())
            QCOMPARE(lab.patch(thief + "/status", R"({"status":{)" + status + "}}").code, 200);
        lab.advance(1min);
        if (!status.empty())
            QCOMPARE(lab.patch(thief + "/status", R"({"status":{)" + status + "}}").code, 200);
        QCOMPARE(lab.request(Method::Delete, thief).code, 200);
        QVERIFY(lab.until([&] { return lab.request(Method::Get, thief).code == 404; }, 30min));
        lab.advance(30min);
        QVERIFY(lab.settled(1));
        const Node after = *onlyNode(lab);
        QCOMPARE(after.metadata.uid, node.metadata.uid);
        QVERIFY(!after.spec.unschedulable.value_or(false));
        QVERIFY(after.condition("Terminating") == nullptr);
        QVERIFY(after.metadata.labels == node.metadata.labels);
        QVERIFY(after.metadata.annotations == node.metadata.annotations);
        QVERIFY(after.metadata.finalizers == node.metadata.finalizers);
    }
}

void TestOwnership::ownNodeGoesWithItsMachine_data()
{
    QTest::addColumn<bool>("ofMcm");
    QTest::newRow("openshift") << false;
    QTest::newRow("mcm") << true;
}

void TestOwnership::ownNodeGoesWithItsMachine()
{
    QFETCH(bool, ofMcm);
    LabHarness lab;
    lab.create(tests::mcm::classYaml("small", 1));
    lab.create(ofMcm ? mcmMachineYaml("mine") : machineYaml("mine"));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 60s));
    QCOMPARE(lab.request(Method::Delete, (ofMcm ? mcmMachinesPath : machinesPath) + "mine").code, 200);
    QVERIFY(lab.until([&] { return lab.settled(0); }, 5min));
}

// docs/machines.md §4.6 and §7.4: nobody else would ever notice.
void TestOwnership::machineWithoutItsNodeFails()
{
    LabHarness lab;
    lab.create(machineYaml("lonely"));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 60s));
    QCOMPARE(lab.request(Method::Delete, "/api/v1/nodes/" + onlyNode(lab)->metadata.name).code, 200);
    QVERIFY(lab.until([&] { return isTold(lab, "lonely", "NodeMissing"); }, 10s));
    QVERIFY(lab.until([&] { return lab.machines().front().status.phase == "Failed"; }, 11min));
    QVERIFY(lab.machines().front().status.errorMessage.find("is gone") != std::string::npos);
    QCOMPARE(lab.request(Method::Delete, machinesPath + "lonely").code, 200);
    QVERIFY(lab.until([&] { return lab.settled(0); }, 5min));
}

void TestOwnership::nodeThatComesBackIsWaitedFor()
{
    LabHarness lab;
    lab.create(machineYaml("lonely"));
    QVERIFY(lab.until([&] { return lab.settled(1); }, 60s));
    Node node = *onlyNode(lab);
    QCOMPARE(lab.request(Method::Delete, "/api/v1/nodes/" + node.metadata.name).code, 200);
    lab.advance(5min);
    node.metadata = {.name = node.metadata.name};
    QCOMPARE(lab.request(Method::Post, "/api/v1/nodes", core::api::encode(node)).code, 201);
    lab.advance(20min);
    QCOMPARE(lab.machines().front().status.phase, std::string("Running"));
    QVERIFY(lab.settled(1));
}

void TestOwnership::machineWithoutItsNodeIsReplaced()
{
    for (const bool ofMcm : {false, true}) {
        LabHarness lab;
        lab.create(ofMcm ? tests::mcm::fleetYaml(3, tests::mcm::oneMore) : workersYaml(3));
        QVERIFY(lab.until([&] { return lab.settled(3); }, 60s));
        const std::string gone = lab.hollowNodes().front().metadata.name;
        const std::string path = "/api/v1/nodes/" + gone;
        if (ofMcm) // or the deletion, which the finalizer holds up, would take the machine with it at once
            QCOMPARE(lab.patch(path, R"({"metadata":{"finalizers":null}})").code, 200);
        QCOMPARE(lab.request(Method::Delete, path).code, 200);
        QVERIFY(lab.until([&] { return lab.settled(3); }, 30min));
    }
}

QTEST_APPLESS_MAIN(TestOwnership)
#include "tst_ownership.moc"
