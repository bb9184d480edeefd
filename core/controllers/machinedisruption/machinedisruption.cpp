// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedisruption/machinedisruption.h"

#include "core/api/emit.h"
#include "core/api/selector.h"

#include <algorithm>
#include <set>

namespace core::controllers {

namespace {

using Budget = api::MachineDisruptionBudget;

/// So long a machine whose remediation was granted is taken for one on its way.
constexpr std::chrono::minutes remediationTimeout {2};
constexpr std::size_t mostUnconfirmed = 50;

class MachineDisruptionPlanner
{
public:
    MachineDisruptionPlanner(const Budget &budget, const MachineDisruptionView &seen, base::Time now)
        : m_budget(budget)
        , m_seen(seen)
        , m_now(now)
        , m_after(budget)
    {
    }

    runtime::Plan plan()
    {
        confirmRemediations();
        count();
        const api::MachineDisruptionBudgetStatus &status = m_after.status;
        m_plan.reasons.push_back(machineDisruptionReason("Counted", status.currentHealthy,
            status.expectedMachines, status.desiredHealthy, status.disruptionsAllowed));
        append(m_plan.effects, api::patchEffect(m_budget, m_after, "status"));
        if (!m_plan.effects.empty()) // events go with the write, so that nothing is told twice
            m_plan.effects.insert(m_plan.effects.end(), m_events.begin(), m_events.end());
        return std::move(m_plan);
    }

private:
    void confirmRemediations()
    {
        const auto &noted = m_budget.status.disruptedMachines;
        m_after.status.disruptedMachines.clear();
        for (const auto &[machine, node] : m_seen.machines) {
            const auto entry = noted.find(machine->metadata.name);
            if (machine->metadata.isDeleting() || entry == noted.end())
                continue;
            const base::Time deadline = entry->second + remediationTimeout;
            if (deadline <= m_now) {
                m_events.push_back(api::warningEvent(*machine, "NotDeleted",
                    "Machine was expected by MDB " + m_budget.key().text() + " to be deleted but it wasn't"));
                continue;
            }
            m_after.status.disruptedMachines.insert(*entry);
            m_plan.checkAgainAfter =
                std::min(m_plan.checkAgainAfter.value_or(deadline - m_now), deadline - m_now);
        }
    }

    void count()
    {
        api::MachineDisruptionBudgetStatus &status = m_after.status;
        const api::MachineDisruptionBudgetSpec &spec = m_budget.spec;
        const std::int64_t all = std::ssize(m_seen.machines);
        status.expectedMachines = spec.maxUnavailable ? m_seen.wanted : spec.minAvailable ? all : 0;
        status.desiredHealthy = desiredHealthy(spec, m_seen.wanted);
        status.currentHealthy = std::ranges::count_if(m_seen.machines, [&](const auto &member) {
            const api::ObjectMeta &meta = member.machine->metadata;
            return !meta.isDeleting() && !status.disruptedMachines.contains(meta.name) && member.node
                && member.node->isReady();
        });
        status.disruptionsAllowed = status.expectedMachines > 0
            ? std::max<std::int64_t>(status.currentHealthy - status.desiredHealthy, 0)
            : 0;
        status.observedGeneration = m_budget.metadata.generation;
        if (m_seen.machines.empty())
            m_events.push_back(api::normalEvent(m_budget, "NoMachines", "No matching machines found"));
    }

    const Budget &m_budget;
    const MachineDisruptionView &m_seen;
    const base::Time m_now;
    Budget m_after;
    runtime::Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

class MachineDisruptionReconciler : public runtime::Reconciler
{
public:
    MachineDisruptionReconciler(const MachineBudgets &budgets, const Stores &stores,
        const runtime::Store<api::MachineDeployment> &deployments, const base::Clock &clock)
        : m_budgets(budgets)
        , m_stores(stores)
        , m_deployments(deployments)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "machinedisruption"; }

    runtime::Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto budget = m_budgets.find(key);
        if (!budget)
            return {};
        if (const auto read = api::validate(budget->spec.selector); !read)
            return planRefusal(*budget, "spec.selector: " + read.error().message, m_clock.now());
        return planMachineDisruption(*budget, viewOf(*budget), m_clock.now());
    }

private:
    MachineDisruptionView viewOf(const Budget &budget) const
    {
        MachineDisruptionView view;
        std::set<std::string> counted;
        for (const api::Machine &machine :
            m_stores.machines.by(indexNames::machinesByNamespace, budget.metadata.ns)) {
            if (!coversMachine(budget, machine))
                continue;
            view.machines.push_back({&machine, nodeOf(m_stores.nodes, machine)});
            const auto [uid, wanted] = scaleOf(machine);
            if (counted.insert(uid).second)
                view.wanted += wanted;
        }
        return view;
    }

    /// How many machines the set or deployment wants, with its uid; nobody's machine wants itself.
    std::pair<std::string, std::int64_t> scaleOf(const api::Machine &machine) const
    {
        const api::MachineSet *set = ownerIn(m_stores.machineSets, machine.metadata);
        const api::OwnerReference *owner = set ? set->metadata.controller() : nullptr;
        if (set && (!owner || owner->kind != api::resourceOf<api::MachineDeployment>().kind))
            return {set->metadata.uid, set->wantedReplicas()};
        if (const api::MachineDeployment *deployment = set ? ownerIn(m_deployments, set->metadata) : nullptr)
            return {deployment->metadata.uid, deployment->wantedReplicas()};
        return {machine.metadata.uid, 1};
    }

    const MachineBudgets &m_budgets;
    const Stores m_stores;
    const runtime::Store<api::MachineDeployment> &m_deployments;
    const base::Clock &m_clock;
};

api::Reason refusalOf(const Budget &budget)
{
    const api::MachineDisruptionBudgetStatus &status = budget.status;
    const std::string name = budget.key().text();
    if (status.observedGeneration.value_or(0) < budget.metadata.generation.value_or(0))
        return machineBudgetRefusal("MachineBudgetNotObserved", name);
    if (status.disruptedMachines.size() > mostUnconfirmed)
        return machineBudgetRefusal("MachineBudgetWaits", name);
    if (status.disruptionsAllowed > 0)
        return {};
    return budget.spec.maxUnavailable || budget.spec.minAvailable
        ? machineBudgetRefusal(machineBudgetUsedUp, name, status.desiredHealthy, status.currentHealthy)
        : machineBudgetRefusal("MachineBudgetAllowsNone", name);
}

} // namespace

bool coversMachine(const Budget &budget, const api::Machine &machine)
{
    return budget.metadata.ns == machine.metadata.ns && !budget.spec.selector.isEmpty()
        && !machine.metadata.labels.empty() && api::matches(budget.spec.selector, machine.metadata.labels);
}

std::int64_t desiredHealthy(const api::MachineDisruptionBudgetSpec &spec, std::int64_t wanted)
{
    return spec.maxUnavailable ? std::max<std::int64_t>(wanted - *spec.maxUnavailable, 0)
                               : spec.minAvailable.value_or(0);
}

bool mayLetMachinesGo(const Budget *before, const Budget *after)
{
    if (!before || !after || before->spec != after->spec)
        return before != nullptr;
    return !refusalOf(*before).empty() && refusalOf(*after).empty();
}

std::vector<api::ObjectKey> machineBudgetsOf(const MachineBudgets &budgets, const api::Machine &machine)
{
    std::vector<api::ObjectKey> keys;
    if (budgets.size() == 0) // machines change all the time, budgets are rare
        return keys;
    for (const auto &budget : budgets.list()) {
        if (coversMachine(*budget, machine))
            keys.push_back(budget->key());
    }
    return keys;
}

api::Reason MachineDisruptions::disrupt(const api::Machine &machine)
{
    const std::vector<api::ObjectKey> covering = machineBudgetsOf(m_budgets, machine);
    api::Reason refusal = refusalBy(covering);
    if (covering.empty() || !refusal.empty())
        return refusal;
    const api::ObjectKey &key = covering.front();
    api::MachineDisruptionBudgetStatus &status =
        m_counted.try_emplace(key, *m_budgets.peek(key)).first->second.status;
    const bool isNew =
        status.disruptedMachines.try_emplace(machine.metadata.name, api::truncatedToSeconds(m_now)).second;
    status.disruptionsAllowed -= isNew ? 1 : 0;
    return {};
}

api::Reason MachineDisruptions::whyNot(const api::Machine &machine) const
{
    return refusalBy(machineBudgetsOf(m_budgets, machine));
}

api::Reason MachineDisruptions::refusalBy(const std::vector<api::ObjectKey> &covering) const
{
    if (covering.empty())
        return {};
    if (covering.size() > 1)
        return machineBudgetRefusal("SeveralMachineBudgets");
    const auto counted = m_counted.find(covering.front());
    return refusalOf(counted == m_counted.end() ? *m_budgets.peek(covering.front()) : counted->second);
}

std::vector<api::Effect> MachineDisruptions::writes() const
{
    std::vector<api::Effect> effects;
    for (const auto &[key, budget] : m_counted)
        append(effects, api::patchEffect(*m_budgets.find(key), budget, "status"));
    return effects;
}

runtime::Plan planMachineDisruption(const Budget &budget, const MachineDisruptionView &seen, base::Time now)
{
    return MachineDisruptionPlanner(budget, seen, now).plan();
}

runtime::Plan planRefusal(const Budget &budget, const std::string &problem, base::Time)
{
    runtime::Plan plan {{}, {machineDisruptionReason("InvalidSpec", problem)}, {}};
    Budget after = budget;
    after.status.disruptionsAllowed = 0;
    append(plan.effects, api::patchEffect(budget, after, "status"));
    if (!plan.effects.empty())
        plan.effects.emplace_back(api::warningEvent(budget, "ReconcileError", problem));
    return plan;
}

std::unique_ptr<runtime::Reconciler> makeMachineDisruptionReconciler(const MachineBudgets &budgets,
    const Stores &stores, const runtime::Store<api::MachineDeployment> &deployments, const base::Clock &clock)
{
    return std::make_unique<MachineDisruptionReconciler>(budgets, stores, deployments, clock);
}

} // namespace core::controllers
