// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes are broken and healed by keyboard: which fault, for how many, what is asked first and foreseen.
#include "core/api/providerconfig.h"
#include "core/api/recipe.h"
#include "tests/ui/fakecluster.h"
#include "tests/ui/ownplaces.h"
#include "tests/ui/windowfixture.h"
#include "ui/format.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/objecttable.h"

#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using core::api::ObjectKey;
using namespace windowtest;

namespace {

ChangeSet hostOfHollowNodes()
{
    auto host = std::make_shared<core::api::Node>(*fake::node("hollow-host-lab", "True"));
    host->metadata.labels.emplace(core::api::keys::hollowHost, "true");
    ChangeSet changes;
    changes.of<core::api::Node>().upserts = {host};
    return changes;
}

} // namespace

class BreakingTest : public QObject
{
    Q_OBJECT

private slots:
    void breakByKeyboard_data()
    {
        QTest::addColumn<int>("tab");
        QTest::addColumn<int>("nth");
        QTest::addColumn<bool>("silent");
        QTest::addColumn<int>("seconds");
        QTest::newRow("a machine's node, NotReady until replaced") << int(Machines) << 0 << false << 0;
        QTest::newRow("a node, NotReady for 10 s") << int(Nodes) << 1 << false << 10;
        QTest::newRow("a node, silent until replaced") << int(Nodes) << 4 << true << 0;
        QTest::newRow("a machine's node, silent for a minute") << int(Machines) << 6 << true << 60;
    }

    void breakByKeyboard()
    {
        QFETCH(int, tab);
        QFETCH(int, nth);
        QFETCH(bool, silent);
        QFETCH(int, seconds);
        Stage stage;
        ui::ObjectTable *table = stage.table(tab);
        QTest::keyClick(table, Qt::Key_J);
        QTest::keyClick(table, Qt::Key_U);
        stage.chooseFault(nth);
        const auto *sent = stage.session.last<BreakNodes>();
        QVERIFY(sent);
        QCOMPARE(sent->nodes, std::vector<std::string> {"node-b"});
        const std::string length = seconds == 0 ? "" : seconds == 60 ? " for 1m" : " for 10s";
        QCOMPARE(sent->fault, (silent ? "silent" : "not-ready") + length);
        QVERIFY(stage.cell(tab, 1, u"health"_s).contains(silent ? u"Unknown"_s : u"NotReady"_s)); // pending

        ChangeSet confirmed;
        confirmed.of<core::api::Node>().upserts = {fake::node("node-b", "False", "not-ready")};
        stage.session.send(confirmed);
        QVERIFY(stage.cell(tab, 1, u"health"_s).startsWith(u"NotReady"_s));
        QTest::keyClick(table, Qt::Key_H);
        QVERIFY(stage.session.last<HealNodes>());
        QCOMPARE(stage.session.last<HealNodes>()->nodes, std::vector<std::string> {"node-b"});
    }

    // W21
    void theInspectorSaysWhyWhatIsInspectedFails_data()
    {
        QTest::addColumn<int>("tab");
        QTest::newRow("a machine") << int(Machines);
        QTest::newRow("a node") << int(Nodes);
    }

    void theInspectorSaysWhyWhatIsInspectedFails()
    {
        QFETCH(int, tab);
        Stage stage;
        auto *inspector = stage.window.findChild<ui::Inspector *>();
        ui::ObjectTable *table = stage.table(tab);
        QTest::keyClick(table, Qt::Key_J);
        inspector->showPage(ui::Inspector::Page::Summary);
        QTest::keyClick(table, Qt::Key_U);
        stage.chooseFault(0);
        QVERIFY(stage.session.last<BreakNodes>());
        QCOMPARE(inspector->page(), ui::Inspector::Page::Why);
    }

    void everyFaultIsOnTheMenu()
    {
        Stage stage;
        stage.table(Nodes)->selectAll();
        const auto *menu = stage.window.findChild<QMenu *>(u"moreFaults"_s);
        QVERIFY(menu);
        for (QAction *action : menu->actions()) {
            if (action->isSeparator() || action == menu->actions().last())
                continue;
            const auto told = stage.session.commands.size();
            action->trigger();
            QTRY_COMPARE(stage.session.commands.size(), told + 1);
            QVERIFY(core::api::parseRecipe(stage.session.last<BreakNodes>()->fault));
            QCOMPARE(ui::faultText(stage.session.last<BreakNodes>()->fault, {}), action->text());
        }
        menu->actions().last()->trigger();
        auto *dialog = stage.window.findChild<QInputDialog *>(u"faultDialog"_s);
        QVERIFY(dialog);
        dialog->setTextValue(u"reboot  after 10s..20s"_s);
        dialog->accept();
        QTRY_COMPARE(stage.session.last<BreakNodes>()->fault, std::string("reboot after 10s..20s"));
    }

    void aTypedFaultIsChecked()
    {
        Stage stage;
        stage.table(Nodes)->selectAll();
        stage.window.findChild<QMenu *>(u"moreFaults"_s)->actions().last()->trigger();
        auto *dialog = stage.window.findChild<QInputDialog *>(u"faultDialog"_s);
        dialog->setTextValue(u"on fire"_s);
        dialog->accept();
        QVERIFY(stage.session.commands.empty());
        QTRY_VERIFY(stage.notice().contains(u"\"on\" is no fault"_s));
    }

    void aWholeZoneFails()
    {
        Stage stage;
        auto zoned = std::make_shared<core::api::Node>(*fake::node("node-b", "True"));
        zoned->metadata.labels.emplace(core::api::keys::topologyZone, "a");
        ChangeSet changes;
        changes.of<core::api::Node>().upserts = {zoned};
        stage.session.send(changes);
        QVERIFY(stage.table(Nodes)->selectKey({"", "node-b"}));
        const auto *menu = stage.window.findChild<QMenu *>(u"zoneFaults"_s);
        menu->actions().at(1)->trigger();
        QTRY_VERIFY(stage.session.last<BreakZone>());
        QCOMPARE(stage.session.last<BreakZone>()->zone, std::string("a"));
        QCOMPARE(stage.session.last<BreakZone>()->fault, std::string("silent"));
        menu->actions().last()->trigger();
        QCOMPARE(stage.session.last<HealZone>()->zone, std::string("a"));
    }

    void theHostOfTheHollowNodesIsLeftAlone()
    {
        Stage stage;
        stage.session.send(hostOfHollowNodes());
        ui::ObjectTable *nodes = stage.table(Nodes);
        QVERIFY(nodes->selectKey({"", "hollow-host-lab"}));
        QVERIFY(!stage.window.findChild<QAction *>(u"makeUnhealthy"_s)->isEnabled());
        QTest::keyClick(nodes, Qt::Key_U);
        QVERIFY(!QApplication::activePopupWidget());
        nodes->selectAll(); // the others are told, it is not
        QTest::keyClick(nodes, Qt::Key_U);
        stage.chooseFault(0);
        const std::vector<std::string> told {"node-a", "node-b"};
        QTRY_VERIFY(stage.session.last<BreakNodes>());
        QCOMPARE(stage.session.last<BreakNodes>()->nodes, told);
    }

    void theHostOfTheHollowNodesIsTheLastRow()
    {
        Stage stage;
        stage.session.send(hostOfHollowNodes());
        ui::ObjectTable *nodes = stage.table(Nodes);
        QCOMPARE(
            nodes->currentKey(), std::optional(ObjectKey {"", "node-a"})); // also alphabetically the first
        QCOMPARE(nodes->tableModel().rowOf({"", "hollow-host-lab"}), 2);
    }

    void severalNodesAtOnce()
    {
        Stage stage;
        ui::ObjectTable *table = stage.table(Machines);
        table->selectAll();
        QTest::keyClick(table, Qt::Key_U);
        stage.chooseFault(0);
        const std::vector<std::string> both {"node-a", "node-b"};
        QTRY_VERIFY(stage.session.last<BreakNodes>());
        QCOMPARE(stage.session.last<BreakNodes>()->nodes, both);
        for (const int row : {0, 1})
            QVERIFY(stage.cell(Machines, row, u"health"_s).contains(u"NotReady"_s)); // pending
        stage.session.answer(std::string("Told 2 nodes to be not-ready"));
        QCOMPARE(stage.notices(), QStringList {u"Told 2 nodes to be not-ready"_s});
        const auto healing = [&] { return stage.window.findChild<QToolButton *>(u"noticeAction"_s); };
        QCOMPARE(healing()->text(), u"Heal all"_s);

        const auto show = [&](const char *a, const char *b) {
            ChangeSet changes;
            changes.of<core::api::Node>().upserts = {
                fake::node("node-a", "True", a), fake::node("node-b", "True", b)};
            stage.session.send(changes);
        };
        show("not-ready", "not-ready");
        show("", "not-ready");
        QVERIFY(healing()); // one of them still fails
        show("", "");
        QTRY_VERIFY(stage.notices().isEmpty()); // moot
    }

    void aKeyDoesWhatTheSelectionAllowsNow()
    {
        Stage stage;
        ui::ObjectTable *table = stage.table(Machines);
        table->selectRow(0);
        ChangeSet gone;
        gone.of<core::api::Node>().removed = {{{}, "node-a"}};
        stage.session.send(gone);
        QTRY_VERIFY(!stage.window.findChild<QAction *>(u"makeUnhealthy"_s)->isEnabled());
        stage.session.send(gone); // from here on the next look at the actions is 200 ms away
        ChangeSet back;
        back.of<core::api::Node>().upserts = {fake::node("node-a", "True")};
        stage.session.send(back);
        QVERIFY(!stage.window.findChild<QAction *>(u"makeUnhealthy"_s)->isEnabled());
        QTest::keyClick(table, Qt::Key_U);
        QVERIFY(QApplication::activePopupWidget());
        QApplication::activePopupWidget()->close();
    }

    /// What is foreseen is of the entry that is highlighted.
    void theForecastIsOfWhatIsHighlighted()
    {
        Stage stage;
        QTest::keyClick(stage.table(Machines), Qt::Key_U);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QCOMPARE(stage.session.foreseen->fault, std::string("not-ready"));
        QStringList faults;
        for (QAction *action : menu->actions() + menu->findChild<QMenu *>(u"moreFaults"_s)->actions()) {
            stage.session.foreseen.reset();
            action->hover();
            if (stage.session.foreseen)
                faults.append(QString::fromStdString(stage.session.foreseen->fault));
        }
        for (const QString &fault : {u"not-ready for 10s"_s, u"silent"_s, u"silent for 1m"_s, u"reboot"_s,
                 u"disk-pressure"_s, u"flapping 10s up 5s down"_s})
            QVERIFY2(faults.contains(fault), qPrintable(fault + u" in "_s + faults.join(u", "_s)));
        menu->close();
    }

    /// What touches many is asked about once, with the arithmetic, and the notice repeats it.
    void breakingManyAsksFirst()
    {
        Stage stage;
        FaultForecast::Check check {"workers", {}, 5000, 5000, 5000, 2000, "40%", 0, true};
        stage.session.forecast = {.nodes = 5000, .checks = {check}};
        const QString arithmetic =
            u"allowed 40% of 5,000 = 2,000, 5,000 would be unhealthy: none will be replaced."_s;
        ui::ObjectTable *table = stage.table(Machines);
        table->selectAll();
        QTest::keyClick(table, Qt::Key_U);
        QTRY_VERIFY(stage.window.findChild<QLabel *>(u"forecast"_s)->text().contains(arithmetic));
        stage.chooseFault(0);
        QTRY_VERIFY(stage.question());
        QVERIFY(stage.session.commands.empty());
        QVERIFY(stage.question()->text().contains(u"2 nodes"_s));
        QVERIFY(stage.question()->informativeText().contains(arithmetic));
        stage.question()->findChild<QPushButton *>(u"accept"_s)->click();
        QVERIFY(stage.session.last<BreakNodes>());
        stage.session.answer(std::string("Told 2 nodes to be not-ready"));
        QVERIFY(stage.notice().startsWith(u"Told 2 nodes to be not-ready"_s));
        QVERIFY(stage.notice().contains(arithmetic));
    }

    void faultsShareOneNotice()
    {
        Stage stage;
        const auto tell = [&](int row) {
            ui::ObjectTable *table = stage.table(Machines);
            table->selectRow(row);
            QTest::keyClick(table, Qt::Key_U);
            stage.chooseFault(0);
            const std::string node = stage.session.last<BreakNodes>()->nodes.front();
            stage.session.answer("Told " + node + " to be not-ready");
        };
        tell(0);
        QCOMPARE(stage.notices(), QStringList {u"Told node-a to be not-ready"_s});
        tell(1);
        QCOMPARE(stage.notices(), QStringList {u"2 nodes told to fail"_s});
        stage.window.findChild<QToolButton *>(u"noticeAction"_s)->click();
        const std::vector<std::string> both {"node-a", "node-b"};
        QVERIFY(stage.session.last<HealNodes>());
        QCOMPARE(stage.session.last<HealNodes>()->nodes, both);
    }

private:
    tests::OwnPlaces m_places;
};

QTEST_MAIN(BreakingTest)
#include "tst_breaking.moc"
