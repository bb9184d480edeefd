// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md Q and docs/faults-and-threats.md X21, X23, X25, X26: what the lab keeps on disk.
#include "core/access/user.h"
#include "core/api/saying.h"
#include "labfixture.h"

#include <QCoreApplication>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <SQLiteCpp/SQLiteCpp.h>

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <set>

using namespace labtest;
using namespace std::chrono_literals;

class TestJournal : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aRestartKeepsEverything();
    void podsThatWereStoredWithoutTodaysDefaultsMayChange();
    void whatAnOlderLabHasTakenMayStillChange();
    void whatAnOlderLabHasLabelledMayStillGo();
    void besideWhatAnOlderLabHasTakenOthersMayGo();
    void whatAnOlderLabHasNamedMayStillChange();
    void watchesResumeAfterARestart();
    void leasesKeepTheirNewestVersionOnly();
    void aBadLeaseIsSetAside();
    void whoKnowsALostRevisionListsAgain();
    void unfinishedCleanupGoesOn();
    void aSecondStartIsRefused();
    void anOlderSchemaIsUpgraded();
    void tablesMayBeDescribedInOtherLines();
    void strangeFilesAreRefused_data();
    void strangeFilesAreRefused();
    void oneBadRowIsSetAside_data();
    void oneBadRowIsSetAside();
    void whyARowIsSetAsideIsASaying();
    void whatLostItsOwnerIsKnown_data();
    void whatLostItsOwnerIsKnown();
    void aLogIsReadAsFarAsItCan();
    void firstObjectsThatAreLostAreMadeAgain();
    void revisionsAndLogGoTogether();
    void oldChangesAreForgotten();
    void acknowledgedWritesSurviveAKill();
    void aFullDiskRefusesWritesAndNothingElse();
    void callersInsideNeedNotHurry();
    void aListenerMayUnbindItself();
    void heartbeatsWaitForOthers();
    void aLabInMemoryIsCommittedAtOnce();
    void aListenerMayOutliveTheLab();
    void closing();

private:
    static void seesWhatTheDiskHas(Lab &lab);
    std::string path() const { return m_directory->path().toStdString() + "/lab.db"; }
    std::vector<std::string> dump(const std::string &query) const;

    std::unique_ptr<QTemporaryDir> m_directory;
};

namespace {

constexpr std::string_view replicaSets = "/apis/apps/v1/namespaces/default/replicasets";

void waitForDisk(Lab &lab)
{
    QTRY_COMPARE(lab.server->committedRevision(), lab.server->revision());
}

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

std::string everything(Lab &lab)
{
    std::string text;
    for (const std::string_view target : {"/api/v1/namespaces", "/api/v1/configmaps", "/api/v1/nodes",
             "/api/v1/pods", "/apis/machine.openshift.io/v1beta1/machines",
             "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
             "/apis/coordination.k8s.io/v1/leases"}) {
        const auto list = lab.get(target).list;
        for (const api::JsonPtr &item : list->items)
            text += api::writeCanonicalJson(*item) + "\n";
    }
    return text;
}

std::string described(const Seen &seen)
{
    std::string text;
    for (const api::WatchEvent &event : seen.events)
        text += std::to_string(static_cast<int>(event.type)) + " " + std::to_string(event.revision) + " "
            + api::writeCanonicalJson(*event.object) + "\n";
    return text;
}

} // namespace

void TestJournal::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    QVERIFY(m_directory->isValid());
}

std::vector<std::string> TestJournal::dump(const std::string &query) const
{
    std::vector<std::string> rows;
    SQLite::Database database(path(), SQLite::OPEN_READONLY);
    SQLite::Statement statement(database, query);
    while (statement.executeStep())
        rows.push_back(statement.getColumn(0).getString());
    return rows;
}

void TestJournal::aRestartKeepsEverything()
{
    Lab lab(path());
    lab.post(configMaps, "{metadata: {name: a}, data: {k: ä\u20ac}}");
    lab.post(machines, machine("m", ", spec: {providerSpec: {value: {x: [1, 2.5, true]}}}"));
    lab.post(nodes, "{metadata: {name: n}}");
    lab.remove(nodes / "n");
    lab.patch(machines / "m/status", "{status: {phase: Running}}");
    const std::string before = everything(lab);
    const auto revision = lab.server->revision();
    lab.server.reset(); // closes
    lab.open(path());
    QCOMPARE(everything(lab), before);
    QVERIFY(lab.server->revision() > revision + 1'000'000); // D13, Q3, X39
    QCOMPARE(lab.server->committedRevision(), lab.server->revision());
    const auto next = lab.server->revision() + 1;
    QCOMPARE(lab.post(nodes, "{metadata: {name: n}}").revision, next);
}

/// E6 forbids changes of a pod's fields; what the server fills in is none.
void TestJournal::podsThatWereStoredWithoutTodaysDefaultsMayChange()
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
void TestJournal::whatAnOlderLabHasTakenMayStillChange()
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
void TestJournal::whatAnOlderLabHasLabelledMayStillGo()
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
void TestJournal::besideWhatAnOlderLabHasTakenOthersMayGo()
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
void TestJournal::whatAnOlderLabHasNamedMayStillChange()
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

void TestJournal::watchesResumeAfterARestart()
{
    Lab lab(path());
    const std::string from = std::to_string(lab.server->revision());
    lab.post(configMaps, "{metadata: {name: a, labels: {app: web}}}");
    lab.post(configMaps, "{metadata: {name: b, labels: {app: web}}}");
    const std::string middle = std::to_string(lab.server->revision());
    lab.patch(configMaps / "a", "{metadata: {labels: {app: db}}}");
    lab.patch(configMaps / "b", "{metadata: {finalizers: [x.y/z]}}");
    lab.remove(configMaps / "b");
    lab.patch(configMaps / "b", "{metadata: {finalizers: null}}");
    lab.post(configMaps, "{metadata: {name: b}}");
    const std::string targets[] = {std::string(configMaps) + "?watch=1&resourceVersion=" + from,
        std::string(configMaps) + "?watch=1&labelSelector=app=web&resourceVersion=" + from,
        std::string(configMaps) + "?watch=1&resourceVersion=" + middle};
    std::vector<std::string> before;
    const auto watchAll = [&](std::vector<std::string> &into) {
        for (const std::string &target : targets) {
            const auto seen = lab.watch(target);
            lab.settle();
            into.push_back(described(*seen));
        }
    };
    watchAll(before);
    QVERIFY(!before[1].empty());
    lab.open(path());
    std::vector<std::string> after;
    watchAll(after);
    QCOMPARE(after, before);
    COMPARE_TEXT(
        names(lab.get(std::string(configMaps) + "?resourceVersionMatch=Exact&resourceVersion=" + middle)),
        "a b");
}

void TestJournal::leasesKeepTheirNewestVersionOnly()
{
    Lab lab(path());
    lab.post(leases, "{metadata: {name: n}, spec: {holderIdentity: n}}");
    for (int i = 0; i < 10; ++i)
        lab.patch(leases / "n", "{spec: {renewTime: '2025-11-20T10:00:0" + std::to_string(i) + ".000000Z'}}");
    const std::string before = everything(lab);
    const std::string revision = std::to_string(lab.server->revision());
    lab.open(path());
    QCOMPARE(everything(lab), before);
    const auto tooOld = lab.watch(std::string(leases) + "?watch=1&resourceVersion=12");
    const auto current = lab.watch(std::string(leases) + "?watch=1&resourceVersion=" + revision);
    lab.patch(leases / "n", "{spec: {holderIdentity: o}}");
    lab.settle();
    COMPARE_TEXT(tooOld->text(), "ERROR");
    COMPARE_TEXT(current->text(), "MODIFIED n");
}

void TestJournal::aBadLeaseIsSetAside()
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

/// X39: an older copy of the files is put back while clients hold what came later.
void TestJournal::whoKnowsALostRevisionListsAgain()
{
    const auto copy = [this](const char *from, const char *to) {
        for (const char *suffix : {"", "-wal"}) {
            const QString source = QString::fromStdString(path() + from + suffix);
            const QString target = QString::fromStdString(path() + to + suffix);
            QFile::remove(target);
            QVERIFY(!QFile::exists(source) || QFile::copy(source, target));
        }
    };
    Lab lab(path());
    for (const char *name : {"a", "b", "c"})
        lab.post(configMaps, "{metadata: {name: " + std::string(name) + "}}");
    waitForDisk(lab);
    copy("", ".kept");
    const auto known = lab.server->revision();
    for (const char *name : {"d", "e", "f"})
        lab.post(configMaps, "{metadata: {name: " + std::string(name) + "}}");
    const std::string token = lab.get(std::string(configMaps) + "?limit=2").list->continueToken;
    const auto lost = lab.server->revision();
    lab.server.reset();
    copy(".kept", "");
    for (int starts = 1; starts <= 3; ++starts) {
        lab.open(path());
        QVERIFY(lab.server->revision() > lost);
        lab.post(configMaps, "{metadata: {name: again-" + std::to_string(starts) + "}}");
        const std::string all(configMaps);
        for (auto revision = known; revision <= lost; ++revision) {
            const std::string from = "resourceVersion=" + std::to_string(revision);
            const auto seen = lab.watch(all + "?watch=1&" + from);
            lab.settle();
            const bool isKnown = revision == known;
            QCOMPARE(seen->text().starts_with("ADDED again-1"), isKnown);
            QCOMPARE(seen->text() == "ERROR", !isKnown);
            QCOMPARE(lab.get(all + "?resourceVersionMatch=Exact&" + from).code, isKnown ? 200 : 410);
        }
        COMPARE_TEXT(verdict(lab.get(all + "?limit=2&continue=" + token)), "410 Expired");
    }
}

void TestJournal::unfinishedCleanupGoesOn()
{
    Lab lab(path());
    lab.post(machines, machine("m"));
    lab.remove("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.machine.openshift.io");
    lab.open(path()); // before the machine was deleted
    lab.settle();
    COMPARE_TEXT(verdict(lab.get(machines)), "404 NotFound");
    lab.open(path());
    COMPARE_TEXT(verdict(lab.get(machines)), "404 NotFound"); // and is not made again
}

void TestJournal::aSecondStartIsRefused()
{
    Lab lab(path());
    const auto second = lab::ApiServer::create({lab.clock, 1, path()});
    QVERIFY(!second); // Q6
    QCOMPARE(second.error().kind, base::ErrorKind::Conflict);
    QVERIFY(second.error().message.starts_with("another program has this lab open"));
    QCOMPARE(
        api::sayingOf(second.error()).code, std::string("LabOpenElsewhere")); // for the window's language
    QCOMPARE(lab.post(nodes, "{metadata: {name: n}}").code, 201);
    waitForDisk(lab);
}

/// Q7: of the older file a copy stays.
void TestJournal::anOlderSchemaIsUpgraded()
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
void TestJournal::tablesMayBeDescribedInOtherLines()
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

void TestJournal::strangeFilesAreRefused_data()
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

void TestJournal::strangeFilesAreRefused()
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

// X26
void TestJournal::oneBadRowIsSetAside_data()
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

void TestJournal::oneBadRowIsSetAside()
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
void TestJournal::whyARowIsSetAsideIsASaying()
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
void TestJournal::whatLostItsOwnerIsKnown_data()
{
    QTest::addColumn<std::string>("damage");
    QTest::addColumn<std::string>("owners"); // that count as lost
    QTest::newRow("the uid can be read") << std::string("sum = sum + 1") << std::string("lost");
    QTest::newRow("nothing can be read") << std::string("body = 'x'") << std::string("lost other");
    QTest::newRow("another uid is read")
        << std::string("body = replace(body, '\"uid\":\"', '\"uid\":\"f')") << std::string("lost other");
}

void TestJournal::whatLostItsOwnerIsKnown()
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

void TestJournal::aLogIsReadAsFarAsItCan()
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

void TestJournal::firstObjectsThatAreLostAreMadeAgain()
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

void TestJournal::revisionsAndLogGoTogether()
{
    {
        Lab lab(path());
        for (int i = 0; i < 50; ++i) {
            const std::string name = "c" + std::to_string(i);
            lab.post(configMaps, "{metadata: {name: " + name + "}}");
            lab.patch(configMaps / name, "{data: {k: v}}");
            if (i % 2)
                lab.remove(configMaps / name);
        }
    }
    // Q2: every revision has its event, no event lies beyond the counter, every object has the revision of
    // its last event.
    COMPARE_TEXT(dump("SELECT revision FROM state").front(), dump("SELECT max(revision) FROM log").front());
    COMPARE_TEXT(dump("SELECT count(*) FROM log").front(), dump("SELECT max(revision) FROM log").front());
    COMPARE_TEXT(dump("SELECT count(*) FROM objects WHERE revision != (SELECT max(revision) FROM log WHERE "
                      "log.id = objects.id)")
                     .front(),
        "0");
    COMPARE_TEXT(dump("SELECT count(*) FROM log WHERE type != 0 AND previous IS NULL").front(), "0");
    COMPARE_TEXT(dump("PRAGMA integrity_check").front(), "ok");
}

void TestJournal::oldChangesAreForgotten()
{
    std::string revision;
    {
        Lab lab(path());
        lab.post(configMaps, "{metadata: {name: a}}");
        for (int i = 0; i < 2000; ++i)
            lab.patch(configMaps / "a", "{data: {k: '" + std::to_string(i) + "'}}");
        waitForDisk(lab);
        lab.clock.advance(6min);
        lab.patch(configMaps / "a", "{data: {k: last}}");
        revision = std::to_string(lab.server->revision());
    }
    COMPARE_TEXT(dump("SELECT count(*) FROM log").front(), "1000"); // Q4
    COMPARE_TEXT(dump("SELECT floor FROM state").front(), std::to_string(std::stoi(revision) - 1000));
    Lab lab(path());
    const auto tooOld = lab.watch(
        std::string(configMaps) + "?watch=1&resourceVersion=" + std::to_string(std::stoi(revision) - 1001));
    const auto kept = lab.watch(
        std::string(configMaps) + "?watch=1&resourceVersion=" + std::to_string(std::stoi(revision) - 1000));
    lab.settle();
    COMPARE_TEXT(tooOld->text(), "ERROR");
    QCOMPARE(kept->events.size(), std::size_t(1000));
}

void TestJournal::acknowledgedWritesSurviveAKill()
{
    std::uint64_t last = 0;
    for (int round = 0; round < 8; ++round) { // X21
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(),
            {QStringLiteral("write"), QString::fromStdString(path()), QString::number(round)});
        QVERIFY(child.waitForStarted());
        QByteArray output;
        const int wanted = 20 + 37 * round;
        while (output.count('\n') < wanted) {
            QVERIFY(child.waitForReadyRead(20'000));
            output += child.readAll();
        }
        child.kill(); // SIGKILL
        QVERIFY(child.waitForFinished());
        output += child.readAll();
        Lab lab(path());
        for (const QByteArray &line : output.left(output.lastIndexOf('\n')).split('\n')) {
            const QList<QByteArray> parts = line.split(' '); // revision and name of an acknowledged create
            QVERIFY2(lab.get(configMaps / parts[1].toStdString()).code == 200, line.constData());
            QVERIFY(parts[0].toULongLong() > last);
            last = parts[0].toULongLong();
        }
        QVERIFY(lab.server->revision() >= last);
        last = lab.server->revision();
    }
    COMPARE_TEXT(dump("PRAGMA integrity_check").front(), "ok");
}

/// The ConfigMap "kept" without the data, and the ReplicaSet without the size, that the disk refused, in
/// answers that may leave at once.
void TestJournal::seesWhatTheDiskHas(Lab &lab)
{
    const auto outside = [&](const std::string &target, std::string_view accept = {}) {
        api::Request request = Lab::request(Method::Get, target);
        request.accept = accept;
        return lab.server->frontServer().answer(request, {access::owner()});
    };
    const std::string all(configMaps);
    const Response listed = outside(all);
    COMPARE_TEXT(names(listed), "kept");
    QVERIFY(!api::find(*listed.list->items.front(), {"data"}));
    COMPARE_TEXT(listed.list->resourceVersion, std::to_string(lab.server->committedRevision()));
    const Response one = outside(all + "/kept");
    QCOMPARE(one.code, 200);
    QVERIFY(!api::find(*one.body, {"data"}));
    constexpr std::string_view table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const Response rows = outside(all, table); // as kubectl asks
    COMPARE_TEXT(at(rows, {"kind"}), "Table");
    const Response unknown = outside(all + "/unknown");
    QCOMPARE(unknown.code, 404);
    const Response scale = outside(replicaSets / "kept/scale");
    COMPARE_TEXT(at(scale, {"spec", "replicas"}), "1");
    for (const Response &answer : {listed, one, rows, outside(all + "/kept", table), unknown, scale})
        QCOMPARE(answer.revision, 0U);
    QCOMPARE(outside(all + "?resourceVersion=" + std::to_string(lab.server->revision())).code, 504);
}

void TestJournal::aFullDiskRefusesWritesAndNothingElse()
{
    Lab lab(path());
    QCOMPARE(lab.post(configMaps, "{metadata: {name: kept}}").code, 201);
    QCOMPARE(lab.post(replicaSets,
                    "{metadata: {name: kept}, spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: "
                    "{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: i}]}}}}")
                 .code,
        201);
    waitForDisk(lab);
    const auto seen = lab.watch(std::string(configMaps) + "?watch=1");
    lab.settle();
    struct rlimit old {
    };
    QCOMPARE(getrlimit(RLIMIT_FSIZE, &old), 0);
    struct rlimit small = old;
    small.rlim_cur = 64U * 1024;
    std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Json large = api::JsonObject {{"data", api::JsonObject {{"x", std::string(200'000, 'x')}}}};
    QCOMPARE(lab.send(Method::Patch, configMaps / "kept", large, api::contentTypes::mergePatch).code, 200);
    (void)lab.patch(replicaSets / "kept/scale", "{spec: {replicas: 5}}");
    QTRY_VERIFY(!lab.server->trouble().empty());
    QVERIFY(lab.server->committedRevision() < lab.server->revision());
    const Response refused = lab.post(configMaps, "{metadata: {name: b}}"); // X23
    COMPARE_TEXT(verdict(refused), "500 InternalError");
    QVERIFY(message(refused).starts_with("lab disk full"));
    QCOMPARE(refused.saying->code, std::string("DiskFull"));
    QCOMPARE(lab.get("/readyz").code, 500);
    QVERIFY(lab.get("/readyz?verbose").text.find("lab disk full") != std::string::npos);
    QCOMPARE(lab.get("/livez").code, 200);
    seesWhatTheDiskHas(lab);
    QVERIFY(lab.get(configMaps / "kept").revision > lab.server->committedRevision()); // inside the process
    lab.settle();
    QVERIFY(seen->events.back().revision > lab.server->committedRevision()); // waits
    QCOMPARE(setrlimit(RLIMIT_FSIZE, &old), 0);
    QTRY_VERIFY(lab.server->trouble().empty());
    QCOMPARE(lab.post(configMaps, "{metadata: {name: b}}").code, 201);
    waitForDisk(lab);
    lab.open(path());
    COMPARE_TEXT(names(lab.get(configMaps)), "b kept");
}

void TestJournal::callersInsideNeedNotHurry()
{
    Lab lab(path());
    waitForDisk(lab);
    std::atomic<std::uint64_t> announced = 0;
    std::atomic<int> commits = 0;
    base::Subscription listening = lab.server->onCommitted([&](std::uint64_t revision, const std::string &) {
        announced = revision;
        ++commits;
    });
    const api::LocalServer local = lab.server->localServer();
    for (int i = 0; i < 200; ++i)
        QCOMPARE(local
                     .answer(Lab::request(
                         Method::Post, configMaps, yaml("{metadata: {name: c" + std::to_string(i) + "}}")))
                     .code,
            201);
    QTRY_COMPARE(announced.load(), lab.server->revision());
    QVERIFY(commits < 50); // many in one transaction
    listening.reset();
    const auto heard = announced.load();
    QCOMPARE(lab.post(configMaps, "{metadata: {name: unheard}}").code, 201);
    waitForDisk(lab);
    QCOMPARE(announced.load(), heard);
}

void TestJournal::aListenerMayUnbindItself()
{
    Lab lab(path());
    waitForDisk(lab);
    std::atomic<int> calls = 0;
    base::Subscription listening;
    listening = lab.server->onCommitted([&](std::uint64_t, const std::string &) {
        ++calls;
        listening.reset();
    });
    for (const char *name : {"heard", "unheard", "last"}) {
        QCOMPARE(lab.post(configMaps, "{metadata: {name: " + std::string(name) + "}}").code, 201);
        waitForDisk(lab);
        QTRY_COMPARE(calls.load(), 1);
    }
}

/// Q1: and yet nobody outside sees what is not on disk, nor waits for it.
void TestJournal::heartbeatsWaitForOthers()
{
    constexpr int soon = 2'000; // sooner than heartbeats come to the disk by themselves
    Lab lab(path());
    Lab other(path() + ".other");
    const auto changeInside = [](Lab &changed, Method method, std::string_view target,
                                  const std::string &body) {
        api::Request asked = Lab::request(method, target, yaml(body));
        if (method == Method::Patch)
            asked.contentType = api::contentTypes::mergePatch;
        return changed.server->localServer().answer(asked).code;
    };
    int names = 0;
    const auto change = [&](Lab &changed) {
        const std::string body = "{metadata: {name: c" + std::to_string(++names) + "}}";
        QCOMPARE(changeInside(changed, Method::Post, configMaps, body), 201);
    };
    const auto letOthersCommit = [&] {
        for (int i = 0; i < 2; ++i) {
            change(other);
            waitForDisk(other);
        }
    };
    int seconds = 0;
    const auto renew = [&] {
        const std::string time = "'2025-11-20T10:00:0" + std::to_string(++seconds) + ".000000Z'";
        QCOMPARE(changeInside(lab, Method::Patch, leases / "n", "{spec: {renewTime: " + time + "}}"), 200);
    };
    const auto isOnDisk = [&] { return lab.server->committedRevision() == lab.server->revision(); };
    QCOMPARE(changeInside(lab, Method::Post, leases,
                 "{metadata: {name: n}, spec: {renewTime: '2025-11-20T10:00:00.000000Z'}}"),
        201);
    waitForDisk(lab);

    renew();
    letOthersCommit();
    QVERIFY(!isOnDisk());
    change(lab);
    QTRY_VERIFY_WITH_TIMEOUT(isOnDisk(), soon);

    renew();
    letOthersCommit();
    QVERIFY(!isOnDisk());
    QCOMPARE(lab.get(leases / "n").revision, lab.server->revision());
    QTRY_VERIFY_WITH_TIMEOUT(isOnDisk(), soon);

    auto watch = lab.server->frontServer().watch(
        Lab::request(Method::Get, std::string(configMaps) + "?watch=1"), {access::owner()}, {});
    QVERIFY(watch);
    renew();
    QTRY_VERIFY_WITH_TIMEOUT(isOnDisk(), soon);

    watch->reset();
    renew();
    letOthersCommit();
    QVERIFY(!isOnDisk());
    waitForDisk(lab);
}

void TestJournal::aLabInMemoryIsCommittedAtOnce()
{
    Lab inMemory;
    std::uint64_t atOnce = 0;
    const base::Subscription listening =
        inMemory.server->onCommitted([&](std::uint64_t revision, const std::string &) { atOnce = revision; });
    QCOMPARE(atOnce, std::numeric_limits<std::uint64_t>::max());
}

void TestJournal::aListenerMayOutliveTheLab()
{
    base::Subscription listening;
    {
        Lab lab(path());
        listening = lab.server->onCommitted([](std::uint64_t, const std::string &) {});
    }
    listening.reset();
}

void TestJournal::closing()
{
    Lab lab(path());
    for (int i = 0; i < 100; ++i)
        lab.post(configMaps, "{metadata: {name: c" + std::to_string(i) + "}}");
    QVERIFY(lab.server->close());
    QCOMPARE(lab.server->committedRevision(), lab.server->revision());
    COMPARE_TEXT(verdict(lab.post(configMaps, "{metadata: {name: late}}")), "503 ServiceUnavailable");
    QCOMPARE(lab.get(configMaps).list->items.size(), std::size_t(100));
    lab.open(path());
    QCOMPARE(lab.get(configMaps).list->items.size(), std::size_t(100));
}

/// Creates config maps and prints each one's revision and name once it is said to be on disk, until it is
/// killed.
static int writeUntilKilled(const std::string &path, const std::string &round)
{
    Lab lab(path);
    std::string pending;
    for (int i = 0;; ++i) {
        const std::string name = "r" + round + "-" + std::to_string(i);
        const Response made = lab.post(
            configMaps, "{metadata: {name: " + name + "}, data: {k: " + std::string(300, 'x') + "}}");
        pending += std::to_string(made.revision) + " " + name + "\n";
        if (i % 5)
            continue;
        while (lab.server->committedRevision() < made.revision)
            usleep(100);
        if (::write(STDOUT_FILENO, pending.data(), pending.size()) < 0)
            return 1;
        pending.clear();
    }
}

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (argc == 4 && std::string_view(argv[1]) == "write")
        return writeUntilKilled(argv[2], argv[3]);
    TestJournal test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_journal.moc"
