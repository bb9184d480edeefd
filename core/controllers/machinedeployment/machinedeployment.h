// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rolls out changes of a MachineDeployment through its MachineSets (docs/machines.md §6).

#include "core/controllers/machinedeployment/machinedeploymentrules.h"
#include "core/controllers/stores.h"
#include "core/rollout/replacingrollout.h"

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

using MachineDeploymentView = rollout::RolloutView<api::MachineSet>;

runtime::Plan planMachineDeployment(
    const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now);

/// What to write and to tell about a deployment that can't be carried out.
runtime::Plan planRefusal(
    const api::MachineDeployment &deployment, const std::string &problem, base::Time now);

MachineDeploymentView viewOf(const api::MachineDeployment &deployment, const DeploymentStores &stores);

/// Deployments that may wait for the machine to go.
std::vector<api::ObjectKey> machineDeploymentsOfMachine(
    const runtime::Store<api::MachineDeployment> &deployments, const api::Machine &machine);

std::unique_ptr<runtime::Reconciler> makeMachineDeploymentReconciler(
    const DeploymentStores &stores, const base::Clock &clock);

} // namespace core::controllers
