// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L: CustomResourceDefinitions: which are taken, their names, versions and end.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using zoo::definition;
using zoo::definitions;
using zoo::specSchema;
using zoo::wombat;
using zoo::wombats;

namespace {

/// The definition is of another kind in the same group.
std::string otherDefinition(std::string_view plural, std::string_view names)
{
    return "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
        + std::string(plural)
        + ".zoo.example}, spec: {group: zoo.example, scope: Namespaced, names: {plural: "
        + std::string(plural) + ", " + std::string(names)
        + "}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: "
          "object}}}]}}";
}

} // namespace

class TestCustomTypes : public QObject
{
    Q_OBJECT

private slots:
    void aDefinitionServesItsType();
    void badDefinitions_data();
    void badDefinitions();
    void deprecatedVersions();
    void namesInUse_data();
    void namesInUse();
    void namesThatChange();
    void deletedDefinitions();
    void builtInKindsStayWhatTheyAre();
    void deletedDefinitionsThatServeNothing();
    void objectsWithinObjects();
    void severalVersions();
};

void TestCustomTypes::aDefinitionServesItsType()
{
    Lab lab;
    COMPARE_TEXT(verdict(lab.get(wombats)), "404 NotFound");
    const Response made = lab.post(definitions, definition(specSchema("{legs: {type: integer}}")));
    QCOMPARE(made.code, 201); // L2
    const Json &status = made.body->at("status");
    COMPARE_TEXT(api::writeJson(status.at_pointer("/conditions/1/type"))
            + api::writeJson(status.at_pointer("/conditions/1/status")),
        "\"Established\"\"True\"");
    COMPARE_TEXT(api::writeJson(status.at("storedVersions")), "[\"v1\"]");
    COMPARE_TEXT(std::string(api::textAt(status, {"acceptedNames", "singular"})), "wombat");
    QCOMPARE(lab.get("/apis/zoo.example/v1").code, 200); // J4
    QCOMPARE(lab.post(wombats, wombat("{legs: 4}")).code, 201);
    COMPARE_TEXT(lab.get(wombats).list->kind, "WombatList");
}

void TestCustomTypes::badDefinitions_data()
{
    QTest::addColumn<std::string>("body");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &body, const std::string &expected) {
        QTest::newRow(name) << body << expected;
    };
    std::string misnamed = definition("{type: object}");
    misnamed.replace(misnamed.find("wombats.zoo"), 7, "womba");
    row("L1 a name that is not plural.group", misnamed, "FieldValueInvalid metadata.name");
    const auto inGroup = [](const std::string &group, const std::string &annotations) {
        std::string text = definition("{type: object}");
        for (std::size_t at = text.find("zoo.example"); at != std::string::npos;
             at = text.find("zoo.example", at + group.size()))
            text.replace(at, std::string_view("zoo.example").size(), group);
        return text.insert(text.find("metadata: {") + std::string_view("metadata: {").size(), annotations);
    };
    row("L1 a protected group", inGroup("zoo.k8s.io", ""),
        "FieldValueRequired metadata.annotations[api-approved.kubernetes.io]");
    row("L1 a protected group, approved by nobody",
        inGroup("zoo.kubernetes.io", "annotations: {api-approved.kubernetes.io: 'yes'}, "),
        "FieldValueInvalid metadata.annotations[api-approved.kubernetes.io]");
    row("L1 a schema without types", definition("{type: object, properties: {spec: {properties: {a: {}}}}}"),
        "FieldValueRequired spec.validation.openAPIV3Schema.properties[spec].properties[a].type");
    row("L1 no schema", definition("{}"), "FieldValueRequired spec.validation.openAPIV3Schema.type");
    row("L1 a list without items", definition("{type: object, properties: {a: {type: array}}}"),
        "FieldValueRequired spec.validation.openAPIV3Schema.properties[a].items");
    row("L8 a rule without text", definition("{type: object, x-kubernetes-validations: [{message: m}]}"),
        "FieldValueRequired spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule");
    row("L8 rules that are no list", definition("{type: object, x-kubernetes-validations: {rule: 'true'}}"),
        "FieldValueInvalid spec.validation.openAPIV3Schema.x-kubernetes-validations");
    row("items that have to be unique",
        definition(
            "{type: object, properties: {a: {type: array, items: {type: string}, uniqueItems: true}}}"),
        "FieldValueForbidden spec.validation.openAPIV3Schema.properties[a].uniqueItems");
    row("a pattern that is none", definition("{type: object, properties: {a: {type: string, pattern: '('}}}"),
        "FieldValueInvalid spec.validation.openAPIV3Schema.properties[a].pattern");
    row("a default of the wrong type",
        definition("{type: object, properties: {a: {type: string, default: 7}}}"),
        "FieldValueTypeInvalid spec.validation.openAPIV3Schema.properties[a].default");
    row("a column that leads nowhere",
        definition(
            "{type: object}", ", additionalPrinterColumns: [{name: A, type: string, jsonPath: 'a b'}]"),
        "FieldValueInvalid spec.additionalPrinterColumns[0].JSONPath");
    const auto changed = [](std::string_view from, std::string_view to) {
        std::string text = definition("{type: object}");
        return text.replace(text.find(from), from.size(), to);
    };
    row("L1 a version's name", changed("name: v1", "name: V1"), "FieldValueInvalid spec.versions[0].name");
    row("L1 no version's name", changed("name: v1", "name: ''"), "FieldValueInvalid spec.versions[0].name");
    const auto badName = [&](const char *name, std::string_view from, std::string_view to,
                             const std::string &expected) {
        QTest::addRow("L1 %s", name) << changed(from, to) << expected;
    };
    badName("a kind with an underscore", "kind: Wombat", "kind: Wom_bat, singular: w, listKind: WombatList",
        "FieldValueInvalid spec.names.kind");
    badName("a kind that begins with a digit", "kind: Wombat", "kind: 1Wombat, singular: w, listKind: W",
        "FieldValueInvalid spec.names.kind");
    badName("a kind that its lists are of", "kind: Wombat", "kind: Wombat, listKind: Wombat",
        "FieldValueInvalid spec.names.listKind");
    badName("a kind of lists with a dot", "kind: Wombat", "kind: Wombat, listKind: Wombat.List",
        "FieldValueInvalid spec.names.listKind");
    badName("a singular in large letters", "kind: Wombat", "kind: Wombat, singular: Wombat",
        "FieldValueInvalid spec.names.singular");
    badName("a short name in large letters", "shortNames: [wo]", "shortNames: [wo, WB]",
        "FieldValueInvalid spec.names.shortNames[1]");
    badName("a category in large letters", "kind: Wombat", "kind: Wombat, categories: [All]",
        "FieldValueInvalid spec.names.categories[0]");
    badName("no kind", "kind: Wombat", "kind: ''", "FieldValueRequired spec.names.singular");
    row("L1 a group without a dot", inGroup("zoo", ""), "FieldValueInvalid spec.group");
    row("L1 two versions of a name",
        changed("]}}",
            ", {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}]}}"),
        "FieldValueInvalid spec.versions");
    row("L1 unknown fields everywhere", changed("scope", "preserveUnknownFields: true, scope"),
        "FieldValueInvalid spec.preserveUnknownFields");
    const auto selectable = [&](const char *name, const std::string &fields, const std::string &expected) {
        row(name,
            definition("{type: object, properties: {metadata: {type: object, properties: {name: {type: "
                       "string}}}, spec: {type: object, properties: {color: {type: string}, many: {type: "
                       "array, items: {type: string}}, port: {x-kubernetes-int-or-string: true}, "
                       "n: {type: number}, names: {type: object, additionalProperties: {type: string}}}}}}",
                ", selectableFields: [" + fields + "]"),
            expected);
    };
    const std::string field = "spec.selectableFields[0].jsonPath";
    selectable("L13 no path", "{}", "FieldValueRequired " + field);
    selectable("L13 an empty path", "{jsonPath: ''}", "FieldValueRequired " + field);
    selectable("L13 without the dot", "{jsonPath: spec.color}", "FieldValueInvalid " + field);
    selectable("L13 a path that ends early", "{jsonPath: .spec.}", "FieldValueInvalid " + field);
    selectable("L13 a field that is not there", "{jsonPath: .spec.size}", "FieldValueInvalid " + field);
    selectable("L13 an item", "{jsonPath: '.spec.many[0]'}", "FieldValueInvalid " + field);
    selectable("L13 metadata", "{jsonPath: .metadata.name}", "FieldValueInvalid " + field);
    selectable("L13 an object", "{jsonPath: .spec}", "FieldValueInvalid " + field);
    selectable("L13 a list", "{jsonPath: .spec.many}", "FieldValueInvalid " + field);
    selectable("L13 a number or text", "{jsonPath: .spec.port}", "FieldValueInvalid " + field);
    selectable("L13 a fraction", "{jsonPath: .spec.n}", "FieldValueInvalid " + field);
    selectable("L13 one path twice", "{jsonPath: .spec.color}, {jsonPath: .spec.color}",
        "FieldValueDuplicate spec.selectableFields[1].jsonPath");
    std::string nine;
    for (const char c : std::string_view("abcdefghi"))
        nine += std::string(nine.empty() ? "" : ", ") + "{jsonPath: .spec.names." + c + "}";
    selectable("L13 nine", nine, "FieldValueTooMany spec.selectableFields");
    std::string webhook = definition("{type: object}");
    webhook.replace(webhook.find("scope"), 5, "conversion: {strategy: Webhook}, scope");
    row("L10 a conversion webhook that is nowhere", webhook,
        "FieldValueRequired spec.conversion.webhookClientConfig");
}

void TestCustomTypes::badDefinitions()
{
    QFETCH(const std::string, body);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response response = lab.post(definitions, body);
    QCOMPARE(verdict(response), std::string("422 Invalid"));
    QCOMPARE(cause(response), expected);
}

void TestCustomTypes::deprecatedVersions() // I7
{
    Lab lab;
    Json two = yaml(definition("{type: object}"));
    api::JsonArray &versions = two.at("spec").get_object()["versions"].get_array();
    for (const std::string_view name : {"v1beta1", "v1alpha1", "v2alpha1", "v2", "v3"}) {
        api::JsonObject older = versions.front().get_object();
        older["name"] = name;
        older["storage"] = false;
        older["served"] = name != "v3";
        older["deprecated"] = name != "v2alpha1" && name != "v3";
        if (name == "v1alpha1")
            older["deprecationWarning"] = "wombats dig deeper in v1";
        versions.push_back(std::move(older));
    }
    QCOMPARE(lab.post(definitions, api::writeJson(two)).code, 201);
    const auto warnings = [&](const std::string &version) {
        return warningsOf(lab.get("/apis/zoo.example/" + version + "/namespaces/default/wombats"));
    };
    QVERIFY(warnings("v1").empty());
    QCOMPARE(warnings("v1beta1"),
        std::vector<std::string> {
            "299 - \"zoo.example/v1beta1 Wombat is deprecated; use zoo.example/v1 Wombat\""});
    QCOMPARE(warnings("v2"), std::vector<std::string> {"299 - \"zoo.example/v2 Wombat is deprecated\""});
    QCOMPARE(warnings("v1alpha1"), std::vector<std::string> {"299 - \"wombats dig deeper in v1\""});
    QCOMPARE(warningsOf(lab.get("/api/v1/componentstatuses")),
        std::vector<std::string> {"299 - \"v1 ComponentStatus is deprecated in v1.19+\""});
}

void TestCustomTypes::namesInUse_data()
{
    QTest::addColumn<std::string>("plural");
    QTest::addColumn<std::string>("names");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &plural, const std::string &names,
                         const std::string &expected) { QTest::newRow(name) << plural << names << expected; };
    row("L15 the kind", "bats", "kind: Wombat, singular: bat, listKind: BatList",
        "False KindConflict: \"Wombat\" is already in use");
    row("L15 the kind of another's list", "bats", "kind: WombatList, singular: bat",
        "False KindConflict: \"WombatList\" is already in use");
    row("L15 the kind of lists", "bats", "kind: Bat, listKind: WombatList",
        "False ListKindConflict: \"WombatList\" is already in use");
    row("L15 the singular", "bats", "kind: Bat, singular: wombat",
        "False SingularConflict: \"wombat\" is already in use");
    row("L15 a short name", "bats", "kind: Bat, shortNames: [b, wo]",
        "False ShortNamesConflict: \"wo\" is already in use");
    row("L15 two short names", "bats", "kind: Bat, shortNames: [wo, wombats]",
        "False ShortNamesConflict: [\"wo\" is already in use, \"wombats\" is already in use]");
    row("L15 the plural", "wo", "kind: Bat", "False PluralConflict: \"wo\" is already in use");
}

void TestCustomTypes::namesInUse() // L15
{
    QFETCH(const std::string, plural);
    QFETCH(const std::string, names);
    QFETCH(const std::string, expected);
    Lab lab;
    QCOMPARE(lab.post(definitions, definition("{type: object}")).code, 201);
    const Response made = lab.post(definitions, otherDefinition(plural, names));
    QVERIFY2(made.code == 201, message(made).c_str());
    COMPARE_TEXT(conditionOf(made, "NamesAccepted"), expected);
    COMPARE_TEXT(conditionOf(made, "Established"), "False NotAccepted: not all names are accepted");
    const std::string objects = "/apis/zoo.example/v1/namespaces/default/" + plural;
    QCOMPARE(lab.get(objects).code, 404);
    lab.settle();
    const std::string path = std::string(definitions) + "/" + plural + ".zoo.example";
    QCOMPARE(lab.patch(path, "{metadata: {labels: {a: b}}}").code, 200);
    COMPARE_TEXT(conditionOf(lab.get(path), "NamesAccepted"), expected);
    lab.remove(definitions / "wombats.zoo.example");
    lab.settle();
    COMPARE_TEXT(conditionOf(lab.get(path), "NamesAccepted"), "True NoConflicts: no conflicts found");
    COMPARE_TEXT(conditionOf(lab.get(path), "Established"),
        "True InitialNamesAccepted: the initial names have been accepted");
    QCOMPARE(lab.get(objects).code, 200);
}

void TestCustomTypes::namesThatChange() // L15
{
    Lab lab;
    QCOMPARE(lab.post(definitions, definition("{type: object}")).code, 201);
    lab.post(definitions, otherDefinition("bats", "kind: Wombat, singular: bat, shortNames: [b]"));
    const std::string path = definitions / "bats.zoo.example";
    const Response partly = lab.get(path);
    COMPARE_TEXT(at(partly, {"status", "acceptedNames", "kind"}), "");
    COMPARE_TEXT(at(partly, {"status", "acceptedNames", "listKind"}), "(none)");
    COMPARE_TEXT(at(partly, {"status", "acceptedNames", "plural"}), "bats");
    const Response renamed = lab.patch(path, "{spec: {names: {kind: Bat, listKind: BatList}}}");
    QCOMPARE(renamed.code, 200); // as long as it is not established
    COMPARE_TEXT(conditionOf(renamed, "Established").substr(0, 4), "True");
    QCOMPARE(lab.get("/apis/zoo.example/v1/namespaces/default/bats").code, 200);
    COMPARE_TEXT(cause(lab.patch(path, "{spec: {names: {kind: Fox}}}")), "FieldValueInvalid spec.names.kind");

    const Response wanting = lab.patch(path, "{spec: {names: {shortNames: [wo]}}}");
    COMPARE_TEXT(conditionOf(wanting, "NamesAccepted"), "False ShortNamesConflict: \"wo\" is already in use");
    COMPARE_TEXT(conditionOf(wanting, "Established").substr(0, 4), "True");
    COMPARE_TEXT(at(wanting, {"status", "acceptedNames", "shortNames"}), R"(["b"])");
    QCOMPARE(lab.get("/apis/zoo.example/v1/namespaces/default/bats").code, 200);
    lab.patch(definitions / "wombats.zoo.example", "{spec: {names: {shortNames: null}}}");
    lab.settle();
    COMPARE_TEXT(at(lab.get(path), {"status", "acceptedNames", "shortNames"}), R"(["wo"])");
}

void TestCustomTypes::deletedDefinitions()
{
    Lab lab;
    const auto told =
        lab.watch(std::string(definitions) + "?watch=1&fieldSelector=metadata.name=wombats.zoo.example");
    lab.post(definitions, definition(specSchema("{legs: {type: integer}}")));
    lab.post(wombats, wombat("{}", "a"));
    lab.post(wombats, "{apiVersion: zoo.example/v1, kind: Wombat, metadata: {name: b, finalizers: [x.y/z]}}");
    const auto seen = lab.watch(
        std::string(wombats) + "?watch=1&resourceVersion=" + std::to_string(lab.server->revision()));
    const Response deleted = lab.remove(definitions / "wombats.zoo.example"); // L6
    COMPARE_TEXT(conditionOf(deleted, "Terminating"),
        "True InstanceDeletionPending: CustomResourceDefinition marked for deletion; CustomResource deletion "
        "will begin soon");
    COMPARE_TEXT(verdict(lab.post(wombats, wombat("{}", "c"))), "405 MethodNotAllowed");
    lab.settle();
    COMPARE_TEXT(names(lab.get(wombats)), "b"); // held by its finalizer
    COMPARE_TEXT(conditionOf(lab.get(definitions / "wombats.zoo.example"), "Terminating"),
        "True InstanceDeletionInProgress: CustomResource deletion is in progress");
    lab.patch(wombats / "b", "{metadata: {finalizers: null}}");
    lab.settle();
    COMPARE_TEXT(at(lab.get(wombats / "b"), {"message"}), "the server could not find the requested resource");
    COMPARE_TEXT(verdict(lab.get(wombats)), "404 NotFound");
    COMPARE_TEXT(verdict(lab.get(definitions / "wombats.zoo.example")), "404 NotFound");
    QCOMPARE(lab.get("/apis/zoo.example/v1").code, 404);
    COMPARE_TEXT(seen->text(), "DELETED a, MODIFIED b, DELETED b");
    QVERIFY(seen->closed);
    Response last;
    last.body = told->events.back().object;
    COMPARE_TEXT(conditionOf(last, "Terminating"), "False InstanceDeletionCompleted: removed all instances");
    QCOMPARE(lab.post(definitions, definition(specSchema("{legs: {type: integer}}"))).code, 201);
    COMPARE_TEXT(names(lab.get(wombats)), "");
}

void TestCustomTypes::builtInKindsStayWhatTheyAre()
{
    Lab lab;
    lab.put(leases / "n1", yaml("{metadata: {name: n1}, spec: {holderIdentity: n1}}"));
    const Response made = lab.post(definitions,
        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
        "leases.coordination.k8s.io, annotations: {api-approved.kubernetes.io: 'https://example.com/1'}}, "
        "spec: {group: coordination.k8s.io, scope: Cluster, names: {plural: leases, kind: Odd}, versions: "
        "[{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]}}"); // L1
    QVERIFY2(made.code == 201, message(made).c_str());
    COMPARE_TEXT(lab.get(leases).list->kind, "LeaseList");
    QCOMPARE(lab.put(leases / "n2", yaml("{metadata: {name: n2}, spec: {holderIdentity: n2}}")).code, 201);
    QCOMPARE(
        lab.patch(definitions / "leases.coordination.k8s.io", "{metadata: {annotations: {a: b}}}").code, 200);
    lab.remove(definitions / "leases.coordination.k8s.io");
    lab.settle();
    COMPARE_TEXT(verdict(lab.get(definitions / "leases.coordination.k8s.io")), "404 NotFound");
    COMPARE_TEXT(names(lab.get(leases)), "n1 n2");
    QCOMPARE(lab.put(leases / "n3", yaml("{metadata: {name: n3}, spec: {holderIdentity: n3}}")).code, 201);
}

void TestCustomTypes::deletedDefinitionsThatServeNothing() // L6
{
    Lab lab;
    const std::string path = definitions / "wombats.zoo.example";
    Json unserved = yaml(definition("{type: object}"));
    unserved.at("spec").at("versions").at(0).at("served") = false;
    lab.post(definitions, definition("{type: object}"));
    lab.post(wombats, wombat("{}"));
    QCOMPARE(lab.patch(path, api::writeJson(unserved)).code, 200);
    QCOMPARE(lab.get(wombats).code, 404);
    lab.remove(path);
    lab.settle();
    COMPARE_TEXT(verdict(lab.get(path)), "404 NotFound");
    QCOMPARE(lab.post(definitions, definition("{type: object}")).code, 201);
    COMPARE_TEXT(names(lab.get(wombats)), "");
}

void TestCustomTypes::objectsWithinObjects() // L3
{
    Lab lab;
    lab.post(definitions,
        definition(specSchema("{template: {type: object, x-kubernetes-embedded-resource: true, "
                              "x-kubernetes-preserve-unknown-fields: true}}")));
    const auto withMetadata = [](const std::string &metadata) {
        return wombat("{template: {apiVersion: v1, kind: Pod, metadata: {" + metadata + "}, more: 1}}");
    };
    const Response made =
        lab.post(wombats, withMetadata("name: a, odd: 1, labels: {k: v}, creationTimestamp: null"));
    COMPARE_TEXT(verdict(made), "201");
    COMPARE_TEXT(at(made, {"spec", "template", "metadata"}), R"({"name":"a","labels":{"k":"v"}})");
    COMPARE_TEXT(at(made, {"spec", "template", "more"}), "1");
    const Response strict =
        lab.post(std::string(wombats) + "?fieldValidation=Strict", withMetadata("name: a, odd: 1"));
    COMPARE_TEXT(verdict(strict), "400 BadRequest");
    const std::string said = message(strict);
    QVERIFY2(said.find("unknown field \"spec.template.metadata.odd\"") != said.npos, said.c_str());
    for (const char *wrong : {"name: 5", "labels: {k: 1}", "annotations: x"})
        COMPARE_TEXT(verdict(lab.post(wombats, withMetadata(wrong))), "422 Invalid");
}

void TestCustomTypes::severalVersions()
{
    Lab lab;
    std::string two = definition("{type: object, x-kubernetes-preserve-unknown-fields: true}");
    two.insert(two.rfind("]}}"),
        ", {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object, "
        "x-kubernetes-preserve-unknown-fields: true}}}");
    QCOMPARE(lab.post(definitions, two).code, 201);
    lab.post(wombats, wombat("{legs: 4}"));
    const std::string newer = "/apis/zoo.example/v2/namespaces/default/wombats";
    COMPARE_TEXT(at(lab.get(newer + "/w"), {"apiVersion"}), "zoo.example/v2");
    COMPARE_TEXT(
        std::string(api::textAt(*lab.get(newer).list->items.front(), {"apiVersion"})), "zoo.example/v2");
    const Response patched = lab.patch(newer + "/w", "{spec: {legs: 5}}");
    COMPARE_TEXT(at(patched, {"apiVersion"}), "zoo.example/v2");
    COMPARE_TEXT(at(lab.get(wombats / "w"), {"apiVersion"}), "zoo.example/v1");
    COMPARE_TEXT(at(lab.get(wombats / "w"), {"spec", "legs"}), "5");
}

QTEST_GUILESS_MAIN(TestCustomTypes)
#include "tst_customtypes.moc"
