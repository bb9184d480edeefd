// SPDX-License-Identifier: GPL-3.0-or-later
// The Jobs of a CronJob (docs/machines.md §3.13).
#include "core/controlplane/cronjob.h"
#include "tests/support/objects.h"
#include "tests/support/plantext.h"

#include <QTest>

using namespace core;
using namespace std::chrono_literals;
using api::CronJob;
using api::Job;
using controlplane::JobPointer;
using runtime::Plan;
using support::fromYaml;
using support::with;
using Jobs = std::vector<JobPointer>;

namespace {

const base::Time now = support::timeOf("2026-11-20T10:10:30Z");
const QByteArray dueNow = "c-29919490"; // 10:10 in minutes since 1970

const CronJob hourly = fromYaml<CronJob>(R"(
metadata: {name: c, namespace: default, uid: uid-c, resourceVersion: '7',
creationTimestamp: 2026-11-20T10:00:30Z}
spec: {schedule: '10 * * * *', concurrencyPolicy: Allow, jobTemplate: {
  metadata: {labels: {app: backup}, annotations: {a: b}},
  spec: {backoffLimit: 2, template: {spec: {containers: [{name: c, image: i}], volumes: [{name: v}]}}}}}
)");

/// A job that runs, or as the word says "Complete" or "Failed"; started at that minute of ten o'clock.
JobPointer job(const QByteArray &name, const QByteArray &end = {}, const QByteArray &minute = "05")
{
    const QByteArray conditions = end.isEmpty() ? "[]" : "[{type: " + end + ", status: 'True'}]";
    const QByteArray completed =
        end == "Complete" ? ", completionTime: 2026-11-20T10:" + minute + ":50Z" : "";
    return std::make_shared<const Job>(fromYaml<Job>("metadata: {name: " + name
        + ", namespace: default, uid: uid-" + name + "}\nstatus: {startTime: 2026-11-20T10:" + minute
        + ":00Z, conditions: " + conditions + completed + "}"));
}

} // namespace

class TestCronJob : public QObject
{
    Q_OBJECT

private slots:
    void whatHappensNext_data();
    void whatHappensNext();
    void aJobIsMadeAsTheTemplateSays();
    void theStatusNamesWhatRuns();
    void whatBecameOfAJobIsTold();
    void nothingIsWrittenTwice();
};

void TestCronJob::whatHappensNext_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<Jobs>("jobs");
    QTest::addColumn<QByteArray>("deeds");
    QTest::addColumn<QByteArray>("again"); // after how long it is looked at again
    const auto row = [](const char *name, const char *more, const Jobs &jobs, const QByteArray &deeds,
                         const char *again) {
        QTest::newRow(name) << QByteArray(more) << jobs << deeds << QByteArray(again);
    };
    const char *madeLast = "status: {lastScheduleTime: 2026-11-20T10:10:00Z}";
    row("due", "", {}, '+' + dueNow + " Starting", "59m30s");
    row("made before its status was written", "", {job(dueNow)}, "Waiting", "59m30s");
    row("and is not replaced by itself", "spec: {concurrencyPolicy: Replace}", {job(dueNow)}, "Waiting",
        "59m30s");
    row("nor in its own way", "spec: {concurrencyPolicy: Forbid}", {job(dueNow)}, "Waiting", "59m30s");
    row("not yet due", "spec: {schedule: '15 * * * *'}", {}, "Waiting", "4m30s");
    row("made already", madeLast, {job(dueNow)}, "Waiting", "59m30s");
    row("only the last of many that were missed", "spec: {schedule: '* * * * *'}", {},
        '+' + dueNow + " Starting", "30s");
    row("in time", "spec: {startingDeadlineSeconds: 30}", {}, '+' + dueNow + " Starting", "59m30s");
    row("too late", "spec: {startingDeadlineSeconds: 29}", {}, "TooLate", "59m30s");
    row("beside another", "", {job("c-1")}, '+' + dueNow + " Starting", "59m30s");
    row("not beside another", "spec: {concurrencyPolicy: Forbid}", {job("c-1")}, "StillRunning", "59m30s");
    row("once the other has ended", "spec: {concurrencyPolicy: Forbid}", {job("c-1", "Complete")},
        '+' + dueNow + " Starting", "59m30s");
    row("in place of another", "spec: {concurrencyPolicy: Replace}", {job("c-1")},
        "-c-1 +" + dueNow + " Starting", "59m30s");
    row("suspended", "spec: {suspend: true}", {}, "Suspended", "never");
    row("never", "spec: {schedule: '0 0 30 2 *'}", {}, "NeverDue", "never");
    row("written before schedules were checked", "spec: {schedule: often}", {}, "Unreadable", "never");
    row("a place that nobody knows", "spec: {timeZone: Mars/Olympus}", {}, "Unreadable", "never");
    row("elsewhere it is due too", "spec: {schedule: '10 11 * * *', timeZone: Europe/Berlin}", {},
        '+' + dueNow + " Starting", "23h59m30s");
    row("every quarter of an hour from the last on",
        "{spec: {schedule: '@every 15m'}, status: {lastScheduleTime: 2026-11-20T10:05:00Z}}", {}, "Waiting",
        "9m30s");
    row("being deleted", "metadata: {deletionTimestamp: 2026-11-20T10:09:00Z}", {job("c-1")}, "Deleting",
        "never");
    row("three that succeeded are kept, and one that failed", madeLast,
        {job("c-1", "Complete", "01"), job("c-2", "Complete", "02"), job("c-3", "Complete", "03"),
            job("c-0", "Complete", "04"), job("c-5", "Failed", "05"), job("c-6", "Failed", "06")},
        "-c-1 -c-5 Waiting", "59m30s");
    row("none is kept, suspended or not",
        "spec: {suspend: true, successfulJobsHistoryLimit: 0, failedJobsHistoryLimit: 0}",
        {job("c-1", "Complete"), job("c-5", "Failed"), job("c-6")}, "-c-1 -c-5 Suspended", "never");
}

void TestCronJob::whatHappensNext()
{
    QFETCH(const QByteArray, more);
    QFETCH(const Jobs, jobs);
    QFETCH(const QByteArray, again);
    const Plan plan = controlplane::planCronJob(with(hourly, more), jobs, now);
    QTEST(support::deedsOf(plan), "deeds");
    QCOMPARE(plan.checkAgainAfter,
        again == "never" ? std::nullopt : std::optional(api::parseDuration(again.toStdString()).value()));
}

void TestCronJob::aJobIsMadeAsTheTemplateSays()
{
    const Plan plan = controlplane::planCronJob(hourly, {}, now);
    const api::Json &made = std::get<api::CreateObject>(plan.effects.front()).object;
    QCOMPARE(api::writeCanonicalJson(made),
        std::string(
            R"({"apiVersion":"batch/v1","kind":"Job","metadata":{"annotations":{"a":"b",)"
            R"("batch.kubernetes.io/cronjob-scheduled-timestamp":"2026-11-20T10:10:00Z"},)"
            R"("labels":{"app":"backup"},"name":"c-29919490","namespace":"default","ownerReferences":)"
            R"([{"apiVersion":"batch/v1","blockOwnerDeletion":true,"controller":true,"kind":"CronJob",)"
            R"("name":"c","uid":"uid-c"}]},"spec":{"backoffLimit":2,"template":{"spec":{"containers":)"
            R"([{"image":"i","name":"c"}],"volumes":[{"name":"v"}]}}}})"));
    QVERIFY(support::textOf(plan.effects)
                .contains("event Normal SuccessfulCreate on default/c: Created job c-29919490"));
    const Plan elsewhere = controlplane::planCronJob(
        with(hourly, "spec: {schedule: '10 11 * * *', timeZone: Europe/Berlin}"), {}, now);
    QCOMPARE(std::string(api::textAt(std::get<api::CreateObject>(elsewhere.effects.front()).object,
                 {"metadata", "annotations", "batch.kubernetes.io/cronjob-scheduled-timestamp"})),
        std::string("2026-11-20T11:10:00+01:00"));
    QVERIFY(support::textOf(
        controlplane::planCronJob(with(hourly, "spec: {timeZone: Mars/Olympus}"), {}, now).effects)
                .contains("event Warning UnknownTimeZone on default/c: invalid timeZone: \"Mars/Olympus\": "
                          "unknown time zone Mars/Olympus"));
}

void TestCronJob::theStatusNamesWhatRuns()
{
    const Jobs jobs {
        job("c-1"), job("c-2", "Complete", "02"), job("c-3", "Complete", "04"), job("c-4", "Failed")};
    const api::CronJobStatus status =
        support::after(hourly, controlplane::planCronJob(hourly, jobs, now).effects).status;
    QCOMPARE(status.active.size(), std::size_t(1));
    QCOMPARE(status.active.front().name, std::string("c-1"));
    QCOMPARE(status.active.front().uid, std::string("uid-c-1"));
    QCOMPARE(status.lastSuccessfulTime, std::optional(support::timeOf("2026-11-20T10:04:50Z")));
    QCOMPARE(status.lastScheduleTime, std::optional(support::timeOf("2026-11-20T10:10:00Z")));
}

void TestCronJob::whatBecameOfAJobIsTold()
{
    const CronJob before = with(hourly,
        "status: {active: [{name: c-1, uid: uid-c-1}, {name: c-2, uid: uid-c-2}, {name: c-3, uid: "
        "uid-c-3}]}");
    const QByteArray text =
        support::textOf(controlplane::planCronJob(before, {job("c-1"), job("c-2", "Failed")}, now).effects);
    QVERIFY2(
        text.contains("event Normal SawCompletedJob on default/c: Saw completed job: c-2, status: Failed"),
        text);
    QVERIFY2(text.contains("event Normal MissingJob on default/c: Active job went missing: c-3"), text);
    QVERIFY2(!text.contains(": c-1"), text);
}

void TestCronJob::nothingIsWrittenTwice()
{
    const Jobs jobs {job(dueNow), job("c-1", "Complete")};
    const CronJob settled = support::after(hourly, controlplane::planCronJob(hourly, jobs, now).effects);
    const Plan again = controlplane::planCronJob(settled, jobs, now);
    QCOMPARE(support::textOf(again.effects), QByteArray());
    QCOMPARE(support::codesOf(again.reasons), QByteArray("Waiting"));
}

QTEST_APPLESS_MAIN(TestCronJob)
#include "tst_cronjob.moc"
