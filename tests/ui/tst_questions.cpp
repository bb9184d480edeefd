// SPDX-License-Identifier: GPL-3.0-or-later
// What the window refuses and what it asks first: locked clusters, deletions, controllers, another cluster.
#include "core/engine/machineunits.h"
#include "tests/ui/fakecluster.h"
#include "tests/ui/fakesession.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/format.h"
#include "ui/mainwindow.h"
#include "ui/widgets/objecttable.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using namespace windowtest;

class QuestionsTest : public QObject
{
    Q_OBJECT

private slots:
    void labDeletesAMachineAtOnceButAsksForASet()
    {
        Stage stage;
        QTest::keyClick(stage.table(Machines), Qt::Key_X);
        QVERIFY(stage.session.last<DeleteThing>());
        QCOMPARE(stage.session.last<DeleteThing>()->thing.resource->kind, std::string("Machine"));
        QTest::keyClick(stage.table(Sets), Qt::Key_X);
        QCOMPARE(stage.session.commands.size(), std::size_t(1));
        QVERIFY(stage.question());
        QVERIFY(stage.question()->text().contains(u"MachineSet workers"_s));
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.session.last<DeleteThing>()->thing.resource->kind, std::string("MachineSet"));
    }

    /// What wipes out more than one machine in somebody's cluster.
    void externalDemandsTheNameBeforeASetGoes()
    {
        Stage stage(Mode::External);
        stage.unlock();
        QTest::keyClick(stage.table(Machines), Qt::Key_X);
        QVERIFY(stage.question());
        QVERIFY(!stage.question()->findChild<QLineEdit *>(u"typed"_s)); // one machine, which is replaced
        stage.question()->reject();
        QTRY_VERIFY(!stage.question());
        QTest::keyClick(stage.table(Sets), Qt::Key_X);
        QVERIFY(stage.question());
        auto *typed = stage.question()->findChild<QLineEdit *>(u"typed"_s);
        QTRY_VERIFY(typed->hasFocus());
        QTest::keyClick(typed, Qt::Key_Return);
        QTRY_VERIFY(!stage.question());
        QVERIFY(stage.session.commands.empty());
        QTest::keyClick(stage.table(Sets), Qt::Key_X);
        QTRY_VERIFY(stage.question());
        typed = stage.question()->findChild<QLineEdit *>(u"typed"_s);
        const auto *accept = stage.question()->findChild<QPushButton *>(u"accept"_s);
        QTest::keyClicks(typed, u"worker"_s);
        QVERIFY(!accept->isEnabled());
        QTest::keyClicks(typed, u"s"_s);
        QVERIFY(accept->isEnabled());
        QTest::keyClick(typed, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(stage.session.last<DeleteThing>(), 15'000); // W46
        QCOMPARE(stage.session.last<DeleteThing>()->thing.resource->kind, std::string("MachineSet"));
    }

    void externalIsLockedAtFirst()
    {
        Stage stage(Mode::External);
        ui::ObjectTable *sets = stage.table(Sets);
        QTest::keyClick(sets, Qt::Key_S);
        QVERIFY(stage.notice().contains(u"Locked"_s));
        QVERIFY(!sets->findChild<QSpinBox *>(u"replicas"_s));
        QTest::keyClick(stage.table(Machines), Qt::Key_X);
        QTest::keyClick(stage.table(Nodes), Qt::Key_H);
        QVERIFY(stage.session.commands.empty());
    }

    /// A cluster may be anybody's while nothing is known of it.
    void lockedUntilTheClusterIsKnown()
    {
        fake::Session session;
        ui::MainWindow window(session, {.fresh = true, .theme = ui::Scheme::Light});
        const auto *lock = window.findChild<QToolButton *>(u"lock"_s);
        QCOMPARE(window.findChild<QLabel *>(u"badge"_s)->text(), u"…"_s);
        QCOMPARE(window.windowTitle(), u"[…] Hollow Lab"_s);
        QCOMPARE(lock->text(), u"Locked"_s);
        QVERIFY(!lock->isEnabled());
        QVERIFY(!window.findChild<QWidget *>(u"pace10"_s)->isVisibleTo(&window));
        session.send(smallCluster(Mode::Lab));
        QCOMPARE(window.findChild<QLabel *>(u"badge"_s)->text(), u"LAB"_s);
        QCOMPARE(window.windowTitle(), u"[LAB demo] Hollow Lab"_s);
        QCOMPARE(lock->text(), u"Unlocked"_s);
        QVERIFY(lock->isEnabled());
    }

    void unlockingAsksNamesTheServerAndExpires()
    {
        Stage stage(Mode::External);
        QCOMPARE(stage.lock()->text(), u"Locked"_s);
        stage.lock()->click();
        QVERIFY(!stage.session.lockAsked);
        QVERIFY(stage.lock()->isChecked());
        QVERIFY(stage.question()->text().contains(u"prod-eu"_s));
        QVERIFY(stage.question()->informativeText().contains(u"https://api.prod-eu.example:6443"_s));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QVERIFY(!stage.session.lockAsked);
        stage.lock()->click();
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.session.lockAsked, std::optional(false));
        QCOMPARE(stage.lock()->text(), u"Locked"_s); // a wish is no fact
        stage.unlock();
        QCOMPARE(stage.lock()->text(), u"Unlocked, 15\u00a0min left"_s);
        ChangeSet ahead; // the core's clock is a little ahead of what the window knows of it
        ahead.status = fake::status(Mode::External);
        ahead.status->locked = false;
        ahead.status->unlockedUntil = fake::now() + 15min + 900ms;
        stage.session.send(ahead);
        QCOMPARE(stage.lock()->text(), u"Unlocked, 15\u00a0min left"_s);
        stage.lock()->click(); // back at once
        QCOMPARE(stage.session.lockAsked, std::optional(true));
    }

    // W49
    void unlockingSaysForHowLong_data()
    {
        QTest::addColumn<int>("minutes");
        QTest::addColumn<QString>("accept");
        QTest::addColumn<QString>("details");
        QTest::newRow("as at first") << 15 << u"Unlock for 15 minutes"_s
                                     << u"15 minutes after the last change"_s;
        QTest::newRow("as set") << 90 << u"Unlock for 90 minutes"_s << u"90 minutes after the last change"_s;
    }

    void unlockingSaysForHowLong()
    {
        QFETCH(int, minutes);
        Stage stage(Mode::External);
        ChangeSet changes;
        changes.status = fake::status(Mode::External);
        changes.status->relockAfter = std::chrono::minutes(minutes);
        stage.session.send(changes);
        stage.lock()->click();
        QTEST(stage.question()->findChild<QPushButton *>(u"accept"_s)->text(), "accept");
        QFETCH(QString, details);
        QVERIFY(stage.question()->informativeText().contains(details));
    }

    // X14
    void anotherClusterIsAskedAbout()
    {
        Stage stage(Mode::External);
        ChangeSet changes;
        changes.status = fake::status(Mode::External);
        changes.status->connection = core::engine::Connection::Failed;
        changes.status->connectionNote = "another cluster answers than at first";
        changes.status->otherCluster = core::engine::OtherCluster {"uid-1", "uid-2"};
        stage.session.send(changes);
        QVERIFY(stage.question()->text().contains(u"https://api.prod-eu.example:6443"_s));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        changes.status->now += std::chrono::minutes(1);
        stage.session.send(changes);
        QVERIFY(!stage.question()); // asked once
        QVERIFY(!stage.session.lockAsked);
        stage.lock()->click(); // asks again
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.session.lockAsked, std::optional(false));
    }

    void aLabLocksAndUnlocksWithoutAQuestion()
    {
        Stage stage;
        stage.lock()->click();
        QCOMPARE(stage.session.lockAsked, std::optional(true));
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->locked = true;
        stage.session.send(changes);
        QCOMPARE(stage.lock()->text(), u"Locked"_s);
        stage.lock()->click();
        QCOMPARE(stage.session.lockAsked, std::optional(false));
    }

    void externalAsksBeforeDeleting()
    {
        Stage stage(Mode::External);
        stage.unlock();
        QTest::keyClick(stage.table(Machines), Qt::Key_X);
        QVERIFY(stage.session.commands.empty());
        QVERIFY(stage.question());
        QVERIFY(stage.question()->text().contains(u"Machine workers-a"_s));
        QVERIFY(stage.question()->text().contains(u"prod-eu"_s));
        QVERIFY(stage.question()->text().contains(u"https://api.prod-eu.example:6443"_s));
        QVERIFY(stage.question()->informativeText().contains(
            u"delete -n default machines.machine.openshift.io/workers-a"_s));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QVERIFY(stage.session.commands.empty());
    }

    void whatGoesWithASetIsTold()
    {
        Stage stage(Mode::External);
        stage.unlock();
        QTest::keyClick(stage.table(Sets), Qt::Key_X);
        QVERIFY(stage.question());
        QVERIFY2(stage.question()->informativeText().contains(u"2 machines are deleted along with that."_s),
            qPrintable(stage.question()->informativeText()));
    }

    void externalAsksBeforeBreakingANode()
    {
        Stage stage(Mode::External);
        stage.unlock();
        QTest::keyClick(stage.table(Machines), Qt::Key_U);
        stage.chooseFault(0);
        QTRY_VERIFY(stage.question());
        QVERIFY(stage.session.commands.empty());
        QVERIFY(stage.question()->text().contains(u"node-a"_s));
        QVERIFY(stage.question()->text().contains(u"prod-eu"_s));
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<BreakNodes>());
    }

    void externalAsksBeforeTurningAControllerOn()
    {
        Stage stage(Mode::External);
        stage.unlock();
        auto *box = stage.window.findChild<QAbstractButton *>(u"controller-machineset"_s);
        QVERIFY(box);
        box->click();
        QVERIFY(stage.session.commands.empty());
        QVERIFY(!box->isChecked()); // it is not on yet
        QVERIFY(stage.question()->informativeText().contains(u"https://api.prod-eu.example:6443"_s));
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<SwitchController>());
        QVERIFY(stage.session.last<SwitchController>()->on);
    }

    /// docs/window.md W35: one question for all that machines need, which names each and the server.
    void controllersOfMachinesAreSwitchedOnTogether()
    {
        Stage stage(Mode::External);
        stage.unlock();
        ChangeSet changes;
        changes.status = fake::status(Mode::External);
        changes.status->locked = false;
        for (core::engine::ControllerState &controller : changes.status->controllers)
            controller.wanted = controller.running = controller.name == "nodelink";
        stage.session.send(changes);
        const auto needed = core::engine::unitsThatMachinesNeed(core::engine::ControllerGroup::MachineApi);
        QCOMPARE(needed.size(), 5U);
        std::vector<std::string> off;
        for (const auto &controller : changes.status->controllers) {
            if (!controller.wanted && std::ranges::find(needed, controller.name) != needed.end())
                off.push_back(controller.name);
        }
        QVERIFY(off.size() > 1);
        auto *button = stage.window.findChild<QAbstractButton *>(u"turnOnMachines"_s);
        QVERIFY(!button->isHidden());
        button->click();
        QVERIFY(stage.session.commands.empty());
        const QString words = stage.question()->informativeText();
        QVERIFY(words.contains(u"https://api.prod-eu.example:6443"_s));
        for (const std::string &name : off)
            QVERIFY2(words.contains(ui::text(name) + u": "_s), name.c_str());
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(stage.session.commands.size(), off.size());
        changes.status->controllers.clear();
        for (const std::string &name : needed)
            changes.status->controllers.push_back({name, "does it", true, true});
        stage.session.send(changes);
        QTRY_VERIFY(button->isHidden());
    }

    void prerequisitesAreListedBeforeAsking()
    {
        Stage stage(Mode::External);
        stage.unlock();
        stage.window.findChild<QAction *>(u"install"_s)->trigger();
        QVERIFY(stage.question()->informativeText().contains(u"Namespace kubemark-actuator"_s));
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<InstallPrerequisites>());
        stage.session.answer(std::string("a created\nb created"));
        QCOMPARE(stage.notice(), u"Installed the prerequisites"_s);
    }

    void readOnlyCanNotBeUnlocked()
    {
        Stage stage;
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->readOnly = changes.status->locked = true;
        stage.session.send(changes);
        QVERIFY(!stage.window.findChild<QToolButton *>(u"lock"_s)->isEnabled());
        QTest::keyClick(stage.table(Machines), Qt::Key_X);
        QVERIFY(stage.session.commands.empty());
        QVERIFY(stage.notice().contains(u"read-only"_s));
    }

    // KC9
    void anotherClusterInTheKubeconfigIsAskedFor()
    {
        Stage stage(Mode::External);
        const QString what = u"the context prod-eu names another server (https://b:6443 instead of it)"_s;
        int opened = 0;
        stage.window.tellKubeconfigChange(what, [&] { ++opened; });
        QVERIFY2(stage.notice().contains(what), qPrintable(stage.notice()));
        QVERIFY(stage.notice().contains(u"stays with https://api.prod-eu.example:6443"_s));
        stage.window.findChild<QToolButton *>(u"noticeAction"_s)->click();
        const QString details = stage.question()->informativeText();
        QVERIFY2(
            details.startsWith(u"The kubeconfig has changed: "_s + what + u".\n"_s), qPrintable(details));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QCOMPARE(opened, 0);
        stage.window.tellKubeconfigChange({}, nullptr); // it says the same again
        QTRY_COMPARE(stage.notices(), QStringList());
        stage.window.tellKubeconfigChange(u"no such file"_s, nullptr);
        QTRY_COMPARE(stage.notices().size(), 1);
        QVERIFY(!stage.window.findChild<QToolButton *>(u"noticeAction"_s));
        stage.window.tellKubeconfigChange(what, [&] { ++opened; });
        stage.window.findChild<QToolButton *>(u"noticeAction"_s)->click();
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QCOMPARE(opened, 1);
    }

    // W36
    void whatIsOldIsChangedOnceItIsAskedAbout_data()
    {
        QTest::addColumn<std::chrono::seconds>("lostFor");
        QTest::addColumn<bool>("asks");
        QTest::newRow("just lost") << 1s << false;
        QTest::newRow("lost for long") << 30s << true;
    }

    void whatIsOldIsChangedOnceItIsAskedAbout()
    {
        QFETCH(std::chrono::seconds, lostFor);
        QFETCH(bool, asks);
        Stage stage;
        ChangeSet changes;
        changes.status = fake::status();
        changes.status->connection = Connection::Reconnecting;
        changes.status->liveUntil = fake::now() - lostFor;
        stage.session.send(changes);
        const auto heal = [&] { QTest::keyClick(stage.table(Nodes), Qt::Key_H); };
        heal();
        if (!asks) {
            QVERIFY(stage.session.last<HealNodes>());
            return;
        }
        QTRY_VERIFY(stage.question());
        QVERIFY(stage.question()->text().contains(u"since "_s + ui::clockText(fake::now() - lostFor)));
        QVERIFY(stage.question()->informativeText().contains(u"heal node-"_s));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QVERIFY(stage.session.commands.empty());
        heal();
        QTRY_VERIFY(stage.question());
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<HealNodes>());
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(QuestionsTest)
#include "tst_questions.moc"
