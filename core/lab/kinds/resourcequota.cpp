// SPDX-License-Identifier: GPL-3.0-or-later
// What they do: quotas.h.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"

#include <array>
#include <map>

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;

namespace {

/// "pods: 3/10, services: 0/5" of those whose names do, or do not, begin with "limits."
std::string used(const Json &quota, bool limits)
{
    constexpr std::string_view prefix = "limits.";
    const Json *hard = api::find(quota, {"status", "hard"});
    std::map<std::string, std::string> parts;
    if (hard && hard->is_object()) {
        for (const auto &entry : hard->get_object()) {
            const std::string name(entry.key());
            const Json *present = api::find(quota, {"status", "used", name});
            if (name.starts_with(prefix) == limits)
                parts[name] = name + ": " + (present ? quantityText(*present) : "0") + '/'
                    + quantityText(entry.value());
        }
    }
    std::string all;
    for (const auto &[name, part] : parts)
        all += (all.empty() ? "" : ", ") + part;
    return all;
}

void checkResourceQuota(const Json &quota, FieldErrors &errors)
{
    const Json *hard = api::find(quota, {"spec", "hard"});
    if (hard && hard->is_object()) {
        for (const auto &entry : hard->get_object()) {
            if (quantityMilli(entry.value()).value_or(0) < 0)
                errors.push_back(invalid("spec.hard[" + std::string(entry.key()) + "]", entry.value(),
                    "must be greater than or equal to 0"));
        }
    }
    const Json *scopes = api::find(quota, {"spec", "scopes"});
    const auto has = [&](std::string_view scope) {
        return contains(listAt(quota, {"spec", "scopes"}), Json(scope));
    };
    for (const auto &[one, other] :
        std::array {std::pair {"Terminating", "NotTerminating"}, std::pair {"BestEffort", "NotBestEffort"}}) {
        if (has(one) && has(other))
            errors.push_back(invalid("spec.scopes", *scopes, "conflicting scopes"));
    }
}

std::string requestsCell(const Json &quota)
{
    return used(quota, false);
}

std::string limitsCell(const Json &quota)
{
    return used(quota, true);
}

} // namespace

KindDefinition resourceQuota()
{
    const SchemaPtr status = object({{"hard", quantities}, {"used", quantities}});
    const SchemaPtr scopes = listOf(oneOf({"Terminating", "NotTerminating", "BestEffort", "NotBestEffort",
        "PriorityClass", "CrossNamespacePodAffinity"}));
    return {.kind = "ResourceQuota",
        .plural = "resourcequotas",
        .shortNames = {"quota"},
        .hasStatus = true,
        .schema =
            object({{"spec", withDefault(object({{"hard", quantities}, {"scopes", scopes}}), JsonObject())},
                {"status", withDefault(status, JsonObject())}}),
        .columns = {nameColumn(), ageColumn(), computedColumn("Request", requestsCell),
            computedColumn("Limit", limitsCell)},
        .rules = {.check = checkResourceQuota}};
}

} // namespace core::lab::kinds
