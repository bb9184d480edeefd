// SPDX-License-Identifier: GPL-3.0-or-later
// A table without a row says why, and offers what helps.
#include "tests/ui/fakecluster.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/actions.h"
#include "ui/pages/emptystates.h"
#include "ui/pages/tables.h"
#include "ui/widgets/objecttable.h"

#include <QDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using namespace windowtest;

class EmptyTablesTest : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyTableSaysWhatIsTrue()
    {
        ui::ClusterView cluster;
        const Stage stage;
        const auto *actions = stage.window.findChild<ui::Actions *>();
        const auto empty = [&] { return ui::whenEmpty(ui::Kind::Machine, cluster, *actions); };
        const auto machines = [&] { return empty().why; };
        const auto contains = [&](const QString &words) { return machines().contains(words); };
        QVERIFY2(contains(u"nothing has been read yet"_s), qPrintable(machines()));
        ChangeSet changes;
        changes.reset = true;
        changes.status = fake::status();
        cluster.apply(changes);
        QVERIFY2(contains(u"no MachineSet"_s), qPrintable(machines()));
        QCOMPARE(empty().help, actions->newSet);
        QCOMPARE(ui::whenEmpty(ui::Kind::Node, cluster, *actions).help, actions->newSet);
        QCOMPARE(ui::whenEmpty(ui::Kind::HealthCheck, cluster, *actions).help, actions->newCheck);
        QCOMPARE(ui::whenEmpty(ui::Kind::MachineDeployment, cluster, *actions).help, actions->applyYaml);
        cluster.setMoment(fake::now() - 60s, false);
        QVERIFY2(contains(u"None at "_s), qPrintable(machines()));
        QCOMPARE(empty().help, actions->present);
        cluster.setMoment({}, false);
        changes.reset = false;
        changes.status->locked = true;
        cluster.apply(changes);
        QCOMPARE(empty().help, actions->changeLock);
        QVERIFY2(contains(u"Once it is unlocked: New MachineSet…"_s), qPrintable(machines()));
        changes.status->readOnly = true;
        cluster.apply(changes);
        QCOMPARE(empty().help, nullptr);
        changes.status->readOnly = changes.status->locked = false;
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 0, 0)};
        cluster.apply(changes);
        QVERIFY2(contains(u"no set wants any"_s), qPrintable(machines()));
        QCOMPARE(empty().help, actions->showSets);
        changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 4, 0)};
        cluster.apply(changes);
        QVERIFY2(contains(u"the sets want 4"_s), qPrintable(machines()));
        QCOMPARE(empty().help, nullptr); // they are on their way
        for (ControllerState &controller : changes.status->controllers)
            controller.wanted = controller.running = false;
        cluster.apply(changes);
        QVERIFY2(contains(u"the controller machineset is off"_s), qPrintable(machines()));
        QCOMPARE(empty().help, actions->startControllers);
        changes.status->missingCrds = {"machines.machine.openshift.io"};
        cluster.apply(changes);
        QVERIFY2(contains(u"does not serve machines.machine.openshift.io"_s), qPrintable(machines()));
        QCOMPARE(empty().help, actions->install);
        changes.status->missingCrds.clear();
        changes.status->unread = {{"machines.machine.sapcloud.io", "forbidden", true}};
        cluster.apply(changes);
        QVERIFY2(!contains(u"forbidden"_s), qPrintable(machines()));
        changes.status->unread.push_back(
            {"machines.machine.openshift.io", "machines is forbidden: no", true});
        cluster.apply(changes);
        QVERIFY2(contains(u"machines is forbidden"_s) && contains(u"get, list and watch"_s),
            qPrintable(machines()));
        changes.status->connection = Connection::Failed;
        changes.status->connectionNote = "nodes: connection refused";
        cluster.apply(changes);
        QVERIFY2(contains(u"connection refused"_s), qPrintable(machines()));
        changes.status->connection = Connection::Live;
        changes.status->connectionNote = "lab disk full: nothing more is written";
        cluster.apply(changes);
        QVERIFY2(contains(u"lab disk full"_s), qPrintable(machines()));
        QCOMPARE(empty().help, actions->clusters);
    }

    void anEmptyTableHasAButtonForWhatHelps()
    {
        Stage stage;
        ChangeSet nothing;
        nothing.reset = true;
        nothing.status = fake::status();
        stage.session.send(nothing);
        ui::ObjectTable *table = stage.table(Machines);
        auto *help = table->findChild<QToolButton *>(u"help"_s);
        QVERIFY(help);
        QTRY_VERIFY(help->isVisible());
        QCOMPARE(help->defaultAction(), stage.window.findChild<ui::Actions *>()->newSet);
        QVERIFY2(help->accessibleDescription().contains(u"no MachineSet"_s),
            qPrintable(help->accessibleDescription()));
        QTest::keyClick(table, Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), help);
        QTest::keyClick(help, Qt::Key_Space);
        QVERIFY(stage.window.findChild<QDialog *>(u"configDialog"_s));
        stage.session.send(smallCluster());
        QVERIFY(!help->isVisible());
    }

    void theWallWithoutAMachineTellsWhy()
    {
        Stage stage;
        stage.table(Machines);
        stage.window.findChild<QToolButton *>(u"wallOnly"_s)->click();
        const ui::ObjectTable *table = stage.window.findChild<ui::Tables *>()
                                           ->page(ui::Kind::Machine)
                                           .findChild<ui::ObjectTable *>(u"table"_s);
        QVERIFY(!table->isVisible());
        ChangeSet nothing;
        nothing.reset = true;
        nothing.status = fake::status();
        stage.session.send(nothing);
        QVERIFY(table->isVisible());
        QTRY_VERIFY(table->findChild<QToolButton *>(u"help"_s)->isVisible());
        stage.session.send(smallCluster());
        QVERIFY(!table->isVisible());
    }

    void theFilterThatHidesAllIsClearedByAButton()
    {
        Stage stage;
        ui::ObjectTable *table = stage.table(Machines);
        QTest::keyClick(table, Qt::Key_Slash);
        auto *filter = qobject_cast<QLineEdit *>(QApplication::focusWidget());
        QVERIFY(filter);
        QTest::keyClicks(filter, u"nobody"_s);
        auto *help = table->findChild<QToolButton *>(u"help"_s);
        QVERIFY(help);
        QTRY_VERIFY(help->isVisible());
        help->click();
        QVERIFY(filter->text().isEmpty());
        QCOMPARE(table->tableModel().rowCount(), 2);
        QVERIFY(!help->isVisible());
        QVERIFY(table->hasFocus());
    }

    void aMissingHealthCheckIsMadeFromWhereItIsMissed()
    {
        Stage stage;
        ChangeSet unwatched = smallCluster();
        unwatched.of<core::api::MachineHealthCheck>().upserts.clear();
        stage.session.send(unwatched);
        const auto proposal = [&] {
            auto *dialog = stage.window.findChild<QDialog *>(u"applyDialog"_s);
            const QString yaml =
                dialog ? dialog->findChild<QPlainTextEdit *>(u"applyYamlText"_s)->toPlainText() : QString();
            delete dialog;
            return yaml;
        };
        stage.table(Checks)->findChild<QToolButton *>(u"help"_s)->click();
        const QString yaml = proposal();
        QVERIFY2(yaml.contains(u"kind: MachineHealthCheck"_s) && yaml.contains(u"set: workers"_s),
            qPrintable(yaml));

        QTest::keyClick(stage.table(Machines), Qt::Key_J);
        ChangeSet asked;
        asked.inspection =
            Inspection {{&core::api::resourceOf<core::api::Machine>(), {"default", "workers-b"}}, {}};
        stage.session.send(asked);
        auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
        QVERIFY2(
            why->toPlainText().contains(u"No health check selects it"_s), qPrintable(why->toPlainText()));
        QVERIFY2(why->toHtml().contains(u"href=\"check:\""_s), qPrintable(why->toHtml()));
        emit why->anchorClicked(QUrl(u"check:"_s));
        QCOMPARE(proposal(), yaml);
        QVERIFY(!stage.question());
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(EmptyTablesTest)
#include "tst_emptytables.moc"
