// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The life of one Machine of the machine-controller-manager (docs/machines.md §9.5–9.8): creation, health,
// preservation, deletion step by step. Where the original waits 5 s for the next step of a deletion, the
// change of the step itself brings it about here.

#include "core/controllers/mcm/driver.h"
#include "core/controllers/mcm/settings.h"
#include "core/controllers/mcm/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

/// A secret that a class refers to; null when it does not exist.
struct ReferencedSecret {
    api::ObjectKey key;
    std::shared_ptr<const api::Secret> secret;
};

struct MachineView {
    ClassPointer machineClass; ///< null when there is none of that name
    std::string classProblem; ///< why the newest version of the class can't be read; empty when it can
    std::vector<ReferencedSecret> secrets; ///< of the class; empty where secrets are not read
    actuator::ObservedInstance instance;
    std::vector<PodPointer> podsOnNode; ///< filled only while the machine is being deleted
    std::vector<PodBudgetPointer> podBudgets; ///< of all namespaces; filled only then
    std::vector<MachinePointer> fellows; ///< all of the same deployment; filled only while it is Unknown
    bool frozen = false; ///< an API server was away: nothing but deletions goes on (§9.9)
};

inline constexpr std::string_view machineControllerName = "mcm-machine";

/// What to do about the machine, and why. Pure: the same arguments give the same plan.
runtime::Plan planMachine(const api::mcm::Machine &machine, const MachineView &seen, const Driver &driver,
    const Settings &settings, base::Time now);
/// When the machine makes no sense: lastOperation and an event tell what is wrong, once for each problem.
runtime::Plan planRefusal(const api::mcm::Machine &machine, const std::string &problem, base::Time now);
/// What to write and to tell when a plan for the machine failed with an error that trying again may not cure.
std::vector<api::Effect> recordMachineFailure(const api::mcm::Machine &machine, const MachineView &seen,
    const Driver &driver, const Settings &settings, const base::Error &error, base::Time now);

/// Whether the node makes its machine count as healthy: it has conditions, is Ready, and none of the named
/// conditions is anything but False (§9.6).
bool isHealthy(const api::Node &node, const std::vector<std::string> &nodeConditions);
/// Whether the machine is kept although it failed: its time of preservation is not over (§9.8).
bool isPreserved(const api::mcm::Machine &machine, base::Time now);
/// The step that the deletion has reached, also where the definition keeps none (§9.7); nothing when it has to
/// begin.
std::optional<api::mcm::DeletionStep> deletionStep(const api::mcm::Machine &machine);

} // namespace core::controllers::mcm
