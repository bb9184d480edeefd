// SPDX-License-Identifier: GPL-3.0-or-later
// What an unmodified cluster-autoscaler with its clusterapi provider needs from the API, row by row
// (docs/machines.md §11), and nothing but that: each request is one that it makes.

#include "core/api/machinedeployment.h"
#include "tests/integration/labharness.h"

#include <set>

using namespace std::chrono_literals;
using core::api::Machine;
using core::api::MachineSet;
using core::api::Method;
using core::api::Response;
using tests::LabHarness;

namespace api = core::api;

namespace {

const std::string group = "/apis/machine.openshift.io/v1beta1";
const std::string inDefault = group + "/namespaces/default/";

/// A group for the foreign autoscaler only: it has no bounds, so that our own leaves it alone.
std::string groupYaml(const std::string &kind, int replicas, const std::string &more = {})
{
    return "apiVersion: machine.openshift.io/v1beta1\nkind: " + kind
        + "\nmetadata: {name: pool}\nspec:\n  replicas: " + std::to_string(replicas) + R"(
  selector: {matchLabels: {pool: one}}
)" + more
        + R"(
  template:
    metadata: {labels: {pool: one, machine.openshift.io/cluster-api-cluster: lab}}
    spec:
      taints: [{key: dedicated, value: pool, effect: NoSchedule}]
      metadata: {labels: {tier: batch}}
      providerSpec:
        value:
          apiVersion: kubemarkproviderconfig.k8s.io/v1alpha1
          kind: KubemarkMachineProviderConfig
          image: docker.io/gofed/kubemark:v1.14.3-beta.0-2
)";
}

api::Json get(LabHarness &lab, const std::string &path)
{
    const Response response = lab.request(Method::Get, path);
    return response.code == 200 ? *response.body : api::Json();
}

/// The item of the list with that name.
const api::Json *named(const api::Json &list, std::string_view member, std::string_view name)
{
    const api::Json *items = api::find(list, {member});
    if (!items || !items->is_array())
        return nullptr;
    for (const api::Json &item : items->get_array()) {
        if (api::textAt(item, {"name"}) == name)
            return &item;
    }
    return nullptr;
}

bool has(const api::Json &resource, std::string_view verb)
{
    const api::Json *verbs = api::find(resource, {"verbs"});
    return verbs && std::ranges::any_of(verbs->get_array(), [&](const api::Json &each) {
        return std::string_view(each.get_string()) == verb;
    });
}

/// The way it changes a size: a merge patch of the scale subresource.
void setSize(LabHarness &lab, const std::string &plural, int size)
{
    const Response scaled = lab.patch(
        inDefault + plural + "/pool/scale", R"({"spec":{"replicas":)" + std::to_string(size) + "}}");
    QCOMPARE(scaled.code, 200);
    QCOMPARE(api::integerAt(*scaled.body, {"spec", "replicas"}).value_or(-1), size);
}

/// The way it marks: reads the machine, and writes the whole of it back.
void mark(LabHarness &lab, const std::string &machine, bool marked)
{
    api::Json whole = get(lab, inDefault + "machines/" + machine);
    api::JsonObject &metadata = whole.get_object()["metadata"].get_object();
    if (!metadata.contains("annotations"))
        metadata["annotations"] = api::JsonObject();
    api::JsonObject &held = metadata["annotations"].get_object();
    if (marked)
        held["machine.openshift.io/delete-machine"] = "2026-11-20 10:00:00.123 +0000 UTC m=+60.5";
    else
        held.erase("machine.openshift.io/delete-machine");
    QCOMPARE(lab.request(Method::Put, inDefault + "machines/" + machine, whole).code, 200);
}

std::set<std::string> living(LabHarness &lab)
{
    std::set<std::string> names;
    for (const Machine &machine : lab.machines()) {
        if (!machine.isDeleting())
            names.insert(machine.metadata.name);
    }
    return names;
}

bool allRunning(LabHarness &lab, std::size_t count)
{
    const auto machines = lab.machines();
    return machines.size() == count && std::ranges::all_of(machines, [](const Machine &machine) {
        return machine.status.phase == api::phases::running;
    });
}

} // namespace

class TestAutoscalerContract : public QObject
{
    Q_OBJECT

private slots:
    void discovery()
    {
        LabHarness lab;
        const api::Json groups = get(lab, "/apis");
        const api::Json *ours = named(groups, "groups", "machine.openshift.io");
        QVERIFY(ours);
        QCOMPARE(api::textAt(*ours, {"preferredVersion", "version"}), "v1beta1");
        const api::Json resources = get(lab, group);
        for (const char *plural : {"machines", "machinesets", "machinedeployments"}) {
            const api::Json *resource = named(resources, "resources", plural);
            QVERIFY2(resource, plural);
            for (const char *verb : {"get", "list", "watch", "update", "patch"})
                QVERIFY2(has(*resource, verb), verb);
        }
        for (const char *plural : {"machinesets/scale", "machinedeployments/scale"}) {
            const api::Json *scale = named(resources, "resources", plural);
            QVERIFY2(scale, plural);
            QCOMPARE(api::textAt(*scale, {"kind"}), "Scale");
            QCOMPARE(api::textAt(*scale, {"group"}), "autoscaling");
            QCOMPARE(api::textAt(*scale, {"version"}), "v1");
            QVERIFY(has(*scale, "get") && has(*scale, "patch"));
        }
    }

    void readsAndChangesTheSize_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("plural");
        QTest::newRow("of a MachineSet") << "MachineSet"
                                         << "machinesets";
        QTest::newRow("of a MachineDeployment") << "MachineDeployment"
                                                << "machinedeployments";
    }
    void readsAndChangesTheSize()
    {
        QFETCH(QString, kind);
        QFETCH(QString, plural);
        LabHarness lab;
        lab.create(groupYaml(kind.toStdString(), 0));
        lab.advance(1s);
        const std::string path = inDefault + plural.toStdString() + "/pool/scale";
        api::Json scale = get(lab, path);
        QCOMPARE(api::textAt(scale, {"kind"}), "Scale");
        QCOMPARE(api::textAt(scale, {"apiVersion"}), "autoscaling/v1");
        QCOMPARE(api::integerAt(scale, {"spec", "replicas"}).value_or(-1), 0); // present, also when it is 0
        QCOMPARE(api::textAt(scale, {"status", "selector"}), "pool=one");
        setSize(lab, plural.toStdString(), 3);
        QVERIFY(lab.until([&] { return allRunning(lab, 3); }, 30s));
        QVERIFY(lab.until(
            [&] {
                return api::integerAt(get(lab, path), {"status", "replicas"}).value_or(0) == 3;
            },
            5s));
        setSize(lab, plural.toStdString(), 0);
        QVERIFY(lab.until([&] { return lab.machines().empty() && lab.hollowNodes().empty(); }, 60s));
    }

    void annotationsOfAGroupAreKept()
    {
        LabHarness lab;
        lab.create(groupYaml("MachineSet", 0));
        const std::string path = inDefault + "machinesets/pool";
        const std::vector<std::pair<std::string, std::string>> kept {
            {"machine.openshift.io/cluster-api-autoscaler-node-group-min-size", "0"},
            {"machine.openshift.io/cluster-api-autoscaler-node-group-max-size", "5"},
            {"capacity.cluster-autoscaler.kubernetes.io/cpu", "16"},
            {"capacity.cluster-autoscaler.kubernetes.io/memory", "128G"},
            {"capacity.cluster-autoscaler.kubernetes.io/labels", "a=b,c=d"},
            {"capacity.cluster-autoscaler.kubernetes.io/taints", "kubemark=true:NoSchedule"},
            {"machine.openshift.io/vCPU", "8"}, {"machine.openshift.io/memoryMb", "16384"},
            {"machine.openshift.io/autoscaling-options-scaledownunneededtime", "1m0s"},
            {"cluster.x-k8s.io/paused", ""}};
        std::string patch;
        for (const auto &[key, value] : kept)
            patch += (patch.empty() ? "" : ",") + ("\"" + key + "\":\"" + value + "\"");
        QCOMPARE(lab.patch(path, R"({"metadata":{"annotations":{)" + patch + "}}}").code, 200);
        lab.advance(30s);
        const MachineSet set = lab.list<MachineSet>().front();
        for (const auto &[key, value] : kept) {
            QVERIFY2(set.metadata.annotations.contains(key), key.c_str());
            QCOMPARE(std::string(set.metadata.annotation(key)), value);
        }
        QCOMPARE(set.spec.template_.spec.taints.front().key, "dedicated"); // template taints
    }

    void machinesBelongToTheirGroup()
    {
        LabHarness lab;
        lab.create(groupYaml("MachineDeployment", 2));
        QVERIFY(lab.until([&] { return allRunning(lab, 2); }, 30s));
        const MachineSet set = lab.list<MachineSet>().front();
        QCOMPARE(set.metadata.controller()->kind, "MachineDeployment"); // so it is no group itself
        QCOMPARE(set.metadata.controller()->name, "pool");
        for (const Machine &machine : lab.machines()) {
            QCOMPARE(machine.metadata.controller()->kind, "MachineSet");
            QCOMPARE(machine.metadata.controller()->uid, set.metadata.uid);
            QCOMPARE(machine.metadata.label("pool"), "one");
        }
    }

    void machinesAndNodesFindEachOther()
    {
        LabHarness lab;
        lab.create(groupYaml("MachineSet", 3));
        QVERIFY(lab.until([&] { return allRunning(lab, 3) && lab.readyNodes() == 3; }, 30s));
        lab.advance(1s);
        std::set<std::string> ids;
        const auto nodes = lab.hollowNodes();
        for (const Machine &machine : lab.machines()) {
            const std::string &id = machine.spec.providerID;
            ids.insert(id.substr(id.rfind('/') + 1)); // as it normalises them
            const auto node =
                std::ranges::find(nodes, id, [](const auto &each) { return each.spec.providerID; });
            QVERIFY(node != nodes.end());
            QCOMPARE(node->metadata.name, machine.status.nodeRef->name);
            QCOMPARE(std::string(node->metadata.annotation("machine.openshift.io/machine")),
                machine.metadata.ns + "/" + machine.metadata.name);
            const auto tainted = [&](std::string_view key) {
                return std::ranges::find(node->spec.taints, key, &api::Taint::key) != node->spec.taints.end();
            };
            QVERIFY(tainted("dedicated") && tainted("kubemark"));
            QCOMPARE(node->metadata.label("tier"), "batch");
        }
        QCOMPARE(ids.size(), 3U);
        QVERIFY(!ids.contains(""));
    }

    void theMarkedMachineGoes_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("plural");
        QTest::addColumn<QString>("more");
        QTest::addColumn<bool>("anotherFails");
        for (const char *policy : {"Random", "Newest", "Oldest"}) {
            const QString more = QStringLiteral("  deletePolicy: ") + QString::fromLatin1(policy);
            QTest::addRow("of a set, %s", policy) << "MachineSet"
                                                  << "machinesets" << more << false;
            QTest::addRow("of a set, %s, another one has failed", policy) << "MachineSet"
                                                                          << "machinesets" << more << true;
        }
        QTest::newRow("of a deployment") << "MachineDeployment"
                                         << "machinedeployments"
                                         << "" << false;
    }
    void theMarkedMachineGoes()
    {
        QFETCH(QString, kind);
        QFETCH(QString, plural);
        QFETCH(QString, more);
        QFETCH(bool, anotherFails);
        LabHarness lab;
        lab.create(groupYaml(kind.toStdString(), 5, more.toStdString()));
        QVERIFY(lab.until([&] { return allRunning(lab, 5); }, 30s));
        auto machines = living(lab);
        if (anotherFails) {
            const std::string failed = *machines.begin();
            for (const Machine &machine : lab.machines()) {
                if (machine.metadata.name == failed)
                    QCOMPARE(
                        lab.request(Method::Delete,
                               "/api/v1/namespaces/kubemark-actuator/pods/" + machine.status.nodeRef->name)
                            .code,
                        200);
            }
            QVERIFY(lab.until([&] { return !allRunning(lab, 5); }, 60s));
            machines.erase(failed);
        }
        while (machines.size() > 2) {
            const std::string marked = *std::next(machines.begin(), std::ssize(machines) / 2);
            mark(lab, marked, true);
            lab.advance(2s); // a mark alone does nothing
            QVERIFY(living(lab).contains(marked));
            setSize(lab, plural.toStdString(), int(living(lab).size()) - 1);
            QVERIFY(lab.until([&] { return !living(lab).contains(marked); }, 10s));
            machines.erase(marked);
            lab.advance(30s);
            for (const std::string &other : machines)
                QVERIFY2(living(lab).contains(other), other.c_str());
        }
    }

    void anUnmarkedMachineIsAsGoodAsTheOthers()
    {
        LabHarness lab;
        lab.create(groupYaml("MachineSet", 3));
        QVERIFY(lab.until([&] { return allRunning(lab, 3); }, 30s));
        const std::string first = *living(lab).begin();
        const std::string last = *living(lab).rbegin();
        mark(lab, first, true);
        mark(lab, first, false);
        mark(lab, last, true);
        setSize(lab, "machinesets", 2);
        QVERIFY(lab.until([&] { return !living(lab).contains(last); }, 10s));
        QVERIFY(living(lab).contains(first));
    }

    void aFailedMachineSaysWhy()
    {
        LabHarness lab;
        std::string yaml = groupYaml("MachineSet", 1);
        yaml.replace(yaml.find("image: "), std::string::npos, "image: ''\n");
        lab.create(yaml);
        QVERIFY(lab.until(
            [&] {
                const auto machines = lab.machines();
                return !machines.empty() && machines.front().status.phase == api::phases::failed;
            },
            60s));
        const Machine machine = lab.machines().front();
        QVERIFY(!machine.status.failureMessage.empty());
        QCOMPARE(machine.status.failureMessage, machine.status.errorMessage);
        QVERIFY(!machine.status.nodeRef);
    }

    /// It counts machines without a node as being created, and those with a deletion time as going.
    void aMachineOnItsWayHasNoNode()
    {
        LabHarness lab;
        lab.create(groupYaml("MachineSet", 1));
        QVERIFY(lab.until([&] { return !lab.machines().empty(); }, 5s));
        QVERIFY(lab.until([&] { return lab.machines().front().status.nodeRef.has_value(); }, 30s));
        QVERIFY(!lab.machines().front().spec.providerID.empty());
    }
};

QTEST_GUILESS_MAIN(TestAutoscalerContract)
#include "tst_autoscalercontract.moc"
