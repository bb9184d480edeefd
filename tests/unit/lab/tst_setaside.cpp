// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md Q8 and docs/faults-and-threats.md X26: rows that are damaged are set aside and said,
// and all others are there.
#include "core/api/saying.h"
#include "labfile.h"

#include <QRegularExpression>

#include <SQLiteCpp/SQLiteCpp.h>

#include <map>
#include <set>

using namespace labtest;

class TestSetAside : public QObject, private LabFile
{
    Q_OBJECT

private slots:
    void init() { beginAnew(); }
    void aBadLeaseIsSetAside();
    void oneBadRowIsSetAside_data();
    void oneBadRowIsSetAside();
    void whyARowIsSetAsideIsASaying();
    void whatLostItsOwnerIsKnown_data();
    void whatLostItsOwnerIsKnown();
    void aLogIsReadAsFarAsItCan();
    void firstObjectsThatAreLostAreMadeAgain();
};

void TestSetAside::aBadLeaseIsSetAside()
{
    {
        Lab lab(path());
        lab.post(leases, "{metadata: {name: a}}");
        lab.post(leases, "{metadata: {name: b}}");
        lab.remove(leases / "b");
        lab.post(leases, "{metadata: {name: c}}");
    }
    COMPARE_TEXT(dump("SELECT count(*) FROM leases").front(), "2");
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE leases SET body = '[' WHERE body LIKE '%\"name\":\"a\"%'"), 1);
    }
    QTest::ignoreMessage(QtWarningMsg,
        QRegularExpression(QStringLiteral("an object of coordination.k8s.io/leases, .* is set aside")));
    Lab lab(path());
    COMPARE_TEXT(names(lab.get(leases)), "c");
    QCOMPARE(lab.server->setAside().size(), std::size_t(1));
    lab.server.reset();
    COMPARE_TEXT(dump("SELECT count(*) FROM leases").front(), "1");
    COMPARE_TEXT(dump("SELECT count(*) FROM set_aside").front(), "1");
}

// X26
void TestSetAside::oneBadRowIsSetAside_data()
{
    QTest::addColumn<std::string>("body");
    QTest::newRow("Q8 no JSON") << std::string("'x'");
    QTest::newRow("Q8 no metadata") << std::string("'{}'");
    QTest::newRow("Q8 no name") << std::string("'{\"metadata\":{\"name\":\"\"}}'");
    QTest::newRow("Q8 metadata is a list") << std::string("'{\"metadata\":[]}'");
    QTest::newRow("Q8 another's name")
        << std::string("'{\"metadata\":{\"name\":\"a\",\"namespace\":\"default\"}}'");
    QTest::newRow("Q8 Infinity") << std::string("replace(body, '\"v\"', 'Infinity')");
    QTest::newRow("Q8 deeper than the reader")
        << std::string("replace(body, '\"v\"', '" + std::string(1000, '[') + std::string(1000, ']') + "')");
    QTest::newRow("Q8 deep enough for the stack") << std::string(
        "replace(body, '\"v\"', '" + std::string(500'000, '[') + std::string(500'000, ']') + "')");
    QTest::newRow("Q8 nothing") << std::string("''");
    QTest::newRow("Q8 a blob") << std::string("x'00ff00'");
}

void TestSetAside::oneBadRowIsSetAside()
{
    QFETCH(const std::string, body);
    std::string id;
    {
        Lab lab(path());
        lab.post(configMaps, "{metadata: {name: a}}");
        id = std::to_string(lab.post(configMaps, "{metadata: {name: b}, data: {k: v}}").revision);
        lab.post(configMaps, "{metadata: {name: c}}");
    }
    std::string revision;
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET body = " + body + " WHERE id = " + id), 1);
        revision = database.execAndGet("SELECT revision FROM state").getString();
    }
    QTest::ignoreMessage(
        QtWarningMsg, QRegularExpression(QStringLiteral("an object of /configmaps, .* is set aside")));
    Lab lab(path());
    COMPARE_TEXT(names(lab.get(configMaps)), "a c");
    QCOMPARE(lab.server->setAside().size(), std::size_t(1));
    const Response ready = lab.get("/readyz?verbose");
    QCOMPARE(ready.code, 200);
    QVERIFY(ready.text.find("is set aside") != std::string::npos);
    const auto watching = lab.watch(std::string(configMaps) + "?watch=1&resourceVersion=" + revision);
    lab.settle();
    COMPARE_TEXT(watching->text(), "ERROR"); // 410: b went without an event
    QCOMPARE(lab.post(configMaps, "{metadata: {name: b}}").code, 201);
    lab.server.reset();
    COMPARE_TEXT(dump("SELECT count(*) FROM set_aside WHERE id = " + id).front(), "1");
    QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("is set aside")));
    lab.open(path());
    COMPARE_TEXT(names(lab.get(configMaps)), "a b c");
    QCOMPARE(lab.server->setAside().size(), std::size_t(1));
}

/// The file has it in English; told again at the next start it is the same saying.
void TestSetAside::whyARowIsSetAsideIsASaying()
{
    {
        Lab lab(path());
        lab.post(configMaps, "{metadata: {name: a}}");
    }
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET sum = sum + 1 WHERE collection = "
                               "(SELECT id FROM collections WHERE name = '/configmaps')"),
            1);
    }
    for (int start = 0; start < 2; ++start) {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("its checksum is wrong")));
        const Lab lab(path());
        QCOMPARE(lab.server->setAside().size(), std::size_t(1));
        const api::Saying &said = lab.server->setAside().front();
        QCOMPARE(said.code, std::string("SetAside"));
        QCOMPARE(said.facts().at("object"), std::string("default/a"));
        QCOMPARE(said.values.back().code, std::string("WrongSum"));
    }
}

/// Q8: the collector must not take an owner that was set aside for one that somebody deleted.
void TestSetAside::whatLostItsOwnerIsKnown_data()
{
    QTest::addColumn<std::string>("damage");
    QTest::addColumn<std::string>("owners"); // that count as lost
    QTest::newRow("the uid can be read") << std::string("sum = sum + 1") << std::string("lost");
    QTest::newRow("nothing can be read") << std::string("body = 'x'") << std::string("lost other");
    QTest::newRow("another uid is read")
        << std::string("body = replace(body, '\"uid\":\"', '\"uid\":\"f')") << std::string("lost other");
}

void TestSetAside::whatLostItsOwnerIsKnown()
{
    QFETCH(const std::string, damage);
    QFETCH(const std::string, owners);
    std::map<std::string, std::string> owned; // names by uid
    std::string id;
    {
        Lab lab(path());
        const Response owner = lab.post(configMaps, "{metadata: {name: lost}}");
        id = std::to_string(owner.revision);
        const std::string lost(api::textAt(*owner.body, {"metadata", "uid"}));
        const std::string there(
            api::textAt(*lab.post(configMaps, "{metadata: {name: there}}").body, {"metadata", "uid"}));
        const std::string other = "0badcafe-0000-4000-8000-000000000000"; // of one that was deleted
        owned = {{lost, "lost"}, {other, "other"}, {there, "there"}};
        for (const auto &[uid, name] : owned) {
            QCOMPARE(lab.post(configMaps,
                            "{metadata: {name: of-" + name
                                + ", ownerReferences: [{apiVersion: v1, kind: ConfigMap, " + "name: " + name
                                + ", uid: " + uid + "}]}}")
                         .code,
                201);
        }
        QVERIFY(lab.server->lostOwners().empty());
    }
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET " + damage + " WHERE id = " + id), 1);
    }
    for (int start = 0; start < 2; ++start) {
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression(QStringLiteral("is set aside")));
        const Lab lab(path());
        std::set<std::string> found;
        for (const std::string &uid : lab.server->lostOwners())
            found.insert(owned.at(uid));
        std::string text;
        for (const std::string &name : found)
            text += (text.empty() ? "" : " ") + name;
        COMPARE_TEXT(text, owners);
        const api::Saying &said = lab.server->setAside().back();
        QCOMPARE(said.code, std::string("OwnedIsKept"));
        COMPARE_TEXT(said.facts().at("objects"), std::to_string(found.size()));
    }
}

void TestSetAside::aLogIsReadAsFarAsItCan()
{
    std::string changed;
    {
        Lab lab(path());
        lab.post(configMaps, "{metadata: {name: a}, data: {k: '0'}}");
        lab.patch(configMaps / "a", "{data: {k: '1'}}");
        changed = std::to_string(lab.patch(configMaps / "a", "{data: {k: '2'}}").revision);
        lab.patch(configMaps / "a", "{data: {k: '3'}}");
    }
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE log SET previous = '[' WHERE revision = " + changed), 1);
    }
    for (int start = 0; start < 2; ++start) {
        Lab lab(path());
        COMPARE_TEXT(at(lab.get(configMaps / "a"), {"data", "k"}), "3");
        const auto behind = lab.watch(std::string(configMaps) + "?watch=1&resourceVersion=" + changed);
        const auto before = lab.watch(
            std::string(configMaps) + "?watch=1&resourceVersion=" + std::to_string(std::stoull(changed) - 1));
        lab.settle();
        COMPARE_TEXT(behind->text(), "MODIFIED a");
        COMPARE_TEXT(before->text(), "ERROR");
        QVERIFY(lab.server->setAside().empty());
    }
}

void TestSetAside::firstObjectsThatAreLostAreMadeAgain()
{
    std::string before;
    {
        Lab lab(path());
        lab.post(machines, machine("m"));
        before = names(lab.get("/api/v1/namespaces"));
    }
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        database.exec("UPDATE objects SET body = '{}' WHERE body LIKE '%CustomResourceDefinition%' OR "
                      "body LIKE '%\"kind\":\"Namespace\"%'");
    }
    Lab lab(path());
    COMPARE_TEXT(names(lab.get("/api/v1/namespaces")), before);
    COMPARE_TEXT(names(lab.get(machines)), "m");
    QCOMPARE(lab.post(machines, machine("n")).code, 201);
}

QTEST_GUILESS_MAIN(TestSetAside)
#include "tst_setaside.moc"
