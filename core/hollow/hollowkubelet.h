// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a hollow kubelet does next, given its pod and its Node: register, report, obey a fault, stop
// (docs/machines.md §3.2 to §3.5). Pure; leases are heartbeats.h's.

#include "core/hollow/fakeruntime.h"
#include "core/hollow/nodestatus.h"

namespace core::hollow {

struct KubeletView {
    const api::Pod &pod;
    const api::Node *node = nullptr; ///< null: there is none of that name
    /// What the pod's command line says; an error makes the container crash.
    const base::Result<HollowKubeletConfig> &config;
    PodPlace place;
    const base::Chance &chance;
    api::Span boot {}; ///< from the creation of the pod to its start, if the pod names none
    base::Time now;
};

runtime::Plan planKubelet(const KubeletView &view);

/// The pod's kubelet has started and did not crash.
bool isRunning(const api::Pod &pod);

/// What the kubelet of a running pod does now, by its command line, the recipe on the pod and the fault on
/// the Node. A Node that is not there has no fault; an unreadable annotation counts as none.
Disruption disruptionOf(const api::Pod &pod, const api::Node *node, const HollowKubeletConfig &config,
    const base::Chance &chance, base::Time now);

} // namespace core::hollow
