// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/heartbeat.h"

#include "core/api/time.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

/// Goes through a patch beside what it patches.
class Comparison
{
public:
    explicit Comparison(std::string_view timeMember) : m_timeMember(timeMember) { }

    /// A merge patch leaves members of an object as they are, but replaces an array whole.
    bool onlyTimesDiffer(const Json &patch, const Json &object, bool whole = false)
    {
        if (patch.is_object() && object.is_object())
            return onlyTimesDiffer(patch.get_object(), object.get_object(), whole);
        if (!patch.is_array() || !object.is_array())
            return api::equal(patch, object);
        return std::ranges::equal(patch.get_array(), object.get_array(),
            [this](const Json &item, const Json &held) { return onlyTimesDiffer(item, held, true); });
    }
    bool anyTimeDiffers() const { return m_differs; }

private:
    bool onlyTimesDiffer(const JsonObject &patch, const JsonObject &object, bool whole)
    {
        return (!whole || patch.size() == object.size())
            && std::ranges::all_of(patch, [&](const auto &member) {
                   const Json *held = api::member(object, member.key());
                   if (held && std::string_view(member.key()) == m_timeMember)
                       return isTime(member.value(), *held);
                   return held && onlyTimesDiffer(member.value(), *held, whole);
               });
    }

    bool isTime(const Json &time, const Json &held)
    {
        if (!time.is_string() || !held.is_string() || time.get_string().size() != held.get_string().size())
            return false;
        const std::string_view text = time.get_string();
        if (text == std::string_view(held.get_string()))
            return true;
        const auto parsed = api::parseTime(text);
        m_differs = true;
        return parsed && text[10] == 'T' && text.back() == 'Z'
            && text.substr(17, 2) != "60"; // as it is stored
    }

    std::string_view m_timeMember;
    bool m_differs = false;
};

} // namespace

bool isHeartbeat(const Json &patch, const Json &object, std::string_view timeMember)
{
    Comparison comparison(timeMember);
    return comparison.onlyTimesDiffer(patch, object) && comparison.anyTimeDiffers();
}

void beat(Json &object, const Json &patch, std::string_view timeMember)
{
    if (const auto *members = patch.if_object()) {
        for (const auto &[key, value] : *members) {
            Json &held = *api::member(object.get_object(), key);
            if (std::string_view(key) == timeMember)
                held.get_string().assign(value.get_string());
            else
                beat(held, value, timeMember);
        }
    } else if (const auto *items = patch.if_array()) {
        for (std::size_t i = 0; i < items->size(); ++i)
            beat(object.get_array()[i], (*items)[i], timeMember);
    }
}

} // namespace core::lab
