// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The safety controller of machine.sapcloud.io (docs/machines.md §9.9): freezes sets that have far more
// machines than they should, so that whatever makes them cannot go on, and machines that became Unknown while
// the API server was away get a new chance. It never acts on a view that is not live, or in which machines
// are missing that the sets know of (docs/faults-and-threats.md T18).

#include "core/controllers/mcm/family.h"
#include "core/controllers/mcm/safety/outage.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

struct SafetySettings {
    std::int64_t safetyUp = 2;
    std::int64_t safetyDown = 1;
    base::Duration period = std::chrono::minutes(1);
};

/// Frozen at higher machines and more, unfrozen at lower and fewer.
struct FreezeLimits {
    std::int64_t higher = 0;
    std::int64_t lower = 0;

    bool operator==(const FreezeLimits &) const = default;
};
/// deployment: the one that controls the set; null for a set that stands alone.
FreezeLimits freezeLimits(
    const MachineSet &set, const MachineDeployment *deployment, const SafetySettings &settings);

struct SafetyView {
    bool live = true; ///< every store is filled and followed
    std::vector<MachineSetPointer> sets;
    std::vector<MachineDeploymentPointer> deployments;
    std::vector<MachinePointer> machines;
};

/// All sets and deployments in one pass.
runtime::Plan planOvershoot(const SafetyView &seen, const SafetySettings &settings, base::Time now);
/// The API server recovers, from since on: every Unknown machine is Running again, its timer off, and all
/// other timers start anew.
runtime::Plan planRecovery(
    const std::vector<MachinePointer> &machines, OutageState outage, base::Time since, base::Time now);

/// The two keys of the controller.
api::ObjectKey overshootKey();
api::ObjectKey recoveryKey();

std::unique_ptr<runtime::Reconciler> makeSafetyReconciler(const SetStores &stores, const Outage &outage,
    const base::Clock &clock, const SafetySettings &settings = {});

} // namespace core::controllers::mcm
