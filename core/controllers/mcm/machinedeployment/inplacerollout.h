// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The deployment's side of an update in place (docs/machines.md §6.7): which nodes may be updated now, and
// how machines that were updated go over to the current set.
//
// A machine goes over with the label update-result, and its new set deletes nothing as long as one of its
// machines carries it. Then the sizes of the sets follow what they have, and the label goes. So neither set
// makes or deletes a machine in between, wherever the sequence is interrupted.

#include "core/controllers/mcm/machineset/machineset.h"

namespace core::controllers::mcm {

class InPlaceRollout
{
public:
    /// members: of each set, by its uid; a current set is there. All of it outlives this.
    InPlaceRollout(const api::RolloutLimits &limits, const Rollout &rollout,
        const std::map<std::string, std::vector<SetMember>> &members);

    /// Machines of old sets that were updated.
    const std::vector<MachinePointer> &updated() const { return m_updated; }
    /// Machines of the current set that still carry the label, although its size counts them.
    std::vector<MachinePointer> counted() const;
    /// Sizes of all sets: the current one takes in what went over, old ones shrink to what they have; when
    /// nothing old is left to update, the current one is as large as desired and the old ones go.
    std::vector<api::SizeOfSet> sizes() const;
    /// Nodes that may be selected now, so that enough machines stay available; the oldest set first.
    std::vector<NodePointer> selectable() const;

    /// Machines that are available, and whose nodes are not being updated and not still cordoned for it.
    std::int64_t available() const { return m_available; }
    std::int64_t failed() const { return m_failed; }

private:
    void takeOld(const SetMember &member);

    const api::RolloutLimits m_limits;
    const Rollout &m_rollout;
    const std::map<std::string, std::vector<SetMember>> &m_members;
    std::vector<std::int64_t> m_present; ///< machines of each old set that stay, in its order
    std::vector<MachinePointer> m_updated;
    std::vector<MachinePointer> m_arrived; ///< in the current set, still labelled
    std::vector<NodePointer> m_candidates;
    std::int64_t m_inCurrent = 0;
    std::int64_t m_available = 0;
    std::int64_t m_availableInCurrent = 0;
    std::int64_t m_underway = 0; ///< selected, updated, or failed
    std::int64_t m_failed = 0; ///< as their machines say
};

/// The machine as one of the set: its owner, its labels and annotations, its class.
Machine takenOver(Machine machine, const MachineSet &set);

} // namespace core::controllers::mcm
