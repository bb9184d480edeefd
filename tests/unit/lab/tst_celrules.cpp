// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L8, L9: rules in CEL (x-kubernetes-validations) of CustomResourceDefinitions.
#include "labfixture.h"
#include "wombats.h"

#include <QTemporaryDir>

using namespace labtest;
using zoo::definition;
using zoo::definitions;
using zoo::wombat;
using zoo::wombats;

class TestCelRules : public QObject
{
    Q_OBJECT

private slots:
    void brokenRules_data();
    void brokenRules();
    void wrongRules_data();
    void wrongRules();
    void whatAWrongRuleSays();
    void transitions();
    void metadataIsToldBeside();
    void transitionsOfItems();
    void optionalOldSelf();
    void whatDidNotChangeIsAWarning();
    void otherErrorsComeFirst();
    void statusIsChecked();
    void everyWayToWrite();
    void whatCostsTooMuch();
    void rulesOfPartsOfASchema();
    void unknownFunctions();
    void unknownFunctionsAreRefused();
    void changedRulesCountAtOnce();
    void rulesSurviveARestart();
    void shapesOfOthers_data();
    void shapesOfOthers();
};

namespace {

constexpr std::string_view schemaPath = "spec.validation.openAPIV3Schema";

/// Rules on spec, and its properties.
std::string onSpec(std::string_view rules, std::string_view properties)
{
    return "{type: object, properties: {spec: {type: object, x-kubernetes-validations: [" + std::string(rules)
        + "], properties: " + std::string(properties) + "}}}";
}

/// "reason field: message" of each cause.
std::string causes(const Response &response)
{
    std::string text;
    const Json *all = response.body ? api::find(*response.body, {"details", "causes"}) : nullptr;
    for (const Json &each : all ? all->get_array() : api::JsonArray()) {
        text += (text.empty() ? "" : "; ") + std::string(api::textAt(each, {"reason"})) + " "
            + std::string(api::textAt(each, {"field"})) + ": " + std::string(api::textAt(each, {"message"}));
    }
    return text;
}

} // namespace

void TestCelRules::brokenRules_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("spec");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &schema, const std::string &spec,
                         const std::string &expected) { QTest::newRow(name) << schema << spec << expected; };
    const std::string replicas = "{min: {type: integer}, max: {type: integer}, name: {type: string}}";
    const std::string ordered =
        onSpec("{rule: 'self.min <= self.max', message: ' min must not exceed max '}", replicas);
    row("a rule that holds", ordered, "{min: 1, max: 2}", "");
    row("a message", ordered, "{min: 3, max: 2}",
        "FieldValueInvalid spec: Invalid value: \"object\": min must not exceed max");
    row("no message", onSpec("{rule: 'self.min <= self.max'}", replicas), "{min: 3, max: 2}",
        "FieldValueInvalid spec: Invalid value: \"object\": failed rule: self.min <= self.max");
    row("a message of its own",
        onSpec("{rule: 'self.min < 5', message: m, messageExpression: \"'min is %d'.format([self.min])\"}",
            replicas),
        "{min: 7}", "FieldValueInvalid spec: Invalid value: \"object\": min is 7");
    row("a message that fails",
        onSpec("{rule: 'self.min < 5', message: m, messageExpression: 'string(self.max)'}", replicas),
        "{min: 7}", "FieldValueInvalid spec: Invalid value: \"object\": m");
    row("a message of two lines",
        onSpec("{rule: 'self.min < 5', message: m, messageExpression: \"'a\\\\nb'\"}", replicas), "{min: 7}",
        "FieldValueInvalid spec: Invalid value: \"object\": m");
    row("a field and a reason",
        onSpec("{rule: 'self.min < 5', message: m, fieldPath: .min, reason: FieldValueForbidden}", replicas),
        "{min: 7}", "FieldValueForbidden spec.min: Forbidden: m");
    row("the reason Required",
        onSpec("{rule: 'has(self.name)', message: name it, fieldPath: .name, reason: FieldValueRequired}",
            replicas),
        "{}", "FieldValueRequired spec.name: Required value: name it");
    row("the reason Duplicate", onSpec("{rule: 'false', message: m, reason: FieldValueDuplicate}", replicas),
        "{}", "FieldValueDuplicate spec: Duplicate value: \"object\"");
    row("several rules",
        onSpec("{rule: 'self.min < 5', message: a}, {rule: 'self.max < 5', message: b}", replicas),
        "{min: 7, max: 8}",
        "FieldValueInvalid spec: Invalid value: \"object\": a; FieldValueInvalid spec: Invalid value: "
        "\"object\": b");
    row("a member that is not there", ordered, "{min: 3}",
        "FieldValueInvalid spec: Invalid value: \"object\": no such key: max evaluating rule: min must not "
        "exceed "
        "max");
    row("division by zero", onSpec("{rule: '1 / self.min > 0'}", replicas), "{min: 0}",
        "FieldValueInvalid spec: Invalid value: \"object\": division by zero evaluating rule: 1 / self.min > "
        "0");
    row("an operator that fits no value",
        onSpec("{rule: 'self.share > 5'}", "{share: {x-kubernetes-int-or-string: true}}"), "{share: 5%}",
        "FieldValueInvalid spec: Invalid value: \"object\": 'no such overload': call arguments did not match "
        "a "
        "supported operator, function or macro signature for rule: self.share > 5");
    row("on the whole object",
        "{type: object, x-kubernetes-validations: [{rule: \"self.metadata.name.startsWith('x')\", message: "
        "m}], "
        "properties: {spec: {type: object}}}",
        "{}", "FieldValueInvalid <nil>: Invalid value: \"object\": m");
    row("on the whole object, about a field",
        "{type: object, x-kubernetes-validations: [{rule: 'self.spec.n < 5', message: m, fieldPath: "
        ".spec.n}], "
        "properties: {spec: {type: object, properties: {n: {type: integer}}}}}",
        "{n: 7}", "FieldValueInvalid spec.n: Invalid value: \"object\": m");
    row("on a text",
        "{type: object, properties: {spec: {type: object, properties: {host: {type: string, "
        "x-kubernetes-validations: [{rule: 'isIP(self)', message: no address}]}}}}}",
        "{host: nowhere}", "FieldValueInvalid spec.host: Invalid value: \"string\": no address");
    row("on items",
        "{type: object, properties: {spec: {type: object, properties: {ports: {type: array, items: {type: "
        "integer, x-kubernetes-validations: [{rule: 'self > 0', message: m}]}}}}}}",
        "{ports: [1, 0, 2]}", "FieldValueInvalid spec.ports[1]: Invalid value: \"integer\": m");
    row("on entries of a map",
        "{type: object, properties: {spec: {type: object, additionalProperties: {type: string, "
        "x-kubernetes-validations: [{rule: 'self.size() < 3', message: m}]}}}}",
        "{a: xx, b: xxx}", "FieldValueInvalid spec[b]: Invalid value: \"string\": m");
    row("on an object within",
        onSpec("{rule: \"self.template.kind == 'Pod'\", message: m}",
            "{template: {type: object, x-kubernetes-embedded-resource: true, "
            "x-kubernetes-preserve-unknown-fields: "
            "true}}"),
        "{template: {apiVersion: v1, kind: Node, metadata: {name: n}}}",
        "FieldValueInvalid spec: Invalid value: \"object\": m");
    row("null is not looked at",
        "{type: object, properties: {spec: {type: object, properties: {note: {type: string, nullable: true, "
        "x-kubernetes-validations: [{rule: 'self.size() > 3'}]}}}}}",
        "{note: null}", "");
    row("an escaped name",
        onSpec("{rule: 'self.x__dash__y == self.__namespace__', message: m}",
            "{x-y: {type: string}, namespace: {type: string}}"),
        "{x-y: a, namespace: b}", "FieldValueInvalid spec: Invalid value: \"object\": m");
    row("a default is there before",
        onSpec("{rule: 'self.n == 4', message: m}", "{n: {type: integer, default: 4}}"), "{}", "");
    row("dates and durations",
        onSpec("{rule: \"self.from < self.to && self.step > duration('1s')\", message: m}",
            "{from: {type: string, format: date-time}, to: {type: string, format: date-time}, step: {type: "
            "string, "
            "format: duration}}"),
        "{from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z', step: 5s}",
        "FieldValueInvalid spec: Invalid value: \"object\": m");
}

void TestCelRules::brokenRules()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, spec);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response made = lab.post(definitions, definition(schema));
    QVERIFY2(made.code == 201, message(made).c_str());
    QVERIFY(warningsOf(made).empty());
    const Response created = lab.post(wombats, wombat(spec));
    COMPARE_TEXT(causes(created), expected);
    QCOMPARE(created.code, expected.empty() ? 201 : 422);
}

void TestCelRules::wrongRules_data()
{
    QTest::addColumn<std::string>("rule");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &rule, const std::string &expected) {
        QTest::newRow(name) << rule << expected;
    };
    row("a name that nobody declared", "{rule: slf.n > 1}", "FieldValueInvalid rule");
    row("a field that is not there", "{rule: self.foo > 1}", "FieldValueInvalid rule");
    row("types that do not fit", "{rule: \"self.n == '1'\"}", "FieldValueInvalid rule");
    row("no bool", "{rule: self.n}", "FieldValueInvalid rule");
    row("half a rule", "{rule: 'self.n >'}", "FieldValueInvalid rule");
    row("blanks", "{rule: '  '}", "FieldValueRequired rule");
    row("a message of blanks", "{rule: 'true', message: '  '}", "FieldValueInvalid message");
    row("a message of two lines", "{rule: 'true', message: \"a\\nb\"}", "FieldValueInvalid message");
    row("lines and no message", "{rule: \"true\\n&& true\"}", "FieldValueRequired message");
    row("a message that is no text", "{rule: 'true', messageExpression: '1 + 1'}",
        "FieldValueInvalid messageExpression");
    row("a message with an error", "{rule: 'true', messageExpression: self.foo}",
        "FieldValueInvalid messageExpression");
    row("a message of nothing", "{rule: 'true', messageExpression: ' '}",
        "FieldValueRequired messageExpression");
    row("a reason", "{rule: 'true', reason: Because}", "FieldValueNotSupported reason");
    row("a field path", "{rule: 'true', fieldPath: .nowhere}", "FieldValueInvalid fieldPath");
    row("a field path that is none", "{rule: 'true', fieldPath: 'n'}", "FieldValueInvalid fieldPath");
    row("optionalOldSelf without oldSelf", "{rule: 'true', optionalOldSelf: true}",
        "FieldValueInvalid optionalOldSelf");
    row("labels, which rules do not see", "{rule: self.metadata.labels.size() > 0}",
        "FieldValueInvalid rule");
}

void TestCelRules::wrongRules()
{
    QFETCH(const std::string, rule);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response refused = lab.post(definitions,
        definition(
            "{type: object, properties: {n: {type: integer}}, x-kubernetes-validations: [" + rule + "]}"));
    COMPARE_TEXT(verdict(refused), "422 Invalid");
    const std::size_t space = expected.find(' ');
    COMPARE_TEXT(cause(refused),
        expected.substr(0, space) + " " + std::string(schemaPath) + ".x-kubernetes-validations[0]."
            + expected.substr(space + 1));
}

void TestCelRules::whatAWrongRuleSays()
{
    Lab lab;
    const Response refused =
        lab.post(definitions, definition(onSpec("{rule: 'self.n > 1 && self.foo'}", "{n: {type: integer}}")));
    COMPARE_TEXT(causes(refused),
        "FieldValueInvalid "
        "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: "
        "Invalid value: apiextensions.ValidationRule{Rule:\"self.n > 1 && self.foo\", Message:\"\", "
        "MessageExpression:\"\", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:\"\", "
        "OptionalOldSelf:(*bool)(nil)}: compilation failed: ERROR: <input>:1:19: undefined field 'foo'\n | "
        "self.n > "
        "1 && self.foo\n | ..................^");
}

void TestCelRules::transitions()
{
    Lab lab;
    QCOMPARE(lab.post(definitions,
                    definition(onSpec("{rule: 'self.n >= oldSelf.n', message: n only grows}",
                        "{n: {type: integer}, host: {type: string, x-kubernetes-validations: [{rule: 'self "
                        "== oldSelf', "
                        "message: is immutable}]}}")))
                 .code,
        201);
    QCOMPARE(lab.post(wombats, wombat("{n: 5}")).code, 201); // nothing to compare with yet
    const std::string path = wombats / "w";
    COMPARE_TEXT(causes(lab.patch(path, "{spec: {n: 4}}")),
        "FieldValueInvalid spec: Invalid value: \"object\": n only grows");
    QCOMPARE(lab.patch(path, "{spec: {n: 6, host: a}}").code, 200); // host is new
    COMPARE_TEXT(causes(lab.patch(path, "{spec: {host: b}}")),
        "FieldValueInvalid spec.host: Invalid value: \"string\": is immutable");
    QCOMPARE(lab.patch(path, "{spec: {host: null}}").code, 200); // rules on what is gone are not looked at
}

void TestCelRules::metadataIsToldBeside()
{
    Lab lab;
    QCOMPARE(lab.post(definitions,
                    definition(onSpec("{rule: 'self.n > 1', message: few}", "{n: {type: integer}}")))
                 .code,
        201);
    const std::string told = causes(lab.post(wombats, wombat("{n: 1}", "Wrong")));
    QVERIFY2(told.find("metadata.name") != std::string::npos, told.c_str());
    QVERIFY2(told.find("few") != std::string::npos, told.c_str());
}

void TestCelRules::transitionsOfItems()
{
    const std::string items =
        "items: {type: object, required: [name], properties: {name: {type: string}, size: {type: "
        "integer, x-kubernetes-validations: [{rule: self >= oldSelf, message: shrinks}]}}}";
    Lab lab;
    const Response refused =
        lab.post(definitions, definition(onSpec("", "{disks: {type: array, " + items + "}}")));
    COMPARE_TEXT(causes(refused),
        "FieldValueInvalid spec.validation.openAPIV3Schema.properties[spec].properties[disks].items."
        "properties[size].x-kubernetes-validations[0].rule: Invalid value: \"self >= oldSelf\": oldSelf "
        "cannot be used "
        "on the uncorrelatable portion of the schema within "
        "spec.validation.openAPIV3Schema.properties[spec].properties[disks]");
    QCOMPARE(lab.post(definitions,
                    definition(onSpec("",
                        "{disks: {type: array, x-kubernetes-list-type: map, "
                        "x-kubernetes-list-map-keys: [name], "
                            + items + "}}")))
                 .code,
        201);
    QCOMPARE(lab.post(wombats, wombat("{disks: [{name: a, size: 5}, {name: b, size: 9}]}")).code, 201);
    const std::string path = wombats / "w";
    QCOMPARE(
        lab.patch(path, "{spec: {disks: [{name: c, size: 1}, {name: b, size: 9}, {name: a, size: 6}]}}").code,
        200);
    COMPARE_TEXT(causes(lab.patch(path, "{spec: {disks: [{name: b, size: 8}, {name: a, size: 7}]}}")),
        "FieldValueInvalid spec.disks[0].size: Invalid value: \"integer\": shrinks");
}

void TestCelRules::optionalOldSelf()
{
    Lab lab;
    QCOMPARE(lab.post(definitions,
                    definition(onSpec(
                        "{rule: 'oldSelf.hasValue() || self.n == 0', optionalOldSelf: true, message: begins "
                        "with 0}, {rule: 'oldSelf.optMap(o, o.n).orValue(0) <= self.n', "
                        "optionalOldSelf: true, message: only grows}",
                        "{n: {type: integer}}")))
                 .code,
        201);
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{n: 1}"))),
        "FieldValueInvalid spec: Invalid value: \"object\": begins with 0");
    QCOMPARE(lab.post(wombats, wombat("{n: 0}")).code, 201);
    QCOMPARE(lab.patch(wombats / "w", "{spec: {n: 2}}").code, 200);
    COMPARE_TEXT(causes(lab.patch(wombats / "w", "{spec: {n: 1}}")),
        "FieldValueInvalid spec: Invalid value: \"object\": only grows");
}

/// Ratcheting: a rule that came later holds up no change elsewhere.
void TestCelRules::whatDidNotChangeIsAWarning()
{
    const std::string properties =
        "{a: {type: object, properties: {n: {type: integer}}}, b: {type: integer}}";
    Lab lab;
    QCOMPARE(lab.post(definitions, definition(onSpec("", properties))).code, 201);
    QCOMPARE(lab.post(wombats, wombat("{a: {n: 7}, b: 1}")).code, 201);
    QCOMPARE(lab.patch(definitions / "wombats.zoo.example",
                    "[{op: add, path: "
                    "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a/"
                    "x-kubernetes-validations, "
                    "value: [{rule: self.n < 5, message: too many}]}]",
                    api::contentTypes::jsonPatch)
                 .code,
        200);
    const Response elsewhere = lab.patch(wombats / "w", "{spec: {b: 2}}");
    QCOMPARE(elsewhere.code, 200);
    QCOMPARE(warningsOf(elsewhere),
        std::vector<std::string> {"299 - \"spec.a: Invalid value: \\\"object\\\": too many\""});
    COMPARE_TEXT(causes(lab.patch(wombats / "w", "{spec: {a: {n: 8}}}")),
        "FieldValueInvalid spec.a: Invalid value: \"object\": too many");
    const Response good = lab.patch(wombats / "w", "{spec: {a: {n: 4}}}");
    QCOMPARE(good.code, 200);
    QVERIFY(warningsOf(good).empty());
}

void TestCelRules::otherErrorsComeFirst()
{
    Lab lab;
    QCOMPARE(
        lab.post(definitions,
               definition(
                   "{type: object, properties: {spec: {type: object, required: [name], "
                   "x-kubernetes-validations: [{rule: 'self.name.size() > self.n', message: m}], properties: "
                   "{name: {type: string, maxLength: 4}, n: {type: integer, minimum: 3}}}}}"))
            .code,
        201);
    const std::string notChecked =
        "; FieldValueInvalid <nil>: Invalid value: \"null\": some validation rules "
        "were not checked because the object was invalid; correct the existing "
        "errors to complete validation";
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{n: 5}"))),
        "FieldValueRequired spec.name: Required value" + notChecked);
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{n: 9, name: wally}"))),
        "FieldValueTooLong spec.name: Too long: may not be longer than 4" + notChecked);
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{n: 2, name: a}"))),
        "FieldValueInvalid spec.n: Invalid value: 2: spec.n in body should be greater than or equal to 3; "
        "FieldValueInvalid spec: Invalid value: \"object\": m");
}

void TestCelRules::statusIsChecked()
{
    Lab lab;
    QCOMPARE(lab.post(definitions,
                    definition("{type: object, properties: {spec: {type: object, properties: {n: {type: "
                               "integer}}}, status: "
                               "{type: object, properties: {phase: {type: string, x-kubernetes-validations: "
                               "[{rule: \"self "
                               "in ['On', 'Off']\", message: no phase}]}}}}}",
                        ", subresources: {status: {}}"))
                 .code,
        201);
    QCOMPARE(lab.post(wombats, wombat("{n: 1}")).code, 201);
    COMPARE_TEXT(causes(lab.patch((wombats / "w") + "/status", "{status: {phase: Half}}")),
        "FieldValueInvalid status.phase: Invalid value: \"string\": no phase");
    QCOMPARE(lab.patch((wombats / "w") + "/status", "{status: {phase: On}}").code, 200);
}

void TestCelRules::everyWayToWrite()
{
    Lab lab;
    QCOMPARE(
        lab.post(definitions, definition(onSpec("{rule: 'self.n < 5', message: m}", "{n: {type: integer}}")))
            .code,
        201);
    const std::string bad = "FieldValueInvalid spec: Invalid value: \"object\": m";
    COMPARE_TEXT(causes(lab.post(std::string(wombats) + "?dryRun=All", wombat("{n: 7}"))), bad);
    const std::string applied = (wombats / "w") + "?fieldManager=me";
    COMPARE_TEXT(causes(lab.patch(applied, wombat("{n: 7}"), api::contentTypes::applyPatch)), bad);
    const Response made = lab.patch(applied, wombat("{n: 1}"), api::contentTypes::applyPatch);
    QVERIFY2(made.code == 201, message(made).c_str());
    Json replacement = *made.body;
    replacement.at_pointer("/spec/n") = 7;
    COMPARE_TEXT(causes(lab.put(wombats / "w", replacement)), bad);
    COMPARE_TEXT(causes(lab.patch(wombats / "w", "[{op: replace, path: /spec/n, value: 7}]",
                     api::contentTypes::jsonPatch)),
        bad);
}

void TestCelRules::whatCostsTooMuch() // L9
{
    const auto numbers = [](int most) {
        return "{list: {type: array, maxItems: " + std::to_string(most) + ", items: {type: integer}}}";
    };
    std::string list;
    for (int i = 0; i < 1000; ++i)
        list += (i ? ", " : "") + std::to_string(i);
    const std::string squared = "self.list.all(a, self.list.all(b, a + b >= 0))";
    Lab lab;
    QCOMPARE(
        lab.post(definitions,
               definition(onSpec("{rule: '" + squared + "', message: m}, {rule: 'false'}", numbers(1000))))
            .code,
        201);
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{list: [" + list + "]}"))),
        "FieldValueInvalid spec: Invalid value: \"object\": 'operation cancelled: actual cost limit "
        "exceeded': no "
        "further validation rules will be run due to call cost exceeds limit for rule: m");
    QCOMPARE(lab.post(wombats, wombat("{list: [1]}")).code, 422); // the second one runs

    lab.remove(definitions / "wombats.zoo.example");
    lab.settle();
    std::string rules;
    for (int i = 0; i < 20; ++i) // each well below a million, all together above ten
        rules += (i ? ", " : "")
            + std::string("{rule: 'self.list.map(a, a).map(a, a).map(a, a).map(a, a).map(a, a)"
                          ".map(a, a).map(a, a).map(a, a).map(a, a).map(a, a).size() >= 0'}");
    QCOMPARE(lab.post(definitions, definition(onSpec(rules, numbers(6000)))).code, 201);
    QCOMPARE(lab.post(wombats, wombat("{list: [1, 2]}", "small")).code, 201);
    std::string more;
    for (int i = 0; i < 6; ++i)
        more += (i ? ", " : "") + list;
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{list: [" + more + "]}", "large"))),
        "FieldValueInvalid spec: Invalid value: \"object\": validation failed due to running out of cost "
        "budget, no "
        "further validation rules will be run");
}

void TestCelRules::rulesOfPartsOfASchema()
{
    Lab lab;
    const Response made = lab.post(definitions,
        definition(
            "{type: object, properties: {spec: {type: object, properties: {n: {type: integer}}, allOf: "
            "[{properties: "
            "{n: {x-kubernetes-validations: [{rule: 'self > 0', message: m}]}}}], anyOf: [{properties: {n: "
            "{x-kubernetes-validations: [{rule: 'self > 1'}]}}}]}}}"));
    QVERIFY2(made.code == 201, message(made).c_str());
    QCOMPARE(warningsOf(made).size(), 1U); // of the one that nobody looks at
    QVERIFY(warningsOf(made)[0].find("anyOf[0].properties[n]") != std::string::npos);
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{n: 0}"))),
        "FieldValueInvalid spec.n: Invalid value: \"integer\": m");
}

namespace {

const std::string translated = "{rule: \"self.name.translate('de') != ''\", message: m}";

std::string conditionOf(const Response &response)
{
    for (const Json &condition : response.body->at("status").at("conditions").get_array()) {
        if (api::textAt(condition, {"type"}) == "ValidationRulesEvaluated")
            return std::string(api::textAt(condition, {"status"})) + " "
                + std::string(api::textAt(condition, {"message"}));
    }
    return {};
}

} // namespace

/// Another server may know the function: the rule is kept, and told of.
void TestCelRules::unknownFunctions()
{
    Lab lab;
    const std::string path =
        "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule";
    const Response made = lab.post(definitions,
        definition(onSpec(
            translated + ", {rule: 'self.name.size() < 5', message: long}", "{name: {type: string}}")));
    QVERIFY2(made.code == 201, message(made).c_str());
    QCOMPARE(warningsOf(made),
        std::vector<std::string> {"299 - \"" + path
            + ": the rule is kept and not evaluated (undeclared reference to 'translate'): "
              "self.name.translate('de') != "
              "''\""});
    COMPARE_TEXT(conditionOf(made),
        "False rules in CEL (x-kubernetes-validations) that are kept and not evaluated: 1, first " + path
            + " (undeclared reference to 'translate')");
    QCOMPARE(lab.post(wombats, wombat("{name: a}")).code, 201);
    COMPARE_TEXT(causes(lab.post(wombats, wombat("{name: aaaaaa}", "x"))), // the others count
        "FieldValueInvalid spec: Invalid value: \"object\": long");
}

void TestCelRules::unknownFunctionsAreRefused()
{
    Lab lab;
    lab.open(":memory:", true);
    const Response refused = lab.post(definitions, definition(onSpec(translated, "{name: {type: string}}")));
    COMPARE_TEXT(causes(refused),
        "FieldValueForbidden "
        "spec.validation.openAPIV3Schema.properties[spec].x-kubernetes-validations[0].rule: "
        "Forbidden: the rule can't be evaluated here: undeclared reference to 'translate'");
    QCOMPARE(
        lab.post(definitions, definition(onSpec("{rule: 'self.name.size() < 5'}", "{name: {type: string}}")))
            .code,
        201);
}

void TestCelRules::changedRulesCountAtOnce()
{
    Lab lab;
    QCOMPARE(
        lab.post(definitions, definition(onSpec("{rule: 'self.n < 5'}", "{n: {type: integer}}"))).code, 201);
    QCOMPARE(lab.post(wombats, wombat("{n: 7}")).code, 422);
    QCOMPARE(lab.patch(definitions / "wombats.zoo.example",
                    "[{op: replace, path: "
                    "/spec/versions/0/schema/openAPIV3Schema/properties/spec/x-kubernetes-validations/0/"
                    "rule, value: "
                    "'self.n < 9'}]",
                    api::contentTypes::jsonPatch)
                 .code,
        200);
    QCOMPARE(lab.post(wombats, wombat("{n: 7}")).code, 201);
}

void TestCelRules::rulesSurviveARestart()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("lab.db")).toStdString();
    Lab lab(path);
    QCOMPARE(
        lab.post(definitions, definition(onSpec("{rule: 'self.n < 5'}", "{n: {type: integer}}"))).code, 201);
    lab.open(path);
    QCOMPARE(lab.post(wombats, wombat("{n: 7}")).code, 422);
    QCOMPARE(lab.post(wombats, wombat("{n: 4}")).code, 201);
}

/// Rules of the kinds that widespread definitions have, in our own words.
void TestCelRules::shapesOfOthers_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("good");
    QTest::addColumn<std::string>("bad");
    const auto row = [](const char *name, const std::string &schema, const char *good, const char *bad) {
        QTest::newRow(name) << schema << std::string(good) << std::string(bad);
    };
    const std::string listeners =
        "{listeners: {type: array, maxItems: 64, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: "
        "[name], items: {type: object, required: [name, port, protocol], properties: {name: {type: string}, "
        "port: {type: integer}, protocol: {type: string, maxLength: 255}, hostname: {type: string, "
        "maxLength: "
        "253}, tls: {type: object, properties: {mode: {type: string}}}}}}}";
    row("listeners that differ in port, protocol and host (routes and gateways)",
        onSpec("{rule: 'self.listeners.all(a, self.listeners.exists_one(b, a.port == b.port && a.protocol == "
               "b.protocol && "
               "(has(a.hostname) && has(b.hostname) ? a.hostname == b.hostname : !has(a.hostname) && "
               "!has(b.hostname))))', message: combination must be unique}",
            listeners),
        "{listeners: [{name: a, port: 80, protocol: HTTP}, {name: b, port: 80, protocol: HTTP, hostname: "
        "x}]}",
        "{listeners: [{name: a, port: 80, protocol: HTTP}, {name: b, port: 80, protocol: HTTP}]}");
    row("a member for certain protocols only",
        onSpec("{rule: \"self.listeners.all(l, l.protocol in ['HTTP', 'TCP'] ? !has(l.tls) : true)\", "
               "message: m}",
            listeners),
        "{listeners: [{name: a, port: 443, protocol: HTTPS, tls: {mode: Terminate}}]}",
        "{listeners: [{name: a, port: 80, protocol: HTTP, tls: {}}]}");
    row("exactly one member of a union, by its type",
        onSpec(
            "{rule: \"has(self.type) && self.type == 'Header' ? has(self.header) : !has(self.header)\", "
            "message: m}, "
            "{rule: \"[has(self.header), has(self.query)].filter(x, x == true).size() <= 1\", message: one}",
            "{type: {type: string}, header: {type: string}, query: {type: string}}"),
        "{type: Header, header: a}", "{type: Header, query: a}");
    row("a provider that can't change, unless it was not set (machines)",
        onSpec("{rule: '!has(oldSelf.provider) || self.provider == oldSelf.provider', optionalOldSelf: "
               "false, message: m}",
            "{provider: {type: string}}"),
        "{provider: a}", "{provider: 5}");
    row("resources as quantities",
        onSpec("{rule: 'quantity(string(self.limit)).compareTo(quantity(string(self.request))) >= 0', "
               "message: m}",
            "{limit: {x-kubernetes-int-or-string: true}, request: {x-kubernetes-int-or-string: true}}"),
        "{limit: 1Gi, request: 512Mi}", "{limit: 1, request: 1500m}");
    row("networks that hold their addresses",
        onSpec("{rule: 'self.nets.exists(n, cidr(n).containsIP(self.address))', message: m}",
            "{nets: {type: array, maxItems: 8, items: {type: string, maxLength: 43}}, address: {type: "
            "string, "
            "maxLength: 39}}"),
        "{nets: [10.0.0.0/8, 'fd00::/8'], address: 'fd00::1'}", "{nets: [10.0.0.0/8], address: 11.0.0.1}");
    row("names as Kubernetes has them",
        onSpec("{rule: '!format.dns1123Label().validate(self.name).hasValue()', message: m}",
            "{name: {type: string, maxLength: 63}}"),
        "{name: my-name}", "{name: My_Name}");
    row("a URL with a scheme",
        onSpec("{rule: \"isURL(self.url) && url(self.url).getScheme() in ['http', 'https']\", message: m}",
            "{url: {type: string}}"),
        "{url: 'https://example.com/x'}", "{url: 'ftp://example.com'}");
    row("a duration of certain units",
        onSpec("{rule: \"!has(self.wait) || self.wait.matches('^([0-9]{1,5}(h|m|s|ms)){1,4}$')\", message: "
               "m}, {rule: "
               "\"!has(self.wait) || duration(self.wait) >= duration('1s')\", message: n}",
            "{wait: {type: string}}"),
        "{wait: 1m30s}", "{wait: 5ms}");
    row("conditions that are each there once",
        onSpec("{rule: 'self.conditions.all(a, self.conditions.filter(b, a.type == b.type).size() == 1)', "
               "message: m}",
            "{conditions: {type: array, maxItems: 8, items: {type: object, properties: {type: {type: string, "
            "maxLength: 316}}}}}"),
        "{conditions: [{type: A}, {type: B}]}", "{conditions: [{type: A}, {type: A}]}");
}

void TestCelRules::shapesOfOthers()
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
    COMPARE_TEXT(verdict(lab.post(wombats, wombat(bad, "bad"))), "422 Invalid");
}

QTEST_GUILESS_MAIN(TestCelRules)
#include "tst_celrules.moc"
