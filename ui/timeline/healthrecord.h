// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the facts say about health over time: the counts of all nodes, the past of each living node, the
// machines wanted, the recoveries. Fed by facts and episodes alone (docs/design.md D19); keeps every
// transition, and knows when nothing could be seen.

#include "core/timeline/counts.h"
#include "core/timeline/fact.h"
#include "ui/state.h"

#include <map>
#include <set>
#include <span>
#include <unordered_map>

namespace ui {

struct HealthChange {
    core::api::Time at;
    State state = State::None;
};

struct WantedCount {
    core::api::Time at;
    std::int64_t machines = 0; ///< over all sets of both families, and those of no set
};

/// From when to when the connection was lost; without an end it still is.
struct Outage {
    core::api::Time begin;
    std::optional<core::api::Time> end;
};

class HealthRecord
{
public:
    using Counts = core::timeline::HealthCounts;
    using Episodes = std::map<std::uint64_t, core::timeline::Episode>;

    void add(const core::timeline::Fact &fact);
    void add(const core::timeline::Episode &episode) { m_episodes[episode.id] = episode; }
    /// Until when things were seen while nothing is, else nothing; and the time at which that is told.
    void follow(const std::optional<core::api::Time> &liveUntil, core::api::Time now);

    /// One entry per moment at which a count changed, earliest first.
    const std::vector<Counts> &counts() const;
    Counts countsNow() const { return m_counter.now(); }
    const std::vector<WantedCount> &wanted() const { return m_wanted; }
    /// When the first node or set was seen; nothing before that.
    std::optional<core::api::Time> begin() const { return m_begin; }
    /// Of a node that exists now; empty for others.
    std::span<const HealthChange> past(const std::string &node) const;
    /// How often the node left Ready since the given time.
    int interruptions(const std::string &node, core::api::Time since) const;
    const Episodes &episodes() const { return m_episodes; }
    /// Earliest first.
    const std::vector<Outage> &outages() const { return m_outages; }

private:
    void addHealth(const core::timeline::Fact &fact);
    void addReplicas(const core::timeline::Fact &fact);
    void addSingle(const core::timeline::Fact &fact);
    void addWanted(std::int64_t more, core::api::Time at);

    core::timeline::HealthCounter m_counter;
    mutable std::vector<Counts> m_counts; ///< copied from the counter when asked for
    mutable bool m_countsOld = false;
    std::vector<WantedCount> m_wanted;
    std::optional<core::api::Time> m_begin;
    std::unordered_map<std::string, std::vector<HealthChange>> m_past;
    std::map<std::pair<core::timeline::FactKind, core::api::ObjectKey>, std::int64_t> m_replicas;
    std::set<core::api::ObjectKey> m_single; ///< machines of no set
    Episodes m_episodes;
    std::vector<Outage> m_outages;
};

} // namespace ui
