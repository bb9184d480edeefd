// SPDX-License-Identifier: GPL-3.0-or-later
// What a schema in a CustomResourceDefinition may say. Whether it makes sense, schemareader.h finds out.
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

namespace {

constexpr std::string_view freeMembers[] = {"id", "$schema", "$ref", "description", "type", "format", "title",
    "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength",
    "pattern", "maxItems", "minItems", "uniqueItems", "multipleOf", "enum", "maxProperties", "minProperties",
    "required", "example", "nullable", "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string", "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type", "x-kubernetes-map-type"};

SchemaPtr ofAnyType(const SchemaPtr &schema)
{
    auto copy = std::make_shared<Schema>(*schema);
    copy->type = Schema::Type::Any;
    return copy;
}

Schema schemaWithin(const SchemaPtr &inner)
{
    const SchemaPtr anything = scalar(Schema::Type::Any);
    Schema schema;
    schema.definition = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";
    for (const std::string_view name : freeMembers)
        schema.properties.emplace(name, anything);
    for (const char *name : {"items", "not", "additionalProperties", "additionalItems"})
        schema.properties.emplace(name, inner);
    for (const char *name : {"allOf", "anyOf", "oneOf"})
        schema.properties.emplace(name, ofAnyType(listOf(inner)));
    for (const char *name : {"properties", "patternProperties", "definitions", "dependencies"})
        schema.properties.emplace(name, ofAnyType(mapOf(inner)));
    schema.properties.emplace(
        "externalDocs", ofAnyType(exact(object({{"description", anything}, {"url", anything}}))));
    schema.properties.emplace("x-kubernetes-validations",
        ofAnyType(listOf(ofAnyType(
            exact(object({{"rule", anything}, {"message", anything}, {"messageExpression", anything},
                {"reason", anything}, {"fieldPath", anything}, {"optionalOldSelf", anything}}))))));
    return schema;
}

} // namespace

SchemaPtr jsonSchemaProps()
{
    static Schema inner; // which refers to itself, and so has no owner
    static const SchemaPtr outer = [] {
        inner = schemaWithin(SchemaPtr(SchemaPtr(), &inner));
        auto whole = std::make_shared<Schema>(inner);
        whole->type = Schema::Type::Object;
        return whole;
    }();
    return outer;
}

} // namespace core::lab::kinds
