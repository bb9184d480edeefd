// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fieldvalidation.h"

#include "core/lab/mediatype.h"

#include <algorithm>
#include <array>

namespace core::lab {

using api::Json;
using api::Method;
using api::Request;

namespace {

constexpr std::string_view severalLines = "yaml: unmarshal errors:\n";

void addUnknownInOperations(const Json &patch, std::vector<std::string> &problems)
{
    constexpr std::array<std::string_view, 4> known {"op", "path", "from", "value"};
    for (std::size_t i = 0; i < patch.get_array().size(); ++i) {
        const Json &operation = patch.get_array()[i];
        if (!operation.is_object())
            continue; // the patch will be refused
        for (const auto &member : operation.get_object()) {
            if (std::ranges::find(known, std::string_view(member.key())) == known.end())
                problems.push_back("json patch unknown field \"[" + std::to_string(i) + "]."
                    + std::string(member.key()) + "\"");
        }
    }
}

std::vector<std::string> problemsIn(const Request &request, const BodyKind &kind, const Json &object)
{
    std::vector<std::string> problems = request.duplicates;
    const bool isJsonPatch = mediaType(request.contentType) == api::contentTypes::jsonPatch;
    if (isJsonPatch && request.body && request.body->is_array())
        addUnknownInOperations(*request.body, problems);
    for (const std::string &field :
        kind.schema ? unknownFields(object, *kind.schema) : std::vector<std::string>())
        problems.push_back("unknown field \"" + field + "\"");
    return problems;
}

/// A warning has one line.
std::vector<std::string> warningsOf(const std::vector<std::string> &problems)
{
    constexpr std::size_t mostWarnings = 20;
    std::vector<std::string> warnings;
    for (std::string_view rest : problems) {
        if (rest.starts_with(severalLines))
            rest.remove_prefix(severalLines.size());
        while (!rest.empty() && warnings.size() < mostWarnings) {
            std::string_view line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(rest.size(), line.size() + 1));
            line.remove_prefix(std::min(line.size(), line.find_first_not_of(' ')));
            warnings.push_back(clipped(std::string(line)));
        }
    }
    return warnings;
}

} // namespace

std::string_view optionsKind(Method method)
{
    return method == Method::Post  ? "CreateOptions"
        : method == Method::Put    ? "UpdateOptions"
        : method == Method::Delete ? "DeleteOptions"
                                   : "PatchOptions";
}

api::Response cannotBeHandled(std::string_view kind, std::string_view version, std::string_view why)
{
    return badRequest(std::string(kind) + " in version \"" + std::string(version)
        + "\" cannot be handled as a " + std::string(kind) + ": " + std::string(why));
}

Answer<std::vector<std::string>> validateFields(
    const Request &request, bool isFromOutside, const BodyKind &kind, const Json &object)
{
    const std::string_view asked = request.parameter("fieldValidation");
    const std::string_view validation = !asked.empty() ? asked : isFromOutside ? "Warn" : "Ignore";
    if (validation == "Ignore")
        return {};
    if (validation != "Strict" && validation != "Warn")
        return refuse(invalidObject({"", "meta.k8s.io", std::string(optionsKind(request.method)), {}},
            {notSupported("fieldValidation", validation, {"Ignore", "Strict", "Warn"})}));
    const std::vector<std::string> problems = problemsIn(request, kind, object);
    if (validation == "Warn" || problems.empty())
        return warningsOf(problems);
    std::string all;
    for (const std::string &problem : problems)
        all += (all.empty() ? "" : ", ") + problem;
    return refuse(cannotBeHandled(kind.kind, kind.version, "strict decoding error: " + all));
}

Answer<std::vector<std::string>> validateBody(
    const Request &request, bool isFromOutside, const BodyKind &kind)
{
    if (!kind.schema || !request.body || !request.body->is_object())
        return {};
    Json object = *request.body;
    normalize(object, *kind.schema);
    FieldErrors errors;
    check(object, *kind.schema, "", errors);
    const auto wrong = std::ranges::find(errors, wrongType, &FieldError::reason);
    if (wrong != errors.end())
        return refuse(cannotBeHandled(kind.kind, kind.version, wrong->message));
    return validateFields(request, isFromOutside, kind, *request.body);
}

} // namespace core::lab
