// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The informers of one cluster: one per kind, shared by all who read that kind.

#include "core/runtime/informer.h"

namespace core::runtime {

/// Makes the informer of a kind that informers.cpp lists. What an informer does is compiled there, once a
/// kind, and not wherever one is asked for.
template<typename T>
std::unique_ptr<InformerBase> makeInformer(
    client::Client &client, base::Clock &clock, const base::Chance &chance, InformerOptions options);

class InformerSet
{
public:
    InformerSet(
        client::Client &client, base::Clock &clock, const base::Chance &chance, InformerOptions options)
        : m_client(client)
        , m_clock(clock)
        , m_chance(chance)
        , m_options(std::move(options))
    {
    }

    /// The informer of that kind; made on the first call.
    template<typename T>
    Informer<T> &of()
    {
        return ofNamespace<T>(m_options.ns);
    }

    /// The informer of a kind of which only that namespace is wanted; the first call for a kind decides.
    template<typename T>
    Informer<T> &ofNamespace(const std::string &ns)
    {
        InformerOptions options = m_options;
        options.ns = ns;
        return with<T>(std::move(options));
    }

    /// The informer of a kind that nobody waits for where it is refused (InformerBase::State::Absent); the
    /// first call for a kind decides.
    template<typename T>
    Informer<T> &ofOptional(std::optional<OlderForm> older = {})
    {
        InformerOptions options = m_options;
        options.isOptional = true;
        options.older = older;
        return with<T>(std::move(options));
    }

    /// Informers start in the order in which they were made, so that equal programs send equal requests.
    void start();
    void stop();
    void relist();
    void reconnect();
    bool allSynced() const;
    /// Hands a write's response to the informer of its kind, if there is one.
    void offer(const api::Resource &resource, const api::JsonPtr &object);
    std::vector<const InformerBase *> list() const;
    /// The listener is called whenever an informer's state changes.
    base::Subscription onState(std::function<void()> listener)
    {
        return m_toldOfState.add(std::move(listener));
    }

private:
    template<typename T>
    Informer<T> &with(InformerOptions options)
    {
        InformerBase *known = find(api::resourceOf<T>());
        return static_cast<Informer<T> &>(
            known ? *known : add(makeInformer<T>(m_client, m_clock, m_chance, std::move(options))));
    }
    InformerBase *find(const api::Resource &resource) const;
    InformerBase &add(std::unique_ptr<InformerBase> informer);

    client::Client &m_client;
    base::Clock &m_clock;
    const base::Chance &m_chance;
    InformerOptions m_options;
    std::vector<std::unique_ptr<InformerBase>> m_informers;
    base::Subscriptions m_subscriptions;
    base::Listeners<> m_toldOfState;
};

} // namespace core::runtime
