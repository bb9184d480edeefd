// SPDX-License-Identifier: GPL-3.0-or-later
// What strangers' programs send that is odd, but neither broken nor large.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using namespace zoo;

class TestStrangers : public QObject
{
    Q_OBJECT

private slots:
    void wholeNumbersAreIntegers_data();
    void wholeNumbersAreIntegers();
    void wholeNumbersOfBuiltInKinds();
    void metadataIsOfItsTypes_data();
    void metadataIsOfItsTypes();
    void metadataOfPatchesIsOfItsTypes();
    void timesOfNewObjectsAreTimes_data();
    void timesOfNewObjectsAreTimes();
    void timesOfPatchesAreTimes_data();
    void timesOfPatchesAreTimes();
    void oddDefinitions_data();
    void oddDefinitions();
};

void TestStrangers::wholeNumbersAreIntegers_data()
{
    QTest::addColumn<Json>("sent");
    QTest::addColumn<std::string>("kept"); // nothing: as it was sent
    const auto row = [](const char *name, double sent, const std::string &kept) {
        QTest::newRow(name) << Json(sent) << kept;
    };
    row("A16 without a fraction", 3.0, "3");
    row("A16 large", 1e15, "1000000000000000");
    row("A16 larger", 9'007'199'254'740'992.0, "9007199254740992");
    row("A16 negative", -4.0, "-4");
    row("A16 minus zero", -0.0, "0");
    row("A16 far below zero", -4'611'686'018'427'387'904.0, "-4611686018427387904");
    row("A16 a fraction", 0.5, "");
    row("A16 beyond 64 bits", 9'223'372'036'854'775'808.0, "");
    QTest::newRow("A16 in a list") << Json(api::JsonArray {1.0, api::JsonObject {{"a", 2.0}}})
                                   << std::string(R"([1,{"a":2}])");
}

void TestStrangers::wholeNumbersAreIntegers()
{
    QFETCH(const Json, sent);
    QFETCH(const std::string, kept);
    Lab lab;
    lab.post(definitions,
        definition("{type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: "
                   "true}}}"));
    Json body = yaml(wombat("{}"));
    body.at("spec").get_object()["n"] = sent;
    const Response made = lab.send(Method::Post, wombats, body);
    QCOMPARE(made.code, 201);
    COMPARE_TEXT(at(made, {"spec", "n"}), kept.empty() ? api::writeJson(sent) : kept);
    const std::string before = version(made);
    const Response again = lab.send(Method::Patch, wombats / "w",
        api::JsonObject {{"spec", api::JsonObject {{"n", sent}}}}, api::contentTypes::mergePatch);
    COMPARE_TEXT(version(again), before); // D5
}

void TestStrangers::wholeNumbersOfBuiltInKinds()
{
    Lab lab;
    Json body = yaml("{metadata: {name: d}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: "
                     "{labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}");
    body.at("spec").get_object()["replicas"] = 2.0;
    const std::string deployments = "/apis/apps/v1/namespaces/default/deployments";
    COMPARE_TEXT(at(lab.send(Method::Post, deployments, body), {"spec", "replicas"}), "2");
    const Response scaled = lab.send(Method::Patch, deployments + "/d/scale",
        api::JsonObject {{"spec", api::JsonObject {{"replicas", 3.0}}}}, api::contentTypes::mergePatch);
    QCOMPARE(scaled.code, 200);
    COMPARE_TEXT(at(lab.get(deployments + "/d"), {"spec", "replicas"}), "3");
}

void TestStrangers::metadataIsOfItsTypes_data()
{
    QTest::addColumn<std::string>("metadata");
    QTest::addColumn<std::string>("expected");
    QTest::addColumn<std::string>("expectedCause");
    const auto row = [](const char *name, const std::string &metadata, const std::string &expected,
                         const std::string &expectedCause = {}) {
        QTest::newRow(name) << metadata << expected << expectedCause;
    };
    row("B1 a uid that is a number", "uid: 5", "400 BadRequest");
    row("B1 a resourceVersion that is a number", "resourceVersion: 5", "400 BadRequest");
    row("B1 a selfLink that is a number", "selfLink: 5", "400 BadRequest");
    row("B1 a generation that is a text", "generation: x", "400 BadRequest");
    row("B1 a creationTimestamp that is a number", "creationTimestamp: 5", "400 BadRequest");
    row("B1 a creationTimestamp that is no time", "creationTimestamp: yesterday", "400 BadRequest");
    row("B1 a creationTimestamp with an offset", "creationTimestamp: '2020-01-01T00:00:00+01:00'", "201");
    row("B1 a deletionTimestamp that is no time", "deletionTimestamp: tomorrow", "400 BadRequest");
    row("B1 a grace period that is a text", "deletionGracePeriodSeconds: x", "400 BadRequest");
    row("B1 null is nothing", "uid: null, creationTimestamp: null, generation: null", "201");
    row("B11 empty lists", "finalizers: [], ownerReferences: []", "201");
    row("B11 finalizers that are an object", "finalizers: {}", "400 BadRequest");
    row("B11 labels that are a list", "labels: []", "400 BadRequest");
    row("B5 a prefix with a hyphen", "generateName: a-", "201");
    row("B5 a prefix of a hyphen", "generateName: '-'", "422 Invalid",
        "FieldValueInvalid metadata.generateName");
    row("B5 a prefix that no name may have", "generateName: A_", "422 Invalid",
        "FieldValueInvalid metadata.generateName");
    row("B5 a prefix that is too long", "generateName: " + std::string(254, 'a'), "422 Invalid",
        "FieldValueInvalid metadata.generateName");
    const auto owner = [](const std::string &version) {
        return "ownerReferences: [{apiVersion: '" + version + "', kind: K, name: n, uid: u}]";
    };
    const std::string atVersion = "FieldValueInvalid metadata.ownerReferences.apiVersion";
    row("G13 an owner's version", owner("v1"), "201");
    row("G13 an owner's group and version", owner("a.b/v1"), "201");
    row("G13 an owner without a version", owner("a.b/"), "422 Invalid", atVersion);
    row("G13 an owner of two groups", owner("a/b/c"), "422 Invalid", atVersion);
}

void TestStrangers::metadataIsOfItsTypes()
{
    QFETCH(const std::string, metadata);
    QFETCH(const std::string, expected);
    QFETCH(const std::string, expectedCause);
    Lab lab;
    lab.post(definitions, definition("{type: object}"));
    const std::string body = "{apiVersion: VERSION, kind: KIND, metadata: {name: a, " + metadata + "}}";
    const auto made = [&](std::string_view path, const std::string &version, const std::string &kind) {
        std::string text = body;
        text.replace(text.find("VERSION"), 7, version);
        text.replace(text.find("KIND"), 4, kind);
        return lab.post(path, text);
    };
    for (const Response &response :
        {made(configMaps, "v1", "ConfigMap"), made(wombats, "zoo.example/v1", "Wombat")}) {
        COMPARE_TEXT(verdict(response), expected);
        COMPARE_TEXT(cause(response), expectedCause);
    }
}

void TestStrangers::metadataOfPatchesIsOfItsTypes()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    for (const std::string field : {"resourceVersion: 5", "generation: x", "creationTimestamp: yesterday"})
        COMPARE_TEXT(
            verdict(lab.patch(configMaps / "a", "{metadata: {" + field + "}}")), "422 Invalid"); // E6
    Json body = *lab.get(configMaps / "a").body;
    body.at("metadata").get_object()["resourceVersion"] = 5;
    COMPARE_TEXT(verdict(lab.put(configMaps / "a", body)), "400 BadRequest"); // no precondition is lost
}

void TestStrangers::timesOfNewObjectsAreTimes_data()
{
    QTest::addColumn<std::string>("collection");
    QTest::addColumn<std::string>("fields");
    QTest::addColumn<std::string>("expected");
    const std::string events = "/api/v1/namespaces/default/events";
    const std::string newerEvents = "/apis/events.k8s.io/v1/namespaces/default/events";
    const auto row = [](const char *name, const std::string &collection, const std::string &fields,
                         const std::string &expected) {
        QTest::newRow(name) << collection << fields << expected;
    };
    const std::string about = "involvedObject: {namespace: default}, ";
    row("an event", events, about + "firstTimestamp: '2025-11-20T10:00:00Z', eventTime: null", "201");
    row("an event with an offset", events, about + "lastTimestamp: '2025-11-20T10:00:00.5+01:00'", "201");
    row("an event's first time", events, about + "firstTimestamp: yesterday", "400 BadRequest");
    row("an event's last time", events, about + "lastTimestamp: '2025-13-20T10:00:00Z'", "400 BadRequest");
    row("an event's time that is empty", events, about + "eventTime: ''", "400 BadRequest");
    row("an event's series", events, about + "series: {count: 2, lastObservedTime: x}", "400 BadRequest");
    row("a newer event's time", newerEvents, "regarding: {namespace: default}, eventTime: x",
        "400 BadRequest");
    row("a lease", std::string(leases), "spec: {renewTime: '2025-11-20T10:00:00Z'}", "201");
    row("a lease's time", std::string(leases), "spec: {acquireTime: yesterday}", "400 BadRequest");
    row("a node's condition", std::string(nodes),
        "status: {conditions: [{type: Ready, status: 'True', lastHeartbeatTime: yesterday}]}",
        "400 BadRequest");
    row("a taint", std::string(nodes), "spec: {taints: [{key: a, effect: NoExecute, timeAdded: x}]}",
        "400 BadRequest");
}

void TestStrangers::timesOfNewObjectsAreTimes() // B1
{
    QFETCH(const std::string, collection);
    QFETCH(const std::string, fields);
    QFETCH(const std::string, expected);
    Lab lab;
    COMPARE_TEXT(verdict(lab.post(collection, "{metadata: {name: a}, " + fields + "}")), expected);
}

void TestStrangers::timesOfPatchesAreTimes_data()
{
    QTest::addColumn<std::string>("path");
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<std::string>("field");
    const auto row = [](const char *name, const std::string &path, const std::string &patch,
                         const std::string &field) { QTest::newRow(name) << path << patch << field; };
    const auto ready = [](const std::string &time) {
        return "{status: {conditions: [{type: Ready, status: 'True', " + time + ": yesterday}]}}";
    };
    row("when a pod began", pods / "p/status", "{status: {startTime: yesterday}}", "status.startTime");
    row("a pod's condition", pods / "p/status", ready("lastTransitionTime"),
        "status.conditions[0].lastTransitionTime");
    row("a node's condition", nodes / "n/status", ready("lastHeartbeatTime"),
        "status.conditions[0].lastHeartbeatTime");
    row("a taint", nodes / "n", "{spec: {taints: [{key: a, effect: NoExecute, timeAdded: x}]}}",
        "spec.taints[0].timeAdded");
}

void TestStrangers::timesOfPatchesAreTimes() // E6
{
    QFETCH(const std::string, path);
    QFETCH(const std::string, patch);
    QFETCH(const std::string, field);
    Lab lab;
    lab.post(pods, "{metadata: {name: p}, spec: {containers: [{name: c, image: i}]}}");
    lab.post(nodes, "{metadata: {name: n}}");
    COMPARE_TEXT(cause(lab.patch(path, patch)), "FieldValueTypeInvalid " + field);
}

void TestStrangers::oddDefinitions_data()
{
    QTest::addColumn<std::string>("sent");
    QTest::addColumn<std::string>("expectedCause");
    const auto row = [](const char *name, const std::string &schema, const std::string &expectedCause,
                         const std::string &more = {}) {
        QTest::newRow(name) << definition(schema, more) << expectedCause;
    };
    const std::string root = "spec.validation.openAPIV3Schema";
    const auto withMember = [](const std::string &member) {
        return "{type: object, properties: {" + member + "}}";
    };
    row("L1 a text at the root", "{type: string}", "FieldValueInvalid " + root + ".type");
    row("L1 a kind that is a number", withMember("kind: {type: integer}"),
        "FieldValueInvalid " + root + ".properties[kind].type");
    row("L1 metadata that is a text", withMember("metadata: {type: string}"),
        "FieldValueInvalid " + root + ".properties[metadata].type");
    row("L1 metadata with labels",
        withMember("metadata: {type: object, properties: {labels: {type: object}}}"),
        "FieldValueForbidden " + root + ".properties[metadata]");
    row("L1 metadata with names",
        withMember(
            "metadata: {type: object, properties: {name: {type: string}, generateName: {type: string}}}"),
        "");
    row("L1 what controller-gen writes",
        withMember("apiVersion: {type: string}, kind: {type: string}, metadata: {type: object}"), "");
    const auto scale = [&](const char *name, const std::string &members, const std::string &expectedCause) {
        row(name, "{type: object}", expectedCause, ", subresources: {scale: {" + members + "}}");
    };
    const std::string at = "FieldValueInvalid spec.subresources.scale.";
    scale("D11 paths below spec and status",
        "specReplicasPath: .spec.n, statusReplicasPath: .status.n, labelSelectorPath: .spec.s", "");
    scale("D11 no path", "specReplicasPath: n, statusReplicasPath: .status.n", at + "specReplicasPath");
    scale(
        "D11 all of spec", "specReplicasPath: .spec, statusReplicasPath: .status.n", at + "specReplicasPath");
    scale("D11 wanted in status", "specReplicasPath: .status.n, statusReplicasPath: .status.n",
        at + "specReplicasPath");
    scale("D11 there in spec", "specReplicasPath: .spec.n, statusReplicasPath: .spec.n",
        at + "statusReplicasPath");
    scale("D11 a selector in metadata",
        "specReplicasPath: .spec.n, statusReplicasPath: .status.n, labelSelectorPath: .metadata.s",
        at + "labelSelectorPath");
    scale("D11 an empty path", "specReplicasPath: '', statusReplicasPath: .status.n",
        "FieldValueRequired spec.subresources.scale.specReplicasPath");
}

void TestStrangers::oddDefinitions()
{
    QFETCH(const std::string, sent);
    QFETCH(const std::string, expectedCause);
    Lab lab;
    const Response made = lab.post(definitions, sent);
    COMPARE_TEXT(verdict(made), expectedCause.empty() ? "201" : "422 Invalid");
    COMPARE_TEXT(cause(made), expectedCause);
}

QTEST_GUILESS_MAIN(TestStrangers)
#include "tst_strangers.moc"
