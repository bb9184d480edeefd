// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md B: create.
#include "labfixture.h"

#include <QTemporaryDir>

#include <set>

using namespace labtest;

class TestCreate : public QObject
{
    Q_OBJECT

private slots:
    void theServerSetsItsFields();
    void refusals_data();
    void refusals();
    void anExistingNameIsRefused();
    void generatedNames();
    void generations_data();
    void generations();
    void statusIsDropped();
    void dryRun();
    void aTerminatingNamespaceTakesNothingNew();
    void theSameSeedGivesTheSameUids();
    void podsAreFilledIn();
    void containersAreFilledIn_data();
    void containersAreFilledIn();
    void partsOfPodsAreFilledIn_data();
    void partsOfPodsAreFilledIn();
    void nodesAreTainted_data();
    void nodesAreTainted();
    void namespacesAreFilledIn();
    void secretsEncodeTheirText();
    void revisionsKeepTheirData();
    void freshObjects_data();
    void freshObjects();
    void prioritiesOfPods_data();
    void prioritiesOfPods();
    void priorityClassesStay();
    void systemPriorityClasses();
    void whatTheServerFilledInStays();
    void nodePorts_data();
    void nodePorts();
    void numbersAreOneServicesAlone();
};

void TestCreate::theServerSetsItsFields()
{
    Lab lab;
    const Response created = lab.post(configMaps,
        "{metadata: {name: a, uid: mine, creationTimestamp: '2001-01-01T00:00:00Z', "
        "managedFields: [], selfLink: x}, data: {k: v}}");
    QCOMPARE(created.code, 201); // B1
    COMPARE_TEXT(at(created, {"metadata", "creationTimestamp"}), "2025-11-20T10:00:00Z");
    QCOMPARE(at(created, {"metadata", "uid"}).size(), std::size_t(36));
    COMPARE_TEXT(version(created), std::to_string(created.revision));
    QCOMPARE(created.revision, lab.server->revision());
    COMPARE_TEXT(at(created, {"metadata", "namespace"}), "default");
    COMPARE_TEXT(at(created, {"kind"}), "ConfigMap");
    COMPARE_TEXT(at(created, {"apiVersion"}), "v1");
    COMPARE_TEXT(at(created, {"metadata", "selfLink"}), "(none)");
    QCOMPARE(*lab.get(configMaps / "a").body, *created.body);
}

void TestCreate::refusals_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    QTest::addColumn<std::string>("expectedCause");
    const auto row = [](const char *name, const std::string &body, const std::string &expected,
                         const std::string &expectedCause) {
        QTest::newRow(name) << body << expected << expectedCause;
    };
    row("B2 a resourceVersion in the body", "{metadata: {name: a, resourceVersion: '5'}}", "400 BadRequest",
        "");
    row("B4 neither name nor generateName", "{metadata: {}}", "422 Invalid",
        "FieldValueRequired metadata.name");
    row("G13 two controllers",
        "{metadata: {name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: u1, controller: "
        "true}, {apiVersion: v1, "
        "kind: Pod, name: b, uid: u2, controller: true}]}}",
        "422 Invalid", "FieldValueInvalid metadata.ownerReferences");
    row("G13 an owner without uid",
        "{metadata: {name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: a}]}}", "422 Invalid",
        "FieldValueRequired metadata.ownerReferences[0].uid");
    row("G13 an owner with an empty uid",
        "{metadata: {name: a, ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: ''}]}}",
        "422 Invalid", "FieldValueInvalid metadata.ownerReferences.uid");
    row("G13 orphan together with foregroundDeletion",
        "{metadata: {name: a, finalizers: [orphan, foregroundDeletion]}}", "422 Invalid",
        "FieldValueInvalid metadata.finalizers");
    row("G13 an Event as owner",
        "{metadata: {name: a, ownerReferences: [{apiVersion: v1, kind: Event, name: a, uid: u}]}}",
        "422 Invalid", "FieldValueInvalid metadata.ownerReferences");
    row("G13 a finalizer without a domain", "{metadata: {name: a, finalizers: [mine]}}", "422 Invalid",
        "FieldValueInvalid metadata.finalizers[0]");
}

void TestCreate::refusals()
{
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    QFETCH(const std::string, expectedCause);
    Lab lab;
    const auto before = lab.server->revision();
    const Response response = lab.post(configMaps, body);
    QCOMPARE(verdict(response), expected);
    QCOMPARE(cause(response), expectedCause);
    QCOMPARE(lab.server->revision(), before);
}

void TestCreate::anExistingNameIsRefused()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a, finalizers: [x.y/z]}}");
    const Response again = lab.post(configMaps, "{metadata: {name: a}}");
    COMPARE_TEXT(verdict(again), "409 AlreadyExists"); // B3
    COMPARE_TEXT(at(again, {"details", "kind"}), "configmaps");
    COMPARE_TEXT(message(again), "configmaps \"a\" already exists");
    lab.remove(configMaps / "a");
    QVERIFY(message(lab.post(configMaps, "{metadata: {name: a}}")).starts_with("object is being deleted: "));
}

void TestCreate::generatedNames()
{
    Lab lab;
    const auto make = [&] {
        return at(lab.post(configMaps, "{metadata: {generateName: web-}}"), {"metadata", "name"});
    };
    const std::string first = make();
    QCOMPARE(first.size(), std::string("web-").size() + 5); // B5
    QVERIFY(first.find_first_of("aeiou", 4) == std::string::npos);
    QVERIFY(make() != first);
}

void TestCreate::generations_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("generation");
    QTest::newRow("B6 a custom resource starts at 1")
        << std::string(machines) << machine("a", "") << std::string("1");
    QTest::newRow("B6 whatever the client sends")
        << std::string(machines)
        << std::string("{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: a, "
                       "generation: 55}}")
        << std::string("1");
    QTest::newRow("B6 a config map has none")
        << std::string(configMaps) << std::string("{metadata: {name: a, generation: 5}}")
        << std::string("(none)");
    QTest::newRow("B6 a node has none")
        << std::string(nodes) << std::string("{metadata: {name: a}}") << std::string("(none)");
    QTest::newRow("B6 a pod has none") << std::string(pods) << pod("a") << std::string("(none)");
}

void TestCreate::generations()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, body);
    QFETCH(const std::string, generation);
    Lab lab;
    QCOMPARE(at(lab.post(path, body), {"metadata", "generation"}), generation);
}

void TestCreate::statusIsDropped()
{
    Lab lab;
    COMPARE_TEXT(
        at(lab.post(machines, machine("a", ", status: {phase: Running}")), {"status"}), "(none)"); // B7
    // A kubelet registers its node with the status in place.
    COMPARE_TEXT(at(lab.post(nodes, "{metadata: {name: n}, status: {phase: x}}"), {"status", "phase"}), "x");
}

void TestCreate::dryRun()
{
    Lab lab;
    const auto seen = lab.watch(std::string(configMaps) + "?watch=1");
    const auto before = lab.server->revision();
    const Response tried = lab.post(std::string(configMaps) + "?dryRun=All", "{metadata: {name: a}}");
    QCOMPARE(tried.code, 201); // B8
    QCOMPARE(at(tried, {"metadata", "uid"}).size(), std::size_t(36));
    COMPARE_TEXT(version(tried), "(none)");
    QCOMPARE(tried.revision, before); // all that it tells of is there already
    COMPARE_TEXT(verdict(lab.get(configMaps / "a")), "404 NotFound");
    lab.settle();
    QVERIFY(seen->events.empty());
    QCOMPARE(lab.server->revision(), before);
    const Response odd = lab.post(std::string(configMaps) + "?dryRun=Some", "{metadata: {name: a}}");
    COMPARE_TEXT(cause(odd), "FieldValueNotSupported dryRun");
    for (const std::string_view query : {"?dryRun=", "?dryRun=All&dryRun=Some"})
        COMPARE_TEXT(cause(lab.post(std::string(configMaps) + std::string(query), "{metadata: {name: a}}")),
            "FieldValueNotSupported dryRun");
    QCOMPARE(lab.post(std::string(configMaps) + "?dryRun=All&dryRun=All", "{metadata: {name: a}}").code, 201);
    COMPARE_TEXT(verdict(lab.get(configMaps / "a")), "404 NotFound");
}

void TestCreate::aTerminatingNamespaceTakesNothingNew()
{
    Lab lab;
    lab.post("/api/v1/namespaces", "{metadata: {name: x}}");
    lab.remove("/api/v1/namespaces/x");
    const Response refused = lab.post("/api/v1/namespaces/x/configmaps", "{metadata: {name: a}}");
    COMPARE_TEXT(verdict(refused), "403 Forbidden"); // B9
    COMPARE_TEXT(cause(refused), "NamespaceTerminating metadata.namespace");
}

void TestCreate::theSameSeedGivesTheSameUids()
{
    const auto uid = [] {
        Lab lab;
        return at(lab.post(nodes, "{metadata: {name: n}}"), {"metadata", "uid"});
    };
    QCOMPARE(uid(), uid()); // docs/design.md D20
    Lab lab;
    const std::string first = at(lab.post(nodes, "{metadata: {name: n}}"), {"metadata", "uid"});
    lab.remove(nodes / "n");
    QVERIFY(at(lab.post(nodes, "{metadata: {name: n}}"), {"metadata", "uid"}) != first);
}

void TestCreate::podsAreFilledIn()
{
    Lab lab;
    const Response created = lab.post(pods, pod("p", "", ", nodeSelector: null"));
    COMPARE_TEXT(at(created, {"status", "phase"}), "Pending");
    COMPARE_TEXT(at(created, {"status", "qosClass"}), "BestEffort");
    COMPARE_TEXT(at(created, {"spec", "restartPolicy"}), "Always");
    COMPARE_TEXT(at(created, {"spec", "terminationGracePeriodSeconds"}), "30");
    COMPARE_TEXT(at(created, {"spec", "schedulerName"}), "default-scheduler");
    COMPARE_TEXT(at(created, {"spec", "nodeSelector"}), "(none)");
    COMPARE_TEXT(at(created, {"spec", "enableServiceLinks"}), "true");
    QCOMPARE(created.body->at_pointer("/spec/tolerations").as_array().size(), std::size_t(2));
    COMPARE_TEXT(cause(lab.post(pods, "{metadata: {name: q}, spec: {containers: [{name: c}]}}")),
        "FieldValueRequired spec.containers[0].image");
    COMPARE_TEXT(cause(lab.post(pods, "{metadata: {name: q}, spec: {containers: []}}")),
        "FieldValueRequired spec.containers");
}

void TestCreate::containersAreFilledIn_data()
{
    QTest::addColumn<std::string>("container");
    QTest::addColumn<std::string>("policy");
    const auto row = [](const char *name, const char *container, const char *policy) {
        QTest::newRow(name) << std::string(container) << std::string(policy);
    };
    row("an image without a tag may change", "image: nginx", "Always");
    row("a registry's port is no tag", "image: 'host:5000/nginx'", "Always");
    row("the tag latest may change", "image: 'nginx:latest'", "Always");
    row("a tag stays", "image: 'nginx:1.25'", "IfNotPresent");
    row("a digest stays", "image: 'nginx@sha256:12'", "IfNotPresent");
    row("what is asked for counts", "image: nginx, imagePullPolicy: Never", "Never");
    row("what is empty asks for nothing",
        "image: 'nginx:1.25', imagePullPolicy: '', terminationMessagePolicy: ''", "IfNotPresent");
    row("null asks for nothing", "image: nginx, imagePullPolicy: null", "Always");
}

void TestCreate::containersAreFilledIn()
{
    QFETCH(std::string, container);
    QFETCH(std::string, policy);
    Lab lab;
    const Response created =
        lab.post(pods, "{metadata: {name: p}, spec: {containers: [{name: c, " + container + "}]}}");
    QCOMPARE(created.code, 201);
    const api::Json &filled = created.body->at_pointer("/spec/containers/0");
    COMPARE_TEXT(std::string(api::textAt(filled, {"imagePullPolicy"})), policy);
    COMPARE_TEXT(std::string(api::textAt(filled, {"terminationMessagePath"})), "/dev/termination-log");
    COMPARE_TEXT(std::string(api::textAt(filled, {"terminationMessagePolicy"})), "File");
}

void TestCreate::partsOfPodsAreFilledIn_data()
{
    QTest::addColumn<std::string>("spec"); // beside the container's name and image
    QTest::addColumn<std::string>("pointer");
    QTest::addColumn<std::string>("filled");
    const auto row = [](const char *name, const char *spec, const char *pointer, const char *filled) {
        QTest::newRow(name) << std::string(spec) << std::string(pointer) << std::string(filled);
    };
    row("service links that were refused", "}], enableServiceLinks: false", "/spec/enableServiceLinks",
        "false");
    row("a probe's times", ", livenessProbe: {exec: {command: [a]}}}]", "/spec/containers/0/livenessProbe",
        R"({"exec":{"command":["a"]},"failureThreshold":3,"periodSeconds":10,"successThreshold":1,)"
        R"("timeoutSeconds":1})");
    row("a probe's request", ", readinessProbe: {httpGet: {port: 80}}}]",
        "/spec/containers/0/readinessProbe/httpGet", R"({"path":"/","port":80,"scheme":"HTTP"})");
    row("a hook's request", ", lifecycle: {preStop: {httpGet: {port: web}}}}]",
        "/spec/containers/0/lifecycle/preStop/httpGet", R"({"path":"/","port":"web","scheme":"HTTP"})");
    row("the version of a variable's field",
        ", env: [{name: A, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}]}]",
        "/spec/containers/0/env/0/valueFrom/fieldRef", R"({"apiVersion":"v1","fieldPath":"spec.nodeName"})");
    row("the mode of a config map's files", "}], volumes: [{name: v, configMap: {name: c}}]",
        "/spec/volumes/0/configMap/defaultMode", "420");
    row("the mode of a secret's files", "}], volumes: [{name: v, secret: {secretName: s, defaultMode: 256}}]",
        "/spec/volumes/0/secret/defaultMode", "256");
    row("the version of a file's field",
        "}], volumes: [{name: v, downwardAPI: {items: [{path: l, fieldRef: {fieldPath: metadata.labels}}]}}]",
        "/spec/volumes/0/downwardAPI/items/0/fieldRef/apiVersion", "\"v1\"");
    row("a projected token's life",
        "}], volumes: [{name: v, projected: {sources: [{serviceAccountToken: {path: t}}]}}]",
        "/spec/volumes/0/projected",
        R"({"defaultMode":420,"sources":[{"serviceAccountToken":{"expirationSeconds":3600,"path":"t"}}]})");
    row("the type of a path of the host", "}], volumes: [{name: v, hostPath: {path: /x}}]",
        "/spec/volumes/0/hostPath/type", "\"\"");
}

/// A Kubernetes API server fills the parts in; kubelets rely on it.
void TestCreate::partsOfPodsAreFilledIn()
{
    QFETCH(std::string, spec);
    QFETCH(std::string, pointer);
    QFETCH(std::string, filled);
    Lab lab;
    const Response created =
        lab.post(pods, "{metadata: {name: p}, spec: {containers: [{name: c, image: nginx" + spec + "}}");
    QCOMPARE(created.code, 201);
    COMPARE_TEXT(api::writeCanonicalJson(created.body->at_pointer(pointer)), filled);
}

void TestCreate::nodesAreTainted_data()
{
    QTest::addColumn<std::string>("node");
    QTest::addColumn<std::string>("taints");
    const auto row = [](const char *name, const char *node, const char *taints) {
        QTest::addRow("B12 %s", name) << std::string(node) << std::string(taints);
    };
    const char *notReady = R"([{"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}])";
    row("without a condition", "", notReady);
    row("not ready", ", status: {conditions: [{type: Ready, status: 'False'}]}", notReady);
    row("ready", ", status: {conditions: [{type: Ready, status: 'True'}]}", "(none)");
    row("tainted already", ", spec: {taints: [{key: node.kubernetes.io/not-ready, effect: NoSchedule}]}",
        notReady);
    row("tainted otherwise", ", spec: {taints: [{key: a, effect: NoExecute}]}",
        R"([{"key":"a","effect":"NoExecute"},)"
        R"({"key":"node.kubernetes.io/not-ready","effect":"NoSchedule"}])");
}

void TestCreate::nodesAreTainted()
{
    QFETCH(const std::string, node);
    QFETCH(const std::string, taints);
    Lab lab;
    const Response made = lab.post(nodes, "{metadata: {name: n}" + node + "}");
    COMPARE_TEXT(at(made, {"spec", "taints"}), taints);
    const Response updated = lab.patch(nodes / "n", "{spec: {taints: null}}");
    COMPARE_TEXT(at(updated, {"spec", "taints"}), "(none)"); // only a new node gets it
}

void TestCreate::namespacesAreFilledIn()
{
    Lab lab;
    for (const char *name : {"default", "kube-system", "kube-public", "kube-node-lease", "kubemark-actuator",
             "openshift-machine-api"})
        QCOMPARE(lab.get(std::string("/api/v1/namespaces/") + name).code, 200);
    const Response created = lab.post("/api/v1/namespaces", "{metadata: {name: x}}");
    COMPARE_TEXT(at(created, {"status", "phase"}), "Active");
    COMPARE_TEXT(at(created, {"spec", "finalizers"}), "[\"kubernetes\"]");
    COMPARE_TEXT(at(created, {"metadata", "labels", "kubernetes.io/metadata.name"}), "x");
    const Response more =
        lab.post("/api/v1/namespaces", "{metadata: {name: y}, spec: {finalizers: [x.y/z]}}");
    COMPARE_TEXT(at(more, {"spec", "finalizers"}), "[\"x.y/z\",\"kubernetes\"]");
    const Response wrong = lab.post("/api/v1/namespaces", "{metadata: {name: z, labels: a}}");
    COMPARE_TEXT(verdict(wrong), "400 BadRequest");
}

void TestCreate::secretsEncodeTheirText()
{
    Lab lab;
    const Response created =
        lab.post("/api/v1/namespaces/default/secrets", "{metadata: {name: s}, stringData: {k: hello}}");
    COMPARE_TEXT(at(created, {"data", "k"}), "aGVsbG8=");
    COMPARE_TEXT(at(created, {"stringData"}), "(none)");
    COMPARE_TEXT(at(created, {"type"}), "Opaque");
}

/// Whoever wrote it compares it later, byte by byte.
void TestCreate::revisionsKeepTheirData()
{
    Lab lab;
    const std::string data =
        R"({"spec":{"template":{"$patch":"replace","metadata":{"creationTimestamp":null,)"
        R"("labels":{"b":"c","a":"b"}},"empty":{},"list":[null]}}})";
    const Response created = lab.post("/apis/apps/v1/namespaces/default/controllerrevisions",
        "{metadata: {name: r, labels: {a: null, b: c}}, revision: 1, data: " + data + "}");
    QCOMPARE(created.code, 201);
    COMPARE_TEXT(api::writeJson(created.body->at("data")), data);
    COMPARE_TEXT(at(created, {"metadata", "labels"}), R"({"a":"","b":"c"})");
}

void TestCreate::freshObjects_data()
{
    QTest::addColumn<std::string>("collection");
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("pointer");
    QTest::addColumn<std::string>("expected");
    const std::string workload =
        "{metadata: {name: x}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: "
        "{labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}";
    const std::string apps = "/apis/apps/v1/namespaces/default/";
    const auto row = [](const char *name, const std::string &collection, const std::string &object,
                         const std::string &pointer, const std::string &expected) {
        QTest::addRow("B10 %s", name) << collection << object << pointer << expected;
    };
    row("a Deployment rolls a quarter at a time", apps + "deployments", workload, "/spec/strategy",
        R"({"rollingUpdate":{"maxSurge":"25%","maxUnavailable":"25%"},"type":"RollingUpdate"})");
    std::string recreate = workload;
    recreate.insert(recreate.find("selector"), "strategy: {type: Recreate}, ");
    row("one that recreates does not roll", apps + "deployments", recreate, "/spec/strategy",
        R"({"type":"Recreate"})");
    row("a Deployment's status", apps + "deployments", workload, "/status", "{}");
    row("a template's pull policy", apps + "deployments", workload,
        "/spec/template/spec/containers/0/imagePullPolicy", R"("Always")");
    const std::string once = "{spec: {restartPolicy: Never, containers: [{name: c, image: 'i:1'}]}}";
    row("the pull policy of a CronJob's pods", "/apis/batch/v1/namespaces/default/cronjobs",
        "{metadata: {name: x}, spec: {schedule: '@daily', jobTemplate: {spec: {template: " + once + "}}}}",
        "/spec/jobTemplate/spec/template/spec/containers/0/imagePullPolicy", R"("IfNotPresent")");
    row("the pull policy of a PodTemplate", "/api/v1/namespaces/default/podtemplates",
        "{metadata: {name: x}, template: " + once + "}", "/template/spec/containers/0/imagePullPolicy",
        R"("IfNotPresent")");
    row("a ReplicaSet's status", apps + "replicasets", workload, "/status", R"({"replicas":0})");
    row("a DaemonSet's strategy", apps + "daemonsets", workload, "/spec/updateStrategy",
        R"({"rollingUpdate":{"maxSurge":0,"maxUnavailable":1},"type":"RollingUpdate"})");
    row("a DaemonSet's status", apps + "daemonsets", workload, "/status",
        R"({"currentNumberScheduled":0,"desiredNumberScheduled":0,"numberMisscheduled":0,"numberReady":0})");
    const std::string policies = "/apis/networking.k8s.io/v1/namespaces/default/networkpolicies";
    row("a NetworkPolicy's types", policies, "{metadata: {name: x}, spec: {}}", "/spec",
        R"({"podSelector":{},"policyTypes":["Ingress"]})");
    row("a NetworkPolicy without a spec", policies, "{metadata: {name: x}}", "/spec",
        R"({"podSelector":{},"policyTypes":["Ingress"]})");
    row("a Lease's spec", "/apis/coordination.k8s.io/v1/namespaces/default/leases", "{metadata: {name: x}}",
        "/spec", "{}");
    row("a quota's spec", "/api/v1/namespaces/default/resourcequotas", "{metadata: {name: x}}", "/spec",
        "{}");
    row("a budget's spec", "/apis/policy/v1/namespaces/default/poddisruptionbudgets", "{metadata: {name: x}}",
        "/spec", "{}");
    row("a CSIDriver without a spec", "/apis/storage.k8s.io/v1/csidrivers", "{metadata: {name: x}}",
        "/spec/volumeLifecycleModes", R"(["Persistent"])");
    row("a PriorityClass's value", "/apis/scheduling.k8s.io/v1/priorityclasses", "{metadata: {name: x}}",
        "/value", "0");
    row("conditions of endpoints", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        "{metadata: {name: x}, addressType: IPv4, endpoints: [{addresses: [10.0.0.1]}]}", "/endpoints",
        R"([{"addresses":["10.0.0.1"],"conditions":{}}])");
    row("a NetworkPolicy's types with egress", policies,
        "{metadata: {name: x}, spec: {podSelector: {}, egress: [{ports: [{port: 53}]}]}}", "/spec",
        R"({"egress":[{"ports":[{"port":53,"protocol":"TCP"}]}],"podSelector":{},"policyTypes":["Ingress",)"
        R"("Egress"]})");
    row("a NetworkPolicy's types stay", policies, "{metadata: {name: x}, spec: {policyTypes: [Egress]}}",
        "/spec/policyTypes", R"(["Egress"])");
    row("the protocol of Endpoints", "/api/v1/namespaces/default/endpoints",
        "{metadata: {name: x}, subsets: [{addresses: [{ip: 10.0.0.1}], ports: [{port: 80}]}]}", "/subsets",
        R"([{"addresses":[{"ip":"10.0.0.1"}],"ports":[{"port":80,"protocol":"TCP"}]}])");
    row("the protocol of an EndpointSlice", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        "{metadata: {name: x}, addressType: IPv4, endpoints: [], ports: [{port: 80}]}", "/ports",
        R"([{"name":"","port":80,"protocol":"TCP"}])");
    row("what pods may have of a Node", std::string(nodes),
        "{metadata: {name: x}, status: {capacity: {cpu: 2, pods: 9}}}", "/status/allocatable",
        R"({"cpu":"2","pods":"9"})");
    row("what is said of a Node stays", std::string(nodes),
        "{metadata: {name: x}, status: {capacity: {cpu: 2}, allocatable: {cpu: 1}}}", "/status/allocatable",
        R"({"cpu":"1"})");
    row("the labels of a ReplicationController", "/api/v1/namespaces/default/replicationcontrollers",
        "{metadata: {name: x}, spec: {template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, "
        "image: i}]}}}}",
        "/metadata/labels", R"({"a":"b"})");
    row("where a PersistentVolume is", "/api/v1/persistentvolumes",
        "{metadata: {name: x}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: "
        "{path: "
        "/x}}}",
        "/spec/hostPath", R"({"path":"/x","type":""})");
    row("what keeps a PersistentVolume", "/api/v1/persistentvolumes",
        "{metadata: {name: x, finalizers: [a.b/c]}, spec: {capacity: {storage: 1Gi}, accessModes: "
        "[ReadWriteOnce], hostPath: {path: /x}}}",
        "/metadata/finalizers", R"(["a.b/c","kubernetes.io/pv-protection"])");
    row("what keeps a claim", "/api/v1/namespaces/default/persistentvolumeclaims",
        "{metadata: {name: x}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}",
        "/metadata/finalizers", R"(["kubernetes.io/pvc-protection"])");
    row("a CSIDriver", "/apis/storage.k8s.io/v1/csidrivers", "{metadata: {name: x}, spec: {}}", "/spec",
        R"({"attachRequired":true,"fsGroupPolicy":"ReadWriteOnceWithFSType","podInfoOnMount":false,)"
        R"("requiresRepublish":false,"seLinuxMount":false,"storageCapacity":false,)"
        R"("volumeLifecycleModes":["Persistent"]})");
    row("whose parameters an IngressClass has", "/apis/networking.k8s.io/v1/ingressclasses",
        "{metadata: {name: x}, spec: {controller: a.b/c, parameters: {kind: P, name: p}}}",
        "/spec/parameters/scope", R"("Cluster")");
    const std::string scaler = "{metadata: {name: x}, spec: {scaleTargetRef: {kind: Deployment, name: d}, "
                               "maxReplicas: 3, behavior: {scaleUp: {selectPolicy: Min}}}}";
    row("an autoscaler's metrics", "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers", scaler,
        "/spec/metrics",
        R"([{"resource":{"name":"cpu","target":{"averageUtilization":80,"type":"Utilization"}},)"
        R"("type":"Resource"}])");
    row("an autoscaler's behavior", "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers",
        scaler, "/spec/behavior",
        R"({"scaleDown":{"policies":[{"periodSeconds":15,"type":"Percent","value":100}],)"
        R"("selectPolicy":"Max"},)"
        R"("scaleUp":{"policies":[{"periodSeconds":15,"type":"Pods","value":4},{"periodSeconds":15,)"
        R"("type":"Percent","value":100}],"selectPolicy":"Min","stabilizationWindowSeconds":0}})");
    row("an older autoscaler", "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers",
        "{metadata: {name: x}, spec: {scaleTargetRef: {kind: Deployment, name: d}, maxReplicas: 3}}",
        "/spec/targetCPUUtilizationPercentage", "80");
    row("a Service of empty texts", "/api/v1/namespaces/default/services",
        "{metadata: {name: x}, spec: {type: '', sessionAffinity: '', ports: [{port: 80, protocol: ''}]}}",
        "/spec/ports", R"([{"port":80,"protocol":"TCP","targetPort":80}])");
    row("a Service of a program in Go", "/api/v1/namespaces/default/services",
        "{metadata: {name: x, creationTimestamp: null}, spec: {ports: [{port: 80, targetPort: 0, nodePort: "
        "0}]}, status: {loadBalancer: {}}}",
        "/spec/ports", R"([{"port":80,"protocol":"TCP","targetPort":80}])");
    row("the group of a binding's role", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
        "{metadata: {name: x}, roleRef: {apiGroup: '', kind: ClusterRole, name: r}, subjects: null}",
        "/roleRef/apiGroup", R"("rbac.authorization.k8s.io")");
    row("a volume of which no kind is told", std::string(pods),
        "{metadata: {name: x}, spec: {containers: [{name: c, image: i}], volumes: [{name: v, hostPath: "
        "null}]}}",
        "/spec/volumes", R"([{"emptyDir":{},"name":"v"}])");
    row("a Service that knows its clients", "/api/v1/namespaces/default/services",
        "{metadata: {name: x}, spec: {sessionAffinity: ClientIP, ports: [{port: 80}]}}",
        "/spec/sessionAffinityConfig", R"({"clientIP":{"timeoutSeconds":10800}})");
    std::string claiming = workload;
    claiming.insert(claiming.find("selector"), "volumeClaimTemplates: [{metadata: {name: d}, spec: {}}], ");
    row("a StatefulSet's claims", apps + "statefulsets", claiming, "/spec/volumeClaimTemplates",
        R"([{"apiVersion":"v1","kind":"PersistentVolumeClaim","metadata":{"name":"d"},"spec":{"volumeMode":)"
        R"("Filesystem"},"status":{"phase":"Pending"}}])");
    row("a volume that is nowhere", std::string(pods), pod("x", "", ", volumes: [{name: v}]"),
        "/spec/volumes", R"([{"emptyDir":{},"name":"v"}])");
    row("a pod on its node's network", std::string(pods),
        "{metadata: {name: x}, spec: {hostNetwork: true, containers: [{name: c, image: i, ports: "
        "[{containerPort: 80}]}]}}",
        "/spec/containers/0/ports", R"([{"containerPort":80,"hostPort":80,"protocol":"TCP"}])");
    row("what a container may use it asks for", std::string(pods),
        "{metadata: {name: x}, spec: {containers: [{name: c, image: i, resources: {limits: {cpu: 2, memory: "
        "1Gi}, requests: {cpu: 1}}}]}}",
        "/spec/containers/0/resources/requests", R"({"cpu":"1","memory":"1Gi"})");
    row("a StatefulSet's status", apps + "statefulsets", workload, "/status",
        R"({"availableReplicas":0,"replicas":0})");
    row("a StatefulSet's strategy", apps + "statefulsets", workload, "/spec/updateStrategy",
        R"({"rollingUpdate":{"partition":0},"type":"RollingUpdate"})");
    const std::string job =
        "{metadata: {name: x}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: "
        "c, image: i}]}}}}";
    row("a Job's completions", "/apis/batch/v1/namespaces/default/jobs", job, "/spec/completions", "1");
    row("how often a Job's pods may fail", "/apis/batch/v1/namespaces/default/jobs", job,
        "/spec/backoffLimit", "6");
    row("how often they may where its indexes count", "/apis/batch/v1/namespaces/default/jobs",
        "{metadata: {name: x}, spec: {completionMode: Indexed, completions: 2, backoffLimitPerIndex: 1, "
        "template: {spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}}}",
        "/spec/backoffLimit", "2147483647");
    row("a Job's status", "/apis/batch/v1/namespaces/default/jobs", job, "/status", "{}");
    const std::string service = "{metadata: {name: x}, spec: {ports: [{port: 80}]}}";
    row("a Service's ports", "/api/v1/namespaces/default/services", service, "/spec/ports",
        R"([{"port":80,"protocol":"TCP","targetPort":80}])");
    row("a Service's status", "/api/v1/namespaces/default/services", service, "/status",
        R"({"loadBalancer":{}})");
    row("a Service's families", "/api/v1/namespaces/default/services", service, "/spec/ipFamilies",
        R"(["IPv4"])");
    const std::string outside = "{metadata: {name: x}, spec: {type: LoadBalancer, ports: [{port: 80}]}}";
    row("a Service's traffic", "/api/v1/namespaces/default/services", outside, "/spec/externalTrafficPolicy",
        R"("Cluster")");
    std::string empty = outside;
    empty.insert(empty.find("ports"), "externalTrafficPolicy: '', allocateLoadBalancerNodePorts: null, ");
    row("a Service's empty traffic", "/api/v1/namespaces/default/services", empty,
        "/spec/externalTrafficPolicy", R"("Cluster")");
    row("a Service's empty balancer", "/api/v1/namespaces/default/services", empty,
        "/spec/allocateLoadBalancerNodePorts", "true");
    row("a Service's balancer", "/api/v1/namespaces/default/services", outside,
        "/spec/allocateLoadBalancerNodePorts", "true");
    row("a budget's status", "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
        "{metadata: {name: x}, spec: {minAvailable: 1}}", "/status",
        R"({"currentHealthy":0,"desiredHealthy":0,"disruptionsAllowed":0,"expectedPods":0})");
    row("a pod's priority", std::string(pods), pod("x"), "/spec/priority", "0");
    row("a pod's preemption", std::string(pods), pod("x"), "/spec/preemptionPolicy",
        R"("PreemptLowerPriority")");
}

void TestCreate::freshObjects()
{
    QFETCH(const std::string, collection);
    QFETCH(const std::string, object);
    QFETCH(const std::string, pointer);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response made = lab.post(collection, object);
    COMPARE_TEXT(verdict(made), "201");
    COMPARE_TEXT(api::writeCanonicalJson(made.body->at_pointer(pointer)), expected);
    const std::string name = collection + "/x";
    QCOMPARE(version(lab.put(name, *made.body)), version(made)); // E6: nothing is filled in twice
}

void TestCreate::prioritiesOfPods_data()
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<bool>("hasDefault");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &spec, bool hasDefault,
                         const std::string &expected) {
        QTest::addRow("M13 %s", name) << spec << hasDefault << expected;
    };
    row("of no class", "", false, "0 PreemptLowerPriority (none)");
    row("of no class, with a default", "", true, "5 PreemptLowerPriority usual");
    row("of a class", ", priorityClassName: high", true, "1000 Never high");
    row("of the system's", ", priorityClassName: system-node-critical", false,
        "2000001000 PreemptLowerPriority system-node-critical");
    row("of the system's in the cluster", ", priorityClassName: system-cluster-critical", true,
        "2000000000 PreemptLowerPriority system-cluster-critical");
    row("of its own, the same", ", priorityClassName: high, priority: 1000, preemptionPolicy: Never", false,
        "1000 Never high");
    row("of a class that is not there", ", priorityClassName: y", true,
        "pods \"x\" is forbidden: no PriorityClass with name y was found");
    row("of its own", ", priority: 7", false,
        "pods \"x\" is forbidden: the integer value of priority (7) must not be provided in pod spec; "
        "priority "
        "admission controller computed 0 from the given PriorityClass name");
    row("of a policy of its own", ", priorityClassName: high, preemptionPolicy: PreemptLowerPriority", false,
        "pods \"x\" is forbidden: the string value of PreemptionPolicy (PreemptLowerPriority) must not be "
        "provided in pod spec; priority admission controller computed Never from the given PriorityClass "
        "name");
}

void TestCreate::prioritiesOfPods()
{
    QFETCH(const std::string, spec);
    QFETCH(const bool, hasDefault);
    QFETCH(const std::string, expected);
    Lab lab;
    constexpr std::string_view classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    lab.post(classes, "{metadata: {name: high}, value: 1000, preemptionPolicy: Never}");
    if (hasDefault) {
        lab.post(classes, "{metadata: {name: other}, value: 6, globalDefault: true}");
        lab.post(classes, "{metadata: {name: usual}, value: 5, globalDefault: true}");
    }
    const Response made = lab.post(pods, pod("x", "", spec));
    const std::string has = at(made, {"spec", "priority"}) + " " + at(made, {"spec", "preemptionPolicy"})
        + " " + at(made, {"spec", "priorityClassName"});
    COMPARE_TEXT(made.code == 201 ? has : message(made), expected);
    QVERIFY(made.code == 201 || verdict(made) == "403 Forbidden");
}

void TestCreate::priorityClassesStay()
{
    Lab lab;
    constexpr std::string_view classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    lab.post(classes, "{metadata: {name: a}, value: 7}");
    COMPARE_TEXT(cause(lab.patch(classes / "a", "{value: 8}")), "FieldValueForbidden value"); // M13
    COMPARE_TEXT(
        cause(lab.patch(classes / "a", "{preemptionPolicy: Never}")), "FieldValueInvalid preemptionPolicy");
    QCOMPARE(lab.patch(classes / "a", "{description: d, globalDefault: true}").code, 200);
    COMPARE_TEXT(
        cause(lab.post(classes, "{metadata: {name: b}, value: 1000000001}")), "FieldValueForbidden value");
}

void TestCreate::systemPriorityClasses() // M13
{
    QTemporaryDir dir;
    const std::string path = dir.filePath(QStringLiteral("lab.db")).toStdString();
    Lab lab(path);
    constexpr std::string_view classes = "/apis/scheduling.k8s.io/v1/priorityclasses";
    COMPARE_TEXT(names(lab.get(classes)), "system-cluster-critical system-node-critical");
    const std::string node = classes / "system-node-critical";
    const Response found = lab.get(node);
    COMPARE_TEXT(at(found, {"value"}), "2000001000");
    COMPARE_TEXT(at(found, {"preemptionPolicy"}), "PreemptLowerPriority");
    COMPARE_TEXT(at(found, {"metadata", "generation"}), "1");
    COMPARE_TEXT(message(lab.remove(node)),
        "priorityclasses.scheduling.k8s.io \"system-node-critical\" is forbidden: this is a system priority "
        "class and cannot be deleted");
    COMPARE_TEXT(message(lab.patch(node, "{globalDefault: true}")),
        "PriorityClass.scheduling.k8s.io \"system-node-critical\" is invalid: metadata.name: Forbidden: "
        "priority class names with 'system-' prefix are reserved for system use only. error: globalDefault "
        "of "
        "system-node-critical PriorityClass must be false");
    QCOMPARE(lab.patch(node, "{value: 7}").code, 422);
    QCOMPARE(lab.patch(node, "{description: mine}").code, 200);
    lab.open(path);
    COMPARE_TEXT(names(lab.get(classes)), "system-cluster-critical system-node-critical");
    COMPARE_TEXT(at(lab.get(node), {"description"}), "mine");
}

void TestCreate::whatTheServerFilledInStays()
{
    Lab lab;
    const std::string services = "/api/v1/namespaces/default/services";
    const Response made = lab.post(services, "{metadata: {name: x}, spec: {ports: [{port: 80}]}}");
    QVERIFY(at(made, {"spec", "clusterIP"}).starts_with("10.")); // B10
    const Response put = lab.put(services + "/x", yaml("{metadata: {name: x}, spec: {ports: [{port: 81}]}}"));
    COMPARE_TEXT(verdict(put), "200");
    COMPARE_TEXT(at(put, {"spec", "clusterIP"}), at(made, {"spec", "clusterIP"}));
    const Response emptied =
        lab.put(services + "/x", yaml("{metadata: {name: x}, spec: {clusterIP: '', ports: [{port: 81}]}}"));
    COMPARE_TEXT(at(emptied, {"spec", "clusterIP"}), at(made, {"spec", "clusterIP"}));
    const Response open =
        lab.post(services, "{metadata: {name: y}, spec: {clusterIP: '', ports: [{port: 80}]}}");
    QVERIFY(at(open, {"spec", "clusterIP"}).starts_with("10."));
    Json podWithout = *lab.post(pods, pod("p")).body;
    podWithout.at("spec").as_object().erase("priority");
    COMPARE_TEXT(at(lab.put(pods / "p", podWithout), {"spec", "priority"}), "0");
    const Response status = lab.patch(pods / "p/status", "{status: {podIP: 10.0.0.1}}");
    COMPARE_TEXT(api::writeJson(status.body->at_pointer("/status/podIPs")), R"([{"ip":"10.0.0.1"}])");
    const Response moved = lab.patch(pods / "p/status", "{status: {podIP: 10.0.0.2}}");
    COMPARE_TEXT(api::writeJson(moved.body->at_pointer("/status/podIPs")), R"([{"ip":"10.0.0.2"}])");
    const Response strange = lab.post("/apis/apps/v1/namespaces/default/deployments",
        "{metadata: {name: d}, spec: {strategy: {rollingUpdate: 5}, selector: {matchLabels: {a: b}}, "
        "template: "
        "{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}");
    COMPARE_TEXT(verdict(strange), "400 BadRequest"); // and not taken for the default
    const Response empty =
        lab.post(configMaps, "{metadata: {name: c, labels: {}, ownerReferences: [], finalizers: []}}");
    for (const char *field : {"labels", "ownerReferences", "finalizers"})
        QVERIFY(!api::find(*empty.body, {"metadata", field})); // B11
}

void TestCreate::nodePorts_data() // B14
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<int>("given"); // different node ports
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &spec, int given, const std::string &expected) {
        QTest::newRow(name) << spec << given << expected;
    };
    row("a node's", "type: NodePort, ports: [{port: 80}]", 1, "");
    row("0 is none", "type: NodePort, ports: [{port: 80, nodePort: 0}]", 1, "");
    row("a balancer's", "type: LoadBalancer, ports: [{port: 80, name: a}, {port: 81, name: b}]", 2, "");
    row("a balancer's, not wanted",
        "type: LoadBalancer, allocateLoadBalancerNodePorts: false, ports: [{port: 80}]", 0, "");
    row("two protocols", "type: NodePort, ports: [{port: 53, name: a}, {port: 53, name: b, protocol: UDP}]",
        1, "");
    row("a wanted one", "type: NodePort, ports: [{port: 80, nodePort: 30081}]", 1, "");
    row("one that is taken", "type: NodePort, ports: [{port: 80, nodePort: 30080}]", 0,
        "spec.ports[0].nodePort: Invalid value: 30080: provided port is already allocated");
    row("one outside", "type: NodePort, ports: [{port: 80, nodePort: 80}]", 0,
        "spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. The range of "
        "valid ports is 30000-32767");
    row("none", "ports: [{port: 80}]", 0, "");
    row("not with that type", "ports: [{port: 80, nodePort: 30081}]", 0,
        "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'");
    row("twice",
        "type: NodePort, ports: [{port: 80, name: a, nodePort: 30081}, {port: 81, name: b, nodePort: 30081}]",
        0, "spec.ports[1].nodePort: Duplicate value: 30081");
}

void TestCreate::nodePorts()
{
    QFETCH(const std::string, spec);
    QFETCH(const int, given);
    QFETCH(const std::string, expected);
    Lab lab;
    const std::string services = "/api/v1/namespaces/default/services";
    lab.post(services, "{metadata: {name: a}, spec: {type: NodePort, ports: [{port: 80, nodePort: 30080}]}}");
    const Response made = lab.post(services, "{metadata: {name: x}, spec: {" + spec + "}}");
    COMPARE_TEXT(message(made), expected.empty() ? "" : "Service \"x\" is invalid: " + expected);
    std::set<std::int64_t> different;
    const Json *ports = api::find(*made.body, {"spec", "ports"});
    for (const Json &port : ports ? ports->as_array() : api::JsonArray()) {
        if (const auto nodePort = api::integerAt(port, {"nodePort"}))
            different.insert(*nodePort);
    }
    QCOMPARE(static_cast<int>(different.size()), given);
    for (const std::int64_t port : different)
        QVERIFY(port >= 30000 && port < 32768 && port != 30080);
}

void TestCreate::numbersAreOneServicesAlone() // B14
{
    Lab lab;
    const std::string services = "/api/v1/namespaces/default/services";
    const auto wanting = [](const std::string &name, const std::string &spec) {
        return "{metadata: {name: " + name + "}, spec: {" + spec + "ports: [{port: 80, nodePort: 30080}]}}";
    };
    const Response made = lab.post(services, wanting("a", "type: NodePort, "));
    QCOMPARE(made.code, 201);
    const std::string address = at(made, {"spec", "clusterIP"});
    COMPARE_TEXT(message(lab.post(services,
                     "{metadata: {name: b}, spec: {clusterIP: " + address + ", ports: [{port: 80}]}}")),
        "Service \"b\" is invalid: spec.clusterIPs: Invalid value: [\"" + address
            + "\"]: failed to allocate IP " + address + ": provided IP is already allocated");
    QCOMPARE(lab.post(services, wanting("b", "type: NodePort, ")).code, 422);
    lab.remove(services + "/a");
    QCOMPARE(lab.post(services + "?dryRun=All", wanting("b", "type: NodePort, ")).code, 201);
    const Response next = lab.post(services, wanting("b", "type: NodePort, clusterIP: " + address + ", "));
    QCOMPARE(next.code, 201);
    QCOMPARE(lab.post(services, wanting("c", "type: NodePort, ")).code, 422);

    std::string ports;
    for (int i = 1; i <= 2768; ++i)
        ports +=
            (i > 1 ? ", " : "") + ("{port: " + std::to_string(i)) + ", name: p" + std::to_string(i) + "}";
    const auto large = [&](const std::string &name) {
        return "{metadata: {name: " + name + "}, spec: {type: NodePort, ports: [" + ports + "]}}";
    };
    COMPARE_TEXT(verdict(lab.post(services, large("d"))), "500 InternalError"); // one of them is taken
    lab.remove(services + "/b");
    COMPARE_TEXT(verdict(lab.post(services, large("d"))), "201");
}

QTEST_GUILESS_MAIN(TestCreate)
#include "tst_create.moc"
