// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L: CustomResourceDefinitions.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using zoo::definition;
using zoo::definitions;
using zoo::wombat;
using zoo::wombats;

class TestCustomTypes : public QObject
{
    Q_OBJECT

private slots:
    void aDefinitionServesItsType();
    void badDefinitions_data();
    void badDefinitions();
    void unknownFields_data();
    void unknownFields();
    void rulesInCel();
    void deprecatedVersions();
    void rulesInCelAreRefused();
    void shapesOfOthers_data();
    void shapesOfOthers();
    void pruningAndDefaults();
    void violations_data();
    void violations();
    void changedSchemas();
    void stricterSchemas_data();
    void stricterSchemas();
    void selectableFields_data();
    void selectableFields();
    void watchesOfSelectableFields();
    void namesInUse_data();
    void namesInUse();
    void namesThatChange();
    void deletedDefinitions();
    void builtInKindsStayWhatTheyAre();
    void deletedDefinitionsThatServeNothing();
    void severalVersions();
    void theMachineKinds();
    void hooksOfADeletedMachine_data();
    void hooksOfADeletedMachine();
    void machineHealthChecks_data();
    void machineHealthChecks();
    void managedMachineKinds();
    void managedMachineKindsAreChecked_data();
    void managedMachineKindsAreChecked();
};

namespace {

std::string specSchema(std::string_view properties)
{
    return "{type: object, properties: {spec: {type: object, properties: " + std::string(properties) + "}}}";
}

} // namespace

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
        "FieldValueRequired spec.versions[0].schema.openAPIV3Schema.properties[spec].type");
    row("L1 no schema", definition("{}"), "FieldValueRequired spec.versions[0].schema.openAPIV3Schema.type");
    row("L1 a list without items", definition("{type: object, properties: {a: {type: array}}}"),
        "FieldValueRequired spec.versions[0].schema.openAPIV3Schema.properties[a].items");
    row("L8 a rule without text", definition("{type: object, x-kubernetes-validations: [{message: m}]}"),
        "FieldValueRequired spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].rule");
    row("L8 rules that are no list", definition("{type: object, x-kubernetes-validations: {rule: 'true'}}"),
        "FieldValueInvalid spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations");
    row("items that have to be unique",
        definition(
            "{type: object, properties: {a: {type: array, items: {type: string}, uniqueItems: true}}}"),
        "FieldValueForbidden spec.versions[0].schema.openAPIV3Schema.properties[a].uniqueItems");
    row("a pattern that is none", definition("{type: object, properties: {a: {type: string, pattern: '('}}}"),
        "FieldValueInvalid spec.versions[0].schema.openAPIV3Schema.properties[a].pattern");
    row("a default of the wrong type",
        definition("{type: object, properties: {a: {type: string, default: 7}}}"),
        "FieldValueTypeInvalid spec.versions[0].schema.openAPIV3Schema.properties[a].default");
    row("a column that leads nowhere",
        definition(
            "{type: object}", ", additionalPrinterColumns: [{name: A, type: string, jsonPath: 'a b'}]"),
        "FieldValueInvalid spec.versions[0].additionalPrinterColumns[0].jsonPath");
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
    const std::string field = "spec.versions[0].selectableFields[0].jsonPath";
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
        "FieldValueDuplicate spec.versions[0].selectableFields[1].jsonPath");
    std::string nine;
    for (const char c : std::string_view("abcdefghi"))
        nine += std::string(nine.empty() ? "" : ", ") + "{jsonPath: .spec.names." + c + "}";
    selectable("L13 nine", nine, "FieldValueTooMany spec.versions[0].selectableFields");
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

void TestCustomTypes::unknownFields_data()
{
    QTest::addColumn<std::string>("from");
    QTest::addColumn<std::string>("to");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &from, const std::string &to,
                         const std::string &expected) { QTest::newRow(name) << from << to << expected; };
    row("P2 all that a schema may say", "type: object",
        "$schema: a, title: a, description: a, externalDocs: {description: a, url: b}, example: {any: 1}, "
        "x-kubernetes-map-type: granular, x-kubernetes-preserve-unknown-fields: true, "
        "x-kubernetes-validations: [{rule: 'oldSelf.hasValue() || true', message: a, messageExpression: "
        "\"'a'\", reason: "
        "FieldValueInvalid, optionalOldSelf: true}], minProperties: 0, maxProperties: 9, required: [], "
        "nullable: false, not: {required: [z]}, allOf: [{maxProperties: 7}], type: object, properties: {a: "
        "{type: array, minItems: 0, maxItems: 9, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: "
        "[n], items: {type: object, properties: {n: {type: string, minLength: 0, maxLength: 9, pattern: '', "
        "format: date, default: x, enum: [x], anyOf: [{maxLength: 8}], oneOf: [{maxLength: 8}]}}}}, i: "
        "{x-kubernetes-int-or-string: true}, f: {type: number, minimum: 0, maximum: 9, exclusiveMinimum: "
        "true, exclusiveMaximum: true, multipleOf: 1}, e: {type: object, x-kubernetes-embedded-resource: "
        "true, additionalProperties: {type: string}}}",
        "");
    row("P2 an old definition", "scope", "validation: {openAPIV3Schema: {type: object}}, version: v1, scope",
        R"(unknown field "spec.validation", unknown field "spec.version")");
    row("P2 columns of an old definition", "scope", "additionalPrinterColumns: [], scope",
        R"(unknown field "spec.additionalPrinterColumns")");
    row("P2 names", "kind: Wombat", "kind: Wombat, short: [w]", R"(unknown field "spec.names.short")");
    row("P2 a version", "served", "deprecated: true, deprecationWarning: a, server: true, served",
        R"(unknown field "spec.versions[0].server")");
    row("P2 a schema", "type: object", "type: object, propertys: {}",
        R"(unknown field "spec.versions[0].schema.openAPIV3Schema.propertys")");
    row("P2 a member named like nothing else", "type: object",
        "type: object, properties: {propertys: {type: object, properties: {id: {type: string, min: 1}}}}",
        R"(unknown field "spec.versions[0].schema.openAPIV3Schema.properties.propertys.properties.id.min")");
    row("P2 an item", "type: object",
        "type: object, properties: {a: {type: array, items: {type: string, x-kubernetes-list-kind: set}}}",
        R"(unknown field "spec.versions[0].schema.openAPIV3Schema.properties.a.items.)"
        R"(x-kubernetes-list-kind")");
    row("P2 a part", "type: object", "type: object, allOf: [{maximumLength: 1}]",
        R"(unknown field "spec.versions[0].schema.openAPIV3Schema.allOf[0].maximumLength")");
    row("P2 a rule", "type: object", "type: object, x-kubernetes-validations: [{rule: 'true', text: a}]",
        R"(unknown field "spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].text")");
}

void TestCustomTypes::unknownFields() // P2
{
    QFETCH(const std::string, from);
    QFETCH(const std::string, to);
    QFETCH(const std::string, expected);
    Lab lab;
    std::string text = definition("{type: object}");
    text.replace(text.find(from), from.size(), to);
    const Response strict = lab.post(std::string(definitions) + "?dryRun=All&fieldValidation=Strict", text);
    if (expected.empty()) {
        QVERIFY2(strict.code == 201, message(strict).c_str());
    } else {
        COMPARE_TEXT(verdict(strict), "400 BadRequest");
        QVERIFY2(message(strict).ends_with("strict decoding error: " + expected), message(strict).c_str());
    }
    const Response made = lab.post(definitions, text);
    QVERIFY2(made.code == 201, message(made).c_str());
    const Json sent = yaml(text);
    const bool isWhole = api::equal(made.body->at("spec").at("versions"), sent.at("spec").at("versions"));
    const bool isAbove = expected.find("versions[0]") == std::string::npos;
    QCOMPARE(isWhole, isAbove); // what is unknown is dropped
}

namespace {

std::vector<std::string> warningsOf(const Response &response)
{
    std::vector<std::string> warnings;
    for (const auto &[name, value] : response.headers) {
        if (name == "Warning")
            warnings.push_back(value);
    }
    return warnings;
}

/// "False NotSupported: <message>"; empty when there is none.
std::string conditionOf(const Response &response, std::string_view type)
{
    for (const Json &condition : response.body->at("status").at("conditions").get_array()) {
        if (api::textAt(condition, {"type"}) == type)
            return std::string(api::textAt(condition, {"status"})) + " "
                + std::string(api::textAt(condition, {"reason"})) + ": "
                + std::string(api::textAt(condition, {"message"}));
    }
    return {};
}

} // namespace

void TestCustomTypes::rulesInCel() // L8
{
    Lab lab;
    const std::string schema = specSchema(
        "{legs: {type: integer, x-kubernetes-validations: [{rule: 'odd(self)', message: m}]}, parts: {type: "
        "array, items: {type: object, x-kubernetes-validations: [{rule: \"has(self.a)\\n  ? odd(1) : "
        "false\", message: m}], "
        "properties: {a: {type: string}}}}}");
    const Response made = lab.post(definitions, definition(schema));
    QCOMPARE(made.code, 201);
    const auto warnings = warningsOf(made);
    QCOMPARE(warnings.size(), 2U);
    COMPARE_TEXT(warnings[0],
        "299 - \"spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[legs]."
        "x-kubernetes-validations[0].rule: the rule is kept and not evaluated (undeclared reference to "
        "'odd'): "
        "odd(self)\"");
    QVERIFY(warnings[1].find("[parts].items.x-kubernetes-validations[0].rule") != std::string::npos);
    QVERIFY(warnings[1].ends_with("has(self.a) ? odd(1) : false\""));
    QVERIFY(
        conditionOf(made, "ValidationRulesEvaluated")
            .starts_with("False NotSupported: rules in CEL (x-kubernetes-validations) that are kept and not "
                         "evaluated: 2, first spec.versions[0]."));
    COMPARE_TEXT(conditionOf(made, "Established").substr(0, 4), "True");
    const Json &kept = made.body->at_pointer("/spec/versions/0/schema/openAPIV3Schema");
    COMPARE_TEXT(
        api::writeJson(kept.at_pointer("/properties/spec/properties/legs/x-kubernetes-validations/0/rule")),
        "\"odd(self)\"");
    QCOMPARE(lab.post(wombats, wombat("{legs: -1}")).code, 201);
    QVERIFY(warningsOf(lab.get(definitions / "wombats.zoo.example")).empty());

    const std::string path = definitions / "wombats.zoo.example";
    const Response labelled = lab.patch(path, "{metadata: {labels: {a: b}}}");
    QCOMPARE(warningsOf(labelled).size(), 2U);
    Json plain = yaml(definition(specSchema("{legs: {type: integer}}")));
    plain.at("metadata").get_object()["resourceVersion"] = version(labelled);
    const Response changed = lab.put(path, plain);
    QCOMPARE(changed.code, 200);
    QVERIFY(warningsOf(changed).empty());
    COMPARE_TEXT(conditionOf(changed, "ValidationRulesEvaluated"), "");
    COMPARE_TEXT(conditionOf(changed, "Established").substr(0, 4), "True");

    std::string many;
    for (int i = 0; i < 30; ++i)
        many += (i ? ", " : "") + std::string("{rule: 'odd(1)'}");
    lab.remove(path);
    lab.settle();
    const Response big =
        lab.post(definitions, definition("{type: object, x-kubernetes-validations: [" + many + "]}"));
    QCOMPARE(warningsOf(big).size(), 21U);
    COMPARE_TEXT(warningsOf(big).back(), "299 - \"10 further rules are kept and not evaluated\"");
}

void TestCustomTypes::deprecatedVersions() // I7
{
    Lab lab;
    Json two = yaml(definition("{type: object}"));
    api::JsonArray &versions = two.at("spec").get_object()["versions"].get_array();
    for (const std::string_view name : {"v1beta1", "v1alpha1"}) {
        api::JsonObject older = versions.front().get_object();
        older["name"] = name;
        older["storage"] = false;
        older["deprecated"] = true;
        if (name == "v1alpha1")
            older["deprecationWarning"] = "wombats dig deeper in v1";
        versions.push_back(std::move(older));
    }
    QCOMPARE(lab.post(definitions, api::writeJson(two)).code, 201);
    const auto warnings = [&](const std::string &version) {
        return warningsOf(lab.get("/apis/zoo.example/" + version + "/namespaces/default/wombats"));
    };
    QVERIFY(warnings("v1").empty());
    QCOMPARE(
        warnings("v1beta1"), std::vector<std::string> {"299 - \"zoo.example/v1beta1 Wombat is deprecated\""});
    QCOMPARE(warnings("v1alpha1"), std::vector<std::string> {"299 - \"wombats dig deeper in v1\""});
    QCOMPARE(warningsOf(lab.get("/api/v1/componentstatuses")),
        std::vector<std::string> {"299 - \"v1 ComponentStatus is deprecated in v1.19+\""});
}

void TestCustomTypes::rulesInCelAreRefused() // L8
{
    Lab lab;
    lab.open(":memory:", true);
    const Response refused =
        lab.post(definitions, definition("{type: object, x-kubernetes-validations: [{rule: 'odd(1)'}]}"));
    COMPARE_TEXT(verdict(refused), "422 Invalid");
    COMPARE_TEXT(cause(refused),
        "FieldValueForbidden spec.versions[0].schema.openAPIV3Schema.x-kubernetes-validations[0].rule");
    QCOMPARE(lab.post(definitions, definition("{type: object}")).code, 201);
}

/// Schemas as widespread definitions have them: what fits and what does not.
void TestCustomTypes::shapesOfOthers_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("good");
    QTest::addColumn<std::string>("bad");
    const auto row = [](const char *name, const std::string &properties, const char *good, const char *bad) {
        QTest::addRow("L5 %s", name) << specSchema(properties) << std::string(good) << std::string(bad);
    };
    row("exactly one of several members",
        "{solver: {type: object, oneOf: [{required: [http]}, {required: [dns]}], properties: {http: {type: "
        "object}, dns: {type: object}}}}",
        "{solver: {dns: {}}}", "{solver: {dns: {}, http: {}}}");
    row("any of several patterns",
        "{host: {type: string, anyOf: [{pattern: '^a'}, {pattern: '^b'}], maxLength: 3}}", "{host: bcd}",
        "{host: cde}");
    row("a member that excludes another",
        "{target: {type: object, not: {required: [a, b]}, properties: {a: {type: string}, b: {type: "
        "string}}}}",
        "{target: {a: x}}", "{target: {a: x, b: y}}");
    row("numbers or texts",
        "{port: {anyOf: [{type: integer}, {type: string}], x-kubernetes-int-or-string: true, pattern: "
        "'^[0-9a-z%]+$'}}",
        "{port: 50%}", "{port: 1.5}");
    row("whatever people write", "{values: {type: object, x-kubernetes-preserve-unknown-fields: true}}",
        "{values: {a: [1, {b: null}]}}", "{values: 7}");
    row("any value at all", "{value: {x-kubernetes-preserve-unknown-fields: true}, n: {type: integer}}",
        "{value: [1, a, {}]}", "{n: a}");
    row("null instead of choices", "{n: {type: integer, anyOf: null, oneOf: null}}", "{n: 1}", "{n: a}");
    row("an object within",
        "{template: {type: object, x-kubernetes-embedded-resource: true, "
        "x-kubernetes-preserve-unknown-fields: true}}",
        "{template: {apiVersion: v1, kind: Pod, metadata: {name: p}}}", "{template: {spec: {}}}");
    row("a map of lists",
        "{groups: {type: object, additionalProperties: {type: array, items: {type: string, minLength: 1}}}}",
        "{groups: {a: [x, y]}}", "{groups: {a: ['']}}");
    row("a list that is a map",
        "{listeners: {type: array, maxItems: 2, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: "
        "[name], items: {type: object, required: [name], properties: {name: {type: string}, port: {type: "
        "integer, format: int32, minimum: 1, maximum: 65535}}}}}",
        "{listeners: [{name: a, port: 80}, {name: b, port: 80}]}", "{listeners: [{name: a}, {name: a}]}");
    row("items that need not be unique", "{a: {type: array, uniqueItems: false, items: {type: string}}}",
        "{a: [x, x]}", "{a: [1]}");
    row("durations and quantities",
        "{every: {type: string, pattern: "
        "'^(0|(([0-9]+)y)?(([0-9]+)w)?(([0-9]+)d)?(([0-9]+)h)?(([0-9]+)m)?(([0-9]+)s"
        ")?(([0-9]+)ms)?)$'}, memory: {anyOf: [{type: integer}, {type: string}], pattern: "
        "'^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*"
        ")?)|("
        "\\.[0-9]+))))?$', x-kubernetes-int-or-string: true}}",
        "{every: 1h30m, memory: 1.5Gi}", "{every: soon}");
    std::string deep = "{type: object, properties: {leaf: {type: integer}}}";
    std::string good = "{leaf: 1}";
    std::string bad = "{leaf: x}";
    for (int i = 0; i < 25; ++i) { // affinities of pods in templates of templates
        deep = "{type: object, properties: {n: " + deep + "}}";
        good = "{n: " + good + "}";
        bad = "{n: " + bad + "}";
    }
    QTest::addRow("L5 very deep") << specSchema("{deep: " + deep + "}") << "{deep: " + good + "}"
                                  << "{deep: " + bad + "}";
}

void TestCustomTypes::shapesOfOthers()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, good);
    QFETCH(const std::string, bad);
    Lab lab;
    const Response made = lab.post(definitions, definition(schema));
    QVERIFY2(made.code == 201, message(made).c_str());
    QVERIFY(warningsOf(made).empty());
    const Response kept = lab.post(wombats, wombat(good, "good"));
    QVERIFY2(kept.code == 201, message(kept).c_str());
    COMPARE_TEXT(api::writeCanonicalJson(kept.body->at("spec")), api::writeCanonicalJson(yaml(good)));
    COMPARE_TEXT(verdict(lab.post(wombats, wombat(bad, "bad"))), "422 Invalid");
}

void TestCustomTypes::pruningAndDefaults()
{
    Lab lab;
    lab.post(definitions,
        definition(specSchema("{legs: {type: integer, default: 4}, free: {type: object, "
                              "x-kubernetes-preserve-unknown-fields: true}, note: {type: string, nullable: "
                              "true}, list: {type: array, items: {type: object, "
                              "properties: {a: {type: string}, b: {type: string, default: x}}}}}")));
    const Response made = lab.post(wombats,
        wombat("{tail: long, legs: null, note: null, free: {any: {thing: 1}}, list: [{a: y, c: z}]}"));
    COMPARE_TEXT(api::writeCanonicalJson(made.body->at("spec")),
        R"({"free":{"any":{"thing":1}},"legs":4,"list":[{"a":"y","b":"x"}],"note":null})"); // L3, L4
}

void TestCustomTypes::violations_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("value");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &schema, const std::string &value,
                         const std::string &expected) { QTest::newRow(name) << schema << value << expected; };
    row("L5 type", "{type: integer}", "x", "FieldValueTypeInvalid");
    row("L5 an integer may be written with a zero fraction", "{type: integer}", "4.0", "");
    row("L5 minimum", "{type: integer, minimum: 0}", "-1", "FieldValueInvalid");
    row("L5 exclusive minimum", "{type: integer, minimum: 0, exclusiveMinimum: true}", "0",
        "FieldValueInvalid");
    row("L5 maximum", "{type: number, maximum: 2.5}", "2.6", "FieldValueInvalid");
    row("L5 multiple", "{type: integer, multipleOf: 5}", "7", "FieldValueInvalid");
    row("L5 int32", "{type: integer, format: int32}", "3000000000", "FieldValueInvalid");
    row("L5 enum", "{type: string, enum: [a, b]}", "c", "FieldValueNotSupported");
    row("L5 maxLength", "{type: string, maxLength: 2}", "äöü", "FieldValueInvalid");
    row("L5 length counts characters", "{type: string, maxLength: 3}", "äöü", "");
    row("L5 pattern", "{type: string, pattern: '^a+$'}", "ab", "FieldValueInvalid");
    row("L5 a pattern that runs away", "{type: string, pattern: '^(a+)+$'}", std::string(5000, 'a') + "b",
        "FieldValueInvalid");
    row("L5 int-or-string takes an int", "{x-kubernetes-int-or-string: true}", "5", "");
    row("L5 int-or-string takes a text", "{x-kubernetes-int-or-string: true}", "5%", "");
    row("L5 int-or-string takes nothing else", "{x-kubernetes-int-or-string: true}", "[]",
        "FieldValueTypeInvalid");
    row("L5 minItems", "{type: array, minItems: 1, items: {type: string}}", "[]", "FieldValueInvalid");
    row("L5 maxItems", "{type: array, maxItems: 1, items: {type: string}}", "[a, b]", "FieldValueTooMany");
    row("L5 a set", "{type: array, x-kubernetes-list-type: set, items: {type: string}}", "[a, b, a]",
        "FieldValueDuplicate");
    row("L5 a map list",
        "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [n], items: {type: object, "
        "properties: {n: {type: string}, v: {type: string}}}}",
        "[{n: a, v: x}, {n: a, v: y}]", "FieldValueDuplicate");
    row("L5 required", "{type: object, required: [a], properties: {a: {type: string}}}", "{}",
        "FieldValueRequired");
    row("L5 values of a map", "{type: object, additionalProperties: {type: integer}}", "{a: x}",
        "FieldValueTypeInvalid");
    row("L5 date-time", "{type: string, format: date-time}", "'2025-13-01'", "FieldValueInvalid");
    row("L5 anyOf", "{type: string, anyOf: [{pattern: ^a}, {pattern: ^b}]}", "c", "FieldValueInvalid");
    row("L5 oneOf", "{type: string, oneOf: [{pattern: a}, {pattern: b}]}", "ab", "FieldValueInvalid");
    row("L5 not", "{type: string, not: {enum: [a]}}", "a", "FieldValueInvalid");
}

void TestCustomTypes::violations()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, value);
    QFETCH(const std::string, expected);
    Lab lab;
    QCOMPARE(
        verdict(lab.post(definitions, definition(specSchema("{x: " + schema + "}")))), std::string("201"));
    const Response response = lab.post(wombats, wombat("{x: " + value + "}"));
    QCOMPARE(verdict(response), std::string(expected.empty() ? "201" : "422 Invalid"));
    if (!expected.empty())
        QVERIFY(cause(response).starts_with(expected + " spec.x"));
}

void TestCustomTypes::changedSchemas()
{
    Lab lab;
    lab.post(definitions, definition(specSchema("{legs: {type: integer}}")));
    const auto seen = lab.watch(std::string(wombats) + "?watch=1");
    const Json next =
        yaml(definition(specSchema("{legs: {type: integer, maximum: 4}, tail: {type: string}}")));
    QCOMPARE(lab.patch(definitions / "wombats.zoo.example", api::writeJson(next)).code, 200); // L6
    COMPARE_TEXT(verdict(lab.post(wombats, wombat("{legs: 5}"))), "422 Invalid");
    COMPARE_TEXT(at(lab.post(wombats, wombat("{tail: long}")), {"spec", "tail"}), "long");
    lab.settle();
    COMPARE_TEXT(seen->text(), "ADDED w");
    COMPARE_TEXT(cause(lab.patch(definitions / "wombats.zoo.example", "{spec: {scope: Cluster}}")),
        "FieldValueInvalid spec.scope");
}

namespace {

/// A spec, and what restricts it as a whole, its color, what is in its lists, and these lists.
std::string burrowSchema(
    std::string_view ofSpec, std::string_view ofColor, std::string_view ofItems, std::string_view ofList)
{
    return "{type: object, properties: {spec: {type: object" + std::string(ofSpec)
        + ", properties: {color: {type: string" + std::string(ofColor)
        + "}, size: {type: integer}, rooms: {type: array, x-kubernetes-list-type: map, "
          "x-kubernetes-list-map-keys: [name], items: {type: object, properties: {name: {type: string}, use: "
          "{type: string"
        + std::string(ofItems) + "}, floor: {type: string" + std::string(ofItems)
        + "}}}}, paths: {type: array, items: {type: string" + std::string(ofItems) + "}" + std::string(ofList)
        + "}, marks: {type: array, items: {type: string}"
        + (ofList.empty() ? "" : ", x-kubernetes-list-type: set") + "}}}}}";
}

} // namespace

void TestCustomTypes::stricterSchemas_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("patch");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &schema, const std::string &patch,
                         const std::string &expected) { QTest::newRow(name) << schema << patch << expected; };
    const std::string enumerated = burrowSchema("", ", enum: [red]", "", "");
    row("L14 a label", enumerated, "{metadata: {labels: {a: b}}}", "");
    row("L14 the last finalizer", enumerated, "{metadata: {finalizers: null}}", "");
    row("L14 another field", enumerated, "{spec: {size: 2}}", "");
    row("L14 the field that is wrong", enumerated, "{spec: {color: green}}",
        "FieldValueNotSupported spec.color");
    row("L14 the field that was wrong", enumerated, "{spec: {color: red}}", "");
    const std::string typed = burrowSchema("", ", maxLength: 2", "", "");
    row("L14 a field that was too long", typed, "{spec: {size: 2}}", "");
    row("L14 a field that is too long", typed, "{spec: {color: violet}}", "FieldValueInvalid spec.color");
    const std::string demanding = burrowSchema(", required: [home]", "", "", "");
    row("L14 what is missing, and a finalizer", demanding, "{metadata: {finalizers: null}}", "");
    row("L14 what is missing where something changes", demanding, "{spec: {size: 2}}",
        "FieldValueRequired spec.home");
    row("L14 what is missing beside a new default",
        burrowSchema(", required: [home]", "", ", default: x", ""), "{metadata: {finalizers: null}}", "");
    const std::string items = burrowSchema("", "", ", enum: [sleep]", "");
    row("L14 an item beside it", items, "{spec: {rooms: [{name: b, use: sleep}, {name: a, use: dig}]}}", "");
    row("L14 an item by another name", items, "{spec: {rooms: [{name: c, use: dig}]}}",
        "FieldValueNotSupported spec.rooms[0].use");
    row("L14 a list by no key that stays", items, "{spec: {size: 2}}", "");
    row("L14 a list by no key that changes", items, "{spec: {paths: [dig, sleep]}}",
        "FieldValueNotSupported spec.paths[0]");
    const std::string lists = burrowSchema("", "", "", ", maxItems: 0");
    row("L14 a list that was too long", lists, "{spec: {size: 2}}", "");
    row("L14 a list that is too long", lists, "{spec: {paths: [dig, sleep]}}",
        "FieldValueTooMany spec.paths");
    row("L14 items that were there twice", lists, "{spec: {marks: [x, x, y]}}", "");
}

void TestCustomTypes::stricterSchemas()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, patch);
    QFETCH(const std::string, expected);
    Lab lab;
    QCOMPARE(lab.post(definitions, definition(burrowSchema("", "", "", ""))).code, 201);
    QCOMPARE(
        lab.post(wombats,
               "{apiVersion: zoo.example/v1, kind: Wombat, metadata: {name: w, finalizers: [x.y/z]}, spec: "
               "{color: blue, rooms: [{name: a, use: dig}], paths: [dig], marks: [x, x]}}")
            .code,
        201);
    const Response stricter =
        lab.patch(definitions / "wombats.zoo.example", api::writeJson(yaml(definition(schema))));
    QVERIFY2(stricter.code == 200, message(stricter).c_str());
    COMPARE_TEXT(
        verdict(lab.post(wombats,
            wombat("{color: blue, rooms: [{name: a, use: dig}], paths: [dig], marks: [x, x]}", "n"))),
        "422 Invalid");
    const Response answer = lab.patch(wombats / "w", patch);
    COMPARE_TEXT(answer.code == 200 ? std::string() : cause(answer), expected);
}

namespace {

/// Wombats that are selected by some of their fields in v1, and by none in v2.
std::string selectableDefinition()
{
    std::string two = definition(
        specSchema("{color: {type: string}, tame: {type: boolean}, legs: {type: integer}, nodeName: {type: "
                   "integer}, home: {type: object, properties: {den: {type: string}}}}"),
        ", selectableFields: [{jsonPath: .spec.color}, {jsonPath: .spec.tame}, {jsonPath: .spec.legs}, "
        "{jsonPath: .spec.home.den}, {jsonPath: .spec.nodeName}]");
    two.insert(two.rfind("]}}"),
        ", {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object, "
        "x-kubernetes-preserve-unknown-fields: true}}}");
    return two;
}

} // namespace

void TestCustomTypes::selectableFields_data()
{
    QTest::addColumn<std::string>("selector");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &selector, const std::string &expected) {
        QTest::newRow(name) << selector << expected;
    };
    row("L13 a text", "spec.color=blue", "a");
    row("L13 another text", "spec.color!=blue", "b c");
    row("L13 no text", "spec.color=", "c");
    row("L13 a boolean", "spec.tame=true", "b");
    row("L13 no boolean is not false", "spec.tame=false", "a");
    row("L13 an integer", "spec.legs=4", "a");
    row("L13 below an object that is not always there", "spec.home.den=x", "b");
    row("L13 two fields", "spec.color=red,spec.tame=true", "b");
    row("L13 with a name", "metadata.name=a,spec.color=blue", "a");
}

void TestCustomTypes::selectableFields() // L13
{
    QFETCH(const std::string, selector);
    Lab lab;
    const Response made = lab.post(definitions, selectableDefinition());
    QVERIFY2(made.code == 201, message(made).c_str());
    lab.post(wombats, wombat("{color: blue, tame: false, legs: 4}", "a"));
    lab.post(wombats, wombat("{color: red, tame: true, home: {den: x}}", "b"));
    lab.post(wombats, wombat("{}", "c"));
    QTEST(names(lab.get(std::string(wombats) + "?fieldSelector=" + selector)), "expected");
    QTEST(names(lab.remove(std::string(wombats) + "?fieldSelector=" + selector)), "expected");
    const Response unknown = lab.get(std::string(wombats) + "?fieldSelector=spec.size=1");
    COMPARE_TEXT(verdict(unknown), "400 BadRequest");
    QVERIFY(message(unknown).starts_with("field label not supported: spec.size"));
    COMPARE_TEXT(
        verdict(lab.get("/apis/zoo.example/v2/namespaces/default/wombats?fieldSelector=spec.color=blue")),
        "400 BadRequest");
}

void TestCustomTypes::watchesOfSelectableFields() // L13
{
    Lab lab;
    QCOMPARE(lab.post(definitions, selectableDefinition()).code, 201);
    const auto blue = lab.watch(std::string(wombats) + "?watch=1&fieldSelector=spec.color=blue");
    const auto here = lab.watch(std::string(wombats) + "?watch=1&fieldSelector=spec.nodeName=7");
    lab.post(wombats, wombat("{color: red, nodeName: 7}"));
    lab.patch(wombats / "w", "{spec: {color: blue}}");
    lab.patch(wombats / "w", "{spec: {color: null, nodeName: 8}}");
    lab.settle();
    COMPARE_TEXT(blue->text(), "ADDED w, DELETED w");
    COMPARE_TEXT(here->text(), "ADDED w, MODIFIED w, DELETED w");
}

namespace {

/// Of another kind in the same group.
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

void TestCustomTypes::theMachineKinds()
{
    Lab lab;
    for (const char *name : {"machines", "machinesets", "machinedeployments", "machinehealthchecks"})
        QCOMPARE(lab.get(std::string(definitions) + "/" + name + ".machine.openshift.io").code, 200);
    const Response made = lab.post(machines,
        machine("m",
            ", spec: {providerSpec: {value: {kind: X, any: [1]}}, wombat: 1, "
            "lifecycleHooks: {preDrain: [{name: migrate.db, owner: me.too}]}}"));
    QCOMPARE(made.code, 201);
    COMPARE_TEXT(at(made, {"spec", "providerSpec"}), R"({"value":{"kind":"X","any":[1]}})");
    COMPARE_TEXT(at(made, {"spec", "wombat"}), "(none)");
    const Response status = lab.patch(machines / "m/status",
        "{status: {providerStatus: {x: 1}, failureMessage: y, nodeRef: {kind: Node, name: n}}}");
    COMPARE_TEXT(at(status, {"status", "providerStatus", "x"}), "1");
    COMPARE_TEXT(at(status, {"status", "failureMessage"}), "y");
    const std::string set =
        "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: s}, spec: ";
    COMPARE_TEXT(
        at(lab.post(machineSets, set + "{selector: {matchLabels: {a: b}}}}"), {"spec", "replicas"}), "1");
    COMPARE_TEXT(cause(lab.post(machineSets, set + "{selector: {}, replicas: -1}}")),
        "FieldValueInvalid spec.replicas");
    COMPARE_TEXT(cause(lab.post(machineSets, set + "{replicas: 1}}")), "FieldValueRequired spec.selector");
    COMPARE_TEXT(cause(lab.post(machineSets, set + "{selector: {}, deletePolicy: Best}}")),
        "FieldValueNotSupported spec.deletePolicy");
}

void TestCustomTypes::managedMachineKinds() // docs/machines.md §6.6, §9.1, §9.2
{
    Lab lab;
    const std::string base = "/apis/machine.sapcloud.io/v1alpha1/namespaces/default/";
    const std::string head = "{apiVersion: machine.sapcloud.io/v1alpha1, kind: ";
    const Response made = lab.post(base + "machineclasses",
        head
            + "MachineClass, metadata: {name: c}, provider: kubemark, providerSpec: {any: [1]}, "
              "secretRef: {name: s, namespace: x, other: 1}, nodeTemplate: {zone: z, more: 2}}");
    QCOMPARE(made.code, 201);
    COMPARE_TEXT(at(made, {"providerSpec"}), R"({"any":[1]})");
    COMPARE_TEXT(at(made, {"secretRef"}), R"({"name":"s","namespace":"x"})");
    COMPARE_TEXT(at(made, {"nodeTemplate"}), R"({"zone":"z","more":2})");
    const Response machine = lab.post(base + "machines",
        head
            + "Machine, metadata: {name: m, labels: {node: n}}, spec: {class: {kind: MachineClass, name: c}, "
              "nodeTemplate: {metadata: {labels: {a: b}, creationTimestamp: null}}, healthTimeout: 10m, "
              "wombat: 1}, status: {lastKnownState: x}}");
    QCOMPARE(machine.code, 201);
    COMPARE_TEXT(at(machine, {"spec", "nodeTemplate", "metadata", "labels", "a"}), "b");
    COMPARE_TEXT(at(machine, {"spec", "wombat"}), "(none)");
    COMPARE_TEXT(at(machine, {"status"}), "(none)");
    const Response status = lab.patch(base + "machines/m/status",
        "{status: {lastOperation: {type: Delete, step: 4}, currentStatus: {phase: Terminating, "
        "timeoutActive: false}}}");
    COMPARE_TEXT(at(status, {"status", "lastOperation", "step"}), "4");
    for (const std::string kind : {"MachineSet", "MachineDeployment"}) {
        const std::string path = base + (kind == "MachineSet" ? "machinesets" : "machinedeployments");
        QCOMPARE(
            lab.post(path, head + kind + ", metadata: {name: s}, spec: {template: {spec: {}}}}").code, 201);
        COMPARE_TEXT(at(lab.patch(path + "/s/scale", "{spec: {replicas: 3}}"), {"spec", "replicas"}), "3");
        COMPARE_TEXT(at(lab.get(path + "/s"), {"spec", "replicas"}), "3");
    }
}

void TestCustomTypes::managedMachineKindsAreChecked_data()
{
    QTest::addColumn<std::string>("kind");
    QTest::addColumn<std::string>("fields");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &kind, const std::string &fields,
                         const std::string &expected) { QTest::newRow(name) << kind << fields << expected; };
    row("9.1 no provider spec", "MachineClass", "provider: x", "FieldValueRequired providerSpec");
    row("9.2 a timeout in the wrong words", "Machine", "spec: {healthTimeout: soon}",
        "FieldValueInvalid spec.healthTimeout");
    row("9.2 fewer tries than none", "Machine", "spec: {maxEvictRetries: -1}",
        "FieldValueInvalid spec.maxEvictRetries");
    row("9.8 fewer machines than none", "MachineSet", "spec: {replicas: -1}",
        "FieldValueInvalid spec.replicas");
    row("6.6 no template", "MachineDeployment", "spec: {replicas: 1}", "FieldValueRequired spec.template");
    row("6.6 an unknown strategy", "MachineDeployment", "spec: {template: {}, strategy: {type: Best}}",
        "FieldValueNotSupported spec.strategy.type");
    row("6.6 a surge that is no number", "MachineDeployment",
        "spec: {template: {}, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: some}}}",
        "FieldValueInvalid spec.strategy.rollingUpdate.maxSurge");
}

void TestCustomTypes::managedMachineKindsAreChecked()
{
    QFETCH(const std::string, kind);
    QFETCH(const std::string, fields);
    Lab lab;
    const std::string plural = kind == "MachineClass" ? "machineclasses"
        : kind == "MachineSet"                        ? "machinesets"
        : kind == "MachineDeployment"                 ? "machinedeployments"
                                                      : "machines";
    const Response refused = lab.post("/apis/machine.sapcloud.io/v1alpha1/namespaces/default/" + plural,
        "{apiVersion: machine.sapcloud.io/v1alpha1, kind: " + kind + ", metadata: {name: x}, " + fields
            + "}");
    QTEST(cause(refused), "expected");
}

void TestCustomTypes::hooksOfADeletedMachine_data()
{
    QTest::addColumn<std::string>("hooks");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("4.1 one is taken away")
        << std::string("{preDrain: [{name: First, owner: backup}]}") << std::string();
    QTest::newRow("4.1 all are taken away") << std::string("null") << std::string();
    QTest::newRow("4.1 one is added") << std::string("{preTerminate: [{name: New, owner: backup}]}")
                                      << std::string("FieldValueForbidden spec.lifecycleHooks.preTerminate");
    QTest::newRow("4.1 one is changed")
        << std::string("{preDrain: [{name: First, owner: other}, {name: Second, owner: backup}]}")
        << std::string("FieldValueForbidden spec.lifecycleHooks.preDrain");
}

void TestCustomTypes::hooksOfADeletedMachine()
{
    QFETCH(const std::string, hooks);
    Lab lab;
    const std::string machines = "/apis/machine.openshift.io/v1beta1/namespaces/default/machines";
    const Response made = lab.post(machines,
        "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, metadata: {name: m, finalizers: [a.b/c]}, "
        "spec: {lifecycleHooks: {preDrain: [{name: First, owner: backup}, {name: Second, owner: backup}]}}}");
    QCOMPARE(made.code, 201);
    const auto patch = [&](const std::string &value) {
        return lab.patch(machines + "/m", "{spec: {lifecycleHooks: " + value + "}}");
    };
    QCOMPARE(patch("{preTerminate: [{name: Early, owner: backup}]}").code, 200); // while it lives
    QCOMPARE(patch("{preTerminate: null}").code, 200);
    QCOMPARE(lab.remove(machines + "/m").code, 200);
    const Response answer = patch(hooks);
    QTEST(answer.code == 200 ? std::string() : cause(answer), "expected");
}

void TestCustomTypes::machineHealthChecks_data()
{
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &spec, const std::string &expected) {
        QTest::newRow(name) << spec << expected;
    };
    const std::string conditions = "unhealthyConditions: [{type: Ready, status: 'False', timeout: 300s}]";
    row("7.2 the defaults", "selector: {}, " + conditions, "");
    row("7.2 a number", "selector: {}, maxUnhealthy: 2, " + conditions, "");
    row("7.2 a percentage", "selector: {}, maxUnhealthy: 40%, " + conditions, "");
    row("7.2 more than a hundred percent", "selector: {}, maxUnhealthy: 140%, " + conditions,
        "FieldValueInvalid spec.maxUnhealthy");
    row("7.2 not a percentage", "selector: {}, maxUnhealthy: some, " + conditions,
        "FieldValueInvalid spec.maxUnhealthy");
    row("7.2 the startup timeout off", "selector: {}, nodeStartupTimeout: '0', " + conditions, "");
    row("7.2 a startup timeout without a unit", "selector: {}, nodeStartupTimeout: '5', " + conditions,
        "FieldValueInvalid spec.nodeStartupTimeout");
    row("7.2 no selector", conditions, "FieldValueRequired spec.selector");
    row("7.2 no conditions", "selector: {}, unhealthyConditions: []",
        "FieldValueInvalid spec.unhealthyConditions");
    row("7.2 an empty type", "selector: {}, unhealthyConditions: [{type: '', status: x, timeout: 1s}]",
        "FieldValueInvalid spec.unhealthyConditions[0].type");
    row("7.2 a timeout in the wrong words",
        "selector: {}, unhealthyConditions: [{type: x, status: x, timeout: soon}]",
        "FieldValueInvalid spec.unhealthyConditions[0].timeout");
}

void TestCustomTypes::machineHealthChecks()
{
    QFETCH(const std::string, spec);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response response = lab.post(
        "/apis/machine.openshift.io/v1beta1/namespaces/default/machinehealthchecks",
        "{apiVersion: machine.openshift.io/v1beta1, kind: MachineHealthCheck, metadata: {name: h}, spec: {"
            + spec + "}}");
    QCOMPARE(cause(response), expected);
    if (expected.empty())
        QVERIFY(at(response, {"spec", "maxUnhealthy"}) != "(none)"
            && at(response, {"spec", "nodeStartupTimeout"}) != "(none)");
}

QTEST_GUILESS_MAIN(TestCustomTypes)
#include "tst_customtypes.moc"
