// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Removes hollow pods whose machine is gone, with their node and lease (docs/machines.md §9.10). Owner
// references can't do it across namespaces. Machines of both families count: a pod is that machine's whose
// uid it carries. A sweep that deletes is careful (docs/faults-and-threats.md T18): a pod is noted as an
// orphan first and deleted only when it still is one a whole period later, a few per cycle, and never while
// no machine is seen at all.

#include "core/api/mcm.h"
#include "core/base/clock.h"
#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers {

inline constexpr base::Duration orphanPeriod = std::chrono::minutes(15);
/// The annotation of a pod says since when it is known to be an orphan, RFC 3339.
inline constexpr std::string_view orphanSince = "hollowlab.io/orphan-since";

/// Machines of the machine-controller-manager.
using ManagedMachines = runtime::Store<api::mcm::Machine>;

struct OrphanView {
    std::vector<PodPointer> pods; ///< all hollow pods
    std::vector<PodPointer> orphans; ///< those whose machine is gone; ordered by name
    bool machinesSeen = false; ///< there is a machine of either family
    std::map<std::string, NodePointer> nodes; ///< by name, those of the orphans
};

runtime::Plan planOrphanSweep(const OrphanView &seen, base::Time now);
/// How many may be deleted per cycle: a tenth of the hollow pods, at least one.
std::size_t mostOrphansPerCycle(std::size_t hollowPods);

OrphanView orphansIn(const Stores &stores, const ManagedMachines &managed);
/// The one key that the sweep is reconciled under; enqueue it once, the sweep then comes again by itself.
api::ObjectKey orphanSweepKey();

std::unique_ptr<runtime::Reconciler> makeOrphanSweep(
    const Stores &stores, const ManagedMachines &managed, const base::Clock &clock);

} // namespace core::controllers
