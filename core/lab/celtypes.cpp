// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/celtypes.h"

#include "core/api/bounds.h"

#include <algorithm>
#include <limits>

namespace core::lab {

using cel::Kind;
using cel::TypePtr;

namespace {

constexpr std::uint64_t longestValue = api::largestObject - 2; // without the quotes or brackets around them
constexpr std::uint64_t leastText = 2;

/// A value is as large as its schema, or else a request, lets it be.
TypePtr sized(Kind kind, std::uint64_t mostElements, std::uint64_t leastBytes)
{
    auto type = std::make_shared<cel::Type>(*cel::simpleType(kind));
    type->mostElements = mostElements;
    type->leastBytes = leastBytes;
    return type;
}

std::shared_ptr<cel::Type> emptyObject()
{
    auto type = std::make_shared<cel::Type>();
    type->kind = Kind::Object;
    type->mostElements = 0;
    type->leastBytes = 2;
    return type;
}

/// Rules see it when they know its type and can write its name.
void addField(cel::Type &object, const std::string &name, TypePtr type)
{
    const std::string escaped = cel::escapedName(name);
    if (!escaped.empty() && type)
        object.fields[escaped] = {name, std::move(type)};
}

/// What every object that has it takes in JSON, with its quotes, colon and comma.
void addRequired(cel::Type &object, const std::string &name, const TypePtr &type)
{
    constexpr std::uint64_t punctuation = 4;
    if (type)
        object.leastBytes += name.size() + type->leastBytes + punctuation;
}

bool isRequired(const Schema &schema, const std::string &name)
{
    return std::ranges::find(schema.required, name) != schema.required.end();
}

bool isFilledIn(const Schema &property)
{
    return property.defaultValue && !property.defaultValue->is_null();
}

const Schema *propertyOf(const Schema *schema, std::string_view name, Schema::Type type)
{
    if (!schema)
        return nullptr;
    const auto found = schema->properties.find(name);
    const bool isThere = found != schema->properties.end() && found->second->type == type;
    return isThere ? found->second.get() : nullptr;
}

/// The schema itself says all that rules see of every resource.
bool hasTypeMeta(const Schema &schema)
{
    const Schema *metadata = propertyOf(&schema, "metadata", Schema::Type::Object);
    return propertyOf(&schema, "kind", Schema::Type::String)
        && propertyOf(&schema, "apiVersion", Schema::Type::String)
        && propertyOf(metadata, "name", Schema::Type::String)
        && propertyOf(metadata, "generateName", Schema::Type::String);
}

/// A character may have four.
std::uint64_t utf8Bytes(std::uint64_t characters)
{
    constexpr std::uint64_t bytesOfCharacter = 4;
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max() / bytesOfCharacter;
    return std::min(characters, most) * bytesOfCharacter;
}

std::uint64_t longestText(const Schema &schema)
{
    if (schema.maxLength)
        return utf8Bytes(*schema.maxLength);
    std::uint64_t longest = 0;
    for (const api::Json &value : schema.enumeration) {
        if (const auto *text = value.if_string())
            longest = std::max<std::uint64_t>(longest, text->size());
    }
    return schema.enumeration.empty() ? longestValue : longest;
}

/// No name is longer than that, whatever its schema says.
TypePtr nameType(const Schema &schema, std::string_view name, std::size_t longest)
{
    const auto metadata = schema.properties.find("metadata");
    const Schema *given = metadata == schema.properties.end() ? nullptr : metadata->second->member(name);
    const std::size_t characters = given ? given->maxLength.value_or(longest) : longest;
    return sized(Kind::String, utf8Bytes(std::min(characters, longest)), leastText);
}

void addTypeMeta(cel::Type &object, const Schema &schema)
{
    constexpr std::size_t longestName = 253;
    static const TypePtr text = sized(Kind::String, longestValue, leastText);
    const auto metadata = emptyObject();
    addField(*metadata, "name", nameType(schema, "name", longestName));
    addField(*metadata, "generateName", nameType(schema, "generateName", longestName - 1));
    for (const auto &[name, type] : std::initializer_list<std::pair<std::string, TypePtr>> {
             {"apiVersion", text}, {"kind", text}, {"metadata", metadata}}) {
        addField(object, name, type);
        if (isRequired(schema, name))
            addRequired(object, name, type);
    }
}

bool isOfEveryResource(std::string_view name)
{
    return name == "apiVersion" || name == "kind" || name == "metadata";
}

TypePtr mapTypeOf(const Schema &schema)
{
    static const TypePtr keys = sized(Kind::String, 0, leastText);
    constexpr std::uint64_t keyAndPunctuation = 6;
    const TypePtr values = celTypeOf(*schema.additional, schema.additional->embeddedResource);
    if (!values)
        return nullptr;
    auto type = std::make_shared<cel::Type>(*cel::mapOf(keys, values));
    type->mostElements =
        schema.maxProperties.value_or(longestValue / (values->leastBytes + keyAndPunctuation));
    type->leastBytes = 2;
    return type;
}

TypePtr objectTypeOf(const Schema &schema, bool isResource)
{
    if (schema.additional)
        return mapTypeOf(schema);
    const bool isGiven = isResource && !hasTypeMeta(schema);
    const auto type = emptyObject();
    for (const auto &[name, property] : schema.properties) {
        if (isGiven && isOfEveryResource(name))
            continue;
        const TypePtr fieldType = celTypeOf(*property, property->embeddedResource);
        addField(*type, name, fieldType);
        if (isRequired(schema, name) && !isFilledIn(*property))
            addRequired(*type, name, fieldType);
    }
    if (isGiven)
        addTypeMeta(*type, schema);
    return type;
}

TypePtr listTypeOf(const Schema &schema)
{
    const TypePtr items = schema.items ? celTypeOf(*schema.items, schema.items->embeddedResource) : nullptr;
    if (!items)
        return nullptr;
    auto type = std::make_shared<cel::Type>(*cel::listOf(items));
    type->listType = schema.listType == Schema::ListType::Set ? cel::Type::ListType::Set
        : schema.listType == Schema::ListType::Map            ? cel::Type::ListType::Map
                                                              : cel::Type::ListType::Atomic;
    type->mapKeys = schema.mapKeys;
    type->mostElements = schema.maxItems.value_or(longestValue / (items->leastBytes + 1));
    type->leastBytes = 2;
    return type;
}

TypePtr textTypeOf(const Schema &schema)
{
    constexpr std::uint64_t longestTime = 32;
    constexpr std::uint64_t date = 12;
    if (schema.format == "byte")
        return sized(Kind::Bytes, schema.maxLength.value_or(longestValue), leastText);
    if (schema.format == "duration")
        return sized(Kind::Duration, longestTime, 3); // "0"
    if (schema.format == "date")
        return sized(Kind::Timestamp, date, date);
    if (schema.format == "date-time")
        return sized(Kind::Timestamp, longestTime, 21); // "0001-01-01T00:00:00"
    return sized(Kind::String, longestText(schema), leastText);
}

/// The type of a value that is a number or a text.
TypePtr eitherType(const Schema &schema)
{
    return sized(Kind::Dyn, schema.maxLength ? longestText(schema) : longestValue, 1);
}

} // namespace

TypePtr celTypeOf(const Schema &schema, bool isResource)
{
    static const TypePtr integer = sized(Kind::Int, 0, 1);
    static const TypePtr number = sized(Kind::Double, 0, 1);
    static const TypePtr boolean = sized(Kind::Bool, 0, 4); // true
    switch (schema.type) {
    case Schema::Type::Object:
        return objectTypeOf(schema, isResource);
    case Schema::Type::Array:
        return listTypeOf(schema);
    case Schema::Type::String:
        return textTypeOf(schema);
    case Schema::Type::Integer:
        return integer;
    case Schema::Type::Number:
        return number;
    case Schema::Type::Boolean:
        return boolean;
    case Schema::Type::IntOrString:
    case Schema::Type::Quantity:
        return eitherType(schema);
    case Schema::Type::Any:
        break;
    }
    return nullptr;
}

} // namespace core::lab
