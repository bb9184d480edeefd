// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Durations and timestamps from text, to text, and their sums. What has no result is a failure.

#include "core/cel/value.h"

namespace core::cel {

inline constexpr std::int64_t nanosecondsPerSecond = 1'000'000'000;
inline constexpr std::int64_t earliestSecond = -62135596800; ///< 0001-01-01T00:00:00Z
inline constexpr std::int64_t latestSecond = 253402300799; ///< 9999-12-31T23:59:59Z

/// "1h30m", "250ms", "-1.5s".
Value durationIn(std::string_view text);
/// RFC 3339, with any fraction and offset.
Value timestampIn(std::string_view text);
/// "2026-11-24", the day's beginning.
Value dateIn(std::string_view text);
/// A failure beyond the years that timestamps have.
Value timestampAt(std::int64_t seconds, std::int64_t nanoseconds);

/// The text is in seconds: "5400s", "0.25s".
std::string durationText(Duration duration);
std::string timestampText(Timestamp timestamp);

/// Year, month from 0, day from 1 and so on in that zone: "", "UTC", "+02:00", "Europe/Berlin".
struct CivilTime {
    std::int64_t year = 0;
    std::int64_t month = 0;
    std::int64_t day = 0;
    std::int64_t dayOfWeek = 0; ///< Sunday is 0
    std::int64_t dayOfYear = 0; ///< from 0
    std::int64_t hours = 0;
    std::int64_t minutes = 0;
    std::int64_t seconds = 0;
};
/// Nothing when there is no such zone.
std::optional<CivilTime> civilTime(Timestamp timestamp, std::string_view zone);

} // namespace core::cel
