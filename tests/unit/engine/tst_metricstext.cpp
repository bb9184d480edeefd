// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/metricstext.h"
#include "tests/support/promtext.h"

#include <QTest>

#include <array>
#include <cmath>

using core::engine::MetricsText;
using core::runtime::Histogram;
using Type = MetricsText::Type;
using namespace std::chrono_literals;

class TestMetricsText : public QObject
{
    Q_OBJECT

private slots:
    void familiesAndSamples()
    {
        MetricsText text;
        text.family("things", Type::Gauge, "How many, \\ and\nwhere");
        text.sample({}, 2.5);
        text.sample({{"name", "a\"b\\c\nd"}, {"namespace", "über"}}, std::uint64_t(7));
        text.family("nothing_total", Type::Counter, "Never");
        QCOMPARE(text.take(),
            std::string("# HELP things How many, \\\\ and\\nwhere\n"
                        "# TYPE things gauge\n"
                        "things 2.5\n"
                        "things{name=\"a\\\"b\\\\c\\nd\",namespace=\"über\"} 7\n"
                        "# HELP nothing_total Never\n"
                        "# TYPE nothing_total counter\n"));
    }

    void numbers_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<std::string>("written");
        QTest::newRow("whole") << 3.0 << std::string("3");
        QTest::newRow("small") << 1e-8 << std::string("1e-08");
        QTest::newRow("a time") << 1'790'000'000.0 << std::string("1.79e+09");
        QTest::newRow("exact") << 0.1 << std::string("0.1");
        QTest::newRow("endless") << HUGE_VAL << std::string("+Inf");
        QTest::newRow("endless below") << -HUGE_VAL << std::string("-Inf");
        QTest::newRow("none") << std::nan("") << std::string("NaN");
    }
    void numbers()
    {
        QFETCH(double, value);
        QFETCH(std::string, written);
        MetricsText text;
        text.family("x", Type::Gauge, "x");
        text.sample({}, value);
        QVERIFY2(text.take().ends_with("\nx " + written + "\n"), written.c_str());
    }

    void histograms()
    {
        static constexpr std::array<double, 3> bounds {0.1, 1, 10};
        Histogram histogram(bounds);
        for (const auto duration : {50ms, 100ms, 2000ms, 60'000ms})
            histogram.observe(duration);
        MetricsText text;
        text.family("t_seconds", Type::Histogram, "Time");
        text.histogram({{"c", "m"}}, histogram, bounds);
        QCOMPARE(text.take(),
            std::string("# HELP t_seconds Time\n"
                        "# TYPE t_seconds histogram\n"
                        "t_seconds_bucket{c=\"m\",le=\"0.1\"} 2\n"
                        "t_seconds_bucket{c=\"m\",le=\"1\"} 2\n"
                        "t_seconds_bucket{c=\"m\",le=\"10\"} 3\n"
                        "t_seconds_bucket{c=\"m\",le=\"+Inf\"} 4\n"
                        "t_seconds_sum{c=\"m\"} 62.15\n"
                        "t_seconds_count{c=\"m\"} 4\n"));
    }

    /// The reader of the other tests finds what a scrape would refuse.
    void badTextsAreFound_data()
    {
        QTest::addColumn<QByteArray>("text");
        const QByteArray head = "# HELP x X\n# TYPE x gauge\n";
        QTest::newRow("no type") << QByteArray("x 1\n");
        QTest::newRow("no help") << QByteArray("# TYPE x gauge\nx 1\n");
        QTest::newRow("two types") << head + "# TYPE x gauge\n";
        QTest::newRow("twice the same") << head + "x 1\nx 2\n";
        QTest::newRow("another family") << head + "y 1\n";
        QTest::newRow("open quote") << head + "x{a=\"b} 1\n";
        QTest::newRow("bad escape") << head + "x{a=\"\\b\"} 1\n";
        QTest::newRow("bad name") << head + "x{a-b=\"c\"} 1\n";
        QTest::newRow("no number") << head + "x one\n";
        QTest::newRow("no end") << head + "x 1";
        QTest::newRow("count and buckets differ")
            << QByteArray("# HELP h H\n# TYPE h histogram\nh_bucket{le=\"+Inf\"} 2\nh_sum 1\nh_count 1\n");
    }
    void badTextsAreFound()
    {
        QFETCH(QByteArray, text);
        QVERIFY(!tests::PromText::read(text).problem.isEmpty());
        QCOMPARE(tests::PromText::read("# HELP x X\n# TYPE x gauge\nx{a=\"\\\"\"} 1\nx 1e+09\n").problem,
            QByteArray());
    }
};

QTEST_GUILESS_MAIN(TestMetricsText)
#include "tst_metricstext.moc"
