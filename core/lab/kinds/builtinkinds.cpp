// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"

#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"

namespace core::lab {

namespace {

/// The registry finds and lists them by group and plural, whatever their order here.
constexpr KindDefinition (*definitions[])() = {
    kinds::clusterRole,
    kinds::clusterRoleBinding,
    kinds::configMap,
    kinds::csiDriver,
    kinds::csiNode,
    kinds::customResourceDefinition,
    kinds::daemonSet,
    kinds::deployment,
    kinds::endpoints,
    kinds::event,
    kinds::job,
    kinds::lease,
    kinds::namespaceKind,
    kinds::node,
    kinds::pod,
    kinds::podDisruptionBudget,
    kinds::replicaSet,
    kinds::role,
    kinds::roleBinding,
    kinds::runtimeClass,
    kinds::secret,
    kinds::selfSubjectAccessReview,
    kinds::selfSubjectReview,
    kinds::selfSubjectRulesReview,
    kinds::service,
    kinds::serviceAccount,
};

ServedVersion versionOf(const KindDefinition &definition)
{
    ServedVersion version;
    version.name = definition.version;
    version.schema = kinds::withTypeMeta(definition.schema ? definition.schema : kinds::object({}));
    version.columns = definition.columns.empty() ? Columns {nameColumn(), ageColumn()} : definition.columns;
    if (definition.hasStatus)
        version.serveStatus();
    if (definition.scale)
        version.serveScale(*definition.scale);
    version.subresources.insert(
        version.subresources.end(), definition.subresources.begin(), definition.subresources.end());
    return version;
}

ResourceType typeOf(const KindDefinition &definition, Store &store)
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
    type.versions.push_back(versionOf(definition));
    type.storedApiVersion = type.apiVersion(type.versions.front());
    type.review = definition.review;
    type.rules = definition.rules;
    type.fields = definition.fields;
    type.collection = &store.collection(type.group + "/" + type.plural);
    return type;
}

ResourceType inForm(ResourceType type, const KindForm &form)
{
    type.group = form.group;
    type.versions.front().name = form.version;
    type.versions.front().setForms(form.toServed, form.toStored);
    type.fields = form.fields;
    return type;
}

} // namespace

void addBuiltInKinds(Registry &registry, Store &store)
{
    for (const auto define : definitions) {
        const KindDefinition definition = define();
        const ResourceType &type = registry.add(typeOf(definition, store));
        if (definition.otherForm)
            registry.add(inForm(type, *definition.otherForm));
    }
}

} // namespace core::lab
