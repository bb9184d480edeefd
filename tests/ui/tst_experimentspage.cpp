// SPDX-License-Identifier: GPL-3.0-or-later
// The page of experiments: they are chosen, run and stopped, what they find is shown, told and kept
// (docs/window.md W64).
#include "tests/ui/sampleruns.h"
#include "tests/ui/spoken.h"
#include "tests/ui/stage.h"
#include "ui/dialogs/scenarioeditor.h"
#include "ui/experiments/dotchart.h"
#include "ui/experiments/experimentspage.h"
#include "ui/experiments/variantdetail.h"
#include "ui/experiments/words.h"
#include "ui/inspector/inspector.h"
#include "ui/widgets/elidedlabel.h"

#include "core/api/yaml.h"

#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QListWidget>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

using namespace Qt::Literals::StringLiterals;
using namespace core::engine;

namespace {

/// The window with its page of experiments in front, and who runs them.
struct Laboratory : fake::Stage {
    explicit Laboratory(std::size_t most = 1000)
    {
        auto made = std::make_unique<fake::SampleRuns>(most);
        runs = made.get();
        page->offerRuns(std::move(made));
        page->bringUp(page->names().front());
    }

    QToolButton *button(const char *name) const
    {
        return window.findChild<QToolButton *>(QString::fromLatin1(name));
    }
    QString words(const char *name) const
    {
        return window.findChild<QLabel *>(QString::fromLatin1(name))->text();
    }

    ui::ExperimentsPage *page = window.findChild<ui::ExperimentsPage *>();
    QTreeView *table = window.findChild<QTreeView *>(u"experimentVariants"_s);
    fake::SampleRuns *runs = nullptr;
};

/// With plain blanks where a line must not break.
QString plain(QString text)
{
    return text.replace(QChar::Nbsp, u' ');
}

QString cellText(const QTreeView &table, int row, int column)
{
    return plain(table.model()->index(row, column).data().toString());
}

} // namespace

class ExperimentsPageTest : public QObject
{
    Q_OBJECT

private slots:
    void theNavigationLeadsThere();
    void theAdviceOfARecoveryLeadsThere();
    void whatIsFoundIsTold();
    void oneThatRunsTellsHowFarItIs();
    void runsThatComeTogetherAreShownTogether();
    void stoppedItKeepsWhatWasFound();
    void choosingAnotherGivesUp();
    void choosingTheSameGoesOn();
    void theChartChoosesAVariant();
    void theVariantIsBesideThePage();
    void whatHasNotRecoveredIsCounted();
    void oneThatStandsAloneIsToldSo();
    void whatRunsStaysAsItWas();
    void theTableIsOrderedByNumbers();
    void aVariantIsPlayedOnTheCluster();
    void theSlowestRunIsReported();
    void allRunsAreKeptAsCsv();
    void aVariantThatNeverHeldIsToldToHaveFailed();
    void aFileThatIsNoExperimentIsRefused();
    void oneThatIsShippedIsKeptAsOnesOwn();
    void runItIsAsItsFileIsNow();
    void byOneMeasureOneIsTheBest();
    void valuesAreWrittenAsPeopleReadThem();
    void howQuicklyRunsComeIsNeverNothing();
    void allOfItIsThereInASmallWindow_data();
    void allOfItIsThereInASmallWindow();
};

void ExperimentsPageTest::theNavigationLeadsThere()
{
    fake::Stage stage;
    QTest::keyClick(&stage.window, Qt::Key_9, Qt::AltModifier);
    const auto *page = stage.window.findChild<ui::ExperimentsPage *>();
    QVERIFY(page->isVisible());
    QVERIFY(!stage.window.findChild<QToolButton *>(u"runExperiment"_s)->isEnabled()); // nobody carries it out
    QTest::keyClick(&stage.window, Qt::Key_1, Qt::AltModifier);
    QVERIFY(!page->isVisible());
}

void ExperimentsPageTest::theAdviceOfARecoveryLeadsThere()
{
    Laboratory laboratory;
    laboratory.page->bringUp(laboratory.page->names().last());
    QTest::keyClick(&laboratory.window, Qt::Key_1);
    QTRY_VERIFY(!laboratory.page->isVisible());
    auto *advice = laboratory.window.findChild<QLabel *>(u"recoveryAdvice"_s);
    emit advice->linkActivated(u"experiment"_s);
    QVERIFY(laboratory.page->isVisible());
    QCOMPARE(laboratory.page->chosenOne(), u"Which health check heals best?"_s);
}

void ExperimentsPageTest::whatIsFoundIsTold()
{
    Laboratory laboratory;
    QAbstractItemModelTester tester(laboratory.table->model());
    QVERIFY(laboratory.words("experimentTold").startsWith(u"180 runs"));
    QCOMPARE(cellText(*laboratory.table, 0, 2), u"–"_s);
    laboratory.button("runExperiment")->click();
    QCOMPARE(laboratory.runs->documents.size(), 1U);
    QCOMPARE(laboratory.words("experimentTold"), u"180 of 180 runs"_s);
    QVERIFY(!laboratory.button("stopExperiment")->isEnabled());
    QCOMPARE(laboratory.button("runExperiment")->text(), u"▶ Run again"_s);
    QCOMPARE(cellText(*laboratory.table, 0, 0), u"5 s"_s);
    QCOMPARE(cellText(*laboratory.table, 0, 1), u"20 %"_s);
    QCOMPARE(cellText(*laboratory.table, 8, 6), u"24.0"_s); // replaced
    QCOMPARE(cellText(*laboratory.table, 8, 7), u"2.0"_s); // needlessly
    QCOMPARE(cellText(*laboratory.table, 0, 5), u"99.00 %"_s);
    laboratory.table->setCurrentIndex(laboratory.table->model()->index(4, 0));
    const QString finding = plain(laboratory.words("experimentFinding"));
    QVERIFY2(finding.contains(u"15 s · 40 % is on the front"), qPrintable(finding));
    QVERIFY2(finding.contains(u"With 15 s · 20 %: recovery time"), qPrintable(finding));
    QVERIFY2(finding.contains(u"replaced needlessly 12.0 instead of 10.0"), qPrintable(finding));
    QVERIFY2(finding.contains(u"Slowest recovery"), qPrintable(finding));
}

void ExperimentsPageTest::oneThatRunsTellsHowFarItIs()
{
    Laboratory laboratory(50);
    laboratory.button("runExperiment")->click();
    const auto *list = laboratory.window.findChild<QListWidget *>(u"navigation"_s);
    QVERIFY(laboratory.page->isRunning());
    QTRY_COMPARE(
        laboratory.words("experimentTold"), u"50 of 180 runs"_s); // how quickly is known after a second
    QCOMPARE(laboratory.window.findChild<QProgressBar *>(u"experimentProgress"_s)->value(), 50);
    if (list)
        QTRY_VERIFY(!list->findItems(u"Experiments"_s, Qt::MatchExactly).isEmpty());
}

/// The table and the chart are not drawn anew for each of a hundred thousand runs.
void ExperimentsPageTest::runsThatComeTogetherAreShownTogether()
{
    Laboratory laboratory(50);
    QSignalSpy changed(laboratory.table->model(), &QAbstractItemModel::dataChanged);
    laboratory.button("runExperiment")->click();
    QTRY_COMPARE(cellText(*laboratory.table, 0, 5), u"99.00 %"_s);
    QVERIFY2(changed.size() < 10, qPrintable(QString::number(changed.size())));
}

void ExperimentsPageTest::stoppedItKeepsWhatWasFound()
{
    Laboratory laboratory(50);
    laboratory.button("runExperiment")->click();
    laboratory.button("stopExperiment")->click();
    QCOMPARE(laboratory.runs->stops, 1);
    QVERIFY(!laboratory.page->isRunning());
    QCOMPARE(laboratory.words("experimentTold"), u"50 of 180 runs"_s);
    QVERIFY(laboratory.button("exportExperiment")->isEnabled());
}

void ExperimentsPageTest::choosingAnotherGivesUp()
{
    Laboratory laboratory(50);
    laboratory.button("runExperiment")->click();
    const QMenu *menu = laboratory.button("experimentChoice")->menu();
    QCOMPARE(menu->actions().size(), laboratory.page->count());
    menu->actions().back()->trigger();
    QCOMPARE(laboratory.runs->stops, 1);
    QVERIFY(!laboratory.page->isRunning());
    QVERIFY(!laboratory.button("exportExperiment")->isEnabled());
    QCOMPARE(laboratory.words("experimentName"), laboratory.page->names().back());
}

void ExperimentsPageTest::choosingTheSameGoesOn()
{
    Laboratory laboratory(50);
    laboratory.button("runExperiment")->click();
    laboratory.page->bringUp(laboratory.page->names().front());
    laboratory.button("experimentChoice")->menu()->actions().front()->trigger();
    QCOMPARE(laboratory.runs->stops, 0);
    QVERIFY(laboratory.page->isRunning());
}

void ExperimentsPageTest::theChartChoosesAVariant()
{
    Laboratory laboratory;
    laboratory.button("runExperiment")->click();
    auto *chart = laboratory.window.findChild<ui::DotChart *>();
    QTest::mouseClick(chart, Qt::LeftButton, {}, {chart->width() - 20, chart->height() / 2});
    QCOMPARE(laboratory.table->currentIndex().row(), 8);
}

/// Where the inspector is else.
void ExperimentsPageTest::theVariantIsBesideThePage()
{
    Laboratory laboratory;
    laboratory.button("runExperiment")->click();
    laboratory.table->setCurrentIndex(laboratory.table->model()->index(4, 0));
    auto *detail = laboratory.window.findChild<ui::VariantDetail *>();
    auto *inspector = laboratory.window.findChild<ui::Inspector *>();
    QVERIFY(detail->isVisible() && !inspector->isVisible());
    const QString words = plain(detail->toPlainText());
    QVERIFY2(
        words.contains(u"15 s · 40 %") && words.contains(u"variant 5 of 9 · 20 runs"), qPrintable(words));
    QVERIFY2(words.contains(u"healthcheck.timeout: \"15s\""), qPrintable(words));
    QVERIFY2(words.contains(u"Slowest run"), qPrintable(words));
    QTest::keyClick(&laboratory.window, Qt::Key_1, Qt::AltModifier);
    QVERIFY(inspector->isVisible() && !detail->isVisible());
}

void ExperimentsPageTest::whatHasNotRecoveredIsCounted()
{
    ui::Variants variants;
    variants.show(*core::experiment::parseExperiment("name: x\nseeds: 2\nscenario: {steps: [{wait: 1s}]}"));
    QCOMPARE(variants.index(0, 2).data().toString(), u"–"_s);
    auto run = fake::SampleRuns::sample(0, 1);
    run.recoveries = {std::chrono::seconds(10)};
    run.open = {std::chrono::seconds(20), std::chrono::seconds(30)};
    variants.add({run});
    QCOMPARE(variants.headerData(2, Qt::Horizontal, Qt::DisplayRole).toString(), u"not\nrecovered"_s);
    QCOMPARE(variants.index(0, 2).data().toString(), u"2"_s);
    QCOMPARE(plain(variants.index(0, 0).data().toString()), u"≥ 30.0 s"_s);
    const QString told = plain(ui::extremesText(variants.summaries()[0]));
    QVERIFY2(told.contains(u"2 failures had not recovered"), qPrintable(told));
    QVERIFY2(told.contains(u"not weighed"), qPrintable(told));
}

/// One variant, one seed, no machine, under a name in another script that is too long for its line.
void ExperimentsPageTest::oneThatStandsAloneIsToldSo()
{
    Laboratory laboratory;
    QTemporaryDir folder;
    QFile file(folder.filePath(u"实验.yaml"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QString name = u"哪个健康检查最好?"_s.repeated(10);
    file.write((u"name: "_s + name
        + u"\nseeds: 1\nmeasure: [length, recovery]\n"
          u"scenario: {steps: [{wait: 1s}]}\n"_s)
                   .toUtf8());
    file.close();
    laboratory.window.resize(1000, 640);
    laboratory.page->open(file.fileName());
    QCOMPARE(laboratory.words("experimentName"), name);
    QVERIFY2(laboratory.words("experimentTold").contains(u"实验.yaml · 0 machines"),
        qPrintable(laboratory.words("experimentTold")));
    QVERIFY(laboratory.words("experimentFinding").startsWith(u"Nothing is known of the scenario as it is"));
    laboratory.button("runExperiment")->click();
    QCOMPARE(laboratory.window.width(), 1000);
    const QString finding = plain(laboratory.words("experimentFinding"));
    QVERIFY2(finding.contains(u"Slowest recovery"), qPrintable(finding));
}

/// A file that is saved meanwhile counts from the next run on.
void ExperimentsPageTest::whatRunsStaysAsItWas()
{
    Laboratory laboratory(2);
    QTemporaryDir folder;
    QFile file(folder.filePath(u"mine.yaml"_s));
    const auto open = [&](const QByteArray &seeds) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("name: Mine\nseeds: " + seeds + "\nscenario: {steps: [{wait: 1s}]}\n");
        file.close();
        laboratory.page->open(file.fileName());
    };
    open("3");
    laboratory.button("runExperiment")->click();
    open("4");
    QCOMPARE(laboratory.runs->stops, 0);
    QVERIFY(laboratory.page->isRunning());
    QTRY_COMPARE(laboratory.words("experimentTold"), u"2 of 3 runs"_s);
    laboratory.button("stopExperiment")->click();
    laboratory.button("runExperiment")->click();
    QTRY_COMPARE(laboratory.words("experimentTold"), u"2 of 4 runs"_s);
}

void ExperimentsPageTest::theTableIsOrderedByNumbers()
{
    Laboratory laboratory;
    laboratory.button("runExperiment")->click();
    laboratory.table->sortByColumn(7, Qt::AscendingOrder); // replaced needlessly: 2 before 10
    QCOMPARE(cellText(*laboratory.table, 0, 7), u"2.0"_s);
    QCOMPARE(cellText(*laboratory.table, 8, 7), u"18.0"_s);
}

void ExperimentsPageTest::aVariantIsPlayedOnTheCluster()
{
    Laboratory laboratory;
    laboratory.table->setCurrentIndex(laboratory.table->model()->index(8, 0));
    laboratory.button("playVariant")->click();
    const auto *run = laboratory.session.last<RunScenario>();
    QVERIFY(run);
    const auto scenario = core::api::parseYaml(run->yaml);
    QVERIFY(scenario.has_value());
    const core::api::Json &check = scenario->at("steps").at(0).at("apply").at(3).at("spec");
    QCOMPARE(std::string(core::api::textAt(check, {"maxUnhealthy"})), std::string("100%"));
    QCOMPARE(std::string(core::api::textAt(check.at("unhealthyConditions").at(1), {"timeout"})),
        std::string("60s"));
    QVERIFY(laboratory.tabs()->isVisible()); // where it is seen
}

void ExperimentsPageTest::theSlowestRunIsReported()
{
    Laboratory laboratory;
    QVERIFY(!laboratory.button("reportRun")->isEnabled());
    laboratory.button("runExperiment")->click();
    laboratory.table->setCurrentIndex(laboratory.table->model()->index(3, 0));
    QVERIFY(laboratory.button("reportRun")->isEnabled());
    laboratory.button("reportRun")->click();
    QVERIFY(laboratory.runs->reportedRun);
    QCOMPARE(laboratory.runs->reportedRun->variant, 3U);
    QVERIFY(laboratory.button("reportRun")->isEnabled());
}

void ExperimentsPageTest::allRunsAreKeptAsCsv()
{
    ui::Variants variants;
    variants.show(*core::experiment::parseExperiment("name: x\nseeds: 2\nscenario: {steps: [{wait: 1s}]}"));
    auto run = fake::SampleRuns::sample(0, 2);
    run.recoveries.resize(2);
    run.open = {std::chrono::seconds(3)};
    run.failure = "a, \"b\"";
    variants.add({run});
    run.variant = 7; // there is none
    variants.add({run});
    const QStringList csv = variants.csv().split(u'\n', Qt::SkipEmptyParts);
    QCOMPARE(csv.size(), 2);
    QCOMPARE(csv[0],
        u"seed,recovery_seconds,not_recovered_seconds,ready,replaced,replaced_needlessly,"_s
        u"length_seconds,failure"_s);
    QVERIFY2(csv[1].contains(u",3.000,"), qPrintable(csv[1]));
    QVERIFY2(csv[1].startsWith(u"2,") && csv[1].endsWith(u",\"a, \"\"b\"\"\""), qPrintable(csv[1]));
}

/// It has no figures, and says why.
void ExperimentsPageTest::aVariantThatNeverHeldIsToldToHaveFailed()
{
    ui::Variants variants;
    variants.show(*core::experiment::parseExperiment("name: x\nseeds: 2\nscenario: {steps: [{wait: 1s}]}"));
    const auto shown = [&] { return variants.index(0, 0).data().toString(); };
    auto run = fake::SampleRuns::sample(0, 1);
    run.failure = "no";
    variants.add({run});
    QCOMPARE(shown(), u"failed"_s);
    variants.add({fake::SampleRuns::sample(0, 2)});
    QVERIFY(shown() != u"failed"_s);
}

void ExperimentsPageTest::aFileThatIsNoExperimentIsRefused()
{
    Laboratory laboratory;
    QTemporaryDir folder;
    const auto open = [&](const QByteArray &yaml) {
        QFile file(folder.filePath(u"mine.yaml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(yaml);
        file.close();
        laboratory.page->open(file.fileName());
    };
    const int count = laboratory.page->count();
    laboratory.page->open(folder.path());
    QCOMPARE(laboratory.page->count(), count);
    open("name: Mine\nseeds: none\nscenario: {steps: [{wait: 1s}]}\n");
    QCOMPARE(laboratory.page->count(), count);
    open("name: Mine\nseeds: 2\nscenario: {steps: [{wait: 1s}]}\n");
    QCOMPARE(laboratory.page->count(), count + 1);
    QCOMPARE(laboratory.words("experimentName"), u"Mine"_s);
    open("name: Mine 2\nseeds: 2\nscenario: {steps: [{wait: 1s}]}\n");
    QCOMPARE(laboratory.page->count(), count + 1);
    QCOMPARE(laboratory.words("experimentName"), u"Mine 2"_s);
}

void ExperimentsPageTest::oneThatIsShippedIsKeptAsOnesOwn()
{
    Laboratory laboratory;
    QTemporaryDir folder;
    laboratory.button("editExperiment")->click();
    const QPointer<ui::ScenarioEditor> editor = laboratory.window.findChild<ui::ScenarioEditor *>();
    QVERIFY(editor);
    QCOMPARE(editor->findChild<QLabel *>(u"scenarioState"_s)->text(), u"180 runs"_s);
    auto *yaml = editor->findChild<QPlainTextEdit *>(u"scenarioYaml"_s);
    const QString shipped = yaml->toPlainText();
    yaml->setPlainText(QString(shipped).replace(u"seeds: 1..20"_s, u"seeds: none"_s));
    QVERIFY(!editor->findChild<QPushButton *>(u"saveScenario"_s)->isEnabled());
    yaml->setPlainText(QString(shipped).replace(u"seeds: 1..20"_s, u"seeds: 1..2"_s));
    const int count = laboratory.page->count();
    editor->save(folder.filePath(u"mine.yaml"_s));
    QCOMPARE(laboratory.page->count(), count + 1);
    QVERIFY(laboratory.words("experimentTold").startsWith(u"18 runs"));
    QVERIFY(
        laboratory.button("experimentChoice")->menu()->actions().back()->text().endsWith(u" · mine.yaml"));
}

void ExperimentsPageTest::runItIsAsItsFileIsNow()
{
    Laboratory laboratory;
    QTemporaryDir folder;
    QFile file(folder.filePath(u"mine.yaml"_s));
    const auto write = [&](const QByteArray &yaml) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(yaml);
        file.close();
    };
    write("name: Mine\nseeds: 2\nscenario: {steps: [{wait: 1s}]}\n");
    laboratory.page->open(file.fileName());
    write("name: Mine now\nseeds: 3\nscenario: {steps: [{wait: 1s}]}\n");
    laboratory.button("runExperiment")->click();
    QCOMPARE(laboratory.words("experimentName"), u"Mine now"_s);
    QCOMPARE(laboratory.words("experimentTold"), u"3 of 3 runs"_s);
    write("name: [");
    laboratory.button("runExperiment")->click();
    QCOMPARE(laboratory.runs->documents.size(), 1U); // it is told what is wrong, and not run
    QCOMPARE(laboratory.words("experimentTold"), u"3 of 3 runs"_s);
}

void ExperimentsPageTest::byOneMeasureOneIsTheBest()
{
    const auto experiment = core::experiment::parseExperiment(
        "name: x\nseeds: 1\nmeasure: [length]\nvary: {machineset.replicas: [1, 2]}\nscenario: {steps: "
        "[{apply: "
        "{apiVersion: machine.openshift.io/v1beta1, kind: MachineSet, metadata: {name: s}}}]}");
    QVERIFY(experiment.has_value());
    std::vector<core::experiment::Summary> summaries(2);
    for (std::size_t i = 0; i < 2; ++i) {
        auto run = fake::SampleRuns::sample(i, 1);
        run.length = std::chrono::hours(i + 1);
        summaries[i].add(run);
    }
    QCOMPARE(ui::standingText(*experiment, summaries, 0),
        u"<b>1 is the best:</b> no variant is better in time taken."_s);
}

void ExperimentsPageTest::valuesAreWrittenAsPeopleReadThem()
{
    using core::experiment::Measure;
    const auto valueText = [](const core::api::Json &value) { return plain(ui::valueOfVariant(value)); };
    const auto figure = [](std::optional<core::experiment::Estimate> value, Measure measure) {
        return plain(ui::figureText(value, measure));
    };
    QCOMPARE(valueText("15s"), u"15 s"_s);
    QCOMPARE(valueText("40%"), u"40 %"_s);
    QCOMPARE(valueText(0), u"0"_s);
    QCOMPARE(valueText("0"), u"0"_s);
    QCOMPARE(figure({}, Measure::Recovery), u"–"_s);
    QCOMPARE(figure(19.34, Measure::Recovery), u"19.3 s"_s);
    QCOMPARE(figure(core::experiment::Estimate(19.34, true), Measure::Recovery), u"≥ 19.3 s"_s);
    QCOMPARE(figure(0.98534, Measure::ReadyMachineHours), u"98.53 %"_s);
    QCOMPARE(figure(41.25, Measure::Replaced), u"41.3"_s);
}

void ExperimentsPageTest::howQuicklyRunsComeIsNeverNothing()
{
    QCOMPARE(ui::rateText(14), u"14.0 a second"_s);
    QCOMPARE(ui::rateText(0.03), u"1.8 a minute"_s);
}

void ExperimentsPageTest::allOfItIsThereInASmallWindow_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QSize>("size");
    for (const QString &language : {u"en"_s, u"de"_s, u"zh_CN"_s}) {
        for (const QSize size : {QSize(1280, 800), QSize(1000, 640)})
            QTest::addRow("%s, %d px", qPrintable(language), size.width()) << language << size;
    }
}

void ExperimentsPageTest::allOfItIsThereInASmallWindow()
{
    QFETCH(const QString, language);
    QFETCH(const QSize, size);
    const tests::Spoken spoken(language);
    Laboratory laboratory;
    laboratory.window.resize(size);
    const auto *description = laboratory.window.findChild<QLabel *>(u"experimentDescription"_s);
    QTRY_VERIFY(description->height() >= description->heightForWidth(description->width()));
    laboratory.button("runExperiment")->click();
    const auto *name =
        static_cast<ui::ElidedLabel *>(laboratory.window.findChild<QLabel *>(u"experimentName"_s));
    QTRY_COMPARE(name->shownText(), name->text());
    QVERIFY(laboratory.window.findChild<ui::DotChart *>()->height() >= 110); // with the names below it
    const QTreeView *table = laboratory.table;
    QVERIFY(table->viewport()->height() >= 3 * table->sizeHintForRow(0));
    QVERIFY(table->header()->length() <= table->viewport()->width());
}

QTEST_MAIN(ExperimentsPageTest)
#include "tst_experimentspage.moc"
