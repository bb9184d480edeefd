// SPDX-License-Identifier: GPL-3.0-or-later
// The lists of Kubernetes' library and of CEL's extensions, and sets.
#include "core/cel/library.h"

#include <algorithm>
#include <array>

namespace core::cel {

namespace {

const List &listAt(Arguments arguments, std::size_t index)
{
    return arguments[index].list();
}

std::vector<Value> itemsOf(const List &list, Meter &meter)
{
    std::vector<Value> items;
    for (std::size_t i = 0; i < list.size() && meter.work(1); ++i)
        items.push_back(list.at(i));
    return items;
}

Value isSorted(Arguments arguments, Meter &meter)
{
    const List &items = listAt(arguments, 0);
    for (std::size_t i = 1; i < items.size() && meter.work(1); ++i) {
        const auto order = compare(items.at(i - 1), items.at(i), meter);
        if (!order)
            return noSuchOverload();
        if (*order > 0)
            return false;
    }
    return true;
}

/// The operator on two values.
Value added(const Value &a, const Value &b, Meter &meter)
{
    const std::array both {a, b};
    for (const Overload &overload : overloadsOf("_+_")) {
        if (overload.takes(both))
            return overload.run(both, meter);
    }
    return noSuchOverload();
}

Value sumFrom(Value sum, const List &items, Meter &meter)
{
    for (std::size_t i = 0; i < items.size() && meter.work(1) && !sum.isFailure(); ++i)
        sum = added(sum, items.at(i), meter);
    return sum;
}

template<typename Zero>
Value sum(Arguments arguments, Meter &meter)
{
    return sumFrom(Zero {}, listAt(arguments, 0), meter);
}

/// Lists of what is known only now.
Value sumOfAny(Arguments arguments, Meter &meter)
{
    const List &items = listAt(arguments, 0);
    if (items.size() == 0)
        return std::int64_t(0);
    const Value first = items.at(0);
    return first.as<double>()       ? sumFrom(0.0, items, meter)
        : first.as<std::uint64_t>() ? sumFrom(std::uint64_t(0), items, meter)
        : first.as<Duration>()      ? sumFrom(Duration {}, items, meter)
                                    : sumFrom(std::int64_t(0), items, meter);
}

template<bool largest>
Value extreme(Arguments arguments, Meter &meter)
{
    const List &items = listAt(arguments, 0);
    if (items.size() == 0)
        return failure(std::string(largest ? "max" : "min") + " called on empty list");
    Value best = items.at(0);
    for (std::size_t i = 1; i < items.size() && meter.work(1); ++i) {
        Value item = items.at(i);
        const auto order = compare(item, best, meter);
        if (!order)
            return noSuchOverload();
        if (largest ? *order > 0 : *order < 0)
            best = std::move(item);
    }
    return best;
}

Value firstIndexOf(Arguments arguments, Meter &meter)
{
    const List &items = listAt(arguments, 0);
    for (std::size_t i = 0; i < items.size() && meter.work(1); ++i) {
        if (equal(items.at(i), arguments[1], meter))
            return static_cast<std::int64_t>(i);
    }
    return std::int64_t(-1);
}

Value finalIndexOf(Arguments arguments, Meter &meter)
{
    const List &items = listAt(arguments, 0);
    for (std::size_t i = items.size(); i > 0 && meter.work(1); --i) {
        if (equal(items.at(i - 1), arguments[1], meter))
            return static_cast<std::int64_t>(i - 1);
    }
    return std::int64_t(-1);
}

Value slice(Arguments arguments, Meter &meter)
{
    const List &items = listAt(arguments, 0);
    const auto size = static_cast<std::int64_t>(items.size());
    const std::int64_t begin = arguments[1].integer();
    const std::int64_t end = arguments[2].integer();
    if (begin < 0 || end < 0 || begin > end || end > size)
        return failure("cannot slice(" + std::to_string(begin) + ", " + std::to_string(end)
            + "), list has length " + std::to_string(size));
    std::vector<Value> part;
    for (std::int64_t i = begin; i < end && meter.work(1); ++i)
        part.push_back(items.at(static_cast<std::size_t>(i)));
    return list(std::move(part));
}

/// The result is false when the meter is spent.
bool flattenInto(std::vector<Value> &flat, const List &items, std::int64_t levels, Meter &meter)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        Value item = items.at(i);
        if (!meter.work(1) || !meter.spend(1))
            return false;
        if (!item.as<ListPtr>() || levels == 0)
            flat.push_back(std::move(item));
        else if (!flattenInto(flat, item.list(), levels - 1, meter))
            return false;
    }
    return true;
}

Value flatten(Arguments arguments, Meter &meter)
{
    const std::int64_t levels = arguments.size() > 1 ? arguments[1].integer() : 1;
    if (levels < 0)
        return failure("level must be non-negative");
    std::vector<Value> flat;
    flattenInto(flat, listAt(arguments, 0), levels, meter);
    return list(std::move(flat));
}

Value range(Arguments arguments, Meter &meter)
{
    std::vector<Value> numbers;
    for (std::int64_t i = 0; i < arguments[0].integer() && meter.spend(1); ++i)
        numbers.emplace_back(i);
    return list(std::move(numbers));
}

Value reverse(Arguments arguments, Meter &meter)
{
    std::vector<Value> items = itemsOf(listAt(arguments, 0), meter);
    std::ranges::reverse(items);
    return list(std::move(items));
}

/// Which of the items are equal to others, by their hashes.
class Distinct
{
public:
    explicit Distinct(Meter &meter) : m_meter(meter) { }

    bool has(const Value &item) const
    {
        const auto [begin, end] = m_items.equal_range(hashOf(item, m_meter));
        return std::any_of(begin, end, [&](const auto &one) { return equal(one.second, item, m_meter); });
    }
    bool add(const Value &item)
    {
        if (has(item))
            return false;
        m_items.emplace(hashOf(item, m_meter), item);
        return true;
    }
    void addAll(const List &items)
    {
        for (std::size_t i = 0; i < items.size() && m_meter.work(1); ++i)
            add(items.at(i));
    }

private:
    Meter &m_meter;
    std::multimap<std::size_t, Value> m_items;
};

Value distinct(Arguments arguments, Meter &meter)
{
    Distinct seen(meter);
    std::vector<Value> items;
    for (Value &item : itemsOf(listAt(arguments, 0), meter)) {
        if (seen.add(item))
            items.push_back(std::move(item));
    }
    return list(std::move(items));
}

Value sort(Arguments arguments, Meter &meter)
{
    std::vector<Value> items = itemsOf(listAt(arguments, 0), meter);
    for (std::size_t i = 1; i < items.size(); ++i) {
        if (!compare(items[0], items[i], meter))
            return failure("list elements must have the same type");
    }
    std::ranges::stable_sort(items, [&](const Value &a, const Value &b) {
        meter.work(1);
        return compare(a, b, meter) == std::strong_ordering::less;
    });
    return list(std::move(items));
}

Value itemOrNone(const List &items, bool last)
{
    return items.size() == 0 ? none() : some(items.at(last ? items.size() - 1 : 0));
}

Value firstItem(Arguments arguments, Meter & /*meter*/)
{
    return itemOrNone(listAt(arguments, 0), false);
}

Value lastItem(Arguments arguments, Meter & /*meter*/)
{
    return itemOrNone(listAt(arguments, 0), true);
}

/// Whether the set has each item of the list.
bool covers(const List &set, const List &items, Meter &meter)
{
    Distinct held(meter);
    held.addAll(set);
    for (std::size_t i = 0; i < items.size() && meter.work(1); ++i) {
        if (!held.has(items.at(i)))
            return false;
    }
    return true;
}

Value setContains(Arguments arguments, Meter &meter)
{
    return covers(listAt(arguments, 0), listAt(arguments, 1), meter);
}

Value setsAreEquivalent(Arguments arguments, Meter &meter)
{
    return covers(listAt(arguments, 0), listAt(arguments, 1), meter)
        && covers(listAt(arguments, 1), listAt(arguments, 0), meter);
}

Value setsIntersect(Arguments arguments, Meter &meter)
{
    Distinct held(meter);
    held.addAll(listAt(arguments, 0));
    const List &items = listAt(arguments, 1);
    for (std::size_t i = 0; i < items.size() && meter.work(1); ++i) {
        if (held.has(items.at(i)))
            return true;
    }
    return false;
}

std::uint64_t costOfSquare(Arguments arguments)
{
    return costSizeOf(arguments[0]) * costSizeOf(arguments[0]) + 1;
}

std::uint64_t costOfProduct(Arguments arguments)
{
    return costSizeOf(arguments[0]) * costSizeOf(arguments[1]) + 1;
}

std::uint64_t costOfBothWays(Arguments arguments)
{
    return 2 * costSizeOf(arguments[0]) * costSizeOf(arguments[1]) + 1;
}

std::uint64_t costOfSize(Arguments arguments)
{
    return costSizeOf(arguments[0]) + 1;
}

constexpr Declaration listFunctions[] = {
    {"(list(A)).indexOf(A) -> int", firstIndexOf, costOfItems},
    {"(list(A)).lastIndexOf(A) -> int", finalIndexOf, costOfItems},
    {"(list(int)).sum() -> int", sumOfAny, costOfItems},
    {"(list(uint)).sum() -> uint", sum<std::uint64_t>, costOfItems},
    {"(list(double)).sum() -> double", sum<double>, costOfItems},
    {"(list(duration)).sum() -> duration", sum<Duration>, costOfItems},
    {"(list(A)).slice(int, int) -> list(A)", slice, costOfSize},
    {"(list(list(A))).flatten() -> list(A)", flatten},
    {"(list(dyn)).flatten(int) -> list(dyn)", flatten},
    {"lists.range(int) -> list(int)", range},
    {"(list(A)).reverse() -> list(A)", reverse, costOfSize},
    {"(list(A)).distinct() -> list(A)", distinct, costOfSquare},
    {"(list(A)).first() -> optional(A)", firstItem},
    {"(list(A)).last() -> optional(A)", lastItem},
    {"sets.contains(list(A), list(A)) -> bool", setContains, costOfProduct},
    {"sets.equivalent(list(A), list(A)) -> bool", setsAreEquivalent, costOfBothWays},
    {"sets.intersects(list(A), list(A)) -> bool", setsIntersect, costOfProduct},
};

/// Each type that has an order has its declarations.
std::vector<Declaration> withOrders()
{
    static std::vector<std::string> signatures; // which the declarations borrow
    constexpr std::string_view types[] = {
        "int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes"};
    std::vector<Declaration> all(std::begin(listFunctions), std::end(listFunctions));
    constexpr std::size_t functions = 4;
    signatures.reserve(std::size(types) * functions);
    const auto declare = [&](std::string_view function, const std::string &type, const std::string &result,
                             Run run) {
        signatures.push_back("(list(" + type + "))." + std::string(function) + "() -> " + result);
        all.push_back({signatures.back(), run, costOfItems});
    };
    for (const std::string_view each : types) {
        const std::string type(each);
        declare("isSorted", type, "bool", isSorted);
        declare("max", type, type, extreme<true>);
        declare("min", type, type, extreme<false>);
        declare("sort", type, "list(" + type + ")", sort);
    }
    return all;
}

} // namespace

Declarations listLibrary()
{
    static const std::vector<Declaration> all = withOrders();
    return all;
}

} // namespace core::cel
