// SPDX-License-Identifier: GPL-3.0-or-later
// Questions that a client asks about itself. Whoever reaches the lab is its one user, who may do everything
// (docs/api-semantics.md M5).
#include "core/lab/kinds/builtinkinds.h"

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

KindDefinition review(std::string group, std::string kind, std::string plural, JsonObject status)
{
    return {.group = std::move(group),
        .kind = std::move(kind),
        .plural = std::move(plural),
        .namespaced = false,
        .review = api::share(std::move(status))};
}

} // namespace

KindDefinition selfSubjectReview()
{
    JsonObject user {
        {"username", "hollowlab"}, {"groups", JsonArray {"system:masters", "system:authenticated"}}};
    return review(
        "authentication.k8s.io", "SelfSubjectReview", "selfsubjectreviews", {{"userInfo", std::move(user)}});
}

KindDefinition selfSubjectAccessReview()
{
    return review(
        "authorization.k8s.io", "SelfSubjectAccessReview", "selfsubjectaccessreviews", {{"allowed", true}});
}

KindDefinition selfSubjectRulesReview()
{
    const JsonArray everything {"*"};
    const JsonObject resources {{"verbs", everything}, {"apiGroups", everything}, {"resources", everything}};
    const JsonObject paths {{"verbs", everything}, {"nonResourceURLs", everything}};
    return review("authorization.k8s.io", "SelfSubjectRulesReview", "selfsubjectrulesreviews",
        {{"incomplete", false}, {"resourceRules", JsonArray {resources}},
            {"nonResourceRules", JsonArray {paths}}});
}

} // namespace core::lab::kinds
