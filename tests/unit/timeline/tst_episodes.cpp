// SPDX-License-Identifier: GPL-3.0-or-later
#include "builders.h"

#include "core/timeline/episodetracker.h"
#include "core/timeline/text.h"

#include <QTest>

using namespace core::timeline;
using namespace test;

Q_DECLARE_METATYPE(Story)

namespace {

/// "m1 replaced by m6 in 19.3 s (NotReady)"
QString textOf(const std::vector<Episode> &episodes)
{
    std::string text;
    for (const Episode &episode : episodes) {
        const std::string who = episode.machine.name.empty() ? episode.node : episode.machine.name;
        text += (text.empty() ? "" : "; ") + who + " " + std::string(nameOf(episode.outcome));
        if (!episode.replacement.name.empty())
            text += " by " + episode.replacement.name;
        if (episode.recovery())
            text += " in " + formatSeconds(*episode.recovery());
        text += " (" + episode.cause + ")";
    }
    return QString::fromStdString(text);
}

Story fiveWorkers()
{
    Story story;
    story.at(0).replicas("", "5").ready("", "0");
    for (const char *name : {"m1", "m2", "m3", "m4", "m5"})
        story.healthyMachine(name);
    return story.at(500).ready("0", "5");
}

} // namespace

class TestEpisodes : public QObject
{
    Q_OBJECT

private slots:
    void howTheyEnd_data()
    {
        QTest::addColumn<Story>("story");
        QTest::addColumn<QString>("episodes");
        const auto row = [](const char *name, const Story &story, const char *episodes) {
            QTest::newRow(name) << story << QString::fromUtf8(episodes);
        };

        row("nothing fails, no episode", fiveWorkers(), "");
        row("booting is not failing",
            Story()
                .replicas("", "1")
                .created("m1")
                .node("nm1", "", "NotReady")
                .node("nm1", "NotReady", "Ready"),
            "");
        row("NotReady, nobody acts yet", fiveWorkers().at(1000).node("nm1", "Ready", "NotReady"),
            "m1 open (NotReady)");
        row("healed by itself",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(13'000)
                .node("nm1", "NotReady", "Ready"),
            "m1 healed in 12.0 s (NotReady)");
        row("Unknown, healed",
            fiveWorkers().at(1000).node("nm1", "Ready", "Unknown").at(3000).node("nm1", "Unknown", "Ready"),
            "m1 healed in 2.0 s (Unknown)");
        row("NotReady then Unknown is one episode",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(41'000)
                .node("nm1", "NotReady", "Unknown")
                .at(51'000)
                .node("nm1", "Unknown", "Ready"),
            "m1 healed in 50.0 s (NotReady)");
        row("failing twice is two episodes",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .node("nm1", "NotReady", "Ready")
                .at(5000)
                .node("nm1", "Ready", "NotReady")
                .at(9000)
                .node("nm1", "NotReady", "Ready"),
            "m1 healed in 1.0 s (NotReady); m1 healed in 4.0 s (NotReady)");
        row("replaced",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .ready("5", "4")
                .at(16'000)
                .deleting("m1")
                .at(16'100)
                .created("m6")
                .at(20'300)
                .node("nm6", "", "Ready")
                .running("m6", "nm6"),
            "m1 replaced by m6 in 19.3 s (NotReady)");
        row("Unknown, replaced",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "Unknown")
                .at(16'000)
                .deleting("m1")
                .created("m6")
                .at(17'000)
                .node("nm6", "", "NotReady")
                .at(18'000)
                .node("nm6", "NotReady", "Ready", "m6"),
            "m1 replaced by m6 in 17.0 s (Unknown)");
        row("Ready again after the deletion was asked for is no recovery",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .at(2500)
                .node("nm1", "NotReady", "Ready"),
            "m1 open (NotReady)");
        row("two at once are paired first in, first out",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .node("nm2", "Ready", "NotReady")
                .at(2000)
                .deleting("m2")
                .at(2100)
                .deleting("m1")
                .at(2200)
                .created("m6")
                .at(2300)
                .created("m7")
                .at(3000)
                .node("nm7", "", "Ready", "m7")
                .at(4000)
                .node("nm6", "", "Ready", "m6"),
            "m1 replaced by m7 in 2.0 s (NotReady); m2 replaced by m6 in 3.0 s (NotReady)");
        row("a machine of another set is no replacement",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .created("x1", "others")
                .at(3000)
                .node("nx1", "", "Ready", "x1"),
            "m1 open (NotReady)");
        row(
            "a machine created before the request, but seen late, is no replacement: the set has all it "
            "wants",
            [] {
                Story story = fiveWorkers()
                                  .at(1000)
                                  .node("nm1", "Ready", "NotReady")
                                  .at(2000)
                                  .deleting("m1")
                                  .at(2500)
                                  .created("m6");
                story.facts.back().serverTime = at(1000);
                return story;
            }(),
            "m1 gone (NotReady)");
        row("scaled down: the request to want fewer comes first",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .replicas("5", "4")
                .deleting("m1")
                .gone("m1"),
            "m1 gone (NotReady)");
        row("scaled down: the request to want fewer is seen last",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .at(2100)
                .replicas("5", "4"),
            "m1 gone (NotReady)");
        row("two deleted, one fewer wanted: the first deletion is the one that was wanted",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .node("nm2", "Ready", "NotReady")
                .at(2000)
                .replicas("5", "4")
                .deleting("m1")
                .deleting("m2")
                .created("m6")
                .at(3000)
                .node("nm6", "", "Ready", "m6"),
            "m1 gone (NotReady); m2 replaced by m6 in 2.0 s (NotReady)");
        row("the set is deleted while a replacement is awaited",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .at(3000)
                .replicas("5", ""),
            "m1 gone (NotReady)");
        row("the set is gone before the deletion of its machines is asked for",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .replicas("5", "")
                .deleting("m1")
                .at(3000)
                .gone("m1"),
            "m1 gone (NotReady)");
        row("the set is gone before a replacement that is deleted",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .created("m6")
                .at(3000)
                .replicas("5", "")
                .deleting("m6"),
            "m1 gone (NotReady)");
        row("the replacement is deleted before it was Ready: the next one counts",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .created("m6")
                .at(3000)
                .deleting("m6")
                .created("m7")
                .at(5000)
                .node("nm7", "", "Ready", "m7"),
            "m1 replaced by m7 in 4.0 s (NotReady)");
        row("a deleted machine that was healthy is no failure",
            fiveWorkers()
                .at(1000)
                .deleting("m1")
                .at(1100)
                .node("nm1", "Ready", "NotReady")
                .node("nm1", "NotReady", "")
                .gone("m1"),
            "");
        row("the node of a machine that is already gone is no failure",
            fiveWorkers().at(1000).gone("m1").at(1100).node("nm1", "Ready", ""), "");
        row("a machine without a set is not replaced",
            Story()
                .created("solo", "")
                .node("ns", "", "Ready", "solo")
                .at(1000)
                .node("ns", "Ready", "NotReady")
                .at(2000)
                .deleting("solo")
                .gone("solo"),
            "solo gone (NotReady)");
        row("a node without a machine heals",
            Story()
                .node("plain", "", "Ready")
                .at(1000)
                .node("plain", "Ready", "NotReady")
                .at(3500)
                .node("plain", "NotReady", "Ready"),
            "plain healed in 2.5 s (NotReady)");
        row("a node without a machine is deleted",
            Story()
                .node("plain", "", "Ready")
                .at(1000)
                .node("plain", "Ready", "Unknown")
                .at(3500)
                .node("plain", "Unknown", ""),
            "plain gone (Unknown)");
        row("a node is deleted whose machine was not known when it failed",
            Story()
                .node("n1", "", "Ready")
                .at(1000)
                .node("n1", "Ready", "NotReady")
                .at(2000)
                .created("m1")
                .running("m1", "n1")
                .at(3500)
                .node("n1", "NotReady", ""),
            "n1 gone (NotReady)");
        row("the Node of a living machine is deleted",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "")
                .at(2000)
                .deleting("m1")
                .created("m6")
                .at(4000)
                .node("nm6", "", "Ready", "m6"),
            "m1 replaced by m6 in 3.0 s (node gone)");
        row("a running machine fails while its node still looks Ready",
            fiveWorkers()
                .at(1000)
                .failed("m1", "Running")
                .at(2000)
                .deleting("m1")
                .created("m6")
                .at(4000)
                .node("nm6", "", "Ready", "m6"),
            "m1 replaced by m6 in 3.0 s (Failed)");
        row("a machine that never ran makes no episode when it fails",
            fiveWorkers().at(1000).replicas("5", "6").created("m6").failed("m6", "Provisioning"), "");
        row("the replacement fails later: an episode of its own",
            fiveWorkers()
                .at(1000)
                .node("nm1", "Ready", "NotReady")
                .at(2000)
                .deleting("m1")
                .created("m6")
                .at(3000)
                .node("nm6", "", "Ready", "m6")
                .at(9000)
                .node("nm6", "Ready", "Unknown"),
            "m1 replaced by m6 in 2.0 s (NotReady); m6 open (Unknown)");
    }
    void howTheyEnd()
    {
        QFETCH(Story, story);
        QFETCH(QString, episodes);
        QCOMPARE(textOf(episodesOf(story.facts)), episodes);
        for (Fact &fact : story.facts) // of the other family they are the same
            fact.kind = mcmKind(fact.kind);
        QCOMPARE(textOf(episodesOf(story.facts)), episodes);
    }

    void setsOfBothFamiliesAreTwoAlthoughTheyHaveOneName()
    {
        Story story = fiveWorkers();
        story.add(FactKind::McmSetReplicas, inDefault("workers"), "", "1");
        story.add(FactKind::McmSetReady, inDefault("workers"), "", "1");
        story.at(1000).node("nm1", "Ready", "NotReady").at(16'000).deleting("m1");
        QCOMPARE(textOf(episodesOf(story.facts)), QStringLiteral("m1 open (NotReady)"));
    }

    void machinesOfBothFamiliesAreTwoAlthoughTheyHaveOneName_data()
    {
        QTest::addColumn<bool>("mcmFails");
        QTest::newRow("that of the machine-controller-manager fails") << true;
        QTest::newRow("the other fails") << false;
    }
    void machinesOfBothFamiliesAreTwoAlthoughTheyHaveOneName()
    {
        QFETCH(bool, mcmFails);
        Story story = fiveWorkers();
        story.add(FactKind::McmSetReplicas, inDefault("others"), "", "1");
        story.add(FactKind::McmMachineCreated, inDefault("m1"), "", "").owner = inDefault("others");
        story.node("mcm-node", "", "Ready");
        Fact &linked = story.add(FactKind::McmMachinePhase, inDefault("m1"), "Pending", "Running");
        linked.owner = inDefault("others");
        linked.node = "mcm-node";
        const std::string failing = mcmFails ? "mcm-node" : "nm1";
        const std::string other = mcmFails ? "nm1" : "mcm-node";
        const auto alike = [&](FactKind kind) { return mcmFails ? kind : mcmKind(kind); };
        story.at(1000).node(failing, "Ready", "NotReady", mcmFails ? "" : "m1");
        story.at(2000).add(alike(FactKind::MachineDeleting), inDefault("m1"), "", ""); // the one that is well
        story.at(3000).add(alike(FactKind::MachinePhase), inDefault("m1"), "Running", "");
        story.node(other, "Ready", "").at(5000).node(failing, "NotReady", "Ready");
        const auto episodes = episodesOf(story.facts);
        QCOMPARE(textOf(episodes), QStringLiteral("m1 healed in 4.0 s (NotReady)"));
        QCOMPARE(episodes.at(0).isOfMcm, mcmFails);
        QCOMPARE(episodes.at(0).machineSet, inDefault(mcmFails ? "others" : "workers"));
        QVERIFY(!episodes.at(0).deleteAskedAt);
    }

    void everyMarkIsTheArrivalOfItsFact()
    {
        Story story = fiveWorkers();
        story.at(1000)
            .fault("nm1", "", "not-ready for 1h")
            .fault("nm1", "not-ready for 1h", "not-ready until later");
        story.at(3100).node("nm1", "Ready", "NotReady").ready("5", "4");
        story.at(18'100).deleting("m1").at(18'200).created("m6").at(19'300).gone("m1");
        story.at(22'400).node("nm6", "", "Ready").at(22'500).running("m6", "nm6").at(22'900).ready("4", "5");
        const auto episodes = episodesOf(story.facts);
        QCOMPARE(episodes.size(), 1U);
        Episode expected;
        expected.id = 1;
        expected.machine = inDefault("m1");
        expected.node = "nm1";
        expected.machineSet = inDefault("workers");
        expected.cause = "NotReady (fault: not-ready for 1h)";
        expected.faultAt = at(1000);
        expected.unhealthyAt = at(3100);
        expected.deleteAskedAt = at(18'100);
        expected.oldGoneAt = at(19'300);
        expected.replacementCreatedAt = at(18'200);
        expected.recoveredAt = at(22'400); // when the node was Ready, not when the machine was linked to it
        expected.completeAt = at(22'900);
        expected.replacement = inDefault("m6");
        expected.outcome = Outcome::Replaced;
        QVERIFY(episodes[0] == expected);

        const auto stages = stagesOf(episodes[0]);
        const std::vector<Stage> wanted {{Stage::Kind::Noticing, at(1000), at(3100)},
            {Stage::Kind::Waiting, at(3100), at(18'100)}, {Stage::Kind::Replacing, at(18'100), at(18'200)},
            {Stage::Kind::Booting, at(18'200), at(22'400)}};
        QVERIFY(stages == wanted);
    }

    void theOldMachineMayGoAfterTheRecovery()
    {
        Story story = fiveWorkers();
        story.at(1000)
            .node("nm1", "Ready", "NotReady")
            .at(2000)
            .deleting("m1")
            .created("m6")
            .at(3000)
            .node("nm6", "", "Ready", "m6")
            .at(30'000)
            .gone("m1");
        const auto episodes = episodesOf(story.facts);
        QVERIFY(episodes.at(0).oldGoneAt == at(30'000));
        QVERIFY(episodes.at(0).outcome == Outcome::Replaced);
    }

    void aRestartInTheMiddleChangesNothing()
    {
        Story story = fiveWorkers();
        story.at(1000)
            .node("nm1", "Ready", "NotReady")
            .ready("5", "4")
            .at(16'000)
            .deleting("m1")
            .at(16'100)
            .created("m6");
        story.at(20'000).gone("m1").node("nm6", "", "Ready").running("m6", "nm6").ready("4", "5");
        const auto whole = episodesOf(story.facts);
        for (std::size_t cut = 0; cut <= story.facts.size(); ++cut) {
            const std::span<const Fact> all(story.facts);
            EpisodeTracker before;
            for (const Fact &fact : all.first(cut))
                before.add(fact);
            EpisodeTracker after;
            after.keep(before.takeChanged());
            for (const Fact &fact : all)
                after.add(fact);
            QVERIFY(after.takeChanged() == whole);
        }
    }

    void idsGoOnAfterKeptEpisodes()
    {
        Episode kept;
        kept.id = 41;
        kept.node = "long-gone";
        kept.unhealthyAt = at(-1000);
        kept.recoveredAt = at(-500);
        kept.outcome = Outcome::HealedByItself;
        EpisodeTracker tracker;
        tracker.keep({kept});
        const Story story = fiveWorkers().at(1000).node("nm1", "Ready", "NotReady");
        for (const Fact &fact : story.facts)
            tracker.add(fact);
        QCOMPARE(tracker.episodes().size(), 2U);
        QCOMPARE(tracker.episodes().rbegin()->first, 42U);
    }

    void onlyChangesAreTaken()
    {
        EpisodeTracker tracker;
        const Story story = fiveWorkers().at(1000).node("nm1", "Ready", "NotReady");
        for (const Fact &fact : story.facts)
            tracker.add(fact);
        QCOMPARE(tracker.takeChanged().size(), 1U);
        QVERIFY(tracker.takeChanged().empty());
        tracker.add(Story().at(2000).node("nm1", "NotReady", "Ready").facts[0]);
        QCOMPARE(tracker.takeChanged().at(0).outcome, Outcome::HealedByItself);
    }

    void theOldestFinishedEpisodesAreForgotten()
    {
        EpisodeTracker tracker(2);
        Story story = fiveWorkers();
        story.at(900).node("nm5", "Ready", "NotReady"); // stays open, stays known
        for (int i = 1; i <= 3; ++i)
            story.at(i * 1000)
                .node("nm1", "Ready", "NotReady")
                .at(i * 1000 + 500)
                .node("nm1", "NotReady", "Ready");
        for (const Fact &fact : story.facts)
            tracker.add(fact);
        std::vector<std::uint64_t> ids;
        for (const auto &[id, episode] : tracker.episodes())
            ids.push_back(id);
        QVERIFY(ids == (std::vector<std::uint64_t> {1, 4}));
    }

    void statistics()
    {
        std::vector<Episode> episodes;
        for (const int seconds : {3, 1, 2, 10}) {
            Episode episode;
            episode.machineSet = inDefault("workers");
            episode.unhealthyAt = at(0);
            episode.recoveredAt = at(seconds * 1000);
            episodes.push_back(episode);
        }
        episodes.emplace_back().machineSet = inDefault("workers"); // still open: no length
        Episode one = episodes.back();
        const RecoveryStatistics found = statisticsOf(episodes, &one);
        QVERIFY(found == (RecoveryStatistics {4, 2s, 10s, 10s}));
        QVERIFY(statisticsOf(episodes) == found);
        one.isOfMcm = true; // a set of the same name
        QVERIFY(statisticsOf(episodes, &one) == RecoveryStatistics {});
        one.machineSet = {};
        QVERIFY(statisticsOf(episodes, &one) == found);
    }
};

QTEST_GUILESS_MAIN(TestEpisodes)
#include "tst_episodes.moc"
