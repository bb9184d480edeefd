// SPDX-License-Identifier: GPL-3.0-or-later
// The first page: the wall and the table show and choose the same machines, the navigation and the sentence
// of health count them, and what happens next counts down.
#include "core/engine/sayings.h"
#include "tests/support/reason.h"
#include "tests/ui/stage.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"
#include "ui/fleet/wallshades.h"
#include "ui/format.h"
#include "ui/language.h"
#include "ui/pages/navigation.h"
#include "ui/pages/scenariospage.h"
#include "ui/pages/tables.h"
#include "ui/widgets/healthsentence.h"

#include <QHelpEvent>
#include <QListWidget>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QToolButton>
#include <QToolTip>

#include <random>
#include <set>

using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;
using namespace core::engine;
using core::api::Machine;
using core::api::ObjectKey;
using ui::Kind;
using ui::WallLayout;

namespace {

/// Machines of two sets in three zones; every seventh node has failed.
ChangeSet zonedCluster(int machines)
{
    ChangeSet changes;
    changes.reset = true;
    changes.status = fake::status();
    changes.of<core::api::MachineSet>().upserts = {fake::machineSet("infra", machines / 3, machines / 3),
        fake::machineSet("workers", machines, machines)};
    for (int i = 0; i < machines; ++i) {
        const std::string name = (i % 3 == 0 ? "infra-" : "workers-") + std::to_string(1000 + i);
        changes.of<Machine>().upserts.push_back(fake::machine(
            name, i % 3 == 0 ? "infra" : "workers", core::api::phases::running, "node-" + name));
        auto node =
            std::make_shared<core::api::Node>(*fake::node("node-" + name, i % 7 == 0 ? "False" : "True"));
        node->metadata.labels["topology.kubernetes.io/zone"] = std::string(1, char('a' + i % 4 % 3));
        changes.of<core::api::Node>().upserts.push_back(node);
    }
    return changes;
}

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

QString rowOf(const fake::Stage &stage, const QString &title)
{
    const auto *list = stage.window.findChild<ui::Navigation *>();
    for (int i = 0; i < list->count(); ++i) {
        if (list->item(i)->text() == title)
            return list->item(i)->data(Qt::AccessibleTextRole).toString();
    }
    return {};
}

} // namespace

class FleetTest : public QObject
{
    Q_OBJECT

private slots:
    void tilesFitAndNeverOverlap_data();
    void tilesFitAndNeverOverlap();
    void groupsSayWhatIsWrong();
    void countsMakeRoomForTheWarning();
    void titlesTellAllInTheirTip();
    void wallAndTableShareFilterAndSelection();
    void aBandChoosesWhatItTouches();
    void arrowsMoveAmongTheTiles();
    void lettersOnTheWallActOnWhatIsChosen();
    void fewMachinesAreCards();
    void coloursTellAgesAndInterruptions_data();
    void coloursTellAgesAndInterruptions();
    void moreIsStronger_data();
    void moreIsStronger();
    void navigationCountsAndSaysWhatIsWorst();
    void theSentenceCountsAndFilters();
    void whatHappensNextCountsDown();
    void aBootingMachineSaysWhenItIsReady_data();
    void aBootingMachineSaysWhenItIsReady();
    void theInspectorBeginsWithWhatHappensNext();
    void aDeletionIsSaidOnce();
    void whatNobodyKnowsAnyMoreIsToldAsOfThen();
    void groupsSayWhatHappensNext_data();
    void groupsSayWhatHappensNext();
    void standInsHaveTheLastWord();
    void modesAreLeftAndEnteredAgain();
    void iconsFollowTheTheme();
    void scenariosAreRunAndCaptioned();
    void aScenarioThatFailsSaysWhere();
    void aFileThatIsNoScenarioIsRefused();
};

void FleetTest::tilesFitAndNeverOverlap_data()
{
    QTest::addColumn<int>("machines");
    QTest::addColumn<QSize>("room");
    for (const int machines : {1, 3, 20, 21, 53, 200, 201, 999, 5000, 20'000}) {
        for (const QSize room : {QSize(400, 120), QSize(900, 300), QSize(1900, 1000)})
            QTest::addRow("%d in %dx%d", machines, room.width(), room.height()) << machines << room;
    }
}

void FleetTest::tilesFitAndNeverOverlap()
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

void FleetTest::groupsSayWhatIsWrong()
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

// W19
void FleetTest::countsMakeRoomForTheWarning()
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
void FleetTest::titlesTellAllInTheirTip()
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

void FleetTest::wallAndTableShareFilterAndSelection()
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

void FleetTest::aBandChoosesWhatItTouches()
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

void FleetTest::arrowsMoveAmongTheTiles()
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

void FleetTest::lettersOnTheWallActOnWhatIsChosen()
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

void FleetTest::fewMachinesAreCards()
{
    fake::Stage few(zonedCluster(6), {1280, 1000});
    QVERIFY(wallOf(few).isCards());
    fake::Stage many(zonedCluster(120));
    const ui::Wall &wall = wallOf(many);
    QVERIFY(!wall.isCards());
    QVERIFY(wall.horizontalScrollBar()->maximum() == 0);
}

void FleetTest::coloursTellAgesAndInterruptions_data()
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
void FleetTest::coloursTellAgesAndInterruptions()
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

void FleetTest::moreIsStronger_data()
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

/// Of shades in an order each stands out more than the one before; what is as usual is no shade of theirs.
void FleetTest::moreIsStronger()
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

void FleetTest::navigationCountsAndSaysWhatIsWorst()
{
    fake::Stage stage(zonedCluster(60));
    QTRY_COMPARE(rowOf(stage, u"Fleet"_s), u"Fleet 60"_s);
    QCOMPARE(rowOf(stage, u"Sets"_s), u"Sets 2"_s);
    QCOMPARE(rowOf(stage, u"workers"_s), u"workers 34/60 NotReady"_s);
    const ChangeSet cluster = zonedCluster(60);
    ChangeSet healed;
    for (const auto &node : cluster.of<core::api::Node>().upserts)
        healed.of<core::api::Node>().upserts.push_back(fake::node(node->metadata.name, "True"));
    stage.session.send(healed);
    QTRY_COMPARE(rowOf(stage, u"workers"_s), u"workers 40/60 Ready"_s);
}

void FleetTest::theSentenceCountsAndFilters()
{
    fake::Stage stage(zonedCluster(60));
    auto *sentence = stage.window.findChild<ui::HealthSentence *>();
    QCOMPARE(sentence->words(), u"60 machines, 51 Ready, 9 NotReady"_s);
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    for (QAbstractButton *count : sentence->findChildren<QAbstractButton *>()) {
        if (!count->isVisible())
            continue;
        count->click();
        QCOMPARE(QString::number(table->tableModel().rowCount()), count->text().section(u' ', 0, 0));
    }
}

void FleetTest::whatHappensNextCountsDown()
{
    fake::Stage stage;
    const ui::ObjectTable *table = stage.table(Kind::Machine);
    const auto text = [&] {
        const ui::TableModel &model = table->tableModel();
        return model.textAt(model.index(0, model.columnIndex(u"next"_s)));
    };
    QCOMPARE(text(), QString());
    ChangeSet changes;
    changes.outlooks = {{{&core::api::resourceOf<Machine>(), {"default", "workers-a"}},
        "replaced {when} by health check 100%", fake::now() + 6s}};
    stage.session.send(changes);
    QCOMPARE(text(), u"replaced in 6 s by health check 100%"_s);
    ChangeSet later;
    later.status = fake::status();
    later.status->now = fake::now() + 20s;
    stage.session.send(later);
    QCOMPARE(text(), u"replaced now by health check 100%"_s);
    changes.outlooks = std::vector<Outlook>();
    stage.session.send(changes);
    QCOMPARE(text(), QString());
}

void FleetTest::aBootingMachineSaysWhenItIsReady_data()
{
    QTest::addColumn<QString>("timing");
    QTest::addColumn<std::chrono::seconds>("age");
    QTest::addColumn<QString>("text");
    const QString else_ = u"boots; replaced in 60 s if it has no node by then"_s;
    QTest::newRow("just made") << u"demo"_s << 0s << u"Ready in 2–4 s"_s;
    QTest::newRow("a second old") << u"demo"_s << 1s << u"Ready in 1–3 s"_s;
    QTest::newRow("may be there") << u"demo"_s << 3s << u"Ready in 0–1 s"_s;
    QTest::newRow("later than any") << u"demo"_s << 9s << else_;
    QTest::newRow("nobody knows") << QString() << 1s << else_;
}

/// W21
void FleetTest::aBootingMachineSaysWhenItIsReady()
{
    QFETCH(QString, timing);
    QFETCH(std::chrono::seconds, age);
    ChangeSet changes = fake::threeMachines();
    changes.status->timing = ui::utf8(timing); // demo: boots take 2 s to 4 s
    changes.status->pace = 0; // so that no time passes
    changes.of<Machine>().upserts.front() =
        fake::machine("workers-a", "workers", core::api::phases::provisioning, {}, age);
    changes.outlooks = {{{&core::api::resourceOf<Machine>(), {"default", "workers-a"}},
        outlookSaying("Boots", outlookSaying("ReplacedUnlessNodeComes", "{when}")), fake::now() + 60s,
        Outlook::Course::Boots}};
    const fake::Stage stage(std::move(changes));
    const ui::TableModel &model = stage.table(Kind::Machine)->tableModel();
    const int row = model.rowOf({"default", "workers-a"});
    QTEST(model.textAt(model.index(row, model.columnIndex(u"next"_s))), "text");
}

void FleetTest::theInspectorBeginsWithWhatHappensNext()
{
    fake::Stage stage;
    ChangeSet failed;
    failed.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
    stage.session.send(failed);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    QVERIFY(stage.session.inspected);
    stage.session.send(fake::whatAwaits(*stage.session.inspected));
    auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    const QString words = why->toPlainText();
    const QStringList order {u"What happens next"_s, u"replaces it in 7 s"_s,
        u"1 of 50 machines is unhealthy, 20 may be"_s, u"Because"_s, u"Node reports Ready=False"_s,
        u"Fault not-ready is on its node"_s, u"Set workers wants 3, has 3"_s, u"Then, as forecast"_s,
        u"deleted"_s, u"replacement created"_s, u"What controllers last said (1)"_s};
    qsizetype at = -1;
    for (const QString &part : order) {
        const qsizetype found = words.indexOf(part, at + 1);
        QVERIFY2(found > at, qPrintable(part + u" is missing in "_s + words));
        at = found;
    }
    QVERIFY(!words.contains(u"Runs as node"_s));
    emit why->anchorClicked(QUrl(u"fold:"_s));
    QVERIFY(why->toPlainText().contains(u"Runs as node"_s));
}

/// W36
void FleetTest::whatNobodyKnowsAnyMoreIsToldAsOfThen()
{
    fake::Stage stage;
    ChangeSet failed;
    failed.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
    stage.session.send(failed);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    stage.session.send(fake::whatAwaits(*stage.session.inspected));
    ChangeSet lost;
    lost.status = fake::status();
    lost.status->connection = core::engine::Connection::Reconnecting;
    lost.status->liveUntil = fake::now();
    lost.status->now = fake::now() + std::chrono::seconds(30);
    stage.session.send(lost);
    const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    const QString words = why->toPlainText();
    QVERIFY2(words.startsWith(u"As of %1:"_s.arg(ui::clockText(fake::now()))), qPrintable(words));
    QVERIFY2(words.contains(u"replaces it in 7 s"_s), qPrintable(words)); // as it was then
    QVERIFY2(words.contains(u"Because"_s) && !words.contains(u"Then, as forecast"_s), qPrintable(words));
    for (const ui::State state : {ui::State::NotReady, ui::State::Ready}) {
        const QString color = ui::colorOf(state, false).name();
        QVERIFY2(!why->toHtml().contains(color), qPrintable(color + u" in "_s + why->toHtml()));
    }
    lost.status = fake::status();
    stage.session.send(lost);
    QVERIFY2(why->toPlainText().startsWith(u"What happens next"_s), qPrintable(why->toPlainText()));
    QVERIFY(why->toHtml().contains(ui::colorOf(ui::State::NotReady, false).name()));
}

/// W21
void FleetTest::aDeletionIsSaidOnce()
{
    fake::Stage stage;
    ChangeSet deleted;
    deleted.of<Machine>().upserts = {
        fake::machine("workers-a", "workers", core::api::phases::deleting, "node-a")};
    deleted.of<core::api::Node>().upserts = {fake::node("node-a", "False")};
    stage.session.send(deleted);
    QVERIFY(stage.table(Kind::Machine)->selectKey({"default", "workers-a"}));
    ChangeSet awaits = fake::whatAwaits(*stage.session.inspected);
    awaits.inspection->checks.front().machines.front() = {{"default", "workers-a"}, "node-a", "Deleting",
        false, support::reason("MachineDeleting", "is being deleted"), "None", {}};
    stage.session.send(awaits);
    const QString words = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    QVERIFY2(words.contains(u"leaves it alone: it is being deleted."_s), qPrintable(words));
    QCOMPARE(words.count(u"is being deleted"_s), 1);
}

namespace {

/// What an object is told of, by what is sent after it was chosen.
struct Told {
    Kind kind = Kind::MachineSet;
    std::string name = "workers"; ///< in the namespace default, or shoot of the other family
    std::function<void(ChangeSet &changes, const core::api::ResourceRef &object)> send;
    QStringList inOrder; ///< what is to be read
    QString never; ///< what is not; empty: nothing
};

Outlook ahead(const std::string &machine, const std::string &text,
    std::optional<std::chrono::seconds> in = {}, Outlook::Course course = Outlook::Course::Replaced)
{
    return {{&core::api::resourceOf<Machine>(), {"default", "workers-" + machine}}, text,
        in ? std::optional(fake::now() + *in) : std::nullopt, course};
}

HealthCheckVerdicts countsOf(std::int64_t unhealthy, std::int64_t most)
{
    HealthCheckVerdicts check {
        {&core::api::resourceOf<core::api::MachineHealthCheck>(), {"default", "workers"}}, true, true};
    check.expected = 3;
    check.healthy = check.expected - unhealthy;
    check.maxUnhealthy = most;
    check.allowed = unhealthy <= most;
    check.available = most - unhealthy;
    return check;
}

const std::string replacedWhen = "replaced {when} by health check workers";
const std::string replacedNow = "replaced now by health check workers";

} // namespace

void FleetTest::groupsSayWhatHappensNext_data()
{
    using Course = Outlook::Course;
    QTest::addColumn<Told>("told");
    const auto counts = [](std::int64_t unhealthy, std::int64_t most) {
        return [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.inspection = Inspection {object, {}, {countsOf(unhealthy, most)}};
        };
    };
    QTest::newRow("a set that is well") << Told {Kind::MachineSet, "workers", counts(0, 1),
        {u"Nothing: all 3 machines are Ready."_s,
            u"Health check workers: 0 of 3 machines unhealthy, at most 1 may be: replaces."_s},
        u"Because"_s};
    QTest::newRow("one is replaced") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(1, 1)(changes, object);
            changes.of<core::api::Node>().upserts = {fake::node("node-a", "False", "not-ready")};
            changes.outlooks = {ahead("a", replacedWhen, 6s)};
        },
        {u"workers-a: replaced in 6 s by health check workers"_s,
            u"Health check workers: 1 of 3 machines unhealthy, at most 1 may be: replaces."_s, u"Because"_s,
            u"workers-a: Node reports Ready=False"_s, u"Fault not-ready is on its node"_s,
            u"Then, as forecast"_s, u"in 6 s"_s, u"workers-a deleted and replaced"_s, u"then"_s,
            u"1 replacement Ready"_s},
        u"Nothing"_s};
    QTest::newRow("by the lab's timing") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(3, 3)(changes, object);
            changes.status = fake::status();
            changes.status->timing = "demo"; // boots take 2 s to 4 s
            changes.outlooks = {ahead("c", replacedWhen, 17s), ahead("a", replacedNow),
                ahead("b", "boots; " + replacedWhen, 60s, Course::Boots)};
        },
        {u"workers-a: replaced now by health check workers"_s,
            u"workers-c: replaced in 17 s by health check workers"_s,
            u"workers-b: boots; replaced in 60 s by health check workers"_s, u"Then, as forecast"_s, u"now"_s,
            u"workers-a deleted and replaced"_s, u"in 17 s"_s, u"workers-c deleted and replaced"_s,
            u"in 19–21 s"_s, u"2 replacements Ready"_s},
        {}};
    QTest::newRow("too many are unhealthy") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(2, 1)(changes, object);
            const std::string held = "stays: 2 of 3 unhealthy, 1 may be";
            changes.outlooks = {ahead("a", held, {}, Course::Stays), ahead("b", held, {}, Course::Stays)};
        },
        {u"2 machines: stays: 2 of 3 unhealthy, 1 may be"_s, u"at most 1 may be: too many, replaces none."_s},
        u"Then, as forecast"_s};
    QTest::newRow("its controller is elsewhere") << Told {Kind::MachineSet, "workers",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            HealthCheckVerdicts check = countsOf(1, 1);
            check.isCarriedOut = false;
            changes.inspection = Inspection {object, {}, {check}};
            changes.outlooks = {ahead(
                "a", "stays unless another program carries out health check workers", 12s, Course::Stays)};
        },
        {u"workers-a: stays unless another program carries out health check workers"_s,
            u"at most 1 may be: may replace, its controller does not run here."_s},
        u"Then, as forecast"_s};
    QTest::newRow("machines are missing") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(0, 1)(changes, object);
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 5, 3)};
        },
        {u"2 missing machines are created next."_s}, u"Nothing"_s};
    QTest::newRow("nobody makes them") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(0, 1)(changes, object);
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 4, 3)};
            changes.status = fake::status();
            changes.status->controllers.clear();
        },
        {u"1 missing machine is created once the controller machineset is on."_s}, u"next."_s};
    QTest::newRow("some are too many") << Told {Kind::MachineSet, "workers",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.inspection = Inspection {object, {}, {}};
            changes.of<core::api::MachineSet>().upserts = {fake::machineSet("workers", 1, 3)};
        },
        {u"2 machines too many are deleted next."_s,
            u"No health check selects its machines: those whose node fails stay."_s},
        {}};
    QTest::newRow("a rollout") << Told {Kind::MachineDeployment, "edge",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 3, 1)};
            changes.of<core::api::MachineSet>().upserts = {
                fake::revision("edge", 2, "edge-b", 2, 2), fake::revision("edge", 3, "edge-c", 1, 1)};
            changes.of<Machine>().upserts = {
                fake::machine("edge-b-1", "edge-b", core::api::phases::running, "node-1"),
                fake::machine("edge-b-2", "edge-b", core::api::phases::running, "node-2"),
                fake::machine("edge-c-1", "edge-c", core::api::phases::running, "node-3")};
            for (const std::string name : {"node-1", "node-2", "node-3"})
                changes.of<core::api::Node>().upserts.push_back(fake::node(name, "True"));
            changes.status = fake::status();
            changes.status->timing = "demo"; // boots take 2 s to 4 s
            changes.status->controllers.push_back({"machinedeployment", "", true, true});
            core::runtime::Explanation said {"machinedeployment", object.resource, object.key};
            said.reasons = {
                support::reason("WaitingForMachineSets", "…", {{"maxTotal", "4"}, {"minAvailable", "3"}})};
            changes.inspection = Inspection {object, {said}};
        },
        {u"Rolls out revision 3: 1 of 3 machines are of it."_s, u"edge-b (revision 2): 2 of 2 Ready."_s,
            u"As new ones become Ready, the 2 machines of earlier revisions are deleted next."_s,
            u"At most 4 machines at a time, at least 3 available; 3 are Ready."_s, u"Because"_s,
            u"Set edge-c, revision 3, was made at"_s, u"Then, as forecast"_s, u"in 4–8 s"_s,
            u"all 3 machines of revision 3"_s},
        u"Nothing"_s};
    QTest::newRow("a size that waits") << Told {Kind::MachineDeployment, "edge",
        [=](ChangeSet &changes, const core::api::ResourceRef &object) {
            counts(1, 1)(changes, object);
            changes.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 5, 1)};
            changes.of<core::api::MachineSet>().upserts = {fake::revision("edge", 2, "edge-b", 1, 1)};
            changes.of<Machine>().upserts = {
                fake::machine("edge-b-1", "edge-b", core::api::phases::running, "node-1")};
            changes.of<core::api::Node>().upserts = {fake::node("node-1", "True")};
        },
        {u"Its set gets 5 machines instead of 1 once the controller machinedeployment is on."_s,
            u"Health check workers: 1 of 3 machines unhealthy, at most 1 may be: replaces."_s},
        u"Rolls out"_s};
    QTest::newRow("old ones go first") << Told {Kind::MachineDeployment, "edge",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            core::api::MachineDeployment recreated = *fake::machineDeployment("edge", 2, 0);
            recreated.spec.strategy.type = "Recreate";
            recreated.spec.paused = true;
            changes.of<core::api::MachineDeployment>().upserts = {
                std::make_shared<const core::api::MachineDeployment>(std::move(recreated))};
            changes.of<core::api::MachineSet>().upserts = {
                fake::revision("edge", 2, "edge-b", 0, 1), fake::revision("edge", 3, "edge-c", 0, 0)};
            changes.of<Machine>().upserts = {
                fake::machine("edge-b-1", "edge-b", core::api::phases::running, "node-1")};
            changes.inspection = Inspection {object};
        },
        {u"It is paused: changes of its template wait until it is resumed."_s,
            u"Rolls out revision 3: 0 of 1 machines are of it."_s,
            u"Once the 1 machine of earlier revisions is gone, new ones are created once the controller "
            "machinedeployment is on."_s},
        u"At most"_s};
    QTest::newRow("of the other family") << Told {Kind::McmMachineSet, "shoot-b",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            fake::addMcm(changes);
            const core::api::ResourceRef machine {
                &core::api::resourceOf<core::api::mcm::Machine>(), {"shoot", "shoot-b-1"}};
            changes.outlooks = {{machine, "Is unhealthy (kubelet is gone); fails at {when} if that lasts.",
                fake::now() + 9s, Outlook::Course::Replaced}};
            changes.inspection = Inspection {object};
        },
        {u"shoot-b-1: Is unhealthy (kubelet is gone)"_s, u"Then, as forecast"_s, u"in 9 s"_s,
            u"shoot-b-1 deleted and replaced"_s, u"1 replacement Ready"_s},
        u"No health check"_s};
    QTest::newRow("a check") << Told {Kind::HealthCheck, "workers",
        [](ChangeSet &changes, const core::api::ResourceRef &object) {
            changes.verdicts = countsOf(2, 1);
            for (const std::string name : {"a", "b"})
                changes.verdicts->machines.push_back({{"default", "workers-" + name}, "node-" + name,
                    "Unhealthy", false, support::reason("UnhealthyNode", "…"), "Replace", {}});
            changes.inspection = Inspection {object};
        },
        {u"2 machines: stays: 2 of 3 unhealthy, 1 may be"_s,
            u"2 of 3 machines unhealthy, at most 1 may be: too many, replaces none."_s},
        u"Health check workers"_s};
}

/// W21
void FleetTest::groupsSayWhatHappensNext()
{
    QFETCH(const Told, told);
    ui::speak(u"en"_s);
    fake::Stage stage;
    ChangeSet changes;
    const bool isMcm = ui::familyOf(told.kind) == ui::Family::Mcm;
    const ui::ObjectRef object {told.kind, {isMcm ? "shoot" : "default", told.name}};
    told.send(changes, ui::resourceRef(object));
    stage.session.send(changes);
    QVERIFY(stage.tabs()->select(object));
    stage.session.send(changes); // once it is inspected
    const QString words = stage.window.findChild<QTextBrowser *>(u"why"_s)->toPlainText();
    QVERIFY2(words.startsWith(u"What happens next"_s), qPrintable(words));
    qsizetype at = -1;
    for (const QString &part : told.inOrder) {
        const qsizetype found = words.indexOf(part, at + 1);
        QVERIFY2(found > at, qPrintable(part + u" is missing in "_s + words));
        at = found;
    }
    QVERIFY2(told.never.isEmpty() || !words.contains(told.never), qPrintable(words));
}

void FleetTest::standInsHaveTheLastWord()
{
    fake::Stage stage;
    ChangeSet joined;
    joined.of<core::api::Node>().upserts = {
        fake::node("alone", "True")}; // of no machine: nothing is foretold
    stage.session.send(joined);
    stage.table(Kind::Node)->selectKey({{}, "alone"});
    QVERIFY(stage.session.inspected);
    const auto node = *stage.session.inspected;
    const auto says = [&](const std::string &controller, const std::string &words) {
        core::runtime::Explanation said {controller, node.resource, node.key};
        said.reasons = {support::reason("Said", words)};
        return said;
    };
    const auto *why = stage.window.findChild<QTextBrowser *>(u"why"_s);
    ChangeSet changes;
    changes.inspection = core::engine::Inspection {
        node, {says("garbagecollector", "No owner."), says("nodelink", "Of no machine.")}};
    stage.session.send(changes);
    QVERIFY(why->toPlainText().startsWith(u"nodelink"_s));
    QVERIFY(!why->toPlainText().contains(u"No owner."_s));
    QVERIFY(why->toPlainText().contains(u"What controllers last said (1)"_s));
    changes.inspection = core::engine::Inspection {node, {says("garbagecollector", "No owner.")}};
    stage.session.send(changes);
    QVERIFY(why->toPlainText().contains(u"No owner."_s)); // which is all there is
}

void FleetTest::modesAreLeftAndEnteredAgain()
{
    fake::Stage stage(zonedCluster(60));
    ui::Tables *tables = stage.tabs();
    QVERIFY(tables->isFleet());
    stage.window.findChild<QToolButton *>(u"wallOnly"_s)->click();
    QVERIFY(!tables->page(Kind::Machine).table().isVisible());
    QTest::keyClick(&stage.window, Qt::Key_2, Qt::AltModifier); // Machines
    QVERIFY(tables->page(Kind::Machine).table().isVisible());
    QVERIFY(!tables->isFleet());
    QTest::keyClick(&stage.window, Qt::Key_1, Qt::AltModifier); // Fleet, as it was
    QVERIFY(tables->isFleet());
    QVERIFY(!tables->page(Kind::Machine).table().isVisible());
    QCOMPARE(tables->place().fleet, ui::FleetMode::Wall);
}

void FleetTest::iconsFollowTheTheme()
{
    ui::speak(u"en"_s);
    fake::Stage stage;
    auto *preferences = stage.window.findChild<ui::Preferences *>();
    const int before = preferences->value(ui::Pref::Theme);
    const auto *navigation = stage.window.findChild<ui::Navigation *>();
    const auto inkOf = [](const QIcon &icon) {
        const QImage image = icon.pixmap(48).toImage();
        QColor ink;
        for (int i = 0; i < image.width() * image.height() && !ink.isValid(); ++i) {
            const QColor pixel = image.pixelColor(i % image.width(), i / image.width());
            ink = pixel.alpha() == 255 ? pixel : QColor();
        }
        return ink;
    };
    for (const ui::Scheme scheme :
        {ui::Scheme::Dark, ui::Scheme::Light, ui::Scheme::Contrast, ui::Scheme::Light}) {
        preferences->set(ui::Pref::Theme, static_cast<int>(scheme));
        const QColor ink = inkOf(navigation->findItems(u"Fleet"_s, Qt::MatchExactly).constFirst()->icon());
        QVERIFY(ink.isValid());
        QCOMPARE(ink.rgb(), QApplication::palette().color(QPalette::Text).rgb());
    }
    preferences->set(ui::Pref::Theme, before);
}

void FleetTest::scenariosAreRunAndCaptioned()
{
    fake::Stage stage;
    QTest::keyClick(&stage.window, Qt::Key_8, Qt::AltModifier); // Scenarios
    auto *list = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    QVERIFY(list->isVisible());
    QVERIFY(list->count() >= 6);
    list->setCurrentItem(list->findItems(u"Self-healing 101"_s, Qt::MatchExactly).front());
    stage.window.findChild<QToolButton *>(u"runScenario"_s)->click();
    const auto *run = stage.session.last<RunScenario>();
    QVERIFY(run);
    QVERIFY(run->yaml.find("Self-healing 101") != std::string::npos);
    QVERIFY(stage.tabs()->isVisible()); // where it is seen
    ChangeSet changes;
    changes.scenario = {
        "Self-healing 101", "Heals.", {{.say = "One node breaks.", .text = "fault"}, {.text = "wait"}}, {}};
    changes.scenario->steps[0].state = core::scenario::StepReport::State::Running;
    stage.session.send(changes);
    const auto *caption = stage.window.findChild<QLabel *>(u"caption"_s);
    QVERIFY(caption->isVisible());
    QCOMPARE(caption->text(), u"One node breaks."_s);
    auto *pause = stage.window.findChild<QToolButton *>(u"pauseScenario"_s);
    auto *next = stage.window.findChild<QToolButton *>(u"stepScenario"_s);
    QVERIFY(pause->isVisible() && !next->isVisible());
    pause->click();
    QVERIFY(stage.session.last<PauseScenario>());
    changes.scenario->paused = true;
    stage.session.send(changes);
    QVERIFY(next->isVisible());
    next->click();
    QVERIFY(stage.session.last<StepScenario>());
    pause->click();
    QVERIFY(stage.session.last<ContinueScenario>());
    stage.window.findChild<QToolButton *>(u"stopScenario"_s)->click();
    QVERIFY(stage.session.last<StopScenario>());
    for (auto &step : changes.scenario->steps)
        step.state = core::scenario::StepReport::State::Ok;
    changes.scenario->ok = true;
    stage.session.send(changes);
    QCOMPARE(caption->text(), u"All that it claims holds."_s);
}

void FleetTest::aScenarioThatFailsSaysWhere()
{
    fake::Stage stage;
    ChangeSet changes;
    changes.scenario = {
        "Mine", "", {{.text = "wait until 3 nodes are Ready", .message = "there are 2"}}, false};
    changes.scenario->steps[0].state = core::scenario::StepReport::State::Failed;
    stage.session.send(changes);
    QCOMPARE(stage.label("caption"), u"wait until 3 nodes are Ready: there are 2"_s);
}

void FleetTest::aFileThatIsNoScenarioIsRefused()
{
    fake::Stage stage;
    QTemporaryDir folder;
    auto *page = stage.window.findChild<ui::ScenariosPage *>();
    const auto *list = stage.window.findChild<QListWidget *>(u"scenarioList"_s);
    const auto open = [&](const QByteArray &yaml) {
        QFile file(folder.filePath(u"mine.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(yaml);
        file.close();
        page->open(file.fileName());
    };
    open("name: Mine\nsteps:\n  - wait: 1s\n");
    const int count = list->count();
    QCOMPARE(list->currentItem()->text(), u"Mine"_s);
    open("name: Mine\nsteps:\n  - dance: now\n");
    QVERIFY2(stage.notice().contains(u"steps[0]"_s), qPrintable(stage.notice()));
    QCOMPARE(list->count(), count);
    open("name: Mine, mended\nsteps:\n  - wait: 2s\n");
    QCOMPARE(list->count(), count);
    QCOMPARE(list->currentItem()->text(), u"Mine, mended"_s);
}

QTEST_MAIN(FleetTest)
#include "tst_fleet.moc"
