// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The conditions of a rollout and its progress deadline (docs/machines.md §6.7), on plain counts: what
// deployments of every family say about themselves.

#include "core/api/rolloutcondition.h"
#include "core/rollout/rolloutwords.h"

namespace core::rollout {

using RolloutConditions = std::vector<api::RolloutCondition>;

/// Machines or pods of a deployment.
struct RolloutCounts {
    std::int64_t total = 0;
    std::int64_t updated = 0; ///< of the current set
    std::int64_t ready = 0;
    std::int64_t available = 0;

    /// Every member is of the current template, available, and no other is left.
    bool isComplete(std::int64_t desired) const;
};

struct RolloutProgress {
    std::int64_t desired = 0;
    RolloutCounts before; ///< as the status has them
    RolloutCounts now;
    std::string currentSet; ///< its name, empty before it is made
    std::string createdSet; ///< the name of the set that the pass makes; mostly empty
    bool paused = false;
    std::optional<std::chrono::seconds> deadline; ///< none: the rollout may take any time
};

/// Available.
void judgeAvailability(
    RolloutConditions &conditions, std::int64_t available, std::int64_t needed, base::Time now);
/// ReplicaFailure: the first set that failed and how; no reason takes the condition away.
void judgeFailure(
    RolloutConditions &conditions, const std::string &reason, std::string message, base::Time now);
/// Progressing.
void judgeProgress(RolloutConditions &conditions, const RolloutProgress &progress, const RolloutWords &words,
    base::Time now);
/// How long until the progress deadline has to be looked at again; nothing when none is running.
std::optional<base::Duration> untilDeadline(const RolloutConditions &conditions,
    const RolloutProgress &progress, const RolloutWords &words, base::Time now);

} // namespace core::rollout
