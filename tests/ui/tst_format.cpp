// SPDX-License-Identifier: GPL-3.0-or-later
// The one form of a length of time (docs/window.md W51), and what is taken for a number.
#include "ui/format.h"

#include <QLocale>
#include <QTest>

#include <optional>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::base::Duration;

class FormatTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void buttonsDoNotShowTheMarkOfAMenusKey()
    {
        QCOMPARE(ui::withoutMark(u"&Delete"_s), u"Delete"_s);
        QCOMPARE(ui::withoutMark(u"Edit &YAML…"_s), u"Edit YAML…"_s);
        QCOMPARE(ui::withoutMark(u"删除(&D)"_s), u"删除"_s);
        QCOMPARE(ui::withoutMark(u"设置(&S)…"_s), u"设置…"_s);
        QCOMPARE(ui::withoutMark(u"a pace (×10)"_s), u"a pace (×10)"_s);
    }

    // W51
    void aLengthOfTimeHasOneForm_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QString>("duration");
        QTest::addColumn<QString>("age");
        QTest::addColumn<QString>("rough");
        const auto row = [](const char *name, Duration length, const char *duration, const char *age,
                             const char *rough) {
            QTest::newRow(name) << qint64(length / 1ms) << QString::fromUtf8(duration)
                                << QString::fromUtf8(age) << QString::fromUtf8(rough);
        };
        row("nothing", 0s, "0\u00a0s", "0\u00a0s", "0\u00a0s");
        row("a quarter", 250ms, "250\u00a0ms", "0\u00a0s", "0\u00a0s");
        row("seconds", 9s, "9\u00a0s", "9\u00a0s", "9\u00a0s");
        row("with tenths", 19300ms, "19.3\u00a0s", "19\u00a0s", "19\u00a0s");
        row("just below two minutes", 119s, "119\u00a0s", "119\u00a0s", "119\u00a0s");
        row("two minutes", 2min, "2\u00a0min", "2\u00a0min", "2\u00a0min");
        row("minutes and seconds", 252s, "4m12s", "4m12s", "4\u00a0min");
        row("few seconds keep their width", 243s, "4m03s", "4m03s", "4\u00a0min");
        row("many minutes", 12min + 30s, "12m30s", "12\u00a0min", "12\u00a0min");
        row("hours by the minute", 90min, "1h30m", "90\u00a0min", "1h30m");
        row("hours", 3h, "3\u00a0h", "3\u00a0h", "3\u00a0h");
        row("hours and minutes", 5h + 30min, "5h30m", "5h30m", "5h30m");
        row("hours and few minutes", 5h + 4min, "5h04m", "5h04m", "5h04m");
        row("days and hours", 76h, "3d4h", "3d4h", "3d4h");
        row("days", 12 * 24h, "12\u00a0d", "12\u00a0d", "12\u00a0d");
    }
    void aLengthOfTimeHasOneForm()
    {
        QFETCH(qint64, milliseconds);
        const Duration length = std::chrono::milliseconds(milliseconds);
        QTEST(ui::durationText(length), "duration");
        QTEST(ui::ageText(length), "age");
        QTEST(ui::roughText(length), "rough");
    }

    void anEstimatedSizeHasTwoDigits()
    {
        for (const auto &[bytes, exact, rough] :
            std::initializer_list<std::tuple<std::int64_t, QString, QString>> {
                {100, u"100 bytes"_s, u"100 bytes"_s}, {1024, u"1 KiB"_s, u"1 KiB"_s},
                {603'000, u"588.9 KiB"_s, u"590 KiB"_s}, {2'010'000, u"1.917 MiB"_s, u"1.9 MiB"_s},
                {670'000'000, u"639 MiB"_s, u"640 MiB"_s}, {1'048'000, u"1023 KiB"_s, u"1000 KiB"_s}}) {
            QCOMPARE(ui::bytesText(bytes), exact);
            QCOMPARE(ui::roughBytesText(bytes), rough);
        }
    }

    void aPaceIsToldAsFarAsItIsCompared()
    {
        for (const auto &[pace, text] : std::initializer_list<std::pair<double, QString>> {{0.25, u"×¼"_s},
                 {0.5, u"×½"_s}, {0.01195, u"×0.01"_s}, {1.239e-05, u"paused"_s}, {0, u"paused"_s},
                 {8.4, u"×8.4"_s}, {100, u"×100"_s}})
            QCOMPARE(ui::paceText(pace), text);
    }

    // W51
    void whatIsComparedHasItsTenth()
    {
        QCOMPARE(ui::tenthsText(15s), u"15.0\u00a0s"_s);
        QCOMPARE(ui::tenthsText(252s), u"4m12s"_s);
        QCOMPARE(ui::ageText(-5s), u"0\u00a0s"_s);
    }

    // W51
    void whatIsAheadHasTheSameForm()
    {
        const core::api::Time now {};
        QCOMPARE(ui::whenText(now + 5500ms, now), u"in 6\u00a0s"_s);
        QCOMPARE(ui::whenText(now + 252s, now), u"in 4m12s"_s);
        QCOMPARE(ui::whenText(now, now), u"now"_s);
        QCOMPARE(ui::spanText(3s, 5s), u"in 3–5\u00a0s"_s);
        QCOMPARE(ui::spanText(3s, 3s), u"in 3\u00a0s"_s);
        QCOMPARE(ui::spanText(90s, 150s), u"in 90\u00a0s–2m30s"_s);
    }

    // W51
    void aFaultIsReadSo_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("shown");
        QTest::newRow("until healed") << u"not-ready"_s << u"not-ready"_s;
        QTest::newRow("seconds") << u"not-ready for 10s"_s << u"not-ready for 10\u00a0s"_s;
        QTest::newRow("minutes") << u"silent for 2m"_s << u"silent for 2\u00a0min"_s;
        QTest::newRow("a rhythm") << u"flapping 10s up 5s down"_s << u"flapping 10\u00a0s up 5\u00a0s down"_s;
        QTest::newRow("a share") << u"disk-pressure flapping every 1m 30% down"_s
                                 << u"disk-pressure flapping every 60\u00a0s 30% down"_s;
        QTest::newRow("a range") << u"reboot after 30s..90s"_s << u"reboot after 30\u00a0s–90\u00a0s"_s;
        QTest::newRow("until a time") << u"silent until 1970-01-01T00:00:05Z"_s
                                      << u"silent until %1"_s.arg(ui::clockText(core::api::Time {5s}));
        QTest::newRow("no recipe") << u"what is 5 s"_s << u"what is 5 s"_s;
    }
    void aFaultIsReadSo()
    {
        QFETCH(QString, fault);
        QTEST(ui::faultText(fault.toStdString(), core::api::Time {}), "shown");
    }

    // W51
    void whatControllersSayIsReadSo_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<QString>("shown");
        QTest::newRow("of a wait") << u"Ready is False for 5s of 1m30s"_s
                                   << u"Ready is False for 5\u00a0s of 90\u00a0s"_s;
        QTest::newRow("with zeros") << u"waits 10m0s."_s << u"waits 10\u00a0min."_s;
        QTest::newRow("short") << u"after 250ms, again"_s << u"after 250\u00a0ms, again"_s;
        QTest::newRow("names stay") << u"pool-5s, 5s-pool, a5s and 10.0.0.5s"_s
                                    << u"pool-5s, 5s-pool, a5s and 10.0.0.5s"_s;
        QTest::newRow("numbers stay") << u"2 machines of 15 s"_s << u"2 machines of 15 s"_s;
    }
    void whatControllersSayIsReadSo()
    {
        QFETCH(QString, said);
        QTEST(ui::localTimes(said, {}), "shown");
    }

    void aNumberIsTheWholeText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<std::optional<qint64>>("number");
        const auto row = [](const char *text, std::optional<qint64> number) {
            QTest::newRow(*text ? text : "an empty text") << QString::fromUtf8(text) << number;
        };
        row("50", 50);
        row("-3", -3);
        row(" 7 ", 7);
        row("", {});
        row("+7", {});
        row("7x", {});
        row("1.5", {});
        row("1,000", {});
        row("9223372036854775808", {});
    }
    void aNumberIsTheWholeText()
    {
        QFETCH(QString, text);
        QFETCH(std::optional<qint64>, number);
        QVERIFY(ui::wholeNumber(text) == number);
    }
};

QTEST_GUILESS_MAIN(FormatTest)
#include "tst_format.moc"
