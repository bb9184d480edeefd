// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/namespaces.h"

#include "core/controlplane/discoveredkinds.h"

#include <algorithm>
#include <map>

namespace core::controlplane {

using api::Method;

namespace {

constexpr std::chrono::seconds nextLook {1};

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

template<typename Visit>
void forEachIn(const api::Response &list, Visit visit)
{
    if (list.list) {
        for (const api::JsonPtr &item : list.list->items)
            visit(*item);
    } else if (list.body) {
        for (const api::Json &item : listAt(*list.body, "items"))
            visit(item);
    }
}

bool isEmpty(const api::Response &list)
{
    return list.list ? list.list->items.empty() : !list.body || listAt(*list.body, "items").empty();
}

using Counts = std::map<std::string, int>; ///< of objects, by what they have in common

std::string textOf(const Counts &counts, std::string_view between)
{
    std::string text;
    for (const auto &[what, count] : counts)
        text += (text.empty() ? "" : ", ") + what + std::string(between) + std::to_string(count)
            + " resource instances";
    return text;
}

api::JsonObject condition(std::string_view type, bool isTrue, std::string_view reason, std::string message)
{
    return {{"type", type}, {"status", isTrue ? "True" : "False"}, {"reason", reason},
        {"message", std::move(message)}};
}

/// A sweep in which an answer is missing says nothing, and begins anew.
std::vector<api::JsonObject> nothingFailed()
{
    return {condition("NamespaceDeletionDiscoveryFailure", false, "ResourcesDiscovered",
                "All resources successfully discovered"),
        condition("NamespaceDeletionGroupVersionParsingFailure", false, "ParsedGroupVersions",
            "All legacy kube types successfully parsed"),
        condition("NamespaceDeletionContentFailure", false, "ContentDeleted",
            "All content successfully deleted, may be waiting on finalization")};
}

api::JsonObject contentCondition(const Counts &left)
{
    constexpr std::string_view type = "NamespaceContentRemaining";
    if (left.empty())
        return condition(type, false, "ContentRemoved", "All content successfully removed");
    return condition(
        type, true, "SomeResourcesRemain", "Some resources are remaining: " + textOf(left, " has "));
}

api::JsonObject finalizersCondition(const Counts &left)
{
    constexpr std::string_view type = "NamespaceFinalizersRemaining";
    if (left.empty())
        return condition(type, false, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
    return condition(type, true, "SomeFinalizersRemain",
        "Some content in the namespace has finalizers remaining: " + textOf(left, " in "));
}

/// Those of the conditions that the namespace does not show yet, with the time of their change.
api::JsonArray newsFor(const api::Json &ns, const std::vector<api::JsonObject> &conditions, base::Time now)
{
    const api::Json *status = api::find(ns, {"status"});
    const auto heldOf = [&](std::string_view type) -> const api::Json * {
        const api::JsonArray &all = listAt(status ? *status : ns, "conditions");
        const auto found = std::ranges::find_if(
            all, [&](const api::Json &one) { return api::textAt(one, {"type"}) == type; });
        return found == all.end() ? nullptr : &*found;
    };
    api::JsonArray news;
    for (api::JsonObject wanted : conditions) {
        const api::Json wantedJson(wanted);
        const api::Json *held = heldOf(api::textAt(wantedJson, {"type"}));
        const auto isSame = [&](std::string_view member) {
            return held && api::textAt(*held, {member}) == api::textAt(wantedJson, {member});
        };
        if (isSame("status") && isSame("reason") && isSame("message"))
            continue;
        const bool turned = !isSame("status");
        wanted.emplace("lastTransitionTime",
            turned ? api::formatTime(now) : std::string(api::textAt(*held, {"lastTransitionTime"})));
        news.emplace_back(std::move(wanted));
    }
    return news;
}

} // namespace

/// One pass over everything in a namespace.
struct Namespaces::Sweep {
    struct Target {
        std::string path; ///< of a collection inside the namespace
        std::string resource; ///< "<plural>.<group>", as conditions call it
    };

    api::ObjectKey key;
    std::vector<std::string>
        versions; ///< "/api/v1", "/apis/<group>/<version>": to be asked for their resources
    std::vector<Target> targets; ///< to be emptied
    bool foundSomething = false;
    Counts content; ///< left after the deletion, by resource
    Counts finalizers; ///< that hold it, by name

    void count(const Target &target, const api::Response &left)
    {
        forEachIn(left, [&](const api::Json &object) {
            ++content[target.resource];
            const api::Json *metadata = api::find(object, {"metadata"});
            for (const api::Json &finalizer : listAt(metadata ? *metadata : object, "finalizers")) {
                if (finalizer.is_string())
                    ++finalizers[api::text(finalizer.get_string())];
            }
        });
    }
};

Namespaces::Namespaces(
    runtime::Informer<api::Namespace> &namespaces, client::Client &client, base::Clock &clock)
    : m_namespaces(namespaces.store())
    , m_client(client)
    , m_clock(clock)
    , m_queue(clock, [this] { begin(); })
{
    m_changes = namespaces.onChange([this](const auto &, const auto &after) {
        if (after)
            look(*after);
    });
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
        sweep->versions = versionPaths(*groups.body);
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
        const std::string groupVersion(api::textAt(*resources.body, {"groupVersion"}));
        const std::size_t slash = groupVersion.find('/');
        const std::string group = "." + (slash == std::string::npos ? "" : groupVersion.substr(0, slash));
        const std::string path = version + "/namespaces/" + sweep->key.name + "/";
        for (const api::Json &resource : listAt(*resources.body, "resources")) {
            const std::string plural(api::textAt(resource, {"name"}));
            const bool isKnown = std::ranges::find(sweep->targets, plural + group, &Sweep::Target::resource)
                != sweep->targets.end();
            if (canBeEmptied(resource) && !isKnown)
                sweep->targets.push_back({path + plural, plural + group});
        }
        readResources(sweep);
    });
}

void Namespaces::emptyNext(const SweepPointer &sweep)
{
    if (sweep->targets.empty())
        return sweep->foundSomething ? report(sweep) : finalize(sweep);
    const Sweep::Target target = std::move(sweep->targets.back());
    sweep->targets.pop_back();
    ask(sweep, Method::Get, target.path, [this, sweep, target](const api::Response &list) {
        if (isEmpty(list))
            return emptyNext(sweep);
        sweep->foundSomething = true;
        const auto countLeft = [this, sweep, target](const api::Response &) {
            ask(sweep, Method::Get, target.path, [this, sweep, target](const api::Response &left) {
                sweep->count(target, left);
                emptyNext(sweep);
            });
        };
        ask(sweep, Method::Delete, target.path, countLeft,
            api::JsonObject {{"propagationPolicy", "Background"}});
    });
}

/// Says in the namespace's status what is left and what holds it.
void Namespaces::report(const SweepPointer &sweep)
{
    const std::string path = "/api/v1/namespaces/" + sweep->key.name;
    ask(sweep, Method::Get, path, [this, sweep, path](const api::Response &found) {
        std::vector<api::JsonObject> conditions = nothingFailed();
        conditions.push_back(contentCondition(sweep->content));
        conditions.push_back(finalizersCondition(sweep->finalizers));
        api::JsonArray news = newsFor(*found.body, conditions, m_clock.now());
        if (news.empty())
            return end(sweep, nextLook);
        ask(
            sweep, Method::Patch, path + "/status",
            [this, sweep](const api::Response &) { end(sweep, nextLook); },
            api::JsonObject {{"status", api::JsonObject {{"conditions", std::move(news)}}}});
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
    if (method == Method::Patch)
        request.contentType = api::contentTypes::strategicMergePatch;
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
