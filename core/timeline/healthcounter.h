// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many nodes are Ready, NotReady and Unknown, as a step function over time: each entry holds from its
// moment until the next one. Never interpolate between two of them (docs/window.md W5).

#include "core/timeline/fact.h"

#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

namespace core::timeline {

class HealthCounter
{
public:
    /// At most so many steps are kept, the newest ones.
    explicit HealthCounter(std::size_t mostKept = 100'000) : m_mostKept(mostKept) { }

    /// Takes in the next fact, in the order of index. Facts of one moment make one step.
    void add(const Fact &fact);

    HealthCounts now() const { return m_now; }
    std::vector<HealthCounts> steps() const { return {m_steps.begin(), m_steps.end()}; }

private:
    std::size_t m_mostKept;
    HealthCounts m_now;
    std::unordered_map<std::string, int HealthCounts::*> m_nodes; ///< where each node is counted
    std::deque<HealthCounts> m_steps;
};

/// The steps of a list of facts that begins with the first fact ever.
std::vector<HealthCounts> countsOf(std::span<const Fact> facts);

/// What a chart of that many columns needs of [begin, end]: of each column the last step and those where a
/// count is largest or smallest, each one a state that really was; runs of equal states are one entry. Starts
/// at begin with the state in force there (all zero before the first step) and ends at end, so that the last
/// run has its length.
std::vector<HealthCounts> downsampled(
    std::span<const HealthCounts> steps, api::Time begin, api::Time end, int columns);

} // namespace core::timeline
