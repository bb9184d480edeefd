// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md A and I: paths, names, bodies, the form of errors.
#include "labfixture.h"

using namespace labtest;

class TestPaths : public QObject
{
    Q_OBJECT

private slots:
    void verdicts_data();
    void verdicts();
    void bodies_data();
    void bodies();
    void names_data();
    void names();
    void aPathIsNotReadAsTheOneBefore();
    void errorsHaveTheFormOfAStatus();
    void yamlAndMissingContentTypesAreJson();
    void oddInputNeverCrashes_data();
    void oddInputNeverCrashes();
};

void TestPaths::verdicts_data()
{
    QTest::addColumn<int>("method");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, Method method, const char *target, const char *expected) {
        QTest::newRow(name) << static_cast<int>(method) << QByteArray(target) << std::string(expected);
    };
    row("A1 a list in a namespace that is not there is empty", Method::Get,
        "/api/v1/namespaces/nope/configmaps", "200");
    row("A2 PUT on a collection", Method::Put, "/api/v1/namespaces/default/configmaps",
        "405 MethodNotAllowed");
    row("A2 PATCH on a collection", Method::Patch, "/api/v1/nodes", "405 MethodNotAllowed");
    row("A2 POST on a named object", Method::Post, "/api/v1/nodes/n", "405 MethodNotAllowed");
    row("A2 HEAD", Method::Head, "/api/v1/nodes", "405 MethodNotAllowed");
    row("A2 HEAD of the health", Method::Head, "/healthz", "200");
    row("A2 HEAD of the version", Method::Head, "/version", "405 MethodNotAllowed");
    row("G15 DELETE of all namespaces", Method::Delete, "/api/v1/namespaces", "405 MethodNotAllowed");
    row("A2 OPTIONS", Method::Options, "/api/v1/nodes/n", "405 MethodNotAllowed");
    row("A2 POST to the namespaced resource over all namespaces", Method::Post, "/api/v1/configmaps",
        "405 MethodNotAllowed");
    row("A3 an unknown resource in a served group", Method::Get, "/api/v1/wombats", "404 NotFound");
    row("A3 an unknown resource in a served group of its own", Method::Get,
        "/apis/machine.openshift.io/v1beta1/wombats", "404 NotFound");
    row("A3 an unknown group", Method::Get, "/apis/wombats.example/v1/wombats", "404 NotFound");
    row("A3 an unknown version", Method::Get, "/apis/machine.openshift.io/v9/machines", "404 NotFound");
    row("A4 a trailing slash", Method::Get, "/api/v1/nodes/", "200");
    row("A5 two dots as a name", Method::Get, "/api/v1/namespaces/default/configmaps/..", "400 BadRequest");
    row("A5 two encoded dots as a name", Method::Get, "/api/v1/namespaces/default/configmaps/%2e%2e",
        "400 BadRequest");
    row("A5 an encoded slash reaches no other resource", Method::Get,
        "/api/v1/namespaces/default%2fconfigmaps", "404 NotFound");
    row("A5 an encoded slash in a name", Method::Get, "/api/v1/nodes/a%2fb", "404 NotFound");
    row("A5 a name that is no UTF-8", Method::Get, "/api/v1/nodes/%ff", "400 BadRequest");
    row("A5 a name that is no UTF-8, not escaped", Method::Get, "/api/v1/nodes/\xff", "400 BadRequest");
    row("a name beyond ASCII", Method::Get, "/api/v1/nodes/%C3%A9", "404 NotFound");
    row("a broken escape", Method::Get, "/api/v1/nodes/%zz", "400 BadRequest");
    row("a namespaced object without its namespace", Method::Get, "/api/v1/pods/p", "404 NotFound");
    row("a cluster-scoped object in a namespace", Method::Get, "/api/v1/namespaces/default/nodes/n",
        "404 NotFound");
    row("a subresource that the kind has not", Method::Get, "/api/v1/namespaces/default/configmaps/c/status",
        "404 NotFound");
    row("too many segments", Method::Get, "/api/v1/nodes/a/status/b", "404 NotFound");
}

void TestPaths::verdicts()
{
    QFETCH(const int, method);
    QFETCH(const QByteArray, target);
    QFETCH(const std::string, expected);
    Lab lab;
    QCOMPARE(verdict(lab.send(static_cast<Method>(method), target.toStdString())), expected);
}

void TestPaths::bodies_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, std::string_view target, const std::string &body,
                         const char *expected) {
        QTest::newRow(name) << QByteArray::fromStdString(std::string(target))
                            << QByteArray::fromStdString(body) << std::string(expected);
    };
    row("A1 POST to a namespace that is not there", "/api/v1/namespaces/x/configmaps",
        "{metadata: {name: a}}", "404 NotFound");
    row("A6 another namespace in the body", configMaps, "{metadata: {name: a, namespace: other}}",
        "400 BadRequest");
    row("A6 the namespace is filled in from the URL", configMaps, "{metadata: {name: a}}", "201");
    row("A7 another kind", configMaps, "{kind: Secret, apiVersion: v1, metadata: {name: a}}",
        "400 BadRequest");
    row("A7 another apiVersion", configMaps, "{kind: ConfigMap, apiVersion: v2, metadata: {name: a}}",
        "400 BadRequest");
    row("A7 a kind that is a number", configMaps, "{kind: 7, metadata: {name: a}}", "400 BadRequest");
    row("A7 an apiVersion that is a list", configMaps, "{apiVersion: [], metadata: {name: a}}",
        "400 BadRequest");
    row("A10 managed fields that are no list", configMaps, "{metadata: {name: a, managedFields: {}}}",
        "400 BadRequest");
    row("A7 a built-in kind may leave kind and apiVersion out", nodes, "{metadata: {name: a}}", "201");
    row("A7 a custom kind may not", machines, "{metadata: {name: a}}", "400 BadRequest");
    row("A10 a body that is no object", configMaps, "[]", "400 BadRequest");
    row("A10 metadata that is no object", configMaps, "{metadata: 7}", "400 BadRequest");
    row("a field of the wrong type in a built-in kind", nodes, "{metadata: {name: a, labels: {x: 1}}}",
        "400 BadRequest");
    row("a field of the wrong type in a custom kind", machines, machine("a", ", spec: {providerID: 7}"),
        "422 Invalid");
}

void TestPaths::bodies()
{
    QFETCH(const QByteArray, target);
    QFETCH(const QByteArray, body);
    QFETCH(const std::string, expected);
    Lab lab;
    QCOMPARE(verdict(lab.post(target.toStdString(), body.toStdString())), expected);
}

void TestPaths::names_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, std::string_view target, const std::string &body,
                         const char *expected) {
        QTest::newRow(name) << QByteArray::fromStdString(std::string(target)) << body
                            << std::string(expected);
    };
    const std::string invalidName = "FieldValueInvalid metadata.name";
    row("A14 a subdomain", configMaps, "{metadata: {name: a.b-c.d1}}", "");
    row("A14 upper case", configMaps, "{metadata: {name: Abc}}", invalidName.c_str());
    row("A14 a leading hyphen", configMaps, "{metadata: {name: -a}}", invalidName.c_str());
    row("A14 an empty label", configMaps, "{metadata: {name: a..b}}", invalidName.c_str());
    row("A14 253 characters", configMaps, "{metadata: {name: " + std::string(253, 'a') + "}}", "");
    row("A14 254 characters", configMaps, "{metadata: {name: " + std::string(254, 'a') + "}}",
        invalidName.c_str());
    row("A14 a namespace is a DNS label", "/api/v1/namespaces", "{metadata: {name: a.b}}",
        invalidName.c_str());
    row("A14 a role may contain a colon", "/apis/rbac.authorization.k8s.io/v1/clusterroles",
        "{metadata: {name: 'system:x'}, rules: []}", "");
    row("A14 a label key with a domain", configMaps, "{metadata: {name: a, labels: {example.com/x: y}}}", "");
    row("A14 a label key with a space", configMaps, "{metadata: {name: a, labels: {'a b': y}}}",
        "FieldValueInvalid metadata.labels");
    row("A14 a label value of 64 characters", configMaps,
        "{metadata: {name: a, labels: {x: " + std::string(64, 'y') + "}}}",
        "FieldValueInvalid metadata.labels");
    row("A14 a label value with a slash", configMaps, "{metadata: {name: a, labels: {x: a/b}}}",
        "FieldValueInvalid metadata.labels");
    row("A14 an annotation key in capitals", configMaps,
        "{metadata: {name: a, annotations: {Example.COM/x: y}}}", "");
    row("A14 an annotation key is a qualified name", configMaps,
        "{metadata: {name: a, annotations: {'a/b/c': y}}}", "FieldValueInvalid metadata.annotations");
    row("A12 annotations of more than 256 KiB", configMaps,
        "{metadata: {name: a, annotations: {x: " + std::string(262'144, 'y') + "}}}",
        "FieldValueTooLong metadata.annotations");
    row("A12 data of more than 1 MiB", configMaps,
        "{metadata: {name: a}, data: {x: " + std::string(1'048'577, 'y') + "}}", "FieldValueTooLong data");
}

void TestPaths::names()
{
    QFETCH(const QByteArray, target);
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response response = lab.post(target.toStdString(), body);
    QCOMPARE(verdict(response), std::string(expected.empty() ? "201" : "422 Invalid"));
    QCOMPARE(cause(response), expected);
}

/// Paths that follow one another through the same collection are known by their beginning.
void TestPaths::aPathIsNotReadAsTheOneBefore()
{
    Lab lab;
    QCOMPARE(lab.post(pods, pod("p")).code, 201);
    QCOMPARE(lab.post(pods, pod("status")).code, 201);
    const std::string object = pods / "p";
    for (const std::string &path : {object, object + "/", object + "/status", pods / "%70", pods / "p"}) {
        const api::Response response = lab.get(path);
        QCOMPARE(response.code, 200);
        COMPARE_TEXT(at(response, {"metadata", "name"}), "p");
    }
}

void TestPaths::errorsHaveTheFormOfAStatus()
{
    Lab lab;
    const Response missing = lab.get(configMaps / "x");
    COMPARE_TEXT(at(missing, {"kind"}), "Status");
    COMPARE_TEXT(at(missing, {"apiVersion"}), "v1");
    COMPARE_TEXT(at(missing, {"metadata"}), "{}");
    COMPARE_TEXT(at(missing, {"status"}), "Failure");
    COMPARE_TEXT(at(missing, {"code"}), "404");
    COMPARE_TEXT(message(missing), "configmaps \"x\" not found");
    COMPARE_TEXT(at(missing, {"details", "kind"}), "configmaps");
    const Response custom = lab.get(machines / "x");
    COMPARE_TEXT(message(custom), "machines.machine.openshift.io \"x\" not found");
    COMPARE_TEXT(at(custom, {"details", "group"}), "machine.openshift.io");
    const Response invalid = lab.post(machines, machine("x", ", spec: {providerID: 1, taints: [{key: k}]}"));
    COMPARE_TEXT(at(invalid, {"details", "kind"}), "Machine"); // I2
    QVERIFY(message(invalid).starts_with("Machine.machine.openshift.io \"x\" is invalid: [")); // I4
    QCOMPARE(invalid.body->at_pointer("/details/causes").as_array().size(), std::size_t(2));
    COMPARE_TEXT(message(lab.post("/api/v1/namespaces/x/configmaps", "{metadata: {name: a}}")),
        "namespaces \"x\" not found");
    COMPARE_TEXT(message(lab.post(configMaps, "{metadata: {name: a, namespace: b}}")),
        "the namespace of the provided object does not match the namespace sent on the request");
}

void TestPaths::yamlAndMissingContentTypesAreJson()
{
    Lab lab;
    const auto post = [&](std::string_view name, std::string_view type) {
        return verdict(
            lab.send(Method::Post, configMaps, yaml("{metadata: {name: " + std::string(name) + "}}"), type));
    };
    COMPARE_TEXT(post("a", ""), "201"); // A8
    COMPARE_TEXT(post("b", "application/yaml"), "201");
    COMPARE_TEXT(post("c", "application/json; charset=utf-8"), "201");
    COMPARE_TEXT(post("d", "text/plain"), "415 UnsupportedMediaType");
    const auto get = [&](std::string_view accept) {
        api::Request request = Lab::request(Method::Get, configMaps / "a");
        request.accept = accept;
        return verdict(lab.server->answer(request));
    };
    COMPARE_TEXT(get("text/html"), "406 NotAcceptable"); // A9
    COMPARE_TEXT(get("application/vnd.kubernetes.protobuf"), "200");
    COMPARE_TEXT(get("*/*"), "200");
    COMPARE_TEXT(get("application/json;as=Wombat;g=meta.k8s.io;v=v1"), "406 NotAcceptable");
    COMPARE_TEXT(get("application/json;as=Wombat;g=meta.k8s.io;v=v1,application/json"), "200");
    const auto kind = [&](std::string_view accept) {
        api::Request request = Lab::request(Method::Get, configMaps / "a");
        request.accept = accept;
        return std::string(at(lab.server->answer(request), {"kind"}));
    };
    const std::string table = "application/json;as=Table;g=meta.k8s.io;v=v1";
    COMPARE_TEXT(kind(table + ",application/json"), "Table");
    COMPARE_TEXT(kind(table + ";q=0.5,application/json;q=0.9"), "ConfigMap");
    COMPARE_TEXT(kind("*/*," + table), "Table");
}

void TestPaths::oddInputNeverCrashes_data()
{
    QTest::addColumn<std::string>("body");
    std::string deep = "1";
    for (int i = 0; i < 45; ++i)
        deep = "{a: [" + deep + "]}";
    const std::pair<const char *, std::string> rows[] = {
        {"90 levels deep", "{metadata: {name: a}, data: " + deep + "}"}, {"null", "null"}, {"a number", "7"},
        {"an empty object", "{}"}, {"metadata null", "{metadata: null}"},
        {"metadata a list", "{metadata: []}"}, {"a name that is a number", "{metadata: {name: 7}}"},
        {"finalizers that are no list", "{metadata: {name: a, finalizers: x}}"},
        {"finalizers of numbers", "{metadata: {name: a, finalizers: [1]}}"},
        {"owners without anything", "{metadata: {name: a, ownerReferences: [{}]}}"},
        {"owners that are texts", "{metadata: {name: a, ownerReferences: [a]}}"},
        {"labels a text", "{metadata: {name: a, labels: x}}"},
        {"a resourceVersion that is a number", "{metadata: {name: a, resourceVersion: 7}}"},
        {"a spec that is a list", "{metadata: {name: a}, spec: []}"},
        {"a spec null", "{metadata: {name: a}, spec: null}"},
        {"containers that are numbers", "{metadata: {name: a}, spec: {containers: [1, 2]}}"},
        {"containers of the same name",
            "{metadata: {name: a}, spec: {containers: [{name: c, image: i}, {name: c, image: i}]}}"},
        {"tolerations a text", "{metadata: {name: a}, spec: {containers: [], tolerations: x}}"},
        {"stringData of numbers", "{metadata: {name: a}, stringData: {a: 1}, data: []}"},
        {"a definition without names",
            "{metadata: {name: a.b}, spec: {group: b, names: x, versions: [1], scope: Cluster}}"},
        {"a definition with an empty schema",
            "{metadata: {name: as.b.c}, spec: {group: b.c, scope: Cluster, names: {plural: as, kind: A}, "
            "versions: [{name: v1, "
            "served: true, storage: true, schema: {openAPIV3Schema: {}}}]}}"},
        {"a target without a name", "{target: {}}"}, {"an eviction of something else", "{kind: Wombat}"}};
    for (const auto &[name, body] : rows)
        QTest::newRow(name) << body;
}

void TestPaths::oddInputNeverCrashes()
{
    QFETCH(const std::string, body);
    Lab lab;
    QCOMPARE(lab.post(pods, pod("p")).code, 201);
    QCOMPARE(lab.post(machineSets,
                    "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: s}, spec: "
                    "{selector: {}}}")
                 .code,
        201);
    const Json content = yaml(body == "null" ? "{x: null}" : body);
    const Json sent = body == "null" ? Json() : content;
    const std::string collections[] = {std::string(configMaps), std::string(pods), std::string(nodes),
        std::string(machines), std::string(machineSets), std::string(leases), "/api/v1/namespaces",
        "/api/v1/namespaces/default/secrets", "/api/v1/namespaces/default/events",
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        "/apis/events.k8s.io/v1/namespaces/default/events",
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"};
    for (const std::string &collection : collections)
        QVERIFY(lab.send(Method::Post, collection, sent).code >= 200);
    const std::string objects[] = {pods / "p", machineSets / "s", "/api/v1/namespaces/default"};
    const std::string_view subresources[] = {"", "/status", "/scale", "/binding", "/eviction", "/finalize"};
    for (const std::string &object : objects) {
        for (const std::string_view subresource : subresources) {
            const std::string target = object + std::string(subresource);
            for (const Method method : {Method::Put, Method::Post, Method::Delete})
                QVERIFY(lab.send(method, target, sent).code >= 200);
            for (const std::string_view type : {api::contentTypes::mergePatch, api::contentTypes::jsonPatch,
                     api::contentTypes::strategicMergePatch, api::contentTypes::applyPatch})
                QVERIFY(lab.send(Method::Patch, target, sent, type).code >= 200);
        }
    }
}

QTEST_GUILESS_MAIN(TestPaths)
#include "tst_paths.moc"
