// SPDX-License-Identifier: GPL-3.0-or-later
// Every controller can be switched off while all runs, so that one written elsewhere takes its place: then it
// writes nothing more, and what an outsider does in its place stays. Switched on again it takes over.

#include "core/actuator/hollowpod.h"
#include "tests/integration/labharness.h"
#include "tests/unit/printing.h"

using namespace std::chrono_literals;
using namespace core;
using api::Method;
using tests::LabHarness;
using tests::workersYaml;

namespace {

const std::string machineApi = "/apis/machine.openshift.io/v1beta1/namespaces/default/";

struct Job {
    std::function<void(LabHarness &)> give; ///< makes work for the unit
    std::function<bool(LabHarness &)> isDone;
    base::Duration limit = 2min; ///< by when the unit has done it
};

std::string firstNode(LabHarness &lab)
{
    return lab.machines().front().status.nodeRef->name;
}

bool hasTaint(LabHarness &lab, std::string_view effect)
{
    return std::ranges::any_of(lab.hollowNodes(), [&](const api::Node &node) {
        return std::ranges::any_of(
            node.spec.taints, [&](const api::Taint &taint) { return taint.effect == effect; });
    });
}

bool isThere(LabHarness &lab, const std::string &path)
{
    return lab.request(Method::Get, path).code == 200;
}

void put(LabHarness &lab, const std::string &collection, const char *json)
{
    const auto made = lab.request(Method::Post, collection, *api::parseJson(json));
    QVERIFY2(made.code == 201, api::writeJson(*made.body).c_str());
}

constexpr const char *webPod =
    R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"web"},"spec":{
        "containers":[{"name":"c","image":"i"}],
        "tolerations":[{"key":"kubemark","operator":"Exists"}]}})";
const std::string web = "/api/v1/namespaces/default/pods/web";

void putWebOn(LabHarness &lab, const std::string &node)
{
    api::Json pod = *api::parseJson(webPod);
    pod.at("spec").get_object()["nodeName"] = node;
    QCOMPARE(lab.request(Method::Post, "/api/v1/namespaces/default/pods", pod).code, 201);
}

std::map<std::string, Job> jobs()
{
    std::map<std::string, Job> jobs;
    jobs["nodelifecycle"] = {[](LabHarness &lab) { lab.breakNode(firstNode(lab), "silent"); },
        [](LabHarness &lab) {
            return std::ranges::any_of(
                lab.hollowNodes(), [](const api::Node &node) { return node.readyStatus() == "Unknown"; });
        }};
    jobs["nodeeviction"] = {[](LabHarness &lab) { lab.breakNode(firstNode(lab), "not-ready"); },
        [](LabHarness &lab) { return hasTaint(lab, "NoExecute"); }};
    jobs["tainteviction"] = {
        [](LabHarness &lab) {
            const std::string node = firstNode(lab);
            putWebOn(lab, node);
            lab.advance(5s);
            lab.patch("/api/v1/nodes/" + node, R"({"spec":{"taints":[{"key":"k","effect":"NoExecute"}]}})");
        },
        [](LabHarness &lab) { return !isThere(lab, web); }};
    jobs["garbagecollector"] = {[](LabHarness &lab) {
                                    lab.request(Method::Delete, machineApi + "machinesets/workers",
                                        api::JsonObject {{"propagationPolicy", "Background"}});
                                },
        [](LabHarness &lab) { return lab.machines().empty(); }};
    jobs["scheduler"] = {[](LabHarness &lab) { put(lab, "/api/v1/namespaces/default/pods", webPod); },
        [](LabHarness &lab) {
            return !api::textAt(*lab.request(Method::Get, web).body, {"spec", "nodeName"}).empty();
        }};
    jobs["podgc"] = {[](LabHarness &lab) { putWebOn(lab, "nowhere"); },
        [](LabHarness &lab) { return !isThere(lab, web); }};
    jobs["namespaces"] = {[](LabHarness &lab) {
                              put(lab, "/api/v1/namespaces",
                                  R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"gone"}})");
                              lab.request(Method::Delete, "/api/v1/namespaces/gone");
                          },
        [](LabHarness &lab) { return !isThere(lab, "/api/v1/namespaces/gone"); }};
    const std::string budget = "/apis/policy/v1/namespaces/default/poddisruptionbudgets/b";
    jobs["disruption"] = {[](LabHarness &lab) {
                              put(lab, "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
                                  R"({"apiVersion":"policy/v1","kind":"PodDisruptionBudget",
        "metadata":{"name":"b"},"spec":{"minAvailable":1,"selector":{"matchLabels":{"a":"b"}}}})");
                          },
        [budget](LabHarness &lab) {
            const auto held = lab.request(Method::Get, budget);
            return api::integerAt(*held.body, {"status", "observedGeneration"}).value_or(0) == 1;
        }};
    const std::string inDefault = "/api/v1/namespaces/default/";
    jobs["endpoints"] = {[=](LabHarness &lab) {
                             put(lab, inDefault + "services",
                                 R"({"apiVersion":"v1","kind":"Service","metadata":{"name":"web"},
        "spec":{"selector":{"a":"b"},"ports":[{"port":80}]}})");
                         },
        [=](LabHarness &lab) { return isThere(lab, inDefault + "endpoints/web"); }};
    jobs["volumes"] = {[=](LabHarness &lab) {
                           put(lab, "/api/v1/persistentvolumes",
                               R"({"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"v"},
        "spec":{"accessModes":["ReadWriteOnce"],"capacity":{"storage":"1Gi"},"hostPath":{"path":"/v"}}})");
                           put(lab, inDefault + "persistentvolumeclaims",
                               R"({"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"c"},
        "spec":{"accessModes":["ReadWriteOnce"],"resources":{"requests":{"storage":"1Gi"}}}})");
                       },
        [=](LabHarness &lab) {
            const auto held = lab.request(Method::Get, inDefault + "persistentvolumeclaims/c");
            return api::textAt(*held.body, {"status", "phase"}) == "Bound";
        }};
    jobs["serviceaccount"] = {
        [=](LabHarness &lab) { lab.request(Method::Delete, inDefault + "serviceaccounts/default"); },
        [=](LabHarness &lab) { return isThere(lab, inDefault + "serviceaccounts/default"); }};
    jobs["rootca"] = {[=](LabHarness &lab) {
                          lab.patch(
                              inDefault + "configmaps/kube-root-ca.crt", R"({"data":{"ca.crt":"mine"}})");
                      },
        [=](LabHarness &lab) {
            const auto held = lab.request(Method::Get, inDefault + "configmaps/kube-root-ca.crt");
            return api::textAt(*held.body, {"data", "ca.crt"}) == "the lab's authority";
        }};
    const auto grow = [](LabHarness &lab) { lab.scale("workers", 4); };
    jobs["hollow-host"] = {grow, [](LabHarness &lab) { return lab.hollowNodes().size() == 4; }};
    jobs["machine"] = {grow, [](LabHarness &lab) {
                           const auto pods = lab.list<api::Pod>();
                           return pods.size() == 4;
                       }};
    jobs["machineset"] = {grow, [](LabHarness &lab) { return lab.machines().size() == 4; }};
    jobs["machinedeployment"] = {[](LabHarness &lab) {
                                     put(lab, machineApi + "machinedeployments", R"({
        "apiVersion": "machine.openshift.io/v1beta1", "kind": "MachineDeployment",
        "metadata": {"name": "rolled"},
        "spec": {"replicas": 1, "selector": {"matchLabels": {"set": "rolled"}}, "template": {
            "metadata": {"labels": {"set": "rolled", "machine.openshift.io/cluster-api-cluster": "lab"}},
            "spec": {"providerSpec": {"value": {"apiVersion": "kubemarkproviderconfig.k8s.io/v1alpha1",
                "kind": "KubemarkMachineProviderConfig", "image": "i"}}}}}})");
                                 },
        [](LabHarness &lab) { return lab.list<api::MachineSet>().size() == 2; }};
    jobs["nodelink"] = {grow, [](LabHarness &lab) {
                            const auto nodes = lab.hollowNodes();
                            return nodes.size() == 4 && std::ranges::all_of(nodes, [](const api::Node &node) {
                                return !node.metadata.annotation(api::keys::nodeMachine).empty();
                            });
                        }};
    jobs["healthcheck"] = {[](LabHarness &lab) { lab.breakNode(firstNode(lab), "not-ready"); },
        [name = std::make_shared<std::string>()](LabHarness &lab) {
            if (name->empty())
                *name = lab.machines().front().metadata.name;
            return !isThere(lab, machineApi + "machines/" + *name);
        }};
    jobs["orphansweep"] = {[](LabHarness &lab) {
                               api::Json pod = *api::encodeObject(lab.list<api::Pod>().front()).if_object();
                               api::JsonObject &meta = pod.at("metadata").get_object();
                               meta["name"] = "orphan-0badcafe";
                               for (const char *field : {"uid", "resourceVersion", "creationTimestamp"})
                                   meta.erase(field);
                               meta["labels"].get_object()[api::keys::podMachineUid] = "nobody";
                               meta["labels"].get_object()[api::keys::podMachineName] = "nobody";
                               pod.get_object().erase("status");
                               const std::string path =
                                   "/api/v1/namespaces/" + std::string(actuator::podNamespace) + "/pods";
                               QCOMPARE(lab.request(Method::Post, path, pod).code, 201);
                           },
        [](LabHarness &lab) {
            return !isThere(
                lab, "/api/v1/namespaces/" + std::string(actuator::podNamespace) + "/pods/orphan-0badcafe");
        },
        1h};
    return jobs;
}

void turn(LabHarness &lab, const std::string &unit, bool on)
{
    static std::uint64_t id = 0;
    lab.engine().submit(++id, engine::SwitchController {unit, on});
}

} // namespace

class TestPlugin : public QObject
{
    Q_OBJECT

private slots:
    void offItDoesNothingOnItTakesOver_data();
    void offItDoesNothingOnItTakesOver();
    void anOutsidersMachinesAreKept();
    void anOutsiderReplacesMachines();
    void anOutsidersPodBecomesANode();
    void everyUnitGoesOffAndOn();
};

void TestPlugin::offItDoesNothingOnItTakesOver_data()
{
    QTest::addColumn<std::string>("unit");
    for (const auto &[unit, job] : jobs())
        QTest::newRow(unit.c_str()) << unit;
}

void TestPlugin::offItDoesNothingOnItTakesOver()
{
    QFETCH(std::string, unit);
    const Job job = jobs().at(unit);
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    if (unit != "healthcheck")
        turn(lab, "healthcheck", false); // or it would replace what is broken here
    turn(lab, unit, false);
    lab.advance(1s);
    job.give(lab);
    lab.advance(job.limit);
    QVERIFY(!job.isDone(lab));
    turn(lab, unit, true);
    QVERIFY(lab.until([&] { return job.isDone(lab); }, job.limit));
}

/// The machine set controller is somebody else's: the machines it makes come alive, and nobody objects.
void TestPlugin::anOutsidersMachinesAreKept()
{
    LabHarness lab;
    lab.create(workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    turn(lab, "machineset", false);
    lab.scale("workers", 3);
    api::Machine another = lab.machines().front();
    another.metadata.name = "workers-by-hand";
    another.metadata.uid.clear();
    another.metadata.resourceVersion.clear();
    another.metadata.finalizers.clear();
    another.spec.providerID.clear();
    another.status = {};
    api::Json object = api::encodeObject(another);
    object.get_object().erase("status");
    QCOMPARE(lab.request(Method::Post, machineApi + "machines", object).code, 201);
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    turn(lab, "machineset", true);
    lab.advance(2min);
    QVERIFY(lab.settled(3));
    QVERIFY(isThere(lab, machineApi + "machines/workers-by-hand"));
}

/// The health check is somebody else's: it deletes the machine, ours replace it.
void TestPlugin::anOutsiderReplacesMachines()
{
    LabHarness lab;
    lab.create(workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    turn(lab, "healthcheck", false);
    const std::string broken = lab.machines().front().metadata.name;
    lab.breakNode(firstNode(lab), "not-ready");
    lab.advance(5min);
    QVERIFY(isThere(lab, machineApi + "machines/" + broken));
    lab.request(Method::Delete, machineApi + "machines/" + broken);
    QVERIFY(lab.until([&] { return lab.settled(2); }, 5min));
    turn(lab, "healthcheck", true);
    lab.advance(5min);
    QVERIFY(lab.settled(2));
}

/// The actuator is somebody else's: a pod with the container of a hollow kubelet becomes a node all the
/// same, and nobody sweeps it away.
void TestPlugin::anOutsidersPodBecomesANode()
{
    LabHarness lab;
    lab.create(workersYaml(2));
    QVERIFY(lab.until([&] { return lab.settled(2); }, 1min));
    turn(lab, "machine", false);
    turn(lab, "orphansweep", false);
    put(lab, "/api/v1/namespaces/" + std::string(actuator::podNamespace) + "/pods", R"({
        "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "foreign"},
        "spec": {"containers": [{"name": "hollow-kubelet",
        "image": "docker.io/gofed/kubemark:v1.14.3-beta.0-2",
            "command": ["/kubemark"], "args": ["--morph=kubelet", "--name=foreign"]}]}})");
    QVERIFY(lab.until([&] { return lab.readyNodes() == 3; }, 1min));
    lab.advance(2h);
    QCOMPARE(lab.readyNodes(), 3);
}

/// Whatever units there are: switched off and on in turn while the lab grows and shrinks, all ends well.
void TestPlugin::everyUnitGoesOffAndOn()
{
    LabHarness lab;
    lab.create(workersYaml(3));
    QVERIFY(lab.until([&] { return lab.settled(3); }, 1min));
    int replicas = 3;
    for (const auto &[unit, description] : engine::Engine::knownControllers()) {
        turn(lab, unit, false);
        replicas = replicas == 3 ? 5 : 3;
        lab.scale("workers", replicas);
        lab.advance(10s);
        turn(lab, unit, true);
        QVERIFY2(lab.until([&] { return lab.settled(replicas); }, 10min), unit.c_str());
    }
}

QTEST_GUILESS_MAIN(TestPlugin)
#include "tst_plugin.moc"
