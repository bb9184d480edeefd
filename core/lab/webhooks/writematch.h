// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which writes a webhook, a policy or its binding is about, as objects say it (docs/api-semantics.md U2).

#include "core/api/json.h"
#include "core/api/meta.h"

namespace core::lab {

struct HookRule {
    std::vector<std::string> operations;
    std::vector<std::string> groups;
    std::vector<std::string> versions;
    std::vector<std::string> resources; ///< "pods", "pods/status", "*", "*/*"
    std::string scope; ///< Cluster, Namespaced or *
    std::vector<std::string> names; ///< of objects; empty: all
};

struct WriteMatch {
    std::vector<HookRule> rules; ///< one of them is to match
    std::vector<HookRule> excluded; ///< and none of these
    api::LabelSelector namespaces;
    api::LabelSelector objects;
    bool matchesEquivalent = true; ///< matchPolicy Equivalent
};

/// Reads what a webhook says of it, in its field rules.
WriteMatch readHookMatch(const api::Json &hook);
/// Reads what a policy or its binding says of it in resourceRules and excludeResourceRules; without
/// resourceRules all writes are meant.
WriteMatch readMatchResources(const api::Json &resources);

std::vector<std::string> textsAt(const api::Json &json, std::string_view field);
/// One that makes no sense is none.
api::LabelSelector selectorAt(const api::Json &json, std::string_view field);

} // namespace core::lab
