// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules of roles: what each allows (docs/api-semantics.md R3).

#include "core/access/attributes.h"

namespace core::access {

struct Rule {
    std::vector<std::string> verbs;
    std::vector<std::string> groups = {};
    std::vector<std::string> resources = {};
    std::vector<std::string> names = {}; ///< empty: all
    std::vector<std::string> paths = {}; ///< that are about no resource; "*" at the end stands for any rest

    bool operator==(const Rule &) const = default;
};
using Rules = std::vector<Rule>;

bool allows(const Rule &rule, const Attributes &attributes);

/// The texts in that list of a JSON object; what is no text is left out.
std::vector<std::string> textsAt(const api::Json &json, std::string_view member);
/// The rules of a Role or ClusterRole.
Rules readRules(const api::Json &role);
api::JsonObject toJson(const Rule &rule);
/// {APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}
std::string toText(const Rule &rule);

} // namespace core::access
