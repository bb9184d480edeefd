// SPDX-License-Identifier: GPL-3.0-or-later
// serviceaccounts/token gives tokens (docs/api-semantics.md S1 to S3).
#include "core/api/timerange.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

namespace core::lab::kinds {

using access::BoundObject;
using access::TokenClaims;
using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

constexpr std::chrono::seconds tokenShortestLife {600};
constexpr std::chrono::seconds tokenUsualLife {3600};
constexpr std::int64_t longestLife = std::int64_t(1) << 32U; // seconds

const About aboutRequest {"", "authentication.k8s.io", "TokenRequest", {}};

Answer<std::chrono::seconds> lifeOf(const Json &request)
{
    const Json *asked = api::find(request, {"spec", "expirationSeconds"});
    if (!asked || asked->is_null())
        return tokenUsualLife;
    const auto seconds = api::integerAt(request, {"spec", "expirationSeconds"});
    const auto no = [&](std::string_view why) {
        return refuse(invalidObject(aboutRequest, {invalid("spec.expirationSeconds", *asked, why)}));
    };
    if (!seconds)
        return refuse(badRequest("spec.expirationSeconds must be a number"));
    if (*seconds < tokenShortestLife.count())
        return no("may not specify a duration less than 10 minutes");
    if (*seconds > longestLife)
        return no("may not specify a duration larger than 2^32 seconds");
    return std::chrono::seconds(*seconds);
}

const Entry *find(Handlers &handlers, std::string_view plural, const api::ObjectKey &key)
{
    return handlers.cluster().registry.find("", plural)->collection->find(key);
}

Answer<std::optional<BoundObject>> boundOf(
    Handlers &handlers, const api::ObjectKey &account, const Json &request)
{
    const Json *reference = api::find(request, {"spec", "boundObjectRef"});
    if (!reference || reference->is_null())
        return std::nullopt;
    const std::string kind(api::textAt(*reference, {"kind"}));
    const std::string name(api::textAt(*reference, {"name"}));
    const std::string_view version = api::textAt(*reference, {"apiVersion"});
    if ((kind != "Pod" && kind != "Secret") || (!version.empty() && version != "v1"))
        return refuse(
            badRequest("cannot bind token to object of type " + std::string(version) + ", Kind=" + kind));
    const char *plural = kind == "Pod" ? "pods" : "secrets";
    const About about {name, "", plural, {}};
    const Entry *entry = find(handlers, plural, {account.ns, name});
    if (!entry)
        return refuse(notFound(about));
    if (kind == "Pod") {
        const std::string_view ran = api::textAt(*entry->object, {"spec", "serviceAccountName"});
        if ((ran.empty() ? "default" : ran) != account.name)
            return refuse(badRequest("cannot bind token for serviceaccount \"" + account.name
                + "\" to pod running with different serviceaccount name."));
    }
    const std::string uid(api::textAt(*entry->object, {"metadata", "uid"}));
    const std::string_view wanted = api::textAt(*reference, {"uid"});
    if (!wanted.empty() && wanted != uid)
        return refuse(conflict(about,
            "the UID in the bound object reference (" + std::string(wanted)
                + ") does not match the UID in record. The object might have been deleted and then "
                  "recreated"));
    return BoundObject {kind, name, uid};
}

std::vector<std::string> audiencesOf(const Json &request)
{
    const Json *spec = api::find(request, {"spec"});
    auto audiences = spec ? access::textsAt(*spec, "audiences") : std::vector<std::string>();
    return audiences.empty() ? std::vector {std::string(access::tokenIssuer)} : audiences;
}

Json answerOf(const TokenClaims &claims, std::string token)
{
    JsonObject spec {{"audiences", JsonArray(claims.audiences.begin(), claims.audiences.end())},
        {"expirationSeconds",
            std::chrono::duration_cast<std::chrono::seconds>(claims.expires - claims.issued).count()},
        {"boundObjectRef", nullptr}};
    if (claims.bound)
        spec["boundObjectRef"] = JsonObject {{"kind", claims.bound->kind}, {"apiVersion", "v1"},
            {"name", claims.bound->name}, {"uid", claims.bound->uid}};
    return JsonObject {{"kind", "TokenRequest"}, {"apiVersion", "authentication.k8s.io/v1"},
        {"metadata", JsonObject {{"name", claims.account.name}, {"namespace", claims.account.ns}}},
        {"spec", std::move(spec)},
        {"status",
            JsonObject {
                {"token", std::move(token)}, {"expirationTimestamp", api::formatTime(claims.expires)}}}};
}

/// Admission sees what the token will have.
void fillInSpec(Json &request)
{
    JsonObject &spec = objectIn(request, "spec");
    if (Json &life = spec["expirationSeconds"]; life.is_null())
        life = tokenUsualLife.count();
    if (const Json *bound = spec.if_contains("boundObjectRef"); bound && bound->is_null())
        spec.erase("boundObjectRef");
    if (listAt(request, {"spec", "audiences"}).empty())
        spec["audiences"] = JsonArray {Json(access::tokenIssuer)};
}

Answer<TokenClaims> claimsOf(Handlers &handlers, const api::ObjectKey &account, const Json &request)
{
    const Entry *entry = find(handlers, "serviceaccounts", account);
    if (!entry)
        return refuse(notFound({account.name, "", "serviceaccounts", {}}));
    auto life = lifeOf(request);
    if (!life)
        return refuse(std::move(life.error()));
    auto bound = boundOf(handlers, account, request);
    if (!bound)
        return refuse(std::move(bound.error()));
    const base::Time now = handlers.cluster().clock.now();
    return TokenClaims {{account.ns, account.name},
        std::string(api::textAt(*entry->object, {"metadata", "uid"})), audiencesOf(request),
        handlers.newTokenId(account), now, now + api::heldSeconds(life->count()), std::move(*bound)};
}

Response createToken(Handlers &handlers, const Call &call)
{
    const access::Authenticator *authenticator = handlers.cluster().access.authenticator();
    if (!call.request.body || !call.request.body->is_object())
        return badRequest("the body of the request must be a TokenRequest");
    if (!authenticator || !authenticator->key())
        return failure(503, "ServiceUnavailable", "nobody signs tokens here", {}, {}, 1);
    const auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return dryRun.error();
    Json wanted = *call.request.body;
    fillInSpec(wanted);
    if (auto admitted = admitBody(call, nullptr, 0, *dryRun, wanted); !admitted)
        return std::move(admitted.error());
    const auto claims = claimsOf(handlers, call.target.key, wanted);
    if (!claims)
        return claims.error();
    std::string token = *dryRun ? std::string() : authenticator->key()->sign(*claims);
    if (token.size() > access::longestToken)
        return invalidObject(aboutRequest, {tooLong("spec.audiences", access::longestToken)});
    Response response;
    response.code = 201;
    response.body = api::share(answerOf(*claims, std::move(token)));
    return response;
}

} // namespace

Subresource tokenSubresource()
{
    static const SchemaPtr schema = schemaOfKind("authentication.k8s.io/v1", "TokenRequest");
    return {.name = "token",
        .kind = "TokenRequest",
        .group = "authentication.k8s.io",
        .version = "v1",
        .schema = schema,
        .verbs = {{Method::Post, createToken}}};
}

} // namespace core::lab::kinds
