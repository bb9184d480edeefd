// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/descriptions.h"

#include "resources/resources.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view fieldIndent = "  ";

/// What stands before and after the separator; nothing after it where there is none.
std::pair<std::string_view, std::string_view> parted(std::string_view text, std::string_view separator)
{
    const std::string_view before = text.substr(0, text.find(separator));
    return {before, text.substr(std::min(text.size(), before.size() + separator.size()))};
}

/// The name of a schema as the file has it.
std::string partName(std::string_view definition)
{
    for (const std::string_view prefix :
        {"io.k8s.api.", "io.k8s.apimachinery.pkg.apis.", "io.k8s.apiextensions-apiserver.pkg.apis."}) {
        if (definition.starts_with(prefix))
            definition.remove_prefix(prefix.size());
    }
    return std::string(definition);
}

void addText(Json &schema, std::string_view text)
{
    JsonObject *object = schema.if_object();
    if (!object || text.empty() || object->contains("description"))
        return;
    if (Json *name = object->if_contains("$ref")) {
        JsonObject reference {{"$ref", std::move(*name)}};
        object->erase("$ref");
        object->emplace("allOf", JsonArray {std::move(reference)});
    }
    object->emplace("description", text);
}

JsonObject *propertiesOf(Json &schema)
{
    Json *properties = schema.is_object() ? schema.get_object().if_contains("properties") : nullptr;
    return properties ? properties->if_object() : nullptr;
}

} // namespace

Descriptions::Descriptions() : m_file(resources::text("descriptions.txt"))
{
    Part *part = nullptr;
    for (std::string_view rest = m_file; !rest.empty();) {
        const auto [line, others] = parted(rest, "\n");
        if (!line.empty() && !line.starts_with('#'))
            addLine(line, part);
        rest = others;
    }
}

void Descriptions::addLine(std::string_view line, Part *&part)
{
    const auto [head, text] = parted(line, ": ");
    if (part && head.starts_with(fieldIndent)) {
        part->fields.emplace(head.substr(fieldIndent.size()), text);
        return;
    }
    const auto [name, like] = parted(head, " = ");
    part = &m_parts[name];
    part->text = text;
    part->like = like;
}

std::string_view Descriptions::textOf(std::string_view part, std::string_view field) const
{
    for (auto found = m_parts.find(part); found != m_parts.end(); found = m_parts.find(found->second.like)) {
        const Texts &fields = found->second.fields;
        if (const auto text = fields.find(field); text != fields.end())
            return text->second;
    }
    return {};
}

void Descriptions::describe(std::string_view definition, Json &schema) const
{
    const std::string name = partName(definition);
    if (const auto part = m_parts.find(name); part != m_parts.end())
        addText(schema, part->second.text);
    describeFields(name, schema);
    JsonObject *properties = propertiesOf(schema);
    if (!properties || !properties->contains("metadata"))
        return;
    for (auto &property : *properties)
        addText(property.value(), textOf("meta.v1.TypeMeta", property.key()));
}

void Descriptions::describeFields(const std::string &part, Json &schema) const
{
    if (!m_parts.contains(part) || !schema.is_object())
        return;
    for (const std::string_view inner : {"items", "additionalProperties"}) {
        if (Json *values = schema.get_object().if_contains(inner))
            describeFields(part, *values);
    }
    JsonObject *properties = propertiesOf(schema);
    if (!properties)
        return;
    for (auto &property : *properties) {
        addText(property.value(), textOf(part, property.key()));
        describeFields(part + '.' + std::string(property.key()), property.value());
    }
}

} // namespace core::lab
