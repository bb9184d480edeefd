// SPDX-License-Identifier: GPL-3.0-or-later
// What they do: quotas.h.
#include "core/api/names.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/quantities.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
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

/// Objects, of which there is a whole number.
bool isCountedByQuotas(std::string_view name)
{
    static constexpr std::array<std::string_view, 9> all {"configmaps", "persistentvolumeclaims", "pods",
        "replicationcontrollers", "resourcequotas", "secrets", "services", "services.loadbalancers",
        "services.nodeports"};
    return std::ranges::find(all, name) != all.end();
}

/// "count/jobs.batch", "requests.example.com/gpu"
bool hasDomain(std::string_view name)
{
    return name.find('/') != std::string_view::npos;
}

bool isResourceOfQuotas(std::string_view name)
{
    static constexpr std::array<std::string_view, 10> amounts {"cpu", "memory", "ephemeral-storage",
        "requests.cpu", "requests.memory", "requests.storage", "requests.ephemeral-storage", "limits.cpu",
        "limits.memory", "limits.ephemeral-storage"};
    return isCountedByQuotas(name) || std::ranges::find(amounts, name) != amounts.end()
        || name.starts_with("hugepages-") || name.starts_with("requests.hugepages-") || hasDomain(name);
}

/// "count/jobs.batch" and "example.com/gpu", but not what requests ask of the latter.
bool isCountedWhole(std::string_view name)
{
    return isCountedByQuotas(name)
        || (hasDomain(name) && !name.starts_with("requests.") && name.find("kubernetes.io/") == name.npos);
}

/// A scope is about pods, and what they ask for; the best effort asks for nothing.
bool fitsScope(std::string_view name, std::string_view scope)
{
    static constexpr std::array<std::string_view, 6> ofPods {
        "cpu", "memory", "requests.cpu", "requests.memory", "limits.cpu", "limits.memory"};
    return name == "pods" || hasDomain(name) || !isResourceOfQuotas(name)
        || (scope != "BestEffort" && std::ranges::find(ofPods, name) != ofPods.end());
}

/// The path is that of the scopes, and the value what stands there.
void checkScope(std::string_view scope, const Json &quota, const std::string &path, const Json &value,
    FieldErrors &errors)
{
    const Json *hard = api::find(quota, {"spec", "hard"});
    for (const auto &entry : hard && hard->is_object() ? hard->get_object() : JsonObject()) {
        if (!fitsScope(entry.key(), scope))
            errors.push_back(invalid(path, value, "unsupported scope applied to resource"));
    }
}

void checkScopes(const Json &quota, FieldErrors &errors)
{
    for (const Json &scope : listAt(quota, {"spec", "scopes"}))
        checkScope(
            api::textAt(scope, {}), quota, "spec.scopes", *api::find(quota, {"spec", "scopes"}), errors);
    for (const Json &one : listAt(quota, {"spec", "scopeSelector", "matchExpressions"}))
        checkScope(api::textAt(one, {"scopeName"}), quota, "spec.scopeSelector.matchExpressions",
            *api::find(quota, {"spec", "scopeSelector"}), errors);
}

void checkHardLimit(std::string_view name, const Json &amount, FieldErrors &errors)
{
    constexpr std::int64_t whole = 1000;
    const std::string path = "spec.hard[" + std::string(name) + "]";
    const std::int64_t milli = quantityMilli(amount).value_or(0);
    if (!api::isQualifiedName(name))
        complain("qualifiedName", path, name, errors);
    else if (!isResourceOfQuotas(name))
        errors.push_back(invalid(path, name, "must be a standard resource for quota"));
    if (milli < 0)
        errors.push_back(invalid(path, amount, "must be greater than or equal to 0"));
    else if (isCountedWhole(name) && milli % whole != 0)
        errors.push_back(invalid(path, amount, "must be an integer"));
}

void checkResourceQuota(const Json &quota, FieldErrors &errors)
{
    const Json *hard = api::find(quota, {"spec", "hard"});
    if (hard && hard->is_object()) {
        for (const auto &entry : hard->get_object())
            checkHardLimit(entry.key(), entry.value(), errors);
    }
    checkScopes(quota, errors);
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

void checkResourceQuotaUpdate(const Json &quota, const Json &old, FieldErrors &errors)
{
    const auto scopesOf = [](const Json &of) {
        std::set<std::string_view> scopes;
        for (const Json &scope : listAt(of, {"spec", "scopes"}))
            scopes.insert(api::textAt(scope, {}));
        return scopes;
    };
    if (scopesOf(quota) != scopesOf(old))
        errors.push_back(
            invalid("spec.scopes", JsonArray(listAt(quota, {"spec", "scopes"})), "field is immutable"));
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
        .rules = {.check = checkResourceQuota, .checkUpdate = checkResourceQuotaUpdate}};
}

} // namespace core::lab::kinds
