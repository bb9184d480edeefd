// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rolls out changes of a MachineDeployment through its MachineSets (docs/machines.md §6). Names of new sets
// follow from the template, so that a repeated creation meets the first one. At most one kind of step is
// taken in a pass; the change that it makes brings the next.

#include "core/controllers/machinedeploymentrules.h"
#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers {

struct DeploymentStores {
    const runtime::Store<api::MachineDeployment> &deployments;
    const runtime::Store<api::MachineSet> &machineSets; ///< with machineSetIndexes()
    const runtime::Store<api::Machine> &machines;
};

namespace indexNames {
inline constexpr std::string_view machineSetsByNamespace = "namespace";
}
std::vector<Index<api::MachineSet>> machineSetIndexes();

struct MachineDeploymentView {
    std::vector<MachineSetPointer> sets; ///< all of the namespace
    /// Machines of the deployment that are there, also those being deleted, but for those of the set.
    std::function<std::size_t(const MachineSetPointer &exceptOf)> machinesOutside;
};

runtime::Plan planMachineDeployment(
    const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now);

/// What to write and to tell about a deployment that can't be carried out.
runtime::Plan planRefusal(
    const api::MachineDeployment &deployment, const std::string &problem, base::Time now);

/// After a plan failed for good: tells when it was the new set that could not be made.
std::vector<api::Effect> recordMachineDeploymentFailure(const api::MachineDeployment &deployment,
    const MachineDeploymentView &seen, const base::Error &error, base::Time now);

MachineDeploymentView viewOf(const api::MachineDeployment &deployment, const DeploymentStores &stores);

/// The deployment that controls the set; for a set without controller every deployment that would adopt it.
std::vector<api::ObjectKey> machineDeploymentsOfMachineSet(
    const runtime::Store<api::MachineDeployment> &deployments, const api::MachineSet &set);
/// Deployments that may wait for the machine to go.
std::vector<api::ObjectKey> machineDeploymentsOfMachine(
    const runtime::Store<api::MachineDeployment> &deployments, const api::Machine &machine);

std::unique_ptr<runtime::Reconciler> makeMachineDeploymentReconciler(
    const DeploymentStores &stores, const base::Clock &clock);

} // namespace core::controllers
