// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machineset/machinesetreconciler.h"

#include "core/api/selector.h"
#include "core/controllers/machineset/machinesetreasons.h"
#include "core/rollout/setownership.h"

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
    MachineSetReconciler(const Stores &stores, std::shared_ptr<const SteadyMachinesOfSets> steady,
        const base::Clock &clock, const base::Chance &chance)
        : m_stores(stores)
        , m_steady(std::move(steady))
        , m_clock(clock)
        , m_chance(chance)
    {
    }

    std::string_view name() const override { return "machineset"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto set = m_stores.machineSets.find(key);
        if (!set)
            return {{}, {machineSetReason("Gone")}, {}};
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
    MachineSetView smallestViewOf(const api::MachineSet &set) const;

    const Stores m_stores;
    const std::shared_ptr<const SteadyMachinesOfSets> m_steady;
    const base::Clock &m_clock;
    const base::Chance &m_chance;
};

/// Shows nothing but machines that need a look, unless some may have to go: those are chosen from all.
MachineSetView MachineSetReconciler::smallestViewOf(const api::MachineSet &set) const
{
    const SteadyMachines &machines = m_steady->of(set.key());
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

} // namespace

MachineSetView viewOf(const api::MachineSet &set, const Stores &stores)
{
    MachineSetView view = viewWithoutOwned(set, stores);
    const auto owned = stores.machines.by(indexNames::machinesByOwner, set.metadata.uid);
    view.owned.reserve(owned.size());
    for (const api::Machine &machine : owned)
        view.owned.push_back({&machine, nodeOf(stores.nodes, machine)});
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
    return rollout::controllersOf(machineSets, machine.metadata);
}

std::vector<api::ObjectKey> machineSetsOfNode(const Stores &stores, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const api::Machine &machine : stores.machines.by(indexNames::machinesByNode, node.metadata.name)) {
        if (!machine.isDeleting())
            std::ranges::move(machineSetsOfMachine(stores.machineSets, machine), std::back_inserter(keys));
    }
    return keys;
}

SteadyMachinesOfSets::Rules steadyRulesOfSets(const base::Clock &clock)
{
    SteadyMachinesOfSets::Rules rules;
    rules.areSame = [](const api::MachineSet &one, const api::MachineSet &other) {
        return one.metadata.uid == other.metadata.uid && one.spec.selector == other.spec.selector
            && one.spec.template_.metadata.labels == other.spec.template_.metadata.labels
            && one.spec.minReadySeconds == other.spec.minReadySeconds;
    };
    rules.selects = [](const api::MachineSet &set, const api::Machine &machine) {
        const api::OwnerReference *owner = machine.metadata.controller();
        return owner && owner->uid == set.metadata.uid && !machine.isDeleting();
    };
    rules.isSteady = [&clock](
                         const api::MachineSet &set, const api::Machine &machine, const api::Node *node) {
        return isSteady(set, {&machine, node}, clock.now());
    };
    return rules;
}

std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(const Stores &stores,
    std::shared_ptr<const SteadyMachinesOfSets> steady, const base::Clock &clock, const base::Chance &chance)
{
    return std::make_unique<MachineSetReconciler>(stores, std::move(steady), clock, chance);
}

} // namespace core::controllers
