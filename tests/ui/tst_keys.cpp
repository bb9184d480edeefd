// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the window: it acts where it makes sense and nowhere else, opens nothing that is not seen, and
// no key has two meanings.
#include "tests/ui/stage.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/inspector/inspector.h"
#include "ui/keys.h"
#include "ui/pages/tables.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/widgets/notices.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::ObjectKey;
using ui::Kind;

namespace {

std::vector<QAction *> tableActions(const fake::Stage &stage)
{
    return stage.window.findChild<ui::Actions *>()->tableKeys();
}

void press(QWidget *widget, const QKeySequence &key)
{
    const QKeyCombination combination = key[0];
    QTest::keyClick(widget, combination.key(), combination.keyboardModifiers());
}

QString mark(const QString &text)
{
    return QKeySequence::mnemonic(text).toString();
}

void closeEverything(const fake::Stage &stage)
{
    while (QWidget *popup = QApplication::activePopupWidget())
        popup->close();
    for (QDialog *dialog : stage.window.findChildren<QDialog *>())
        delete dialog;
}

} // namespace

class KeysTest : public QObject
{
    Q_OBJECT

private slots:
    // docs/window.md W18
    void theTimelineIsExported()
    {
        const fake::Stage stage;
        QVERIFY(!stage.window.findChild<QMenu *>(u"exports"_s));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QMenu *offers = nullptr;
        QTRY_VERIFY((offers = stage.window.findChild<QMenu *>(u"exports"_s)) && offers->isVisible());
        QCOMPARE(offers->actions().size(), 6);
        QTest::keyClick(offers, Qt::Key_Escape);
        QTRY_VERIFY(!stage.window.findChild<QMenu *>(u"exports"_s));
    }

    void theTimelineIsExportedFromWhereItIsHidden()
    {
        const fake::Stage stage;
        auto *timeline = stage.window.findChild<QDockWidget *>(u"timeline"_s);
        timeline->hide();
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QMenu *offers = nullptr;
        QTRY_VERIFY((offers = stage.window.findChild<QMenu *>(u"exports"_s)) && offers->isVisible());
        QVERIFY(timeline->isVisible());
        const QRect shown(timeline->mapToGlobal(QPoint(0, 0)), timeline->size());
        QVERIFY(shown.contains(offers->pos()));
        offers->close();
    }

    void rowsOfTheNavigationOpenByTheirNumber_data()
    {
        QTest::addColumn<bool>("both");
        QTest::newRow("one family") << false;
        QTest::newRow("both families") << true;
    }

    void rowsOfTheNavigationOpenByTheirNumber()
    {
        QFETCH(bool, both);
        ChangeSet cluster = fake::threeMachines();
        if (both)
            fake::addMcm(cluster);
        fake::Stage stage(cluster);
        ui::Tables *tables = stage.tabs();
        for (const ui::Family family : {ui::Family::MachineApi, ui::Family::Mcm}) {
            tables->setFamily(family);
            const std::vector<ui::Kind> kinds = tables->shownKinds();
            const int last = static_cast<int>(kinds.size()) + 3;
            const auto press = [&](int key, Qt::KeyboardModifier modifier) {
                QWidget *focused = QApplication::focusWidget();
                QTest::keyClick(focused ? focused : &stage.window, Qt::Key(Qt::Key_0 + key), modifier);
            };
            for (const Qt::KeyboardModifier modifier : {Qt::AltModifier, Qt::NoModifier}) {
                press(1, modifier);
                QVERIFY(tables->isFleet());
                for (int key = 2; key < last - 1; ++key) {
                    press(key, modifier);
                    QCOMPARE(tables->currentPage().kind(), kinds[static_cast<std::size_t>(key - 2)]);
                    QVERIFY(!tables->isFleet());
                }
                press(last - 1, modifier);
                QVERIFY(stage.window.findChild<QWidget *>(u"scenarios"_s)->isVisible());
                press(last, modifier);
                QVERIFY(stage.window.findChild<QWidget *>(u"experiments"_s)->isVisible());
                press(1, modifier);
                QVERIFY(tables->isVisible());
                for (int key = last + 1; key <= 9; ++key) {
                    const int before = tables->currentIndex();
                    press(key, modifier);
                    QCOMPARE(tables->currentIndex(), before);
                }
            }
            if (!both)
                break;
        }
    }

    // W38
    void digitsAreTextWhereTextIsWritten()
    {
        fake::Stage stage;
        stage.table(Kind::Machine);
        stage.filter()->setFocus();
        QTest::keyClick(stage.filter(), Qt::Key_3);
        QCOMPARE(stage.filter()->text(), u"3"_s);
        QCOMPARE(stage.tabs()->currentPage().kind(), Kind::Machine);
        QMenu popup(&stage.window);
        popup.addAction(u"Something"_s);
        popup.popup(stage.window.mapToGlobal(QPoint(10, 10)));
        QTest::keyClick(&popup, Qt::Key_3);
        QCOMPARE(stage.tabs()->currentPage().kind(), Kind::Machine);
    }

    // W38
    void theStatusBarTellsTheKeysOfThePage()
    {
        fake::Stage stage;
        stage.table(Kind::Machine)->selectFirst();
        QTest::keyClick(&stage.window, Qt::Key_8);
        QCOMPARE(stage.label("keys"), u"Enter run the scenario · 1 … 9 other pages · ? all keys"_s);
        QTest::keyClick(&stage.window, Qt::Key_9);
        QCOMPARE(stage.label("keys"), u"1 … 9 other pages · ? all keys"_s);
        QTest::keyClick(&stage.window, Qt::Key_2);
        QVERIFY2(stage.label("keys").startsWith(u"s scale"_s), qPrintable(stage.label("keys")));
        QCOMPARE(QApplication::focusWidget(), &stage.tabs()->currentPage().table());
        QTest::keyClick(&stage.window, Qt::Key_8);
        QTest::keyClick(&stage.window, Qt::Key_2); // the same table as before
        QCOMPARE(QApplication::focusWidget(), &stage.tabs()->currentPage().table());
    }

    // W38
    void buttonsSayTheirKeysWhereThereIsRoom()
    {
        fake::Stage stage(fake::threeMachines(), {1920, 800});
        const ui::ObjectTable *table = stage.table(Kind::Machine);
        const auto wordsOf = [table](const char *name) {
            return table->parentWidget()->findChild<QToolButton *>(QString::fromLatin1(name))->text();
        };
        QTRY_COMPARE(wordsOf("action-scale"), u"Scale   s"_s);
        QCOMPARE(wordsOf("action-makeUnhealthy"), u"Make unhealthy   u"_s);
        QCOMPARE(wordsOf("action-remove"), u"Delete   x"_s);
        QCOMPARE(wordsOf("action-editYaml"), u"Edit YAML…"_s);
        stage.useSet(true);
        QCOMPARE(wordsOf("action-scale"), u"Scale   s"_s);
        QCOMPARE(wordsOf("action-remove"), u"Delete"_s);
        stage.window.resize(700, 600);
        QTRY_COMPARE(wordsOf("action-scale"), u"Scale"_s);
        stage.window.resize(1920, 800);
        QTRY_COMPARE(wordsOf("action-scale"), u"Scale   s"_s);
    }

    void noKeyHasTwoMeanings_data()
    {
        QTest::addColumn<bool>("k9s");
        QTest::newRow("standard") << false;
        QTest::newRow("k9s") << true;
    }

    void noKeyHasTwoMeanings()
    {
        QFETCH(bool, k9s);
        fake::Stage stage;
        stage.useSet(k9s);
        QMap<QString, QString> owners;
        const auto claim = [&](const QString &key, const QString &owner) {
            if (!key.isEmpty())
                QVERIFY2(!owners.contains(key) || owners[key] == owner,
                    qPrintable(key + u": "_s + owners.value(key) + u", "_s + owner));
            owners.insert(key, owner);
        };
        for (const QAction *action : stage.window.findChildren<QAction *>())
            claim(ui::keyOf(*action).toString(), action->objectName() + action->text());
        for (const char *own : {"Return", "Esc", "Ctrl+C"})
            claim(QString::fromLatin1(own), u"table"_s);
        for (const QAction *menu : stage.window.menuBar()->actions())
            claim(mark(menu->text()), menu->text());
        for (const QAbstractButton *button : stage.window.findChildren<QAbstractButton *>())
            claim(mark(button->text()), button->text());
        for (const QMenu *menu : stage.window.findChildren<QMenu *>()) {
            QSet<QString> marks;
            for (const QAction *action : menu->actions()) {
                const QString key = mark(action->text());
                QVERIFY2(
                    key.isEmpty() || !marks.contains(key), qPrintable(menu->title() + u' ' + action->text()));
                marks.insert(key);
            }
        }
    }

    void lettersActOnTheTableThatHasTheFocus_data() { noKeyHasTwoMeanings_data(); }

    void lettersActOnTheTableThatHasTheFocus()
    {
        QFETCH(bool, k9s);
        fake::Stage stage;
        stage.useSet(k9s);
        for (int tab = 0; tab < ui::kindCount; ++tab) {
            if (!stage.tabs()->isShown(ui::Kind(tab)))
                continue;
            for (QAction *action : tableActions(stage)) {
                ui::ObjectTable *table = stage.table(Kind(tab));
                table->selectFirst();
                const bool possible = action->isEnabled();
                QSignalSpy triggered(action, &QAction::triggered);
                press(table, ui::keyOf(*action));
                QCOMPARE(triggered.count(), possible ? 1 : 0);
                closeEverything(stage);
            }
        }
    }

    void aKeyHeldDownIsOneStep()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        QKeyEvent held(QEvent::KeyPress, Qt::Key_X, Qt::NoModifier, u"x"_s, true);
        QApplication::sendEvent(table, &held);
        QVERIFY(stage.session.commands.empty());
    }

    void lettersActNowhereElse_data()
    {
        QTest::addColumn<QString>("where");
        for (const char *where :
            {"menu", "menu of a button", "menu bar", "navigation", "button", "filter", "yaml", "summary",
                "events", "family", "number", "apply dialog", "config dialog", "question"})
            QTest::newRow(where) << QString::fromLatin1(where);
    }

    void lettersActNowhereElse()
    {
        QFETCH(QString, where);
        ChangeSet cluster = fake::threeMachines();
        fake::addMcm(cluster);
        fake::Stage stage(cluster);
        stage.table(Kind::Machine)->selectFirst();
        QMenu popup(&stage.window);
        popup.addAction(u"1"_s);
        for (QAction *action : tableActions(stage)) {
            QWidget *focus = focusOn(stage, where, popup);
            QVERIFY(focus);
            QSignalSpy triggered(action, &QAction::triggered);
            press(focus, ui::keyOf(*action));
            QVERIFY2(triggered.isEmpty(), qPrintable(action->objectName()));
            QVERIFY2(stage.session.commands.empty(), qPrintable(action->objectName()));
            closeEverything(stage);
            popup.close();
        }
    }

    // W38
    void whoKnowsK9sFindsTheirKeys()
    {
        fake::Stage stage;
        stage.useSet(true);
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        QTest::keyClick(table, Qt::Key_D, Qt::ControlModifier);
        QVERIFY(stage.session.last<DeleteThing>());
        QTest::keyClick(table, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(table->currentIndex().row(), 2);
        QCOMPARE(stage.session.commands.size(), std::size_t(1));
        QTest::keyClick(table, Qt::Key_X);
        QCOMPARE(stage.session.commands.size(), std::size_t(1)); // no key of k9s for that
        QTest::keyClick(table, Qt::Key_Colon, Qt::ShiftModifier);
        auto *line = stage.window.findChild<QLineEdit *>(u"command"_s);
        QVERIFY(line);
        QCOMPARE(line->text(), u":"_s);
        QTest::keyClicks(line, u"nodes"_s);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE(stage.tabs()->currentPage().kind(), Kind::Node);
        QVERIFY(stage.label("keys").contains(u"Ctrl+D delete"_s));
        table = stage.table(Kind::Node);
        table->selectFirst();
        const auto *inspector = stage.window.findChild<ui::Inspector *>();
        QTest::keyClick(table, Qt::Key_L);
        QCOMPARE(inspector->page(), ui::Inspector::Page::Events);
        QVERIFY(inspector->isVisible());
        QTest::keyClick(table, Qt::Key_D);
        QCOMPARE(inspector->page(), ui::Inspector::Page::Summary);
        QCOMPARE(inspector->object()->kind, Kind::Node);
        QTest::keyClick(table, Qt::Key_Colon, Qt::ShiftModifier);
        QTest::keyClicks(stage.window.findChild<QLineEdit *>(u"command"_s), u"po"_s);
        QTest::keyClick(stage.window.findChild<QLineEdit *>(u"command"_s), Qt::Key_Return);
        QTRY_VERIFY2(QApplication::clipboard()->text().contains(u"get pods --all-namespaces"_s),
            qPrintable(QApplication::clipboard()->text()));
        QVERIFY(stage.action("remove")->toolTip().contains(u"Ctrl+D"_s));
        QVERIFY(stage.action("remove")->text().endsWith(u"\tCtrl+D"_s));
    }

    // W38
    void whatWasSearchedForIsFoundAgain()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        QTest::keyClick(table, Qt::Key_N);
        QVERIFY(stage.filter()->hasFocus()); // nothing was searched for yet
        QTest::keyClicks(stage.filter(), u"node-b"_s);
        QTest::keyClick(stage.filter(), Qt::Key_Escape);
        QCOMPARE(table->tableModel().rowCount(), 3);
        const auto at = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(table, key, modifiers);
            return QString::fromStdString(table->chosenKey()->name);
        };
        QCOMPARE(at(Qt::Key_G), u"workers-a"_s);
        QCOMPARE(at(Qt::Key_N), u"workers-b"_s);
        QCOMPARE(at(Qt::Key_N), u"workers-b"_s); // the only one
        stage.filter()->setText(u"workers"_s);
        QCOMPARE(at(Qt::Key_G), u"workers-a"_s);
        QCOMPARE(at(Qt::Key_N, Qt::ShiftModifier), u"workers-c"_s); // around
        QCOMPARE(at(Qt::Key_N), u"workers-a"_s);
        for (int letter = 0; letter < 7; ++letter)
            QTest::keyClick(stage.filter(), Qt::Key_Backspace);
        QCOMPARE(at(Qt::Key_N), u"workers-b"_s);
        QVERIFY(stage.session.commands.empty());
    }

    // W38
    void oneGoesBackToWhereOneWas()
    {
        fake::Stage stage;
        QAction *back = stage.action("goBack");
        QAction *forward = stage.action("goForward");
        const auto chosen = [&] {
            const auto current = stage.tabs()->current();
            return current ? QString::fromStdString(current->key.name) : QString();
        };
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QVERIFY(!back->isEnabled() && !forward->isEnabled());
        machines->selectKey({"default", "workers-a"});
        QTest::keyClick(machines, Qt::Key_J); // on the way
        QTest::keyClick(machines, Qt::Key_O);
        QCOMPARE(chosen(), u"workers"_s);
        QTRY_VERIFY(back->isEnabled());
        const ui::ObjectTable *nodes = stage.table(Kind::Node);
        stage.filter()->setText(u"node-c"_s);
        QCoreApplication::processEvents();
        QTest::keyClick(stage.table(Kind::Node), Qt::Key_BracketLeft);
        QCOMPARE(chosen(), u"workers"_s);
        QTest::keyClick(&stage.tabs()->currentPage().table(), Qt::Key_BracketLeft);
        QCOMPARE(chosen(), u"workers-b"_s);
        QVERIFY(!back->isEnabled());
        QTest::keyClick(machines, Qt::Key_BracketRight);
        stage.action("goForward")->trigger();
        QCOMPARE(stage.tabs()->currentPage().kind(), Kind::Node);
        QCOMPARE(stage.filter()->text(), u"node-c"_s);
        QCOMPARE(nodes->tableModel().rowCount(), 1);
        QVERIFY(!forward->isEnabled());
        stage.action("goBack")->trigger();
        stage.table(Kind::Event); // another way: what was ahead is forgotten
        QTRY_VERIFY(!forward->isEnabled());
        stage.action("goBack")->trigger();
        QCOMPARE(chosen(), u"workers"_s);
    }

    // W38
    void aJumpWithinATableIsAPlaceOfItsOwn()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        machines->selectKey({"default", "workers-a"});
        stage.tabs()->select({Kind::Machine, {"default", "workers-c"}});
        QTRY_VERIFY(stage.action("goBack")->isEnabled());
        QTest::keyClick(machines, Qt::Key_BracketLeft);
        QCOMPARE(machines->chosenKey(), std::optional(ObjectKey {"default", "workers-a"}));
        QTest::keyClick(machines, Qt::Key_BracketRight);
        QCOMPARE(machines->chosenKey(), std::optional(ObjectKey {"default", "workers-c"}));
    }

    // W38
    void allColumnsAreShownAndHiddenAgain_data() { noKeyHasTwoMeanings_data(); }

    void allColumnsAreShownAndHiddenAgain()
    {
        QFETCH(bool, k9s);
        fake::Stage stage;
        stage.useSet(k9s);
        ui::ObjectTable *table = stage.table(Kind::MachineSet);
        const int extra = table->tableModel().columnIndex(u"namespace"_s);
        const int age = table->tableModel().columnIndex(u"age"_s);
        table->setColumnHidden(age, true);
        const auto pressKey = [&] { press(table, ui::keyOf(*stage.action("allColumns"))); };
        pressKey();
        QVERIFY(!table->isColumnHidden(extra) && !table->isColumnHidden(age));
        pressKey();
        QVERIFY(table->isColumnHidden(extra) && table->isColumnHidden(age));
    }

    // W48
    void whatANoticeOffersHasAKey_data() { noKeyHasTwoMeanings_data(); }

    void whatANoticeOffersHasAKey()
    {
        QFETCH(bool, k9s);
        fake::Stage stage;
        stage.useSet(k9s);
        const QAction *take = stage.action("takeOffer");
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        const auto pressKey = [&] { press(table, ui::keyOf(*take)); };
        const auto emitNotice = [&](const QString &text, const QString &offer, std::function<void()> action) {
            emit stage.window.findChild<ui::CommandSender *>()->noticed(
                {.text = text, .actionText = offer, .action = std::move(action), .seconds = 0});
        };
        QStringList done;
        pressKey();
        QVERIFY(!take->isEnabled());
        emitNotice(u"An older one."_s, u"Older"_s, [&] { done += u"older"_s; });
        emitNotice(u"A newer one."_s, u"Newer"_s, [&] { done += u"newer"_s; });
        QVERIFY(take->isEnabled());
        QVERIFY2(stage.label("keys").startsWith(u"Ctrl+Return Newer"_s), qPrintable(stage.label("keys")));
        const auto buttons = stage.window.findChildren<QToolButton *>(u"noticeAction"_s);
        QCOMPARE(buttons.size(), 2);
        QVERIFY(buttons.first()->toolTip().isEmpty() && buttons.last()->toolTip().contains(u"Ctrl+Return"_s));
        pressKey();
        QCOMPARE(done, QStringList {u"newer"_s});
        QTRY_VERIFY(stage.label("keys").startsWith(u"Ctrl+Return Older"_s));
        emitNotice(u"One that offers nothing."_s, {}, nullptr);
        pressKey();
        QCOMPARE(done, QStringList({u"newer"_s, u"older"_s}));
        QTRY_VERIFY(!take->isEnabled());
        QVERIFY(!stage.label("keys").contains(u"Ctrl+Return"_s));
        pressKey();
        QCOMPARE(done.size(), 2);
        QVERIFY(stage.session.commands.empty());
    }

    // W48
    void aNoticeIsClosedByAKey_data() { noKeyHasTwoMeanings_data(); }

    void aNoticeIsClosedByAKey()
    {
        QFETCH(bool, k9s);
        fake::Stage stage;
        stage.useSet(k9s);
        const QAction *close = stage.action("closeNotice");
        QVERIFY(!close->isEnabled());
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        const auto tell = [&](const QString &text, bool stays) {
            emit stage.window.findChild<ui::CommandSender *>()->noticed(
                {.text = text, .seconds = 0, .stays = stays});
        };
        const auto *notices = stage.window.findChild<ui::Notices *>();
        tell(u"What stays."_s, true);
        QVERIFY(!close->isEnabled());
        tell(u"The first."_s, false);
        QVERIFY(close->isEnabled());
        QVERIFY(
            stage.window.findChild<QToolButton *>(u"noticeClose"_s)->toolTip().contains(ui::keyText(*close)));
        press(table, ui::keyOf(*close));
        QTRY_COMPARE(notices->newest(), u"What stays."_s);
        QTRY_VERIFY(!close->isEnabled());
        press(table, ui::keyOf(*close));
        QCOMPARE(notices->newest(), u"What stays."_s);
        QVERIFY(stage.session.commands.empty());
    }

    // W38
    void aPanelThatIsNotSeenTakesNoKeys()
    {
        fake::Stage stage;
        QSignalSpy fitted(stage.action("fitChart"), &QAction::triggered);
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_0);
        QCOMPARE(fitted.count(), 1);
        stage.window.findChild<QDockWidget *>(u"timeline"_s)->hide();
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_0);
        QCOMPARE(fitted.count(), 1);
    }

    void aMenuTakesTheLettersItself()
    {
        fake::Stage stage;
        stage.table(Kind::Machine);
        stage.action("makeUnhealthy")->trigger();
        QWidget *menu = QApplication::activePopupWidget();
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_H); // its own: Heal
        QVERIFY(stage.session.last<HealNodes>());
        QCOMPARE(stage.session.commands.size(), std::size_t(1));
    }

    void theStatusBarOffersOnlyWhatCanBeDone()
    {
        fake::Stage stage;
        stage.table(Kind::Event);
        QCOMPARE(stage.label("keys"), u"/ filter · ? all keys"_s);
        stage.table(Kind::HealthCheck);
        QCOMPARE(stage.label("keys"), u"x delete · / filter · ? all keys"_s);
        stage.table(Kind::Machine);
        QCOMPARE(stage.label("keys"), u"s scale · u make unhealthy · x delete · / filter · ? all keys"_s);
        stage.table(Kind::Machine)->selectAll();
        QVERIFY2(stage.label("keys").startsWith(u"3 chosen · s scale"_s), qPrintable(stage.label("keys")));
    }

private:
    static QWidget *focusOn(fake::Stage &stage, const QString &where, QMenu &popup)
    {
        ui::ObjectTable *table = stage.table(Kind::Machine);
        const auto focused = [](QWidget *widget) {
            if (widget)
                widget->setFocus();
            return widget;
        };
        if (where == "menu"_L1) {
            popup.popup(table->mapToGlobal(QPoint(10, 10)));
            return &popup;
        }
        if (where == "menu of a button"_L1) {
            table->parentWidget()->findChild<QAbstractButton *>(u"action-makeUnhealthy"_s)->setFocus();
            popup.popup(table->mapToGlobal(QPoint(10, 10)));
            return &popup;
        }
        if (where == "menu bar"_L1) // as after Alt
            return focused(stage.window.menuBar());
        if (where == "navigation"_L1)
            return focused(stage.window.findChild<QWidget *>(u"navigation"_s));
        if (where == "button"_L1)
            return focused(table->parentWidget()->findChild<QAbstractButton *>(u"action-makeUnhealthy"_s));
        if (where == "filter"_L1)
            return focused(stage.filter());
        if (where == "yaml"_L1 || where == "summary"_L1 || where == "events"_L1)
            return focused(stage.window.findChild<QWidget *>(where));
        if (where == "family"_L1)
            return focused(stage.window.findChild<QWidget *>(u"family"_s));
        if (where == "number"_L1) {
            ui::ObjectTable *sets = stage.table(Kind::MachineSet);
            sets->selectFirst();
            sets->editCurrent(u"desired"_s);
            return sets->findChild<QSpinBox *>(u"replicas"_s);
        }
        if (where == "apply dialog"_L1) {
            stage.action("applyYaml")->trigger();
            return focused(stage.window.findChild<QWidget *>(u"applyYamlText"_s));
        }
        if (where == "config dialog"_L1) {
            stage.action("newSet")->trigger();
            return focused(stage.window.findChild<QWidget *>(u"apply"_s));
        }
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("remove")->trigger();
        return stage.window.findChild<QMessageBox *>(u"question"_s);
    }
};

QTEST_MAIN(KeysTest)
#include "tst_keys.moc"
