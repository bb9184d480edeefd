// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/aggregateddiscovery.h"

#include "core/lab/discovery.h"
#include "core/lab/objects.h"

#include <array>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

JsonObject kindOf(std::string_view group, std::string_view version, std::string_view kind)
{
    return {{"group", group}, {"version", version}, {"kind", kind}};
}

JsonObject entryOf(const Subresource &subresource, const ResourceType &type, const ServedVersion &version)
{
    const std::string &kind = subresource.kind.empty() ? type.kind : subresource.kind;
    const bool isForeign = !subresource.group.empty();
    return {{"subresource", subresource.name},
        {"responseKind",
            kindOf(isForeign ? subresource.group : type.group, isForeign ? subresource.version : version.name,
                kind)},
        {"verbs", verbsOf(subresource)}};
}

JsonObject entryOf(const ResourceType &type, const ServedVersion &version)
{
    JsonObject entry {{"resource", type.plural},
        {"responseKind", kindOf(type.group, version.name, type.kind)},
        {"scope", type.namespaced ? "Namespaced" : "Cluster"}, {"singularResource", type.singular},
        {"verbs", verbsOf(type)}};
    if (!type.shortNames.empty())
        entry.emplace("shortNames", textArray(type.shortNames));
    if (!type.categories.empty())
        entry.emplace("categories", textArray(type.categories));
    JsonArray subresources;
    for (const Subresource &subresource : version.subresources)
        subresources.push_back(entryOf(subresource, type, version));
    if (!subresources.empty())
        entry.emplace("subresources", std::move(subresources));
    return entry;
}

JsonObject versionEntry(const Registry &registry, const std::string &group, const std::string &version)
{
    JsonArray resources;
    for (const ResourceType *type : registry.all()) {
        const ServedVersion *served = type->group == group ? type->find(version) : nullptr;
        if (served)
            resources.push_back(entryOf(*type, *served));
    }
    return {{"version", version}, {"resources", std::move(resources)}, {"freshness", "Current"}};
}

} // namespace

std::string_view aggregatedVersion(std::string_view accept)
{
    static constexpr std::array<std::string_view, 2> versions {"v2", "v2beta1"};
    const std::string_view first = accept.substr(0, accept.find(','));
    const auto has = [first](std::string_view parameter) {
        for (std::string_view rest = first; !rest.empty();) {
            const std::string_view one = rest.substr(0, rest.find(';'));
            rest.remove_prefix(std::min(rest.size(), one.size() + 1));
            if (one == parameter)
                return true;
        }
        return false;
    };
    if (!has("application/json") || !has("g=apidiscovery.k8s.io") || !has("as=APIGroupDiscoveryList"))
        return {};
    for (const std::string_view version : versions) {
        if (has("v=" + std::string(version)))
            return version;
    }
    return {};
}

api::Response aggregatedDiscovery(
    const Registry &registry, const std::vector<std::string> &groups, std::string_view version)
{
    JsonArray items;
    for (const std::string &group : groups) {
        JsonArray versions;
        for (const std::string &served : versionsOf(registry, group))
            versions.push_back(versionEntry(registry, group, served));
        items.push_back(
            JsonObject {{"metadata", JsonObject {{"name", group}, {"creationTimestamp", nullptr}}},
                {"versions", std::move(versions)}});
    }
    const std::string form(version);
    api::Response response;
    response.body = api::share(
        JsonObject {{"kind", "APIGroupDiscoveryList"}, {"apiVersion", "apidiscovery.k8s.io/" + form},
            {"metadata", JsonObject()}, {"items", std::move(items)}});
    response.headers = {
        {"Content-Type", "application/json;g=apidiscovery.k8s.io;v=" + form + ";as=APIGroupDiscoveryList"}};
    return response;
}

} // namespace core::lab
