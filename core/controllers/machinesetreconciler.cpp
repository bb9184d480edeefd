// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"
#include "core/controllers/machineset.h"
#include "core/controllers/steady.h"

#include <map>
#include <utility>

namespace core::controllers {

namespace {

MachineSetView viewWithoutOwned(const api::MachineSet &set, const Stores &stores)
{
    MachineSetView view;
    view.orphans = stores.machines.listBy(indexNames::machinesWithoutOwner, set.metadata.ns);
    view.nameTaken = [&machines = stores.machines, ns = set.metadata.ns](const std::string &name) {
        return machines.find({ns, name}) != nullptr;
    };
    return view;
}

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
        if (!set) {
            m_known.erase(key);
            return {{}, {{"Gone", "The machine set does not exist.", {}}}, {}};
        }
        return planMachineSet(*set, smallestViewOf(*set), m_chance, m_clock.now());
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
    struct Known {
        std::string uid;
        api::LabelSelector selector;
        api::Labels templateLabels;
        std::int64_t minReadySeconds = 0;
        SteadyMachines machines {};
    };

    MachineSetView smallestViewOf(const api::MachineSet &set) const;
    const SteadyMachines &machinesOf(const api::MachineSet &set) const;

    const Stores m_stores;
    const base::Clock &m_clock;
    const base::Chance &m_chance;
    mutable std::map<api::ObjectKey, Known> m_known; ///< by set: follows from the stores
};

/// Of nothing but machines that need a look, unless some may have to go: those are chosen from all.
MachineSetView MachineSetReconciler::smallestViewOf(const api::MachineSet &set) const
{
    const SteadyMachines &machines = machinesOf(set);
    MachineSetView view = viewWithoutOwned(set, m_stores);
    const std::size_t most = machines.count() + machines.others().size() + view.orphans.size();
    if (std::cmp_greater(most, set.wantedReplicas()))
        return viewOf(set, m_stores);
    view.steady = machines.count();
    for (const api::ObjectKey &key : machines.others()) {
        const api::Machine *machine = m_stores.machines.peek(key);
        view.owned.push_back({machine, nodeOf(m_stores.nodes, *machine)});
    }
    return view;
}

const SteadyMachines &MachineSetReconciler::machinesOf(const api::MachineSet &set) const
{
    const std::string &uid = set.metadata.uid;
    Known &known = m_known[set.key()];
    const api::Labels &templateLabels = set.spec.template_.metadata.labels;
    if (known.uid != uid || known.selector != set.spec.selector || known.templateLabels != templateLabels
        || known.minReadySeconds != set.spec.minReadySeconds)
        known = {uid, set.spec.selector, templateLabels, set.spec.minReadySeconds};
    const auto judged = [&](const api::Machine &machine, const api::Node *node) {
        using enum SteadyMachines::Classification;
        const api::OwnerReference *owner = machine.metadata.controller();
        if (!owner || owner->uid != uid || machine.isDeleting())
            return NotOurs;
        return isSteady(set, {&machine, node}, m_clock.now()) ? Steady : Other;
    };
    known.machines.update(m_stores, indexNames::machinesByOwner, uid, judged);
    return known.machines;
}

} // namespace

MachineSetView viewOf(const api::MachineSet &set, const Stores &stores)
{
    MachineSetView view = viewWithoutOwned(set, stores);
    const auto owned = stores.machines.by(indexNames::machinesByOwner, set.metadata.uid);
    view.owned.reserve(owned.size());
    for (const MachinePointer &machine : owned)
        view.owned.push_back({machine.get(), nodeOf(stores.nodes, *machine)});
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
