// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much an experiment asks for, known before it runs: a typo must not fill the memory.

#include "core/experiment/experiment.h"
#include "core/scenario/parse.h"

namespace core::experiment {

inline constexpr std::size_t mostVariants = 100;
inline constexpr std::size_t mostSeeds = 1000;
inline constexpr std::size_t mostMachines = 2'000; ///< at once, in the lab of one run
inline constexpr double mostMachineHours = 10'000'000; ///< of all runs together

/// How many machines a scenario asks for at once, and the step with which they become so many.
struct Load {
    std::size_t machines = 0;
    std::string place; ///< "scenario.steps[2].scale"
};

/// Of the scenario's document. What an autoscaler adds is not known before: the lab of a run makes no more
/// than mostMachines.
Load heaviestLoad(const api::Json &scenario);
/// How long a scenario may take: what it waits for counts as long as it may be waited for.
base::Duration longestLength(const scenario::Scenario &scenario);
/// What is more than may be, each with its place; nothing when the experiment is no larger than it may be.
std::vector<scenario::Problem> oversizes(const Experiment &experiment);

} // namespace core::experiment
