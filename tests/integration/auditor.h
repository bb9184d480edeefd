// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Follows everything that happens in a lab, past all faults, event by event: what must never be, even for a
// moment, is seen (design.md §5, invariants 1, 2, 5).

#include "core/base/clock.h"
#include "core/lab/apiserver.h"

#include <functional>
#include <map>

namespace tests {

class Auditor
{
public:
    /// While isPastTold says yes, more machines than wanted, and pods for machines that are gone, are no
    /// complaint: whom a server shows what was, against its promise, can't know what is.
    Auditor(core::base::Clock &clock, core::lab::ApiServer &lab, std::function<bool()> isPastTold);
    Auditor(const Auditor &) = delete;
    Auditor &operator=(const Auditor &) = delete;

    /// What must not be, empty while all is well: two pods or two nodes of one machine, a pod made for a
    /// machine that is gone, more machines (not counting those being deleted) than the MachineSet wanted at
    /// any time in the last two minutes.
    const std::string &complaint() const { return m_complaint; }
    /// "<revision> <type> <kind> <name>" of every event, in the order of delivery.
    const std::vector<std::string> &log() const { return m_log; }
    /// Those since the mark that are neither a heartbeat nor the expiry of an Event.
    std::vector<std::string> changes() const { return m_changes; }
    void markHere() { m_changes.clear(); }

private:
    using Objects = std::map<std::string, core::api::JsonPtr>; ///< by namespace and name

    void take(const std::string &plural, const core::api::WatchEvent &event);
    void checkPod(const core::api::Json &pod, bool isNew);
    void checkNodes(const core::api::Json &node);
    void checkMachines();
    void remember(const core::api::Json &machineSet);
    std::int64_t mostWanted() const;

    core::base::Clock &m_clock;
    std::function<bool()> m_isPastTold;
    std::map<std::string, Objects> m_objects; ///< by plural
    std::map<core::base::Time, std::int64_t> m_replicas; ///< wanted since
    std::map<std::string, std::uint64_t> m_goneMachines; ///< uid, revision of the deletion
    std::string m_complaint;
    std::vector<std::string> m_log;
    std::vector<std::string> m_changes;
    std::vector<std::unique_ptr<core::api::Watch>> m_watches;
};

} // namespace tests
