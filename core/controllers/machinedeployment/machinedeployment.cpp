// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedeployment/machinedeployment.h"

#include "core/rollout/rolloutreconciler.h"

#include <algorithm>

namespace core::controllers {

using runtime::Plan;

namespace {

/// A machine whose set is gone counts too: it may still be running.
bool belongsTo(
    const api::Machine &machine, const api::MachineDeployment &deployment, const DeploymentStores &stores)
{
    const api::OwnerReference *owner = machine.metadata.controller();
    if (!owner || !api::matches(deployment.spec.selector, machine.metadata.labels))
        return false;
    const auto set = stores.machineSets.find({machine.metadata.ns, owner->name});
    return !set || set->metadata.uid != owner->uid
        || api::isControlledBy(set->metadata, deployment.metadata.uid);
}

} // namespace

Plan planMachineDeployment(
    const api::MachineDeployment &deployment, const MachineDeploymentView &seen, base::Time now)
{
    return rollout::planReplacingRollout(deployment, seen, validationProblem(deployment), now);
}

Plan planRefusal(const api::MachineDeployment &deployment, const std::string &problem, base::Time now)
{
    return rollout::refuseDeployment<api::MachineSet>(deployment, {problem}, now);
}

std::vector<Index<api::MachineSet>> machineSetIndexes()
{
    return {{indexNames::machineSetsByNamespace,
        [](const api::MachineSet &set) { return runtime::IndexValues {set.metadata.ns}; }}};
}

MachineDeploymentView viewOf(const api::MachineDeployment &deployment, const DeploymentStores &stores)
{
    const std::string &ns = deployment.metadata.ns;
    return {stores.machineSets.listBy(indexNames::machineSetsByNamespace, ns),
        [&deployment, stores](const MachineSetPointer &exceptOf) {
            const auto machines =
                stores.machines.listBy(indexNames::machinesByNamespace, deployment.metadata.ns);
            return static_cast<std::size_t>(std::ranges::count_if(machines, [&](const auto &machine) {
                return belongsTo(*machine, deployment, stores)
                    && (!exceptOf || machine->metadata.controller()->uid != exceptOf->metadata.uid);
            }));
        }};
}

std::vector<api::ObjectKey> machineDeploymentsOfMachine(
    const runtime::Store<api::MachineDeployment> &deployments, const api::Machine &machine)
{
    std::vector<api::ObjectKey> keys;
    for (const auto &deployment : deployments.list()) {
        if (deployment->metadata.ns == machine.metadata.ns && isRecreate(*deployment)
            && api::matches(deployment->spec.selector, machine.metadata.labels))
            keys.push_back(deployment->key());
    }
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeMachineDeploymentReconciler(
    const DeploymentStores &stores, const base::Clock &clock)
{
    return std::make_unique<rollout::RolloutReconciler<api::MachineSet>>("machinedeployment",
        stores.deployments, clock, [stores](const api::MachineDeployment &deployment, base::Time now) {
            return planMachineDeployment(deployment, viewOf(deployment, stores), now);
        });
}

} // namespace core::controllers
