// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the schemas of the built-in kinds are made of. They name the fields that the lab or its clients rely
// on, the defaults that the server fills in, and how lists merge. Fields that are not listed are kept as they
// are, but in what is exact.

#include "core/lab/schema.h"

namespace core::lab::kinds {

using Members = std::initializer_list<std::pair<std::string, SchemaPtr>>;

SchemaPtr scalar(Schema::Type type);
SchemaPtr object(Members members, std::vector<std::string> required = {});
SchemaPtr mapOf(SchemaPtr values);
SchemaPtr listOf(SchemaPtr items);
/// A list that strategic patches merge by the key of its items.
SchemaPtr mergedBy(std::string key, SchemaPtr items, bool unique = true);
SchemaPtr mergedSet();
/// The list, whose items an apply tells apart by these keys together.
SchemaPtr appliedBy(std::vector<std::string> keys, const SchemaPtr &list);
/// The object, which has no other members.
SchemaPtr exact(const SchemaPtr &object);
/// The object, which an apply takes as one field.
SchemaPtr atomic(const SchemaPtr &object);
/// What is one of several: clients that patch it name all members that stay.
SchemaPtr retainingKeys(const SchemaPtr &schema);
SchemaPtr withDefault(const SchemaPtr &schema, api::Json value);
/// What does not fit into a field of that format is of the wrong type.
SchemaPtr decoded(const SchemaPtr &schema, std::string format);
/// A text for which null may stand when it is empty.
SchemaPtr emptyForNull(const SchemaPtr &schema);
SchemaPtr oneOf(const std::vector<std::string> &values);
SchemaPtr atLeast(double minimum);
SchemaPtr notEmpty(const SchemaPtr &list);

/// The schema of a whole object: with apiVersion, kind and metadata.
SchemaPtr withTypeMeta(const SchemaPtr &schema);
/// The schema of objects of a kind that is not stored, with every field of its message.
SchemaPtr schemaOfKind(
    std::string_view apiVersion, std::string_view kind, const SchemaPtr &known = object({}));
/// The schema of every object's metadata.
SchemaPtr metadataSchema();
/// The schema of schemas in CustomResourceDefinitions: which members they have, whatever these say.
SchemaPtr jsonSchemaProps();

inline const SchemaPtr text = scalar(Schema::Type::String);
inline const SchemaPtr base64 = decoded(text, "byte");
inline const SchemaPtr integer = scalar(Schema::Type::Integer);
inline const SchemaPtr zero = withDefault(integer, 0); ///< a count that is always told
inline const SchemaPtr boolean = scalar(Schema::Type::Boolean);
inline const SchemaPtr intOrString = scalar(Schema::Type::IntOrString);
inline const SchemaPtr texts = listOf(text);
inline const SchemaPtr textMap = mapOf(emptyForNull(text));
inline const SchemaPtr quantity = scalar(Schema::Type::Quantity);
inline const SchemaPtr quantities = mapOf(quantity);
inline const SchemaPtr conditions = mergedBy("type",
    object({{"type", text}, {"status", text}, {"reason", text}, {"message", text},
               {"lastTransitionTime", text}, {"lastHeartbeatTime", text}},
        {"type", "status"}));
inline const SchemaPtr labelSelector = atomic(object({{"matchLabels", textMap},
    {"matchExpressions",
        listOf(object({{"key", text}, {"operator", oneOf({"In", "NotIn", "Exists", "DoesNotExist"})},
                          {"values", texts}},
            {"key", "operator"}))}}));
inline const SchemaPtr objectReference = atomic(object({{"apiVersion", text}, {"kind", text}, {"name", text},
    {"namespace", text}, {"uid", text}, {"resourceVersion", text}, {"fieldPath", text}}));

} // namespace core::lab::kinds
