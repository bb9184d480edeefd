// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What lets others verify the tokens of ServiceAccounts without asking the lab about each
// (docs/api-semantics.md S9).

#include "core/lab/access.h"
#include "core/lab/route.h"

namespace core::lab {

inline constexpr std::string_view issuerPath = "/.well-known/openid-configuration";
inline constexpr std::string_view issuerKeysPath = "/openid/v1/jwks";

/// Nothing when the path is another, or nobody signs tokens here.
std::optional<api::Response> answerIssuer(std::string_view path, const Access &access);

} // namespace core::lab
