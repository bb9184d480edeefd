// SPDX-License-Identifier: GPL-3.0-or-later
// When what was told to fail in the window has recovered (docs/window.md W52), and the way to its story and
// back by keys.
#include "tests/ui/stage.h"
#include "ui/models/columns.h"
#include "ui/timeline/recoverystory.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/notices.h"

#include <QMenu>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using core::engine::BreakNodes;
using core::timeline::Episode;
using core::timeline::Outcome;
using ui::Kind;

namespace {

Episode failureOf(const std::string &name, std::uint64_t id)
{
    Episode episode;
    episode.id = id;
    episode.machine = {"default", "workers-" + name};
    episode.node = "node-" + name;
    episode.machineSet = {"default", "workers"};
    episode.cause = "NotReady (fault: not-ready)";
    episode.faultAt = episode.unhealthyAt = fake::now();
    return episode;
}

Episode recoveryOf(const std::string &name, std::uint64_t id, core::base::Duration after)
{
    Episode episode = failureOf(name, id);
    episode.deleteAskedAt = episode.unhealthyAt + 1s;
    episode.replacementCreatedAt = episode.unhealthyAt + 1s;
    episode.recoveredAt = episode.unhealthyAt + after;
    episode.replacement = {"default", "workers-of-" + name};
    episode.outcome = Outcome::Replaced;
    return episode;
}

void tell(fake::Stage &stage, const std::vector<Episode> &episodes)
{
    core::engine::ChangeSet changes;
    changes.episodes = episodes;
    stage.session.send(changes);
}

/// What is chosen in the table, by u and Enter.
void breakChosen(fake::Stage &stage)
{
    QTRY_VERIFY(stage.action("makeUnhealthy")->isEnabled());
    QTest::keyClick(stage.table(Kind::Machine), Qt::Key_U);
    QTRY_VERIFY(QApplication::activePopupWidget());
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
    QTRY_VERIFY(stage.session.last<BreakNodes>());
}

} // namespace

class RecoveryNewsTest : public QObject
{
    Q_OBJECT

private slots:
    // W51
    void theMenuOfFaultsSaysWhenAReplacementIsReady()
    {
        core::engine::ChangeSet cluster = fake::threeMachines();
        cluster.status->timing = "demo";
        fake::Stage stage(cluster);
        core::engine::FaultForecast::Check check;
        check.name = "workers";
        check.failing = check.unhealthy = check.maxUnhealthy = check.replaced = 1;
        check.expected = 3;
        check.maxUnhealthyText = "40%";
        check.wait = 15s;
        stage.session.forecast = {.nodes = 1, .others = 100, .checks = {check}};
        stage.table(Kind::Machine)->selectFirst();
        QTRY_VERIFY(stage.action("makeUnhealthy")->isEnabled());
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_U);
        const auto *forecast = stage.window.findChild<QLabel *>(u"forecast"_s);
        QTRY_VERIFY2(forecast->text().contains(u"it will be replaced 15\u00a0s after that is noticed."_s),
            qPrintable(forecast->text()));
        QVERIFY2(forecast->text().contains(u"A replacement is Ready about 3\u00a0s later."_s),
            qPrintable(forecast->text()));
        QVERIFY(forecast->height() >= forecast->heightForWidth(forecast->width()));
        const auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QVERIFY(forecast->width() > menu->actionGeometry(menu->actions().front()).width() * 9 / 10);
        QApplication::activePopupWidget()->close();
    }

    // W52
    void oneIsToldWithItsTimeAndItsStoryIsOneKeyAway()
    {
        fake::Stage stage;
        stage.table(Kind::Machine)->selectFirst();
        breakChosen(stage);
        tell(stage, {failureOf("a", 1)});
        QVERIFY(!stage.notice().contains(u"workers-a: "_s));
        tell(stage, {recoveryOf("a", 1, 19s)});
        QVERIFY2(
            stage.notice().startsWith(u"workers-a: Replaced in 19.0\u00a0s."_s), qPrintable(stage.notice()));

        stage.action("takeOffer")->trigger();
        auto *panel = stage.window.findChild<ui::TimelinePanel *>();
        QVERIFY(panel->recoveries().card().isVisible());
        QCOMPARE(panel->recoveries().card().shown(), 1U);
        QVERIFY(panel->episodes().hasFocus());
        QTest::keyClick(&panel->episodes(), Qt::Key_Escape);
        QVERIFY(!panel->recoveries().isVisible());
        QVERIFY(stage.tabs()->currentPage().isAncestorOf(QApplication::focusWidget()));
    }

    // W52
    void whoReadsTheRecoveriesNeedsNoNotice()
    {
        fake::Stage stage;
        stage.table(Kind::Machine)->selectFirst();
        breakChosen(stage);
        tell(stage, {recoveryOf("a", 1, 19s)});
        const auto *notices = stage.window.findChild<ui::Notices *>();
        QVERIFY(notices->newest().startsWith(u"workers-a: "_s));
        stage.action("recoveries")->trigger();
        QTRY_VERIFY(!notices->newest().startsWith(u"workers-a: "_s));
    }

    // W52
    void severalAreToldAtOnceWhenTheLastHasRecovered()
    {
        fake::Stage stage;
        stage.table(Kind::Machine)->selectAll();
        breakChosen(stage);
        QCOMPARE(stage.session.last<BreakNodes>()->nodes.size(), std::size_t(3));
        tell(stage, {recoveryOf("a", 1, 19s), recoveryOf("b", 2, 21s), failureOf("c", 3)});
        QVERIFY(!stage.notice().contains(u"recovered"_s));
        tell(stage, {recoveryOf("c", 3, 24s)});
        QVERIFY2(stage.notice().contains(u"3 recovered: median 21.0\u00a0s, the slowest took 24.0\u00a0s"_s),
            qPrintable(stage.notice()));
        stage.action("takeOffer")->trigger();
        QCOMPARE(stage.window.findChild<ui::TimelinePanel *>()->recoveries().card().shown(), 3U);
    }

    /// A set's first replacement is compared with what the lab's timing lets expect, as it was foretold; what
    /// those that failed with it took was not known then.
    // W29 W52
    void whatItTookStandsBesideWhatWasForeseen()
    {
        core::engine::ChangeSet cluster = fake::threeMachines();
        cluster.status->timing = "demo"; // boots take 2 s to 4 s
        fake::Stage stage(cluster);
        stage.table(Kind::Machine)->selectAll();
        breakChosen(stage);
        tell(stage, {recoveryOf("a", 1, 17500ms), recoveryOf("b", 2, 18s), recoveryOf("c", 3, 19s)});
        QVERIFY2(stage.notice().contains(u"3 recovered: median 18.0\u00a0s"_s), qPrintable(stage.notice()));
        QVERIFY2(stage.notice().endsWith(u"Foreseen 18.0\u00a0s · took 19.0\u00a0s (+1.0\u00a0s)"_s),
            qPrintable(stage.notice()));
    }

    /// The budget of a health check lets those that fail together go one after the other.
    // W29
    void whoHadToWaitForOthersIsToldSo()
    {
        ui::ClusterView cluster;
        core::engine::ChangeSet changes = fake::threeMachines();
        changes.status->timing = "demo";
        Episode first = recoveryOf("a", 1, 18s);
        first.deleteAskedAt = first.unhealthyAt + 16s;
        Episode second = recoveryOf("b", 2, 22s);
        second.deleteAskedAt = second.unhealthyAt + 19s;
        changes.episodes = {first, second};
        cluster.apply(changes);
        QCOMPARE(ui::storyOf(first, cluster).forecast, u"Took 18.0\u00a0s, as foreseen"_s);
        QCOMPARE(ui::storyOf(second, cluster).forecast,
            u"Foreseen 18.0\u00a0s · took 22.0\u00a0s (+4.0\u00a0s): others came first"_s);
    }

    /// In each theme the button of a notice is seen to be one.
    void theOfferOfANoticeHasAnEdge_data()
    {
        QTest::addColumn<int>("scheme");
        QTest::newRow("light") << int(ui::Scheme::Light);
        QTest::newRow("dark") << int(ui::Scheme::Dark);
        QTest::newRow("contrast") << int(ui::Scheme::Contrast);
    }
    void theOfferOfANoticeHasAnEdge()
    {
        QFETCH(int, scheme);
        fake::Stage stage(fake::threeMachines(), {1280, 800}, ui::Scheme(scheme));
        stage.table(Kind::Machine)->selectAll();
        breakChosen(stage);
        tell(stage, {recoveryOf("a", 1, 17500ms), recoveryOf("b", 2, 18s), recoveryOf("c", 3, 19s)});
        const auto offers = stage.window.findChildren<QToolButton *>(u"noticeAction"_s);
        QVERIFY(!offers.empty());
        const QWidget *offer = offers.last();
        const QImage picture = stage.window.grab();
        const QPoint middleOfLeftEdge = offer->mapTo(&stage.window, QPoint(0, offer->height() / 2));
        const int edge = picture.pixelColor(middleOfLeftEdge).lightness();
        const int card = picture.pixelColor(middleOfLeftEdge - QPoint(2, 0)).lightness();
        QVERIFY2(std::abs(edge - card) >= 20, qPrintable(u"%1 on %2"_s.arg(edge).arg(card)));
    }

    /// A fault that is over before the rule acts foretells no replacement.
    // W29
    void aShortFaultIsForeseenToEnd()
    {
        ui::ClusterView cluster;
        core::engine::ChangeSet changes = fake::threeMachines();
        changes.status->timing = "demo";
        cluster.apply(changes);
        Episode episode = failureOf("a", 1);
        episode.cause = "NotReady (fault: not-ready for 10s)";
        episode.unhealthyAt += 1s; // it took a second to be noticed
        QCOMPARE(ui::storyOf(episode, cluster).forecast, u"Foreseen: recovered after 9.0\u00a0s"_s);
        episode.recoveredAt = episode.unhealthyAt + 9200ms;
        episode.outcome = Outcome::HealedByItself;
        QCOMPARE(
            ui::storyOf(episode, cluster).forecast, u"Foreseen 9.0\u00a0s · took 9.2\u00a0s (+0.2\u00a0s)"_s);
        episode.recoveredAt = episode.unhealthyAt + 8960ms; // no tenth of a second is told less
        QCOMPARE(ui::storyOf(episode, cluster).forecast, u"Took 9.0\u00a0s, as foreseen"_s);
        episode.cause = "NotReady (fault: not-ready for 1m)"; // healed by somebody
        QVERIFY(ui::storyOf(episode, cluster).forecast.startsWith(u"Foreseen: replaced after "_s));
    }

    // W10
    void whoseFaultWasTakenAwayIsHealed()
    {
        const ui::ClusterView cluster;
        const auto columns = ui::columnsOf<Episode>(cluster);
        const auto outcome = std::ranges::find(columns, u"outcome"_s, &ui::Column<Episode>::id);
        Episode episode = failureOf("a", 1);
        episode.recoveredAt = episode.unhealthyAt + 4s;
        episode.outcome = Outcome::HealedByItself;
        const auto caption = [&] { return ui::storyOf(episode, cluster).marks.back().caption; };
        QCOMPARE(outcome->cell(episode).text, u"healed"_s);
        QCOMPARE(caption(), u"workers-a is Ready again after 4.0\u00a0s."_s);
        for (const char *cause :
            {"NotReady", "NotReady (fault: not-ready for 4s)", "Unknown (fault: reboot)"}) {
            episode.cause = cause;
            QCOMPARE(outcome->cell(episode).text, u"healed by itself"_s);
            QCOMPARE(caption(), u"workers-a is Ready again, by itself, after 4.0\u00a0s."_s);
        }
    }

    // W52
    void ofSeveralThatCameBackNoReplacementWasForeseen()
    {
        core::engine::ChangeSet cluster = fake::threeMachines();
        cluster.status->timing = "demo";
        fake::Stage stage(cluster);
        stage.table(Kind::Machine)->selectAll();
        breakChosen(stage);
        std::vector<Episode> back;
        for (const std::string name : {"a", "b", "c"}) {
            Episode episode = failureOf(name, back.size() + 1);
            episode.recoveredAt = episode.unhealthyAt + 4s;
            episode.outcome = Outcome::HealedByItself;
            back.push_back(episode);
        }
        tell(stage, back);
        QVERIFY2(stage.notice().contains(u"3 recovered: median 4.0\u00a0s"_s), qPrintable(stage.notice()));
        QVERIFY2(!stage.notice().contains(u"Foreseen"_s), qPrintable(stage.notice()));
    }

    /// Of the machine-controller-manager it is the machine that says how long it may be unhealthy.
    // W29
    void machinesOfTheOtherFamilyAreForeseenByTheirHealthTimeout()
    {
        core::engine::ChangeSet changes = fake::threeMachines();
        fake::addMcm(changes);
        changes.status->timing = "demo"; // boots take 2 s to 4 s
        auto &machines = changes.of<core::api::mcm::Machine>().upserts;
        core::api::mcm::Machine patient = *machines.front();
        patient.spec.healthTimeout = core::api::GoDuration {20s};
        machines.front() = std::make_shared<const core::api::mcm::Machine>(patient);
        ui::ClusterView cluster;
        cluster.apply(changes);
        Episode episode = recoveryOf("a", 1, 24s);
        episode.isOfMcm = true;
        episode.machine = patient.key();
        episode.machineSet = {"shoot", "shoot-b"};
        const ui::RecoveryStory story = ui::storyOf(episode, cluster);
        QCOMPARE(story.forecast, u"Foreseen 23.0\u00a0s · took 24.0\u00a0s (+1.0\u00a0s)"_s);
        episode.isOfMcm = false; // another one of that name
        QCOMPARE(ui::storyOf(episode, cluster).forecast, QString());
    }

    /// When machine and replacement are long gone, the set still says which rule it was.
    // W11
    void theStoryOutlivesItsMachines()
    {
        ui::ClusterView cluster;
        cluster.apply(fake::threeMachines());
        Episode episode = recoveryOf("x", 1, 19s);
        episode.deleteAskedAt = episode.replacementCreatedAt = episode.unhealthyAt + 15s;
        QVERIFY(!cluster.machine(episode.machine) && !cluster.machine(episode.replacement));
        const ui::RecoveryStory story = ui::storyOf(episode, cluster);
        QVERIFY2(story.advice.contains(u"is the rule's own wait. With a timeout of 5\u00a0s"_s),
            qPrintable(story.advice));
    }

    // W52
    void whatNobodyHereHasBrokenIsNoNews()
    {
        fake::Stage stage;
        tell(stage, {recoveryOf("a", 1, 19s)});
        QCOMPARE(stage.notice(), QString());
    }

    /// Ctrl+E: the keys go along, the status bar tells which there are, and Escape takes them back.
    void theListOfRecoveriesTakesTheKeys()
    {
        fake::Stage stage;
        tell(stage, {recoveryOf("a", 1, 19s), recoveryOf("b", 2, 21s)});
        stage.table(Kind::Machine)->selectFirst();
        QTRY_VERIFY(stage.action("makeUnhealthy")->isEnabled());
        const QString before = stage.label("keys");
        stage.action("recoveries")->trigger();
        const auto *panel = stage.window.findChild<ui::TimelinePanel *>();
        QVERIFY(panel->episodes().hasFocus());
        QVERIFY2(stage.label("keys").startsWith(u"Esc "_s), qPrintable(stage.label("keys")));
        QCOMPARE(panel->recoveries().card().shown(), 2U); // the newest
        QTest::keyClick(&panel->episodes(), Qt::Key_Down);
        QCOMPARE(panel->recoveries().card().shown(), 1U);
        QTest::keyClick(&panel->episodes(), Qt::Key_Escape);
        QVERIFY(stage.table(Kind::Machine)->hasFocus());
        QCOMPARE(stage.label("keys"), before);
    }
};

QTEST_MAIN(RecoveryNewsTest)
#include "tst_recoverynews.moc"
