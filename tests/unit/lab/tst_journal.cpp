// SPDX-License-Identifier: GPL-3.0-or-later
// docs/api-semantics.md Q and docs/faults-and-threats.md X25, X39: what the lab keeps on disk, from one start
// to the next.
#include "core/api/saying.h"
#include "labfile.h"

#include <QFile>

using namespace labtest;
using namespace std::chrono_literals;

class TestJournal : public QObject, private LabFile
{
    Q_OBJECT

private slots:
    void init() { beginAnew(); }
    void aRestartKeepsEverything();
    void watchesResumeAfterARestart();
    void leasesKeepTheirNewestVersionOnly();
    void whoKnowsALostRevisionListsAgain();
    void unfinishedCleanupGoesOn();
    void aSecondStartIsRefused();
    void revisionsAndLogGoTogether();
    void oldChangesAreForgotten();
};

namespace {

std::string described(const Seen &seen)
{
    std::string text;
    for (const api::WatchEvent &event : seen.events)
        text += std::to_string(static_cast<int>(event.type)) + " " + std::to_string(event.revision) + " "
            + api::writeCanonicalJson(*event.object) + "\n";
    return text;
}

} // namespace

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

QTEST_GUILESS_MAIN(TestJournal)
#include "tst_journal.moc"
