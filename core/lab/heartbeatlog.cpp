// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/heartbeatlog.h"

#include <algorithm>

namespace core::lab {

void HeartbeatLog::add(KeyedEntry &place)
{
    constexpr std::size_t spare = 100;
    drop(place.second);
    const std::size_t live = m_heartbeats.size() - m_dropped;
    if (m_dropped > live + spare) // one that falls silent must not keep all that follow
        removeDropped();
    m_heartbeats.push_back({place.second.revision, &place});
    place.second.heartbeat = m_passed + m_heartbeats.size();
}

void HeartbeatLog::removeDropped()
{
    const auto gone =
        std::ranges::remove_if(m_heartbeats, [](const Heartbeat &heartbeat) { return !heartbeat.place; });
    m_heartbeats.erase(gone.begin(), gone.end());
    m_dropped = 0;
    for (std::size_t i = 0; i < m_heartbeats.size(); ++i)
        m_heartbeats[i].place->second.heartbeat = m_passed + i + 1;
}

void HeartbeatLog::drop(Entry &entry)
{
    if (entry.heartbeat == 0)
        return;
    m_heartbeats[entry.heartbeat - m_passed - 1].place = nullptr;
    ++m_dropped;
    entry.heartbeat = 0;
    for (; !m_heartbeats.empty() && !m_heartbeats.front().place; ++m_passed) {
        m_heartbeats.pop_front();
        --m_dropped;
    }
}

const KeyedEntry *HeartbeatLog::at(Revision revision) const
{
    const auto found = std::ranges::lower_bound(m_heartbeats, revision, {}, &Heartbeat::revision);
    return found != m_heartbeats.end() && found->revision == revision ? found->place : nullptr;
}

std::vector<Revision> HeartbeatLog::after(Revision revision) const
{
    std::vector<Revision> revisions;
    for (auto at = std::ranges::upper_bound(m_heartbeats, revision, {}, &Heartbeat::revision);
         at != m_heartbeats.end(); ++at) {
        if (at->place)
            revisions.push_back(at->revision);
    }
    return revisions;
}

} // namespace core::lab
