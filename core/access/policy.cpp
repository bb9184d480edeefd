// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/policy.h"

#include <algorithm>

namespace core::access {

using api::Json;
using api::ObjectKey;

namespace {

std::string subjectKey(std::string_view kind, std::string_view name)
{
    return std::string(kind) + ' ' + std::string(name);
}

std::string roleText(const RoleRef &role)
{
    const bool isLocal = role.kind == "Role";
    return std::string(isLocal ? "role" : "clusterrole") + ".rbac.authorization.k8s.io " + inQuotes(role.name)
        + " not found";
}

/// Every one of several errors once, as Go joins them.
std::string joinedErrors(const std::vector<std::string> &errors)
{
    std::string text;
    for (const std::string &error : errors)
        text += (text.empty() ? "" : ", ") + error;
    return errors.size() == 1 ? text : "[" + text + "]";
}

} // namespace

RoleRef roleRefOf(const Json &binding)
{
    return {std::string(api::textAt(binding, {"roleRef", "kind"})),
        std::string(api::textAt(binding, {"roleRef", "name"}))};
}

void Policy::setRole(const ObjectKey &key, const Json *role)
{
    if (role)
        m_roles[key] = readRules(*role);
    else
        m_roles.erase(key);
}

void Policy::forget(const ObjectKey &key)
{
    const auto where = m_places.find(key.ns);
    if (where == m_places.end())
        return;
    Place &place = where->second;
    const auto found = place.bindings.find(key.name);
    if (found == place.bindings.end())
        return;
    for (const Subject &subject : found->second.subjects) {
        const auto names = place.bySubject.find(keyOf(subject));
        if (names == place.bySubject.end())
            continue;
        names->second.erase(key.name);
        if (names->second.empty())
            place.bySubject.erase(names);
    }
    place.bindings.erase(found);
    if (place.bindings.empty())
        m_places.erase(where);
}

void Policy::setBinding(const ObjectKey &key, const Json *binding)
{
    forget(key);
    if (!binding)
        return;
    Place &place = m_places[key.ns];
    Binding kept {roleRefOf(*binding), {}};
    const Json *subjects = api::find(*binding, {"subjects"});
    if (subjects && subjects->is_array()) {
        for (const Json &subject : subjects->get_array()) {
            const std::string_view ns = api::textAt(subject, {"namespace"});
            kept.subjects.push_back({std::string(api::textAt(subject, {"kind"})),
                std::string(api::textAt(subject, {"name"})), std::string(ns.empty() ? key.ns : ns)});
        }
    }
    for (const Subject &subject : kept.subjects)
        place.bySubject[keyOf(subject)].insert(key.name);
    place.bindings.insert_or_assign(key.name, std::move(kept));
}

/// An account is found by the name of its user; what is none of these by nobody.
std::string Policy::keyOf(const Subject &subject)
{
    if (subject.kind == "User" || subject.kind == "Group")
        return subjectKey(subject.kind, subject.name);
    return subject.kind != "ServiceAccount" || subject.ns.empty()
        ? std::string()
        : subjectKey("User", userName({subject.ns, subject.name}));
}

const Rules *Policy::rulesOf(const RoleRef &role, const std::string &ns) const
{
    const auto found = m_roles.find({role.kind == "Role" ? ns : std::string(), role.name});
    return found == m_roles.end() ? nullptr : &found->second;
}

bool Policy::visitSubject(
    const Place &place, const std::string &ns, const std::string &subject, const Visit &visit) const
{
    const auto names = place.bySubject.find(subject);
    if (names == place.bySubject.end())
        return true;
    for (const std::string &name : names->second) {
        const Binding &binding = place.bindings.at(name);
        const auto who = std::ranges::find(binding.subjects, subject, &Policy::keyOf);
        if (!visit({ns, name}, binding, *who, rulesOf(binding.role, ns)))
            return false;
    }
    return true;
}

bool Policy::visitPlace(const User &user, const Place &place, const std::string &ns, const Visit &visit) const
{
    return visitSubject(place, ns, subjectKey("User", user.name), visit)
        && std::ranges::all_of(user.groups, [&](const std::string &group) {
               return visitSubject(place, ns, subjectKey("Group", group), visit);
           });
}

/// Those of the cluster first.
bool Policy::visit(const User &user, const std::string &ns, const Visit &visit) const
{
    for (const std::string &where : {std::string(), ns}) {
        const auto place = m_places.find(where);
        if (place != m_places.end() && !visitPlace(user, place->second, where, visit))
            return false;
        if (ns.empty())
            break;
    }
    return true;
}

Decision Policy::decide(const User &user, const Attributes &attributes) const
{
    Decision decision;
    std::vector<std::string> errors;
    const auto look = [&](const ObjectKey &key, const Binding &binding, const Subject &subject,
                          const Rules *rules) {
        if (!rules) {
            const std::string error = roleText(binding.role);
            if (std::ranges::find(errors, error) == errors.end())
                errors.push_back(error);
            return true;
        }
        decision.allowed =
            std::ranges::any_of(*rules, [&](const Rule &rule) { return allows(rule, attributes); });
        if (!decision.allowed)
            return true;
        const bool isAccount = subject.kind == "ServiceAccount";
        decision.reason = "RBAC: allowed by "
            + (key.ns.empty() ? "ClusterRoleBinding " + inQuotes(key.name)
                              : "RoleBinding " + inQuotes(key.name + "/" + key.ns))
            + " of " + binding.role.kind + " " + inQuotes(binding.role.name) + " to " + subject.kind + " "
            + inQuotes(isAccount ? subject.name + "/" + subject.ns : subject.name);
        return false;
    };
    visit(user, attributes.ns, look);
    if (!decision.allowed && !errors.empty())
        decision.reason = "RBAC: " + joinedErrors(errors);
    return decision;
}

Rules Policy::rulesFor(const User &user, const std::string &ns) const
{
    Rules all;
    visit(user, ns, [&](const ObjectKey &, const Binding &, const Subject &, const Rules *rules) {
        if (rules)
            all.insert(all.end(), rules->begin(), rules->end());
        return true;
    });
    return all;
}

} // namespace core::access
