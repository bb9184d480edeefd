// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps as many pods as a ReplicaSet or a ReplicationController, called sets here, wants. Pods that have
// ended count no more and are left where they are; those that the set no longer selects are let go, those
// that it selects and nobody controls are taken over.
//
// Keys are objects of one of the kinds. Reads them by key, pods by byControllerName, and those of a namespace
// that nobody controls.

#include "core/api/reason.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

inline constexpr api::ReasonKind replicaSetReasons[] {
    {"CreatingPods", "Creates {creating} of {missing} missing pods."},
    {"DeletingPods", "Deletes {deleting} of {surplus} pods too many."},
    {"WaitingForPods", "{available} of {replicas} pods are available."},
    {"Complete", "All {replicas} pods are there and available."},
    {"Deleting", "The set is being deleted; its pods follow by garbage collection."},
};
inline constexpr api::Reasons<replicaSetReasons> replicaSetReason;

struct ReplicaSetView {
    std::vector<PodPointer> pods; ///< controlled by the set
    std::function<bool(const std::string &name)> nameTaken; ///< by any pod of the namespace
    std::vector<PodPointer> orphans; ///< of the namespace, that nobody controls
};

/// The set is of one of the two kinds.
template<typename Set>
runtime::Plan planReplicaSet(
    const Set &set, const ReplicaSetView &seen, const base::Chance &chance, base::Time now);

/// The set with the condition ReplicaFailure, after the creation or deletion of a pod was refused for good.
/// It goes when all pods are there, and none too many.
template<typename Set>
Set withFailure(Set set, std::string_view reason, const base::Error &error, base::Time now);

/// The controllers "replicaset" and "replicationcontroller".
Controllers makeReplicaSets(const runtime::ControllerContext &context);

} // namespace core::controlplane
