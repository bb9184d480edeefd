// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Scenarios as YAML. All that is wrong is told at once, each with its place ("steps[2].fault.kind").
//
//   name: Self-healing 101
//   description: What the audience sees.
//   steps:
//     - say: A caption, optional on every step.
//       apply: {apiVersion: …, kind: …}   # or a list of objects, or {file: name}
//     - scale: {machineSet: workers, replicas: 5}
//     - fault: {node: first Ready node of workers, kind: not-ready, for: 30s}  # recipes: core/api/recipe.h
//     - heal: {node: every node in zone a}   # takes faults away
//     - delete: {machine: first Running machine of workers}   # or node, machineSet …
//     - waitUntil: {…conditions…, within: 60s}   # all hold
//     - assert: {…conditions…}
//     - wait: 5s
//
// Conditions:
//   nodes: {of: workers, Ready: 5}            # Ready, NotReady, Unknown, total; without "of": all nodes
//   machines: {of: workers, Running: 5}       # a phase, or total
//   complete: workers                         # every wanted replica is Ready, and up to date
//   exists: {machineSet: workers}             # or gone: …; machine, machineSet, node, healthCheck
//   episodes: {of: workers, outcome: replaced, recoveredWithin: 60s, count: 1}   # begun since the start
//   healthCheck: {name: workers, expected: 5, healthy: 2, remediationsAllowed: 0}
//   pods: {of: crunch, Pending: 40}           # a phase, or total; of a Job or ReplicaSet; without "of": all
//   job: {name: crunch, succeeded: 40, active: 0, failed: 0, ended: Complete}   # or Failed; in labs
// A count is a number, "at least 3" or "at most 3". A target is a name, or "first [N] [state]
// node(s)|machine(s) of SET", or "every [state] node|machine of SET"; nodes may also be those "in zone ZONE".
// A SET may be a MachineDeployment too, but not of episodes. A name may have its namespace before it:
// "default/workers".

#include "core/api/saying.h"
#include "core/scenario/scenario.h"

#include <functional>
#include <string_view>

namespace core::scenario {

struct Problem {
    std::string path; ///< "steps[2].fault.kind"; empty for the whole file
    api::Saying message; ///< of problemSayings, or what others say of it

    /// With its place.
    api::Saying saying() const;
    std::string text() const { return saying().text; }
    bool operator==(const Problem &) const = default;
};

/// Gives the text of a file named in the scenario. The name is relative and stays inside the scenario's
/// folder.
using FileReader = std::function<base::Result<std::string>(const std::string &name)>;

template<typename T>
using Parsed = tl::expected<T, std::vector<Problem>>;

Parsed<Scenario> parseScenario(std::string_view yaml, const FileReader &readFile = {});
/// Reads the file, and those it names beside it.
Parsed<Scenario> loadScenario(const std::string &path);

/// "first 2 Ready nodes of workers", or the name of a node or machine.
base::Result<Target> parseTarget(std::string_view text, Target::Kind kind);
base::Result<Bound> parseBound(std::string_view text);

} // namespace core::scenario
