// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/orphannode/orphannode.h"

#include "core/controllers/mcm/orphannode/orphannodereasons.h"

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;

class OrphanNodeReconciler : public runtime::Reconciler
{
public:
    OrphanNodeReconciler(const Stores &stores, const base::Clock &clock, Settings settings)
        : m_stores(stores)
        , m_clock(clock)
        , m_settings(std::move(settings))
    {
    }

    std::string_view name() const override { return "mcm-node"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const NodePointer node = m_stores.nodes.find(key);
        if (!node)
            return {{}, {orphanNodeReason("Gone")}, {}};
        const auto machines = m_stores.machines.listBy(indexNames::machinesByNode, key.name);
        return planOrphanNode(
            *node, machines.empty() ? nullptr : machines.front(), m_settings, m_clock.now());
    }

private:
    const Stores m_stores;
    const base::Clock &m_clock;
    const Settings m_settings;
};

bool wasOurs(const api::Node &node)
{
    return node.metadata.hasFinalizer(keys::nodeFinalizer)
        || node.metadata.labels.contains(keys::nodeMachineName);
}

} // namespace

runtime::Plan planOrphanNode(
    const api::Node &node, const MachinePointer &machine, const Settings &settings, base::Time now)
{
    runtime::Plan plan;
    if (!wasOurs(node)) {
        plan.reasons = {orphanNodeReason("NotOurs")};
        return plan;
    }
    if (machine) {
        plan.reasons = {orphanNodeReason("HasMachine", machine->key().text())};
        return plan;
    }
    const base::Time due = node.metadata.creationTimestamp.value_or(now) + settings.creationTimeout;
    if (now < due && !node.metadata.isDeleting()) {
        plan.checkAgainAfter = due - now;
        plan.reasons = {orphanNodeReason("WaitingForMachine", due)};
        return plan;
    }
    api::Node after = node;
    std::erase(after.metadata.finalizers, keys::nodeFinalizer);
    after.metadata.annotations.insert_or_assign(std::string(keys::notManaged), "1");
    append(plan.effects, api::patchEffect(node, after));
    plan.reasons = {orphanNodeReason("NotManaged")};
    return plan;
}

std::unique_ptr<runtime::Reconciler> makeOrphanNodeReconciler(
    const Stores &stores, const base::Clock &clock, Settings settings)
{
    return std::make_unique<OrphanNodeReconciler>(stores, clock, std::move(settings));
}

} // namespace core::controllers::mcm
