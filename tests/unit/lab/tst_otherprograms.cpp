// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md E9, Q7, Q8, docs/faults-and-threats.md T20: files that another program has written,
// an older lab above all, are gone on with, or refused.
#include "core/api/saying.h"
#include "labfile.h"

#include <QFile>

#include <SQLiteCpp/SQLiteCpp.h>

using namespace labtest;

class TestOtherPrograms : public QObject, private LabFile
{
    Q_OBJECT

private slots:
    void init() { beginAnew(); }
    void podsThatWereStoredWithoutTodaysDefaultsMayChange();
    void whatAnOlderLabHasTakenMayStillChange();
    void whatAnOlderLabHasLabelledMayStillGo();
    void besideWhatAnOlderLabHasTakenOthersMayGo();
    void whatAnOlderLabHasNamedMayStillChange();
    void anOlderSchemaIsUpgraded();
    void tablesMayBeDescribedInOtherLines();
    void strangeFilesAreRefused_data();
    void strangeFilesAreRefused();
};

namespace {

/// The file is as the program wrote it that knew no gaps and no checksums, and kept leases among the other
/// objects.
void asSchema1(const std::string &path)
{
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("INSERT INTO objects SELECT * FROM leases; DROP TABLE leases;"
                  "DROP TABLE gaps; DROP TABLE set_aside; ALTER TABLE objects DROP COLUMN sum; ALTER TABLE "
                  "log DROP COLUMN previous_sum;"
                  "ALTER TABLE log DROP COLUMN last_sum; PRAGMA user_version = 1");
}

} // namespace

/// E6 forbids changes of a pod's fields; what the server fills in is none.
void TestOtherPrograms::podsThatWereStoredWithoutTodaysDefaultsMayChange()
{
    Lab lab(path());
    lab.post(pods, pod("p"));
    lab.server.reset(); // closes
    {
        asSchema1(path());
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET body = json_remove(body, '$.spec.enableServiceLinks', "
                               "'$.spec.dnsPolicy') "
                               "WHERE body LIKE '%enableServiceLinks%'"),
            1);
    }
    lab.open(path());
    COMPARE_TEXT(at(lab.get(pods / "p"), {"spec", "enableServiceLinks"}), "(none)");
    const Response running = lab.patch(pods / "p/status", "{status: {phase: Running}}");
    COMPARE_TEXT(verdict(running), "200");
    COMPARE_TEXT(at(running, {"spec", "enableServiceLinks"}), "true");
    COMPARE_TEXT(verdict(lab.patch(pods / "p", "{spec: {enableServiceLinks: false}}")), "422 Invalid");
}

/// E9
void TestOtherPrograms::whatAnOlderLabHasTakenMayStillChange()
{
    constexpr std::string_view deployments = "/apis/apps/v1/namespaces/default/deployments";
    Lab lab(path());
    QCOMPARE(
        lab.post(deployments,
               "{metadata: {name: d, finalizers: [x.y/z]}, spec: {selector: {matchLabels: {a: b}}, template: "
               "{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}")
            .code,
        201);
    lab.server.reset(); // closes
    {
        asSchema1(path());
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(
            database.exec("UPDATE objects SET body = json_set(body, '$.spec.template.spec.restartPolicy', "
                          "'Never', '$.spec.template.spec.containers[0].name', 'C_') "
                          "WHERE body LIKE '%\"Deployment\"%'"),
            1);
    }
    lab.open(path());
    const std::string deployment = deployments / "d";
    COMPARE_TEXT(verdict(lab.patch(deployment + "/status", "{status: {replicas: 1}}")), "200");
    COMPARE_TEXT(verdict(lab.patch(deployment + "/status", "{status: {replicas: -1}}")), "422 Invalid");
    COMPARE_TEXT(verdict(lab.patch(deployment, "{metadata: {labels: {l: w}}}")), "200");
    COMPARE_TEXT(verdict(lab.patch(deployment, "{metadata: {labels: {'not valid': w}}}")), "422 Invalid");
    COMPARE_TEXT(verdict(lab.patch(deployment, "{spec: {replicas: 2}}")), "200");
    COMPARE_TEXT(verdict(lab.patch(deployment + "/scale", "{spec: {replicas: 3}}")), "200");
    const auto withContainer = [](const std::string &container) {
        return "{spec: {template: {spec: {containers: [" + container + "]}}}}";
    };
    COMPARE_TEXT(verdict(lab.patch(deployment, withContainer("{name: C_, image: j}"))), "200");
    COMPARE_TEXT(verdict(lab.patch(deployment, withContainer("{name: D_, image: j}"))), "422 Invalid");
    COMPARE_TEXT(verdict(lab.patch(deployment, withContainer("{name: C_, image: j}, {name: C_, image: j}"))),
        "422 Invalid");
    COMPARE_TEXT(verdict(lab.put(deployment, *lab.get(deployment).body)), "200");
    COMPARE_TEXT(verdict(lab.patch(deployment, "{metadata: {finalizers: null}}")), "200");
    COMPARE_TEXT(
        verdict(lab.patch(deployment,
            "{spec: {template: {spec: {restartPolicy: Always, containers: [{name: c, image: i}]}}}}")),
        "200");
    COMPARE_TEXT(verdict(lab.patch(deployment, "{spec: {replicas: 4}}")), "200");
}

/// E9
void TestOtherPrograms::whatAnOlderLabHasLabelledMayStillGo()
{
    const std::string metadata = "metadata: {name: a, finalizers: [x.y/z]}}";
    Lab lab(path());
    QCOMPARE(lab.post(configMaps, "{" + metadata).code, 201);
    QCOMPARE(lab.post(machines, "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, " + metadata).code,
        201);
    lab.server.reset(); // closes
    {
        asSchema1(path());
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET body = json_set(body, '$.metadata.labels', "
                               "json('{\"not valid\":\"x\"}')) WHERE body LIKE '%x.y/z%'"),
            2);
    }
    lab.open(path());
    for (const std::string_view target : {configMaps, machines}) {
        COMPARE_TEXT(verdict(lab.patch(target / "a", "{metadata: {annotations: {k: v}}}")), "200");
        COMPARE_TEXT(
            verdict(lab.patch(target / "a", "{metadata: {labels: {'nor this': x}}}")), "422 Invalid");
        COMPARE_TEXT(verdict(lab.remove(target / "a")), "200");
        COMPARE_TEXT(verdict(lab.patch(target / "a", "{metadata: {finalizers: null}}")), "200");
        COMPARE_TEXT(verdict(lab.get(target / "a")), "404 NotFound");
    }
}

/// E9
void TestOtherPrograms::besideWhatAnOlderLabHasTakenOthersMayGo()
{
    const std::string metadata = "metadata: {name: a, finalizers: [x.y/z]}}";
    Lab lab(path());
    QCOMPARE(lab.post(configMaps, "{" + metadata).code, 201);
    QCOMPARE(lab.post(machines, "{apiVersion: machine.openshift.io/v1beta1, kind: Machine, " + metadata).code,
        201);
    lab.server.reset(); // closes
    {
        asSchema1(path());
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET body = json_set(body, '$.metadata.finalizers', "
                               "json('[\"x.y/z\",\"bare\",\"not valid\"]'), '$.metadata.annotations', "
                               "json('{\"good\":\"1\",\"not valid\":\"2\"}'), '$.metadata.labels', "
                               "json('{\"good\":\"1\",\"wrong\":\"no value!\"}')) "
                               "WHERE body LIKE '%x.y/z%'"),
            2);
    }
    lab.open(path());
    for (const std::string_view target : {configMaps, machines}) {
        const auto patch = [&](std::string_view change) {
            return verdict(lab.patch(target / "a", "{metadata: " + std::string(change) + "}"));
        };
        COMPARE_TEXT(patch("{annotations: {good: null}}"), "200");
        COMPARE_TEXT(patch("{annotations: {'nor this': x}}"), "422 Invalid");
        COMPARE_TEXT(patch("{labels: {good: null}}"), "200");
        COMPARE_TEXT(patch("{labels: {another: 'no value!'}}"), "422 Invalid"); // one more than before
        COMPARE_TEXT(patch("{finalizers: [bare, 'not valid']}"), "200"); // stand elsewhere now
        COMPARE_TEXT(patch("{finalizers: [bare, 'not valid', more]}"), "422 Invalid");
        COMPARE_TEXT(patch("{finalizers: ['not valid']}"), "200");
        COMPARE_TEXT(patch("{annotations: null, labels: null, finalizers: null}"), "200");
        COMPARE_TEXT(patch("{finalizers: [bare]}"), "422 Invalid");
    }
}

/// E9
void TestOtherPrograms::whatAnOlderLabHasNamedMayStillChange()
{
    constexpr std::string_view cronJobs = "/apis/batch/v1/namespaces/default/cronjobs";
    Lab lab(path());
    const Response made = lab.post(cronJobs,
        "{metadata: {name: c}, spec: {schedule: '@daily', jobTemplate: {spec: {template: {spec: "
        "{restartPolicy: Never, containers: [{name: c, image: i}]}}}}}}");
    QCOMPARE(made.code, 201);
    lab.server.reset(); // closes
    const std::string name(53, 'c');
    {
        asSchema1(path());
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        QCOMPARE(database.exec("UPDATE objects SET body = json_set(body, '$.metadata.name', '" + name
                     + "') WHERE body LIKE '%\"CronJob\"%' AND body LIKE '%@daily%'"),
            1);
    }
    lab.open(path());
    COMPARE_TEXT(verdict(lab.patch(cronJobs / name, "{spec: {suspend: true}}")), "200");
    COMPARE_TEXT(
        verdict(lab.patch(cronJobs / name + "/status", "{status: {lastScheduleTime: 2026-11-20T00:00:00Z}}")),
        "200");
}

/// Q7: of the older file a copy stays.
void TestOtherPrograms::anOlderSchemaIsUpgraded()
{
    std::string before;
    {
        Lab lab(path());
        lab.post(configMaps, "{metadata: {name: a}, data: {k: v}}");
        lab.patch(configMaps / "a", "{data: {k: w}}");
        lab.post(leases, "{metadata: {name: n}, spec: {holderIdentity: n}}");
        before = everything(lab);
    }
    asSchema1(path());
    for (int starts = 1; starts <= 2; ++starts) {
        Lab lab(path());
        COMPARE_TEXT(everything(lab), before);
    }
    COMPARE_TEXT(dump("SELECT count(*) FROM leases WHERE body LIKE '%holderIdentity%'").front(), "1");
    COMPARE_TEXT(dump("SELECT count(*) FROM objects WHERE body LIKE '%holderIdentity%'").front(), "0");
    SQLite::Database kept(path() + ".schema1");
    QCOMPARE(kept.execAndGet("PRAGMA user_version").getInt(), 1);
    QCOMPARE(kept.execAndGet("SELECT count(*) FROM objects WHERE body LIKE '%\"k\":\"w\"%'").getInt(), 1);
}

/// A program whose source is laid out otherwise has made them.
void TestOtherPrograms::tablesMayBeDescribedInOtherLines()
{
    {
        Lab lab(path());
        lab.post(configMaps, "{metadata: {name: a}}");
    }
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE);
        database.exec("PRAGMA writable_schema = ON");
        QVERIFY(
            database.exec("UPDATE sqlite_schema SET sql = replace(replace(sql, char(10), ' '), ', ', ',' || "
                          "char(10) || '    ') WHERE type = 'table'")
            > 5);
    }
    Lab lab(path());
    QCOMPARE(lab.get(configMaps / "a").code, 200);
}

void TestOtherPrograms::strangeFilesAreRefused_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::addColumn<std::string>("expected");
    QTest::newRow("T20 another program's database")
        << QByteArray("CREATE TABLE x (y); PRAGMA application_id = 7")
        << std::string("is not a lab's database");
    QTest::newRow("Q7 a newer schema")
        << QByteArray("PRAGMA user_version = 99") << std::string("was written by a newer program");
    QTest::newRow("Q8 no counter") << QByteArray("DELETE FROM state") << std::string("is damaged");
    QTest::newRow("Q8 a table is missing") << QByteArray("DROP TABLE log") << std::string("lab's database");
}

void TestOtherPrograms::strangeFilesAreRefused()
{
    QFETCH(const QByteArray, sql);
    QFETCH(const std::string, expected);
    if (!sql.startsWith("CREATE"))
        Lab lab(path());
    {
        SQLite::Database database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        database.exec(sql.toStdString());
    }
    base::Clock clock(start);
    const auto opened = lab::ApiServer::create({clock, 1, path()});
    QVERIFY(!opened);
    QVERIFY2(opened.error().message.find(expected) != std::string::npos, opened.error().message.c_str());
    QVERIFY(opened.error().detail && api::sayingOf(opened.error()).text == opened.error().message);
    QFile garbage(QString::fromStdString(path() + "2"));
    QVERIFY(garbage.open(QIODevice::WriteOnly) && garbage.write(QByteArray(5000, 'x')) == 5000);
    garbage.close();
    QVERIFY(!lab::ApiServer::create({clock, 1, path() + "2"}));
    QVERIFY(!lab::ApiServer::create({clock, 1, "/nowhere/lab.db"}));
}

QTEST_GUILESS_MAIN(TestOtherPrograms)
#include "tst_otherprograms.moc"
