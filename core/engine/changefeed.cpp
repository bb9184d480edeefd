// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/changefeed.h"

namespace core::engine {

namespace {
constexpr std::chrono::milliseconds sendEvery {50};
}

ChangeFeed::ChangeFeed(Send send) : m_send(std::move(send))
{
    m_turn.setSingleShot(true);
    m_turn.setInterval(sendEvery);
    QObject::connect(&m_turn, &QTimer::timeout, &m_turn, [this] { this->send(); });
}

void ChangeFeed::open()
{
    m_receiver = Receiver::Ready;
    mark();
}

void ChangeFeed::acknowledge()
{
    if (m_receiver != Receiver::Busy)
        return;
    m_receiver = Receiver::Ready;
    schedule();
}

void ChangeFeed::follow(runtime::InformerSet &informers, bool withEvents)
{
    m_objects.each([&]<typename T>(Pending<T> &pending) {
        if (withEvents || !std::is_same_v<T, api::Event>)
            gather(informers.of<T>(), pending);
    });
}

template<typename T>
void ChangeFeed::gather(runtime::Informer<T> &informer, Pending<T> &pending)
{
    pending.store = &informer.store();
    const auto note = [this, &pending](const T &object) {
        pending.keys.insert(object.key());
        mark();
    };
    m_subscriptions.push_back(
        informer.onChange([note](const auto &before, const auto &after) { note(after ? *after : *before); }));
    m_subscriptions.push_back(informer.onHeartbeat(note));
}

void ChangeFeed::addFact(timeline::Fact fact)
{
    m_facts.push_back(std::move(fact));
    mark();
}

void ChangeFeed::addEpisode(const timeline::Episode &episode)
{
    m_episodes.insert_or_assign(episode.id, episode);
    mark();
}

void ChangeFeed::mark()
{
    m_marked = true;
    schedule();
}

/// Follows every change of what it looks at, so that nothing gathered is left without a turn.
void ChangeFeed::schedule()
{
    if (m_receiver == Receiver::Ready && m_marked && !m_turn.isActive())
        m_turn.start();
}

void ChangeFeed::send()
{
    m_receiver = Receiver::Busy;
    m_send(take());
}

template<typename T>
Changes<T> ChangeFeed::drain(Pending<T> &pending)
{
    Changes<T> changes;
    for (const api::ObjectKey &key : std::exchange(pending.keys, {})) {
        if (auto object = pending.store->find(key))
            changes.upserts.push_back(std::move(object));
        else
            changes.removed.push_back(key);
    }
    return changes;
}

ChangeSet ChangeFeed::take()
{
    m_marked = false;
    ChangeSet changes;
    changes.reset = std::exchange(m_first, false);
    m_objects.each([&]<typename T>(Pending<T> &pending) { changes.of<T>() = drain(pending); });
    changes.facts = std::exchange(m_facts, {});
    for (auto &[id, episode] : std::exchange(m_episodes, {}))
        changes.episodes.push_back(std::move(episode));
    return changes;
}

} // namespace core::engine
