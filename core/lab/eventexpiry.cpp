// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/eventexpiry.h"

namespace core::lab {

namespace {
constexpr auto lifetime = std::chrono::hours(1);
constexpr auto interval = std::chrono::minutes(1);
} // namespace

void EventExpiry::start()
{
    m_timer = m_cluster.clock.callAfter(interval, [this] { look(); });
    m_marks.push_back({m_cluster.clock.now(), m_cluster.store.revision()});
}

void EventExpiry::look()
{
    const base::Time now = m_cluster.clock.now();
    std::optional<Revision> expired;
    for (; !m_marks.empty() && m_marks.front().time <= now - lifetime; m_marks.pop_front())
        expired = m_marks.front().revision;
    if (expired)
        removeUpTo(*expired);
    start();
}

void EventExpiry::removeUpTo(Revision revision)
{
    ResourceType *events = m_cluster.registry.find("", "events");
    std::vector<api::ObjectKey> keys;
    for (const auto &[key, entry] : events->collection->objects()) {
        if (entry.revision <= revision)
            keys.push_back(key);
    }
    for (const api::ObjectKey &key : keys)
        (void)m_writer.remove({events, nullptr, key});
}

} // namespace core::lab
