// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What machine sets of machine.sapcloud.io say.

#include "core/api/reason.h"

namespace core::controllers::mcm {

inline constexpr api::ReasonKind machineSetReasons[] {
    {"Gone", "The machine set does not exist."},
    {"InvalidSpec", "Nothing is done: {problem}."},
    {"TakingFinalizer", "Takes its finalizer before it makes machines."},
    {"AutoPreserving", "Keeps the failed machine {machine}: {kept} of {max} are kept already."},
    {"Preserved", "The failed machine {machine} is kept."},
    {"Preserved", "The failed machine {machine} is kept until {until}."},
    {"UpdatingMachines",
        "{machines} machines take over the template's node template, settings and kind of class."},
    {"ReplacingFailed", "Deletes {deleting} failed machines, first {first}; they no longer count.", "failed"},
    {"ScalingUp", "Creates {creating} of {missing} missing machines: {existing} exist, {wanted} are wanted."},
    {"Frozen", "{missing} of {wanted} machines are missing; a frozen set makes none.", "existing"},
    {"ScaleUpDisabled",
        "{missing} of {wanted} machines are missing; none are made while machines are updated in place.",
        "existing"},
    {"ScalingDown", "Deletes {deleting} of {excess} excess machines, first {first} of priority {priority}.",
        "existing wanted"},
    {"TakingOver",
        "Deletes none of {excess} excess machines: some were updated in place and are about to be counted.",
        "existing wanted"},
    {"WaitingForMachines", "{available} of {replicas} machines are available."},
    {"Complete", "All {replicas} machines are there and available."},
    {"SetDeleting", "Is being deleted, and not held by this controller."},
    {"Orphaning", "Is being deleted, and its machines are to stay."},
    {"DeletingMachines", "Is being deleted; {machines} machines have to go first."},
    {"MachinesGone", "Is being deleted; no machine is left."},
};
inline constexpr api::Reasons<machineSetReasons> machineSetReason;

} // namespace core::controllers::mcm
