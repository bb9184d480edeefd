// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/heartbeat.h"

#include "core/api/time.h"
#include "core/base/uniquemutable.h"
#include "core/lab/objects.h"
#include "core/lab/packed.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

/// Goes through what was sent beside what it changes.
template<typename Value>
class Comparison
{
public:
    using Object = std::conditional_t<std::is_const_v<Value>, const JsonObject, JsonObject>;

    /// Gathers the times that differ; with an empty name none may.
    Comparison(std::string_view timeMember, NewTimes<Value> &newTimes)
        : m_timeMember(timeMember)
        , m_newTimes(newTimes)
    {
    }

    /// A merge patch leaves members of an object as they are, but replaces an array whole.
    bool onlyTimesDiffer(const Json &sent, Value &object, bool whole)
    {
        if (sent.is_object() && object.is_object())
            return onlyTimesDiffer(sent.get_object(), object.get_object(), whole);
        if (!sent.is_array() || !object.is_array())
            return api::equal(sent, object);
        return std::ranges::equal(sent.get_array(), object.get_array(),
            [this](const Json &item, Value &held) { return onlyTimesDiffer(item, held, true); });
    }

private:
    bool onlyTimesDiffer(const JsonObject &sent, Object &object, bool whole)
    {
        return (!whole || sent.size() == object.size()) && std::ranges::all_of(sent, [&](const auto &member) {
            Value *held = api::member(object, member.key());
            if (held && !m_timeMember.empty() && std::string_view(member.key()) == m_timeMember)
                return isTime(member.value(), *held);
            return held && onlyTimesDiffer(member.value(), *held, whole);
        });
    }

    bool isTime(const Json &time, Value &held)
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
    NewTimes<Value> &m_newTimes;
};

bool isServerField(std::string_view name)
{
    return std::ranges::find(serverFields, name) != std::ranges::end(serverFields);
}

/// Whether a replacement names this version and leaves the metadata as it is, but for what is not its to
/// change.
bool isSameMetadata(const Json &sent, const Json &held)
{
    if (!sent.is_object() || api::textAt(sent, {"resourceVersion"}) != api::textAt(held, {"resourceVersion"}))
        return false;
    const JsonObject &metadata = sent.get_object();
    const auto isKept = [&](const auto &member) {
        return isServerField(member.key()) || metadata.contains(member.key());
    };
    const auto isSame = [&](const auto &member) {
        const Json *present = api::member(held.get_object(), member.key());
        return (isServerField(member.key()) && member.key() != "uid")
            || (present && api::equal(member.value(), *present));
    };
    return std::ranges::all_of(held.get_object(), isKept) && std::ranges::all_of(metadata, isSame);
}

} // namespace

template<typename Value>
NewTimes<Value> heartbeatIn(const Sent &sent, const Json &object, Value &part, const HeartbeatRule &rule)
{
    NewTimes<Value> times;
    NewTimes<const Json> none;
    Comparison<Value> inPart(rule.time, times);
    Comparison<const Json> elsewhere({}, none);
    const auto isHeartbeat = [&](const auto &member) {
        if (std::string_view(member.key()) == rule.part)
            return inPart.onlyTimesDiffer(member.value(), part, sent.isWhole);
        const Json *held = api::member(object.get_object(), member.key());
        if (held && sent.isWhole && member.key() == "metadata")
            return isSameMetadata(member.value(), *held);
        return held && elsewhere.onlyTimesDiffer(member.value(), *held, sent.isWhole);
    };
    if (!sent.json.is_object()
        || (sent.isWhole && sent.json.get_object().size() != object.get_object().size())
        || !std::ranges::all_of(sent.json.get_object(), isHeartbeat))
        times.clear();
    return times;
}

template NewTimes<Json> heartbeatIn(const Sent &, const Json &, Json &, const HeartbeatRule &);
template NewTimes<const Json> heartbeatIn(const Sent &, const Json &, const Json &, const HeartbeatRule &);

void overwrite(const NewTimes<Json> &times)
{
    for (const NewTime<Json> &time : times)
        time.held->get_string().assign(time.text);
}

Json *ownHeartbeatPart(const Entry &entry)
{
    return base::uniqueMutable(entry.object) ? entry.heartbeatPart : nullptr;
}

Json &writableHeartbeatPart(Entry &entry, std::string_view part)
{
    if (Json *own = ownHeartbeatPart(entry))
        return *own;
    JsonObject &object = writable(entry.object).get_object();
    entry.heartbeatPart = api::member(object, part);
    entry.versionField = api::member(api::member(object, "metadata")->get_object(), "resourceVersion");
    return *entry.heartbeatPart;
}

} // namespace core::lab
