// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What machine sets of machine.openshift.io say, beside what those of both families say of ownership.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind machineSetReasons[] {
    {"Gone", "The machine set does not exist."},
    {"InvalidSpec", "Nothing is done: {problem}."},
    {"ScalingUp", "Creates {creating} of {missing} missing machines: {existing} exist, {wanted} are wanted."},
    {"ScalingDown", "Deletes {deleting} of {excess} excess machines by policy {policy}, first {first}.",
        "existing wanted"},
    {"WaitingForNodes", "{ready} of {replicas} machines have a ready node.", "available"},
    {"WaitingForMinReady", "{available} of {replicas} machines have been ready for {minReadySeconds}s.",
        "ready"},
    {"Complete", "All {replicas} machines are there and ready."},
    {"SetDeleting", "Is being deleted; its machines follow by garbage collection."},
};
inline constexpr api::Reasons<machineSetReasons> machineSetReason;

} // namespace core::controllers
