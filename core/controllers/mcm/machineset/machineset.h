// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps as many machines as a MachineSet of machine.sapcloud.io asks for (docs/machines.md §9.8).
//
// The originals count what they expect to see and do not enforce it; here nothing has to be counted. A key is
// looked at again only after the responses of its writes are in the stores, and the names of new machines
// follow from the set's uid and version: a creation whose response was lost, or that a stale view asks for
// again, meets the first one.

#include "core/base/chance.h"
#include "core/controllers/mcm/machineset/machinesetpolicy.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

struct SetView {
    std::vector<SetMember> owned; ///< controlled by the set, also those being deleted; ordered by name
    std::vector<MachinePointer> orphans; ///< of the namespace, without a controller
    std::function<bool(const std::string &name)> nameTaken; ///< by any machine of the namespace
};

runtime::Plan planMachineSet(
    const MachineSet &set, const SetView &seen, const base::Chance &chance, base::Time now);
/// A set that makes no sense gets the condition ReplicaFailure, and an event, once for each problem.
runtime::Plan planRefusal(const MachineSet &set, const std::string &problem, base::Time now);
/// A set whose plan failed for good gets the condition ReplicaFailure, and an event.
std::vector<api::Effect> recordMachineSetFailure(const MachineSet &set, const SetView &seen,
    const base::Chance &chance, const base::Error &error, base::Time now);

} // namespace core::controllers::mcm
