// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a deployment of machines and one of pods call the same thing.

#include <string_view>

namespace core::rollout {

struct RolloutWords {
    std::string_view set; ///< in sentences
    std::string_view setKind;

    struct Codes {
        std::string_view creating;
        std::string_view updating;
        std::string_view growing;
        std::string_view shrinking;
        std::string_view waitingForSets;
        std::string_view waitingForOldMembers;
    } codes; ///< of reasons

    struct Conditions {
        std::string_view created;
        std::string_view found;
        std::string_view updated;
        std::string_view available;
        std::string_view createError; ///< of an event, too
    } conditions; ///< reasons of the condition Progressing

    std::string_view scalingEvent;
    bool scalingEventTellsFrom = false; ///< "from 1 to 2", not only "to 2"
};

inline constexpr RolloutWords machineWords {
    .set = "machine set",
    .setKind = "MachineSet",
    .codes = {.creating = "CreatingMachineSet",
        .updating = "UpdatingMachineSet",
        .growing = "GrowingNewMachineSet",
        .shrinking = "ShrinkingOldMachineSets",
        .waitingForSets = "WaitingForMachineSets",
        .waitingForOldMembers = "WaitingForOldMachines"},
    .conditions = {.created = "NewMachineSetCreated",
        .found = "FoundNewMachineSet",
        .updated = "MachineSetUpdated",
        .available = "NewMachineSetAvailable",
        .createError = "MachineSetCreateError"},
    .scalingEvent = "ScalingMachineSet",
    .scalingEventTellsFrom = false,
};

inline constexpr RolloutWords podWords {
    .set = "replica set",
    .setKind = "ReplicaSet",
    .codes = {.creating = "CreatingReplicaSet",
        .updating = "UpdatingReplicaSet",
        .growing = "GrowingNewReplicaSet",
        .shrinking = "ShrinkingOldReplicaSets",
        .waitingForSets = "WaitingForReplicaSets",
        .waitingForOldMembers = "WaitingForOldPods"},
    .conditions = {.created = "NewReplicaSetCreated",
        .found = "FoundNewReplicaSet",
        .updated = "ReplicaSetUpdated",
        .available = "NewReplicaSetAvailable",
        .createError = "ReplicaSetCreateError"},
    .scalingEvent = "ScalingReplicaSet",
    .scalingEventTellsFrom = true,
};

} // namespace core::rollout
