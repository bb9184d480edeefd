// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/callcosts.h"

#include <algorithm>
#include <unordered_map>

namespace core::cel {

namespace {

constexpr std::uint64_t largestNumber = std::numeric_limits<std::uint64_t>::max();
constexpr double walkFactor = 0.1;
constexpr double patternFactor = 0.25;

struct EstimatedCall {
    const Node &node;
    const Overload &overload;
    std::span<const Measured> all;

    /// The target is no argument.
    std::span<const Measured> arguments() const { return all.subspan(node.isMember ? 1 : 0); }
    bool takes(std::size_t index, Kind kind) const
    {
        return index < overload.parameters.size() && overload.parameters[index]->kind == kind;
    }
    SizeEstimate sizeOf(std::size_t index) const { return all[index].sizeOrUnknown(); }
};

/// Nothing: as much as a call that has no rule of its own.
using MaybeCall = std::optional<CallEstimate>;
using CallRule = MaybeCall (*)(const EstimatedCall &call);

std::uint64_t saturatedSum(std::uint64_t a, std::uint64_t b)
{
    return a > largestNumber - b ? largestNumber : a + b;
}

std::uint64_t saturatedProduct(std::uint64_t a, std::uint64_t b)
{
    return b != 0 && a > largestNumber / b ? largestNumber : a * b;
}

std::uint64_t roundedUp(double number)
{
    constexpr double beyond = 18446744073709551616.0; // 2 to the power of 64
    const double up = std::ceil(number);
    return up >= beyond ? largestNumber : static_cast<std::uint64_t>(up);
}

std::uint64_t oneMore(std::uint64_t number)
{
    return saturatedSum(number, 1);
}

CostEstimate walkingCost(const SizeEstimate &size)
{
    return size * walkFactor;
}

// Operators.

MaybeCall addingCost(const EstimatedCall &call)
{
    const SizeEstimate size = call.sizeOf(0) + call.sizeOf(1);
    if (call.takes(0, Kind::List))
        return CallEstimate {oneUnit, size};
    if (call.takes(0, Kind::String) || call.takes(0, Kind::Bytes))
        return CallEstimate {walkingCost(size), size};
    return std::nullopt;
}

MaybeCall comparingCost(const EstimatedCall &call)
{
    const std::uint64_t most = std::min(call.sizeOf(0).most, call.sizeOf(1).most);
    return CallEstimate {walkingCost({std::min<std::uint64_t>(most, 1), most}), {}};
}

MaybeCall orderCost(const EstimatedCall &call)
{
    const bool isText = call.takes(0, Kind::String) || call.takes(0, Kind::Bytes);
    return isText && call.takes(1, call.overload.parameters[0]->kind) ? comparingCost(call) : std::nullopt;
}

/// Values that libraries made have costs of their own.
MaybeCall opaqueCost(std::string_view type, const Measured &right)
{
    constexpr std::uint64_t longestFormat = 64;
    if (type == "kubernetes.NamedFormat")
        return CallEstimate {walkingCost({1, longestFormat}), {}};
    if (type == "kubernetes.URL")
        return CallEstimate {walkingCost({1, right.size.value_or(oneUnit).most}), {}};
    return CallEstimate {oneUnit, {}};
}

MaybeCall equalityCost(const EstimatedCall &call)
{
    const Type &left = *call.all[0].node->type;
    const Type &right = *call.all[1].node->type;
    if (left.kind == Kind::Opaque && right.kind == Kind::Opaque && left.name == right.name)
        return opaqueCost(left.name, call.all[1]);
    return comparingCost(call);
}

MaybeCall membershipCost(const EstimatedCall &call)
{
    return call.takes(1, Kind::List) ? MaybeCall(CallEstimate {call.sizeOf(1), {}}) : std::nullopt;
}

// Conversions and texts. What is larger than numbers go wraps around where the original lets it.

MaybeCall encodingCost(const EstimatedCall &call)
{
    constexpr std::uint64_t bytesOfCharacter = 4;
    if (!call.takes(0, Kind::String))
        return std::nullopt;
    const SizeEstimate size = call.sizeOf(0);
    return CallEstimate {walkingCost(size), SizeEstimate {size.least, size.most * bytesOfCharacter}};
}

MaybeCall decodingCost(const EstimatedCall &call)
{
    constexpr std::uint64_t bytesOfCharacter = 4;
    if (!call.takes(0, Kind::Bytes))
        return std::nullopt;
    const SizeEstimate size = call.sizeOf(0);
    return CallEstimate {walkingCost(size), SizeEstimate {size.least / bytesOfCharacter, size.most}};
}

MaybeCall quotingCost(const EstimatedCall &call)
{
    const SizeEstimate size = call.sizeOf(0);
    return CallEstimate {walkingCost(size), SizeEstimate {size.least + 2, size.most * 2 + 2}};
}

MaybeCall walkCost(const EstimatedCall &call)
{
    return CallEstimate {walkingCost(call.sizeOf(0)), {}};
}

MaybeCall doubleWalkCost(const EstimatedCall &call)
{
    return CallEstimate {call.sizeOf(0) * (2 * walkFactor), {}};
}

MaybeCall copyCost(const EstimatedCall &call)
{
    return CallEstimate {walkingCost(call.sizeOf(0)), call.sizeOf(0)};
}

MaybeCall endCost(const EstimatedCall &call)
{
    return CallEstimate {walkingCost(call.sizeOf(1)), {}};
}

MaybeCall searchCost(const EstimatedCall &call)
{
    return CallEstimate {walkingCost(call.sizeOf(0)) * walkingCost(call.sizeOf(1)), {}};
}

CostEstimate patternCost(const EstimatedCall &call)
{
    return walkingCost(call.sizeOf(0) + oneUnit) * (call.sizeOf(1) * patternFactor);
}

MaybeCall matchCost(const EstimatedCall &call)
{
    return call.node.isMember ? MaybeCall(CallEstimate {patternCost(call), {}}) : std::nullopt;
}

MaybeCall findCost(const EstimatedCall &call)
{
    return CallEstimate {patternCost(call), SizeEstimate {0, call.sizeOf(0).most}};
}

std::uint64_t timesFound(std::uint64_t length, std::uint64_t part)
{
    return roundedUp(static_cast<double>(length) / static_cast<double>(part));
}

/// What replacing the shortest parts by the longest texts gives.
std::uint64_t longestReplaced(const SizeEstimate &text, const SizeEstimate &part, const SizeEstimate &with)
{
    if (part.least == 0)
        return saturatedSum(saturatedProduct(oneMore(text.most), with.most), text.most);
    return with.most <= part.least ? text.most
                                   : saturatedProduct(timesFound(text.most, part.least), with.most);
}

std::uint64_t shortestReplaced(const SizeEstimate &text, const SizeEstimate &part, const SizeEstimate &with)
{
    if (part.most == 0)
        return saturatedSum(saturatedProduct(oneMore(text.least), with.least), text.least);
    return part.most <= with.least ? text.least
                                   : saturatedProduct(timesFound(text.least, part.most), with.least);
}

MaybeCall replaceCost(const EstimatedCall &call)
{
    const SizeEstimate text = call.sizeOf(0);
    const SizeEstimate part = call.sizeOf(1);
    const SizeEstimate with = call.sizeOf(2);
    return CallEstimate {text * (2 * walkFactor),
        SizeEstimate {shortestReplaced(text, part, with), longestReplaced(text, part, with)}};
}

/// A number that stands in the expression.
std::optional<std::int64_t> literalIn(const Measured &argument)
{
    const Node &node = *argument.node;
    const auto *number = node.kind == Node::Kind::Literal ? node.literal.as<std::int64_t>() : nullptr;
    return number ? std::optional(*number) : std::nullopt;
}

MaybeCall splitCost(const EstimatedCall &call)
{
    const SizeEstimate text = call.sizeOf(0);
    const auto limit = call.arguments().size() > 1 ? literalIn(call.arguments()[1]) : std::nullopt;
    const std::uint64_t parts = limit ? static_cast<std::uint64_t>(*limit) : text.most;
    return CallEstimate {text * (2 * walkFactor), SizeEstimate {0, parts}};
}

MaybeCall joinCost(const EstimatedCall &call)
{
    const SizeEstimate items = call.sizeOf(0);
    SizeEstimate size;
    if (!call.all[0].node->type->parameters.empty())
        size = items * call.all[0].itemSize.value_or(unknownSize);
    if (!call.arguments().empty()) {
        const auto between = [](std::uint64_t count) { return count > 0 ? count - 1 : 0; };
        size = size + call.sizeOf(1) * SizeEstimate {between(items.least), between(items.most)};
    }
    return CallEstimate {walkingCost(size), size};
}

// Lists.

/// Each item is looked at, and each character of it.
MaybeCall itemsCost(const EstimatedCall &call)
{
    const Type &target = *call.all[0].node->type;
    if (target.parameters.empty())
        return CallEstimate {walkingCost(call.sizeOf(0)), {}};
    const Kind kind = target.parameters.front()->kind;
    CostEstimate each = oneUnit;
    if (kind == Kind::String || kind == Kind::Bytes)
        each = each + walkingCost(call.all[0].itemSize.value_or(unknownSize));
    return CallEstimate {call.sizeOf(0) * each, {}};
}

CallEstimate madeList(const SizeEstimate &size, double factor)
{
    constexpr Bounds callAndList {11, 11};
    return {size * factor + callAndList, size};
}

std::uint64_t countIn(const Measured &argument, std::uint64_t otherwise)
{
    const auto number = literalIn(argument);
    return number ? static_cast<std::uint64_t>(std::max<std::int64_t>(*number, 0)) : otherwise;
}

MaybeCall sliceCost(const EstimatedCall &call)
{
    const std::uint64_t begin = countIn(call.all[1], 0);
    const std::uint64_t end = countIn(call.all[2], call.sizeOf(0).most);
    return madeList({end - begin, end - begin}, 1);
}

MaybeCall flattenCost(const EstimatedCall &call)
{
    const std::uint64_t depth = call.arguments().empty() ? 1 : countIn(call.all[1], largestNumber);
    return madeList(call.sizeOf(0), static_cast<double>(depth));
}

MaybeCall rangeCost(const EstimatedCall &call)
{
    const std::uint64_t count = countIn(call.all[0], largestNumber);
    return madeList({count, count}, 1);
}

MaybeCall reverseCost(const EstimatedCall &call)
{
    return madeList(call.sizeOf(0), 1);
}

MaybeCall distinctCost(const EstimatedCall &call)
{
    return madeList(call.sizeOf(0) * call.sizeOf(0), 2);
}

MaybeCall sortCost(const EstimatedCall &call)
{
    const Kind kind = call.overload.parameters[0]->parameters.front()->kind;
    return sortedList(call.sizeOf(0), kind == Kind::String || kind == Kind::Bytes);
}

MaybeCall setCost(const EstimatedCall &call)
{
    return CallEstimate {call.sizeOf(0) * call.sizeOf(1) + oneUnit, {}};
}

MaybeCall bothSetsCost(const EstimatedCall &call)
{
    return CallEstimate {call.sizeOf(0) * call.sizeOf(1) * 2.0 + oneUnit, {}};
}

// Functions of Kubernetes.

MaybeCall addressCost(const EstimatedCall &call)
{
    return call.arguments().empty() ? std::nullopt : walkCost(call);
}

/// A text has to be read first.
CostEstimate otherAddressCost(const EstimatedCall &call)
{
    return call.takes(1, Kind::String) ? walkingCost(call.sizeOf(1)) : CostEstimate();
}

MaybeCall containsAddressCost(const EstimatedCall &call)
{
    return CallEstimate {CostEstimate {1, 4} + otherAddressCost(call), {}}; // 8 to 32 bytes
}

MaybeCall containsNetworkCost(const EstimatedCall &call)
{
    return CallEstimate {CostEstimate {3, 7} + otherAddressCost(call), {}}; // 12 to 48 bytes, and 1
}

MaybeCall formatCost(const EstimatedCall &call)
{
    constexpr double longestPattern = 128;
    return CallEstimate {walkingCost(call.sizeOf(1)) * (longestPattern * patternFactor), {}};
}

MaybeCall authorizationCost(const EstimatedCall & /*call*/)
{
    constexpr std::uint64_t half = 350'000; // nearly, of what an expression may cost
    return CallEstimate {{half, half}, {}};
}

MaybeCall selectorCost(const EstimatedCall &call)
{
    constexpr Bounds list {10, 10};
    constexpr double shortest = 0.5; // requirements a character
    constexpr double perRequirement = 50;
    const SizeEstimate selector = call.sizeOf(1);
    return CallEstimate {list + walkingCost(selector) + selector * shortest * perRequirement, {}};
}

/// Functions that are not here cost 1.
const std::unordered_map<std::string_view, CallRule> &callRules()
{
    static const std::unordered_map<std::string_view, CallRule> all {{"_+_", addingCost},
        {"_==_", equalityCost}, {"_!=_", comparingCost}, {"_<_", orderCost}, {"_<=_", orderCost},
        {"_>_", orderCost}, {"_>=_", orderCost}, {"@in", membershipCost}, {"bytes", encodingCost},
        {"string", decodingCost}, {"strings.quote", quotingCost}, {"format", walkCost},
        {"startsWith", endCost}, {"endsWith", endCost}, {"contains", searchCost}, {"matches", matchCost},
        {"find", findCost}, {"findAll", findCost}, {"lowerAscii", copyCost}, {"upperAscii", copyCost},
        {"substring", copyCost}, {"trim", copyCost}, {"url", copyCost}, {"replace", replaceCost},
        {"split", splitCost}, {"join", joinCost}, {"isSorted", itemsCost}, {"sum", itemsCost},
        {"max", itemsCost}, {"min", itemsCost}, {"indexOf", itemsCost}, {"lastIndexOf", itemsCost},
        {"slice", sliceCost}, {"flatten", flattenCost}, {"lists.range", rangeCost}, {"reverse", reverseCost},
        {"distinct", distinctCost}, {"sort", sortCost}, {"sets.contains", setCost},
        {"sets.intersects", setCost}, {"sets.equivalent", bothSetsCost}, {"cidr", walkCost},
        {"isIP", walkCost}, {"isCIDR", walkCost}, {"ip", addressCost}, {"ip.isCanonical", doubleWalkCost},
        {"containsIP", containsAddressCost}, {"containsCIDR", containsNetworkCost}, {"quantity", walkCost},
        {"isQuantity", walkCost}, {"semver", walkCost}, {"isSemver", walkCost}, {"validate", formatCost},
        {"check", authorizationCost}, {"fieldSelector", selectorCost}, {"labelSelector", selectorCost}};
    return all;
}

} // namespace

Bounds operator+(const Bounds &a, const Bounds &b)
{
    return {saturatedSum(a.least, b.least), saturatedSum(a.most, b.most)};
}

Bounds operator*(const Bounds &a, const Bounds &b)
{
    return {saturatedProduct(a.least, b.least), saturatedProduct(a.most, b.most)};
}

Bounds operator*(const Bounds &bounds, double factor)
{
    return {roundedUp(static_cast<double>(bounds.least) * factor),
        roundedUp(static_cast<double>(bounds.most) * factor)};
}

Bounds either(const Bounds &a, const Bounds &b)
{
    return {std::min(a.least, b.least), std::max(a.most, b.most)};
}

CallEstimate sortedList(const SizeEstimate &items, bool areTexts)
{
    return madeList(items * items, areTexts ? 2 + walkFactor : 2);
}

CallEstimate estimateCall(const Node &call, const Overload &overload, std::span<const Measured> arguments)
{
    const auto rule = callRules().find(call.name);
    const MaybeCall estimated =
        rule == callRules().end() ? std::nullopt : rule->second({call, overload, arguments});
    return estimated.value_or(CallEstimate {oneUnit, {}});
}

} // namespace core::cel
