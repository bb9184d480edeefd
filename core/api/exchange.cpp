// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/exchange.h"

#include "core/api/saying.h"
#include "core/base/headtext.h"

#include <algorithm>

namespace core::api {

namespace {

const std::string *valueOf(const Request &request, std::string_view name)
{
    const auto found =
        std::ranges::find(request.query, name, [](const auto &pair) { return std::string_view(pair.first); });
    return found == request.query.end() ? nullptr : &found->second;
}

} // namespace

std::string_view Request::parameter(std::string_view name) const
{
    const std::string *value = valueOf(*this, name);
    return value ? std::string_view(*value) : std::string_view();
}

bool Request::has(std::string_view name) const
{
    return valueOf(*this, name) != nullptr;
}

std::optional<bool> Request::flag(std::string_view name) const
{
    const std::string *value = valueOf(*this, name);
    return value ? std::optional(isTrueFlag(*value)) : std::nullopt;
}

bool isTrueFlag(std::string_view value)
{
    return value != "0" && !base::equalIgnoringCase(value, "false");
}

namespace {

constexpr std::size_t longestMessage = 4096; // what a server says more is for nobody to read
constexpr std::int64_t longestRetryAfter = 24 * 3600; // seconds; a server that says more is not believed

base::ErrorKind kindOf(int code, std::string_view reason)
{
    using enum base::ErrorKind;
    switch (code) {
    case 401:
        return Unauthorized;
    case 403:
        return Forbidden;
    case 404:
        return NotFound;
    case 409:
        return reason == "AlreadyExists" ? AlreadyExists : Conflict;
    case 410:
        return Gone;
    case 429:
        return TooManyRequests;
    case 405:
    case 406:
    case 415:
        return Unsupported;
    case 400:
    case 413:
    case 422:
        return Invalid;
    default:
        return Transient;
    }
}

/// The server is behind what was seen before: it was restored, or a replica is late (X7).
bool isTooLargeRevision(const Json &status)
{
    const Json *causes = find(status, {"details", "causes"});
    const auto saysSo = [](const Json &cause) {
        return textAt(cause, {"reason"}) == "ResourceVersionTooLarge";
    };
    return textAt(status, {"message"}).starts_with("Too large resource version")
        || (causes && causes->is_array() && std::ranges::any_of(causes->get_array(), saysSo));
}

} // namespace

base::Error errorOf(int code, const Json *status)
{
    base::Error error;
    const std::string_view reason = status ? textAt(*status, {"reason"}) : std::string_view();
    error.kind = kindOf(code, reason);
    error.message =
        status ? std::string(textAt(*status, {"message"}).substr(0, longestMessage)) : std::string();
    if (error.message.empty())
        error.message = "the server answered " + std::to_string(code);
    if (status && code == 504 && isTooLargeRevision(*status))
        error.kind = base::ErrorKind::Gone;
    if (status) {
        if (const auto seconds = integerAt(*status, {"details", "retryAfterSeconds"}))
            error.retryAfter = std::chrono::seconds(std::clamp<std::int64_t>(*seconds, 0, longestRetryAfter));
    }
    return error;
}

Json failureStatus(int code, std::string_view reason, std::string_view message)
{
    return JsonObject {{"kind", "Status"}, {"apiVersion", "v1"}, {"metadata", JsonObject()},
        {"status", "Failure"}, {"message", message}, {"reason", reason}, {"code", code}};
}

Response refusal(int code, std::string_view reason, const Saying &why)
{
    Response response;
    response.code = code;
    response.body = share(failureStatus(code, reason, why.text));
    response.saying = std::make_shared<const Saying>(why);
    return response;
}

} // namespace core::api
