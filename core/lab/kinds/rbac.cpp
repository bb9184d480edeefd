// SPDX-License-Identifier: GPL-3.0-or-later
// Roles and their bindings, in a namespace and for the cluster.
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

namespace {

SchemaPtr roleSchema()
{
    return object({{"rules",
        listOf(object({{"verbs", texts}, {"apiGroups", texts}, {"resources", texts}, {"resourceNames", texts},
                          {"nonResourceURLs", texts}},
            {"verbs"}))}});
}

SchemaPtr bindingSchema()
{
    const SchemaPtr reference =
        object({{"apiGroup", text}, {"kind", text}, {"name", text}}, {"kind", "name"});
    return object(
        {{"roleRef", reference},
            {"subjects",
                listOf(object({{"kind", text}, {"name", text}, {"namespace", text}, {"apiGroup", text}},
                    {"kind", "name"}))}},
        {"roleRef"});
}

KindDefinition ofRbac(std::string kind, std::string plural, SchemaPtr schema, bool namespaced)
{
    return {.group = "rbac.authorization.k8s.io",
        .kind = std::move(kind),
        .plural = std::move(plural),
        .namespaced = namespaced,
        .schema = std::move(schema),
        .rules = {.names = NameRule::PathSegment}};
}

} // namespace

KindDefinition role()
{
    return ofRbac("Role", "roles", roleSchema(), true);
}

KindDefinition roleBinding()
{
    return ofRbac("RoleBinding", "rolebindings", bindingSchema(), true);
}

KindDefinition clusterRole()
{
    return ofRbac("ClusterRole", "clusterroles", roleSchema(), false);
}

KindDefinition clusterRoleBinding()
{
    return ofRbac("ClusterRoleBinding", "clusterrolebindings", bindingSchema(), false);
}

} // namespace core::lab::kinds
