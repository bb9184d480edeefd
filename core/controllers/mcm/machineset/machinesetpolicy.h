// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules of MachineSet that need no view of the cluster but the members (docs/machines.md §9.4, §9.8).

#include "core/base/clock.h"
#include "core/controllers/mcm/family.h"

namespace core::controllers::mcm {

struct SetMember {
    MachinePointer machine;
    NodePointer node; ///< null when there is none
};

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

} // namespace core::controllers::mcm
