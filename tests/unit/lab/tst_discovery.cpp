// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md J and K: discovery, version, health, tables.
#include "core/api/messageforms.h"
#include "core/lab/jsonpath.h"
#include "core/lab/tables.h"

#include "labfixture.h"

#include <algorithm>

using namespace labtest;
using namespace std::chrono_literals;

class TestDiscovery : public QObject
{
    Q_OBJECT

private slots:
    void groups();
    void resources();
    void kindsOfEveryCluster_data();
    void kindsOfEveryCluster();
    void versionAndHealth();
    void unknownPathsArePlainText();
    void formsOfTheOlderLists();
    void builtInKindsHaveMessages();
    void tables();
    void machineColumns();
    void jobColumns();
    void columnsOfKinds_data();
    void columnsOfKinds();
    void columnsOfTimes();
    void whereServicesAreReachedFromOutside();
    void nodeAndPodColumns();
    void whatTheServerTellsOfItself();
    void rowObjects();
    void metadataOfWhatWasAskedFor();
    void tableOfOneObject();
    void paths_data();
    void paths();
};

namespace {

api::JsonArray entries(const Response &response, const char *member)
{
    return response.body->at(member).as_array();
}

Json entry(const Response &response, std::string_view name)
{
    for (const Json &resource : entries(response, "resources")) {
        if (api::textAt(resource, {"name"}) == name)
            return resource;
    }
    return nullptr;
}

constexpr std::string_view protobuf = "application/vnd.kubernetes.protobuf";

Response accepting(Lab &lab, std::string_view target, std::string_view accept)
{
    api::Request request = Lab::request(Method::Get, target);
    request.accept = accept;
    return lab.server->answer(request);
}

Response table(Lab &lab, std::string_view target)
{
    return accepting(lab, target,
        "application/json;as=Table;v=v1;g=meta.k8s.io,application/"
        "json;as=Table;v=v1beta1;g=meta.k8s.io,application/json");
}

std::string columns(const Response &response, int priority)
{
    std::string text;
    for (const Json &column : entries(response, "columnDefinitions")) {
        if (api::integerAt(column, {"priority"}) == priority)
            text += (text.empty() ? "" : " | ") + std::string(api::textAt(column, {"name"}));
    }
    return text;
}

std::string cells(const Response &response, std::size_t row = 0)
{
    std::string text;
    const Json wanted = entries(response, "rows").at(row);
    for (const Json &cell : wanted.at("cells").as_array())
        text += (text.empty() ? "" : " | ")
            + (cell.is_string() ? api::text(cell.get_string()) : api::writeJson(cell));
    return text;
}

} // namespace

void TestDiscovery::groups()
{
    Lab lab;
    const Response core = lab.get("/api"); // J1
    COMPARE_TEXT(at(core, {"kind"}), "APIVersions");
    COMPARE_TEXT(at(core, {"versions"}), "[\"v1\"]");
    const Response all = lab.get("/apis");
    COMPARE_TEXT(at(all, {"kind"}), "APIGroupList");
    const api::JsonArray list = entries(all, "groups");
    const auto machineGroup = std::ranges::find_if(
        list, [](const Json &group) { return api::textAt(group, {"name"}) == "machine.openshift.io"; });
    QVERIFY(machineGroup != list.end());
    const auto firstGeneration = std::ranges::find_if(list,
        [](const Json &group) { return api::textAt(group, {"name"}) == "healthchecking.openshift.io"; });
    QVERIFY2(machineGroup < firstGeneration, "kubectl get machinehealthchecks: of the first group");
    COMPARE_TEXT(std::string(api::textAt(*machineGroup, {"preferredVersion", "groupVersion"})),
        "machine.openshift.io/v1beta1");
    COMPARE_TEXT(at(lab.get("/apis/coordination.k8s.io"), {"kind"}), "APIGroup");
    QVERIFY(!entries(lab.get("/"), "paths").empty()); // J9
    api::Request aggregated = Lab::request(Method::Get, "/apis"); // J2
    aggregated.accept =
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const Response whole = lab.server->answer(aggregated);
    COMPARE_TEXT(at(whole, {"apiVersion"}), "apidiscovery.k8s.io/v2");
    COMPARE_TEXT(
        whole.headers.front().second, "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    QCOMPARE(entries(whole, "items").size(), list.size());
    aggregated.path = "/api";
    const Response coreGroup = lab.server->answer(aggregated);
    const Json &version = coreGroup.body->at_pointer("/items/0/versions/0");
    COMPARE_TEXT(std::string(api::textAt(version, {"version"})), "v1");
    Json podEntry;
    for (const Json &resource : version.at("resources").as_array()) {
        if (api::textAt(resource, {"resource"}) == "pods")
            podEntry = resource;
    }
    COMPARE_TEXT(
        api::writeCanonicalJson(podEntry.at("responseKind")), R"({"group":"","kind":"Pod","version":"v1"})");
    COMPARE_TEXT(std::string(api::textAt(podEntry, {"scope"})), "Namespaced");
    COMPARE_TEXT(std::string(api::textAt(podEntry.at_pointer("/subresources/0"), {"subresource"})), "status");
    aggregated.accept =
        "application/json;g=apidiscovery.k8s.io;v=v9;as=APIGroupDiscoveryList,application/json";
    COMPARE_TEXT(at(lab.server->answer(aggregated), {"kind"}), "APIVersions");
}

void TestDiscovery::resources()
{
    Lab lab;
    const Response core = lab.get("/api/v1");
    COMPARE_TEXT(at(core, {"kind"}), "APIResourceList");
    COMPARE_TEXT(at(core, {"groupVersion"}), "v1");
    const Json podEntry = entry(core, "pods");
    COMPARE_TEXT(api::writeJson(podEntry.at("shortNames")), "[\"po\"]");
    COMPARE_TEXT(api::writeJson(podEntry.at("categories")), "[\"all\"]");
    COMPARE_TEXT(api::writeJson(podEntry.at("verbs")),
        R"(["create","delete","deletecollection","get","list","patch","update","watch"])");
    const Json eviction = entry(core, "pods/eviction");
    COMPARE_TEXT(std::string(api::textAt(eviction, {"group"})) + "/"
            + std::string(api::textAt(eviction, {"version"})) + " "
            + std::string(api::textAt(eviction, {"kind"})),
        "policy/v1 Eviction");
    COMPARE_TEXT(
        api::writeJson(entry(core, "nodes/status").at("verbs")), R"(["get","patch","update"])"); // J3
    COMPARE_TEXT(api::writeJson(entry(core, "nodes").at("namespaced")), "false");
    const Response machineList = lab.get("/apis/machine.openshift.io/v1beta1");
    COMPARE_TEXT(std::string(api::textAt(entry(machineList, "machinesets/scale"), {"kind"})), "Scale");
    COMPARE_TEXT(std::string(api::textAt(entry(machineList, "machinesets/scale"), {"group"})), "autoscaling");
    COMPARE_TEXT(
        api::writeJson(entry(machineList, "machinehealthchecks").at("shortNames")), R"(["mhc","mhcs"])");
}

void TestDiscovery::kindsOfEveryCluster_data()
{
    QTest::addColumn<std::string>("version");
    QTest::addColumn<std::string>("plural");
    QTest::addColumn<std::string>("object"); // besides its metadata
    const auto row = [](const std::string &version, const char *plural, const std::string &object) {
        QTest::addRow("J10 %s %s", version.c_str(), plural) << version << std::string(plural) << object;
    };
    const std::string podTemplate =
        "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}";
    const std::string jobTemplate =
        "template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}";
    const std::string workload = "selector: {matchLabels: {a: b}}, " + podTemplate;
    row("api/v1", "persistentvolumes",
        "spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /x}}");
    row("api/v1", "persistentvolumeclaims",
        "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}");
    row("api/v1", "replicationcontrollers", "spec: {" + podTemplate + "}");
    row("api/v1", "podtemplates", podTemplate);
    row("api/v1", "resourcequotas", "spec: {hard: {pods: 3}}");
    row("api/v1", "limitranges", "spec: {limits: [{type: Container}]}");
    row("apis/apps/v1", "statefulsets", "spec: {serviceName: s, " + workload + "}");
    row("apis/apps/v1", "controllerrevisions", "revision: 1, data: {spec: {}}");
    row("apis/batch/v1", "cronjobs",
        "spec: {schedule: '* * * * *', jobTemplate: {spec: {" + jobTemplate + "}}}");
    row("apis/batch/v1beta1", "cronjobs",
        "spec: {schedule: '* * * * *', jobTemplate: {spec: {" + jobTemplate + "}}}");
    row("apis/autoscaling/v1", "horizontalpodautoscalers",
        "spec: {scaleTargetRef: {kind: Deployment, name: d}, maxReplicas: 3, targetCPUUtilizationPercentage: "
        "50}");
    row("apis/autoscaling/v2", "horizontalpodautoscalers",
        "spec: {scaleTargetRef: {kind: Deployment, name: d}, maxReplicas: 3}");
    row("apis/autoscaling/v2beta2", "horizontalpodautoscalers",
        "spec: {scaleTargetRef: {kind: Deployment, name: d}, maxReplicas: 3}");
    row("apis/storage.k8s.io/v1", "storageclasses", "provisioner: example.com/p");
    row("apis/storage.k8s.io/v1", "volumeattachments",
        "spec: {attacher: a, nodeName: n, source: {persistentVolumeName: v}}");
    row("apis/storage.k8s.io/v1", "csistoragecapacities", "storageClassName: s, capacity: 1Gi");
    row("apis/storage.k8s.io/v1", "csidrivers", "spec: {}");
    row("apis/storage.k8s.io/v1", "csinodes", "spec: {drivers: []}");
    row("apis/discovery.k8s.io/v1", "endpointslices", "addressType: IPv4, endpoints: []");
    row("apis/networking.k8s.io/v1", "ingresses", "spec: {rules: [{host: h}]}");
    row("apis/networking.k8s.io/v1", "ingressclasses", "spec: {controller: example.com/c}");
    row("apis/networking.k8s.io/v1", "networkpolicies", "spec: {podSelector: {}}");
    row("apis/node.k8s.io/v1", "runtimeclasses", "handler: h");
    row("apis/policy/v1beta1", "poddisruptionbudgets", "spec: {minAvailable: 1}");
    row("apis/scheduling.k8s.io/v1", "priorityclasses", "value: 7");
    row("apis/certificates.k8s.io/v1", "certificatesigningrequests",
        "spec: {signerName: example.com/s, usages: [client auth], request: "
        "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISE1HNENBUUF3RERFS01BZ0dBMVVFQXd3QmVEQlpNQk1H"
        "QnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQQpCT0RxSEI3RWRhSnhFTjRQTlZmNFA1Nm5tMlpWMUs0cVJmV0hnbElCTncz"
        "aFBvU0cvd044dXhsREhZS2dDUXc3CnQwZW8zaDNRNjVpM3RmY0tZZkhBcEk2Z0FEQUtCZ2dxaGtqT1BRUURBZ05KQURCR0Fp"
        "RUFvakFKRjU3dHo5a20Kb1dicEZtQWM0bEx6aGcxSitGU2xkUFgyc1hGd0Jta0NJUURvR3V1MHdjeEw1RUdGTVI5eWhrKzZF"
        "ejQwWHgvMgpaOVJUV2JwNVNlbHl4Zz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo="
        "}");
    row("apis/admissionregistration.k8s.io/v1", "validatingadmissionpolicies",
        "spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: "
        "[CREATE], "
        "resources: [pods]}]}, validations: [{expression: 'true'}]}");
    row("apis/admissionregistration.k8s.io/v1", "validatingadmissionpolicybindings",
        "spec: {policyName: p, validationActions: [Deny]}");
    for (const char *plural : {"validatingwebhookconfigurations", "mutatingwebhookconfigurations"})
        row("apis/admissionregistration.k8s.io/v1", plural,
            "webhooks: [{name: w.example.com, clientConfig: {url: 'https://localhost'}, sideEffects: None, "
            "admissionReviewVersions: [v1]}]");
}

/// Programs list them before anything else.
void TestDiscovery::kindsOfEveryCluster()
{
    QFETCH(const std::string, version);
    QFETCH(const std::string, plural);
    QFETCH(const std::string, object);
    Lab lab;
    const Json found = entry(lab.get("/" + version), plural);
    QVERIFY(found.is_object());
    const std::string collection =
        "/" + version + (found.at("namespaced").as_bool() ? "/namespaces/default/" : "/") + plural;
    COMPARE_TEXT(verdict(lab.get(collection)), "200");
    COMPARE_TEXT(verdict(lab.post(collection, "{metadata: {name: x}, " + object + "}")), "201");
    const Response got = lab.get(collection + "/x");
    const std::string apiVersion = version.substr(version.find('/') + 1);
    COMPARE_TEXT(at(got, {"apiVersion"}), apiVersion);
    COMPARE_TEXT(verdict(lab.put(collection + "/x", *got.body)), "200");
    const Response shown = table(lab, collection);
    QVERIFY(std::ranges::count_if(shown.body->at("rows").as_array(), [](const Json &row) {
        return api::textAt(row, {"object", "metadata", "name"}) == "x";
    }) == 1);
    COMPARE_TEXT(verdict(lab.get("/openapi/v3/" + version)), "200");
    COMPARE_TEXT(verdict(lab.remove(collection + "/x")), "200");
}

void TestDiscovery::versionAndHealth()
{
    Lab lab;
    const Response version = lab.get("/version"); // J7
    COMPARE_TEXT(at(version, {"major"}), "1");
    QVERIFY(at(version, {"gitVersion"}).starts_with("v1." + at(version, {"minor"})));
    for (const char *path : {"/healthz", "/livez", "/readyz", "/readyz/ping"}) {
        COMPARE_TEXT(lab.get(path).text, "ok"); // J8
        QCOMPARE(lab.get(path).code, 200);
    }
    const std::string verbose = lab.get("/readyz?verbose").text;
    QVERIFY(verbose.starts_with("[+]ping ok\n") && verbose.ends_with("readyz check passed\n"));
    QCOMPARE(lab.get("/readyz/wombat").code, 404);
    QCOMPARE(lab.send(Method::Post, "/version").code, 405);
}

void TestDiscovery::unknownPathsArePlainText()
{
    Lab lab;
    for (const char *path :
        {"/wombat", "/apis/wombat.example", "/apis/wombat.example/v1", "/openapi/v1", "/api/v9"}) {
        const Response response = lab.get(path); // A3
        QCOMPARE(response.code, 404);
        COMPARE_TEXT(response.text, "404 page not found\n");
        QCOMPARE(accepting(lab, path, protobuf).code, 404);
        QCOMPARE(accepting(lab, path, "text/html").code, 404);
    }
}

void TestDiscovery::formsOfTheOlderLists()
{
    Lab lab;
    for (const char *path : {"/api", "/api/v1", "/apis", "/apis/apps", "/apis/apps/v1"}) {
        COMPARE_TEXT(verdict(accepting(lab, path, protobuf)), "406 NotAcceptable"); // A9
        COMPARE_TEXT(verdict(accepting(lab, path, std::string(protobuf) + ",application/json")), "200");
        COMPARE_TEXT(verdict(accepting(lab, path, "application/yaml")), "200");
    }
}

/// Else who speaks protobuf alone, as a kubelet does, can't read them (docs/api-semantics.md P3).
void TestDiscovery::builtInKindsHaveMessages()
{
    Lab lab;
    std::vector<std::string> custom;
    const Response definitions = lab.get("/apis/apiextensions.k8s.io/v1/customresourcedefinitions");
    for (const api::JsonPtr &definition : definitions.list->items)
        custom.emplace_back(api::textAt(*definition, {"spec", "group"}));
    std::vector<std::string> versions {"v1"};
    for (const Json &group : entries(lab.get("/apis"), "groups")) {
        if (std::ranges::find(custom, api::textAt(group, {"name"})) != custom.end())
            continue;
        for (const Json &version : group.at("versions").as_array())
            versions.emplace_back(api::textAt(version, {"groupVersion"}));
    }
    QStringList unknown;
    for (const std::string &version : versions) {
        const std::string path = (version == "v1" ? "/api/" : "/apis/") + version;
        for (const Json &resource : entries(lab.get(path), "resources")) {
            const std::string group(api::textAt(resource, {"group"}));
            const std::string_view kind = api::textAt(resource, {"kind"});
            const std::string foreign = group + "/" + std::string(api::textAt(resource, {"version"}));
            const bool isBody = !kind.ends_with("Options"); // those stand in the query
            if (isBody && !api::formOfKind(group.empty() ? version : foreign, kind))
                unknown.append(QString::fromStdString(path + " " + std::string(kind)));
        }
    }
    QVERIFY(versions.size() > 20);
    QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join(QStringLiteral(", "))));
}

void TestDiscovery::tables()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}, data: {k: v, l: w}}");
    lab.post(configMaps, "{metadata: {name: b}}");
    lab.clock.advance(200s);
    const Response response = table(lab, std::string(configMaps) + "?limit=1");
    COMPARE_TEXT(at(response, {"kind"}), "Table"); // K1
    COMPARE_TEXT(at(response, {"apiVersion"}), "meta.k8s.io/v1");
    COMPARE_TEXT(version(response), std::to_string(lab.server->revision()));
    QVERIFY(at(response, {"metadata", "continue"}) != "(none)");
    COMPARE_TEXT(at(response, {"metadata", "remainingItemCount"}), "1");
    const Json first = entries(response, "columnDefinitions").front(); // K2
    COMPARE_TEXT(
        std::string(api::textAt(first, {"name"})) + " " + std::string(api::textAt(first, {"format"})),
        "Name name");
    for (const char *member : {"name", "type", "format", "description", "priority"})
        QVERIFY(api::find(first, {member}));
    COMPARE_TEXT(cells(response), "a | 2 | 3m20s");
}

void TestDiscovery::machineColumns()
{
    Lab lab;
    lab.post(machines,
        "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: m, labels: "
        "{machine.openshift.io/zone: z}}}");
    lab.clock.advance(90min);
    const Response response = table(lab, machines);
    COMPARE_TEXT(columns(response, 0), "Name | Phase | Type | Region | Zone | Age");
    COMPARE_TEXT(columns(response, 1), "Node | ProviderID | State");
    COMPARE_TEXT(cells(response), "m | null | null | null | z | 90m | null | null | null"); // K4
    lab.post(machineSets,
        "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: s}, spec: {selector: "
        "{}}}");
    COMPARE_TEXT(columns(table(lab, machineSets), 0), "Name | Desired | Current | Ready | Available | Age");
    COMPARE_TEXT(cells(table(lab, machineSets)), "s | 1 | null | null | null | 0s");
    COMPARE_TEXT(columns(table(lab, "/apis/machine.openshift.io/v1beta1/machinehealthchecks"), 0),
        "Name | MaxUnhealthy | ExpectedMachines | CurrentHealthy");
}

void TestDiscovery::nodeAndPodColumns()
{
    Lab lab;
    lab.post(nodes,
        "{metadata: {name: n, labels: {node-role.kubernetes.io/worker: ''}}, spec: {unschedulable: true}, "
        "status: {conditions: "
        "[{type: Ready, status: 'True'}], nodeInfo: {kubeletVersion: v1.31.0}, addresses: [{type: "
        "InternalIP, address: 10.0.0.1}]}}");
    COMPARE_TEXT(columns(table(lab, nodes), 0), "Name | Status | Roles | Age | Version");
    COMPARE_TEXT(cells(table(lab, nodes)),
        "n | Ready,SchedulingDisabled | worker | 0s | v1.31.0 | 10.0.0.1 | <none> | <unknown> | <unknown> | "
        "<unknown>");
    lab.post(pods, pod("p", "", ", nodeName: n"));
    lab.patch(pods / "p/status",
        "{status: {phase: Running, podIP: 10.1.1.1, containerStatuses: [{name: c, ready: true, restartCount: "
        "2}]}}");
    COMPARE_TEXT(columns(table(lab, pods), 0), "Name | Ready | Status | Restarts | Age");
    COMPARE_TEXT(cells(table(lab, pods)), "p | 1/1 | Running | 2 | 0s | 10.1.1.1 | n | <none> | <none>");
    lab.remove(pods / "p");
    QVERIFY(cells(table(lab, pods)).starts_with("p | 1/1 | Terminating"));
    lab.post(pods, pod("q", "", ", schedulingGates: [{name: a.b/c}]"));
    QVERIFY(cells(table(lab, pods / "q")).starts_with("q | 0/1 | SchedulingGated"));
    lab.post("/api/v1/namespaces/default/events",
        "{metadata: {name: e}, involvedObject: {kind: Node, name: n}, type: Normal, reason: "
        "Starting, message: hello, lastTimestamp: '2025-11-20T09:59:00Z'}");
    QVERIFY(cells(table(lab, "/api/v1/events")).starts_with("60s | Normal | Starting | node/n | "));
    QVERIFY(cells(table(lab, "/apis/events.k8s.io/v1/events"))
                .starts_with("60s | Normal | Starting | node/n | "));
}

void TestDiscovery::jobColumns()
{
    Lab lab;
    const std::string jobs = "/apis/batch/v1/namespaces/default/jobs";
    lab.post(jobs,
        "{metadata: {name: j}, spec: {parallelism: 4, completions: 9, template: {spec: {restartPolicy: "
        "Never, "
        "containers: [{name: c, image: i}]}}}}");
    COMPARE_TEXT(columns(table(lab, jobs), 0), "Name | Status | Completions | Duration | Age");
    const std::string wide =
        " | c | i | batch.kubernetes.io/controller-uid=" + at(lab.get(jobs / "j"), {"metadata", "uid"});
    COMPARE_TEXT(cells(table(lab, jobs)), "j | Running | 0/9 |  | 0s" + wide);
    lab.patch(jobs / "j/status", "{status: {startTime: '2025-11-20T10:00:00Z', succeeded: 3}}");
    lab.clock.advance(30s);
    COMPARE_TEXT(cells(table(lab, jobs)), "j | Running | 3/9 | 30s | 30s" + wide);
    lab.patch(jobs / "j/status",
        "{status: {completionTime: '2025-11-20T10:00:20Z', succeeded: 9, conditions: [{type: Complete, "
        "status: "
        "'True'}]}}");
    COMPARE_TEXT(cells(table(lab, jobs)), "j | Complete | 9/9 | 20s | 30s" + wide);
    lab.remove(jobs / "j?propagationPolicy=Background");
    lab.post(jobs,
        "{metadata: {name: j}, spec: {parallelism: 4, template: {spec: {restartPolicy: Never, containers: "
        "[{name: c, image: i}]}}}}");
    QVERIFY(cells(table(lab, jobs)).starts_with("j | Running | 0/1 of 4 |  | 0s | c | i | "));
}

/// K2: as a kube-apiserver has them, those that are only shown when wide too.
void TestDiscovery::columnsOfKinds_data()
{
    QTest::addColumn<std::string>("collection");
    QTest::addColumn<std::string>("object"); // besides its metadata
    QTest::addColumn<std::string>("expected"); // columns, those when wide, cells
    const auto row = [](const char *collection, const std::string &object, const std::string &expected) {
        QTest::newRow(collection) << std::string(collection) << object << expected;
    };
    const std::string podTemplate =
        "template: {metadata: {labels: {b: '1', a: x}}, spec: {containers: [{name: "
        "c, image: i}, {name: d, image: j}]}}";
    const std::string workload = "spec: {selector: {matchLabels: {b: '1', a: x}}, " + podTemplate + "}";
    row("/apis/apps/v1/namespaces/default/deployments", workload,
        "Name | Ready | Up-to-date | Available | Age; Containers | Images | Selector; x | 0/1 | 0 | 0 | 0s | "
        "c,d | i,j | a=x,b=1");
    row("/apis/apps/v1/namespaces/default/replicasets", workload,
        "Name | Desired | Current | Ready | Age; Containers | Images | Selector; x | 1 | 0 | 0 | 0s | c,d | "
        "i,j | a=x,b=1");
    row("/apis/apps/v1/namespaces/default/statefulsets", workload,
        "Name | Ready | Age; Containers | Images; x | 0/1 | 0s | c,d | i,j");
    row("/api/v1/namespaces/default/replicationcontrollers", "spec: {" + podTemplate + "}",
        "Name | Desired | Current | Ready | Age; Containers | Images | Selector; x | 1 | 0 | 0 | 0s | c,d | "
        "i,j | a=x,b=1");
    row("/api/v1/namespaces/default/podtemplates", podTemplate,
        "Name | Containers | Images | Pod Labels; ; x | c,d | i,j | a=x,b=1");
    row("/api/v1/namespaces/default/endpoints",
        "subsets: [{ports: [{name: a, port: 80}, {name: b, port: 81}], addresses: [{ip: 10.0.0.1}, {ip: "
        "10.0.0.2}]}]",
        "Name | Endpoints | Age; ; x | 10.0.0.1:80,10.0.0.2:80,10.0.0.1:81 + 1 more... | 0s");
    row("/api/v1/namespaces/default/serviceaccounts", "secrets: [{name: s}]",
        "Name | Secrets | Age; ; x | 1 | 0s");
    row("/api/v1/namespaces/default/resourcequotas", "spec: {hard: {pods: 3}}",
        "Name | Age | Request | Limit; ; x | 0s |  | ");
    row("/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
        "spec: {scaleTargetRef: {kind: Deployment, name: d}, maxReplicas: 3, targetCPUUtilizationPercentage: "
        "50}",
        "Name | Reference | Targets | MinPods | MaxPods | Replicas | Age; ; x | Deployment/d | "
        "<unknown>/50% | 1 | 3 | 0 | 0s");
    row("/apis/apps/v1/namespaces/default/controllerrevisions", "revision: 7, data: {}",
        "Name | Controller | Revision | Age; ; x | <none> | 7 | 0s");
    row("/apis/storage.k8s.io/v1/csidrivers",
        "spec: {podInfoOnMount: true, volumeLifecycleModes: [Ephemeral]}",
        "Name | AttachRequired | PodInfoOnMount | Modes | Age; ; x | true | true | Ephemeral | 0s");
    row("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies",
        "spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: "
        "[CREATE], "
        "resources: [pods]}]}, paramKind: {apiVersion: v1, kind: ConfigMap}, validations: "
        "[{expression: "
        "'true'}]}",
        "Name | Validations | ParamKind | Age; ; x | 1 | v1/ConfigMap | 0s");
    row("/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings",
        "spec: {policyName: p, paramRef: {namespace: n, selector: {}, parameterNotFoundAction: Deny}, "
        "validationActions: [Warn]}",
        "Name | PolicyName | ParamRef | Age; ; x | p | n/* | 0s");
    row("/apis/node.k8s.io/v1/runtimeclasses", "handler: h", "Name | Handler | Age; ; x | h | 0s");
}

void TestDiscovery::columnsOfKinds()
{
    QFETCH(const std::string, collection);
    QFETCH(const std::string, object);
    QFETCH(const std::string, expected);
    Lab lab;
    COMPARE_TEXT(verdict(lab.post(collection, "{metadata: {name: x}, " + object + "}")), "201");
    const Response one = table(lab, collection + "/x");
    COMPARE_TEXT(columns(one, 0) + "; " + columns(one, 1) + "; " + cells(one), expected);
}

void TestDiscovery::columnsOfTimes()
{
    Lab lab;
    const std::string rolesOf = "/apis/rbac.authorization.k8s.io/v1/";
    for (const std::string &collection : {std::string("/api/v1/limitranges"), rolesOf + "clusterroles",
             rolesOf + "roles", std::string("/apis/apiextensions.k8s.io/v1/customresourcedefinitions")}) {
        const Json column = entries(table(lab, collection), "columnDefinitions").at(1);
        COMPARE_TEXT(std::string(api::textAt(column, {"name"})), "Created At");
        COMPARE_TEXT(std::string(api::textAt(column, {"type"})), "date");
    }
}

void TestDiscovery::whereServicesAreReachedFromOutside()
{
    Lab lab;
    const std::string services = "/api/v1/namespaces/default/services";
    const auto make = [&](const std::string &spec) {
        const Response made =
            lab.post(services, "{metadata: {name: x}, spec: {ports: [{port: 80}], " + spec + "}}");
        return made.code == 201 ? cells(table(lab, services + "/x")) : verdict(made);
    };
    COMPARE_TEXT(make("clusterIP: None, externalIPs: [1.2.3.5, 1.2.3.4]"),
        "x | ClusterIP | None | 1.2.3.5,1.2.3.4 | 80/TCP | 0s | <none>");
    lab.remove(services + "/x");
    COMPARE_TEXT(make("type: ExternalName, externalName: a.b"),
        "x | ExternalName | <none> | a.b | 80/TCP | 0s | <none>");
    lab.remove(services + "/x");
    QVERIFY(make("type: LoadBalancer").find(" | <pending> | ") != std::string::npos);
    lab.patch(
        services + "/x/status", "{status: {loadBalancer: {ingress: [{ip: 5.6.7.8}, {hostname: a.b}]}}}");
    QVERIFY(cells(table(lab, services + "/x")).find(" | 5.6.7.8,a.b | ") != std::string::npos);
}

void TestDiscovery::whatTheServerTellsOfItself()
{
    Lab lab;
    const std::string services = "/apis/apiregistration.k8s.io/v1/apiservices";
    const std::string served = ' ' + names(lab.get(services)) + ' ';
    for (const char *name : {" v1. ", " v1.apps ", " v2.autoscaling ", " v1beta1.machine.openshift.io "})
        QVERIFY2(served.find(name) != std::string::npos, served.c_str());
    QVERIFY2(served.find(" v1.apps v1.authentication.k8s.io ") != std::string::npos, served.c_str());
    const Response one = table(lab, services + "/v1beta1.machine.openshift.io");
    QCOMPARE(columns(one, 0), std::string("Name | Service | Available | Age"));
    QVERIFY(cells(one).starts_with("v1beta1.machine.openshift.io | Local | True | "));
    COMPARE_TEXT(verdict(lab.get(services + "/v7.apps")), "404 NotFound");
    QCOMPARE(cells(table(lab, "/api/v1/componentstatuses")),
        std::string("etcd-0 | Healthy | {\"health\":\"true\"} | "));
}

void TestDiscovery::rowObjects()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}");
    const auto rowOf = [&](std::string_view query) {
        return entries(table(lab, std::string(configMaps) + std::string(query)), "rows").front();
    };
    COMPARE_TEXT(std::string(api::textAt(rowOf(""), {"object", "kind"})), "PartialObjectMetadata"); // K3
    COMPARE_TEXT(std::string(api::textAt(rowOf("?includeObject=Object"), {"object", "data", "k"})), "v");
    QVERIFY(!api::find(rowOf("?includeObject=None"), {"object"}));
    COMPARE_TEXT(verdict(table(lab, std::string(configMaps) + "?includeObject=Some")), "400 BadRequest");
}

/// K6
void TestDiscovery::metadataOfWhatWasAskedFor()
{
    Lab lab;
    const auto asked = [&](Method method, std::string_view path, std::string_view form) {
        api::Request request = Lab::request(method, path);
        request.accept = "application/json;as=" + std::string(form) + ";g=meta.k8s.io;v=v1";
        if (method == Method::Post)
            request.body = api::share(api::JsonObject {{"metadata", api::JsonObject {{"name", "a"}}}});
        const Response response = lab.server->localServer().answer(request);
        return response.list ? response.list->kind : verdict(response);
    };
    constexpr std::string_view one = "PartialObjectMetadata";
    constexpr std::string_view list = "PartialObjectMetadataList";
    COMPARE_TEXT(asked(Method::Post, configMaps, list), "406 NotAcceptable");
    COMPARE_TEXT(asked(Method::Post, configMaps, one), "409 AlreadyExists");
    COMPARE_TEXT(asked(Method::Get, configMaps, list), std::string(list));
    COMPARE_TEXT(asked(Method::Get, configMaps, one), "406 NotAcceptable");
    COMPARE_TEXT(asked(Method::Get, configMaps / "a", one), "200");
    COMPARE_TEXT(asked(Method::Get, configMaps / "a", list), "406 NotAcceptable");
    COMPARE_TEXT(asked(Method::Get, configMaps / "x", list), "404 NotFound");
    COMPARE_TEXT(asked(Method::Delete, configMaps / "a", list), "200"); // a Status
}

void TestDiscovery::tableOfOneObject()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    COMPARE_TEXT(cells(table(lab, configMaps / "a")), "a | 0 | 0s"); // K5
    COMPARE_TEXT(verdict(table(lab, configMaps / "x")), "404 NotFound");
    lab.post("/api/v1/namespaces/default/replicationcontrollers",
        "{metadata: {name: r}, spec: {replicas: 2, template: {metadata: {labels: {a: b}}, spec: {containers: "
        "[{name: c, image: i}]}}}}");
    const std::string scale = "/api/v1/namespaces/default/replicationcontrollers/r/scale";
    COMPARE_TEXT(cells(table(lab, scale)), "r | 2 | 0 | 0s");
    std::string columns;
    for (const Json &column : entries(table(lab, scale), "columnDefinitions"))
        columns += std::string(api::textAt(column, {"name"})) + ' ';
    COMPARE_TEXT(columns, "Name Desired Available Age ");
    QVERIFY(lab.get(scale).body->at("spec").at("replicas") == 2); // to who wants none
}

void TestDiscovery::paths_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const char *path, const char *expected) {
        QTest::newRow(name) << QByteArray(path) << std::string(expected);
    };
    row("K4 a field", ".a.b", "1");
    row("K4 a dot in a field", ".dotted\\.key/x", "2");
    row("K4 a quoted field", ".['dotted.key/x']", "2");
    row("K4 an index", ".list[1].n", "5");
    row("K4 an index from the end", ".list[-1].n", "6");
    row("K4 all", ".list[*].n", "4,5,6");
    row("K4 a filter", ".list[?(@.t==\"y\")].n", "5");
    row("K4 nothing there", ".a.x.y", "");
    row("K4 not a path", "a", "invalid");
    row("K4 an open bracket", ".a[", "invalid");
    row("K4 an open filter", ".a[?(@.x==", "invalid");
}

void TestDiscovery::paths()
{
    QFETCH(const QByteArray, path);
    QFETCH(const std::string, expected);
    const Json document =
        yaml("{a: {b: 1}, dotted.key/x: 2, list: [{t: x, n: 4}, {t: y, n: 5}, {t: z, n: 6}]}");
    const auto parsed = lab::JsonPath::parse(path.toStdString());
    std::string text = parsed ? "" : "invalid";
    if (parsed) {
        for (const Json *found : parsed->find(document))
            text += (text.empty() ? "" : ",") + api::writeJson(*found);
    }
    QCOMPARE(text, expected);
}

QTEST_GUILESS_MAIN(TestDiscovery)
#include "tst_discovery.moc"
