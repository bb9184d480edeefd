// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about who somebody is and what they may do (docs/api-semantics.md M5, R6, S5).
#include "core/lab/reviews.h"

#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab::kinds {

using access::Attributes;
using access::Rule;
using access::User;
using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

KindDefinition review(std::string group, std::string kind, std::string plural,
    Answer<Json> (*answer)(const Review &), bool namespaced = false)
{
    return {.group = std::move(group),
        .kind = std::move(kind),
        .plural = std::move(plural),
        .namespaced = namespaced,
        .review = answer};
}

JsonArray textList(const std::vector<std::string> &texts)
{
    return JsonArray(texts.begin(), texts.end());
}

JsonObject userInfo(const User &user)
{
    JsonObject info {{"username", user.name}, {"groups", textList(user.groups)}};
    if (!user.uid.empty())
        info.emplace("uid", user.uid);
    JsonObject extra;
    for (const auto &[key, values] : user.extra)
        extra.emplace(key, textList(values));
    if (!extra.empty())
        info.emplace("extra", std::move(extra));
    return info;
}

Answer<Json> whoAmI(const Review &review)
{
    return JsonObject {{"userInfo", userInfo(review.user)}};
}

std::string textIn(const Json &json, std::string_view member)
{
    return std::string(api::textAt(json, {member}));
}

/// What spec asks about, and what is wrong with that.
Attributes askedAbout(const Json &question, FieldErrors &errors)
{
    const Json *resource = api::find(question, {"spec", "resourceAttributes"});
    const Json *path = api::find(question, {"spec", "nonResourceAttributes"});
    if (resource && resource->is_object() && path && path->is_object())
        errors.push_back(invalid("spec.nonResourceAttributes", *path,
            "cannot be specified in combination with resourceAttributes"));
    if (resource && resource->is_object())
        return {textIn(*resource, "verb"), textIn(*resource, "group"), textIn(*resource, "version"),
            textIn(*resource, "resource"), textIn(*resource, "subresource"), textIn(*resource, "namespace"),
            textIn(*resource, "name")};
    if (path && path->is_object())
        return {.verb = textIn(*path, "verb"), .path = textIn(*path, "path")};
    errors.push_back(invalid("spec.resourceAttributes", Json(nullptr),
        "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
    return {};
}

User askedUser(const Json &question, FieldErrors &errors)
{
    User user {textIn(question.at("spec"), "user"), textIn(question.at("spec"), "uid"),
        access::textsAt(question.at("spec"), "groups"), {}};
    if (user.name.empty() && user.groups.empty())
        errors.push_back(invalid("spec.user", user.name, "at least one of user or group must be specified"));
    return user;
}

Json statusOf(const access::Decision &decision)
{
    JsonObject status {{"allowed", decision.allowed}};
    if (!decision.reason.empty())
        status.emplace("reason", decision.reason);
    return status;
}

Answer<Json> decided(
    const Review &review, const User &user, const Attributes &attributes, const FieldErrors &errors)
{
    if (!errors.empty())
        return refuse(invalidObject(review.type.aboutKind(""), errors));
    return statusOf(review.access.decide(user, attributes));
}

Answer<Json> mayI(const Review &review)
{
    FieldErrors errors;
    const Attributes attributes = askedAbout(review.question, errors);
    return decided(review, review.user, attributes, errors);
}

Answer<Json> mayThey(const Review &review)
{
    FieldErrors errors;
    const Attributes attributes = askedAbout(review.question, errors);
    if (!api::find(review.question, {"spec"}) || !review.question.at("spec").is_object())
        return decided(review, review.user, attributes, errors);
    const User user = askedUser(review.question, errors);
    return decided(review, user, attributes, errors);
}

Answer<Json> mayTheyHere(const Review &review)
{
    const std::string_view ns = api::textAt(review.question, {"spec", "resourceAttributes", "namespace"});
    if (api::find(review.question, {"spec", "nonResourceAttributes"}))
        return refuse(invalidObject(review.type.aboutKind(""),
            {invalid("spec.nonResourceAttributes",
                *api::find(review.question, {"spec", "nonResourceAttributes"}),
                "disallowed on this kind of request")}));
    if (ns != review.ns)
        return refuse(badRequest("spec.resourceAttributes.namespace must match namespace: " + review.ns));
    return mayThey(review);
}

Answer<Json> whatMayI(const Review &review)
{
    const std::string ns(api::textAt(review.question, {"spec", "namespace"}));
    if (ns.empty())
        return refuse(badRequest("no namespace on request"));
    JsonArray resources;
    JsonArray paths;
    for (const Rule &rule : review.access.rulesFor(review.user, ns)) {
        if (!rule.resources.empty())
            resources.push_back(access::toJson({rule.verbs, rule.groups, rule.resources, rule.names}));
        if (!rule.paths.empty())
            paths.push_back(access::toJson({.verbs = rule.verbs, .paths = rule.paths}));
    }
    const bool hasExceptions = review.user.isIn(access::groups::viewers); // which rules cannot tell
    JsonObject status {{"incomplete", hasExceptions}, {"resourceRules", std::move(resources)},
        {"nonResourceRules", std::move(paths)}};
    if (hasExceptions)
        status.emplace(
            "evaluationError", "Secrets, and connections into pods, are not for those who only look");
    return status;
}

JsonObject notAuthenticated(std::string_view why)
{
    JsonObject status {{"user", JsonObject()}};
    if (!why.empty())
        status.emplace("error", why);
    return status;
}

/// Those of the audiences asked for that the token has; without a wish, the server's own.
std::vector<std::string> sharedAudiences(const access::Login &login, std::vector<std::string> wanted)
{
    const std::string server(access::tokenIssuer);
    if (wanted.empty())
        wanted = {server};
    const std::vector<std::string> has = login.token ? login.token->audiences : std::vector {server};
    std::erase_if(wanted, [&](const std::string &one) { return std::ranges::find(has, one) == has.end(); });
    return wanted;
}

Answer<Json> whoIs(const Review &review)
{
    const std::string_view token = api::textAt(review.question, {"spec", "token"});
    if (token.empty())
        return refuse(badRequest("token is required for TokenReview in authentication"));
    const access::Authenticator *authenticator = review.access.authenticator();
    const auto login = authenticator ? authenticator->login(token) : std::nullopt;
    if (!login)
        return notAuthenticated({});
    if (const std::string fault = login->token ? review.access.faultOf(*login->token) : ""; !fault.empty())
        return notAuthenticated("invalid bearer token, " + fault);
    const Json *spec = api::find(review.question, {"spec"});
    const auto audiences = sharedAudiences(*login, access::textsAt(*spec, "audiences"));
    if (audiences.empty())
        return notAuthenticated("token audiences do not include any of those asked for");
    return JsonObject {
        {"authenticated", true}, {"user", userInfo(*login->user)}, {"audiences", textList(audiences)}};
}

} // namespace

KindDefinition selfSubjectReview()
{
    return review("authentication.k8s.io", "SelfSubjectReview", "selfsubjectreviews", whoAmI);
}

KindDefinition tokenReview()
{
    return review("authentication.k8s.io", "TokenReview", "tokenreviews", whoIs);
}

KindDefinition selfSubjectAccessReview()
{
    return review("authorization.k8s.io", "SelfSubjectAccessReview", "selfsubjectaccessreviews", mayI);
}

KindDefinition subjectAccessReview()
{
    return review("authorization.k8s.io", "SubjectAccessReview", "subjectaccessreviews", mayThey);
}

KindDefinition localSubjectAccessReview()
{
    return review(
        "authorization.k8s.io", "LocalSubjectAccessReview", "localsubjectaccessreviews", mayTheyHere, true);
}

KindDefinition selfSubjectRulesReview()
{
    return review("authorization.k8s.io", "SelfSubjectRulesReview", "selfsubjectrulesreviews", whatMayI);
}

} // namespace core::lab::kinds
