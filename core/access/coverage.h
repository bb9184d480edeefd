// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether somebody holds all that they are about to grant (docs/api-semantics.md R7).

#include "core/access/rules.h"

namespace core::access {

/// What of the wanted rules the held ones do not allow, in rules as simple as possible; empty: all is held.
Rules missingFrom(const Rules &held, const Rules &wanted);

/// user "x" (groups=["a" "b"]) is attempting to grant RBAC permissions not currently held: …
std::string escalationText(const User &user, const Rules &missing);

} // namespace core::access
