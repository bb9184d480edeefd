// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the cluster the machine set controller sees.

#include "core/controllers/mcm/machineset/machineset.h"

namespace core::controllers::mcm {

SetView viewOf(const MachineSet &set, const SetStores &stores);
std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(
    const SetStores &stores, const base::Clock &clock, const base::Chance &chance);

} // namespace core::controllers::mcm
