// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machineset/machinesetreconciler.h"

#include "core/controllers/mcm/machineset/machinesetreasons.h"

namespace core::controllers::mcm {

namespace {

class MachineSetReconciler : public runtime::Reconciler
{
public:
    MachineSetReconciler(const SetStores &stores, const base::Clock &clock, const base::Chance &chance)
        : m_stores(stores)
        , m_clock(clock)
        , m_chance(chance)
    {
    }

    std::string_view name() const override { return "mcm-machineset"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto set = m_stores.sets.find(key);
        if (!set)
            return {{}, {machineSetReason("Gone")}, {}};
        return planMachineSet(*set, viewOf(*set, m_stores), m_chance, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &) const override
    {
        const auto set = m_stores.sets.find(key);
        if (!set)
            return {};
        return recordMachineSetFailure(*set, viewOf(*set, m_stores), m_chance, error, m_clock.now());
    }

private:
    const SetStores m_stores;
    const base::Clock &m_clock;
    const base::Chance &m_chance;
};

} // namespace

SetView viewOf(const MachineSet &set, const SetStores &stores)
{
    SetView view;
    for (MachinePointer &machine :
        stores.machines.listBy(indexNames::machinesByController, set.metadata.uid)) {
        NodePointer node = stores.nodes.find({{}, std::string(nodeNameOf(*machine))});
        view.owned.push_back({std::move(machine), std::move(node)});
    }
    view.orphans = stores.machines.listBy(indexNames::machinesWithoutController, set.metadata.ns);
    view.nameTaken = [&machines = stores.machines, ns = set.metadata.ns](const std::string &name) {
        return machines.find({ns, name}) != nullptr;
    };
    return view;
}

std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(
    const SetStores &stores, const base::Clock &clock, const base::Chance &chance)
{
    return std::make_unique<MachineSetReconciler>(stores, clock, chance);
}

} // namespace core::controllers::mcm
