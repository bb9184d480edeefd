// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/timeline/healthcounter.h"

#include <QTest>

#include <algorithm>

using namespace core::timeline;
using namespace test;

class TestCounts : public QObject
{
    Q_OBJECT

private slots:
    void everyTransitionIsAStep()
    {
        Story story;
        story.at(0).node("a", "", "Ready").node("b", "", "NotReady");
        story.at(100).node("b", "NotReady", "Ready").fault("a", "", "silent");
        story.at(200).node("a", "Ready", "Unknown");
        story.at(300).node("a", "Unknown", "");
        const std::vector<HealthCounts> expected {
            {at(0), 1, 1, 0}, {at(100), 2, 0, 0}, {at(200), 1, 0, 1}, {at(300), 1, 0, 0}};
        QVERIFY(countsOf(story.facts) == expected);
    }

    void aNodeIsCountedOnceWhateverItsFactsSay()
    {
        Story story; // as after a compaction: the fact before the last one is missing
        story.at(0).node("a", "NotReady", "Ready").node("b", "", "Ready").node("c", "", "Ready");
        story.at(100).node("b", "NotReady", "Unknown");
        QVERIFY(countsOf(story.facts).back() == (HealthCounts {at(100), 2, 0, 1}));
    }

    void timeNeverGoesBack()
    {
        const auto steps =
            countsOf(Story().at(500).node("a", "", "Ready").at(100).node("b", "", "Ready").facts);
        QVERIFY(steps == (std::vector<HealthCounts> {{at(500), 2, 0, 0}}));
    }

    void flatRunsCollapse()
    {
        const std::vector<HealthCounts> steps {
            {at(0), 5, 0, 0}, {at(40'000), 4, 1, 0}, {at(40'500), 5, 0, 0}};
        const auto shown = downsampled(steps, at(10'000), at(100'000), 100);
        const std::vector<HealthCounts> expected {
            {at(10'000), 5, 0, 0}, {at(40'000), 4, 1, 0}, {at(40'500), 5, 0, 0}, {at(100'000), 5, 0, 0}};
        QVERIFY(shown == expected);
    }

    void beforeTheFirstStepThereIsNothing()
    {
        const std::vector<HealthCounts> steps {{at(50), 5, 0, 0}};
        const std::vector<HealthCounts> expected {{at(0), 0, 0, 0}, {at(50), 5, 0, 0}, {at(100), 5, 0, 0}};
        QVERIFY(downsampled(steps, at(0), at(100), 10) == expected);
        QVERIFY(downsampled({}, at(0), at(100), 10)
            == (std::vector<HealthCounts> {{at(0), 0, 0, 0}, {at(100), 0, 0, 0}}));
        QVERIFY(downsampled(steps, at(100), at(100), 10).empty());
    }

    void manyStepsKeepExtremesAndFitTheColumns()
    {
        std::vector<HealthCounts> steps;
        for (int i = 0; i < 100'000; ++i)
            steps.push_back({at(i), 500 + (i * 7919) % 50, static_cast<int>(i * 104'729LL % 40), 0});
        steps[31'416].ready = 0; // one millisecond that must stay visible
        steps[61'803].notReady = 999;
        const auto shown = downsampled(steps, at(0), at(99'999), 500);
        QVERIFY(shown.size() <= 500 * 7 + 2);
        QVERIFY(std::ranges::is_sorted(shown, {}, &HealthCounts::at));
        QCOMPARE(std::ranges::min(shown, {}, &HealthCounts::ready).ready, 0);
        QVERIFY(std::ranges::min(shown, {}, &HealthCounts::ready).at == at(31'416));
        QCOMPARE(std::ranges::max(shown, {}, &HealthCounts::notReady).notReady, 999);
        QVERIFY(shown.back() == steps.back());
        const auto isReal = [&](const HealthCounts &entry) {
            return std::ranges::binary_search(steps, entry.at, {}, &HealthCounts::at);
        };
        QVERIFY(std::ranges::all_of(shown, isReal));
    }

    void theOldestStepsAreForgotten()
    {
        HealthCounter counter(3);
        Story story;
        for (int i = 0; i < 10; ++i)
            story.at(i).node("n" + std::to_string(i), "", "Ready");
        for (const Fact &fact : story.facts)
            counter.add(fact);
        QCOMPARE(counter.steps().size(), 3U);
        QVERIFY(counter.now() == (HealthCounts {at(9), 10, 0, 0}));
    }
};

QTEST_GUILESS_MAIN(TestCounts)
#include "tst_counts.moc"
