// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/costestimate.h"

#include "core/cel/callcosts.h"

#include <algorithm>

namespace core::cel {

namespace {

constexpr Bounds listMade {10, 10};
constexpr Bounds mapMade {30, 30};

/// Where a value stands in a variable, which tells of its size.
struct ValuePlace {
    bool isPath = false;
    const Type *type = nullptr; ///< null: the variable's type does not know that place
};

/// How large the members of a list or map are that the expression itself makes.
struct EntrySizes {
    bool ofList = false;
    SizeEstimate key;
    SizeEstimate value;
};

struct Estimated {
    CostEstimate cost;
    ValuePlace place;
    std::optional<SizeEstimate> size; ///< nothing: unknown
    std::optional<EntrySizes> entries; ///< nothing: as its place tells
};

std::optional<EntrySizes> either(const std::optional<EntrySizes> &a, const std::optional<EntrySizes> &b)
{
    if (!a || !b)
        return std::nullopt;
    return EntrySizes {a->ofList, either(a->key, b->key), either(a->value, b->value)};
}

bool isScalar(const Type &type)
{
    switch (type.kind) {
    case Kind::Bool:
    case Kind::Int:
    case Kind::Uint:
    case Kind::Double:
    case Kind::Duration:
    case Kind::Timestamp:
        return true;
    case Kind::Optional:
        return isScalar(*parameterOf(type, 0));
    default:
        return false;
    }
}

SizeEstimate sizeOrUnknown(const Estimated &part)
{
    return part.size.value_or(unknownSize);
}

/// Follows how large values are, from the variables and what stands in the expression, to what is done with
/// them. Macros count as the loops that Kubernetes makes of them.
class CostEstimator
{
public:
    explicit CostEstimator(const Variables &variables) : m_variables(variables) { }

    Estimated estimate(const Node &node);

private:
    struct Local {
        std::string_view name;
        Estimated part;
    };
    using Locals = std::vector<Local>;

    Estimated literal(const Node &node) const;
    Estimated name(const Node &node) const;
    Estimated select(const Node &node);
    Estimated call(const Node &node);
    Estimated logical(const Node &node);
    Estimated conditional(const Node &node);
    Estimated list(const Node &node);
    Estimated map(const Node &node);
    Estimated fold(const Node &node);
    Estimated sortFold(const Node &node);
    Estimated optionalFold(const Node &node);

    ValuePlace beginning(std::string_view name) const;
    ValuePlace itemsOf(const ValuePlace &place) const;
    ValuePlace keysOf(const ValuePlace &place) const;
    ValuePlace memberOf(const ValuePlace &place, std::string_view name) const;
    ValuePlace partOf(const ValuePlace &place, const Type *part) const;
    Measured measured(const Node &node, const Estimated &part) const;
    Locals localsOf(const Node &node, const Estimated &range) const;
    std::vector<Estimated> bodyOf(const Node &node, const Locals &locals);

    const Variables &m_variables;
    Locals m_locals;
};

/// The size is as its place tells, or its type alone.
std::optional<SizeEstimate> sizeAt(const ValuePlace &place, const Type &type)
{
    if (place.type && place.type->mostElements)
        return SizeEstimate {0, *place.type->mostElements};
    return isScalar(type) ? std::optional<SizeEstimate>(oneUnit) : std::nullopt;
}

Estimated byName(const Estimated &local, const Type &type)
{
    const auto size = sizeAt(local.place, type);
    return {oneUnit, local.place, size ? size : local.size, local.entries};
}

// Places.

ValuePlace CostEstimator::beginning(std::string_view name) const
{
    auto variable = m_variables.find(name);
    if (variable == m_variables.end())
        variable = m_variables.find("self");
    return {true, variable == m_variables.end() ? nullptr : variable->second.get()};
}

/// The path of a value that stands in no variable begins with its part, and all paths begin at "self".
ValuePlace CostEstimator::partOf(const ValuePlace &place, const Type *part) const
{
    return place.isPath ? ValuePlace {true, part} : beginning("self");
}

ValuePlace CostEstimator::itemsOf(const ValuePlace &place) const
{
    const Kind kind = place.type ? place.type->kind : Kind::Dyn;
    const bool hasItems = kind == Kind::List || kind == Kind::Map;
    return partOf(place, hasItems ? parameterOf(*place.type, kind == Kind::List ? 0 : 1).get() : nullptr);
}

ValuePlace CostEstimator::keysOf(const ValuePlace &place) const
{
    const bool hasKeys = place.type && place.type->kind == Kind::Map;
    return partOf(place, hasKeys ? parameterOf(*place.type, 0).get() : nullptr);
}

ValuePlace CostEstimator::memberOf(const ValuePlace &place, std::string_view name) const
{
    if (!place.type)
        return partOf(place, nullptr);
    const auto field = place.type->fields.find(name);
    return partOf(place, field == place.type->fields.end() ? nullptr : field->second.type.get());
}

Measured CostEstimator::measured(const Node &node, const Estimated &part) const
{
    const ValuePlace items = part.place.isPath ? itemsOf(part.place) : ValuePlace();
    const bool isKnown = items.type && items.type->mostElements;
    return {&node, part.size,
        isKnown ? std::optional(SizeEstimate {0, *items.type->mostElements}) : std::nullopt};
}

// Expressions.

Estimated CostEstimator::estimate(const Node &node)
{
    switch (node.kind) {
    case Node::Kind::Literal:
        return literal(node);
    case Node::Kind::Name:
        return name(node);
    case Node::Kind::Select:
        return select(node);
    case Node::Kind::Has:
        return {estimate(*node.arguments.front()).cost, {}, oneUnit, {}};
    case Node::Kind::Call:
        return call(node);
    case Node::Kind::And:
    case Node::Kind::Or:
        return logical(node);
    case Node::Kind::Conditional:
        return conditional(node);
    case Node::Kind::List:
        return list(node);
    case Node::Kind::Map:
        return map(node);
    case Node::Kind::Fold:
        return fold(node);
    }
    return {};
}

Estimated CostEstimator::literal(const Node &node) const
{
    if (node.literal.as<TypePtr>()) {
        const ValuePlace place = beginning("self");
        return {oneUnit, place, sizeAt(place, *node.type), {}};
    }
    const std::uint64_t size = sizeOf(node.literal);
    return {noCost, {}, SizeEstimate {size, size}, {}};
}

Estimated CostEstimator::name(const Node &node) const
{
    const auto local = std::find_if(
        m_locals.rbegin(), m_locals.rend(), [&](const Local &each) { return each.name == node.name; });
    if (local != m_locals.rend())
        return byName(local->part, *node.type);
    return byName({{}, beginning(node.name), {}, {}}, *node.type);
}

Estimated CostEstimator::select(const Node &node)
{
    const Estimated whole = estimate(*node.arguments.front());
    if (node.isOptional)
        return {whole.cost + oneUnit, {}, sizeAt({}, *node.type), {}};
    const Kind kind = node.arguments.front()->type->kind;
    const bool costs = kind == Kind::Object || kind == Kind::Map;
    const ValuePlace place = memberOf(whole.place, node.name);
    return {whole.cost + (costs ? oneUnit : noCost), place, sizeAt(place, *node.type), {}};
}

Estimated CostEstimator::call(const Node &node)
{
    std::vector<Estimated> parts;
    std::vector<Measured> arguments;
    Estimated result;
    for (const NodePtr &argument : node.arguments) {
        parts.push_back(estimate(*argument));
        arguments.push_back(measured(*argument, parts.back()));
        result.cost = result.cost + parts.back().cost;
    }
    if (node.name == "dyn")
        return {result.cost + oneUnit, {}, parts.front().size, parts.front().entries};
    CostEstimate cost {unknownSize.most, 0};
    for (const Overload *overload : node.overloads) {
        const CallEstimate called = estimateCall(node, *overload, arguments);
        cost = either(cost, called.cost);
        if (called.size)
            result.size = result.size ? either(*result.size, *called.size) : called.size;
        const Kind first = overload->parameters.empty() ? Kind::Dyn : overload->parameters.front()->kind;
        if (node.name == "_[_]" && (first == Kind::List || first == Kind::Map)) {
            const auto &entries = parts.front().entries;
            result.size = entries ? std::optional(entries->value) : std::nullopt;
            result.place = itemsOf(parts.front().place);
        }
        if (!result.size)
            result.size = sizeAt(result.place, *node.type);
    }
    if (node.name == "_+_")
        result.entries = either(parts.front().entries, parts.back().entries);
    result.cost = result.cost + cost;
    return result;
}

/// The first one may decide.
Estimated CostEstimator::logical(const Node &node)
{
    CostEstimate cost = estimate(*node.arguments.front()).cost;
    for (std::size_t i = 1; i < node.arguments.size(); ++i)
        cost = cost + CostEstimate {0, estimate(*node.arguments[i]).cost.most};
    return {cost, {}, oneUnit, {}};
}

Estimated CostEstimator::conditional(const Node &node)
{
    const CostEstimate condition = estimate(*node.arguments[0]).cost;
    const Estimated yes = estimate(*node.arguments[1]);
    const Estimated no = estimate(*node.arguments[2]);
    return {condition + either(yes.cost, no.cost), {}, either(sizeOrUnknown(yes), sizeOrUnknown(no)),
        either(yes.entries, no.entries)};
}

Estimated CostEstimator::list(const Node &node)
{
    const std::uint64_t count = node.arguments.size();
    Estimated made {listMade, {}, SizeEstimate {count, count}, EntrySizes {true, oneUnit, noCost}};
    for (const NodePtr &argument : node.arguments) {
        const Estimated item = estimate(*argument);
        made.cost = made.cost + item.cost;
        const SizeEstimate size = sizeOrUnknown(item);
        made.entries->value = argument == node.arguments.front() ? size : either(made.entries->value, size);
    }
    return made;
}

Estimated CostEstimator::map(const Node &node)
{
    const std::uint64_t count = node.arguments.size() / 2;
    Estimated made {mapMade, {}, SizeEstimate {count, count}, EntrySizes {false, noCost, noCost}};
    for (std::size_t i = 0; i < 2 * count; ++i) {
        const Estimated part = estimate(*node.arguments[i]);
        made.cost = made.cost + part.cost;
        SizeEstimate &size = i % 2 == 0 ? made.entries->key : made.entries->value;
        size = i < 2 ? sizeOrUnknown(part) : either(size, sizeOrUnknown(part));
    }
    return made;
}

// Macros.

CostEstimator::Locals CostEstimator::localsOf(const Node &node, const Estimated &range) const
{
    const bool ofList =
        range.entries ? range.entries->ofList : node.arguments.front()->type->kind == Kind::List;
    Estimated item {{}, itemsOf(range.place), {}, {}};
    Estimated key {{}, ofList ? memberOf(range.place, "@indices") : keysOf(range.place), {}, {}};
    if (range.entries) {
        item.size = range.entries->value;
        key.size = range.entries->key;
    }
    if (node.variables.size() == 1)
        return {{node.variables[0], ofList ? item : key}};
    return {{node.variables[0], key}, {node.variables[1], item}};
}

/// What a macro does with each item.
std::vector<Estimated> CostEstimator::bodyOf(const Node &node, const Locals &locals)
{
    const std::size_t outer = m_locals.size();
    m_locals.insert(m_locals.end(), locals.begin(), locals.end());
    std::vector<Estimated> parts;
    for (std::size_t i = 1; i < node.arguments.size(); ++i)
        parts.push_back(estimate(*node.arguments[i]));
    m_locals.resize(outer);
    return parts;
}

/// "all", "exists": asks whether to go on, combines what was with the predicate.
Estimated quantified(Fold fold, const Estimated &range, const CostEstimate &predicate)
{
    constexpr Bounds all {3, 3};
    constexpr Bounds exists {4, 4};
    constexpr Bounds maybeCounted {1, 2};
    constexpr Bounds isOne {2, 2};
    const bool counts = fold == Fold::ExistsOne;
    const CostEstimate each = counts ? predicate + maybeCounted
                                     : CostEstimate {0, predicate.most} + (fold == Fold::All ? all : exists);
    return {range.cost + sizeOrUnknown(range) * each + (counts ? isOne : oneUnit), {}, oneUnit, {}};
}

/// What adding an item, or an entry, costs besides finding out which.
CostEstimate collecting(Fold fold)
{
    constexpr Bounds item {12, 12};
    constexpr Bounds entry {3, 3};
    constexpr Bounds entries {2, 2};
    return fold == Fold::TransformMap ? entry : fold == Fold::TransformMapEntry ? entries : item;
}

/// "map", "filter" and their kin; an item that a filter leaves out costs 1.
Estimated collected(
    const Node &node, const Estimated &range, const std::vector<Estimated> &body, const Estimated &item)
{
    const bool isFilter = node.fold == Fold::Filter;
    const bool isMap = node.fold == Fold::TransformMap || node.fold == Fold::TransformMapEntry;
    const Estimated &made = isFilter ? item : body.back();
    CostEstimate each = collecting(node.fold) + made.cost;
    if (isFilter || body.size() > 1)
        each = body.front().cost + either(each, oneUnit);
    const SizeEstimate count = sizeOrUnknown(range);
    Estimated all {range.cost + (isMap ? mapMade : listMade) + count * each + oneUnit, {}, count, {}};
    if (!isMap)
        all.entries = EntrySizes {true, oneUnit, either(noCost, sizeOrUnknown(made))};
    return all;
}

Estimated CostEstimator::fold(const Node &node)
{
    if (node.fold == Fold::SortBy)
        return sortFold(node);
    if (node.fold == Fold::OptionalMap || node.fold == Fold::OptionalFlatMap)
        return optionalFold(node);
    const Estimated range = estimate(*node.arguments.front());
    const Locals locals = localsOf(node, range);
    const std::vector<Estimated> body = bodyOf(node, locals);
    if (node.fold == Fold::All || node.fold == Fold::Exists || node.fold == Fold::ExistsOne)
        return quantified(node.fold, range, body.back().cost);
    const Type &itemType = *parameterOf(*node.arguments.front()->type, 0);
    return collected(node, range, body, byName(locals.front().part, itemType));
}

/// Makes a list of the keys, then compares each of them with each.
Estimated CostEstimator::sortFold(const Node &node)
{
    const Estimated target = estimate(*node.arguments.front());
    const Estimated range = byName(target, *node.arguments.front()->type);
    const std::vector<Estimated> body = bodyOf(node, localsOf(node, range));
    const SizeEstimate count = sizeOrUnknown(range);
    const CostEstimate keys =
        oneUnit + listMade + count * (collecting(Fold::Map) + body.back().cost) + oneUnit;
    const Kind kind = node.arguments.back()->type->kind;
    const CallEstimate sorted =
        sortedList(count, kind == Kind::String || kind == Kind::Bytes || kind == Kind::Dyn);
    return {listMade + target.cost + keys + oneUnit + sorted.cost, {}, sorted.size, {}};
}

/// Asks for the value, and for none of it, and lists what it does not loop over.
Estimated CostEstimator::optionalFold(const Node &node)
{
    const Estimated optional = estimate(*node.arguments.front());
    const Type &held = *parameterOf(*node.arguments.front()->type, 0);
    const bool wraps = node.fold == Fold::OptionalMap;
    const std::vector<Estimated> body =
        bodyOf(node, {{node.variables.front(), {{}, {}, sizeAt({}, held), {}}}});
    const CostEstimate bound = listMade + optional.cost + oneUnit + body.front().cost;
    const auto noValue = sizeAt({}, *node.type);
    const auto value = wraps ? noValue : body.front().size;
    return {optional.cost + oneUnit + either(wraps ? bound + oneUnit : bound, oneUnit), {},
        either(value.value_or(unknownSize), noValue.value_or(unknownSize)), {}};
}

} // namespace

CostEstimate estimateCost(const Node &root, const Variables &variables)
{
    return CostEstimator(variables).estimate(root).cost;
}

} // namespace core::cel
