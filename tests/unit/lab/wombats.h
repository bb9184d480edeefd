// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The kind that tests define: Wombat of zoo.example.

#include <string>
#include <string_view>

namespace zoo {

inline constexpr std::string_view definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
inline constexpr std::string_view wombats = "/apis/zoo.example/v1/namespaces/default/wombats";

/// The one version has that schema and, when given, more members.
inline std::string definition(std::string_view schema, std::string_view more = "")
{
    return "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: "
           "wombats.zoo.example}, spec: {group: zoo.example, scope: Namespaced, names: {plural: wombats, "
           "kind: Wombat, shortNames: [wo]}, versions: [{name: v1, served: true, storage: true, schema: "
           "{openAPIV3Schema: "
        + std::string(schema) + "}" + std::string(more) + "}]}}";
}

inline std::string specSchema(std::string_view properties)
{
    return "{type: object, properties: {spec: {type: object, properties: " + std::string(properties) + "}}}";
}

inline std::string wombat(std::string_view spec, std::string_view name = "w")
{
    return "{apiVersion: zoo.example/v1, kind: Wombat, metadata: {name: " + std::string(name)
        + "}, spec: " + std::string(spec) + "}";
}

} // namespace zoo
