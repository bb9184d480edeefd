// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/experimentrun.h"

#include "app/experimenttable.h"
#include "app/print.h"
#include "core/client/localtransport.h"
#include "core/engine/engine.h"
#include "core/experiment/parse.h"
#include "core/experiment/size.h"
#include "core/experiment/summary.h"
#include "core/lab/apiserver.h"
#include "core/scenario/report.h"
#include "core/scenario/sayings.h"

#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <iterator>

namespace app {

namespace api = core::api;
namespace engine = core::engine;
namespace experiment = core::experiment;
namespace scenario = core::scenario;

namespace {

using namespace std::chrono_literals;

constexpr core::base::Duration lookEvery = 1s;
constexpr core::base::Duration longestRun = 24h * 366;

/// The same for every run: what is drawn depends on when a node starts.
core::base::Time beginning()
{
    return std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);
}

scenario::Parsed<experiment::Experiment> load(const std::string &file)
{
    if (file != "-")
        return experiment::loadExperiment(file);
    const std::string text {std::istreambuf_iterator<char>(std::cin), {}};
    return experiment::parseExperiment(text);
}

int refuseExperiment(const std::string &file, const std::vector<scenario::Problem> &problems)
{
    std::string all = file + ":";
    for (const scenario::Problem &problem : problems)
        all += "\n" + problem.text();
    complain(all);
    return 2;
}

/// One run alone, with its report.
int reportOn(const experiment::Experiment &experiment, const ExperimentOptions &options)
{
    const std::size_t variant = options.variant.value_or(1) - 1;
    if (variant >= experiment.variants()) {
        complain("--variant: there are " + std::to_string(experiment.variants()));
        return 2;
    }
    const RunOutcome outcome = runOnce(experiment, variant, options.seed.value_or(experiment.firstSeed));
    scenario::ReportContext context;
    context.cluster = "seed " + std::to_string(outcome.run.seed);
    context.versions = {{"Hollow Lab", HOLLOWLAB_VERSION}};
    if (const auto written = scenario::writeReport(options.reportDirectory, outcome.report, context);
        !written) {
        complain(written.error().message);
        return 1;
    }
    tell(options.asJson ? api::writeJson(toJson(outcome.run)) : options.reportDirectory + "/report.html");
    return 0;
}

} // namespace

RunOutcome runOnce(const experiment::Experiment &experiment, std::size_t variant, std::uint64_t seed)
{
    const auto script = scenario::parseScenario(api::writeJson(experiment.scenarioOf(variant)));
    core::base::Clock clock(beginning());
    auto lab = core::lab::ApiServer::create({clock, seed, ":memory:"});
    RunOutcome outcome;
    outcome.run.variant = variant;
    outcome.run.seed = seed;
    if (!lab || !script) {
        outcome.run.failure = lab ? api::Saying(script.error().front().text()) : api::sayingOf(lab.error());
        return outcome;
    }
    core::client::LocalTransport transport(clock, (*lab)->localServer());
    engine::EngineOptions options {.clock = clock, .transport = transport};
    options.timing = experiment.timing;
    options.seed = seed;
    options.controllers = engine::Engine::allControllers();
    options.watchEvents = false;
    options.mostMachines = experiment::mostMachines;
    engine::Engine cluster(std::move(options));
    bool isOver = false;
    experiment::ReadyTime ready;
    cluster.start();
    cluster.runScenario(
        *script, [&](std::size_t, const scenario::StepReport &) { ready.begin(cluster.scenarioView()); },
        [&](const scenario::ScenarioReport &report) {
            isOver = true;
            outcome.report = report;
        });
    while (!isOver && clock.now() < beginning() + longestRun) {
        clock.advance(lookEvery);
        ready.look(cluster.scenarioView());
    }
    outcome.run = measured(outcome.report, cluster.scenarioView(), ready);
    outcome.run.variant = variant;
    outcome.run.seed = seed;
    if (!isOver)
        outcome.run.failure = scenario::stepSaying("NotOver");
    return outcome;
}

int runExperiment(const ExperimentOptions &options)
{
    const auto experiment = load(options.file);
    if (!experiment)
        return refuseExperiment(options.file, experiment.error());
    if (!options.reportDirectory.empty())
        return reportOn(*experiment, options);
    std::vector<experiment::Summary> summaries(experiment->variants());
    const bool tellsProgress = !options.asJson && isatty(STDERR_FILENO) != 0;
    const std::size_t runs = experiment->runs();
    for (std::size_t i = options.share; i < runs; i += options.shares) {
        const std::size_t variant = i % experiment->variants();
        const auto run =
            runOnce(*experiment, variant, experiment->firstSeed + i / experiment->variants()).run;
        if (options.asJson)
            tell(api::writeJson(toJson(run)));
        summaries[variant].add(run);
        if (tellsProgress)
            std::fprintf(stderr, "\r%zu of %zu runs", i + 1, runs);
        if (std::ferror(stdout) != 0) // whoever wanted it has gone
            return 1;
    }
    if (tellsProgress)
        std::fputs("\r\033[K", stderr);
    if (!options.asJson)
        std::fputs(tableOf(*experiment, summaries).c_str(), stdout);
    return std::fflush(stdout) == 0 ? 0 : 1;
}

} // namespace app
