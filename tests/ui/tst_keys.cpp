// SPDX-License-Identifier: GPL-3.0-or-later
// Every key of the window: it acts where it makes sense and nowhere else, opens nothing that is not seen, and
// no key has two meanings. And whatever is pressed, chosen and opened while events flow, the window holds.
#include "tests/ui/stage.h"
#include "ui/actions.h"
#include "ui/commandsender.h"
#include "ui/format.h"
#include "ui/inspector/inspector.h"
#include "ui/keys.h"
#include "ui/pages/tables.h"
#include "ui/settings.h"
#include "ui/widgets/notices.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QHelpEvent>
#include <QInputDialog>
#include <QMenuBar>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRandomGenerator>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QToolButton>
#include <QToolTip>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::ObjectKey;
using ui::Kind;

namespace {

/// With the page of settings in front.
struct Keyed : fake::Stage {
    explicit Keyed(bool fresh = true)
        : fake::Stage(fake::threeMachines(), {1280, 800}, ui::Scheme::Light, fresh)
    {
        action("settings")->trigger();
        dialog = window.findChild<QDialog *>(u"settingsDialog"_s);
    }

    QWidget *row(const char *action) const
    {
        return dialog->findChild<QWidget *>(u"row-key-"_s + QString::fromLatin1(action));
    }
    void press(const char *action, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const
    {
        auto *field = dialog->findChild<QPushButton *>(u"key-"_s + QString::fromLatin1(action));
        field->setFocus();
        QTest::keyClick(field, Qt::Key_Space);
        QTest::keyClick(field, key, modifiers);
    }
    QString key(const char *name) const { return ui::keyOf(*action(name)).toString(); }
    /// Empty when none is asked.
    QString question(const char *action) const
    {
        const auto *words = row(action)->findChild<QLabel *>(u"keyQuestion"_s);
        return words->parentWidget()->isHidden() ? QString() : words->text();
    }
    void answer(const char *action, const QString &button) const
    {
        row(action)->findChild<QPushButton *>(button)->click();
    }

    QDialog *dialog = nullptr;
};

std::vector<QAction *> tableActions(const fake::Stage &stage)
{
    return stage.window.findChild<ui::Actions *>()->tableKeys();
}

void press(QWidget *widget, const QKeySequence &key)
{
    const QKeyCombination combination = key[0];
    QTest::keyClick(widget, combination.key(), combination.keyboardModifiers());
}

QAbstractButton *chipOf(const QWidget &widget, const QString &text)
{
    for (QAbstractButton *chip : widget.findChildren<QAbstractButton *>(u"scaleChip"_s)) {
        if (chip->text() == text)
            return chip;
    }
    return nullptr;
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

std::shared_ptr<const core::api::Machine> loneMachine(const std::string &name)
{
    auto machine = std::make_shared<core::api::Machine>(
        *fake::machine(name, "workers", core::api::phases::running, "node-b"));
    machine->metadata.ownerReferences.clear();
    return machine;
}

} // namespace

class KeysTest : public QObject
{
    Q_OBJECT

private slots:
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
        const auto *controllers = stage.window.findChild<QDockWidget *>(u"controllers"_s);
        for (const ui::Family family : {ui::Family::MachineApi, ui::Family::Mcm}) {
            tables->setFamily(family);
            const std::vector<ui::Kind> kinds = tables->shownKinds();
            const int last = static_cast<int>(kinds.size()) + 3;
            const auto press = [&](int key, Qt::KeyboardModifier modifier) {
                QWidget *target = modifier == Qt::NoModifier
                    ? static_cast<QWidget *>(&tables->currentPage().table())
                    : &stage.window;
                QTest::keyClick(target, Qt::Key(Qt::Key_0 + key), modifier);
            };
            for (const Qt::KeyboardModifier modifier : {Qt::AltModifier, Qt::NoModifier}) {
                press(1, modifier);
                QVERIFY(tables->isFleet());
                for (int key = 2; key < last - 1; ++key) {
                    press(key, modifier);
                    QCOMPARE(tables->currentPage().kind(), kinds[static_cast<std::size_t>(key - 2)]);
                    QVERIFY(!tables->isFleet());
                }
                press(last - 1, Qt::AltModifier);
                QVERIFY(stage.window.findChild<QWidget *>(u"scenarios"_s)->isVisible());
                press(1, Qt::AltModifier);
                press(last, modifier);
                QVERIFY(controllers->isVisible());
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
        QVERIFY(stage.label("keys").contains(u"ctrl+d delete"_s));
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

    void theSheetOfKeysFitsIntoASmallWindow()
    {
        fake::Stage stage;
        stage.window.resize(1000, 640);
        stage.action("shortcuts")->trigger();
        auto *sheet = stage.window.findChild<QDialog *>(u"shortcutSheet"_s);
        QVERIFY(sheet);
        QVERIFY(QTest::qWaitForWindowExposed(sheet));
        QVERIFY(sheet->width() <= 1000 && sheet->height() <= 640);
        const auto *scroll = sheet->findChild<QScrollArea *>();
        QVERIFY2(scroll->widget()->width() <= scroll->viewport()->width(),
            qPrintable(u"%1 in %2"_s.arg(scroll->widget()->width()).arg(scroll->viewport()->width())));
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

    // W48
    void theKeyOfAnOfferCanBeAnotherOne()
    {
        Keyed stage;
        emit stage.window.findChild<ui::CommandSender *>()->noticed(
            {.text = u"Something."_s, .actionText = u"Go"_s, .action = [] {}, .seconds = 0});
        stage.press("takeOffer", Qt::Key_J, Qt::ControlModifier);
        QCOMPARE(stage.key("takeOffer"), u"Ctrl+J"_s);
        QVERIFY(stage.label("keys").startsWith(u"Ctrl+J Go"_s));
        QVERIFY(stage.window.findChild<QToolButton *>(u"noticeAction"_s)->toolTip().contains(u"Ctrl+J"_s));
    }

    // W38
    void aKeyIsTakenOverFromWhoeverHasIt()
    {
        Keyed stage;
        stage.press("scale", Qt::Key_X); // Delete's
        QCOMPARE(stage.key("scale"), u"S"_s);
        QVERIFY(stage.question("scale").contains(u"X is the key of “Delete”"_s));
        stage.answer("scale", u"leaveKey"_s);
        QCOMPARE(stage.key("remove"), u"X"_s);
        stage.press("scale", Qt::Key_X);
        stage.answer("scale", u"takeOver"_s);
        QCOMPARE(stage.key("scale"), u"X"_s);
        QCOMPARE(stage.key("remove"), QString());
        stage.dialog->close();
        ui::ObjectTable *table = stage.table(Kind::MachineSet);
        QTest::keyClick(table, Qt::Key_X);
        QVERIFY(table->findChild<QSpinBox *>(u"replicas"_s));
        QVERIFY(stage.session.commands.empty());
        QVERIFY(!stage.label("keys").contains(u"delete"_s));
    }

    // W38
    void givingAKeyBackAsksToo()
    {
        Keyed stage;
        stage.press("scale", Qt::Key_Z);
        QCOMPARE(stage.key("scale"), u"Z"_s);
        stage.press("heal", Qt::Key_S);
        QCOMPARE(stage.key("heal"), u"S"_s);
        stage.row("scale")->findChild<QToolButton *>(u"resetSetting"_s)->click();
        QVERIFY(stage.question("scale").contains(u"S is the key of “Heal”"_s));
        stage.answer("scale", u"takeOver"_s);
        QCOMPARE(stage.key("scale"), u"S"_s);
        QCOMPARE(stage.key("heal"), QString());
        stage.dialog->findChild<QPushButton *>(u"resetAllKeys"_s)->click();
        QCOMPARE(stage.key("heal"), u"H"_s);
    }

    // W38
    void someKeysAreNobodysToGive_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::newRow("Enter") << u"scale"_s << int(Qt::Key_Return) << Qt::KeyboardModifiers();
        QTest::newRow("a row") << u"scale"_s << int(Qt::Key_3) << Qt::KeyboardModifiers();
        QTest::newRow("copy") << u"scale"_s << int(Qt::Key_C) << Qt::KeyboardModifiers(Qt::ControlModifier);
        QTest::newRow("a menu") << u"palette"_s << int(Qt::Key_F) << Qt::KeyboardModifiers(Qt::AltModifier);
        QTest::newRow("a letter everywhere") << u"quit"_s << int(Qt::Key_Q) << Qt::KeyboardModifiers();
        QTest::newRow("with Shift") << u"quit"_s << int(Qt::Key_Q)
                                    << Qt::KeyboardModifiers(Qt::ShiftModifier);
    }

    void someKeysAreNobodysToGive()
    {
        QFETCH(QString, action);
        QFETCH(int, key);
        QFETCH(Qt::KeyboardModifiers, modifiers);
        Keyed stage;
        const QByteArray name = action.toLatin1();
        const QString before = stage.key(name.constData());
        stage.press(name.constData(), Qt::Key(key), modifiers);
        QCOMPARE(stage.key(name.constData()), before);
        QVERIFY(!stage.question(name.constData()).isEmpty());
        QVERIFY(stage.row(name.constData())->findChild<QPushButton *>(u"takeOver"_s)->isHidden());
    }

    // W38
    void escapeLeavesAndBackspaceTakesAway()
    {
        Keyed stage;
        stage.press("scale", Qt::Key_Escape);
        QCOMPARE(stage.key("scale"), u"S"_s);
        QVERIFY(stage.dialog->isVisible());
        stage.press("scale", Qt::Key_Backspace);
        QCOMPARE(stage.key("scale"), QString());
        stage.press("palette", Qt::Key_Tab, Qt::ControlModifier); // the page's own meanwhile
        QCOMPARE(stage.key("palette"), u"Ctrl+Tab"_s);
        stage.press("settings", Qt::Key_Comma, Qt::ControlModifier); // as it was
        QCOMPARE(stage.key("settings"), u"Ctrl+,"_s);
    }

    // W38
    void keysAreThereOnAnotherDay()
    {
        const QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        {
            Keyed first(false);
            first.press("scale", Qt::Key_Comma); // what a list is written with
            first.press("heal", Qt::Key_Backspace);
        }
        Keyed second(false);
        QCOMPARE(second.key("scale"), u","_s);
        QCOMPARE(second.key("heal"), QString());
        second.useSet(true);
        QCOMPARE(second.key("scale"), u"S"_s); // each set has its own
        second.useSet(false);
        QCOMPARE(second.key("scale"), u","_s);
    }

    // W38
    void damagedKeysCountAsNotThere()
    {
        const QTemporaryDir home;
        qputenv("XDG_CONFIG_HOME", home.path().toUtf8());
        QSettings saved(ui::settingsPath(), QSettings::IniFormat);
        saved.beginGroup(u"keys/standard"_s);
        saved.setValue(u"scale"_s, u"Hyper+Quux"_s);
        saved.setValue(u"heal"_s, u"Return"_s);
        saved.setValue(u"remove"_s, u"Ctrl+K, Ctrl+C"_s);
        saved.setValue(u"inspect"_s, u"Z"_s);
        saved.setValue(u"showWhy"_s, u"Z"_s);
        saved.setValue(u"nobody"_s, u"Y"_s);
        saved.setValue(u"showYaml"_s, QByteArray("\0\1", 2));
        saved.sync();
        Keyed stage(false);
        const std::pair<const char *, QString> expected[] = {{"scale", u"S"_s}, {"heal", u"H"_s},
            {"remove", u"X"_s}, {"inspect", u"Z"_s}, {"showWhy", u"D"_s}, {"showYaml", u"Y"_s}};
        for (const auto &[action, key] : expected)
            QCOMPARE(stage.key(action), key);
    }

    // W38
    void theSheetLeadsToWhereKeysAreChanged()
    {
        fake::Stage stage;
        stage.action("shortcuts")->trigger();
        stage.window.findChild<QPushButton *>(u"changeKeys"_s)->click();
        QVERIFY(stage.window.findChild<QDialog *>(u"settingsDialog"_s)->isVisible());
        QVERIFY(!stage.window.findChild<QWidget *>(u"row-key-scale"_s)->isHidden());
        QVERIFY(stage.window.findChild<QWidget *>(u"row-past/hours"_s)->isHidden());
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

    void aMachineScalesItsSet_data()
    {
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("name");
        QTest::newRow("a machine") << Kind::Machine << u"workers-b"_s;
        QTest::newRow("a node") << Kind::Node << u"node-b"_s;
    }

    void aMachineScalesItsSet()
    {
        QFETCH(Kind, kind);
        QFETCH(QString, name);
        fake::Stage stage;
        QVERIFY(stage.table(kind)->selectKey({kind == Kind::Node ? "" : "default", name.toStdString()}));
        QVERIFY(stage.label("keys").startsWith(u"s scale"_s));
        QTest::keyClick(stage.table(kind), Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"MachineSet workers"_s));
        QVERIFY(dialog->labelText().contains(name));
        QCOMPARE(dialog->intValue(), 3);
        QTest::keyClicks(dialog->findChild<QSpinBox *>(), u"7"_s); // the number is selected
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 7);
        QCOMPARE(stage.session.last<Scale>()->target.key, (ObjectKey {"default", "workers"}));
    }

    // W29
    void severalSetsAreScaledAtOnce()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.of<core::api::MachineSet>().upserts.push_back(fake::machineSet("infra", 2, 2));
        fake::Stage stage(cluster);
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            return ScaleForecast {
                .present = scale.target.key.name == "infra" ? 2 : 3, .wanted = scale.replicas};
        };
        ui::ObjectTable *table = stage.table(Kind::MachineSet);
        table->selectAll();
        QTest::keyClick(table, Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY2(dialog->labelText().contains(u"infra, workers"_s), qPrintable(dialog->labelText()));
        chipOf(*dialog, u"×2"_s)->click();
        QCOMPARE(dialog->intValue(), 4);
        QTRY_VERIFY2(dialog->labelText().endsWith(u"Together 5 → 8."_s), qPrintable(dialog->labelText()));
        QVERIFY(dialog->labelText().contains(u"infra: 2 → 4."_s));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_COMPARE(stage.session.commands.size(), std::size_t(2));
        for (const auto &command : stage.session.commands)
            QCOMPARE(std::get<Scale>(command).replicas, 4);
    }

    // W29
    void usualNumbersStandBelowTheCell()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 4, 4)};
        fake::Stage stage(cluster);
        stage.session.foreseeScaling = [](const ForeseeScale &scale) {
            ScaleForecast forecast {.present = 4, .wanted = scale.replicas};
            forecast.parts = {{"edge-a", 1, 0}, {"edge-b", 3, 8}};
            forecast.rollout = ScaleForecast::Bounds {9, 7};
            return forecast;
        };
        ui::ObjectTable *table = stage.table(Kind::MachineDeployment);
        table->selectFirst();
        QTest::keyClick(table, Qt::Key_S);
        const QPointer<QSpinBox> box = table->findChild<QSpinBox *>(u"replicas"_s);
        QVERIFY(box);
        auto *chips = stage.window.findChild<QWidget *>(u"scaleChips"_s);
        QVERIFY(chips && chips->isVisible());
        QTest::mouseClick(chipOf(*chips, u"×2"_s), Qt::LeftButton);
        QVERIFY(box && box->hasFocus());
        QCOMPARE(box->value(), 8);
        const auto *outlook = stage.window.findChild<QLabel *>(u"scaleOutlook"_s);
        QTRY_VERIFY(outlook->isVisible());
        QVERIFY2(outlook->text().contains(u"Its sets: edge-a 1 → 0, edge-b 3 → 8."_s)
                && outlook->text().contains(u"at most 9 machines, of which 7 are available"_s),
            qPrintable(outlook->text()));
        QVERIFY(!outlook->geometry().intersects(chips->geometry()));
        QTest::mouseClick(chipOf(*chips, u"−1"_s), Qt::LeftButton);
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<Scale>());
        QCOMPARE(stage.session.last<Scale>()->replicas, 7);
        QTRY_VERIFY(!stage.window.findChild<QWidget *>(u"scaleChips"_s));
    }

    void theFleetHasAButtonThatScales()
    {
        fake::Stage stage;
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-b"}));
        auto *button = stage.tabs()->currentPage().findChild<QAbstractButton *>(u"action-scale"_s);
        QVERIFY(button && button->isEnabled());
        QVERIFY2(button->toolTip().endsWith(u"(S)"_s), qPrintable(button->toolTip()));
        button->click();
        const auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"MachineSet workers"_s));
    }

    // W38
    void buttonsTellTheirKeys_data()
    {
        QTest::addColumn<QString>("button");
        QTest::addColumn<QByteArray>("action");
        QTest::newRow("of the context bar") << u"pace0"_s << QByteArray("holdTime");
        QTest::newRow("of the chart") << u"fit"_s << QByteArray("fitChart");
        QTest::newRow("of the fleet") << u"wallOnly"_s << QByteArray("fleetWall");
        QTest::newRow("of a table") << u"action-scale"_s << QByteArray("scale");
    }

    void buttonsTellTheirKeys()
    {
        QFETCH(QString, button);
        QFETCH(QByteArray, action);
        Keyed stage;
        stage.table(Kind::Machine)->selectFirst();
        auto *widget = stage.window.findChild<QAbstractButton *>(button);
        QVERIFY(widget);
        const auto tip = [widget] {
            QHelpEvent help(QEvent::ToolTip, widget->rect().center(), widget->mapToGlobal(QPoint()));
            QApplication::sendEvent(widget, &help);
            return QToolTip::text();
        };
        if (const QString before = stage.key(action.constData()); !before.isEmpty())
            QVERIFY2(tip().endsWith(u'(' + before + u')'), qPrintable(tip()));
        stage.press(action.constData(), Qt::Key_F7);
        QVERIFY2(tip().endsWith(u"(F7)"_s), qPrintable(tip()));
    }

    void aMachineOfADeploymentScalesTheDeployment()
    {
        fake::Stage stage;
        ChangeSet changes;
        changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 2, 2)};
        changes.of<core::api::MachineSet>().upserts = {fake::revision("edge", 1, "edge-a", 2, 2)};
        changes.of<core::api::Machine>().upserts = {
            fake::machine("edge-a-1", "edge-a", core::api::phases::running, "node-a")};
        stage.session.send(changes);
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "edge-a-1"}));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_S);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"scaleDialog"_s);
        QVERIFY(dialog);
        QVERIFY(dialog->labelText().contains(u"MachineDeployment edge "_s));
    }

    void whatHasNoSetSaysSo()
    {
        fake::Stage stage;
        ChangeSet changes;
        changes.of<core::api::Machine>().upserts = {loneMachine("alone")};
        stage.session.send(changes);
        QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "alone"}));
        QTest::keyClick(stage.table(Kind::Machine), Qt::Key_S);
        QCOMPARE(stage.notice(), u"Machine alone belongs to no set: there is nothing to scale."_s);
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
    }

    // X33
    void aHiddenWindowTakesEverythingIn()
    {
        fake::Stage stage;
        stage.window.hide();
        for (int i = 0; i < 50; ++i) {
            ChangeSet changes;
            changes.of<core::api::Machine>().upserts = {fake::machine(
                "workers-" + std::to_string(i), "workers", core::api::phases::running, "node-a")};
            stage.session.send(changes);
        }
        QCOMPARE(stage.session.acknowledged, 51);
        stage.window.show();
        QCOMPARE(stage.table(Kind::Machine)->tableModel().rowCount(), 53);
        QVERIFY(stage.label("inspectedName").contains(u"workers-0</b>"_s)); // the first one, as nobody chose
    }

    // X33
    void aQuestionHoldsNothingUpAndItsAnswerIsAboutWhatWasAsked()
    {
        fake::Stage stage;
        stage.table(Kind::MachineSet)->selectFirst();
        stage.action("remove")->trigger();
        auto *question = stage.window.findChild<QMessageBox *>(u"question"_s);
        QVERIFY(question);
        ChangeSet changes;
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("a-set-before-it", 1, 1)};
        stage.session.send(changes);
        QCOMPARE(stage.session.acknowledged, 2);
        QCOMPARE(stage.table(Kind::MachineSet)->tableModel().rowCount(), 2);
        question->findChild<QAbstractButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<DeleteThing>());
        QCOMPARE(stage.session.last<DeleteThing>()->thing.key, (ObjectKey {"default", "workers"}));
    }

    // X33
    void whateverIsOpenWhileEventsFlow_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : {1U, 2U, 3U, QRandomGenerator::global()->generate()})
            QTest::newRow(qPrintable(u"X33 seed %1"_s.arg(seed))) << seed;
    }

    void whateverIsOpenWhileEventsFlow();

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

namespace {

/// Presses, types, chooses, opens and drags at random, while a random cluster changes.
class Monkey
{
public:
    Monkey(fake::Stage &stage, unsigned seed) : m_stage(stage), m_dice(seed) { }

    void step()
    {
        switch (roll(9)) {
        case 0:
            return openTab();
        case 1:
            return pressKey();
        case 2:
            return runAction();
        case 3:
            return type();
        case 4:
            return drag();
        case 5:
            return answerWhatIsOpen();
        case 6:
            return answerCommand();
        default:
            return change();
        }
    }

    int sent() const { return m_sent; }

private:
    int roll(int sides) { return static_cast<int>(m_dice() % static_cast<unsigned>(sides)); }
    ui::ObjectTable *table() const
    {
        return m_stage.tabs()->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
    }

    void openTab() { QTest::keyClick(&m_stage.window, Qt::Key(Qt::Key_1 + roll(9)), Qt::AltModifier); }

    void pressKey()
    {
        const Qt::Key keys[] = {Qt::Key_J, Qt::Key_K, Qt::Key_G, Qt::Key_S, Qt::Key_U, Qt::Key_H, Qt::Key_X,
            Qt::Key_O, Qt::Key_D, Qt::Key_Y, Qt::Key_E, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Down,
            Qt::Key_Tab, Qt::Key_Slash};
        QWidget *popup = QApplication::activePopupWidget();
        QWidget *focus = popup ? popup : QApplication::focusWidget();
        QTest::keyClick(focus ? focus : table(), keys[roll(static_cast<int>(std::size(keys)))]);
    }

    void runAction()
    {
        const auto actions = m_stage.window.findChild<ui::Actions *>()->findChildren<QAction *>();
        QAction *action = actions[roll(static_cast<int>(actions.size()))];
        if (action != m_stage.action("quit"))
            action->trigger();
    }

    void type()
    {
        const QString words[] = {u"workers"_s, u"node-1"_s, u"!ready"_s, u"zzz"_s, {}};
        m_stage.filter()->setText(words[roll(5)]);
    }

    /// Begins, or ends, a selection with the mouse.
    void drag()
    {
        QWidget *view = table()->viewport();
        const QPoint place(20 + roll(200), 5 + roll(120));
        if (std::exchange(m_dragging, !m_dragging)) {
            QTest::mouseMove(view, place);
            QTest::mouseRelease(view, Qt::LeftButton, {}, place);
        } else {
            QTest::mousePress(view, Qt::LeftButton, {}, place);
        }
    }

    void answerWhatIsOpen()
    {
        if (QWidget *popup = QApplication::activePopupWidget()) {
            QTest::keyClick(popup, roll(2) == 0 ? Qt::Key_Return : Qt::Key_Escape);
            return;
        }
        const auto dialogs = m_stage.window.findChildren<QDialog *>();
        if (!dialogs.isEmpty())
            roll(2) == 0 ? dialogs.last()->accept() : dialogs.last()->reject();
    }

    void answerCommand()
    {
        if (m_stage.session.commands.empty())
            return;
        if (roll(2) == 0)
            m_stage.session.answer(std::string("Done."));
        else
            m_stage.session.answer(core::base::fail(core::base::ErrorKind::Conflict, "changed meanwhile"));
    }

    void change()
    {
        ChangeSet changes;
        for (int i = 0; i < 1 + roll(6); ++i) {
            const std::string name = std::to_string(roll(12));
            const auto kind = roll(5);
            if (kind == 0)
                changes.of<core::api::Machine>().removed.push_back({"default", "workers-" + name});
            else if (kind == 1)
                changes.of<core::api::Node>().removed.push_back({"", "node-" + name});
            else if (kind == 2)
                changes.of<core::api::Node>().upserts.push_back(
                    fake::node("node-" + name, roll(2) == 0 ? "True" : "False"));
            else
                changes.of<core::api::Machine>().upserts.push_back(
                    fake::machine("workers-" + name, "workers", core::api::phases::running, "node-" + name));
        }
        if (roll(8) == 0)
            changes.of<core::api::MachineSet>().removed = {{"default", "workers"}};
        else
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", roll(20), 1)};
        m_stage.session.send(changes);
        ++m_sent;
    }

    fake::Stage &m_stage;
    std::mt19937 m_dice;
    bool m_dragging = false;
    int m_sent = 0;
};

} // namespace

void KeysTest::whateverIsOpenWhileEventsFlow()
{
    QFETCH(unsigned, seed);
    fake::Stage stage;
    Monkey monkey(stage, seed);
    for (int step = 0; step < 400; ++step) {
        monkey.step();
        QCoreApplication::processEvents();
        QVERIFY(stage.window.isVisible());
        QVERIFY(stage.tabs()->isShown(ui::Kind(stage.tabs()->currentIndex())));
        const auto *table = stage.tabs()->currentWidget()->findChild<ui::ObjectTable *>(u"table"_s);
        for (const ObjectKey &key : table->selectedKeys())
            QVERIFY(table->tableModel().rowOf(key) >= 0);
        const auto chosen = table->chosenKey();
        const bool isInspectorOpen = stage.window.findChild<QLabel *>(u"inspectedName"_s)->isVisible();
        if (chosen && isInspectorOpen) // without a choice it says why
            QVERIFY2(stage.label("inspectedName").startsWith(u"<b>%1</b>"_s.arg(ui::text(chosen->name))),
                qPrintable(u"step %1: %2"_s.arg(step).arg(stage.label("inspectedName"))));
    }
    QCOMPARE(stage.session.acknowledged, monkey.sent() + 1); // nothing queues up
    QCOMPARE(stage.window.resets(), ui::kindCount);
}

QTEST_MAIN(KeysTest)
#include "tst_keys.moc"
