// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/admissionrules.h"

#include "core/api/codec.h"
#include "core/api/names.h"
#include "core/api/selector.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"
#include "core/lab/validationrules.h"

#include <algorithm>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;

namespace {

bool hasWildcard(const JsonArray &items)
{
    return contains(items, Json("*"));
}

/// Some, each of them one, and nothing beside a wildcard.
void checkNames(const Json &rule, std::string_view field, std::string_view what, bool mayBeEmpty,
    const std::string &path, FieldErrors &errors)
{
    const JsonArray &items = listAt(rule, {field});
    const std::string place = path + "." + std::string(field);
    if (items.empty())
        errors.push_back(required(place));
    if (items.size() > 1 && hasWildcard(items))
        errors.push_back(
            invalid(place, Json(items), "if '*' is present, must not specify other " + std::string(what)));
    for (std::size_t i = 0; i < items.size() && !mayBeEmpty; ++i) {
        if (items[i] == Json(""))
            errors.push_back(required(place + "[" + std::to_string(i) + "]"));
    }
}

void checkOperations(const Json &rule, const std::string &path, FieldErrors &errors)
{
    static const std::vector<std::string> known {"*", "CONNECT", "CREATE", "DELETE", "UPDATE"};
    checkNames(rule, "operations", "operations", true, path, errors);
    const JsonArray &operations = listAt(rule, {"operations"});
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (std::ranges::none_of(known, [&](const std::string &one) { return operations[i] == Json(one); }))
            errors.push_back(
                notSupported(path + ".operations[" + std::to_string(i) + "]", operations[i], known));
    }
}

void checkHookResources(const Json &rule, const std::string &path, FieldErrors &errors)
{
    const JsonArray &resources = listAt(rule, {"resources"});
    if (resources.empty())
        return errors.push_back(required(path));
    std::set<std::string, std::less<>> anyBelow; // "x" of "x/*"
    std::set<std::string, std::less<>> anyAbove; // "x" of "*/x"
    bool isWhole = false;
    for (std::size_t i = 0; i < resources.size(); ++i) {
        const std::string item =
            resources[i].is_string() ? api::text(resources[i].get_string()) : std::string();
        const std::string place = path + "[" + std::to_string(i) + "]";
        const std::size_t slash = item.find('/');
        if (item.empty())
            errors.push_back(required(place));
        isWhole = isWhole || (slash == std::string::npos && !item.empty() && item != "*");
        if (slash == std::string::npos)
            continue;
        const std::string name = item.substr(0, slash);
        const std::string below = item.substr(slash + 1);
        if (anyBelow.contains(name))
            errors.push_back(
                invalid(place, resources[i], "if '" + name + "/*' is present, must not specify " + item));
        if (anyAbove.contains(below))
            errors.push_back(
                invalid(place, resources[i], "if '*/" + below + "' is present, must not specify " + item));
        if (below == "*")
            anyBelow.insert(name);
        if (name == "*")
            anyAbove.insert(below);
    }
    if (resources.size() > 1 && contains(resources, Json("*/*")))
        errors.push_back(
            invalid(path, Json(resources), "if '*/*' is present, must not specify other resources"));
    if (hasWildcard(resources) && isWhole)
        errors.push_back(invalid(path, Json(resources),
            "if '*' is present, must not specify other resources without subresources"));
}

void checkConditionsExpression(const AdmissionExpression &expression, UnknownFunctions unknown,
    const std::string &path, FieldErrors &errors)
{
    const bool isKept = expression.isUnknown() && unknown == UnknownFunctions::Kept;
    if (withoutBlanks(expression.text).empty())
        errors.push_back(required(path));
    else if (!expression.program && !isKept)
        errors.push_back(invalid(path, expression.text, expression.program.error().message));
}

} // namespace

const SchemaPtr &matchRuleSchema()
{
    static const SchemaPtr schema =
        object({{"operations", texts}, {"apiGroups", texts}, {"apiVersions", texts}, {"resources", texts},
            {"scope", withDefault(oneOf({"*", "Cluster", "Namespaced"}), "*")}});
    return schema;
}

const SchemaPtr &namedExpressions()
{
    static const SchemaPtr schema =
        mergedBy("name", object({{"name", text}, {"expression", text}}, {"name", "expression"}));
    return schema;
}

void checkMatchRules(const Json &json, std::string_view field, const std::string &path, FieldErrors &errors)
{
    const JsonArray &rules = listAt(json, {field});
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string place = path + "." + std::string(field) + "[" + std::to_string(i) + "]";
        checkOperations(rules[i], place, errors);
        checkNames(rules[i], "apiGroups", "API groups", true, place, errors);
        checkNames(rules[i], "apiVersions", "API versions", false, place, errors);
        checkHookResources(rules[i], place + ".resources", errors);
    }
}

void checkMatchSelectors(const Json &json, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view field : {"namespaceSelector", "objectSelector"}) {
        const Json *selector = api::find(json, {field});
        const auto read = selector ? api::decode<api::LabelSelector>(*selector)
                                   : base::Result<api::LabelSelector>(api::LabelSelector());
        const auto valid = read ? api::validate(*read) : tl::unexpected(read.error());
        const std::string place = path + "." + std::string(field);
        if (!valid)
            errors.push_back(invalid(place, *selector, valid.error().message));
        else if (selector)
            checkLabels(api::find(*selector, {"matchLabels"}), place + ".matchLabels", errors);
    }
}

void checkMatchConditions(const Json &json, const std::vector<MatchCondition> &compiled,
    UnknownFunctions unknown, const std::string &path, FieldErrors &errors)
{
    constexpr std::size_t mostConditions = 64;
    if (compiled.size() > mostConditions)
        return errors.push_back({"FieldValueTooMany", path,
            "Too many: " + std::to_string(compiled.size()) + ": must have at most "
                + std::to_string(mostConditions) + " items"});
    const JsonArray &written = listAt(json, {"matchConditions"});
    for (std::size_t i = 0; i < written.size(); ++i) {
        const std::string place = path + "[" + std::to_string(i) + "]";
        const std::string_view name = api::textAt(written[i], {"name"});
        checkConditionsExpression(compiled[i].expression, unknown, place + ".expression", errors);
        if (name.empty())
            errors.push_back(required(place + ".name"));
        else if (!api::isQualifiedName(name))
            errors.push_back(invalid(place + ".name", name,
                "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                "with an alphanumeric character"));
    }
}

} // namespace core::lab::kinds
