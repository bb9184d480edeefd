// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/discovery.h"

#include "core/access/attributes.h"
#include "core/api/health.h"
#include "core/lab/aggregateddiscovery.h"
#include "core/lab/issuer.h"
#include "core/lab/mediatype.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/openapi.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Response;

namespace {

// What kubectl and client-go compare themselves with.
constexpr std::string_view majorVersion = "1";
constexpr std::string_view minorVersion = "31";
constexpr std::string_view gitVersion = "v1.31.0+hollowlab";

Json groupOf(const Registry &registry, const std::string &name)
{
    JsonArray versions;
    for (const std::string &version : versionsOf(registry, name))
        versions.push_back(JsonObject {{"groupVersion", name + "/" + version}, {"version", version}});
    const Json preferred = versions.front();
    return JsonObject {{"name", name}, {"versions", std::move(versions)}, {"preferredVersion", preferred}};
}

Json withTypeMeta(std::string_view kind, Json body)
{
    body.get_object().emplace("kind", kind);
    body.get_object().emplace("apiVersion", "v1");
    return body;
}

/// The number is 0 for v1, more for v1beta1, most for v1alpha1.
int immaturity(std::string_view version)
{
    return version.find("alpha") != version.npos ? 2 : version.find("beta") != version.npos ? 1 : 0;
}

/// The more mature groups come first: of two kinds of the same name kubectl takes the first.
std::vector<std::string> groupNames(const Registry &registry)
{
    std::vector<std::string> names;
    for (const ResourceType *type : registry.all()) {
        if (!type->group.empty() && (names.empty() || names.back() != type->group))
            names.push_back(type->group);
    }
    std::ranges::stable_sort(
        names, {}, [&](const std::string &name) { return immaturity(versionsOf(registry, name).front()); });
    return names;
}

Json groupList(const Registry &registry)
{
    JsonArray groups;
    for (const std::string &name : groupNames(registry))
        groups.push_back(groupOf(registry, name));
    return withTypeMeta("APIGroupList", JsonObject {{"groups", std::move(groups)}});
}

JsonObject entryOf(const ResourceType &type, const Subresource &subresource)
{
    JsonObject entry {{"name", type.plural + "/" + subresource.name}, {"singularName", ""},
        {"namespaced", type.namespaced}, {"kind", subresource.kind.empty() ? type.kind : subresource.kind},
        {"verbs", verbsOf(subresource)}};
    if (!subresource.group.empty()) {
        entry.emplace("group", subresource.group);
        entry.emplace("version", subresource.version);
    }
    return entry;
}

void addResources(JsonArray &resources, const ResourceType &type, const ServedVersion &version)
{
    JsonObject entry {{"name", type.plural}, {"singularName", type.singular}, {"namespaced", type.namespaced},
        {"kind", type.kind}, {"verbs", verbsOf(type)}};
    if (!type.shortNames.empty())
        entry.emplace("shortNames", textArray(type.shortNames));
    if (!type.categories.empty())
        entry.emplace("categories", textArray(type.categories));
    resources.push_back(std::move(entry));
    for (const Subresource &subresource : version.subresources)
        resources.push_back(entryOf(type, subresource));
}

Response resourceList(const Registry &registry, const std::string &group, const std::string &version)
{
    JsonArray resources;
    for (const ResourceType *type : registry.all()) {
        const ServedVersion *served = type->group == group ? type->find(version) : nullptr;
        if (served)
            addResources(resources, *type, *served);
    }
    if (resources.empty())
        return api::textResponse(404, "404 page not found\n");
    return jsonResponse(withTypeMeta("APIResourceList",
        JsonObject {{"groupVersion", group.empty() ? version : group + "/" + version},
            {"resources", std::move(resources)}}));
}

Response paths(const Registry &registry)
{
    std::vector<std::string> list {std::string(issuerPath), "/api", "/api/v1", "/apis"};
    std::string last;
    for (const ResourceType *type : registry.all()) {
        if (type->group == last)
            continue;
        last = type->group;
        list.push_back("/apis/" + last);
        for (const std::string &version : versionsOf(registry, last))
            list.push_back("/apis/" + last + "/" + version);
    }
    list.insert(list.end(),
        {"/healthz", "/livez", "/openapi/v2", "/openapi/v3", std::string(issuerKeysPath), "/readyz",
            "/version"});
    return jsonResponse(JsonObject {{"paths", textArray(list)}});
}

/// The groups, the versions of one, the resources of a version.
Response olderLists(const std::vector<std::string> &path, const Registry &registry)
{
    const std::string &first = path.front();
    if (first == "api" && path.size() == 1) {
        const Json anywhere = JsonObject {{"clientCIDR", "0.0.0.0/0"}, {"serverAddress", ""}};
        return jsonResponse(JsonObject {{"kind", "APIVersions"}, {"versions", JsonArray {"v1"}},
            {"serverAddressByClientCIDRs", JsonArray {anywhere}}});
    }
    if (first == "api" && path.size() == 2)
        return resourceList(registry, "", path[1]);
    if (first == "apis" && path.size() == 1)
        return jsonResponse(groupList(registry));
    if (first == "apis" && path.size() == 2 && !path[1].empty() && registry.hasGroup(path[1]))
        return jsonResponse(withTypeMeta("APIGroup", groupOf(registry, path[1])));
    if (first == "apis" && path.size() == 3)
        return resourceList(registry, path[1], path[2]);
    return api::textResponse(404, "404 page not found\n");
}

/// The core's loop answers, so "ping" holds; the journal is what can fail, and a restart would not help it.
Response health(const api::Request &request, const Route &route, const DiskState &disk)
{
    const bool concerned = route.segments.front() != "livez";
    Response response =
        api::answerHealth(request, {{"ping", true}, {"journal", !concerned || disk.trouble.empty()}});
    const bool verbose = response.text.find('\n') != std::string::npos;
    if (concerned && verbose && !disk.trouble.empty())
        response.text += "note: " + disk.trouble + "\n";
    for (const api::Saying &object : disk.setAside)
        response.text += concerned && verbose ? "note: " + object.text + "\n" : "";
    return response;
}

} // namespace

std::vector<std::string> versionsOf(const Registry &registry, std::string_view group)
{
    std::vector<std::string> versions;
    bool isCustom = false;
    for (const ResourceType *type : registry.all()) {
        for (const ServedVersion &version : type->versions) {
            if (type->group == group && std::ranges::find(versions, version.name) == versions.end())
                versions.push_back(version.name);
        }
        isCustom = isCustom || (type->group == group && type->custom);
    }
    if (isCustom)
        std::ranges::sort(versions, isPreferredVersion);
    return versions;
}

JsonArray verbsOf(const ResourceType &type)
{
    if (type.rules.isDeletedAlone)
        return textArray({"create", "delete", "get", "list", "patch", "update", "watch"});
    return type.review ? textArray({"create"})
        : type.compute
        ? textArray({"get", "list"})
        : textArray({"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"});
}

JsonArray verbsOf(const Subresource &subresource)
{
    JsonArray verbs;
    for (const Subresource::Verb &verb : subresource.verbs)
        verbs.emplace_back(access::verbOf(verb.method));
    return verbs;
}

bool isHealth(const std::vector<std::string> &path)
{
    return !path.empty() && path.size() <= 2
        && (path.front() == "healthz" || path.front() == "livez" || path.front() == "readyz");
}

/// HEAD is answered there, as whoever waits for a server may ask.
bool mayBeProbed(const std::vector<std::string> &path)
{
    return path.empty() || isHealth(path) || path.front() == "openapi"
        || (path.front() == "apis" && path.size() == 1);
}

Response answerDiscovery(const api::Request &request, const Route &route, const Registry &registry,
    const DiskState &disk, OpenApi &openApi, const Access &access)
{
    const std::vector<std::string> &path = route.segments;
    const bool isHead = request.method == api::Method::Head && mayBeProbed(path);
    if (request.method != api::Method::Get && !isHead)
        return methodNotAllowed();
    if (path.empty())
        return paths(registry);
    const std::string &first = path.front();
    if (isHealth(path))
        return health(request, route, disk);
    if (path.size() == 1 && first == "version")
        return jsonResponse(
            JsonObject {{"major", majorVersion}, {"minor", minorVersion}, {"gitVersion", gitVersion},
                {"gitCommit", ""}, {"gitTreeState", "clean"}, {"buildDate", "1970-01-01T00:00:00Z"},
                {"goVersion", "none"}, {"compiler", "none"}, {"platform", "linux/amd64"}});
    if (first == "openapi")
        return openApi.answer(request, route);
    if (auto known = answerIssuer(request.path, access))
        return std::move(*known);
    const bool isRoot = path.size() == 1 && (first == "api" || first == "apis");
    if (const std::string_view version = isRoot ? aggregatedVersion(request.accept) : ""; !version.empty())
        return aggregatedDiscovery(
            registry, first == "api" ? std::vector<std::string> {""} : groupNames(registry), version);
    Response lists = olderLists(path, registry);
    if (lists.code == 200) { // what is not served is 404 in any form
        if (const auto form = requestedForm(request, {}); !form)
            return form.error();
    }
    return lists;
}

} // namespace core::lab
