// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules of MachineSet of machine.openshift.io that need no view of the cluster.

#include "core/api/machine.h"
#include "core/base/chance.h"

namespace core::controllers {

/// What is wrong with the spec (§5.1); empty when nothing is.
std::string validationProblem(const api::MachineSet &set);
/// The priority is 0 … 100, the highest goes first (§5.5).
double deletePriority(const api::Machine &machine, std::string_view deletePolicy, base::Time now);
/// The machines in the order in which they would be deleted; ties are broken by age, for Random by the dice.
std::vector<const api::Machine *> inDeletionOrder(std::vector<const api::Machine *> machines,
    std::string_view deletePolicy, const base::Chance &chance, base::Time now);
api::Machine newMachine(const api::MachineSet &set, const std::string &name);

} // namespace core::controllers
