// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/healthrecord.h"

#include "core/base/number.h"

#include <algorithm>

namespace ui {

using core::timeline::Fact;
using core::timeline::FactKind;

namespace {

constexpr std::ptrdiff_t mostChanges = 1000; // kept of one node

/// A node that flaps for days must not fill the memory: ribbons show the newest changes only.
void addPast(std::vector<HealthChange> &past, HealthChange change)
{
    if (std::ssize(past) >= mostChanges)
        past.erase(past.begin(), past.begin() + mostChanges / 2);
    past.push_back(change);
}

} // namespace

void HealthRecord::add(const Fact &fact)
{
    if (fact.kind == FactKind::NodeHealth)
        addHealth(fact);
    if (fact.kind == FactKind::SetReplicas || fact.kind == FactKind::McmSetReplicas)
        addReplicas(fact);
    if (fact.kind == FactKind::MachineCreated || fact.kind == FactKind::MachinePhase)
        addSingle(fact);
}

void HealthRecord::follow(const std::optional<core::api::Time> &liveUntil, core::api::Time now)
{
    const bool wasLost = !m_outages.empty() && !m_outages.back().end;
    if (liveUntil && !wasLost)
        m_outages.push_back({*liveUntil, {}});
    else if (!liveUntil && wasLost)
        m_outages.back().end = std::max(now, m_outages.back().begin);
}

void HealthRecord::addHealth(const Fact &fact)
{
    m_counter.add(fact);
    m_countsOld = true;
    m_begin = m_begin.value_or(fact.arrivalTime);
    if (fact.to.empty())
        m_past.erase(fact.object.name);
    else
        addPast(m_past[fact.object.name], {fact.arrivalTime, stateOfHealth(fact.to)});
}

void HealthRecord::addReplicas(const Fact &fact)
{
    m_begin = m_begin.value_or(fact.arrivalTime);
    std::int64_t &replicas = m_replicas[{fact.kind, fact.object}];
    const std::int64_t next = core::base::parseNumber<std::int64_t>(fact.to).value_or(0);
    addWanted(next - replicas, fact.arrivalTime);
    replicas = next;
}

/// A machine that no set wants is wanted by whoever made it.
void HealthRecord::addSingle(const Fact &fact)
{
    const bool isSingle =
        fact.owner.name.empty() && (fact.kind == FactKind::MachineCreated || !fact.to.empty());
    if (isSingle && m_single.insert(fact.object).second)
        addWanted(1, fact.arrivalTime);
    else if (!isSingle && m_single.erase(fact.object) > 0)
        addWanted(-1, fact.arrivalTime);
}

void HealthRecord::addWanted(std::int64_t more, core::api::Time at)
{
    if (more != 0)
        m_wanted.push_back({at, (m_wanted.empty() ? 0 : m_wanted.back().machines) + more});
}

const std::vector<HealthRecord::Counts> &HealthRecord::counts() const
{
    if (m_countsOld)
        m_counts = m_counter.steps();
    m_countsOld = false;
    return m_counts;
}

std::span<const HealthChange> HealthRecord::past(const std::string &node) const
{
    const auto found = m_past.find(node);
    return found == m_past.end() ? std::span<const HealthChange> {} : std::span(found->second);
}

int HealthRecord::interruptions(const std::string &node, core::api::Time since) const
{
    const auto changes = past(node);
    int left = 0;
    for (std::size_t i = 1; i < changes.size(); ++i) {
        if (changes[i].at >= since && changes[i - 1].state == State::Ready
            && changes[i].state != State::Ready)
            ++left;
    }
    return left;
}

} // namespace ui
