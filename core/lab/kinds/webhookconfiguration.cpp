// SPDX-License-Identifier: GPL-3.0-or-later
// Which webhooks are asked about what is written (docs/api-semantics.md U). Nobody is asked about writes to
// kinds of this group.
#include "core/api/codec.h"
#include "core/api/names.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"
#include "core/lab/webhooks/webhook.h"

#include <algorithm>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr hooksSchema(bool isMutating)
{
    const SchemaPtr selector = withDefault(labelSelector, JsonObject());
    const SchemaPtr rule = object({{"operations", texts}, {"apiGroups", texts}, {"apiVersions", texts},
        {"resources", texts}, {"scope", withDefault(oneOf({"*", "Cluster", "Namespaced"}), "*")}});
    const SchemaPtr service =
        object({{"name", text}, {"namespace", text}, {"path", text}, {"port", withDefault(integer, 443)}});
    const SchemaPtr condition = object({{"name", text}, {"expression", text}}, {"name", "expression"});
    auto webhook = std::make_shared<Schema>(*object(
        {{"name", text},
            {"clientConfig", object({{"url", text}, {"service", service}, {"caBundle", base64}})},
            {"rules", listOf(rule)}, {"failurePolicy", withDefault(oneOf({"Fail", "Ignore"}), "Fail")},
            {"matchPolicy", withDefault(oneOf({"Equivalent", "Exact"}), "Equivalent")},
            {"namespaceSelector", selector}, {"objectSelector", selector}, {"sideEffects", text},
            {"timeoutSeconds", withDefault(integer, 10)}, {"admissionReviewVersions", texts},
            {"matchConditions", mergedBy("name", condition)}},
        {"name", "clientConfig"}));
    if (isMutating)
        webhook->properties.emplace("reinvocationPolicy", withDefault(oneOf({"IfNeeded", "Never"}), "Never"));
    return object({{"webhooks", mergedBy("name", webhook)}});
}

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

void checkRules(const Json &hook, const std::string &path, FieldErrors &errors)
{
    const JsonArray &rules = listAt(hook, {"rules"});
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::string place = path + ".rules[" + std::to_string(i) + "]";
        checkOperations(rules[i], place, errors);
        checkNames(rules[i], "apiGroups", "API groups", true, place, errors);
        checkNames(rules[i], "apiVersions", "API versions", false, place, errors);
        checkHookResources(rules[i], place + ".resources", errors);
    }
}

void checkName(const Json &hook, const std::string &path, FieldErrors &errors)
{
    constexpr int leastDots = 2;
    const std::string_view name = api::textAt(hook, {"name"});
    if (name.empty())
        errors.push_back(required(path));
    else if (!api::isDnsSubdomain(name))
        errors.push_back(invalid(path, name,
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', "
            "and must start and end with an alphanumeric character"));
    else if (std::ranges::count(name, '.') < leastDots)
        errors.push_back(
            invalid(path, name, "should be a domain with at least three segments separated by dots"));
}

void checkEffects(const Json &hook, const std::string &path, FieldErrors &errors)
{
    static const std::vector<std::string> known {"None", "NoneOnDryRun"};
    const std::string_view effects = api::textAt(hook, {"sideEffects"});
    if (!api::find(hook, {"sideEffects"}))
        errors.push_back(required(path, "must specify one of None, NoneOnDryRun"));
    else if (effects != known.front() && effects != known.back())
        errors.push_back(notSupported(path, effects, known));
}

void checkSelectors(const Json &hook, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view field : {"namespaceSelector", "objectSelector"}) {
        const Json *selector = api::find(hook, {field});
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

void checkConditions(const Json &hook, const std::string &path, FieldErrors &errors)
{
    constexpr std::size_t mostConditions = 64;
    const JsonArray &conditions = listAt(hook, {"matchConditions"});
    if (conditions.size() > mostConditions)
        return errors.push_back({"FieldValueTooMany", path,
            "Too many: " + std::to_string(conditions.size()) + ": must have at most "
                + std::to_string(mostConditions) + " items"});
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const std::string place = path + "[" + std::to_string(i) + "]";
        const std::string_view name = api::textAt(conditions[i], {"name"});
        const std::string_view expression = api::textAt(conditions[i], {"expression"});
        if (expression.find_first_not_of(" \t\r\n") == std::string_view::npos)
            errors.push_back(required(place + ".expression"));
        else if (const auto program = compileMatchCondition(expression); !program)
            errors.push_back(invalid(place + ".expression", expression, program.error()));
        if (name.empty())
            errors.push_back(required(place + ".name"));
        else if (!api::isQualifiedName(name))
            errors.push_back(invalid(place + ".name", name,
                "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "
                "with an alphanumeric character"));
    }
}

void checkTimeout(const Json &hook, const std::string &path, FieldErrors &errors)
{
    constexpr std::int64_t longest = 30; ///< seconds
    const auto seconds = api::integerAt(hook, {"timeoutSeconds"}).value_or(0);
    if (seconds < 1 || seconds > longest)
        errors.push_back(invalid(path, Json(seconds), "the timeout value must be between 1 and 30 seconds"));
}

void checkHooks(const Json &configuration, FieldErrors &errors)
{
    const JsonArray &hooks = listAt(configuration, {"webhooks"});
    for (std::size_t i = 0; i < hooks.size(); ++i) {
        const Json &hook = hooks[i];
        const std::string path = "webhooks[" + std::to_string(i) + "]";
        checkName(hook, path + ".name", errors);
        checkRules(hook, path, errors);
        checkEffects(hook, path + ".sideEffects", errors);
        checkTimeout(hook, path + ".timeoutSeconds", errors);
        checkSelectors(hook, path, errors);
        if (const Json *client = api::find(hook, {"clientConfig"}))
            checkHookTarget(*client, path + ".clientConfig", errors);
        checkConditions(hook, path + ".matchConditions", errors);
        checkReviewVersions(listAt(hook, {"admissionReviewVersions"}), path + ".admissionReviewVersions",
            "must specify one of v1, v1beta1", errors);
    }
}

std::string hooksCountCell(const Json &configuration)
{
    return std::to_string(listAt(configuration, {"webhooks"}).size());
}

KindDefinition configuration(std::string kind, std::string plural, bool isMutating)
{
    return {.group = "admissionregistration.k8s.io",
        .kind = std::move(kind),
        .plural = std::move(plural),
        .categories = {"api-extensions"},
        .namespaced = false,
        .schema = hooksSchema(isMutating),
        .columns = {nameColumn(), computedColumn("Webhooks", hooksCountCell), ageColumn()},
        .rules = {.hasGeneration = true, .needsVersion = true, .check = checkHooks}};
}

} // namespace

KindDefinition mutatingWebhookConfiguration()
{
    return configuration("MutatingWebhookConfiguration", "mutatingwebhookconfigurations", true);
}

KindDefinition validatingWebhookConfiguration()
{
    return configuration("ValidatingWebhookConfiguration", "validatingwebhookconfigurations", false);
}

} // namespace core::lab::kinds
