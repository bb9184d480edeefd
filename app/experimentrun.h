// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The runs of an experiment, each in a lab of its own in memory, in virtual time and on this thread, so that
// the same variant and seed always give the same.

#include "app/options.h"
#include "core/experiment/run.h"

namespace app {

struct RunOutcome {
    core::experiment::Run run;
    core::scenario::ScenarioReport report;
};

RunOutcome runOnce(const core::experiment::Experiment &experiment, std::size_t variant, std::uint64_t seed);

/// hollowlab experiment FILE: carries all runs out, or those of its share, prints them, and at the end what
/// they say together; the exit code.
int runExperiment(const ExperimentOptions &options);

} // namespace app
