// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How often something took how long: counts in buckets, as Prometheus has them.

#include "core/base/clock.h"

#include <algorithm>
#include <span>
#include <vector>

namespace core::runtime {

class Histogram
{
public:
    /// Upper bounds of the buckets in seconds, rising; what is longer counts in the total alone. They outlive
    /// the histogram.
    explicit Histogram(std::span<const double> bounds) : m_bounds(bounds), m_counts(bounds.size()) { }

    void observe(base::Duration duration)
    {
        const double seconds = std::chrono::duration<double>(duration).count();
        const auto bucket = std::ranges::lower_bound(m_bounds, seconds) - m_bounds.begin();
        if (static_cast<std::size_t>(bucket) < m_counts.size())
            ++m_counts[static_cast<std::size_t>(bucket)];
        ++m_count;
        m_sum += seconds;
    }

    /// How many took at most so long; exact for the bounds.
    std::uint64_t countUpTo(double seconds) const
    {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < m_counts.size() && m_bounds[i] <= seconds; ++i)
            count += m_counts[i];
        return count;
    }
    std::uint64_t count() const { return m_count; }
    /// The sum is in seconds.
    double sum() const { return m_sum; }

private:
    std::span<const double> m_bounds;
    std::vector<std::uint64_t> m_counts;
    std::uint64_t m_count = 0;
    double m_sum = 0;
};

} // namespace core::runtime
