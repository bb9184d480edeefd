// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"
#include "core/controllers/machinedeployment.h"

#include <algorithm>

namespace core::controllers {

namespace {

class MachineDeploymentReconciler : public runtime::Reconciler
{
public:
    MachineDeploymentReconciler(const DeploymentStores &stores, const base::Clock &clock)
        : m_stores(stores)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "machinedeployment"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto deployment = m_stores.deployments.find(key);
        if (!deployment)
            return {{}, {{"Gone", "The machine deployment does not exist.", {}}}, {}};
        return planMachineDeployment(*deployment, viewOf(*deployment, m_stores), m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &) const override
    {
        const auto deployment = m_stores.deployments.find(key);
        if (!deployment)
            return {};
        return recordMachineDeploymentFailure(
            *deployment, viewOf(*deployment, m_stores), error, m_clock.now());
    }

private:
    const DeploymentStores m_stores;
    const base::Clock &m_clock;
};

bool controls(const api::MachineDeployment &deployment, const api::ObjectMeta &meta)
{
    const api::OwnerReference *owner = meta.controller();
    return owner && owner->uid == deployment.metadata.uid;
}

/// A machine whose set is gone counts too: it may still be running.
bool belongsTo(
    const api::Machine &machine, const api::MachineDeployment &deployment, const DeploymentStores &stores)
{
    const api::OwnerReference *owner = machine.metadata.controller();
    if (!owner || !api::matches(deployment.spec.selector, machine.metadata.labels))
        return false;
    const auto set = stores.machineSets.find({machine.metadata.ns, owner->name});
    return !set || set->metadata.uid != owner->uid || controls(deployment, set->metadata);
}

} // namespace

std::vector<Index<api::MachineSet>> machineSetIndexes()
{
    return {{indexNames::machineSetsByNamespace,
        [](const api::MachineSet &set) { return std::vector<std::string> {set.metadata.ns}; }}};
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

std::vector<api::ObjectKey> machineDeploymentsOfMachineSet(
    const runtime::Store<api::MachineDeployment> &deployments, const api::MachineSet &set)
{
    if (const api::OwnerReference *owner = set.metadata.controller()) {
        if (owner->kind == api::resourceOf<api::MachineDeployment>().kind)
            return {{set.metadata.ns, owner->name}};
        return {};
    }
    std::vector<api::ObjectKey> keys;
    for (const auto &deployment : deployments.list()) {
        if (deployment->metadata.ns == set.metadata.ns
            && api::matches(deployment->spec.selector, set.metadata.labels))
            keys.push_back(deployment->key());
    }
    return keys;
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
    return std::make_unique<MachineDeploymentReconciler>(stores, clock);
}

} // namespace core::controllers
