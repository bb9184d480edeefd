// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/quantity.h"
#include "tests/unit/printing.h"

#include <limits>

using namespace core::api;

class TestQuantity : public QObject
{
    Q_OBJECT

private slots:
    void thousandths_data()
    {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<qint64>("milli");
        constexpr qint64 most = std::numeric_limits<qint64>::max();
        const auto row = [](const char *name, const std::string &text, qint64 milli) {
            QTest::newRow(name) << text << milli;
        };
        row("whole", "2", 2'000);
        row("zero", "0", 0);
        row("milli", "500m", 500);
        row("decimal fraction", "0.5", 500);
        row("fraction without a whole", ".5", 500);
        row("point without a fraction", "5.", 5'000);
        row("plus sign", "+1", 1'000);
        row("minus sign", "-1", -1'000);
        row("thousand", "3k", 3'000'000);
        row("million", "3M", 3'000'000'000);
        row("giga", "1G", 1'000'000'000'000);
        row("tera", "1T", 1'000'000'000'000'000);
        row("peta", "1P", 1'000'000'000'000'000'000);
        row("kibi", "1Ki", 1'024'000);
        row("mebi", "500Mi", 524'288'000'000);
        row("gibi", "4Gi", 4'294'967'296'000);
        row("a fraction of gibi", "1.5Gi", 1'610'612'736'000);
        row("tebi", "1Ti", 1'099'511'627'776'000);
        row("pebi", "1Pi", 1'125'899'906'842'624'000);
        row("kubelet's memory", "4026531840", 4'026'531'840'000);
        row("exact beyond what a double holds", "9007199254740993m", 9'007'199'254'740'993);
        row("exponent", "1e3", 1'000'000);
        row("capital exponent", "2E3", 2'000'000);
        row("signed exponent", "1e+3", 1'000'000);
        row("negative exponent", "15e-1", 1'500);
        row("micro is rounded up", "1u", 1);
        row("nano is rounded up", "1n", 1);
        row("a part of a thousandth is rounded up", "1.0001", 1'001);
        row("negative is rounded away from zero", "-1u", -1);
        row("exa saturates", "10E", most);
        row("exbi saturates", "100Ei", most);
        row("a large exponent saturates", "1e30", most);
        row("negative saturates", "-1e30", -most);
    }
    void thousandths()
    {
        QFETCH(std::string, text);
        const auto milli = parseQuantityMilli(text);
        QVERIFY_RESULT(milli);
        QTEST(qint64(*milli), "milli");
        QCOMPARE(Quantity {text}.milli(), *milli);
    }

    void textsThatAreNoQuantities_data()
    {
        QTest::addColumn<std::string>("text");
        const auto row = [](const char *name, const std::string &text) { QTest::newRow(name) << text; };
        row("empty", "");
        row("a sign alone", "-");
        row("a point alone", ".");
        row("a suffix alone", "Mi");
        row("unknown suffix", "1KB");
        row("small ki", "1ki");
        row("two suffixes", "1MiMi");
        row("space between", "1 Gi");
        row("space before", " 1");
        row("two points", "1.2.3");
        row("exponent without digits", "1e");
        row("signed exponent without digits", "1e+");
        row("exponent with two signs", "1e+-3");
        row("exponent with a fraction", "1e1.5");
        row("exponent with a suffix", "1e3Mi");
        row("absurd exponent", "1e999999999999");
        row("hexadecimal", "0x10");
        row("a word", "lots");
        row("thousands of digits", std::string(5'000, '1'));
        row("thousands of digits on both sides of the point",
            std::string(5'000, '1') + "." + std::string(5'000, '1'));
    }
    void textsThatAreNoQuantities()
    {
        QFETCH(std::string, text);
        const auto milli = parseQuantityMilli(text);
        QVERIFY(!milli);
        QVERIFY(milli.error().kind == core::base::ErrorKind::Invalid);
        QCOMPARE(Quantity {text}.milli(), std::int64_t(0));
    }
};

QTEST_GUILESS_MAIN(TestQuantity)
#include "tst_quantity.moc"
