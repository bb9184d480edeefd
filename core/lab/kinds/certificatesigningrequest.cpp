// SPDX-License-Identifier: GPL-3.0-or-later
// Requests for certificates. Those of clients of this server are signed when they are approved, others are
// kept for signers outside (docs/api-semantics.md S6, S7).
#include "core/api/time.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <QByteArray>

#include <algorithm>
#include <array>

namespace core::lab::kinds {

using api::Json;
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

std::string pemOf(const Json &request)
{
    const std::string_view text = api::textAt(request, {"spec", "request"});
    const auto decoded =
        QByteArray::fromBase64Encoding(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
            QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? (*decoded).toStdString() : std::string();
}

bool isForUs(const Json &request)
{
    return api::textAt(request, {"spec", "signerName"}) == ourSigner;
}

void checkRequest(const Json &request, FieldErrors &errors)
{
    const auto life = api::integerAt(request, {"spec", "expirationSeconds"});
    if (life && *life < signingRequestShortestLife)
        errors.push_back(invalid("spec.expirationSeconds", Json(*life),
            "may not specify a duration less than 600 seconds (10 minutes)"));
    if (listAt(request, {"spec", "usages"}).empty())
        errors.push_back(required("spec.usages"));
    if (api::textAt(request, {"spec", "signerName"}).empty())
        errors.push_back(required("spec.signerName", "signerName must be provided"));
    else if (api::textAt(request, {"spec", "signerName"}).find('/') == std::string_view::npos)
        errors.push_back(invalid("spec.signerName", api::textAt(request, {"spec", "signerName"}),
            "must be a fully qualified domain and path of the form 'example.com/signer-name'"));
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

bool hasCondition(const Json &request, std::string_view type)
{
    return std::ranges::any_of(listAt(request, {"status", "conditions"}),
        [&](const Json &condition) { return api::textAt(condition, {"type"}) == type; });
}

void checkStatus(const Json &request, const Json &, FieldErrors &errors)
{
    if (hasCondition(request, "Approved") && hasCondition(request, "Denied"))
        errors.push_back(invalid(
            "status.conditions", Json("Denied"), "Approved and Denied conditions are mutually exclusive"));
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
        || !api::textAt(*entry->object, {"status", "certificate"}).empty())
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

/// Whoever approves what a signer will sign needs its leave; nobody in a lab without roles.
Answer<> mayApprove(Handlers &handlers, const Call &call)
{
    const Entry *entry = call.target.type->collection->find(call.target.key);
    if (!entry || !call.user)
        return {};
    const std::string signer(api::textAt(*entry->object, {"spec", "signerName"}));
    for (const std::string &name : {signer, signer.substr(0, signer.find('/')) + "/*"}) {
        const access::Attributes approving {.verb = "approve",
            .group = "certificates.k8s.io",
            .version = "v1",
            .resource = "signers",
            .name = name};
        if (handlers.cluster().access.decide(*call.user, approving).allowed)
            return {};
    }
    return refuse(forbidden(call.target.about(),
        "user not permitted to approve requests with signerName " + access::inQuotes(signer)));
}

std::string conditionCell(const Json &request)
{
    std::vector<std::string> states;
    for (const Json &condition : listAt(request, {"status", "conditions"}))
        states.emplace_back(api::textAt(condition, {"type"}));
    if (!api::textAt(request, {"status", "certificate"}).empty())
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
    if (auto allowed = mayApprove(handlers, call); !allowed)
        return std::move(allowed.error());
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
    return {.group = "certificates.k8s.io",
        .kind = "CertificateSigningRequest",
        .plural = "certificatesigningrequests",
        .shortNames = {"csr"},
        .namespaced = false,
        .hasStatus = true,
        .subresources = {{.name = "approval",
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
            .check = checkRequest,
            .checkUpdate = checkStatus}};
}

} // namespace core::lab::kinds
