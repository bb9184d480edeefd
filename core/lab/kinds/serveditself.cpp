// SPDX-License-Identifier: GPL-3.0-or-later
// What the server tells of itself: the groups and versions that it serves, and its parts
// (docs/api-semantics.md M10).
#include "core/lab/cluster.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <map>
#include <ranges>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::JsonPtr;

namespace {

constexpr std::int64_t coreGroupPriority = 18'000;
constexpr std::int64_t builtInGroupPriority = 17'000;
constexpr std::int64_t customGroupPriority = 1'000;
constexpr std::int64_t versionPriority = 15;

JsonPtr apiService(const ResourceType &type, const std::string &version)
{
    const std::int64_t priority = type.custom ? customGroupPriority
        : type.group.empty()                  ? coreGroupPriority
                                              : builtInGroupPriority;
    JsonObject available {{"type", "Available"}, {"status", "True"}, {"reason", "Local"},
        {"message", "Local APIServices are always available"}};
    return api::share(JsonObject {{"apiVersion", "apiregistration.k8s.io/v1"}, {"kind", "APIService"},
        {"metadata",
            JsonObject {{"name", version + '.' + type.group},
                {"labels",
                    JsonObject {
                        {"kube-aggregator.kubernetes.io/automanaged", type.custom ? "true" : "onstart"}}}}},
        {"spec",
            JsonObject {{"group", type.group}, {"version", version}, {"groupPriorityMinimum", priority},
                {"versionPriority", versionPriority}}},
        {"status", JsonObject {{"conditions", JsonArray {std::move(available)}}}}});
}

std::vector<JsonPtr> apiServices(const Cluster &cluster, std::string_view)
{
    std::map<std::string, JsonPtr> services;
    for (const ResourceType *type : cluster.registry.all()) {
        for (const ServedVersion &version : type->versions)
            services.try_emplace(version.name + '.' + type->group, apiService(*type, version.name));
    }
    const auto values = std::views::values(services);
    return {values.begin(), values.end()};
}

/// The objects' store; controllers and the scheduler are programs of their own, of which it knows nothing.
std::vector<JsonPtr> componentStatuses(const Cluster &, std::string_view)
{
    JsonObject healthy {{"type", "Healthy"}, {"status", "True"}, {"message", R"({"health":"true"})"}};
    return {api::share(JsonObject {{"apiVersion", "v1"}, {"kind", "ComponentStatus"},
        {"metadata", JsonObject {{"name", "etcd-0"}}}, {"conditions", JsonArray {std::move(healthy)}}})};
}

std::string conditionCell(
    const Json &object, std::initializer_list<std::string_view> path, std::string_view member)
{
    const JsonArray &conditions = listAt(object, path);
    return conditions.empty() ? std::string() : std::string(api::textAt(conditions.front(), {member}));
}

SchemaPtr apiServiceSchema()
{
    const SchemaPtr service = object({{"namespace", text}, {"name", text}, {"port", integer}});
    const SchemaPtr spec = object(
        {{"group", text}, {"version", text}, {"groupPriorityMinimum", integer}, {"versionPriority", integer},
            {"service", exact(service)}, {"insecureSkipTLSVerify", boolean}, {"caBundle", base64}});
    return exact(object({{"spec", exact(spec)}, {"status", exact(object({{"conditions", conditions}}))}}));
}

SchemaPtr componentStatusSchema()
{
    const SchemaPtr condition =
        object({{"type", text}, {"status", text}, {"message", text}, {"error", text}});
    return exact(object({{"conditions", mergedBy("type", exact(condition))}}));
}

} // namespace

KindDefinition apiServiceKind()
{
    return {.group = "apiregistration.k8s.io",
        .kind = "APIService",
        .plural = "apiservices",
        .categories = {"api-extensions"},
        .namespaced = false,
        .schema = apiServiceSchema(),
        .columns = {nameColumn(),
            computedColumn("Service", [](const Json &) { return std::string("Local"); }),
            computedColumn("Available",
                [](const Json &service) {
                    return conditionCell(service, {"status", "conditions"}, "status");
                }),
            ageColumn()},
        .compute = apiServices};
}

KindDefinition componentStatus()
{
    return {.kind = "ComponentStatus",
        .plural = "componentstatuses",
        .shortNames = {"cs"},
        .namespaced = false,
        .deprecation = "v1 ComponentStatus is deprecated in v1.19+",
        .schema = componentStatusSchema(),
        .columns = {nameColumn(),
            computedColumn("Status",
                [](const Json &one) {
                    return std::string(
                        conditionCell(one, {"conditions"}, "status") == "True" ? "Healthy" : "Unhealthy");
                }),
            computedColumn(
                "Message", [](const Json &one) { return conditionCell(one, {"conditions"}, "message"); }),
            computedColumn(
                "Error", [](const Json &one) { return conditionCell(one, {"conditions"}, "error"); })},
        .compute = componentStatuses};
}

} // namespace core::lab::kinds
