// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A question that many runs of one scenario answer: each variant of it is carried out with each seed, in
// virtual time, and measured (docs/window.md W64). How it is written as YAML is described in parse.h.

#include "core/api/json.h"
#include "core/engine/timing.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::experiment {

/// What is measured of a run.
enum class Measure {
    Recovery, ///< from unhealthy to recovered, of each episode
    ReadyMachineHours, ///< which part of the time that machines were wanted they were Ready
    Replaced, ///< machines
    ReplacedNeedlessly, ///< of these the ones whose node would have come back by itself
    Length, ///< of the whole scenario
};

/// "recovery", "ready-machine-hours", "replaced", "replaced-needlessly", "length".
std::string_view nameOf(Measure measure);
std::optional<Measure> measureOf(std::string_view name);
/// All but ReadyMachineHours: the less the better.
bool isBetterWhenLess(Measure measure);

/// A variation gives one field of the objects that the scenario applies each of its values.
struct Variation {
    std::string name; ///< as written: "healthcheck.timeout"
    std::string kind; ///< "MachineHealthCheck", in any case
    std::vector<std::string> path; ///< members below the object; "*" is every element of a list
    std::vector<api::Json> values;

    /// The last part of the name: "timeout".
    std::string_view shortName() const;
};

struct Experiment {
    std::string name;
    std::string description;
    api::Json scenario; ///< as a document, with what was in the files that it names
    std::uint64_t firstSeed = 1;
    std::size_t seeds = 0;
    base::Duration longest {}; ///< of a run: what it waits for counts as long as it may be waited for
    const engine::Timing *timing = nullptr;
    std::vector<Variation> variations; ///< the last one changes quickest from variant to variant
    std::vector<Measure> measures; ///< the first one is drawn, first and last are weighed against one another

    std::size_t variants() const;
    std::size_t runs() const { return variants() * seeds; }
    /// The values of a variant, one of each variation.
    std::vector<api::Json> valuesOf(std::size_t variant) const;
    /// "15s · 40%"
    std::string labelOf(std::size_t variant) const;
    /// The scenario's document with the values of that variant, named after it.
    api::Json scenarioOf(std::size_t variant) const;
    /// What makes that variant: its values, and what is done with it.
    api::Json definitionOf(std::size_t variant) const;
    /// A document that needs no other file, and reads back as the same experiment.
    api::Json document() const;
};

/// Puts the value into every object of the scenario's document that the variation means; how many they are.
std::size_t vary(api::Json &scenario, const Variation &variation, const api::Json &value);
/// The value as people write it: 5s, 20%, 3.
std::string valueText(const api::Json &value);

} // namespace core::experiment
