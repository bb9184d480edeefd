// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gathers what the informers show into one ChangeSet, the last version of each object winning. At most one
// ChangeSet is with the receiver at a time: a slow window gets fewer and larger ones, never a backlog. Until
// it is taken it holds no objects, only keys: nobody has to come for it.

#include "core/engine/values.h"
#include "core/runtime/informerset.h"

#include <unordered_set>

namespace core::engine {

class ChangeFeed
{
public:
    /// dirty is called whenever there is something to take after there was nothing.
    explicit ChangeFeed(std::function<void()> dirty) : m_dirty(std::move(dirty)) { }

    void follow(runtime::InformerSet &informers, bool withEvents);
    void addFact(timeline::Fact fact);
    void addEpisode(const timeline::Episode &episode);
    bool isEmpty() const { return !m_marked; }
    /// Something outside the objects changed (the status).
    void mark();
    /// Everything gathered since the last take.
    ChangeSet take();

private:
    template<typename T>
    struct Pending {
        const runtime::Store<T> *store = nullptr; ///< null while the kind is not followed
        std::unordered_set<api::ObjectKey> keys; ///< of what came, changed or went
    };

    template<typename T>
    void gather(runtime::Informer<T> &informer, Pending<T> &pending);
    template<typename T>
    static Changes<T> drain(Pending<T> &pending);

    std::function<void()> m_dirty;
    bool m_marked = false;
    bool m_first = true;
    PerKind<Pending> m_objects;
    std::vector<timeline::Fact> m_facts;
    std::map<std::uint64_t, timeline::Episode> m_episodes;
};

} // namespace core::engine
