// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for certificates. Those of clients of this server are signed when they are approved, others are
// kept for signers outside (docs/api-semantics.md S6, S7).
#include "core/api/names.h"
#include "core/api/time.h"
#include "core/lab/access.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <QByteArray>

#include <algorithm>
#include <array>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

SchemaPtr signingRequestSchema()
{
    const SchemaPtr status = object({{"conditions", conditions}, {"certificate", text}});
    return object({{"spec",
                       object({{"request", text}, {"signerName", text}, {"expirationSeconds", integer},
                           {"usages", texts}, {"username", text}, {"uid", text}, {"groups", texts},
                           {"extra", mapOf(texts)}})},
                      {"status", withDefault(status, JsonObject())}},
        {"spec"});
}

constexpr std::string_view ourSigner = "kubernetes.io/kube-apiserver-client";
constexpr std::int64_t signingRequestShortestLife = 600; // seconds
constexpr std::int64_t signingRequestUsualLife = std::int64_t(365) * 24 * 60 * 60;

/// Whatever the request says of who asks.
void nameRequester(Json &request, const access::User &author)
{
    JsonObject &spec = objectIn(request, "spec");
    for (const char *member : {"uid", "extra"})
        spec.erase(member);
    spec["username"] = author.name;
    spec["groups"] = api::JsonArray(author.groups.begin(), author.groups.end());
    if (!author.uid.empty())
        spec["uid"] = author.uid;
    JsonObject extra;
    for (const auto &[key, values] : author.extra)
        extra.emplace(key, api::JsonArray(values.begin(), values.end()));
    if (!extra.empty())
        spec["extra"] = std::move(extra);
}

/// Empty for what is no base64.
std::string bytesOf(std::string_view base64)
{
    const auto bytes =
        QByteArray::fromBase64Encoding(QByteArray(base64.data(), static_cast<qsizetype>(base64.size())),
            QByteArray::AbortOnBase64DecodingErrors);
    return bytes ? (*bytes).toStdString() : std::string();
}

std::string pemOf(const Json &request)
{
    return bytesOf(api::textAt(request, {"spec", "request"}));
}

bool isForUs(const Json &request)
{
    return api::textAt(request, {"spec", "signerName"}) == ourSigner;
}

void checkUsages(const JsonArray &usages, FieldErrors &errors)
{
    static const std::vector<std::string> known {"any", "cert sign", "client auth", "code signing",
        "content commitment", "crl sign", "data encipherment", "decipher only", "digital signature",
        "email protection", "encipher only", "ipsec end system", "ipsec tunnel", "ipsec user",
        "key agreement", "key encipherment", "microsoft sgc", "netscape sgc", "ocsp signing", "s/mime",
        "server auth", "signing", "timestamping"};
    if (usages.empty())
        errors.push_back(required("spec.usages"));
    std::set<std::string_view> named;
    for (std::size_t i = 0; i < usages.size(); ++i) {
        const std::string at = "spec.usages[" + std::to_string(i) + "]";
        const std::string_view usage = api::textAt(usages[i], {});
        if (std::ranges::count(known, usage) == 0)
            errors.push_back(notSupported(at, usages[i], known));
        else if (!named.insert(usage).second)
            errors.push_back(duplicate(at, usages[i]));
    }
}

void checkSigner(std::string_view signer, FieldErrors &errors)
{
    const std::size_t slash = signer.find('/');
    if (signer.empty())
        errors.push_back(required("spec.signerName", "signerName must be provided"));
    else if (slash == signer.npos || slash + 1 == signer.size())
        errors.push_back(invalid("spec.signerName", signer,
            "must be a fully qualified domain and path of the form 'example.com/signer-name'"));
    else if (signer == "kubernetes.io/legacy-unknown")
        errors.push_back(
            invalid("spec.signerName", signer, "the legacy signerName is not allowed via this API version"));
    else if (!api::isDnsSubdomain(signer.substr(0, slash)))
        errors.push_back(invalid("spec.signerName", signer,
            "the domain in front of the slash must be a DNS subdomain in small letters"));
}

void checkRequest(const Json &request, FieldErrors &errors)
{
    const auto life = api::integerAt(request, {"spec", "expirationSeconds"});
    if (life && *life < signingRequestShortestLife)
        errors.push_back(invalid("spec.expirationSeconds", Json(*life),
            "may not specify a duration less than 600 seconds (10 minutes)"));
    checkUsages(listAt(request, {"spec", "usages"}), errors);
    checkSigner(api::textAt(request, {"spec", "signerName"}), errors);
    const auto subject = access::readCertificateRequest(pemOf(request));
    if (!subject)
        errors.push_back(
            invalid("spec.request", api::textAt(request, {"spec", "request"}), subject.error().message));
    else if (isForUs(request) && std::ranges::count(subject->groups, access::groups::masters) > 0)
        errors.push_back(forbidden("spec.request",
            "use of " + std::string(ourSigner) + " signer with system:masters group is not allowed"));
}

/// A request stays what it is.
void keepSpec(Json &request, const Json &old)
{
    takeOver(request.get_object(), "spec", old.get_object());
}

std::vector<const Json *> conditionsOf(const Json &request, std::string_view type)
{
    std::vector<const Json *> found;
    for (const Json &condition : listAt(request, {"status", "conditions"})) {
        if (api::textAt(condition, {"type"}) == type)
            found.push_back(&condition);
    }
    return found;
}

bool hasCondition(const Json &request, std::string_view type)
{
    return !conditionsOf(request, type).empty();
}

bool hasSameConditions(const Json &request, const Json &old, std::string_view type)
{
    return std::ranges::equal(conditionsOf(request, type), conditionsOf(old, type),
        [](const Json *left, const Json *right) { return api::equal(*left, *right); });
}

std::string_view certificateOf(const Json &request)
{
    return api::textAt(request, {"status", "certificate"});
}

constexpr std::array<std::string_view, 2> verdicts {"Approved", "Denied"};

void checkConditions(const Json &request, const Json &old, FieldErrors &errors)
{
    const JsonArray &conditions = listAt(request, {"status", "conditions"});
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        const std::string at = "status.conditions[" + std::to_string(i) + "]";
        const std::string_view type = api::textAt(conditions[i], {"type"});
        const std::string_view status = api::textAt(conditions[i], {"status"});
        const bool isFinal = type == "Failed" || std::ranges::count(verdicts, type) > 0;
        if (isFinal && status != "True")
            errors.push_back(notSupported(at + ".status", status, {"True"}));
        if (conditionsOf(request, type).front() != &conditions[i])
            errors.push_back(duplicate(at + ".type", Json(type)));
    }
    if (hasCondition(request, "Approved") && hasCondition(request, "Denied"))
        errors.push_back(invalid(
            "status.conditions", Json("Denied"), "Approved and Denied conditions are mutually exclusive"));
    for (const std::string_view type : {"Approved", "Denied", "Failed"}) {
        if (hasCondition(old, type) && !hasCondition(request, type))
            errors.push_back(forbidden(
                "status.conditions", "updates may not remove a condition of type " + access::inQuotes(type)));
    }
}

void checkCertificate(std::string_view base64, FieldErrors &errors)
{
    if (const std::string problem = access::certificatesProblem(bytesOf(base64)); !problem.empty())
        errors.push_back(invalid("status.certificate", std::string_view("<certificate data>"), problem));
}

/// The status is its signer's, who gives one certificate and approves of nothing.
void checkStatus(const Json &request, const Json &old, FieldErrors &errors)
{
    checkConditions(request, old, errors);
    for (const std::string_view verdict : verdicts) {
        if (hasCondition(request, verdict) && !hasSameConditions(request, old, verdict))
            errors.push_back(forbidden("status.conditions",
                "updates may not " + std::string(hasCondition(old, verdict) ? "modify" : "add")
                    + " a condition of type " + access::inQuotes(verdict)));
    }
    if (!certificateOf(old).empty() && certificateOf(request) != certificateOf(old))
        errors.push_back(
            forbidden("status.certificate", "updates may not modify existing certificate content"));
    else if (certificateOf(request) != certificateOf(old))
        checkCertificate(certificateOf(request), errors);
}

/// Whoever approves signs nothing.
void checkApproval(const Json &request, const Json &old, FieldErrors &errors)
{
    checkConditions(request, old, errors);
    if (certificateOf(request) != certificateOf(old))
        errors.push_back(forbidden("status.certificate", "updates may not set certificate content"));
}

/// Conditions tell when they came.
void dateConditions(Json &request, const Collection &, base::Time now)
{
    if (listAt(request, {"status", "conditions"}).empty())
        return;
    for (Json &condition : itemsIn(objectIn(request, "status"), "conditions")) {
        if (!condition.is_object())
            continue;
        for (const char *time : {"lastUpdateTime", "lastTransitionTime"}) {
            if (api::textAt(condition, {time}).empty())
                condition.get_object()[time] = api::formatTime(now);
        }
    }
}

/// Why its certificate can't be one of ours; empty when it can.
std::string misuse(const Json &request)
{
    static constexpr std::array<std::string_view, 3> usages {
        "client auth", "digital signature", "key encipherment"};
    bool forClients = false;
    for (const Json &usage : listAt(request, {"spec", "usages"})) {
        const std::string_view text = usage.is_string() ? std::string_view(usage.get_string()) : "";
        if (std::ranges::find(usages, text) == usages.end())
            return "the usage " + access::inQuotes(text) + " is not for clients";
        forClients = forClients || text == usages.front();
    }
    return forClients ? std::string() : "the usage \"client auth\" is missing";
}

Json failedCondition(const std::string &why, base::Time now)
{
    return JsonObject {{"type", "Failed"}, {"status", "True"}, {"reason", "SignerValidationFailure"},
        {"message", why}, {"lastUpdateTime", api::formatTime(now)},
        {"lastTransitionTime", api::formatTime(now)}};
}

base::Result<std::string> certificateFor(const Json &request, const access::ClientAuthority &authority)
{
    if (std::string why = misuse(request); !why.empty())
        return base::fail(base::ErrorKind::Invalid, std::move(why));
    const std::int64_t asked =
        api::integerAt(request, {"spec", "expirationSeconds"}).value_or(signingRequestUsualLife);
    return authority.sign(pemOf(request),
        std::chrono::seconds(std::clamp(asked, signingRequestShortestLife, signingRequestUsualLife)));
}

/// Says in its status what has become of a request that was approved; nothing when it is not for us to sign.
std::optional<Written> signApproved(Handlers &handlers, const Target &target)
{
    Cluster &cluster = handlers.cluster();
    const Entry *entry = target.type->collection->find(target.key);
    const auto &authority = cluster.access.authority();
    if (!entry || !authority || !isForUs(*entry->object) || !hasCondition(*entry->object, "Approved")
        || hasCondition(*entry->object, "Denied") || hasCondition(*entry->object, "Failed")
        || !certificateOf(*entry->object).empty())
        return std::nullopt;
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    JsonObject &status = objectIn(draft, "status");
    if (const auto certificate = certificateFor(*entry->object, *authority))
        status["certificate"] = QByteArray::fromStdString(*certificate).toBase64().toStdString();
    else
        arrayIn(status, "conditions")
            .push_back(failedCondition(certificate.error().message, cluster.clock.now()));
    auto written = handlers.writer().update(target, draft, {.part = UpdateOptions::Part::Trusted});
    return written ? std::optional(std::move(*written)) : std::nullopt;
}

bool maySpeakFor(
    const Access &access, const access::User &user, std::string_view verb, const std::string &signer)
{
    for (const std::string &name : {signer, signer.substr(0, signer.find('/')) + "/*"}) {
        const access::Attributes speaking {.verb = std::string(verb),
            .group = "certificates.k8s.io",
            .version = "v1",
            .resource = "signers",
            .name = name};
        if (access.decide(user, speaking).allowed)
            return true;
    }
    return false;
}

bool hasSameVerdict(const Json &request, const Json &old)
{
    return std::ranges::all_of(
        verdicts, [&](std::string_view verdict) { return hasSameConditions(request, old, verdict); });
}

/// What a signer alone says.
bool isSignedAlike(const Json &request, const Json &old)
{
    const auto saysMore = [](const Json &one, const Json &other) {
        return std::ranges::any_of(listAt(one, {"status", "conditions"}), [&](const Json &condition) {
            const std::string_view type = api::textAt(condition, {"type"});
            return std::ranges::count(verdicts, type) == 0 && !hasSameConditions(one, other, type);
        });
    };
    return certificateOf(request) == certificateOf(old) && !saysMore(request, old) && !saysMore(old, request);
}

/// Whoever approves what a signer will sign, or signs it, needs its leave; nobody in a lab without roles.
Answer<> maySettle(const Access &access, const access::User &user, const Json &request, const Json *old)
{
    if (!old)
        return {};
    const std::string signer(api::textAt(*old, {"spec", "signerName"}));
    const About about {std::string(api::textAt(*old, {"metadata", "name"})), "certificates.k8s.io",
        "certificatesigningrequests", {}};
    const auto refused = [&](const std::string &doing) {
        return refuse(forbidden(about,
            "user not permitted to " + doing + " requests with signerName " + access::inQuotes(signer)));
    };
    if (!hasSameVerdict(request, *old) && !maySpeakFor(access, user, "approve", signer))
        return refused("approve");
    if (!isSignedAlike(request, *old) && !maySpeakFor(access, user, "sign", signer))
        return refused("sign");
    return {};
}

std::string conditionCell(const Json &request)
{
    std::vector<std::string> states;
    for (const Json &condition : listAt(request, {"status", "conditions"}))
        states.emplace_back(api::textAt(condition, {"type"}));
    if (!certificateOf(request).empty())
        states.emplace_back("Issued");
    return joined(states, "Pending");
}

Response getApproval(Handlers &handlers, const Call &call)
{
    return handlers.get(call);
}

using Write = Response (Handlers::*)(const Call &call, UpdateOptions::Part part);

Response approve(Handlers &handlers, const Call &call, Write write)
{
    Response response = (handlers.*write)(call, UpdateOptions::Part::Status);
    const auto dryRun = isDryRun(call.request);
    if (response.code >= 300 || !dryRun || *dryRun)
        return response;
    if (const auto signedOne = signApproved(handlers, call.target))
        response.revision = signedOne->revision;
    return response;
}

Response patchApproval(Handlers &handlers, const Call &call)
{
    return approve(handlers, call, &Handlers::patch);
}

Response putApproval(Handlers &handlers, const Call &call)
{
    return approve(handlers, call, &Handlers::replace);
}

} // namespace

KindDefinition certificateSigningRequest()
{
    static constexpr PieceRule approval {keepSpec, checkApproval};
    return {.group = "certificates.k8s.io",
        .kind = "CertificateSigningRequest",
        .plural = "certificatesigningrequests",
        .shortNames = {"csr"},
        .namespaced = false,
        .hasStatus = true,
        .subresources = {{.name = "approval",
            .piece = &approval,
            .verbs = {{Method::Get, getApproval}, {Method::Patch, patchApproval},
                {Method::Put, putApproval}}}},
        .schema = signingRequestSchema(),
        .columns = {nameColumn(), ageColumn(), textColumn("SignerName", {"spec", "signerName"}),
            textColumn("Requestor", {"spec", "username"}),
            textColumn("RequestedDuration", {"spec", "expirationSeconds"}),
            computedColumn("Condition", conditionCell)},
        .fields = {{"spec.signerName", {"spec", "signerName"}}},
        .rules = {.nameAuthor = nameRequester,
            .carryOver = keepSpec,
            .prepareStatus = dateConditions,
            .check = checkRequest,
            .checkUpdate = checkStatus,
            .checkGrant = maySettle}};
}

} // namespace core::lab::kinds
