// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All roles and bindings of a cluster, found by who they are for: a decision looks at nobody else's
// (docs/api-semantics.md R3). Fed with every change, never by looking through the objects again.

#include "core/access/rules.h"
#include "core/api/meta.h"

#include <functional>
#include <set>
#include <unordered_map>

namespace core::access {

struct Decision {
    bool allowed = false;
    std::string reason = {}; ///< for people; may be empty

    bool operator==(const Decision &) const = default;
};

struct RoleRef {
    std::string kind; ///< Role or ClusterRole
    std::string name;
};

RoleRef roleRefOf(const api::Json &binding);

class Policy
{
public:
    /// A Role or ClusterRole (without a namespace) in its newest version, or that it is gone.
    void setRole(const api::ObjectKey &key, const api::Json *role);
    /// A RoleBinding or ClusterRoleBinding in its newest version, or that it is gone.
    void setBinding(const api::ObjectKey &key, const api::Json *binding);

    /// The decision is to allow when the rules of any role that is bound to the user say so.
    Decision decide(const User &user, const Attributes &attributes) const;
    /// All that the user may do in a namespace, and everywhere.
    Rules rulesFor(const User &user, const std::string &ns) const;
    /// The result is null when there is no such role.
    const Rules *rulesOf(const RoleRef &role, const std::string &ns) const;

private:
    struct Subject {
        std::string kind;
        std::string name;
        std::string ns;
    };
    struct Binding {
        RoleRef role;
        std::vector<Subject> subjects;
    };
    /// False ends the visit.
    using Visit =
        std::function<bool(const api::ObjectKey &binding, const Binding &, const Subject &, const Rules *)>;
    using BindingsOf = std::unordered_map<std::string, std::set<std::string>>; ///< names, by subject
    struct Place {
        std::unordered_map<std::string, Binding> bindings; ///< by name
        BindingsOf bySubject;
    };

    static std::string keyOf(const Subject &subject);
    bool visit(const User &user, const std::string &ns, const Visit &visit) const;
    bool visitPlace(const User &user, const Place &place, const std::string &ns, const Visit &visit) const;
    bool visitSubject(
        const Place &place, const std::string &ns, const std::string &subject, const Visit &visit) const;
    void forget(const api::ObjectKey &key);

    std::unordered_map<api::ObjectKey, Rules> m_roles;
    std::unordered_map<std::string, Place> m_places; ///< by namespace; empty: those of the cluster
};

} // namespace core::access
