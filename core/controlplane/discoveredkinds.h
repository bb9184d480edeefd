// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every kind that the server's discovery names, custom ones included, as the garbage collector sees it: the
// metadata of its objects, kept up to date. Asks again whenever a CustomResourceDefinition changes.

#include "core/controlplane/ownedkind.h"
#include "core/runtime/informer.h"

namespace core::controlplane {

/// A list in what discovery answers; empty when there is none.
const api::JsonArray &listAt(const api::Json &json, std::string_view name);

/// Where the resources of all groups and versions are listed, by what /apis answers: "/api/v1",
/// "/apis/<group>/<version>". In the order in which they should be asked from the last to the first: of each
/// group the preferred version before the others.
std::vector<std::string> versionPaths(const api::Json &groups);

/// The objects of a kind for which there is no type: of each what the garbage collector looks at.
class MetaInformer : public runtime::InformerBase, public OwnedKind
{
public:
    using Listener = std::function<void(const MetaPointer &before, const MetaPointer &after)>;

    /// Nobody has to convert an object into the version asked for when it is the metadata alone.
    MetaInformer(client::Client &client, base::Clock &clock, const base::Chance &chance,
        const api::Resource &resource, bool hasVersions, Listener changed);

    const api::Resource &resource() const override { return InformerBase::resource(); }
    MetaPointer find(const api::ObjectKey &key) const override;
    std::vector<MetaPointer> ownedBy(const std::string &uid) const override;
    bool isFilled() const override { return hasSynced(); }
    std::vector<MetaPointer> list() const;
    /// The kind has more than one version that is served.
    bool hasVersions() const override { return m_hasVersions; }

protected:
    base::Result<> put(const api::ObjectKey &key, const api::JsonPtr &object) override;
    bool putHeartbeat(const api::Json &, std::uint64_t, const api::Heartbeat &) override { return false; }
    void remove(const api::ObjectKey &key) override;
    std::vector<api::ObjectKey> keys() const override;
    std::uint64_t heldRevision(const api::ObjectKey &key) const override;

private:
    void index(const MetaPointer &before, const MetaPointer &after);

    std::map<api::ObjectKey, MetaPointer> m_objects;
    std::map<std::string, std::map<api::ObjectKey, MetaPointer>> m_byOwner; ///< by the owner's uid
    Listener m_changed;
    const bool m_hasVersions;
};

class DiscoveredKinds
{
public:
    /// Leaves out the kinds that are known already.
    DiscoveredKinds(client::Client &client, base::Clock &clock, const base::Chance &chance,
        std::vector<const api::Resource *> known);
    DiscoveredKinds(const DiscoveredKinds &) = delete;
    DiscoveredKinds &operator=(const DiscoveredKinds &) = delete;

    using KindPointer = std::shared_ptr<MetaInformer>;
    /// The listener is called for every kind that is there from now on, before it is filled …
    base::Subscription onKind(std::function<void(const KindPointer &kind)> listener)
    {
        return m_toldOfKind.add(std::move(listener));
    }
    /// … and for each that is no longer served.
    base::Subscription onKindGone(std::function<void(const KindPointer &kind)> listener)
    {
        return m_toldOfGone.add(std::move(listener));
    }
    using ChangeListeners = base::Listeners<const KindPointer &, const MetaPointer &, const MetaPointer &>;
    /// The listener is called with the kind and one of its objects before and after the change.
    base::Subscription onChange(ChangeListeners::Listener listener)
    {
        return m_toldOfChange.add(std::move(listener));
    }

    /// The listener is called whenever all kinds that are there have been filled.
    base::Subscription onFilled(std::function<void()> listener)
    {
        return m_toldOfFilled.add(std::move(listener));
    }

    void start();
    void stop();

private:
    struct Discovery;
    using DiscoveryPointer = std::shared_ptr<Discovery>;

    void discover();
    void askNext(const DiscoveryPointer &discovery);
    void take(const Discovery &discovery);
    void add(const api::Resource &resource, bool hasVersions);
    void tellIfFilled() const;
    void ask(const std::string &path, std::function<void(const api::Json &)> next);

    client::Client &m_client;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    const std::vector<const api::Resource *> m_known;
    std::map<std::string, std::unique_ptr<const api::Resource>>
        m_resources; ///< never gone: effects point at them
    std::map<std::string, KindPointer> m_kinds; ///< by "<plural>.<group>"
    std::map<std::string, base::Subscription> m_states; ///< of the kinds
    base::Listeners<const KindPointer &> m_toldOfKind;
    base::Listeners<const KindPointer &> m_toldOfGone;
    ChangeListeners m_toldOfChange;
    base::Listeners<> m_toldOfFilled;
    bool m_hasAsked = false; ///< all was answered once
    base::Timer m_again;
    base::Scope m_run; ///< of what is wanted only until stop()
};

} // namespace core::controlplane
