// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps as many machines as a MachineSet of machine.sapcloud.io asks for (docs/machines.md §9.8).
//
// The originals count what they expect to see and do not enforce it; here nothing has to be counted. A key is
// looked at again only after the responses of its writes are in the stores, and the names of new machines
// follow from the set's uid and version: a creation whose response was lost, or that a stale view asks for
// again, meets the first one.

#include "core/base/chance.h"
#include "core/base/clock.h"
#include "core/controllers/mcm/family.h"
#include "core/rollout/setrules.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

struct SetMember {
    MachinePointer machine;
    NodePointer node; ///< null when there is none
};

struct SetView {
    std::vector<SetMember> owned; ///< controlled by the set, also those being deleted; ordered by name
    std::vector<MachinePointer> orphans; ///< of the namespace, without a controller
    std::function<bool(const std::string &name)> nameTaken; ///< by any machine of the namespace
};

runtime::Plan planMachineSet(
    const MachineSet &set, const SetView &seen, const base::Chance &chance, base::Time now);
/// When the set makes no sense: the condition ReplicaFailure, and an event, once for each problem.
runtime::Plan planRefusal(const MachineSet &set, const std::string &problem, base::Time now);
/// After a plan failed for good: the condition ReplicaFailure, and an event.
std::vector<api::Effect> recordMachineSetFailure(const MachineSet &set, const SetView &seen,
    const base::Chance &chance, const base::Error &error, base::Time now);

/// Why a Failed machine stays (§9.8).
enum class Preservation {
    None,
    Asked, ///< by annotation; the machine controller has not said yet until when
    Running, ///< until status.currentStatus.preserveExpiryTime
};
/// The annotation of the node counts before that of the machine.
Preservation preservationOf(const Machine &machine, const api::Node *node, base::Time now);
bool isAutoPreserved(const Machine &machine);
/// Failed, and kept by nothing: deleted and replaced.
bool mustBeReplaced(const SetMember &member, base::Time now);

/// Whom a scale-down takes first: preserved machines last; then the lowest priority; then the earliest mark
/// of the autoscaler, honoured on priority 1 when it is not later than the last change of the deployment's
/// size by the autoscaler; then the phase, the least useful first; then the oldest (§9.4, §9.8).
std::vector<MachinePointer> inDeletionOrder(
    const MachineSet &set, const std::vector<SetMember> &members, base::Time now);

Machine newMachine(const MachineSet &set, const std::string &name);
/// The status that its counted members give the set; failed: those that are being replaced.
api::mcm::MachineSetStatus statusOf(const MachineSet &set, const std::vector<SetMember> &members,
    const std::vector<SetMember> &failed, base::Time now);

SetView viewOf(const MachineSet &set, const SetStores &stores);
std::unique_ptr<runtime::Reconciler> makeMachineSetReconciler(
    const SetStores &stores, const base::Clock &clock, const base::Chance &chance);

} // namespace core::controllers::mcm
