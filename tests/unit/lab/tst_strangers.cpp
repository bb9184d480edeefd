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

QTEST_GUILESS_MAIN(TestStrangers)
#include "tst_strangers.moc"
