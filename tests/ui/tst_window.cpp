// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a whole: it shows what the watch brings and nothing else, says when that is old, and looks as
// it did when it is opened again.
#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/format.h"
#include "ui/mainwindow.h"
#include "ui/widgets/notices.h"
#include "ui/widgets/objecttable.h"

#include <QClipboard>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QScreen>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using namespace windowtest;

class WindowTest : public QObject
{
    Q_OBJECT

private slots:
    void everyChangeSetIsAcknowledged()
    {
        Stage stage;
        QCOMPARE(stage.session.acknowledged, 1);
        stage.session.send({});
        QCOMPARE(stage.session.acknowledged, 2);
        QCOMPARE(stage.window.resets(), ui::kindCount);
        QVERIFY(stage.window.isLive());
    }

    void titleAndBadgeNameTheCluster()
    {
        Stage lab;
        QCOMPARE(lab.window.windowTitle(), u"[LAB demo] Hollow Lab"_s);
        QCOMPARE(lab.window.findChild<QLabel *>(u"badge"_s)->text(), u"LAB"_s);
        Stage external(Mode::External);
        QCOMPARE(external.window.windowTitle(), u"[EXTERNAL prod-eu] Hollow Lab"_s);
        QCOMPARE(external.window.findChild<QLabel *>(u"badge"_s)->text(), u"EXTERNAL"_s);
        external.window.findChild<QToolButton *>(u"copyKubectl"_s)->click();
        QCOMPARE(QApplication::clipboard()->text(),
            u"kubectl --kubeconfig /home/ada/.local/state/hollowlab/demo/kubeconfig --context prod-eu "
            "get machines -A"_s);
    }

    void kubeconfigIsShownAndCopied()
    {
        Stage stage;
        auto *button = stage.window.findChild<QToolButton *>(u"kubeconfig"_s);
        QVERIFY(button->isVisible());
        QCOMPARE(button->text(), u"kubeconfig /home/ada/.local/state/hollowlab/demo/kubeconfig"_s);
        QCOMPARE(
            button->palette().color(QPalette::ButtonText), qApp->palette().color(QPalette::PlaceholderText));
        button->click();
        QCOMPARE(QApplication::clipboard()->text(), u"/home/ada/.local/state/hollowlab/demo/kubeconfig"_s);
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->kubeconfigPath = "/home/ada/my labs/it's one/kubeconfig";
        stage.session.send(changes);
        stage.window.findChild<QToolButton *>(u"copyKubectl"_s)->click();
        QCOMPARE(QApplication::clipboard()->text(),
            u"kubectl --kubeconfig '/home/ada/my labs/it'\\''s one/kubeconfig' get machines -A"_s);
        changes.status->kubeconfigPath.clear();
        stage.session.send(changes);
        QVERIFY(!button->isVisible());
    }

    void rowsAreCopiedWithTheirTitles()
    {
        Stage stage;
        ui::ObjectTable *sets = stage.table(Sets);
        for (int column = 4; column < sets->tableModel().columnCount(); ++column)
            sets->setColumnHidden(column, true);
        QTest::keyClick(sets, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), u"Name\tDesired\tCurrent\nworkers\t2\t2\n"_s);
        ui::ObjectTable *machines = stage.table(Machines);
        machines->selectAll();
        machines->horizontalHeader()->moveSection(0, 3); // as it is shown
        QTest::keyClick(machines, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 4); // the titles, two rows, the end of the last one
        QVERIFY(lines[0].startsWith(u"Phase\tNode health\tName"_s));
        QCOMPARE(lines[1].split(u'\t').size(), lines[0].split(u'\t').size());
        QVERIFY(lines[1].contains(u"interruptions in 10 minutes: 0"_s)); // painted without words
    }

    void noticesAreFewAndReadable()
    {
        Stage stage;
        const auto scaleTo = [&](int replicas, core::base::Result<std::string> result) {
            ui::ObjectTable *sets = stage.table(Sets);
            QTest::keyClick(sets, Qt::Key_S);
            auto *box = sets->findChild<QSpinBox *>(u"replicas"_s);
            box->setValue(replicas);
            QTest::keyClick(box, Qt::Key_Return);
            QTRY_VERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s));
            stage.session.answer(std::move(result));
        };
        const auto refused = [] { return core::base::fail(core::base::ErrorKind::Forbidden, "not you"); };
        for (int i = 0; i < 3; ++i)
            scaleTo(50, refused());
        QCOMPARE(stage.notices().size(), 1); // the same problem, said once
        scaleTo(51, std::string("Scaled workers 2 → 51"));
        scaleTo(52, std::string("Scaled workers 2 → 52")); // takes the place of the one before
        QCOMPARE(stage.notices().size(), 2);
        scaleTo(53, refused());
        QCOMPARE(stage.notices().size(), 2);
        QVERIFY(stage.notices().join(u'\n').contains(u"scale workers to 50"_s)); // problems stay
        for (const auto *label : stage.window.findChildren<QLabel *>(u"noticeText"_s))
            QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                qPrintable(u"%1 of %2"_s.arg(label->height()).arg(label->heightForWidth(label->width()))));
    }

    void aNoticesMarkIsBesideItsFirstLine()
    {
        Stage stage;
        auto *notices = stage.window.findChild<ui::Notices *>(u"notices"_s);
        notices->show({.text = u"Scaled"_s,
            .actionText = u"Scale back"_s,
            .action = [] {},
            .kubectl = u"kubectl scale"_s});
        const auto centre = [notices](const QString &name) {
            const auto *part = notices->findChild<QWidget *>(name);
            return part->mapTo(notices, part->rect().center()).y();
        };
        QTRY_VERIFY(std::abs(centre(u"noticeShape"_s) - centre(u"noticeText"_s)) <= 2);
        QTRY_COMPARE(centre(u"noticeAction"_s), centre(u"noticeKubectl"_s));
        QVERIFY(std::abs(centre(u"noticeText"_s) - centre(u"noticeAction"_s)) <= 2);
    }

    void anActionMayOutlastItsNotice()
    {
        Stage stage;
        auto *notices = stage.window.findChild<ui::Notices *>(u"notices"_s);
        QPointer<QToolButton> offer;
        bool outlasts = false;
        const auto ask = [&] {
            QTRY_VERIFY(!offer);
            outlasts = true;
        };
        notices->show({.text = u"locked"_s, .actionText = u"Unlock"_s, .action = ask, .seconds = 1});
        offer = notices->findChild<QToolButton *>(u"noticeAction"_s);
        offer->click();
        QVERIFY(outlasts);
        QTRY_VERIFY(stage.notices().isEmpty());
    }

    void controllersAreGroupedAndSayWhyTheyDoNotRun()
    {
        Stage stage;
        stage.window.findChild<QDockWidget *>(u"controllers"_s)->show();
        QStringList groups;
        for (const QLabel *title : stage.window.findChildren<QLabel *>(u"controllerGroup"_s))
            groups.append(title->text());
        QCOMPARE(groups.size(), 4);
        QVERIFY(groups[0].contains(u"Control plane"_s) && groups[0].contains(u"3 of 3 running"_s));
        QVERIFY(groups[3].contains(u"machine.sapcloud.io"_s) && groups[3].contains(u"0 of 2 running"_s));
        auto *note = stage.window.findChild<QLabel *>(u"note-mcm-machine"_s);
        QVERIFY(note->isVisibleTo(&stage.window) && note->wordWrap());
        QVERIFY(note->text().startsWith(u"another controller holds the lease"_s));
        QVERIFY(stage.window.findChild<QLabel *>(u"note-machine"_s)->isHidden());

        ChangeSet changes;
        changes.status = fake::status();
        const auto mcm =
            std::ranges::find(changes.status->controllers, "mcm-machine", &ControllerState::name);
        std::next(mcm)->note = mcm->note;
        stage.session.send(changes); // one sentence for all that it concerns
        QVERIFY(note->isHidden());
        int groupNotes = 0;
        for (const QLabel *common : stage.window.findChildren<QLabel *>(u"groupNote"_s)) {
            groupNotes += common->isVisibleTo(&stage.window);
            QVERIFY(common->isHidden() || common->text().startsWith(u"another controller holds the lease"_s));
        }
        QCOMPARE(groupNotes, 1);
    }

    void paceIsAskedFor()
    {
        Stage stage;
        stage.window.findChild<QToolButton *>(u"pace100"_s)->click();
        QVERIFY(stage.session.last<SetPace>());
        QCOMPARE(stage.session.last<SetPace>()->pace, 100.0);
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->pace = 100;
        changes.status->reachedPace = 37;
        stage.session.send(changes);
        QCOMPARE(stage.window.findChild<QLabel *>(u"pace"_s)->text(), u"reaches ×37"_s);
        changes.status->reachedPace = 0.001; // would read ×0
        stage.session.send(changes);
        QCOMPARE(stage.window.findChild<QLabel *>(u"pace"_s)->text(), u"catching up"_s); // nobody paused it
    }

    /// docs/window.md W36
    void lostConnectionIsSaid()
    {
        Stage stage;
        const auto *watches = stage.window.findChild<QLabel *>(u"watches"_s);
        const int widthWhileLive = watches->maximumWidth();
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->connection = Connection::Reconnecting;
        changes.status->connectionNote = "connection refused";
        changes.status->liveUntil = fake::now() - 30s;
        changes.status->retryAt = fake::now() + 8s;
        stage.session.send(changes);
        const auto *words = stage.window.findChild<QLabel *>(u"connection"_s);
        const QString since = ui::clockText(fake::now() - 30s);
        QCOMPARE(words->text(), u"connection lost at %1 · retry in 8\u00a0s"_s.arg(since));
        QVERIFY(watches->maximumWidth() > widthWhileLive);
        QVERIFY2(watches->text().startsWith(u"watches down · retry in 8\u00a0s · "_s),
            qPrintable(watches->text()));
        QTRY_VERIFY(!words->text().endsWith(u"retry in 8\u00a0s"_s)); // counts down
        QTRY_VERIFY(!watches->text().contains(u"retry in 8\u00a0s"_s));
        QVERIFY(words->toolTip().contains(u"connection refused"_s));
        auto *retry = stage.window.findChild<QToolButton *>(u"retryNow"_s);
        QVERIFY(!retry->isHidden());
        retry->click();
        QVERIFY(stage.session.last<RetryNow>());
        stage.session.commands.clear();
        stage.window.findChild<QAction *>(u"retry"_s)->trigger();
        QVERIFY(stage.session.last<RetryNow>());
        const auto *live = stage.window.findChild<QToolButton *>(u"live"_s);
        QVERIFY(live->isHidden());
        const QString headline = stage.window.findChild<QLabel *>(u"headline"_s)->text();
        QCOMPARE(headline, u"Ready, when the connection was lost at %1"_s.arg(since));

        changes.status = fake::status();
        stage.session.send(changes);
        QCOMPARE(words->text(), u"live"_s);
        QVERIFY2(!watches->text().contains(u"down"_s), qPrintable(watches->text()));
        QVERIFY(watches->maximumWidth() <= widthWhileLive + 2); // nothing is left empty behind its words
        QVERIFY(!live->isHidden());
        changes.status->connectionNote = "pods: pods is forbidden";
        stage.session.send(changes);
        QCOMPARE(words->text(), u"pods: pods is forbidden"_s);
    }

    void whatHappenedToTheLabsFilesIsSaid()
    {
        Stage stage;
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->labFile = "/home/ada/labs/demo/lab.db";
        for (const char *name : {"a", "b", "c", "d", "e"})
            changes.status->losses.push_back(std::string("an object of /configmaps, by its name ") + name);
        stage.session.send(changes);
        const QString said = stage.notice();
        for (const QString &part :
            {u"/home/ada/labs/demo/lab.db"_s, u"by its name a"_s, u"by its name c"_s, u"2 more"_s})
            QVERIFY2(said.contains(part), qPrintable(said));
        QVERIFY(!said.contains(u"by its name d"_s));

        changes.status->connectionNote = "the disk is full: nothing can be written";
        stage.session.send(changes);
        QCOMPARE(stage.notices(), (QStringList {said, u"the disk is full: nothing can be written"_s}));
        QCOMPARE(stage.window.findChild<QLabel *>(u"connection"_s)->text(),
            u"the disk is full: nothing can be written"_s);
        changes.status->now += 10s;
        stage.session.send(changes);
        QCOMPARE(stage.notices().size(), 2);
        changes.status->connectionNote = {};
        stage.session.send(changes);
        QCOMPARE(stage.notices(), QStringList {said});
    }

    void whatIsLostIsGrey()
    {
        Stage stage;
        const auto colourful = [&] {
            const QImage picture = stage.table(Machines)->viewport()->grab().toImage();
            int count = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x)
                    count += picture.pixelColor(x, y).saturation() > 120;
            }
            return count;
        };
        stage.table(Machines)->clearSelection();
        QVERIFY(colourful() > 50); // the shapes of Ready
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->connection = Connection::Reconnecting;
        changes.status->liveUntil = fake::now();
        stage.session.send(changes);
        QCOMPARE(colourful(), 0);
    }

    void filterByKeyboard()
    {
        Stage stage;
        ui::ObjectTable *table = stage.table(Machines);
        QTest::keyClick(table, Qt::Key_Slash);
        auto *filter = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(filter);
        QTest::keyClicks(filter, u"workers-b"_s);
        QCOMPARE(table->tableModel().rowCount(), 1);
        QTest::keyClick(filter, Qt::Key_Return);
        QVERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Escape);
        QCOMPARE(table->tableModel().rowCount(), 2);
    }

    void themeIsToggledAtRunTime()
    {
        Stage stage;
        const QImage light = stage.window.grab();
        for (QAction *action : stage.window.findChildren<QAction *>()) {
            if (action->text() == u"Dark"_s)
                action->trigger();
        }
        QTRY_VERIFY(stage.window.grab().pixelColor(5, 300).lightness() < 80);
        const QImage dark = stage.window.grab();
        for (const QPoint point : {QPoint(5, 300), QPoint(500, 300), QPoint(300, 700), QPoint(1200, 400)}) {
            QVERIFY(light.pixelColor(point).lightness() > 200);
            QVERIFY2(dark.pixelColor(point).lightness() < 80, qPrintable(QString::number(point.x())));
        }
    }

    void newClusterForgetsTheOldOne()
    {
        Stage stage;
        ChangeSet other;
        other.reset = true;
        other.status = fake::status(Mode::External);
        stage.session.send(other);
        QCOMPARE(stage.table(Machines)->tableModel().total(), 0);
        QCOMPARE(stage.window.resets(), 2 * ui::kindCount);
    }

    void layoutIsKeptUnlessFresh()
    {
        const auto openAndClose = [](bool fresh, QSize wanted) {
            fake::Session session;
            ui::MainWindow window(session, {.fresh = fresh, .theme = ui::Scheme::Light});
            const QSize found = window.size();
            window.resize(wanted);
            window.show();
            window.close();
            return found;
        };
        openAndClose(true, {900, 700});
        QVERIFY(!QFile::exists(m_places.path(u"hollowlab/window.ini"_s)));
        openAndClose(false, {1100, 720});
        const QSize kept = openAndClose(false, {1100, 720});
        QCOMPARE(kept.height(), 720);
        const int widest = QGuiApplication::primaryScreen()->availableGeometry().width();
        QVERIFY(kept.width() == 1100 || (kept.width() > widest - 20 && widest < 1100)); // Qt 6.8 fits it in
        QVERIFY(openAndClose(true, {1100, 720}) != kept);
    }

    void clusterTalliesStayRight();

private:
    tests::OwnPlaces m_places;
};

void WindowTest::clusterTalliesStayRight()
{
    ui::ClusterView cluster;
    std::mt19937 dice(11);
    const std::string_view phases[] = {
        core::api::phases::provisioning, core::api::phases::running, core::api::phases::failed};
    const std::string_view ready[] = {"True", "False", "Unknown"};
    for (int round = 0; round < 300; ++round) {
        ChangeSet changes;
        for (int i = 0; i < 5; ++i) {
            const std::string number = std::to_string(dice() % 30);
            const std::string node = "node-" + number;
            const std::string machine = "machine-" + number;
            switch (dice() % 5) {
            case 0:
                changes.of<core::api::Node>().removed.push_back({"", node});
                break;
            case 1:
                changes.of<core::api::Machine>().removed.push_back({"default", machine});
                break;
            case 2:
                changes.of<core::api::Node>().upserts.push_back(fake::node(node, ready[dice() % 3]));
                break;
            default:
                changes.of<core::api::Machine>().upserts.push_back(
                    fake::machine(machine, "set-" + std::to_string(dice() % 2), phases[dice() % 3],
                        dice() % 2 ? node : std::string()));
            }
        }
        cluster.apply(changes);
        std::map<std::string, ui::SetTally> naive;
        for (const auto &[key, machine] : cluster.all<core::api::Machine>())
            ++naive[ui::ClusterView::setOf(machine->metadata)->key.name]
                  .machines[static_cast<std::size_t>(ui::stateOf(*machine, cluster.nodeOf(*machine)))];
        for (const std::string set : {"set-0", "set-1"})
            QVERIFY(cluster.tally({ui::Kind::MachineSet, {"default", set}}) == naive[set]);
    }
}

QTEST_MAIN(WindowTest)
#include "tst_window.moc"
