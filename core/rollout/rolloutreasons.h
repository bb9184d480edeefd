// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What deployments say as they roll out, those of machines and those of pods, and sets about what they own.

#include "core/api/reason.h"
#include "core/rollout/rolloutwords.h"

namespace core::rollout {

/// Machine deployments of both families.
inline constexpr api::ReasonKind machineRolloutReasons[] {
    {"Gone", "The deployment does not exist."},
    {"InvalidSpec", "Nothing is done: {problem}."},
    {"Paused", "The deployment is paused: sizes are followed, changes of the template wait."},
    {"Adopting", "Takes over {machineSet}, which nobody controls."},
    {machineWords.codes.updating,
        "{machineSet} is revision {revision} and takes over the deployment's annotations."},
    {"RollingBack", "Takes the template of revision {revision} back.", "machineSet"},
    {"RollbackRevisionNotFound", "Does not roll back: {problem}."},
    {"RollbackTemplateUnchanged", "Does not roll back: {problem}."},
    {machineWords.codes.creating,
        "Creates {machineSet} for the template, with {replicas} of {desired} machines."},
    {"WaitingForDeletion", "{machineSet} is being deleted and has to go before it is made again."},
    {"HashCollision", "{machineSet} is the name of another machine set; looks for another name.",
        "collisions"},
    {"Scaling", "{machineSet} gets {replicas} machines instead of {before}.",
        "desired maxTotal minAvailable"},
    {machineWords.codes.growing, "{machineSet} gets {replicas} machines instead of {before}.",
        "desired maxTotal minAvailable"},
    {machineWords.codes.shrinking, "{machineSet} gets {replicas} machines instead of {before}.",
        "desired maxTotal minAvailable"},
    {"FollowingUpdatedMachines", "{machineSet} gets {replicas} machines instead of {before}.",
        "desired maxTotal minAvailable"},
    {"NotingBounds", "{machineSet} keeps {replicas} machines and learns the deployment's new bounds.",
        "desired maxTotal minAvailable"},
    {machineWords.codes.waitingForOldMembers,
        "{machines} machines of earlier revisions have to go before new ones are made."},
    {machineWords.codes.waitingForSets,
        "{updated} of {desired} machines are of the present revision, {earlier} of earlier ones, and "
        "{available} are available.",
        "maxTotal minAvailable"},
    {"ProgressDeadlineExceeded", "MachineSet {machineSet} has timed out progressing."},
    {"Complete", "All {desired} machines are of the present revision and available.",
        "maxTotal minAvailable"},
    {"ForgettingRevision", "Deletes {machineSet}, revision {revision}: beyond revisionHistoryLimit."},
};
inline constexpr api::Reasons<machineRolloutReasons> machineRolloutReason;

/// Deployments of pods.
inline constexpr api::ReasonKind podRolloutReasons[] {
    {"Gone", "The deployment does not exist."},
    {"InvalidSpec", "Nothing is done: {problem}."},
    {"Paused", "The deployment is paused: sizes are followed, changes of the template wait."},
    {"Adopting", "Takes over {replicaSet}, which nobody controls."},
    {podWords.codes.updating,
        "{replicaSet} is revision {revision} and takes over the deployment's annotations."},
    {podWords.codes.creating, "Creates {replicaSet} for the template, with {replicas} of {desired} pods."},
    {"WaitingForDeletion", "{replicaSet} is being deleted and has to go before it is made again."},
    {"HashCollision", "{replicaSet} is the name of another replica set; looks for another name.",
        "collisions"},
    {"Scaling", "{replicaSet} gets {replicas} pods instead of {before}.", "desired maxTotal minAvailable"},
    {podWords.codes.growing, "{replicaSet} gets {replicas} pods instead of {before}.",
        "desired maxTotal minAvailable"},
    {podWords.codes.shrinking, "{replicaSet} gets {replicas} pods instead of {before}.",
        "desired maxTotal minAvailable"},
    {"NotingBounds", "{replicaSet} keeps {replicas} pods and learns the deployment's new bounds.",
        "desired maxTotal minAvailable"},
    {podWords.codes.waitingForOldMembers,
        "{pods} pods of earlier revisions have to go before new ones are made."},
    {podWords.codes.waitingForSets,
        "{updated} of {desired} pods are of the present revision, {earlier} of earlier ones, and "
        "{available} are available.",
        "maxTotal minAvailable"},
    {"ProgressDeadlineExceeded", "ReplicaSet {replicaSet} has timed out progressing."},
    {"Complete", "All {desired} pods are of the present revision and available.", "maxTotal minAvailable"},
    {"ForgettingRevision", "Deletes {replicaSet}, revision {revision}: beyond revisionHistoryLimit."},
};
inline constexpr api::Reasons<podRolloutReasons> podRolloutReason;

/// Deployments that know no other strategy than to replace.
inline constexpr api::ReasonKind replacingRolloutReasons[] {
    {"Deleting", "Is being deleted; its {sets} follow by garbage collection."},
};
inline constexpr api::Reasons<replacingRolloutReasons> replacingRolloutReason;

/// Machine sets of both families, and ReplicaSets, whose machines are pods.
inline constexpr api::ReasonKind setOwnershipReasons[] {
    {"Adopting", "Takes over {machine}, which nobody controls."},
    {"Releasing", "Lets go of {machine}, whose labels no longer match the selector."},
};
inline constexpr api::Reasons<setOwnershipReasons> setOwnershipReason;

} // namespace core::rollout
