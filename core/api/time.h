// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The three spellings of time on the wire: RFC 3339 in whole seconds (metav1.Time), RFC 3339 with six digits
// (metav1.MicroTime), Go durations (docs/machines.md §1.3).

#include "core/base/clock.h"
#include "core/base/result.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace core::api {

using base::Time;

/// Six fractional digits on the wire, as Leases have them.
struct MicroTime {
    Time value;
    bool operator==(const MicroTime &) const = default;
};

/// "2026-11-20T10:00:00Z": UTC, fractions cut.
std::string formatTime(Time time);
/// "2026-11-20T10:00:00.123456Z"
std::string formatMicroTime(Time time);
/// Reads any RFC 3339 time, with or without fractions and offset. Times before earliestTime and after
/// latestTime (timerange.h) count as these.
base::Result<Time> parseTime(std::string_view text);

/// A length of time in Go's syntax; canonical on output ("1h30m0s", "250ms", "0s").
struct GoDuration {
    base::Duration value {};
    bool operator==(const GoDuration &) const = default;
    auto operator<=>(const GoDuration &) const = default;
};

/// Invalid says what is wrong. Parts of a nanosecond are cut off; more than longestDuration (timerange.h)
/// counts as that, more than Go can hold is refused.
base::Result<base::Duration> parseDuration(std::string_view text);
std::string formatDuration(base::Duration duration);

/// "45s", "3m12s", "5h", "3d4h": as kubectl shows ages; "<invalid>" for what lies more than a second ahead.
std::string humanDuration(base::Duration duration);
/// An age as humanDuration() writes it, for people at a window or terminal: "0s" for what lies ahead.
inline std::string ageText(base::Duration age)
{
    return humanDuration(std::max(age, base::Duration::zero()));
}

inline Time truncatedToSeconds(Time time)
{
    return std::chrono::floor<std::chrono::seconds>(time);
}

} // namespace core::api
