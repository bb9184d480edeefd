// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The headers with which somebody acts as another user (docs/api-semantics.md R8).

#include "core/access/attributes.h"

namespace core::access {

using HeaderFields = std::vector<std::pair<std::string, std::string>>;

/// Whether a header of that name asks to act as somebody.
bool isImpersonation(std::string_view headerName);

struct Impersonation {
    std::string user;
    std::string uid;
    std::vector<std::string> groups;
    std::map<std::string, std::vector<std::string>> extra;

    bool operator==(const Impersonation &) const = default;
};

/// Invalid: a group, a uid or extra without a user, a field twice that there can be once, or a name that
/// cannot be told. Nothing when no field asks for it.
base::Result<std::optional<Impersonation>> readImpersonation(const HeaderFields &fields);

/// What the one who asks must be allowed, each.
std::vector<Attributes> asked(const Impersonation &impersonation);
User userOf(const Impersonation &impersonation);

} // namespace core::access
