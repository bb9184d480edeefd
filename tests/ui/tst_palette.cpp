// SPDX-License-Identifier: GPL-3.0-or-later
// The command palette (docs/window.md W22) finds and does what is typed, shows why it was found, and brings
// first what was used last.
#include "tests/ui/ownplaces.h"
#include "tests/ui/spoken.h"
#include "tests/ui/stage.h"
#include "ui/dialogs/paletteentries.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/wall.h"
#include "ui/language.h"
#include "ui/pages/scenariospage.h"
#include "ui/settings.h"
#include "ui/state.h"

#include <QDialog>
#include <QListWidget>
#include <QToolButton>

#include <array>
#include <cmath>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;
using core::api::ObjectKey;
using ui::Kind;

namespace {

/// A window that keeps what was used, unless it is fresh.
struct Room : fake::Stage {
    explicit Room(bool fresh = true, ChangeSet cluster = fake::threeMachines())
        : fake::Stage(std::move(cluster), {1280, 800}, ui::Scheme::Light, fresh)
    {
    }
};

QDialog *paletteOf(const fake::Stage &stage)
{
    return stage.window.findChild<QDialog *>(u"commandPalette"_s);
}

QLineEdit &lineOf(const fake::Stage &stage)
{
    return *paletteOf(stage)->findChild<QLineEdit *>(u"command"_s);
}

QListWidget &listOf(const fake::Stage &stage)
{
    return *paletteOf(stage)->findChild<QListWidget *>(u"entries"_s);
}

std::vector<ui::PaletteEntry> found(fake::Stage &stage, const QString &typed)
{
    delete paletteOf(stage);
    stage.action("palette")->trigger();
    lineOf(stage).setText(typed);
    std::vector<ui::PaletteEntry> entries;
    const QListWidget &list = listOf(stage);
    for (int i = 0; i < list.count(); ++i)
        entries.push_back({list.item(i)->text(), list.item(i)->data(Qt::UserRole).toString(), {}, {}});
    return entries;
}

void pressReturn(fake::Stage &stage)
{
    QTest::keyClick(&lineOf(stage), Qt::Key_Return);
    QCoreApplication::processEvents();
}

/// How much is written in each half of the row, on what is behind it.
std::array<double, 2> inkIn(const QImage &row)
{
    const QColor behind = row.pixelColor(0, 0);
    std::array<double, 2> ink {};
    for (int y = 0; y < row.height(); ++y) {
        for (int x = 0; x < row.width(); ++x)
            ink[2 * x < row.width() ? 0 : 1] +=
                std::abs(row.pixelColor(x, y).lightnessF() - behind.lightnessF());
    }
    return ink;
}

/// The row of "Machines", which is chosen, with those letters as the ones that were typed.
std::array<double, 2> inkOf(ui::Scheme scheme, Qt::LayoutDirection direction, std::vector<qsizetype> letters)
{
    const ui::Theme theme(scheme);
    QWidget window;
    window.resize(500, 400);
    ui::PaletteEntry entry {u"Machines"_s, {}, {}, [] {}};
    entry.letters = std::move(letters);
    ui::CommandPalette palette([&](const QString &) { return std::vector {entry}; }, theme, &window);
    palette.setAttribute(Qt::WA_DeleteOnClose, false);
    palette.setLayoutDirection(direction);
    palette.open();
    auto *list = palette.findChild<QListWidget *>(u"entries"_s);
    const QImage row = list->viewport()->grab(list->visualItemRect(list->item(0))).toImage();
    palette.close();
    return inkIn(row);
}

} // namespace

class PaletteTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { ui::speak(u"en"_s); }
    void fuzzyMatches();
    void whatWasTypedIsBold_data();
    void whatWasTypedIsBold();
    void whatWasUsedLastComesFirst();
    void whatWasUsedIsKept();
    void itScales();
    void itBreaks();
    void viewsHaveShortNames_data();
    void viewsHaveShortNames();
    void itGoes();
    void itFindsScenarios();
    void itRunsScenarios();
    void itPausesWhatRuns();
    void itKnowsEnglishNamesInEveryLanguage();
    void itSetsThePace_data();
    void itSetsThePace();
    void pacesAreOffered();
    void statesAreTold();
    void whatScalingWillDoIsTold();
    void whatAFaultWillDoIsTold_data();
    void whatAFaultWillDoIsTold();
    void whereNothingIsForeseenNoLineIsKept();
    void theWallIsReachedInASmallWindow();
    void itDresses();
    void prefixesAreTold();
    void namespacesFilter();
    void labelsFilter();
    void faultsAreForWhatIsChosen();
    void theConfigOfWhatIsChosenIsFound_data();
    void theConfigOfWhatIsChosenIsFound();
    void helpIsFound();
    void settingsAreOpened();
    void whatIsWrongIsTold_data();
    void whatIsWrongIsTold();
    void tabCompletes_data();
    void tabCompletes();
    void wholeNamesComeFirst();
    void verbsAct();
    void verbsActOnNothingElse();
    void itsCornersAreThoseOfAMenu();
    void lockedItChangesNothing();

private:
    tests::OwnPlaces m_places;
};

void PaletteTest::fuzzyMatches()
{
    const auto score = [](const char16_t *typed, const char16_t *text) {
        const auto match = ui::fuzzyMatch(QString::fromUtf16(typed), QString::fromUtf16(text));
        return match ? match->score : -99;
    };
    QVERIFY(!ui::fuzzyMatch(u"xyz"_s, u"workers"_s));
    QVERIFY(score(u"wor", u"workers") > score(u"wor", u"infra-worker"));
    QVERIFY(score(u"mu", u"Make unhealthy") > score(u"mu", u"Machine summary of much"));
    QVERIFY(ui::fuzzyMatch(QString(), u"anything"_s));
    QCOMPARE(score(u"", u"short"), score(u"", u"something that is much longer"));
    using Letters = std::vector<qsizetype>;
    QCOMPARE(ui::fuzzyMatch(u"wb"_s, u"workers-b"_s)->letters, (Letters {0, 8}));
    QCOMPARE(ui::fuzzyMatch(u"GO to"_s, u"Go to Nodes"_s)->letters, (Letters {0, 1, 3, 4}));
}

void PaletteTest::whatWasTypedIsBold_data()
{
    QTest::addColumn<ui::Scheme>("scheme");
    QTest::addColumn<Qt::LayoutDirection>("direction");
    QTest::newRow("light") << ui::Scheme::Light << Qt::LeftToRight;
    QTest::newRow("dark") << ui::Scheme::Dark << Qt::LeftToRight;
    QTest::newRow("high contrast") << ui::Scheme::Contrast << Qt::LeftToRight;
    QTest::newRow("from right to left") << ui::Scheme::Light << Qt::RightToLeft;
}

void PaletteTest::whatWasTypedIsBold()
{
    QFETCH(ui::Scheme, scheme);
    QFETCH(Qt::LayoutDirection, direction);
    const auto plain = inkOf(scheme, direction, {});
    const auto bold = inkOf(scheme, direction, {0, 1, 2, 3, 4, 5, 6, 7});
    const std::size_t begin = direction == Qt::LeftToRight ? 0 : 1;
    QVERIFY2(bold[begin] > 1.1 * plain[begin],
        qPrintable(u"%1 where plain has %2"_s.arg(bold[begin]).arg(plain[begin])));
    QCOMPARE(bold[1 - begin], 0.0);
    const ui::Theme light(ui::Scheme::Light); // as the other tests have it
}

void PaletteTest::whatWasUsedLastComesFirst()
{
    Room stage;
    const auto before = found(stage, u":"_s);
    QVERIFY(before.size() > 3);
    QVERIFY(before.front().text != u"Go to Nodes"_s);
    found(stage, u":nodes"_s);
    pressReturn(stage);
    QCOMPARE(found(stage, u":"_s).front().text, u"Go to Nodes"_s);
    found(stage, u":machinesets"_s);
    pressReturn(stage);
    const auto after = found(stage, u":"_s);
    QCOMPARE(after[1].text, u"Go to Nodes"_s);
    QCOMPARE(after.size(), before.size());
    QVERIFY(found(stage, u":events"_s).front().text != u"Go to Nodes"_s); // which fits better
    QVERIFY(ui::savedPaletteUse().isEmpty()); // of a fresh window
}

void PaletteTest::whatWasUsedIsKept()
{
    {
        Room yesterday(false);
        found(yesterday, u":nodes"_s);
        pressReturn(yesterday);
        found(yesterday, u"scale workers 4"_s); // no step that is looked for again
        pressReturn(yesterday);
        QCOMPARE(ui::savedPaletteUse(), QStringList {u"Go to Nodes"_s});
    }
    QStringList many;
    for (int i = 0; i < 80; ++i)
        many.append(u"Go to %1"_s.arg(i));
    ui::savePaletteUse(QStringList {u"Go to Nodes"_s} + many);
    Room today(false);
    QCOMPARE(found(today, u":"_s).front().text, u"Go to Nodes"_s);
    found(today, u":fleet"_s);
    pressReturn(today);
    QCOMPARE(ui::savedPaletteUse().size(), 50);
    QCOMPARE(ui::savedPaletteUse()[1], u"Go to Nodes"_s);
}

void PaletteTest::itScales()
{
    fake::Stage stage;
    const auto entries = found(stage, u"scale wor 50"_s);
    QVERIFY(!entries.empty());
    QCOMPARE(entries.front().text, u"Scale workers"_s);
    QVERIFY(entries.front().detail.startsWith(u"3 → 50"_s));
    pressReturn(stage);
    const auto *scaling = stage.session.last<Scale>();
    QVERIFY(scaling);
    QCOMPARE(scaling->replicas, 50);
    QCOMPARE(scaling->target.key, (ObjectKey {"default", "workers"}));
}

void PaletteTest::itBreaks()
{
    fake::Stage stage;
    const auto entries = found(stage, u"notready workers-b for 20s"_s);
    QVERIFY(!entries.empty());
    QCOMPARE(entries.front().text, u"not-ready for 20s: workers-b"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<BreakNodes>());
    QCOMPARE(stage.session.last<BreakNodes>()->nodes, std::vector<std::string> {"node-b"});
    QCOMPARE(stage.session.last<BreakNodes>()->fault, std::string("not-ready for 20s"));
}

void PaletteTest::viewsHaveShortNames_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");
    QTest::newRow("ms") << u":ms"_s << u"Go to Sets"_s;
    QTest::newRow("mhc") << u":mhc"_s << u"Go to Health checks"_s;
    QTest::newRow("MHC") << u":MHC"_s << u"Go to Health checks"_s;
    QTest::newRow("no") << u":no"_s << u"Go to Nodes"_s;
    QTest::newRow("ev") << u":ev"_s << u"Go to Events"_s;
    QTest::newRow("ns") << u":ns"_s << u"default"_s;
    QTest::newRow("scen") << u":scen"_s << u"Go to Scenarios"_s;
    QTest::newRow("rec") << u":rec"_s << u"Go to Recoveries"_s;
    QTest::newRow("ctrl") << u":ctrl"_s << u"Go to Controllers"_s;
}

void PaletteTest::viewsHaveShortNames()
{
    QFETCH(QString, typed);
    fake::Stage stage;
    const auto entries = found(stage, typed);
    QVERIFY(!entries.empty());
    QTEST(entries.front().text, "first");
}

void PaletteTest::itGoes()
{
    fake::Stage stage;
    QCOMPARE(found(stage, u":nodes"_s).front().text, u"Go to Nodes"_s);
    pressReturn(stage);
    QCOMPARE(stage.tabs()->currentPage().kind(), Kind::Node);
    QCOMPARE(
        found(stage, u"workers-c"_s).front().detail, ui::glyphOf(ui::State::Ready) + u" Ready · Machine"_s);
    pressReturn(stage);
    QCOMPARE(stage.tabs()->current()->key, (ObjectKey {"default", "workers-c"}));
    found(stage, u"/ workers-a"_s);
    pressReturn(stage);
    QCOMPARE(stage.filter()->text(), u"workers-a"_s);
}

void PaletteTest::itFindsScenarios()
{
    ui::speak(u"en"_s);
    fake::Stage stage;
    const auto entries = found(stage, u"self-heal"_s);
    QVERIFY(!entries.empty());
    QCOMPARE(entries.front().text, u"Scenario: Self-healing 101"_s);
    pressReturn(stage);
    const auto *page = stage.window.findChild<ui::ScenariosPage *>();
    QVERIFY(page->isVisible());
    QCOMPARE(page->findChild<QListWidget *>()->currentItem()->text(), u"Self-healing 101"_s);
    found(stage, u":fleet"_s); // which is what the tables show already
    pressReturn(stage);
    QVERIFY(!page->isVisible());
}

void PaletteTest::itRunsScenarios()
{
    fake::Stage stage;
    const auto runs = found(stage, u">run"_s);
    QVERIFY(!runs.empty());
    QVERIFY2(runs.front().text.startsWith(u"run: "_s), qPrintable(runs.front().text));
    QCOMPARE(found(stage, u"run self-heal"_s).front().text, u"run: Self-healing 101"_s);
    QTest::keyClick(&lineOf(stage), Qt::Key_Tab);
    QCOMPARE(lineOf(stage).text(), u"run Self-healing 101"_s);
    QVERIFY(stage.session.commands.empty());
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<RunScenario>());
    QVERIFY(stage.session.last<RunScenario>()->yaml.find("Self-healing 101") != std::string::npos);
    QCOMPARE(found(stage, u"run xyzzy"_s).back().text, u"xyzzy: the name of a scenario is expected"_s);
}

void PaletteTest::itPausesWhatRuns()
{
    fake::Stage stage;
    QCOMPARE(found(stage, u"step"_s).back().text, u"step: no scenario is paused"_s);
    ChangeSet changes;
    changes.scenario = {"Mine", "", {{.text = "wait 1m30s"}}, {}};
    stage.session.send(changes);
    QCOMPARE(found(stage, u"pause"_s).front().text, u"Pause the scenario"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<PauseScenario>());
    changes.scenario->paused = true;
    stage.session.send(changes);
    QCOMPARE(found(stage, u"step"_s).front().text, u"Take one step of the scenario"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<StepScenario>());
    QCOMPARE(found(stage, u">continue"_s).front().text, u"Continue the scenario"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<ContinueScenario>());
}

void PaletteTest::itKnowsEnglishNamesInEveryLanguage()
{
    {
        const tests::Spoken chinese(u"zh_CN"_s);
        fake::Stage stage;
        const QString tour = stage.action("tour")->iconText();
        QVERIFY(tour != u"Tour"_s);
        const auto entries = found(stage, u">tour"_s);
        QVERIFY(!entries.empty());
        QCOMPARE(entries.front().text, tour);
    }
    ui::speak(u"en"_s);
}

void PaletteTest::itSetsThePace_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("told");
    QTest::addColumn<double>("pace");
    QTest::newRow("a number") << u"pace 10"_s << u"pace: ×10"_s << 10.0;
    QTest::newRow("as it is shown") << u"pace ×½"_s << u"pace: ×½"_s << 0.5;
    QTest::newRow("a fraction") << u"pace ×1/4"_s << u"pace: ×¼"_s << 0.25;
    QTest::newRow("a decimal point") << u">Pace x0.1"_s << u"pace: ×0.1"_s << 0.1;
    QTest::newRow("a decimal comma") << u"pace 2,5"_s << u"pace: ×2.5"_s << 2.5;
    QTest::newRow("none") << u"pace 0"_s << u"pace: paused"_s << 0.0;
}

void PaletteTest::itSetsThePace()
{
    QFETCH(QString, typed);
    QFETCH(QString, told);
    QFETCH(double, pace);
    Room stage;
    QCOMPARE(found(stage, typed).front().text, told);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<SetPace>());
    QCOMPARE(stage.session.last<SetPace>()->pace, pace);
}

void PaletteTest::pacesAreOffered()
{
    Room stage;
    const auto entries = found(stage, u"pace"_s);
    QVERIFY(entries.size() >= 8);
    QCOMPARE(entries[0].text, u"pace: ×¼"_s);
    QCOMPARE(entries[7].text, u"pace: ×1000"_s);
    for (const ui::PaletteEntry &entry : found(stage, u"resume"_s))
        QVERIFY(entry.text != u"Let time go on"_s); // it does
    ChangeSet paused;
    paused.status = fake::status();
    paused.status->pace = 0;
    stage.session.send(paused);
    QCOMPARE(found(stage, u"resume"_s).front().text, u"Let time go on"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<SetPace>());
    QVERIFY(stage.session.last<SetPace>()->pace > 0);

    Room elsewhere(true, fake::threeMachines(Mode::External));
    const auto told = found(elsewhere, u"pace 10"_s);
    QCOMPARE(told.front().text, u"Only a lab's time has a pace."_s);
}

void PaletteTest::statesAreTold()
{
    ChangeSet cluster = fake::threeMachines();
    cluster.of<core::api::Node>().upserts = {fake::node("node-b", "False")};
    fake::Stage stage(std::move(cluster));
    const QString notReady = ui::glyphOf(ui::State::NotReady) + u" NotReady · "_s;
    QCOMPARE(found(stage, u"workers-b"_s).front().detail, notReady + u"Machine"_s);
    QCOMPARE(found(stage, u"node-b"_s).front().detail, notReady + u"Node"_s);
    QCOMPARE(found(stage, u"heal workers-b"_s).front().detail, notReady + u"Machine"_s);
    QCOMPARE(found(stage, u"yaml workers"_s).front().detail, u"MachineSet"_s);
}

/// As below the cell, while the number is typed.
void PaletteTest::whatScalingWillDoIsTold()
{
    fake::Stage stage;
    stage.session.foreseeScaling = [](const ForeseeScale &scale) {
        ScaleForecast forecast;
        forecast.present = 3;
        forecast.wanted = scale.replicas;
        forecast.first = {{"workers-b", ScaleForecast::Why::Failed}};
        return forecast;
    };
    found(stage, u"scale workers"_s);
    const auto *outlook = paletteOf(stage)->findChild<QLabel *>(u"paletteOutlook"_s);
    QVERIFY(outlook->isHidden());
    lineOf(stage).setText(u"scale workers 2"_s);
    QTRY_COMPARE(outlook->text(), u"3 → 2. 1 machine goes: workers-b (it has failed)."_s);
    QVERIFY(outlook->isVisible());
    QVERIFY(stage.session.commands.empty());
    lineOf(stage).setText(u"nodes"_s);
    QVERIFY(outlook->isHidden());
}

void PaletteTest::whatAFaultWillDoIsTold_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("nodes");
    QTest::newRow("of a machine") << u"notready workers-b for 20s"_s << u"not-ready for 20s"_s << 1;
    QTest::newRow("of what is chosen") << u"!silent"_s << u"silent"_s << 3;
    QTest::newRow("as written, of what is chosen") << u"!silent for 1m"_s << u"silent for 1m"_s << 3;
}

void PaletteTest::whatAFaultWillDoIsTold()
{
    QFETCH(QString, typed);
    QFETCH(QString, fault);
    QFETCH(int, nodes);
    fake::Stage stage;
    stage.tabs()->select({Kind::MachineSet, {"default", "workers"}});
    stage.session.forecast = {.nodes = nodes, .unchecked = 2};
    found(stage, typed);
    const auto *outlook = paletteOf(stage)->findChild<QLabel *>(u"paletteOutlook"_s);
    QTRY_COMPARE(outlook->text(), u"2 are selected by no health check and stay as they are."_s);
    QVERIFY(outlook->isVisible());
    QCOMPARE(stage.session.foreseen->fault, fault.toStdString());
    QCOMPARE(stage.session.foreseen->nodes.size(), static_cast<std::size_t>(nodes));
    QVERIFY(stage.session.commands.empty());
}

void PaletteTest::whereNothingIsForeseenNoLineIsKept()
{
    fake::Stage stage;
    stage.session.forecast = {.nodes = 1};
    found(stage, u"silent workers-b for 20s"_s);
    QTRY_VERIFY(stage.session.foreseen);
    QCoreApplication::processEvents(); // the answer
    QVERIFY(paletteOf(stage)->findChild<QLabel *>(u"paletteOutlook"_s)->isHidden());
}

void PaletteTest::theWallIsReachedInASmallWindow()
{
    ui::speak(u"en"_s);
    fake::Stage stage(fake::threeMachines(), {1000, 640});
    const ui::Wall &wall = static_cast<ui::FleetPage &>(stage.tabs()->page(Kind::Machine)).wall();
    QVERIFY(!found(stage, u"table alone"_s).empty());
    pressReturn(stage);
    QTRY_VERIFY(!wall.isVisible());
    QVERIFY(stage.table(Kind::Machine)->isVisible());
    found(stage, u"wall alone"_s);
    pressReturn(stage);
    QTRY_VERIFY(wall.isVisible());
    QVERIFY(!stage.table(Kind::Machine)->isVisible());
    QVERIFY(stage.window.findChild<QToolButton *>(u"colorByAge"_s)->isVisible());
}

void PaletteTest::itDresses()
{
    fake::Stage stage;
    const auto *preferences = stage.window.findChild<ui::Preferences *>();
    const int before = preferences->value(ui::Pref::Theme);
    const auto offered = found(stage, u"theme contrast"_s);
    QVERIFY(!offered.empty());
    QVERIFY2(offered.front().text.startsWith(u"Theme: "_s), qPrintable(offered.front().text));
    pressReturn(stage);
    QCOMPARE(ui::Scheme(preferences->value(ui::Pref::Theme)), ui::Scheme::Contrast);
    QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(Qt::black));
    for (const ui::PaletteEntry &entry : found(stage, u"theme contrast"_s))
        QVERIFY2(entry.text != offered.front().text, qPrintable(entry.text)); // it is worn
    stage.window.findChild<ui::Preferences *>()->set(ui::Pref::Theme, before);
}

void PaletteTest::prefixesAreTold()
{
    Room stage;
    found(stage, {});
    QString told;
    for (const QLabel *label : paletteOf(stage)->findChildren<QLabel *>())
        told += label->text();
    for (const QString &prefix : {u">"_s, u":"_s, u"/"_s, u"@"_s, u"#"_s, u"!"_s, u"?"_s, u"="_s})
        QVERIFY2(told.contains(prefix + QChar::Nbsp), qPrintable(told));
    lineOf(stage).setText(u"? labels"_s);
    QCOMPARE(listOf(stage).item(0)->text(), u"# labels"_s);
    pressReturn(stage);
    QVERIFY(paletteOf(stage)->isVisible());
    QCOMPARE(lineOf(stage).text(), u"#"_s);
}

void PaletteTest::namespacesFilter()
{
    Room stage;
    stage.filter()->setText(u"workers namespace=other"_s);
    QCOMPARE(found(stage, u"@"_s).size(), 1U);
    QCOMPARE(found(stage, u"@def"_s).front().text, u"default"_s);
    pressReturn(stage);
    QCOMPARE(stage.filter()->text(), u"workers namespace=default"_s);
    QCOMPARE(stage.tabs()->currentPage().table().tableModel().rowCount(), 3);
    stage.tabs()->bringToFront(Kind::Node); // which are in none
    found(stage, u"@def"_s);
    pressReturn(stage);
    QCOMPARE(stage.tabs()->currentPage().kind(), Kind::Machine);
    QCOMPARE(stage.filter()->text(), u"namespace=default"_s);
}

void PaletteTest::labelsFilter()
{
    Room stage;
    const auto labels = found(stage, u"#"_s);
    QCOMPARE(labels.size(), 1U);
    QCOMPARE(labels.front().text, u"set=workers"_s);
    QCOMPARE(labels.front().detail, u"3 of 3"_s);
    pressReturn(stage);
    QCOMPARE(stage.filter()->text(), u"label=set=workers"_s);
    QCOMPARE(stage.tabs()->currentPage().table().tableModel().rowCount(), 3);
    stage.tabs()->bringToFront(Kind::Node);
    found(stage, u"#node-b"_s);
    pressReturn(stage);
    QCOMPARE(stage.filter()->text(), u"label=kubernetes.io/hostname=node-b"_s);
    QCOMPARE(stage.tabs()->currentPage().table().tableModel().rowCount(), 1);
}

void PaletteTest::faultsAreForWhatIsChosen()
{
    Room stage;
    stage.tabs()->currentPage().table().clearSelection();
    const auto none = found(stage, u"!"_s);
    QVERIFY2(none.front().text.startsWith(u"Choose a machine"_s), qPrintable(none.front().text));
    QVERIFY(
        std::ranges::any_of(none, [](const auto &entry) { return entry.text.startsWith(u"Scenario: "_s); }));
    stage.tabs()->select({Kind::MachineSet, {"default", "workers"}});
    QCOMPARE(found(stage, u"!silent"_s).front().text, u"silent"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<BreakNodes>());
    QCOMPARE(
        stage.session.last<BreakNodes>()->nodes, (std::vector<std::string> {"node-a", "node-b", "node-c"}));
    stage.tabs()->select({Kind::Node, {{}, "node-b"}});
    found(stage, u"!notready for 20s"_s);
    pressReturn(stage);
    QTRY_COMPARE(stage.session.last<BreakNodes>()->fault, std::string("not-ready for 20s"));
    QCOMPARE(stage.session.last<BreakNodes>()->nodes, std::vector<std::string> {"node-b"});
    const QString wrong = found(stage, u"!notready for ever"_s).front().text;
    QVERIFY2(wrong.contains(u"is no duration"_s), qPrintable(wrong));
}

void PaletteTest::theConfigOfWhatIsChosenIsFound_data()
{
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QStringList>("names");
    QTest::addColumn<QString>("target"); // empty: there is none
    QTest::newRow("a set") << Kind::MachineSet << QStringList {u"workers"_s} << u"workers"_s;
    QTest::newRow("a machine") << Kind::Machine << QStringList {u"workers-b"_s} << u"workers"_s;
    QTest::newRow("machines of a set")
        << Kind::Machine << QStringList {u"workers-a"_s, u"workers-b"_s} << u"workers"_s;
    QTest::newRow("a node") << Kind::Node << QStringList {u"node-b"_s} << u"workers"_s;
    QTest::newRow("machines of two sets")
        << Kind::Machine << QStringList {u"workers-a"_s, u"spare-a"_s} << QString();
    QTest::newRow("two sets") << Kind::MachineSet << QStringList {u"workers"_s, u"spare"_s} << QString();
    QTest::newRow("a machine of a deployment") << Kind::Machine << QStringList {u"edge-a"_s} << u"edge"_s;
    QTest::newRow("nobody's machine") << Kind::Machine << QStringList {u"stray"_s} << QString();
    QTest::newRow("a health check") << Kind::HealthCheck << QStringList {u"workers"_s} << QString();
}

void PaletteTest::theConfigOfWhatIsChosenIsFound()
{
    QFETCH(Kind, kind);
    QFETCH(QStringList, names);
    QFETCH(QString, target);
    ChangeSet cluster = fake::threeMachines();
    auto stray = std::make_shared<core::api::Machine>(*fake::machine("stray", "workers", "Running", "none"));
    stray->metadata.ownerReferences.clear();
    auto &sets = cluster.of<core::api::MachineSet>().upserts;
    sets.insert(sets.end(), {fake::machineSet("spare", 1, 1), fake::revision("edge", 1, "edge-1", 1, 1)});
    cluster.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 1, 1)};
    auto &machines = cluster.of<core::api::Machine>().upserts;
    machines.insert(machines.end(),
        {fake::machine("spare-a", "spare", "Running", "none"),
            fake::machine("edge-a", "edge-1", "Running", "none"), stray});
    Room stage(true, cluster);
    ui::ObjectTable *table = stage.table(kind);
    std::vector<ObjectKey> keys;
    for (const QString &name : names)
        keys.push_back({kind == Kind::Node ? "" : "default", name.toStdString()});
    table->selectKeys(keys);
    const auto entries = found(stage, u"provider config"_s);
    const bool isFound = !entries.empty() && entries.front().text == u"Provider config"_s;
    QCOMPARE(isFound, !target.isEmpty());
    if (!isFound)
        return;
    pressReturn(stage);
    const auto *dialog = stage.window.findChild<QDialog *>(u"configDialog"_s);
    QVERIFY(dialog);
    QCOMPARE(dialog->windowTitle(), u"Provider config of "_s + target);
}

void PaletteTest::helpIsFound()
{
    Room stage;
    QStringList topics;
    for (const ui::PaletteEntry &entry : found(stage, u"?"_s))
        topics.append(entry.text);
    for (const QString &topic : {u"Keys"_s, u"Tour"_s, u"About Hollow Lab"_s, u"> actions"_s})
        QVERIFY2(topics.contains(topic), qPrintable(topics.join(u", "_s)));
    QVERIFY(topics.contains(u"Start"_s)); // a topic of the guide
    found(stage, u"?keys"_s);
    pressReturn(stage);
    QVERIFY(stage.window.findChild<QDialog *>(u"shortcutSheet"_s));
}

void PaletteTest::settingsAreOpened()
{
    Room stage;
    const auto has = [&](const QString &typed, const QString &text) {
        return std::ranges::any_of(
            found(stage, typed), [&](const ui::PaletteEntry &entry) { return entry.text == text; });
    };
    QVERIFY(has(u"="_s, u"Language"_s));
    QVERIFY(has(u"=contrast"_s, u"Theme"_s)); // one of its choices
    QVERIFY(has(u"=scale"_s, u"Scale"_s)); // whose key is a setting
    QCOMPARE(found(stage, u"=theme"_s).front().text, u"Theme"_s);
    pressReturn(stage);
    const auto *settings = stage.window.findChild<QDialog *>(u"settingsDialog"_s);
    QVERIFY(settings && settings->isVisible());
    QCOMPARE(settings->findChild<QLineEdit *>(u"settingsSearch"_s)->text(), u"Theme"_s);
}

void PaletteTest::whatIsWrongIsTold_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("told");
    QTest::newRow("no number") << u"scale workers fifty"_s << u"fifty: a number of machines from 0 to 100"_s;
    QTest::newRow("too small") << u"scale workers -1"_s << u"-1: a number of machines"_s;
    QTest::newRow("too large") << u"scale workers 100001"_s << u"100001: a number of machines"_s;
    QTest::newRow("too much") << u"scale workers 5 now"_s << u"5 now: a number of machines"_s;
    QTest::newRow("no set") << u"scale xyz 5"_s << u"xyz: the name of a set or deployment is expected"_s;
    QTest::newRow("no machine") << u"notready xyz"_s << u"xyz: the name of a node, or of a machine"_s;
    QTest::newRow("no length yet") << u"notready workers-b for"_s << u"is no duration"_s;
    QTest::newRow("no length") << u"notready workers-b for ever"_s << u"is no duration"_s;
    QTest::newRow("no such word") << u"notready workers-b banana"_s << u"is not understood here"_s;
    QTest::newRow("lengths are missing") << u"flapping workers-b "_s << u"is no duration"_s;
    QTest::newRow("nothing to heal") << u"heal xyz"_s << u"xyz: the name of such an object is expected"_s;
    QTest::newRow("no pace") << u"pace fast"_s << u"fast: a pace from 0 to 1000 is expected"_s;
    QTest::newRow("too fast") << u"pace 1001"_s << u"1001: a pace from 0 to 1000 is expected"_s;
    QTest::newRow("through nothing") << u"pace 1/0"_s << u"1/0: a pace"_s;
    QTest::newRow("more than a pace") << u"pace 10 now"_s << u"10 now: a pace"_s;
    QTest::newRow("no time") << u"at 25:00"_s << u"25:00: a time such as 14:03 or 14:03:20 is expected"_s;
}

void PaletteTest::whatIsWrongIsTold()
{
    QFETCH(QString, typed);
    QFETCH(QString, told);
    ChangeSet cluster = fake::threeMachines();
    cluster.status->pastSince = fake::now() - std::chrono::hours(1);
    Room stage(true, std::move(cluster));
    const auto entries = found(stage, typed);
    QVERIFY(!entries.empty());
    QVERIFY2(entries.front().text.contains(told), qPrintable(entries.front().text));
    QVERIFY(!listOf(stage).item(0)->flags().testFlag(Qt::ItemIsEnabled));
    pressReturn(stage);
    QVERIFY(paletteOf(stage)->isVisible());
    QVERIFY(stage.session.commands.empty());
}

void PaletteTest::tabCompletes_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("line");
    QTest::newRow("the only set") << u"scale "_s << u"scale workers "_s;
    QTest::newRow("its beginning") << u"scale wor"_s << u"scale workers "_s;
    QTest::newRow("a number stays") << u"scale wor 50"_s << u"scale workers 50"_s;
    QTest::newRow("a machine") << u"notready ers-b"_s << u"notready workers-b "_s;
    QTest::newRow("how long") << u"notready workers-b f"_s << u"notready workers-b for 20s"_s;
    QTest::newRow("a verb's object") << u"yaml ers-c"_s << u"yaml workers-c"_s;
    QTest::newRow("nothing to complete") << u"workers-c"_s << u"workers-c"_s;
}

void PaletteTest::tabCompletes()
{
    QFETCH(QString, typed);
    QFETCH(QString, line);
    Room stage;
    found(stage, typed);
    QTest::keyClick(&lineOf(stage), Qt::Key_Tab);
    QCOMPARE(lineOf(stage).text(), line);
    QVERIFY(lineOf(stage).hasFocus());
}

void PaletteTest::wholeNamesComeFirst()
{
    ChangeSet cluster = fake::threeMachines();
    cluster.of<core::api::MachineSet>().upserts = {
        fake::machineSet("ab", 1, 1), fake::machineSet("a", 1, 1), fake::machineSet("abc", 1, 1)};
    Room stage(true, std::move(cluster));
    found(stage, u"scale ab 5"_s);
    pressReturn(stage);
    QCOMPARE(stage.session.last<Scale>()->target.key, (ObjectKey {"default", "ab"}));
}

void PaletteTest::verbsAct()
{
    ChangeSet cluster = fake::threeMachines();
    cluster.of<core::api::MachineDeployment>().upserts = {fake::machineDeployment("edge", 3, 3)};
    Room stage(true, std::move(cluster));
    QCOMPARE(found(stage, u"yaml workers-b"_s).front().text, u"yaml: workers-b"_s);
    pressReturn(stage);
    QCOMPARE(stage.tabs()->current()->key, (ObjectKey {"default", "workers-b"}));
    QCOMPARE(found(stage, u"pause edge"_s).front().text, u"pause: edge"_s);
    QVERIFY(found(stage, u"resume edge"_s).front().text != u"resume: edge"_s); // it is not paused
    found(stage, u"delete workers-c"_s);
    pressReturn(stage);
    QVERIFY(stage.session.last<DeleteThing>());
}

/// What a filter hides can't be chosen: then nothing is done to what was chosen before.
void PaletteTest::verbsActOnNothingElse()
{
    Room stage;
    stage.tabs()->select({Kind::Machine, {"default", "workers-a"}});
    stage.filter()->setText(u"workers-a"_s);
    found(stage, u"delete workers-b"_s);
    pressReturn(stage);
    QVERIFY(stage.session.commands.empty());
    QVERIFY2(stage.notice().contains(u"The filter hides"_s), qPrintable(stage.notice()));
    found(stage, u"notready workers-b"_s);
    pressReturn(stage);
    QTRY_VERIFY(stage.session.last<BreakNodes>());
    QCOMPARE(stage.session.last<BreakNodes>()->nodes, std::vector<std::string> {"node-b"});
}

void PaletteTest::itsCornersAreThoseOfAMenu()
{
    fake::Stage stage;
    stage.action("palette")->trigger();
    const QDialog *palette = paletteOf(stage);
    QVERIFY(palette);
    for (const QPoint corner : {palette->rect().topLeft(), palette->rect().bottomRight()})
        QVERIFY(!palette->mask().contains(corner));
    QVERIFY(palette->mask().contains(palette->rect().center()));
}

void PaletteTest::lockedItChangesNothing()
{
    fake::Stage stage(fake::threeMachines(Mode::External));
    ChangeSet locked;
    locked.status = fake::status(Mode::External);
    locked.status->locked = true;
    stage.session.send(locked);
    for (const QString &typed : {u"scale workers 50"_s, u"notready workers-b"_s, u"!not"_s}) {
        for (const ui::PaletteEntry &entry : found(stage, typed))
            QVERIFY2(!entry.text.startsWith(u"Scale w"_s) && !entry.text.startsWith(u"not-ready"_s),
                qPrintable(entry.text));
    }
    for (const QString &typed :
        {u"scale workers 50"_s, u"notready workers-b"_s, u"heal workers-b"_s, u"run self"_s}) {
        const auto entries = found(stage, typed);
        QVERIFY2(!entries.empty() && entries.back().text.startsWith(u"Locked: "_s), qPrintable(typed));
    }
    QVERIFY(stage.session.commands.empty());
}

QTEST_MAIN(PaletteTest)
#include "tst_palette.moc"
