// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the health checks will do if nodes are told to fail, worked out before anybody tells them: by the
// checks' own judgement of nodes that fail in that way for that long, and their own arithmetic.

#include "core/api/effect.h"
#include "core/api/recipe.h"
#include "core/api/saying.h"

namespace core::runtime {
class InformerSet;
}

namespace core::engine {

struct FaultForecast {
    /// What a check that selects some of the machines will do.
    struct Check {
        std::string name;
        api::Saying blockedReason; ///< why it will not act; empty when it may
        std::int64_t failing = 0; ///< of the nodes asked about
        /// By then, of the expected: without those that start, which are up by then, and those being deleted.
        std::int64_t unhealthy = 0;
        std::int64_t expected = 0;
        std::int64_t maxUnhealthy = 0;
        std::string maxUnhealthyText; ///< as written: "40%"
        std::int64_t replaced = 0;
        bool isOverBudget = false; ///< by this fault, not before it; also the budget that heldReason names
        base::Duration wait {}; ///< from when the failure is noticed until it acts, at least
        std::int64_t waiting =
            0; ///< of the replaced, for others; all of them where some are unhealthy before
        bool isInTurn = false; ///< with those that fail alongside, of which some are replaced as well
        bool isAtLimit = false; ///< no more may be unhealthy: the first replacement has to come up first
        std::int64_t held = 0; ///< of the failing, beside the replaced, by a MachineDisruptionBudget
        api::Saying heldReason; ///< of the first of them

        bool operator==(const Check &) const = default;
    };

    std::int64_t nodes = 0; ///< asked about
    std::int64_t others = 0; ///< could fail too
    std::int64_t unchecked = 0; ///< no check selects the machine, or there is none
    std::int64_t timed = 0; ///< given up by the health timeout of a machine of machine.sapcloud.io
    std::vector<Check> checks;

    bool operator==(const FaultForecast &) const = default;
};

/// areCarriedOut: our controller of health checks runs. alongside: nodes that fail in the same way at the
/// same time, and are not asked about.
FaultForecast forecastOf(const std::vector<std::string> &nodes, const api::Recipe &fault,
    runtime::InformerSet &informers, base::Time now, bool areCarriedOut,
    const std::vector<std::string> &alongside = {});

/// A sentence each: "Health check workers: allowed 40% of 5,000 = 2,000, 5,000 would be unhealthy: none will
/// be replaced."
std::vector<api::Saying> sayingsOf(const FaultForecast &forecast);

} // namespace core::engine
