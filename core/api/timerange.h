// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is read from outside stays within these, so that sums and differences of a few times and lengths never
// leave what 64 bits of nanoseconds hold, and wrap around: virtual time would stand still over a task that is
// due in the past for ever.

#include "core/base/clock.h"

#include <algorithm>

namespace core::api {

inline constexpr base::Time earliestTime {
    std::chrono::sys_days(std::chrono::year(1900) / std::chrono::January / 1)};
inline constexpr base::Time latestTime {
    std::chrono::sys_days(std::chrono::year(2150) / std::chrono::January / 1)};
inline constexpr std::chrono::hours longestDuration {876'600}; ///< a hundred years

/// A number of seconds that somebody else wrote.
constexpr std::chrono::seconds heldSeconds(std::int64_t seconds)
{
    constexpr std::int64_t most = std::chrono::seconds(longestDuration).count();
    return std::chrono::seconds(std::clamp(seconds, -most, most));
}

} // namespace core::api
