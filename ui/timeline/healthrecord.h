// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the facts say about health over time: the counts of the machines' nodes, the past of each living node
// and of each machine, the machines wanted, the recoveries. Fed by facts and episodes alone (docs/design.md
// D19); keeps every transition, and knows when nothing could be seen.

#include "core/timeline/healthcounter.h"
#include "ui/timeline/machinepasts.h"

#include <deque>
#include <span>
#include <unordered_set>

namespace ui {

struct WantedCount {
    core::api::Time at;
    std::int64_t machines = 0; ///< over all sets of both families, and those of no set
};

/// An outage goes from when to when the connection was lost; without an end it still is.
struct Outage {
    core::api::Time begin;
    std::optional<core::api::Time> end;
};

/// Something that somebody did, and when.
struct Mark {
    enum class Kind { Fault, Scaled, DeleteAsked };
    Kind kind = Kind::Fault;
    core::api::Time at;
    std::string subject; ///< the node, set or machine
    std::string from; ///< of a scaling
    std::string to; ///< the fault, or the replicas
};

class HealthRecord
{
public:
    using Counts = core::timeline::HealthCounts;
    using Episodes = std::map<std::uint64_t, core::timeline::Episode>;

    void add(const core::timeline::Fact &fact);
    void add(const core::timeline::Episode &episode);
    /// The machine has that node: what is known of the node's health, and what comes, is the machine's.
    void link(const std::string &node, const ObjectRef &machine);
    /// liveUntil is until when things were seen while nothing is, else nothing; now is the time at which that
    /// is told.
    void follow(const std::optional<core::api::Time> &liveUntil, core::api::Time now);

    /// Counts the nodes that machines have or had, and no others: one entry per moment at which a count
    /// changed, earliest first.
    const std::vector<Counts> &counts() const;
    Counts countsNow() const { return m_counter.now(); }
    const std::vector<WantedCount> &wanted() const { return m_wanted; }
    /// The time is when the first node or set was seen, or since when every fact is kept; nothing before
    /// that.
    std::optional<core::api::Time> begin() const { return m_begin; }
    /// Since when it was looked at, which may be before there was anything; nothing until it is.
    std::optional<core::api::Time> watchedSince() const;
    /// The past of a node that exists now; empty for others.
    std::span<const HealthChange> past(const std::string &node) const;
    /// The past also of one of the newest thousands that are gone.
    std::span<const HealthChange> keptPast(const std::string &node) const;
    /// How often the node left Ready since the given time.
    int interruptions(const std::string &node, core::api::Time since) const;
    /// The faults put on nodes and the scalings of sets and deployments, earliest first, the newest
    /// thousands of them.
    const std::vector<Mark> &marks() const { return m_marks; }
    /// The newest thousands, by arrival: for exports.
    const std::vector<core::timeline::Fact> &facts() const { return m_facts; }
    const MachinePasts &machines() const { return m_machines; }
    /// The newest thousands.
    const Episodes &episodes() const { return m_episodes; }
    /// How long the set's last 20 replacements took from being made to being Ready, by their episodes' ids.
    const std::map<std::uint64_t, core::base::Duration> &boots(const ObjectRef &set) const;
    /// The newest hundreds, earliest first.
    const std::vector<Outage> &outages() const { return m_outages; }

private:
    void addHealth(const core::timeline::Fact &fact);
    void countHealth(const core::timeline::Fact &fact, const ObjectRef &machine);
    ObjectRef ownerOf(const core::timeline::Fact &nodeFact) const;
    void addMark(const core::timeline::Fact &fact);
    void markScaling(const core::timeline::Fact &fact);
    void markScalingOfDeployment(const core::timeline::Fact &fact);
    void addReplicas(const core::timeline::Fact &fact);
    void addSingle(const core::timeline::Fact &fact);
    void keepGone(const std::string &node, core::api::Time at);
    void addBoot(const core::timeline::Episode &episode);
    void addWanted(std::int64_t more, core::api::Time at);

    core::timeline::HealthCounter m_counter;
    mutable std::vector<Counts> m_counts; ///< copied from the counter when asked for
    mutable bool m_countsOld = false;
    std::vector<WantedCount> m_wanted;
    std::optional<core::api::Time> m_begin;
    std::optional<core::api::Time> m_firstSight; ///< by this window
    std::uint64_t m_lastIndex = 0; ///< of the facts so far
    std::unordered_map<std::string, std::vector<HealthChange>> m_past;
    std::unordered_map<std::string, std::vector<HealthChange>> m_gonePast;
    std::deque<std::string> m_gone; ///< those, the oldest first
    std::unordered_map<std::string, ObjectRef> m_machineOfNode;
    std::unordered_map<std::string, core::timeline::Fact> m_unlinked; ///< the health of nodes of no machine
    MachinePasts m_machines;
    std::map<std::pair<core::timeline::FactKind, core::api::ObjectKey>, std::int64_t> m_replicas;
    /// How many machines a deployment wanted when one of its sets was last sized.
    std::map<std::pair<core::timeline::FactKind, core::api::ObjectKey>, std::string> m_wantedByDeployment;
    std::unordered_set<ObjectRef> m_single; ///< machines of no set
    std::vector<Mark> m_marks;
    std::vector<core::timeline::Fact> m_facts;
    Episodes m_episodes;
    std::unordered_map<ObjectRef, std::map<std::uint64_t, core::base::Duration>> m_boots; ///< by set
    std::vector<Outage> m_outages;
};

} // namespace ui
