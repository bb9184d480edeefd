// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/body.h"

#include "core/api/yaml.h"
#include "core/lab/front/protobuf.h"

namespace core::lab::front {

namespace {

bool looksLikeJson(const std::string &body)
{
    const auto first = body.find_first_not_of(" \t\r\n");
    return first != std::string::npos && body[first] == '{';
}

base::Result<api::Json> parse(const std::string &body, Format format)
{
    if (format == Format::Protobuf)
        return parseProtobuf(body);
    const bool isJson = format == Format::Json || looksLikeJson(body); // an apply patch may be JSON
    return isJson ? api::parseJson(body) : api::parseYaml(body);
}

} // namespace

tl::expected<api::JsonPtr, api::Response> readBody(const std::string &body, Format format)
{
    auto json = parse(body, format);
    if (json)
        return api::share(std::move(*json));
    if (json.error().kind == base::ErrorKind::Unsupported)
        return tl::unexpected(refusal(415, "UnsupportedMediaType", json.error().message));
    return tl::unexpected(refusal(400, "BadRequest", "the body of the request is " + json.error().message));
}

std::vector<std::string> duplicatesIn(const std::string &body, Format format, const api::Request &request)
{
    const bool isToBeTold = request.parameter("fieldValidation") != "Ignore";
    return isToBeTold && format != Format::Protobuf && looksLikeJson(body) ? api::duplicateMembers(body)
                                                                           : std::vector<std::string>();
}

} // namespace core::lab::front
