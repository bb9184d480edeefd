// SPDX-License-Identifier: GPL-3.0-or-later
// What differs between two documents, told down to the members of the objects in their lists.
#include "core/engine/comparison.h"

#include "core/api/yaml.h"

#include <QTest>

using namespace core;

namespace {

QString told(const std::vector<engine::FieldDifference> &differences)
{
    QStringList lines;
    for (const auto &[field, before, after] : differences)
        lines.append(QStringLiteral("%1: %2 -> %3")
                         .arg(QString::fromStdString(field), QString::fromStdString(before),
                             QString::fromStdString(after)));
    return lines.join(u'\n');
}

} // namespace

class TestComparison : public QObject
{
    Q_OBJECT

private slots:
    void detailsAreToldWhereTheyDiffer_data();
    void detailsAreToldWhereTheyDiffer();
    void elsewhereAListIsOneField();
};

void TestComparison::detailsAreToldWhereTheyDiffer_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char *name, const char *before, const char *after, const char *expected) {
        QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(after)
                            << QString::fromUtf8(expected);
    };
    add("no list", "{a: {b: 1}}", "{a: {b: 2}}", "a.b: 1 -> 2");
    add("the same items", "{c: [{type: Ready, for: 15s}, {type: Disk, for: 1m}]}",
        "{c: [{type: Ready, for: 5s}, {type: Disk, for: 1m}]}", R"(c[0].for: "15s" -> "5s")");
    add("items of one type", "{c: [{type: Ready, is: Unknown}, {type: Ready, is: No, for: 1m}]}",
        "{c: [{type: Ready, is: Unknown}, {type: Ready, is: No, for: 2m}]}", R"(c[1].for: "1m" -> "2m")");
    add("lists within lists", "{c: [{p: [{n: 1}]}]}", "{c: [{p: [{n: 2}]}]}", "c[0].p[0].n: 1 -> 2");
    add("an item comes first", "{c: [{name: web, image: a}]}", "{c: [{name: log}, {name: web, image: b}]}",
        "c[web].image: \"a\" -> \"b\"\nc[log]:  -> {\"name\":\"log\"}");
    add("an item goes", "{c: [{type: A}, {type: B}]}", "{c: [{type: B}]}", "c[A]: {\"type\":\"A\"} -> ");
    add("an item for another", "{c: [{name: a}, {name: b}]}", "{c: [{name: a}, {name: d}]}",
        "c[b]: {\"name\":\"b\"} -> \nc[d]:  -> {\"name\":\"d\"}");
    add("another order", "{c: [{name: a}, {name: b}]}", "{c: [{name: b}, {name: a}]}",
        "c[0].name: \"a\" -> \"b\"\nc[1].name: \"b\" -> \"a\"");
    add("more without names", "{c: [{n: 1}]}", "{c: [{n: 1}, {n: 2}]}",
        R"(c: [{"n":1}] -> [{"n":1},{"n":2}])");
    add("texts", "{c: [a, b]}", "{c: [a, d]}", R"(c: ["a","b"] -> ["a","d"])");
    add("none before", "{c: []}", "{c: [{name: a}]}", R"(c: [] -> [{"name":"a"}])");
}

void TestComparison::detailsAreToldWhereTheyDiffer()
{
    QFETCH(const QString, before);
    QFETCH(const QString, after);
    QFETCH(const QString, expected);
    QCOMPARE(told(engine::detailsThatDiffer(
                 api::parseYaml(before.toStdString()).value(), api::parseYaml(after.toStdString()).value())),
        expected);
}

void TestComparison::elsewhereAListIsOneField()
{
    const api::Json before = api::parseYaml("{c: [{n: 1}]}").value();
    const api::Json after = api::parseYaml("{c: [{n: 2}]}").value();
    QCOMPARE(told(engine::fieldsThatDiffer(before, after)), QStringLiteral(R"(c: [{"n":1}] -> [{"n":2}])"));
}

QTEST_GUILESS_MAIN(TestComparison)
#include "tst_comparison.moc"
