// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/openapi.h"

#include "core/api/health.h"
#include "core/lab/descriptions.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <algorithm>
#include <array>
#include <span>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Response;

namespace {

/// Clients ask for "…spec.v2@v1.0+protobuf", but an @ is no legal part of a media type: they could not read
/// it.
constexpr std::string_view protobufType = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
constexpr const char *version2Path = "v2"; // below /openapi/
constexpr std::string_view kindExtension = "x-kubernetes-group-version-kind";
constexpr std::string_view preserveExtension = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view intOrStringExtension = "x-kubernetes-int-or-string";

struct Served {
    const ResourceType &type;
    const ServedVersion &version;

    JsonObject groupVersionKind() const
    {
        return {{"group", type.group}, {"version", version.name}, {"kind", type.kind}};
    }
    std::string root() const
    {
        return type.group.empty() ? "/api/" + version.name : "/apis/" + type.group + "/" + version.name;
    }
    std::string collectionPath() const
    {
        return root() + (type.namespaced ? "/namespaces/{namespace}/" : "/") + type.plural;
    }
    std::string objectPath() const { return collectionPath() + "/{name}"; }
};

std::vector<Served> servedKinds(const Registry &registry)
{
    std::vector<Served> kinds;
    for (const ResourceType *type : registry.all()) {
        for (const ServedVersion &version : type->versions)
            kinds.push_back({*type, version});
    }
    return kinds;
}

/// "io.openshift.machine.v1beta1.Machine"; "io.k8s.api.core.v1.Pod".
std::string schemaName(const Served &kind)
{
    const std::string &group = kind.type.group;
    const std::string end = "." + kind.version.name + "." + kind.type.kind;
    if (!kind.type.custom)
        return "io.k8s.api." + (group.empty() ? "core" : group.substr(0, group.find('.'))) + end;
    std::string reversed;
    for (std::string_view rest = group; !rest.empty();) {
        const std::string_view label = rest.substr(0, rest.find('.'));
        rest.remove_prefix(std::min(rest.size(), label.size() + 1));
        reversed = std::string(label) + (reversed.empty() ? "" : ".") + reversed;
    }
    return reversed + end;
}

constexpr std::string_view schemasPrefix = "#/components/schemas/";

Json describe(const Schema &schema, JsonObject &definitions);

void describeMembers(JsonObject &out, const Schema &schema, JsonObject &definitions)
{
    JsonObject properties;
    for (const auto &[name, property] : schema.properties)
        properties.emplace(name, describe(*property, definitions));
    if (!properties.empty())
        out.emplace("properties", std::move(properties));
    if (!schema.required.empty())
        out.emplace("required", textArray(schema.required));
    if (schema.additional)
        out.emplace("additionalProperties", describe(*schema.additional, definitions));
    if (schema.preserveUnknown)
        out.emplace(preserveExtension, true);
}

void describeMerging(JsonObject &out, const Schema &schema)
{
    const std::string_view merges = schema.retainsKeys ? "merge,retainKeys" : "merge";
    if (schema.mergesInPatches || schema.retainsKeys)
        out.emplace("x-kubernetes-patch-strategy", schema.mergesInPatches ? merges : "retainKeys");
    if (schema.mergesInPatches && !schema.mapKeys.empty())
        out.emplace("x-kubernetes-patch-merge-key", schema.mapKeys.front());
}

/// All that the schema says itself, whether or not it has a name.
JsonObject described(const Schema &schema, JsonObject &definitions)
{
    JsonObject out;
    if (const std::string_view type = typeName(schema.type); !type.empty())
        out.emplace("type", type);
    if (schema.type == Schema::Type::IntOrString || schema.type == Schema::Type::Quantity)
        out.emplace(intOrStringExtension, true);
    if (!schema.format.empty())
        out.emplace("format", schema.format);
    if (schema.defaultValue)
        out.emplace("default", *schema.defaultValue);
    if (!schema.enumeration.empty())
        out.emplace("enum", JsonArray(schema.enumeration.begin(), schema.enumeration.end()));
    if (schema.minimum)
        out.emplace("minimum", *schema.minimum);
    if (schema.type == Schema::Type::Array)
        out.emplace("items", schema.items ? describe(*schema.items, definitions) : Json(JsonObject()));
    describeMerging(out, schema);
    describeMembers(out, schema, definitions);
    return out;
}

/// What has a name is described under it, once, and referred to.
Json describe(const Schema &schema, JsonObject &definitions)
{
    const std::string &name = schema.definition;
    if (name.empty())
        return described(schema, definitions);
    if (!definitions.contains(name)) {
        definitions[name] = JsonObject();
        JsonObject whole = described(schema, definitions);
        definitions[name] = std::move(whole);
    }
    JsonObject reference {{"$ref", std::string(schemasPrefix) + name}};
    describeMerging(reference, schema);
    return reference;
}

/// The schema in the words of the CustomResourceDefinition, or nullptr.
const Json *definedSchema(const Registry &registry, const Served &kind)
{
    const ResourceType *definitions = registry.find("apiextensions.k8s.io", "customresourcedefinitions");
    const auto *entry = definitions->collection->find({{}, kind.type.plural + "." + kind.type.group});
    if (!kind.type.custom || !entry)
        return nullptr;
    for (const Json &version : listAt(*entry->object, {"spec", "versions"})) {
        if (api::textAt(version, {"name"}) == kind.version.name)
            return api::find(version, {"schema", "openAPIV3Schema"});
    }
    return nullptr;
}

/// The schema of the kind's objects; what it refers to is added to the definitions.
Json schemaOf(const Registry &registry, const Served &kind, JsonObject &definitions)
{
    const Json *defined = definedSchema(registry, kind);
    Json schema = JsonObject();
    if (defined)
        schema = *defined;
    else if (const SchemaPtr &known = kind.version.documented ? kind.version.documented : kind.version.schema)
        schema = described(*known, definitions);
    JsonObject &object = schema.get_object();
    object["type"] = "object";
    if (defined) {
        JsonObject &properties = objectIn(object, "properties");
        properties["apiVersion"] = JsonObject {{"type", "string"}};
        properties["kind"] = JsonObject {{"type", "string"}};
        properties["metadata"] = describe(*kinds::metadataSchema(), definitions);
    }
    object[kindExtension] = JsonArray {kind.groupVersionKind()};
    return schema;
}

void describeAll(JsonObject &schemas)
{
    const Descriptions descriptions;
    for (auto &schema : schemas)
        descriptions.describe(schema.key(), schema.value());
}

constexpr std::string_view writeParameters[] = {"dryRun", "fieldManager", "fieldValidation"};

JsonArray queryParameters(bool v3)
{
    JsonArray parameters;
    for (const std::string_view name : writeParameters) {
        JsonObject parameter {{"in", "query"}, {"name", name}};
        if (v3)
            parameter.emplace("schema", JsonObject {{"type", "string"}});
        else
            parameter.emplace("type", "string");
        parameters.push_back(std::move(parameter));
    }
    return parameters;
}

JsonObject operation(const Served &kind, std::string_view action)
{
    JsonObject content {{"application/json",
        JsonObject {{"schema", JsonObject {{"$ref", std::string(schemasPrefix) + schemaName(kind)}}}}}};
    JsonObject out {
        {"responses",
            JsonObject {{"200", JsonObject {{"description", "OK"}, {"content", std::move(content)}}}}},
        {"x-kubernetes-action", action}, {kindExtension, kind.groupVersionKind()}};
    if (action != "get" && action != "list")
        out.emplace("parameters", queryParameters(true));
    if (action == "patch") {
        // Strategic merging is left to what kubectl knows by itself: the lab's schemas name only the lists
        // that it merges, and kubectl complains of each other one.
        const JsonObject any {{"schema", JsonObject {{"type", "object"}}}};
        out.emplace("requestBody",
            JsonObject {{"content",
                JsonObject {{api::contentTypes::mergePatch, any}, {api::contentTypes::jsonPatch, any}}}});
    }
    return out;
}

void addPaths(JsonObject &paths, const Served &kind)
{
    if (kind.type.review) {
        paths[kind.collectionPath()] = JsonObject {{"post", operation(kind, "post")}};
        return;
    }
    paths[kind.collectionPath()] =
        JsonObject {{"get", operation(kind, "list")}, {"post", operation(kind, "post")}};
    paths[kind.objectPath()] = JsonObject {{"get", operation(kind, "get")}, {"put", operation(kind, "put")},
        {"patch", operation(kind, "patch")}, {"delete", operation(kind, "delete")}};
}

JsonObject info()
{
    return {{"title", "Hollow Lab"}, {"version", "v1"}};
}

/// Where the document of a group and version is, below /openapi/: "v3/api/v1", "v3/apis/apps/v1".
std::string documentPath(const Served &kind)
{
    return "v3" + kind.root();
}

/// Null when there is none.
Json documentOfVersion3(const Registry &registry, const std::string &path)
{
    JsonObject paths;
    JsonObject schemas;
    for (const Served &kind : servedKinds(registry)) {
        if (documentPath(kind) != path)
            continue;
        addPaths(paths, kind);
        Json schema = schemaOf(registry, kind, schemas);
        schemas[schemaName(kind)] = std::move(schema);
    }
    if (paths.empty())
        return nullptr;
    describeAll(schemas);
    return JsonObject {{"openapi", "3.0.0"}, {"info", info()}, {"paths", std::move(paths)},
        {"components", JsonObject {{"schemas", std::move(schemas)}}}};
}

/// What the schema refers to, be it beside a description.
std::string_view referenceIn(const Json &schema)
{
    const JsonArray &all = listAt(schema, {"allOf"});
    return api::textAt(all.size() == 1 ? all.front() : schema, {"$ref"});
}

/// What v2 can say of a v3 schema. Objects that may hold more than is written down say nothing of their
/// members, since a v2 client takes every other one for a mistake.
Json inVersion2(const Json &schema)
{
    JsonObject out;
    if (!schema.is_object())
        return out;
    const JsonObject &from = schema.get_object();
    if (const Json *description = from.if_contains("description"))
        out.emplace("description", *description);
    if (flagAt(schema, {intOrStringExtension}))
        return out;
    if (const std::string_view ref = referenceIn(schema); !ref.empty())
        out.emplace("$ref", "#/definitions/" + std::string(ref.substr(schemasPrefix.size())));
    constexpr std::array<std::string_view, 5> kept {
        "type", "format", "x-kubernetes-patch-strategy", "x-kubernetes-patch-merge-key", kindExtension};
    for (const std::string_view same : kept) {
        if (const Json *value = from.if_contains(same))
            out.emplace(same, *value);
    }
    if (flagAt(schema, {preserveExtension}))
        return out;
    if (const Json *required = from.if_contains("required"))
        out.emplace("required", *required);
    if (const Json *items = from.if_contains("items"))
        out.emplace("items", inVersion2(*items));
    if (const Json *additional = from.if_contains("additionalProperties");
        additional && additional->is_object())
        out.emplace("additionalProperties", inVersion2(*additional));
    if (const Json *properties = from.if_contains("properties"); properties && properties->is_object()) {
        JsonObject members;
        for (const auto &member : properties->get_object())
            members.emplace(member.key(), inVersion2(member.value()));
        out.emplace("properties", std::move(members));
    }
    return out;
}

Json documentOfVersion2(const Registry &registry)
{
    JsonObject paths;
    JsonObject schemas;
    for (const Served &kind : servedKinds(registry)) {
        const JsonObject write {{"parameters", queryParameters(false)},
            {"responses", JsonObject {{"200", JsonObject {{"description", "OK"}}}}},
            {kindExtension, kind.groupVersionKind()}};
        if (kind.type.review)
            paths[kind.collectionPath()] = JsonObject {{"post", write}};
        else
            paths[kind.objectPath()] = JsonObject {{"patch", write}};
        Json schema = schemaOf(registry, kind, schemas);
        schemas[schemaName(kind)] = std::move(schema);
    }
    describeAll(schemas);
    JsonObject definitions;
    for (const auto &schema : schemas)
        definitions[schema.key()] = inVersion2(schema.value());
    return JsonObject {{"swagger", "2.0"}, {"info", info()}, {"paths", std::move(paths)},
        {"definitions", std::move(definitions)}};
}

std::string joined(std::span<const std::string> segments)
{
    std::string text;
    for (const std::string &segment : segments)
        text += (text.empty() ? "" : "/") + segment;
    return text;
}

std::string tagOfText(const std::string &text)
{
    const QByteArray bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha512).toHex().toUpper().toStdString();
}

Response tagged(Response response, const std::string &tag)
{
    response.headers.emplace_back("ETag", '"' + tag + '"');
    return response;
}

std::string addressOf(const std::string &path, const std::string &tag)
{
    return "/openapi/" + path + "?hash=" + tag;
}

Response missing()
{
    return api::textResponse(404, "404 page not found\n");
}

Response movedTo(const std::string &address)
{
    Response response;
    response.code = 301;
    response.headers = {{"Location", address}};
    return response;
}

} // namespace

void OpenApi::forgetWhatChanged()
{
    if (std::exchange(m_changes, m_registry.changes()) == m_registry.changes())
        return;
    m_tagsOfCustom.clear();
    m_made.clear();
    m_protobuf.clear();
}

api::JsonPtr OpenApi::made(const std::string &path)
{
    if (const auto known = m_made.find(path); known != m_made.end()) {
        if (auto same = known->second.lock())
            return same;
    }
    Json document =
        path == version2Path ? documentOfVersion2(m_registry) : documentOfVersion3(m_registry, path);
    if (document.is_null())
        return nullptr;
    auto shared = api::share(std::move(document));
    m_made[path] = shared;
    return shared;
}

const std::string &OpenApi::tagOf(const std::string &path)
{
    const auto kinds = servedKinds(m_registry);
    const bool isCustom = path == version2Path || std::ranges::any_of(kinds, [&](const Served &kind) {
        return kind.type.custom && documentPath(kind) == path;
    });
    std::string &tag = (isCustom ? m_tagsOfCustom : m_tagsOfBuiltIn)[path];
    if (tag.empty())
        tag = tagOfText(api::writeJson(*made(path)));
    return tag;
}

Response OpenApi::index()
{
    JsonObject paths;
    for (const Served &kind : servedKinds(m_registry)) {
        const std::string path = documentPath(kind);
        Json &entry = paths[kind.root().substr(1)];
        if (entry.is_null())
            entry = JsonObject {{"serverRelativeURL", addressOf(path, tagOf(path))}};
    }
    Response response = jsonResponse(JsonObject {{"paths", std::move(paths)}});
    const std::string tag = tagOfText(api::writeJson(*response.body));
    return tagged(std::move(response), tag);
}

/// Whoever names what it looks for by its hash may keep it, and is led to what there is instead.
Response OpenApi::document(const api::Request &request, const std::string &path)
{
    Response response;
    response.body = made(path);
    if (!response.body)
        return missing();
    const std::string &tag = tagOf(path);
    const std::string_view wanted = request.parameter("hash");
    if (!wanted.empty() && wanted != tag)
        return tagged(movedTo(addressOf(path, tag)), tag);
    if (!wanted.empty())
        response.headers = {{"Cache-Control", "public, immutable, max-age=31536000"}, {"Vary", "Accept"}};
    return tagged(std::move(response), tag);
}

Response OpenApi::version2(const api::Request &request)
{
    Response response;
    if (request.accept.find("proto-openapi.spec.v2") == std::string::npos) {
        response.body = made(version2Path);
        return tagged(std::move(response), tagOf(version2Path));
    }
    if (m_protobuf.empty())
        m_protobuf = openApiProtobuf(*made(version2Path));
    response.text = m_protobuf;
    response.headers = {{"Content-Type", std::string(protobufType)}};
    return tagged(std::move(response), tagOfText(m_protobuf));
}

Response OpenApi::answer(const api::Request &request, const Route &route)
{
    forgetWhatChanged();
    const std::vector<std::string> &path = route.segments;
    if (path.size() == 2 && path[1] == "v3")
        return index();
    if (path.size() > 2 && path[1] == "v3")
        return document(request, joined(std::span(path).subspan(1)));
    return path.size() == 2 && path[1] == "v2" ? version2(request) : missing();
}

} // namespace core::lab
