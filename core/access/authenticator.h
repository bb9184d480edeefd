// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From a bearer token to who shows it (docs/api-semantics.md N2, S). Never changes, so that the front and the
// lab share it between their threads.

#include "core/access/impersonation.h"
#include "core/access/tokenkey.h"

namespace core::access {

/// Who asks, as far as what they show tells.
struct Login {
    UserPtr user; ///< null: a client inside the process, which may do everything
    std::shared_ptr<const TokenClaims> token = {}; ///< what it speaks of must still be there
    std::optional<Impersonation> as = {};
};

class Authenticator
{
public:
    struct Secrets {
        std::string ownerToken;
        std::string viewerToken = {}; ///< empty: nobody is one
        std::optional<TokenKey> key = {}; ///< of ServiceAccounts' tokens
    };
    explicit Authenticator(Secrets secrets) : m_secrets(std::move(secrets)) { }

    /// Nothing for a token that nobody here has given.
    std::optional<Login> login(std::string_view token) const;
    const std::optional<TokenKey> &key() const { return m_secrets.key; }

private:
    const Secrets m_secrets;
};

} // namespace core::access
