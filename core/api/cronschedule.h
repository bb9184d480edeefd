// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// When a CronJob is due: five fields (minute, hour, day of the month, month, day of the week), "@hourly" and
// the like, or "@every 1h30m" (docs/machines.md §3.13).

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QTimeZone>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core::api {

class CronSchedule
{
public:
    /// Invalid says what of which field is wrong. An empty time zone is UTC.
    static base::Result<CronSchedule> parse(std::string_view text, std::string_view timeZone = {});

    /// The first moment after the time, in whole minutes; nothing when there is none within five years, as of
    /// the 30th of February. A moment that the clocks leap over is none.
    std::optional<base::Time> after(base::Time time) const;
    /// The last moment after the start, and not after the end.
    std::optional<base::Time> lastBetween(base::Time start, base::Time end) const;
    /// "2026-11-20T11:10:00+01:00": as the time is told in the time zone; with a Z where that is UTC.
    std::string told(base::Time time) const;

private:
    enum Field : std::uint8_t { Minute, Hour, DayOfMonth, Month, DayOfWeek, Count };

    bool has(Field field, int number) const { return (m_fields[field] >> number & 1) != 0; }
    bool hasDay(const QDate &day) const;
    std::optional<base::Time> firstOf(const QDate &day, base::Time after) const;

    std::array<std::uint64_t, Field::Count> m_fields {}; ///< bit 5 of Minute: at five minutes past
    bool m_everyDay = false; ///< one of the two fields of days is "*": both have to hold, else one of them
    base::Duration m_every {}; ///< more than zero: so long after the start, and again after that
    QTimeZone m_zone;
};

} // namespace core::api
