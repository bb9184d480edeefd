// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/time.h"
#include "core/api/timerange.h"
#include "tests/unit/dice.h"
#include "tests/unit/printing.h"

#include <limits>

using namespace core::api;
using namespace std::chrono_literals;
using core::base::Duration;

namespace {

} // namespace

class TestTime : public QObject
{
    Q_OBJECT

private slots:
    /// docs/machines.md §1.3
    void durationsThatGoReads_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<Duration>("duration");
        QTest::addColumn<std::string>("canonical");
        const auto row = [](const char *name, const std::string &text, Duration duration,
                             const std::string &canonical) {
            QTest::newRow(name) << text << duration << canonical;
        };
        row("zero alone needs no unit", "0", 0ns, "0s");
        row("signed zero: plus", "+0", 0ns, "0s");
        row("signed zero: minus", "-0", 0ns, "0s");
        row("zero with a unit", "0h", 0ns, "0s");
        row("nanoseconds", "7ns", 7ns, "7ns");
        row("us", "5us", 5us, "5\u00b5s");
        row("micro sign U+00B5", "5\u00b5s", 5us, "5\u00b5s");
        row("greek mu U+03BC", "5\u03bcs", 5us, "5\u00b5s");
        row("milliseconds", "250ms", 250ms, "250ms");
        row("seconds", "40s", 40s, "40s");
        row("minutes keep their zero seconds", "5m", 5min, "5m0s");
        row("hours keep zero minutes and seconds", "2h", 2h, "2h0m0s");
        row("hour and minutes", "1h30m", 90min, "1h30m0s");
        row("minutes above an hour", "90m", 90min, "1h30m0s");
        row("groups may repeat", "1m1m", 2min, "2m0s");
        row("groups in any order", "5s1h", 1h + 5s, "1h0m5s");
        row("fraction", "1.5s", 1500ms, "1.5s");
        row("fraction without a whole", ".5s", 500ms, "500ms");
        row("point without a fraction", "5.s", 5s, "5s");
        row("fraction of an hour", "0.25h", 15min, "15m0s");
        row("fraction of a microsecond", "1.5us", 1500ns, "1.5\u00b5s");
        row("below a nanosecond is cut off", "0.9ns", 0ns, "0s");
        row("each group is cut off by itself", "0.5ns0.5ns", 0ns, "0s");
        row("tenths are exact", "0.3s", 300ms, "300ms");
        row("a fraction with twenty digits", "0.12345678901234567890s", 123456789ns, "123.456789ms");
        row("plus sign", "+3s", 3s, "3s");
        row("minus sign", "-3s", -3s, "-3s");
        row("minus counts for all groups", "-1m30s", -90s, "-1m30s");
        row("minus below a second", "-1.5ms", -1500us, "-1.5ms");
        row("leading zeros", "007s", 7s, "7s");
        row("a hundred years", "876600h", longestDuration, "876600h0m0s");
        row("Go's longest", "2562047h47m16.854775807s", longestDuration, "876600h0m0s");
        row("Go's longest in nanoseconds", "9223372036854775807ns", longestDuration, "876600h0m0s");
        row("Go's shortest", "-2562047h47m16.854775808s", -longestDuration, "-876600h0m0s");
    }
    void durationsThatGoReads()
    {
        QFETCH(std::string, text);
        QFETCH(Duration, duration);
        const auto parsed = parseDuration(text);
        QVERIFY_RESULT(parsed);
        QCOMPARE(parsed->count(), duration.count());
        QTEST(formatDuration(*parsed), "canonical");
    }

    void textsThatAreNoDurations_data()
    {
        QTest::addColumn<std::string>("text");
        const auto row = [](const char *name, const std::string &text) { QTest::newRow(name) << text; };
        row("empty", "");
        row("only a sign", "-");
        row("two signs", "+-3s");
        row("a number without a unit", "5");
        row("zero with a fraction and no unit", "0.0");
        row("a unit without a number", "s");
        row("only a point", ".s");
        row("days", "1d");
        row("weeks", "1w");
        row("uppercase", "1H");
        row("space between", "1 s");
        row("space before", " 1s");
        row("space after", "1s ");
        row("exponent", "1e3s");
        row("two points", "1.5.5s");
        row("a word", "soon");
        row("sign inside", "1h-30m");
        row("last group without a unit", "1h30");
        row("one nanosecond too long", "9223372036854775808ns");
        row("one nanosecond too short", "-9223372036854775809ns");
        row("too long in hours", "2562048h");
        row("too long by the sum", "2562047h47m16s854775808ns");
        row("more digits than 64 bits hold", "99999999999999999999s");
        row("wraps around to a small number of 64 bits", "18446744073709551617ns");
    }
    void textsThatAreNoDurations()
    {
        QFETCH(std::string, text);
        const auto parsed = parseDuration(text);
        QVERIFY(!parsed);
        QVERIFY(parsed.error().kind == core::base::ErrorKind::Invalid);
        QVERIFY(parsed.error().message.find('"' + text + '"') != std::string::npos);
    }

    void everyDurationSurvivesTheRoundTrip()
    {
        Dice dice;
        for (int i = 0; i < 20'000; ++i) {
            const Duration duration(static_cast<std::int64_t>(dice.draw()) >> dice.below(64));
            const std::string text = formatDuration(duration);
            const auto parsed = parseDuration(text);
            QVERIFY2(parsed && *parsed == std::clamp<Duration>(duration, -longestDuration, longestDuration),
                dice.seedText() + ": " + text.c_str());
        }
    }

    void timesThatRfc3339Allows_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<Time>("time");
        constexpr Time day = std::chrono::sys_days {std::chrono::year {2026} / 11 / 20};
        constexpr Time leapDay = std::chrono::sys_days {std::chrono::year {2024} / 2 / 29};
        const auto row = [](const char *name, const std::string &text, Time time) {
            QTest::newRow(name) << text << time;
        };
        row("UTC", "2026-11-20T10:00:00Z", day + 10h);
        row("small letters", "2026-11-20t10:00:00z", day + 10h);
        row("a space for the T", "2026-11-20 10:00:00Z", day + 10h);
        row("offset east", "2026-11-20T10:00:00+02:00", day + 8h);
        row("offset west over midnight", "2026-11-20T23:30:00-01:30", day + 25h);
        row("offset zero", "2026-11-20T10:00:00-00:00", day + 10h);
        row("tenths", "2026-11-20T10:00:00.5Z", day + 10h + 500ms);
        row("microseconds", "2026-11-20T10:00:00.123456Z", day + 10h + 123456us);
        row("nanoseconds", "2026-11-20T10:00:00.123456789Z", day + 10h + 123456789ns);
        row("further digits are cut off", "2026-11-20T10:00:00.1234567899999Z", day + 10h + 123456789ns);
        row("leap day", "2024-02-29T00:00:00Z", leapDay);
        row("leap second", "2024-02-28T23:59:60Z", leapDay);
        row("the epoch", "1970-01-01T00:00:00Z", Time {});
        row("before the epoch", "1969-12-31T23:59:59.5Z", Time {} - 500ms);
        row("Go's zero time is held at the beginning", "0001-01-01T00:00:00Z", earliestTime);
        row("the end of years is held at the end", "9999-12-31T23:59:59Z", latestTime);
    }
    void timesThatRfc3339Allows()
    {
        QFETCH(std::string, text);
        QFETCH(Time, time);
        const auto parsed = parseTime(text);
        QVERIFY_RESULT(parsed);
        QCOMPARE(parsed->time_since_epoch().count(), time.time_since_epoch().count());
    }

    void textsThatAreNoTimes_data()
    {
        QTest::addColumn<std::string>("text");
        const auto row = [](const char *name, const std::string &text) { QTest::newRow(name) << text; };
        row("empty", "");
        row("a date alone", "2026-11-20");
        row("no offset", "2026-11-20T10:00:00");
        row("no seconds", "2026-11-20T10:00Z");
        row("month 13", "2026-13-20T10:00:00Z");
        row("month 0", "2026-00-20T10:00:00Z");
        row("30 February", "2026-02-30T10:00:00Z");
        row("leap day of a common year", "2025-02-29T10:00:00Z");
        row("hour 24", "2026-11-20T24:00:00Z");
        row("minute 60", "2026-11-20T10:60:00Z");
        row("second 61", "2026-11-20T10:00:61Z");
        row("a point without digits", "2026-11-20T10:00:00.Z");
        row("a comma", "2026-11-20T10:00:00,5Z");
        row("offset hour 24", "2026-11-20T10:00:00+24:00");
        row("offset without a colon", "2026-11-20T10:00:00+0200");
        row("something after it", "2026-11-20T10:00:00Z ");
        row("something before it", " 2026-11-20T10:00:00Z");
        row("one digit", "2026-11-20T1:00:00Z");
        row("signs instead of digits", "2026-+1-20T10:00:00Z");
        row("a negative year", "-026-11-20T10:00:00Z");
    }
    void textsThatAreNoTimes()
    {
        QFETCH(std::string, text);
        const auto parsed = parseTime(text);
        QVERIFY(!parsed);
        QVERIFY(parsed.error().kind == core::base::ErrorKind::Invalid);
    }

    void timesAreWrittenInWholeSecondsOfUtc()
    {
        constexpr Time day = std::chrono::sys_days {std::chrono::year {2026} / 1 / 2};
        QCOMPARE(formatTime(day + 3h + 4min + 5s + 999999999ns), std::string("2026-01-02T03:04:05Z"));
        QCOMPARE(formatMicroTime(day + 3h + 4min + 5s), std::string("2026-01-02T03:04:05.000000Z"));
        QCOMPARE(formatMicroTime(day + 1234567ns), std::string("2026-01-02T00:00:00.001234Z"));
        QCOMPARE(formatTime(Time {} - 1ns), std::string("1969-12-31T23:59:59Z"));
        QCOMPARE(formatMicroTime(Time {} - 1ns), std::string("1969-12-31T23:59:59.999999Z"));
        QVERIFY(truncatedToSeconds(day + 999ms) == day);
    }

    void everyTimeSurvivesTheRoundTrip()
    {
        Dice dice;
        for (int i = 0; i < 20'000; ++i) {
            const Time time = std::chrono::floor<std::chrono::microseconds>(
                Time(Duration(static_cast<std::int64_t>(dice.draw() >> 2U))));
            const std::string text = formatMicroTime(time);
            const auto parsed = parseTime(text);
            QVERIFY2(parsed && *parsed == time, dice.seedText() + ": " + text.c_str());
            QVERIFY(parseTime(formatTime(time)) == truncatedToSeconds(time));
        }
    }

    void agesAsKubectlShowsThem_data()
    {
        QTest::addColumn<int>("seconds");
        QTest::addColumn<std::string>("expected");
        const std::pair<int, const char *> rows[] = {{-5, "<invalid>"}, {0, "0s"}, {119, "119s"}, {120, "2m"},
            {192, "3m12s"}, {600, "10m"}, {10'799, "179m"}, {10'800, "3h"}, {11'100, "3h5m"}, {28'800, "8h"},
            {172'799, "47h"}, {172'800, "2d"}, {270'000, "3d3h"}, {691'200, "8d"}, {63'072'000, "2y"},
            {63'158'400, "2y1d"}, {252'288'000, "8y"}};
        for (const auto &[seconds, expected] : rows)
            QTest::newRow(expected) << seconds << std::string(expected);
    }
    void agesAsKubectlShowsThem()
    {
        QFETCH(const int, seconds);
        QFETCH(const std::string, expected);
        QCOMPARE(humanDuration(std::chrono::seconds(seconds)), expected);
        QCOMPARE(ageText(std::chrono::seconds(seconds)), seconds < 0 ? "0s" : expected);
    }
};

QTEST_GUILESS_MAIN(TestTime)
#include "tst_time.moc"
