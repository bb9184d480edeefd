// SPDX-License-Identifier: GPL-3.0-or-later
// From one type to another, sizes, and the type of a value.
#include "core/base/number.h"
#include "core/cel/library.h"
#include "core/cel/texts.h"
#include "core/cel/times.h"

namespace core::cel {

namespace {

template<typename T>
const T &only(Arguments arguments)
{
    return arguments[0].get<T>();
}

Value same(Arguments arguments, Meter & /*meter*/)
{
    return arguments[0];
}

Value outOfRange(std::string_view type)
{
    return failure(std::string(type) + " overflow");
}

Value unreadable(std::string_view type)
{
    return failure("type conversion error from 'string' to '" + std::string(type) + "'");
}

Value intOfUint(Arguments arguments, Meter & /*meter*/)
{
    const auto value = only<std::uint64_t>(arguments);
    return value > INT64_MAX ? outOfRange("integer") : Value(static_cast<std::int64_t>(value));
}

Value intOfDouble(Arguments arguments, Meter & /*meter*/)
{
    const double value = only<double>(arguments);
    return value > -0x1p63 && value < 0x1p63 ? Value(static_cast<std::int64_t>(value))
                                             : outOfRange("integer");
}

Value intOfText(Arguments arguments, Meter & /*meter*/)
{
    std::string_view digits = arguments[0].text();
    if (digits.starts_with('+') && !digits.starts_with("+-"))
        digits.remove_prefix(1);
    const auto value = base::parseNumber<std::int64_t>(digits);
    return value ? Value(*value) : unreadable("int");
}

Value intOfTimestamp(Arguments arguments, Meter & /*meter*/)
{
    return only<Timestamp>(arguments).seconds;
}

Value intOfDuration(Arguments arguments, Meter & /*meter*/)
{
    return only<Duration>(arguments).nanoseconds;
}

Value uintOfInt(Arguments arguments, Meter & /*meter*/)
{
    const auto value = only<std::int64_t>(arguments);
    return value < 0 ? outOfRange("unsigned integer") : Value(static_cast<std::uint64_t>(value));
}

Value uintOfDouble(Arguments arguments, Meter & /*meter*/)
{
    const double value = only<double>(arguments);
    return value >= 0 && value < 0x1p64 ? Value(static_cast<std::uint64_t>(value))
                                        : outOfRange("unsigned integer");
}

Value uintOfText(Arguments arguments, Meter & /*meter*/)
{
    const auto value = base::parseNumber<std::uint64_t>(arguments[0].text());
    return value ? Value(*value) : unreadable("uint");
}

template<typename Number>
Value doubleOf(Arguments arguments, Meter & /*meter*/)
{
    return static_cast<double>(only<Number>(arguments));
}

std::optional<double> specialDoubleIn(std::string_view text)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (text == "NaN")
        return std::numeric_limits<double>::quiet_NaN();
    if (text == "Infinity" || text == "+Infinity" || text == "Inf" || text == "+Inf")
        return infinity;
    return text == "-Infinity" || text == "-Inf" ? std::optional(-infinity) : std::nullopt;
}

Value doubleOfText(Arguments arguments, Meter & /*meter*/)
{
    std::string_view digits = arguments[0].text();
    if (const auto special = specialDoubleIn(digits))
        return *special;
    if (digits.starts_with('+') && !digits.starts_with("+-"))
        digits.remove_prefix(1);
    const auto value = base::parseNumber<double>(digits);
    return value && std::isfinite(*value) ? Value(*value) : unreadable("double");
}

Value textOfBool(Arguments arguments, Meter & /*meter*/)
{
    return text(only<bool>(arguments) ? "true" : "false");
}

template<typename Number>
Value textOfInteger(Arguments arguments, Meter & /*meter*/)
{
    return text(std::to_string(only<Number>(arguments)));
}

Value textOfDouble(Arguments arguments, Meter & /*meter*/)
{
    return text(doubleText(only<double>(arguments)));
}

Value textOfBytes(Arguments arguments, Meter & /*meter*/)
{
    const auto &held = only<Bytes>(arguments);
    if (!isUtf8(held.view))
        return failure("invalid UTF-8 in bytes, cannot convert to string");
    return Text {{held.view, held.owner}};
}

Value textOfDuration(Arguments arguments, Meter & /*meter*/)
{
    return text(durationText(only<Duration>(arguments)));
}

Value textOfTimestamp(Arguments arguments, Meter & /*meter*/)
{
    return text(timestampText(only<Timestamp>(arguments)));
}

Value bytesOfText(Arguments arguments, Meter & /*meter*/)
{
    const auto &held = only<Text>(arguments);
    return Bytes {{held.view, held.owner}};
}

Value boolOfText(Arguments arguments, Meter & /*meter*/)
{
    const std::string_view value = arguments[0].text();
    for (const std::string_view yes : {"1", "t", "T", "TRUE", "true", "True"}) {
        if (value == yes)
            return true;
    }
    for (const std::string_view no : {"0", "f", "F", "FALSE", "false", "False"}) {
        if (value == no)
            return false;
    }
    return unreadable("bool");
}

Value durationOfText(Arguments arguments, Meter & /*meter*/)
{
    return durationIn(arguments[0].text());
}

Value durationOfInt(Arguments arguments, Meter & /*meter*/)
{
    return Duration {only<std::int64_t>(arguments)};
}

Value timestampOfText(Arguments arguments, Meter & /*meter*/)
{
    return timestampIn(arguments[0].text());
}

Value timestampOfInt(Arguments arguments, Meter & /*meter*/)
{
    return timestampAt(only<std::int64_t>(arguments), 0);
}

Value sizeOfValue(Arguments arguments, Meter & /*meter*/)
{
    return static_cast<std::int64_t>(sizeOf(arguments[0]));
}

Value typeOfArgument(Arguments arguments, Meter & /*meter*/)
{
    return typeOfValue(arguments[0]);
}

constexpr Declaration conversions[] = {
    {"int(int) -> int", same},
    {"int(uint) -> int", intOfUint},
    {"int(double) -> int", intOfDouble},
    {"int(string) -> int", intOfText},
    {"int(timestamp) -> int", intOfTimestamp},
    {"int(duration) -> int", intOfDuration},
    {"uint(uint) -> uint", same},
    {"uint(int) -> uint", uintOfInt},
    {"uint(double) -> uint", uintOfDouble},
    {"uint(string) -> uint", uintOfText},
    {"double(double) -> double", same},
    {"double(int) -> double", doubleOf<std::int64_t>},
    {"double(uint) -> double", doubleOf<std::uint64_t>},
    {"double(string) -> double", doubleOfText},
    {"string(string) -> string", same},
    {"string(bool) -> string", textOfBool},
    {"string(int) -> string", textOfInteger<std::int64_t>},
    {"string(uint) -> string", textOfInteger<std::uint64_t>},
    {"string(double) -> string", textOfDouble},
    {"string(bytes) -> string", textOfBytes, costOfFirst},
    {"string(duration) -> string", textOfDuration},
    {"string(timestamp) -> string", textOfTimestamp},
    {"bytes(bytes) -> bytes", same},
    {"bytes(string) -> bytes", bytesOfText, costOfFirst},
    {"bool(bool) -> bool", same},
    {"bool(string) -> bool", boolOfText},
    {"duration(duration) -> duration", same},
    {"duration(string) -> duration", durationOfText},
    {"duration(int) -> duration", durationOfInt},
    {"timestamp(timestamp) -> timestamp", same},
    {"timestamp(string) -> timestamp", timestampOfText},
    {"timestamp(int) -> timestamp", timestampOfInt},
    {"dyn(A) -> dyn", same},
    {"type(A) -> type(A)", typeOfArgument},
    {"size(string) -> int", sizeOfValue},
    {"size(bytes) -> int", sizeOfValue},
    {"size(list(A)) -> int", sizeOfValue},
    {"size(map(A, B)) -> int", sizeOfValue},
    {"(string).size() -> int", sizeOfValue},
    {"(bytes).size() -> int", sizeOfValue},
    {"(list(A)).size() -> int", sizeOfValue},
    {"(map(A, B)).size() -> int", sizeOfValue},
};

} // namespace

Declarations conversionLibrary()
{
    return conversions;
}

} // namespace core::cel
