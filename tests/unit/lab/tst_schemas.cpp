// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L: schemas of defined kinds, what they prune, default, refuse and warn of.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using zoo::definition;
using zoo::definitions;
using zoo::specSchema;
using zoo::wombat;
using zoo::wombats;

namespace {

/// A spec, and what restricts it as a whole, its color, what is in its lists, and these lists.
std::string burrowSchema(
    std::string_view ofSpec, std::string_view ofColor, std::string_view ofItems, std::string_view ofList)
{
    return "{type: object, properties: {spec: {type: object" + std::string(ofSpec)
        + ", properties: {color: {type: string" + std::string(ofColor)
        + "}, size: {type: integer}, rooms: {type: array, x-kubernetes-list-type: map, "
          "x-kubernetes-list-map-keys: [name], items: {type: object, required: [name], properties: {name: "
          "{type: string}, use: "
          "{type: string"
        + std::string(ofItems) + "}, floor: {type: string" + std::string(ofItems)
        + "}}}}, paths: {type: array, items: {type: string" + std::string(ofItems) + "}" + std::string(ofList)
        + "}, marks: {type: array, items: {type: string}"
        + (ofList.empty() ? "" : ", x-kubernetes-list-type: set") + "}}}}}";
}

} // namespace

class TestSchemas : public QObject
{
    Q_OBJECT

private slots:
    void unknownFields_data();
    void unknownFields();
    void shapesOfOthers_data();
    void shapesOfOthers();
    void pruningAndDefaults();
    void violations_data();
    void violations();
    void changedSchemas();
    void stricterSchemas_data();
    void stricterSchemas();
    void rulesInCel();
    void rulesInCelAreRefused();
};

void TestSchemas::unknownFields_data()
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
        "format: password, default: x, enum: [x], anyOf: [{maxLength: 8}], oneOf: [{maxLength: 8}]}}}}, i: "
        "{x-kubernetes-int-or-string: true}, f: {type: number, minimum: 0, maximum: 9, exclusiveMinimum: "
        "true, exclusiveMaximum: true, multipleOf: 1}, m: {type: object, additionalProperties: {type: "
        "string}}, e: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: "
        "object}}}}",
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

void TestSchemas::unknownFields() // P2
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

/// Schemas as widespread definitions have them: what fits and what does not.
void TestSchemas::shapesOfOthers_data()
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

void TestSchemas::shapesOfOthers()
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

void TestSchemas::pruningAndDefaults()
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

void TestSchemas::violations_data()
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
    row("L5 maxLength", "{type: string, maxLength: 2}", "äöü", "FieldValueTooLong");
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
        "required: [n], properties: {n: {type: string}, v: {type: string}}}}",
        "[{n: a, v: x}, {n: a, v: y}]", "FieldValueDuplicate");
    row("L5 required", "{type: object, required: [a], properties: {a: {type: string}}}", "{}",
        "FieldValueRequired");
    row("L5 maxProperties", "{type: object, maxProperties: 1, additionalProperties: {type: string}}",
        "{a: x, b: y}", "FieldValueTooMany");
    row("L5 values of a map", "{type: object, additionalProperties: {type: integer}}", "{a: x}",
        "FieldValueTypeInvalid");
    row("L5 date-time", "{type: string, format: date-time}", "'2025-13-01'", "FieldValueInvalid");
    const auto format = [&](const std::string &name, const std::vector<std::string> &good,
                            const std::vector<std::string> &bad) {
        for (const std::string &text : good)
            row(("L5 " + name + " takes " + text).c_str(), "{type: string, format: " + name + "}",
                "'" + text + "'", "");
        for (const std::string &text : bad)
            row(("L5 " + name + " refuses " + text).c_str(), "{type: string, format: " + name + "}",
                "'" + text + "'", "FieldValueInvalid");
    };
    format("ipv4", {"1.2.3.4"}, {"1.2.3", "::1"});
    format("ipv6", {"::1", "::ffff:1.2.3.4"}, {"1.2.3.4"});
    format("cidr", {"1.2.3.4/8", "::/0"}, {"1.2.3.4", "1.2.3.4/33"});
    format("uri", {"http://a", "/x"}, {"a/b"});
    format("email", {"a@b", "A <a@b.c>"}, {"x"});
    format("hostname", {"a", "a.b"}, {"a_b", "-a"});
    format("mac", {"01:23:45:67:89:ab", "0123.4567.89ab"}, {"x"});
    format("uuid", {"123E4567-E89B-12D3-A456-426614174000"}, {"x"});
    format("uuid4", {"123e4567-e89b-42d3-a456-426614174000"}, {"123e4567-e89b-12d3-a456-426614174000"});
    format("date", {"2020-01-02"}, {"2020-13-01"});
    format("duration", {"5s", "1h2m", "-1.5h", "0", "2 weeks", "5 S", "1d"}, {"5", "x"});
    format("hexcolor", {"fff", "#FFFFFF"}, {"#ff", "#ffff", "#ggg"});
    format("rgbcolor", {"rgb(1, 2, 3)", "rgb( 0,31 ,255)"},
        {"x", "rgb(256,1,1)", "rgb(01,31,255)", "rgb(1,2,3,", "rgb(1,2)", "RGB(1,2,3)"});
    format("isbn", {"0-306-40615-2", "978 3 8362 2119 1"}, {"", "0306406153", "9783836221192"});
    format("isbn10", {"0306406152", "080442957X"}, {"080442957x", "9783836221191"});
    format("isbn13", {"978-0-306-40615-7"}, {"0306406152", "97838362211"});
    format("creditcard", {"4111-1111-1111-1111", "375556917985515", "4222222222222"},
        {"", "4111111111111112", "41111111111111111", "0000000000000000"});
    format("ssn", {"111-11-1111", "111 11 1111"}, {"111111111", "111-111111", "123.45.6789"});
    format("ipv9", {"whatever"}, {});
    const std::string within =
        "{type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}";
    row("L5 an object within", within,
        "{apiVersion: a.b/v1, kind: Pod, metadata: {labels: {a: b}, creationTimestamp: null}, spec: {any: "
        "1}}",
        "");
    row("L5 an object within without anything", within, "{}", "FieldValueRequired");
    row("L5 an object within of no kind", within, "{apiVersion: v1, kind: P_d}", "FieldValueInvalid");
    row("L5 an object within of no version", within, "{apiVersion: a/b/c, kind: Pod}", "FieldValueInvalid");
    row("L5 an object within, of a kind that is a number", within, "{apiVersion: v1, kind: 1}",
        "FieldValueInvalid");
    row("L5 an object within with a wrong label", within,
        "{apiVersion: v1, kind: Pod, metadata: {labels: {a: b c}}}", "FieldValueInvalid");
    row("L5 an object within with a name of two segments", within,
        "{apiVersion: v1, kind: Pod, metadata: {name: a/b}}", "FieldValueInvalid");
    row("L5 an object within with labels that are none", within,
        "{apiVersion: v1, kind: Pod, metadata: {labels: 1}}", "FieldValueTypeInvalid");
    row("L5 anyOf", "{type: string, anyOf: [{pattern: ^a}, {pattern: ^b}]}", "c", "FieldValueInvalid");
    row("L5 oneOf", "{type: string, oneOf: [{pattern: a}, {pattern: b}]}", "ab", "FieldValueInvalid");
    row("L5 not", "{type: string, not: {enum: [a]}}", "a", "FieldValueInvalid");
}

void TestSchemas::violations()
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

void TestSchemas::changedSchemas()
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

void TestSchemas::stricterSchemas_data()
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
    row("L14 a field that is too long", typed, "{spec: {color: violet}}", "FieldValueTooLong spec.color");
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

void TestSchemas::stricterSchemas()
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

void TestSchemas::rulesInCel() // L8
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
        "299 - \"spec.validation.openAPIV3Schema.properties[spec].properties[legs]."
        "x-kubernetes-validations[0].rule: the rule is kept and not evaluated (undeclared reference to "
        "'odd'): "
        "odd(self)\"");
    QVERIFY(warnings[1].find("[parts].items.x-kubernetes-validations[0].rule") != std::string::npos);
    QVERIFY(warnings[1].ends_with("has(self.a) ? odd(1) : false\""));
    QVERIFY(
        conditionOf(made, "ValidationRulesEvaluated")
            .starts_with("False NotSupported: rules in CEL (x-kubernetes-validations) that are kept and not "
                         "evaluated: 2, first spec.validation."));
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

void TestSchemas::rulesInCelAreRefused() // L8
{
    Lab lab;
    lab.open(":memory:", true);
    const Response refused =
        lab.post(definitions, definition("{type: object, x-kubernetes-validations: [{rule: 'odd(1)'}]}"));
    COMPARE_TEXT(verdict(refused), "422 Invalid");
    COMPARE_TEXT(cause(refused),
        "FieldValueForbidden spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule");
    QCOMPARE(lab.post(definitions, definition("{type: object}")).code, 201);
}

QTEST_GUILESS_MAIN(TestSchemas)
#include "tst_schemas.moc"
