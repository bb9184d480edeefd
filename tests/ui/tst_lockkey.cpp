// SPDX-License-Identifier: GPL-3.0-or-later
// The lock of somebody's cluster, by keys (docs/window.md W49).
#include "tests/ui/stage.h"

#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using core::engine::Mode;

class LockTest : public QObject
{
    Q_OBJECT

private slots:
    // W49
    void unlockingIsAKeyAndAQuestionWhoseDefaultIsNo()
    {
        fake::Stage stage(fake::threeMachines(Mode::External));
        stage.table(ui::Kind::Machine)->selectFirst();
        QTest::keyClick(stage.table(ui::Kind::Machine), Qt::Key_L, Qt::ControlModifier);
        auto *question = stage.window.findChild<QWidget *>(u"question"_s);
        QVERIFY(question && question->isVisible());
        auto *accept = question->findChild<QPushButton *>(u"accept"_s);
        QVERIFY(accept && !accept->isDefault());
        QVERIFY(!stage.session.lockAsked);
        accept->click();
        QCOMPARE(stage.session.lockAsked, std::optional(false));
        QVERIFY(stage.session.commands.empty());
    }

    // W49
    void whatTheLockRefusesOffersToUnlock()
    {
        fake::Stage stage(fake::threeMachines(Mode::External));
        stage.table(ui::Kind::Machine)->selectFirst();
        stage.action("remove")->trigger();
        stage.action("remove")->trigger();
        const auto notices = [&] { return stage.window.findChildren<QLabel *>(u"noticeText"_s).size(); };
        QCOMPARE(notices(), 1);
        QVERIFY(stage.session.commands.empty());
        auto *unlock = stage.window.findChild<QToolButton *>(u"noticeAction"_s);
        QVERIFY(unlock);
        QCOMPARE(unlock->text(), u"Unlock…"_s);
        unlock->click();
        auto *question = stage.window.findChild<QWidget *>(u"question"_s);
        QVERIFY(question && question->isVisible());
        question->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.session.lockAsked, std::optional(false));
        QVERIFY(stage.session.commands.empty()); // what was refused is not made up for
        QCOMPARE(notices(), 0);
    }

    // W49
    void anUnlockedClusterIsLockedAtOnce()
    {
        core::engine::ChangeSet cluster = fake::threeMachines(Mode::External);
        cluster.status->locked = false;
        fake::Stage stage(cluster);
        stage.action("changeLock")->trigger();
        QVERIFY(!stage.window.findChild<QWidget *>(u"question"_s));
        QCOMPARE(stage.session.lockAsked, std::optional(true));
    }

    // W49
    void eachKeyThatWouldChangeSomethingSaysAtOnceHowToUnlock_data()
    {
        QTest::addColumn<ui::Kind>("kind");
        QTest::addColumn<QString>("action");
        const auto add = [](ui::Kind kind, const QStringList &actions) {
            for (const QString &action : actions)
                QTest::addRow("%s, %d", qPrintable(action), int(kind)) << kind << action;
        };
        add(ui::Kind::MachineSet, {u"scale"_s, u"editConfig"_s, u"editYaml"_s, u"remove"_s, u"newSet"_s});
        add(ui::Kind::Machine,
            {u"scale"_s, u"makeUnhealthy"_s, u"heal"_s, u"editYaml"_s, u"remove"_s, u"newCheck"_s,
                u"applyYaml"_s, u"install"_s});
        add(ui::Kind::Node, {u"makeUnhealthy"_s, u"heal"_s, u"remove"_s});
    }
    void eachKeyThatWouldChangeSomethingSaysAtOnceHowToUnlock()
    {
        QFETCH(ui::Kind, kind);
        QFETCH(QString, action);
        fake::Stage stage(fake::threeMachines(Mode::External));
        stage.table(kind)->selectFirst();
        QAction *chosen = stage.action(qPrintable(action));
        QVERIFY(chosen->isEnabled());
        chosen->trigger();
        QCOMPARE(stage.notice(),
            u"Locked: nothing can be changed in prod-eu. Unlock it at the top right first (Ctrl+L)."_s);
        QVERIFY(!QApplication::activePopupWidget());
        QVERIFY(!QApplication::activeModalWidget());
        QVERIFY(stage.session.commands.empty());
        for (const QWidget *widget : QApplication::topLevelWidgets())
            QVERIFY2(widget == &stage.window || !widget->isVisible(), widget->metaObject()->className());
        stage.action("takeOffer")->trigger(); // unlocks, which is asked about
        QVERIFY(stage.window.findChild<QWidget *>(u"question"_s));
    }

    // W49
    void aCellIsNotEditedWhileLocked()
    {
        fake::Stage stage(fake::threeMachines(Mode::External));
        ui::ObjectTable *sets = stage.table(ui::Kind::MachineSet);
        sets->selectFirst();
        const QModelIndex desired = sets->tableModel().index(0, sets->tableModel().columnIndex(u"desired"_s));
        sets->scrollTo(desired);
        QTRY_VERIFY(sets->viewport()->rect().contains(sets->visualRect(desired)));
        QTest::mouseClick(
            sets->viewport(), Qt::LeftButton, Qt::NoModifier, sets->visualRect(desired).center());
        QTest::mouseDClick(
            sets->viewport(), Qt::LeftButton, Qt::NoModifier, sets->visualRect(desired).center());
        QVERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s));
        QTRY_VERIFY2(stage.notice().startsWith(u"Locked"_s), qPrintable(stage.notice()));
    }

    void whatWasOpenedReadOnlyStaysSo()
    {
        core::engine::ChangeSet cluster = fake::threeMachines(Mode::External);
        cluster.status->readOnly = true;
        fake::Stage stage(cluster);
        stage.action("changeLock")->trigger();
        QVERIFY(!stage.window.findChild<QWidget *>(u"question"_s));
        QVERIFY(!stage.session.lockAsked);
        stage.table(ui::Kind::Machine)->selectFirst();
        stage.action("scale")->trigger();
        QCOMPARE(stage.notice(), u"The window was opened read-only: nothing can be changed."_s);
        QVERIFY(!stage.action("takeOffer")->isEnabled());
    }
};

QTEST_MAIN(LockTest)
#include "tst_lockkey.moc"
