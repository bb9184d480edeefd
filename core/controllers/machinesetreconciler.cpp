// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"
#include "core/controllers/machineset.h"

namespace core::controllers {

namespace {

class MachineSetReconciler : public runtime::Reconciler
{
public:
    MachineSetReconciler(const Stores &stores, const base::Clock &clock, const base::Chance &chance)
        : m_stores(stores)
        , m_clock(clock)
        , m_chance(chance)
    {
    }

    std::string_view name() const override { return "machineset"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto set = m_stores.machineSets.find(key);
        if (!set)
            return {{}, {{"Gone", "The machine set does not exist.", {}}}, {}};
        return planMachineSet(*set, viewOf(*set, m_stores), m_chance, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        const auto set = m_stores.machineSets.find(key);
        if (!set)
            return {};
        return recordMachineSetFailure(*set, viewOf(*set, m_stores), error, failed, m_clock.now());
    }

private:
    const Stores m_stores;
    const base::Clock &m_clock;
    const base::Chance &m_chance;
};

} // namespace

MachineSetView viewOf(const api::MachineSet &set, const Stores &stores)
{
    MachineSetView view;
    const auto owned = stores.machines.by(indexNames::machinesByOwner, set.metadata.uid);
    view.owned.reserve(owned.size());
    for (const MachinePointer &machine : owned)
        view.owned.push_back({machine.get(), nodeOf(stores.nodes, *machine)});
    view.orphans = stores.machines.listBy(indexNames::machinesWithoutOwner, set.metadata.ns);
    view.nameTaken = [&machines = stores.machines, ns = set.metadata.ns](const std::string &name) {
        return machines.find({ns, name}) != nullptr;
    };
    return view;
}

bool machineConcernsSets(const api::Machine *before, const api::Machine *after)
{
    const bool counted = before && !before->isDeleting();
    const bool counts = after && !after->isDeleting();
    if (!counted || !counts)
        return counted != counts;
    return before->metadata.labels != after->metadata.labels
        || before->metadata.ownerReferences != after->metadata.ownerReferences
        || before->status.nodeRef != after->status.nodeRef;
}

bool nodeConcernsSets(const api::Node *before, const api::Node *after)
{
    return !before || !after || !sameButHeartbeats(before->status.conditions, after->status.conditions);
}

std::vector<api::ObjectKey> machineSetsOfMachine(
    const runtime::Store<api::MachineSet> &machineSets, const api::Machine &machine)
{
    if (const api::OwnerReference *owner = machine.metadata.controller()) {
        if (owner->kind == api::resourceOf<api::MachineSet>().kind)
            return {{machine.metadata.ns, owner->name}};
        return {};
    }
    std::vector<api::ObjectKey> keys;
    for (const auto &set : machineSets.list()) {
        if (set->metadata.ns == machine.metadata.ns
            && api::matches(set->spec.selector, machine.metadata.labels))
            keys.push_back(set->key());
    }
    return keys;
}

std::vector<api::ObjectKey> machineSetsOfNode(const Stores &stores, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine : stores.machines.by(indexNames::machinesByNode, node.metadata.name)) {
        if (!machine->isDeleting())
            std::ranges::move(machineSetsOfMachine(stores.machineSets, *machine), std::back_inserter(keys));
    }
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(
    const Stores &stores, const base::Clock &clock, const base::Chance &chance)
{
    return std::make_unique<MachineSetReconciler>(stores, clock, chance);
}

} // namespace core::controllers
