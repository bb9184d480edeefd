// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An informer of nodes with a manual clock, and what a server says to it in one line each.

#include "core/api/node.h"
#include "core/runtime/informer.h"

#include "tests/unit/printing.h"
#include "tests/unit/runtime/scriptedtransport.h"

namespace informertest {

using namespace core;
using namespace std::chrono_literals;
using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::WatchEvent;
using runtime::InformerBase;
using State = runtime::InformerBase::State;

inline constexpr base::Time start {std::chrono::sys_days {std::chrono::year {2026} / 11 / 20}};

inline Json node(const std::string &name, int revision, const std::string &providerId = {})
{
    return JsonObject {{"kind", "Node"}, {"apiVersion", "v1"},
        {"metadata", JsonObject {{"name", name}, {"resourceVersion", std::to_string(revision)}}},
        {"spec", JsonObject {{"providerID", providerId}}}};
}

inline Json list(int revision, JsonArray items, const std::string &more = {})
{
    return JsonObject {{"kind", "NodeList"},
        {"metadata", JsonObject {{"resourceVersion", std::to_string(revision)}, {"continue", more}}},
        {"items", std::move(items)}};
}

inline WatchEvent event(WatchEvent::Type type, Json object)
{
    const std::uint64_t revision = runtime::revisionOf(object);
    return {type, api::share(std::move(object)), revision};
}
inline WatchEvent added(Json object)
{
    return event(WatchEvent::Type::Added, std::move(object));
}
inline WatchEvent modified(Json object)
{
    return event(WatchEvent::Type::Modified, std::move(object));
}
inline WatchEvent deleted(Json object)
{
    return event(WatchEvent::Type::Deleted, std::move(object));
}
inline WatchEvent bookmark(int revision)
{
    return event(WatchEvent::Type::Bookmark,
        JsonObject {
            {"kind", "Node"}, {"metadata", JsonObject {{"resourceVersion", std::to_string(revision)}}}});
}
inline WatchEvent failure(int code, const char *reason)
{
    return event(WatchEvent::Type::Error, api::failureStatus(code, reason, "told in the stream"));
}

inline base::Error error(base::ErrorKind kind)
{
    return {kind, "told so", {}};
}

/// An informer of nodes before a server that says what the test lets it say.
struct Bench {
    base::Clock clock {start};
    ScriptedTransport transport;
    client::Client client {transport};
    base::Chance chance {1};
    runtime::Informer<api::Node> informer;
    std::string changes; ///< "+a a -a"
    std::string states;
    base::Subscriptions subscriptions;

    explicit Bench(runtime::InformerOptions options = {})
        : informer(client, clock, chance, std::move(options))
    {
        subscriptions.push_back(informer.onChange([this](const auto &before, const auto &after) {
            changes += changes.empty() ? "" : " ";
            changes += before ? after ? "" : "-" : "+";
            changes += (after ? after : before)->metadata.name;
        }));
        subscriptions.push_back(
            informer.onState([this] { states += "SLWRA"[static_cast<std::size_t>(informer.state())]; }));
    }

    /// The informer has listed and watches, with the nodes a at 3 and b at 5, the list at 10.
    void goLive()
    {
        informer.start();
        transport.answer(list(10, {node("a", 3), node("b", 5)}));
        changes.clear();
        states.clear();
    }

    /// What the store holds: "a@3 b@5".
    std::string held() const
    {
        std::string text;
        for (const auto &object : informer.store().list())
            text +=
                (text.empty() ? "" : " ") + object->metadata.name + "@" + object->metadata.resourceVersion;
        return text;
    }
    std::string query(const api::Request &request, std::string_view name) const
    {
        return std::string(request.parameter(name));
    }
    /// The revision after which the last watch was opened.
    std::string watchedFrom() { return query(transport.lastWatch().request, "resourceVersion"); }
    /// Lets time pass until something is asked of the server again; how long that took.
    base::Duration untilNextRequest()
    {
        const base::Time before = clock.now();
        const std::size_t asked = transport.sent.size() + transport.watches.size();
        while (transport.sent.size() + transport.watches.size() == asked && clock.runNext(before + 1h)) { }
        return clock.now() - before;
    }
};

} // namespace informertest
