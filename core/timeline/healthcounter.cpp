// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/healthcounter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core::timeline {

namespace {

constexpr std::array<int HealthCounts::*, 3> series {
    &HealthCounts::ready, &HealthCounts::notReady, &HealthCounts::unknown};

int HealthCounts::*countOf(std::string_view health)
{
    if (health == "Ready")
        return &HealthCounts::ready;
    return health == "Unknown" ? &HealthCounts::unknown : &HealthCounts::notReady;
}

bool sameState(const HealthCounts &a, const HealthCounts &b)
{
    return std::ranges::all_of(series, [&](auto member) { return a.*member == b.*member; });
}

void append(std::vector<HealthCounts> &out, const HealthCounts &step)
{
    if (out.empty() || !sameState(out.back(), step))
        out.push_back(step);
}

/// The extremes and the last step of one column, in the order of time.
void appendColumn(std::vector<HealthCounts> &out, std::span<const HealthCounts> column)
{
    std::vector<const HealthCounts *> chosen {&column.back()};
    for (const auto member : series) {
        const auto [least, most] = std::ranges::minmax_element(column, {}, member);
        chosen.push_back(&*least);
        chosen.push_back(&*most);
    }
    std::ranges::sort(chosen);
    const auto twice = std::ranges::unique(chosen);
    chosen.erase(twice.begin(), twice.end());
    for (const HealthCounts *step : chosen)
        append(out, *step);
}

} // namespace

void HealthCounter::add(const Fact &fact)
{
    if (fact.kind != FactKind::NodeHealth)
        return;
    const auto counted = m_nodes.find(fact.object.name);
    if (counted != m_nodes.end()) {
        --(m_now.*counted->second);
        m_nodes.erase(counted);
    }
    if (!fact.to.empty()) {
        const auto state = countOf(fact.to);
        m_nodes[fact.object.name] = state;
        ++(m_now.*state);
    }
    m_now.at = std::max(m_now.at, fact.arrivalTime);
    if (!m_steps.empty() && m_steps.back().at == m_now.at)
        m_steps.back() = m_now;
    else
        m_steps.push_back(m_now);
    if (m_steps.size() > m_mostKept)
        m_steps.pop_front();
}

std::vector<HealthCounts> countsOf(std::span<const Fact> facts)
{
    HealthCounter counter;
    for (const Fact &fact : facts)
        counter.add(fact);
    return counter.steps();
}

std::vector<HealthCounts> downsampled(
    std::span<const HealthCounts> steps, api::Time begin, api::Time end, int columns)
{
    std::vector<HealthCounts> out;
    if (end <= begin || columns < 1)
        return out;
    auto next = std::ranges::upper_bound(steps, begin, {}, &HealthCounts::at);
    HealthCounts first = next == steps.begin() ? HealthCounts {} : *(next - 1);
    first.at = begin;
    append(out, first);

    const auto last = std::upper_bound(
        next, steps.end(), end, [](api::Time time, const HealthCounts &step) { return time < step.at; });
    const std::chrono::duration<double> width = (end - begin) / static_cast<double>(columns);
    while (next != last) {
        const double column = std::floor((next->at - begin) / width);
        const auto columnEnd = std::find_if(next, last,
            [&](const HealthCounts &step) { return std::floor((step.at - begin) / width) > column; });
        appendColumn(out, {next, columnEnd});
        next = columnEnd;
    }
    if (out.back().at < end) {
        out.push_back(out.back());
        out.back().at = end;
    }
    return out;
}

} // namespace core::timeline
