// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/webhooks/review.h"

#include "core/lab/objects.h"

#include <QByteArray>

#include <algorithm>
#include <span>

namespace core::lab {

using api::HookReply;
using api::HookResult;
using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Response;

namespace {

constexpr std::string_view reviewGroup = "admission.k8s.io/";
constexpr std::string_view reviewKind = "AdmissionReview";

std::string inQuotes(std::string_view text)
{
    return api::writeJson(Json(boost::json::string(clipped(std::string(text)))));
}

std::string_view versionFor(const Webhook &hook)
{
    for (const std::string &version : hook.reviewVersions) {
        if (version == "v1" || version == "v1beta1")
            return version;
    }
    return {};
}

std::string trimmedText(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return std::string(text.substr(0, text.find_last_not_of(blanks) + 1));
}

/// client-go words an answer that is a failure and no Status so.
std::string failureWords(const HookReply &reply)
{
    const bool isText = reply.contentType.empty() || reply.contentType.starts_with("text/");
    const std::string said = isText ? trimmedText(reply.body) : std::string("unknown");
    switch (reply.code) {
    case 400:
        return "the server rejected our request for an unknown reason";
    case 401:
        return "the server has asked for the client to provide credentials";
    case 403:
        return clipped(said);
    case 404:
        return "the server could not find the requested resource";
    case 405:
        return "the server does not allow this method on the requested resource";
    case 406:
        return said == "unknown" || said.empty()
            ? "the server was unable to respond with a content type that the client supports"
            : clipped(said);
    case 413:
    case 415:
        return clipped(said);
    case 409:
        return "the server reported a conflict";
    case 422:
        return "the server rejected our request due to an error in our request";
    case 429:
        return "the server has received too many requests and has asked us to try again later";
    case 503:
        return "the server is currently unable to handle the request";
    case 504:
        return "the server was unable to return a response in the time allotted, but may still be processing "
               "the request";
    default:
        break;
    }
    if (reply.code >= 500)
        return "an error on the server (" + inQuotes(said) + ") has prevented the request from succeeding";
    return "the server responded with the status code " + std::to_string(reply.code)
        + " but did not return more information";
}

using JsonKind = boost::json::kind;

/// What Go's decoder says of a value that is not what it was to be.
std::string cannotUnmarshal(const Json &value, std::string_view into)
{
    const std::string_view name = value.is_string() ? "string"
        : value.is_bool()                           ? "bool"
        : value.is_array()                          ? "array"
        : value.is_object()                         ? "object"
                                                    : "number";
    return "json: cannot unmarshal " + std::string(name) + " into Go " + std::string(into);
}

struct TypedMember {
    std::string_view name;
    std::string_view type; ///< in Go
    JsonKind wanted;
};

constexpr TypedMember reviewMembers[] = {{"response", "v1.AdmissionResponse", JsonKind::object}};
constexpr TypedMember responseMembers[] = {{"uid", "types.UID", JsonKind::string},
    {"allowed", "bool", JsonKind::bool_}, {"status", "v1.Status", JsonKind::object},
    {"patch", "[]uint8", JsonKind::string}, {"patchType", "v1.PatchType", JsonKind::string},
    {"auditAnnotations", "map[string]string", JsonKind::object}, {"warnings", "[]string", JsonKind::array}};
constexpr TypedMember hookStatusMembers[] = {{"status", "string", JsonKind::string},
    {"message", "string", JsonKind::string}, {"reason", "v1.StatusReason", JsonKind::string},
    {"details", "v1.StatusDetails", JsonKind::object}, {"code", "int32", JsonKind::int64}};

/// The first of the object's members that is of another type; empty when none is.
std::string wrongMember(
    const Json *object, std::string_view path, std::string_view parent, std::span<const TypedMember> members)
{
    for (const TypedMember &member : members) {
        const Json *value = object ? api::find(*object, {member.name}) : nullptr;
        if (value && !value->is_null() && value->kind() != member.wanted)
            return cannotUnmarshal(*value,
                "struct field " + std::string(parent) + '.' + std::string(path) + std::string(member.name)
                    + " of type " + std::string(member.type));
    }
    return {};
}

std::string wrongItem(const Json &response)
{
    for (const Json &item : listAt(response, {"warnings"})) {
        if (!item.is_string() && !item.is_null())
            return cannotUnmarshal(item, "struct field AdmissionResponse.response.warnings of type string");
    }
    return {};
}

std::string wrongBase64(std::string_view text)
{
    constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    constexpr std::size_t group = 4;
    if (QByteArray::fromBase64Encoding(QByteArray(text.data(), static_cast<qsizetype>(text.size())),
            QByteArray::AbortOnBase64DecodingErrors))
        return {};
    const std::size_t at = std::min(text.find_first_not_of(digits), text.size() / group * group);
    return "illegal base64 data at input byte " + std::to_string(at);
}

/// Why it can't be read as a review of that version, whatever it says; empty when it can.
std::string wrongTypeIn(const Json &review)
{
    const Json *response = api::find(review, {"response"});
    std::string wrong = wrongMember(&review, "", "AdmissionReview", reviewMembers);
    if (wrong.empty())
        wrong = wrongMember(response, "response.", "AdmissionResponse", responseMembers);
    if (wrong.empty())
        wrong = wrongMember(
            api::find(review, {"response", "status"}), "response.status.", "Status", hookStatusMembers);
    if (wrong.empty() && response)
        wrong = wrongItem(*response);
    return wrong.empty() ? wrongBase64(api::textAt(review, {"response", "patch"})) : wrong;
}

/// The same of its kind; what it leaves out is taken for what was asked for.
std::string wrongKindOf(const Json &review, std::string_view version)
{
    const std::string asked = std::string(reviewGroup) + std::string(version);
    const auto given = [&](std::string_view member, std::string_view missing) {
        const std::string_view text = api::textAt(review, {member});
        return clipped(std::string(text.empty() ? missing : text));
    };
    const std::string apiVersion = given("apiVersion", asked);
    const std::string name = given("kind", reviewKind);
    if (std::ranges::count(apiVersion, '/') > 1)
        return "unexpected GroupVersion string: " + apiVersion;
    const std::string ofVersion = apiVersion.substr(apiVersion.find('/') + 1);
    const bool isReview = name == reviewKind && apiVersion == std::string(reviewGroup) + ofVersion
        && (ofVersion == "v1" || ofVersion == "v1beta1");
    if (!isReview && !(name == "Status" && apiVersion == "v1"))
        return "no kind " + inQuotes(name) + " is registered for version " + inQuotes(apiVersion)
            + R"( in scheme "k8s.io/apiserver/pkg/util/webhook/client.go:71")";
    if (apiVersion != asked)
        return "converting (" + ofVersion + "." + name + ") to (" + std::string(version)
            + ".AdmissionReview): unknown conversion";
    return {};
}

/// What is wrong with the reply as such; empty when nothing is.
std::string misfitOf(const Json &review, const Json *response, std::string_view version, std::string_view uid)
{
    if (!response || !response->is_object())
        return "webhook response was absent";
    if (version != "v1")
        return {};
    if (const auto given = api::textAt(*response, {"uid"}); given != uid)
        return "expected response.uid=" + inQuotes(uid) + ", got " + inQuotes(given);
    const std::string_view apiVersion = api::textAt(review, {"apiVersion"});
    const std::string_view kind = api::textAt(review, {"kind"});
    const std::string expected = std::string(reviewGroup) + "v1";
    if (apiVersion != expected || kind != reviewKind)
        return "expected webhook response of " + expected + ", Kind=" + std::string(reviewKind) + ", got "
            + (apiVersion.empty() ? "/" : clipped(std::string(apiVersion)))
            + ", Kind=" + clipped(std::string(kind));
    return {};
}

std::string misfitOfPatch(const Json &response, bool isMutating, std::string_view version)
{
    const bool hasPatch = !api::textAt(response, {"patch"}).empty();
    const Json *type = api::find(response, {"patchType"});
    const bool hasType = type && !type->is_null();
    if (version != "v1")
        return {};
    if (!isMutating)
        return hasPatch ? "validating webhook may not return response.patch"
            : hasType   ? "validating webhook may not return response.patchType"
                        : "";
    if (hasPatch && !hasType)
        return "webhook returned response.patch but not response.patchType";
    if (!hasPatch && hasType)
        return "webhook returned response.patchType but not response.patch";
    if (hasType && api::textAt(response, {"patchType"}).empty())
        return "webhook returned invalid response.patchType of \"\"";
    return {};
}

tl::expected<Json, std::string> decodedPatch(std::string_view base64)
{
    const QByteArray bytes =
        QByteArray::fromBase64(QByteArray(base64.data(), static_cast<qsizetype>(base64.size())));
    auto patch = api::parseJson({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (!patch)
        return tl::unexpected(patch.error().message);
    if (patch->is_null())
        return JsonArray();
    if (!patch->is_array())
        return tl::unexpected(cannotUnmarshal(*patch, "value of type jsonpatch.Patch"));
    for (const Json &operation : patch->get_array()) {
        if (!operation.is_object() && !operation.is_null())
            return tl::unexpected(cannotUnmarshal(operation, "value of type jsonpatch.Operation"));
    }
    return std::move(*patch);
}

/// What is wrong with what says of which kind a body is; empty when nothing is.
std::string wrongHead(const Json &body)
{
    if (!body.is_object())
        return cannotUnmarshal(body,
            R"(value of type struct { APIVersion string "json:\"apiVersion,omitempty\""; )"
            R"(Kind string "json:\"kind,omitempty\"" })");
    static constexpr TypedMember members[] = {
        {"apiVersion", "string", JsonKind::string}, {"kind", "string", JsonKind::string}};
    return wrongMember(&body, "", "", members);
}

/// The webhook's own Status, with what a refusal has to have.
Response denied(const Webhook &hook, const Json &response)
{
    constexpr std::int64_t leastCode = 400;
    constexpr std::int64_t largestCode = 599;
    const std::string start = "admission webhook \"" + hook.name + "\" denied the request";
    const std::string_view message = api::textAt(response, {"status", "message"});
    const std::string_view reason = api::textAt(response, {"status", "reason"});
    const auto code = api::integerAt(response, {"status", "code"}).value_or(leastCode);
    const std::string words = !message.empty() ? start + ": " + std::string(message)
        : !reason.empty()                      ? start + ": " + std::string(reason)
                                               : start + " without explanation";
    const int told = static_cast<int>(std::clamp(code, leastCode, largestCode));
    JsonObject status = api::failureStatus(told, reason, words).as_object();
    if (reason.empty())
        status.erase("reason");
    if (const Json *details = api::find(response, {"status", "details"}); details && details->is_object())
        status["details"] = *details;
    Response refusal;
    refusal.code = told;
    refusal.body = api::share(std::move(status));
    return refusal;
}

std::vector<std::string> warningsIn(const Json &response)
{
    std::vector<std::string> warnings;
    for (const Json &item : listAt(response, {"warnings"})) {
        if (item.is_string() && !item.get_string().empty())
            warnings.push_back(clipped(api::text(item.get_string())));
    }
    return warnings;
}

} // namespace

std::optional<Json> reviewFor(const Webhook &hook, JsonObject request, std::string_view uid)
{
    const std::string_view version = versionFor(hook);
    if (version.empty())
        return std::nullopt;
    JsonObject numbered {{"uid", uid}};
    for (auto &member : request)
        numbered.emplace(member.key(), std::move(member.value()));
    return JsonObject {{"kind", reviewKind}, {"apiVersion", std::string(reviewGroup) + std::string(version)},
        {"request", std::move(numbered)}};
}

tl::expected<Json, std::string> replyObject(const HookResult &result)
{
    constexpr int firstFailure = 207;
    if (!result)
        return tl::unexpected(result.error());
    auto body = api::parseJson(result->body);
    const bool isObject = body && body->is_object();
    if (result->code < 200 || result->code >= firstFailure) {
        const bool isStatus = isObject && api::textAt(*body, {"kind"}) == "Status";
        return tl::unexpected(isStatus && !api::textAt(*body, {"message"}).empty()
                ? clipped(std::string(api::textAt(*body, {"message"})))
                : failureWords(*result));
    }
    if (result->body.empty())
        return tl::unexpected("0-length response with status code: " + std::to_string(result->code)
            + " and content type: " + clipped(result->contentType));
    if (body && body->is_null())
        return JsonObject();
    if (const std::string wrong = body ? wrongHead(*body) : body.error().message; !wrong.empty())
        return tl::unexpected("couldn't get version/kind; json parse error: " + wrong);
    return std::move(*body);
}

HookVerdict readReview(const Webhook &hook, bool isMutating, std::string_view uid, const HookResult &result)
{
    const auto review = replyObject(result);
    if (!review)
        return {.failure = "failed to call webhook: " + review.error()};
    const Json *response = api::find(*review, {"response"});
    const std::string_view version = versionFor(hook);
    std::string wrong = wrongKindOf(*review, version);
    if (wrong.empty())
        wrong = wrongTypeIn(*review);
    if (!wrong.empty())
        return {.failure = "failed to call webhook: " + wrong};
    std::string misfit = misfitOf(*review, response, version, uid);
    if (misfit.empty())
        misfit = misfitOfPatch(*response, isMutating, version);
    if (!misfit.empty())
        return {.failure = "received invalid webhook response: " + misfit};
    HookVerdict verdict;
    verdict.warnings = warningsIn(*response);
    if (!flagAt(*response, {"allowed"})) {
        verdict.refusal = denied(hook, *response);
        return verdict;
    }
    const std::string_view encoded = api::textAt(*response, {"patch"});
    if (!isMutating || encoded.empty())
        return verdict;
    auto patch = decodedPatch(encoded);
    const std::string_view type = api::textAt(*response, {"patchType"});
    if (!patch)
        verdict.failure = "received undecodable patch in webhook response: " + patch.error();
    else if (version == "v1" && type != "JSONPatch" && !patch->get_array().empty())
        verdict.failure = "unsupported patch type " + inQuotes(type);
    else
        verdict.patch = std::move(*patch);
    return verdict;
}

std::optional<Response> dryRunRefusal(const Webhook &hook)
{
    if (hook.sideEffects == "None" || hook.sideEffects == "NoneOnDryRun")
        return std::nullopt;
    return badRequest("admission webhook \"" + hook.name + "\" does not support dry run");
}

Response internalError(const std::string &why)
{
    return failure(500, "InternalError", "Internal error occurred: " + why, {}, {{"", "", why}});
}

std::string failedCalling(const Webhook &hook, const std::string &why)
{
    return "failed calling webhook \"" + hook.name + "\": " + why;
}

} // namespace core::lab
