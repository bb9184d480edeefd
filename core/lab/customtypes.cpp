// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/customtypes.h"

#include "core/api/time.h"
#include "core/lab/definitionstatus.h"
#include "core/lab/jsonpath.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/schemareader.h"
#include "core/lab/validationrules.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view definitionGroup = "apiextensions.k8s.io";
constexpr std::string_view definitionPlural = "customresourcedefinitions";

std::vector<std::string> textsIn(const JsonArray &array)
{
    std::vector<std::string> texts;
    for (const Json &item : array)
        texts.push_back(item.is_string() ? api::text(item.get_string()) : std::string());
    return texts;
}

Json cellOf(const JsonPath &path, const std::string &type, const Json &object, base::Time now)
{
    const auto found = path.find(object);
    if (found.empty() || found.front()->is_null())
        return nullptr;
    const Json &value = *found.front();
    if (type == "date") {
        const auto time = value.is_string()
            ? api::parseTime(std::string_view(value.get_string()))
            : base::Result<base::Time>(base::fail(base::ErrorKind::Invalid, {}));
        return boost::json::string(time ? api::humanDuration(now - *time) : "<unknown>");
    }
    if (found.size() == 1 && (type != "string" || value.is_string()))
        return value;
    std::string text;
    for (const Json *item : found)
        text += (text.empty() ? "" : ",")
            + (item->is_string() ? api::text(item->get_string()) : api::writeJson(*item));
    return boost::json::string(text);
}

Columns columnsOf(const Json &version)
{
    Columns columns {nameColumn()};
    for (const Json &from : listAt(version, {"additionalPrinterColumns"})) {
        auto path = JsonPath::parse(api::textAt(from, {"jsonPath"}));
        if (!path)
            continue;
        Column column;
        column.name = api::textAt(from, {"name"});
        column.type = api::textAt(from, {"type"});
        column.format = api::textAt(from, {"format"});
        column.description = api::textAt(from, {"description"});
        column.priority = static_cast<int>(api::integerAt(from, {"priority"}).value_or(0));
        column.cell = [path = std::move(*path), type = column.type](
                          const Json &object, base::Time now) { return cellOf(path, type, object, now); };
        columns.push_back(std::move(column));
    }
    if (columns.size() == 1)
        columns.push_back(ageColumn());
    return columns;
}

std::vector<FieldLabel> fieldsOf(const Json &version)
{
    std::vector<FieldLabel> fields;
    for (const Json &field : listAt(version, {"selectableFields"})) {
        const std::string_view path = api::textAt(field, {"jsonPath"});
        if (path.starts_with('.'))
            fields.push_back({std::string(path.substr(1)), memberPath(path)});
    }
    return fields;
}

ServedVersion versionOf(const Json &from)
{
    ServedVersion version;
    version.name = api::textAt(from, {"name"});
    if (api::find(from, {"subresources", "status"}))
        version.serveStatus();
    if (api::find(from, {"subresources", "scale"})) {
        const auto path = [&](std::string_view name) {
            return memberPath(api::textAt(from, {"subresources", "scale", name}));
        };
        version.serveScale({path("specReplicasPath"), path("statusReplicasPath"), path("labelSelectorPath")});
    }
    version.columns = columnsOf(from);
    version.fields = fieldsOf(from);
    FieldErrors errors;
    const Json *written = api::find(from, {"schema", "openAPIV3Schema"});
    if (const SchemaPtr read = written ? readSchema(*written, "", errors) : nullptr) {
        auto schema = std::make_shared<Schema>(*read);
        schema->type = Schema::Type::Object;
        schema->properties["apiVersion"] = kinds::metadataSchema()->properties.at("name");
        schema->properties["kind"] = kinds::metadataSchema()->properties.at("name");
        schema->properties["metadata"] = kinds::metadataSchema();
        version.schema = schema;
        version.rules = compileRules(*written, *read, "", errors).rules;
    }
    return version;
}

/// Versions that differ in their names alone. An object may still be stored under one that was the stored one
/// before.
void setNames(ServedVersion &version, const std::string &served, const std::string &stored)
{
    version.setForms([served](Json &object) { object.get_object()["apiVersion"] = served; },
        [stored](Json &object) { object.get_object()["apiVersion"] = stored; });
    version.shown = [served, other = version.shown](const api::JsonPtr &object) {
        return api::textAt(*object, {"apiVersion"}) == served ? object : other(object);
    };
}

/// The best of the versions that are served, not deprecated and newer than this one; empty if there is none.
std::string_view successorOf(std::string_view deprecated, const JsonArray &versions)
{
    std::string_view best;
    for (const Json &version : versions) {
        const std::string_view name = api::textAt(version, {"name"});
        if (flagAt(version, {"served"}) && !flagAt(version, {"deprecated"})
            && isPreferredVersion(name, best.empty() ? deprecated : best))
            best = name;
    }
    return best;
}

std::string deprecationOf(
    const Json &version, const std::string &group, const std::string &kind, const JsonArray &versions)
{
    if (!flagAt(version, {"deprecated"}))
        return {};
    const std::string_view own = api::textAt(version, {"deprecationWarning"});
    if (!own.empty())
        return std::string(own);
    const auto named = [&](std::string_view name) { return group + '/' + std::string(name) + ' ' + kind; };
    const std::string_view name = api::textAt(version, {"name"});
    const std::string_view successor = successorOf(name, versions);
    return named(name) + " is deprecated" + (successor.empty() ? "" : "; use " + named(successor));
}

/// Those that are served, the preferred one first.
std::vector<ServedVersion> servedVersionsOf(
    const Json &definition, const std::string &group, const std::string &stored)
{
    const std::string kind = definedName(definition, "kind");
    const JsonArray &all = listAt(definition, {"spec", "versions"});
    const bool isFirst =
        api::integerAt(definition, {"metadata", "generation"}) == 1; // with no other before it
    const bool mayDiffer = all.size() > 1 || !isFirst;
    auto conversion = mayDiffer ? readConversion(definition) : std::nullopt;
    std::vector<ServedVersion> versions;
    for (const Json &from : all) {
        ServedVersion version = versionOf(from);
        if (conversion)
            conversion->schemas.emplace(group + "/" + version.name, version.schema);
        else if (mayDiffer)
            setNames(version, group + "/" + version.name, stored);
        version.deprecation = deprecationOf(from, group, kind, all);
        if (flagAt(from, {"served"}))
            versions.push_back(std::move(version));
    }
    if (conversion) {
        const auto hook = std::make_shared<const ConversionHook>(std::move(*conversion));
        for (ServedVersion &version : versions)
            version.conversion = hook;
    }
    std::ranges::stable_sort(versions, isPreferredVersion, &ServedVersion::name);
    return versions;
}

/// What a watch of its objects relies on: which versions there are and how they become one another.
Json versionsAsServed(const Json &definition)
{
    JsonArray versions;
    for (const Json &version : listAt(definition, {"spec", "versions"}))
        versions.push_back(JsonArray {
            api::textAt(version, {"name"}), flagAt(version, {"served"}), flagAt(version, {"storage"})});
    const Json *conversion = api::find(definition, {"spec", "conversion"});
    return JsonArray {std::move(versions), conversion ? *conversion : Json()};
}

bool awaitsNames(const Json &definition)
{
    return conditionStatus(definition, "NamesAccepted") == "False";
}

/// Whether another definition may have names now that it could not have before.
bool releasesNames(const Change &change)
{
    return change.type == Change::Type::Deleted
        || (change.previous && !api::equal(servedNames(*change.previous), servedNames(*change.object)));
}

} // namespace

std::string definedName(const Json &definition, std::string_view field)
{
    return std::string(api::textAt(definition, {"spec", "names", field}));
}

std::vector<std::string> memberPath(std::string_view text)
{
    std::vector<std::string> path;
    while (text.starts_with('.')) {
        text.remove_prefix(1);
        path.emplace_back(text.substr(0, text.find('.')));
        text.remove_prefix(path.back().size());
    }
    return path;
}

ResourceType *CustomTypes::typeOf(const Json &definition) const
{
    ResourceType *type = namedBy(definition);
    return type && type->custom ? type : nullptr;
}

ResourceType *CustomTypes::namedBy(const Json &definition) const
{
    return m_cluster.registry.find(
        api::textAt(definition, {"spec", "group"}), definedName(definition, "plural"));
}

bool CustomTypes::namesBuiltIn(const Json &definition) const
{
    const ResourceType *type = namedBy(definition);
    return type && !type->custom;
}

ResourceType CustomTypes::describe(const Json &definition) const
{
    const Json &names = servedNames(definition);
    ResourceType type;
    type.group = api::textAt(definition, {"spec", "group"});
    type.kind = definedName(definition, "kind");
    type.plural = definedName(definition, "plural");
    type.singular = api::textAt(names, {"singular"});
    type.listKind = api::textAt(names, {"listKind"});
    type.shortNames = textsIn(listAt(names, {"shortNames"}));
    type.categories = textsIn(listAt(names, {"categories"}));
    type.namespaced = api::textAt(definition, {"spec", "scope"}) == "Namespaced";
    type.custom = true;
    type.terminating = isDeleting(definition);
    type.rules = customRules(type.group, type.kind);
    type.collection = &m_cluster.store.collection(type.group + "/" + type.plural);
    return type;
}

void CustomTypes::serve(const Json &definition)
{
    if (namesBuiltIn(definition))
        return;
    const JsonArray &versions = listAt(definition, {"spec", "versions"});
    const auto stored =
        std::ranges::find_if(versions, [](const Json &version) { return flagAt(version, {"storage"}); });
    if (stored == versions.end() || conditionStatus(definition, "Established") == "False")
        return stopServing(definition);
    ResourceType type = describe(definition);
    type.storedApiVersion = type.group + "/" + std::string(api::textAt(*stored, {"name"}));
    type.versions = servedVersionsOf(definition, type.group, type.storedApiVersion);
    if (type.versions.empty())
        return stopServing(definition);
    m_cluster.registry.add(std::move(type));
}

void CustomTypes::stopServing(const Json &definition)
{
    if (const ResourceType *type = typeOf(definition)) {
        m_cluster.watches.end(*type->collection);
        m_cluster.registry.remove(*type);
    }
}

void CustomTypes::notice(const Collection &collection, const Change &change)
{
    if (const auto emptying = m_emptying.find(&collection);
        emptying != m_emptying.end() && collection.objects().empty())
        m_cluster.clock.post(m_scope.bind([this, name = emptying->second] { finishCleanup(name); }));
    if (&collection != m_definitions)
        return;
    if (releasesNames(change))
        reconsiderNames(*change.object);
    if (change.type == Change::Type::Deleted) {
        m_emptying.erase(describe(*change.object).collection);
        return stopServing(*change.object);
    }
    serve(*change.object);
    if (const ResourceType *type = typeOf(*change.object); type && change.previous
        && !api::equal(versionsAsServed(*change.previous), versionsAsServed(*change.object)))
        m_cluster.watches.end(*type->collection);
    if (isDeleting(*change.object) && !isDeleting(*change.previous))
        startCleanup(*change.object);
}

void CustomTypes::serveAll()
{
    m_definitions = m_cluster.registry.find(definitionGroup, definitionPlural)->collection;
    for (const auto &[key, entry] : m_definitions->objects()) {
        serve(*entry.object);
        if (isDeleting(*entry.object))
            startCleanup(*entry.object);
        if (awaitsNames(*entry.object))
            reconsiderNames(*entry.object);
    }
}

void CustomTypes::rewrite(const std::string &definitionName, const std::function<void(Json &)> &alter)
{
    auto *definitions = m_cluster.registry.find(definitionGroup, definitionPlural);
    const auto *entry = definitions->collection->find({{}, definitionName});
    if (!entry)
        return;
    Json draft = *entry->object;
    alter(draft);
    (void)m_writer.update({definitions, &definitions->versions.front(), {{}, definitionName}}, draft,
        {.part = UpdateOptions::Part::Trusted});
}

void CustomTypes::reconsiderNames(const Json &definition)
{
    const std::string group(api::textAt(definition, {"spec", "group"}));
    m_cluster.clock.post(m_scope.bind([this, group] {
        std::vector<std::string> waiting;
        for (const auto &[key, entry] : m_definitions->objects()) {
            if (awaitsNames(*entry.object) && api::textAt(*entry.object, {"spec", "group"}) == group)
                waiting.push_back(key.name);
        }
        for (const std::string &name : waiting)
            rewrite(name, [](Json & /*asItIs*/) {});
    }));
}

void CustomTypes::startCleanup(const Json &definition)
{
    const std::string name(api::textAt(definition, {"metadata", "name"}));
    m_cluster.clock.post(m_scope.bind([this, name] { deleteObjects(name); }));
}

/// Those that are stored, also when no version of the definition is served.
void CustomTypes::deleteObjects(const std::string &definitionName)
{
    const auto *entry = m_definitions->find({{}, definitionName});
    if (!entry || !isDeleting(*entry->object))
        return;
    if (namesBuiltIn(*entry->object))
        return finishCleanup(definitionName);
    ResourceType type = describe(*entry->object);
    rewrite(definitionName, [this](Json &definition) {
        setCondition(definition,
            {"Terminating", "True", "InstanceDeletionInProgress", "CustomResource deletion is in progress"},
            m_cluster.clock.now());
    });
    m_emptying[type.collection] = definitionName;
    std::vector<api::ObjectKey> keys;
    for (const auto &[key, object] : type.collection->objects())
        keys.push_back(key);
    for (const api::ObjectKey &key : keys)
        (void)m_writer.remove({&type, nullptr, key}, {}); // what can't go now goes with its last finalizer
    if (type.collection->objects().empty())
        finishCleanup(definitionName);
}

void CustomTypes::finishCleanup(const std::string &definitionName)
{
    rewrite(definitionName, [this](Json &definition) {
        JsonArray &finalizers = arrayIn(metadataOf(definition), "finalizers");
        const Json own(customResourceCleanup);
        if (!isDeleting(definition) || !contains(finalizers, own))
            return;
        finalizers.erase(std::ranges::remove(finalizers, own).begin(), finalizers.end());
        const bool wasServed = conditionStatus(definition, "Established") == "True";
        setCondition(definition,
            {"Terminating", "False", wasServed ? "InstanceDeletionCompleted" : "NeverEstablished",
                wasServed ? "removed all instances" : "resource was never established"},
            m_cluster.clock.now());
    });
}

} // namespace core::lab
