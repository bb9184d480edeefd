// SPDX-License-Identifier: GPL-3.0-or-later
// When a CronJob is due (docs/machines.md §3.13).
#include "core/api/cronschedule.h"

#include "core/api/time.h"

#include <QTest>

using namespace core;
using api::CronSchedule;

class TestCronSchedule : public QObject
{
    Q_OBJECT

private slots:
    void theNextMoment_data();
    void theNextMoment();
    void theLastMoment_data();
    void theLastMoment();
    void whatIsWrong_data();
    void whatIsWrong();
    void aTimeAsItIsToldThere_data();
    void aTimeAsItIsToldThere();
};

namespace {

base::Time timeOf(const QByteArray &text)
{
    return api::parseTime(text.toStdString()).value();
}

QByteArray textOf(const std::optional<base::Time> &time)
{
    return time ? QByteArray::fromStdString(api::formatTime(*time)) : QByteArray("never");
}

} // namespace

void TestCronSchedule::theNextMoment_data()
{
    QTest::addColumn<QByteArray>("schedule");
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("next");
    const auto row = [](const char *schedule, const char *after, const char *next, const char *zone = "") {
        QTest::addRow("%s %s after %s", schedule, zone, after)
            << QByteArray(schedule) << QByteArray(zone) << QByteArray(after) << QByteArray(next);
    };
    const char *friday = "2026-11-20T10:10:30Z";
    row("* * * * *", friday, "2026-11-20T10:11:00Z");
    row("* * * * *", "2026-11-20T10:11:00Z", "2026-11-20T10:12:00Z");
    row("*/15 * * * *", friday, "2026-11-20T10:15:00Z");
    row("5/20 * * * *", friday, "2026-11-20T10:25:00Z");
    row("0 9-17 * * *", friday, "2026-11-20T11:00:00Z");
    row("0 9-17/4 * * *", friday, "2026-11-20T13:00:00Z");
    row("30 8 * * mon-FRI", friday, "2026-11-23T08:30:00Z");
    row("30 8 * * 0,6", friday, "2026-11-21T08:30:00Z");
    row("0 0 1 * *", friday, "2026-12-01T00:00:00Z");
    row("0 0 1 JAN ?", friday, "2027-01-01T00:00:00Z");
    row("0 0 13 * 5", friday, "2026-11-27T00:00:00Z"); // the 13th or a Friday
    row("0 0 13 * *", friday, "2026-12-13T00:00:00Z");
    row("0 0 29 2 *", friday, "2028-02-29T00:00:00Z");
    row("0 0 30 2 *", friday, "never");
    row("@hourly", friday, "2026-11-20T11:00:00Z");
    row("@daily", friday, "2026-11-21T00:00:00Z");
    row("@weekly", friday, "2026-11-22T00:00:00Z");
    row("@every 1h30m", friday, "2026-11-20T11:40:30Z");
    row("@every 1ms", friday, "2026-11-20T10:10:31Z");
    row("  0   12 * * *  ", friday, "2026-11-20T12:00:00Z");
    row("0 9 * * *", friday, "2026-11-21T08:00:00Z", "Europe/Berlin");
    row("0 9 * * *", friday, "2026-11-21T03:30:00Z", "Asia/Kolkata");
    // Clocks leap from two to three.
    row("30 2 * * *", "2026-03-28T12:00:00Z", "2026-03-30T00:30:00Z", "Europe/Berlin");
    row("30 3 * * *", "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z", "Europe/Berlin");
}

void TestCronSchedule::theNextMoment()
{
    QFETCH(const QByteArray, schedule);
    QFETCH(const QByteArray, zone);
    QFETCH(const QByteArray, after);
    const auto read = CronSchedule::parse(schedule.toStdString(), zone.toStdString());
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QTEST(textOf(read->after(timeOf(after))), "next");
}

void TestCronSchedule::theLastMoment_data()
{
    QTest::addColumn<QByteArray>("schedule");
    QTest::addColumn<QByteArray>("start");
    QTest::addColumn<QByteArray>("last");
    const auto row = [](const char *schedule, const char *start, const char *last) {
        QTest::addRow("%s since %s", schedule, start)
            << QByteArray(schedule) << QByteArray(start) << QByteArray(last);
    };
    row("* * * * *", "2026-11-20T10:00:00Z", "2026-11-20T10:10:00Z");
    row("* * * * *", "2026-11-20T10:10:00Z", "never");
    row("* * * * *", "1990-01-01T00:00:00Z", "2026-11-20T10:10:00Z");
    row("0 0 1 1 *", "2026-01-01T00:00:00Z", "never");
    row("0 0 1 1 *", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z");
    row("0 0 29 2 *", "1990-01-01T00:00:00Z", "2024-02-29T00:00:00Z");
    row("0 0 30 2 *", "1990-01-01T00:00:00Z", "never");
    row("@every 4m", "2026-11-20T10:00:00Z", "2026-11-20T10:08:00Z");
    row("@every 4m", "2026-11-20T10:07:00Z", "never");
    row("* * * * *", "2149-01-01T00:00:00Z", "never");
    row("@every 4m", "2149-01-01T00:00:00Z", "never");
}

void TestCronSchedule::theLastMoment()
{
    QFETCH(const QByteArray, schedule);
    QFETCH(const QByteArray, start);
    const auto read = CronSchedule::parse(schedule.toStdString()).value();
    QTEST(textOf(read.lastBetween(timeOf(start), timeOf("2026-11-20T10:10:30Z"))), "last");
}

void TestCronSchedule::whatIsWrong_data()
{
    QTest::addColumn<QByteArray>("schedule");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char *schedule, const char *problem) {
        QTest::newRow(schedule) << QByteArray(schedule) << QByteArray(problem);
    };
    row("", "Expected exactly 5 fields, found 0: ");
    row("often", "Expected exactly 5 fields, found 1: often");
    row("* * * * * *", "Expected exactly 5 fields, found 6: * * * * * *");
    row("60 * * * *", "End of range (60) above maximum (59): 60");
    row("* 24 * * *", "End of range (24) above maximum (23): 24");
    row("* * 0 * *", "Beginning of range (0) below minimum (1): 0");
    row("* * * 13 *", "End of range (13) above maximum (12): 13");
    row("* * * * 7", "End of range (7) above maximum (6): 7");
    row("30-10 * * * *", "Beginning of range (30) beyond end of range (10): 30-10");
    row("1-2-3 * * * *", "Too many hyphens: 1-2-3");
    row("*/2/3 * * * *", "Too many slashes: */2/3");
    row("*/0 * * * *", "Step of range should be a positive number: */0");
    row("*/-1 * * * *", "Negative number (-1) not allowed: */-1");
    row("a * * * *", "Failed to parse int from a: a");
    row("1,, * * * *", "Failed to parse int from : ");
    row("99999999999 * * * *", "Failed to parse int from 99999999999: 99999999999");
    row("* * * mon *", "Failed to parse int from mon: mon");
    row("@often", "Unrecognized descriptor: @often");
    row("@every", "Unrecognized descriptor: @every");
    row("@every often", "Failed to parse duration @every often: ");
}

void TestCronSchedule::whatIsWrong()
{
    QFETCH(const QByteArray, schedule);
    QFETCH(const QByteArray, problem);
    const auto read = CronSchedule::parse(schedule.toStdString());
    QVERIFY(!read);
    QVERIFY2(read.error().message.starts_with(problem.toStdString()), read.error().message.c_str());
    QCOMPARE(read.error().kind, base::ErrorKind::Invalid);
    for (const char *zone :
        {"Mars/Olympus", "../../../dev/zero", "/etc/passwd", "Europe/../Europe/Berlin", " "})
        QVERIFY2(!CronSchedule::parse("* * * * *", zone), zone);
}

void TestCronSchedule::aTimeAsItIsToldThere_data()
{
    QTest::addColumn<QByteArray>("zone");
    QTest::addColumn<QByteArray>("told");
    QTest::newRow("without one") << QByteArray() << QByteArray("2026-11-20T01:10:00Z");
    QTest::newRow("UTC") << QByteArray("UTC") << QByteArray("2026-11-20T01:10:00Z");
    QTest::newRow("east") << QByteArray("Asia/Kolkata") << QByteArray("2026-11-20T06:40:00+05:30");
    QTest::newRow("west") << QByteArray("America/St_Johns") << QByteArray("2026-11-19T21:40:00-03:30");
}

void TestCronSchedule::aTimeAsItIsToldThere()
{
    QFETCH(const QByteArray, zone);
    const auto schedule = CronSchedule::parse("@daily", zone.toStdString());
    QTEST(QByteArray::fromStdString(schedule->told(timeOf("2026-11-20T01:10:00Z"))), "told");
}

QTEST_APPLESS_MAIN(TestCronSchedule)
#include "tst_cronschedule.moc"
