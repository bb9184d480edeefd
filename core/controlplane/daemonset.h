// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps one pod of each DaemonSet on every node that it is for (docs/machines.md §3.10). It binds its pods by
// itself.
//
// Keys are DaemonSets. Reads them by key, pods and revisions by byControllerName and uncontrolled, and all
// nodes.

#include "core/api/daemonset.h"
#include "core/api/reason.h"
#include "core/controlplane/revisionhistory.h"

namespace core::controlplane {

inline constexpr api::ReasonKind daemonSetReasons[] {
    {"HashCollision", "{revision} is the name of another revision; looks for another name.", "collisions"},
    {"CreatingPods", "Creates {creating} of the {missing} pods that nodes are to get."},
    {"DeletingPods", "Deletes {deleting} pods."},
    {"Updating", "{old} pods are of an earlier template; they are replaced, {missing} at a time."},
    {"OldPodsStay", "{old} pods are of an earlier template, and stay until somebody deletes them."},
    {"WaitingForPods", "{available} of {desired} nodes have an available pod."},
    {"NoNode", "It is for no node that is there."},
    {"Complete", "All {desired} nodes have an available pod."},
    {"Deleting", "The set is being deleted; its pods follow by garbage collection."},
};
inline constexpr api::Reasons<daemonSetReasons> daemonSetReason;

struct DaemonSetView {
    std::vector<std::shared_ptr<const api::Node>> nodes;
    std::vector<PodPointer> pods; ///< controlled by the set
    std::vector<PodPointer> orphans; ///< of the namespace, that nobody controls
    RevisionView revisions;
    std::function<bool(const std::string &name)> nameTaken; ///< by any pod of the namespace
};

runtime::Plan planDaemonSet(
    const api::DaemonSet &set, const DaemonSetView &seen, const base::Chance &chance, base::Time now);

/// The node is new or gone, or other DaemonSets may be for it than before.
bool concernsDaemons(const api::Node *before, const api::Node *after);

/// The controller "daemonset".
Controllers makeDaemonSets(const runtime::ControllerContext &context);

} // namespace core::controlplane
