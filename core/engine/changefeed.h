// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gathers what the informers show into one ChangeSet, the last version of each object winning. At most one
// ChangeSet is with the receiver at a time: a slow window gets fewer and larger ones, never a backlog. Until
// it is sent it holds no objects, only keys.

#include "core/engine/values.h"
#include "core/runtime/informerset.h"

#include <QTimer>

#include <unordered_set>

namespace core::engine {

class ChangeFeed
{
public:
    using Send = std::function<void(ChangeSet)>;

    /// Passes on what was gathered, at most 20 times a second of real time, from the event loop.
    explicit ChangeFeed(Send send);

    /// The receiver is there: the first ChangeSet follows, with what was gathered until now.
    void open();
    /// The receiver has taken the last ChangeSet in.
    void acknowledge();
    void follow(runtime::InformerSet &informers, bool withEvents);
    void addFact(timeline::Fact fact);
    void addEpisode(const timeline::Episode &episode);
    /// Something outside the objects changed (the status).
    void mark();

private:
    enum class Receiver { Absent, Ready, Busy };

    template<typename T>
    struct Pending {
        const runtime::Store<T> *store = nullptr; ///< null while the kind is not followed
        std::unordered_set<api::ObjectKey> keys; ///< of what came, changed or went
    };

    template<typename T>
    void gather(runtime::Informer<T> &informer, Pending<T> &pending);
    template<typename T>
    static Changes<T> drain(Pending<T> &pending);
    void schedule();
    void send();
    ChangeSet take();

    Send m_send;
    QTimer m_turn;
    Receiver m_receiver = Receiver::Absent;
    bool m_marked = false;
    bool m_first = true;
    PerKind<Pending> m_objects;
    base::Subscriptions m_subscriptions;
    std::vector<timeline::Fact> m_facts;
    std::map<std::uint64_t, timeline::Episode> m_episodes;
};

} // namespace core::engine
