// SPDX-License-Identifier: GPL-3.0-or-later
// Which webhooks are asked about what is written (docs/api-semantics.md U). Nobody is asked about writes to
// kinds of this group.
#include "core/api/names.h"
#include "core/lab/kinds/admissionrules.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/validation.h"

#include <algorithm>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr hooksSchema(bool isMutating)
{
    const SchemaPtr selector = withDefault(labelSelector, JsonObject());
    const SchemaPtr service =
        object({{"name", text}, {"namespace", text}, {"path", text}, {"port", withDefault(integer, 443)}});
    auto webhook = std::make_shared<Schema>(
        *object({{"name", text},
                    {"clientConfig", object({{"url", text}, {"service", service}, {"caBundle", base64}})},
                    {"rules", listOf(matchRuleSchema())},
                    {"failurePolicy", withDefault(oneOf({"Fail", "Ignore"}), "Fail")},
                    {"matchPolicy", withDefault(oneOf({"Equivalent", "Exact"}), "Equivalent")},
                    {"namespaceSelector", selector}, {"objectSelector", selector}, {"sideEffects", text},
                    {"timeoutSeconds", withDefault(integer, 10)}, {"admissionReviewVersions", texts},
                    {"matchConditions", namedExpressions()}},
            {"name", "clientConfig"}));
    if (isMutating)
        webhook->properties.emplace("reinvocationPolicy", withDefault(oneOf({"IfNeeded", "Never"}), "Never"));
    return object({{"webhooks", mergedBy("name", webhook)}});
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
        checkMatchRules(hook, "rules", path, errors);
        checkEffects(hook, path + ".sideEffects", errors);
        checkTimeout(hook, path + ".timeoutSeconds", errors);
        checkMatchSelectors(hook, path, errors);
        if (const Json *client = api::find(hook, {"clientConfig"}))
            checkHookTarget(*client, path + ".clientConfig", errors);
        checkMatchConditions(
            hook, readMatchConditions(hook), UnknownFunctions::Refused, path + ".matchConditions", errors);
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
