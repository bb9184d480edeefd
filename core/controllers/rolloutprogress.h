// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The conditions of a rollout and its progress deadline (docs/machines.md §6.7), on plain counts: what both
// families of machine deployments say about themselves.

#include "core/api/machinedeployment.h"

namespace core::controllers {

using RolloutCondition = api::MachineDeploymentCondition;
using RolloutConditions = std::vector<RolloutCondition>;

const RolloutCondition *findCondition(const RolloutConditions &conditions, std::string_view type);
/// Puts the condition in its place, sorted by type. The time of the last update becomes now (whole seconds)
/// when status, reason or message change, that of the transition when the status does.
void setCondition(RolloutConditions &conditions, RolloutCondition wanted, base::Time now);
void removeCondition(RolloutConditions &conditions, std::string_view type);

/// Machines of a deployment.
struct RolloutCounts {
    std::int64_t total = 0;
    std::int64_t updated = 0; ///< of the current set
    std::int64_t ready = 0;
    std::int64_t available = 0;

    /// Every machine is of the current template, available, and no other is left.
    bool isComplete(std::int64_t desired) const;
};

/// What a pass did about the current set.
struct Step {
    std::string reason; ///< NewMachineSetCreated, FoundNewMachineSet; empty: nothing
    std::string message;
};

struct RolloutProgress {
    std::int64_t desired = 0;
    RolloutCounts before; ///< as the status has them
    RolloutCounts now;
    std::string currentSet; ///< its name, empty before it is made
    Step step;
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
void judgeProgress(RolloutConditions &conditions, const RolloutProgress &progress, base::Time now);
/// How long until the progress deadline has to be looked at again; nothing when none is running.
std::optional<base::Duration> untilDeadline(
    const RolloutConditions &conditions, const RolloutProgress &progress, base::Time now);

} // namespace core::controllers
