// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/celtypes.h"

namespace core::lab {

using cel::Kind;
using cel::TypePtr;

namespace {

std::shared_ptr<cel::Type> emptyObject()
{
    auto type = std::make_shared<cel::Type>();
    type->kind = Kind::Object;
    return type;
}

void addField(cel::Type &object, const std::string &name, TypePtr type)
{
    const std::string escaped = cel::escapedName(name);
    if (!escaped.empty() && type)
        object.fields[escaped] = {name, std::move(type)};
}

void addTypeMeta(cel::Type &object)
{
    const TypePtr text = cel::simpleType(Kind::String);
    const auto metadata = emptyObject();
    addField(*metadata, "name", text);
    addField(*metadata, "generateName", text);
    addField(object, "apiVersion", text);
    addField(object, "kind", text);
    addField(object, "metadata", metadata);
}

TypePtr objectTypeOf(const Schema &schema, bool isResource)
{
    if (schema.additional) {
        const TypePtr values = celTypeOf(*schema.additional, schema.additional->embeddedResource);
        return values ? cel::mapOf(cel::simpleType(Kind::String), values) : nullptr;
    }
    const auto type = emptyObject();
    for (const auto &[name, property] : schema.properties)
        addField(*type, name, celTypeOf(*property, property->embeddedResource));
    if (isResource)
        addTypeMeta(*type);
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
    return type;
}

TypePtr textTypeOf(std::string_view format)
{
    return cel::simpleType(format == "byte"             ? Kind::Bytes
            : format == "duration"                      ? Kind::Duration
            : format == "date" || format == "date-time" ? Kind::Timestamp
                                                        : Kind::String);
}

} // namespace

TypePtr celTypeOf(const Schema &schema, bool isResource)
{
    switch (schema.type) {
    case Schema::Type::Object:
        return objectTypeOf(schema, isResource);
    case Schema::Type::Array:
        return listTypeOf(schema);
    case Schema::Type::String:
        return textTypeOf(schema.format);
    case Schema::Type::Integer:
        return cel::simpleType(Kind::Int);
    case Schema::Type::Number:
        return cel::simpleType(Kind::Double);
    case Schema::Type::Boolean:
        return cel::simpleType(Kind::Bool);
    case Schema::Type::IntOrString:
    case Schema::Type::Quantity:
        return cel::simpleType(Kind::Dyn);
    case Schema::Type::Any:
        break;
    }
    return nullptr;
}

} // namespace core::lab
