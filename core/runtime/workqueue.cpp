// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/workqueue.h"

#include <algorithm>

namespace core::runtime {

namespace {

constexpr std::chrono::milliseconds firstDelay {5};
constexpr std::chrono::seconds longestDelay {1000};
constexpr std::chrono::milliseconds retryEvery {100}; // for all keys together
constexpr int retryBurst = 100;

std::span<const double> workBuckets()
{
    static const std::vector<double> both = [] {
        std::vector<double> merged;
        std::ranges::set_union(queueBuckets, reconcileBuckets, std::back_inserter(merged));
        return merged;
    }();
    return both;
}

} // namespace

WorkQueue::WorkQueue(base::Clock &clock, std::function<void()> ready)
    : m_clock(clock)
    , m_ready(std::move(ready))
    , m_counters {.worked = Histogram(workBuckets())}
{
}

void WorkQueue::add(const api::ObjectKey &key)
{
    if (const auto held = m_heldUntil.find(key); held != m_heldUntil.end()) {
        if (held->second > m_clock.now())
            return addAt(key, held->second);
        m_heldUntil.erase(held);
    }
    if (!m_dirty.try_emplace(key, m_clock.now()).second)
        return;
    ++m_counters.adds;
    if (m_processing.contains(key))
        return;
    m_queue.push_back(key);
    m_ready();
}

void WorkQueue::addAfter(const api::ObjectKey &key, base::Duration delay)
{
    if (delay <= base::Duration::zero())
        return add(key);
    addAt(key, base::addSaturated(m_clock.now(), delay));
}

void WorkQueue::requeueAfter(const api::ObjectKey &key, base::Duration delay)
{
    addAt(key, base::addSaturated(m_clock.now(), delay), Cause::Requeue);
}

void WorkQueue::addAt(const api::ObjectKey &key, base::Time due, Cause cause)
{
    if (const auto held = m_heldUntil.find(key); held != m_heldUntil.end())
        due = std::max(due, held->second);
    const auto [entry, isNew] = m_delays.try_emplace(key);
    Delay &delay = entry->second;
    if (isNew) {
        delay = {&entry->first, cause, m_waiting.emplace(due, &delay)};
        return arm();
    }
    if (cause == Cause::Change)
        delay.cause = cause;
    if (due < delay.place->first)
        put(delay, due);
    arm();
}

void WorkQueue::put(Delay &delay, base::Time due)
{
    auto waiting = m_waiting.extract(delay.place);
    waiting.key() = due;
    delay.place = m_waiting.insert(std::move(waiting));
}

void WorkQueue::holdFor(const api::ObjectKey &key, base::Duration delay)
{
    m_heldUntil[key] = base::addSaturated(m_clock.now(), delay);
    if (m_processing.contains(key))
        m_dirty.erase(key);
    add(key);
}

void WorkQueue::addRateLimited(const api::ObjectKey &key, Limit limit)
{
    ++m_counters.retries;
    const int failures = m_failures[key]++;
    base::Duration delay =
        std::min<base::Duration>(firstDelay * (1LL << std::min(failures, 18)), longestDelay);
    if (limit == Limit::KeyAndQueue)
        delay = std::max(delay, queueDelay());
    addAfter(key, delay);
}

/// A token bucket, told by the time at which the next token is due: the bucket is full when that is a whole
/// burst ago.
base::Duration WorkQueue::queueDelay()
{
    const base::Time now = m_clock.now();
    m_nextRetry = std::max(m_nextRetry, now - retryBurst * retryEvery) + retryEvery;
    return std::max(m_nextRetry - now, base::Duration::zero());
}

void WorkQueue::forget(const api::ObjectKey &key)
{
    m_failures.erase(key);
}

void WorkQueue::retryNow()
{
    std::vector<api::ObjectKey> failed;
    for (const auto &[due, delay] : m_waiting) {
        if (m_failures.contains(*delay->key))
            failed.push_back(*delay->key);
    }
    m_failures.clear();
    for (const api::ObjectKey &key : failed) {
        m_waiting.erase(m_delays.extract(key).mapped().place);
        add(key);
    }
    arm();
}

std::optional<api::ObjectKey> WorkQueue::take()
{
    if (m_queue.empty())
        return std::nullopt;
    api::ObjectKey key = std::move(m_queue.front());
    m_queue.pop_front();
    const auto dirty = m_dirty.find(key);
    m_counters.waited.observe(m_clock.now() - dirty->second);
    m_dirty.erase(dirty);
    m_processing.emplace(key, m_clock.now());
    return key;
}

void WorkQueue::done(const api::ObjectKey &key)
{
    const auto processed = m_processing.find(key);
    if (processed == m_processing.end())
        return;
    m_counters.worked.observe(m_clock.now() - processed->second);
    m_processing.erase(processed);
    if (!m_dirty.contains(key))
        return;
    m_queue.push_back(key);
    m_ready();
}

std::optional<base::Time> WorkQueue::dueOf(const api::ObjectKey &key) const
{
    const auto found = m_delays.find(key);
    return found == m_delays.end() ? std::nullopt : std::optional(found->second.place->first);
}

int WorkQueue::failuresOf(const api::ObjectKey &key) const
{
    const auto found = m_failures.find(key);
    return found == m_failures.end() ? 0 : found->second;
}

void WorkQueue::clear()
{
    m_queue.clear();
    m_dirty.clear();
    m_waiting.clear();
    m_delays.clear();
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
        Delay &delay = *m_waiting.begin()->second;
        if (defer(delay))
            continue;
        const api::ObjectKey key = *delay.key;
        m_waiting.erase(delay.place);
        m_delays.erase(key);
        add(key);
    }
    arm();
}

/// Returns whether what is due goes on waiting.
bool WorkQueue::defer(Delay &delay)
{
    if (delay.cause != Cause::Requeue || !m_deferral)
        return false;
    const base::Time until = m_deferral(*delay.key);
    if (until <= m_clock.now())
        return false;
    put(delay, until);
    return true;
}

} // namespace core::runtime
