// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md L13: fields by which a defined kind is selected.
#include "labfixture.h"
#include "wombats.h"

using namespace labtest;
using zoo::definition;
using zoo::definitions;
using zoo::specSchema;
using zoo::wombat;
using zoo::wombats;

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

class TestSelectableFields : public QObject
{
    Q_OBJECT

private slots:
    void selectableFields_data();
    void selectableFields();
    void watchesOfSelectableFields();
};

void TestSelectableFields::selectableFields_data()
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

void TestSelectableFields::selectableFields() // L13
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

void TestSelectableFields::watchesOfSelectableFields() // L13
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

QTEST_GUILESS_MAIN(TestSelectableFields)
#include "tst_selectablefields.moc"
