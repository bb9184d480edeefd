// SPDX-License-Identifier: GPL-3.0-or-later
// Webhook configurations are kept; the lab calls no webhooks.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

SchemaPtr schema(bool isMutating)
{
    const SchemaPtr selector = withDefault(labelSelector, JsonObject());
    const SchemaPtr rule = object({{"operations", texts}, {"apiGroups", texts}, {"apiVersions", texts},
        {"resources", texts}, {"scope", withDefault(text, "*")}});
    auto webhook = std::make_shared<Schema>(*object(
        {{"name", text},
            {"clientConfig", object({{"url", text}, {"service", object({})}, {"caBundle", text}})},
            {"rules", listOf(rule)}, {"failurePolicy", withDefault(oneOf({"Fail", "Ignore"}), "Fail")},
            {"matchPolicy", withDefault(oneOf({"Exact", "Equivalent"}), "Equivalent")},
            {"namespaceSelector", selector}, {"objectSelector", selector}, {"sideEffects", text},
            {"timeoutSeconds", withDefault(integer, 10)}, {"admissionReviewVersions", texts}},
        {"name", "clientConfig", "sideEffects", "admissionReviewVersions"}));
    if (isMutating)
        webhook->properties.emplace("reinvocationPolicy", withDefault(oneOf({"Never", "IfNeeded"}), "Never"));
    return object({{"webhooks", mergedBy("name", webhook)}});
}

std::string countCell(const Json &configuration)
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
        .schema = schema(isMutating),
        .columns = {nameColumn(), computedColumn("Webhooks", countCell), ageColumn()},
        .rules = {.hasGeneration = true}};
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
