// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/namespaces.h"

#include <algorithm>

namespace core::controlplane {

using api::Method;

namespace {

constexpr std::chrono::seconds nextLook {1};

const api::JsonArray &listAt(const api::Json &json, std::string_view name)
{
    static const api::JsonArray none;
    const api::Json *found = api::find(json, {name});
    return found && found->is_array() ? found->get_array() : none;
}

/// A namespaced resource that can be listed and deleted, and is no subresource.
bool canBeEmptied(const api::Json &resource)
{
    const api::Json *namespaced = api::find(resource, {"namespaced"});
    const auto &verbs = listAt(resource, "verbs");
    const auto offers = [&](const char *verb) {
        return std::ranges::find(verbs, api::Json(verb)) != verbs.end();
    };
    return namespaced && namespaced->is_bool() && namespaced->get_bool() && offers("deletecollection")
        && offers("list") && api::textAt(resource, {"name"}).find('/') == std::string_view::npos;
}

bool isEmpty(const api::Response &list)
{
    return list.list ? list.list->items.empty() : !list.body || listAt(*list.body, "items").empty();
}

} // namespace

/// One pass over everything in a namespace.
struct Namespaces::Sweep {
    api::ObjectKey key;
    std::vector<std::string>
        versions; ///< "/api/v1", "/apis/<group>/<version>": to be asked for their resources
    std::vector<std::string> collections; ///< paths inside the namespace: to be emptied
    bool foundSomething = false;
};

Namespaces::Namespaces(
    runtime::Informer<api::Namespace> &namespaces, client::Client &client, base::Clock &clock)
    : m_namespaces(namespaces.store())
    , m_client(client)
    , m_queue(clock, [this] { begin(); })
{
    namespaces.onChange(m_scope.bind([this](const auto &, const auto &after) {
        if (after)
            look(*after);
    }));
}

void Namespaces::start()
{
    m_running = true;
    for (const auto &held : m_namespaces.list())
        look(*held);
}

void Namespaces::stop()
{
    m_running = false;
    m_queue.clear();
}

void Namespaces::look(const api::Namespace &seen)
{
    if (m_running && seen.metadata.isDeleting())
        m_queue.add(seen.key());
}

void Namespaces::begin()
{
    while (const auto key = m_queue.take()) {
        auto sweep = std::make_shared<Sweep>();
        sweep->key = *key;
        const auto held = m_namespaces.find(*key);
        if (m_running && held && held->metadata.isDeleting())
            readGroups(sweep);
        else
            end(sweep, {});
    }
}

void Namespaces::readGroups(const SweepPointer &sweep)
{
    ask(sweep, Method::Get, "/apis", [this, sweep](const api::Response &groups) {
        sweep->versions = {"/api/v1"};
        for (const api::Json &group : listAt(*groups.body, "groups")) {
            const std::string_view version = api::textAt(group, {"preferredVersion", "groupVersion"});
            if (version.find('/') != std::string_view::npos)
                sweep->versions.push_back("/apis/" + std::string(version));
        }
        readResources(sweep);
    });
}

void Namespaces::readResources(const SweepPointer &sweep)
{
    if (sweep->versions.empty())
        return emptyNext(sweep);
    const std::string version = std::move(sweep->versions.back());
    sweep->versions.pop_back();
    ask(sweep, Method::Get, version, [this, sweep, version](const api::Response &resources) {
        for (const api::Json &resource : listAt(*resources.body, "resources")) {
            if (canBeEmptied(resource))
                sweep->collections.push_back(version + "/namespaces/" + sweep->key.name + "/"
                    + std::string(api::textAt(resource, {"name"})));
        }
        readResources(sweep);
    });
}

void Namespaces::emptyNext(const SweepPointer &sweep)
{
    if (sweep->collections.empty())
        return sweep->foundSomething ? end(sweep, nextLook) : finalize(sweep);
    const std::string path = std::move(sweep->collections.back());
    sweep->collections.pop_back();
    ask(sweep, Method::Get, path, [this, sweep, path](const api::Response &list) {
        if (isEmpty(list))
            return emptyNext(sweep);
        sweep->foundSomething = true;
        ask(sweep, Method::Delete, path, [this, sweep](const api::Response &) { emptyNext(sweep); });
    });
}

void Namespaces::finalize(const SweepPointer &sweep)
{
    const std::string path = "/api/v1/namespaces/" + sweep->key.name;
    ask(sweep, Method::Get, path, [this, sweep, path](const api::Response &found) {
        api::Json released = *found.body;
        api::JsonObject &fields = released.get_object();
        fields["spec"] = api::JsonObject {{"finalizers", api::JsonArray()}};
        ask(
            sweep, Method::Put, path + "/finalize", [this, sweep](const api::Response &) { end(sweep, {}); },
            released);
    });
}

void Namespaces::end(const SweepPointer &sweep, std::optional<base::Duration> again)
{
    m_queue.forget(sweep->key);
    if (again && m_running)
        m_queue.addAfter(sweep->key, *again);
    m_queue.done(sweep->key);
}

void Namespaces::ask(
    const SweepPointer &sweep, Method method, const std::string &path, Next next, api::Json body)
{
    api::Request request;
    request.method = method;
    request.path = path;
    if (!body.is_null())
        request.body = api::share(std::move(body));
    m_client.send(std::move(request),
        m_scope.bind([this, sweep, next = std::move(next)](const base::Result<api::Response> &answer) {
            if (answer && m_running)
                return next(*answer);
            if (m_running)
                m_queue.addRateLimited(sweep->key);
            m_queue.done(sweep->key);
        }));
}

} // namespace core::controlplane
