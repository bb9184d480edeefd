// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/discoveredkinds.h"

#include <algorithm>
#include <set>

namespace core::controlplane {

using api::ObjectKey;

namespace {

constexpr std::chrono::seconds settling {1}; // definitions come in numbers
constexpr std::chrono::seconds askAgain {5};
constexpr std::string_view definitions = "customresourcedefinitions.apiextensions.k8s.io";

std::string nameOf(const api::Resource &resource)
{
    return resource.plural + "." + resource.group;
}

/// Nothing for subresources, for what can't be watched and deleted, and for Events, of which there are many
/// and which nobody owns.
std::optional<api::Resource> collectible(const api::Json &listed, std::string_view groupVersion)
{
    const std::string plural(api::textAt(listed, {"name"}));
    const auto &verbs = listAt(listed, "verbs");
    const auto offers = [&](const char *verb) {
        return std::ranges::find(verbs, api::Json(verb)) != verbs.end();
    };
    if (plural.empty() || plural.find('/') != std::string::npos || plural == "events" || !offers("list")
        || !offers("watch") || !offers("delete") || !offers("patch"))
        return std::nullopt;
    const api::Json *namespaced = api::find(listed, {"namespaced"});
    const std::size_t slash = groupVersion.find('/');
    const bool isCore = slash == std::string_view::npos;
    return api::Resource {std::string(isCore ? "" : groupVersion.substr(0, slash)),
        std::string(isCore ? groupVersion : groupVersion.substr(slash + 1)),
        std::string(api::textAt(listed, {"kind"})), plural,
        namespaced && namespaced->is_bool() && namespaced->get_bool()};
}

MetaPointer trimmed(api::ObjectMeta meta)
{
    meta.labels.clear();
    meta.annotations.clear();
    return std::make_shared<const api::ObjectMeta>(std::move(meta));
}

} // namespace

const api::JsonArray &listAt(const api::Json &json, std::string_view name)
{
    static const api::JsonArray none;
    const api::Json *found = api::find(json, {name});
    return found && found->is_array() ? found->get_array() : none;
}

std::vector<std::string> versionPaths(const api::Json &groups)
{
    std::vector<std::string> paths;
    for (const api::Json &group : listAt(groups, "groups")) {
        const std::string_view preferred = api::textAt(group, {"preferredVersion", "groupVersion"});
        for (const api::Json &version : listAt(group, "versions")) {
            const std::string_view name = api::textAt(version, {"groupVersion"});
            if (name != preferred && name.find('/') != std::string_view::npos)
                paths.push_back("/apis/" + std::string(name));
        }
        if (preferred.find('/') != std::string_view::npos)
            paths.push_back("/apis/" + std::string(preferred));
    }
    paths.emplace_back("/api/v1");
    return paths;
}

MetaInformer::MetaInformer(client::Client &client, base::Clock &clock, const base::Chance &chance,
    const api::Resource &resource, bool hasVersions, Listener changed)
    : InformerBase(client, clock, chance, resource, {.metadataOnly = hasVersions})
    , m_changed(std::move(changed))
    , m_hasVersions(hasVersions)
{
}

MetaPointer MetaInformer::find(const ObjectKey &key) const
{
    const auto found = m_objects.find(key);
    return found == m_objects.end() ? nullptr : found->second;
}

std::vector<MetaPointer> MetaInformer::ownedBy(const std::string &uid) const
{
    std::vector<MetaPointer> owned;
    if (const auto found = m_byOwner.find(uid); found != m_byOwner.end()) {
        for (const auto &[key, meta] : found->second)
            owned.push_back(meta);
    }
    return owned;
}

std::vector<MetaPointer> MetaInformer::list() const
{
    std::vector<MetaPointer> all;
    for (const auto &[key, meta] : m_objects)
        all.push_back(meta);
    return all;
}

base::Result<> MetaInformer::put(const ObjectKey &key, const api::JsonPtr &object)
{
    const api::Json *metadata = api::find(*object, {"metadata"});
    auto decoded = api::decode<api::ObjectMeta>(metadata ? *metadata : api::Json(api::JsonObject()));
    if (!decoded)
        return tl::unexpected(decoded.error());
    const MetaPointer before = find(key);
    const MetaPointer after = trimmed(*std::move(decoded));
    m_objects[key] = after;
    index(before, after);
    m_changed(before, after);
    return {};
}

void MetaInformer::remove(const ObjectKey &key)
{
    const MetaPointer before = find(key);
    if (!before)
        return;
    m_objects.erase(key);
    index(before, nullptr);
    m_changed(before, nullptr);
}

void MetaInformer::index(const MetaPointer &before, const MetaPointer &after)
{
    if (before) {
        for (const std::string &uid : ownerUids(*before)) {
            const auto owned = m_byOwner.find(uid);
            if (owned != m_byOwner.end() && owned->second.erase(before->key()) && owned->second.empty())
                m_byOwner.erase(owned);
        }
    }
    if (after) {
        for (const std::string &uid : ownerUids(*after))
            m_byOwner[uid][after->key()] = after;
    }
}

std::vector<ObjectKey> MetaInformer::keys() const
{
    std::vector<ObjectKey> all;
    for (const auto &[key, meta] : m_objects)
        all.push_back(key);
    return all;
}

std::uint64_t MetaInformer::heldRevision(const ObjectKey &key) const
{
    const MetaPointer held = find(key);
    return held ? runtime::revisionIn(held->resourceVersion) : 0;
}

/// What the server has said so far.
struct DiscoveredKinds::Discovery {
    std::vector<std::string>
        versions; ///< "/api/v1", "/apis/<group>/<version>": still to be asked, last first
    std::vector<api::Resource> found; ///< each kind once, in the version that its group prefers
    std::set<std::string> several; ///< names of those with more than one version
};

DiscoveredKinds::DiscoveredKinds(client::Client &client, base::Clock &clock, const base::Chance &chance,
    std::vector<const api::Resource *> known)
    : m_client(client)
    , m_clock(clock)
    , m_chance(chance)
    , m_known(std::move(known))
{
}

void DiscoveredKinds::start()
{
    discover();
}

void DiscoveredKinds::stop()
{
    m_run.reset();
    m_again.cancel();
    m_hasAsked = false;
    for (const auto &[name, kind] : m_kinds) {
        kind->stop();
        m_toldOfGone(kind);
    }
    m_states.clear();
    m_kinds.clear();
}

void DiscoveredKinds::discover()
{
    m_again.cancel();
    ask("/apis", [this](const api::Json &groups) {
        auto discovery = std::make_shared<Discovery>();
        discovery->versions = versionPaths(groups);
        askNext(discovery);
    });
}

void DiscoveredKinds::askNext(const DiscoveryPointer &discovery)
{
    if (discovery->versions.empty())
        return take(*discovery);
    const std::string version = std::move(discovery->versions.back());
    discovery->versions.pop_back();
    ask(version, [this, discovery](const api::Json &resources) {
        for (const api::Json &listed : listAt(resources, "resources")) {
            auto resource = collectible(listed, api::textAt(resources, {"groupVersion"}));
            if (!resource)
                continue;
            const bool isKnown = std::ranges::any_of(
                discovery->found, [&](const auto &other) { return nameOf(other) == nameOf(*resource); });
            if (isKnown)
                discovery->several.insert(nameOf(*resource));
            else
                discovery->found.push_back(*std::move(resource));
        }
        askNext(discovery);
    });
}

void DiscoveredKinds::take(const Discovery &discovery)
{
    const auto isServed = [&](const auto &kind) {
        return std::ranges::find(discovery.found, kind.second->resource()) != discovery.found.end()
            && discovery.several.contains(kind.first) == kind.second->hasVersions();
    };
    for (auto kind = m_kinds.begin(); kind != m_kinds.end();) {
        if (isServed(*kind)) {
            ++kind;
            continue;
        }
        const KindPointer gone = kind->second;
        m_states.erase(kind->first);
        kind = m_kinds.erase(kind);
        gone->stop();
        m_toldOfGone(gone);
    }
    for (const api::Resource &resource : discovery.found) {
        const bool isKnown = std::ranges::any_of(
            m_known, [&](const api::Resource *known) { return nameOf(*known) == nameOf(resource); });
        if (!isKnown && !m_kinds.contains(nameOf(resource)))
            add(resource, discovery.several.contains(nameOf(resource)));
    }
    m_hasAsked = true;
    tellIfFilled();
}

void DiscoveredKinds::tellIfFilled() const
{
    if (m_hasAsked && std::ranges::all_of(m_kinds, [](const auto &kind) { return kind.second->isFilled(); }))
        m_toldOfFilled();
}

void DiscoveredKinds::add(const api::Resource &resource, bool hasVersions)
{
    const std::string shape =
        api::collectionPath(resource, {}) + (resource.namespaced ? " " : " /") + resource.kind;
    auto &kept = m_resources[shape];
    if (!kept)
        kept = std::make_unique<const api::Resource>(resource);
    const std::string name = nameOf(resource);
    const auto changed = [this, name](const MetaPointer &before, const MetaPointer &after) {
        const auto kind = m_kinds.find(name);
        if (kind != m_kinds.end())
            m_toldOfChange(kind->second, before, after);
        if (name == definitions && !m_again.isActive())
            m_again = m_clock.callAfter(settling, [this] { discover(); });
    };
    const auto kind =
        std::make_shared<MetaInformer>(m_client, m_clock, m_chance, *kept, hasVersions, changed);
    m_kinds.emplace(name, kind);
    m_toldOfKind(kind);
    m_states[name] = kind->onState([this] { tellIfFilled(); });
    kind->start();
}

/// Goes on with a good answer; else all of it is asked again.
void DiscoveredKinds::ask(const std::string &path, std::function<void(const api::Json &)> next)
{
    api::Request request;
    request.path = path;
    m_client.send(std::move(request),
        m_run.bind([this, next = std::move(next)](const base::Result<api::Response> &answer) {
            if (answer && answer->code == 200 && answer->body)
                return next(*answer->body);
            m_again = m_clock.callAfter(askAgain, [this] { discover(); });
        }));
}

} // namespace core::controlplane
