// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What one run of an experiment shows: a variant with a seed, carried out and measured.

#include "core/api/recipe.h"
#include "core/api/saying.h"
#include "core/experiment/experiment.h"
#include "core/scenario/runner.h"
#include "core/timeline/episodetracker.h"

namespace core::experiment {

/// The slowest recovery of a run, and what it spent most of its time with.
struct SlowestRecovery {
    base::Duration length {};
    timeline::Stage::Kind stage = timeline::Stage::Kind::Waiting;
    base::Duration stageLength {};

    bool operator==(const SlowestRecovery &) const = default;
};

struct Run {
    std::size_t variant = 0;
    std::uint64_t seed = 0;
    std::vector<base::Duration> recoveries; ///< in the order in which the nodes failed
    /// Of failures that had not recovered at the end: how long they had lasted by then.
    std::vector<base::Duration> open;
    std::optional<SlowestRecovery> slowest; ///< unset: nothing recovered
    std::optional<double> ready; ///< from 0 to 1, of the time that machines were wanted; unset: none was
    std::int64_t replaced = 0;
    std::int64_t replacedNeedlessly = 0;
    base::Duration length {}; ///< of the scenario
    api::Saying failure; ///< of the scenario: the step, and why; empty: all that it claims held

    bool operator==(const Run &) const = default;
};

/// Adds up, look by look, how many machines the deployments and the sets without one want, and how many of
/// these are Ready: from the moment on in which all of them first were, or from the first look if they never
/// were.
class ReadyTime
{
public:
    /// Counts from now on if all that are wanted are Ready for the first time.
    void begin(const scenario::ScenarioView &view);
    void look(const scenario::ScenarioView &view);
    /// From 0 to 1; nothing while no machine was wanted.
    std::optional<double> share() const;

private:
    std::int64_t m_wanted = 0;
    std::int64_t m_ready = 0;
    bool m_allWere = false;
};

/// Whether a node that has it comes back by itself.
bool passesByItself(const api::Recipe &recipe);

/// Measures what a scenario left; the view is that of its end.
Run measured(
    const scenario::ScenarioReport &report, const scenario::ScenarioView &view, const ReadyTime &ready);

/// The values that a measure has in a run: durations in seconds, shares from 0 to 1; of Recovery one for
/// each that recovered.
std::vector<double> valuesOf(const Run &run, Measure measure);
/// Run::open in seconds.
std::vector<double> openOf(const Run &run);

/// One object, for a line of text: durations in nanoseconds, variants counted from 1 as people count them.
api::Json toJson(const Run &run);
base::Result<Run> runOf(const api::Json &json);

} // namespace core::experiment
