// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"

#include "core/api/selector.h"

#include <algorithm>
#include <array>

namespace core::controllers {

namespace {

using Check = api::HealthCheckV1alpha1;

bool isMaster(const api::Machine &machine)
{
    static constexpr std::array<std::string_view, 4> labels {"machine.openshift.io/cluster-api-machine-role",
        "machine.openshift.io/cluster-api-machine-type", "sigs.k8s.io/cluster-api-machine-role",
        "sigs.k8s.io/cluster-api-machine-type"};
    return std::ranges::any_of(
        labels, [&](std::string_view label) { return machine.metadata.label(label) == "master"; });
}

bool isOfMachineSet(const api::Machine &machine)
{
    const std::string &kind = api::resourceOf<api::MachineSet>().kind;
    return std::ranges::find(machine.metadata.ownerReferences, kind, &api::OwnerReference::kind)
        != machine.metadata.ownerReferences.end();
}

bool selects(const Check &check, const api::Machine &machine)
{
    const api::LabelSelector &selector = check.spec.selector;
    return !selector.isEmpty() && api::matches(selector, machine.metadata.labels);
}

class HealthCheckV1alpha1Reconciler : public runtime::Reconciler
{
public:
    HealthCheckV1alpha1Reconciler(const Stores &stores, const base::Clock &clock)
        : m_stores(stores)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "healthcheck-v1alpha1"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto check = m_stores.healthChecksV1alpha1.find(key);
        if (!check)
            return {{}, {healthCheckReason("Gone")}, {}};
        MachineDisruptions disruptions(m_stores.machineBudgets, m_clock.now());
        return planHealthCheck(
            rulesFor(*check), targetsOf(*check, m_stores), nullptr, m_clock.now(), 0, &disruptions);
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        const auto check = m_stores.healthChecksV1alpha1.find(key);
        if (!check)
            return {};
        return recordHealthCheckFailure(rulesFor(*check), m_stores.machines, error, failed, m_clock.now());
    }

private:
    HealthCheckRules rulesFor(const Check &check) const
    {
        return rulesOf(check, m_stores.configMaps.find(unhealthyConditionsKey()).get());
    }

    const Stores m_stores;
    const base::Clock &m_clock;
};

} // namespace

HealthCheckRules rulesOf(const Check &check, const api::ConfigMap *configMap)
{
    HealthCheckRules rules;
    rules.check.metadata = check.metadata;
    rules.check.spec.selector = check.spec.selector;
    rules.check.spec.nodeStartupTimeout = "0";
    rules.check.status = check.status;
    rules.resource = &api::resourceOf<Check>();
    rules.title = check.key().text() + " (v1alpha1)";
    const std::string_view strategy = check.metadata.annotation(api::keys::healthCheckStrategy);
    rules.asksForReboot = strategy == "reboot";
    auto conditions = unhealthyConditionsOf(configMap);
    const auto selector = api::validate(check.spec.selector);
    if (!selector)
        rules.problem = "spec.selector: " + selector.error().message;
    else if (!strategy.empty() && !rules.asksForReboot)
        rules.problem = "annotation " + std::string(api::keys::healthCheckStrategy) + " \""
            + std::string(strategy) + "\" is not reboot";
    else if (!conditions)
        rules.problem = conditions.error().message;
    else
        rules.check.spec.unhealthyConditions = std::move(*conditions);
    return rules;
}

runtime::Plan planRefusal(const Check &check, const std::string &problem, base::Time now)
{
    return planRefusal(rulesOf(check, nullptr), problem, now);
}

std::shared_ptr<const Check> healthCheckV1alpha1Of(
    const runtime::Store<Check> &checks, const api::Machine &machine)
{
    const auto all = checks.list();
    const auto first = std::ranges::find_if(all, [&](const auto &check) { return selects(*check, machine); });
    return first == all.end() ? nullptr : *first;
}

std::vector<HealthCheckTarget> targetsOf(const Check &check, const Stores &stores)
{
    std::vector<HealthCheckTarget> targets;
    for (const MachinePointer &machine : stores.machines.list()) {
        if (!selects(check, *machine) || isMaster(*machine) || !isOfMachineSet(*machine))
            continue;
        const auto first = healthCheckV1alpha1Of(stores.healthChecksV1alpha1, *machine);
        if (first && first->key() != check.key())
            continue;
        const api::Node *node = nodeOf(stores.nodes, *machine);
        if (node && node->metadata.labels.contains("node-role.kubernetes.io/master"))
            continue;
        targets.push_back({machine.get(), node, isBlind(stores)});
    }
    return targets;
}

std::vector<api::ObjectKey> healthChecksV1alpha1OfMachine(
    const runtime::Store<Check> &checks, const api::Machine &machine)
{
    const auto check = healthCheckV1alpha1Of(checks, machine);
    return check ? std::vector {check->key()} : std::vector<api::ObjectKey>();
}

std::vector<api::ObjectKey> healthChecksV1alpha1OfNode(const Stores &stores, const api::Node &node)
{
    std::vector<api::ObjectKey> keys;
    for (const MachinePointer &machine :
        stores.machines.listBy(indexNames::machinesByNode, node.metadata.name))
        std::ranges::move(
            healthChecksV1alpha1OfMachine(stores.healthChecksV1alpha1, *machine), std::back_inserter(keys));
    return keys;
}

std::unique_ptr<runtime::Reconciler> makeHealthCheckV1alpha1Reconciler(
    const Stores &stores, const base::Clock &clock)
{
    return std::make_unique<HealthCheckV1alpha1Reconciler>(stores, clock);
}

} // namespace core::controllers
