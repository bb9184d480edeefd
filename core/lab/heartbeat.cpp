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
    /// Gathers the times that differ; with an empty name none may.
    Comparison(std::string_view timeMember, NewTimes &newTimes)
        : m_timeMember(timeMember)
        , m_newTimes(newTimes)
    {
    }

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
        m_newTimes.push_back({&held, text});
        return api::parseTime(text) && text[10] == 'T' && text.back() == 'Z'
            && text.substr(17, 2) != "60"; // as it is stored
    }

    std::string_view m_timeMember;
    NewTimes &m_newTimes;
};

} // namespace

NewTimes heartbeatIn(const Json &patch, const Json &object, const Json &part, const HeartbeatRule &rule)
{
    NewTimes times;
    Comparison inPart(rule.time, times);
    Comparison elsewhere({}, times);
    const auto isHeartbeat = [&](const auto &member) {
        if (std::string_view(member.key()) == rule.part)
            return inPart.onlyTimesDiffer(member.value(), part);
        const Json *held = api::member(object.get_object(), member.key());
        return held && elsewhere.onlyTimesDiffer(member.value(), *held);
    };
    if (!patch.is_object() || !std::ranges::all_of(patch.get_object(), isHeartbeat))
        times.clear();
    return times;
}

void overwrite(const NewTimes &times)
{
    for (const NewTime &time : times)
        const_cast<Json *>(time.held)->get_string().assign(time.text);
}

} // namespace core::lab
