// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/formatting.h"

#include "core/base/number.h"
#include "core/cel/texts.h"
#include "core/cel/times.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace core::cel {

namespace {

/// One "%.3f" of a format.
struct Clause {
    char verb = 's';
    int precision = 6;
};

Value unfit(char verb, const Value &value)
{
    return failure("error during formatting: could not format " + textOf(*typeOfValue(value)) + " as %"
        + std::string(1, verb));
}

/// The text is as %s shows it; false when that would be too much.
bool appendShown(std::string &into, const Value &value, Meter &meter);

bool appendList(std::string &into, const List &list, Meter &meter)
{
    into += '[';
    for (std::size_t i = 0; i < list.size(); ++i) {
        into += i > 0 ? ", " : "";
        if (!appendShown(into, list.at(i), meter))
            return false;
    }
    into += ']';
    return true;
}

/// The entries are sorted by key, so that the text is always the same.
bool appendMap(std::string &into, const Map &map, Meter &meter)
{
    std::vector<std::pair<std::string, Value>> entries;
    for (std::size_t i = 0; i < map.size() && meter.work(1); ++i) {
        std::string key;
        if (!appendShown(key, map.keyAt(i), meter))
            return false;
        entries.emplace_back(std::move(key), map.valueAt(i));
    }
    std::ranges::sort(entries, {}, &std::pair<std::string, Value>::first);
    into += '{';
    for (std::size_t i = 0; i < entries.size(); ++i) {
        into += (i > 0 ? ", " : "") + entries[i].first + ": ";
        if (!appendShown(into, entries[i].second, meter))
            return false;
    }
    into += '}';
    return true;
}

std::string numberText(double number)
{
    if (std::isinf(number))
        return number > 0 ? "Infinity" : "-Infinity";
    return doubleText(number);
}

std::string shown(const Value &value)
{
    switch (value.kind()) {
    case Kind::String:
        return std::string(value.text());
    case Kind::Bytes:
        return std::string(value.get<Bytes>().view);
    case Kind::Duration:
        return durationText(value.get<Duration>());
    case Kind::Timestamp:
        return timestampText(value.get<Timestamp>());
    case Kind::Type:
        return textOf(*value.get<TypePtr>());
    case Kind::Double:
        return numberText(value.get<double>());
    default:
        return inQuotes(value);
    }
}

bool appendShown(std::string &into, const Value &value, Meter &meter)
{
    if (value.kind() == Kind::List)
        return appendList(into, value.list(), meter);
    if (value.kind() == Kind::Map)
        return appendMap(into, value.map(), meter);
    const std::string text = shown(value);
    into += text;
    return meter.work(text.size() + 1);
}

std::string withSign(bool negative, std::uint64_t magnitude, int base)
{
    std::array<char, 72> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), magnitude, base).ptr;
    return (negative ? "-" : "") + std::string(buffer.data(), end);
}

std::optional<std::string> inBase(const Value &value, int base)
{
    if (const auto *integer = value.as<std::int64_t>())
        return withSign(*integer < 0,
            *integer < 0 ? 0 - static_cast<std::uint64_t>(*integer) : static_cast<std::uint64_t>(*integer),
            base);
    if (const auto *natural = value.as<std::uint64_t>())
        return withSign(false, *natural, base);
    if (value.as<bool>() && base == 2)
        return value.isTrue() ? "1" : "0";
    return std::nullopt;
}

std::string hexOf(std::string_view raw)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string hex;
    for (const char c : raw) {
        hex += digits[static_cast<unsigned char>(c) / 16];
        hex += digits[static_cast<unsigned char>(c) % 16];
    }
    return hex;
}

std::optional<std::string> hexadecimal(const Value &value)
{
    if (value.as<Text>())
        return hexOf(value.text());
    if (const auto *raw = value.as<Bytes>())
        return hexOf(raw->view);
    return inBase(value, 16);
}

std::optional<double> numberIn(const Value &value)
{
    if (const auto *number = value.as<double>())
        return *number;
    if (const auto *integer = value.as<std::int64_t>())
        return static_cast<double>(*integer);
    if (const auto *natural = value.as<std::uint64_t>())
        return static_cast<double>(*natural);
    return std::nullopt;
}

std::optional<std::string> withPrecision(const Value &value, std::chars_format format, int precision)
{
    const auto number = numberIn(value);
    if (!number)
        return std::nullopt;
    if (!std::isfinite(*number))
        return numberText(*number);
    std::string buffer(512 + static_cast<std::size_t>(precision), '\0');
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), *number, format, precision).ptr;
    buffer.resize(static_cast<std::size_t>(end - buffer.data()));
    return buffer;
}

std::optional<std::string> written(const Clause &clause, const Value &value)
{
    switch (clause.verb) {
    case 'd':
        return value.as<double>() ? std::optional(numberText(value.get<double>())) : inBase(value, 10);
    case 'f':
        return withPrecision(value, std::chars_format::fixed, clause.precision);
    case 'e':
        return withPrecision(value, std::chars_format::scientific, clause.precision);
    case 'b':
        return inBase(value, 2);
    case 'o':
        return value.as<bool>() ? std::nullopt : inBase(value, 8);
    default:
        break;
    }
    auto hex = hexadecimal(value);
    if (hex && clause.verb == 'X')
        std::ranges::transform(*hex, hex->begin(), asciiUpper);
    return hex;
}

/// The clause follows the percent sign; nothing when it is no clause.
std::optional<Clause> takeClause(std::string_view &format)
{
    constexpr std::size_t longestPrecision = 3;
    constexpr std::string_view verbs = "sdfebxXo";
    Clause clause;
    if (format.starts_with('.')) {
        const std::size_t length = format.substr(1).find_first_not_of("0123456789");
        const auto digits = format.substr(1, length);
        const auto precision = base::parseNumber<int>(digits);
        if (!precision || digits.size() > longestPrecision)
            return std::nullopt;
        clause.precision = *precision;
        format.remove_prefix(1 + digits.size());
    }
    if (format.empty() || verbs.find(format.front()) == std::string_view::npos)
        return std::nullopt;
    clause.verb = format.front();
    format.remove_prefix(1);
    return clause;
}

} // namespace

Value formatted(std::string_view format, const List &arguments, Meter &meter)
{
    std::string result;
    std::size_t used = 0;
    while (!format.empty()) {
        const std::size_t plain = std::min(format.find('%'), format.size());
        result += format.substr(0, plain);
        format.remove_prefix(plain);
        if (format.empty())
            break;
        format.remove_prefix(1);
        if (format.starts_with('%')) {
            result += '%';
            format.remove_prefix(1);
            continue;
        }
        const auto clause = takeClause(format);
        if (!clause)
            return failure("could not parse formatting clause: unrecognized formatting clause");
        if (used >= arguments.size())
            return failure("index " + std::to_string(used) + " out of range");
        const Value value = arguments.at(used++);
        if (clause->verb == 's') {
            if (!appendShown(result, value, meter))
                return {};
            continue;
        }
        const auto text = written(*clause, value);
        if (!text)
            return unfit(clause->verb, value);
        if (!meter.work(text->size()))
            return {};
        result += *text;
    }
    return text(std::move(result));
}

std::string quotedText(std::string_view text)
{
    constexpr std::string_view special = "\a\b\f\n\r\t\v\\\"";
    constexpr std::string_view letters = "abfnrtv\\\"";
    std::string result = "\"";
    for (const char c : text) {
        const std::size_t place = special.find(c);
        if (place == std::string_view::npos)
            result += c;
        else
            (result += '\\') += letters[place];
    }
    return result + "\"";
}

} // namespace core::cel
