// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries a scenario out: one step after the other on the Clock, writes through a Client, reads from the
// ScenarioView. The first step that fails ends it. Destroying the runner cancels it; what it has asked for
// stays asked.

#include "core/base/clock.h"
#include "core/base/scope.h"
#include "core/client/applier.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenarioview.h"

#include <functional>

namespace core::scenario {

struct StepReport {
    enum class State { NotRun, Running, Ok, Failed };

    std::string say;
    api::Saying text; ///< describe() of its verb
    State state = State::NotRun;
    std::optional<api::Time> begin; ///< virtual time, as all times here
    std::optional<api::Time> end;
    api::Saying message; ///< what was done or found; when it failed, what was expected and found

    bool operator==(const StepReport &) const = default;
};

struct ScenarioReport {
    std::string name;
    std::string description;
    api::Time begin;
    api::Time end;
    std::vector<StepReport> steps;
    std::vector<timeline::Fact> facts; ///< since the scenario began
    std::vector<timeline::Episode> episodes; ///< that began since
    std::vector<timeline::HealthCounts> counts; ///< steps from begin to end, the first in force at begin

    bool isOk() const;
    /// The first failed step's text and message; empty when all went well.
    api::Saying failure() const;
};

class Runner
{
public:
    using StepListeners = base::Listeners<std::size_t, const StepReport &>;
    using StepListener = StepListeners::Listener;
    using Done = std::function<void(const ScenarioReport &)>;

    Runner(base::Clock &clock, client::Client &client, ScenarioView view, Scenario scenario);

    /// The listener is called with the step's index in the scenario when one has begun or ended.
    base::Subscription onStep(StepListener listener) { return m_toldOfStep.add(std::move(listener)); }
    /// Done is called once, in a later turn.
    void start(Done done);
    /// Conditions are looked at when told so, at most once per millisecond of virtual time: call it whenever
    /// a store or the timeline changed.
    void clusterChanged();
    /// No other step begins; the one that is under way goes on.
    void pause();
    void goOn();
    /// One step more is carried out while it is paused.
    void step();
    /// Ends it with the step that is under way: failed.
    void abort(api::Saying why);

private:
    using Outcome = base::Result<api::Saying>;

    void beginStep();
    void beginWhatWaits();
    void endStep(const Outcome &outcome);
    void finish();

    void run(const Apply &apply);
    void run(const Scale &scale);
    void run(const Fault &fault);
    void run(const Heal &heal);
    void run(const Delete &deletion);
    void run(const WaitUntil &wait);
    void run(const Assert &assertion);
    void run(const Wait &wait);
    /// Puts a fault on the nodes that the target means; null takes theirs away.
    void annotate(const Target &target, const api::Json &fault);
    void annotateNext(std::vector<NodePtr> nodes, const api::Json &fault);
    void deleteNext(std::vector<api::DeleteObject> objects, api::Saying done);
    void look();
    void giveUp();

    base::Clock &m_clock;
    client::Client &m_client;
    client::Applier m_applier;
    ScenarioView m_view;
    Scenario m_scenario;
    StepListeners m_toldOfStep;
    Done m_done;
    ScenarioReport m_report;
    std::uint64_t m_firstFact = 0; ///< facts up to this index were there before
    std::size_t m_position = 0;
    std::optional<std::size_t> m_mayBegin; ///< so many steps, while paused
    bool m_isHeld = false; ///< the next step would have begun
    const WaitUntil *m_waiting = nullptr;
    std::optional<base::Time> m_lookedAt;
    base::Timer m_look;
    base::Timer m_timer;
    base::Scope m_scope;
};

} // namespace core::scenario
