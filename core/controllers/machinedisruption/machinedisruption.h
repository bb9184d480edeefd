// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Budgets of machines (docs/machines.md §7.8): their status, which says how many machines may be disrupted,
// and how the health checks of v1alpha1 take from them.

#include "core/api/machinedeployment.h"
#include "core/api/machinedisruptionbudget.h"
#include "core/base/clock.h"
#include "core/controllers/machinedisruption/machinedisruptionreasons.h"
#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers {

using MachineBudgets = runtime::Store<api::MachineDisruptionBudget>;

/// Whether the budget counts the machine.
bool coversMachine(const api::MachineDisruptionBudget &budget, const api::Machine &machine);

/// How many of the machines, of so many that are wanted, have to be healthy.
std::int64_t desiredHealthy(const api::MachineDisruptionBudgetSpec &spec, std::int64_t wanted);

/// What one plan takes from the budgets.
class MachineDisruptions
{
public:
    MachineDisruptions(const MachineBudgets &budgets, base::Time now) : m_budgets(budgets), m_now(now) { }

    /// Counts a disruption of the machine. Returns why there may be none, one of the refusals; empty when
    /// there may.
    api::Reason disrupt(const api::Machine &machine);
    /// What disrupt() would return, counting nothing.
    api::Reason whyNot(const api::Machine &machine) const;
    /// What was counted, to be written before any machine is disrupted.
    std::vector<api::Effect> writes() const;

private:
    api::Reason refusalBy(const std::vector<api::ObjectKey> &covering) const;

    const MachineBudgets &m_budgets;
    const base::Time m_now;
    std::map<api::ObjectKey, api::MachineDisruptionBudget> m_counted; ///< as they shall be
};

/// What a budget's look sees; good until the stores change.
struct MachineDisruptionView {
    struct Member {
        const api::Machine *machine = nullptr; ///< never null
        const api::Node *node = nullptr; ///< of status.nodeRef, null when there is none
    };
    std::vector<Member> machines; ///< that the budget covers
    std::int64_t wanted = 0; ///< by the sets and deployments of these; others want themselves
};

runtime::Plan planMachineDisruption(
    const api::MachineDisruptionBudget &budget, const MachineDisruptionView &seen, base::Time now);
runtime::Plan planRefusal(
    const api::MachineDisruptionBudget &budget, const std::string &problem, base::Time now);

/// The reconciler "machinedisruption": keys are budgets.
std::unique_ptr<runtime::Reconciler> makeMachineDisruptionReconciler(const MachineBudgets &budgets,
    const Stores &stores, const runtime::Store<api::MachineDeployment> &deployments,
    const base::Clock &clock);

/// Whether the budget may let machines go after the change that it held before; null: it is not there.
bool mayLetMachinesGo(const api::MachineDisruptionBudget *before, const api::MachineDisruptionBudget *after);
std::vector<api::ObjectKey> machineBudgetsOf(const MachineBudgets &budgets, const api::Machine &machine);

} // namespace core::controllers
