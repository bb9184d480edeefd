// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/summary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace core::experiment {

namespace {

constexpr Measure allMeasures[] {Measure::Recovery, Measure::ReadyMachineHours, Measure::Replaced,
    Measure::ReplacedNeedlessly, Measure::Length};
constexpr double half = 0.5;
constexpr double nearlyAll = 0.95;

std::optional<Estimate> rank(std::vector<double> values, double part)
{
    if (values.empty())
        return std::nullopt;
    const auto place = std::ceil(part * static_cast<double>(values.size()));
    const auto at = values.begin() + std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(place) - 1, 0);
    std::ranges::nth_element(values, at);
    return *at;
}

/// The time within which that part recovers. Of what is open nothing is known after it was watched last: it
/// is taken to go on like what was watched longer.
std::optional<Estimate> rankWithOpen(std::vector<double> recovered, std::vector<double> open, double part)
{
    if (open.empty())
        return rank(std::move(recovered), part);
    constexpr double rounding = 1e-9;
    std::ranges::sort(recovered);
    std::ranges::sort(open);
    const double longest = std::max(open.back(), recovered.empty() ? 0 : recovered.back());
    auto watched = static_cast<double>(recovered.size() + open.size());
    double left = 1;
    auto ended = open.begin();
    for (const double time : recovered) {
        for (; ended != open.end() && *ended < time; ++ended)
            --watched;
        left *= (watched - 1) / watched;
        --watched;
        if (left <= 1 - part + rounding)
            return time;
    }
    return Estimate(longest, true);
}

std::optional<Estimate> typicalOf(const std::vector<double> &all, Measure measure)
{
    if (measure == Measure::Length)
        return rank(all, half);
    if (all.empty())
        return std::nullopt;
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

/// How much worse than another one by that measure; below zero: better.
double worseBy(double value, double other, Measure measure)
{
    return isBetterWhenLess(measure) ? value - other : other - value;
}

} // namespace

void Summary::add(const Run &run)
{
    ++m_runs;
    if (!run.failure.empty()) {
        ++m_failed;
        if (!m_firstFailed || run.seed < m_firstFailed->seed)
            m_firstFailed = run;
        return;
    }
    m_figures.clear();
    for (const Measure measure : allMeasures) {
        const std::vector<double> values = valuesOf(run, measure);
        m_values[measure].insert(m_values[measure].end(), values.begin(), values.end());
    }
    const std::vector<double> open = openOf(run);
    m_open.insert(m_open.end(), open.begin(), open.end());
    if (run.slowest && (!m_slowest || run.slowest->length > m_slowest->slowest->length))
        m_slowest = run;
}

const std::vector<double> &Summary::values(Measure measure) const
{
    static const std::vector<double> none;
    const auto found = m_values.find(measure);
    return found == m_values.end() ? none : found->second;
}

std::optional<Estimate> Summary::typical(Measure measure) const
{
    return figuresOf(measure).typical;
}

std::optional<Estimate> Summary::p95(Measure measure) const
{
    return figuresOf(measure).p95;
}

const Summary::Figures &Summary::figuresOf(Measure measure) const
{
    const auto [place, isNew] = m_figures.try_emplace(measure);
    if (isNew) {
        const std::vector<double> &all = values(measure);
        place->second = measure == Measure::Recovery
            ? Figures {rankWithOpen(all, m_open, half), rankWithOpen(all, m_open, nearlyAll)}
            : Figures {typicalOf(all, measure), rank(all, nearlyAll)};
    }
    return place->second;
}

Standing standingOf(const std::vector<Summary> &summaries, std::size_t variant, Measure first, Measure last)
{
    const auto valueIn = [&](std::size_t i, Measure measure) { return summaries[i].typical(measure); };
    const auto isKnown = [&](std::size_t i) {
        return std::ranges::all_of(std::array {valueIn(i, first), valueIn(i, last)},
            [](const std::optional<Estimate> &value) { return value && !value->isAtLeast; });
    };
    const auto worse = [&](std::size_t i, std::size_t than, Measure measure) {
        return worseBy(valueIn(i, measure)->value, valueIn(than, measure)->value, measure);
    };
    const auto isBehind = [&](std::size_t i, std::size_t than) {
        const double byFirst = worse(i, than, first);
        const double byLast = worse(i, than, last);
        return byFirst >= 0 && byLast >= 0 && (byFirst > 0 || byLast > 0);
    };
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < summaries.size(); ++i) {
        if (isKnown(i))
            known.push_back(i);
    }
    if (!isKnown(variant) || known.size() < 2)
        return {};
    // Of those that are better all round the one that none is better than.
    const auto betterThan = [&](std::size_t i) {
        std::optional<std::size_t> best;
        for (const std::size_t other : known) {
            if (isBehind(best.value_or(i), other))
                best = other;
        }
        return best;
    };
    if (const auto better = betterThan(variant))
        return {Standing::Kind::Behind, better};
    Standing standing {Standing::Kind::OnFront, {}};
    for (const std::size_t i : known) {
        const bool isNearer = !standing.other || worse(i, *standing.other, first) > 0;
        if (worse(variant, i, first) > 0 && isNearer && !betterThan(i))
            standing.other = i;
    }
    return standing;
}

} // namespace core::experiment
