// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"
#include "core/controllers/mcm/machinedeployment.h"

namespace core::controllers::mcm {

namespace {

class MachineDeploymentReconciler : public runtime::Reconciler
{
public:
    MachineDeploymentReconciler(const SetStores &stores, const base::Clock &clock)
        : m_stores(stores)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "mcm-machinedeployment"; }

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
    const SetStores m_stores;
    const base::Clock &m_clock;
};

} // namespace

DeploymentView viewOf(const MachineDeployment &deployment, const SetStores &stores)
{
    return {stores.sets.listBy(indexNames::setsByNamespace, deployment.metadata.ns),
        [stores](const MachineSet &set) { return viewOf(set, stores).owned; }};
}

std::vector<api::ObjectKey> deploymentsOfSet(
    const runtime::Store<MachineDeployment> &deployments, const MachineSet &set)
{
    if (const api::OwnerReference *owner = set.metadata.controller()) {
        if (owner->kind == api::resourceOf<MachineDeployment>().kind)
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

std::vector<api::ObjectKey> deploymentsOfMachine(
    const runtime::Store<MachineSet> &sets, const Machine &machine)
{
    const api::OwnerReference *owner = machine.metadata.controller();
    const auto set = owner ? sets.find({machine.metadata.ns, owner->name}) : nullptr;
    const api::OwnerReference *deployment = set ? set->metadata.controller() : nullptr;
    if (!deployment || deployment->kind != api::resourceOf<MachineDeployment>().kind)
        return {};
    return {{machine.metadata.ns, deployment->name}};
}

std::vector<api::ObjectKey> deploymentsOfNode(const SetStores &stores, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine :
        stores.machines.listBy(indexNames::machinesByNodeLabel, node.metadata.name))
        std::ranges::move(deploymentsOfMachine(stores.sets, *machine), std::back_inserter(keys));
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeMachineDeploymentReconciler(
    const SetStores &stores, const base::Clock &clock)
{
    return std::make_unique<MachineDeploymentReconciler>(stores, clock);
}

} // namespace core::controllers::mcm
