// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Experiments as YAML. All that is wrong is told at once, each with its place ("vary.healthcheck.timeout").
//
//   name: Which health check heals best?
//   description: What is asked, and of which machines.
//   scenario: zone-outage.yaml     # beside the file; or the scenario itself: {steps: […]}
//   seeds: 1..20                   # what is left to chance (spans of a recipe, boots) is drawn from the seed
//   timing: realistic              # how quickly machines boot and fail: demo, realistic (the default), fast
//   vary:                          # every combination of these is a variant
//     healthcheck.timeout: [5s, 15s, 60s]
//     healthcheck.maxUnhealthy: [20%, 40%, 100%]
//   measure: [recovery, ready-machine-hours, replaced, replaced-needlessly]   # and length; all by default
//
// A name under "vary" is one of knownVariations(), or a kind and the path of a field in what the scenario
// applies, where * is every element of a list: MachineHealthCheck.spec.unhealthyConditions.*.timeout
//
// How large an experiment may be says size.h.

#include "core/experiment/experiment.h"
#include "core/scenario/parse.h"

namespace core::experiment {

/// "healthcheck.timeout", and so on: short names of fields that people vary.
std::vector<std::string> knownVariations();

/// The scenario may name files; readFile gives their texts.
scenario::Parsed<Experiment> parseExperiment(
    std::string_view yaml, const scenario::FileReader &readFile = {});
/// Reads what lies beside that file, or below; nothing where there is no path.
scenario::FileReader filesBeside(const std::string &path);
/// Reads the file, and those it names beside it.
scenario::Parsed<Experiment> loadExperiment(const std::string &path);

} // namespace core::experiment
