// SPDX-License-Identifier: GPL-3.0-or-later
// The window with a realistic cluster, in both themes and two sizes, and its dialogs. The pictures are kept
// in $HOLLOWLAB_PICTURES when that is set; the test itself asks that they are not blank, follow the theme and
// fit the size.
#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "ui/mainwindow.h"
#include "ui/pages/tables.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/objecttable.h"

#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using core::engine::Mode;

class Pictures : public QObject
{
    Q_OBJECT

private slots:
    void window_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light-1000x640") << false << QSize(1000, 640);
        QTest::newRow("dark-1000x640") << true << QSize(1000, 640);
        QTest::newRow("light-1280x800") << false << QSize(1280, 800);
        QTest::newRow("dark-1280x800") << true << QSize(1280, 800);
        QTest::newRow("light-1920x1080") << false << QSize(1920, 1080);
        QTest::newRow("dark-1920x1080") << true << QSize(1920, 1080);
    }

    void window()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        Stage stage(dark, size, Mode::Lab);
        const QImage picture = stage.window.grab();
        keep(picture, u"machines"_s);
        QCOMPARE(picture.size(), size);
        QCOMPARE(picture.pixelColor(5, size.height() / 2).lightness() < 128, dark);
        QVERIFY(colorsIn(picture) > 50);
        auto *family = stage.window.findChild<QComboBox *>(u"family"_s);
        auto *tabs = stage.window.findChild<ui::Tables *>();
        for (int tab = 1; tab < ui::kindCount; ++tab) {
            if (ui::familyOf(ui::Kind(tab)) == ui::Family::Mcm && family->currentIndex() == 0)
                QTest::keyClick(family, Qt::Key_Down);
            if (ui::familyOf(ui::Kind(tab)) == ui::Family::MachineApi && family->currentIndex() == 1)
                QTest::keyClick(family, Qt::Key_Up);
            if (!tabs->isShown(ui::Kind(tab)))
                continue; // nothing of it is there
            tabs->setCurrentIndex(tab);
            const QImage other = stage.window.grab();
            keep(other, u"tab%1"_s.arg(tab + 1));
            QVERIFY(other != picture);
        }
        QTest::keyClick(family, Qt::Key_Up);
        tabs->setCurrentIndex(static_cast<int>(ui::Kind::HealthCheck));
        stage.window.findChild<QAction *>(u"showWhy"_s)->trigger();
        QVERIFY(stage.session.inspected);
        stage.session.send(fake::whatIsSaidOf(*stage.session.inspected));
        keep(stage.window.grab(), u"why"_s);
        tabs->setCurrentIndex(static_cast<int>(ui::Kind::Machine));
        QVERIFY(stage.session.inspected);
        stage.session.send(fake::whatAwaits(*stage.session.inspected));
        keep(stage.window.grab(), u"why-machine"_s);
        stage.window.findChild<QDockWidget *>(u"controllers"_s)->raise();
        QCoreApplication::sendPostedEvents(); // the dock's layout settles
        keep(stage.window.grab(), u"controllers"_s);
        stage.window.findChild<QToolButton *>(u"showRecoveries"_s)->click();
        stage.window.findChild<QDockWidget *>(u"timeline"_s)->raise();
        QCoreApplication::processEvents(); // the page's layout settles
        keep(stage.window.grab(), u"recoveries"_s);
    }

    void theStoriesOfRecoveries_data() { dialogs_data(); }

    void theStoriesOfRecoveries()
    {
        QFETCH(bool, dark);
        Stage stage(dark, {1440, 900}, Mode::Lab);
        auto *panel = stage.window.findChild<ui::TimelinePanel *>();
        panel->showPage(ui::TimelinePanel::Page::Recoveries);
        for (const core::timeline::Episode &episode : fake::demoCluster().episodes) {
            QVERIFY(panel->episodes().selectKey({{}, std::to_string(episode.id)}));
            auto &card = panel->recoveries().card();
            QCOMPARE(card.shown(), episode.id);
            QCoreApplication::processEvents(); // its layout settles
            keep(card.grab().toImage(), u"card%1"_s.arg(episode.id));
        }
    }

    void lostConnection_data() { window_data(); }

    void lostConnection()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        Stage stage(dark, size, Mode::External);
        const QImage live = stage.window.grab();
        core::engine::ChangeSet changes;
        changes.status = fake::status(Mode::External);
        changes.status->connection = core::engine::Connection::Reconnecting;
        changes.status->connectionNote = "connection refused";
        changes.status->liveUntil = fake::now();
        changes.status->now = fake::now() + std::chrono::seconds(90);
        changes.status->retryAt = changes.status->now + std::chrono::seconds(4);
        stage.session.send(changes);
        const auto settle = [&] {
            stage.window.findChild<ui::HealthChart *>(u"healthChart"_s)->redraw();
            QCoreApplication::sendPostedEvents(); // the context bar's layout settles
        };
        settle();
        const QImage lost = stage.window.grab();
        keep(lost, u"lost"_s);
        QVERIFY(lost != live);
        changes.status = fake::status(Mode::External);
        changes.status->now = fake::now() + std::chrono::seconds(150);
        stage.session.send(changes);
        settle();
        keep(stage.window.grab(), u"back"_s);
    }

    void manyFail_data() { window_data(); }

    void manyFail()
    {
        QFETCH(bool, dark);
        QFETCH(QSize, size);
        Stage stage(dark, size, Mode::Lab);
        stage.session.forecast = {.nodes = 53, .checks = {{"workers", {}, 50, 53, 50, 20, "40%", 0, true}}};
        auto *tabs = stage.window.findChild<ui::Tables *>();
        auto *table = tabs->currentWidget()->findChild<QTableView *>(u"table"_s);
        table->setFocus();
        table->selectAll();
        stage.window.findChild<QAction *>(u"makeUnhealthy"_s)->trigger();
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCoreApplication::sendPostedEvents();
        keep(menu->grab().toImage(), u"many-menu"_s);
        menu->actions().at(1)->trigger();
        menu->close();
        QTRY_VERIFY(stage.window.findChild<QDialog *>(u"question"_s));
        auto *question = stage.window.findChild<QDialog *>(u"question"_s);
        keep(question->grab().toImage(), u"many-question"_s);
        question->findChild<QPushButton *>(u"accept"_s)->click();
        stage.session.answer(core::base::fail(core::base::ErrorKind::Forbidden, "you may not"));
        QTRY_VERIFY(!stage.window.findChild<QDialog *>(u"question"_s));
        stage.window.findChild<QAction *>(u"makeUnhealthy"_s)->trigger();
        qobject_cast<QMenu *>(QApplication::activePopupWidget())->actions().at(1)->trigger();
        QApplication::activePopupWidget()->close();
        QTRY_VERIFY(stage.window.findChild<QDialog *>(u"question"_s));
        stage.window.findChild<QDialog *>(u"question"_s)->findChild<QPushButton *>(u"accept"_s)->click();
        stage.session.answer(std::string("Told 53 nodes to be not-ready"));
        QCoreApplication::sendPostedEvents();
        keep(stage.window.grab(), u"many-notices"_s);
    }

    void dialogs_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void dialogs()
    {
        QFETCH(bool, dark);
        Stage stage(dark, {1280, 800}, Mode::External);
        stage.window.findChild<QDockWidget *>(u"controllers"_s)->show();
        stage.window.findChild<QDockWidget *>(u"controllers"_s)->raise();
        QVERIFY(QTest::qWaitFor(
            [&] { return stage.window.findChild<QWidget *>(u"installPrerequisites"_s)->isVisible(); }));
        QCoreApplication::sendPostedEvents(); // the dock's layout settles
        keep(stage.window.grab(), u"external"_s);
        stage.window.findChild<QAction *>(u"newSet"_s)->trigger();
        keepDialog(stage, u"configDialog"_s);
        stage.window.findChild<QAction *>(u"shortcuts"_s)->trigger();
        keepDialog(stage, u"shortcutSheet"_s);
        stage.window.findChild<QAction *>(u"install"_s)->trigger();
        keepDialog(stage, u"question"_s);
        stage.window.findChild<QAction *>(u"heal"_s)->trigger(); // refused: locked
        keep(stage.window.grab(), u"locked"_s);
    }

    void whatIsGone_data() { dialogs_data(); }

    void whatIsGone()
    {
        QFETCH(bool, dark);
        Stage stage(dark, {1280, 800}, Mode::Lab);
        auto *tabs = stage.window.findChild<ui::Tables *>();
        auto *table = tabs->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
        const auto key = table->tableModel().keyAt(3);
        QVERIFY(table->selectKey(key));
        core::engine::ChangeSet replaced;
        replaced.of<core::api::Machine>().removed = {key};
        core::timeline::Episode episode;
        episode.id = 900;
        episode.machine = key;
        episode.unhealthyAt = fake::now();
        episode.replacement = table->tableModel().keyAt(4);
        replaced.episodes = {episode};
        stage.session.send(replaced);
        keep(stage.window.grab(), u"gone"_s);
        QVERIFY(table->selectedKeys().empty());
    }

    void threeVersionsOfAConfig_data() { dialogs_data(); }

    void threeVersionsOfAConfig()
    {
        QFETCH(bool, dark);
        Stage stage(dark, {1280, 800}, Mode::Lab);
        auto *tabs = stage.window.findChild<ui::Tables *>();
        tabs->setCurrentIndex(1);
        auto *table = tabs->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
        table->selectFirst();
        stage.window.findChild<QAction *>(u"editConfig"_s)->trigger();
        auto *mine = stage.window.findChild<QPlainTextEdit *>(u"configYaml"_s);
        QVERIFY(mine);
        mine->setPlainText(u"image: mine\n"_s);
        auto set = std::make_shared<core::api::MachineSet>(
            *std::static_pointer_cast<const core::api::MachineSet>(table->tableModel().objectAt(0)));
        core::api::Json theirs = set->spec.template_.spec.providerSpec.value;
        theirs.as_object()["image"] = "theirs";
        set->spec.template_.spec.providerSpec.value = theirs;
        core::engine::ChangeSet changes;
        changes.of<core::api::MachineSet>().upserts = {set};
        stage.session.send(changes);
        auto *dialog = stage.window.findChild<QDialog *>(u"configDialog"_s);
        QCoreApplication::processEvents(); // its layout settles
        keep(dialog->grab().toImage(), u"threeWay"_s);
        delete dialog;
    }

    void commandsUnderWay()
    {
        Stage stage(false, {1280, 800}, Mode::Lab);
        auto *tabs = stage.window.findChild<ui::Tables *>();
        stage.window.findChild<QAction *>(u"makeUnhealthy"_s)->trigger();
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        keep(menu->grab().toImage(), u"unhealthy"_s);
        menu->close();
        tabs->setCurrentIndex(1);
        auto *sets = tabs->currentWidget()->findChild<QTableView *>(u"table"_s);
        sets->setFocus();
        QTest::keyClick(sets, Qt::Key_S);
        keep(stage.window.grab(), u"scaling"_s);
        auto *box = sets->findChild<QWidget *>(u"replicas"_s);
        QVERIFY(box);
        QTest::keyClicks(box, u"75"_s);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<core::engine::Scale>());
        stage.session.answer(std::string("Scaled infra to 75."));
        keep(stage.window.grab(), u"scaled"_s);
    }

private:
    struct Stage {
        Stage(bool dark, QSize size, Mode mode)
            : window(session, {.fresh = true, .theme = dark ? ui::Scheme::Dark : ui::Scheme::Light})
        {
            window.resize(size);
            session.send(fake::demoCluster(mode));
            window.show();
            if (!QTest::qWaitForWindowActive(&window))
                qWarning("the window did not become active");
        }
        fake::Session session;
        ui::MainWindow window;
    };

    static void keepDialog(Stage &stage, const QString &name)
    {
        auto *dialog = stage.window.findChild<QDialog *>(name);
        QVERIFY2(dialog, qPrintable(name));
        QCoreApplication::sendPostedEvents(); // its layout settles
        keep(dialog->grab().toImage(), name);
        dialog->close();
    }

    static void keep(const QImage &picture, const QString &what)
    {
        const QString folder = qEnvironmentVariable("HOLLOWLAB_PICTURES");
        const QString tag = QString::fromUtf8(QTest::currentDataTag());
        if (!folder.isEmpty())
            QVERIFY(picture.save(u"%1/%2-%3.png"_s.arg(folder, what, tag)));
    }

    static int colorsIn(const QImage &picture)
    {
        QSet<QRgb> colors;
        for (int y = 0; y < picture.height(); y += 2)
            for (int x = 0; x < picture.width(); x += 2)
                colors.insert(picture.pixel(x, y));
        return static_cast<int>(colors.size());
    }
};

QTEST_MAIN(Pictures)
#include "tst_pictures.moc"
