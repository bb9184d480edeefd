// SPDX-License-Identifier: GPL-3.0-or-later
// What is written in the YAML of an object beside what becomes of the object meanwhile (docs/window.md W26).
#include "core/api/mergepatch.h"
#include "core/api/yaml.h"
#include "ui/dialogs/objectdocument.h"
#include "ui/dialogs/objectfields.h"

#include <QTest>

using core::api::Json;
using ui::ObjectDocument;

namespace {

constexpr const char *head = "apiVersion: v1\nkind: Thing\n";

Json objectOf(const std::string &rest, const std::string &version = "7")
{
    Json object = core::api::parseYaml(head + rest).value();
    Json &metadata = object.get_object()["metadata"];
    if (!metadata.is_object())
        metadata = core::api::JsonObject();
    core::api::applyMergePatch(
        metadata, core::api::JsonObject {{"name", "a"}, {"uid", "u"}, {"resourceVersion", version}});
    return object;
}

ObjectDocument documentOf(const std::string &rest)
{
    ObjectDocument document;
    document.load(objectOf(rest));
    return document;
}

/// The text is as somebody would write it, the head before it.
void write(ObjectDocument &document, const std::string &rest)
{
    document.setYaml(std::string(head) + "metadata: {name: a}\n" + rest);
}

std::string text(const Json &json)
{
    return core::api::writeCanonicalJson(json);
}

} // namespace

class TestObjectDocument : public QObject
{
    Q_OBJECT

private slots:
    void theServersOwnFieldsAreLeftOut();
    void onlyWhatIsWrittenIsSent();
    void whatCannotBeSent_data();
    void whatCannotBeSent();
    void changesFromElsewhere_data();
    void changesFromElsewhere();
    void whatWasWrittenStaysAsItWas();
    void aCommentIsWrittenToo();
    void whatIsMetLeavesTheRestAsItWasWritten_data();
    void whatIsMetLeavesTheRestAsItWasWritten();
    void anotherObjectOfItsNameIsNotIt();
    void whatTheServerDoesNotKeepIsNamed();
    void theFormSaysWhatCountsWhereNothingIsSaid();
    void theFormSaysWhatIsWrongWithADuration_data();
    void theFormSaysWhatIsWrongWithADuration();
};

void TestObjectDocument::theServersOwnFieldsAreLeftOut()
{
    const Json object = objectOf("metadata: {generation: 3, creationTimestamp: x, labels: {a: b}}\n"
                                 "spec: {n: 1}\nstatus: {n: 1}\n");
    QCOMPARE(text(ui::editableForm(object)),
        std::string(R"({"apiVersion":"v1","kind":"Thing","metadata":{"labels":{"a":"b"},"name":"a"},)"
                    R"("spec":{"n":1}})"));
    QVERIFY(!documentOf("spec: {n: 1}").isChanged());
}

void TestObjectDocument::onlyWhatIsWrittenIsSent()
{
    ObjectDocument document = documentOf("spec: {n: 1, old: x, list: [1, 2]}");
    write(document, "spec: {n: 2, list: [1, 2], new: y}");
    QVERIFY(document.isChanged());
    QCOMPARE(text(document.patch()),
        std::string(R"({"metadata":{"resourceVersion":"7","uid":"u"},"spec":{"n":2,"new":"y","old":null}})"));
}

void TestObjectDocument::whatCannotBeSent_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("problem");
    const QByteArray right = "apiVersion: v1\nkind: Thing\nmetadata: {name: a}\n";
    QTest::newRow("no YAML") << QByteArray(right + "spec: [") << QByteArray("line");
    QTest::newRow("nothing") << QByteArray() << QByteArray("document");
    QTest::newRow("no object") << QByteArray("just words") << QByteArray("no object");
    QTest::newRow("two objects") << QByteArray(right + "---\n" + right) << QByteArray("document");
    QTest::newRow("another name") << QByteArray("apiVersion: v1\nkind: Thing\nmetadata: {name: b}\n")
                                  << QByteArray("metadata.name");
    QTest::newRow("another namespace")
        << QByteArray("apiVersion: v1\nkind: Thing\nmetadata: {name: a, namespace: b}\n")
        << QByteArray("metadata.namespace");
    QTest::newRow("another kind") << QByteArray("apiVersion: v1\nkind: Other\nmetadata: {name: a}\n")
                                  << QByteArray("kind");
    QTest::newRow("no version") << QByteArray("kind: Thing\nmetadata: {name: a}\n")
                                << QByteArray("apiVersion");
}

void TestObjectDocument::whatCannotBeSent()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, problem);
    ObjectDocument document = documentOf("spec: {n: 1}");
    document.setYaml(yaml.toStdString());
    QVERIFY2(document.problem().find(problem.toStdString()) != std::string::npos, document.problem().c_str());
    QVERIFY(document.isChanged());
    write(document, "spec: {n: 1}");
    QVERIFY(document.problem().empty() && !document.isChanged());
}

void TestObjectDocument::changesFromElsewhere_data()
{
    QTest::addColumn<QByteArray>("mine");
    QTest::addColumn<QByteArray>("live");
    QTest::addColumn<QByteArray>("clashes"); ///< fields
    QTest::addColumn<QByteArray>("withMine"); ///< the spec then
    QTest::addColumn<QByteArray>("withTheirs");
    const auto row = [](const char *name, const char *mine, const char *live, const char *clashes,
                         const char *withMine, const char *withTheirs) {
        QTest::newRow(name) << QByteArray(mine) << QByteArray(live) << QByteArray(clashes)
                            << QByteArray(withMine) << QByteArray(withTheirs);
    };
    row("another field", "{a: 9, b: 2}", "{a: 1, b: 8}", "", R"({"a":9,"b":8})", R"({"a":9,"b":8})");
    row("the same field", "{a: 9, b: 2}", "{a: 5, b: 2}", "spec.a", R"({"a":9,"b":2})", R"({"a":5,"b":2})");
    row("the same field, to the same value", "{a: 9, b: 2}", "{a: 9, b: 2}", "", R"({"a":9,"b":2})",
        R"({"a":9,"b":2})");
    row("removed here, changed there", "{b: 2}", "{a: 5, b: 2}", "spec.a", R"({"b":2})", R"({"a":5,"b":2})");
    row("changed here, removed there", "{a: 9, b: 2}", "{b: 2}", "spec.a", R"({"a":9,"b":2})", R"({"b":2})");
    row("a part here, all of it there", "{a: {x: 1}, b: 2}", "{a: 5, b: 2}", "spec.a",
        R"({"a":{"x":1},"b":2})", R"({"a":5,"b":2})");
    row("a field more on both sides", "{a: 1, b: 2, c: 3}", "{a: 1, b: 2, d: 4}", "",
        R"({"a":1,"b":2,"c":3,"d":4})", R"({"a":1,"b":2,"c":3,"d":4})");
}

void TestObjectDocument::changesFromElsewhere()
{
    QFETCH(QByteArray, mine);
    QFETCH(QByteArray, live);
    ObjectDocument document = documentOf("spec: {a: 1, b: 2}");
    write(document, "spec: " + mine.toStdString());
    const Json there = objectOf("spec: " + live.toStdString(), "8");
    QByteArray fields;
    for (const ui::FieldClash &clash : document.clashesWith(there))
        fields += QByteArray::fromStdString(clash.field);
    QTEST(fields, "clashes");

    ObjectDocument other = document;
    document.meet(there, ObjectDocument::Winner::Mine);
    other.meet(there, ObjectDocument::Winner::Theirs);
    const auto specOf = [](const ObjectDocument &met) {
        return QByteArray::fromStdString(text(core::api::parseYaml(met.yaml()).value().at("spec")));
    };
    QTEST(specOf(document), "withMine");
    QTEST(specOf(other), "withTheirs");
    QVERIFY(document.clashesWith(there).empty());
    QCOMPARE(text(document.patch().at("metadata")), std::string(R"({"resourceVersion":"8","uid":"u"})"));
}

void TestObjectDocument::whatWasWrittenStaysAsItWas()
{
    ObjectDocument document = documentOf("spec: {a: 1}");
    const std::string written = std::string(head) + "metadata: {name: a} # mine\nspec: {a: 2}\n";
    document.setYaml(written);
    document.meet(objectOf("spec: {a: 1}\nstatus: {n: 5}", "8"));
    QCOMPARE(document.yaml(), written);
    document.meet(objectOf("spec: {a: 1, b: 2}", "9"));
    QVERIFY(document.yaml() != written);
}

void TestObjectDocument::aCommentIsWrittenToo()
{
    ObjectDocument document = documentOf("spec: {a: 1}");
    const std::string began = document.yaml();
    QVERIFY(!document.isWritten());
    document.setYaml(began + "# mine\n");
    QVERIFY(document.isWritten() && !document.isChanged());
    document.setYaml(began);
    QVERIFY(!document.isWritten());
    document.meet(objectOf("spec: {a: 2, B: 1}", "8"));
    QVERIFY(!document.isWritten());
    document.setYaml(document.yaml() + "# mine\n");
    document.meet(objectOf("spec: {a: 3, B: 1}", "9"));
    QVERIFY(document.isWritten());
}

void TestObjectDocument::whatIsMetLeavesTheRestAsItWasWritten_data()
{
    QTest::addColumn<QByteArray>("live"); ///< below spec
    QTest::addColumn<QByteArray>("spec"); ///< as it is written then
    const auto row = [](const char *name, const char *live, const char *spec) {
        QTest::newRow(name) << QByteArray(live) << QByteArray(spec);
    };
    row("a value", "{n: 1, m: 5, list: [1], in: {x: 1}}",
        "  m: 5\n  n: 2 # mine\n  list: [1]\n  in:\n    x: 1\n");
    row("a value in a map", "{n: 1, m: 3, list: [1], in: {x: 7}}",
        "  m: 3\n  n: 2 # mine\n  list: [1]\n  in:\n    x: 7\n");
    row("one less", "{n: 1, list: [1], in: {x: 1}}", "  n: 2 # mine\n  list: [1]\n  in:\n    x: 1\n");
    row("one more", "{n: 1, m: 3, list: [1], in: {x: 1, y.z: 4}}",
        "  m: 3\n  n: 2 # mine\n  list: [1]\n  in:\n    x: 1\n    y.z: 4\n");
}

void TestObjectDocument::whatIsMetLeavesTheRestAsItWasWritten()
{
    QFETCH(QByteArray, live);
    QFETCH(QByteArray, spec);
    const std::string begin = std::string("# ours\n") + head + "metadata: {name: a}\nspec:\n";
    ObjectDocument document = documentOf("spec: {n: 1, m: 3, list: [1], in: {x: 1}}");
    document.setYaml(begin + "  m: 3\n  n: 2 # mine\n  list: [1]\n  in:\n    x: 1\n");
    document.meet(objectOf("spec: " + live.toStdString(), "8"));
    QCOMPARE(document.yaml(), begin + spec.toStdString());
}

void TestObjectDocument::whatTheServerDoesNotKeepIsNamed()
{
    const auto read = [](const char *yaml) { return core::api::parseYaml(yaml).value(); };
    const Json made =
        read("{kind: MachineSet, metadata: {name: a, uid: x}, spec: {replicas: 3, paused: true}}");
    QVERIFY(ui::fieldsLeftOut(made, made).empty());
    QVERIFY(ui::fieldsLeftOut(read("{kind: MachineSet, metadata: {name: a}, spec: {replicas: 5}}"), made)
                .empty());
    QCOMPARE(ui::fieldsLeftOut(
                 read("{kind: MachineSet, metadata: {name: a}, spec: {replica: 5, x: {y: 1}}, z: q}"), made),
        (std::vector<std::string> {"spec.replica", "spec.x", "z"}));
    QVERIFY(
        ui::fieldsLeftOut(read("{kind: MachineSet, spec: {a: null, b: false, c: [], d: {}, e: ''}}"), made)
            .empty());
}

void TestObjectDocument::anotherObjectOfItsNameIsNotIt()
{
    const ObjectDocument document = documentOf("spec: {a: 1}");
    Json other = objectOf("spec: {a: 1}", "8");
    QVERIFY(document.isOf(other));
    other.at("metadata").get_object()["uid"] = "another";
    QVERIFY(!document.isOf(other));
}

/// The two machine systems differ (docs/machines.md §6.1, §6.6).
void TestObjectDocument::theFormSaysWhatCountsWhereNothingIsSaid()
{
    const auto absent = [](ui::Kind kind) {
        QStringList all;
        for (const ui::ObjectField &field : ui::fieldsOf(kind))
            all += field.members().last() + u'=' + QString::fromLatin1(field.whenAbsent);
        return all.join(u' ');
    };
    QCOMPARE(
        absent(ui::Kind::MachineSet), QStringLiteral("replicas=1 deletePolicy=Random minReadySeconds=0"));
    QCOMPARE(absent(ui::Kind::McmMachineSet), QStringLiteral("replicas=0"));
    QCOMPARE(absent(ui::Kind::MachineDeployment),
        QStringLiteral("replicas=1 type=RollingUpdate maxSurge=1 maxUnavailable=0 minReadySeconds=0 "
                       "progressDeadlineSeconds=600 revisionHistoryLimit=1 paused=false"));
    QCOMPARE(absent(ui::Kind::McmMachineDeployment),
        QStringLiteral("replicas=0 type= maxSurge=1 maxUnavailable=0 progressDeadlineSeconds= "
                       "revisionHistoryLimit= paused=false"));
    QCOMPARE(absent(ui::Kind::HealthCheck),
        QStringLiteral("maxUnhealthy=100% nodeStartupTimeout=10m unhealthyConditions="));
}

void TestObjectDocument::theFormSaysWhatIsWrongWithADuration_data()
{
    QTest::addColumn<QString>("spec");
    QTest::addColumn<QString>("problems");
    const auto row = [](const char *spec, const char *problems) {
        QTest::newRow(spec) << QString::fromUtf8(spec) << QString::fromUtf8(problems);
    };
    const char *missing = "a unit is missing; did you mean 12s?";
    row("{nodeStartupTimeout: 10m}", "");
    row("{nodeStartupTimeout: '12'}", missing);
    row("{nodeStartupTimeout: 12}", missing);
    row("{nodeStartupTimeout: soon}", "a duration is wanted, such as 90s or 5m");
    row("{unhealthyConditions: [{type: Ready, timeout: 15s}, {type: Disk}]}", "");
    row("{unhealthyConditions: [{type: Ready, timeout: 15s}, {type: Disk, timeout: '12'}]}",
        "Disk: a unit is missing; did you mean 12s?");
    row("{unhealthyConditions: [{type: Ready, timeout: ''}]}",
        "Ready: a duration is wanted, such as 90s or 5m");
    row("{unhealthyConditions: [Ready]}", "");
}

void TestObjectDocument::theFormSaysWhatIsWrongWithADuration()
{
    QFETCH(const QString, spec);
    const Json object = objectOf("spec: " + spec.toStdString());
    QStringList problems;
    for (const ui::ObjectField &field : ui::fieldsOf(ui::Kind::HealthCheck))
        problems.append(field.problem(field.in(object)));
    problems.removeAll(QString());
    QTEST(problems.join(u'\n'), "problems");
}

QTEST_GUILESS_MAIN(TestObjectDocument)
#include "tst_objectdocument.moc"
