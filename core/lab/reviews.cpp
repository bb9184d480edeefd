// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/reviews.h"

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

struct Review {
    const char *group;
    const char *kind;
    const char *plural;
    Json status;
};

const std::vector<Review> &reviews()
{
    static const JsonArray everything {"*"};
    static const JsonObject user {
        {"username", "hollowlab"}, {"groups", JsonArray {"system:masters", "system:authenticated"}}};
    static const JsonObject rules {{"incomplete", false},
        {"resourceRules",
            JsonArray {
                JsonObject {{"verbs", everything}, {"apiGroups", everything}, {"resources", everything}}}},
        {"nonResourceRules",
            JsonArray {JsonObject {{"verbs", everything}, {"nonResourceURLs", everything}}}}};
    static const std::vector<Review> all {
        {"authentication.k8s.io", "SelfSubjectReview", "selfsubjectreviews", JsonObject {{"userInfo", user}}},
        {"authorization.k8s.io", "SelfSubjectAccessReview", "selfsubjectaccessreviews",
            JsonObject {{"allowed", true}}},
        {"authorization.k8s.io", "SelfSubjectRulesReview", "selfsubjectrulesreviews", rules},
    };
    return all;
}

} // namespace

void addReviewTypes(Registry &registry, Store &store)
{
    for (const Review &review : reviews()) {
        ResourceType type;
        type.group = review.group;
        type.kind = review.kind;
        type.plural = review.plural;
        type.singular = type.plural.substr(0, type.plural.size() - 1);
        type.namespaced = false;
        type.review = &review.status;
        type.collection = &store.collection(type.group + "/" + type.plural);
        type.versions.push_back({"v1"});
        registry.add(std::move(type));
    }
}

api::Response answerReview(const api::Request &request, const ResourceType &type)
{
    if (request.method != api::Method::Post)
        return methodNotAllowed();
    if (!request.body || !request.body->is_object())
        return badRequest("the body of the request must be an object");
    JsonObject review = request.body->get_object();
    review["apiVersion"] = type.apiVersion(type.versions.front());
    review["kind"] = type.kind;
    review["status"] = *type.review;
    api::Response response;
    response.code = 201;
    response.body = api::share(std::move(review));
    return response;
}

} // namespace core::lab
