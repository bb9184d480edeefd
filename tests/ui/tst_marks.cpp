// SPDX-License-Identifier: GPL-3.0-or-later
// Rows are marked by a key and stay chosen while one moves, in the tables and on the wall (docs/window.md
// W38).
#include "core/api/yaml.h"
#include "tests/ui/stage.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"
#include "ui/keys.h"

#include <QClipboard>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using fake::chosen;
using fake::current;
using ui::Kind;

namespace {

void pressMark(const fake::Stage &stage, QWidget *widget)
{
    const QKeyCombination key = ui::keyOf(*stage.action("mark"))[0];
    QTest::keyClick(widget, key.key(), key.keyboardModifiers());
}

} // namespace

class MarksTest : public QObject
{
    Q_OBJECT

private slots:
    // W38
    void whatIsMarkedStaysChosen_data()
    {
        QTest::addColumn<bool>("k9s");
        QTest::newRow("standard") << false;
        QTest::newRow("k9s") << true;
    }
    void whatIsMarkedStaysChosen()
    {
        QFETCH(bool, k9s);
        fake::Stage stage;
        stage.useSet(k9s);
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        pressMark(stage, table);
        QCOMPARE(chosen(*table), u"workers-a"_s);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(current(*table), u"workers-b"_s);
        QCOMPARE(chosen(*table), u"workers-a"_s);
        QTest::keyClick(table, Qt::Key_J);
        pressMark(stage, table);
        QCOMPARE(chosen(*table), u"workers-a workers-c"_s);
        QTest::keyClick(table, Qt::Key_C);
        QCOMPARE(QApplication::clipboard()->text(), u"workers-a\nworkers-c"_s);
        QTest::keyClick(table, Qt::Key_G);
        QCOMPARE(chosen(*table), u"workers-a workers-c"_s);
        pressMark(stage, table);
        QCOMPARE(chosen(*table), u"workers-c"_s);
        QTest::keyClick(table, Qt::Key_J);
        QTest::keyClick(table, Qt::Key_Escape);
        QCOMPARE(chosen(*table), u"workers-b"_s);
        QTest::keyClick(table, Qt::Key_Down); // moves what is chosen again
        QCOMPARE(chosen(*table), u"workers-c"_s);
    }

    // W38
    void theLastMarkThatGoesEndsIt()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        pressMark(stage, table);
        pressMark(stage, table);
        QVERIFY(!table->isMarking());
        QCOMPARE(chosen(*table), u"workers-a"_s);
        QTest::keyClick(table, Qt::Key_J);
        QCOMPARE(chosen(*table), u"workers-b"_s);
    }

    // W38
    void aClickEndsIt()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        pressMark(stage, table);
        const QModelIndex last = table->tableModel().index(2, 0);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(last).center());
        QVERIFY(!table->isMarking());
        QCOMPARE(chosen(*table), u"workers-c"_s);
    }

    // W38
    void marksStayWhileRowsComeAndGo()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        pressMark(stage, table);
        QTest::keyClick(table, Qt::Key_J);
        pressMark(stage, table);
        ChangeSet changes;
        changes.of<core::api::Machine>().upserts = {
            fake::machine("another", "workers", core::api::phases::provisioning)};
        changes.of<core::api::Machine>().removed = {{"default", "workers-a"}};
        stage.session.send(changes);
        QCOMPARE(chosen(*table), u"workers-b"_s);
        QVERIFY(table->isMarking());
        changes.of<core::api::Machine>().upserts.clear();
        changes.of<core::api::Machine>().removed = {{"default", "workers-b"}};
        stage.session.send(changes);
        QCOMPARE(chosen(*table), QString()); // no other one in its stead
        QVERIFY(!table->isMarking());
    }

    // W3
    void whatIsMarkedIsCopiedAsYaml()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        pressMark(stage, table);
        QTest::keyClick(table, Qt::Key_G, Qt::ShiftModifier);
        pressMark(stage, table);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        const auto documents = core::api::parseYamlDocuments(QApplication::clipboard()->text().toStdString());
        QVERIFY(documents);
        QCOMPARE(documents->size(), std::size_t(2));
        QVERIFY(QApplication::clipboard()->text().contains(u"name: workers-c"_s));
        QCOMPARE(stage.notice(), u"Copied: Machine workers-a"_s);
    }

    // W38
    void theWallMarksAsTheTableDoes()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        auto *wall = &static_cast<ui::FleetPage &>(stage.tabs()->page(Kind::Machine)).wall();
        wall->refresh();
        table->selectFirst();
        pressMark(stage, wall);
        QTest::keyClick(wall, Qt::Key_Right);
        QCOMPARE(current(*table), u"workers-b"_s);
        QCOMPARE(chosen(*table), u"workers-a"_s);
        pressMark(stage, wall);
        QCOMPARE(chosen(*table), u"workers-a workers-b"_s);
        QTest::keyClick(wall, Qt::Key_Right);
        QTest::keyClick(wall, Qt::Key_Escape);
        QCOMPARE(chosen(*table), u"workers-c"_s);
    }

    // W38
    void aLetterThatShowsInK9sChangesNothingHere()
    {
        ChangeSet cluster = fake::threeMachines();
        cluster.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 3, 3)};
        fake::Stage stage(cluster);
        stage.useSet(true);
        ui::ObjectTable *table = stage.table(Kind::MachineDeployment);
        table->selectFirst();
        QTest::keyClick(table, Qt::Key_P);
        QVERIFY(stage.session.commands.empty());
        QTest::keyClick(table, Qt::Key_P, Qt::ShiftModifier);
        QVERIFY(stage.session.last<SetPaused>());
    }

    // W38
    void spaceIsAKeyOfTablesAlone()
    {
        fake::Stage stage;
        stage.useSet(true);
        const auto *keys = stage.window.findChild<ui::Keys *>();
        QVERIFY(keys);
        const QKeySequence space(Qt::Key_Space);
        QCOMPARE(keys->ownerOf(space), stage.action("mark"));
        QCOMPARE(keys->refusal(*stage.action("mark"), space), QString());
        QVERIFY(!keys->refusal(*stage.action("palette"), space).isEmpty());
    }
};

QTEST_MAIN(MarksTest)
#include "tst_marks.moc"
