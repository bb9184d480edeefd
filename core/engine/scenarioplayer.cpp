// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/scenarioplayer.h"

#include "core/engine/sayings.h"
#include "core/scenario/parse.h"
#include "core/scenario/sayings.h"

namespace core::engine {

ScenarioPlayer::ScenarioPlayer(Options options) : m_options(std::move(options)) { }

void ScenarioPlayer::follow(runtime::InformerSet &informers, bool withJobs)
{
    const auto look = [this](const auto &, const auto &) {
        if (m_runner)
            m_runner->clusterChanged();
    };
    const auto followAll = [&]<typename... Kind>() {
        (m_subscriptions.push_back(informers.of<Kind>().onChange(look)), ...);
    };
    followAll.operator()<api::MachineDeployment, api::MachineSet, api::Machine, api::Node,
        api::MachineHealthCheck, api::Pod>();
    if (withJobs)
        followAll.operator()<api::Job>();
}

void ScenarioPlayer::look()
{
    if (m_start && m_options.isReady())
        std::exchange(m_start, nullptr)();
}

void ScenarioPlayer::begin(client::Client &writer, scenario::Scenario script,
    scenario::Runner::StepListener onStep, scenario::Runner::Done done)
{
    m_runner = std::make_unique<scenario::Runner>(m_options.clock, writer, m_options.view, std::move(script));
    m_steps = onStep ? m_runner->onStep(std::move(onStep)) : base::Subscription();
    m_isRunning = true;
    m_start = [this, done = std::move(done)] {
        m_runner->start([this, done](const scenario::ScenarioReport &report) {
            m_isRunning = false;
            done(report);
        });
    };
    look();
}

CommandResult<> ScenarioPlayer::play(const std::string &yaml)
{
    if (m_isRunning && !m_progress.isRunning())
        return refuse(base::ErrorKind::Invalid, refusalSaying("ScenarioNotOver"));
    auto parsed = scenario::parseScenario(yaml);
    if (!parsed)
        return refuse(
            base::ErrorKind::Invalid, refusalSaying("ScenarioUnreadable", parsed.error().front().saying()));
    m_progress = {.name = parsed->name, .description = parsed->description};
    for (const scenario::Step &step : parsed->steps)
        m_progress.steps.push_back({.say = step.say, .text = describe(step.verb)});
    tell();
    begin(
        m_options.byHand, std::move(*parsed),
        [this](std::size_t index, const scenario::StepReport &step) {
            m_progress.steps.at(index) = step;
            tell();
        },
        [this](const scenario::ScenarioReport &report) {
            m_progress.steps = report.steps;
            m_progress.ok = report.isOk();
            m_progress.paused = false;
            tell();
        });
    return outcomeSaying("ScenarioBegun", m_progress.name);
}

CommandResult<> ScenarioPlayer::stop()
{
    if (!m_progress.isRunning())
        return refuse(base::ErrorKind::Invalid, refusalSaying("NoScenario"));
    end(scenario::stepSaying("Stopped"));
    return outcomeSaying("ScenarioStopped", m_progress.name);
}

CommandResult<> ScenarioPlayer::pause()
{
    return steer(&scenario::Runner::pause, true);
}

CommandResult<> ScenarioPlayer::goOn()
{
    return steer(&scenario::Runner::goOn, false);
}

CommandResult<> ScenarioPlayer::step()
{
    return steer(&scenario::Runner::step, m_progress.paused);
}

CommandResult<> ScenarioPlayer::steer(void (scenario::Runner::*how)(), bool isPausedThen)
{
    if (!m_progress.isRunning())
        return refuse(base::ErrorKind::Invalid, refusalSaying("NoScenario"));
    ((*m_runner).*how)();
    m_hasNews = m_hasNews || m_progress.paused != isPausedThen;
    m_progress.paused = isPausedThen;
    m_options.changed();
    return isPausedThen ? outcomeSaying("ScenarioPaused", m_progress.name)
                        : outcomeSaying("ScenarioGoesOn", m_progress.name);
}

/// One that still waits for the stores begins, so that its end is told: a step is made in a later turn.
void ScenarioPlayer::end(const api::Saying &why)
{
    if (m_start)
        std::exchange(m_start, nullptr)();
    if (m_runner)
        m_runner->abort(why);
}

void ScenarioPlayer::tell()
{
    m_hasNews = true;
    m_options.changed();
}

} // namespace core::engine
