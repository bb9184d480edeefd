// SPDX-License-Identifier: GPL-3.0-or-later
// What may no longer change in objects of the built-in kinds (docs/api-semantics.md D14).
#include "labfixture.h"

using namespace labtest;

class TestFixedFields : public QObject
{
    Q_OBJECT

private slots:
    void fixedFields_data();
    void fixedFields();
    void claimsGrowWhereTheirClassLetsThem_data();
    void claimsGrowWhereTheirClassLetsThem();
    void namespacesAreActiveUntilTheyAreDeleted();
    void nodesTellTheirNetworksTwice();
};

namespace {

constexpr std::string_view services = "/api/v1/namespaces/default/services";
constexpr std::string_view secrets = "/api/v1/namespaces/default/secrets";
constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";

} // namespace

void TestFixedFields::fixedFields_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, std::string_view path, const std::string &object,
                         const std::string &patch, const std::string &expected) {
        QTest::newRow(name) << std::string(path) << object << patch << expected;
    };
    const std::string fixed = "{metadata: {name: x}, immutable: true, data: {a: YQ==}}";
    row("immutable data", configMaps, fixed, "{data: {a: c}}", "FieldValueForbidden data");
    row("immutable for ever", configMaps, fixed, "{immutable: false}", "FieldValueForbidden immutable");
    row("labels of immutable data", configMaps, fixed, "{metadata: {labels: {a: b}}}", "");
    row("data may become immutable", configMaps, "{metadata: {name: x}}", "{immutable: true}", "");
    row("an immutable Secret", secrets, fixed, "{data: {a: Yg==}}", "FieldValueForbidden data");
    row("a Secret's type", secrets, "{metadata: {name: x}}", "{type: example.org/t}",
        "FieldValueInvalid type");
    const std::string_view quotas = "/api/v1/namespaces/default/resourcequotas";
    const std::string quota = "{metadata: {name: x}, spec: {scopes: [BestEffort, Terminating]}}";
    row("a quota's scopes", quotas, quota, "{spec: {scopes: [BestEffort]}}", "FieldValueInvalid spec.scopes");
    row("a quota without scopes", quotas, quota, "{spec: {scopes: null}}", "FieldValueInvalid spec.scopes");
    row("a quota's scopes in another order", quotas, quota, "{spec: {scopes: [Terminating, BestEffort]}}",
        "");
    row("a Deployment's selector", deployments,
        "{metadata: {name: x}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b, "
        "c: d}}, spec: {containers: [{name: c, image: i}]}}}}",
        "{spec: {selector: {matchLabels: {c: d}}}}", "FieldValueInvalid spec.selector");
    const std::string jobs = "/apis/batch/v1/namespaces/default/jobs";
    const std::string job =
        "{metadata: {name: x}, spec: {template: {spec: {restartPolicy: Never, containers: "
        "[{name: c, image: i}]}}}}";
    row("a Job's template", jobs, job, "{spec: {template: {spec: {restartPolicy: OnFailure}}}}",
        "FieldValueInvalid spec.template");
    row("a Job's parallelism may change", jobs, job, "{spec: {parallelism: 2}}", "");
    row("a Job's policy", jobs, job,
        "{spec: {podFailurePolicy: {rules: [{action: Count, onPodConditions: [{type: T}]}]}}}",
        "FieldValueInvalid spec.podFailurePolicy");
    row("a Job's manager", jobs, job, "{spec: {managedBy: example.com/queue}}",
        "FieldValueInvalid spec.managedBy");
    row("a Job's completion mode", jobs, job, "{spec: {completionMode: Indexed}}",
        "FieldValueInvalid spec.completionMode");
    const std::string networked = "{metadata: {name: x}, spec: {podCIDR: 10.1.0.0/24}}";
    row("a node's network for pods", nodes, networked, "{spec: {podCIDR: 10.2.0.0/24}}",
        "FieldValueForbidden spec.podCIDRs");
    row("a node's networks for pods", nodes, networked, "{spec: {podCIDRs: [10.1.0.0/24, 'fd00::/64']}}",
        "FieldValueForbidden spec.podCIDRs");
    row("a node without a network may get one", nodes, "{metadata: {name: x}}",
        "{spec: {podCIDRs: [10.2.0.0/24, 'fd00::/64']}}", "");
    row("a node keeps its network for pods", nodes, networked, "{spec: {podCIDR: null}}", "");
    const std::string service = "{metadata: {name: x}, spec: {ports: [{port: 80}]}}";
    const std::string asked =
        "{metadata: {name: x}, spec: {type: LoadBalancer, externalTrafficPolicy: Local, "
        "healthCheckNodePort: 30010, ports: [{port: 1}]}}";
    row("a health check goes with the balancer", services, asked, "{spec: {type: ClusterIP}}", "");
    row("a health check goes with what it is for", services, asked,
        "{spec: {externalTrafficPolicy: Cluster}}", "");
    row("a health check does not move", services, asked,
        "{spec: {type: ClusterIP, healthCheckNodePort: 30011}}",
        "FieldValueInvalid spec.healthCheckNodePort");
    row("a Service's address", services, service, "{spec: {clusterIP: 10.96.7.7}}",
        "FieldValueInvalid spec.clusterIPs[0]");
    row("a Service's ports may change", services, service, "{spec: {ports: [{port: 81}]}}", "");
    const std::string sets = "/apis/apps/v1/namespaces/default/statefulsets";
    const std::string set =
        "{metadata: {name: x}, spec: {serviceName: s, selector: {matchLabels: {a: b}}, "
        "template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}";
    row("a StatefulSet's service", sets, set, "{spec: {serviceName: t}}", "FieldValueForbidden spec");
    row("a StatefulSet's claims", sets, set, "{spec: {volumeClaimTemplates: [{metadata: {name: v}}]}}",
        "FieldValueForbidden spec");
    row("a StatefulSet's selector", sets, set,
        "{spec: {selector: {matchLabels: {c: d}}, template: {metadata: {labels: {c: d}}}}}",
        "FieldValueForbidden spec");
    row("a StatefulSet's size and strategy may change", sets, set,
        "{spec: {replicas: 3, minReadySeconds: 1, revisionHistoryLimit: 2, updateStrategy: {type: OnDelete, "
        "rollingUpdate: null}, template: {metadata: {labels: {c: d}}}}}",
        "");
    const std::string claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    const std::string claim =
        "{metadata: {name: x}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}";
    row("a claim's modes", claims, claim, "{spec: {accessModes: [ReadOnlyMany]}}",
        "FieldValueForbidden spec");
    row("an open claim's size", claims, claim, "{spec: {resources: {requests: {storage: 2Gi}}}}",
        "FieldValueForbidden spec");
    row("a claim's volume and class may be found", claims, claim,
        "{spec: {volumeName: v, storageClassName: s}}", "");
    row("a claim's volume stays", claims,
        "{metadata: {name: x}, spec: {volumeName: v, accessModes: [ReadWriteOnce], resources: {requests: "
        "{storage: 1Gi}}}}",
        "{spec: {volumeName: w}}", "FieldValueForbidden spec");
    const std::string volumes = "/api/v1/persistentvolumes";
    const std::string volume = "{metadata: {name: x}, spec: {accessModes: [ReadWriteOnce], capacity: "
                               "{storage: 1Gi}, hostPath: {path: /x}}}";
    row("a volume's place", volumes, volume, "{spec: {hostPath: {path: /y}}}",
        "FieldValueForbidden spec.persistentvolumesource");
    row("a volume's mode", volumes, volume, "{spec: {volumeMode: Block}}", "FieldValueInvalid volumeMode");
    row("a volume's claim and policy may change", volumes, volume,
        "{spec: {claimRef: {name: c, namespace: default}, persistentVolumeReclaimPolicy: Delete}}", "");
    const std::string storage = "/apis/storage.k8s.io/v1/";
    const std::string storageClass = "{metadata: {name: x}, provisioner: a.b/c}";
    row("a StorageClass's provisioner", storage + "storageclasses", storageClass, "{provisioner: d}",
        "FieldValueForbidden provisioner");
    row("a StorageClass's parameters", storage + "storageclasses", storageClass, "{parameters: {a: b}}",
        "FieldValueForbidden parameters");
    row("a StorageClass's policy", storage + "storageclasses", storageClass, "{reclaimPolicy: Retain}",
        "FieldValueForbidden reclaimPolicy");
    row("a StorageClass's binding", storage + "storageclasses", storageClass,
        "{volumeBindingMode: WaitForFirstConsumer}", "FieldValueInvalid volumeBindingMode");
    row("a StorageClass may expand", storage + "storageclasses", storageClass, "{allowVolumeExpansion: true}",
        "");
    const std::string attachment =
        "{metadata: {name: x}, spec: {attacher: a, nodeName: n, source: {persistentVolumeName: v}}}";
    row("a VolumeAttachment's spec", storage + "volumeattachments", attachment, "{spec: {nodeName: m}}",
        "FieldValueInvalid spec");
    const std::string driver = "{metadata: {name: x}, spec: {podInfoOnMount: false}}";
    row("a CSIDriver's attachment", storage + "csidrivers", driver, "{spec: {attachRequired: false}}",
        "FieldValueInvalid spec.attachedRequired");
    row("a CSIDriver's modes", storage + "csidrivers", driver, "{spec: {volumeLifecycleModes: [Ephemeral]}}",
        "FieldValueInvalid spec.volumeLifecycleModes");
    row("a CSIDriver may say what was meant", storage + "csidrivers", driver,
        "{spec: {attachRequired: true, volumeLifecycleModes: [Persistent], podInfoOnMount: true}}", "");
    const std::string node = "{metadata: {name: x}, spec: {drivers: [{name: a, nodeID: x}]}}";
    row("a CSINode's driver", storage + "csinodes", node, "{spec: {drivers: [{name: a, nodeID: y}]}}",
        "FieldValueInvalid CSINodeDriver");
    row("a CSINode's drivers come and go", storage + "csinodes", node,
        "{spec: {drivers: [{name: b, nodeID: y}]}}", "");
    const std::string priorities = "/apis/scheduling.k8s.io/v1/priorityclasses";
    row("a PriorityClass's value", priorities, "{metadata: {name: x}, value: 1}", "{value: 2}",
        "FieldValueForbidden value");
    row("a PriorityClass's preemption", priorities, "{metadata: {name: x}, value: 1}",
        "{preemptionPolicy: Never}", "FieldValueInvalid preemptionPolicy");
    row("a PriorityClass's text may change", priorities, "{metadata: {name: x}, value: 1}",
        "{description: high}", "");
    row("an IngressClass's controller", "/apis/networking.k8s.io/v1/ingressclasses",
        "{metadata: {name: x}, spec: {controller: a.b/c}}", "{spec: {controller: a.b/d}}",
        "FieldValueInvalid spec.controller");
    row("a RuntimeClass's handler", "/apis/node.k8s.io/v1/runtimeclasses",
        "{metadata: {name: x}, handler: h}", "{handler: i}", "FieldValueInvalid handler");
    row("a revision's data", "/apis/apps/v1/namespaces/default/controllerrevisions",
        "{metadata: {name: x}, revision: 1, data: {a: b}}", "{data: {a: c}}", "FieldValueInvalid data");
    row("a revision's number may change", "/apis/apps/v1/namespaces/default/controllerrevisions",
        "{metadata: {name: x}, revision: 1, data: {a: b}}", "{revision: 2}", "");
    row("an EndpointSlice's addresses", "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices",
        "{metadata: {name: x}, addressType: IPv4, endpoints: []}", "{addressType: FQDN}",
        "FieldValueInvalid addressType");
}

void TestFixedFields::fixedFields()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, object);
    QFETCH(const std::string, patch);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response made = lab.post(path, object);
    QVERIFY2(made.code == 201, message(made).c_str());
    const Response patched = lab.patch(path / std::string_view("x"), patch);
    QVERIFY2(cause(patched) == expected, (cause(patched) + ": " + message(patched)).c_str());
    QCOMPARE(patched.code, expected.empty() ? 200 : 422);
}

void TestFixedFields::claimsGrowWhereTheirClassLetsThem_data()
{
    QTest::addColumn<std::string>("storageClass");
    QTest::addColumn<std::string>("size");
    QTest::addColumn<int>("code");
    QTest::addColumn<std::string>("what"); // of the message
    const std::string refused =
        "persistentvolumeclaims \"x\" is forbidden: only dynamically provisioned pvc can "
        "be resized and the storageclass that provisions the pvc must support resize";
    const auto row = [](const char *name, const std::string &storageClass, const std::string &size, int code,
                         const std::string &what) {
        QTest::newRow(name) << storageClass << size << code << what;
    };
    row("D14 grown where the class lets it", "elastic", "3Gi", 200, "");
    row("D14 grown where it does not", "rigid", "3Gi", 403, refused);
    row("D14 grown where the class does not say", "silent", "3Gi", 403, refused);
    row("D14 grown where there is no such class", "missing", "3Gi", 403, refused);
    row("D14 grown without a class", "", "3Gi", 403, refused);
    row("D14 the same in other words", "rigid", "2048Mi", 200, "");
    row("D14 taken back, above what there is", "rigid", "1536Mi", 200, "");
    row("D14 shrunk", "elastic", "1Gi", 422,
        "PersistentVolumeClaim \"x\" is invalid: spec.resources.requests.storage: Forbidden: field can not "
        "be "
        "less than status.capacity");
}

void TestFixedFields::claimsGrowWhereTheirClassLetsThem()
{
    QFETCH(const std::string, storageClass);
    QFETCH(const std::string, size);
    QFETCH(const int, code);
    QFETCH(const std::string, what);
    Lab lab;
    const auto addClass = [&](const std::string &name, const std::string &more) {
        QCOMPARE(lab.post("/apis/storage.k8s.io/v1/storageclasses",
                        "{metadata: {name: " + name + "}, provisioner: a.b/c" + more + "}")
                     .code,
            201);
    };
    addClass("elastic", ", allowVolumeExpansion: true");
    addClass("rigid", ", allowVolumeExpansion: false");
    addClass("silent", "");
    const std::string claims = "/api/v1/namespaces/default/persistentvolumeclaims";
    const std::string claim = claims + "/x";
    QCOMPARE(lab.post(claims,
                    "{metadata: {name: x}, spec: {volumeName: v, storageClassName: '" + storageClass
                        + "', accessModes: [ReadWriteOnce], resources: {requests: {storage: 2Gi}}}}")
                 .code,
        201);
    QCOMPARE(lab.patch(claim + "/status", "{status: {phase: Bound, capacity: {storage: 1Gi}}}").code, 200);
    const Response grown = lab.patch(claim, "{spec: {resources: {requests: {storage: " + size + "}}}}");
    QCOMPARE(grown.code, code);
    COMPARE_TEXT(code == 200 ? std::string() : message(grown), what);
}

void TestFixedFields::namespacesAreActiveUntilTheyAreDeleted()
{
    Lab lab;
    lab.post("/api/v1/namespaces", "{metadata: {name: x}}");
    const std::string terminating = "{status: {phase: Terminating}}";
    const std::string active = "{status: {phase: Active}}";
    COMPARE_TEXT(
        cause(lab.patch("/api/v1/namespaces/x/status", terminating)), "FieldValueInvalid status.Phase");
    QCOMPARE(lab.patch("/api/v1/namespaces/x/status", active).code, 200);
    lab.remove("/api/v1/namespaces/x");
    COMPARE_TEXT(cause(lab.patch("/api/v1/namespaces/x/status", active)), "FieldValueInvalid status.Phase");
    QCOMPARE(lab.patch("/api/v1/namespaces/x/status", terminating).code, 200);
}

void TestFixedFields::nodesTellTheirNetworksTwice()
{
    Lab lab;
    const Response one = lab.post(nodes, "{metadata: {name: a}, spec: {podCIDR: 10.1.0.0/24}}");
    COMPARE_TEXT(at(one, {"spec", "podCIDRs"}), R"(["10.1.0.0/24"])");
    const Response two =
        lab.post(nodes, "{metadata: {name: b}, spec: {podCIDRs: [10.2.0.0/24, 'fd00::/64']}}");
    COMPARE_TEXT(at(two, {"spec", "podCIDR"}), "10.2.0.0/24");
    const Response neither = lab.post(nodes, "{metadata: {name: c}}");
    COMPARE_TEXT(at(neither, {"spec", "podCIDR"}), "(none)");
}

QTEST_GUILESS_MAIN(TestFixedFields)
#include "tst_fixedfields.moc"
