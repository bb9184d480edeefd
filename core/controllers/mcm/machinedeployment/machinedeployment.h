// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rolls out changes of a MachineDeployment of machine.sapcloud.io through its sets (docs/machines.md §6.6,
// §6.7): by replacing machines, all at once or a few at a time, or by updating them in place.

#include "core/base/clock.h"
#include "core/controllers/mcm/machineset/machineset.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

struct DeploymentView {
    std::vector<MachineSetPointer> sets; ///< all of the namespace
    /// Machines that the set controls, also those being deleted, with their nodes; ordered by name.
    std::function<std::vector<SetMember>(const MachineSet &set)> membersOf;
};

runtime::Plan planMachineDeployment(
    const MachineDeployment &deployment, const DeploymentView &seen, base::Time now);
/// A deployment that makes no sense gets the condition Progressing, and an event, once for each problem.
runtime::Plan planRefusal(const MachineDeployment &deployment, const std::string &problem, base::Time now);
/// One entry of the annotation by which machines are chosen for removal (§9.4): "<machine>~<time>".
struct DeletionTrigger {
    std::string machine;
    std::string time; ///< as written

    bool operator==(const DeletionTrigger &) const = default;
};
/// The entries that can be read; the others are left out.
std::vector<DeletionTrigger> deletionTriggersIn(std::string_view annotation);

DeploymentView viewOf(const MachineDeployment &deployment, const SetStores &stores);
/// The deployment of the set that controls the machine.
std::vector<api::ObjectKey> deploymentsOfMachine(
    const runtime::Store<MachineSet> &sets, const Machine &machine);
std::vector<api::ObjectKey> deploymentsOfNode(const SetStores &stores, const api::Node &node);

std::unique_ptr<runtime::Reconciler> makeMachineDeploymentReconciler(
    const SetStores &stores, const base::Clock &clock);

} // namespace core::controllers::mcm
