// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/timeline/timeline.h"

#include <QTest>

using namespace core::timeline;
using namespace test;

namespace {

/// Feeds a timeline as an informer would.
class Cluster
{
public:
    explicit Cluster(Timeline &timeline) : m_timeline(timeline) { }

    template<typename T>
    void put(T object, std::int64_t when)
    {
        m_timeline.changed<T>(nullptr, shared(std::move(object)), at(when));
    }
    template<typename T>
    void remove(T object, std::int64_t when)
    {
        m_timeline.changed<T>(shared(std::move(object)), nullptr, at(when));
    }

private:
    Timeline &m_timeline;
};

} // namespace

class TestTimeline : public QObject
{
    Q_OBJECT

private slots:
    void factsAreNumberedAndFolded()
    {
        Timeline timeline;
        Cluster cluster(timeline);
        cluster.put(machineSet(1, 0), 0);
        cluster.put(machine("m1", "Provisioning"), 10);
        cluster.put(node("n1", "True", "m1"), 20);
        cluster.put(machine("m1", "Running", "n1"), 30);
        cluster.put(node("n1", "False", "m1"), 1000);

        const History news = timeline.takeNews();
        QCOMPARE(news.facts.size(), 7U);
        for (std::size_t i = 0; i < news.facts.size(); ++i)
            QCOMPARE(news.facts[i].index, i + 1);
        QCOMPARE(news.episodes.size(), 1U);
        QVERIFY(news.episodes[0].machine == inDefault("m1"));
        QVERIFY(news.episodes[0].machineSet == inDefault("workers"));
        QVERIFY(timeline.countsNow() == (HealthCounts {at(1000), 0, 1, 0}));
        QVERIFY(timeline.takeNews().isEmpty());
        QVERIFY(timeline.latest() == at(1000));
    }

    void aRestartGoesOnWhereTheLastRunEnded()
    {
        Timeline first;
        Cluster before(first);
        before.put(machineSet(2, 1), 0);
        before.put(node("n1", "True", "m1"), 10);
        before.put(machine("m1", "Running", "n1"), 20);
        before.put(node("n1", "False", "m1"), 1000);
        before.put(node("bystander", "True"), 1000);
        const History kept = first.takeNews();

        Timeline second(kept);
        QVERIFY(second.takeNews().isEmpty());
        Cluster after(second);
        after.put(machineSet(2, 1), 5000); // the relist tells nothing new
        after.put(node("n1", "False", "m1"), 5000);
        QVERIFY(second.takeNews().isEmpty());

        api::Machine deleted = machine("m1", "Deleting", "n1");
        deleted.metadata.deletionTimestamp = at(3000);
        after.put(deleted, 5000);
        after.put(machine("m2", "Running", "n2"), 5000);
        second.listed<api::Node>({shared(node("n1", "False", "m1"))}, at(5001));
        api::Machine young = machine("m3", "Running", "n3");
        young.metadata.creationTimestamp = at(3000);
        after.put(young, 5002);
        after.put(node("n3", "True", "m3"), 5003);
        const History news = second.takeNews();
        QCOMPARE(news.facts.front().index, kept.facts.back().index + 1);
        QCOMPARE(news.episodes.size(), 1U);
        QCOMPARE(news.episodes[0].id, kept.episodes[0].id);
        QVERIFY(news.episodes[0].unhealthyAt == at(1000));
        QVERIFY(news.episodes[0].replacement == inDefault("m3")); // m2 is older than the request
        QVERIFY(news.episodes[0].outcome == Outcome::Replaced);
        QVERIFY(second.countsNow() == (HealthCounts {at(5003), 1, 1, 0})); // the bystander was not listed
    }

    void memoryIsBounded()
    {
        Timeline timeline;
        Cluster cluster(timeline);
        for (int i = 0; i < 120'000; ++i)
            cluster.put(node("n1", i % 2 == 0 ? "True" : "False"), i);
        QVERIFY(timeline.facts().size() >= 50'000);
        QVERIFY(timeline.facts().size() <= 100'000);
        QCOMPARE(timeline.facts().back().index, 120'000U);
        QCOMPARE(timeline.lastIndex(), 120'000U);
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
