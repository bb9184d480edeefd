// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plays one scenario at a time on the engine's cluster, and keeps how far one that the window began has come.

#include "core/engine/values.h"
#include "core/runtime/informerset.h"
#include "core/scenario/runner.h"

namespace core::engine {

class ScenarioPlayer
{
public:
    struct Options {
        base::Clock &clock;
        client::Client &byHand; ///< of what the window begins
        scenario::ScenarioView view;
        std::function<bool()> isReady; ///< the stores are filled
        std::function<void()> changed; ///< progress() did
    };
    explicit ScenarioPlayer(Options options);

    /// Follows the informers, which must not have started; jobs are a lab's.
    void follow(runtime::InformerSet &informers, bool withJobs);
    /// Begins a scenario that waits for the stores if they are filled now.
    void look();

    /// Carries a scenario out, from the moment the stores are filled; another one that runs is cancelled.
    void begin(client::Client &writer, scenario::Scenario script, scenario::Runner::StepListener onStep,
        scenario::Runner::Done done);
    /// Begins the scenario of a document, for the window; fails while one that it did not begin runs.
    CommandResult<> play(const std::string &yaml);
    // These fail while none of the window's runs.
    CommandResult<> stop();
    CommandResult<> pause();
    CommandResult<> goOn();
    CommandResult<> step();
    /// Ends whichever runs with the step that is under way: failed.
    void end(const api::Saying &why);

    /// Whether one runs, or waits for the stores.
    bool isRunning() const { return m_isRunning; }
    const scenario::ScenarioView &view() const { return m_options.view; }
    const ScenarioProgress &progress() const { return m_progress; }
    /// Whether progress() has changed since this was asked last.
    bool takeNews() { return std::exchange(m_hasNews, false); }

private:
    CommandResult<> steer(void (scenario::Runner::*how)(), bool isPausedThen);
    void tell();

    Options m_options;
    base::Subscriptions m_subscriptions;
    std::unique_ptr<scenario::Runner> m_runner;
    base::Subscription m_steps;
    std::function<void()> m_start; ///< set while a scenario waits for the stores
    bool m_isRunning = false;
    ScenarioProgress m_progress;
    bool m_hasNews = false;
};

} // namespace core::engine
