// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps the numbered pods of each StatefulSet, one after another unless they may come in parallel, makes
// their claims, and says whom these belong to (docs/machines.md §3.12).
//
// Keys are StatefulSets. Reads them by key, pods and revisions by byControllerName and uncontrolled, and
// claims by key.

#include "core/api/reason.h"
#include "core/api/statefulset.h"
#include "core/api/volume.h"
#include "core/controlplane/revisionhistory.h"

namespace core::controlplane {

inline constexpr api::ReasonKind statefulSetReasons[] {
    {"HashCollision", "{revision} is the name of another revision; looks for another name.", "collisions"},
    {"CreatingPods", "Creates {creating} pods."},
    {"WaitingForPod", "Pod {pod} has to be available, or gone, before the next one is looked at."},
    {"WaitingForPods", "Waits for pods that are not ready, or have to go, {pod} among them."},
    {"OldPodsStay", "{old} pods are of an earlier template, and stay so."},
    {"Complete", "All {replicas} pods are there and available."},
    {"Deleting",
        "The set is being deleted; its pods follow by garbage collection, and claims that belong to it."},
};
inline constexpr api::Reasons<statefulSetReasons> statefulSetReason;

struct StatefulSetView {
    std::vector<PodPointer> pods; ///< controlled by the set
    std::vector<PodPointer> orphans; ///< of the namespace, that nobody controls
    RevisionView revisions;
    /// The claim is that of its namespace, or null.
    std::function<std::shared_ptr<const api::PersistentVolumeClaim>(const std::string &name)> claim;
};

runtime::Plan planStatefulSet(const api::StatefulSet &set, const StatefulSetView &seen, base::Time now);

/// The controller "statefulset".
Controllers makeStatefulSets(const runtime::ControllerContext &context);

} // namespace core::controlplane
