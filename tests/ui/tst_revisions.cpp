// SPDX-License-Identifier: GPL-3.0-or-later
// Deployments: paused, resumed, rolled back to a revision, and how far a rollout is.
#include "tests/ui/fakecluster.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/format.h"
#include "ui/inspector/details.h"
#include "ui/widgets/objecttable.h"

#include <QInputDialog>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QTextBrowser>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::ObjectKey;
using namespace windowtest;

class RevisionsTest : public QObject
{
    Q_OBJECT

private slots:
    void deploymentIsPausedAndResumed()
    {
        Stage stage;
        stage.session.send(rollout());
        ui::ObjectTable *deployments = stage.table(Deployments);
        auto *pause = stage.window.findChild<QAction *>(u"pause"_s);
        QCOMPARE(pause->iconText(), u"Pause"_s);
        QTest::keyClick(deployments, Qt::Key_P);
        QVERIFY(stage.session.last<SetPaused>());
        QVERIFY(stage.session.last<SetPaused>()->paused);
        QVERIFY(stage.cell(Deployments, 0, u"progress"_s).endsWith(u", pausing"_s));

        auto paused = std::make_shared<core::api::MachineDeployment>(*fake::machineDeployment("edge", 2, 2));
        paused->spec.paused = true;
        ChangeSet confirmed;
        confirmed.of<core::api::MachineDeployment>().upserts = {paused};
        stage.session.send(confirmed);
        QVERIFY(stage.cell(Deployments, 0, u"progress"_s).startsWith(u"Paused"_s));
        QTRY_COMPARE(pause->iconText(), u"Resume"_s);
        QTest::keyClick(deployments, Qt::Key_P);
        QVERIFY(!stage.session.last<SetPaused>()->paused);
        QTest::keyClick(stage.table(Sets), Qt::Key_P); // no deployment
        QCOMPARE(stage.session.commands.size(), std::size_t(2));
    }

    // docs/window.md W71
    void somebodysDeploymentIsPausedOnceThatWasAskedAbout()
    {
        Stage stage(Mode::External);
        stage.unlock();
        stage.session.send(rollout());
        QTest::keyClick(stage.table(Deployments), Qt::Key_P);
        QTRY_VERIFY(stage.question());
        QVERIFY2(stage.question()->text().contains(u"Pause MachineDeployment edge in the cluster prod-eu"_s),
            qPrintable(stage.question()->text()));
        const auto details = [&stage] { return stage.question()->informativeText(); };
        QVERIFY2(
            details().contains(u"namespace default, spec.paused: false → true"_s), qPrintable(details()));
        QVERIFY2(details().contains(u"--context prod-eu patch"_s), qPrintable(details()));
        QVERIFY(details().contains(u"is being asked"_s));
        QVERIFY(stage.session.last<EditObject>() && stage.session.last<EditObject>()->onTrial);
        stage.session.answer(core::base::fail(core::base::ErrorKind::Forbidden, "no quota"));
        QVERIFY2(details().contains(u"refuses this for edge: no quota"_s), qPrintable(details()));
        QTest::keyClick(stage.question(), Qt::Key_Return); // Cancel is the default
        QTRY_VERIFY(!stage.question());
        QCOMPARE(stage.session.commands.size(), std::size_t(1));

        QTest::keyClick(stage.table(Deployments), Qt::Key_P);
        QTRY_VERIFY(stage.question());
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<SetPaused>());
        QVERIFY(stage.session.last<SetPaused>()->paused);
    }

    /// Pausing them together, and taking that back, leaves what was paused before as it is.
    void severalDeploymentsArePausedAtOnce()
    {
        Stage stage;
        auto paused = std::make_shared<core::api::MachineDeployment>(*fake::machineDeployment("edge", 2, 2));
        paused->spec.paused = true;
        ChangeSet three;
        three.of<core::api::MachineDeployment>().upserts = {
            fake::machineDeployment("dense", 2, 2), paused, fake::machineDeployment("far", 2, 2)};
        stage.session.send(three);
        ui::ObjectTable *deployments = stage.table(Deployments);
        deployments->selectKeys({{"default", "dense"}, {"default", "edge"}, {"default", "far"}});
        QTest::keyClick(deployments, Qt::Key_P);
        QCOMPARE(stage.session.commands.size(), std::size_t(2));
        for (const auto &command : stage.session.commands) {
            QVERIFY(std::get<SetPaused>(command).paused);
            QVERIFY(std::get<SetPaused>(command).deployment.key.name != "edge");
        }
    }

    void deploymentIsRolledBackToAChosenRevision()
    {
        Stage stage;
        stage.session.send(rollout());
        QTest::keyClick(stage.table(Deployments), Qt::Key_R);
        auto *dialog = stage.window.findChild<QInputDialog *>(u"revisionDialog"_s);
        QVERIFY(dialog);
        QCOMPARE(dialog->comboBoxItems().size(), 1); // the current revision is no choice
        QVERIFY(dialog->comboBoxItems().first().startsWith(u"1: edge-a"_s));
        QTest::keyClick(dialog, Qt::Key_Return);
        QTRY_VERIFY(stage.session.last<RollBack>());
        QCOMPARE(stage.session.last<RollBack>()->revision, 1);
        QCOMPARE(stage.session.last<RollBack>()->deployment.key, (ObjectKey {"default", "edge"}));
    }

    void nothingToRollBackTo()
    {
        Stage stage;
        ChangeSet changes = rollout();
        changes.of<core::api::MachineSet>().upserts = {fake::revision("edge", 3, "edge-c", 2, 2)};
        stage.session.send(changes);
        stage.table(Deployments);
        QVERIFY(!stage.window.findChild<QAction *>(u"rollBack"_s)->isEnabled());
    }

    void aRevisionIsReadAsControllersDo_data()
    {
        QTest::addColumn<QByteArray>("noted");
        QTest::addColumn<qint64>("revision");
        QTest::newRow("a number") << QByteArray("12") << qint64(12);
        QTest::newRow("nothing") << QByteArray() << qint64(0);
        QTest::newRow("a blank before it") << QByteArray(" 12") << qint64(0);
        QTest::newRow("a plus before it") << QByteArray("+12") << qint64(0);
        QTest::newRow("something behind it") << QByteArray("12a") << qint64(0);
        QTest::newRow("too large") << QByteArray("9223372036854775808") << qint64(0);
    }

    void aRevisionIsReadAsControllersDo()
    {
        QFETCH(QByteArray, noted);
        core::api::ObjectMeta meta;
        meta.annotations.emplace(core::api::keys::revision, noted.toStdString());
        QTEST(qint64(ui::revisionOf(meta)), "revision");
    }

    void progressOfARollout_data()
    {
        QTest::addColumn<int>("updated");
        QTest::addColumn<QString>("progressing");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("spoken");
        QTest::newRow("under way") << 1 << u"True"_s << u"MachineSetUpdated"_s
                                   << u"Provisioning 1/3 up to date · 2 old · 3 available"_s;
        QTest::newRow("done") << 3 << u"True"_s << u"NewMachineSetAvailable"_s
                              << u"Ready 3/3 up to date · 3 available"_s;
        QTest::newRow("stuck") << 1 << u"False"_s << u"ProgressDeadlineExceeded"_s
                               << u"Failed ProgressDeadlineExceeded · 1/3 up to date · 2 old · 3 available"_s;
    }

    void progressOfARollout()
    {
        QFETCH(int, updated);
        QFETCH(QString, progressing);
        QFETCH(QString, reason);
        Stage stage;
        ChangeSet changes;
        changes.of<core::api::MachineDeployment>().upserts = {
            fake::machineDeployment("edge", 3, updated, ui::utf8(progressing), ui::utf8(reason))};
        stage.session.send(changes);
        QTEST(stage.cell(Deployments, 0, u"progress"_s), "spoken");
    }

    void ownersAreFollowedUpToTheDeployment()
    {
        Stage stage;
        stage.session.send(rollout());
        ui::ObjectTable *machines = stage.table(Machines);
        QVERIFY(machines->selectKey({"default", "edge-c-1"}));
        QTest::keyClick(machines, Qt::Key_O);
        auto *name = stage.window.findChild<QLabel *>(u"inspectedName"_s);
        QVERIFY(name->text().contains(u"edge-c</b>"_s));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_O);
        QVERIFY(name->text().contains(u"edge</b>"_s));
        auto *summary = stage.window.findChild<QTextBrowser *>(u"summary"_s);
        stage.window.findChild<QAction *>(u"inspect"_s)->trigger();
        QVERIFY(summary->toPlainText().contains(u"revision 3: edge-c, 2/2 Ready"_s));
        QVERIFY(summary->toPlainText().contains(u"RollingUpdate, surge 1, unavailable 0"_s));
        QVERIFY(!stage.window.findChild<QAction *>(u"goToOwner"_s)->isEnabled());
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(RevisionsTest)
#include "tst_revisions.moc"
