// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/summary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core::experiment {

namespace {

constexpr Measure allMeasures[] {Measure::Recovery, Measure::ReadyMachineHours, Measure::Replaced,
    Measure::ReplacedNeedlessly, Measure::Length};
constexpr double half = 0.5;
constexpr double nearlyAll = 0.95;

std::optional<double> rank(std::vector<double> values, double part)
{
    if (values.empty())
        return std::nullopt;
    const auto place = std::ceil(part * static_cast<double>(values.size()));
    const auto at = values.begin() + std::max<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(place) - 1, 0);
    std::ranges::nth_element(values, at);
    return *at;
}

std::optional<double> typicalOf(const std::vector<double> &all, Measure measure)
{
    if (measure == Measure::Recovery || measure == Measure::Length)
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
    if (run.slowest && (!m_slowest || run.slowest->length > m_slowest->slowest->length))
        m_slowest = run;
}

const std::vector<double> &Summary::values(Measure measure) const
{
    static const std::vector<double> none;
    const auto found = m_values.find(measure);
    return found == m_values.end() ? none : found->second;
}

std::optional<double> Summary::typical(Measure measure) const
{
    return figuresOf(measure).typical;
}

std::optional<double> Summary::p95(Measure measure) const
{
    return figuresOf(measure).p95;
}

const Summary::Figures &Summary::figuresOf(Measure measure) const
{
    const auto [place, isNew] = m_figures.try_emplace(measure);
    if (isNew) {
        const std::vector<double> &all = values(measure);
        place->second = {typicalOf(all, measure), rank(all, nearlyAll)};
    }
    return place->second;
}

Standing standingOf(const std::vector<Summary> &summaries, std::size_t variant, Measure first, Measure last)
{
    const auto valueIn = [&](std::size_t i, Measure measure) { return summaries[i].typical(measure); };
    const auto isKnown = [&](std::size_t i) { return valueIn(i, first) && valueIn(i, last); };
    const auto worse = [&](std::size_t i, std::size_t than, Measure measure) {
        return worseBy(*valueIn(i, measure), *valueIn(than, measure), measure);
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
