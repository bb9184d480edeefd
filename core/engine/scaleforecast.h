// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What scaling a set or a deployment will do, worked out before: by the controllers' own sizes of sets, order
// of deletion and drains, and by the arithmetic of the health checks and of both kinds of budgets.

#include "core/base/chance.h"
#include "core/runtime/informerset.h"

namespace core::engine {

struct ScaleForecast {
    /// Why a machine goes before others.
    enum class Why { Marked, Failed, NoNode, Oldest, Newest, Chance };
    struct Leaver {
        std::string name;
        Why why = Why::Chance;
        bool operator==(const Leaver &) const = default;
    };
    /// How many of the machines may be unhealthy then, for a check that selects them.
    struct Check {
        std::string name;
        std::string maxUnhealthyText; ///< as written: "40%"
        std::int64_t expected = 0;
        std::int64_t maxUnhealthy = 0;
        bool operator==(const Check &) const = default;
    };
    /// A PodDisruptionBudget that keeps pods on nodes of machines that go, whose drain waits for it. None
    /// where they can't be read (docs/machines.md §10.3).
    struct PodBudget {
        std::string name; ///< with its namespace
        std::string first; ///< of the machines that wait
        std::int64_t waiting = 0; ///< machines
        std::int64_t allowed = 0; ///< pods that may go at once
        std::int64_t desired = 0; ///< healthy pods
        std::int64_t healthy = 0; ///< pods, now
        bool operator==(const PodBudget &) const = default;
    };
    /// A MachineDisruptionBudget over the machines: it holds no scaling back, but health checks afterwards
    /// (docs/machines.md §7.8).
    struct MachineBudget {
        std::string name; ///< with its namespace
        std::int64_t expected = 0; ///< machines, then
        std::int64_t desired = 0; ///< of them healthy
        bool operator==(const MachineBudget &) const = default;
    };

    /// A set of the deployment that gets another size, in machines.
    struct Part {
        std::string set;
        std::int64_t before = 0;
        std::int64_t after = 0;
        bool operator==(const Part &) const = default;
    };
    /// What a rollout that goes on meanwhile keeps to, in machines.
    struct Bounds {
        std::int64_t most = 0;
        std::int64_t leastAvailable = 0;
        bool operator==(const Bounds &) const = default;
    };

    std::int64_t present = 0; ///< not being deleted
    std::int64_t wanted = 0;
    /// Those that go, in their order, at most three of them; of a deployment those of its oldest set first.
    std::vector<Leaver> first;
    std::vector<Part> parts; ///< of a deployment, the oldest first
    std::optional<Bounds> rollout;
    std::vector<Check> checks;
    std::int64_t evicted = 0; ///< pods that leave the nodes of those that go
    std::vector<PodBudget> podBudgets;
    std::vector<MachineBudget> machineBudgets;

    std::int64_t created() const { return std::max<std::int64_t>(wanted - present, 0); }
    std::int64_t deleted() const { return std::max<std::int64_t>(present - wanted, 0); }
    bool operator==(const ScaleForecast &) const = default;
};

/// Foretells what scaling a set or deployment of machines does; Invalid for other kinds and for a deployment
/// that can't be rolled out, NotFound when there is none of that name.
base::Result<ScaleForecast> forecastOfScaling(const api::ResourceRef &target, std::int64_t replicas,
    runtime::InformerSet &informers, const base::Chance &chance, base::Time now);

} // namespace core::engine
