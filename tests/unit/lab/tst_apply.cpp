// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md F: server-side apply, and who owns which fields.
#include "core/lab/apply/ownership.h"

#include "labfixture.h"
#include "tests/unit/dice.h"

#include <QTemporaryDir>

#include <ctime>
#include <map>
#include <set>

using namespace labtest;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";
constexpr std::string_view definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr std::string_view things = "/apis/example.com/v1/namespaces/default/things";

Response apply(Lab &lab, const std::string &target, const Json &config, const std::string &more = "m1")
{
    return lab.send(Method::Patch, target + "?fieldManager=" + more, config, api::contentTypes::applyPatch);
}

Json configMap(std::string_view name, std::string_view rest = {})
{
    return yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: " + std::string(name) + "}"
        + std::string(rest) + "}");
}

/// "m1 Apply v1 {"f:data":{"f:k":{}}}", a line for each entry.
std::string owners(const Response &response)
{
    if (!response.body || response.code >= 400)
        return verdict(response) + ": " + message(response);
    std::string text;
    const api::JsonPtr whole = lab::withManagedFields(response.body);
    const Json *managed = api::find(*whole, {"metadata", "managedFields"});
    for (const Json &entry : managed ? managed->get_array() : JsonArray()) {
        const std::string subresource(api::textAt(entry, {"subresource"}));
        text += (text.empty() ? "" : "\n") + std::string(api::textAt(entry, {"manager"})) + " "
            + std::string(api::textAt(entry, {"operation"})) + (subresource.empty() ? "" : "/" + subresource)
            + " " + std::string(api::textAt(entry, {"apiVersion"})) + " "
            + api::writeJson(entry.at("fieldsV1"));
    }
    return text;
}

/// "m1 :05, m2 :10": managers, and the seconds of their entries.
std::string times(const Response &response)
{
    std::string text;
    const api::JsonPtr whole = lab::withManagedFields(response.body);
    for (const Json &entry : whole->at("metadata").at("managedFields").get_array()) {
        const std::string_view time = api::textAt(entry, {"time"});
        text += (text.empty() ? "" : ", ") + std::string(api::textAt(entry, {"manager"})) + " "
            + std::string(time.substr(time.size() - 4, 3));
    }
    return text;
}

Response update(Lab &lab, const std::string &target, std::string_view body, const std::string &manager)
{
    return lab.patch(target + "?fieldManager=" + manager, body);
}

struct Write {
    std::string manager;
    std::string data; ///< in flow style, without its braces
};

/// Things of example.com, with lists and maps of each sort.
void serveThings(Lab &lab)
{
    const Response made = lab.post(definitions,
        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
        "things.example.com}, spec: {group: example.com, scope: Namespaced, names: {plural: things, kind: "
        "Thing}, versions: [{name: v1, served: true, storage: true, subresources: {status: {}, scale: "
        "{specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}, schema: "
        "{openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {replicas: {type: "
        "integer}, a: {type: string}, preset: {type: string, default: x}, set: {type: array, "
        "x-kubernetes-list-type: set, items: {type: string}}, map: {type: object, additionalProperties: "
        "{type: string}}, items: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: "
        "[name], items: {type: object, required: [name], properties: {name: {type: string}, v: {type: "
        "integer}, w: {type: integer}}}}}}, status: {type: object, properties: {s: {type: string}}}}}}}]}}");
    QCOMPARE(made.code, 201);
}

Json thing(std::string_view spec)
{
    return yaml(
        "{apiVersion: example.com/v1, kind: Thing, metadata: {name: t}, spec: " + std::string(spec) + "}");
}

std::string specOf(const Response &response)
{
    const Json *spec = response.body ? api::find(*response.body, {"spec"}) : nullptr;
    return spec ? api::writeCanonicalJson(*spec) : verdict(response) + " " + message(response);
}

JsonObject manyKeys(int count)
{
    JsonObject many;
    for (int i = 0; i < count; ++i)
        many.emplace("k" + std::to_string(i), "v");
    return many;
}

JsonArray manyItems(int count)
{
    JsonArray items;
    for (int i = 0; i < count; ++i)
        items.push_back(JsonObject {{"name", "n" + std::to_string(count - i)}});
    return items;
}

} // namespace

class TestApply : public QObject
{
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void createsAndChanges();
    void conflicts();
    void severalConflicts();
    void sharedFieldsStayUntilTheLastOwnerGoes();
    void forceTakesOver();
    void customKinds();
    void containers();
    void status();
    void scale();
    void appliedScale();
    void builtInSubresources();
    void dryRun();
    void updates();
    void timesChangeWithWhatIsOwned_data();
    void timesChangeWithWhatIsOwned();
    void soleOwners();
    void managersOfUserAgents_data();
    void managersOfUserAgents();
    void managersAreChecked();
    void atMostTenUpdaters();
    void clientsMayChangeOwners();
    void resets_data();
    void resets();
    void untrackedObjectsAreAppliedLater();
    void fromClientSideApply();
    void survivesARestart();
    void heartbeatsKeepOwners();
    void otherForms();
    void applyTwiceChangesNothing();
    void randomWrites();
    void hostile_data();
    void hostile();
    void effortGrowsWithTheSize_data();
    void effortGrowsWithTheSize();
};

void TestApply::refused_data() // F1, F2, F8, F9
{
    QTest::addColumn<std::string>("target");
    QTest::addColumn<Json>("config");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &target, const Json &config,
                         const std::string &expected) {
        QTest::newRow(name) << (configMaps / target) << config << expected;
    };
    const Json good = configMap("a", ", data: {k: v}");
    const auto with = [&](std::string_view text) { return configMap("a", text); };
    row("no manager", "a", good,
        "422 Invalid PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for "
        "apply patch");
    row("a long manager", "a?fieldManager=" + std::string(129, 'x'), good,
        "422 Invalid PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Too long: must have at most 128 "
        "bytes");
    row("a list", "a?fieldManager=m", JsonArray(),
        "400 BadRequest the body of the request must be an object");
    row("another name", "a?fieldManager=m", configMap("b"),
        "400 BadRequest the name of the object (b) does not match the name on the URL (a)");
    row("another namespace", "a?fieldManager=m",
        yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: other}}"),
        "400 BadRequest the namespace of the object (other) does not match the namespace on the request "
        "(default)");
    row("another version", "a?fieldManager=m", yaml("{apiVersion: v2, kind: ConfigMap, metadata: {name: a}}"),
        "400 BadRequest Incorrect version specified in apply patch. Specified patch version: v2, expected: "
        "v1");
    row("another kind", "a?fieldManager=m", yaml("{apiVersion: v1, kind: Secret, metadata: {name: a}}"),
        "400 BadRequest the object provided is a Secret, expected ConfigMap");
    row("no kind", "a?fieldManager=m", yaml("{apiVersion: v1, metadata: {name: a}}"),
        "400 BadRequest Object 'Kind' or 'apiVersion' is missing");
    row("managed fields", "a?fieldManager=m",
        yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, managedFields: []}}"),
        "400 BadRequest metadata.managedFields must be nil");
    row("an old version", "a?fieldManager=m",
        yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, resourceVersion: '1'}}"),
        "409 Conflict Operation cannot be fulfilled on configmaps \"a\": the object has been modified");
    row("another uid", "a?fieldManager=m",
        yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, uid: x}}"), "422 Invalid");
    row("a uid of nothing", "none?fieldManager=m",
        yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: none, uid: x}}"),
        "409 Conflict Operation cannot be fulfilled on configmaps \"none\": uid mismatch: the provided "
        "object specified uid x, and no existing object was found");
    row("a list for an object", "a?fieldManager=m", with(", data: [x]"),
        "400 BadRequest failed to create typed patch object (default/a; v1, Kind=ConfigMap): .data: expected "
        "map, got");
    row("a number for a text", "a?fieldManager=m", with(", data: {k: 5}"),
        "400 BadRequest failed to create typed patch object (default/a; v1, Kind=ConfigMap): .data.k: "
        "expected "
        "string, got 5");
    row("a text for a flag", "a?fieldManager=m", with(", immutable: x"),
        "400 BadRequest failed to create typed patch object (default/a; v1, Kind=ConfigMap): .immutable: "
        "expected boolean, got \"x\"");
    row("a text for a number", "a?fieldManager=m",
        yaml("{apiVersion: v1, kind: ConfigMap, metadata: {name: a, generation: x}}"),
        "400 BadRequest failed to create typed patch object (default/a; v1, Kind=ConfigMap): "
        ".metadata.generation: expected numeric (int or float), got \"x\"");
}

void TestApply::refused()
{
    QFETCH(const std::string, target);
    QFETCH(const Json, config);
    QFETCH(const std::string, expected);
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}}");
    const Response response = lab.send(Method::Patch, target, config, api::contentTypes::applyPatch);
    const std::string found = verdict(response) + " " + message(response);
    QVERIFY2(found.starts_with(expected), found.c_str());
}

void TestApply::createsAndChanges() // F2, F3, F12
{
    Lab lab;
    const Response created = apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    QCOMPARE(created.code, 201);
    COMPARE_TEXT(owners(created), R"(m1 Apply v1 {"f:data":{"f:k":{}}})");
    const api::JsonPtr whole = lab::withManagedFields(created.body);
    const Json &entry = whole->at("metadata").at("managedFields").get_array().front();
    COMPARE_TEXT(api::textAt(entry, {"time"}), "2025-11-20T10:00:00Z");
    COMPARE_TEXT(api::textAt(entry, {"fieldsType"}), "FieldsV1");
    lab.clock.advance(std::chrono::seconds(5));
    const Response again = apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    QCOMPARE(again.code, 200);
    COMPARE_TEXT(version(again), version(created));
    COMPARE_TEXT(owners(again), owners(created));
    const Response changed = apply(lab, configMaps / "a", configMap("a", ", data: {l: w}"));
    COMPARE_TEXT(at(changed, {"data"}), R"({"l":"w"})");
    COMPARE_TEXT(owners(changed), R"(m1 Apply v1 {"f:data":{"f:l":{}}})");
    const Response emptied = apply(lab, configMaps / "a", configMap("a", ", data: {}")); // F15
    COMPARE_TEXT(owners(emptied), R"(m1 Apply v1 {"f:data":{}})");
}

void TestApply::conflicts() // F4
{
    Lab lab;
    apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    const Response refused = apply(lab, configMaps / "a", configMap("a", ", data: {k: w}"), "m2");
    COMPARE_TEXT(verdict(refused), "409 Conflict");
    COMPARE_TEXT(message(refused), R"(Apply failed with 1 conflict: conflict with "m1": .data.k)");
    COMPARE_TEXT(cause(refused), "FieldManagerConflict .data.k");
    COMPARE_TEXT(at(lab.get(configMaps / "a"), {"data", "k"}), "v");
}

void TestApply::severalConflicts()
{
    Lab lab;
    apply(lab, configMaps / "a", configMap("a", ", data: {k: v, l: v}"));
    update(lab, configMaps / "a", "{data: {k: x}}", "u");
    const Response refused = apply(lab, configMaps / "a", configMap("a", ", data: {k: w, l: w}"), "m2");
    COMPARE_TEXT(message(refused),
        "Apply failed with 2 conflicts: conflicts with \"m1\":\n- .data.l\nconflicts with \"u\" using v1:\n- "
        ".data.k");
    update(lab, configMaps / "a", "{data: {l: x}}", "a");
    COMPARE_TEXT(message(apply(lab, configMaps / "a", configMap("a", ", data: {k: w, l: w}"), "m2")),
        "Apply failed with 2 conflicts: conflicts with \"a\" using v1:\n- .data.l\nconflicts with \"u\" "
        "using v1:\n- .data.k"); // by their names
    const Response own = apply(lab, configMaps / "a", configMap("a", ", data: {k: w}"));
    COMPARE_TEXT(message(own), R"(Apply failed with 1 conflict: conflict with "u" using v1: .data.k)");
}

void TestApply::sharedFieldsStayUntilTheLastOwnerGoes() // F6, F7
{
    Lab lab;
    apply(lab, configMaps / "a", configMap("a", ", data: {k: v, l: w}"));
    const Response shared = apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"), "m2");
    COMPARE_TEXT(owners(shared),
        "m1 Apply v1 {\"f:data\":{\"f:k\":{},\"f:l\":{}}}\nm2 Apply v1 {\"f:data\":{\"f:k\":{}}}");
    COMPARE_TEXT(at(apply(lab, configMaps / "a", configMap("a")), {"data"}), R"({"k":"v"})");
    const Response left = apply(lab, configMaps / "a", configMap("a"), "m2");
    COMPARE_TEXT(at(left, {"data"}), "(none)");
    COMPARE_TEXT(owners(left), "");
}

void TestApply::forceTakesOver() // F5
{
    Lab lab;
    apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    const Response forced = apply(lab, configMaps / "a", configMap("a", ", data: {k: w}"), "m2&force=true");
    COMPARE_TEXT(at(forced, {"data", "k"}), "w");
    COMPARE_TEXT(owners(forced), R"(m2 Apply v1 {"f:data":{"f:k":{}}})");
}

void TestApply::customKinds() // F15
{
    Lab lab;
    serveThings(lab);
    QCOMPARE(apply(lab, things / "t", thing("{a: '1', set: [a, b], items: [{name: one, v: 1}], map: {k: v}}"))
                 .code,
        201);
    const Response both =
        apply(lab, things / "t", thing("{set: [c, a], items: [{name: two, v: 2}], map: {l: w}}"), "m2");
    COMPARE_TEXT(specOf(both),
        R"({"a":"1","items":[{"name":"one","v":1},{"name":"two","v":2}],"map":{"k":"v",)"
        R"("l":"w"},"preset":"x","set":["c","a","b"]})");
    const Response refused = apply(lab, things / "t", thing("{a: '2', items: [{name: one, v: 2}]}"), "m2");
    COMPARE_TEXT(message(refused),
        "Apply failed with 2 conflicts: conflicts with \"m1\":\n- .spec.a\n- .spec.items[name=\"one\"].v");
    COMPARE_TEXT(specOf(apply(lab, things / "t", thing("{set: [b], items: []}"))),
        R"({"items":[{"name":"two","v":2}],"map":{"l":"w"},"preset":"x","set":["c","a","b"]})");
    COMPARE_TEXT(verdict(apply(lab, things / "t", thing("{unknown: 1}"))), "400 BadRequest");
    COMPARE_TEXT(message(apply(lab, things / "t", thing("{items: [{name: a}, {name: a}]}"))),
        "failed to create typed patch object (default/t; example.com/v1, Kind=Thing): .spec.items: duplicate "
        "entries for key [name=\"a\"]");
    COMPARE_TEXT(owners(lab.post(things,
                     "{apiVersion: example.com/v1, kind: Thing, metadata: {name: u}, spec: {a: x, items: "
                     "[{name: n}]}}")),
        R"(unknown Update example.com/v1 {"f:spec":{".":{},"f:a":{},"f:items":{".":{},)"
        R"("k:{\"name\":\"n\"}":{".":{},"f:name":{}}},"f:preset":{}}})");
}

void TestApply::containers() // F15
{
    Lab lab;
    const auto deployment = [](std::string_view list) {
        return yaml(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: "
            "{a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: "
            + std::string(list) + "}}}}");
    };
    const auto containersOf = [](const Response &response) {
        std::string text = response.code >= 400 ? message(response) : "";
        const Json *list = api::find(*response.body, {"spec", "template", "spec", "containers"});
        for (const Json &container : list ? list->get_array() : JsonArray()) {
            text += std::string(api::textAt(container, {"name"})) + "="
                + std::string(api::textAt(container, {"image"}));
            const Json *ports = api::find(container, {"ports"});
            text += ports ? " " + std::to_string(ports->get_array().size()) + ";" : ";";
        }
        return text;
    };
    const Response created = apply(lab, deployments / "d",
        deployment("[{name: x, image: i, ports: [{containerPort: 80}]}, {name: y, image: j}]"));
    QCOMPARE(created.code, 201);
    COMPARE_TEXT(owners(created),
        R"(m1 Apply apps/v1 {"f:spec":{"f:selector":{},)"
        R"("f:template":{"f:metadata":{"f:labels":{"f:a":{}}},)"
        R"("f:spec":{"f:containers":{"k:{\"name\":\"x\"}":{".":{},"f:image":{},"f:name":{},)"
        R"("f:ports":{"k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},)"
        R"("f:containerPort":{}}}},"k:{\"name\":\"y\"}":{".":{},"f:image":{},"f:name":{}}}}}}})");
    COMPARE_TEXT(containersOf(apply(lab, deployments / "d", deployment("[{name: z, image: k}]"), "m2")),
        "x=i 1;y=j;z=k;");
    COMPARE_TEXT(
        containersOf(apply(lab, deployments / "d",
            deployment(
                "[{name: x, image: i2, ports: [{containerPort: 80}, {containerPort: 80, protocol: UDP}]}]"))),
        "x=i2 2;z=k;");
    COMPARE_TEXT(containersOf(apply(lab, deployments / "d", deployment("[{name: x, image: other}]"), "m2")),
        R"(Apply failed with 1 conflict: conflict with "m1": .spec.template.spec.containers[nam)"
        R"(e="x"].image)");
}

void TestApply::status() // F11
{
    Lab lab;
    serveThings(lab);
    apply(lab, things / "t", thing("{a: x}"));
    const Json report = yaml("{apiVersion: example.com/v1, kind: Thing, metadata: {name: t, labels: {x: y}}, "
                             "spec: {a: z}, status: {s: ok}}");
    const Response applied = apply(lab, (things / "t") + "/status", report, "c");
    COMPARE_TEXT(owners(applied),
        "c Apply/status example.com/v1 {\"f:status\":{\"f:s\":{}}}\nm1 Apply example.com/v1 "
        "{\"f:spec\":{\"f:a\":{}}}");
    COMPARE_TEXT(at(applied, {"status"}), R"({"s":"ok"})");
    COMPARE_TEXT(at(applied, {"spec", "a"}), "x");
    const Response patched = update(lab, (things / "t") + "/status", "{status: {s: bad}}", "c");
    COMPARE_TEXT(owners(patched),
        "m1 Apply example.com/v1 {\"f:spec\":{\"f:a\":{}}}\nc Update/status example.com/v1 "
        "{\"f:status\":{\"f:s\":{}}}");
    COMPARE_TEXT(message(apply(lab, (things / "t") + "/status", report, "d")),
        R"(Apply failed with 1 conflict: conflict with "c" with subresource "status" using exam)"
        R"(ple.com/v1: .status.s)");
    COMPARE_TEXT(verdict(apply(lab, (things / "none") + "/status", thing("{}"), "c")), "400 BadRequest");
}

void TestApply::scale()
{
    Lab lab;
    serveThings(lab);
    apply(lab, things / "t", thing("{replicas: 1}"));
    QCOMPARE(update(lab, (things / "t") + "/scale", "{spec: {replicas: 3}}", "s").code, 200);
    COMPARE_TEXT(
        owners(lab.get(things / "t")), "s Update/scale example.com/v1 {\"f:spec\":{\"f:replicas\":{}}}");
}

void TestApply::appliedScale() // F17
{
    Lab lab;
    serveThings(lab);
    const std::string scale = (things / "t") + "/scale";
    const auto scaled = [](std::string_view rest) {
        return yaml(
            "{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: t}" + std::string(rest) + "}");
    };
    COMPARE_TEXT(verdict(apply(lab, scale, scaled(", spec: {replicas: 3}"), "s")), "404 NotFound");
    apply(lab, things / "t", thing("{replicas: 1, a: x}"));
    COMPARE_TEXT(message(apply(lab, scale, scaled(", spec: {replicas: 3}"), "s")),
        R"(Apply failed with 1 conflict: conflict with "m1": .spec.replicas)");
    COMPARE_TEXT(message(apply(lab, scale, scaled(", spec: {replicas: 3}"), "m1")),
        R"(Apply failed with 1 conflict: conflict with "m1": .spec.replicas)");
    const Response forced = apply(lab, scale, scaled(", spec: {replicas: 3}"), "s&force=true");
    QCOMPARE(forced.code, 200);
    COMPARE_TEXT(at(forced, {"kind"}), "Scale");
    COMPARE_TEXT(at(forced, {"spec", "replicas"}), "3");
    const std::string both =
        "m1 Apply example.com/v1 {\"f:spec\":{\"f:a\":{}}}\ns Apply/scale example.com/v1 "
        "{\"f:spec\":{\"f:replicas\":{}}}";
    COMPARE_TEXT(owners(lab.get(things / "t")), both);
    const std::string before = version(lab.get(things / "t"));
    QCOMPARE(apply(lab, scale, scaled(", spec: {replicas: 3}"), "s").code, 200);
    COMPARE_TEXT(version(lab.get(things / "t")), before);
    QCOMPARE(apply(lab, scale, scaled(", spec: {replicas: 5}"), "s&dryRun=All").code, 200);
    COMPARE_TEXT(at(lab.get(things / "t"), {"spec", "replicas"}), "3");
    COMPARE_TEXT(message(apply(lab, things / "t", thing("{replicas: 2, a: x}"))),
        R"(Apply failed with 1 conflict: conflict with "s" with subresource "scale": .spec.replicas)");

    COMPARE_TEXT(verdict(apply(lab, scale, scaled(", spec: {replicas: -1}"), "s")), "422 Invalid");
    COMPARE_TEXT(verdict(apply(lab, scale, scaled(", spec: {replicas: many}"), "s")), "400 BadRequest");
    COMPARE_TEXT(verdict(apply(lab, scale, thing("{replicas: 2}"), "s")), "400 BadRequest");
    COMPARE_TEXT(message(apply(lab, scale, scaled(", specs: {}"), "s&fieldValidation=Ignore")),
        "failed to create typed patch object (default/t; autoscaling/v1, Kind=Scale): .specs: field not "
        "declared in schema");
    COMPARE_TEXT(verdict(lab.send(Method::Patch, scale, scaled(""), api::contentTypes::applyPatch)),
        "422 Invalid"); // F1
}

void TestApply::builtInSubresources() // F11, F17
{
    Lab lab;
    const std::string deployment = std::string(deployments) + "/d";
    apply(lab, deployment,
        yaml(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {selector: {matchLabels: {a: "
            "b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}"));
    QCOMPARE(apply(lab, deployment + "/scale",
                 yaml("{apiVersion: autoscaling/v1, kind: Scale, metadata: {name: d}, spec: {replicas: 4}}"),
                 "kubectl")
                 .code,
        200);
    const Response reported = apply(lab, deployment + "/status",
        yaml("{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {replicas: 9}, status: "
             "{replicas: 4}}"),
        "st");
    COMPARE_TEXT(at(reported, {"spec", "replicas"}), "4");
    COMPARE_TEXT(at(reported, {"status", "replicas"}), "4");
    const std::string all = owners(reported);
    for (const char *entry : {R"(kubectl Apply/scale apps/v1 {"f:spec":{"f:replicas":{}}})",
             R"(st Apply/status apps/v1 {"f:status":{"f:replicas":{}}})"})
        QVERIFY2(all.find(entry) != std::string::npos, all.c_str());
}

void TestApply::dryRun()
{
    Lab lab;
    const Response created = apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"), "m1&dryRun=All");
    QCOMPARE(created.code, 201);
    COMPARE_TEXT(owners(created), R"(m1 Apply v1 {"f:data":{"f:k":{}}})");
    QCOMPARE(lab.get(configMaps / "a").code, 404);
    apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    const Response changed =
        apply(lab, configMaps / "a", configMap("a", ", data: {k: w}"), "m2&force=true&dryRun=All");
    COMPARE_TEXT(owners(changed), R"(m2 Apply v1 {"f:data":{"f:k":{}}})");
    COMPARE_TEXT(owners(lab.get(configMaps / "a")), R"(m1 Apply v1 {"f:data":{"f:k":{}}})");
}

void TestApply::updates() // F12
{
    Lab lab;
    const Response created = lab.post(std::string(configMaps) + "?fieldManager=c",
        "{metadata: {name: a, labels: {x: y}}, data: {k: v, l: w}}");
    COMPARE_TEXT(owners(created),
        R"(c Update v1 {"f:data":{".":{},"f:k":{},"f:l":{}},"f:metadata":{"f:labels":{".":{},"f:x":{}}}})");
    lab.clock.advance(std::chrono::seconds(2));
    COMPARE_TEXT(owners(update(lab, configMaps / "a", "{data: {k: x, n: y}}", "u")),
        "c Update v1 "
        "{\"f:data\":{\".\":{},\"f:l\":{}},\"f:metadata\":{\"f:labels\":{\".\":{},\"f:x\":{}}}}\nu Update v1 "
        "{\"f:data\":{\"f:k\":{},\"f:n\":{}}}");
    const Response removed =
        update(lab, configMaps / "a", "{data: {k: null}, metadata: {labels: null}}", "w");
    COMPARE_TEXT(owners(removed),
        "c Update v1 {\"f:data\":{\".\":{},\"f:l\":{}}}\nu Update v1 {\"f:data\":{\"f:n\":{}}}");
    COMPARE_TEXT(version(update(lab, configMaps / "a", "{data: {l: w}}", "nobody")), version(removed));
}

void TestApply::timesChangeWithWhatIsOwned_data() // F12
{
    using Writes = std::vector<Write>;
    QTest::addColumn<Writes>("writes"); // five seconds before each
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const Writes &writes, const std::string &expected) {
        QTest::newRow(name) << writes << expected;
    };
    row("a value, by the only owner", {{"c", "k: w"}}, "c :00");
    row("a key more, by the only owner", {{"c", "n: x"}}, "c :05");
    row("a key less, by the only owner", {{"c", "l: null"}}, "c :05");
    row("a value of another", {{"u", "k: w"}}, "c :00, u :05");
    row("its own value again", {{"u", "k: w"}, {"u", "k: x"}}, "c :00, u :05");
    row("one more value of another", {{"u", "k: w"}, {"u", "l: x"}}, "c :00, u :10");
    row("a value, back from another", {{"u", "k: w"}, {"c", "k: x"}}, "c :10");
    row("its own value, beside another", {{"u", "k: w"}, {"c", "l: x"}}, "c :00, u :05");
}

void TestApply::timesChangeWithWhatIsOwned()
{
    QFETCH(const std::vector<Write>, writes);
    QFETCH(const std::string, expected);
    Lab lab;
    Response last =
        lab.post(std::string(configMaps) + "?fieldManager=c", "{metadata: {name: a}, data: {k: v, l: w}}");
    for (const Write &write : writes) {
        lab.clock.advance(std::chrono::seconds(5));
        last = update(lab, configMaps / "a", "{data: {" + write.data + "}}", write.manager);
        QVERIFY2(last.code == 200, message(last).c_str());
    }
    COMPARE_TEXT(times(last), expected);
}

/// Whoever alone has written an object owns all of it, and what it writes costs next to nothing.
void TestApply::soleOwners() // F12
{
    Lab lab;
    lab.post(std::string(pods) + "?fieldManager=hollowlab", pod("p"));
    update(lab, (pods / "p") + "/status", "{status: {phase: Running, podIP: 1.2.3.4}}", "hollowlab");
    const std::string text = owners(lab.get(pods / "p"));
    QVERIFY2(
        text.starts_with(R"(hollowlab Update v1 {"f:spec":{"f:containers":{"k:{\"name\":\"c\"}":{".":{},)"),
        text.c_str());
    QVERIFY2(
        text.find("\nhollowlab Update/status v1 {\"f:status\":{\"f:phase\":{},\"f:podIP\":{}") != text.npos,
        text.c_str());
    const std::string shared = owners(update(lab, pods / "p", "{metadata: {labels: {a: b}}}", "other"));
    QVERIFY2(
        shared.find("other Update v1 {\"f:metadata\":{\"f:labels\":{\".\":{},\"f:a\":{}}}}") != shared.npos,
        shared.c_str());
    QVERIFY2(shared.find("hollowlab Update/status v1 ") != shared.npos, shared.c_str());
}

void TestApply::managersOfUserAgents_data() // F1
{
    QTest::addColumn<std::string>("agent");
    QTest::addColumn<std::string>("manager");
    QTest::newRow("up to the slash") << std::string("my-app/1.0 (linux)") << std::string("my-app");
    QTest::newRow("none") << std::string() << std::string("unknown");
    QTest::newRow("no slash") << std::string("Go http") << std::string("Go http");
    QTest::newRow("only a slash") << std::string("/1.0") << std::string("unknown");
    QTest::newRow("control characters") << std::string("a\tb\x7f/1") << std::string("ab");
    QTest::newRow("too long") << std::string(200, 'x') << std::string(128, 'x');
}

void TestApply::managersOfUserAgents()
{
    QFETCH(const std::string, agent);
    QFETCH(const std::string, manager);
    Lab lab;
    api::Request request =
        Lab::request(Method::Post, configMaps, yaml("{metadata: {name: a}, data: {k: v}}"));
    request.userAgent = agent;
    const Response created = lab.server->answer(request);
    COMPARE_TEXT(owners(created), manager + R"( Update v1 {"f:data":{".":{},"f:k":{}}})");
}

void TestApply::managersAreChecked()
{
    Lab lab;
    COMPARE_TEXT(verdict(lab.post(std::string(configMaps) + "?fieldManager=" + std::string(129, 'x'),
                     "{metadata: {name: a}}")),
        "422 Invalid");
    const Response refused = lab.post(std::string(configMaps) + "?fieldManager=a\a", "{metadata: {name: a}}");
    QVERIFY2(message(refused).find("invalid character U+0007 (at position 1)") != std::string::npos,
        message(refused).c_str());
}

void TestApply::atMostTenUpdaters() // F13
{
    Lab lab;
    lab.post(std::string(configMaps) + "?fieldManager=u0", "{metadata: {name: a}, data: {k0: v}}");
    for (int i = 1; i < 13; ++i) {
        lab.clock.advance(std::chrono::seconds(1));
        const std::string n = std::to_string(i);
        update(lab, configMaps / "a", "{data: {k" + n + ": v}}", "u" + n);
    }
    const std::string text = owners(lab.get(configMaps / "a"));
    QCOMPARE(std::ranges::count(text, '\n'), 9);
    QVERIFY2(text.starts_with(
                 R"(ancient-changes Update v1 {"f:data":{".":{},"f:k0":{},"f:k1":{},"f:k2":{},"f:k3":{}}})"),
        text.c_str());
}

void TestApply::clientsMayChangeOwners() // F8
{
    Lab lab;
    lab.post(std::string(configMaps) + "?fieldManager=c", "{metadata: {name: a}, data: {k: v}}");
    const std::string entry = R"({manager: x, operation: Update, apiVersion: v1, fieldsType: FieldsV1,)"
                              R"( fieldsV1: {'f:data': {'f:k': {}}}})";
    const Response changed = lab.patch(configMaps / "a", "{metadata: {managedFields: [" + entry + "]}}");
    COMPARE_TEXT(owners(changed), R"(x Update v1 {"f:data":{"f:k":{}}})");
    // Without sense, or without a word, they stay as they are.
    for (const std::string_view same : {"[{manager: y, operation: Foo}]", "null"})
        COMPARE_TEXT(
            owners(lab.patch(configMaps / "a", "{metadata: {managedFields: " + std::string(same) + "}}")),
            owners(changed));
    const Response renamed = lab.patch(configMaps / "a",
        "[{op: test, path: /metadata/managedFields/0/manager, value: x}, {op: replace, path: "
        "/metadata/managedFields/0/manager, value: z}]",
        api::contentTypes::jsonPatch);
    COMPARE_TEXT(owners(renamed), R"(z Update v1 {"f:data":{"f:k":{}}})");
    Json whole = *lab::withManagedFields(lab.get(configMaps / "a").body);
    const Response put = lab.put(configMaps / "a", whole);
    COMPARE_TEXT(version(put), version(renamed));
    whole.get_object()["data"].get_object()["n"] = "1";
    COMPARE_TEXT(owners(lab.put(configMaps / "a", whole)),
        "z Update v1 {\"f:data\":{\"f:k\":{}}}\nunknown Update v1 {\"f:data\":{\"f:n\":{}}}");
}

void TestApply::resets_data()
{
    QTest::addColumn<std::string>("list");
    QTest::newRow("an empty entry") << std::string("[{}]");
    QTest::newRow("no entry") << std::string("[]");
}

void TestApply::resets() // F8
{
    QFETCH(const std::string, list);
    Lab lab;
    lab.post(std::string(configMaps) + "?fieldManager=c", "{metadata: {name: a}, data: {k: v}}");
    COMPARE_TEXT(owners(lab.patch(configMaps / "a", "{metadata: {managedFields: " + list + "}}")), "");
    COMPARE_TEXT(owners(update(lab, configMaps / "a", "{data: {l: v}}", "u")), "");
}

void TestApply::untrackedObjectsAreAppliedLater()
{
    Lab lab;
    lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}");
    lab.patch(configMaps / "a", "{metadata: {managedFields: []}}");
    COMPARE_TEXT(owners(apply(lab, configMaps / "a", configMap("a", ", data: {l: v}"))),
        "m1 Apply v1 {\"f:data\":{\"f:l\":{}}}\nbefore-first-apply Update v1 "
        "{\"f:data\":{\".\":{},\"f:k\":{}}}");
    COMPARE_TEXT(message(apply(lab, configMaps / "a", configMap("a", ", data: {k: w}"))),
        R"(Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.k)");
}

void TestApply::fromClientSideApply() // F14
{
    Lab lab;
    const std::string annotation = "kubectl.kubernetes.io/last-applied-configuration";
    Json object = configMap("a", ", data: {k: '1', l: '1'}");
    const std::string last = api::writeJson(object);
    object.get_object()["metadata"].get_object()["annotations"] = JsonObject {{annotation, last}};
    lab.send(Method::Post, std::string(configMaps) + "?fieldManager=kubectl-client-side-apply", object);
    const Json wanted = configMap("a", ", data: {k: '2'}");
    COMPARE_TEXT(verdict(apply(lab, configMaps / "a", wanted, "somebody")), "409 Conflict");
    const Response taken = apply(lab, configMaps / "a", wanted, "kubectl");
    COMPARE_TEXT(at(taken, {"data"}), R"({"k":"2","l":"1"})");
    COMPARE_TEXT(at(taken, {"metadata", "annotations", annotation}), api::writeCanonicalJson(wanted) + "\n");
    update(lab, configMaps / "a", "{data: {l: '2'}}", "editor");
    COMPARE_TEXT(message(apply(lab, configMaps / "a", configMap("a", ", data: {l: '3'}"), "kubectl")),
        R"(Apply failed with 1 conflict: conflict with "editor" using v1: .data.l)");
}

void TestApply::survivesARestart()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("lab.db")).toStdString();
    Lab lab(path);
    apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    update(lab, configMaps / "a", "{data: {l: w}}", "u");
    lab.post(std::string(pods) + "?fieldManager=hollowlab", pod("p"));
    update(lab, (pods / "p") + "/status", "{status: {phase: Running}}", "hollowlab");
    const std::string several = owners(lab.get(configMaps / "a"));
    const std::string sole = owners(lab.get(pods / "p"));
    QVERIFY(several.find('\n') != several.npos && sole.find('\n') != sole.npos);
    QVERIFY(lab.server->close());
    lab.open(path);
    COMPARE_TEXT(owners(lab.get(configMaps / "a")), several);
    COMPARE_TEXT(owners(lab.get(pods / "p")), sole);
    const Response again = apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    COMPARE_TEXT(version(again), version(lab.get(configMaps / "a")));
    COMPARE_TEXT(owners(again), several);
}

void TestApply::heartbeatsKeepOwners()
{
    Lab lab;
    const auto renew = [&](const std::string &second, const std::string &manager) {
        return update(
            lab, leases / "n", "{spec: {renewTime: '2025-11-20T10:00:" + second + ".000000Z'}}", manager);
    };
    lab.post(std::string(leases) + "?fieldManager=kubelet",
        "{metadata: {name: n}, spec: {holderIdentity: n, leaseDurationSeconds: 40, renewTime: "
        "'2025-11-20T10:00:00.000000Z'}}");
    const std::string before = owners(lab.get(leases / "n"));
    COMPARE_TEXT(owners(renew("01", "kubelet")), before);
    COMPARE_TEXT(before,
        R"(kubelet Update coordination.k8s.io/v1 {"f:spec":{"f:holderIdentity":{},)"
        R"("f:leaseDurationSeconds":{},"f:renewTime":{}}})");
    const std::string after = owners(renew("02", "thief"));
    QVERIFY2(after.find(R"(thief Update coordination.k8s.io/v1 {"f:spec":{"f:renewTime":{}}})") != after.npos,
        after.c_str());
    COMPARE_TEXT(owners(renew("03", "thief")), after);
    COMPARE_TEXT(at(lab.get(leases / "n"), {"spec", "renewTime"}), "2025-11-20T10:00:03.000000Z");
}

/// Metadata alone, and another version, show the same owners; the versions themselves show none.
void TestApply::otherForms() // F16
{
    Lab lab;
    const Response applied = apply(lab, configMaps / "a", configMap("a", ", data: {k: v}"));
    QVERIFY(!api::find(*applied.body, {"metadata", "managedFields"}));
    api::Request request = Lab::request(Method::Get, configMaps / "a");
    request.accept = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    COMPARE_TEXT(owners(lab.server->answer(request)), R"(m1 Apply v1 {"f:data":{"f:k":{}}})");
    lab.post("/apis/policy/v1/namespaces/default/poddisruptionbudgets?fieldManager=c",
        "{metadata: {name: b}, spec: {minAvailable: 1}}");
    COMPARE_TEXT(owners(lab.get("/apis/policy/v1beta1/namespaces/default/poddisruptionbudgets/b")),
        owners(lab.get("/apis/policy/v1/namespaces/default/poddisruptionbudgets/b")));
}

void TestApply::applyTwiceChangesNothing()
{
    Lab lab;
    for (const char *kind : {"Service", "Deployment", "Pod", "Secret"}) {
        const std::string_view path = kind[0] == 'D' ? deployments
            : kind[0] == 'P'                         ? pods
            : std::string_view(kind) == "Service"    ? "/api/v1/namespaces/default/services"
                                                     : "/api/v1/namespaces/default/secrets";
        const std::string spec = kind[0] == 'D'
            ? "spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: "
              "{containers: [{name: c, image: i}]}}}"
            : kind[0] == 'P'                      ? "spec: {containers: [{name: c, image: i}]}"
            : std::string_view(kind) == "Service" ? "spec: {ports: [{port: 80}], selector: {a: b}}"
                                                  : "data: {k: dg==}";
        const Json config = yaml(std::string("{apiVersion: ") + (kind[0] == 'D' ? "apps/v1" : "v1")
            + ", kind: " + kind + ", metadata: {name: x}, " + spec + "}");
        const Response first = apply(lab, path / "x", config);
        QVERIFY2(first.code == 201, message(first).c_str());
        lab.clock.advance(std::chrono::seconds(3));
        const Response second = apply(lab, path / "x", config);
        QVERIFY2(second.code == 200, message(second).c_str());
        COMPARE_TEXT(version(second), version(first));
        COMPARE_TEXT(owners(second), owners(first));
    }
}

/// A simple model: for each key of a map its value, who applied it and who wrote it.
void TestApply::randomWrites()
{
    Dice dice;
    struct Field {
        std::string value;
        std::set<std::string> owners;
    };
    Lab lab;
    serveThings(lab);
    // A map that loses its last member goes, however many own it: one stays, since the model knows members
    // only.
    std::map<std::string, Field> model {{"stays", {"v", {"first Apply"}}}};
    QCOMPARE(apply(lab, things / "t", thing("{map: {stays: v}}"), "first").code, 201);
    for (int round = 0; round < 400; ++round) {
        const std::string manager = "m" + std::to_string(dice.below(4));
        std::map<std::string, std::string> wanted;
        for (std::size_t i = dice.below(4); i > 0; --i)
            wanted["k" + std::to_string(dice.below(5))] = "v" + std::to_string(dice.below(3));
        JsonObject map;
        for (const auto &[key, value] : wanted)
            map.emplace(key, value);
        if (dice.oneIn(3)) { // an update: whoever changes a field owns it alone
            const std::string updater = manager + " Update";
            lab.send(Method::Patch, (things / "t") + "?fieldManager=" + manager,
                JsonObject {{"spec", JsonObject {{"map", map}}}}, api::contentTypes::mergePatch);
            for (const auto &[key, value] : wanted) {
                if (!model.contains(key) || model[key].value != value)
                    model[key] = {value, {updater}};
            }
        } else {
            const std::string applier = manager + " Apply";
            const bool force = dice.oneIn(2);
            bool conflict = false;
            for (const auto &[key, value] : wanted) {
                const auto held = model.find(key);
                conflict = conflict
                    || (held != model.end() && held->second.value != value && !held->second.owners.empty()
                        && held->second.owners != std::set {applier});
            }
            const Response response = lab.send(Method::Patch,
                (things / "t") + "?fieldManager=" + manager + (force ? "&force=true" : ""),
                JsonObject {{"apiVersion", "example.com/v1"}, {"kind", "Thing"},
                    {"metadata", JsonObject {{"name", "t"}}}, {"spec", JsonObject {{"map", map}}}},
                api::contentTypes::applyPatch);
            QVERIFY2(response.code == (conflict && !force ? 409 : 200),
                (dice.seedText() + message(response).c_str()).constData());
            if (response.code == 409)
                continue;
            for (auto field = model.begin(); field != model.end();) {
                const bool dropped =
                    !wanted.contains(field->first) && field->second.owners.erase(applier) > 0;
                field = dropped && field->second.owners.empty() ? model.erase(field) : std::next(field);
            }
            for (const auto &[key, value] : wanted) {
                if (model.contains(key) && model[key].value == value)
                    model[key].owners.insert(applier);
                else
                    model[key] = {value, {applier}};
            }
        }
        const Response now = lab.get(things / "t");
        JsonObject expected;
        std::map<std::string, std::set<std::string>> byKey;
        for (const auto &[key, field] : model) {
            expected.emplace(key, field.value);
            byKey[key] = field.owners;
        }
        const Json *held = api::find(*now.body, {"spec", "map"});
        QVERIFY2(
            api::writeCanonicalJson(held ? *held : Json(JsonObject())) == api::writeCanonicalJson(expected),
            dice.seedText().constData());
        std::map<std::string, std::set<std::string>> found;
        const api::JsonPtr whole = lab::withManagedFields(now.body);
        const Json *managed = api::find(*whole, {"metadata", "managedFields"});
        for (const Json &entry : managed ? managed->get_array() : JsonArray()) {
            const Json *fields = api::find(entry, {"fieldsV1", "f:spec", "f:map"});
            for (const auto &field : fields ? fields->get_object() : JsonObject()) {
                if (field.key() != ".")
                    found[std::string(field.key().substr(2))].insert(
                        std::string(api::textAt(entry, {"manager"})) + " "
                        + std::string(api::textAt(entry, {"operation"})));
            }
        }
        std::erase_if(byKey, [](const auto &key) { return key.second.empty(); });
        QVERIFY2(found == byKey, dice.seedText().constData());
    }
}

void TestApply::hostile_data()
{
    QTest::addColumn<Json>("config");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, Json spec, int code) {
        Json config = thing("{}");
        config.get_object()["spec"] = std::move(spec);
        QTest::newRow(name) << config << code;
    };
    row("a large map", JsonObject {{"map", manyKeys(100'000)}}, 200);
    row("many items", JsonObject {{"items", manyItems(30'000)}}, 200);
    JsonArray same;
    for (int i = 0; i < 30'000; ++i)
        same.push_back(JsonObject {{"name", "n"}});
    row("many times the same", JsonObject {{"items", std::move(same)}}, 400);
    row("keys that are objects",
        JsonObject {{"items", JsonArray {JsonObject {{"name", JsonObject {{"a", 1}}}}}}}, 400);
    row("null items", JsonObject {{"items", JsonArray {nullptr}}}, 400);
    row("lists in a set", JsonObject {{"set", JsonArray {JsonArray()}}}, 400);
}

void TestApply::hostile()
{
    QFETCH(const Json, config);
    QFETCH(const int, code);
    Lab lab;
    serveThings(lab);
    apply(lab, things / "t", thing("{a: x, items: [{name: n1, v: 1}], set: [x]}"), "other");
    const Response first = apply(lab, things / "t", config);
    QVERIFY2(first.code == code, message(first).substr(0, 300).c_str());
    const Response second = apply(lab, things / "t", config);
    QCOMPARE(second.code, code);
    if (code == 200)
        COMPARE_TEXT(version(second), version(first));
}

void TestApply::effortGrowsWithTheSize_data()
{
    QTest::addColumn<bool>("isMap");
    QTest::newRow("a map") << true;
    QTest::newRow("items") << false;
}

/// Four times as much takes about four times as long; sixteen times would it be where each looks at each.
void TestApply::effortGrowsWithTheSize()
{
    QFETCH(const bool, isMap);
    const auto effortOf = [&](int count) {
        Json config = thing("{}");
        config.get_object()["spec"] =
            isMap ? JsonObject {{"map", manyKeys(count)}} : JsonObject {{"items", manyItems(count)}};
        Lab lab;
        serveThings(lab);
        apply(lab, things / "t", thing("{a: x, items: [{name: n1, v: 1}], set: [x]}"), "other");
        const std::clock_t before = std::clock(); // of the processor, which others may be using too
        const Response first = apply(lab, things / "t", config);
        apply(lab, things / "t", config);
        (void)lab::textWithManagedFields(first.body);
        return static_cast<double>(std::clock() - before);
    };
    constexpr int few = 5'000;
    const double once = effortOf(few);
    const double fourTimes = effortOf(4 * few);
    QVERIFY2(fourTimes < 10 * once, qPrintable(QString::number(fourTimes / once)));
}

QTEST_GUILESS_MAIN(TestApply)
#include "tst_apply.moc"
