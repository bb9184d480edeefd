// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L9: what the rules in CEL of a CustomResourceDefinition may cost at worst.
#include "labfixture.h"

#include "core/lab/rulecosts.h"
#include "core/lab/schemareader.h"

using namespace labtest;

class TestRuleCosts : public QObject
{
    Q_OBJECT

private slots:
    void sizesOfSchemas_data();
    void sizesOfSchemas();
    void howOftenARuleRuns_data();
    void howOftenARuleRuns();
    void whatIsRefused_data();
    void whatIsRefused();
    void whatCostsTooMuchAltogether();
    void whatWasThere();
    void anUpdate();
};

namespace {

constexpr std::string_view definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr std::string_view schemaPath = "spec.validation.openAPIV3Schema";

/// Each "$maxItems," becomes "maxItems: 5,", or nothing.
std::string limited(std::string schema, std::optional<int> limit)
{
    for (std::size_t at = schema.find('$'); at != schema.npos; at = schema.find('$', at)) {
        const std::size_t end = schema.find(',', at);
        const std::string name = schema.substr(at + 1, end - at - 1);
        schema.replace(at, end + 1 - at, limit ? name + ": " + std::to_string(*limit) + "," : "");
    }
    return schema;
}

std::string withRules(const std::string &schema, const std::string &rules)
{
    return "{x-kubernetes-validations: [" + rules + "], " + schema.substr(1);
}

std::string withRule(const std::string &schema, std::string_view rule)
{
    return withRules(schema, "{rule: \"" + std::string(rule) + "\"}");
}

std::string asSpec(const std::string &schema)
{
    return "{type: object, properties: {spec: " + schema + "}}";
}

std::vector<lab::RuleCost> costsOf(const Json &schema, lab::FieldErrors &errors)
{
    const lab::SchemaPtr read = lab::readSchema(schema, std::string(schemaPath), errors);
    return read ? lab::compileRules(schema, *read, std::string(schemaPath), errors).costs
                : std::vector<lab::RuleCost>();
}

/// The cost is that of the only rule there is.
std::uint64_t costOf(const std::string &schema)
{
    lab::FieldErrors errors;
    const auto costs = costsOf(yaml(schema), errors);
    if (!errors.empty() || costs.size() != 1)
        qFatal("%s: %s", schema.c_str(), errors.empty() ? "" : errors.front().message.c_str());
    return costs.front().cost;
}

/// "field: message" of each error.
std::string textOf(const lab::FieldErrors &errors)
{
    std::string text;
    for (const lab::FieldError &error : errors)
        text += (text.empty() ? "" : "\n") + error.field + ": " + error.message;
    return text;
}

std::string definition(const std::string &schema, std::string_view description = "d")
{
    return "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
           "wombats.zoo.example, annotations: {a: "
        + std::string(description)
        + "}}, spec: {group: zoo.example, scope: Namespaced, names: {plural: wombats, kind: Wombat}, "
          "versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: "
        + schema + "}}]}}";
}

const std::string numbers = "{type: array, $maxItems, items: {type: number}}";
constexpr std::string_view hint = " (try simplifying the rule, or adding maxItems, maxProperties, and "
                                  "maxLength where arrays, maps, and strings are declared)";

} // namespace

void TestRuleCosts::sizesOfSchemas_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("rule");
    QTest::addColumn<std::uint64_t>("unlimited");
    QTest::addColumn<int>("limit");
    QTest::addColumn<std::uint64_t>("withLimit");
    const auto row = [](const char *name, const std::string &schema, std::string_view rule,
                         std::uint64_t unlimited, int limit, std::uint64_t withLimit) {
        QTest::newRow(name) << schema << std::string(rule) << unlimited << limit << withLimit;
    };
    const auto listOf = [](const std::string &items) {
        return "{type: array, $maxItems, items: " + items + "}";
    };
    const auto mapOf = [](const std::string &values) {
        return "{type: object, $maxProperties, additionalProperties: " + values + "}";
    };
    const std::string text = "{type: string, $maxLength,}";
    const std::string string = "{type: string}";
    const std::string either = "{x-kubernetes-int-or-string: true}";
    const std::string object = "{type: object, required: [required], properties: {required: {type: string}, "
                               "optional: {type: string}}}";
    const auto format = [](const std::string &name) { return "{type: string, format: " + name + "}"; };

    // Each rule as TestCostEstimation has it (compilation_test.go).
    constexpr std::string_view each = "self.all(e, true)";
    row("numbers", numbers, each, 4718591, 10, 32);
    row("texts", listOf(string), each, 3145727, 20, 62);
    row("booleans", listOf("{type: boolean}"), each, 1887437, 5, 17);
    row("lists", listOf("{type: array, items: {type: number}}"), each, 3145727, 100, 302);
    row("objects", listOf(object), each, 555128, 50, 152);
    row("map of numbers", mapOf("{type: number}"), each, 1348169, 10, 32);
    row("map of texts", mapOf(string), each, 1179647, 3, 11);
    row("map of booleans", mapOf("{type: boolean}"), each, 943718, 100, 302);
    row("map of objects", mapOf(object), each, 428963, 20, 62);
    row("map of maps", mapOf("{type: object, additionalProperties: {type: number}}"), each, 1179647, 10, 32);
    row("map of lists", mapOf("{type: array, items: {type: number}}"), each, 1179647, 25, 77);
    row("numbers or texts", listOf(either), each, 4718591, 10, 32);
    row("map of numbers or texts", mapOf(either), each, 1348169, 15, 47);
    row("durations", listOf(format("duration")), each, 2359295, 5, 17);
    row("dates", listOf(format("date")), each, 725936, 15, 47);
    row("times", listOf(format("date-time")), each, 428963, 25, 77);
    row("map of durations", mapOf(format("duration")), each, 1048577, 5, 17);
    row("map of dates", mapOf(format("date")), each, 524288, 10, 32);
    row("map of times", mapOf(format("date-time")), each, 349526, 25, 77);
    row("a text within", text, "self.contains('four')", 314574, 10, 5);
    row("a text before", text, "self.startsWith('four')", 2, 15, 2);
    row("a longer text", text, "size(self + 'after') > size('after')", 314578, 4, 7);
    row("a number", numbers, "self[1] == 0.0", 2, 5000, 2);
    row("a text of many", listOf(string), "self[1] == self[1]", 314577, 8, 314577);
    row("a pattern", text, "self.matches('x')", 314574, 50, 22);
    row("a pattern for nothing", text, "''.matches('(((((((((())))))))))[0-9]')", 7, 10, 7);
    row("no pattern", text, "self.matches('')", 1, 100, 1);
    row("keys within values", mapOf(text), "self.all(key, key.contains(self[key]))", 2752507, 10, 72);
    row("no items", numbers, "self[3] == 0.0", 2, 0, 2);
    row("no characters", text, "self == 'x'", 2, 0, 1);
    row("no bytes", "{type: string, format: byte, $maxLength,}", "self == b'x'", 2, 0, 1);
    row("more than fit", numbers, "self.all(e, e == 0.0)", 6291454, 3 * 1024 * 2048, 25165826);
    row("a number or text", listOf(either), "self[0] == 5", 3, 10, 3);
    row("a boolean", listOf("{type: boolean}"), "self[0] == false", 2, 25, 2);
    row("an object", listOf(object), "self[0] == null", 2, 422, 2);
    row("a number of a list", listOf("{type: array, items: {type: number}}"), "self[0][0] == -1.0", 3, 51, 3);
    row("numbers by name", listOf("{type: object, additionalProperties: {type: number}}"),
        "self.all(e, e.y == 25.2)", 6291452, 12, 74);
    row("a duration", listOf(format("duration")), "self[0].getHours() == 2", 4, 525, 4);
    row("found in a text", text, "self.find('[0-9]+') == ''", 629147, 10, 11);
    row("joined", listOf(text), "self.join(' ') == 'aa bb'", 329853068905, 10, 43);
    row("sorted", listOf(text), "self.isSorted() == true", 329854432052, 10, 52);
    row("replaced",
        "{type: object, properties: {t: " + text
            + ", a: {type: string, maxLength: 2}, b: {type: string, maxLength: 4}}}",
        "self.t.replace(self.a, self.b) == 'whatever comes'", 629154, 4, 12);
    row("split", "{type: object, properties: {t: " + text + ", by: " + text + "}}",
        "self.t.split(self.by) == []", 629160, 10, 22);
    row("in small letters", text, "self.lowerAscii() == 'small!'", 314575, 10, 6);
    row("an old value", mapOf("{type: integer}"), "oldSelf.size() == self.size()", 5, 10, 5);
    row("two times", mapOf(format("date-time")), "self['a'] == self['b']", 8, 7, 8);
    row("two durations", mapOf(format("duration")), "self['a'] == self['b']", 8, 42, 8);
    row("an enumeration", "{type: string, $maxLength, enum: [A, B, LongValue]}", "self.contains('A')", 2,
        1000, 401);
    row("a quantity", "{x-kubernetes-int-or-string: true, $maxLength,}", "isQuantity(self)", 314574, 20, 9);
    row("lists of maps, by key",
        listOf(mapOf("{type: object, $maxProperties, required: [required], properties: {required: {type: "
                     "string}, optional: {type: string}}}")),
        "self.all(e, e['y'].required == 'z')", 7340027, 10, 72);
}

void TestRuleCosts::sizesOfSchemas()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, rule);
    QFETCH(const std::uint64_t, unlimited);
    QFETCH(const int, limit);
    QFETCH(const std::uint64_t, withLimit);
    QCOMPARE(costOf(asSpec(limited(withRule(schema, rule), {}))), unlimited);
    QCOMPARE(costOf(asSpec(limited(withRule(schema, rule), limit))), withLimit);
}

void TestRuleCosts::howOftenARuleRuns_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::uint64_t>("cost");
    const auto row = [](const char *name, const std::string &schema, std::uint64_t cost) {
        QTest::newRow(name) << schema << cost;
    };
    const std::string text = withRule("{type: string}", "self == 'x'"); // 2
    row("in an object", asSpec("{type: object, properties: {t: " + text + "}}"), 2);
    row("in a list", asSpec("{type: array, maxItems: 7, items: " + text + "}"), 14);
    row("in a map", asSpec("{type: object, maxProperties: 9, additionalProperties: " + text + "}"), 18);
    row("in lists of maps",
        asSpec("{type: array, maxItems: 7, items: {type: object, maxProperties: 9, additionalProperties: "
            + text + "}}"),
        126);
    row("in a list without a limit", asSpec("{type: array, items: " + text + "}"), 2097152);
    row("in a list with one in a list without",
        asSpec("{type: array, items: {type: array, maxItems: 7, items: " + text + "}}"), 2097152);
    row("in a list of none", asSpec("{type: array, maxItems: 0, items: " + text + "}"), 0);
    row("in a list with more than numbers go",
        asSpec("{type: array, maxItems: 4611686018427387904, items: {type: array, maxItems: "
               "4611686018427387904, items: "
            + text + "}}"),
        std::numeric_limits<std::uint64_t>::max());
    const std::string items = "required: [name], properties: {name: {type: string}, kind: {type: string}}}";
    row("objects that are never shorter",
        asSpec("{type: array, items: " + withRule("{type: object, " + items, "self.kind == 'x'") + "}"),
        3 * (3145728 / 13));
    row("what is filled in is not counted",
        asSpec("{type: array, items: "
            + withRule("{type: object, required: [name], properties: {name: {type: string, default: n}, "
                       "kind: {type: string}}}",
                "self.kind == 'x'")
            + "}"),
        3 * (3145728 / 3));
    row("resources within",
        asSpec("{type: array, items: "
            + withRule("{type: object, x-kubernetes-embedded-resource: true, "
                       "x-kubernetes-preserve-unknown-fields: true}",
                "self.kind == 'x'")
            + "}"),
        3 * (3145728 / 3));
    const std::string_view named = "self.metadata.name.contains('x')";
    row("a name", withRule("{type: object}", named), 105);
    row("a shorter name",
        withRule("{type: object, properties: {metadata: {type: object, properties: {name: {type: string, "
                 "maxLength: 50}}}}}",
            named),
        23);
    row("a kind", withRule("{type: object}", "self.kind.contains('x')"), 314575);
    row("a name with a limit",
        withRule("{type: object, properties: {kind: {type: string}, apiVersion: {type: string}, metadata: "
                 "{type: object, properties: {name: {type: string, maxLength: 10}, generateName: {type: "
                 "string}}}}}",
            named),
        7);
}

void TestRuleCosts::howOftenARuleRuns()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::uint64_t, cost);
    QCOMPARE(costOf(schema), cost);
}

void TestRuleCosts::whatIsRefused_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<std::string>("errors");
    const std::string spec = std::string(schemaPath) + ".properties[spec]";
    const auto row = [](const char *name, const std::string &schema, const std::string &errors) {
        QTest::newRow(name) << asSpec(limited(schema, {})) << errors;
    };
    const auto within = [](int count, const std::string &schema) {
        return "{type: array, maxItems: " + std::to_string(count) + ", items: " + schema + "}";
    };
    const std::string each = withRule(numbers, "self.all(e, true)"); // 4,718,591
    row("as much as may be", within(2, each), "");
    row("a little more", within(3, each),
        spec
            + ".items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by "
              "factor of 1.415577x"
            + std::string(hint));
    row("more", within(4, each),
        spec
            + ".items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by "
              "factor of 1.9x"
            + std::string(hint));
    row("far more", withRule(numbers, "self.all(e, self.all(f, true))"),
        spec
            + ".x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of "
              "more than 100x"
            + std::string(hint) + "\n" + spec
            + ".x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total "
              "exceeding cost limit for entire OpenAPIv3 schema\n"
            + std::string(schemaPath)
            + ": Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema "
              "exceeds budget by factor of more than 100x"
            + std::string(hint));
    row("a message",
        withRules("{type: object, properties: {n: " + within(5000, "{type: integer}") + "}}",
            "{rule: 'true', messageExpression: \"self.n.all(e, self.n.all(f, true)) ? 'a' : 'b'\"}"),
        spec
            + ".x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost "
              "exceeds budget by factor of 7.5x"
            + std::string(hint));
    const std::string message = spec + ".x-kubernetes-validations[0].messageExpression: Forbidden: ";
    row("a text that nobody knows the length of",
        withRules("{type: object, properties: {n: {type: integer, maximum: 9}}}",
            "{rule: 'self.n > 4', messageExpression: \"'not ' + string(self.n)\"}"),
        message + "estimated messageExpression cost exceeds budget by factor of more than 100x"
            + std::string(hint) + "\n" + message
            + "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema\n"
            + std::string(schemaPath)
            + ": Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema "
              "exceeds budget by factor of more than 100x"
            + std::string(hint));
    row("a text with a number in it",
        withRules("{type: object, properties: {n: {type: integer}}}",
            "{rule: 'self.n > 4', messageExpression: \"'not %d'.format([self.n])\"}"),
        "");
    row("a message is told once",
        within(100,
            withRules("{type: object, properties: {n: " + within(1000, "{type: integer}") + "}}",
                "{rule: 'true', messageExpression: \"self.n.all(e, "
                "self.n.all(f, true)) ? 'a' : 'b'\"}")),
        "");
}

void TestRuleCosts::whatIsRefused()
{
    QFETCH(const std::string, schema);
    QFETCH(const std::string, errors);
    lab::FieldErrors found;
    const auto costs = costsOf(yaml(schema), found);
    lab::checkCosts(costs, std::string(schemaPath), found);
    COMPARE_TEXT(textOf(found), errors);
    Lab lab;
    QCOMPARE(lab.post(definitions, definition(schema)).code, errors.empty() ? 201 : 422);
}

/// The four most expensive ones are told, those below a hundredth of the limit never.
void TestRuleCosts::whatCostsTooMuchAltogether()
{
    std::string properties;
    const auto add = [&](const std::string &name, int count) {
        properties += (properties.empty() ? "" : ", ") + name + ": {type: array, maxItems: "
            + std::to_string(count) + ", items: " + withRule(limited(numbers, {}), "self.all(e, true)") + "}";
    };
    for (int i = 0; i < 10; ++i)
        add("n" + std::to_string(i), 2);
    add("last", 1);
    const auto schemaOf = [&](const std::string &more) {
        return asSpec("{type: object, properties: {" + properties + more + "}}");
    };
    Lab lab;
    QCOMPARE(lab.post(definitions, definition(schemaOf(""))).code, 201); // 99,090,411
    add("more", 1);
    lab::FieldErrors errors;
    lab::checkCosts(costsOf(yaml(schemaOf("")), errors), std::string(schemaPath), errors);
    std::string expected;
    for (int i = 0; i < 4; ++i)
        expected += std::string(schemaPath) + ".properties[spec].properties[n" + std::to_string(i)
            + "].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total "
              "exceeding cost limit for entire OpenAPIv3 schema\n";
    COMPARE_TEXT(textOf(errors),
        expected + std::string(schemaPath)
            + ": Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema "
              "exceeds budget by factor of 1.038090x"
            + std::string(hint));
}

/// A version whose schema stays may keep its rules, but not all rules together.
void TestRuleCosts::whatWasThere()
{
    const std::string costly = asSpec(limited(withRule(numbers, "self.all(e, self.all(f, true))"), {}));
    const Json held = yaml(definition(costly));
    const auto errorsNow = [&](const Json &now) {
        lab::FieldErrors errors;
        const Json &schema = now.at_pointer("/spec/versions/0/schema/openAPIV3Schema");
        lab::checkCosts(costsOf(schema, errors), std::string(schemaPath), errors);
        lab::forgiveCostsThatWere(now, held, errors);
        return errors;
    };
    QCOMPARE(errorsNow(held).size(), std::size_t(2));
    COMPARE_TEXT(errorsNow(held).back().field, std::string(schemaPath));
    const std::string other = asSpec(limited(withRule(numbers, "self.all(e, self.all(g, true))"), {}));
    QCOMPARE(errorsNow(yaml(definition(other))).size(), std::size_t(3));
}

void TestRuleCosts::anUpdate()
{
    constexpr std::string_view name = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/"
                                      "wombats.zoo.example";
    Lab lab;
    const std::string cheap = asSpec(limited(withRule(numbers, "self.all(e, true)"), {}));
    QCOMPARE(lab.post(definitions, definition(cheap)).code, 201);
    const auto schema = [](const std::string &text) {
        return "[{op: replace, path: /spec/versions/0/schema/openAPIV3Schema, value: " + text + "}]";
    };
    constexpr std::string_view jsonPatch = "application/json-patch+json";
    const std::string costly = asSpec(limited(withRule(numbers, "self.all(e, self.all(f, true))"), {}));
    QCOMPARE(lab.patch(name, schema(costly), jsonPatch).code, 422);
    const std::string limit = asSpec(limited(withRule(numbers, "self.all(e, self.all(f, true))"), 100));
    QCOMPARE(lab.patch(name, schema(limit), jsonPatch).code, 200);
}

QTEST_GUILESS_MAIN(TestRuleCosts)
#include "tst_rulecosts.moc"
