// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A scripted demo or check as a value: steps, each with one verb, carried out one after the other by a
// Runner. How it is written as YAML is described in parse.h.

#include "core/api/json.h"
#include "core/api/resource.h"
#include "core/api/saying.h"
#include "core/api/time.h"
#include "core/timeline/fact.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::scenario {

/// Names of namespaced objects may leave the namespace empty: the runner's default one is meant then.
using api::ObjectKey;

/// A target says which nodes or machines a step is about: one by its name, or some of a set by their state,
/// oldest first.
struct Target {
    enum class Kind { Node, Machine };
    Kind kind = Kind::Node;
    ObjectKey name; ///< one of that name; empty: by the fields below
    ObjectKey set;
    std::string state; ///< a node's health or a machine's phase; empty: any
    std::optional<std::size_t> count = 1; ///< unset: every one
    std::string text; ///< as written: "first Ready node of workers"
    std::string zone; ///< of nodes, in place of the set: the value of the label topology.kubernetes.io/zone

    bool operator==(const Target &) const = default;
};

/// A number that is exactly, at least or at most so many.
struct Bound {
    enum class Kind { Exactly, AtLeast, AtMost };
    Kind kind = Kind::Exactly;
    std::int64_t number = 0;

    bool holds(std::int64_t found) const;
    std::string text() const; ///< "3", "at least 3"
    bool operator==(const Bound &) const = default;
};

/// A state count holds when so many nodes (or machines) are in that state.
struct StateCount {
    Target::Kind kind = Target::Kind::Node;
    std::optional<ObjectKey> set; ///< unset: of all
    std::string state; ///< Ready, NotReady, Unknown; a phase; "total" counts all
    Bound bound;

    bool operator==(const StateCount &) const = default;
};

/// The set has as many machines as it wants, and all of them are Ready; of a MachineDeployment, that its
/// rollout is complete.
struct SetComplete {
    ObjectKey set;
    bool operator==(const SetComplete &) const = default;
};

/// An object is there, or is not.
struct Existence {
    const api::Resource *resource = nullptr; ///< Machine, MachineSet, Node or MachineHealthCheck
    ObjectKey key;
    bool isThere = true;
    bool operator==(const Existence &) const = default;
};

/// An episode count holds when so many episodes of the set began since the scenario began and came out like
/// that.
struct EpisodeCount {
    std::optional<ObjectKey> set; ///< unset: any
    std::optional<timeline::Outcome> outcome;
    std::optional<base::Duration> recoveredWithin; ///< unhealthy → recovered; leaves out the open ones
    Bound bound {Bound::Kind::AtLeast, 1};

    bool operator==(const EpisodeCount &) const = default;
};

/// What a MachineHealthCheck says of its machines.
struct HealthCheckStatus {
    ObjectKey check;
    std::optional<Bound> expected; ///< status.expectedMachines
    std::optional<Bound> healthy; ///< status.currentHealthy
    std::optional<Bound> remediationsAllowed;

    bool operator==(const HealthCheckStatus &) const = default;
};

/// A pod count holds when so many pods are in that phase.
struct PodCount {
    std::optional<ObjectKey> controller; ///< a Job, say; unset: all but those that are hollow nodes
    std::string phase; ///< Pending, Running, Succeeded, Failed; "total" counts all
    Bound bound;

    bool operator==(const PodCount &) const = default;
};

/// What a Job says of its pods, and of itself.
struct JobStatus {
    ObjectKey job;
    std::optional<Bound> active;
    std::optional<Bound> succeeded;
    std::optional<Bound> failed;
    std::string ended; ///< Complete or Failed; empty: not asked

    bool operator==(const JobStatus &) const = default;
};

using Condition =
    std::variant<StateCount, SetComplete, Existence, EpisodeCount, HealthCheckStatus, PodCount, JobStatus>;

struct Apply {
    std::vector<api::Json> objects;
    bool operator==(const Apply &) const = default;
};

struct Scale {
    ObjectKey machineSet;
    std::int64_t replicas = 0;
    bool operator==(const Scale &) const = default;
};

struct Fault {
    Target target;
    std::string recipe; ///< see core/api/recipe.h: "not-ready for 30s"
    bool operator==(const Fault &) const = default;
};

/// Takes the faults of nodes away.
struct Heal {
    Target target;
    bool operator==(const Heal &) const = default;
};

struct Delete {
    std::variant<Target, Existence> what; ///< Existence: the one object of that name
    bool operator==(const Delete &) const = default;
};

struct WaitUntil {
    std::vector<Condition> all;
    base::Duration within {};
    bool operator==(const WaitUntil &) const = default;
};

struct Assert {
    std::vector<Condition> all;
    bool operator==(const Assert &) const = default;
};

struct Wait {
    base::Duration length {};
    bool operator==(const Wait &) const = default;
};

using Verb = std::variant<Apply, Scale, Fault, Heal, Delete, WaitUntil, Assert, Wait>;

struct Step {
    std::string say; ///< one caption for people; may be empty
    Verb verb;
    bool operator==(const Step &) const = default;
};

struct Scenario {
    std::string name;
    std::string description;
    std::vector<Step> steps;
    bool operator==(const Scenario &) const = default;
};

/// "Ready nodes of workers: at least 3"
api::Saying describe(const Condition &condition);
/// "scale workers to 5"
api::Saying describe(const Verb &verb);

} // namespace core::scenario
