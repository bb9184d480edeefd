// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps as many machines as a MachineSet asks for (docs/machines.md §5). Names of
// new machines follow from the set's uid and version and what exists, so that a repeated creation meets the
// first one instead of making a second.

#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/controllers/steadymachines.h"
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
/// Whether it is a member (not being deleted, matching the selector) that counts as fully labelled, ready and
/// available. That stays so until the machine, its node or the set's selector, template or minReadySeconds
/// change.
bool isSteady(const api::MachineSet &set, const MachineSetMember &member, base::Time now);
/// The status that the members, and so many more that are steady, give the set.
api::MachineSetStatus statusOf(const api::MachineSet &set, const std::vector<MachineSetMember> &members,
    base::Time now, std::size_t steady = 0);

} // namespace core::controllers
