// SPDX-License-Identifier: GPL-3.0-or-later
// What is chosen and what is inspected stay one, or say why not: while machines are replaced, scaled away,
// filtered out, and made anew.
#include "tests/ui/stage.h"
#include "tests/ui/zonedcluster.h"
#include "ui/format.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTextBrowser>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using core::api::Machine;
using core::api::Node;
using core::api::ObjectKey;
using Keys = std::vector<ObjectKey>;
using ui::Kind;

namespace {

const ObjectKey b {"default", "workers-b"};

ChangeSet without(const std::string &name)
{
    ChangeSet changes;
    changes.of<Machine>().removed = {{"default", "workers-" + name}};
    changes.of<Node>().removed = {{"", "node-" + name}};
    return changes;
}

std::shared_ptr<const Machine> again(const std::string &name, const std::string &uid)
{
    auto machine = std::make_shared<Machine>(
        *fake::machine("workers-" + name, "workers", core::api::phases::running, "node-" + name));
    machine->metadata.uid = uid;
    return machine;
}

core::timeline::Episode replacement(const std::string &broken, const std::string &replacement)
{
    core::timeline::Episode episode;
    episode.id = 1;
    episode.machine = {"default", broken};
    episode.node = "node-b";
    episode.machineSet = {"default", "workers"};
    episode.cause = "NotReady";
    episode.unhealthyAt = fake::now();
    episode.replacement = {"default", replacement};
    return episode;
}

} // namespace

class SelectionTest : public QObject
{
    Q_OBJECT

private slots:
    void aReplacedMachineStaysInspectedAndNoOtherIsChosen()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QTest::keyClick(machines, Qt::Key_J);
        QVERIFY(stage.label("inspectedName").contains(u"workers-b</b>"_s));
        ChangeSet replaced = without("b");
        replaced.of<Machine>().upserts = {
            fake::machine("workers-x", "workers", core::api::phases::provisioning, {}, 1s)};
        replaced.episodes = {replacement("workers-b", "workers-x")};
        stage.session.send(replaced);

        QVERIFY(stage.label("inspectedName").contains(u"workers-b</b>"_s));
        QVERIFY2(stage.label("headline").startsWith(u"deleted at "_s), qPrintable(stage.label("headline")));
        QVERIFY(stage.label("headline").contains(u"replaced by <a"_s));
        QCOMPARE(machines->selectedKeys(), Keys {});
        QVERIFY(!stage.action("makeUnhealthy")->isEnabled());
        QTest::keyClick(machines, Qt::Key_U);
        QVERIFY(!QApplication::activePopupWidget());

        stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s)->setCurrentIndex(1);
        auto *summary = stage.window.findChild<QTextBrowser *>(u"summary"_s);
        QVERIFY(summary->toPlainText().contains(u"node-b"_s)); // as it was seen last
        stage.window.findChild<QTabWidget *>(u"inspectorTabs"_s)->setCurrentIndex(3);
        QVERIFY(stage.window.findChild<QPlainTextEdit *>(u"yaml"_s)->toPlainText().contains(
            u"name: workers-b"_s));

        auto *headline = stage.window.findChild<QLabel *>(u"headline"_s);
        emit headline->linkActivated(headline->text().section(u'"', 1, 1));
        QCOMPARE(machines->selectedKeys(), (Keys {{"default", "workers-x"}}));
        QVERIFY(stage.label("inspectedName").contains(u"workers-x</b>"_s));
    }

    /// That holds also when it is gone by then.
    void aReplacementIsOfTheFamilyOfWhatItReplaces()
    {
        ChangeSet cluster = fake::threeMachines();
        fake::addMcm(cluster);
        fake::Stage stage(cluster);
        const ObjectKey broken {"shoot", "shoot-b-1"};
        QVERIFY(stage.table(Kind::McmMachine)->selectKey(broken));
        ChangeSet replaced;
        replaced.of<core::api::mcm::Machine>().removed = {broken};
        auto episode = replacement({}, {});
        episode.isOfMcm = true;
        episode.machine = broken;
        episode.node = "shoot-b-1-node";
        episode.machineSet = {"shoot", "shoot-b"};
        episode.replacement = {"shoot", "shoot-b-x"};
        replaced.episodes = {episode};
        stage.session.send(replaced);
        QVERIFY2(stage.label("headline").contains(ui::linkTo({Kind::McmMachine, episode.replacement})),
            qPrintable(stage.label("headline")));
    }

    void aMachineScaledAwayHasNoReplacement()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QVERIFY(machines->selectKey(b));
        stage.session.send(without("b"));
        QVERIFY(stage.label("inspectedName").contains(u"workers-b</b>"_s));
        QVERIFY(stage.label("headline").startsWith(u"deleted at "_s));
        QVERIFY(!stage.label("headline").contains(u"replaced"_s));
        QTest::keyClick(machines, Qt::Key_J); // goes on where it was
        QCOMPARE(machines->selectedKeys(), (Keys {{"default", "workers-c"}}));
        QVERIFY(stage.label("inspectedName").contains(u"workers-c</b>"_s));
    }

    void aMachineDeletedByHandKnowsItsOnlySuccessor()
    {
        fake::Stage stage;
        QVERIFY(stage.table(Kind::Machine)->selectKey(b));
        auto going = std::make_shared<Machine>(
            *fake::machine("workers-b", "workers", core::api::phases::running, "node-b"));
        going->metadata.deletionTimestamp = fake::now();
        ChangeSet changes;
        changes.of<Machine>().upserts = {going};
        stage.session.send(changes);
        ChangeSet gone = without("b");
        gone.of<Machine>().upserts = {
            fake::machine("workers-x", "workers", core::api::phases::provisioning, {}, 0s)};
        stage.session.send(gone);
        QVERIFY2(stage.label("headline").contains(u"replaced by"_s), qPrintable(stage.label("headline")));
        QVERIFY(stage.label("headline").contains(u"workers-x"_s));
    }

    void theFirstRowThatNobodyChoseIsNotExchangedEither()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QCOMPARE(machines->selectedKeys(), (Keys {{"default", "workers-a"}}));
        stage.session.send(without("a"));
        QCOMPARE(machines->selectedKeys(), Keys {});
        QVERIFY(stage.label("inspectedName").contains(u"workers-a</b>"_s));
    }

    void whatIsChosenStaysInSightWhenThereIsLessRoom()
    {
        fake::Stage stage(fake::zonedCluster(60), {1280, 900});
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QTRY_VERIFY(machines->rowAt(machines->viewport()->height() - 1) > 3);
        const int row = machines->rowAt(machines->viewport()->height() - 1) - 1;
        const auto bottom = [&] { return machines->rowViewportPosition(row) + machines->rowHeight(row); };
        QVERIFY(machines->selectKey(machines->tableModel().keyAt(row)));
        const int before = bottom();
        machines->setMaximumHeight(machines->height() - 3 * machines->rowHeight(row));
        QTRY_VERIFY(machines->viewport()->height() < before);
        QVERIFY2(bottom() <= machines->viewport()->height(), qPrintable(QString::number(bottom())));
    }

    void whatAMenuIsAboutStaysChosen()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        stage.action("makeUnhealthy")->trigger(); // with the mouse: no row was chosen before
        QVERIFY(QApplication::activePopupWidget());
        ChangeSet before;
        before.of<Machine>().upserts = {
            fake::machine("workers-0", "workers", core::api::phases::running, "node-a")};
        stage.session.send(before);
        QCOMPARE(machines->selectedKeys(), (Keys {{"default", "workers-a"}}));
        QApplication::activePopupWidget()->close();
    }

    void aFilterChoosesItsFirstMatch()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QTest::keyClick(machines, Qt::Key_Slash);
        QTest::keyClicks(QApplication::focusWidget(), u"node-c"_s);
        QVERIFY(stage.label("inspectedName").contains(u"workers-c</b>"_s));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_U);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QTest::keyClick(menu, Qt::Key_Return);
        QVERIFY(stage.session.last<BreakNodes>());
        QCOMPARE(stage.session.last<BreakNodes>()->nodes, std::vector<std::string> {"node-c"});
        QTest::keyClick(machines, Qt::Key_Escape);
        QCOMPARE(machines->selectedKeys(), (Keys {{"default", "workers-c"}}));
    }

    void whatTheFilterHidesIsSaidAndComesBackChosen()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QVERIFY(machines->selectKey(b));
        stage.filter()->setText(u"nothing like this"_s);
        QCOMPARE(machines->selectedKeys(), Keys {});
        QVERIFY(stage.label("inspectedName").contains(u"workers-b</b>"_s));
        QVERIFY2(stage.label("inspectedName").contains(u"hidden by the filter"_s),
            qPrintable(stage.label("inspectedName")));
        stage.filter()->clear();
        QCOMPARE(machines->selectedKeys(), (Keys {b}));
        QVERIFY(!stage.label("inspectedName").contains(u"hidden"_s));
    }

    void aRowThatLeavesTheFilterByItselfIsNotExchanged()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        stage.filter()->setText(u"health=ready"_s);
        QVERIFY(machines->selectKey(b));
        ChangeSet broken;
        broken.of<Node>().upserts = {fake::node("node-b", "Unknown")};
        stage.session.send(broken);
        QCOMPARE(machines->tableModel().rowCount(), 2);
        QCOMPARE(machines->selectedKeys(), Keys {});
        QVERIFY(stage.label("inspectedName").contains(u"workers-b</b>"_s));
        QVERIFY(stage.label("inspectedName").contains(u"hidden by the filter"_s));
        broken.of<Node>().upserts = {fake::node("node-b", "True")};
        stage.session.send(broken);
        QCOMPARE(machines->selectedKeys(), (Keys {b}));
    }

    void deselectingIsSaid()
    {
        fake::Stage stage;
        stage.table(Kind::Machine)->clearSelection();
        QVERIFY(stage.label("inspectedName").contains(u"not selected"_s));
    }

    void theOnlyRowIsChosenByKeys_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("Home") << Qt::Key_Home;
        QTest::newRow("End") << Qt::Key_End;
        QTest::newRow("Down") << Qt::Key_Down;
        QTest::newRow("Up") << Qt::Key_Up;
        QTest::newRow("j") << Qt::Key_J;
        QTest::newRow("G") << Qt::Key_G;
    }

    /// W62: also where nothing is chosen any more, as in a lab whose set was made anew since the last start.
    void theOnlyRowIsChosenByKeys()
    {
        QFETCH(Qt::Key, key);
        fake::Stage stage;
        ui::ObjectTable *sets = stage.table(Kind::MachineSet);
        sets->setFocus();
        sets->selectFirst();
        const Keys only = sets->selectedKeys();
        QCOMPARE(sets->tableModel().rowCount(), 1);
        sets->clearSelection();
        QCOMPARE(sets->selectedKeys(), Keys());
        QTest::keyClick(sets, key, key == Qt::Key_G ? Qt::ShiftModifier : Qt::NoModifier);
        QCOMPARE(sets->selectedKeys(), only);
    }

    void theFirstRowIsTheFirstThatKeysChoose_data()
    {
        QTest::addColumn<Qt::Key>("key");
        QTest::newRow("Down") << Qt::Key_Down;
        QTest::newRow("Home") << Qt::Key_Home;
        QTest::newRow("j") << Qt::Key_J;
    }

    void theFirstRowIsTheFirstThatKeysChoose()
    {
        QFETCH(Qt::Key, key);
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        machines->setFocus();
        machines->selectFirst();
        machines->clearSelection();
        QTest::keyClick(machines, key);
        QCOMPARE(machines->selectedKeys(), (Keys {{"default", "workers-a"}}));
        QTest::keyClick(machines, Qt::Key_Down);
        QCOMPARE(machines->selectedKeys(), (Keys {b}));
    }

    void aLinkToAHiddenRowOffersToShowIt()
    {
        fake::Stage stage;
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        stage.filter()->setText(u"workers-a"_s);
        QVERIFY(stage.table(Kind::Node)->selectKey({"", "node-b"}));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_O);
        QVERIFY2(
            stage.notice().startsWith(u"The filter hides Machine workers-b"_s), qPrintable(stage.notice()));
        stage.window.findChild<QAbstractButton *>(u"noticeAction"_s)->click();
        QCOMPARE(machines->selectedKeys(), (Keys {b}));
    }

    void anObjectMadeAnewUnderItsNameIsAnother()
    {
        fake::Stage stage;
        ChangeSet first;
        first.of<Machine>().upserts = {again("b", "uid-1")};
        stage.session.send(first);
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        QVERIFY(machines->selectKey(b));
        ChangeSet second; // both happened between two batches: the deletion itself is not in it
        second.of<Machine>().upserts = {again("b", "uid-2")};
        stage.session.send(second);
        QCOMPARE(machines->selectedKeys(), Keys {});
        QVERIFY(stage.label("headline").startsWith(u"deleted at "_s));
        QVERIFY(machines->selectKey(b));
        QVERIFY(!stage.label("headline").startsWith(u"deleted at "_s));
    }

    void theSameObjectThatComesBackIsChosenAgain_data()
    {
        QTest::addColumn<bool>("atOnce");
        QTest::newRow("X31 gone and back in one batch") << true;
        QTest::newRow("X31 gone and back in two") << false;
    }

    void theSameObjectThatComesBackIsChosenAgain()
    {
        QFETCH(bool, atOnce);
        fake::Stage stage(fake::demoCluster());
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        const auto &model = machines->tableModel();
        const ObjectKey key = model.keyAt(model.rowCount() / 2);
        QVERIFY(machines->selectKey(key));
        const int line = machines->rowViewportPosition(model.rowOf(key));
        ChangeSet gone;
        ChangeSet back;
        for (int row = 0; row < model.rowCount(); ++row) {
            gone.of<Machine>().removed.push_back(model.keyAt(row));
            back.of<Machine>().upserts.push_back(
                std::static_pointer_cast<const Machine>(model.objectAt(row)));
        }
        if (atOnce) {
            gone.of<Machine>().upserts = back.of<Machine>().upserts;
            stage.session.send(gone);
        } else {
            stage.session.send(gone);
            QCOMPARE(model.rowCount(), 0);
            stage.session.send(back);
        }
        QCOMPARE(machines->selectedKeys(), Keys {key});
        QCOMPARE(machines->rowViewportPosition(model.rowOf(key)), line);
    }

    // X31
    void aStormLeavesNoStaleRow()
    {
        ChangeSet cluster = fake::demoCluster();
        fake::Stage stage(cluster);
        std::vector<std::unique_ptr<QAbstractItemModelTester>> testers;
        for (ui::ObjectTable *table : stage.window.findChildren<ui::ObjectTable *>())
            testers.push_back(std::make_unique<QAbstractItemModelTester>(
                &table->tableModel(), QAbstractItemModelTester::FailureReportingMode::QtTest));
        ui::ObjectTable *machines = stage.table(Kind::Machine);
        const auto &model = machines->tableModel();
        QVERIFY(machines->selectKey(model.keyAt(model.rowCount() / 2)));
        std::vector<std::shared_ptr<const Machine>> first;
        for (int row = 0; row < model.rowCount(); ++row)
            first.push_back(std::static_pointer_cast<const Machine>(model.objectAt(row)));

        for (int round = 1; round <= 10; ++round) { // a second in batches of 100 ms
            ChangeSet storm;
            for (const auto &old : first) {
                Machine anew = *old;
                anew.metadata.uid = old->metadata.uid + "-" + std::to_string(round);
                anew.status.phase = round % 2 == 0 ? core::api::phases::running : core::api::phases::failed;
                if (round % 3 == 0) // the deletion is seen as well
                    storm.of<Machine>().removed.push_back(old->key());
                storm.of<Machine>().upserts.push_back(std::make_shared<const Machine>(anew));
            }
            for (const auto &node : cluster.of<Node>().upserts) {
                Node anew = *node;
                anew.metadata.uid += "-" + std::to_string(round);
                storm.of<Node>().upserts.push_back(std::make_shared<const Node>(anew));
            }
            stage.session.send(storm);
            QCoreApplication::processEvents();
            QCOMPARE(model.rowCount(), static_cast<int>(first.size()));
            QCOMPARE(machines->selectedKeys(), Keys {}); // none of them is the one that was chosen
        }
        const int phase = model.columnIndex(u"phase"_s);
        for (int row = 0; row < model.rowCount(); ++row) {
            QVERIFY(model.uidOf(model.objectAt(row)).ends_with("-10"));
            QCOMPARE(model.index(row, phase).data().toString(), u"Running"_s);
        }
        QVERIFY(stage.label("headline").startsWith(u"deleted at "_s));
        QCOMPARE(stage.window.resets(), ui::kindCount);
    }

    void anotherClusterForgetsWhatWasInspected()
    {
        fake::Stage stage;
        ChangeSet other;
        other.reset = true;
        other.status = fake::status(Mode::External);
        stage.session.send(other);
        QVERIFY(stage.label("inspectedName").startsWith(u"Select a row"_s));
    }
};

QTEST_MAIN(SelectionTest)
#include "tst_selection.moc"
