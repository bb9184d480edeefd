// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/dryrun.h"

#include "core/controllers/conditions.h"
#include "core/controllers/healthcheckv1alpha1.h"
#include "core/controllers/setup.h"

namespace core::engine {

namespace {

using controllers::HealthCheckRules;
using controllers::HealthCheckTarget;
using controllers::TargetVerdict;

/// The check in the terms of the one engine, with its machines; nothing when it is not there.
std::optional<std::pair<HealthCheckRules, std::vector<HealthCheckTarget>>> checkAt(
    const api::ResourceRef &ref, const controllers::Stores &stores)
{
    using Found = std::pair<HealthCheckRules, std::vector<HealthCheckTarget>>;
    if (ref.resource == &api::resourceOf<api::MachineHealthCheck>()) {
        if (const auto check = stores.healthChecks.find(ref.key))
            return Found(controllers::rulesOf(*check), controllers::targetsOf(*check, stores));
    } else if (ref.resource == &api::resourceOf<api::HealthCheckV1alpha1>()) {
        const auto configMap = stores.configMaps.find(controllers::unhealthyConditionsKey());
        if (const auto check = stores.healthChecksV1alpha1.find(ref.key))
            return Found(
                controllers::rulesOf(*check, configMap.get()), controllers::targetsOf(*check, stores));
    }
    return std::nullopt;
}

MachineVerdict valueOf(const TargetVerdict &verdict, base::Time now)
{
    const api::Machine &machine = *verdict.target.machine;
    MachineVerdict value;
    value.machine = machine.key();
    if (machine.status.nodeRef)
        value.node = machine.status.nodeRef->name;
    value.verdict = controllers::nameOf(verdict.verdict);
    value.countsHealthy = verdict.countsHealthy;
    value.reason = verdict.reason;
    if (verdict.nextCheck)
        value.nextCheck = now + *verdict.nextCheck;
    return value;
}

HealthCheckVerdicts verdictsAt(const api::ResourceRef &ref, const controllers::Stores &stores, base::Time now)
{
    HealthCheckVerdicts result;
    result.check = ref;
    const auto found = checkAt(ref, stores);
    if (!found)
        return result;
    const auto &[rules, targets] = *found;
    result.exists = true;
    result.paused = controllers::isPaused(rules.check);
    result.problem = rules.problem;
    const std::vector<TargetVerdict> verdicts = controllers::verdictsOf(rules, targets, now);
    const controllers::RemediationBudget budget = controllers::budgetOf(rules.check, verdicts);
    result.expected = budget.expected;
    result.healthy = budget.healthy;
    result.maxUnhealthy = budget.maxUnhealthy;
    result.allowed = rules.problem.empty() && budget.isAllowed();
    result.inFlight = budget.inFlight;
    result.available = budget.available();
    result.machines.reserve(verdicts.size());
    for (const TargetVerdict &verdict : verdicts)
        result.machines.push_back(valueOf(verdict, now));
    return result;
}

} // namespace

DryRun::DryRun(runtime::InformerSet &informers, const base::Clock &clock)
    : m_stores(controllers::storesOf(informers))
    , m_clock(clock)
{
    follow(informers.of<api::Machine>());
    follow(informers.of<api::Node>());
    follow(informers.of<api::MachineHealthCheck>());
    follow(informers.of<api::HealthCheckV1alpha1>());
    follow(informers.of<api::ConfigMap>());
}

template<typename T>
void DryRun::follow(runtime::Informer<T> &informer)
{
    informer.onChange([this](const auto &before, const auto &after) {
        if constexpr (std::is_same_v<T, api::Node>)
            m_stale = m_stale || !before || !after || !controllers::isHeartbeat(*before, *after);
        else
            m_stale = true;
    });
}

void DryRun::watch(std::optional<api::ResourceRef> check)
{
    m_check = std::move(check);
    m_stale = true;
    m_last.reset();
    m_isNew = false;
}

HealthCheckVerdicts DryRun::look()
{
    HealthCheckVerdicts verdicts = verdictsAt(*m_check, m_stores, m_clock.now());
    m_stale = false;
    m_nextLook.reset();
    for (const MachineVerdict &verdict : verdicts.machines) {
        if (verdict.nextCheck && (!m_nextLook || *verdict.nextCheck < *m_nextLook))
            m_nextLook = verdict.nextCheck;
    }
    return verdicts;
}

bool DryRun::hasNews()
{
    if (!m_check)
        return false;
    if (m_stale || (m_nextLook && *m_nextLook <= m_clock.now())) {
        HealthCheckVerdicts verdicts = look();
        m_isNew = m_isNew || verdicts != m_last;
        m_last = std::move(verdicts);
    }
    return m_isNew;
}

std::optional<HealthCheckVerdicts> DryRun::takeNews()
{
    return std::exchange(m_isNew, false) ? m_last : std::nullopt;
}

} // namespace core::engine
