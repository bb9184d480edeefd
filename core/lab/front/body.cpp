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

bool isJson(const std::string &body, Format format)
{
    return format == Format::Json || looksLikeJson(body); // an apply patch may be JSON
}

base::Result<api::Json> parse(const std::string &body, Format format)
{
    if (format == Format::Protobuf)
        return parseProtobuf(body);
    std::vector<api::DuplicateKey> duplicates;
    return isJson(body, format) ? api::parseJson(body) : api::parseYaml(body, duplicates);
}

std::vector<std::string> duplicatesInJson(const std::string &body, const api::Request &request)
{
    const bool isJsonPatch = request.contentType.starts_with(api::contentTypes::jsonPatch);
    std::vector<std::string> all = api::duplicateMembers(body);
    for (std::string &field : all)
        field = (isJsonPatch ? "json patch duplicate field \"" : "duplicate field \"") + field + "\"";
    return all;
}

/// One text for all, as the original's reader of YAML has it.
std::vector<std::string> duplicatesInYaml(const std::string &body)
{
    std::vector<api::DuplicateKey> duplicates;
    if (!api::parseYaml(body, duplicates) || duplicates.empty())
        return {};
    std::string all = "yaml: unmarshal errors:";
    for (const auto &[line, key] : duplicates)
        all += "\n  line " + std::to_string(line) + ": key "
            + api::writeJson(api::Json(std::string_view(key))) + " already set in map";
    return {all};
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
    if (request.parameter("fieldValidation") == "Ignore" || format == Format::Protobuf)
        return {};
    return isJson(body, format) ? duplicatesInJson(body, request) : duplicatesInYaml(body);
}

} // namespace core::lab::front
