// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/schemas.h"

#include "core/lab/kinds/completion.h"

namespace core::lab::kinds {

using api::Json;
using Type = Schema::Type;

SchemaPtr scalar(Type type)
{
    auto schema = std::make_shared<Schema>();
    schema->type = type;
    return schema;
}

SchemaPtr object(Members members, std::vector<std::string> required)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Object;
    schema->preserveUnknown = true;
    schema->properties.insert(members);
    schema->required = std::move(required);
    return schema;
}

SchemaPtr mapOf(SchemaPtr values)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Object;
    schema->additional = std::move(values);
    return schema;
}

SchemaPtr listOf(SchemaPtr items)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Array;
    schema->items = std::move(items);
    return schema;
}

SchemaPtr mergedBy(std::string key, SchemaPtr items, bool unique)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Array;
    schema->items = std::move(items);
    schema->listType = unique ? Schema::ListType::Map : Schema::ListType::Atomic;
    schema->mapKeys = {std::move(key)};
    schema->mergesInPatches = true;
    return schema;
}

SchemaPtr mergedSet()
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Array;
    schema->items = text;
    schema->mergesInPatches = true;
    return schema;
}

SchemaPtr appliedBy(std::vector<std::string> keys, const SchemaPtr &list)
{
    auto copy = std::make_shared<Schema>(*list);
    copy->applyKeys = std::move(keys);
    return copy;
}

SchemaPtr exact(const SchemaPtr &object)
{
    auto copy = std::make_shared<Schema>(*object);
    copy->preserveUnknown = false;
    return copy;
}

SchemaPtr atomic(const SchemaPtr &object)
{
    auto copy = std::make_shared<Schema>(*object);
    copy->atomicMap = true;
    return copy;
}

SchemaPtr withDefault(const SchemaPtr &schema, Json value)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->defaultValue = std::move(value);
    copy->emptyIsDefault = copy->type == Type::String && !copy->enumeration.empty();
    return copy;
}

SchemaPtr retainingKeys(const SchemaPtr &schema)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->retainsKeys = true;
    return copy;
}

SchemaPtr decoded(const SchemaPtr &schema, std::string format)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->format = std::move(format);
    copy->isDecoded = true;
    return copy;
}

SchemaPtr emptyForNull(const SchemaPtr &schema)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->nullIsEmpty = true;
    return copy;
}

SchemaPtr oneOf(const std::vector<std::string> &values)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::String;
    for (const std::string &value : values)
        schema->enumeration.emplace_back(boost::json::string(value));
    return schema;
}

SchemaPtr atLeast(double minimum)
{
    auto schema = std::make_shared<Schema>();
    schema->type = Type::Integer;
    schema->minimum = minimum;
    schema->saysMinimumAlone = true;
    return schema;
}

SchemaPtr notEmpty(const SchemaPtr &list)
{
    auto copy = std::make_shared<Schema>(*list);
    copy->minItems = 1;
    return copy;
}

SchemaPtr withTypeMeta(const SchemaPtr &schema)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->properties.emplace("apiVersion", text);
    copy->properties.emplace("kind", text);
    copy->properties.emplace("metadata", metadataSchema());
    return copy;
}

SchemaPtr schemaOfKind(std::string_view apiVersion, std::string_view kind, const SchemaPtr &known)
{
    return Completion().of(withTypeMeta(known), api::messageOfKind(apiVersion, kind));
}

SchemaPtr metadataSchema()
{
    static const SchemaPtr known = object({{"name", text}, {"generateName", text}, {"namespace", text},
        {"uid", text}, {"resourceVersion", text}, {"generation", integer}, {"creationTimestamp", text},
        {"deletionTimestamp", text}, {"deletionGracePeriodSeconds", integer}, {"labels", textMap},
        {"annotations", textMap}, {"finalizers", mergedSet()},
        {"ownerReferences",
            mergedBy("uid",
                atomic(object({{"apiVersion", text}, {"kind", text}, {"name", text}, {"uid", text},
                                  {"controller", boolean}, {"blockOwnerDeletion", boolean}},
                    {"apiVersion", "kind", "name", "uid"})))}});
    static const SchemaPtr schema = Completion().of(known, "meta.ObjectMeta");
    return schema;
}

} // namespace core::lab::kinds
