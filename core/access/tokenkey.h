// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Tokens of ServiceAccounts: signed JSON (RFC 7519, ES256), as TokenRequest gives them
// (docs/api-semantics.md S). Whether what they speak of is still there is for others to ask.

#include "core/access/user.h"
#include "core/api/json.h"
#include "core/api/time.h"

namespace core::access {

/// A longer token is none.
inline constexpr std::size_t longestToken = 8192;
inline constexpr std::string_view tokenIssuer = "https://kubernetes.default.svc.cluster.local";

/// An object of the account's namespace with which a token ends.
struct BoundObject {
    std::string kind; ///< Pod, Secret
    std::string name;
    std::string uid;

    bool operator==(const BoundObject &) const = default;
};

struct TokenClaims {
    ServiceAccountName account;
    std::string accountUid;
    std::vector<std::string> audiences;
    std::string id; ///< unique
    base::Time issued {};
    base::Time expires {};
    std::optional<BoundObject> bound;

    bool operator==(const TokenClaims &) const = default;
};

/// The user that the token stands for.
User userOf(const TokenClaims &claims);

/// A key that signs tokens, and knows its own. May be copied and used on any thread.
class TokenKey
{
public:
    /// A new private key as PEM; empty when there is no randomness.
    static std::string make();
    /// The error is Invalid when that is no EC P-256 private key.
    static base::Result<TokenKey> read(const std::string &pem);

    std::string sign(const TokenClaims &claims) const;
    /// Nothing for a token that this key has not signed, whatever it says of itself. The time is not looked
    /// at.
    std::optional<TokenClaims> verify(std::string_view token) const;
    /// What others need to verify tokens by themselves: a JSON Web Key (RFC 7517).
    api::Json publicKey() const;
    /// Names the key in a token's header.
    const std::string &id() const { return m_id; }

private:
    struct Key;
    explicit TokenKey(std::shared_ptr<const Key> key);

    std::shared_ptr<const Key> m_key;
    std::string m_id;
};

} // namespace core::access
