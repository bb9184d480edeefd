// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L1: which schemas are structural, and where errors of the others are told.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using zoo::definition;
using zoo::definitions;

class TestStructure : public QObject
{
    Q_OBJECT

private slots:
    void levels_data();
    void levels();
    void whereErrorsAreTold();
    void whatAnUpdateLeaves();
};

namespace {

constexpr std::string_view place = "spec.validation.openAPIV3Schema";

/// "reason field" of each cause, in the order of their fields, which are those below the schema.
std::string causesBelow(const Response &response)
{
    std::vector<std::string> all;
    const Json *causes = response.body ? api::find(*response.body, {"details", "causes"}) : nullptr;
    for (const Json &each : causes ? causes->get_array() : api::JsonArray()) {
        std::string field(api::textAt(each, {"field"}));
        if (field.starts_with(place))
            field.erase(0, place.size());
        all.push_back(field + " " + std::string(api::textAt(each, {"reason"})).substr(10));
    }
    std::ranges::sort(all);
    std::string text;
    for (const std::string &each : all)
        text += (text.empty() ? "" : ", ") + each;
    return text;
}

} // namespace

void TestStructure::levels_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("expected");
    const auto root = [](const char *name, const std::string &schema, const std::string &expected) {
        QTest::addRow("L1 %s", name) << schema << expected;
    };
    const auto row = [&](const char *name, const std::string &schema, const std::string &expected = {}) {
        root(name, "{type: object, properties: {a: {" + schema + "}}}", expected);
    };
    root("a root that may be null", "{type: object, nullable: true}", ".nullable Forbidden");
    root("a default in metadata",
        "{type: object, properties: {metadata: {type: object, properties: {name: {type: string, default: "
        "x}}}}}",
        ".properties[metadata].properties[name].default Forbidden");
    row("an item without a type", "type: array, items: {}", ".properties[a].items.type Required");
    row("unknown fields that are not kept", "type: object, x-kubernetes-preserve-unknown-fields: false",
        ".properties[a].x-kubernetes-preserve-unknown-fields Invalid");
    row("an integer or a text", "x-kubernetes-int-or-string: true");
    row("an integer or a text, with a type", "type: string, x-kubernetes-int-or-string: true");
    row("an integer or a text, with both types",
        "x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]");
    row("an integer or a text, with both types and more",
        "x-kubernetes-int-or-string: true, allOf: [{anyOf: [{type: integer}, {type: string}]}, {pattern: "
        "a}]");
    row("an integer or a text, the other way round",
        "x-kubernetes-int-or-string: true, anyOf: [{type: string}, {type: integer}]",
        ".properties[a].anyOf[0].type Forbidden, .properties[a].anyOf[1].type Forbidden");
    row("an integer or a text, one of them",
        "x-kubernetes-int-or-string: true, oneOf: [{type: integer}, {type: string}]",
        ".properties[a].oneOf[0].type Forbidden, .properties[a].oneOf[1].type Forbidden");
    row("an integer or a text that keeps unknown fields",
        "x-kubernetes-int-or-string: true, x-kubernetes-preserve-unknown-fields: true",
        ".properties[a].x-kubernetes-preserve-unknown-fields Invalid");
    row("parts that say what only a level may",
        "type: object, properties: {b: {type: string}}, anyOf: [{description: d, title: t, type: object, "
        "nullable: true, properties: {b: {type: string, default: x}}}]",
        ".properties[a].anyOf[0].description Forbidden, .properties[a].anyOf[0].nullable Forbidden, "
        ".properties[a].anyOf[0].properties[b].default Forbidden, "
        ".properties[a].anyOf[0].properties[b].type Forbidden, .properties[a].anyOf[0].title Forbidden, "
        ".properties[a].anyOf[0].type Forbidden");
    row("parts with other members and items",
        "type: object, anyOf: [{additionalProperties: {type: string}}], not: {items: {type: string}}",
        ".properties[a].anyOf[0].additionalProperties Forbidden, .properties[a].not.items.type Forbidden");
    row("an object within that has nothing", "type: object, x-kubernetes-embedded-resource: true",
        ".properties[a].properties Required");
    row("an object within that is a text", "type: string, x-kubernetes-embedded-resource: true",
        ".properties[a].properties Required, .properties[a].type Invalid");
    row("an object within that has no type",
        "x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true",
        ".properties[a].type Required");
    row("an object within that is a map",
        "type: object, x-kubernetes-embedded-resource: true, additionalProperties: {type: string}",
        ".properties[a].additionalProperties Forbidden, .properties[a].properties Required");
    row("an object within with a kind that is a number",
        "type: object, x-kubernetes-embedded-resource: true, properties: {kind: {type: integer}, metadata: "
        "{type: string}}",
        ".properties[a].properties[kind].type Invalid, .properties[a].properties[metadata].type Invalid");
    row("an object within with labels",
        "type: object, x-kubernetes-embedded-resource: true, properties: {metadata: {type: object, "
        "properties: {labels: {type: object, additionalProperties: {type: string}}}}}");
    row("any members beside those that are named",
        "type: object, properties: {b: {type: string}}, additionalProperties: true");
    row("members of a type beside those that are named",
        "type: object, properties: {b: {type: string}}, additionalProperties: {type: string}",
        ".properties[a].additionalProperties Forbidden");
    row("members of a type beside none",
        "type: object, properties: {}, additionalProperties: {type: string}");
    row("a pattern that takes much", R"(type: string, pattern: '^\pL{400}$')");
    row("a pattern that looks ahead", "type: string, pattern: '^(?!x)'", ".properties[a].pattern Invalid");
    row("a default with unknown members",
        "type: array, items: {type: object, properties: {b: {type: string}}}, default: [{b: x, c: 1}]",
        ".properties[a].default Invalid");
    row("a type of maps for a list", "type: array, items: {type: string}, x-kubernetes-map-type: atomic",
        ".properties[a].type Invalid");
    row("a type of lists for an object", "type: object, x-kubernetes-list-type: set",
        ".properties[a].type Invalid");
    row("a type of lists for whatever",
        "x-kubernetes-preserve-unknown-fields: true, x-kubernetes-list-type: set",
        ".properties[a].type Required");
    const auto map = [&](const char *name, const std::string &keys, const std::string &items,
                         const std::string &expected = {}) {
        row(name,
            "type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [" + keys + "], items: {"
                + items + "}",
            expected);
    };
    const std::string list = ".properties[a].x-kubernetes-list-";
    const std::string items = ".properties[a].items";
    map("a list by a name that is required", "n",
        "type: object, required: [n], properties: {n: {type: string}}");
    map("a list by a port with a default", "n",
        "type: object, properties: {n: {type: integer, default: 80}}");
    map("a list by a name that may be missing", "n", "type: object, properties: {n: {type: string}}",
        items + ".properties[n].default Required");
    map("a list by a name that is not there", "m", "type: object, properties: {n: {type: string}}",
        list + "map-keys Invalid");
    map("a list by names that are not there", "m, o, m", "type: object, properties: {n: {type: string}}",
        list + "map-keys Invalid, " + list + "map-keys Invalid");
    map("a list by one name twice", "n, n", "type: object, required: [n], properties: {n: {type: string}}",
        list + "map-keys Invalid");
    map("a list by an object", "n", "type: object, required: [n], properties: {n: {type: object}}",
        items + ".properties[n].type Invalid");
    map("a list by a name that may be null", "n",
        "type: object, required: [n], properties: {n: {type: string, nullable: true}}",
        items + ".properties[n].nullable Forbidden");
    map("a list of items that may be null", "n",
        "type: object, nullable: true, required: [n], properties: {n: {type: string}}",
        items + ".nullable Forbidden");
    map("a list of texts by a name", "n", "type: string", items + ".type Invalid");
    row("keys of a list of no type",
        "type: array, x-kubernetes-list-map-keys: [n], items: {type: object, required: [n], properties: {n: "
        "{type: string}}}",
        list + "type Required");
    row("keys of a set",
        "type: array, x-kubernetes-list-type: set, x-kubernetes-list-map-keys: [n], items: {type: string}",
        list + "type Invalid");
    row("a set of objects", "type: array, x-kubernetes-list-type: set, items: {type: object}",
        items + ".x-kubernetes-map-type Invalid");
    row("a set of objects as a whole",
        "type: array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic}");
    row("a set of lists",
        "type: array, x-kubernetes-list-type: set, items: {type: array, items: {type: string}}");
    row("a set of texts that may be null",
        "type: array, x-kubernetes-list-type: set, items: {type: string, nullable: true}",
        items + ".nullable Forbidden");
}

void TestStructure::levels()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response response = lab.post(definitions, definition(schema));
    COMPARE_TEXT(verdict(response), expected.empty() ? "201" : "422 Invalid");
    COMPARE_TEXT(causesBelow(response), expected);
}

/// What all versions have alike is told once.
void TestStructure::whereErrorsAreTold()
{
    Lab lab;
    const auto causesOfTwo = [&](std::string_view schema, std::string_view more) {
        std::string two = definition("{type: object, properties: {a: {}}}", more);
        two.insert(two.rfind("]}}"),
            ", {name: v2, served: true, storage: false, schema: {openAPIV3Schema: " + std::string(schema)
                + "}" + std::string(more) + "}");
        return causesBelow(lab.post(definitions, two));
    };
    COMPARE_TEXT(causesOfTwo("{type: object, properties: {a: {}}}", ""), ".properties[a].type Required");
    COMPARE_TEXT(causesOfTwo("{type: object, properties: {b: {}}}", ""),
        "spec.versions[0].schema.openAPIV3Schema.properties[a].type Required, "
        "spec.versions[1].schema.openAPIV3Schema.properties[b].type Required");
    COMPARE_TEXT(
        causesOfTwo("{type: object, properties: {a: {}}}",
            ", subresources: {scale: {specReplicasPath: .spec.n}}, additionalPrinterColumns: [{name: "
            "A, type: x, jsonPath: a}, {type: string, jsonPath: .a, format: y}]"),
        ".properties[a].type Required, spec.additionalPrinterColumns[0].JSONPath Invalid, "
        "spec.additionalPrinterColumns[0].type Invalid, spec.additionalPrinterColumns[1].format Invalid, "
        "spec.additionalPrinterColumns[1].name Required, spec.subresources.scale.statusReplicasPath "
        "Required");
}

/// A schema that an earlier lab took stays as long as nobody changes the spec.
void TestStructure::whatAnUpdateLeaves()
{
    Lab lab;
    QCOMPARE(lab.post(definitions, definition("{type: object}")).code, 201);
    const std::string path = definitions / "wombats.zoo.example";
    QCOMPARE(lab.patch(path, "{metadata: {labels: {a: b}}}").code, 200);
    COMPARE_TEXT(verdict(lab.patch(path,
                     "[{op: replace, path: /spec/versions/0/schema/openAPIV3Schema, value: {type: object, "
                     "nullable: true}}]",
                     "application/json-patch+json")),
        "422 Invalid");
}

QTEST_GUILESS_MAIN(TestStructure)
#include "tst_structure.moc"
