// SPDX-License-Identifier: GPL-3.0-or-later
// The tour (docs/window.md W42): taken by keys alone on a real lab, whose time runs fast, and on fakes where
// it is ended, skipped and looked at.
#include "tests/ui/livecore.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/stage.h"
#include "ui/settings.h"
#include "ui/tour.h"
#include "ui/widgets/callout.h"

#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using ui::Kind;

namespace {

struct Guided : fake::Stage {
    explicit Guided(QSize size = {1280, 800}) : fake::Stage(fake::demoCluster(), size)
    {
        action("tour")->trigger();
        tour = window.findChild<ui::Tour *>();
        callout = window.findChild<ui::Callout *>();
    }

    ui::Tour *tour = nullptr;
    ui::Callout *callout = nullptr;
};

} // namespace

class TourTest : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_places = std::make_unique<tests::OwnPlaces>(); }

    void byKeysAloneOnARealLab();

    void whoeverDoesSomethingElseIsNotHeldUp()
    {
        Guided stage;
        QCOMPARE(stage.tour->step(), 1);
        QVERIFY(stage.callout->isVisible());
        QVERIFY(!stage.callout->hasFocus());
        QVERIFY(stage.table(Kind::MachineSet)->hasFocus());
        stage.table(Kind::MachineSet)->selectFirst();
        QTest::keyClick(stage.table(Kind::MachineSet), Qt::Key_X); // asks
        QVERIFY(stage.window.findChild<QWidget *>(u"question"_s));
        QCOMPARE(stage.tour->step(), 1);
    }

    void whoeverBreaksWithoutChoosingGoesOn()
    {
        fake::Stage stage;
        stage.action("tour")->trigger();
        stage.action("palette")->trigger();
        auto *line = stage.window.findChild<QLineEdit *>(u"command"_s);
        line->setText(u"notready workers-b"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<BreakNodes>());
        QTRY_COMPARE(stage.window.findChild<ui::Tour *>()->step(), 3); // past choosing, and past breaking
    }

    void itPointsAtTheMachines()
    {
        fake::Stage stage(fake::demoCluster(), {1280, 800});
        stage.tabs()->showFleet();
        const auto *wall = stage.tabs()->currentWidget()->findChild<QWidget *>(u"wall"_s);
        stage.action("tour")->trigger();
        const QRect machines(wall->mapTo(&stage.window, QPoint()), wall->size());
        QTRY_COMPARE(stage.window.findChild<ui::Callout *>()->geometry().top(), machines.bottom());
    }

    void escapeEndsItWhereItHasNothingElseToDo()
    {
        Guided stage;
        stage.filter()->setFocus();
        QTest::keyClicks(stage.filter(), u"workers"_s);
        QTest::keyClick(stage.filter(), Qt::Key_Escape); // clears the filter
        QVERIFY(stage.tour->isOn());
        QVERIFY(stage.filter()->text().isEmpty());
        stage.table(Kind::Machine)->selectFirst();
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_U);
        QWidget *menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_Escape); // closes the menu
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(stage.tour->isOn());
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_Escape);
        QVERIFY(!stage.tour->isOn());
        QVERIFY(!stage.callout->isVisible());
        QVERIFY(!stage.action("skipStep")->isEnabled());
    }

    // W42
    void itGoesOnWhereItWasLeft()
    {
        Guided stage;
        stage.action("skipStep")->trigger();
        stage.action("skipStep")->trigger();
        QCOMPARE(stage.tour->step(), 3);
        stage.window.findChild<QToolButton *>(u"endTour"_s)->click();
        QVERIFY(!stage.tour->isOn());
        stage.action("tour")->trigger();
        QCOMPARE(stage.tour->step(), 3);
        stage.action("tour")->trigger(); // while it is on
        QCOMPARE(stage.tour->step(), 1);
        for (int step = 0; step <= ui::Tour::steps; ++step)
            stage.action("skipStep")->trigger();
        QVERIFY(!stage.tour->isOn());
        stage.action("tour")->trigger(); // it was not left, but over
        QCOMPARE(stage.tour->step(), 1);
    }

    void everyStepPointsAtSomethingAndFits_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("as small as can be") << QSize(632, 360);
        QTest::newRow("1000x640") << QSize(1000, 640);
        QTest::newRow("1440x900") << QSize(1440, 900);
    }

    void everyStepPointsAtSomethingAndFits()
    {
        QFETCH(QSize, size);
        Guided stage(size);
        auto &preferences = *stage.window.findChild<ui::Preferences *>();
        preferences.set(ui::Pref::ReducedMotion, 1); // it stands where it stands
        for (int step = 1; step <= ui::Tour::steps; ++step) {
            QCOMPARE(stage.tour->step(), step);
            QVERIFY(stage.label("calloutTitle").startsWith(u"%1 of 6"_s.arg(step)));
            QCoreApplication::processEvents();
            QVERIFY2(
                QRect(QPoint(), size).contains(stage.callout->geometry()), qPrintable(QString::number(step)));
            if (step != 6) // whose button is there in the past alone
                QVERIFY2(stage.callout->target(), qPrintable(QString::number(step)));
            for (const QLabel *label : stage.callout->findChildren<QLabel *>())
                QVERIFY(label->height() >= label->heightForWidth(label->width()));
            QVERIFY(stage.window.findChild<QToolButton *>(u"skipTourStep"_s)->isVisible());
            QTest::keyClick(&stage.window, Qt::Key_T, Qt::ControlModifier);
        }
        QCOMPARE(stage.tour->step(), 0);
        QVERIFY(!stage.window.findChild<QToolButton *>(u"skipTourStep"_s)->isVisible()); // there is no other
        QVERIFY(stage.tour->isOn()); // says good-bye
        stage.window.findChild<QToolButton *>(u"endTour"_s)->click();
        QVERIFY(!stage.tour->isOn());
    }

    void behindTheRecoveriesItPointsAtTheWayToTheChart()
    {
        Guided stage;
        stage.action("recoveries")->trigger();
        for (int step = 1; step < 5; ++step)
            stage.tour->skip();
        QCOMPARE(stage.tour->step(), 5);
        auto *button = stage.window.findChild<QWidget *>(u"showTimeline"_s);
        QVERIFY(button->isVisible());
        QTRY_COMPARE(stage.callout->target(), button);
    }

    void itTellsTheKeysThatThereAre()
    {
        fake::Stage stage;
        stage.useSet(true);
        stage.action("tour")->trigger();
        QVERIFY(stage.label("calloutText").contains(u"press j."_s));
    }

    // W42
    void itIsOfferedOnceOnACardThatTellsWhatThisIs()
    {
        const auto welcome = [](const fake::Stage &stage) {
            return stage.window.findChild<QWidget *>(u"welcome"_s);
        };
        {
            fake::Stage first(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
            const QPointer<QWidget> card = welcome(first);
            QVERIFY(card && card->isVisible());
            QVERIFY(first.window.rect().contains(card->geometry()));
            QVERIFY2(card->accessibleName().contains(u"Everything runs in this program"_s),
                qPrintable(card->accessibleName()));
            QVERIFY(!card->isAncestorOf(QApplication::focusWidget())); // the rows keep the keys
            const QString steps = first.label("welcomeNext");
            QCOMPARE(steps.count(u"☐\u00a0"_s), 3); // no box ends a line
            const auto *clusters = card->findChild<QPushButton *>(u"openCluster"_s);
            QCOMPARE(clusters->isEnabled(), first.action("clusters")->isEnabled());
            auto *take = card->findChild<QPushButton *>(u"takeTour"_s);
            take->setFocus();
            QTest::keyClick(take, Qt::Key_Space);
            QVERIFY(first.window.findChild<ui::Tour *>()->isOn());
            QTRY_VERIFY(!card);
        }
        const fake::Stage second(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
        QVERIFY(!welcome(second));
    }

    // W42
    void theCardIsLeftByEscape()
    {
        fake::Stage stage(fake::threeMachines(), {632, 360}, ui::Scheme::Light, false);
        const QPointer<QWidget> card = stage.window.findChild<QWidget *>(u"welcome"_s);
        QVERIFY(card);
        QVERIFY(stage.window.rect().contains(card->geometry()));
        for (const QLabel *label : card->findChildren<QLabel *>())
            QVERIFY(label->height() >= label->heightForWidth(label->width()));
        auto *close = card->findChild<QPushButton *>(u"closeWelcome"_s);
        close->setFocus();
        QTest::keyClick(close, Qt::Key_Escape);
        QTRY_VERIFY(!card);
        QVERIFY(stage.tabs()->currentPage().isAncestorOf(QApplication::focusWidget()));
        QVERIFY(!stage.window.findChild<ui::Tour *>()->isOn());
    }

    // W42
    void theCardIsLeftByEscapeFromTheRowsToo()
    {
        fake::Stage stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
        const QPointer<QWidget> card = stage.window.findChild<QWidget *>(u"welcome"_s);
        QVERIFY(card);
        stage.filter()->setFocus();
        QTest::keyClicks(stage.filter(), u"workers"_s);
        QTest::keyClick(stage.filter(), Qt::Key_Escape); // clears the filter
        QVERIFY(card && card->isVisible());
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QTest::keyClick(machines, Qt::Key_Escape);
        QTRY_VERIFY(!card);
        QVERIFY(machines->hasFocus());
    }

    // W42
    void theCardTicksWhatIsDone()
    {
        fake::Stage stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, false);
        const QPointer<QWidget> card = stage.window.findChild<QWidget *>(u"welcome"_s);
        QVERIFY(card);
        const QRect tables = stage.window.centralWidget()->geometry();
        QVERIFY(tables.contains(card->geometry()) && card->y() > tables.center().y() - card->height());
        QCOMPARE(stage.label("welcomeProgress"), u"Your lab is running: 3 nodes Ready."_s);
        const auto ticked = [&] { return stage.label("welcomeNext").count(u'☑'); };
        QCOMPARE(ticked(), 0);
        stage.table(Kind::Machine)->selectFirst();
        QTRY_VERIFY(stage.action("makeUnhealthy")->isEnabled());
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_U);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        QTRY_COMPARE(ticked(), 1);
        stage.action("recoveries")->trigger();
        QCOMPARE(ticked(), 2);
        stage.table(Kind::MachineSet)->selectFirst();
        emit stage.tabs()->scaleEntered({Kind::MachineSet, {"default", "workers"}}, 5);
        QCOMPARE(ticked(), 3);
        QTRY_VERIFY_WITH_TIMEOUT(!card, 10'000); // all is done
    }

    // W42
    void theCardTellsHowFarTheLabIs()
    {
        ChangeSet starting = fake::threeMachines();
        starting.of<core::api::Node>().upserts.pop_back(); // of the last machine
        fake::Stage stage(starting, {1280, 800}, ui::Scheme::Light, false);
        QCOMPARE(stage.label("welcomeProgress"), u"Starting: 2 of 3 nodes Ready"_s);
        ChangeSet last;
        last.of<core::api::Node>().upserts = {fake::node("node-c", "True")};
        stage.session.send(last);
        QVERIFY2(stage.label("welcomeProgress").startsWith(u"Your lab is running: 3 nodes Ready"_s),
            qPrintable(stage.label("welcomeProgress")));
    }

    void somebodysClusterIsNoPlaceForIt()
    {
        const fake::Stage stage(fake::threeMachines(Mode::External), {1280, 800}, ui::Scheme::Light, false);
        QVERIFY(!stage.action("tour")->isEnabled());
        QVERIFY(!stage.window.findChild<QWidget *>(u"welcome"_s));
        QVERIFY(!ui::wasTourOffered());
    }

private:
    std::unique_ptr<tests::OwnPlaces> m_places;
};

void TourTest::byKeysAloneOnARealLab()
{
    live::Window lab;
    QVERIFY2(lab.opened, lab.opened ? "" : lab.opened.error().message.c_str());
    ui::MainWindow &window = *lab.window;
    QVERIFY(QTest::qWaitForWindowActive(&window));
    QTRY_VERIFY_WITH_TIMEOUT(window.isLive(), 10'000);
    auto *tables = window.findChild<ui::Tables *>();
    const auto machines = [&] { return tables->total(Kind::Machine); };
    QTRY_COMPARE_WITH_TIMEOUT(machines(), 3, 10'000);
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QAction *>(u"tour"_s)->isEnabled(), 10'000);
    window.findChild<QAction *>(u"tour"_s)->trigger();
    const auto *tour = window.findChild<ui::Tour *>();
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        window.activateWindow(); // the offscreen platform makes nobody active when a menu is gone
        QTRY_COMPARE(QApplication::activeWindow(), &window);
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : &window, key, modifiers);
    };
    QCOMPARE(tour->step(), 1);
    press(Qt::Key_J);
    QTRY_COMPARE(tour->step(), 2);
    QTRY_VERIFY_WITH_TIMEOUT(window.findChild<QAction *>(u"makeUnhealthy"_s)->isEnabled(), 20'000);
    press(Qt::Key_U);
    QTRY_VERIFY(QApplication::activePopupWidget());
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
    QTRY_COMPARE(tour->step(), 3);
    window.findChild<QToolButton *>(u"pace10"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(tour->step(), 4, 60'000);
    tables->currentPage().focusRows();
    press(Qt::Key_E, Qt::ControlModifier);
    QTRY_COMPARE(tour->step(), 5);
    press(Qt::Key_Left, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(tour->step(), 6, 10'000);
    press(Qt::Key_End);
    QTRY_COMPARE(tour->step(), 0);
    QVERIFY(tour->isOn());
    press(Qt::Key_Escape);
    QVERIFY(!tour->isOn());
}

QTEST_MAIN(TourTest)
#include "tst_tour.moc"
