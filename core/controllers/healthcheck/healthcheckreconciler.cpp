// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/selector.h"
#include "core/controllers/healthcheck/healthcheck.h"

#include <utility>

namespace core::controllers {

namespace {

bool isTarget(const api::MachineHealthCheck &check, const api::Machine &machine)
{
    return machine.metadata.ns == check.metadata.ns
        && api::matches(check.spec.selector, machine.metadata.labels);
}

class HealthCheckReconciler : public runtime::Reconciler
{
public:
    HealthCheckReconciler(const Stores &stores, std::shared_ptr<const SteadyMachinesOfHealthChecks> steady,
        const base::Clock &clock, const ExternalObjects *external)
        : m_stores(stores)
        , m_steady(std::move(steady))
        , m_clock(clock)
        , m_external(external)
    {
    }

    std::string_view name() const override { return "healthcheck"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto check = m_stores.healthChecks.find(key);
        if (!check)
            return {{}, {healthCheckReason("Gone")}, {}};
        const HealthCheckRules rules = rulesOf(*check);
        if (!rules.problem.empty())
            return planHealthCheck(rules, {}, m_external, m_clock.now());
        const SteadyMachines &machines = m_steady->of(key);
        return planHealthCheck(
            rules, targetsAmong(machines.others()), m_external, m_clock.now(), machines.count());
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
    std::vector<HealthCheckTarget> targetsAmong(const std::set<api::ObjectKey> &keys) const
    {
        std::vector<HealthCheckTarget> targets;
        for (const api::ObjectKey &key : keys) {
            const api::Machine *machine = m_stores.machines.peek(key);
            targets.push_back({machine, nodeOf(m_stores.nodes, *machine), isBlind(m_stores)});
        }
        return targets;
    }

    const Stores m_stores;
    const std::shared_ptr<const SteadyMachinesOfHealthChecks> m_steady;
    const base::Clock &m_clock;
    const ExternalObjects *m_external;
};

} // namespace

std::vector<HealthCheckTarget> targetsOf(const api::MachineHealthCheck &check, const Stores &stores)
{
    std::vector<HealthCheckTarget> targets;
    const auto machines = stores.machines.by(indexNames::machinesByNamespace, check.metadata.ns);
    targets.reserve(machines.size());
    for (const api::Machine &machine : machines) {
        if (isTarget(check, machine))
            targets.push_back({&machine, nodeOf(stores.nodes, machine), isBlind(stores)});
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
        if (isTarget(*check, machine))
            keys.push_back(check->key());
    }
    return keys;
}

std::vector<api::ObjectKey> healthChecksOfNode(const Stores &stores, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const api::Machine &machine : stores.machines.by(indexNames::machinesByNode, node.metadata.name))
        std::ranges::move(healthChecksOfMachine(stores.healthChecks, machine), std::back_inserter(keys));
    return keys;
}

SteadyMachinesOfHealthChecks::Rules steadyRulesOfHealthChecks(const Stores &stores, const base::Clock &clock)
{
    SteadyMachinesOfHealthChecks::Rules rules;
    rules.areSame = [](const api::MachineHealthCheck &one, const api::MachineHealthCheck &other) {
        return one.spec == other.spec;
    };
    rules.selects = isTarget;
    rules.isSteady = [stores, &clock](const api::MachineHealthCheck &check, const api::Machine &machine,
                         const api::Node *node) {
        return node
            && isPlainlyHealthy(
                check, check.metadata.name, judge(check, {&machine, node, isBlind(stores)}, clock.now()));
    };
    return rules;
}

std::unique_ptr<runtime::Reconciler> makeHealthCheckReconciler(const Stores &stores,
    std::shared_ptr<const SteadyMachinesOfHealthChecks> steady, const base::Clock &clock,
    const ExternalObjects *external)
{
    return std::make_unique<HealthCheckReconciler>(stores, std::move(steady), clock, external);
}

} // namespace core::controllers
