// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/workqueue.h"

#include <algorithm>

namespace core::runtime {

namespace {
constexpr std::chrono::milliseconds firstDelay {5};
constexpr std::chrono::seconds longestDelay {1000};
} // namespace

WorkQueue::WorkQueue(base::Clock &clock, std::function<void()> ready)
    : m_clock(clock)
    , m_ready(std::move(ready))
{
}

void WorkQueue::add(const api::ObjectKey &key)
{
    if (!m_dirty.insert(key).second)
        return;
    if (m_processing.contains(key))
        return;
    m_queue.push_back(key);
    m_ready();
}

void WorkQueue::addAfter(const api::ObjectKey &key, base::Duration delay)
{
    if (delay <= base::Duration::zero())
        return add(key);
    const base::Time due = base::addSaturated(m_clock.now(), delay);
    const auto [entry, isNew] = m_due.try_emplace(key, due);
    if (!isNew) {
        if (entry->second <= due)
            return;
        m_waiting.erase({entry->second, key});
        entry->second = due;
    }
    m_waiting.emplace(due, key);
    arm();
}

void WorkQueue::addRateLimited(const api::ObjectKey &key)
{
    const int failures = m_failures[key]++;
    const base::Duration delay = firstDelay * (1LL << std::min(failures, 18));
    addAfter(key, std::min<base::Duration>(delay, longestDelay));
}

void WorkQueue::forget(const api::ObjectKey &key)
{
    m_failures.erase(key);
}

std::optional<api::ObjectKey> WorkQueue::take()
{
    if (m_queue.empty())
        return std::nullopt;
    api::ObjectKey key = std::move(m_queue.front());
    m_queue.pop_front();
    m_dirty.erase(key);
    m_processing.insert(key);
    return key;
}

void WorkQueue::done(const api::ObjectKey &key)
{
    if (m_processing.erase(key) == 0 || !m_dirty.contains(key))
        return;
    m_queue.push_back(key);
    m_ready();
}

void WorkQueue::clear()
{
    m_queue.clear();
    m_dirty.clear();
    m_waiting.clear();
    m_due.clear();
    m_failures.clear();
    m_timer.cancel();
}

void WorkQueue::arm()
{
    if (m_waiting.empty())
        return m_timer.cancel();
    const base::Time due = m_waiting.begin()->first;
    if (m_timer.isActive() && m_armedFor == due)
        return;
    m_armedFor = due;
    m_timer = m_clock.callAt(due, [this] { release(); });
}

void WorkQueue::release()
{
    while (!m_waiting.empty() && m_waiting.begin()->first <= m_clock.now()) {
        const api::ObjectKey key = m_waiting.begin()->second;
        m_waiting.erase(m_waiting.begin());
        m_due.erase(key);
        add(key);
    }
    arm();
}

} // namespace core::runtime
