// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"
#include "core/controllers/healthcheck.h"

namespace core::controllers {

namespace {

class HealthCheckReconciler : public runtime::Reconciler
{
public:
    HealthCheckReconciler(const Stores &stores, const base::Clock &clock, const ExternalObjects *external)
        : m_stores(stores)
        , m_clock(clock)
        , m_external(external)
    {
    }

    std::string_view name() const override { return "healthcheck"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto check = m_stores.healthChecks.find(key);
        if (!check)
            return {{}, {{"Gone", "The health check does not exist.", {}}}, {}};
        return planHealthCheck(rulesOf(*check), targetsOf(*check, m_stores), m_external, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        const auto check = m_stores.healthChecks.find(key);
        if (!check)
            return {};
        return recordHealthCheckFailure(rulesOf(*check), m_stores.machines, error, failed, m_clock.now());
    }

private:
    const Stores m_stores;
    const base::Clock &m_clock;
    const ExternalObjects *m_external;
};

} // namespace

std::vector<HealthCheckTarget> targetsOf(const api::MachineHealthCheck &check, const Stores &stores)
{
    std::vector<HealthCheckTarget> targets;
    const auto machines = stores.machines.by(indexNames::machinesByNamespace, check.metadata.ns);
    targets.reserve(machines.size());
    for (const MachinePointer &machine : machines) {
        if (api::matches(check.spec.selector, machine->metadata.labels))
            targets.push_back({machine.get(), nodeOf(stores.nodes, *machine)});
    }
    return targets;
}

bool nodeConcernsHealthChecks(const api::Node *before, const api::Node *after)
{
    const auto isAskedToReboot = [](const api::Node &node) {
        return node.metadata.annotations.contains(api::keys::rebootRequest);
    };
    return !before || !after || !sameButHeartbeats(before->status.conditions, after->status.conditions)
        || before->metadata.labels != after->metadata.labels
        || isAskedToReboot(*before) != isAskedToReboot(*after);
}

std::vector<api::ObjectKey> healthChecksOfMachine(
    const runtime::Store<api::MachineHealthCheck> &checks, const api::Machine &machine)
{
    std::vector<api::ObjectKey> keys;
    for (const auto &check : checks.list()) {
        if (check->metadata.ns == machine.metadata.ns
            && api::matches(check->spec.selector, machine.metadata.labels))
            keys.push_back(check->key());
    }
    return keys;
}

std::vector<api::ObjectKey> healthChecksOfNode(const Stores &stores, const api::Node &node)
{
    const auto machines = stores.machines.listBy(indexNames::machinesByNode, node.metadata.name);
    if (machines.size() != 1)
        return {};
    return healthChecksOfMachine(stores.healthChecks, *machines.front());
}

std::unique_ptr<runtime::Reconciler> makeHealthCheckReconciler(
    const Stores &stores, const base::Clock &clock, const ExternalObjects *external)
{
    return std::make_unique<HealthCheckReconciler>(stores, clock, external);
}

} // namespace core::controllers
