// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/healthrecord.h"

#include <algorithm>
#include <charconv>

namespace ui {

using core::timeline::Fact;
using core::timeline::FactKind;

namespace {

int *counter(HealthRecord::Counts &counts, State state)
{
    switch (state) {
    case State::Ready:
        return &counts.ready;
    case State::NotReady:
        return &counts.notReady;
    case State::Unknown:
        return &counts.unknown;
    default:
        return nullptr;
    }
}

void step(HealthRecord::Counts &counts, State state, int by)
{
    if (int *count = counter(counts, state))
        *count += by;
}

std::int64_t number(std::string_view text)
{
    std::int64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

} // namespace

void HealthRecord::add(const Fact &fact)
{
    if (fact.kind == FactKind::NodeHealth)
        addHealth(fact);
    if (fact.kind == FactKind::SetReplicas)
        addReplicas(fact);
}

void HealthRecord::addHealth(const Fact &fact)
{
    const State to = stateOfHealth(fact.to);
    auto &past = m_past[fact.object.name];
    if (past.empty()) {
        // The record begins in the middle of this node's life: it has been what it was before all along.
        for (Counts &earlier : m_counts)
            step(earlier, stateOfHealth(fact.from), 1);
    }
    Counts next = m_counts.empty() ? Counts {} : m_counts.back();
    if (m_counts.empty())
        step(next, stateOfHealth(fact.from), 1);
    step(next, past.empty() ? stateOfHealth(fact.from) : past.back().state, -1);
    step(next, to, 1);
    next.at = fact.arrivalTime;
    m_counts.push_back(next);
    past.push_back({fact.arrivalTime, to});
    if (fact.to.empty())
        m_past.erase(fact.object.name);
}

void HealthRecord::addReplicas(const Fact &fact)
{
    std::int64_t &replicas = m_replicas[fact.object];
    const std::int64_t before = m_wanted.empty() ? 0 : m_wanted.back().machines;
    const std::int64_t next = number(fact.to);
    m_wanted.push_back({fact.arrivalTime, before - replicas + next});
    replicas = next;
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
