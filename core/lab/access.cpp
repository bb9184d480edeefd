// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/access.h"

#include "core/lab/objects.h"

#include <algorithm>
#include <array>

namespace core::lab {

using access::Attributes;
using access::Decision;
using access::User;
using access::UserPtr;

namespace {

bool isReading(std::string_view verb)
{
    return verb == "get" || verb == "list" || verb == "watch" || verb == "head";
}

/// Questions about oneself are posted, and change nothing.
bool isQuestion(const Attributes &attributes)
{
    return attributes.verb == "create" && attributes.name.empty()
        && ((attributes.group == "authorization.k8s.io"
                && (attributes.resource == "selfsubjectaccessreviews"
                    || attributes.resource == "selfsubjectrulesreviews"))
            || (attributes.group == "authentication.k8s.io" && attributes.resource == "selfsubjectreviews"));
}

/// A GET of these reaches into a pod or node, where more happens than looking.
bool isConnection(std::string_view subresource)
{
    static constexpr std::array<std::string_view, 4> connections {"attach", "exec", "portforward", "proxy"};
    return std::ranges::find(connections, subresource) != connections.end();
}

/// docs/api-semantics.md R9
Decision forViewer(const Attributes &attributes)
{
    const bool isSecret = attributes.group.empty() && attributes.resource == "secrets";
    const bool looks = isReading(attributes.verb) && !isSecret && !isConnection(attributes.subresource);
    return {looks || isQuestion(attributes), "those who only look change nothing, and see no Secrets"};
}

access::Rules viewersRules()
{
    const std::vector<std::string> reading {"get", "list", "watch"};
    return {{reading, {"*"}, {"*"}}, {.verbs = {"get"}, .paths = {"*"}},
        {{"create"}, {"authorization.k8s.io"}, {"selfsubjectaccessreviews", "selfsubjectrulesreviews"}},
        {{"create"}, {"authentication.k8s.io"}, {"selfsubjectreviews"}}};
}

access::Rules everything()
{
    return {{{"*"}, {"*"}, {"*"}}, {.verbs = {"*"}, .paths = {"*"}}};
}

bool isForServer(const access::TokenClaims &claims)
{
    return std::ranges::find(claims.audiences, access::tokenIssuer) != claims.audiences.end();
}

api::Response unauthorized()
{
    return failure(401, "Unauthorized", "Unauthorized");
}

} // namespace

api::Response refusedAccess(const User &user, const Attributes &attributes, const std::string &reason)
{
    const std::string why = access::refusalOf(user, attributes) + (reason.empty() ? "" : ": " + reason);
    const About about {attributes.name, attributes.group, attributes.resource, {}};
    if (!attributes.isResource())
        return failure(403, "Forbidden", "forbidden: " + why, {});
    if (!attributes.name.empty())
        return forbidden(about, why);
    const std::string what =
        attributes.group.empty() ? attributes.resource : attributes.resource + "." + attributes.group;
    return failure(403, "Forbidden", what + " is forbidden: " + why, about);
}

void Access::trust(std::shared_ptr<const access::Authenticator> authenticator,
    std::optional<access::ClientAuthority> authority)
{
    m_authenticator = std::move(authenticator);
    m_authority = std::move(authority);
}

Access::Kept Access::keptOf(const Collection &collection) const
{
    const std::string_view name = collection.name();
    if (!name.starts_with(rolesGroup))
        return Kept::Nothing;
    return name.ends_with("bindings") ? Kept::Binding : Kept::Role;
}

void Access::evaluateRoles()
{
    m_policy = std::make_unique<access::Policy>();
    for (const char *plural : {"clusterroles", "clusterrolebindings", "roles", "rolebindings"}) {
        const Collection &collection = *m_registry.find(rolesGroup, plural)->collection;
        const bool isRole = keptOf(collection) == Kept::Role;
        for (const auto &[key, entry] : collection.objects()) {
            if (isRole)
                m_policy->setRole(key, entry.object.get());
            else
                m_policy->setBinding(key, entry.object.get());
        }
    }
}

void Access::notice(const Collection &collection, const api::ObjectKey &key, const Change &change)
{
    const Kept kept = m_policy ? keptOf(collection) : Kept::Nothing;
    const api::Json *object = change.type == Change::Type::Deleted ? nullptr : change.object.get();
    if (kept == Kept::Role)
        m_policy->setRole(key, object);
    else if (kept == Kept::Binding)
        m_policy->setBinding(key, object);
}

Decision Access::decide(const User &user, const Attributes &attributes) const
{
    if (user.isIn(access::groups::viewers))
        return forViewer(attributes);
    if (user.isIn(access::groups::masters))
        return {true};
    if (m_policy)
        return m_policy->decide(user, attributes);
    const bool isStranger = user.isIn(access::groups::unauthenticated);
    return {!isStranger || (!attributes.isResource() && isReading(attributes.verb))};
}

access::Rules Access::rulesFor(const User &user, const std::string &ns) const
{
    if (user.isIn(access::groups::viewers))
        return viewersRules();
    return m_policy ? m_policy->rulesFor(user, ns) : everything();
}

const Entry *Access::find(std::string_view plural, const api::ObjectKey &key) const
{
    return m_registry.find("", plural)->collection->find(key);
}

std::string Access::faultOf(const access::TokenClaims &claims) const
{
    if (m_clock.now() >= claims.expires)
        return "the token has expired";
    const auto isThere = [](const Entry *entry, const std::string &uid) {
        return entry && api::textAt(*entry->object, {"metadata", "uid"}) == uid;
    };
    if (!isThere(find("serviceaccounts", {claims.account.ns, claims.account.name}), claims.accountUid))
        return "the ServiceAccount of the token is gone";
    if (!claims.bound)
        return {};
    const char *plural = claims.bound->kind == "Pod" ? "pods" : "secrets";
    if (!isThere(find(plural, {claims.account.ns, claims.bound->name}), claims.bound->uid))
        return "the " + claims.bound->kind + " to which the token is bound is gone";
    return {};
}

Answer<UserPtr> Access::impersonated(const User &user, const access::Impersonation &as) const
{
    for (const Attributes &attributes : access::asked(as)) {
        const Decision decision = decide(user, attributes);
        if (!decision.allowed)
            return refuse(refusedAccess(user, attributes, decision.reason));
    }
    return std::make_shared<const User>(access::userOf(as));
}

Answer<UserPtr> Access::admit(const api::Request &request, const access::Login &login, bool watches) const
{
    const bool isOwner = !login.as && login.user == access::owner();
    if (!login.user || isOwner)
        return login.user;
    if (login.token && (!isForServer(*login.token) || !faultOf(*login.token).empty()))
        return refuse(unauthorized());
    UserPtr user = login.user;
    if (login.as) {
        auto other = impersonated(*user, *login.as);
        if (!other)
            return other;
        user = std::move(*other);
    }
    const Attributes attributes = access::attributesOf(request, watches);
    const Decision decision = decide(*user, attributes);
    if (!decision.allowed)
        return refuse(refusedAccess(*user, attributes, decision.reason));
    return user;
}

} // namespace core::lab
