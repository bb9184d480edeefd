// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/mediatype.h"

#include "core/base/headtext.h"
#include "core/lab/names.h"

#include <algorithm>
#include <map>

namespace core::lab {

namespace {

std::string_view takePart(std::string_view &text, char separator)
{
    return base::trimmed(base::takeUntil(text, separator));
}

/// The form that one offer of an Accept header asks for; nothing when it can't be made.
std::optional<Form::Kind> formOf(std::string_view offer, Encodings encodings)
{
    using enum Form::Kind;
    const std::string type = mediaType(takePart(offer, ';'));
    const bool isProtobuf = type == "application/vnd.kubernetes.protobuf";
    const bool isYaml = type == "application/yaml";
    const bool isKnown = isProtobuf ? encodings.protobuf
        : isYaml                    ? encodings.yaml
                                    : type == "application/json" || type == "*/*" || type == "application/*";
    if (!isKnown)
        return std::nullopt;
    std::map<std::string_view, std::string_view> parameters;
    while (!offer.empty()) {
        std::string_view parameter = takePart(offer, ';');
        const std::string_view name = takePart(parameter, '=');
        parameters[name] = base::trimmed(parameter);
    }
    const std::string_view as = parameters["as"];
    if (as.empty())
        return Object;
    if (isProtobuf || parameters["g"] != "meta.k8s.io" || parameters["v"] != "v1")
        return std::nullopt;
    if (as == "Table")
        return Table;
    if (as == "PartialObjectMetadata")
        return Metadata;
    return as == "PartialObjectMetadataList" ? std::optional(MetadataList) : std::nullopt;
}

Answer<RowObject> rowObjectOf(std::string_view parameter)
{
    if (parameter.empty() || parameter == "Metadata")
        return RowObject::Metadata;
    if (parameter == "Object")
        return RowObject::Full;
    if (parameter == "None")
        return RowObject::None;
    return refuse(badRequest("unrecognized includeObject value: \"" + std::string(parameter) + "\""));
}

} // namespace

std::string mediaType(std::string_view contentType)
{
    return lowerCase(std::string(takePart(contentType, ';')));
}

Answer<Form> requestedForm(const api::Request &request, Encodings encodings)
{
    std::optional<Form::Kind> kind;
    if (base::trimmed(request.accept).empty())
        kind = Form::Kind::Object;
    for (const std::string_view offer : base::offersIn(request.accept))
        kind = kind ? kind : formOf(offer, encodings);
    if (!kind)
        return refuse(
            notAcceptable(std::string("only the following media types are accepted: application/json")
                + (encodings.yaml ? ", application/yaml" : "")
                + (encodings.protobuf ? ", application/vnd.kubernetes.protobuf" : "")));
    Form form {*kind, RowObject::Metadata};
    if (form.kind == Form::Kind::Table) {
        const auto rowObject = rowObjectOf(request.parameter("includeObject"));
        if (!rowObject)
            return tl::unexpected(rowObject.error());
        form.rowObject = *rowObject;
    }
    return form;
}

api::Response inForm(const Form &form, api::Response response)
{
    if (!form.isMetadata() || response.code >= 300)
        return response;
    if (response.list && form.kind == Form::Kind::Metadata)
        return notAcceptable("you requested PartialObjectMetadata, but the requested object is a list");
    const bool isObject = response.body && api::textAt(*response.body, {"kind"}) == "PartialObjectMetadata";
    if (isObject && form.kind == Form::Kind::MetadataList)
        return notAcceptable(
            "you requested PartialObjectMetadataList, but the requested object is not a list");
    return response;
}

} // namespace core::lab
