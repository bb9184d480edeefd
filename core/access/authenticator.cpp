// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/authenticator.h"

#include <openssl/crypto.h>

namespace core::access {

namespace {

/// Takes the same time wherever they differ.
bool isSecret(std::string_view token, const std::string &secret)
{
    return !secret.empty() && token.size() == secret.size()
        && CRYPTO_memcmp(token.data(), secret.data(), secret.size()) == 0;
}

} // namespace

std::optional<Login> Authenticator::login(std::string_view token) const
{
    if (isSecret(token, m_secrets.ownerToken))
        return Login {owner()};
    if (isSecret(token, m_secrets.viewerToken))
        return Login {viewer()};
    auto claims = m_secrets.key ? m_secrets.key->verify(token) : std::nullopt;
    if (!claims)
        return std::nullopt;
    auto user = std::make_shared<const User>(userOf(*claims));
    return Login {std::move(user), std::make_shared<const TokenClaims>(std::move(*claims))};
}

} // namespace core::access
