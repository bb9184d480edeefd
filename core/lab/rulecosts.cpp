// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/rulecosts.h"

#include "core/lab/definitionstatus.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace core::lab {

using api::Json;
using api::JsonArray;

namespace {

constexpr std::uint64_t mostOfRule = 10'000'000;
constexpr std::uint64_t mostOfSchema = 100'000'000;
constexpr std::string_view ruleCost = "estimated rule cost";
constexpr std::string_view messageCost = "estimated messageExpression cost";

std::string decimal(double number, int digits)
{
    std::array<char, 64> buffer {};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::fixed, digits);
    return {buffer.data(), end.ptr};
}

std::string factorOf(std::uint64_t cost, std::uint64_t limit)
{
    constexpr double far = 100;
    constexpr double near = 1.5;
    const double factor = static_cast<double>(cost) / static_cast<double>(limit);
    return factor > far ? "more than 100x" : decimal(factor, factor < near ? 6 : 1) + "x";
}

FieldError tooCostly(const std::string &field, std::string_view what, std::uint64_t cost, std::uint64_t limit)
{
    return forbidden(field,
        std::string(what) + " exceeds budget by factor of " + factorOf(cost, limit)
            + " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, "
              "maps, and strings are declared)");
}

/// The most expensive first, as far as they matter.
std::vector<RuleCost> mostExpensive(std::vector<RuleCost> costs)
{
    constexpr std::uint64_t leastThatMatters = mostOfSchema / 100;
    constexpr std::size_t mostTold = 4;
    std::erase_if(costs, [](const RuleCost &rule) { return rule.cost < leastThatMatters; });
    std::ranges::stable_sort(costs, std::greater(), &RuleCost::cost);
    costs.resize(std::min(costs.size(), mostTold));
    return costs;
}

std::uint64_t totalOf(const std::vector<RuleCost> &costs)
{
    std::uint64_t total = 0;
    for (const RuleCost &rule : costs)
        total += std::min(rule.cost, std::numeric_limits<std::uint64_t>::max() - total);
    return total;
}

const Json *writtenSchemaOf(const JsonArray &versions, std::string_view name)
{
    const auto found = std::ranges::find_if(
        versions, [&](const Json &version) { return api::textAt(version, {"name"}) == name; });
    return found == versions.end() ? nullptr : api::find(*found, {"schema", "openAPIV3Schema"});
}

} // namespace

void checkCosts(const std::vector<RuleCost> &costs, const std::string &schemaPath, FieldErrors &errors)
{
    for (const RuleCost &rule : costs) {
        if (rule.cost <= mostOfRule)
            continue;
        errors.push_back(
            tooCostly(rule.path, rule.isMessage ? messageCost : ruleCost, rule.cost, mostOfRule));
        errors.back().isOfOneRulesCost = true;
    }
    const std::uint64_t total = totalOf(costs);
    if (total <= mostOfSchema)
        return;
    for (const RuleCost &rule : mostExpensive(costs))
        errors.push_back(forbidden(rule.path,
            "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema"));
    errors.push_back(tooCostly(schemaPath,
        "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema", total,
        mostOfSchema));
}

void forgiveCostsThatWere(const Json &definition, const Json &old, FieldErrors &errors)
{
    const JsonArray &versions = listAt(definition, {"spec", "versions"});
    const VersionPlaces places(definition, "schema");
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const Json *schema = api::find(versions[i], {"schema", "openAPIV3Schema"});
        const Json *before =
            writtenSchemaOf(listAt(old, {"spec", "versions"}), api::textAt(versions[i], {"name"}));
        if (!schema || !before || !api::equal(*schema, *before))
            continue;
        const std::string path = places.of(i);
        std::erase_if(errors, [&](const FieldError &error) {
            return error.isOfOneRulesCost && !path.empty() && error.field.starts_with(path + ".");
        });
    }
}

} // namespace core::lab
