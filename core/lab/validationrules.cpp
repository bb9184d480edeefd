// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/validationrules.h"

#include "core/lab/objects.h"
#include "core/lab/status.h"

namespace core::lab {

using api::Json;

namespace {

/// Goes as deep as objects are.
void collectRules(const Json &schema, const std::string &path, std::vector<ValidationRule> &rules)
{
    const api::JsonArray &own = listAt(schema, {validationRules});
    for (std::size_t i = 0; i < own.size(); ++i) {
        const std::string place =
            path + "." + std::string(validationRules) + "[" + std::to_string(i) + "].rule";
        rules.push_back({place, std::string(api::textAt(own[i], {"rule"}))});
    }
    if (const Json *properties = api::find(schema, {"properties"}); properties && properties->is_object()) {
        for (const auto &member : properties->get_object())
            collectRules(
                member.value(), path + ".properties[" + clipped(std::string(member.key())) + "]", rules);
    }
    for (const std::string_view part : {"items", "additionalProperties", "not"}) {
        if (const Json *inner = api::find(schema, {part}); inner && inner->is_object())
            collectRules(*inner, path + "." + std::string(part), rules);
    }
    for (const std::string_view part : {"allOf", "anyOf", "oneOf"}) {
        const api::JsonArray &inner = listAt(schema, {part});
        for (std::size_t i = 0; i < inner.size(); ++i)
            collectRules(inner[i], path + "." + std::string(part) + "[" + std::to_string(i) + "]", rules);
    }
}

} // namespace

std::vector<ValidationRule> rulesIn(const Json &definition)
{
    std::vector<ValidationRule> rules;
    const api::JsonArray &versions = listAt(definition, {"spec", "versions"});
    for (std::size_t i = 0; i < versions.size(); ++i) {
        if (const Json *schema = api::find(versions[i], {"schema", "openAPIV3Schema"}))
            collectRules(*schema, "spec.versions[" + std::to_string(i) + "].schema.openAPIV3Schema", rules);
    }
    return rules;
}

} // namespace core::lab
