// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/fixed.h"

namespace core::lab::kinds {

using api::Json;

namespace {

/// "spec.controller"
std::string dotted(Path path)
{
    std::string text;
    for (const std::string_view member : path)
        text += (text.empty() ? "" : ".") + std::string(member);
    return text;
}

} // namespace

bool differ(const Json &object, const Json &old, Path path)
{
    const Json *value = api::find(object, path);
    const Json *before = api::find(old, path);
    return value && before ? !api::equal(*value, *before) : value != before;
}

void checkFixed(const Json &object, const Json &old, Path path, FieldErrors &errors)
{
    const Json *value = api::find(object, path);
    if (differ(object, old, path))
        errors.push_back(invalid(dotted(path), value ? *value : Json(), "field is immutable"));
}

void checkFixed(const Json &object, const Json &old, Path path, std::string_view why, FieldErrors &errors)
{
    if (differ(object, old, path))
        errors.push_back(forbidden(dotted(path), why));
}

Json specWithout(const Json &object, Path members)
{
    const Json *held = api::find(object, {"spec"});
    Json spec = held && held->is_object() ? *held : Json(api::JsonObject());
    for (const std::string_view member : members)
        spec.get_object().erase(member);
    return spec;
}

} // namespace core::lab::kinds
