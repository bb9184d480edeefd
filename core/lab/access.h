// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who may do what in the lab (docs/api-semantics.md N, R): from what a client shows to its user, and from the
// user to a decision. Roles and bindings are heeded once evaluateRoles() was called; without that whoever is
// known may do everything, but for those who only look.

#include "core/access/authenticator.h"
#include "core/access/clientauthority.h"
#include "core/access/policy.h"
#include "core/base/clock.h"
#include "core/lab/registry.h"

namespace core::lab {

inline constexpr std::string_view rolesGroup = "rbac.authorization.k8s.io";

class Access
{
public:
    Access(const base::Clock &clock, const Registry &registry) : m_clock(clock), m_registry(registry) { }

    /// The authenticator says whose tokens are taken, and who signs certificates; nobody before.
    void trust(std::shared_ptr<const access::Authenticator> authenticator,
        std::optional<access::ClientAuthority> authority);
    /// The URL under which the lab is served, for those who are told of it.
    void serveAt(std::string address) { m_address = std::move(address); }
    const std::string &address() const { return m_address; }
    const access::Authenticator *authenticator() const { return m_authenticator.get(); }

    const std::optional<access::ClientAuthority> &authority() const { return m_authority; }

    /// Roles count from now on, with all that the store has.
    void evaluateRoles();
    bool evaluatesRoles() const { return m_policy != nullptr; }
    const access::Policy &policy() const { return *m_policy; }
    /// It is told every change in the store.
    void notice(const Collection &collection, const api::ObjectKey &key, const Change &change);

    /// The user as whom the request is carried out; null for a client inside the process. 401 when what was
    /// shown is no longer worth anything, 403 when the user may not do that.
    Answer<access::UserPtr> admit(
        const api::Request &request, const access::Login &login, bool watches = false) const;
    access::Decision decide(const access::User &user, const access::Attributes &attributes) const;
    /// All that the user may do in that namespace.
    access::Rules rulesFor(const access::User &user, const std::string &ns) const;
    /// Why the token is worth nothing any more; empty when it is worth something.
    std::string faultOf(const access::TokenClaims &claims) const;

private:
    enum class Kept { Nothing, Role, Binding };

    Kept keptOf(const Collection &collection) const;
    Answer<access::UserPtr> impersonated(const access::User &user, const access::Impersonation &as) const;
    const Entry *find(std::string_view plural, const api::ObjectKey &key) const;

    const base::Clock &m_clock;
    const Registry &m_registry;
    std::shared_ptr<const access::Authenticator> m_authenticator;
    std::optional<access::ClientAuthority> m_authority;
    std::string m_address; ///< empty: nowhere
    std::unique_ptr<access::Policy> m_policy; ///< null: roles mean nothing
};

/// 403 with the sentence of a kube-apiserver, and perhaps more to say.
api::Response refusedAccess(
    const access::User &user, const access::Attributes &attributes, const std::string &reason = {});

} // namespace core::lab
