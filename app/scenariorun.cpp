// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scenariorun.h"

#include "core/scenario/parse.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace app {

namespace scenario = core::scenario;
using core::base::ErrorKind;
using core::base::fail;
using core::base::Result;

namespace {

constexpr std::chrono::milliseconds tableEvery {250};

scenario::TerminalTableOptions tableOptions()
{
    scenario::TerminalTableOptions options;
    if (isatty(STDOUT_FILENO) != 0)
        options.colour = scenario::Colour::Ansi;
    return options;
}

} // namespace

Result<scenario::Scenario> loadScenario(const std::string &path)
{
    auto loaded = scenario::loadScenario(path);
    if (loaded)
        return std::move(*loaded);
    std::string problems;
    for (const scenario::Problem &problem : loaded.error())
        problems += "\n  " + problem.text();
    return fail(ErrorKind::Invalid, path + ":" + problems);
}

ScenarioRun::ScenarioRun(Core &core, scenario::Scenario scenario)
    : m_core(core)
    , m_scenario(std::move(scenario))
    , m_steps(m_scenario.steps.size())
    , m_table(tableOptions())
{
    m_tableTimer.setInterval(tableEvery);
    connect(&m_tableTimer, &QTimer::timeout, this, &ScenarioRun::printTable);
}

void ScenarioRun::start()
{
    m_tableTimer.start();
    m_core.pacer().enter([this] {
        m_core.engine().runScenario(
            m_scenario,
            [this](std::size_t index, const scenario::StepReport &step) {
                printTable();
                print(m_table.caption(index, m_steps, step));
                if (step.end && hasNews(index))
                    emit newsAfterStep(index);
            },
            [this](const scenario::ScenarioReport &report) {
                m_tableTimer.stop();
                printTable();
                emit finished(std::make_shared<const scenario::ScenarioReport>(report));
            });
    });
}

bool ScenarioRun::hasNews(std::size_t index)
{
    const std::uint64_t fact = m_core.engine().scenarioView().timeline.lastIndex();
    const bool happened = fact != std::exchange(m_lastFact, fact);
    const scenario::Verb &verb = m_scenario.steps.at(index).verb;
    return happened
        || !(std::holds_alternative<scenario::Wait>(verb) || std::holds_alternative<scenario::Assert>(verb));
}

void ScenarioRun::printTable()
{
    print(m_table.update(m_core.engine().scenarioView(), m_core.now()));
}

void ScenarioRun::print(const std::vector<std::string> &lines) const
{
    for (const std::string &line : lines)
        std::printf("%s\n", line.c_str());
    if (!lines.empty())
        std::fflush(stdout);
}

} // namespace app

#include "moc_scenariorun.cpp"
