// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"

#include "core/api/messageforms.h"
#include "core/lab/kinds/completion.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"

namespace core::lab {

namespace {

#define HOLLOWLAB_NAME_KIND(name) kinds::name,
constexpr KindDefinition (*definitions[])() = {HOLLOWLAB_BUILT_IN_KINDS(HOLLOWLAB_NAME_KIND)};
#undef HOLLOWLAB_NAME_KIND

/// The schema is that of a whole object, with every field of its message.
SchemaPtr wholeSchema(const SchemaPtr &schema, const std::string &group, const std::string &version,
    const std::string &kind, kinds::Completion &completion)
{
    const std::string apiVersion = (group.empty() ? "" : group + "/") + version;
    return completion.of(kinds::withTypeMeta(schema), api::messageOfKind(apiVersion, kind));
}

ServedVersion versionOf(const KindDefinition &definition, kinds::Completion &completion)
{
    ServedVersion version;
    version.name = definition.version;
    version.deprecation = definition.deprecation;
    const auto whole = [&](const SchemaPtr &schema) {
        return wholeSchema(schema, definition.group, definition.version, definition.kind, completion);
    };
    version.schema = whole(definition.schema ? definition.schema : kinds::object({}));
    if (definition.documented)
        version.documented = whole(definition.documented);
    version.columns = definition.columns.empty() ? Columns {nameColumn(), ageColumn()} : definition.columns;
    version.fields = definition.fields;
    if (definition.hasStatus)
        version.serveStatus();
    if (definition.scale)
        version.serveScale(*definition.scale);
    version.subresources.insert(
        version.subresources.end(), definition.subresources.begin(), definition.subresources.end());
    return version;
}

ResourceType typeOf(const KindDefinition &definition, Store &store, kinds::Completion &completion)
{
    ResourceType type;
    type.group = definition.group;
    type.kind = definition.kind;
    type.plural = definition.plural;
    type.singular = lowerCase(definition.kind);
    type.listKind = definition.kind + "List";
    type.shortNames = definition.shortNames;
    type.categories = definition.categories;
    type.namespaced = definition.namespaced;
    type.versions.push_back(versionOf(definition, completion));
    type.storedApiVersion = type.apiVersion(type.versions.front());
    type.review = definition.review;
    type.compute = definition.compute;
    type.rules = definition.rules;
    type.collection = &store.collection(type.group + "/" + type.plural);
    return type;
}

ServedVersion inForm(
    ServedVersion version, const std::string &kind, const KindForm &form, kinds::Completion &completion)
{
    version.name = form.version;
    if (form.documented)
        version.documented = wholeSchema(form.documented, form.group, form.version, kind, completion);
    version.setForms(form.toServed, form.toStored);
    return version;
}

void addForm(Registry &registry, ResourceType &type, const KindForm &form, kinds::Completion &completion)
{
    ServedVersion version = inForm(type.versions.front(), type.kind, form, completion);
    if (form.group == type.group)
        return type.versions.push_back(std::move(version));
    ResourceType other = type;
    other.group = form.group;
    version.fields = form.fields;
    other.versions = {std::move(version)};
    if (form.check)
        other.rules.check = form.check;
    if (form.checkUpdate)
        other.rules.checkUpdate = form.checkUpdate;
    registry.add(std::move(other));
}

} // namespace

KindForm kinds::sameFieldsIn(
    const std::string &group, const std::string &version, const std::string &ownVersion)
{
    const auto named = [](std::string apiVersion) {
        return [apiVersion = std::move(apiVersion)](
                   api::Json &object) { object.get_object()["apiVersion"] = apiVersion; };
    };
    return {.group = group,
        .version = version,
        .toServed = named(group + '/' + version),
        .toStored = named(group + '/' + ownVersion)};
}

void addBuiltInKinds(Registry &registry, Store &store)
{
    kinds::Completion completion;
    for (const auto define : definitions) {
        const KindDefinition definition = define();
        ResourceType &type = registry.add(typeOf(definition, store, completion));
        for (const KindForm &form : definition.otherForms)
            addForm(registry, type, form, completion);
    }
}

} // namespace core::lab
