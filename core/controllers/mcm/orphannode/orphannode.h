// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Nodes that were a machine's and have none any more (docs/machines.md §9.10): let go and marked. Nodes that
// were never of this family's are none of its business.

#include "core/controllers/mcm/settings.h"
#include "core/controllers/mcm/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

/// The machine is null when no machine's label names the node.
runtime::Plan planOrphanNode(
    const api::Node &node, const MachinePointer &machine, const Settings &settings, base::Time now);

std::unique_ptr<runtime::Reconciler> makeOrphanNodeReconciler(
    const Stores &stores, const base::Clock &clock, Settings settings = {});

} // namespace core::controllers::mcm
