// SPDX-License-Identifier: GPL-3.0-or-later
// The wall of machines: it shows and chooses the same machines as the table, and says what is wrong where.
#include "tests/ui/stage.h"
#include "tests/ui/zonedcluster.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"
#include "ui/fleet/wallshades.h"
#include "ui/language.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QScrollBar>
#include <QToolButton>
#include <QToolTip>

#include <random>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using core::api::Machine;
using core::api::ObjectKey;
using fake::zonedCluster;
using ui::Kind;
using ui::WallLayout;

namespace {

ui::Wall &wallOf(fake::Stage &stage)
{
    auto &page = static_cast<ui::FleetPage &>(stage.tabs()->page(Kind::Machine));
    page.wall().refresh();
    return page.wall();
}

int tilesOf(const ui::Wall &wall)
{
    int tiles = 0;
    for (const ui::WallGroup &group : wall.groups())
        tiles += static_cast<int>(group.tiles.size());
    return tiles;
}

struct PaintCount : QObject {
    int count = 0;
    bool eventFilter(QObject * /*watched*/, QEvent *event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return false;
    }
};

} // namespace

class WallTest : public QObject
{
    Q_OBJECT

private slots:
    void tilesFitAndNeverOverlap_data();
    void tilesFitAndNeverOverlap();
    void groupsSayWhatIsWrong();
    void groupsFollowTheirHealthCheck();
    void countsMakeRoomForTheWarning();
    void titlesTellAllInTheirTip();
    void wallAndTableShareFilterAndSelection();
    void aBandChoosesWhatItTouches();
    void arrowsMoveAmongTheTiles();
    void lettersOnTheWallActOnWhatIsChosen();
    void fewMachinesAreCards();
    void cardsThatAreAloneTakeTheWholeLine();
    void noTileIsAloneOnALineThatIsNotNeeded();
    void manyGroupsAreLaidOutAtOnce();
    void cardsMakeThemselvesSmall_data();
    void cardsMakeThemselvesSmall();
    void upToTwentyMachinesAreCards_data();
    void upToTwentyMachinesAreCards();
    void aLowPageHasAWallAboveSixRows();
    void aWindowOfCardsCanBeMadeSmall();
    void coloursTellAgesAndInterruptions_data();
    void coloursTellAgesAndInterruptions();
    void moreIsStronger_data();
    void moreIsStronger();
    void tilesTurnGreyWithTheConnection();
    void whatFailsComesFirstWhereNotAllIsInSight_data();
    void whatFailsComesFirstWhereNotAllIsInSight();
    void gapsStayWhenAllTilesAreChosen_data();
    void gapsStayWhenAllTilesAreChosen();
};

void WallTest::tilesFitAndNeverOverlap_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<QSize>("room");
    for (const int machines : {1, 3, 20, 21, 53, 200, 201, 999, 5000, 20'000}) {
        for (const QSize room : {QSize(400, 120), QSize(900, 300), QSize(1900, 1000)})
            QTest::addRow("%d in %dx%d", machines, room.width(), room.height()) << machines << room;
    }
}

void WallTest::tilesFitAndNeverOverlap()
{
    QFETCH(int, machines);
    QFETCH(QSize, room);
    std::minstd_rand dice(7);
    std::vector<ui::GroupSize> groups;
    for (int left = machines; left > 0;) {
        const int tiles = std::min<int>(left, 1 + static_cast<int>(dice() % static_cast<unsigned>(machines)));
        groups.push_back(
            {"set" + std::to_string(groups.size() / 3), tiles, 60 + static_cast<int>(dice() % 600)});
        left -= tiles;
    }
    const WallLayout large(groups, room, 20, {176, 46}, 2);
    QVERIFY(large.height() <= room.height() || large.side() <= WallLayout::leastTile || groups.size() > 5);
    const WallLayout layout(groups, room, 20, {176, 46});
    QVERIFY(layout.height() <= room.height() || layout.side() <= WallLayout::leastTile || groups.size() > 5);
    std::vector<QRect> titles;
    for (int group = 0; group < layout.groupCount(); ++group) {
        const QRect whole = layout.groupRect(group);
        QVERIFY2(whole.right() < room.width(), qPrintable(QString::number(whole.right())));
        QVERIFY(whole.bottom() <= layout.height());
        for (const QRect &other : titles)
            QVERIFY(!other.intersects(whole));
        titles.push_back(whole);
        QRect last;
        for (int tile = 0; tile < groups[static_cast<std::size_t>(group)].tiles; ++tile) {
            const QRect rect = layout.tileRect({group, tile});
            QVERIFY(whole.contains(rect));
            QVERIFY(!rect.intersects(last));
            QCOMPARE(layout.tileAt(rect.center()), std::optional(WallLayout::Place {group, tile}));
            last = rect;
        }
    }
}

void WallTest::groupsSayWhatIsWrong()
{
    fake::Stage stage(zonedCluster(60));
    const ui::Wall &wall = wallOf(stage);
    QCOMPARE(tilesOf(wall), 60);
    QCOMPARE(wall.groups().size(), std::size_t(6));
    QCOMPARE(wall.groups().front().title, u"infra · zone a"_s);
    int ready = 0;
    int failing = 0;
    for (const ui::WallGroup &group : wall.groups()) {
        ready += group.counts.section(u' ', 0, 0).toInt();
        const bool fails = std::ranges::any_of(
            group.tiles, [](const ui::WallTile &tile) { return tile.state == ui::State::NotReady; });
        QCOMPARE(!group.warning.isEmpty(), fails);
        failing += fails ? 1 : 0;
    }
    QCOMPARE(ready, 60 - 9);
    QVERIFY(failing > 0);
}

/// What a check lets fail is told later than that machines fail, and changes no tile.
// W19
void WallTest::groupsFollowTheirHealthCheck()
{
    core::engine::ChangeSet changes = zonedCluster(60);
    changes.of<core::api::MachineHealthCheck>().upserts = {fake::healthCheck("workers", "workers")};
    fake::Stage stage(changes);
    const ui::Wall &wall = wallOf(stage);
    const auto isTold = [&](const QString &words) {
        return std::ranges::any_of(wall.groups(), [&](const ui::WallGroup &group) {
            return group.family == "workers" && group.warning.contains(words);
        }) && wall.accessibleDescription().contains(words);
    };
    QVERIFY(isTold(u"17 more may fail"_s));
    auto exhausted = *fake::healthCheck("workers", "workers");
    exhausted.status.currentHealthy = 20;
    exhausted.status.remediationsAllowed = 0;
    ChangeSet told;
    told.of<core::api::MachineHealthCheck>().upserts = {
        std::make_shared<const core::api::MachineHealthCheck>(std::move(exhausted))};
    stage.session.send(told);
    QTRY_VERIFY(isTold(u"30 of 50 unhealthy, no more may fail"_s));
    QVERIFY(!isTold(u"17 more may fail"_s));
}

// W19
void WallTest::countsMakeRoomForTheWarning()
{
    fake::Stage stage(zonedCluster(60));
    const QFontMetrics letters(stage.window.font());
    for (const ui::WallGroup &group : wallOf(stage).groups()) {
        QString shorter = group.counts;
        QCOMPARE(group.shortCounts, shorter.replace(u" of "_s, u"/"_s).remove(u" Ready"_s));
        QVERIFY(group.warning.startsWith(group.shortWarning));
        QCOMPARE(group.shortWarning.isEmpty(), group.warning.isEmpty());
        const auto shown = [&](int room) {
            const ui::TitleWords words = wordsFor(group, letters, room);
            return QStringList {words.counts, words.warning}.join(u' ').trimmed();
        };
        const auto joined = [](const QString &counts, const QString &warning) {
            return (counts + u' ' + warning).trimmed();
        };
        const QString whole = joined(group.counts, group.warning);
        const QString tighter = joined(group.shortCounts, group.warning);
        QCOMPARE(shown(letters.horizontalAdvance(whole)), whole);
        QCOMPARE(shown(letters.horizontalAdvance(whole) - 1), tighter);
        QCOMPARE(
            shown(letters.horizontalAdvance(tighter) - 1), joined(group.shortCounts, group.shortWarning));
    }
}

// W19
void WallTest::titlesTellAllInTheirTip()
{
    fake::Stage stage(zonedCluster(60));
    const ui::Wall &wall = wallOf(stage);
    const QPoint place(20, 12); // in the first title
    QHelpEvent help(QEvent::ToolTip, place, wall.viewport()->mapToGlobal(place));
    QApplication::sendEvent(wall.viewport(), &help);
    const ui::WallGroup &first = wall.groups().front();
    QVERIFY2(QToolTip::text().contains(first.title + u": "_s + first.counts), qPrintable(QToolTip::text()));
    QVERIFY(QToolTip::text().contains(first.warning));
}

void WallTest::wallAndTableShareFilterAndSelection()
{
    fake::Stage stage(zonedCluster(60));
    ui::ObjectTable *table = stage.table(Kind::Machine);
    ui::Wall &wall = wallOf(stage);
    stage.filter()->setText(u"health=notready"_s);
    wall.refresh();
    QCOMPARE(tilesOf(wall), 9);
    QCOMPARE(tilesOf(wall), table->tableModel().rowCount());
    stage.filter()->clear();
    wall.refresh();
    const ObjectKey key {"default", "workers-1007"};
    QTest::mouseClick(wall.viewport(), Qt::LeftButton, {}, wall.rectOf(key)->center());
    QCOMPARE(table->selectedKeys(), std::vector {key});
    QVERIFY(stage.label("inspectedName").contains(u"workers-1007"_s));
    const ObjectKey other {"default", "workers-1008"};
    QTest::mouseClick(wall.viewport(), Qt::LeftButton, Qt::ControlModifier, wall.rectOf(other)->center());
    QCOMPARE(table->selectedKeys(), (std::vector {key, other}));
    QTest::mouseClick(wall.viewport(), Qt::LeftButton, Qt::ControlModifier, wall.rectOf(key)->center());
    QCOMPARE(table->selectedKeys(), std::vector {other});
}

void WallTest::aBandChoosesWhatItTouches()
{
    fake::Stage stage(zonedCluster(60));
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    ui::Wall &wall = wallOf(stage);
    const auto &tiles = wall.groups().front().tiles;
    const QRect first = *wall.rectOf(tiles[0].key);
    const QRect third = *wall.rectOf(tiles[2].key);
    QTest::mousePress(wall.viewport(), Qt::LeftButton, {}, first.topLeft() - QPoint(3, 3));
    QTest::mouseMove(wall.viewport(), third.center());
    QMouseEvent move(QEvent::MouseMove, QPointF(third.center()),
        wall.viewport()->mapToGlobal(QPointF(third.center())), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(wall.viewport(), &move);
    QTest::mouseRelease(wall.viewport(), Qt::LeftButton, {}, third.center());
    QCOMPARE(table->selectedKeys(), (std::vector {tiles[0].key, tiles[1].key, tiles[2].key}));
}

void WallTest::arrowsMoveAmongTheTiles()
{
    fake::Stage stage(zonedCluster(60));
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    ui::Wall &wall = wallOf(stage);
    wall.setFocus();
    const auto &tiles = wall.groups().front().tiles;
    QTest::mouseClick(wall.viewport(), Qt::LeftButton, {}, wall.rectOf(tiles[0].key)->center());
    QTest::keyClick(&wall, Qt::Key_Right);
    QCOMPARE(table->selectedKeys(), std::vector {tiles[1].key});
    QTest::keyClick(&wall, Qt::Key_Left);
    QTest::keyClick(&wall, Qt::Key_Left); // there is none
    QCOMPARE(table->selectedKeys(), std::vector {tiles[0].key});
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(&wall, Qt::Key_Right);
    QCOMPARE(table->selectedKeys(), std::vector {wall.groups().back().tiles.back().key});
}

void WallTest::lettersOnTheWallActOnWhatIsChosen()
{
    fake::Stage stage(zonedCluster(60));
    stage.table(Kind::Machine);
    auto *modes = stage.window.findChild<QToolButton *>(u"wallOnly"_s);
    modes->click();
    ui::Wall &wall = wallOf(stage);
    const ObjectKey key = wall.groups().front().tiles.front().key;
    QTest::mouseClick(wall.viewport(), Qt::LeftButton, {}, wall.rectOf(key)->center());
    QTest::keyClick(&wall, Qt::Key_X);
    const auto *deletion = stage.session.last<DeleteThing>();
    QVERIFY(deletion);
    QCOMPARE(deletion->thing.key, key);
}

void WallTest::fewMachinesAreCards()
{
    fake::Stage few(zonedCluster(6), {1280, 1000});
    QVERIFY(wallOf(few).isCards());
    fake::Stage many(zonedCluster(120));
    const ui::Wall &wall = wallOf(many);
    QVERIFY(!wall.isCards());
    QVERIFY(wall.horizontalScrollBar()->maximum() == 0);
}

void WallTest::cardsMakeThemselvesSmall_data()
{
    QTest::addColumn<int>("heightForCards");
    QTest::addColumn<QSize>("card"); // of 18 machines in a room of 755x120; empty: they are tiles
    QTest::newRow("as large as can be") << 289 << QSize(176, 46);
    QTest::newRow("narrower") << 288 << QSize(140, 46);
    QTest::newRow("the names alone") << 236 << QSize(140, 26);
    QTest::newRow("the ends of the names") << 156 << QSize(109, 26);
    QTest::newRow("no room for those") << 120 << QSize();
}

// W19
void WallTest::cardsThatAreAloneTakeTheWholeLine()
{
    const auto topOfThird = [](std::vector<ui::GroupSize> groups, int width) {
        const WallLayout layout(std::move(groups), {width, 300}, 21, {176, 46});
        return layout.tileRect({0, 2}).top() - layout.tileRect({0, 0}).top();
    };
    QCOMPARE(topOfThird({{"workers", 3, 150}}, 755), 0);
    QCOMPARE(topOfThird({{"workers", 3, 150}, {"infra", 3, 150}}, 755), 0);
    QVERIFY(topOfThird({{"workers", 3, 150}, {"infra", 3, 150}}, 800) > 0); // beside each other
}

// W19
void WallTest::noTileIsAloneOnALineThatIsNotNeeded()
{
    const WallLayout layout({{"edge", 3, 150}, {"workers", 53, 300}}, {880, 300}, 21, {176, 46});
    QVERIFY(!layout.isCards());
    const auto top = [&layout](int tile) { return layout.tileRect({1, tile}).top(); };
    QCOMPARE(top(52), top(27));
    QVERIFY(top(26) == top(0) && top(27) > top(26));
}

// W19
void WallTest::manyGroupsAreLaidOutAtOnce()
{
    std::vector<ui::GroupSize> groups;
    for (int set = 0; set < 10'000; ++set)
        groups.push_back({"a-set-whose-name-is-long-" + std::to_string(set), 1, 150});
    QElapsedTimer timer;
    timer.start();
    const WallLayout layout(groups, {900, 300}, 20, {176, 46});
    QVERIFY2(timer.elapsed() < 2'000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(layout.side(), WallLayout::leastTile);
}

// W19
void WallTest::cardsMakeThemselvesSmall()
{
    QFETCH(int, heightForCards);
    QFETCH(QSize, card);
    const WallLayout layout({{"workers", 18, 150}}, {755, 120}, 21, {176, 46}, 1, heightForCards);
    QCOMPARE(layout.isCards(), !card.isEmpty());
    if (layout.isCards())
        QCOMPARE(layout.tileRect({0, 0}).size(), card);
    QVERIFY(layout.height() <= std::max(120, heightForCards));
}

void WallTest::upToTwentyMachinesAreCards_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<QSize>("window");
    for (const QSize window : {QSize(1280, 800), QSize(1440, 900)}) {
        for (const int machines : {18, 20, 21})
            QTest::addRow("%d in %dx%d", machines, window.width(), window.height()) << machines << window;
    }
}

// W19
void WallTest::upToTwentyMachinesAreCards()
{
    QFETCH(int, machines);
    QFETCH(QSize, window);
    fake::Stage stage(zonedCluster(machines), window);
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    const ui::Wall &wall = wallOf(stage);
    QTRY_COMPARE(wall.isCards(), machines <= WallLayout::mostCards);
    QTRY_COMPARE(wall.verticalScrollBar()->maximum(), 0);
    QVERIFY2(table->viewport()->height() >= 5 * table->rowHeight(0),
        qPrintable(QString::number(table->viewport()->height())));
}

// W19
void WallTest::aLowPageHasAWallAboveSixRows()
{
    fake::Stage stage(zonedCluster(3), {1000, 620});
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    QTRY_VERIFY(wallOf(stage).isVisible());
    QTRY_VERIFY2(table->viewport()->height() >= 6 * table->rowHeight(0),
        qPrintable(QString::number(table->viewport()->height())));
}

// W19
void WallTest::aWindowOfCardsCanBeMadeSmall()
{
    fake::Stage stage(zonedCluster(18), {1440, 900});
    stage.table(Kind::Machine);
    const ui::Wall &wall = wallOf(stage);
    QTRY_VERIFY(wall.isCards());
    const QSize small(1000, 640);
    stage.window.resize(small);
    QTRY_VERIFY(wall.width() < small.width());
    QTRY_COMPARE(wall.verticalScrollBar()->maximum(), 0);
    QVERIFY(stage.window.minimumSizeHint().height() <= small.height());
    QCOMPARE(stage.window.size(), small);
}

void WallTest::coloursTellAgesAndInterruptions_data()
{
    QTest::addColumn<QString>("colorBy");
    QTest::addColumn<int>("age"); // s
    QTest::addColumn<int>("interruptions"); // all in the last 10 minutes
    QTest::addColumn<QString>("shade");
    const QString age = u"colorByAge"_s;
    QTest::newRow("just made") << age << 59 << 0 << u"< 1 min"_s;
    QTest::newRow("young") << age << 60 << 2 << u"< 10 min"_s;
    QTest::newRow("not so young") << age << 3599 << 0 << u"< 1 h"_s;
    QTest::newRow("old") << age << 3600 << 0 << u"older"_s;
    const QString interruptions = u"colorByInterruptions"_s;
    QTest::newRow("never failed") << interruptions << 30 << 0 << u"never"_s;
    QTest::newRow("failed once") << interruptions << 30 << 1 << u"once"_s;
    QTest::newRow("failed twice") << interruptions << 30 << 2 << u"twice"_s;
    QTest::newRow("flaps") << interruptions << 30 << 5 << u"more often"_s;
    QTest::newRow("by state") << u"colorByState"_s << 30 << 5 << u"Ready"_s;
}

/// W19
void WallTest::coloursTellAgesAndInterruptions()
{
    QFETCH(QString, colorBy);
    QFETCH(int, age);
    QFETCH(int, interruptions);
    QFETCH(QString, shade);
    ui::speak(u"en"_s);
    fake::Stage stage(zonedCluster(60), {1280, 800});
    const ObjectKey key {"default", "workers-1001"};
    const std::string node = "node-workers-1001";
    ChangeSet changes;
    changes.of<Machine>().upserts = {
        fake::machine(key.name, "workers", core::api::phases::running, node, std::chrono::seconds(age))};
    const auto goes = [&](const std::string &from, const std::string &to, core::api::Time at) {
        changes.facts.push_back(
            {0, core::timeline::FactKind::NodeHealth, {"", node}, "uid", from, to, at, at, 0, ""});
    };
    goes("", "Ready", fake::now() - std::chrono::minutes(30));
    for (int i = 0; i < interruptions; ++i) {
        const auto at = fake::now() - std::chrono::minutes(9 - i);
        goes("Ready", "NotReady", at);
        goes("NotReady", "Ready", at + 10s);
    }
    stage.session.send(changes);
    stage.table(Kind::Machine);
    stage.window.findChild<QToolButton *>(u"wallOnly"_s)->click();
    ui::Wall &wall = wallOf(stage);
    QCoreApplication::processEvents();
    stage.window.findChild<QToolButton *>(colorBy)->click();
    const auto choice = colorBy == u"colorByAge"_s ? ui::ColorBy::Age
        : colorBy == u"colorByState"_s             ? ui::ColorBy::State
                                                   : ui::ColorBy::Interruptions;
    const auto shades =
        ui::shadesOf(choice, ui::Theme(ui::Scheme::Light), wall.palette().color(QPalette::Base));
    const auto wanted = std::ranges::find(shades, shade, &ui::Shade::words);
    QVERIFY(wanted != shades.end());
    const QRect rect = *wall.rectOf(key);
    QVERIFY(rect.height() > 12);
    const QImage seen = wall.viewport()->grab().toImage();
    QCOMPARE(seen.pixelColor(rect.center().x(), rect.top() + 2), wanted->color);
}

void WallTest::moreIsStronger_data()
{
    QTest::addColumn<ui::Scheme>("scheme");
    QTest::addColumn<ui::ColorBy>("colorBy");
    const auto rows = [](const char *name, ui::Scheme scheme) {
        QTest::addRow("failures, %s", name) << scheme << ui::ColorBy::Interruptions;
        QTest::addRow("age, %s", name) << scheme << ui::ColorBy::Age;
    };
    rows("light", ui::Scheme::Light);
    rows("dark", ui::Scheme::Dark);
    rows("high contrast", ui::Scheme::Contrast);
}

/// Each of the shades in an order stands out more than the one before; what is as usual is no shade of
/// theirs.
void WallTest::moreIsStronger()
{
    QFETCH(ui::Scheme, scheme);
    QFETCH(ui::ColorBy, colorBy);
    ui::Theme theme(scheme);
    theme.setScheme(scheme);
    const QColor base = QApplication::palette().color(QPalette::Base);
    auto shades = ui::shadesOf(colorBy, theme, base);
    if (colorBy == ui::ColorBy::Age)
        std::ranges::reverse(shades);
    const auto distance = [&base](const ui::Shade &shade) {
        return std::abs(qGray(shade.color.rgb()) - qGray(base.rgb()));
    };
    for (std::size_t i = 2; i < shades.size(); ++i)
        QVERIFY2(distance(shades[i]) > distance(shades[i - 1]), qPrintable(shades[i].words));
    for (std::size_t i = 1; i < shades.size(); ++i)
        QVERIFY(shades[i].color.hsvSaturation() > shades.front().color.hsvSaturation());
    theme.setScheme(ui::Scheme::System);
}

/// docs/window.md W36
void WallTest::tilesTurnGreyWithTheConnection()
{
    fake::Stage stage(zonedCluster(60), {1280, 800});
    ui::Wall &wall = wallOf(stage);
    QTRY_VERIFY(wall.rectOf({"default", "workers-1001"}));
    const auto isGrey = [&wall] {
        const QPoint at = wall.rectOf({"default", "workers-1001"})->center();
        return wall.viewport()->grab().toImage().pixelColor(at).saturation() < 30;
    };
    QVERIFY(!isGrey());
    PaintCount paints;
    wall.viewport()->installEventFilter(&paints);
    ChangeSet changes;
    changes.status = fake::status();
    changes.status->connection = Connection::Reconnecting;
    changes.status->liveUntil = fake::now();
    stage.session.send(changes);
    QTRY_VERIFY(paints.count > 0);
    QVERIFY(isGrey());
}

void WallTest::whatFailsComesFirstWhereNotAllIsInSight_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<ui::GroupBy>("groupBy");
    QTest::addColumn<QString>("first");
    QTest::newRow("all are in sight") << 60 << ui::GroupBy::SetAndZone << u"infra · zone a"_s;
    QTest::newRow("thousands") << 5000 << ui::GroupBy::SetAndZone << u"workers · zone c"_s;
    QTest::newRow("thousands, by set") << 20'000 << ui::GroupBy::Set << u"workers"_s;
    QTest::newRow("thousands, by zone") << 20'000 << ui::GroupBy::Zone << u"zone c"_s;
}

// W19
void WallTest::whatFailsComesFirstWhereNotAllIsInSight()
{
    QFETCH(int, machines);
    QFETCH(ui::GroupBy, groupBy);
    ChangeSet changes = zonedCluster(machines);
    for (auto &node : changes.of<core::api::Node>().upserts) {
        const bool isOut = node->metadata.name.starts_with("node-workers")
            && node->metadata.label("topology.kubernetes.io/zone") == "c";
        auto anew =
            std::make_shared<core::api::Node>(*fake::node(node->metadata.name, isOut ? "False" : "True"));
        anew->metadata.labels = node->metadata.labels;
        node = anew;
    }
    fake::Stage stage(std::move(changes), {1000, 640});
    ui::Wall &wall = wallOf(stage);
    wall.setGroupBy(groupBy);
    QTEST(wall.groups().front().title, "first");
    QStringList others;
    const QString failingFamily = wall.groups().front().title.section(u' ', 0, 0);
    for (const ui::WallGroup &group : wall.groups()) {
        if (!group.title.startsWith(failingFamily))
            others.append(group.title);
    }
    QVERIFY2(std::ranges::is_sorted(others), qPrintable(others.join(u'|')));
}

void WallTest::gapsStayWhenAllTilesAreChosen_data()
{
    QTest::addColumn<int>("machines");
    for (const int machines : {201, 999, 5000})
        QTest::addRow("%d", machines) << machines;
}

// W19
void WallTest::gapsStayWhenAllTilesAreChosen()
{
    QFETCH(int, machines);
    fake::Stage stage(zonedCluster(machines));
    ui::Wall &wall = wallOf(stage);
    const ObjectKey machine = wall.groups().front().tiles.front().key;
    const auto isGapAGap = [&] {
        const QRect tile = *wall.rectOf(machine);
        const QImage picture = wall.viewport()->grab().toImage();
        return picture.pixelColor(tile.right() + 1, tile.center().y())
            == wall.palette().color(QPalette::Base);
    };
    stage.table(Kind::Machine)->selectKey(machine);
    QVERIFY(!isGapAGap()); // its ring is around it
    stage.table(Kind::Machine)->selectAll();
    QVERIFY(isGapAGap());
}

QTEST_MAIN(WallTest)
#include "tst_wall.moc"
