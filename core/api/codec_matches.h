// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Compares a JSON with a decoded value without decoding it and without asking for memory. Most new versions
// of some kinds match what is held but for a time. Included only by the files that need it, as codec_impl.h.

#include "core/api/codec_impl.h"

#include <algorithm>

namespace core::api::codec {

/// Names the member of a struct that a comparison leaves out; empty: none.
template<typename T>
inline constexpr std::string_view ignoredInComparison = {};
template<>
inline constexpr std::string_view ignoredInComparison<ObjectMeta> = "resourceVersion";

/// Whether decoding the JSON gives what is held, but for what is ignored. It may say no where decoding would
/// turn one form of a value into another.
template<typename T>
bool matches(const Json &json, const T &held);

inline bool matchesText(const Json &json, std::string_view held)
{
    const auto *string = json.if_string();
    return string && std::string_view(string->data(), string->size()) == held;
}

template<typename T>
bool matchesStruct(const Json &json, const T &held)
{
    const JsonObject *object = json.if_object();
    bool same = object != nullptr;
    using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
    boost::mp11::mp_for_each<Members>([&](auto member) {
        if (!same || jsonName(decltype(member)::name) == ignoredInComparison<T>)
            return;
        const auto &part = held.*decltype(member)::pointer;
        const Json *value = valueOf<decltype(member)>(*object);
        if (value && !value->is_null())
            same = matches(*value, part);
        else
            same = leftOut(part) || part == std::remove_cvref_t<decltype(part)>();
    });
    return same;
}

template<typename T>
bool matches(const Json &json, const T &held)
{
    if constexpr (std::is_same_v<T, SharedJson>) {
        return equal(json, held.get());
    } else if constexpr (std::is_same_v<T, std::string>) {
        return matchesText(json, held);
    } else if constexpr (std::is_same_v<T, Quantity>) {
        return matchesText(json, held.text);
    } else if constexpr (std::is_same_v<T, bool>) {
        return json.is_bool() && json.get_bool() == held;
    } else if constexpr (std::is_integral_v<T>) {
        return json.is_int64() && std::cmp_equal(json.get_int64(), held);
    } else if constexpr (std::is_same_v<T, Time>) {
        const auto *string = json.if_string();
        const auto time = parseTime(string ? std::string_view(string->data(), string->size()) : "");
        return time && *time == held;
    } else if constexpr (std::is_same_v<T, MicroTime>) {
        return matches(json, held.value);
    } else if constexpr (IsOptional<T>::value) {
        return held && matches(json, *held);
    } else if constexpr (IsVector<T>::value) {
        const JsonArray *array = json.if_array();
        return array && std::ranges::equal(*array, held, [](const Json &item, const auto &part) {
            return matches(item, part);
        });
    } else if constexpr (IsMap<T>::value) {
        const JsonObject *object = json.if_object();
        return object && object->size() == held.size()
            && std::ranges::all_of(*object, [&](const auto &member) {
                   const auto part = held.find(std::string_view(member.key()));
                   return part != held.end() && matches(member.value(), part->second);
               });
    } else {
        return matchesStruct(json, held);
    }
}

} // namespace core::api::codec
