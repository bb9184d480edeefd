// SPDX-License-Identifier: GPL-3.0-or-later
// The lock of somebody's cluster, by keys (docs/window.md W49).
#include "tests/ui/stage.h"

#include <QPushButton>

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
    void anUnlockedClusterIsLockedAtOnce()
    {
        core::engine::ChangeSet cluster = fake::threeMachines(Mode::External);
        cluster.status->locked = false;
        fake::Stage stage(cluster);
        stage.action("changeLock")->trigger();
        QVERIFY(!stage.window.findChild<QWidget *>(u"question"_s));
        QCOMPARE(stage.session.lockAsked, std::optional(true));
    }

    void whatWasOpenedReadOnlyStaysSo()
    {
        core::engine::ChangeSet cluster = fake::threeMachines(Mode::External);
        cluster.status->readOnly = true;
        fake::Stage stage(cluster);
        stage.action("changeLock")->trigger();
        QVERIFY(!stage.window.findChild<QWidget *>(u"question"_s));
        QVERIFY(!stage.session.lockAsked);
    }
};

QTEST_MAIN(LockTest)
#include "tst_lockkey.moc"
