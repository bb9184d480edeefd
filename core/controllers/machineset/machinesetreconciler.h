// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the cluster the machine set controller sees, and what it looks at again when that changes.

#include "core/controllers/machineset/machineset.h"

namespace core::controllers {

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
/// The rule is isSteady(), of the machines that a set controls and that are not being deleted.
SteadyMachinesOfSets::Rules steadyRulesOfSets(const base::Clock &clock);
/// The view follows the stores.
std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(const Stores &stores,
    std::shared_ptr<const SteadyMachinesOfSets> steady, const base::Clock &clock, const base::Chance &chance);

} // namespace core::controllers
