// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Failed requests as responses: a Status object with the reason, the sentence and the details that clients
// read (docs/api-semantics.md I1 to I4).

#include "core/api/exchange.h"

namespace core::lab {

/// A value, or the response that refuses the request.
template<typename T = void>
using Answer = tl::expected<T, api::Response>;
using Refusal = tl::unexpected<api::Response>;

/// What is wrong with one field: FieldValueInvalid, "spec.replicas", "Invalid value: -1: must be at least 0".
struct FieldError {
    std::string reason;
    std::string field;
    std::string message;
    bool isOfOneRulesCost = false; ///< which a schema that stays as it is may keep (L9)
};
using FieldErrors = std::vector<FieldError>;

/// 200, with that body.
api::Response jsonResponse(api::Json body);

/// The result is at most a kilobyte of the text, whole characters: a client's own text may be as large as its
/// request.
std::string clipped(std::string text);

FieldError required(std::string field, std::string_view detail = {});
/// The value is written as JSON.
FieldError invalid(std::string field, const api::Json &value, std::string_view detail);
FieldError invalid(std::string field, std::string_view value, std::string_view detail);
FieldError forbidden(std::string field, std::string_view detail);
FieldError duplicate(std::string field, const api::Json &value);
FieldError notSupported(std::string field, const api::Json &value, const std::vector<std::string> &supported);
FieldError notSupported(std::string field, std::string_view value, const std::vector<std::string> &supported);
/// Names something that should be somewhere else in the object.
FieldError notFoundIn(std::string field, std::string_view value);
FieldError tooLong(std::string field, std::size_t limit);

/// What a failure is about. kind is the plural resource, but the Kind for 422 and for delete preconditions
/// (I2).
struct About {
    std::string name;
    std::string group;
    std::string kind;
    std::string uid;
};

api::Response failure(int code, std::string_view reason, std::string_view message);
api::Response failure(int code, std::string_view reason, std::string_view message, const About &about,
    const FieldErrors &causes = {}, int retryAfterSeconds = 0);

inline Refusal refuse(api::Response response)
{
    return Refusal(std::move(response));
}

api::Response badRequest(std::string_view message);
api::Response pathNotFound();
api::Response methodNotAllowed();
api::Response notFound(const About &about);
api::Response alreadyExists(const About &about, std::string_view preface = {});
api::Response conflict(const About &about, std::string_view why);
api::Response forbidden(const About &about, std::string_view why, const FieldErrors &causes = {});
/// In the same words, with another code and reason; the cause says why once more.
api::Response denied(const About &about, int code, std::string_view reason, const std::string &why);
/// 422; about.kind is the Kind.
api::Response invalidObject(const About &about, const FieldErrors &errors);
/// 413: the object would be larger than what a request may bring.
api::Response tooLarge(const About &about);
api::Response unsupportedMediaType(std::string_view accepted);
api::Response notAcceptable(std::string_view message);
api::Response expired(std::string_view message);

/// Adds a warning for who asked (docs/api-semantics.md I7).
void warn(api::Response &response, const std::string &warning);
api::Response withWarnings(api::Response response, const std::vector<std::string> &warnings);

/// 200 or 201 with a Status of status Success.
api::Response success(int code, const About &about = {});

} // namespace core::lab
