// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small steps through objects that are being changed.

#include "core/api/json.h"

#include <algorithm>
#include <span>
#include <vector>

namespace core::lab {

/// Members of metadata that the server alone sets: a client's values for them count for nothing.
inline constexpr std::string_view serverFields[] = {"uid", "creationTimestamp", "deletionTimestamp",
    "deletionGracePeriodSeconds", "generation", "selfLink", "resourceVersion", "managedFields"};

/// The member as an object: made when it is missing, replaced when it is something else.
api::JsonObject &objectIn(api::JsonObject &object, std::string_view member);
api::JsonArray &arrayIn(api::JsonObject &object, std::string_view member);
/// The items of that member, to be changed; none when it is no list.
std::span<api::Json> itemsIn(api::JsonObject &object, std::string_view member);
inline api::JsonObject &objectIn(api::Json &object, std::string_view member)
{
    return objectIn(object.get_object(), member);
}
inline api::JsonObject &metadataOf(api::Json &object)
{
    return objectIn(object, "metadata");
}

/// The list below the members; an empty one when it is missing or no list.
const api::JsonArray &listAt(const api::Json &json, std::initializer_list<std::string_view> path);
bool contains(const api::JsonArray &array, const api::Json &value);
bool flagAt(const api::Json &json, std::initializer_list<std::string_view> path);
bool isDeleting(const api::Json &object);
/// Makes the part what the value is.
void assign(api::Json &part, const api::Json &value);
/// Replaces a member by that of another object, or removes it when that has none.
void takeOver(api::JsonObject &object, std::string_view member, const api::JsonObject &from);
/// Removes the members for which that is true, asked of each once; the others keep their order.
template<typename Condition>
void eraseMembers(api::JsonObject &object, const Condition &condition)
{
    const auto gone = std::find_if(object.begin(), object.end(), condition);
    if (gone == object.end())
        return;
    api::JsonObject kept(object.size(), object.storage()); // stable_erase() moves all that follow, each time
    for (auto at = object.begin(); at != object.end(); ++at) {
        if (at < gone || (at > gone && !condition(*at)))
            kept.emplace(at->key(), std::move(at->value()));
    }
    object = std::move(kept);
}

/// Removes the members of objects that are null, at all depths.
void dropNulls(api::Json &json);

/// Makes integers of numbers without a fraction, at all depths (docs/api-semantics.md A16).
void makeWhole(api::Json &json);

/// The texts as a list.
api::JsonArray textArray(const std::vector<std::string> &texts);

/// The query text of a LabelSelector, of a map of labels, or of a text; empty when it is none of them.
std::string selectorText(const api::Json &selector);

/// The value below a path that is only known at run time, or nullptr.
const api::Json *valueAt(const api::Json &json, const std::vector<std::string> &path);

} // namespace core::lab
