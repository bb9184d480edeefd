// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/evaluator.h"

#include "core/cel/library.h"

#include <algorithm>

namespace core::cel {

namespace {

/// What Kubernetes counts for steps of an expression.
namespace costs {
constexpr std::uint64_t name = 1;
constexpr std::uint64_t select = 1;
constexpr std::uint64_t call = 1;
constexpr std::uint64_t list = 10;
constexpr std::uint64_t map = 30;
constexpr std::uint64_t all = 3; ///< of each item: the result so far, and whether to go on
constexpr std::uint64_t exists = 4;
constexpr std::uint64_t counted = 2;
constexpr std::uint64_t skipped = 1;
constexpr std::uint64_t appended = 12; ///< to the list so far, as a list of one
} // namespace costs

/// What a macro's variables are bound to.
struct Local {
    const Local *outer;
    std::string_view name;
    const Value *value;
};

class Evaluation
{
public:
    Evaluation(const Bindings &bindings, Meter &meter) : m_bindings(bindings), m_meter(meter) { }

    Value evaluate(const Node &node, const Local *scope);

private:
    Value step(const Node &node, const Local *scope);
    Value variable(const Node &node, const Local *scope);
    Value select(const Node &node, const Local *scope);
    Value has(const Node &node, const Local *scope);
    Value call(const Node &node, const Local *scope);
    Value apply(const Node &node, Arguments arguments);
    Value orElse(const Node &node, const Local *scope);
    Value logical(const Node &node, const Local *scope, bool decisive);
    Value conditional(const Node &node, const Local *scope);
    Value listOf(const Node &node, const Local *scope);
    Value mapOf(const Node &node, const Local *scope);

    Value fold(const Node &node, const Local *scope);
    Value quantify(const Node &node, const Value &range, const Local *scope, bool decisive);
    Value existsOne(const Node &node, const Value &range, const Local *scope);
    Value collect(const Node &node, const Value &range, const Local *scope);
    Value collectEntries(const Node &node, const Value &range, const Local *scope);
    Value sortBy(const Node &node, const Value &range, const Local *scope);
    Value optionalMap(const Node &node, const Value &range, const Local *scope);
    Value addEntries(std::vector<std::pair<Value, Value>> &entries, const Value &result) const;
    /// Nothing when the item counts; a failure, or false.
    std::optional<Value> filtered(const Node &node, const Local *inner);
    template<typename Visit>
    Value forEach(const Node &node, const Value &range, const Local *scope, Visit visit);

    bool spend(std::uint64_t cost) { return m_meter.spend(cost); }
    Value spent() const { return failure(std::string(costExceeded)); }

    const Bindings &m_bindings;
    Meter &m_meter;
};

Value Evaluation::evaluate(const Node &node, const Local *scope)
{
    Value value = step(node, scope);
    return m_meter.isSpent() ? spent() : value;
}

Value Evaluation::step(const Node &node, const Local *scope)
{
    switch (node.kind) {
    case Node::Kind::Literal:
        return node.literal;
    case Node::Kind::Name:
        return variable(node, scope);
    case Node::Kind::Select:
        return select(node, scope);
    case Node::Kind::Has:
        return has(node, scope);
    case Node::Kind::Call:
        return node.name == "or" || node.name == "orValue" ? orElse(node, scope) : call(node, scope);
    case Node::Kind::And:
        return logical(node, scope, false);
    case Node::Kind::Or:
        return logical(node, scope, true);
    case Node::Kind::Conditional:
        return conditional(node, scope);
    case Node::Kind::List:
        return listOf(node, scope);
    case Node::Kind::Map:
        return mapOf(node, scope);
    case Node::Kind::Fold:
        return fold(node, scope);
    }
    return failure("no such expression");
}

Value Evaluation::variable(const Node &node, const Local *scope)
{
    spend(costs::name);
    for (const Local *local = scope; local; local = local->outer) {
        if (local->name == node.name)
            return *local->value;
    }
    const auto bound = m_bindings.find(node.name);
    return bound == m_bindings.end() ? failure("no such attribute(s): " + node.name) : bound->second;
}

/// The result is null where the value has no members; then the failure is another.
std::optional<Value> memberOf(const Value &value, const std::string &name)
{
    return value.as<MapPtr>() ? value.map().find(borrowedText(name)) : std::nullopt;
}

Value Evaluation::select(const Node &node, const Local *scope)
{
    const Value target = evaluate(*node.arguments.front(), scope);
    spend(costs::select);
    if (target.isFailure())
        return target;
    const auto *optional = target.as<Optional>();
    if (optional && !optional->value)
        return none();
    const Value &object = optional ? *optional->value : target;
    if (!object.as<MapPtr>())
        return failure("no such key: " + node.name);
    const auto member = memberOf(object, node.name);
    if (optional || node.isOptional)
        return member ? member->isFailure() ? *member : some(*member) : none();
    return member ? *member : failure("no such key: " + node.name);
}

Value Evaluation::has(const Node &node, const Local *scope)
{
    const Value target = evaluate(*node.arguments.front(), scope);
    if (target.isFailure())
        return target;
    const auto *optional = target.as<Optional>();
    if (optional && !optional->value)
        return false;
    const Value &object = optional ? *optional->value : target;
    if (!object.as<MapPtr>())
        return noSuchOverload();
    return memberOf(object, node.name).has_value();
}

Value Evaluation::call(const Node &node, const Local *scope)
{
    std::vector<Value> arguments;
    arguments.reserve(node.arguments.size());
    for (const NodePtr &argument : node.arguments) {
        arguments.push_back(evaluate(*argument, scope));
        if (arguments.back().isFailure())
            return arguments.back();
    }
    return apply(node, arguments);
}

/// Bytes of texts: what costs no more for long ones may have to walk along them.
std::size_t lengthOf(Arguments arguments)
{
    std::size_t length = 0;
    for (const Value &argument : arguments)
        length += argument.as<Text>() ? argument.text().size() : 0;
    return length;
}

Value Evaluation::apply(const Node &node, Arguments arguments)
{
    const auto fitting = std::ranges::find_if(
        node.overloads, [&](const Overload *overload) { return overload->takes(arguments); });
    if (fitting == node.overloads.end())
        return noSuchOverload();
    const Overload &overload = **fitting;
    if (!spend(overload.cost ? overload.cost(arguments) : costs::call))
        return spent();
    if (!overload.cost && !m_meter.work(lengthOf(arguments) / bytesAStep))
        return spent();
    return overload.run(arguments, m_meter);
}

/// What stands in for a missing value is evaluated only where it is missing.
Value Evaluation::orElse(const Node &node, const Local *scope)
{
    spend(costs::call);
    Value first = evaluate(*node.arguments[0], scope);
    if (first.isFailure())
        return first;
    const auto *optional = first.as<Optional>();
    if (!optional)
        return noSuchOverload();
    if (!optional->value)
        return evaluate(*node.arguments[1], scope);
    return node.name == "or" ? first : *optional->value;
}

/// The decisive value of one part makes up for failures of others.
Value Evaluation::logical(const Node &node, const Local *scope, bool decisive)
{
    std::optional<Value> failed;
    for (const NodePtr &argument : node.arguments) {
        Value value = evaluate(*argument, scope);
        if (m_meter.isSpent())
            return spent();
        if (value.as<bool>() && value.get<bool>() == decisive)
            return value;
        if (!value.as<bool>() && !failed)
            failed = value.isFailure() ? std::move(value) : noSuchOverload();
    }
    return failed ? *failed : Value(!decisive);
}

Value Evaluation::conditional(const Node &node, const Local *scope)
{
    const Value condition = evaluate(*node.arguments[0], scope);
    if (condition.isFailure())
        return condition;
    if (!condition.as<bool>())
        return noSuchOverload();
    return evaluate(*node.arguments[condition.isTrue() ? 1 : 2], scope);
}

bool isConstant(const Node &node)
{
    return std::ranges::all_of(
        node.arguments, [](const NodePtr &part) { return part->kind == Node::Kind::Literal; });
}

Value Evaluation::listOf(const Node &node, const Local *scope)
{
    if (!spend(isConstant(node) ? 0 : costs::list))
        return spent();
    std::vector<Value> items;
    for (std::size_t i = 0; i < node.arguments.size(); ++i) {
        Value item = evaluate(*node.arguments[i], scope);
        if (item.isFailure())
            return item;
        if (!node.optional[i])
            items.push_back(std::move(item));
        else if (!item.as<Optional>())
            return noSuchOverload();
        else if (item.get<Optional>().value)
            items.push_back(*item.get<Optional>().value);
    }
    return list(std::move(items));
}

Value Evaluation::mapOf(const Node &node, const Local *scope)
{
    if (!spend(isConstant(node) ? 0 : costs::map))
        return spent();
    std::vector<std::pair<Value, Value>> entries;
    for (std::size_t i = 0; i + 1 < node.arguments.size(); i += 2) {
        Value key = evaluate(*node.arguments[i], scope);
        Value value = evaluate(*node.arguments[i + 1], scope);
        if (key.isFailure() || value.isFailure())
            return key.isFailure() ? key : value;
        if (!node.optional[i / 2])
            entries.emplace_back(std::move(key), std::move(value));
        else if (!value.as<Optional>())
            return noSuchOverload();
        else if (value.get<Optional>().value)
            entries.emplace_back(std::move(key), *value.get<Optional>().value);
    }
    return map(std::move(entries));
}

/// Visits the items of a list or the entries of a map, until the visit gives a value: that is the result.
template<typename Visit>
Value Evaluation::forEach(const Node &node, const Value &range, const Local *scope, Visit visit)
{
    const bool overList = range.as<ListPtr>();
    if (!overList && !range.as<MapPtr>())
        return noSuchOverload();
    const bool both = node.variables.size() == 2;
    const std::size_t size = overList ? range.list().size() : range.map().size();
    for (std::size_t i = 0; i < size; ++i) {
        if (!m_meter.work(1))
            return spent();
        const Value key = overList ? Value(static_cast<std::int64_t>(i)) : range.map().keyAt(i);
        const Value item = overList ? range.list().at(i) : both ? range.map().valueAt(i) : key;
        const Local first {scope, node.variables[0], both ? &key : &item};
        const Local second {&first, node.variables.back(), &item};
        if (std::optional<Value> result = visit(both ? &second : &first, key, item))
            return *result;
        if (m_meter.isSpent())
            return spent();
    }
    return {};
}

Value Evaluation::fold(const Node &node, const Local *scope)
{
    const Value range = evaluate(*node.arguments[0], scope);
    if (range.isFailure())
        return range;
    spend(1);
    switch (node.fold) {
    case Fold::All:
        return quantify(node, range, scope, false);
    case Fold::Exists:
        return quantify(node, range, scope, true);
    case Fold::ExistsOne:
        return existsOne(node, range, scope);
    case Fold::Map:
    case Fold::Filter:
    case Fold::TransformList:
        return collect(node, range, scope);
    case Fold::TransformMap:
    case Fold::TransformMapEntry:
        return collectEntries(node, range, scope);
    case Fold::SortBy:
        return sortBy(node, range, scope);
    case Fold::OptionalMap:
    case Fold::OptionalFlatMap:
        return optionalMap(node, range, scope);
    }
    return noSuchOverload();
}

Value Evaluation::quantify(const Node &node, const Value &range, const Local *scope, bool decisive)
{
    std::optional<Value> failed;
    const Value result = forEach(node, range, scope,
        [&](const Local *inner, const Value & /*key*/, const Value & /*item*/) -> std::optional<Value> {
            spend(decisive ? costs::exists : costs::all);
            Value holds = evaluate(*node.arguments[1], inner);
            if (holds.as<bool>() && holds.get<bool>() == decisive)
                return holds;
            if (!holds.as<bool>() && !failed)
                failed = holds.isFailure() ? std::move(holds) : noSuchOverload();
            return std::nullopt;
        });
    if (result.kind() != Kind::Null)
        return result;
    return failed ? *failed : Value(!decisive);
}

Value Evaluation::existsOne(const Node &node, const Value &range, const Local *scope)
{
    std::size_t count = 0;
    spend(costs::counted);
    const Value result = forEach(node, range, scope,
        [&](const Local *inner, const Value & /*key*/, const Value & /*item*/) -> std::optional<Value> {
            Value holds = evaluate(*node.arguments[1], inner);
            if (!holds.as<bool>())
                return holds.isFailure() ? holds : noSuchOverload();
            spend(holds.isTrue() ? costs::counted : costs::skipped);
            count += holds.isTrue() ? 1 : 0;
            return std::nullopt;
        });
    return result.isFailure() ? result : Value(count == 1);
}

std::optional<Value> Evaluation::filtered(const Node &node, const Local *inner)
{
    const bool hasFilter = node.fold == Fold::Filter || node.arguments.size() == 3;
    if (!hasFilter)
        return std::nullopt;
    Value holds = evaluate(*node.arguments[1], inner);
    if (holds.isTrue())
        return std::nullopt;
    spend(costs::skipped);
    return holds.isFailure() || holds.isFalse() ? holds : noSuchOverload();
}

Value Evaluation::collect(const Node &node, const Value &range, const Local *scope)
{
    std::vector<Value> items;
    const Value result = forEach(node, range, scope,
        [&](const Local *inner, const Value & /*key*/, const Value &item) -> std::optional<Value> {
            if (const auto without = filtered(node, inner))
                return without->isFailure() ? without : std::nullopt;
            spend(costs::appended);
            Value made = node.fold == Fold::Filter ? item : evaluate(*node.arguments.back(), inner);
            if (made.isFailure())
                return made;
            items.push_back(std::move(made));
            return std::nullopt;
        });
    return result.isFailure() ? result : list(std::move(items));
}

/// A failure when that is no map.
Value Evaluation::addEntries(std::vector<std::pair<Value, Value>> &entries, const Value &result) const
{
    if (!result.as<MapPtr>())
        return result.isFailure() ? result : noSuchOverload();
    for (std::size_t i = 0; i < result.map().size(); ++i)
        entries.emplace_back(result.map().keyAt(i), result.map().valueAt(i));
    return {};
}

Value Evaluation::collectEntries(const Node &node, const Value &range, const Local *scope)
{
    std::vector<std::pair<Value, Value>> entries;
    const Value result = forEach(node, range, scope,
        [&](const Local *inner, const Value &key, const Value & /*item*/) -> std::optional<Value> {
            if (const auto without = filtered(node, inner))
                return without->isFailure() ? without : std::nullopt;
            spend(costs::appended);
            Value made = evaluate(*node.arguments.back(), inner);
            if (made.isFailure())
                return made;
            if (node.fold == Fold::TransformMap) {
                entries.emplace_back(key, std::move(made));
                return std::nullopt;
            }
            m_meter.work(sizeOf(made));
            const Value added = addEntries(entries, made);
            return added.isFailure() ? std::optional(added) : std::nullopt;
        });
    return result.isFailure() ? result : map(std::move(entries));
}

Value Evaluation::sortBy(const Node &node, const Value &range, const Local *scope)
{
    std::vector<std::pair<Value, Value>> keyed;
    const Value result = forEach(node, range, scope,
        [&](const Local *inner, const Value & /*key*/, const Value &item) -> std::optional<Value> {
            spend(costs::appended);
            Value by = evaluate(*node.arguments[1], inner);
            if (by.isFailure())
                return by;
            if (!keyed.empty() && !compare(keyed.front().first, by, m_meter))
                return noSuchOverload();
            keyed.emplace_back(std::move(by), item);
            return std::nullopt;
        });
    if (result.isFailure())
        return result;
    std::ranges::stable_sort(keyed, [&](const auto &a, const auto &b) {
        m_meter.work(1);
        return compare(a.first, b.first, m_meter) == std::strong_ordering::less;
    });
    std::vector<Value> items;
    for (auto &[key, item] : keyed)
        items.push_back(std::move(item));
    return list(std::move(items));
}

Value Evaluation::optionalMap(const Node &node, const Value &range, const Local *scope)
{
    const auto *optional = range.as<Optional>();
    if (!optional)
        return noSuchOverload();
    if (!optional->value)
        return none();
    const Local inner {scope, node.variables[0], optional->value.get()};
    Value made = evaluate(*node.arguments[1], &inner);
    return made.isFailure() || node.fold == Fold::OptionalFlatMap ? made : some(std::move(made));
}

} // namespace

Value evaluate(const Node &root, const Bindings &bindings, Meter &meter)
{
    return Evaluation(bindings, meter).evaluate(root, nullptr);
}

} // namespace core::cel
