// SPDX-License-Identifier: GPL-3.0-or-later
// The keys that move, and that order the rows: tables and wall without a mouse.
#include "tests/ui/stage.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using fake::chosen;
using fake::current;
using ui::Kind;

namespace {

ui::Wall &wallOf(const fake::Stage &stage)
{
    ui::Wall &wall = static_cast<ui::FleetPage &>(stage.tabs()->page(Kind::Machine)).wall();
    wall.refresh();
    return wall;
}

ChangeSet manyMachines(int count)
{
    ChangeSet changes = fake::threeMachines();
    for (int i = 0; i < count; ++i)
        changes.of<core::api::Machine>().upserts.push_back(
            fake::machine("workers-m" + std::to_string(100 + i), "workers", core::api::phases::provisioning));
    return changes;
}

} // namespace

class MovesTest : public QObject
{
    Q_OBJECT

private slots:
    void homeAndEndAreTheFirstAndTheLastRow()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        QTest::keyClick(table, Qt::Key_End);
        QCOMPARE(chosen(*table), u"workers-c"_s);
        QTest::keyClick(table, Qt::Key_Home);
        QCOMPARE(chosen(*table), u"workers-a"_s);
        QTest::keyClick(table, Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(chosen(*table), u"workers-a workers-b workers-c"_s);
    }

    // W19
    void theWallHasAFirstAndALastTile()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        ui::Wall &wall = wallOf(stage);
        QTest::keyClick(&wall, Qt::Key_End);
        QCOMPARE(chosen(*table), u"workers-c"_s);
        QTest::keyClick(&wall, Qt::Key_Home);
        QCOMPARE(chosen(*table), u"workers-a"_s);
    }

    // W19
    void theWallGoesOnByPages()
    {
        fake::Stage stage(manyMachines(60));
        ui::ObjectTable *table = stage.table(Kind::Machine);
        ui::Wall &wall = wallOf(stage);
        QTest::keyClick(&wall, Qt::Key_Home);
        const QString first = current(*table);
        QTest::keyClick(&wall, Qt::Key_PageDown);
        QVERIFY(current(*table) != first);
        QTest::keyClick(&wall, Qt::Key_PageUp);
        QCOMPARE(current(*table), first);
    }

    // W19
    void upAndDownAreWhereTheyAreSeen()
    {
        const std::vector<ui::GroupSize> groups {
            {"a", 30, 80}, {"a", 7, 80}, {"b", 3, 80}, {"c", 25, 80}, {"d", 1, 80}, {"d", 90, 80}};
        const ui::WallLayout layout(groups, {600, 400}, 20, {176, 46});
        for (int group = 0; group < layout.groupCount(); ++group) {
            for (int tile = 0; tile < groups[std::size_t(group)].tiles; ++tile) {
                const ui::WallLayout::Place place {group, tile};
                const auto below = layout.neighbour(place, 0, 1);
                const auto above = layout.neighbour(place, 0, -1);
                QVERIFY(below == place || layout.tileRect(below).top() > layout.tileRect(place).bottom());
                QVERIFY(above == place || layout.tileRect(above).bottom() < layout.tileRect(place).top());
            }
        }
        const auto below = layout.neighbour({0, 0}, 0, 1);
        QCOMPARE(layout.tileRect(below).left(), layout.tileRect({0, 0}).left());
    }

    // W19
    void withShiftTheWallKeepsWhatWasChosen()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        ui::Wall &wall = wallOf(stage);
        QTest::keyClick(&wall, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(chosen(*table), u"workers-a workers-b"_s);
        QCOMPARE(current(*table), u"workers-b"_s);
        QTest::keyClick(&wall, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(chosen(*table), u"workers-a workers-b workers-c"_s);
        QTest::keyClick(&wall, Qt::Key_Left);
        QCOMPARE(chosen(*table), u"workers-b"_s);
    }

    /// The one that was clicked, not any of those chosen.
    void aClickWithControlMakesItsTileTheCurrentOne()
    {
        fake::Stage stage;
        ui::ObjectTable *table = stage.table(Kind::Machine);
        table->selectFirst();
        ui::Wall &wall = wallOf(stage);
        for (const char *name : {"workers-c", "workers-b"}) {
            const auto rect = wall.rectOf({"default", name});
            QVERIFY(rect);
            QTest::mouseClick(wall.viewport(), Qt::LeftButton, Qt::ControlModifier, rect->center());
            QCOMPARE(current(*table), QString::fromLatin1(name));
        }
        QCOMPARE(chosen(*table), u"workers-a workers-b workers-c"_s);
        QTest::mouseClick(wall.viewport(), Qt::LeftButton, Qt::ControlModifier,
            wall.rectOf({"default", "workers-b"})->center());
        QCOMPARE(chosen(*table), u"workers-a workers-c"_s);
    }

    // W22
    void thePaletteSorts()
    {
        fake::Stage stage;
        const ui::ObjectTable *table = stage.table(Kind::Machine);
        const auto sortByName = [&] {
            stage.action("palette")->trigger();
            auto *line = stage.window.findChild<QLineEdit *>(u"command"_s);
            QTest::keyClicks(line, u"sort by name"_s);
            QTest::keyClick(line, Qt::Key_Return);
        };
        sortByName();
        QTRY_COMPARE(table->tableModel().keyAt(0).name, std::string("workers-c"));
        QTRY_VERIFY(!stage.window.findChild<QLineEdit *>(u"command"_s));
        sortByName();
        QTRY_COMPARE(table->tableModel().keyAt(0).name, std::string("workers-a"));
    }
};

QTEST_MAIN(MovesTest)
#include "tst_moves.moc"
