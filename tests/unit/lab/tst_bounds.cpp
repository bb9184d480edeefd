// SPDX-License-Identifier: GPL-3.0-or-later
// What a request may cost, and what may come of it: bounds of depth, size and effort, whatever it is made of
// (docs/faults-and-threats.md T6, T7).
#include "labfixture.h"

#include "core/api/bounds.h"

#include <QElapsedTimer>
#include <QTemporaryDir>

#include <limits>

using namespace labtest;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr qint64 soon = 5'000; // ms, of an unoptimised build on a busy machine; unbounded they take minutes
constexpr double infinity = std::numeric_limits<double>::infinity();

Json nested(std::size_t levels)
{
    Json deep = 1;
    for (std::size_t i = 0; i < levels; ++i)
        deep = JsonArray {std::move(deep)};
    return deep;
}

Json machineWith(std::string_view name, Json value)
{
    Json object = yaml(machine(name));
    object.get_object()["spec"] = JsonObject {{"providerSpec", JsonObject {{"value", std::move(value)}}}};
    return object;
}

Json large(std::size_t bytes)
{
    return JsonObject {{"x", std::string(bytes, 'x')}};
}

Json copies(int count, const std::string &from, const std::string &to)
{
    JsonArray patch;
    for (int i = 0; i < count; ++i)
        patch.push_back(JsonObject {{"op", "copy"}, {"from", from}, {"path", to + "/k" + std::to_string(i)}});
    return patch;
}

/// A definition of things.example.com whose spec has that schema.
Json things(const std::string &spec)
{
    return yaml(
        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
        "things.example.com}, spec: {group: example.com, scope: Namespaced, names: {plural: things, kind: "
        "Thing}, versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, "
        "properties: {spec: "
        + spec + "}}}}]}}");
}

Json thing(Json spec)
{
    return JsonObject {{"apiVersion", "example.com/v1"}, {"kind", "Thing"},
        {"metadata", JsonObject {{"name", "t"}}}, {"spec", std::move(spec)}};
}

constexpr std::string_view definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr std::string_view allThings = "/apis/example.com/v1/namespaces/default/things";
constexpr std::string_view value = "/spec/providerSpec/value";

} // namespace

class TestBounds : public QObject
{
    Q_OBJECT

private slots:
    void whatCannotBeReadBackIsRefused_data();
    void whatCannotBeReadBackIsRefused();
    void resultsAreBounded();
    void whatIsTooLargeMayShrink();
    void bombsOfJsonPatches_data();
    void bombsOfJsonPatches();
    void bombsOfSchemas_data();
    void bombsOfSchemas();
    void longListsInStrategicPatches();
    void faultsAreQuotedInPart();
    void theDeepestObjectIsReadBack();
};

void TestBounds::whatCannotBeReadBackIsRefused_data()
{
    QTest::addColumn<Json>("value");
    QTest::addColumn<QByteArray>("field");
    QTest::newRow("infinity") << Json(JsonObject {{"n", infinity}}) << QByteArray(".n");
    QTest::newRow("minus infinity") << Json(JsonObject {{"n", JsonArray {1, -infinity}}})
                                    << QByteArray(".n[1]");
    QTest::newRow("no number") << Json(JsonObject {{"n", std::numeric_limits<double>::quiet_NaN()}})
                               << QByteArray(".n");
    QTest::newRow("no UTF-8") << Json(JsonObject {{"n", "\xc3"}}) << QByteArray(".n");
    QTest::newRow("too deep") << Json(JsonObject {{"n", nested(95)}}) << QByteArray(".n[0]");
}

void TestBounds::whatCannotBeReadBackIsRefused()
{
    QFETCH(const Json, value);
    QFETCH(const QByteArray, field);
    const auto refused = [&](const Response &response) {
        return verdict(response) == "422 Invalid"
            && cause(response).starts_with("FieldValueInvalid spec.providerSpec.value" + field.toStdString());
    };
    Lab lab;
    QVERIFY(refused(lab.send(Method::Post, machines, machineWith("m", value))));
    QCOMPARE(lab.post(machines, machine("m")).code, 201);
    const Json spec = JsonObject {{"spec", JsonObject {{"providerSpec", JsonObject {{"value", value}}}}}};
    QVERIFY(refused(lab.send(Method::Patch, machines / "m", spec, api::contentTypes::mergePatch)));
    const Json add = JsonArray {JsonObject {{"op", "add"}, {"path", "/spec"}, {"value", spec.at("spec")}}};
    const Response added = lab.send(Method::Patch, machines / "m", add, api::contentTypes::jsonPatch);
    QVERIFY(refused(added) || message(added).find("levels deep") != std::string::npos);
    Json whole = *lab.get(machines / "m").body;
    whole.get_object()["spec"] = spec.at("spec");
    QVERIFY(refused(lab.put(machines / "m", whole)));
    const Json status = JsonObject {{"status", JsonObject {{"providerStatus", value}}}};
    COMPARE_TEXT(
        verdict(lab.send(Method::Patch, machines / "m/status", status, api::contentTypes::mergePatch)),
        "422 Invalid");
}

void TestBounds::resultsAreBounded()
{
    Lab lab;
    COMPARE_TEXT(verdict(lab.send(Method::Post, machines, machineWith("a", large(api::largestObject)))),
        "413 RequestEntityTooLarge");
    QCOMPARE(lab.send(Method::Post, machines, machineWith("a", large(2'000'000))).code, 201);
    const Json more = JsonObject {{"y", std::string(2'000'000, 'y')}};
    const Response merged = lab.send(Method::Patch, machines / "a",
        JsonObject {{"spec", JsonObject {{"providerSpec", JsonObject {{"value", more}}}}}},
        api::contentTypes::mergePatch);
    COMPARE_TEXT(verdict(merged), "413 RequestEntityTooLarge");
    COMPARE_TEXT(message(merged), "Request entity too large: limit is 3145728");
    COMPARE_TEXT(at(merged, {"details", "name"}), "a");
    const Json add =
        JsonArray {JsonObject {{"op", "add"}, {"path", std::string(value) + "/y"}, {"value", more.at("y")}}};
    COMPARE_TEXT(verdict(lab.send(Method::Patch, machines / "a", add, api::contentTypes::jsonPatch)),
        "413 RequestEntityTooLarge");
    Json whole = *lab.get(machines / "a").body;
    whole.at("spec").at("providerSpec").at("value").get_object()["y"] = more.at("y");
    COMPARE_TEXT(verdict(lab.put(machines / "a", whole)), "413 RequestEntityTooLarge");
    COMPARE_TEXT(
        verdict(lab.send(Method::Patch, machines / "a/status",
            JsonObject {{"status", JsonObject {{"providerStatus", more}}}}, api::contentTypes::mergePatch)),
        "413 RequestEntityTooLarge");
    QCOMPARE(lab.patch(machines / "a", "{metadata: {labels: {a: b}}}").code, 200);
    QCOMPARE(lab.remove(machines / "a").code, 200);
}

void TestBounds::whatIsTooLargeMayShrink()
{
    Lab lab;
    Json almost = machineWith("a", large(api::largestObject - 500));
    almost.get_object()["metadata"].get_object()["finalizers"] = JsonArray {"x.y/z"};
    QCOMPARE(lab.send(Method::Post, machines, almost).code, 201);
    COMPARE_TEXT(
        verdict(lab.patch(machines / "a", "{metadata: {annotations: {a: '" + std::string(500, 'a') + "'}}}")),
        "413 RequestEntityTooLarge");
    QCOMPARE(lab.remove(machines / "a").code, 200); // its deletion makes it larger, and is not refused
    QCOMPARE(lab.patch(machines / "a", "{metadata: {finalizers: null}}").code, 200);
    COMPARE_TEXT(verdict(lab.get(machines / "a")), "404 NotFound");
}

void TestBounds::bombsOfJsonPatches_data()
{
    QTest::addColumn<Json>("patch");
    QTest::addColumn<QByteArray>("why");
    const std::string root(value);
    QTest::newRow("doubling") << copies(40, root, root) << QByteArray("accumulated size increase of copy");
    QTest::newRow("doubling, one level deeper each time") << [&] {
        JsonArray patch;
        std::string at = root;
        for (int i = 0; i < 60; ++i, at += "/k")
            patch.push_back(JsonObject {{"op", "copy"}, {"from", root}, {"path", at + "/k"}});
        return Json(patch);
    }() << QByteArray();
    QTest::newRow("a chain") << [&] {
        JsonArray patch;
        for (int i = 0; i < 5000; ++i) {
            patch.push_back(JsonObject {{"op", "move"}, {"from", root}, {"path", "/spec/x"}});
            patch.push_back(JsonObject {{"op", "add"}, {"path", root}, {"value", JsonObject()}});
            patch.push_back(JsonObject {{"op", "move"}, {"from", "/spec/x"}, {"path", root + "/n"}});
            if (patch.size() > 9990)
                break;
        }
        return Json(patch);
    }() << QByteArray("levels deep");
    QTest::newRow("deep values below deep values") << Json(JsonArray {
        JsonObject {{"op", "add"}, {"path", root + "/a"}, {"value", nested(60)}},
        JsonObject {{"op", "copy"}, {"from", root + "/a"},
            {"path",
                root
                    + "/a/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0"
                      "/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/-"}}})
                                                   << QByteArray("levels deep");
    QTest::newRow("a long list moved along") << [&] {
        JsonArray patch {JsonObject {{"op", "add"}, {"path", root + "/l"}, {"value", JsonArray()}}};
        JsonArray &list = patch[0].get_object()["value"].get_array();
        list.resize(1'000'000);
        while (patch.size() < 9'000)
            patch.push_back(JsonObject {{"op", "add"}, {"path", root + "/l/0"}, {"value", 1}});
        return Json(patch);
    }() << QByteArray("moves more than");
    QTest::newRow("a pointer of nothing but escapes") << [&] {
        std::string path = "/";
        for (int i = 0; i < 1'000'000; ++i)
            path += "~0";
        return Json(JsonArray {JsonObject {{"op", "remove"}, {"path", path}}});
    }() << QByteArray("missing path");
    QTest::newRow("a pointer of a million levels")
        << Json(JsonArray {JsonObject {{"op", "add"}, {"path", std::string(1'000'000, '/')}, {"value", 1}}})
        << QByteArray();
}

void TestBounds::bombsOfJsonPatches()
{
    QFETCH(const Json, patch);
    QFETCH(const QByteArray, why);
    Lab lab;
    lab.send(Method::Post, machines, machineWith("m", JsonObject {{"text", std::string(1000, 'x')}}));
    const std::string before = version(lab.get(machines / "m"));
    QElapsedTimer timer;
    timer.start();
    const Response response = lab.send(Method::Patch, machines / "m", patch, api::contentTypes::jsonPatch);
    QVERIFY2(timer.elapsed() < soon, QByteArray::number(timer.elapsed()));
    COMPARE_TEXT(verdict(response), "422 Invalid");
    QVERIFY2(message(response).find(why.toStdString()) != std::string::npos, message(response).c_str());
    QVERIFY(message(response).size() < 5'000);
    COMPARE_TEXT(version(lab.get(machines / "m")), before);
}

void TestBounds::bombsOfSchemas_data()
{
    QTest::addColumn<std::string>("schema");
    QTest::addColumn<Json>("spec");
    QTest::addColumn<std::string>("expected");
    const auto row = [](const char *name, const std::string &schema, const Json &spec,
                         const std::string &expected) { QTest::newRow(name) << schema << spec << expected; };
    const auto list = [](std::size_t count, const Json &item) {
        JsonArray items;
        while (items.size() < count)
            items.push_back(item);
        return items;
    };
    row("defaults of many items",
        "{type: object, properties: {l: {type: array, items: {type: object, properties: {d: {type: string, "
        "default: '"
            + std::string(100'000, 'd') + "'}}}}}}",
        JsonObject {{"l", list(100'000, JsonObject())}}, "413 RequestEntityTooLarge");
    row("catastrophic patterns",
        "{type: object, properties: {l: {type: array, items: {type: string, pattern: '^(a+)+$'}}}}",
        JsonObject {{"l", list(20'000, Json(boost::json::string(std::string(40, 'a') + "!")))}},
        "422 Invalid");
    row("one catastrophic pattern", "{type: object, properties: {s: {type: string, pattern: '^((a|a)*)*$'}}}",
        JsonObject {{"s", boost::json::string(std::string(1'000'000, 'a') + "!")}}, "422 Invalid");
    std::string alternatives;
    std::string names;
    for (int i = 0; i < 3'000; ++i) {
        alternatives += (i ? ", v" : "v") + std::to_string(i);
        names += (i ? ", p" : "p") + std::to_string(i) + ": {type: string}";
    }
    row("many items, many alternatives",
        "{type: object, properties: {l: {type: array, items: {type: string, enum: [" + alternatives + "]}}}}",
        JsonObject {{"l", list(100'000, Json("v2999"))}}, "422 Invalid");
    row("many items, many members",
        "{type: object, properties: {l: {type: array, items: {type: object, properties: {" + names + "}}}}}",
        JsonObject {{"l", list(100'000, JsonObject())}}, "413 RequestEntityTooLarge");
    JsonObject strangers;
    for (int i = 0; i < 100'000; ++i)
        strangers["s" + std::to_string(i)] = 1;
    row("many unknown members", "{type: object, properties: {a: {type: string}}}", strangers, "201");
    row("many faults below a long name",
        "{type: object, additionalProperties: {type: array, items: {type: integer}}}",
        JsonObject {{std::string(1'000'000, 'k'), list(200'000, Json("x"))}}, "422 Invalid");
    row(
        "alternatives within alternatives",
        [] {
            std::string schema = "{enum: [z]}";
            for (int i = 0; i < 20; ++i)
                schema = "{anyOf: [" + schema + "]}";
            return "{type: object, properties: {s: {type: string, anyOf: [" + schema + "]}}}";
        }(),
        JsonObject {{"s", "y"}}, "422 Invalid");
}

void TestBounds::bombsOfSchemas()
{
    QFETCH(const std::string, schema);
    QFETCH(const Json, spec);
    QFETCH(const std::string, expected);
    Lab lab;
    const Response defined = lab.send(Method::Post, definitions, things(schema));
    QVERIFY2(defined.code == 201, message(defined).c_str());
    QElapsedTimer timer;
    timer.start();
    const Response response = lab.send(Method::Post, allThings, thing(spec));
    QVERIFY2(timer.elapsed() < soon, QByteArray::number(timer.elapsed()));
    COMPARE_TEXT(verdict(response), expected);
    QVERIFY(!response.body || response.code < 400 || api::writeJson(*response.body).size() < 1'000'000);
}

void TestBounds::longListsInStrategicPatches()
{
    Lab lab;
    JsonArray finalizers;
    for (int i = 0; i < 50'000; ++i)
        finalizers.push_back(Json("a.b/" + std::to_string(i)));
    Json object = yaml("{metadata: {name: a}}");
    object.get_object()["metadata"].get_object()["finalizers"] = finalizers;
    QCOMPARE(lab.send(Method::Post, configMaps, object).code, 201);
    for (const std::string_view name :
        {"finalizers", "$deleteFromPrimitiveList/finalizers", "$setElementOrder/finalizers", "$retainKeys"}) {
        std::ranges::reverse(finalizers);
        const Json patch = JsonObject {{"metadata", JsonObject {{name, finalizers}}}};
        QElapsedTimer timer;
        timer.start();
        const Response response =
            lab.send(Method::Patch, configMaps / "a", patch, api::contentTypes::strategicMergePatch);
        QVERIFY2(timer.elapsed() < soon, QByteArray::number(timer.elapsed()));
        QVERIFY(response.code == 422 || response.code == 400 || response.code == 200);
    }
}

void TestBounds::faultsAreQuotedInPart()
{
    Lab lab;
    const Response response = lab.send(Method::Post, configMaps,
        JsonObject {{"metadata", JsonObject {{"name", std::string(1'000'000, 'N') + "\u20ac"}}}});
    COMPARE_TEXT(verdict(response), "422 Invalid");
    QVERIFY(api::extentOf(*response.body).misfit.empty());
}

void TestBounds::theDeepestObjectIsReadBack()
{
    QTemporaryDir directory;
    const std::string path = directory.path().toStdString() + "/lab.db";
    Lab lab(path);
    const std::size_t deepest = api::deepestObject - 3; // below spec, providerSpec and value
    QCOMPARE(lab.send(Method::Post, machines, machineWith("m", JsonObject {{"n", nested(deepest - 1)}})).code,
        201);
    COMPARE_TEXT(
        verdict(lab.send(Method::Post, machines, machineWith("n", JsonObject {{"n", nested(deepest)}}))),
        "422 Invalid");
    const Json numbers = JsonArray {1e308, 5e-324, 0.1, -0.0, 18446744073709551615U, 1e300};
    QCOMPARE(lab.send(Method::Post, machines, machineWith("n", JsonObject {{"n", numbers}})).code, 201);
    const std::string before = api::writeCanonicalJson(*lab.get(machines / "m").body)
        + api::writeCanonicalJson(*lab.get(machines / "n").body);
    lab.open(path);
    QVERIFY(lab.server->setAside().empty());
    COMPARE_TEXT(api::writeCanonicalJson(*lab.get(machines / "m").body)
            + api::writeCanonicalJson(*lab.get(machines / "n").body),
        before);
    const Json list = JsonObject {{"items", JsonArray {*lab.get(machines / "m").body}}};
    QVERIFY(api::parseJson(api::writeJson(list)).has_value());
}

QTEST_GUILESS_MAIN(TestBounds)
#include "tst_bounds.moc"
