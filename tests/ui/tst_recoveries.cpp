// SPDX-License-Identifier: GPL-3.0-or-later
// Recoveries are told by their episodes: in numbers, in sentences, on a card and in a table.
#include "tests/ui/timelinebench.h"
#include "ui/format.h"
#include "ui/models/columns.h"
#include "ui/timeline/recoverycard.h"
#include "ui/timeline/recoverystory.h"
#include "ui/widgets/objecttable.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace timelinetest;
using core::api::ObjectKey;

class RecoveriesTest : public QObject
{
    Q_OBJECT

private slots:
    void statisticsComeFromEpisodes()
    {
        Bench bench({});
        auto *words = bench.panel.findChild<QLabel *>(u"statistics"_s);
        QCOMPARE(words->text(), QString());
        ChangeSet changes;
        for (const int seconds : {4, 9, 20})
            changes.episodes.push_back(
                replaced(changes.episodes.size() + 1, fake::now() - 60s, std::chrono::seconds(seconds)));
        bench.send(changes);
        QTRY_COMPARE(words->text(), u"3 recoveries · median <b>9.0\u00a0s</b> · p95 20.0\u00a0s"_s);
        QCOMPARE(bench.panel.episodes().tableModel().rowCount(), 3);
        QCOMPARE(bench.panel.episodes().tableModel().resets(), 1); // the cluster's own
    }

    /// None hides another one.
    void equalTimesStandAboveEachOther()
    {
        QCOMPARE(ui::pileLevels({}, 4), std::vector<int>());
        QCOMPARE(ui::pileLevels({5, 90, 5, 7, 30, 5}, 4), (std::vector<int> {0, 0, 1, 3, 0, 2}));
        QCOMPARE(ui::pileLevels({8, 4, 0}, 4), (std::vector<int> {0, 0, 0}));
    }

    void theCardTellsTheStory()
    {
        Bench bench({health("a", "", "Ready", fake::now() - 5min)});
        ChangeSet changes;
        changes.of<core::api::MachineHealthCheck>().upserts = {fake::healthCheck("workers", "workers")};
        changes.of<core::api::Machine>().upserts = {
            fake::machine("workers-new-7", "workers", core::api::phases::running, "node-7")};
        changes.episodes = {replaced(6, fake::now() - 90s, 24s), replaced(7, fake::now() - 60s, 19300ms)};
        bench.send(changes);
        bench.panel.showPage(ui::TimelinePanel::Page::Recoveries);
        const auto label = [&](const QString &name) { return bench.panel.findChild<QLabel *>(name)->text(); };
        QCOMPARE(bench.panel.recoveries().card().shown(), 7U); // the newest
        QVERIFY(label(u"recoveryTitle"_s).contains(u"Recovery 7"_s));
        QCOMPARE(label(u"recoveryFigure"_s), u"19.3\u00a0s"_s);
        QCOMPARE(label(u"recoveryOutcome"_s), u"Replaced in 19.3\u00a0s."_s);
        QCOMPARE(
            label(u"recoveryForecast"_s), u"Foreseen 19.2\u00a0s · took 19.3\u00a0s (+0.1\u00a0s)"_s); // W29
        QVERIFY(label(u"recoveryRoute"_s).contains(u"workers-7"_s));
        QVERIFY(label(u"recoveryRoute"_s).contains(u"workers-new-7"_s));
        const QString marks = label(u"recoveryMarks"_s);
        QVERIFY2(marks.contains(u"+15.0\u00a0s the rule waits 15\u00a0s"_s), qPrintable(marks));
        QVERIFY2(marks.contains(u"+2.1\u00a0s noticed"_s) && marks.contains(u"+4.2\u00a0s boot"_s),
            qPrintable(marks));
        QVERIFY(marks.contains(ui::clockText(fake::now() - 60s) + u".0"_s));
        const QString sources = bench.panel.findChild<QLabel *>(u"recoveryMarks"_s)->toolTip();
        QVERIFY2(
            sources.contains(u"delete asked: Machine · metadata.deletionTimestamp"_s), qPrintable(sources));
        const QString advice = label(u"recoveryAdvice"_s);
        QVERIFY2(advice.startsWith(u"70 % of the time is the rule's own wait. With a timeout of 5\u00a0s the "
                                   "same failure would have taken 9.3\u00a0s. <a"_s),
            qPrintable(advice));
        QVERIFY2(advice.contains(u">Try it in an experiment</a>"_s), qPrintable(advice));
        QVERIFY(label(u"recoveryComparison"_s).contains(u"p95 24.0\u00a0s"_s));
        QVERIFY(bench.panel.findChild<QWidget *>(u"phases"_s)->toolTip().contains(u"waited 15.0\u00a0s"_s));
        bench.panel.findChild<QPushButton *>(u"jumpToStart"_s)->click();
        QVERIFY(bench.panel.chart().isVisible());
        QVERIFY(bench.panel.chart().shown().begin < fake::now() - 62s);
        QVERIFY(!bench.panel.chart().isLive());
    }

    void thePastCountsWhatWasKnownThen_data()
    {
        QTest::addColumn<int>("secondsAgo"); // 0: now
        QTest::addColumn<QString>("statistics");
        QTest::addColumn<QString>("comparison"); // of recovery 2 with the others; empty: there is none
        QTest::newRow("now") << 0 << u"3 recoveries · median <b>9.0\u00a0s</b> · p95 20.0\u00a0s"_s
                             << u"the other 2 of this set"_s;
        QTest::newRow("before the third")
            << 50 << u"2 recoveries · median <b>4.0\u00a0s</b> · p95 9.0\u00a0s"_s
            << u"the other 1 of this set"_s;
        QTest::newRow("the second goes on")
            << 75 << u"1 recoveries · median <b>4.0\u00a0s</b> · p95 4.0\u00a0s"_s << QString();
        QTest::newRow("the first goes on") << 98 << u"1 failed, none recovered yet"_s << QString();
        QTest::newRow("before all") << 110 << QString() << QString();
    }

    void thePastCountsWhatWasKnownThen()
    {
        QFETCH(const int, secondsAgo);
        QFETCH(const QString, statistics);
        QFETCH(const QString, comparison);
        Bench bench({});
        ChangeSet changes;
        changes.episodes = {replaced(1, fake::now() - 100s, 4s), replaced(2, fake::now() - 80s, 9s),
            replaced(3, fake::now() - 40s, 20s)};
        bench.send(changes);
        bench.panel.showStory(2);
        if (secondsAgo > 0)
            bench.cluster.setMoment(fake::now() - std::chrono::seconds(secondsAgo), false);
        bench.panel.showMoment();
        const auto *compared = bench.panel.findChild<QLabel *>(u"recoveryComparison"_s);
        QTRY_COMPARE(bench.panel.findChild<QLabel *>(u"statistics"_s)->text(), statistics);
        QCOMPARE(compared->isHidden(), comparison.isEmpty());
        QVERIFY2(compared->isHidden() || compared->text().contains(comparison), qPrintable(compared->text()));

        bench.cluster.setMoment({}, false);
        bench.panel.showMoment();
        QTRY_VERIFY(bench.panel.findChild<QLabel *>(u"statistics"_s)->text().startsWith(u"3 recoveries"_s));
        QVERIFY(!compared->isHidden());
    }

    // W24
    void thePastTellsAStoryAsFarAsItWasKnown_data()
    {
        QTest::addColumn<int>("secondsAgo"); // 0: now
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<bool>("hasReplacement");
        QTest::newRow("now") << 0 << u"replaced"_s << u"19.3\u00a0s"_s << true;
        QTest::newRow("it boots") << 42 << u"going on"_s << u"18\u00a0s"_s << true;
        QTest::newRow("the rule waits") << 50 << u"going on"_s << u"10\u00a0s"_s << false;
        QTest::newRow("before all") << 70 << u"not yet"_s << u"–"_s << false;
    }

    void thePastTellsAStoryAsFarAsItWasKnown()
    {
        QFETCH(const int, secondsAgo);
        Bench bench({});
        ChangeSet changes;
        changes.episodes = {replaced(6, fake::now() - 200s, 24s), replaced(7, fake::now() - 60s, 19300ms)};
        bench.send(changes);
        bench.panel.showStory(7);
        const auto &table = bench.panel.episodes();
        const auto &model = table.tableModel();
        const ObjectKey key {{}, "7"};
        const auto outcome = [&] {
            return model.index(model.rowOf(key), model.columnIndex(u"outcome"_s)).data().toString();
        };
        if (secondsAgo > 0)
            bench.cluster.setMoment(fake::now() - std::chrono::seconds(secondsAgo), false);
        bench.panel.showMoment();
        QTEST(outcome(), "outcome");
        QTEST(bench.panel.findChild<QLabel *>(u"recoveryFigure"_s)->text(), "figure");
        const QString route = bench.panel.findChild<QLabel *>(u"recoveryRoute"_s)->text();
        QTEST(route.contains(u"workers-new-7"_s), "hasReplacement");
        QVERIFY(table.selectedKeys() == std::vector<ObjectKey> {key}); // a replay goes on with it

        bench.cluster.setMoment({}, false);
        bench.panel.showMoment();
        QCOMPARE(outcome(), u"replaced"_s);
        QCOMPARE(bench.panel.findChild<QLabel *>(u"recoveryFigure"_s)->text(), u"19.3\u00a0s"_s);
    }

    void onlyTheNewestThousandsAreKept()
    {
        Bench bench({});
        constexpr std::uint64_t most = 20'000;
        ChangeSet changes;
        for (std::uint64_t id = 5; id < 5 + most; ++id)
            changes.episodes.push_back(replaced(id, fake::now() - 60s, 19s));
        bench.send(changes);
        const auto &model = bench.panel.episodes().tableModel();
        QCOMPARE(model.rowCount(), int(most));
        changes.episodes = {replaced(5, fake::now() - 60s, 20s), replaced(5 + most, fake::now() - 50s, 19s)};
        bench.send(changes);
        QCOMPARE(bench.cluster.health().episodes().size(), std::size_t(most));
        QCOMPARE(model.rowCount(), int(most));
        QCOMPARE(model.rowOf({{}, "5"}), -1);
        QVERIFY(model.rowOf({{}, std::to_string(5 + most)}) >= 0);
    }

    void everyOutcomeHasItsSentence_data()
    {
        QTest::addColumn<int>("which");
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<QString>("hindrance");
        const QString none;
        QTest::newRow("healed") << 0 << u"Came back after 12.0\u00a0s; the rule waits 15\u00a0s."_s << none;
        QTest::newRow("gone") << 1 << u"Gone: nobody wanted a replacement."_s << none;
        QTest::newRow("waits") << 2 << u"Not healthy for 10\u00a0s; the rule waits 15\u00a0s."_s << none;
        QTest::newRow("deleting") << 3
                                  << u"Deletion was asked for 4\u00a0s ago; the machine is not gone yet."_s
                                  << none;
        QTest::newRow("deletion waits")
            << 13
            << u"Deletion was asked for 4\u00a0s ago; the machine is not gone yet. "
               "Waits for 2 pods to leave node node-a: web-1, web-2."_s
            << u"deletion waits"_s;
        QTest::newRow("no replacement")
            << 4 << u"Deletion was asked for; there is no replacement yet."_s << none;
        QTest::newRow("boots") << 5
                               << u"The replacement is not Ready yet: it has been booting for 2\u00a0s."_s
                               << none;
        QTest::newRow("no set")
            << 6 << u"No set owns this machine, so deleting it would not bring a replacement."_s
            << u"skipped"_s;
        QTest::newRow("held back") << 7 << u"3 of 50 unhealthy, health check workers allows 40%: waiting."_s
                                   << u"held back"_s;
        QTest::newRow("at the limit")
            << 14 << u"Not healthy for 10\u00a0s; the rule waits 15\u00a0s."_s << none;
        QTest::newRow("paused") << 8 << u"Health check workers is paused by an annotation."_s << u"paused"_s;
        QTest::newRow("unwatched") << 9 << u"No health check covers this machine: it stays as it is."_s
                                   << u"unwatched"_s;
        QTest::newRow("never started")
            << 11 << u"No node after 2\u00a0s; the rule replaces it."_s << u"never started"_s;
        QTest::newRow("gone node") << 12 << u"Its node is gone, and nobody has acted yet."_s << none;
        QTest::newRow("handed over") << 10
                                     << u"Health check workers hands it over to an external remediation."_s
                                     << u"handed over"_s;
    }

    void everyOutcomeHasItsSentence()
    {
        QFETCH(int, which);
        QFETCH(QString, sentence);
        QFETCH(const QString, hindrance);
        auto check = *fake::healthCheck("workers", "workers");
        core::timeline::Episode episode;
        episode.id = 1;
        episode.machine = {"default", "workers-a"};
        episode.machineSet = {"default", which == 6 ? "" : "workers"};
        if (which == 6)
            episode.machineSet = {};
        episode.cause = which == 12 ? core::timeline::goneCondition : "NotReady";
        episode.unhealthyAt = fake::now() - 10s;
        if (which == 0) {
            episode.recoveredAt = episode.unhealthyAt + 12s;
            episode.outcome = core::timeline::Outcome::HealedByItself;
        }
        if (which == 1)
            episode.outcome = core::timeline::Outcome::Gone;
        if ((which >= 3 && which <= 5) || which == 11 || which == 13)
            episode.deleteAskedAt = fake::now() - 4s;
        if (which == 4 || which == 5)
            episode.oldGoneAt = fake::now() - 3s;
        if (which == 5 || which == 11)
            episode.replacementCreatedAt = fake::now() - 2s;
        if (which == 11) {
            episode.replacement = {"default", "workers-b"};
            check.spec.nodeStartupTimeout = "2s";
        }
        if (which == 7)
            check.status.conditions = {{"RemediationAllowed", "False", {}, {}, {}, {}}};
        if (which == 14)
            check.status.remediationsAllowed = 0; // just as many are unhealthy as may be
        if (which == 8)
            check.metadata.annotations[std::string(core::api::keys::paused)] = "";
        if (which == 10)
            check.spec.remediationTemplate = core::api::ObjectReference {};
        ui::ClusterView cluster;
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        changes.status->pace = 0;
        changes.of<core::api::Machine>().upserts = {
            fake::machine("workers-a", "workers", core::api::phases::running, "node-a"),
            fake::machine("workers-b", "workers", core::api::phases::provisioning)};
        if (which == 13)
            changes.outlooks = {{{&core::api::resourceOf<core::api::Machine>(), episode.machine},
                "Waits for 2 pods to leave node node-a: web-1, web-2.", {},
                core::engine::Outlook::Course::Leaves}};
        if (which != 9)
            changes.of<core::api::MachineHealthCheck>().upserts = {
                std::make_shared<const core::api::MachineHealthCheck>(check)};
        cluster.apply(changes);
        QCOMPARE(ui::storyOf(episode, cluster).outcome, sentence);
        const bool isOver = episode.outcome != core::timeline::Outcome::Open;
        const auto columns = ui::columnsOf<core::timeline::Episode>(cluster);
        const auto told = std::ranges::find(columns, u"outcome"_s, &ui::Column<core::timeline::Episode>::id)
                              ->cell(episode)
                              .text;
        QVERIFY2(isOver || told == (hindrance.isEmpty() ? u"going on"_s : hindrance), qPrintable(told));
        QVERIFY(!isOver || hindrance.isEmpty());
    }

    /// What was foretold of the first of many that fail is no longer so once the health check holds back.
    // W29
    void whoIsHeldBackIsForetoldNoRecovery()
    {
        Bench bench({});
        auto check = *fake::healthCheck("workers", "workers");
        core::timeline::Episode episode;
        episode.id = 1;
        episode.machine = {"default", "workers-a"};
        episode.machineSet = {"default", "workers"};
        episode.cause = "NotReady (fault: not-ready)";
        episode.faultAt = episode.unhealthyAt = fake::now() - 10s;
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->pace = 0;
        changes.status->timing = "demo"; // boots take 2 s to 4 s
        changes.of<core::api::Machine>().upserts = {
            fake::machine("workers-a", "workers", core::api::phases::running, "node-a")};
        changes.of<core::api::MachineHealthCheck>().upserts = {
            std::make_shared<const core::api::MachineHealthCheck>(check)};
        changes.episodes = {episode};
        bench.send(changes);
        bench.panel.showStory(1);
        const auto *forecast = bench.panel.findChild<QLabel *>(u"recoveryForecast"_s);
        const auto &model = bench.panel.episodes().tableModel();
        const auto outcome = [&] {
            return model.index(0, model.columnIndex(u"outcome"_s)).data().toString();
        };
        QCOMPARE(forecast->text(), u"Foreseen: recovered after 18.0\u00a0s"_s);
        QCOMPARE(outcome(), u"going on"_s);
        QVERIFY2(bench.panel.findChild<QWidget *>(u"phases"_s)->toolTip().contains(u"waited 10.0\u00a0s"_s),
            "the bar goes on until now");

        check.status.currentHealthy = 0;
        check.status.conditions = {{"RemediationAllowed", "False", {}, {}, {}, {}}};
        ChangeSet held;
        held.of<core::api::MachineHealthCheck>().upserts = {
            std::make_shared<const core::api::MachineHealthCheck>(check)};
        bench.send(held);
        QTRY_COMPARE(outcome(), u"held back"_s);
        QVERIFY2(forecast->isHidden(), qPrintable(forecast->text()));

        episode.outcome = core::timeline::Outcome::HealedByItself;
        episode.recoveredAt = episode.unhealthyAt + 104s;
        QCOMPARE(ui::storyOf(episode, bench.cluster).forecast, QString());
    }

    void theFirstMarksNameTheFailure_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QStringList>("captions");
        QTest::newRow("told to") << u"NotReady"_s << u"not-ready for 30s"_s
                                 << QStringList {u"workers-a is told to fail: not-ready for 30\u00a0s."_s,
                                        u"workers-a is NotReady."_s};
        QTest::newRow("a range of times") << u"NotReady"_s << u"reboot after 10s..1m"_s
                                          << QStringList {u"workers-a is told to fail: reboot after "
                                                          "10\u00a0s–60\u00a0s."_s,
                                                 u"workers-a is NotReady."_s};
        QTest::newRow("a fault with a bracket")
            << u"Unknown"_s << u"zone (b)"_s
            << QStringList {u"workers-a is told to fail: zone (b)."_s, u"workers-a is Unknown."_s};
        QTest::newRow("its node") << u"node gone"_s << QString()
                                  << QStringList {u"The node of workers-a is gone."_s};
    }

    void theFirstMarksNameTheFailure()
    {
        QFETCH(const QString, condition);
        QFETCH(const QString, fault);
        QFETCH(const QStringList, captions);
        core::timeline::Episode episode;
        episode.machine = {"default", "workers-a"};
        episode.cause = condition.toStdString();
        episode.unhealthyAt = fake::now() - 10s;
        if (!fault.isEmpty()) {
            episode.putFault(fault.toStdString());
            episode.faultAt = fake::now() - 11s;
        }
        const ui::ClusterView cluster;
        QStringList told;
        for (const ui::StoryMark &mark : ui::storyOf(episode, cluster).marks)
            told << mark.caption;
        QCOMPARE(told, captions);
    }

    void recoveriesNeedNoHorizontalScrollBar()
    {
        Bench bench(fake::demoCluster().facts);
        ChangeSet changes;
        changes.episodes = fake::demoCluster().episodes;
        bench.send(changes);
        bench.panel.showPage(ui::TimelinePanel::Page::Recoveries);
        for (const int width : {1600, 640, 400}) {
            bench.panel.resize(width, 400);
            QCoreApplication::processEvents();
            QVERIFY2(bench.panel.episodes().horizontalScrollBar()->maximum() == 0,
                qPrintable(QString::number(width)));
            for (const auto *area : bench.panel.recoveries().findChildren<QScrollArea *>())
                QVERIFY2(area->widget()->width() <= area->viewport()->width(),
                    qPrintable(u"%1 > %2"_s.arg(area->widget()->width()).arg(area->viewport()->width())));
        }
    }

    void theModelOfRecoveriesIsSound()
    {
        Bench bench({});
        const QAbstractItemModelTester tester(
            &bench.panel.episodes().tableModel(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        std::mt19937 dice(3);
        for (int round = 0; round < 50; ++round) {
            ChangeSet changes;
            for (int i = 0; i < 5; ++i)
                changes.episodes.push_back(replaced(
                    1 + dice() % 60, fake::now() - 60s, std::chrono::milliseconds(5000 + dice() % 20'000)));
            bench.send(changes);
        }
        QCOMPARE(bench.panel.episodes().tableModel().resets(), 1);
    }
};

QTEST_MAIN(RecoveriesTest)
#include "tst_recoveries.moc"
