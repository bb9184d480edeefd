// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md F12, F15: sets of fields, and objects that merge by their schema.
#include "core/lab/apply/structuredmerge.h"
#include "core/lab/schemareader.h"

#include "labfixture.h"

using namespace labtest;
using lab::FieldChanges;
using lab::FieldSet;
using lab::StructuredMerge;

namespace {

/// A kind with a list and an object of each sort.
StructuredMerge things()
{
    lab::FieldErrors errors;
    const auto schema = lab::readSchema(yaml(R"({type: object, properties: {
        text: {type: string}, nested: {type: object, properties: {a: {type: string}, b: {type: string}}},
        map: {type: object, additionalProperties: {type: string}},
        atomic: {type: object, x-kubernetes-map-type: atomic, additionalProperties: {type: string}},
        list: {type: array, items: {type: string}},
        set: {type: array, x-kubernetes-list-type: set, items: {type: string}},
        items: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [name], items: {
            type: object, properties: {name: {type: string}, value: {type: integer}}}},
        ports: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [port, protocol],
            items: {type: object, properties: {port: {type: integer},
                protocol: {type: string, default: TCP}}}},
        any: {type: object, x-kubernetes-preserve-unknown-fields: true}}})"),
        "", errors);
    if (!schema)
        qFatal("%s: %s", errors.front().field.c_str(), errors.front().message.c_str());
    return {schema, true};
}

std::string textOf(const FieldSet &set)
{
    std::string text;
    appendFieldSet(text, set);
    return text;
}

FieldSet setOf(const std::string &text)
{
    const auto json = api::parseJson(text);
    const auto set = json ? lab::readFieldSet(*json) : base::Result<FieldSet>(tl::unexpected(json.error()));
    if (!set)
        qFatal("%s: %s", text.c_str(), set.error().message.c_str());
    return *set;
}

} // namespace

class TestFieldSets : public QObject
{
    Q_OBJECT

private slots:
    void readAndWritten_data();
    void readAndWritten();
    void notRead_data();
    void notRead();
    void combined_data();
    void combined();
    void paths();
    void fieldsOfConfigurations_data();
    void fieldsOfConfigurations();
    void comparisons_data();
    void comparisons();
    void merges_data();
    void merges();
    void prunes_data();
    void prunes();
    void misfits_data();
    void misfits();
    void tooDeepIsOneField();
};

void TestFieldSets::readAndWritten_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<std::string>("again");
    const auto row = [](const char *name, const std::string &text, const std::string &again = {}) {
        QTest::newRow(name) << text << (again.empty() ? text : again);
    };
    row("nothing", "{}");
    row("a field", R"({"f:a":{}})");
    row("below a field", R"({"f:a":{"f:b":{}}})");
    row("a field and one below", R"({"f:a":{".":{},"f:b":{}}})");
    row("an item by its key", R"({"f:l":{"k:{\"name\":\"x\"}":{".":{},"f:v":{}}}})");
    row("an item by two keys, in order", R"({"k:{\"z\":1,\"a\":\"x\"}":{}})",
        R"({"k:{\"a\":\"x\",\"z\":1}":{}})");
    row("an item by its value", R"({"f:l":{"v:\"x\"":{},"v:3":{}}})", R"({"f:l":{"v:\"x\"":{},"v:3":{}}})");
    row("an item by its place", R"({"f:l":{"i:3":{}}})");
    row("a name with quotes", R"({"f:a\"b\\c":{}})");
    row("a field that is only a dot", R"({"f:a":{".":{}}})", R"({"f:a":{}})");
}

void TestFieldSets::readAndWritten()
{
    QFETCH(const std::string, text);
    QFETCH(const std::string, again);
    COMPARE_TEXT(textOf(setOf(text)), again);
}

void TestFieldSets::notRead_data()
{
    QTest::addColumn<std::string>("text");
    QTest::newRow("a list") << std::string("[]");
    QTest::newRow("a text") << std::string(R"({"f:a":"x"})");
    QTest::newRow("no element") << std::string(R"({"a":{}})");
    QTest::newRow("keys that are none") << std::string(R"({"k:x":{}})");
    QTest::newRow("keys that are a list") << std::string(R"({"k:[]":{}})");
    QTest::newRow("a value that is an object") << std::string(R"({"v:{}":{}})");
    QTest::newRow("a place that is no number") << std::string(R"({"i:x":{}})");
    std::string deep = "{}";
    for (int i = 0; i < 95; ++i)
        deep = R"({"f:a":)" + deep + "}";
    QTest::newRow("too deep") << deep;
}

void TestFieldSets::notRead()
{
    QFETCH(const std::string, text);
    QVERIFY(!lab::readFieldSet(api::parseJson(text).value()));
}

void TestFieldSets::combined_data()
{
    QTest::addColumn<std::string>("a");
    QTest::addColumn<std::string>("b");
    QTest::addColumn<std::string>("all");
    QTest::addColumn<std::string>("without");
    QTest::addColumn<std::string>("withoutWhole");
    QTest::addColumn<std::string>("both");
    const auto row = [](const char *name, const std::string &a, const std::string &b, const std::string &all,
                         const std::string &without, const std::string &withoutWhole,
                         const std::string &both) {
        QTest::newRow(name) << a << b << all << without << withoutWhole << both;
    };
    row("apart", R"({"f:a":{}})", R"({"f:b":{}})", R"({"f:a":{},"f:b":{}})", R"({"f:a":{}})", R"({"f:a":{}})",
        "{}");
    row("the same", R"({"f:a":{}})", R"({"f:a":{}})", R"({"f:a":{}})", "{}", "{}", R"({"f:a":{}})");
    row("one above the other", R"({"f:a":{"f:b":{}}})", R"({"f:a":{}})", R"({"f:a":{".":{},"f:b":{}}})",
        R"({"f:a":{"f:b":{}}})", "{}", "{}");
    row("in part", R"({"f:a":{".":{},"f:b":{},"f:c":{}}})", R"({"f:a":{"f:b":{}}})",
        R"({"f:a":{".":{},"f:b":{},"f:c":{}}})", R"({"f:a":{".":{},"f:c":{}}})",
        R"({"f:a":{".":{},"f:c":{}}})", R"({"f:a":{"f:b":{}}})");
}

void TestFieldSets::combined()
{
    QFETCH(const std::string, a);
    QFETCH(const std::string, b);
    FieldSet all = setOf(a);
    lab::add(all, setOf(b));
    QTEST(textOf(all), "all");
    FieldSet without = setOf(a);
    lab::remove(without, setOf(b));
    QTEST(textOf(without), "without");
    FieldSet withoutWhole = setOf(a);
    lab::removeWhole(withoutWhole, setOf(b));
    QTEST(textOf(withoutWhole), "withoutWhole");
    QTEST(textOf(lab::common(setOf(a), setOf(b))), "both");
}

void TestFieldSets::paths()
{
    const auto found =
        lab::pathsOf(setOf(R"({"f:a":{".":{},"f:b":{}},"f:c":{},)"
                           R"("f:l":{"k:{\"name\":\"x\",\"port\":1}":{},"v:\"y\"":{},"i:3":{}}})"));
    const std::vector<std::string> expected {
        ".a", ".c", ".a.b", ".l[3]", ".l[name=\"x\",port=1]", ".l[=\"y\"]"};
    QCOMPARE(found, expected);
}

void TestFieldSets::fieldsOfConfigurations_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<std::string>("fields");
    const auto row = [](const char *name, const std::string &config, const std::string &fields) {
        QTest::newRow(name) << config << fields;
    };
    row("nothing", "{}", "{}");
    row("a text, and members of a member", "{text: x, nested: {a: y}}",
        R"({"f:nested":{"f:a":{}},"f:text":{}})");
    row("an empty member", "{nested: {}}", R"({"f:nested":{}})");
    row("null", "{text: null}", R"({"f:text":{}})");
    row("a map", "{map: {k: v}}", R"({"f:map":{"f:k":{}}})");
    row("what is one field", "{atomic: {k: v}, list: [x]}", R"({"f:atomic":{},"f:list":{}})");
    row("a set", "{set: [y, x]}", R"({"f:set":{"v:\"x\"":{},"v:\"y\"":{}}})");
    row("items with keys", "{items: [{name: n, value: 1}]}",
        R"({"f:items":{"k:{\"name\":\"n\"}":{".":{},"f:name":{},"f:value":{}}}})");
    row("an empty list", "{items: []}", "{}");
    row("a key by default", "{ports: [{port: 1}]}",
        R"({"f:ports":{"k:{\"port\":1,\"protocol\":\"TCP\"}":{".":{},"f:port":{}}}})");
    row("what no schema tells", "{any: {a: {b: [1, {c: 2}]}}}", R"({"f:any":{"f:a":{".":{},"f:b":{}}}})");
}

void TestFieldSets::fieldsOfConfigurations()
{
    QFETCH(const std::string, config);
    QTEST(textOf(things().fieldsOf(yaml(config))), "fields");
}

void TestFieldSets::comparisons_data()
{
    QTest::addColumn<std::string>("before");
    QTest::addColumn<std::string>("after");
    QTest::addColumn<std::string>("added");
    QTest::addColumn<std::string>("modified");
    QTest::addColumn<std::string>("removed");
    const auto row = [](const char *name, const std::string &before, const std::string &after,
                         const std::string &added, const std::string &modified, const std::string &removed) {
        QTest::newRow(name) << before << after << added << modified << removed;
    };
    row("the same", "{text: x, items: [{name: a}]}", "{text: x, items: [{name: a}]}", "{}", "{}", "{}");
    row("a member", "{text: x}", "{text: y, nested: {a: 1}}", R"({"f:nested":{".":{},"f:a":{}}})",
        R"({"f:text":{}})", "{}");
    row("a member of a member", "{nested: {a: x, b: x}}", "{nested: {a: y}}", "{}",
        R"({"f:nested":{"f:a":{}}})", R"({"f:nested":{"f:b":{}}})");
    row("the last one goes", "{map: {k: v}}", "{map: {}}", "{}", "{}", R"({"f:map":{"f:k":{}}})");
    row("one field", "{list: [a], atomic: {k: v}}", "{list: [a, b], atomic: {k: w}}", "{}",
        R"({"f:atomic":{},"f:list":{}})", "{}");
    row("a set", "{set: [a, b]}", "{set: [c, b]}", R"({"f:set":{"v:\"c\"":{}}})", "{}",
        R"({"f:set":{"v:\"a\"":{}}})");
    row("items", "{items: [{name: a, value: 1}, {name: b}]}", "{items: [{name: c}, {name: a, value: 2}]}",
        R"({"f:items":{"k:{\"name\":\"c\"}":{".":{},"f:name":{}}}})",
        R"({"f:items":{"k:{\"name\":\"a\"}":{"f:value":{}}}})",
        R"({"f:items":{"k:{\"name\":\"b\"}":{".":{},"f:name":{}}}})");
    row("items in another order", "{items: [{name: a}, {name: b}]}", "{items: [{name: b}, {name: a}]}", "{}",
        "{}", "{}");
    row("an item becomes two", "{items: [{name: a, value: 1}]}", "{items: [{name: a}, {name: a, value: 2}]}",
        R"({"f:items":{"k:{\"name\":\"a\"}":{}}})", "{}",
        R"({"f:items":{"k:{\"name\":\"a\"}":{".":{},"f:name":{},"f:value":{}}}})");
    row("another type", "{any: {a: 1}}", "{any: {a: {b: 1}}}", "{}", R"({"f:any":{"f:a":{}}})", "{}");
}

void TestFieldSets::comparisons()
{
    QFETCH(const std::string, before);
    QFETCH(const std::string, after);
    const FieldChanges found = things().compare(yaml(before), yaml(after));
    QTEST(textOf(found.added), "added");
    QTEST(textOf(found.modified), "modified");
    QTEST(textOf(found.removed), "removed");
}

void TestFieldSets::merges_data()
{
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("config");
    QTest::addColumn<std::string>("merged");
    const auto row = [](const char *name, const std::string &object, const std::string &config,
                         const std::string &merged) { QTest::newRow(name) << object << config << merged; };
    row("members", "{text: x, nested: {a: 1}}", "{nested: {b: 2}}", "{text: x, nested: {a: 1, b: 2}}");
    row("one field", "{list: [a], atomic: {k: v}}", "{list: [b], atomic: {l: w}}",
        "{list: [b], atomic: {l: w}}");
    row("a set", "{set: [a, b]}", "{set: [c, b]}", "{set: [a, c, b]}");
    row("items", "{items: [{name: a, value: 1}, {name: b}]}", "{items: [{name: a, value: 2}, {name: c}]}",
        "{items: [{name: a, value: 2}, {name: b}, {name: c}]}");
    row("the configuration's order", "{set: [a, b, c]}", "{set: [c, a]}", "{set: [b, c, a]}");
    row("others stay in front", "{set: [x]}", "{set: [a, b]}", "{set: [x, a, b]}");
    row("an empty list", "{set: [a]}", "{set: []}", "{set: [a]}");
    row("null where others have something", "{set: [a], nested: {a: 1}, map: {k: v}}",
        "{set: null, nested: null, map: null}", "{set: [a], nested: {a: 1}, map: {k: v}}");
    row("null for one field", "{list: [a], atomic: {k: v}, text: x}",
        "{list: null, atomic: null, text: null}", "{list: null, atomic: null, text: null}");
    row("an item that is there twice", "{items: [{name: a, value: 1}, {name: a, value: 2}, {name: b}]}",
        "{items: [{name: a, value: 3}]}", "{items: [{name: a, value: 3}, {name: b}]}");
    row("another type", "{any: {a: 1}}", "{any: {a: {b: 1}}}", "{any: {a: {b: 1}}}");
}

void TestFieldSets::merges()
{
    QFETCH(const std::string, object);
    QFETCH(const std::string, config);
    QFETCH(const std::string, merged);
    Json result = yaml(object);
    things().merge(result, yaml(config));
    COMPARE_TEXT(api::writeCanonicalJson(result), api::writeCanonicalJson(yaml(merged)));
}

void TestFieldSets::prunes_data()
{
    QTest::addColumn<std::string>("object");
    QTest::addColumn<std::string>("fields");
    QTest::addColumn<std::string>("kept");
    QTest::addColumn<std::string>("pruned");
    const auto row = [](const char *name, const std::string &object, const std::string &fields,
                         const std::string &kept, const std::string &pruned) {
        QTest::newRow(name) << object << fields << kept << pruned;
    };
    row("a member", "{text: x, map: {k: v}}", R"({"f:text":{}})", "{}", "{map: {k: v}}");
    row("somebody else's", "{text: x}", R"({"f:text":{}})", R"({"f:text":{}})", "{text: x}");
    row("a named member with what was filled in", "{nested: {a: x, b: default}}",
        R"({"f:nested":{"f:a":{}}})", "{}", "{}");
    row("a named member of which somebody has a part", "{nested: {a: x, b: y}}", R"({"f:nested":{"f:a":{}}})",
        R"({"f:nested":{"f:b":{}}})", "{nested: {b: y}}");
    row("an item with what was filled in", "{items: [{name: a, value: 1}, {name: b}]}",
        R"({"f:items":{"k:{\"name\":\"a\"}":{".":{},"f:name":{}}}})",
        R"({"f:items":{"k:{\"name\":\"b\"}":{}}})", "{items: [{name: b}]}");
    row("an item that others hold", "{items: [{name: a, value: 1}]}",
        R"({"f:items":{"k:{\"name\":\"a\"}":{".":{},"f:name":{},"f:value":{}}}})",
        R"({"f:items":{"k:{\"name\":\"a\"}":{".":{},"f:name":{}}}})", "{items: [{name: a}]}");
    row("keys of a map", "{map: {a: x, b: y}}", R"({"f:map":{"f:a":{}}})", R"({"f:map":{"f:b":{}}})",
        "{map: {b: y}}");
    row("items of a set", "{set: [a, b]}", R"({"f:set":{"v:\"a\"":{}}})", R"({"f:set":{"v:\"b\"":{}}})",
        "{set: [b]}");
}

void TestFieldSets::prunes()
{
    QFETCH(const std::string, object);
    QFETCH(const std::string, fields);
    QFETCH(const std::string, kept);
    QFETCH(const std::string, pruned);
    Json result = yaml(object);
    things().prune(result, setOf(fields), setOf(kept));
    COMPARE_TEXT(api::writeCanonicalJson(result), api::writeCanonicalJson(yaml(pruned)));
}

void TestFieldSets::misfits_data()
{
    QTest::addColumn<std::string>("config");
    QTest::addColumn<std::string>("misfit");
    QTest::newRow("none") << std::string("{text: x, any: {a: [1]}}") << std::string();
    QTest::newRow("an item twice") << std::string("{items: [{name: a}, {name: a}]}")
                                   << std::string(R"(.items: duplicate entries for key [name="a"])");
    QTest::newRow("a value twice") << std::string("{set: [a, a]}")
                                   << std::string(R"(.set: duplicate entries for key [="a"])");
    QTest::newRow("no key") << std::string("{items: [{value: 1}]}") << std::string(".items: element 0: ");
    QTest::newRow("no scalar in a set") << std::string("{set: [{a: 1}]}") << std::string(".set: element 0: ");
    QTest::newRow("another type") << std::string("{nested: [1]}")
                                  << std::string(".nested: expected map, got [1]");
    QTest::newRow("deep within") << std::string("{items: [{name: a, value: {b: 1}}]}")
                                 << std::string(
                                        R"(.items[name="a"].value: expected numeric (int or float), got )");
}

void TestFieldSets::misfits()
{
    QFETCH(const std::string, config);
    QFETCH(const std::string, misfit);
    const std::string found = things().misfitIn(yaml(config));
    QVERIFY2(found.starts_with(misfit) && found.empty() == misfit.empty(), found.c_str());
}

/// What is stored has to be read back, whatever stands around it.
void TestFieldSets::tooDeepIsOneField()
{
    Json deep = 1;
    for (int i = 0; i < 90; ++i)
        deep = api::JsonObject {{"a", std::move(deep)}};
    const Json object = api::JsonObject {{"any", std::move(deep)}};
    const FieldSet added = things().compare(api::JsonObject(), object).added;
    std::string text = textOf(added);
    QVERIFY(lab::readFieldSet(api::parseJson(text).value()));
    COMPARE_TEXT(textOf(setOf(text)), text);
}

QTEST_GUILESS_MAIN(TestFieldSets)
#include "tst_fieldsets.moc"
