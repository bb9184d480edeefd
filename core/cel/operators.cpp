// SPDX-License-Identifier: GPL-3.0-or-later
// The operators: arithmetic that says when a number does not fit, comparing, looking into lists and maps.
#include "core/cel/library.h"
#include "core/cel/times.h"
#include "core/cel/wide.h"

#include <algorithm>
#include <array>

namespace core::cel {

namespace {

template<typename T>
const T &first(Arguments arguments)
{
    return arguments[0].get<T>();
}

template<typename T>
const T &second(Arguments arguments)
{
    return arguments[1].get<T>();
}

Value overflow(std::string_view what)
{
    return failure(std::string(what) + " overflow");
}

enum class Arithmetic { Add, Subtract, Multiply };

/// Nothing when the type can't hold it.
template<typename Number>
std::optional<Number> exactly(Arithmetic operation, Number a, Number b)
{
    Number result {};
    const bool lost = operation == Arithmetic::Add ? __builtin_add_overflow(a, b, &result)
        : operation == Arithmetic::Subtract        ? __builtin_sub_overflow(a, b, &result)
                                                   : __builtin_mul_overflow(a, b, &result);
    return lost ? std::nullopt : std::optional(result);
}

template<typename Number, Arithmetic operation>
Value calculate(Arguments arguments, Meter & /*meter*/)
{
    const auto a = first<Number>(arguments);
    const auto b = second<Number>(arguments);
    if constexpr (std::is_same_v<Number, double>) {
        return operation == Arithmetic::Add ? a + b : operation == Arithmetic::Subtract ? a - b : a * b;
    } else {
        const auto result = exactly(operation, a, b);
        return result ? Value(*result) : overflow(std::is_signed_v<Number> ? "integer" : "unsigned integer");
    }
}

template<typename Number>
Value divide(Arguments arguments, Meter & /*meter*/)
{
    const auto a = first<Number>(arguments);
    const auto b = second<Number>(arguments);
    if constexpr (std::is_same_v<Number, double>) {
        return a / b;
    } else {
        if (b == 0)
            return failure("division by zero");
        if (std::is_signed_v<Number> && a == std::numeric_limits<Number>::min() && b == Number(-1))
            return overflow("integer");
        return Number(a / b);
    }
}

template<typename Number>
Value remainder(Arguments arguments, Meter & /*meter*/)
{
    const auto a = first<Number>(arguments);
    const auto b = second<Number>(arguments);
    if (b == 0)
        return failure("modulus by zero");
    if (std::is_signed_v<Number> && a == std::numeric_limits<Number>::min() && b == Number(-1))
        return overflow("integer");
    return Number(a % b);
}

Value negateInt(Arguments arguments, Meter & /*meter*/)
{
    const auto value = first<std::int64_t>(arguments);
    return value == INT64_MIN ? overflow("integer") : Value(-value);
}

Value negateDouble(Arguments arguments, Meter & /*meter*/)
{
    return -first<double>(arguments);
}

Value negateBool(Arguments arguments, Meter & /*meter*/)
{
    return !first<bool>(arguments);
}

/// Both, in new memory, where the meter allows it.
template<typename Characters>
std::optional<std::string> concatenated(Arguments arguments, Meter &meter)
{
    const std::string_view a = first<Characters>(arguments).view;
    const std::string_view b = second<Characters>(arguments).view;
    if (!meter.work(a.size() + b.size()))
        return std::nullopt;
    return std::string(a) + std::string(b);
}

Value addText(Arguments arguments, Meter &meter)
{
    auto both = concatenated<Text>(arguments, meter);
    return both ? text(std::move(*both)) : Value();
}

Value addBytes(Arguments arguments, Meter &meter)
{
    auto both = concatenated<Bytes>(arguments, meter);
    return both ? bytes(std::move(*both)) : Value();
}

std::uint64_t costOfBoth(Arguments arguments)
{
    return traversal(costSizeOf(arguments[0]) + costSizeOf(arguments[1]));
}

/// The item's key fields, by which lists of list type map tell items apart; all of an item of a set.
Value identityOf(const Value &item, const Type &type)
{
    if (type.listType != Type::ListType::Map || !item.as<MapPtr>())
        return item;
    std::vector<Value> keys;
    for (const std::string &key : type.mapKeys) {
        const std::string escaped = escapedName(key);
        const auto found = item.map().find(borrowedText(escaped.empty() ? key : escaped));
        keys.push_back(found ? *found : Value());
    }
    return list(std::move(keys));
}

/// Where in the items each identity stands.
class ByIdentity
{
public:
    ByIdentity(const Type &type, Meter &meter) : m_type(type), m_meter(meter) { }

    std::size_t *find(const Value &item)
    {
        const Value identity = identityOf(item, m_type);
        const auto [begin, end] = m_places.equal_range(hashOf(identity, m_meter));
        const auto found = std::find_if(
            begin, end, [&](const auto &one) { return equal(one.second.first, identity, m_meter); });
        return found == end ? nullptr : &found->second.second;
    }
    void add(const Value &item, std::size_t place)
    {
        Value identity = identityOf(item, m_type);
        const std::size_t hash = hashOf(identity, m_meter);
        m_places.emplace(hash, std::pair(std::move(identity), place));
    }

private:
    const Type &m_type;
    Meter &m_meter;
    std::multimap<std::size_t, std::pair<Value, std::size_t>> m_places;
};

/// What is in the second list takes the place of what is the same in the first; the rest comes after it.
Value merged(const List &a, const List &b, const Type &type, Meter &meter)
{
    std::vector<Value> items;
    ByIdentity places(type, meter);
    for (std::size_t i = 0; i < a.size() && meter.work(1); ++i) {
        items.push_back(a.at(i));
        places.add(items.back(), i);
    }
    for (std::size_t i = 0; i < b.size() && meter.work(1); ++i) {
        Value item = b.at(i);
        if (const std::size_t *place = places.find(item)) {
            items[*place] = std::move(item);
            continue;
        }
        places.add(item, items.size());
        items.push_back(std::move(item));
    }
    return list(std::move(items));
}

Value addLists(Arguments arguments, Meter &meter)
{
    const Type *type = arguments[0].list().type();
    if (!type || type->listType == Type::ListType::Atomic)
        return joined(arguments[0], arguments[1]);
    return merged(arguments[0].list(), arguments[1].list(), *type, meter);
}

Value durationOf(std::optional<std::int64_t> nanoseconds)
{
    return nanoseconds ? Value(Duration {*nanoseconds}) : overflow("duration");
}

Value addDurations(Arguments arguments, Meter & /*meter*/)
{
    return durationOf(exactly(
        Arithmetic::Add, first<Duration>(arguments).nanoseconds, second<Duration>(arguments).nanoseconds));
}

Value subtractDurations(Arguments arguments, Meter & /*meter*/)
{
    return durationOf(exactly(Arithmetic::Subtract, first<Duration>(arguments).nanoseconds,
        second<Duration>(arguments).nanoseconds));
}

Value negateDuration(Arguments arguments, Meter & /*meter*/)
{
    return durationOf(exactly(Arithmetic::Subtract, std::int64_t(0), first<Duration>(arguments).nanoseconds));
}

Value moved(Timestamp timestamp, std::int64_t seconds, std::int64_t nanoseconds)
{
    std::int64_t fraction = timestamp.nanoseconds + nanoseconds;
    std::int64_t whole = timestamp.seconds + seconds + fraction / nanosecondsPerSecond;
    fraction %= nanosecondsPerSecond;
    if (fraction < 0) {
        fraction += nanosecondsPerSecond;
        --whole;
    }
    return timestampAt(whole, fraction);
}

Value later(Arguments arguments, Meter & /*meter*/)
{
    const bool timestampFirst = arguments[0].as<Timestamp>();
    const auto by = arguments[timestampFirst ? 1 : 0].get<Duration>().nanoseconds;
    return moved(arguments[timestampFirst ? 0 : 1].get<Timestamp>(), by / nanosecondsPerSecond,
        by % nanosecondsPerSecond);
}

Value earlier(Arguments arguments, Meter & /*meter*/)
{
    const auto by = second<Duration>(arguments).nanoseconds;
    return moved(first<Timestamp>(arguments), -(by / nanosecondsPerSecond), -(by % nanosecondsPerSecond));
}

Value between(Arguments arguments, Meter & /*meter*/)
{
    const auto &a = first<Timestamp>(arguments);
    const auto &b = second<Timestamp>(arguments);
    const auto nanoseconds =
        static_cast<Wide>(a.seconds - b.seconds) * nanosecondsPerSecond + a.nanoseconds - b.nanoseconds;
    if (nanoseconds > INT64_MAX || nanoseconds < INT64_MIN)
        return overflow("duration");
    return Duration {static_cast<std::int64_t>(nanoseconds)};
}

Value isEqual(Arguments arguments, Meter &meter)
{
    return equal(arguments[0], arguments[1], meter);
}

Value isUnequal(Arguments arguments, Meter &meter)
{
    return !equal(arguments[0], arguments[1], meter);
}

bool mayBeUnordered(const Value &a, const Value &b)
{
    const auto isNaN = [](const Value &value) {
        return value.as<double>() && std::isnan(value.get<double>());
    };
    return isNaN(a) || isNaN(b);
}

template<bool less, bool orEqual>
Value relate(Arguments arguments, Meter &meter)
{
    const auto order = compare(arguments[0], arguments[1], meter);
    if (!order)
        return mayBeUnordered(arguments[0], arguments[1]) ? Value(false) : noSuchOverload();
    return (less ? *order < 0 : *order > 0) || (orEqual && *order == 0);
}

Value isInList(Arguments arguments, Meter &meter)
{
    const List &items = arguments[1].list();
    for (std::size_t i = 0; i < items.size() && meter.work(1); ++i) {
        if (equal(arguments[0], items.at(i), meter))
            return true;
    }
    return false;
}

Value isInMap(Arguments arguments, Meter & /*meter*/)
{
    return arguments[1].map().find(arguments[0]).has_value();
}

std::uint64_t costOfSecondsItems(Arguments arguments)
{
    return costSizeOf(arguments[1]);
}

Value itemAt(Arguments arguments, Meter & /*meter*/)
{
    const List &items = arguments[0].list();
    const std::int64_t index = arguments[1].integer();
    if (index < 0 || static_cast<std::uint64_t>(index) >= items.size())
        return failure("index out of bounds: " + std::to_string(index));
    return items.at(static_cast<std::size_t>(index));
}

Value entryAt(Arguments arguments, Meter & /*meter*/)
{
    const auto found = arguments[0].map().find(arguments[1]);
    return found ? *found : failure("no such key: " + inQuotes(arguments[1]));
}

Value optionalItemAt(Arguments arguments, Meter &meter)
{
    Value item = itemAt(arguments, meter);
    return item.isFailure() ? none() : some(std::move(item));
}

Value optionalEntryAt(Arguments arguments, Meter & /*meter*/)
{
    const auto found = arguments[0].map().find(arguments[1]);
    return found ? some(*found) : none();
}

Value withinOptional(Arguments arguments, Meter &meter)
{
    const auto &held = first<Optional>(arguments);
    if (!held.value)
        return none();
    const std::array inner {*held.value, arguments[1]};
    return held.value->as<MapPtr>() ? optionalEntryAt(inner, meter)
        : held.value->as<ListPtr>() ? optionalItemAt(inner, meter)
                                    : noSuchOverload();
}

constexpr Declaration arithmetic[] = {
    {"_+_(int, int) -> int", calculate<std::int64_t, Arithmetic::Add>},
    {"_+_(uint, uint) -> uint", calculate<std::uint64_t, Arithmetic::Add>},
    {"_+_(double, double) -> double", calculate<double, Arithmetic::Add>},
    {"_+_(string, string) -> string", addText, costOfBoth},
    {"_+_(bytes, bytes) -> bytes", addBytes, costOfBoth},
    {"_+_(list(A), list(A)) -> list(A)", addLists},
    {"_+_(duration, duration) -> duration", addDurations},
    {"_+_(timestamp, duration) -> timestamp", later},
    {"_+_(duration, timestamp) -> timestamp", later},
    {"_-_(int, int) -> int", calculate<std::int64_t, Arithmetic::Subtract>},
    {"_-_(uint, uint) -> uint", calculate<std::uint64_t, Arithmetic::Subtract>},
    {"_-_(double, double) -> double", calculate<double, Arithmetic::Subtract>},
    {"_-_(duration, duration) -> duration", subtractDurations},
    {"_-_(timestamp, duration) -> timestamp", earlier},
    {"_-_(timestamp, timestamp) -> duration", between},
    {"_*_(int, int) -> int", calculate<std::int64_t, Arithmetic::Multiply>},
    {"_*_(uint, uint) -> uint", calculate<std::uint64_t, Arithmetic::Multiply>},
    {"_*_(double, double) -> double", calculate<double, Arithmetic::Multiply>},
    {"_/_(int, int) -> int", divide<std::int64_t>},
    {"_/_(uint, uint) -> uint", divide<std::uint64_t>},
    {"_/_(double, double) -> double", divide<double>},
    {"_%_(int, int) -> int", remainder<std::int64_t>},
    {"_%_(uint, uint) -> uint", remainder<std::uint64_t>},
    {"-_(int) -> int", negateInt},
    {"-_(double) -> double", negateDouble},
    {"-_(duration) -> duration", negateDuration},
    {"!_(bool) -> bool", negateBool},
    {"_==_(A, A) -> bool", isEqual, costOfShorter},
    {"_!=_(A, A) -> bool", isUnequal, costOfShorter},
    {"@in(A, list(A)) -> bool", isInList, costOfSecondsItems},
    {"@in(A, map(A, B)) -> bool", isInMap},
    {"_[_](list(A), int) -> A", itemAt},
    {"_[_](map(A, B), A) -> B", entryAt},
    {"_[_](optional(list(A)), int) -> optional(A)", withinOptional},
    {"_[_](optional(map(A, B)), A) -> optional(B)", withinOptional},
    {"_[?_](list(A), int) -> optional(A)", optionalItemAt},
    {"_[?_](map(A, B), A) -> optional(B)", optionalEntryAt},
    {"_[?_](optional(list(A)), int) -> optional(A)", withinOptional},
    {"_[?_](optional(map(A, B)), A) -> optional(B)", withinOptional},
};

constexpr std::string_view comparable[] = {"bool, bool", "int, int", "uint, uint", "double, double",
    "string, string", "bytes, bytes", "duration, duration", "timestamp, timestamp", "int, uint",
    "int, double", "uint, int", "uint, double", "double, int", "double, uint"};

std::vector<Declaration> withComparisons()
{
    static std::vector<std::string> signatures; // which the declarations borrow
    std::vector<Declaration> all(std::begin(arithmetic), std::end(arithmetic));
    constexpr std::pair<std::string_view, Run> relations[] = {{"_<_", relate<true, false>},
        {"_<=_", relate<true, true>}, {"_>_", relate<false, false>}, {"_>=_", relate<false, true>}};
    signatures.reserve(std::size(relations) * std::size(comparable));
    for (const auto &[name, run] : relations) {
        for (const std::string_view types : comparable) {
            signatures.push_back(std::string(name) + "(" + std::string(types) + ") -> bool");
            const bool isLong = types.starts_with("string") || types.starts_with("bytes");
            all.push_back({signatures.back(), run, isLong ? costOfShorter : nullptr});
        }
    }
    return all;
}

} // namespace

Declarations operatorLibrary()
{
    static const std::vector<Declaration> all = withComparisons();
    return all;
}

} // namespace core::cel
