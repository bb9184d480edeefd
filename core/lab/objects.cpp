// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/objects.h"

#include "core/api/codec.h"
#include "core/api/selector.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

JsonObject &objectIn(JsonObject &object, std::string_view member)
{
    Json *value = object.if_contains(member); // operator[] may move all members even when this one is there
    if (!value || !value->is_object())
        value = &object.insert_or_assign(member, JsonObject()).first->value();
    return value->get_object();
}

std::span<Json> itemsIn(JsonObject &object, std::string_view member)
{
    Json *value = object.if_contains(member);
    JsonArray *items = value ? value->if_array() : nullptr;
    return items ? std::span<Json>(items->data(), items->size()) : std::span<Json>();
}

JsonArray &arrayIn(JsonObject &object, std::string_view member)
{
    Json *value = object.if_contains(member);
    if (!value || !value->is_array())
        value = &object.insert_or_assign(member, JsonArray()).first->value();
    return value->get_array();
}

const JsonArray &listAt(const Json &json, std::initializer_list<std::string_view> path)
{
    static const JsonArray none;
    const Json *found = api::find(json, path);
    return found && found->is_array() ? found->get_array() : none;
}

bool contains(const JsonArray &array, const Json &value)
{
    return std::ranges::any_of(array, [&](const Json &item) { return api::equal(item, value); });
}

bool flagAt(const Json &json, std::initializer_list<std::string_view> path)
{
    const Json *found = api::find(json, path);
    return found && found->is_bool() && found->get_bool();
}

bool isDeleting(const Json &object)
{
    return api::find(object, {"metadata", "deletionTimestamp"}) != nullptr;
}

void assign(Json &part, const Json &value)
{
    if (!api::equal(part, value)) // mostly it is, and to compare costs less than to copy
        part = value;
}

void takeOver(JsonObject &object, std::string_view member, const JsonObject &from)
{
    if (const Json *value = from.if_contains(member))
        assign(object[member], *value);
    else
        object.erase(member);
}

void dropNulls(Json &json)
{
    if (auto *array = json.if_array()) {
        for (Json &item : *array)
            dropNulls(item);
    } else if (auto *object = json.if_object()) {
        eraseMembers(*object, [](const auto &member) { return member.value().is_null(); });
        for (auto &member : *object)
            dropNulls(member.value());
    }
}

void makeWhole(Json &json)
{
    constexpr double beyondIntegers = 9'223'372'036'854'775'808.0; // 2^63
    if (auto *array = json.if_array()) {
        for (Json &item : *array)
            makeWhole(item);
    } else if (auto *object = json.if_object()) {
        for (auto &member : *object)
            makeWhole(member.value());
    } else if (const double *number = json.if_double();
               number && std::abs(*number) < beyondIntegers && std::trunc(*number) == *number) {
        json = static_cast<std::int64_t>(*number);
    }
}

JsonArray textArray(const std::vector<std::string> &texts)
{
    JsonArray array;
    for (const std::string &text : texts)
        array.emplace_back(boost::json::string(text));
    return array;
}

const Json *valueAt(const Json &json, const std::vector<std::string> &path)
{
    const Json *at = &json;
    for (const std::string &member : path) {
        const JsonObject *inner = at->if_object();
        at = inner ? inner->if_contains(member) : nullptr;
        if (!at)
            return nullptr;
    }
    return at;
}

std::string selectorText(const Json &selector)
{
    if (!selector.is_object())
        return std::string(api::textAt(selector, {}));
    const bool isMap = !api::find(selector, {"matchLabels"}) && !api::find(selector, {"matchExpressions"});
    const auto read =
        api::decode<api::LabelSelector>(isMap ? Json(JsonObject {{"matchLabels", selector}}) : selector);
    return read ? api::toText(*read) : std::string();
}

} // namespace core::lab
