// SPDX-License-Identifier: GPL-3.0-or-later
// Roles and their bindings, in a namespace and for the cluster.
#include "core/lab/access.h"

#include "core/access/coverage.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using access::Attributes;
using access::Rules;
using access::User;
using api::Json;
using api::JsonObject;

namespace {

SchemaPtr rulesSchema()
{
    return listOf(object({{"verbs", texts}, {"apiGroups", texts}, {"resources", texts},
                             {"resourceNames", texts}, {"nonResourceURLs", texts}},
        {"verbs"}));
}

SchemaPtr roleSchema()
{
    return object({{"rules", rulesSchema()}});
}

SchemaPtr clusterRoleSchema()
{
    return object({{"rules", rulesSchema()},
        {"aggregationRule", object({{"clusterRoleSelectors", listOf(labelSelector)}})}});
}

SchemaPtr bindingSchema()
{
    const SchemaPtr reference =
        atomic(object({{"apiGroup", withDefault(text, Json(rolesGroup))}, {"kind", text}, {"name", text}}));
    const SchemaPtr subject =
        object({{"kind", text}, {"name", text}, {"namespace", text}, {"apiGroup", text}});
    return object({{"roleRef", withDefault(reference, JsonObject())}, {"subjects", listOf(subject)}});
}

/// Roles, users and groups are of the group of roles, accounts of the core group.
void nameGroups(Json &binding)
{
    Json *role = api::member(binding.get_object(), "roleRef");
    if (role && role->is_object() && api::textAt(*role, {"apiGroup"}).empty())
        role->get_object().insert_or_assign("apiGroup", rolesGroup);
    Json *subjects = api::member(binding.get_object(), "subjects");
    if (!subjects || !subjects->is_array())
        return;
    for (Json &subject : subjects->get_array()) {
        const std::string_view kind = api::textAt(subject, {"kind"});
        if ((kind == "User" || kind == "Group") && api::textAt(subject, {"apiGroup"}).empty())
            subject.get_object()["apiGroup"] = rolesGroup;
    }
}

void checkSubject(const Json &subject, const std::string &field, FieldErrors &errors)
{
    const std::string_view kind = api::textAt(subject, {"kind"});
    const std::string_view subjectGroup = api::textAt(subject, {"apiGroup"});
    if (kind != "User" && kind != "Group" && kind != "ServiceAccount")
        errors.push_back(notSupported(field + ".kind", kind, {"ServiceAccount", "User", "Group"}));
    else if (subjectGroup != (kind == "ServiceAccount" ? std::string_view() : rolesGroup))
        errors.push_back(notSupported(field + ".apiGroup", subjectGroup,
            {kind == "ServiceAccount" ? std::string() : std::string(rolesGroup)}));
    if (api::textAt(subject, {"name"}).empty())
        errors.push_back(required(field + ".name"));
}

void checkBinding(const Json &binding, FieldErrors &errors)
{
    const bool isLocal = !api::textAt(binding, {"metadata", "namespace"}).empty();
    const std::string_view kind = api::textAt(binding, {"roleRef", "kind"});
    if (kind != "ClusterRole" && !(isLocal && kind == "Role"))
        errors.push_back(notSupported("roleRef.kind", kind,
            isLocal ? std::vector<std::string> {"Role", "ClusterRole"}
                    : std::vector<std::string> {"ClusterRole"}));
    if (api::textAt(binding, {"roleRef", "apiGroup"}) != rolesGroup)
        errors.push_back(notSupported(
            "roleRef.apiGroup", api::textAt(binding, {"roleRef", "apiGroup"}), {std::string(rolesGroup)}));
    if (api::textAt(binding, {"roleRef", "name"}).empty())
        errors.push_back(required("roleRef.name"));
    std::size_t i = 0;
    for (const Json &subject : listAt(binding, {"subjects"})) {
        const std::string field = "subjects[" + std::to_string(i++) + "]";
        checkSubject(subject, field, errors);
        if (!isLocal && api::textAt(subject, {"kind"}) == "ServiceAccount"
            && api::textAt(subject, {"namespace"}).empty())
            errors.push_back(required(field + ".namespace"));
    }
}

void checkBindingUpdate(const Json &binding, const Json &old, FieldErrors &errors)
{
    const Json *now = api::find(binding, {"roleRef"});
    const Json *before = api::find(old, {"roleRef"});
    if (now && before && !api::equal(*now, *before))
        errors.push_back(invalid("roleRef", *now, "cannot change roleRef"));
}

void checkRule(const access::Rule &rule, bool isLocal, const std::string &field, FieldErrors &errors)
{
    if (rule.verbs.empty())
        errors.push_back(required(field + ".verbs", "verbs must contain at least one value"));
    if (!rule.paths.empty()) {
        if (isLocal)
            errors.push_back(invalid(field + ".nonResourceURLs", Json(rule.paths.front()),
                "namespaced rules cannot apply to non-resource URLs"));
        if (!rule.groups.empty() || !rule.resources.empty() || !rule.names.empty())
            errors.push_back(invalid(field + ".nonResourceURLs", Json(rule.paths.front()),
                "rules cannot apply to both regular resources and non-resource URLs"));
        return;
    }
    if (rule.groups.empty())
        errors.push_back(required(field + ".apiGroups", "resource rules must supply at least one api group"));
    if (rule.resources.empty())
        errors.push_back(required(field + ".resources", "resource rules must supply at least one resource"));
}

void checkRole(const Json &role, FieldErrors &errors)
{
    const bool isLocal = !api::textAt(role, {"metadata", "namespace"}).empty();
    std::size_t i = 0;
    for (const access::Rule &rule : access::readRules(role))
        checkRule(rule, isLocal, "rules[" + std::to_string(i++) + "]", errors);
    if (const Json *aggregation = api::find(role, {"aggregationRule"});
        aggregation && listAt(*aggregation, {"clusterRoleSelectors"}).empty())
        errors.push_back(required("aggregationRule.clusterRoleSelectors",
            "at least one clusterRoleSelector required if aggregationRule is non-nil"));
}

/// docs/api-semantics.md R7
struct Grant {
    const Access &access;
    const User &user;
    const Json &object;
    const char *plural;

    std::string ns() const { return std::string(api::textAt(object, {"metadata", "namespace"})); }
    std::string name() const { return std::string(api::textAt(object, {"metadata", "name"})); }
    bool may(std::string verb, std::string resource, std::string what) const
    {
        return access
            .decide(user,
                Attributes {.verb = std::move(verb),
                    .group = std::string(rolesGroup),
                    .version = "v1",
                    .resource = std::move(resource),
                    .ns = ns(),
                    .name = std::move(what)})
            .allowed;
    }
    Answer<> refused(std::string_view why) const
    {
        return refuse(forbidden({name(), std::string(rolesGroup), plural, {}}, why));
    }
    Answer<> holds(const Rules &rules) const
    {
        const Rules missing = access::missingFrom(access.rulesFor(user, ns()), rules);
        return missing.empty() ? Answer<>() : refused(access::escalationText(user, missing));
    }
};

bool mayAnyway(const User &user)
{
    return user.isIn(access::groups::masters);
}

/// What the garbage collector may always do. Labels are no such thing: roles gather others by them.
bool changesOwnersAlone(const Json &object, const Json *old)
{
    if (!old)
        return false;
    Json before(*old, boost::json::storage_ptr());
    for (const std::string_view member : {"ownerReferences", "finalizers"})
        takeOver(metadataOf(before), member, object.at("metadata").get_object());
    return api::equal(before, object);
}

bool gathers(const Json &role)
{
    return api::find(role, {"aggregationRule"}) != nullptr;
}

Answer<> checkRoleGrant(const Access &access, const User &user, const Json &role, const Json *old)
{
    const bool isLocal = !api::textAt(role, {"metadata", "namespace"}).empty();
    const Grant grant {access, user, role, isLocal ? "roles" : "clusterroles"};
    if (mayAnyway(user) || changesOwnersAlone(role, old) || grant.may("escalate", grant.plural, grant.name()))
        return {};
    if (auto held = grant.holds(access::readRules(role)); !held)
        return held;
    if ((gathers(role) || (old && gathers(*old)))
        && !grant.holds({{{"*"}, {"*"}, {"*"}}, {.verbs = {"*"}, .paths = {"*"}}}))
        return grant.refused("must have cluster-admin privileges to use the aggregationRule");
    return {};
}

Answer<> checkBindingGrant(const Access &access, const User &user, const Json &binding, const Json *old)
{
    const bool isLocal = !api::textAt(binding, {"metadata", "namespace"}).empty();
    const Grant grant {access, user, binding, isLocal ? "rolebindings" : "clusterrolebindings"};
    const access::RoleRef role = access::roleRefOf(binding);
    const std::string plural = role.kind == "Role" ? "roles" : "clusterroles";
    if (mayAnyway(user) || changesOwnersAlone(binding, old) || grant.may("bind", plural, role.name))
        return {};
    const Rules *rules = access.policy().rulesOf(role, grant.ns());
    if (!rules)
        return refuse(notFound({role.name, std::string(rolesGroup), plural, {}}));
    return grant.holds(*rules);
}

std::string roleCell(const Json &binding)
{
    return std::string(api::textAt(binding, {"roleRef", "kind"})) + "/"
        + std::string(api::textAt(binding, {"roleRef", "name"}));
}

std::string subjectsCell(const Json &binding, std::string_view kind)
{
    std::vector<std::string> names;
    for (const Json &subject : listAt(binding, {"subjects"})) {
        const std::string ns(api::textAt(subject, {"namespace"}));
        if (api::textAt(subject, {"kind"}) == kind)
            names.push_back((ns.empty() ? "" : ns + "/") + std::string(api::textAt(subject, {"name"})));
    }
    return joined(names, "");
}

Columns bindingColumns()
{
    return {nameColumn(), computedColumn("Role", roleCell), ageColumn(),
        computedColumn(
            "Users", [](const Json &binding) { return subjectsCell(binding, "User"); }, 1),
        computedColumn(
            "Groups", [](const Json &binding) { return subjectsCell(binding, "Group"); }, 1),
        computedColumn(
            "ServiceAccounts", [](const Json &binding) { return subjectsCell(binding, "ServiceAccount"); },
            1)};
}

Columns roleColumns()
{
    return {nameColumn(), createdAtColumn()};
}

KindDefinition ofRbac(
    std::string kind, std::string plural, SchemaPtr schema, bool namespaced, Columns columns, KindRules rules)
{
    rules.names = NameRule::PathSegment;
    rules.createsOnUpdate = true;
    return {.group = std::string(rolesGroup),
        .kind = std::move(kind),
        .plural = std::move(plural),
        .namespaced = namespaced,
        .schema = std::move(schema),
        .columns = std::move(columns),
        .rules = rules};
}

KindRules roleRules()
{
    return {.check = checkRole, .checkGrant = checkRoleGrant};
}

KindRules bindingRules()
{
    return {.prepare = nameGroups,
        .check = checkBinding,
        .checkUpdate = checkBindingUpdate,
        .checkGrant = checkBindingGrant};
}

} // namespace

KindDefinition role()
{
    return ofRbac("Role", "roles", roleSchema(), true, roleColumns(), roleRules());
}

KindDefinition roleBinding()
{
    return ofRbac("RoleBinding", "rolebindings", bindingSchema(), true, bindingColumns(), bindingRules());
}

KindDefinition clusterRole()
{
    return ofRbac("ClusterRole", "clusterroles", clusterRoleSchema(), false, roleColumns(), roleRules());
}

KindDefinition clusterRoleBinding()
{
    return ofRbac("ClusterRoleBinding", "clusterrolebindings", bindingSchema(), false, bindingColumns(),
        bindingRules());
}

} // namespace core::lab::kinds
