// SPDX-License-Identifier: GPL-3.0-or-later
// The layouts of the panels (docs/window.md W33): those that the program brings, those that the user saves,
// and the presentation.
#include "tests/ui/ownplaces.h"
#include "tests/ui/stage.h"
#include "ui/pages/navigation.h"
#include "ui/settings.h"
#include "ui/textsize.h"
#include "ui/timeline/healthchart.h"
#include "ui/widgets/elidedlabel.h"

#include <QDockWidget>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QStatusBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::Literals::StringLiterals;
using ui::Kind;

namespace {

struct Room : fake::Stage {
    explicit Room(QSize size = {1280, 800}, bool fresh = true)
        : fake::Stage(fake::threeMachines(), size, ui::Scheme::Light, fresh)
    {
    }

    QDockWidget *panel(const QString &name) const { return window.findChild<QDockWidget *>(name); }
    void choose(const char *layout)
    {
        action(layout)->trigger();
        QCoreApplication::processEvents();
    }
    double letters() const { return table(Kind::Machine)->font().pointSizeF(); }
    int rowHeight() const { return table(Kind::Machine)->rowHeight(0); }
    QStringList ownLayouts() const
    {
        QStringList names;
        for (const QAction *entry : openedMenu()->actions())
            names.append(entry->text());
        return names.mid(5); // after those of the program
    }
    QAction *entry(const QString &text, const QString &menu = u"layouts"_s) const
    {
        openedMenu();
        for (QAction *action : window.findChild<QMenu *>(menu)->actions()) {
            if (action->text() == text)
                return action;
        }
        return nullptr;
    }
    QMenu *openedMenu() const
    {
        auto *menu = window.findChild<QMenu *>(u"layouts"_s);
        emit menu->aboutToShow();
        return menu;
    }
    void saveAs(const QString &name)
    {
        entry(u"&Save layout as…"_s)->trigger();
        auto *dialog = window.findChild<QInputDialog *>(u"layoutDialog"_s);
        QVERIFY(dialog);
        dialog->setTextValue(name);
        dialog->accept();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    void doWhatTheNoticeOffers()
    {
        const auto buttons = window.findChildren<QToolButton *>(u"noticeAction"_s);
        QVERIFY(!buttons.isEmpty());
        buttons.last()->click();
    }
};

} // namespace

class LayoutsTest : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_places = std::make_unique<tests::OwnPlaces>();
        ui::setTextSize(100); // a layout may have enlarged it
    }

    void thoseWhoWatchHaveLargeLettersAndALargeTimeline()
    {
        Room room;
        const double letters = room.letters();
        const int rowHeight = room.rowHeight();
        const int timeline = room.panel(u"timeline"_s)->height();
        room.choose("demo");
        QVERIFY(room.letters() >= 1.3 * letters);
        QVERIFY(room.rowHeight() > rowHeight);
        QVERIFY(room.panel(u"timeline"_s)->height() > timeline);
        QVERIFY(!room.panel(u"inspector"_s)->isVisible());
        QVERIFY(room.panel(u"navigation"_s)->width() < 60);
        room.choose("explore");
        QCOMPARE(room.letters(), letters);
        QCOMPARE(room.rowHeight(), rowHeight);
        QVERIFY(room.panel(u"inspector"_s)->isVisible());
    }

    /// What paints letters of a measure of its own too.
    void allThatIsWatchedHasLargeLetters()
    {
        Room room;
        const auto heights = [&] {
            QList<int> px;
            for (const char *name : {"sentence", "context", "span", "filter"})
                px.append(
                    room.window.findChild<QWidget *>(QString::fromLatin1(name))->fontMetrics().height());
            px.append(room.window.findChild<ui::Navigation *>()->fontMetrics().height());
            return px << room.window.findChild<ui::HealthChart *>()->lanes().laneHeight();
        };
        const QList<int> usual = heights();
        room.choose("demo");
        const QList<int> large = heights();
        for (qsizetype i = 0; i < usual.size(); ++i)
            QVERIFY2(large[i] >= 1.2 * usual[i] && usual[i] > 0, qPrintable(QString::number(i)));
        room.choose("explore");
        QCOMPARE(heights(), usual);
    }

    void whoLooksForAnErrorHasInspectorAndControllers()
    {
        Room room;
        room.choose("debug");
        const QDockWidget *inspector = room.panel(u"inspector"_s);
        const QDockWidget *controllers = room.panel(u"controllers"_s);
        QVERIFY(inspector->isVisible() && controllers->isVisible() && room.panel(u"timeline"_s)->isVisible());
        QVERIFY(inspector->geometry().bottom() < controllers->geometry().top());
        QVERIFY(inspector->width() >= room.window.width() / 3);
    }

    void everyLayoutFitsEveryWindow_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("as small as can be") << QSize(632, 360);
        QTest::newRow("1000x640") << QSize(1000, 640);
        QTest::newRow("1920x1080") << QSize(1920, 1080);
    }

    void everyLayoutFitsEveryWindow()
    {
        QFETCH(QSize, size);
        Room room(size);
        for (const char *layout : {"demo", "debug", "explore", "demo", "explore"}) {
            room.choose(layout);
            QVERIFY2(room.window.size() == size, layout);
            QVERIFY2(QRect(QPoint(), size).contains(room.tabs()->geometry()), layout);
        }
    }

    void thePresentationEndsWhereItBegan()
    {
        Room room;
        room.panel(u"inspector"_s)->hide();
        const double letters = room.letters();
        const int timeline = room.panel(u"timeline"_s)->height();
        QTest::keyClick(&room.window, Qt::Key_F11);
        QVERIFY(room.window.isFullScreen());
        QCOMPARE(room.window.menuBar()->height(), 0);
        QVERIFY(!room.window.statusBar()->isVisible());
        QVERIFY(room.letters() > letters);
        QCOMPARE(room.notice(), u"F11 ends the presentation."_s);
        QTest::keyClick(&room.window, Qt::Key_K, Qt::ControlModifier);
        QVERIFY(room.window.findChild<QWidget *>(u"paletteInput"_s) || QApplication::activeModalWidget()
            || QApplication::activePopupWidget()); // keys go on as ever
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTest::keyClick(&room.window, Qt::Key_F11);
        QVERIFY(!room.window.isFullScreen());
        QCOMPARE(room.notice(), QString());
        QVERIFY(room.window.menuBar()->height() > 0);
        QVERIFY(room.window.statusBar()->isVisible());
        QCOMPARE(room.letters(), letters);
        QVERIFY(!room.panel(u"inspector"_s)->isVisible());
        QTRY_VERIFY(qAbs(room.panel(u"timeline"_s)->height() - timeline) <= 2);
    }

    void whoeverEndsTheFullScreenEndsThePresentation()
    {
        Room room;
        QTest::keyClick(&room.window, Qt::Key_F11);
        room.window.showNormal();
        QVERIFY(room.window.menuBar()->height() > 0);
        QVERIFY(room.panel(u"inspector"_s)->isVisible());
    }

    void theNextStartHasTheLayoutAndIsNoPresentation()
    {
        double large = 0;
        {
            Room first({1280, 800}, false);
            first.choose("demo");
            large = first.letters();
            QTest::keyClick(&first.window, Qt::Key_F11);
            first.window.close();
        }
        Room second({1280, 800}, false);
        QCOMPARE(second.letters(), large);
        QVERIFY(!second.panel(u"inspector"_s)->isVisible());
        QVERIFY(!second.window.isFullScreen());
        QVERIFY(second.window.menuBar()->height() > 0);
    }

    void onesOwnLayoutIsThereOnAnotherDay()
    {
        const QString name = u"stage & lights/é[]"_s;
        {
            Room first({1280, 800}, false);
            first.choose("demo");
            first.panel(u"navigation"_s)->hide();
            first.saveAs(u"  "_s + name + u' ');
            QCOMPARE(first.notice(), u"Layout saved: "_s + name);
            first.choose("explore");
            first.window.close();
        }
        Room second({1280, 800}, false);
        const double usual = second.letters();
        QVERIFY(second.panel(u"navigation"_s)->isVisible());
        second.entry(u"stage && lights/é[]"_s)->trigger();
        QVERIFY(!second.panel(u"navigation"_s)->isVisible());
        QVERIFY(!second.panel(u"inspector"_s)->isVisible());
        QVERIFY(second.letters() > usual);
        second.entry(u"stage && lights/é[]"_s, u"forgetLayout"_s)->trigger();
        QCOMPARE(ui::savedLayouts(), QStringList());
        second.doWhatTheNoticeOffers();
        QCOMPARE(ui::savedLayouts(), QStringList {name});
    }

    // W37
    void allTextCanBeLargerAndSmaller()
    {
        Room room;
        const double usual = room.letters();
        const int row = room.rowHeight();
        const auto press = [&](Qt::Key key, int times) {
            for (; times > 0; --times)
                QTest::keyClick(room.table(Kind::Machine), key, Qt::ControlModifier);
            return qRound(room.letters() / usual * 100);
        };
        QCOMPARE(press(Qt::Key_Plus, 3), 130);
        QVERIFY(room.rowHeight() > row);
        for (const char *name : {"replayCaption", "caption", "scenarioName", "recoveryFigure", "yaml"}) {
            const auto *widget = room.window.findChild<QWidget *>(QString::fromLatin1(name));
            QVERIFY2(widget && widget->font().pointSizeF() > usual * 1.29, name);
        }
        QCOMPARE(room.window.menuBar()->font().pointSizeF(), room.letters());
        const auto buttons = room.window.findChildren<QToolButton *>();
        const auto isLarge = [&](const QToolButton *button) {
            return button->font().pointSizeF() > usual * 1.29;
        };
        QVERIFY(std::ranges::count_if(buttons, isLarge) > 10);
        QVERIFY(room.window.findChild<QLineEdit *>(u"filter"_s)->font().pointSizeF() > usual * 1.29);
        QCOMPARE(press(Qt::Key_Plus, 9), 200);
        QCOMPARE(press(Qt::Key_Minus, 20), 80);
        room.choose("demo");
        QVERIFY(room.letters() > usual * 1.1); // from there on a layout enlarges
        room.choose("explore");
        QCOMPARE(press(Qt::Key_0, 1), 100);
        QCOMPARE(room.rowHeight(), row);
    }

    // W33
    void aPagesTitleIsLargerThanItsWords_data()
    {
        QTest::addColumn<QString>("title");
        QTest::newRow("scenario") << u"scenarioName"_s;
        QTest::newRow("experiment") << u"experimentName"_s;
    }

    void aPagesTitleIsLargerThanItsWords()
    {
        QFETCH(QString, title);
        Room room;
        const auto *shown = room.window.findChild<QWidget *>(title);
        for (const char *layout : {"explore", "demo"}) {
            room.choose(layout);
            QVERIFY2(shown->font().pointSizeF() > shown->parentWidget()->parentWidget()->font().pointSizeF(),
                layout);
        }
    }

    void aPagesTitleHasRoomBesideItsButtonsOrAboveThem()
    {
        Room room;
        const auto *title =
            dynamic_cast<ui::ElidedLabel *>(room.window.findChild<QLabel *>(u"scenarioName"_s));
        const auto *button = room.window.findChild<QWidget *>(u"runScenario"_s);
        QVERIFY(title);
        QTest::keyClick(&room.window, Qt::Key_8, Qt::AltModifier); // Scenarios
        const auto top = [&room](const QWidget *widget) { return widget->mapTo(&room.window, QPoint()).y(); };
        const auto isBeside = [&] { return top(button) < top(title) + title->height(); };
        room.window.resize(1900, 900);
        QTRY_VERIFY(isBeside());
        QCOMPARE(title->shownText(), title->text());
        room.window.resize(1100, 900);
        QTRY_VERIFY(!isBeside());
        QCOMPARE(title->shownText(), title->text());
    }

    // W37
    void theTextIsAsLargeAtTheNextStart()
    {
        const double usual = QApplication::font().pointSizeF();
        {
            Room first({1280, 800}, false);
            first.window.findChild<ui::Preferences *>()->set(ui::Pref::TextSize, 150);
            first.window.close();
        }
        {
            const Room fresh;
            QCOMPARE(fresh.letters(), usual);
        }
        const Room second({1280, 800}, false);
        QCOMPARE(qRound(second.letters() / usual * 100), 150);
        for (const char *name : {"contextName", "connection", "search", "lock"}) {
            const auto *widget = second.window.findChild<QWidget *>(QString::fromLatin1(name));
            QVERIFY2(qRound(widget->font().pointSizeF() / usual * 100) == 150, name);
        }
        second.action("usualText")->trigger();
        QCOMPARE(second.letters(), usual);
    }

    void aNameThatIsNoneSavesNothing()
    {
        Room room({1280, 800}, false);
        room.saveAs(u"  "_s);
        QCOMPARE(ui::savedLayouts(), QStringList());
        QVERIFY(room.notice().contains(u"no name"_s));
    }

    void aDamagedLayoutIsTold()
    {
        {
            Room first({1280, 800}, false);
            first.saveAs(u"mine"_s);
        }
        QSettings settings(ui::settingsPath(), QSettings::IniFormat);
        settings.setValue(u"layouts/"_s + QString::fromLatin1(QByteArray("mine").toHex()), QByteArray("?"));
        settings.sync();
        Room second({1280, 800}, false);
        second.entry(u"mine"_s)->trigger();
        QVERIFY(second.notice().contains(u"mine"_s));
        QVERIFY(second.panel(u"inspector"_s)->isVisible());
    }

    void aWindowThatSavesNothingOffersNone()
    {
        ui::saveLayoutAs(u"mine"_s, {});
        Room room;
        QVERIFY(!room.entry(u"mine"_s));
        QVERIFY(!room.entry(u"&Save layout as…"_s));
    }

private:
    std::unique_ptr<tests::OwnPlaces> m_places;
};

QTEST_MAIN(LayoutsTest)
#include "tst_layouts.moc"
