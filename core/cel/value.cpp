// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/value.h"

#include "core/api/bounds.h"
#include "core/cel/texts.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace core::cel {

namespace {

class PlainList : public List
{
public:
    explicit PlainList(std::vector<Value> items) : m_items(std::move(items)) { }
    std::size_t size() const override { return m_items.size(); }
    Value at(std::size_t index) const override { return m_items[index]; }

private:
    std::vector<Value> m_items;
};

/// A joined list is as deep as the expression that adds lists.
class JoinedList : public List
{
public:
    JoinedList(ListPtr first, ListPtr second)
        : m_first(std::move(first))
        , m_second(std::move(second))
        , m_size(m_first->size() + m_second->size())
    {
    }
    std::size_t size() const override { return m_size; }
    Value at(std::size_t index) const override
    {
        const std::size_t before = m_first->size();
        return index < before ? m_first->at(index) : m_second->at(index - before);
    }

private:
    ListPtr m_first;
    ListPtr m_second;
    std::size_t m_size;
};

class PlainMap : public Map
{
public:
    explicit PlainMap(std::vector<std::pair<Value, Value>> entries) : m_entries(std::move(entries))
    {
        for (std::size_t i = 0; i < m_entries.size(); ++i)
            m_byHash.emplace(hash(m_entries[i].first), i);
    }
    std::size_t size() const override { return m_entries.size(); }
    Value keyAt(std::size_t index) const override { return m_entries[index].first; }
    Value valueAt(std::size_t index) const override { return m_entries[index].second; }
    std::optional<Value> find(const Value &key) const override
    {
        const auto found = place(key);
        return found ? std::optional(m_entries[*found].second) : std::nullopt;
    }
    bool hasDuplicates() const
    {
        for (std::size_t i = 0; i < m_entries.size(); ++i) {
            if (place(m_entries[i].first, i))
                return true;
        }
        return false;
    }

private:
    static std::size_t hash(const Value &key)
    {
        Meter meter;
        return hashOf(key, meter);
    }
    std::optional<std::size_t> place(const Value &key, std::optional<std::size_t> but = {}) const
    {
        Meter meter; // keys are small
        const auto [first, last] = m_byHash.equal_range(hash(key));
        const auto found = std::find_if(first, last, [&](const auto &one) {
            return one.second != but && equal(m_entries[one.second].first, key, meter);
        });
        return found == last ? std::nullopt : std::optional(found->second);
    }

    std::vector<std::pair<Value, Value>> m_entries;
    std::unordered_multimap<std::size_t, std::size_t> m_byHash;
};

bool isKey(const Value &value)
{
    const Kind kind = value.kind();
    return kind == Kind::Bool || kind == Kind::Int || kind == Kind::Uint || kind == Kind::String
        || kind == Kind::Double;
}

bool isNumber(const Value &value)
{
    return value.as<std::int64_t>() || value.as<std::uint64_t>() || value.as<double>();
}

std::optional<std::strong_ordering> ordered(std::partial_ordering order)
{
    if (order == std::partial_ordering::unordered)
        return std::nullopt;
    return order < 0 ? std::strong_ordering::less
        : order > 0  ? std::strong_ordering::greater
                     : std::strong_ordering::equal;
}

/// What is within the integers' range is compared as a double, which can't hold all of them.
template<typename Integer>
std::partial_ordering compareWithDouble(Integer integer, double number)
{
    if (std::isnan(number))
        return std::partial_ordering::unordered;
    constexpr double end = std::is_signed_v<Integer> ? 0x1p63 : 0x1p64;
    constexpr double begin = std::is_signed_v<Integer> ? -0x1p63 : 0;
    if (number > end)
        return std::partial_ordering::less;
    if (number < begin)
        return std::partial_ordering::greater;
    return static_cast<double>(integer) <=> number;
}

std::partial_ordering reversed(std::partial_ordering order)
{
    return 0 <=> order;
}

std::partial_ordering compareIntegers(std::int64_t a, std::uint64_t b)
{
    return a < 0 ? std::strong_ordering::less : static_cast<std::uint64_t>(a) <=> b;
}

std::partial_ordering compareNumbers(const Value &a, const Value &b)
{
    if (const auto *x = a.as<std::int64_t>()) {
        if (const auto *y = b.as<std::int64_t>())
            return *x <=> *y;
        if (const auto *y = b.as<std::uint64_t>())
            return compareIntegers(*x, *y);
        return compareWithDouble(*x, b.get<double>());
    }
    if (const auto *x = a.as<std::uint64_t>()) {
        if (const auto *y = b.as<std::int64_t>())
            return reversed(compareIntegers(*y, *x));
        if (const auto *y = b.as<std::uint64_t>())
            return *x <=> *y;
        return compareWithDouble(*x, b.get<double>());
    }
    const double x = a.get<double>();
    if (const auto *y = b.as<std::int64_t>())
        return reversed(compareWithDouble(*y, x));
    if (const auto *y = b.as<std::uint64_t>())
        return reversed(compareWithDouble(*y, x));
    return x <=> b.get<double>();
}

/// Groups a list's items by their hashes.
std::unordered_multimap<std::size_t, Value> byHash(const List &list, Meter &meter)
{
    std::unordered_multimap<std::size_t, Value> items;
    for (std::size_t i = 0; i < list.size() && meter.work(1); ++i) {
        Value item = list.at(i);
        items.emplace(hashOf(item, meter), item);
    }
    return items;
}

bool holds(const std::unordered_multimap<std::size_t, Value> &items, const Value &wanted, Meter &meter)
{
    const auto [first, last] = items.equal_range(hashOf(wanted, meter));
    return std::any_of(first, last, [&](const auto &one) { return equal(one.second, wanted, meter); });
}

/// Whatever the order of the items (sets, and lists that are maps by a key).
bool equalInAnyOrder(const List &a, const List &b, Meter &meter)
{
    const auto left = byHash(a, meter);
    const auto right = byHash(b, meter);
    for (const auto &[hash, item] : left) {
        if (meter.isSpent() || !holds(right, item, meter))
            return false;
    }
    return std::ranges::all_of(
        right, [&](const auto &one) { return !meter.isSpent() && holds(left, one.second, meter); });
}

bool equalLists(const List &a, const List &b, Meter &meter)
{
    if (a.size() != b.size())
        return false;
    if (a.type() && a.type()->listType != Type::ListType::Atomic)
        return equalInAnyOrder(a, b, meter);
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!meter.work(1) || !equal(a.at(i), b.at(i), meter))
            return false;
    }
    return true;
}

bool equalMaps(const Map &a, const Map &b, Meter &meter)
{
    if (a.size() != b.size())
        return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto other = meter.work(1) ? b.find(a.keyAt(i)) : std::nullopt;
        if (!other || !equal(a.valueAt(i), *other, meter))
            return false;
    }
    return true;
}

bool equalOptionals(const Optional &a, const Optional &b, Meter &meter)
{
    return a.value && b.value ? equal(*a.value, *b.value, meter) : a.value == b.value;
}

bool equalChars(std::string_view a, std::string_view b, Meter &meter)
{
    return a.size() == b.size() && meter.work(a.size() / bytesAStep) && a == b;
}

bool sameType(const Type &a, const Type &b)
{
    const auto outer = [](Kind kind) { return kind == Kind::Object ? Kind::Map : kind; };
    return outer(a.kind) == outer(b.kind) && (a.kind != Kind::Opaque || a.name == b.name);
}

std::size_t mixed(std::size_t a, std::size_t b)
{
    return a ^ (b + 0x9e3779b97f4a7c15ULL + (a << 6U) + (a >> 2U));
}

/// Spreads neighbours, and multiples of a table's size, over all tables.
std::size_t spread(std::uint64_t number)
{
    number = (number ^ (number >> 30U)) * 0xbf58476d1ce4e5b9ULL;
    number = (number ^ (number >> 27U)) * 0x94d049bb133111ebULL;
    return number ^ (number >> 31U);
}

/// Equal numbers have equal hashes, whatever their types.
std::size_t hashOfNumber(const Value &value)
{
    const auto *integer = value.as<std::int64_t>();
    const auto *natural = value.as<std::uint64_t>();
    const double number = integer ? static_cast<double>(*integer)
        : natural                 ? static_cast<double>(*natural)
                                  : value.get<double>();
    return spread(std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number));
}

std::size_t hashOfList(const List &list, Meter &meter)
{
    std::size_t hash = list.size();
    for (std::size_t i = 0; i < list.size() && meter.work(1); ++i)
        hash += hashOf(list.at(i), meter); // sets have no order
    return hash;
}

std::size_t hashOfMap(const Map &map, Meter &meter)
{
    std::size_t hash = map.size();
    for (std::size_t i = 0; i < map.size() && meter.work(1); ++i)
        hash += mixed(hashOf(map.keyAt(i), meter), hashOf(map.valueAt(i), meter));
    return hash;
}

constexpr std::size_t longestQuote = 1024; ///< bytes

std::string quotedList(const List &list)
{
    constexpr std::size_t mostQuoted = 10;
    std::string text = "[";
    for (std::size_t i = 0; i < std::min(list.size(), mostQuoted); ++i)
        text += (i > 0 ? ", " : "") + inQuotes(list.at(i));
    return text + (list.size() > mostQuoted ? ", ...]" : "]");
}

} // namespace

Kind Value::kind() const
{
    constexpr Kind kinds[] = {Kind::Failure, Kind::Null, Kind::Bool, Kind::Int, Kind::Uint, Kind::Double,
        Kind::String, Kind::Bytes, Kind::Duration, Kind::Timestamp, Kind::Type, Kind::List, Kind::Map,
        Kind::Optional, Kind::Opaque};
    return kinds[m_data.index()];
}

Value failure(std::string message)
{
    return Failure {std::make_shared<const std::string>(std::move(message))};
}

Value noSuchOverload()
{
    return failure("no such overload");
}

Value text(std::string characters)
{
    auto owner = std::make_shared<const std::string>(std::move(characters));
    const std::string_view view = *owner;
    return Text {{view, std::move(owner)}};
}

Value bytes(std::string raw)
{
    auto owner = std::make_shared<const std::string>(std::move(raw));
    const std::string_view view = *owner;
    return Bytes {{view, std::move(owner)}};
}

Value borrowedText(std::string_view characters)
{
    return Text {{characters, nullptr}};
}

Value list(std::vector<Value> items)
{
    return ListPtr(std::make_shared<PlainList>(std::move(items)));
}

Value texts(const std::vector<std::string> &items)
{
    std::vector<Value> values;
    for (const std::string &item : items)
        values.push_back(text(item));
    return list(std::move(values));
}

Value none()
{
    return Optional {};
}

Value some(Value value)
{
    return Optional {std::make_shared<const Value>(std::move(value))};
}

Value map(std::vector<std::pair<Value, Value>> entries)
{
    for (const auto &[key, value] : entries) {
        if (!isKey(key))
            return failure("unsupported key type: " + textOf(*typeOfValue(key)));
    }
    auto made = std::make_shared<PlainMap>(std::move(entries));
    if (made->hasDuplicates())
        return failure("Failed with repeated key");
    return MapPtr(std::move(made));
}

Value joined(const Value &first, const Value &second)
{
    if (first.list().size() == 0)
        return second;
    if (second.list().size() == 0)
        return first;
    return ListPtr(std::make_shared<JoinedList>(first.get<ListPtr>(), second.get<ListPtr>()));
}

bool equal(const Value &a, const Value &b, Meter &meter)
{
    if (isNumber(a) && isNumber(b))
        return compareNumbers(a, b) == std::partial_ordering::equivalent;
    if (a.kind() != b.kind())
        return false;
    switch (a.kind()) {
    case Kind::Null:
        return true;
    case Kind::Bool:
        return a.get<bool>() == b.get<bool>();
    case Kind::String:
        return equalChars(a.text(), b.text(), meter);
    case Kind::Bytes:
        return equalChars(a.get<Bytes>().view, b.get<Bytes>().view, meter);
    case Kind::Duration:
        return a.get<Duration>() == b.get<Duration>();
    case Kind::Timestamp:
        return a.get<Timestamp>() == b.get<Timestamp>();
    case Kind::Type:
        return sameType(*a.get<TypePtr>(), *b.get<TypePtr>());
    case Kind::List:
        return equalLists(a.list(), b.list(), meter);
    case Kind::Map:
        return equalMaps(a.map(), b.map(), meter);
    case Kind::Optional:
        return equalOptionals(a.get<Optional>(), b.get<Optional>(), meter);
    case Kind::Opaque:
        return a.get<OpaquePtr>()->typeName() == b.get<OpaquePtr>()->typeName()
            && a.get<OpaquePtr>()->equals(*b.get<OpaquePtr>());
    default:
        return false;
    }
}

std::optional<std::strong_ordering> compare(const Value &a, const Value &b, Meter &meter)
{
    if (isNumber(a) && isNumber(b))
        return ordered(compareNumbers(a, b));
    if (a.kind() != b.kind())
        return std::nullopt;
    switch (a.kind()) {
    case Kind::Bool:
        return a.get<bool>() <=> b.get<bool>();
    case Kind::String:
        meter.work(std::min(a.text().size(), b.text().size()) / bytesAStep);
        return a.text() <=> b.text();
    case Kind::Bytes:
        return a.get<Bytes>().view <=> b.get<Bytes>().view;
    case Kind::Duration:
        return a.get<Duration>() <=> b.get<Duration>();
    case Kind::Timestamp:
        return a.get<Timestamp>() <=> b.get<Timestamp>();
    default:
        return std::nullopt;
    }
}

std::size_t hashOf(const Value &value, Meter &meter)
{
    switch (value.kind()) {
    case Kind::Int:
    case Kind::Uint:
    case Kind::Double:
        return hashOfNumber(value);
    case Kind::Bool:
        return value.get<bool>() ? 1 : 2;
    case Kind::String:
        meter.work(value.text().size() / bytesAStep);
        return std::hash<std::string_view>()(value.text());
    case Kind::Bytes:
        return std::hash<std::string_view>()(value.get<Bytes>().view);
    case Kind::Duration:
        return spread(static_cast<std::uint64_t>(value.get<Duration>().nanoseconds));
    case Kind::Timestamp:
        return mixed(spread(static_cast<std::uint64_t>(value.get<Timestamp>().seconds)),
            static_cast<std::size_t>(value.get<Timestamp>().nanoseconds));
    case Kind::List:
        return hashOfList(value.list(), meter);
    case Kind::Map:
        return hashOfMap(value.map(), meter);
    case Kind::Optional:
        return value.get<Optional>().value ? mixed(7, hashOf(*value.get<Optional>().value, meter)) : 7;
    default:
        return static_cast<std::size_t>(value.kind()) * 31;
    }
}

TypePtr typeOfValue(const Value &value)
{
    switch (value.kind()) {
    case Kind::List:
        return namedType("list");
    case Kind::Map:
        return namedType("map");
    case Kind::Optional:
        return namedType("optional_type");
    case Kind::Opaque:
        return opaqueType(value.get<OpaquePtr>()->typeName());
    default:
        return simpleType(value.kind());
    }
}

std::string inQuotes(const Value &value)
{
    switch (value.kind()) {
    case Kind::Failure:
        return *value.get<Failure>().message;
    case Kind::Null:
        return "null";
    case Kind::Bool:
        return value.isTrue() ? "true" : "false";
    case Kind::Int:
        return std::to_string(value.integer());
    case Kind::Uint:
        return std::to_string(value.get<std::uint64_t>());
    case Kind::Double:
        return doubleText(value.get<double>());
    case Kind::String:
        return std::string(api::beginning(value.text(), longestQuote));
    case Kind::List:
        return quotedList(value.list());
    default:
        return textOf(*typeOfValue(value));
    }
}

std::uint64_t sizeOf(const Value &value)
{
    switch (value.kind()) {
    case Kind::String:
        return characterCount(value.text());
    case Kind::Bytes:
        return value.get<Bytes>().view.size();
    case Kind::List:
        return value.list().size();
    case Kind::Map:
        return value.map().size();
    case Kind::Optional:
        return value.get<Optional>().value ? sizeOf(*value.get<Optional>().value) : 1;
    case Kind::Opaque:
        return value.get<OpaquePtr>()->size();
    default:
        return 1;
    }
}

std::uint64_t costSizeOf(const Value &value)
{
    constexpr std::size_t longText = 1024;
    const auto *text = value.as<Text>();
    return text && text->view.size() > longText ? text->view.size() : sizeOf(value);
}

} // namespace core::cel
