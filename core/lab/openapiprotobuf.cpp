// SPDX-License-Identifier: GPL-3.0-or-later
// The messages of openapi.v2 (gnostic's OpenAPIv2.proto), as far as the lab's documents need them.
#include "core/lab/openapi.h"

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

// The numbers of the fields, by message.
namespace documentFields {
constexpr int swagger = 1, info = 2, paths = 8, definitions = 9;
}
namespace infoFields {
constexpr int title = 1, version = 2;
}
namespace pathFields {
constexpr int item = 2; // of Paths
constexpr int post = 4; // of PathItem, as patch
constexpr int patch = 8;
} // namespace pathFields
namespace operationFields {
constexpr int parameters = 8, responses = 9, extensions = 13;
}
namespace queryFields {
constexpr int in = 2, name = 4, type = 6;
}
namespace schemaFields {
constexpr int ref = 1, format = 2, description = 4, required = 19, additional = 21, type = 22, items = 23,
              properties = 25, extensions = 31;
}
// Name and value of every Named… message; the one member of lists, maps and alternatives.
constexpr int nameField = 1, valueField = 2, onlyField = 1;
constexpr int yamlField = 2; // of Any
constexpr int nonBodyField = 2, querySchemaField = 3; // of Parameter, of NonBodyParameter

class Message
{
public:
    void add(int field, std::string_view bytes)
    {
        constexpr unsigned lengthDelimited = 2;
        number(static_cast<unsigned>(field) << 3U | lengthDelimited);
        number(bytes.size());
        m_bytes += bytes;
    }
    void add(int field, const Message &message) { add(field, message.m_bytes); }
    /// Nothing when the member is missing.
    void addText(int field, const Json &from, std::string_view member)
    {
        if (const std::string_view text = api::textAt(from, {member}); !text.empty())
            add(field, text);
    }
    std::string take() { return std::move(m_bytes); }

private:
    void number(std::size_t value)
    {
        for (; value >= 0x80; value >>= 7U)
            m_bytes += static_cast<char>((value & 0x7fU) | 0x80U);
        m_bytes += static_cast<char>(value);
    }

    std::string m_bytes;
};

template<typename Content>
Message wrapped(int field, const Content &content)
{
    Message message;
    message.add(field, content);
    return message;
}

Message named(std::string_view name, const Message &value)
{
    Message message = wrapped(nameField, name);
    message.add(valueField, value);
    return message;
}

/// Members "x-…" of an object; JSON is YAML.
void addExtensions(Message &message, int field, const JsonObject &object)
{
    for (const auto &member : object) {
        if (std::string_view(member.key()).starts_with("x-"))
            message.add(field, named(member.key(), wrapped(yamlField, api::writeJson(member.value()))));
    }
}

Message schemaMessage(const Json &schema);

Message schemaMap(const JsonObject &schemas)
{
    Message map;
    for (const auto &member : schemas)
        map.add(onlyField, named(member.key(), schemaMessage(member.value())));
    return map;
}

Message schemaMessage(const Json &schema)
{
    namespace fields = schemaFields;
    const JsonObject &object = schema.get_object();
    Message message;
    message.addText(fields::ref, schema, "$ref");
    message.addText(fields::format, schema, "format");
    message.addText(fields::description, schema, "description");
    if (const Json *required = object.if_contains("required")) {
        for (const Json &name : required->as_array())
            message.add(fields::required, std::string_view(name.as_string()));
    }
    if (const Json *additional = object.if_contains("additionalProperties"))
        message.add(fields::additional, wrapped(onlyField, schemaMessage(*additional)));
    if (const std::string_view type = api::textAt(schema, {"type"}); !type.empty())
        message.add(fields::type, wrapped(onlyField, type));
    if (const Json *items = object.if_contains("items"))
        message.add(fields::items, wrapped(onlyField, schemaMessage(*items)));
    if (const Json *properties = object.if_contains("properties"))
        message.add(fields::properties, schemaMap(properties->as_object()));
    addExtensions(message, fields::extensions, object);
    return message;
}

Message queryParameter(const Json &parameter)
{
    Message query;
    query.addText(queryFields::in, parameter, "in");
    query.addText(queryFields::name, parameter, "name");
    query.addText(queryFields::type, parameter, "type");
    return wrapped(onlyField, wrapped(nonBodyField, wrapped(querySchemaField, query)));
}

Message operationMessage(const JsonObject &operation)
{
    Message message;
    for (const Json &parameter : operation.at("parameters").as_array())
        message.add(operationFields::parameters, queryParameter(parameter));
    message.add(operationFields::responses, Message());
    addExtensions(message, operationFields::extensions, operation);
    return message;
}

} // namespace

std::string openApiProtobuf(const Json &document)
{
    Message info;
    info.addText(infoFields::title, document.at("info"), "title");
    info.addText(infoFields::version, document.at("info"), "version");
    Message paths;
    for (const auto &path : document.at("paths").as_object()) {
        Message item;
        for (const auto &[action, field] :
            {std::pair("post", pathFields::post), std::pair("patch", pathFields::patch)}) {
            if (const Json *operation = api::find(path.value(), {action}))
                item.add(field, operationMessage(operation->as_object()));
        }
        paths.add(pathFields::item, named(path.key(), item));
    }
    Message whole;
    whole.addText(documentFields::swagger, document, "swagger");
    whole.add(documentFields::info, info);
    whole.add(documentFields::paths, paths);
    whole.add(documentFields::definitions, schemaMap(document.at("definitions").as_object()));
    return whole.take();
}

} // namespace core::lab
