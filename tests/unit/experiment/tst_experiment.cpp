// SPDX-License-Identifier: GPL-3.0-or-later
// Experiments: how they are written, which variants there are, and what runs say together (docs/window.md
// W64).
#include "core/api/recipe.h"
#include "core/api/yaml.h"
#include "core/engine/reasons.h"
#include "core/experiment/parse.h"
#include "core/experiment/size.h"
#include "core/experiment/summary.h"
#include "core/scenario/sayings.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace core;
using namespace core::experiment;
using namespace std::chrono_literals;

namespace {

constexpr auto scenarioText = R"(steps:
  - apply:
      - apiVersion: machine.openshift.io/v1beta1
        kind: MachineSet
        metadata: {name: workers}
        spec: {replicas: 3}
      - apiVersion: machine.openshift.io/v1beta1
        kind: MachineHealthCheck
        metadata: {name: workers}
        spec:
          maxUnhealthy: 40%
          unhealthyConditions:
            - {type: Ready, status: "False", timeout: 15s}
            - {type: Ready, status: Unknown, timeout: 15s}
  - wait: 1m
)";

std::string indented(const std::string &text)
{
    std::string result = "  ";
    for (const char letter : text) {
        result += letter;
        if (letter == '\n')
            result += "  ";
    }
    return result;
}

/// An experiment on the scenario above; lines in addition.
std::string yamlOf(const std::string &lines)
{
    return "name: Mine\n" + lines + "\nscenario:\n" + indented(scenarioText) + "\n";
}

Experiment parsed(const std::string &lines)
{
    auto experiment = parseExperiment(yamlOf(lines));
    if (!experiment)
        qFatal("%s", experiment.error().front().text().c_str());
    return *experiment;
}

std::string problemsOf(const std::string &yaml)
{
    const auto experiment = parseExperiment(yaml);
    std::string all;
    if (!experiment) {
        for (const scenario::Problem &problem : experiment.error()) {
            const bool isOfOthers = problem.message.text.find("duration") != std::string::npos;
            if (!problem.message.kind && !isOfOthers) // else the window can't translate it
                qFatal("%s is no saying", problem.text().c_str());
            all += (all.empty() ? "" : "; ") + problem.text();
        }
    }
    return all;
}

const api::Json &checkIn(const api::Json &scenario)
{
    return scenario.at("steps").at(0).at("apply").at(1);
}

/// A run of that variant whose recoveries took so many seconds.
Run runWith(std::size_t variant, std::uint64_t seed, const std::vector<int> &seconds, std::int64_t needless)
{
    Run run;
    run.variant = variant;
    run.seed = seed;
    for (const int each : seconds)
        run.recoveries.emplace_back(std::chrono::seconds(each));
    run.replacedNeedlessly = needless;
    run.ready = 1;
    return run;
}

std::vector<Summary> summariesOf(const std::vector<std::pair<int, int>> &recoveryAndNeedless)
{
    std::vector<Summary> summaries(recoveryAndNeedless.size());
    for (std::size_t i = 0; i < summaries.size(); ++i)
        summaries[i].add(runWith(i, 1, {recoveryAndNeedless[i].first}, recoveryAndNeedless[i].second));
    return summaries;
}

} // namespace

class ExperimentTest : public QObject
{
    Q_OBJECT

private slots:
    void everyCombinationIsAVariant();
    void aVariantChangesWhatTheScenarioApplies();
    void aFieldIsNamedByItsPath();
    void aDocumentReadsBackAsTheSame();
    void mistakesAreTold_data();
    void mistakesAreTold();
    void seedsAreCounted_data();
    void seedsAreCounted();
    void filesAreReadBeside();
    void filesAreNotEndless();
    void recipesPassByThemselvesOrNot_data();
    void recipesPassByThemselvesOrNot();
    void aRunReadsBackAsTheSame();
    void whatIsNoRunIsRefused();
    void durationsHaveAMedianAndCountsAMean();
    void whatIsOpenCountsForAsLongAsItWasWatched_data();
    void whatIsOpenCountsForAsLongAsItWasWatched();
    void whatIsOnlyKnownToBeLongerIsNotTheBest();
    void aRunThatDidNotHoldIsCountedAndNotMeasured();
    void variantsAreWeighedAgainstOneAnother();
    void theDefinitionOfAVariantHasItsValues();
    void whatTheProgramBringsIsRight_data();
    void whatTheProgramBringsIsRight();
};

void ExperimentTest::everyCombinationIsAVariant()
{
    const Experiment experiment = parsed(
        "seeds: 1..20\nvary:\n  healthcheck.timeout: [5s, 15s, 60s]\n  healthcheck.maxUnhealthy: [20%, 2]");
    QCOMPARE(experiment.variants(), 6U);
    QCOMPARE(experiment.runs(), 120U);
    QCOMPARE(experiment.labelOf(0), std::string("5s · 20%"));
    QCOMPARE(experiment.labelOf(1), std::string("5s · 2"));
    QCOMPARE(experiment.labelOf(5), std::string("60s · 2"));
    QCOMPARE(parsed("seeds: 3").variants(), 1U);
    QCOMPARE(parsed("seeds: 3").labelOf(0), std::string());
}

void ExperimentTest::aVariantChangesWhatTheScenarioApplies()
{
    const Experiment experiment =
        parsed("seeds: 1\nvary:\n  healthcheck.timeout: [5s, 60s]\n  healthcheck.maxUnhealthy: [20%, 2]");
    const api::Json varied = experiment.scenarioOf(3);
    const api::Json &check = checkIn(varied);
    QCOMPARE(api::writeJson(check.at("spec").at("maxUnhealthy")), std::string("2"));
    for (const int condition : {0, 1})
        QCOMPARE(
            std::string(api::textAt(check.at("spec").at("unhealthyConditions").at(condition), {"timeout"})),
            std::string("60s"));
    QCOMPARE(std::string(api::textAt(varied, {"name"})), std::string("Mine (60s · 2)"));
    QVERIFY(api::equal(checkIn(experiment.scenario).at("spec").at("maxUnhealthy"), api::Json("20%"))
        || api::equal(checkIn(experiment.scenario).at("spec").at("maxUnhealthy"), api::Json("40%")));
}

void ExperimentTest::aFieldIsNamedByItsPath()
{
    const Experiment experiment = parsed("seeds: 1\nvary:\n  machineset.spec.minReadySeconds: [7]");
    const api::Json varied = experiment.scenarioOf(0);
    const api::Json &set = varied.at("steps").at(0).at("apply").at(0);
    QCOMPARE(api::integerAt(set, {"spec", "minReadySeconds"}), std::optional<std::int64_t>(7));
    QCOMPARE(std::string(experiment.variations.front().shortName()), std::string("minReadySeconds"));
}

void ExperimentTest::aDocumentReadsBackAsTheSame()
{
    const Experiment experiment = parsed("seeds: 5..8\ntiming: demo\nmeasure: [length, replaced]\nvary:\n  "
                                         "healthcheck.timeout: [5s, 60s]");
    const auto again = parseExperiment(api::writeJson(experiment.document()));
    QVERIFY(again.has_value());
    QCOMPARE(api::writeCanonicalJson(again->document()), api::writeCanonicalJson(experiment.document()));
    QCOMPARE(again->firstSeed, 5U);
    QCOMPARE(again->seeds, 4U);
    QCOMPARE(again->timing, engine::findTiming("demo"));
    QCOMPARE(again->measures, (std::vector {Measure::Length, Measure::Replaced}));
}

void ExperimentTest::mistakesAreTold_data()
{
    QTest::addColumn<QString>("yaml");
    QTest::addColumn<QString>("told");
    const auto row = [](const char *name, const std::string &yaml, const char *told) {
        QTest::newRow(name) << QString::fromStdString(yaml) << QString::fromUtf8(told);
    };
    row("nothing", "{}", "\"name\" is missing");
    row("no YAML", "name: [", "line");
    row("no scenario", "name: x\nseeds: 1", "\"scenario\" is missing");
    row("no seeds", yamlOf(""), "\"seeds\" is missing");
    row("no number of seeds", yamlOf("seeds: many"), "seeds: expected at most 1000 seeds");
    row("unknown field", yamlOf("seeds: 1\nsede: 2"), "sede: unknown field");
    row("unknown variation", yamlOf("seeds: 1\nvary: {healthcheck.timout: [5s]}"),
        "vary.healthcheck.timout: unknown; known are healthcheck.timeout");
    row("a path without a field", yamlOf("seeds: 1\nvary: {MachineSet.: [5s]}"), "vary.MachineSet.: unknown");
    std::string deep = "MachineSet.spec";
    for (int i = 0; i < 50; ++i)
        deep += ".x";
    row("a path that is too deep", yamlOf("seeds: 1\nvary: {" + deep + ": [1]}"), "x: unknown; known are");
    row("nothing applied that has it", yamlOf("seeds: 1\nvary: {machinedeployment.maxSurge: [1]}"),
        "vary.machinedeployment.maxSurge: the scenario applies no MachineDeployment that has it");
    row("no list", yamlOf("seeds: 1\nvary: {healthcheck.timeout: 5s}"),
        "vary.healthcheck.timeout: expected a list");
    row("an empty list", yamlOf("seeds: 1\nvary: {healthcheck.timeout: []}"),
        "vary.healthcheck.timeout: there is no value");
    row("unknown measure", yamlOf("seeds: 1\nmeasure: [speed]"), "measure[0]: unknown; known are recovery");
    row("a measure twice", yamlOf("seeds: 1\nmeasure: [length, length]"), "measure[1]: is named twice");
    row("no measure", yamlOf("seeds: 1\nmeasure: []"), "measure: nothing is measured");
    row("unknown timing", yamlOf("seeds: 1\ntiming: slow"), "timing: known are demo, realistic, fast");
    row("a wrong step", "name: x\nseeds: 1\nscenario: {steps: [{wait: never}]}", "scenario.steps[0].wait:");
    row("no steps", "name: x\nseeds: 1\nscenario: {name: y}", "scenario: \"steps\" is missing");
    row("a scenario of a wrong type", "name: x\nseeds: 1\nscenario: 7", "scenario: expected fields");
    row("a file that can't be read", "name: x\nseeds: 1\nscenario: a.yaml", "scenario: no files can be read");
    std::string many = "seeds: 1\nvary:\n";
    for (const char *name : {"healthcheck.timeout", "healthcheck.maxUnhealthy"}) {
        many += std::string("  ") + name + ": [";
        for (int i = 1; i <= 11; ++i)
            many += std::to_string(i) + "s, ";
        many += "1s]\n";
    }
    row("too many variants", yamlOf(many), "there are more than 100 variants");
    row("too many machines", yamlOf("seeds: 1\nvary: {machineset.replicas: [3, 30000000]}"),
        "scenario.steps[0].apply: 30,000,000 machines at once with 30000000; an experiment's lab has at most "
        "2,000");
    row("scaled to too many",
        "name: x\nseeds: 1\nscenario: {steps: [{scale: {machineSet: w, replicas: 2001}}]}",
        "scenario.steps[0].scale: 2,001 machines at once; an experiment's lab has at most 2,000");
    row("sets together",
        "name: x\nseeds: 1\nscenario: {steps: [{scale: {machineSet: v, replicas: 1001}}, "
        "{scale: {machineSet: w, replicas: 1000}}]}",
        "scenario.steps[1].scale: 2,001 machines at once");
    row("sets of both families, of one name",
        "name: x\nseeds: 1\nscenario: {steps: [{apply: {apiVersion: machine.sapcloud.io/v1alpha1, kind: "
        "MachineSet, metadata: {name: w}, spec: {replicas: 1001}}}, "
        "{scale: {machineSet: w, replicas: 1000}}]}",
        "scenario.steps[1].scale: 2,001 machines at once");
    row("too long", yamlOf("seeds: 1000\nvary: {machineset.replicas: [1, 2000]}") + "    - wait: 9000h\n",
        "seeds: 2 variants × 1000 seeds of");
}

void ExperimentTest::mistakesAreTold()
{
    QFETCH(QString, yaml);
    QFETCH(QString, told);
    const QString problems = QString::fromStdString(problemsOf(yaml.toStdString()));
    QVERIFY2(problems.contains(told), qPrintable(problems));
}

void ExperimentTest::seedsAreCounted_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<quint64>("first");
    QTest::addColumn<quint64>("count"); // 0: refused
    QTest::newRow("a number") << "20" << quint64(1) << quint64(20);
    QTest::newRow("a range") << "7..9" << quint64(7) << quint64(3);
    QTest::newRow("one") << "5..5" << quint64(5) << quint64(1);
    QTest::newRow("from zero") << "0..3" << quint64(0) << quint64(4);
    QTest::newRow("backwards") << "9..7" << quint64(0) << quint64(0);
    QTest::newRow("none") << "0" << quint64(0) << quint64(0);
    QTest::newRow("below zero") << "-3" << quint64(0) << quint64(0);
    QTest::newRow("too many") << "1..1001" << quint64(0) << quint64(0);
    QTest::newRow("the most") << "1..1000" << quint64(1) << quint64(1000);
    QTest::newRow("huge") << "\"0..18446744073709551615\"" << quint64(0) << quint64(0);
    QTest::newRow("open") << "1.." << quint64(0) << quint64(0);
}

void ExperimentTest::seedsAreCounted()
{
    QFETCH(QString, written);
    QFETCH(quint64, first);
    QFETCH(quint64, count);
    const auto experiment = parseExperiment(yamlOf("seeds: " + written.toStdString()));
    QCOMPARE(experiment.has_value(), count > 0);
    if (experiment) {
        QCOMPARE(experiment->firstSeed, first);
        QCOMPARE(experiment->seeds, count);
    }
}

void ExperimentTest::filesAreReadBeside()
{
    const auto experiment =
        parseExperiment("name: Mine\nseeds: 1\nscenario: a.yaml\nvary: {machineset.replicas: [2]}",
            [](const std::string &name) -> base::Result<std::string> {
                if (name == "a.yaml")
                    return std::string("name: A\nsteps: [{apply: {file: set.yaml}}]");
                return std::string(
                    "apiVersion: machine.openshift.io/v1beta1\nkind: MachineSet\nmetadata: {name: s}");
            });
    QVERIFY(experiment.has_value());
    const auto alone = parseExperiment(api::writeJson(experiment->document()));
    QVERIFY(alone.has_value());
    const api::Json varied = alone->scenarioOf(0);
    QCOMPARE(api::integerAt(varied.at("steps").at(0).at("apply").at(0), {"spec", "replicas"}),
        std::optional<std::int64_t>(2));
}

void ExperimentTest::filesAreNotEndless()
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("huge.yaml")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.resize(qint64(1) << 30)); // has holes, takes no room
    const auto huge = loadExperiment(file.fileName().toStdString());
    QVERIFY(!huge);
    QVERIFY(QByteArray::fromStdString(huge.error().front().text()).contains("larger than 16 MiB"));
}

void ExperimentTest::recipesPassByThemselvesOrNot_data()
{
    QTest::addColumn<bool>("passes");
    QTest::newRow("not-ready") << false;
    QTest::newRow("not-ready for 30s") << true;
    QTest::newRow("silent until 2026-01-01T00:00:00Z") << true;
    QTest::newRow("silent after 30s..90s") << false;
    QTest::newRow("flapping 10s up 5s down") << true;
    QTest::newRow("not-ready,silent in turn every 20s") << false;
    QTest::newRow("reboot") << true;
    QTest::newRow("late-heartbeats 25s") << true;
}

void ExperimentTest::recipesPassByThemselvesOrNot()
{
    QFETCH(bool, passes);
    const auto recipe = api::parseRecipe(QTest::currentDataTag());
    QVERIFY(recipe.has_value());
    QCOMPARE(passesByItself(*recipe), passes);
}

void ExperimentTest::aRunReadsBackAsTheSame()
{
    Run run = runWith(4, 18'000'000'000'000'000'000U, {3, 70}, 2);
    run.ready = 0.9871;
    run.replaced = 3;
    run.length = 2h;
    run.failure = "wait until …: expected 3; found 2";
    run.open = {9s, 2h};
    run.slowest = SlowestRecovery {70s, timeline::Stage::Kind::Booting, 50s};
    const auto json = api::parseJson(api::writeJson(toJson(run)));
    QVERIFY(json.has_value());
    QCOMPARE(runOf(*json).value_or(Run()), run);
    run.slowest.reset();
    run.ready.reset();
    run.failure = scenario::stepSaying("FailedStep", scenario::stepSaying("Holds"), "x");
    const auto again = runOf(toJson(run));
    QCOMPARE(again.value_or(Run()), run);
    QVERIFY(engine::entryOf(again->failure)); // it can be said in another language
}

void ExperimentTest::whatIsNoRunIsRefused()
{
    for (const char *text : {"{}", "3", "[]", R"({"variant":0,"seed":1,"ready":1,"recoveries":[],"open":[]})",
             R"({"variant":1,"seed":1,"ready":"1","recoveries":[],"open":[]})",
             R"({"variant":1,"seed":1,"ready":1,"recoveries":{},"open":[]})",
             R"({"variant":1,"seed":1,"ready":1,"recoveries":[],"open":{}})"})
        QVERIFY2(!runOf(*api::parseJson(text)), text);
}

void ExperimentTest::durationsHaveAMedianAndCountsAMean()
{
    Summary summary;
    QVERIFY(!summary.typical(Measure::Recovery) && !summary.p95(Measure::Recovery));
    QVERIFY(!summary.slowest() && !summary.firstFailed());
    summary.add(runWith(0, 1, {10, 30, 20}, 4));
    summary.add(runWith(0, 2, {}, 1));
    QCOMPARE(summary.runs(), 2U);
    QCOMPARE(summary.failed(), 0U);
    QCOMPARE(summary.typical(Measure::Recovery), std::optional<Estimate>(20.0));
    QCOMPARE(summary.p95(Measure::Recovery), std::optional<Estimate>(30.0));
    QCOMPARE(summary.typical(Measure::ReplacedNeedlessly), std::optional<Estimate>(2.5));
}

void ExperimentTest::whatIsOpenCountsForAsLongAsItWasWatched_data()
{
    QTest::addColumn<QList<int>>("recovered");
    QTest::addColumn<QList<int>>("open");
    QTest::addColumn<double>("median");
    QTest::addColumn<bool>("medianIsAtLeast");
    QTest::addColumn<double>("p95");
    QTest::addColumn<bool>("p95IsAtLeast");
    QTest::newRow("all recovered") << QList {10, 20, 30, 40} << QList<int>() << 20.0 << false << 40.0
                                   << false;
    QTest::newRow("none did") << QList<int>() << QList {50, 70} << 70.0 << true << 70.0 << true;
    QTest::newRow("one that was watched long")
        << QList {10, 20, 30} << QList {90} << 20.0 << false << 90.0 << true;
    QTest::newRow("most are open") << QList {10} << QList {60, 60, 60} << 60.0 << true << 60.0 << true;
    // It failed just before the end: of it nothing is known, and the others tell.
    QTest::newRow("one that was hardly watched")
        << QList {10, 20, 30} << QList {1} << 20.0 << false << 30.0 << false;
    QTest::newRow("in the middle") << QList {10, 30, 40} << QList {20} << 30.0 << false << 40.0 << false;
}

void ExperimentTest::whatIsOpenCountsForAsLongAsItWasWatched()
{
    QFETCH(QList<int>, recovered);
    QFETCH(QList<int>, open);
    QFETCH(double, median);
    QFETCH(bool, medianIsAtLeast);
    QFETCH(double, p95);
    QFETCH(bool, p95IsAtLeast);
    Run run = runWith(0, 1, {recovered.begin(), recovered.end()}, 0);
    for (const int seconds : open)
        run.open.emplace_back(std::chrono::seconds(seconds));
    Summary summary;
    summary.add(run);
    QCOMPARE(summary.open().size(), std::size_t(open.size()));
    QVERIFY(summary.typical(Measure::Recovery) == Estimate(median, medianIsAtLeast));
    QVERIFY(summary.p95(Measure::Recovery) == Estimate(p95, p95IsAtLeast));
}

/// Who heals one failure quickly and the others never is no model.
void ExperimentTest::whatIsOnlyKnownToBeLongerIsNotTheBest()
{
    auto summaries = summariesOf({{10, 0}, {20, 5}, {30, 9}});
    Run never = runWith(0, 2, {}, 0);
    never.open = {50s, 60s, 3min};
    summaries[0].add(never);
    QVERIFY(summaries[0].typical(Measure::Recovery)->isAtLeast);
    const auto standing = [&](std::size_t variant) {
        return standingOf(summaries, variant, Measure::Recovery, Measure::ReplacedNeedlessly);
    };
    QCOMPARE(standing(0).kind, Standing::Kind::Unknown);
    QCOMPARE(standing(1).kind, Standing::Kind::OnFront);
    QVERIFY(!standing(1).other);
    QCOMPARE(standing(2).other, std::optional<std::size_t>(1));
}

void ExperimentTest::theDefinitionOfAVariantHasItsValues()
{
    const Experiment experiment =
        parsed("seeds: 3..4\nvary:\n  healthcheck.timeout: [5s, 60s]\nmeasure: [length]");
    const api::Json definition = experiment.definitionOf(1);
    QCOMPARE(std::string(api::textAt(definition, {"with", "healthcheck.timeout"})), std::string("60s"));
    QCOMPARE(std::string(api::textAt(definition, {"seeds"})), std::string("3..4"));
    QVERIFY(!api::find(parsed("seeds: 1").definitionOf(0), {"with"}));
}

/// One that is refused at once takes no time and replaces nothing, which is no merit.
void ExperimentTest::aRunThatDidNotHoldIsCountedAndNotMeasured()
{
    auto summaries = summariesOf({{10, 9}, {20, 5}});
    Run failed = runWith(1, 3, {1}, 0);
    failed.failure = "no";
    failed.slowest = SlowestRecovery {90s, timeline::Stage::Kind::Booting, 50s};
    summaries[1].add(failed);
    failed.seed = 2;
    summaries[1].add(failed);
    QCOMPARE(summaries[1].runs(), 3U);
    QCOMPARE(summaries[1].failed(), 2U);
    QCOMPARE(summaries[1].firstFailed()->seed, 2U);
    QVERIFY(!summaries[1].slowest());
    QCOMPARE(summaries[1].typical(Measure::Recovery), std::optional<Estimate>(20.0));
    QCOMPARE(summaries[1].typical(Measure::ReplacedNeedlessly), std::optional<Estimate>(5.0));
    Summary none;
    none.add(failed);
    QVERIFY(!none.typical(Measure::ReadyMachineHours) && !none.typical(Measure::Length));
    QCOMPARE(standingOf({summaries[0], none}, 1, Measure::Length, Measure::Replaced).kind,
        Standing::Kind::Unknown);
}

void ExperimentTest::variantsAreWeighedAgainstOneAnother()
{
    const auto summaries = summariesOf({{10, 9}, {20, 5}, {30, 5}, {40, 1}, {20, 5}});
    const auto standing = [&](std::size_t variant) {
        return standingOf(summaries, variant, Measure::Recovery, Measure::ReplacedNeedlessly);
    };
    QCOMPARE(standing(0).kind, Standing::Kind::OnFront);
    QVERIFY(!standing(0).other); // none is quicker
    QCOMPARE(standing(1).kind, Standing::Kind::OnFront); // one is as good, and no better
    QCOMPARE(standing(1).other, std::optional<std::size_t>(0));
    QCOMPARE(standing(2).kind, Standing::Kind::Behind);
    QVERIFY(standing(2).other == 1U || standing(2).other == 4U);
    QCOMPARE(standing(3).kind, Standing::Kind::OnFront);
    QVERIFY(standing(3).other == 1U || standing(3).other == 4U); // the nearest one on the front
    QCOMPARE(standingOf({Summary(), Summary()}, 0, Measure::Recovery, Measure::Length).kind,
        Standing::Kind::Unknown);
}

void ExperimentTest::whatTheProgramBringsIsRight_data()
{
    QTest::addColumn<QString>("path");
    const QDir directory(QStringLiteral(HOLLOWLAB_SOURCE_DIR "/resources/experiments"));
    for (const QFileInfo &file : directory.entryInfoList({QStringLiteral("*.yaml")}, QDir::Files))
        QTest::newRow(qPrintable(file.fileName())) << file.filePath();
}

void ExperimentTest::whatTheProgramBringsIsRight()
{
    QFETCH(QString, path);
    const auto experiment = loadExperiment(path.toStdString());
    QVERIFY2(experiment.has_value(), experiment ? "" : experiment.error().front().text().c_str());
    QVERIFY(experiment->variants() > 1);
    for (std::size_t i = 0; i < experiment->variants(); ++i)
        QVERIFY(scenario::parseScenario(api::writeYaml(experiment->scenarioOf(i))).has_value());
}

QTEST_GUILESS_MAIN(ExperimentTest)
#include "tst_experiment.moc"
