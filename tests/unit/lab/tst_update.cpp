// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md D: update and optimistic locking, status, scale.
#include "labfixture.h"

using namespace labtest;

class TestUpdate : public QObject
{
    Q_OBJECT

private slots:
    void aStaleVersionIsAConflict();
    void putWithoutAVersion();
    void identityCannotChange();
    void namespacesKeepTheirNameAndFinalizers();
    void leasesAreMadeByPut();
    void somePutsMake_data();
    void somePutsMake();
    void noChangeIsNoWrite();
    void theServersFieldsStay();
    void generation();
    void statusIsSeparate();
    void statusOfBuiltInKindsTakesLabels();
    void scale();
    void missingScales_data();
    void missingScales();
    void revisionsOnlyRise();
    void servicesKeepTheirNumbers();
    void fixedFields_data();
    void fixedFields();
};

namespace {

/// The object as the server shows it, changed.
Json changed(const Response &response, std::string_view patch)
{
    Json object = *response.body;
    const Json members = yaml(patch);
    for (const auto &member : members.as_object())
        object.as_object().insert_or_assign(member.key(), member.value());
    return object;
}

constexpr std::string_view set = "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: "
                                 "{name: s}, spec: {selector: {matchLabels: {a: b}}}}";

} // namespace

void TestUpdate::aStaleVersionIsAConflict()
{
    Lab lab;
    const Response first = lab.post(configMaps, "{metadata: {name: a}, data: {k: '1'}}");
    const Response second = lab.put(configMaps / "a", changed(first, "{data: {k: '2'}}"));
    QCOMPARE(second.code, 200); // D1
    QVERIFY(std::stoull(version(second)) > std::stoull(version(first)));
    COMPARE_TEXT(at(second, {"metadata", "uid"}), at(first, {"metadata", "uid"}));
    const Response stale = lab.put(configMaps / "a", changed(first, "{data: {k: '3'}}"));
    COMPARE_TEXT(verdict(stale), "409 Conflict");
    QVERIFY(message(stale).ends_with(
        "the object has been modified; please apply your changes to the latest version and try again"));
    COMPARE_TEXT(at(stale, {"details", "kind"}), "configmaps");
}

void TestUpdate::putWithoutAVersion()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    QCOMPARE(lab.put(configMaps / "a", yaml("{metadata: {name: a}, data: {k: v}}")).code, 200); // D2
    lab.post(machines, machine("m"));
    const Response refused = lab.put(machines / "m", yaml(machine("m")));
    COMPARE_TEXT(verdict(refused), "422 Invalid");
    QVERIFY(message(refused).ends_with("must be specified for an update"));
}

void TestUpdate::identityCannotChange()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    COMPARE_TEXT(
        verdict(lab.put(configMaps / "a", yaml("{metadata: {name: a, uid: other}}"))), "409 Conflict"); // D3
    COMPARE_TEXT(verdict(lab.patch(configMaps / "a", "{metadata: {uid: other}}")), "422 Invalid");
    COMPARE_TEXT(verdict(lab.patch(configMaps / "a", "{metadata: {name: other}}")), "400 BadRequest");
    COMPARE_TEXT(verdict(lab.patch(configMaps / "a", "{metadata: {namespace: other}}")), "400 BadRequest");
    COMPARE_TEXT(verdict(lab.patch(configMaps / "a", "{kind: Secret}")), "422 Invalid"); // E6
    COMPARE_TEXT(verdict(lab.put(configMaps / "a", yaml("{metadata: {name: b}}"))), "400 BadRequest"); // A6
    COMPARE_TEXT(verdict(lab.put(configMaps / "a", yaml("{metadata: {}}"))), "400 BadRequest");
    COMPARE_TEXT(verdict(lab.put(configMaps / "x", yaml("{metadata: {name: x}}"))), "404 NotFound"); // D4
}

void TestUpdate::namespacesKeepTheirNameAndFinalizers()
{
    Lab lab;
    constexpr std::string_view namespaces = "/api/v1/namespaces";
    lab.post(namespaces, "{metadata: {name: x}}");
    const Response put = lab.put(namespaces / "x", yaml("{metadata: {name: x}}")); // B10
    COMPARE_TEXT(at(put, {"metadata", "labels"}), "{\"kubernetes.io/metadata.name\":\"x\"}");
    COMPARE_TEXT(at(put, {"spec", "finalizers"}), "[\"kubernetes\"]");
    const Response patched = lab.patch(namespaces / "x",
        "{metadata: {labels: {kubernetes.io/metadata.name: null, a: b}}, spec: {finalizers: []}}");
    COMPARE_TEXT(at(patched, {"metadata", "labels", "kubernetes.io/metadata.name"}), "x");
    COMPARE_TEXT(at(patched, {"metadata", "labels", "a"}), "b");
    COMPARE_TEXT(at(patched, {"spec", "finalizers"}), "[\"kubernetes\"]");
}

void TestUpdate::leasesAreMadeByPut()
{
    Lab lab;
    const Response made = lab.put(leases / "n1", yaml("{metadata: {name: n1}, spec: {holderIdentity: n1}}"));
    QCOMPARE(made.code, 201); // D4
    const auto renewal = [](const std::string &present) {
        return yaml("{metadata: {name: n1, resourceVersion: '" + present + "'}, spec: {holderIdentity: n2}}");
    };
    COMPARE_TEXT(
        cause(lab.put(leases / "n1", renewal(""))), "FieldValueInvalid metadata.resourceVersion"); // D2
    QCOMPARE(lab.put(leases / "n1", renewal(version(made))).code, 200);
}

void TestUpdate::somePutsMake_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("members");
    QTest::addColumn<int>("code");
    const auto row = [](const std::string &path, const std::string &members, int code) {
        QTest::addRow("D4 %s", path.c_str()) << path << members << code;
    };
    const std::string core = "/api/v1/namespaces/default/";
    const std::string roles = "/apis/rbac.authorization.k8s.io/v1/";
    const std::string reference =
        ", roleRef: {kind: ClusterRole, name: r, apiGroup: rbac.authorization.k8s.io}";
    row(core + "services/x", ", spec: {ports: [{port: 80}]}", 201);
    row(core + "services/x/status", ", spec: {ports: [{port: 80}]}", 404);
    row(core + "endpoints/x", "", 201);
    row(core + "events/x", ", involvedObject: {kind: Pod, name: p, namespace: default}", 201);
    row(core + "limitranges/x", ", spec: {limits: [{type: Pod, max: {cpu: '1'}}]}", 201);
    row("/apis/node.k8s.io/v1/runtimeclasses/x", ", handler: h", 201);
    row(roles + "namespaces/default/roles/x", "", 201);
    row(roles + "namespaces/default/rolebindings/x", reference, 201);
    row(roles + "clusterroles/x", "", 201);
    row(roles + "clusterrolebindings/x", reference, 201);
    row(core + "resourcequotas/x", "", 404);
    row(core + "serviceaccounts/x", "", 404);
    row("/api/v1/namespaces/x", "", 404);
    row("/apis/scheduling.k8s.io/v1/priorityclasses/x", ", value: 1", 404);
    row("/apis/storage.k8s.io/v1/storageclasses/x", ", provisioner: p", 404);
}

void TestUpdate::somePutsMake()
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, members);
    QFETCH(const int, code);
    Lab lab;
    const Response put = lab.put(path, yaml("{metadata: {name: x}" + members + "}"));
    QVERIFY2(put.code == code, message(put).c_str());
}

void TestUpdate::noChangeIsNoWrite()
{
    Lab lab;
    const Response first = lab.post(machines, machine("m", ", spec: {providerID: x}"));
    const auto seen = lab.watch(std::string(machines) + "?watch=1&resourceVersion=" + version(first));
    const auto before = lab.server->revision();
    const Response put = lab.put(machines / "m", *first.body);
    QCOMPARE(put.code, 200); // D5
    COMPARE_TEXT(version(put), version(first));
    QCOMPARE(put.revision, before); // of what it shows
    COMPARE_TEXT(version(lab.patch(machines / "m", "{spec: {providerID: x}}")), version(first));
    COMPARE_TEXT(version(lab.patch(machines / "m", "{}")), version(first));
    lab.settle();
    QVERIFY(seen->events.empty());
    QCOMPARE(lab.server->revision(), before);
}

void TestUpdate::theServersFieldsStay()
{
    Lab lab;
    const Response first = lab.post(machines, machine("m"));
    const Response second = lab.patch(machines / "m",
        "{metadata: {creationTimestamp: '2001-01-01T00:00:00Z', generation: 9, deletionTimestamp: "
        "'2001-01-01T00:00:00Z', labels: {a: b}}}");
    COMPARE_TEXT(
        at(second, {"metadata", "creationTimestamp"}), at(first, {"metadata", "creationTimestamp"})); // D6
    COMPARE_TEXT(at(second, {"metadata", "generation"}), "1");
    COMPARE_TEXT(at(second, {"metadata", "deletionTimestamp"}), "(none)");
    lab.patch(machines / "m", "{metadata: {finalizers: [x.y/z]}}");
    const std::string deleted = at(lab.remove(machines / "m"), {"metadata", "deletionTimestamp"});
    const Response undeleted =
        lab.patch(machines / "m", "{metadata: {deletionTimestamp: null, labels: {a: c}}}");
    QCOMPARE(undeleted.code, 200);
    COMPARE_TEXT(at(undeleted, {"metadata", "deletionTimestamp"}), deleted);
}

void TestUpdate::generation()
{
    Lab lab;
    lab.post(machines, machine("m", ", spec: {providerID: x}"));
    const auto after = [&](std::string_view target, std::string_view patch) {
        return at(lab.patch(target, patch), {"metadata", "generation"});
    };
    COMPARE_TEXT(after(machines / "m", "{metadata: {labels: {a: b}}}"), "1"); // D7
    COMPARE_TEXT(after(machines / "m", "{metadata: {annotations: {a: b}}}"), "1");
    COMPARE_TEXT(after(machines / "m", "{metadata: {finalizers: [x.y/z]}}"), "1");
    COMPARE_TEXT(after(machines / "m/status", "{status: {phase: Running}}"), "1");
    COMPARE_TEXT(after(machines / "m", "{spec: {providerID: x}}"), "1");
    COMPARE_TEXT(after(machines / "m", "{spec: {providerID: y}}"), "2");
    COMPARE_TEXT(at(lab.remove(machines / "m"), {"metadata", "generation"}), "3"); // D8
}

void TestUpdate::statusIsSeparate()
{
    Lab lab;
    lab.post(machines, machine("m", ", spec: {providerID: x}"));
    const Response first = lab.patch(machines / "m/status", "{status: {phase: Running}}");
    COMPARE_TEXT(at(first, {"status", "phase"}), "Running");
    const Response ignored = lab.patch(machines / "m", "{status: {phase: Failed}}");
    COMPARE_TEXT(version(ignored), version(first)); // D9
    COMPARE_TEXT(at(ignored, {"status", "phase"}), "Running");
    const Response onlyStatus = lab.patch(machines / "m/status",
        "{metadata: {labels: {a: b}}, spec: {providerID: y}, status: {phase: Failed}}");
    COMPARE_TEXT(at(onlyStatus, {"status", "phase"}), "Failed"); // D10
    COMPARE_TEXT(at(onlyStatus, {"spec", "providerID"}), "x");
    COMPARE_TEXT(at(onlyStatus, {"metadata", "labels"}), "(none)");
    COMPARE_TEXT(
        verdict(lab.put(machines / "m/status", changed(first, "{status: {phase: x}}"))), "409 Conflict");
    QCOMPARE(lab.put(machines / "m/status", changed(onlyStatus, "{status: {phase: x}}")).code, 200);
    COMPARE_TEXT(at(lab.get(machines / "m/status"), {"status", "phase"}), "x");
    const Response specKeepsIt =
        lab.put(machines / "m", changed(lab.get(machines / "m"), "{spec: {providerID: z}, status: {}}"));
    COMPARE_TEXT(at(specKeepsIt, {"status", "phase"}), "x");
}

void TestUpdate::statusOfBuiltInKindsTakesLabels()
{
    Lab lab;
    lab.post(nodes, "{metadata: {name: n}}");
    const Response response = lab.patch(nodes / "n/status",
        "{metadata: {labels: {a: b}, finalizers: [x.y/z]}, spec: {providerID: x}, status: {phase: y}}");
    COMPARE_TEXT(at(response, {"metadata", "labels", "a"}), "b"); // D10, K
    COMPARE_TEXT(at(response, {"metadata", "finalizers"}), "(none)");
    COMPARE_TEXT(at(response, {"spec", "providerID"}), "(none)");
    COMPARE_TEXT(at(response, {"status", "phase"}), "y");
}

void TestUpdate::scale()
{
    Lab lab;
    const Response made = lab.post(machineSets, set);
    COMPARE_TEXT(at(made, {"spec", "replicas"}), "1");
    lab.patch(machineSets / "s/status", "{status: {replicas: 3, labelSelector: a=b}}");
    const Response read = lab.get(machineSets / "s/scale"); // D11
    COMPARE_TEXT(at(read, {"kind"}), "Scale");
    COMPARE_TEXT(at(read, {"apiVersion"}), "autoscaling/v1");
    COMPARE_TEXT(at(read, {"spec", "replicas"}), "1");
    COMPARE_TEXT(at(read, {"status", "replicas"}), "3");
    COMPARE_TEXT(at(read, {"status", "selector"}), "a=b");
    COMPARE_TEXT(at(read, {"metadata", "uid"}), at(made, {"metadata", "uid"}));
    const Response patched = lab.patch(machineSets / "s/scale", "{spec: {replicas: 5}}");
    QCOMPARE(patched.code, 200);
    COMPARE_TEXT(at(patched, {"spec", "replicas"}), "5");
    COMPARE_TEXT(at(lab.get(machineSets / "s"), {"metadata", "generation"}), "2");
    COMPARE_TEXT(verdict(lab.patch(machineSets / "s/scale", "{spec: {replicas: -1}}")), "422 Invalid");
    COMPARE_TEXT(verdict(lab.patch(machineSets / "s/scale", "{spec: {replicas: x}}")), "422 Invalid");
    COMPARE_TEXT(
        verdict(lab.put(machineSets / "s/scale", changed(read, "{spec: {replicas: x}}"))), "400 BadRequest");
    COMPARE_TEXT(
        verdict(lab.put(machineSets / "s/scale", changed(read, "{spec: {replicas: 7}}"))), "409 Conflict");
    for (const std::string_view other : {"{kind: Wombat}", "{apiVersion: extensions/v1beta1}"})
        COMPARE_TEXT(verdict(lab.put(machineSets / "s/scale", changed(patched, std::string(other)))),
            "400 BadRequest");
    COMPARE_TEXT(verdict(lab.put(machineSets / "s/scale", changed(patched, "{spec: {replicas: 0}}"))), "200");
    COMPARE_TEXT(at(lab.get(machineSets / "s"), {"spec", "replicas"}), "0");
    COMPARE_TEXT(verdict(lab.get(machines / "x/scale")), "404 NotFound");
    const auto put = [&](std::string_view metadata) {
        return verdict(lab.put(machineSets / "s/scale",
            yaml("{apiVersion: autoscaling/v1, kind: Scale, metadata: " + std::string(metadata)
                + ", spec: {replicas: 1}}")));
    };
    COMPARE_TEXT(put("{name: other}"), "400 BadRequest");
    COMPARE_TEXT(put("{}"), "400 BadRequest");
    COMPARE_TEXT(put("{name: s, namespace: other}"), "400 BadRequest");
    COMPARE_TEXT(put("{name: s}"), "200");
}

void TestUpdate::missingScales_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("said");
    const auto row = [](const std::string &group, const std::string &plural, const std::string &said) {
        QTest::newRow(plural.c_str())
            << group + "/namespaces/default/" + plural + "/x/scale" << said + " \"x\" not found";
    };
    row("/apis/apps/v1", "deployments", "deployments/scale.apps");
    row("/apis/apps/v1", "replicasets", "replicasets/scale.apps");
    row("/apis/apps/v1", "statefulsets", "statefulsets.apps");
    row("/api/v1", "replicationcontrollers", "replicationcontrollers/scale.autoscaling");
    row("/apis/machine.openshift.io/v1beta1", "machinesets", "machinesets.machine.openshift.io");
}

void TestUpdate::missingScales() // D11
{
    QFETCH(const std::string, path);
    Lab lab;
    QTEST(message(lab.get(path)), "said");
}

void TestUpdate::revisionsOnlyRise()
{
    Lab lab;
    std::uint64_t last = lab.server->revision();
    for (int i = 0; i < 20; ++i) { // D13
        const Response made = lab.post(configMaps, "{metadata: {name: a}}");
        const Response patched = lab.patch(configMaps / "a", "{data: {k: v}}");
        const Response removed = lab.remove(configMaps / "a");
        for (const Response *response : {&made, &patched, &removed}) {
            QCOMPARE(response->revision, last + 1);
            last = response->revision;
        }
    }
}

void TestUpdate::servicesKeepTheirNumbers() // B14
{
    Lab lab;
    const std::string services = "/api/v1/namespaces/default/services";
    const auto portsOf = [](const Response &response) {
        return api::writeCanonicalJson(response.body->at_pointer("/spec/ports"));
    };
    const std::string port = R"(,"protocol":"TCP","targetPort":)";
    lab.post(services,
        "{metadata: {name: x}, spec: {type: NodePort, ports: [{port: 80, name: a, nodePort: 30080}, "
        "{port: 81, name: b, nodePort: 30081}]}}");
    const Response put = lab.put(services + "/x",
        yaml("{metadata: {name: x}, spec: {type: NodePort, ports: [{port: 82, name: b}, {port: 80, name: c, "
             "nodePort: 30080}]}}"));
    COMPARE_TEXT(portsOf(put),
        R"([{"name":"b","nodePort":30081,"port":82)" + port + R"(82},{"name":"c","nodePort":30080,"port":80)"
            + port + "80}]");
    const Response balanced = lab.patch(services + "/x", "{spec: {type: LoadBalancer}}");
    COMPARE_TEXT(portsOf(balanced), portsOf(put));
    const Response inside = lab.patch(services + "/x", "{spec: {type: ClusterIP}}");
    COMPARE_TEXT(
        portsOf(inside), R"([{"name":"b","port":82)" + port + R"(82},{"name":"c","port":80)" + port + "80}]");
    COMPARE_TEXT(at(inside, {"spec", "externalTrafficPolicy"}), "(none)");
    COMPARE_TEXT(at(inside, {"spec", "allocateLoadBalancerNodePorts"}), "(none)");
    COMPARE_TEXT(at(inside, {"spec", "clusterIP"}), at(put, {"spec", "clusterIP"}));

    const Response again = lab.patch(services + "/x", "{spec: {type: NodePort}}");
    QVERIFY(portsOf(again).find("nodePort\":3") != std::string::npos);
    const Response external = lab.patch(services + "/x", "{spec: {type: ExternalName, externalName: a.b}}");
    COMPARE_TEXT(at(external, {"spec", "clusterIP"}), "(none)");
    COMPARE_TEXT(at(external, {"spec", "clusterIPs"}), "(none)");
    const Response back = lab.patch(services + "/x", "{spec: {type: ClusterIP}}");
    QVERIFY(at(back, {"spec", "clusterIP"}).starts_with("10."));
    COMPARE_TEXT(api::writeJson(back.body->at_pointer("/spec/clusterIPs/0")),
        "\"" + at(back, {"spec", "clusterIP"}) + "\"");
}

void TestUpdate::fixedFields_data()
{
    QTest::addColumn<std::string>("target");
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &target, const std::string &patch,
                         const std::string &expected) { QTest::newRow(name) << target << patch << expected; };
    row("E6 a pod's node", pods / "p", "{spec: {nodeName: other}}", "FieldValueForbidden spec");
    row("E6 a pod's command", pods / "p", "{spec: {containers: [{name: c, image: i, command: [x]}]}}",
        "FieldValueForbidden spec");
    row("a pod's image may change", pods / "p", "{spec: {containers: [{name: c, image: j, resources: {}}]}}",
        "");
    row("a pod's tolerations may not go", pods / "p", "{spec: {tolerations: []}}",
        "FieldValueForbidden spec.tolerations");
    row("but those that the server gives it come back", pods / "p",
        "{spec: {tolerations: [{key: own, operator: Exists}, {key: more, operator: Exists}]}}", "");
    row("a pod's containers neither go nor come", pods / "p",
        "{spec: {containers: [{name: c, image: i}, {name: d, image: i}]}}",
        "FieldValueForbidden spec.containers");
    row("a pod's time may become shorter", pods / "p", "{spec: {activeDeadlineSeconds: 5}}", "");
    row("a pod's time may not become longer", pods / "p", "{spec: {activeDeadlineSeconds: 20}}",
        "FieldValueInvalid spec.activeDeadlineSeconds");
    row("a pod's time may not become endless", pods / "p", "{spec: {activeDeadlineSeconds: null}}",
        "FieldValueInvalid spec.activeDeadlineSeconds");
    row("a pod's grace", pods / "p", "{spec: {terminationGracePeriodSeconds: 5}}",
        "FieldValueForbidden spec");
    row("a node's providerID may be set", nodes / "n", "{spec: {providerID: x}}", "");
    row("a node's providerID may not change", nodes / "n2", "{spec: {providerID: y}}",
        "FieldValueForbidden spec.providerID");
    row("a taint twice", nodes / "n",
        "{spec: {taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoSchedule, value: x}]}}",
        "FieldValueDuplicate metadata.taints[1]");
    row("a taint with an unknown effect", nodes / "n", "{spec: {taints: [{key: a, effect: Sometimes}]}}",
        "FieldValueNotSupported spec.taints[0].effect");
    row("E6 an invalid label key", nodes / "n", "{metadata: {labels: {'a b': c}}}",
        "FieldValueInvalid metadata.labels");
    row("E6 a value of the wrong type", nodes / "n", "{metadata: {labels: {a: 1}}}",
        "FieldValueTypeInvalid metadata.labels.a");
}

void TestUpdate::fixedFields()
{
    QFETCH(const std::string, target);
    QFETCH(const std::string, patch);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post(pods, pod("p", "", ", activeDeadlineSeconds: 10, tolerations: [{key: own, operator: Exists}]"));
    lab.post(nodes, "{metadata: {name: n}}");
    lab.post(nodes, "{metadata: {name: n2}, spec: {providerID: x}}");
    const Response response = lab.patch(target, patch);
    QCOMPARE(verdict(response), std::string(expected.empty() ? "200" : "422 Invalid"));
    QCOMPARE(cause(response), expected);
}

QTEST_GUILESS_MAIN(TestUpdate)
#include "tst_update.moc"
