// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/healthcheck/remediationobjects.h"

#include <algorithm>

namespace core::controllers {

namespace {

constexpr std::chrono::seconds askAgain {30};

/// The objects of a kind that is known only at run time, as the server shows them.
class Objects : public runtime::InformerBase
{
public:
    Objects(client::Client &client, base::Clock &clock, const base::Chance &chance,
        const api::Resource &resource, std::function<void()> changed)
        : InformerBase(client, clock, chance, resource, {})
        , m_changed(std::move(changed))
    {
    }

    api::JsonPtr find(const api::ObjectKey &key) const
    {
        const auto found = m_objects.find(key);
        return found == m_objects.end() ? nullptr : found->second;
    }

protected:
    base::Result<> put(const api::ObjectKey &key, const api::JsonPtr &object) override
    {
        m_objects[key] = object;
        m_changed();
        return {};
    }
    bool putHeartbeat(const api::Json &, std::uint64_t, const api::Heartbeat &) override { return false; }
    void remove(const api::ObjectKey &key) override
    {
        m_objects.erase(key);
        m_changed();
    }
    std::vector<api::ObjectKey> keys() const override
    {
        std::vector<api::ObjectKey> all;
        for (const auto &[key, object] : m_objects)
            all.push_back(key);
        return all;
    }
    std::uint64_t heldRevision(const api::ObjectKey &key) const override
    {
        const api::JsonPtr held = find(key);
        return held ? runtime::revisionOf(*held) : 0;
    }

private:
    std::map<api::ObjectKey, api::JsonPtr> m_objects;
    std::function<void()> m_changed;
};

std::optional<api::Resource> resourceIn(
    const api::Json &discovered, const std::string &apiVersion, const std::string &kind)
{
    const api::Json *resources = api::find(discovered, {"resources"});
    if (!resources || !resources->is_array())
        return std::nullopt;
    const std::size_t slash = apiVersion.find('/');
    for (const api::Json &resource : resources->get_array()) {
        const std::string name(api::textAt(resource, {"name"}));
        if (api::textAt(resource, {"kind"}) != kind || name.find('/') != std::string::npos)
            continue;
        const api::Json *namespaced = api::find(resource, {"namespaced"});
        return api::Resource {slash == std::string::npos ? std::string() : apiVersion.substr(0, slash),
            slash == std::string::npos ? apiVersion : apiVersion.substr(slash + 1), kind, name,
            namespaced && namespaced->is_bool() && namespaced->get_bool()};
    }
    return std::nullopt;
}

} // namespace

class RemediationObjects::Kind
{
public:
    Kind(RemediationObjects &all, std::string apiVersion, std::string kind)
        : m_all(all)
        , m_apiVersion(std::move(apiVersion))
        , m_kind(std::move(kind))
    {
        ask();
    }

    const api::Resource *resource() const { return m_objects ? &*m_resource : nullptr; }
    api::JsonPtr find(const api::ObjectKey &key) const { return m_objects ? m_objects->find(key) : nullptr; }

private:
    void ask()
    {
        api::Request request;
        const bool isCore = m_apiVersion.find('/') == std::string::npos;
        request.path = (isCore ? "/api/" : "/apis/") + m_apiVersion;
        m_all.m_client.send(std::move(request),
            m_scope.bind([this](const base::Result<api::Response> &response) { take(response); }));
    }

    void take(const base::Result<api::Response> &response)
    {
        if (response && response->body)
            m_resource = resourceIn(*response->body, m_apiVersion, m_kind);
        if (!m_resource) {
            m_again = m_all.m_clock.callAfter(askAgain, [this] { ask(); });
            return;
        }
        const auto changed = [&all = m_all] { all.m_toldOfChange(); };
        m_objects =
            std::make_unique<Objects>(m_all.m_client, m_all.m_clock, m_all.m_chance, *m_resource, changed);
        m_objects->start();
        changed();
    }

    RemediationObjects &m_all;
    const std::string m_apiVersion;
    const std::string m_kind;
    std::optional<api::Resource> m_resource;
    std::unique_ptr<Objects> m_objects;
    base::Timer m_again;
    base::Scope m_scope;
};

std::string requestKindOf(const std::string &templateKind)
{
    constexpr std::string_view suffix = "Template";
    return templateKind.ends_with(suffix) ? templateKind.substr(0, templateKind.size() - suffix.size()) : "";
}

RemediationObjects::RemediationObjects(
    client::Client &client, runtime::InformerSet &informers, base::Clock &clock, const base::Chance &chance)
    : m_client(client)
    , m_clock(clock)
    , m_chance(chance)
{
    m_checks = informers.of<api::MachineHealthCheck>().onChange([this](const auto &, const auto &check) {
        if (!check || !check->spec.remediationTemplate)
            return;
        const api::ObjectReference &reference = *check->spec.remediationTemplate;
        want(reference.apiVersion, reference.kind);
        want(reference.apiVersion, requestKindOf(reference.kind));
    });
}

RemediationObjects::~RemediationObjects() = default;

void RemediationObjects::want(const std::string &apiVersion, const std::string &kind)
{
    if (apiVersion.empty() || kind.empty())
        return;
    auto &known = m_kinds[{apiVersion, kind}];
    if (!known)
        known = std::make_unique<Kind>(*this, apiVersion, kind);
}

const api::Resource *RemediationObjects::resource(
    const std::string &apiVersion, const std::string &kind) const
{
    const auto found = m_kinds.find({apiVersion, kind});
    return found == m_kinds.end() ? nullptr : found->second->resource();
}

api::JsonPtr RemediationObjects::find(const api::Resource &resource, const api::ObjectKey &key) const
{
    const auto found = m_kinds.find({resource.apiVersion(), resource.kind});
    return found == m_kinds.end() ? nullptr : found->second->find(key);
}

} // namespace core::controllers
