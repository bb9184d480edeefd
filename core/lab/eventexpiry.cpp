// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/eventexpiry.h"

namespace core::lab {

namespace {
constexpr auto lifetime = std::chrono::hours(1);
}

void EventExpiry::notice(const Collection &collection, const api::ObjectKey &key, const Change &change)
{
    if (collection.name() == "/events" && change.type != Change::Type::Deleted)
        expect(key, change.revision);
}

void EventExpiry::noticeAll()
{
    for (const auto &[key, entry] : m_cluster.registry.find("", "events")->collection->objects())
        expect(key, entry.revision);
}

void EventExpiry::expect(const api::ObjectKey &key, Revision revision)
{
    m_due.push_back({m_cluster.clock.now() + lifetime, key, revision});
    if (!m_timer.isActive())
        arm();
}

void EventExpiry::arm()
{
    if (!m_due.empty())
        m_timer = m_cluster.clock.callAt(m_due.front().time, [this] { expire(); });
}

void EventExpiry::expire()
{
    ResourceType *events = m_cluster.registry.find("", "events");
    while (!m_due.empty() && m_due.front().time <= m_cluster.clock.now()) {
        const Due due = std::move(m_due.front());
        m_due.pop_front();
        const auto *entry = events->collection->find(due.key);
        if (entry && entry->revision == due.revision)
            (void)m_writer.remove({events, nullptr, due.key});
    }
    arm();
}

} // namespace core::lab
