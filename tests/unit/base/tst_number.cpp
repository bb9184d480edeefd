// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"

#include <QTest>

#include <cstdint>
#include <string>

using core::base::parseNumber;

class TestNumber : public QObject
{
    Q_OBJECT

private slots:
    void wholeNumbers_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<std::optional<std::int64_t>>("number");
        const auto row = [](const char *text, std::optional<std::int64_t> number) {
            QTest::newRow(text) << std::string(text) << number;
        };
        row("0", 0);
        row("007", 7);
        row("-5", -5);
        row("9223372036854775807", INT64_MAX);
        row("-9223372036854775808", INT64_MIN);
        row("9223372036854775808", {});
        row("", {});
        row("-", {});
        row("+5", {});
        row(" 5", {});
        row("5 ", {});
        row("5s", {});
        row("5.0", {});
        row("0x10", {});
        row("1e3", {});
        row("٥", {});
    }
    void wholeNumbers()
    {
        QFETCH(std::string, text);
        QTEST(parseNumber<std::int64_t>(text), "number");
    }

    void rangeIsTheTypes()
    {
        QVERIFY(!parseNumber<std::uint64_t>("-1"));
        QVERIFY(!parseNumber<std::uint8_t>("256"));
        QCOMPARE(parseNumber<std::uint8_t>("255"), std::optional<std::uint8_t>(255));
        QVERIFY(!parseNumber<double>("1e400"));
        QCOMPARE(parseNumber<double>("0.25"), std::optional(0.25));
        QVERIFY(!parseNumber<double>("0.25x"));
    }

    void textNeedNotEndWithZero()
    {
        const std::string text = "1234";
        QCOMPARE(parseNumber<int>(std::string_view(text).substr(1, 2)), std::optional(23));
    }
};

QTEST_APPLESS_MAIN(TestNumber)
#include "tst_number.moc"
