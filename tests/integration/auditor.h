// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Follows everything that happens in a lab, past all faults, event by event: what must never be, even for a
// moment, is seen (core/README.md, invariants 1 to 5).

#include "core/api/resource.h"
#include "core/base/clock.h"
#include "core/lab/apiserver.h"

#include <functional>
#include <map>
#include <set>

namespace tests {

/// The largest of the values that something had within the last time, its present one included.
class LatelyMost
{
public:
    void set(core::base::Time now, std::int64_t value) { m_since[now] = value; }
    /// The value is 0 when it never had one.
    std::int64_t at(core::base::Time now) const;
    /// The present one; 0 when it never had one.
    std::int64_t latest() const { return m_since.empty() ? 0 : m_since.rbegin()->second; }

private:
    std::map<core::base::Time, std::int64_t> m_since;
};

/// The family says whose machines, sets and deployments are watched.
enum class Family { OpenShift, Mcm };

class Auditor
{
public:
    /// While isPastTold says yes, twice as many machines as wanted, and pods for machines that are gone, are
    /// no complaint: a list of what was, against the server's promise, may hide each of them.
    Auditor(core::base::Clock &clock, std::function<bool()> isPastTold, Family family = Family::OpenShift);
    Auditor(const Auditor &) = delete;
    Auditor &operator=(const Auditor &) = delete;

    /// The lab is watched from now on; one that has been opened anew must hold exactly what it held.
    void follow(core::lab::ApiServer &lab);

    /// What must not be, empty while all is well: two pods or two nodes of one machine; a pod made for a
    /// machine that is gone; more machines (not counting those being deleted) than a MachineSet, or the sets
    /// of a MachineDeployment together, wanted lately; sets that are made to want more, together, than their
    /// MachineDeployment with its surge allowed lately; more remediations at once than a health check allowed
    /// lately; a watch that repeats, misses or reorders; an object lost by a restart.
    const std::string &complaint() const { return m_complaint; }
    /// "<revision> <type> <kind> <name>" of every event, in the order of delivery.
    const std::vector<std::string> &log() const { return m_log; }
    /// Those since the mark that are neither a heartbeat nor the expiry of an Event.
    std::vector<std::string> changes() const { return m_changes; }
    void markHere() { m_changes.clear(); }
    /// Complains unless the events told add up to what the lab lists.
    void compare(core::lab::ApiServer &lab);

    std::size_t remediations() const { return m_remediations; }

private:
    using Objects = std::map<std::string, core::api::JsonPtr>; ///< by namespace and name

    std::string list(core::lab::ApiServer &lab, const core::api::Resource &kind, Objects &objects) const;
    void take(const std::string &plural, const core::api::WatchEvent &event);
    void checkOrder(const std::string &plural, const std::string &name, const core::api::WatchEvent &event);
    void note(const std::string &plural, const std::string &name, const core::api::WatchEvent &event,
        const core::api::JsonPtr &before);
    void check(const std::string &plural, const core::api::Json &object, bool isNew);
    void checkPod(const core::api::Json &pod, bool isNew);
    void checkNodes(const core::api::Json &node);
    void checkSet(const core::api::Json &set, std::int64_t wanted);
    void checkDeployment(const std::string &uid, std::int64_t allowed);
    void checkMachines(const core::api::Json &machine);
    void checkRemediation(const core::api::Json &event);
    void rememberBudgets();
    /// As many machines as that more are no complaint.
    std::int64_t tolerated(std::int64_t most) const { return m_isPastTold() ? most : 0; }
    /// The sets are known by their uids.
    std::set<std::string> setsOf(const std::string &deployment);
    /// What the deployment's sets want at present.
    std::int64_t wantedTogether(const std::string &deployment);
    /// Counts the machines that are not being deleted and whose controller is one of these.
    std::int64_t living(const std::set<std::string> &controllers);
    const core::api::JsonPtr *byUid(const std::string &plural, std::string_view uid);

    core::base::Clock &m_clock;
    std::function<bool()> m_isPastTold;
    Family m_family;
    std::map<std::string, Objects> m_objects; ///< by plural
    std::map<std::string, std::uint64_t> m_revisions; ///< told last, by plural
    std::map<std::string, LatelyMost> m_allowed; ///< replicas and surge, by uid of the deployment
    std::map<std::string, LatelyMost> m_wanted; ///< by uid of the set, or of the deployment for all its sets
    std::map<std::string, LatelyMost> m_budgets; ///< by name of the health check
    std::map<std::string, std::set<std::string>> m_remediated; ///< uids of machines, by health check
    std::size_t m_remediations = 0;
    std::map<std::string, std::uint64_t> m_goneMachines; ///< uid, revision of the deletion
    std::string m_complaint;
    std::vector<std::string> m_log;
    std::vector<std::string> m_changes;
    std::vector<std::unique_ptr<core::api::Watch>> m_watches;
};

} // namespace tests
