// SPDX-License-Identifier: GPL-3.0-or-later
// A thousand hours of random commands and faults (reliability.md X3, X4, X5, X10, X12, X35, X36), each watched
// event by event. HOLLOWLAB_SEED=n repeats one, HOLLOWLAB_SHARD=i/n plays the i-th of n parts.

#include "tests/integration/history.h"

#include <QLoggingCategory>
#include <QtTest>

#include <algorithm>
#include <cstdio>

using tests::History;
using tests::Played;

namespace {

constexpr unsigned histories = 1000;
constexpr unsigned onePlayedTwiceIn = 100;
constexpr int enoughFailures = 3;

/// The share of this process of 1, 1 + step, …
std::vector<unsigned> seeds(unsigned step)
{
    if (qEnvironmentVariableIsSet("HOLLOWLAB_SEED"))
        return {qEnvironmentVariable("HOLLOWLAB_SEED").toUInt()};
    unsigned shard = 1;
    unsigned shards = 1;
    if (qEnvironmentVariableIsSet("HOLLOWLAB_SHARD"))
        std::sscanf(qgetenv("HOLLOWLAB_SHARD").constData(), "%u/%u", &shard, &shards);
    std::vector<unsigned> own;
    for (unsigned seed = 1 + (shard - 1) * step; seed <= histories; seed += shards * step)
        own.push_back(seed);
    return own;
}

std::string report(unsigned seed, const History &history, const Played &failed)
{
    const History least = tests::shortened(seed, history, failed);
    return "repeat with HOLLOWLAB_SEED=" + std::to_string(seed) + "\nat " + std::to_string(failed.second)
        + " s: " + failed.complaint + "\nThe least that still fails: "
        + tests::play(seed, least, failed.second).complaint + "\n" + tests::textOf(least);
}

} // namespace

class TestHistories : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { QLoggingCategory::setFilterRules(QStringLiteral("hollowlab.*=false")); }
    void randomHistories();
    void sameSeedSameHistory();
};

void TestHistories::randomHistories()
{
    std::uint64_t writes = 0;
    std::size_t remediations = 0;
    int failures = 0;
    const std::vector<unsigned> all = seeds(1);
    for (const unsigned seed : all) {
        const History history = tests::historyOf(seed);
        const Played played = tests::play(seed, history);
        writes += played.writes;
        remediations += played.remediations;
        if (played.complaint.empty())
            continue;
        qWarning("%s", report(seed, history, played).c_str());
        if (++failures == enoughFailures)
            break;
    }
    qInfo("%d histories, %llu writes, %d remediations", static_cast<int>(all.size()),
        static_cast<unsigned long long>(writes), static_cast<int>(remediations));
    QCOMPARE(failures, 0);
}

void TestHistories::sameSeedSameHistory()
{
    for (const unsigned seed : seeds(onePlayedTwiceIn)) {
        const History history = tests::historyOf(seed);
        const Played first = tests::play(seed, history);
        const Played second = tests::play(seed, history);
        QVERIFY(first.log.size() > 1000);
        const auto [one, other] = std::ranges::mismatch(first.log, second.log);
        const std::string message = "HOLLOWLAB_SEED=" + std::to_string(seed) + " differs from "
            + (one == first.log.end() ? "its end" : *one) + " on";
        QVERIFY2(first.log == second.log, message.c_str());
        Q_UNUSED(other)
    }
}

QTEST_GUILESS_MAIN(TestHistories)
#include "tst_histories.moc"
