// SPDX-License-Identifier: GPL-3.0-or-later
// What a timestamp or a duration consists of.
#include "core/cel/library.h"
#include "core/cel/times.h"

namespace core::cel {

namespace {

/// The field in UTC, or in the zone that is named.
template<std::int64_t CivilTime::*field, std::int64_t add = 0>
Value timestampField(Arguments arguments, Meter & /*meter*/)
{
    const std::string_view zone = arguments.size() > 1 ? arguments[1].text() : std::string_view();
    const auto civil = civilTime(arguments[0].get<Timestamp>(), zone);
    return civil ? Value((*civil).*field + add)
                 : failure("unknown time zone " + std::string(zone.substr(0, 64)));
}

Value timestampMilliseconds(Arguments arguments, Meter & /*meter*/)
{
    constexpr std::int64_t perMillisecond = 1'000'000;
    return std::int64_t(arguments[0].get<Timestamp>().nanoseconds / perMillisecond);
}

/// The whole duration in that unit.
template<std::int64_t nanoseconds>
Value wholeUnits(Arguments arguments, Meter & /*meter*/)
{
    return arguments[0].get<Duration>().nanoseconds / nanoseconds;
}

Value durationMilliseconds(Arguments arguments, Meter & /*meter*/)
{
    constexpr std::int64_t perMillisecond = 1'000'000;
    return arguments[0].get<Duration>().nanoseconds % nanosecondsPerSecond / perMillisecond;
}

constexpr Declaration timeFunctions[] = {
    {"(timestamp).getFullYear() -> int", timestampField<&CivilTime::year>},
    {"(timestamp).getFullYear(string) -> int", timestampField<&CivilTime::year>},
    {"(timestamp).getMonth() -> int", timestampField<&CivilTime::month>},
    {"(timestamp).getMonth(string) -> int", timestampField<&CivilTime::month>},
    {"(timestamp).getDate() -> int", timestampField<&CivilTime::day>},
    {"(timestamp).getDate(string) -> int", timestampField<&CivilTime::day>},
    {"(timestamp).getDayOfMonth() -> int", timestampField<&CivilTime::day, -1>},
    {"(timestamp).getDayOfMonth(string) -> int", timestampField<&CivilTime::day, -1>},
    {"(timestamp).getDayOfWeek() -> int", timestampField<&CivilTime::dayOfWeek>},
    {"(timestamp).getDayOfWeek(string) -> int", timestampField<&CivilTime::dayOfWeek>},
    {"(timestamp).getDayOfYear() -> int", timestampField<&CivilTime::dayOfYear>},
    {"(timestamp).getDayOfYear(string) -> int", timestampField<&CivilTime::dayOfYear>},
    {"(timestamp).getHours() -> int", timestampField<&CivilTime::hours>},
    {"(timestamp).getHours(string) -> int", timestampField<&CivilTime::hours>},
    {"(timestamp).getMinutes() -> int", timestampField<&CivilTime::minutes>},
    {"(timestamp).getMinutes(string) -> int", timestampField<&CivilTime::minutes>},
    {"(timestamp).getSeconds() -> int", timestampField<&CivilTime::seconds>},
    {"(timestamp).getSeconds(string) -> int", timestampField<&CivilTime::seconds>},
    {"(timestamp).getMilliseconds() -> int", timestampMilliseconds},
    {"(timestamp).getMilliseconds(string) -> int", timestampMilliseconds},
    {"(duration).getHours() -> int", wholeUnits<3600 * nanosecondsPerSecond>},
    {"(duration).getMinutes() -> int", wholeUnits<60 * nanosecondsPerSecond>},
    {"(duration).getSeconds() -> int", wholeUnits<nanosecondsPerSecond>},
    {"(duration).getMilliseconds() -> int", durationMilliseconds},
};

} // namespace

Declarations timeLibrary()
{
    return timeFunctions;
}

} // namespace core::cel
