// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the runs of an experiment say together: of each variant, and of one beside the others.

#include "core/experiment/run.h"

#include <map>

namespace core::experiment {

/// A figure, or what it is at least.
struct Estimate {
    Estimate(double is, bool isOnlyLeast = false) : value(is), isAtLeast(isOnlyLeast) { }

    double value;
    bool isAtLeast;

    bool operator==(const Estimate &) const = default;
};

/// What is known of one variant so far. A run whose scenario did not hold ended early: it is counted, and not
/// measured.
class Summary
{
public:
    void add(const Run &run);

    std::size_t runs() const { return m_runs; }
    std::size_t failed() const { return m_failed; } ///< runs whose scenario did not hold
    /// Durations in seconds, shares from 0 to 1, in the order of the runs.
    const std::vector<double> &values(Measure measure) const;
    /// Failures that had not recovered when their run was over: how many seconds they had lasted by then.
    const std::vector<double> &open() const { return m_open; }
    /// The median of durations, the mean of what is counted or shared; nothing while there is no value. What
    /// is open counts among the recoveries for as long as it was watched (Kaplan and Meier): where fewer than
    /// half are known to have recovered, the median is at least the longest time that was seen.
    std::optional<Estimate> typical(Measure measure) const;
    /// Nearest rank: one that really was; what is open counts in the same way.
    std::optional<Estimate> p95(Measure measure) const;
    /// Of the measured runs the one with the slowest recovery; null while none recovered.
    const Run *slowest() const { return m_slowest ? &*m_slowest : nullptr; }
    /// The first run whose scenario did not hold; null while all did.
    const Run *firstFailed() const { return m_firstFailed ? &*m_firstFailed : nullptr; }

private:
    struct Figures {
        std::optional<Estimate> typical;
        std::optional<Estimate> p95;
    };
    const Figures &figuresOf(Measure measure) const;

    std::size_t m_runs = 0;
    std::size_t m_failed = 0;
    std::map<Measure, std::vector<double>> m_values;
    std::vector<double> m_open;
    mutable std::map<Measure, Figures> m_figures; ///< those that were asked for since the last run
    std::optional<Run> m_slowest;
    std::optional<Run> m_firstFailed;
};

/// A variant beside the others, by two measures.
struct Standing {
    enum class Kind {
        Unknown, ///< there is nothing to compare yet, or of its own figures only what they are at least
        OnFront, ///< no other one is better in one of the two and as good in the other
        Behind, ///< one is
    };
    Kind kind = Kind::Unknown;
    /// Behind: the one that is better. OnFront: the nearest one on the front that is better in the first
    /// measure, if any.
    std::optional<std::size_t> other;
};

Standing standingOf(const std::vector<Summary> &summaries, std::size_t variant, Measure first, Measure last);

} // namespace core::experiment
