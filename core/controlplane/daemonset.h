// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps one pod of each DaemonSet on every node that it is for (docs/machines.md §3.10). It binds its pods by
// itself. Not carried out: history (ControllerRevisions), surge, adoption of pods that nobody
// controls.
//
// Keys are DaemonSets. Reads them by key, pods by byControllerName, and all nodes.

#include "core/api/daemonset.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

struct DaemonSetView {
    std::vector<std::shared_ptr<const api::Node>> nodes;
    std::vector<PodPointer> pods; ///< controlled by the set
    std::function<bool(const std::string &name)> nameTaken; ///< by any pod of the namespace
};

runtime::Plan planDaemonSet(
    const api::DaemonSet &set, const DaemonSetView &seen, const base::Chance &chance, base::Time now);

/// The node is new or gone, or other DaemonSets may be for it than before.
bool concernsDaemons(const api::Node *before, const api::Node *after);

/// The controller "daemonset".
Controllers makeDaemonSets(const runtime::ControllerContext &context);

} // namespace core::controlplane
