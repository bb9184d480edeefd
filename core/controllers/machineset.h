// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps as many machines as a MachineSet asks for (docs/machines.md §5). Names of
// new machines follow from the set's uid and version and what exists, so that a repeated creation meets the
// first one instead of making a second.

#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/controllers/steady.h"
#include "core/rollout/setrules.h"
#include "core/runtime/plan.h"

namespace core::controllers {

struct MachineSetMember {
    const api::Machine *machine = nullptr; ///< never null
    const api::Node *node = nullptr; ///< of status.nodeRef, null when there is none
};

/// What one look sees; good until the stores change.
struct MachineSetView {
    std::vector<MachineSetMember> owned; ///< controlled by the set, also those being deleted; ordered by name
    std::size_t steady = 0; ///< so many more are steady; only where no machine may have to go
    std::vector<MachinePointer> orphans; ///< of the namespace, without a controller
    std::function<bool(const std::string &name)> nameTaken; ///< by any machine of the namespace
};

runtime::Plan planMachineSet(
    const api::MachineSet &set, const MachineSetView &seen, const base::Chance &chance, base::Time now);

/// After a plan failed for good: the status is written all the same (§5.4 row 9), and says so when it was a
/// machine that could not be made.
std::vector<api::Effect> recordMachineSetFailure(const api::MachineSet &set, const MachineSetView &seen,
    const base::Error &error, const api::Effect &failed, base::Time now);

/// What to write and to tell about a set that can't be carried out.
runtime::Plan planRefusal(const api::MachineSet &set, const std::string &problem, base::Time now);
/// What is wrong with the spec (§5.1); empty when nothing is.
std::string validationProblem(const api::MachineSet &set);
/// 0 … 100, the highest goes first (§5.5).
double deletePriority(const api::Machine &machine, std::string_view deletePolicy, base::Time now);
/// The machines in the order in which they would be deleted; ties are broken by age, for Random by the dice.
std::vector<const api::Machine *> inDeletionOrder(std::vector<const api::Machine *> machines,
    std::string_view deletePolicy, const base::Chance &chance, base::Time now);
api::Machine newMachine(const api::MachineSet &set, const std::string &name);
/// Whether it is a member (not being deleted, matching the selector) that counts as fully labelled, ready and
/// available. That stays so until the machine, its node or the set's selector, template or minReadySeconds
/// change.
bool isSteady(const api::MachineSet &set, const MachineSetMember &member, base::Time now);
/// The status that the members, and so many more that are steady, give the set.
api::MachineSetStatus statusOf(const api::MachineSet &set, const std::vector<MachineSetMember> &members,
    base::Time now, std::size_t steady = 0);

MachineSetView viewOf(const api::MachineSet &set, const Stores &stores);

/// Whether a set may say or do something else after the change (null: not there). Which machines go first
/// (§5.5) is asked only when some have to go.
bool machineConcernsSets(const api::Machine *before, const api::Machine *after);
bool nodeConcernsSets(const api::Node *before, const api::Node *after);
/// The set that controls the machine; for a machine without controller every set whose selector matches.
std::vector<api::ObjectKey> machineSetsOfMachine(
    const runtime::Store<api::MachineSet> &machineSets, const api::Machine &machine);
/// The sets of the machines that have the node; of those being deleted none, since they count no more.
std::vector<api::ObjectKey> machineSetsOfNode(const Stores &stores, const api::Node &node);

/// By isSteady(), of the machines that a set controls and that are not being deleted.
SteadyMachinesOfSets::Rules steadyRulesOfSets(const base::Clock &clock);
/// The view follows the stores.
std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(const Stores &stores,
    std::shared_ptr<const SteadyMachinesOfSets> steady, const base::Clock &clock, const base::Chance &chance);

} // namespace core::controllers
