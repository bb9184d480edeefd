// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the facts say about health over time: the counts of all nodes, the past of each living node, the machines wanted.
// Fed by facts alone (design.md D19); keeps every transition.

#include "core/timeline/fact.h"
#include "ui/state.h"

#include <span>
#include <unordered_map>

namespace ui {

struct HealthChange {
    core::api::Time at;
    State state = State::None;
};

struct WantedCount {
    core::api::Time at;
    std::int64_t machines = 0; ///< over all sets
};

class HealthRecord
{
public:
    using Counts = core::timeline::HealthCounts;

    void add(const core::timeline::Fact &fact);

    /// One entry per transition, earliest first; several may have the same time.
    const std::vector<Counts> &counts() const { return m_counts; }
    const std::vector<WantedCount> &wanted() const { return m_wanted; }
    /// Of a node that exists now; empty for others.
    std::span<const HealthChange> past(const std::string &node) const;
    /// How often the node left Ready since the given time.
    int interruptions(const std::string &node, core::api::Time since) const;

private:
    void addHealth(const core::timeline::Fact &fact);
    void addReplicas(const core::timeline::Fact &fact);

    std::vector<Counts> m_counts;
    std::vector<WantedCount> m_wanted;
    std::unordered_map<std::string, std::vector<HealthChange>> m_past;
    std::unordered_map<core::api::ObjectKey, std::int64_t> m_replicas;
};

} // namespace ui
