// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/status.h"

#include "core/api/bounds.h"

#include <ranges>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Response;

namespace {
constexpr std::size_t longestQuote = 1024;
constexpr std::size_t mostTold = 100; ///< errors of one object
} // namespace

api::Response jsonResponse(Json body)
{
    api::Response response;
    response.body = api::share(std::move(body));
    return response;
}

std::string clipped(std::string text)
{
    if (text.size() <= longestQuote)
        return text;
    text.resize(api::beginning(text, longestQuote).size());
    return text + "...";
}

FieldError required(std::string field, std::string_view detail)
{
    return {"FieldValueRequired", std::move(field),
        "Required value" + (detail.empty() ? "" : ": " + std::string(detail))};
}

FieldError invalid(std::string field, const Json &value, std::string_view detail)
{
    return {"FieldValueInvalid", std::move(field),
        "Invalid value: " + clipped(api::writeJson(value)) + ": " + std::string(detail)};
}

FieldError invalid(std::string field, std::string_view value, std::string_view detail)
{
    return invalid(std::move(field), Json(value), detail);
}

FieldError forbidden(std::string field, std::string_view detail)
{
    return {"FieldValueForbidden", std::move(field), "Forbidden: " + std::string(detail)};
}

FieldError duplicate(std::string field, const Json &value)
{
    return {"FieldValueDuplicate", std::move(field), "Duplicate value: " + clipped(api::writeJson(value))};
}

FieldError notSupported(std::string field, const Json &value, const std::vector<std::string> &supported)
{
    std::string list;
    for (const std::string &text : supported)
        list += (list.empty() ? "\"" : ", \"") + text + "\"";
    return {"FieldValueNotSupported", std::move(field),
        "Unsupported value: " + clipped(api::writeJson(value)) + ": supported values: " + clipped(list)};
}

FieldError notSupported(std::string field, std::string_view value, const std::vector<std::string> &supported)
{
    return notSupported(std::move(field), Json(value), supported);
}

FieldError notFoundIn(std::string field, std::string_view value)
{
    return {"FieldValueNotFound", std::move(field), "Not found: " + clipped(api::writeJson(Json(value)))};
}

FieldError tooLong(std::string field, std::size_t limit)
{
    return {"FieldValueTooLong", std::move(field),
        "Too long: must have at most " + std::to_string(limit) + " bytes"};
}

namespace {

JsonObject detailsOf(const About &about, const FieldErrors &causes, int retryAfterSeconds)
{
    JsonObject details;
    const auto add = [&](std::string_view key, const std::string &value) {
        if (!value.empty())
            details.emplace(key, value);
    };
    add("name", about.name);
    add("group", about.group);
    add("kind", about.kind);
    add("uid", about.uid);
    JsonArray list;
    for (const FieldError &error : causes | std::views::take(mostTold)) {
        JsonObject cause;
        if (!error.reason.empty())
            cause.emplace("reason", error.reason);
        cause.emplace("message", error.message);
        if (!error.field.empty())
            cause.emplace("field", error.field);
        list.push_back(std::move(cause));
    }
    if (!list.empty())
        details.emplace("causes", std::move(list));
    if (retryAfterSeconds > 0)
        details.emplace("retryAfterSeconds", retryAfterSeconds);
    return details;
}

std::string qualified(const std::string &name, const std::string &group)
{
    return group.empty() ? name : name + "." + group;
}

std::string isForbidden(const About &about, std::string_view why)
{
    return qualified(about.kind, about.group) + " \"" + about.name + "\" is forbidden: " + std::string(why);
}

std::string sentence(const FieldErrors &errors)
{
    std::string text;
    for (const FieldError &error : errors | std::views::take(mostTold))
        text += (text.empty() ? "" : ", ") + error.field + ": " + error.message;
    return errors.size() == 1 ? text : "[" + text + "]";
}

} // namespace

Response failure(int code, std::string_view reason, std::string_view message)
{
    Response response;
    response.code = code;
    response.body = api::share(api::failureStatus(code, reason, message));
    return response;
}

Response failure(int code, std::string_view reason, std::string_view message, const About &about,
    const FieldErrors &causes, int retryAfterSeconds)
{
    Response response;
    response.code = code;
    Json status = api::failureStatus(code, reason, message);
    status.get_object().emplace("details", detailsOf(about, causes, retryAfterSeconds));
    response.body = api::share(std::move(status));
    if (retryAfterSeconds > 0)
        response.headers.emplace_back("Retry-After", std::to_string(retryAfterSeconds));
    return response;
}

Response badRequest(std::string_view message)
{
    return failure(400, "BadRequest", message);
}

Response pathNotFound()
{
    return failure(404, "NotFound", "the server could not find the requested resource", About {});
}

Response methodNotAllowed()
{
    return failure(
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});
}

Response notFound(const About &about)
{
    return failure(
        404, "NotFound", qualified(about.kind, about.group) + " \"" + about.name + "\" not found", about);
}

Response alreadyExists(const About &about, std::string_view preface)
{
    return failure(409, "AlreadyExists",
        std::string(preface) + qualified(about.kind, about.group) + " \"" + about.name + "\" already exists",
        about);
}

Response conflict(const About &about, std::string_view why)
{
    return failure(409, "Conflict",
        "Operation cannot be fulfilled on " + qualified(about.kind, about.group) + " \"" + about.name
            + "\": " + std::string(why),
        about);
}

Response forbidden(const About &about, std::string_view why, const FieldErrors &causes)
{
    return failure(403, "Forbidden", isForbidden(about, why), about, causes);
}

Response denied(const About &about, int code, std::string_view reason, const std::string &why)
{
    return failure(code, reason, isForbidden(about, why), about, {{{}, {}, why}});
}

Response invalidObject(const About &about, const FieldErrors &errors)
{
    return failure(422, "Invalid",
        qualified(about.kind, about.group) + " \"" + about.name + "\" is invalid: " + sentence(errors), about,
        errors);
}

Response tooLarge(const About &about)
{
    return failure(413, "RequestEntityTooLarge",
        "Request entity too large: limit is " + std::to_string(api::largestObject), about);
}

Response unsupportedMediaType(std::string_view accepted)
{
    return failure(415, "UnsupportedMediaType",
        "the body of the request was in an unknown format - accepted media types include: "
            + std::string(accepted));
}

Response notAcceptable(std::string_view message)
{
    return failure(406, "NotAcceptable", message);
}

Response expired(std::string_view message)
{
    return failure(410, "Expired", message);
}

Response success(int code, const About &about)
{
    JsonObject status {
        {"kind", "Status"}, {"apiVersion", "v1"}, {"metadata", JsonObject()}, {"status", "Success"}};
    if (!about.name.empty())
        status.emplace("details", detailsOf(about, {}, 0));
    if (code != 200)
        status.emplace("code", code);
    Response response;
    response.code = code;
    response.body = api::share(std::move(status));
    return response;
}

void warn(Response &response, const std::string &warning)
{
    response.headers.emplace_back("Warning", "299 - " + api::writeJson(Json(boost::json::string(warning))));
}

Response withWarnings(Response response, const std::vector<std::string> &warnings)
{
    for (const std::string &warning : warnings)
        warn(response, warning);
    return response;
}

} // namespace core::lab
