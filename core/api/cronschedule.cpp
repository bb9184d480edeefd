// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/cronschedule.h"

#include "core/api/time.h"
#include "core/base/number.h"

#include <QDateTime>

#include <algorithm>
#include <utility>
#include <vector>

namespace core::api {

using base::Duration;
using base::Time;
using namespace std::chrono_literals;

namespace {

struct Range {
    int first;
    int last;
    std::vector<std::string_view> names {}; ///< of first and those that follow
};

// As the fields follow each other.
const std::array<Range, 5> ranges {{{0, 59}, {0, 23}, {1, 31},
    {1, 12, {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
    {0, 6, {"sun", "mon", "tue", "wed", "thu", "fri", "sat"}}}};

constexpr std::pair<std::string_view, std::string_view> descriptors[] = {{"@yearly", "0 0 1 1 *"},
    {"@annually", "0 0 1 1 *"}, {"@monthly", "0 0 1 * *"}, {"@weekly", "0 0 * * 0"}, {"@daily", "0 0 * * *"},
    {"@midnight", "0 0 * * *"}, {"@hourly", "0 * * * *"}};

std::vector<std::string_view> split(std::string_view text, char at)
{
    std::vector<std::string_view> parts;
    for (std::size_t end = text.find(at); end != std::string_view::npos; end = text.find(at)) {
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end + 1);
    }
    parts.push_back(text);
    return parts;
}

std::vector<std::string_view> words(std::string_view text)
{
    std::vector<std::string_view> found = split(text, ' ');
    std::erase(found, std::string_view());
    return found;
}

bool isAny(std::string_view text)
{
    return text == "*" || text == "?";
}

base::Failure badSchedule(const std::string &what, std::string_view where)
{
    return base::fail(base::ErrorKind::Invalid, what + ": " + std::string(where));
}

base::Result<int> numberOf(std::string_view text, const Range &range, std::string_view whole)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
    const auto name = std::ranges::find(range.names, lower);
    if (name != range.names.end())
        return range.first + static_cast<int>(name - range.names.begin());
    const auto number = base::parseNumber<int>(text);
    if (!number)
        return badSchedule("Failed to parse int from " + std::string(text), whole);
    if (*number < 0)
        return badSchedule("Negative number (" + std::string(text) + ") not allowed", whole);
    return *number;
}

/// One of the parts between commas: "*", "5", "1-5", each with "/2" behind it or not.
base::Result<std::uint64_t> bitsOfPart(std::string_view part, const Range &range)
{
    const auto steps = split(part, '/');
    const auto ends = split(steps.front(), '-');
    if (ends.size() > 2)
        return badSchedule("Too many hyphens", part);
    if (steps.size() > 2)
        return badSchedule("Too many slashes", part);
    int first = range.first;
    int last = range.last;
    if (!isAny(ends.front())) {
        const auto from = numberOf(ends.front(), range, part);
        if (!from)
            return base::Failure(from.error());
        const auto to = ends.size() == 2 ? numberOf(ends.back(), range, part) : from;
        if (!to)
            return base::Failure(to.error());
        first = *from;
        last = ends.size() == 2 || steps.size() == 1 ? *to : range.last;
    }
    int step = 1;
    if (steps.size() == 2) {
        const auto given = numberOf(steps.back(), {}, part);
        if (!given)
            return base::Failure(given.error());
        step = *given;
    }
    const auto numbered = [](const char *what, int number, const char *then, int bound) {
        return std::string(what) + " (" + std::to_string(number) + ") " + then + " (" + std::to_string(bound)
            + ")";
    };
    if (first < range.first)
        return badSchedule(numbered("Beginning of range", first, "below minimum", range.first), part);
    if (last > range.last)
        return badSchedule(numbered("End of range", last, "above maximum", range.last), part);
    if (first > last)
        return badSchedule(numbered("Beginning of range", first, "beyond end of range", last), part);
    if (step == 0)
        return badSchedule("Step of range should be a positive number", part);
    std::uint64_t bits = 0;
    for (int number = first; number <= last; number += std::min(step, range.last + 1))
        bits |= std::uint64_t(1) << number;
    return bits;
}

base::Result<std::uint64_t> bitsOf(std::string_view field, const Range &range)
{
    std::uint64_t bits = 0;
    for (const std::string_view part : split(field, ',')) {
        const auto some = bitsOfPart(part, range);
        if (!some)
            return some;
        bits |= *some;
    }
    return bits;
}

base::Result<Duration> everyOf(std::string_view text)
{
    const auto length = parseDuration(text);
    if (!length)
        return base::fail(base::ErrorKind::Invalid,
            "Failed to parse duration @every " + std::string(text) + ": " + length.error().message);
    return std::max<Duration>(std::chrono::floor<std::chrono::seconds>(*length), 1s);
}

/// A name that leads out of the folder of time zones is none: Qt would open what is there.
std::optional<QTimeZone> zoneOf(std::string_view name)
{
    if (name.empty())
        return QTimeZone::utc();
    const QByteArray id(name.data(), static_cast<qsizetype>(name.size()));
    if (name.find("..") != std::string_view::npos || !QTimeZone::isTimeZoneIdAvailable(id))
        return std::nullopt;
    return QTimeZone(id);
}

QDateTime inZone(Time time, const QTimeZone &zone)
{
    const auto milliseconds = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(milliseconds.count(), zone);
}

} // namespace

base::Result<CronSchedule> CronSchedule::parse(std::string_view text, std::string_view timeZone)
{
    CronSchedule schedule;
    const auto zone = zoneOf(timeZone);
    if (!zone)
        return base::fail(base::ErrorKind::Invalid, "unknown time zone " + std::string(timeZone));
    schedule.m_zone = *zone;
    constexpr std::string_view every = "@every ";
    if (text.starts_with(every)) {
        const auto length = everyOf(text.substr(every.size()));
        if (!length)
            return base::Failure(length.error());
        schedule.m_every = *length;
        return schedule;
    }
    if (text.starts_with('@')) {
        const auto *known =
            std::ranges::find(descriptors, text, &std::pair<std::string_view, std::string_view>::first);
        if (known == std::end(descriptors))
            return badSchedule("Unrecognized descriptor", text);
        return parse(known->second, timeZone);
    }
    const auto fields = words(text);
    if (fields.size() != ranges.size())
        return badSchedule("Expected exactly 5 fields, found " + std::to_string(fields.size()), text);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const auto bits = bitsOf(fields[i], ranges[i]);
        if (!bits)
            return base::Failure(bits.error());
        schedule.m_fields[i] = *bits;
    }
    schedule.m_everyDay = isAny(fields[DayOfMonth]) || isAny(fields[DayOfWeek]);
    return schedule;
}

std::string CronSchedule::told(Time time) const
{
    const std::chrono::seconds offset(m_zone.offsetFromUtc(inZone(time, QTimeZone::utc())));
    std::string text = formatTime(time + offset);
    if (offset == 0s)
        return text;
    text.back() = offset < 0s ? '-' : '+';
    const auto minutes = std::chrono::floor<std::chrono::minutes>(std::chrono::abs(offset)).count();
    const auto twoDigits = [](auto number) {
        return std::string(number < 10 ? "0" : "") + std::to_string(number);
    };
    return text + twoDigits(minutes / 60) + ':' + twoDigits(minutes % 60);
}

bool CronSchedule::hasDay(const QDate &day) const
{
    const bool inMonth = has(DayOfMonth, day.day());
    const bool inWeek = has(DayOfWeek, day.dayOfWeek() % 7); // Qt's Sunday is 7
    return has(Month, day.month()) && (m_everyDay ? inMonth && inWeek : inMonth || inWeek);
}

std::optional<Time> CronSchedule::firstOf(const QDate &day, Time after) const
{
    const QDateTime from = inZone(after, m_zone);
    const int firstHour = day == from.date() ? from.time().hour() : 0;
    for (int hour = firstHour; hour <= ranges[Hour].last; ++hour) {
        for (int minute = 0; has(Hour, hour) && minute <= ranges[Minute].last; ++minute) {
            if (!has(Minute, minute))
                continue;
            const QTime wanted(hour, minute);
            const QDateTime moment(day, wanted, m_zone);
            const Time time {std::chrono::milliseconds(moment.toMSecsSinceEpoch())};
            if (moment.isValid() && moment.time() == wanted && time > after)
                return time;
        }
    }
    return std::nullopt;
}

std::optional<Time> CronSchedule::after(Time time) const
{
    if (m_every > Duration::zero())
        return truncatedToSeconds(time) + m_every;
    constexpr int mostDays = 5 * 366;
    const QDate today = inZone(time, m_zone).date();
    for (int days = 0; days <= mostDays; ++days) {
        const QDate day = today.addDays(days);
        if (!hasDay(day))
            continue;
        if (const auto found = firstOf(day, time))
            return found;
    }
    return std::nullopt;
}

std::optional<Time> CronSchedule::lastBetween(Time start, Time end) const
{
    if (m_every > Duration::zero()) {
        const Duration passed = end - truncatedToSeconds(start);
        return passed < m_every ? std::nullopt
                                : std::optional(truncatedToSeconds(start) + passed / m_every * m_every);
    }
    // From near to far, so that few moments are looked at however many there are.
    for (const Duration before :
        {Duration(1h), Duration(24h), Duration(24h * 32), Duration(24h * 366), end - start}) {
        std::optional<Time> last;
        for (auto next = after(std::max(start, end - before)); next && *next <= end; next = after(*next))
            last = next;
        if (last || end - before <= start)
            return last;
    }
    return std::nullopt;
}

} // namespace core::api
