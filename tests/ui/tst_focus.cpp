// SPDX-License-Identifier: GPL-3.0-or-later
// Where Tab leads, and that it is seen where the keys are (docs/window.md W62).
#include "tests/ui/stage.h"
#include "ui/pages/navigation.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QDockWidget>
#include <QScrollArea>
#include <QScrollBar>

using namespace Qt::Literals::StringLiterals;
using ui::Kind;

namespace {

constexpr int mostStops = 100; // of Tab, all around the window

QString nameOf(const QWidget *widget)
{
    return QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName();
}

/// Something of it is within the window.
bool isInSight(const QWidget *widget)
{
    const QWidget *window = widget->window();
    return QRect(widget->mapTo(window, QPoint()), widget->size()).intersects(window->rect());
}

/// Without a window manager the main window may yet become the active one after it.
bool isActivated(QWidget &window)
{
    window.activateWindow();
    return QApplication::activeWindow() == &window;
}

void tab(Qt::Key key = Qt::Key_Tab)
{
    QTest::keyClick(QApplication::focusWidget(), key,
        key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::KeyboardModifiers());
}

} // namespace

class FocusTest : public QObject
{
    Q_OBJECT

private slots:
    // W62
    void tabPassesOverPanelsBehindOthers_data()
    {
        QTest::addColumn<int>("key");
        QTest::newRow("forwards") << static_cast<int>(Qt::Key_Tab);
        QTest::newRow("backwards") << static_cast<int>(Qt::Key_Backtab);
    }

    void tabPassesOverPanelsBehindOthers()
    {
        QFETCH(int, key);
        fake::Stage stage;
        stage.action("showLog")->trigger(); // in front of the timeline
        const QWidget *first = stage.table(Kind::Machine);
        QTRY_COMPARE(QApplication::focusWidget(), first);
        QCoreApplication::processEvents(); // the panels are in their places
        bool isBack = false;
        for (int stops = 0; stops < mostStops && !isBack; ++stops) {
            tab(Qt::Key(key));
            const QWidget *focused = QApplication::focusWidget();
            QVERIFY(focused);
            QVERIFY2(isInSight(focused), qPrintable(nameOf(focused)));
            isBack = focused == first;
        }
        QVERIFY(isBack);
    }

    // W62
    void theNavigationKeepsTheRowThatTheKeysAreOn()
    {
        fake::Stage stage;
        auto *rows = stage.window.findChild<ui::Navigation *>();
        stage.table(Kind::Machine);
        rows->setFocus(Qt::TabFocusReason);
        const int before = rows->currentRow();
        QTest::keyClick(rows, Qt::Key_Down);
        QTest::keyClick(rows, Qt::Key_Down);
        QVERIFY(rows->currentRow() > before);
        const int chosen = rows->currentRow();
        core::engine::ChangeSet changes;
        changes.of<core::api::Machine>().upserts.push_back(
            fake::machine("workers-new", "workers", "Running"));
        stage.session.send(changes);
        const auto counted = [rows] {
            return rows->findItems(u"Fleet"_s, Qt::MatchExactly).constFirst()->data(Qt::AccessibleTextRole);
        };
        QTRY_COMPARE(counted().toString(), u"Fleet 4"_s);
        QCOMPARE(rows->currentRow(), chosen);
        stage.table(Kind::Machine); // has the keys
        QTRY_COMPARE(rows->currentRow(), before);
    }

    // W62
    void whoGoesToTheControllersHasTheKeysThere()
    {
        fake::Stage stage;
        auto *rows = stage.window.findChild<ui::Navigation *>();
        rows->setFocus(Qt::TabFocusReason);
        rows->setCurrentItem(rows->findItems(u"Controllers"_s, Qt::MatchExactly).constFirst());
        QTest::keyClick(rows, Qt::Key_Return);
        const auto *panel = stage.window.findChild<QDockWidget *>(u"controllers"_s);
        QTRY_VERIFY(QApplication::focusWidget() && panel->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(qobject_cast<QCheckBox *>(QApplication::focusWidget()));
    }

    // W62
    void navigationAndWallShowThatTheyHaveTheKeys()
    {
        fake::Stage stage;
        stage.tabs()->showFleet();
        stage.window.setAttribute(Qt::WA_KeyboardFocusChange);
        for (const QString &name : {u"navigation"_s, u"wall"_s}) {
            auto *list = stage.window.findChild<QAbstractScrollArea *>(name);
            QVERIFY2(list && list->isVisible(), qPrintable(name));
            stage.filter()->setFocus();
            const QImage without = list->grab().toImage();
            list->setFocus(Qt::TabFocusReason);
            QVERIFY(list->hasFocus());
            QVERIFY2(list->grab().toImage() != without, qPrintable(name));
        }
    }

    // W62
    void theTileThatTheKeysAreOnIsTold()
    {
        fake::Stage stage;
        stage.tabs()->showFleet();
        auto *wall = stage.window.findChild<QAbstractScrollArea *>(u"wall"_s);
        QTRY_VERIFY(wall->accessibleDescription().contains(u"workers"_s));
        wall->setFocus(Qt::TabFocusReason);
        QTest::keyClick(wall, Qt::Key_Home);
        const QString first = wall->accessibleName();
        const auto current = [&stage] { return fake::current(stage.tabs()->currentPage().table()); };
        QVERIFY2(first.startsWith(u"Wall of machines, %1 · "_s.arg(current())), qPrintable(first));
        QTest::keyClick(wall, Qt::Key_Right);
        QVERIFY(wall->accessibleName() != first);
        QVERIFY2(wall->accessibleName().contains(current()), qPrintable(wall->accessibleName()));
    }

    // W62
    void theKeysOfWhatScrollsAreItsContents()
    {
        fake::Stage stage;
        stage.action("settings")->trigger();
        auto *dialog = stage.window.findChild<QDialog *>(u"settingsDialog"_s);
        QTRY_VERIFY(isActivated(*dialog));
        dialog->findChild<QLineEdit *>(u"settingsSearch"_s)->setFocus();
        tab();
        QVERIFY2(qobject_cast<QComboBox *>(QApplication::focusWidget()),
            qPrintable(nameOf(QApplication::focusWidget())));
    }

    // W62
    void whatTheKeysComeToFromOutsideIsScrolledTo()
    {
        fake::Stage stage;
        stage.action("settings")->trigger();
        auto *dialog = stage.window.findChild<QDialog *>(u"settingsDialog"_s);
        QTRY_VERIFY(isActivated(*dialog));
        dialog->resize(dialog->width(), 300);
        const auto *scroll = dialog->findChild<QScrollArea *>();
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
        dialog->findChild<QLineEdit *>(u"settingsSearch"_s)->setFocus();
        for (int stops = 0; stops < mostStops && !scroll->isAncestorOf(QApplication::focusWidget()); ++stops)
            tab(Qt::Key_Backtab);
        const QWidget *last = QApplication::focusWidget();
        QVERIFY2(scroll->isAncestorOf(last), qPrintable(nameOf(last)));
        QVERIFY(scroll->verticalScrollBar()->value() > 0);
        const int top = last->mapTo(scroll->viewport(), QPoint()).y();
        QVERIFY2(top >= 0 && top + last->height() <= scroll->viewport()->height(), qPrintable(nameOf(last)));
    }

    // W62
    void theSheetOfKeysScrollsByKeys()
    {
        fake::Stage stage;
        stage.action("shortcuts")->trigger();
        auto *sheet = stage.window.findChild<QDialog *>(u"shortcutSheet"_s);
        QTRY_VERIFY(isActivated(*sheet));
        sheet->resize(sheet->width(), 300);
        auto *scroll = sheet->findChild<QScrollArea *>();
        QTRY_VERIFY(scroll->verticalScrollBar()->maximum() > 0);
        scroll->setFocus(Qt::TabFocusReason);
        QVERIFY(scroll->hasFocus());
        QTest::keyClick(scroll, Qt::Key_PageDown);
        QVERIFY(scroll->verticalScrollBar()->value() > 0);
    }
};

QTEST_MAIN(FocusTest)
#include "tst_focus.moc"
