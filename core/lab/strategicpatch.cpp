// SPDX-License-Identifier: GPL-3.0-or-later
// Strategic merge patch: a merge patch in which lists with a merge key merge item by item
// (docs/api-semantics.md E4).
#include "core/lab/objects.h"
#include "core/lab/patching.h"

#include <algorithm>
#include <functional>
#include <ranges>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view directive = "$patch";
constexpr std::string_view retainKeys = "$retainKeys";
constexpr std::string_view deleteFromSet = "$deleteFromPrimitiveList/";
constexpr std::string_view elementOrder = "$setElementOrder/";

struct Unpatchable {
    std::string why;
};

const JsonArray &listOf(const Json &value, std::string_view what)
{
    if (!value.is_array())
        throw Unpatchable {std::string(what) + " must be a list"};
    return value.get_array();
}

Json keyOf(const Json &item, const std::string &mergeKey)
{
    const Json *key = api::find(item, {mergeKey});
    return key ? *key : Json();
}

std::string_view directiveOf(const Json &patch)
{
    return api::textAt(patch, {directive});
}

/// "delete", "replace", or nothing: there is none.
std::string_view directiveIn(const JsonObject &patch)
{
    const Json *value = patch.if_contains(directive);
    if (!value)
        return {};
    const std::string_view what = value->is_string() ? std::string_view(value->get_string()) : "";
    if (what != "delete" && what != "replace")
        throw Unpatchable {"unknown patch type: " + api::writeJson(*value) + " in " + api::writeJson(patch)};
    return what;
}

bool isDirective(std::string_view name)
{
    return name == directive || name == retainKeys || name.starts_with(deleteFromSet)
        || name.starts_with(elementOrder);
}

/// In which order the client wants the items of that list, if it says so.
const JsonArray *orderOf(const JsonObject &patch, std::string_view field)
{
    const std::string name = std::string(elementOrder) + std::string(field);
    const Json *wanted = patch.if_contains(name);
    return wanted ? &listOf(*wanted, name) : nullptr;
}

class Merger
{
public:
    void mergeObject(JsonObject &object, const JsonObject &patch, const Schema *schema);

private:
    void mergeMember(JsonObject &object, std::string_view name, const Json &patch, const JsonArray *wanted,
        const Schema *schema);
    void mergeList(JsonArray &list, const JsonArray &patch, const JsonArray &wanted, const Schema &schema);
    void mergeItem(JsonArray &list, const Json &patch, const std::string &mergeKey, const Schema *schema);
    void order(JsonArray &list, const JsonArray &wanted, std::size_t old, const Schema &schema);
    Json cleaned(const Json &patch, const Schema *schema);
    void compare(std::size_t one, std::size_t other);

    std::size_t m_compared = 0;
};

/// Items are looked for one by one.
void Merger::compare(std::size_t one, std::size_t other)
{
    constexpr std::size_t most = 10'000'000;
    m_compared += one * other;
    if (m_compared > most)
        throw Unpatchable {"the lists are too long to be merged"};
}

/// A patch where nothing is yet: without nulls and directives.
Json Merger::cleaned(const Json &patch, const Schema *schema)
{
    if (const auto *members = patch.if_object()) {
        JsonObject object;
        mergeObject(object, *members, schema);
        return object;
    }
    if (const auto *items = patch.if_array()) {
        JsonArray array;
        for (const Json &item : *items) {
            const JsonObject *members = item.if_object();
            if (!members || directiveIn(*members).empty())
                array.push_back(cleaned(item, schema ? schema->items.get() : nullptr));
        }
        return array;
    }
    return patch;
}

void Merger::mergeObject(JsonObject &object, const JsonObject &patch, const Schema *schema)
{
    if (const Json *keep = patch.if_contains(retainKeys)) {
        const JsonArray &kept = listOf(*keep, retainKeys);
        compare(object.size(), kept.size());
        eraseMembers(object, [&](const auto &member) { return !contains(kept, Json(member.key())); });
    }
    for (const auto &member : patch) {
        const std::string_view name = member.key();
        if (!name.starts_with(deleteFromSet))
            continue;
        Json *list = object.if_contains(name.substr(deleteFromSet.size()));
        const JsonArray &gone = listOf(member.value(), name);
        if (list && list->is_array()) {
            JsonArray &array = list->get_array();
            compare(array.size(), gone.size());
            array.erase(
                std::ranges::remove_if(array, [&](const Json &item) { return contains(gone, item); }).begin(),
                array.end());
        }
    }
    for (const auto &member : patch) {
        if (!isDirective(member.key()))
            mergeMember(object, member.key(), member.value(), orderOf(patch, member.key()), schema);
    }
    for (const auto &member : patch) {
        const std::string_view name = member.key();
        if (!name.starts_with(elementOrder))
            continue;
        const std::string_view field = name.substr(elementOrder.size());
        if (patch.contains(field))
            continue;
        const Schema *known = schema ? schema->member(field) : nullptr;
        Json *list = object.if_contains(field);
        if (list && list->is_array() && known)
            order(list->get_array(), *orderOf(patch, field), list->get_array().size(), *known);
    }
}

void Merger::mergeMember(JsonObject &object, std::string_view name, const Json &patch,
    const JsonArray *wanted, const Schema *schema)
{
    const Schema *known = schema ? schema->member(name) : nullptr;
    Json *value = object.if_contains(name);
    if (patch.is_null()) {
        if (value)
            object.stable_erase(object.find(name));
        return;
    }
    if (const auto *members = patch.if_object()) {
        const std::string_view what = directiveIn(*members);
        if (what == "delete") {
            if (value)
                object.stable_erase(object.find(name));
            return;
        }
        if (!value || !value->is_object() || what == "replace")
            object[name] = JsonObject();
        return mergeObject(object[name].get_object(), *members, known);
    }
    const JsonArray *items = known && known->mergesInPatches ? patch.if_array() : nullptr;
    if (items && value && value->is_array())
        return mergeList(value->get_array(), *items, wanted ? *wanted : *items, *known);
    object[name] = cleaned(patch, known);
    if (items && wanted)
        order(object[name].get_array(), *wanted, 0, *known);
}

void Merger::mergeList(JsonArray &list, const JsonArray &patch, const JsonArray &wanted, const Schema &schema)
{
    if (std::ranges::any_of(patch, [](const Json &item) { return directiveOf(item) == "replace"; })) {
        list = cleaned(patch, &schema).get_array();
        return order(list, wanted, 0, schema);
    }
    compare(list.size() + patch.size(), patch.size());
    const auto isDeleted = [](const Json &item) { return directiveOf(item) == "delete"; };
    const auto merge = [&](const Json &item) {
        if (!schema.mapKeys.empty())
            mergeItem(list, item, schema.mapKeys.front(), schema.items.get());
        else if (!contains(list, item))
            list.push_back(item);
    };
    std::ranges::for_each(patch | std::views::filter(isDeleted), merge);
    const std::size_t old = list.size();
    std::ranges::for_each(patch | std::views::filter(std::not_fn(isDeleted)), merge);
    order(list, wanted, old, schema);
}

void Merger::mergeItem(JsonArray &list, const Json &patch, const std::string &mergeKey, const Schema *schema)
{
    const JsonObject *members = patch.if_object();
    if (!members)
        throw Unpatchable {"an item of a list with the merge key " + mergeKey + " must be an object"};
    const std::string_view what = directiveIn(*members);
    const Json key = keyOf(patch, mergeKey);
    if (key.is_null()) {
        throw Unpatchable {
            "map: " + api::writeJson(patch) + " does not contain declared merge key: " + mergeKey};
    }
    const auto has = [&](const Json &item) { return keyOf(item, mergeKey) == key; };
    if (what == "delete") {
        list.erase(std::ranges::remove_if(list, has).begin(), list.end());
        return;
    }
    const auto found = std::ranges::find_if(list, has);
    if (found != list.end() && found->is_object())
        mergeObject(found->get_object(), *members, schema);
    else
        list.push_back(cleaned(patch, schema));
}

/// Puts the items that the client names in its order; the others stay before those that they were before. So
/// many of the first were there before the patch.
void Merger::order(JsonArray &list, const JsonArray &wanted, std::size_t old, const Schema &schema)
{
    struct Placed {
        std::size_t rank;
        std::size_t place;
    };
    const auto identity = [&](const Json &item) {
        return schema.mapKeys.empty() || !item.is_object() ? item : keyOf(item, schema.mapKeys.front());
    };
    std::vector<Json> names;
    for (const Json &item : wanted)
        names.push_back(identity(item));
    compare(list.size(), names.size());
    std::vector<Placed> named;
    std::vector<Placed> others;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto rank = std::size_t(std::ranges::find(names, identity(list[i])) - names.begin());
        (rank < names.size() ? named : others).push_back({rank, i});
    }
    std::ranges::stable_sort(named, {}, &Placed::rank);
    JsonArray ordered(list.storage());
    auto next = named.begin();
    auto other = others.begin();
    while (ordered.size() < list.size()) {
        const bool isOthersTurn =
            next == named.end() || (other != others.end() && next->place < old && other->place < next->place);
        ordered.push_back(std::move(list[(isOthersTurn ? other++ : next++)->place]));
    }
    list = std::move(ordered);
}

} // namespace

Answer<> applyStrategicPatch(Json &object, const Json &patch, const Schema *schema)
{
    try {
        const JsonObject &members = patch.get_object();
        const std::string_view what = directiveIn(members);
        if (!what.empty())
            eraseMembers(object.get_object(),
                [](const auto &member) { return member.key() != "apiVersion" && member.key() != "kind"; });
        if (what != "delete")
            Merger().mergeObject(object.get_object(), members, schema);
    } catch (const Unpatchable &unpatchable) {
        return refuse(failure(422, "Invalid", clipped(unpatchable.why), {}));
    }
    return {};
}

} // namespace core::lab
