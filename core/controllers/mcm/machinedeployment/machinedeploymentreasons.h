// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What machine deployments of machine.sapcloud.io say, beside what those of both families do.

#include "core/api/reason.h"

namespace core::controllers::mcm {

inline constexpr api::ReasonKind machineDeploymentReasons[] {
    {"TakingFinalizer", "Takes its finalizer before it makes machine sets."},
    {"ChoosingForRemoval", "{machine} is to go first when the deployment shrinks.", "time"},
    {"PushingSettings", "{machineSet} takes over what the template says without a new revision."},
    {"MarkingNodes", "{nodes} nodes {outcome}."},
    {"UpdatingInPlace", "{machineSet} {outcome}."},
    {"WaitingForSelection", "Up to {selectable} nodes may be labelled selected-for-update by hand.",
        "desired maxTotal minAvailable"},
    {"SelectingForUpdate",
        "{node} is updated next: {available} machines are available, {minAvailable} have to be.",
        "desired maxTotal"},
    {"UpdateFailed",
        "{failed} machines could not be updated; they count as unavailable until their label update-result "
        "is taken away."},
    {"TakingOver", "{machine} was updated and goes over to {machineSet}."},
    {"TakenOver", "Machines that went over now count in the size of their new set."},
    {"Deleting", "Is being deleted, and not held by this controller."},
    {"Orphaning", "Is being deleted, and its machine sets are to stay."},
    {"DeletingMachineSets", "Is being deleted; {machineSets} machine sets have to go first."},
    {"MachineSetsGone", "Is being deleted; no machine set is left."},
};
inline constexpr api::Reasons<machineDeploymentReasons> machineDeploymentReason;

} // namespace core::controllers::mcm
