// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/watchdecoder.h"

#include "core/base/log.h"
#include "core/base/number.h"

#include <algorithm>
#include <array>

HOLLOWLAB_LOG(logClient, "hollowlab.client")

namespace core::client {

namespace {

using Type = api::WatchEvent::Type;

std::optional<Type> typeOf(std::string_view text)
{
    static constexpr std::array<std::pair<std::string_view, Type>, 5> types {
        {{"ADDED", Type::Added}, {"MODIFIED", Type::Modified}, {"DELETED", Type::Deleted},
            {"BOOKMARK", Type::Bookmark}, {"ERROR", Type::Error}}};
    const auto found = std::ranges::find(types, text, [](const auto &pair) { return pair.first; });
    return found == types.end() ? std::nullopt : std::optional(found->second);
}

std::uint64_t revisionOf(const api::Json &object)
{
    const std::string_view text = api::textAt(object, {"metadata", "resourceVersion"});
    return base::parseNumber<std::uint64_t>(text).value_or(0);
}

base::Error broken(const std::string &why)
{
    return {base::ErrorKind::Transient, "the watch stream is broken: " + why, {}};
}

/// Adds the event of the line, if it is one. Returns why the line is unusable.
std::optional<base::Error> decode(std::string_view line, std::vector<api::WatchEvent> &events)
{
    if (line.find_first_not_of(" \t\r") == std::string_view::npos)
        return std::nullopt;
    auto json = api::parseJson(line);
    if (!json)
        return broken(json.error().message);
    const auto whole = api::share(std::move(*json));
    const api::Json *object = api::find(*whole, {"object"});
    if (!object || !object->is_object())
        return broken("an event has no object");
    const auto type = typeOf(api::textAt(*whole, {"type"}));
    if (!type) {
        qCWarning(logClient) << "a watch sent an event of unknown type"
                             << base::str(api::textAt(*whole, {"type"}).substr(0, 40));
        return std::nullopt;
    }
    events.push_back(
        {*type, api::JsonPtr(whole, object), revisionOf(*object)}); // shares the life of its line
    return std::nullopt;
}

} // namespace

WatchDecoder::Taken WatchDecoder::take(std::string_view bytes)
{
    Taken taken;
    while (!bytes.empty() && !taken.failure) {
        const auto end = bytes.find('\n');
        const std::string_view part = bytes.substr(0, end);
        bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
        if (m_line.size() + part.size() > m_longestLine) {
            taken.failure = broken("a line is longer than " + std::to_string(m_longestLine) + " bytes");
        } else if (end == std::string_view::npos) {
            m_line += part;
        } else if (m_line.empty()) {
            taken.failure = decode(part, taken.events);
        } else {
            m_line += part;
            taken.failure = decode(m_line, taken.events);
            m_line.clear();
        }
    }
    return taken;
}

} // namespace core::client
