// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keys that want to be reconciled (docs/machines.md §10.2): each waits at most once, none is worked on twice
// at the same time, a key added while it is worked on comes again afterwards. Delays and back-off go through
// one timer. It counts what client-go's queues count, in the time of its clock.

#include "core/api/resource.h"
#include "core/base/clock.h"
#include "core/runtime/histogram.h"

#include <array>
#include <deque>
#include <map>
#include <unordered_map>

namespace core::runtime {

/// Upper bounds in seconds, as client-go's queues have them …
inline constexpr std::array<double, 12> queueBuckets {
    1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000};
/// … and controller-runtime's reconcilers.
inline constexpr std::array<double, 41> reconcileBuckets {0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3,
    0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10,
    15, 20, 25, 30, 40, 50, 60, 120};

struct QueueCounters {
    std::uint64_t adds = 0; ///< keys that began to want processing
    std::uint64_t retries = 0; ///< of them after a failure
    Histogram waited {queueBuckets}; ///< from add() to take()
    Histogram worked; ///< from take() to done(), by both kinds of bounds
};

/// What a failure delays.
enum class Limit {
    Key, ///< 5 ms × 2^failures of the key, at most 1000 s
    KeyAndQueue, ///< and, all keys together, to 10 a second after a burst of 100
};

class WorkQueue
{
public:
    /// ready is called whenever take() may have something new.
    WorkQueue(base::Clock &clock, std::function<void()> ready);

    void add(const api::ObjectKey &key);
    /// Adds the key later; of several delays the earliest counts.
    void addAfter(const api::ObjectKey &key, base::Duration delay);
    /// Adds the key later, since time alone asks for it; when it is due, it may be deferred.
    void requeueAfter(const api::ObjectKey &key, base::Duration delay);
    /// Names, for a key whose requeue is due, the time to which it is deferred; none in the future means now.
    using Deferral = std::function<base::Time(const api::ObjectKey &key)>;
    void deferRequeues(Deferral until) { m_deferral = std::move(until); }
    /// Adds the key after the delay and not before, whoever else adds it: a server has said when to come
    /// back.
    void holdFor(const api::ObjectKey &key, base::Duration delay);
    /// Adds the key after a delay that grows with its failures.
    void addRateLimited(const api::ObjectKey &key, Limit limit = Limit::KeyAndQueue);
    /// Ends the count of failures.
    void forget(const api::ObjectKey &key);
    /// Adds at once what waits for another try, and ends all counts: what failed was not the keys' fault.
    /// Keys held by Retry-After stay held.
    void retryNow();

    /// The next key, marked as being worked on until done().
    std::optional<api::ObjectKey> take();
    void done(const api::ObjectKey &key);

    /// Nothing waits for take() and nothing is being worked on; delayed keys don't count.
    bool isEmpty() const { return m_queue.empty() && m_processing.empty(); }
    std::size_t depth() const { return m_queue.size(); }
    /// The time is when a delayed key comes by itself; nothing when it has no delay.
    std::optional<base::Time> dueOf(const api::ObjectKey &key) const;
    /// The failures are those in a row, up to now.
    int failuresOf(const api::ObjectKey &key) const;
    const QueueCounters &counters() const { return m_counters; }
    /// What is being worked on, and since when.
    const std::unordered_map<api::ObjectKey, base::Time> &processing() const { return m_processing; }
    /// Forgets what waits, delays and failures. What is being worked on stays so until done().
    void clear();

private:
    enum class Cause { Change, Requeue };
    struct Delay;
    using Waiting = std::multimap<base::Time, Delay *>;
    struct Delay {
        const api::ObjectKey *key = nullptr;
        Cause cause = Cause::Change;
        Waiting::iterator place {}; ///< in m_waiting
    };

    void addAt(const api::ObjectKey &key, base::Time due, Cause cause = Cause::Change);
    void put(Delay &delay, base::Time due);
    bool defer(Delay &delay);
    void arm();
    void release();
    base::Duration queueDelay();

    base::Clock &m_clock;
    std::function<void()> m_ready;
    std::deque<api::ObjectKey> m_queue; ///< in order; exactly the dirty keys that are not being processed
    std::unordered_map<api::ObjectKey, base::Time> m_dirty; ///< want processing, and since when
    std::unordered_map<api::ObjectKey, base::Time> m_processing; ///< taken and not yet done, and since when
    Waiting m_waiting; ///< by due time, then in the order in which they were put there
    std::unordered_map<api::ObjectKey, Delay> m_delays; ///< all that wait
    std::unordered_map<api::ObjectKey, base::Time> m_heldUntil; ///< may be in the past
    std::unordered_map<api::ObjectKey, int> m_failures;
    base::Time m_nextRetry {}; ///< from when the next retry of any key is within the limit
    Deferral m_deferral;
    QueueCounters m_counters;
    base::Timer m_timer; ///< runs at the earliest due time
    base::Time m_armedFor {};
};

} // namespace core::runtime
