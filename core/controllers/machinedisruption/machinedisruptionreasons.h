// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controller of machines' disruption budgets says.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind machineDisruptionReasons[] {
    {"InvalidSpec", "No machine may be disrupted: {problem}."},
    {"Counted",
        "{healthy} of {expected} machines are healthy, {desired} have to be: {allowed} may be disrupted."},
};
inline constexpr api::Reasons<machineDisruptionReasons> machineDisruptionReason;

/// Code of the refusal of a budget that needs more healthy machines.
inline constexpr std::string_view machineBudgetUsedUp = "MachineBudgetUsedUp";

/// Why a budget does not let a machine go: clauses, for what a health check says of the machine.
inline constexpr api::ReasonKind machineBudgetRefusals[] {
    {"SeveralMachineBudgets",
        "more than one MachineDisruptionBudget covers the machine, which is not supported"},
    {"MachineBudgetNotObserved",
        "the MachineDisruptionBudget {budget} was not observed since it has changed"},
    {"MachineBudgetWaits", "the MachineDisruptionBudget {budget} waits for too many machines to go"},
    {"MachineBudgetAllowsNone",
        "the MachineDisruptionBudget {budget} has neither minAvailable nor maxUnavailable"},
    {machineBudgetUsedUp,
        "the MachineDisruptionBudget {budget} needs {desired} healthy machines and has {healthy}"},
};
inline constexpr api::Reasons<machineBudgetRefusals> machineBudgetRefusal;

} // namespace core::controllers
