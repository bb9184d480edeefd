// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is pressed, chosen and opened while events flow, the window holds, and takes everything in.
#include "tests/ui/stage.h"
#include "ui/actions.h"
#include "ui/format.h"

#include <QAbstractButton>
#include <QDialog>
#include <QMessageBox>
#include <QRandomGenerator>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::ObjectKey;
using ui::Kind;

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

class MonkeyTest : public QObject
{
    Q_OBJECT

private slots:
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
};

void MonkeyTest::whateverIsOpenWhileEventsFlow()
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

QTEST_MAIN(MonkeyTest)
#include "tst_monkey.moc"
