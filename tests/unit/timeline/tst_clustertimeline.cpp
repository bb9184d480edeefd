// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/base/chance.h"
#include "core/timeline/timeline.h"

#include <QTest>

#include <algorithm>
#include <map>

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

/// A set whose nodes break, heal and are replaced at random. It keeps its own account of every failure, from
/// what it did and not from facts.
class RandomSet
{
public:
    struct Failure {
        std::string machine;
        std::int64_t broke = 0;
        std::int64_t asked = 0; ///< 0: never
        std::int64_t recovered = 0; ///< 0: never
        std::string replacement;
    };

    RandomSet(Timeline &timeline, std::uint64_t seed) : m_cluster(timeline), m_chance(seed)
    {
        m_cluster.put(machineSet(size, 0), 0);
        for (int i = 0; i < size; ++i)
            create();
        for (int i = 0; i < size; ++i)
            boot();
    }

    void step()
    {
        m_now += 1 + static_cast<std::int64_t>(draw() % 5000);
        switch (draw() % 5) {
        case 0:
            return breakOne();
        case 1:
            return healOne();
        case 2:
            return replaceOne();
        default:
            return boot();
        }
    }

    const std::vector<Failure> &failures() const { return m_failures; }

private:
    static constexpr int size = 5;

    std::uint64_t draw() { return m_chance.draw("set", "step", m_draws++); }
    Failure &failureOf(const std::string &machine)
    {
        return *std::ranges::find(m_failures.rbegin(), m_failures.rend(), machine, &Failure::machine);
    }
    void put(const std::string &name, bool isDeleting = false)
    {
        api::Machine object = machine(name, isDeleting ? "Deleting" : "Running", "n" + name);
        object.metadata.creationTimestamp = api::truncatedToSeconds(at(m_created[name]));
        if (isDeleting)
            object.metadata.deletionTimestamp = api::truncatedToSeconds(at(m_now));
        m_cluster.put(std::move(object), m_now);
    }
    void create()
    {
        const std::string name = "m" + std::to_string(m_created.size());
        m_created[name] = m_now;
        m_booting.push_back(name);
        put(name);
        if (m_unpaired.empty())
            return;
        failureOf(m_unpaired.front()).replacement = name;
        m_unpaired.erase(m_unpaired.begin());
    }
    void boot()
    {
        if (m_booting.empty())
            return;
        const std::string name = m_booting.at(draw() % m_booting.size());
        std::erase(m_booting, name);
        m_ready.push_back(name);
        m_cluster.put(node("n" + name, "True", name), m_now);
        for (Failure &failure : m_failures) {
            if (failure.replacement == name)
                failure.recovered = m_now;
        }
    }
    void breakOne()
    {
        if (m_ready.empty())
            return;
        const std::string name = m_ready.at(draw() % m_ready.size());
        std::erase(m_ready, name);
        m_broken.push_back(name);
        m_failures.push_back({.machine = name, .broke = m_now});
        m_cluster.put(node("n" + name, draw() % 2 == 0 ? "False" : "Unknown", name), m_now);
    }
    void healOne()
    {
        if (m_broken.empty())
            return;
        const std::string name = m_broken.at(draw() % m_broken.size());
        std::erase(m_broken, name);
        m_ready.push_back(name);
        failureOf(name).recovered = m_now;
        m_cluster.put(node("n" + name, "True", name), m_now);
    }
    void replaceOne()
    {
        if (m_broken.empty())
            return;
        const std::string name = m_broken.at(draw() % m_broken.size());
        std::erase(m_broken, name);
        failureOf(name).asked = m_now;
        m_unpaired.push_back(name);
        put(name, true);
        m_now += static_cast<std::int64_t>(draw() % 50);
        create();
        m_now += static_cast<std::int64_t>(draw() % 50);
        m_cluster.remove(node("n" + name, "False", name), m_now);
        m_cluster.remove(machine(name, "Deleting", "n" + name), m_now);
    }

    Cluster m_cluster;
    base::Chance m_chance;
    std::uint64_t m_draws = 0;
    std::int64_t m_now = 0;
    std::map<std::string, std::int64_t> m_created;
    std::vector<std::string> m_booting, m_ready, m_broken, m_unpaired;
    std::vector<Failure> m_failures;
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

    /// The phases of random episodes are those of an account that knows no facts; they add up exactly.
    void episodesCanBeAudited()
    {
        std::size_t recovered = 0;
        for (std::uint64_t seed = 1; seed <= 40; ++seed) {
            Timeline timeline;
            RandomSet set(timeline, seed);
            for (int i = 0; i < 100; ++i)
                set.step();
            const auto episodes = timeline.episodes();
            QCOMPARE(episodes.size(), set.failures().size());
            for (std::size_t i = 0; i < episodes.size(); ++i) {
                const RandomSet::Failure &failure = set.failures()[i];
                const Episode &episode = episodes[i];
                QCOMPARE(episode.machine.name, failure.machine);
                QVERIFY(episode.unhealthyAt == at(failure.broke));
                QVERIFY(episode.deleteAskedAt
                    == (failure.asked ? std::optional(at(failure.asked)) : std::nullopt));
                QVERIFY(episode.recoveredAt
                    == (failure.recovered ? std::optional(at(failure.recovered)) : std::nullopt));
                QCOMPARE(episode.replacement.name, failure.replacement);
                base::Duration whole {};
                for (const Stage &stage : stagesOf(episode))
                    whole += stage.length();
                QVERIFY(!episode.recoveredAt || whole == episode.recovery());
                recovered += episode.recoveredAt ? 1 : 0;
            }
        }
        QVERIFY2(recovered > 200, std::to_string(recovered).c_str());
    }

    void memoryIsBounded()
    {
        Timeline timeline;
        Cluster cluster(timeline);
        for (int i = 0; i < 120'000; ++i)
            cluster.put(node("n1", i % 2 == 0 ? "True" : "False"), i);
        QCOMPARE(timeline.facts().size(), std::size_t(50'000));
        QCOMPARE(timeline.facts().front().index, 70'001U);
        QCOMPARE(timeline.facts().back().index, 120'000U);
        QCOMPARE(timeline.lastIndex(), 120'000U);
    }
};

QTEST_GUILESS_MAIN(TestTimeline)
#include "tst_clustertimeline.moc"
