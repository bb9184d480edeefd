// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/times.h"

#include "core/base/number.h"
#include "core/cel/texts.h"
#include "core/cel/wide.h"

#include <QDateTime>
#include <QTimeZone>

#include <array>
#include <chrono>
#include <cstdio>

namespace core::cel {

namespace {

constexpr std::int64_t secondsPerMinute = 60;
constexpr std::int64_t secondsPerHour = 3600;
constexpr std::int64_t secondsPerDay = 86400;

Value invalidTime(std::string_view what, std::string_view text)
{
    return failure("invalid " + std::string(what) + " value: \"" + std::string(text.substr(0, 64)) + "\"");
}

/// Reads what texts of times are made of; after a mistake everything is one.
class TimeReader
{
public:
    explicit TimeReader(std::string_view text) : m_rest(text) { }

    int digits(std::size_t count)
    {
        const std::string_view taken = m_rest.substr(0, count);
        const bool plain = taken.size() == count && taken.find_first_not_of("0123456789") == taken.npos;
        m_isRight = m_isRight && plain;
        m_rest.remove_prefix(taken.size());
        return plain ? base::parseNumber<int>(taken).value_or(0) : 0;
    }
    void expect(char c)
    {
        m_isRight = m_isRight && m_rest.starts_with(c);
        m_rest.remove_prefix(m_rest.empty() ? 0 : 1);
    }
    bool takeIf(char c)
    {
        const bool found = m_rest.starts_with(c);
        m_rest.remove_prefix(found ? 1 : 0);
        return found;
    }
    /// The fraction is in nanoseconds; more digits than that are cut off.
    std::int64_t fraction()
    {
        std::int64_t value = 0;
        std::int64_t unit = nanosecondsPerSecond / 10;
        const std::size_t length = std::min(m_rest.find_first_not_of("0123456789"), m_rest.size());
        m_isRight = m_isRight && length > 0;
        for (const char c : m_rest.substr(0, length)) {
            value += (c - '0') * unit;
            unit /= 10;
        }
        m_rest.remove_prefix(length);
        return value;
    }
    bool isRight() const { return m_isRight; }
    bool atEnd() const { return m_rest.empty(); }
    void fail() { m_isRight = false; }

private:
    std::string_view m_rest;
    bool m_isRight = true;
};

std::int64_t daySeconds(TimeReader &reader)
{
    const int year = reader.digits(4);
    reader.expect('-');
    const auto month = static_cast<unsigned>(reader.digits(2));
    reader.expect('-');
    const auto day = static_cast<unsigned>(reader.digits(2));
    const std::chrono::year_month_day date {
        std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    if (!date.ok())
        reader.fail();
    return date.ok() ? std::chrono::sys_days(date).time_since_epoch().count() * secondsPerDay : 0;
}

std::int64_t clockSeconds(TimeReader &reader)
{
    const int hours = reader.digits(2);
    reader.expect(':');
    const int minutes = reader.digits(2);
    reader.expect(':');
    const int seconds = reader.digits(2);
    if (hours > 23 || minutes > 59 || seconds > 59)
        reader.fail();
    return hours * secondsPerHour + minutes * secondsPerMinute + seconds;
}

std::int64_t offsetSeconds(TimeReader &reader)
{
    if (reader.takeIf('Z') || reader.takeIf('z'))
        return 0;
    const bool west = reader.takeIf('-');
    if (!west)
        reader.expect('+');
    const int hours = reader.digits(2);
    reader.expect(':');
    const int minutes = reader.digits(2);
    if (hours > 23 || minutes > 59)
        reader.fail();
    const std::int64_t seconds = hours * secondsPerHour + minutes * secondsPerMinute;
    return west ? -seconds : seconds;
}

/// The unit's length in nanoseconds, taken from the text; 0 when none stands there.
std::int64_t takeUnit(std::string_view &text)
{
    constexpr std::array<std::pair<std::string_view, std::int64_t>, 8> units {{{"ns", 1}, {"us", 1'000},
        {"\xc2\xb5s", 1'000}, {"\xce\xbcs", 1'000}, {"ms", 1'000'000}, {"s", nanosecondsPerSecond},
        {"m", 60 * nanosecondsPerSecond}, {"h", 3600 * nanosecondsPerSecond}}};
    for (const auto &[name, length] : units) {
        if (!text.starts_with(name))
            continue;
        text.remove_prefix(name.size());
        return length;
    }
    return 0;
}

/// A number with its unit, in nanoseconds.
std::optional<Wide> takePart(std::string_view &text)
{
    const auto takeDigits = [&] {
        const auto digits = text.substr(0, text.find_first_not_of("0123456789"));
        text.remove_prefix(digits.size());
        return digits;
    };
    const std::string_view whole = takeDigits();
    std::string_view fraction;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = takeDigits();
    }
    const auto number =
        whole.empty() ? std::optional<std::int64_t>(0) : base::parseNumber<std::int64_t>(whole);
    const std::int64_t unit = takeUnit(text);
    if (!number || unit == 0 || (whole.empty() && fraction.empty()))
        return std::nullopt;
    constexpr std::size_t countedDigits = 15;
    Wide part = 0;
    Wide scale = 1;
    for (const char c : fraction.substr(0, countedDigits)) {
        part = part * 10 + (c - '0');
        scale *= 10;
    }
    return static_cast<Wide>(*number) * unit + part * unit / scale;
}

/// Seconds east of Greenwich: of "+02:00", "-8:30" or a name of the tz database.
std::optional<std::int64_t> zoneOffset(std::string_view zone, Timestamp timestamp)
{
    if (zone.empty() || zone == "UTC")
        return 0;
    if (const std::size_t colon = zone.find(':'); colon != std::string_view::npos) {
        const bool west = zone.starts_with('-');
        const bool isSigned = west || zone.starts_with('+');
        const auto hours = base::parseNumber<int>(zone.substr(isSigned ? 1 : 0, colon - (isSigned ? 1 : 0)));
        const auto minutes = base::parseNumber<int>(zone.substr(colon + 1));
        if (!hours || !minutes || *hours > 23 || *hours < 0 || *minutes > 59 || *minutes < 0)
            return std::nullopt;
        const std::int64_t seconds = *hours * secondsPerHour + *minutes * secondsPerMinute;
        return west ? -seconds : seconds;
    }
    const QTimeZone named(QByteArray(zone.data(), static_cast<qsizetype>(zone.size())));
    if (!named.isValid())
        return std::nullopt;
    return named.offsetFromUtc(QDateTime::fromSecsSinceEpoch(timestamp.seconds, QTimeZone::utc()));
}

std::string printed(const char *format, std::int64_t a, std::int64_t b, std::int64_t c)
{
    std::array<char, 64> buffer {};
    const int length = std::snprintf(buffer.data(), buffer.size(), format, // NOLINT(*-vararg)
        static_cast<long long>(a), static_cast<long long>(b), static_cast<long long>(c));
    return {buffer.data(), static_cast<std::size_t>(length)};
}

} // namespace

Value durationIn(std::string_view text)
{
    std::string_view rest = text;
    const bool negative = rest.starts_with('-');
    if (negative || rest.starts_with('+'))
        rest.remove_prefix(1);
    if (rest == "0")
        return Duration {};
    if (rest.empty())
        return invalidTime("duration", text);
    Wide sum = 0;
    constexpr auto most = static_cast<Wide>(INT64_MAX);
    while (!rest.empty()) {
        const auto part = takePart(rest);
        if (!part || sum + *part > most)
            return invalidTime("duration", text);
        sum += *part;
    }
    return Duration {static_cast<std::int64_t>(negative ? -sum : sum)};
}

Value timestampIn(std::string_view text)
{
    TimeReader reader(text);
    const std::int64_t day = daySeconds(reader);
    if (!reader.takeIf('T'))
        reader.expect('t');
    const std::int64_t clock = clockSeconds(reader);
    const std::int64_t fraction = reader.takeIf('.') ? reader.fraction() : 0;
    const std::int64_t offset = offsetSeconds(reader);
    if (!reader.isRight() || !reader.atEnd())
        return invalidTime("timestamp", text);
    return timestampAt(day + clock - offset, fraction);
}

Value dateIn(std::string_view text)
{
    TimeReader reader(text);
    const std::int64_t day = daySeconds(reader);
    if (!reader.isRight() || !reader.atEnd())
        return invalidTime("date", text);
    return timestampAt(day, 0);
}

Value timestampAt(std::int64_t seconds, std::int64_t nanoseconds)
{
    if (seconds < earliestSecond || seconds > latestSecond)
        return failure("timestamp overflow");
    return Timestamp {seconds, static_cast<std::int32_t>(nanoseconds)};
}

std::string durationText(Duration duration)
{
    const bool negative = duration.nanoseconds < 0;
    const auto magnitude = negative ? 0 - static_cast<std::uint64_t>(duration.nanoseconds)
                                    : static_cast<std::uint64_t>(duration.nanoseconds);
    constexpr std::uint64_t perSecond = nanosecondsPerSecond;
    std::string text = (negative ? "-" : "") + std::to_string(magnitude / perSecond);
    if (const std::uint64_t rest = magnitude % perSecond) {
        std::string fraction = std::to_string(perSecond + rest).substr(1);
        fraction.erase(fraction.find_last_not_of('0') + 1);
        text += "." + fraction;
    }
    return text + "s";
}

std::string timestampText(Timestamp timestamp)
{
    const CivilTime civil = civilTime(timestamp, {}).value_or(CivilTime());
    std::string text = printed("%04lld-%02lld-%02lldT", civil.year, civil.month + 1, civil.day)
        + printed("%02lld:%02lld:%02lld", civil.hours, civil.minutes, civil.seconds);
    if (timestamp.nanoseconds > 0) {
        std::string fraction = std::to_string(nanosecondsPerSecond + timestamp.nanoseconds).substr(1);
        fraction.erase(fraction.find_last_not_of('0') + 1);
        text += "." + fraction;
    }
    return text + "Z";
}

std::optional<CivilTime> civilTime(Timestamp timestamp, std::string_view zone)
{
    const auto offset = zoneOffset(zone, timestamp);
    if (!offset)
        return std::nullopt;
    using namespace std::chrono;
    const sys_seconds point {seconds(timestamp.seconds + *offset)};
    const sys_days day = floor<days>(point);
    const year_month_day date(day);
    const hh_mm_ss clock(point - day);
    CivilTime civil;
    civil.year = static_cast<int>(date.year());
    civil.month = static_cast<unsigned>(date.month()) - 1;
    civil.day = static_cast<unsigned>(date.day());
    civil.dayOfWeek = weekday(day).c_encoding();
    civil.dayOfYear = (day - sys_days(date.year() / January / 1)).count();
    civil.hours = clock.hours().count();
    civil.minutes = clock.minutes().count();
    civil.seconds = clock.seconds().count();
    return civil;
}

} // namespace core::cel
