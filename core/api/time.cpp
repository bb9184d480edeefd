// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/time.h"

#include "core/api/timerange.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <optional>

namespace core::api {

using namespace std::chrono;

namespace {

base::Failure badTime(std::string_view text)
{
    return base::fail(base::ErrorKind::Invalid, "\"" + std::string(text) + "\" is not an RFC 3339 time");
}

/// "3m12s", "3m"
std::string twoUnits(std::int64_t first, char firstUnit, std::int64_t second, char secondUnit)
{
    std::string text = std::to_string(first) + firstUnit;
    if (second > 0)
        text += std::to_string(second) + secondUnit;
    return text;
}

/// Writes the number over the zeros that the text has there.
void fillIn(std::string &text, std::size_t at, std::size_t width, unsigned value)
{
    for (std::size_t i = at + width; i > at; value /= 10)
        text[--i] = static_cast<char>('0' + value % 10);
}

void fillInDateTime(std::string &text, Time time)
{
    const auto day = floor<days>(time);
    const year_month_day date(day);
    const auto second = static_cast<unsigned>(floor<seconds>(time - day).count());
    fillIn(text, 0, 4, static_cast<unsigned>(static_cast<int>(date.year())));
    fillIn(text, 5, 2, static_cast<unsigned>(date.month()));
    fillIn(text, 8, 2, static_cast<unsigned>(date.day()));
    fillIn(text, 11, 2, second / 3600);
    fillIn(text, 14, 2, second / 60 % 60);
    fillIn(text, 17, 2, second % 60);
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The number that two digits write; negative when there are others than digits.
int twoDigits(std::string_view text, std::size_t at)
{
    const char tens = text[at];
    const char ones = text[at + 1];
    return isDigit(tens) && isDigit(ones) ? 10 * (tens - '0') + (ones - '0') : -1;
}

bool takeChar(std::string_view &text, std::string_view allowed)
{
    for (const char c : allowed) { // few: find() would cost more than all the rest of a time
        if (!text.empty() && text.front() == c) {
            text.remove_prefix(1);
            return true;
        }
    }
    return false;
}

/// The digits after a point; nothing when there are none.
std::optional<nanoseconds> takeFraction(std::string_view &text)
{
    if (text.empty() || !isDigit(text.front()))
        return std::nullopt;
    std::int64_t value = 0;
    std::int64_t scale = 1'000'000'000;
    while (!text.empty() && isDigit(text.front())) {
        if (scale > 1) {
            value = value * 10 + (text.front() - '0');
            scale /= 10;
        }
        text.remove_prefix(1);
    }
    return nanoseconds(value * scale);
}

/// The offset that the whole text is: "Z", "+01:30"; nothing when it is neither.
std::optional<minutes> offsetIn(std::string_view text)
{
    if (text == "Z" || text == "z")
        return minutes(0);
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':')
        return std::nullopt;
    const int hour = twoDigits(text, 1);
    const int minute = twoDigits(text, 4);
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59)
        return std::nullopt;
    const minutes offset = hours(hour) + minutes(minute);
    return text[0] == '-' ? -offset : offset;
}

} // namespace

std::string formatTime(Time time)
{
    std::string text = "0000-00-00T00:00:00Z";
    fillInDateTime(text, time);
    return text;
}

std::string formatMicroTime(Time time)
{
    std::string text = "0000-00-00T00:00:00.000000Z";
    fillInDateTime(text, time);
    fillIn(text, 20, 6, static_cast<unsigned>((floor<microseconds>(time) - floor<seconds>(time)).count()));
    return text;
}

namespace {

base::Result<Time> readTime(std::string_view text)
{
    constexpr std::size_t shortest = 20; // "2026-11-20T10:00:00Z"
    if (text.size() < shortest || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':'
        || (text[10] != 'T' && text[10] != 't' && text[10] != ' '))
        return badTime(text);
    const int century = twoDigits(text, 0);
    const int ofCentury = twoDigits(text, 2);
    const int mo = twoDigits(text, 5);
    const int d = twoDigits(text, 8);
    const int h = twoDigits(text, 11);
    const int mi = twoDigits(text, 14);
    const int s = twoDigits(text, 17);
    if (std::min({century, ofCentury, mo, d, h, mi, s}) < 0 || h > 23 || mi > 59 || s > 60)
        return badTime(text);
    std::string_view rest = text.substr(shortest - 1);
    const auto fraction = takeChar(rest, ".") ? takeFraction(rest) : nanoseconds(0);
    const auto offset = offsetIn(rest);
    const year_month_day date {
        year(100 * century + ofCentury), month(static_cast<unsigned>(mo)), day(static_cast<unsigned>(d))};
    if (!fraction || !offset || !date.ok())
        return badTime(text);
    const sys_seconds whole = sys_days(date) + hours(h) + minutes(mi) + seconds(s) - *offset;
    if (whole < floor<seconds>(earliestTime)) // in seconds: year 9999 has too many nanoseconds
        return earliestTime;
    if (whole >= floor<seconds>(latestTime))
        return latestTime;
    return Time(whole) + *fraction;
}

} // namespace

base::Result<Time> parseTime(std::string_view text)
{
    // Heartbeats of one moment bear the same time, and it is read several times on its way.
    static thread_local std::string lastText;
    static thread_local Time lastTime;
    if (!text.empty() && text == lastText)
        return lastTime;
    const auto time = readTime(text);
    if (time) {
        lastText = text;
        lastTime = *time;
    }
    return time;
}

namespace {

struct Unit {
    std::string_view name;
    std::uint64_t nanos;
};

constexpr std::array<Unit, 8> units {{
    {"ns", 1},
    {"us", 1'000},
    {"\u00b5s", 1'000},
    {"\u03bcs", 1'000},
    {"ms", 1'000'000},
    {"s", 1'000'000'000},
    {"m", 60'000'000'000},
    {"h", 3'600'000'000'000},
}};

base::Failure badDuration(std::string_view text, std::string_view why)
{
    return base::fail(base::ErrorKind::Invalid,
        "\"" + std::string(text) + "\" is not a duration: " + std::string(why)
            + " (write 40s, 1h30m, 250ms)");
}

std::optional<Unit> takeUnit(std::string_view &text)
{
    std::size_t length = 0;
    while (length < text.size() && text[length] != '.' && !isDigit(text[length]))
        ++length;
    for (const Unit &unit : units) {
        if (text.substr(0, length) == unit.name) {
            text.remove_prefix(length);
            return unit;
        }
    }
    return std::nullopt;
}

struct Group {
    std::uint64_t whole = 0;
    std::uint64_t fraction = 0; ///< in units of 1 / scale
    std::uint64_t scale = 1;
    bool isNumber = false; ///< there was a digit
    bool isTooLong = false;
};

/// Reads "1", "1.5", ".5" or "5." and moves on.
Group takeNumber(std::string_view &text)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    Group group;
    for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1)) {
        const auto digit = static_cast<std::uint64_t>(text.front() - '0');
        group.isNumber = true;
        group.isTooLong = group.isTooLong || group.whole > (most - digit) / 10;
        group.whole = group.whole * 10 + digit;
    }
    if (!takeChar(text, "."))
        return group;
    constexpr std::uint64_t finest =
        1'000'000'000'000'000'000U; // further digits count for less than a nanosecond
    for (; !text.empty() && isDigit(text.front()); text.remove_prefix(1)) {
        group.isNumber = true;
        if (group.scale == finest)
            continue;
        group.fraction = group.fraction * 10 + static_cast<std::uint64_t>(text.front() - '0');
        group.scale *= 10;
    }
    return group;
}

/// Adds the group's nanoseconds, parts of one cut off; false when the sum leaves the range of a duration.
bool addGroup(std::uint64_t &total, const Group &group, std::uint64_t unit)
{
    constexpr std::uint64_t most = std::uint64_t(1) << 63U; // of a negative duration
    if (group.isTooLong || group.whole > most / unit)
        return false;
    const double fraction =
        static_cast<double>(group.fraction) * (static_cast<double>(unit) / static_cast<double>(group.scale));
    const std::uint64_t nanos = group.whole * unit + static_cast<std::uint64_t>(fraction);
    if (nanos > most || total > most - nanos)
        return false;
    total += nanos;
    return true;
}

} // namespace

base::Result<base::Duration> parseDuration(std::string_view text)
{
    std::string_view rest = text;
    const bool negative = !rest.empty() && rest.front() == '-';
    takeChar(rest, "+-");
    if (rest == "0")
        return base::Duration(0);
    if (rest.empty())
        return badDuration(text, "it is empty");
    std::uint64_t total = 0;
    while (!rest.empty()) {
        const Group group = takeNumber(rest);
        if (!group.isNumber)
            return badDuration(text, "a number is missing");
        if (rest.empty())
            return badDuration(text, "the unit is missing");
        const auto unit = takeUnit(rest);
        if (!unit)
            return badDuration(text, "unknown unit, known are ns, us, ms, s, m, h");
        if (!addGroup(total, group, unit->nanos))
            return badDuration(text, "it is too long");
    }
    if (!negative && total > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return badDuration(text, "it is too long");
    const base::Duration length(static_cast<std::int64_t>(negative ? 0 - total : total));
    return std::clamp<base::Duration>(length, -longestDuration, longestDuration);
}

namespace {

std::string trimmedFraction(std::uint64_t whole, std::uint64_t fraction, int width)
{
    std::string out = std::to_string(whole);
    if (fraction == 0)
        return out;
    std::string digits = std::to_string(fraction);
    digits.insert(0, static_cast<std::size_t>(width) - digits.size(), '0');
    while (digits.back() == '0')
        digits.pop_back();
    return out + "." + digits;
}

} // namespace

std::string formatDuration(base::Duration duration)
{
    const std::int64_t count = duration.count();
    if (count == 0)
        return "0s";
    const std::string sign = count < 0 ? "-" : "";
    const std::uint64_t nanos =
        count < 0 ? ~static_cast<std::uint64_t>(count) + 1 : static_cast<std::uint64_t>(count);
    if (nanos < 1'000)
        return sign + std::to_string(nanos) + "ns";
    if (nanos < 1'000'000)
        return sign + trimmedFraction(nanos / 1'000, nanos % 1'000, 3) + "\u00b5s";
    if (nanos < 1'000'000'000)
        return sign + trimmedFraction(nanos / 1'000'000, nanos % 1'000'000, 6) + "ms";
    const std::uint64_t totalSeconds = nanos / 1'000'000'000;
    std::string out = sign;
    if (totalSeconds >= 3600)
        out += std::to_string(totalSeconds / 3600) + "h";
    if (totalSeconds >= 60)
        out += std::to_string(totalSeconds / 60 % 60) + "m";
    return out + trimmedFraction(totalSeconds % 60, nanos % 1'000'000'000, 9) + "s";
}

std::string humanDuration(base::Duration duration)
{
    const auto total = floor<seconds>(duration).count();
    if (total < -1)
        return "<invalid>";
    if (total < 0)
        return "0s";
    if (total < 120)
        return std::to_string(total) + "s";
    const auto inMinutes = total / 60;
    if (inMinutes < 10)
        return twoUnits(inMinutes, 'm', total % 60, 's');
    if (inMinutes < 180)
        return std::to_string(inMinutes) + "m";
    const auto inHours = inMinutes / 60;
    if (inHours < 8)
        return twoUnits(inHours, 'h', inMinutes % 60, 'm');
    if (inHours < 48)
        return std::to_string(inHours) + "h";
    const auto inDays = inHours / 24;
    if (inDays < 8)
        return twoUnits(inDays, 'd', inHours % 24, 'h');
    if (inDays < 730)
        return std::to_string(inDays) + "d";
    if (inDays < 2920)
        return twoUnits(inDays / 365, 'y', inDays % 365, 'd');
    return std::to_string(inDays / 365) + "y";
}

} // namespace core::api
