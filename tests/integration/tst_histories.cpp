// SPDX-License-Identifier: GPL-3.0-or-later
// A thousand hours of random commands and faults (docs/faults-and-threats.md X3, X4, X5, X10, X12, X35, X36),
// each watched event by event. HOLLOWLAB_SEED=n repeats one, =n-m all from one to another;
// HOLLOWLAB_SHARD=i/n plays the i-th of n parts.

#include "tests/integration/history.h"

#include <QLoggingCategory>
#include <QTest>

#include <algorithm>
#include <cstdio>

using tests::History;
using tests::Played;

namespace {

constexpr unsigned histories = 1000;
constexpr unsigned onePlayedTwiceIn = 100;
constexpr std::size_t inARow = 25;

/// The share of this process of 1, 1 + step, …
std::vector<unsigned> seeds(unsigned step)
{
    unsigned first = 1;
    unsigned last = histories;
    if (std::sscanf(qgetenv("HOLLOWLAB_SEED").constData(), "%u-%u", &first, &last) == 1)
        return {first};
    unsigned shard = 1;
    unsigned shards = 1;
    std::sscanf(qgetenv("HOLLOWLAB_SHARD").constData(), "%u/%u", &shard, &shards);
    std::vector<unsigned> own;
    for (unsigned seed = first + (shard - 1) * step; seed <= last; seed += shards * step)
        own.push_back(seed);
    return own;
}

/// Past QtTest, which would cut a long script short. Returns how to repeat it.
std::string report(unsigned seed, const History &history, const Played &failed)
{
    const History least = tests::shortened(seed, history, failed);
    const std::string text = "At " + std::to_string(failed.second) + " s: " + failed.complaint
        + "\nThe least that still fails: " + tests::play(seed, least, failed.second).complaint + "\n"
        + tests::textOf(least);
    std::fputs(text.c_str(), stderr);
    return "repeat with HOLLOWLAB_SEED=" + std::to_string(seed);
}

} // namespace

class TestHistories : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLoggingCategory::setFilterRules(QStringLiteral("hollowlab.*=false")); }
    void randomHistories_data();
    void randomHistories();
    void sameSeedSameHistory_data();
    void sameSeedSameHistory();
};

void TestHistories::randomHistories_data()
{
    QTest::addColumn<std::vector<unsigned>>("chosen");
    const std::vector<unsigned> all = seeds(1);
    for (std::size_t begin = 0; begin < all.size(); begin += inARow) {
        const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(begin + inARow, all.size()));
        const std::vector<unsigned> row(all.begin() + static_cast<std::ptrdiff_t>(begin), end);
        QTest::addRow("seeds %u to %u", row.front(), row.back()) << row;
    }
}

void TestHistories::randomHistories()
{
    QFETCH(const std::vector<unsigned>, chosen);
    std::size_t remediations = 0;
    for (const unsigned seed : chosen) {
        const History history = tests::historyOf(seed);
        const Played played = tests::play(seed, history);
        remediations += played.remediations;
        if (!played.complaint.empty())
            QFAIL(report(seed, history, played).c_str()); // QVERIFY2 would work it out for every history
    }
    QVERIFY2(remediations > 0 || chosen.size() < inARow, "nothing has broken");
}

void TestHistories::sameSeedSameHistory_data()
{
    QTest::addColumn<unsigned>("seed");
    for (const unsigned seed : seeds(onePlayedTwiceIn))
        QTest::addRow("%u", seed) << seed;
}

void TestHistories::sameSeedSameHistory()
{
    QFETCH(const unsigned, seed);
    const History history = tests::historyOf(seed);
    const Played first = tests::play(seed, history);
    const Played second = tests::play(seed, history);
    QVERIFY(first.log.size() > 1000);
    const auto differing = std::ranges::mismatch(first.log, second.log).in1;
    const std::string message =
        "differs from " + (differing == first.log.end() ? "its end" : *differing) + " on";
    QVERIFY2(first.log == second.log, message.c_str());
}

QTEST_GUILESS_MAIN(TestHistories)
#include "tst_histories.moc"
