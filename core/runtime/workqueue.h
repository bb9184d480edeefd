// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keys that want to be reconciled (machine-api.md §10.2): each waits at most once, none is worked on twice at
// the same time, a key added while it is worked on comes again afterwards. Delays and back-off go through one
// timer.

#include "core/api/resource.h"
#include "core/base/clock.h"

#include <deque>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace core::runtime {

class WorkQueue
{
public:
    /// ready is called whenever take() may have something new.
    WorkQueue(base::Clock &clock, std::function<void()> ready);

    void add(const api::ObjectKey &key);
    /// Adds the key later; of several delays the earliest counts.
    void addAfter(const api::ObjectKey &key, base::Duration delay);
    /// Adds the key after 5 ms × 2^failures, at most 1000 s.
    void addRateLimited(const api::ObjectKey &key);
    /// Ends the count of failures.
    void forget(const api::ObjectKey &key);

    /// The next key, marked as being worked on until done().
    std::optional<api::ObjectKey> take();
    void done(const api::ObjectKey &key);

    /// Nothing waits for take() and nothing is being worked on; delayed keys don't count.
    bool isEmpty() const { return m_queue.empty() && m_processing.empty(); }
    std::size_t depth() const { return m_queue.size(); }
    /// Forgets what waits, delays and failures. What is being worked on stays so until done().
    void clear();

private:
    void arm();
    void release();

    base::Clock &m_clock;
    std::function<void()> m_ready;
    std::deque<api::ObjectKey> m_queue; ///< in order; exactly the dirty keys that are not being processed
    std::unordered_set<api::ObjectKey> m_dirty; ///< want processing
    std::unordered_set<api::ObjectKey> m_processing; ///< taken and not yet done
    std::set<std::pair<base::Time, api::ObjectKey>> m_waiting; ///< by due time; each key at most once
    std::unordered_map<api::ObjectKey, base::Time> m_due; ///< the due time of each waiting key
    std::unordered_map<api::ObjectKey, int> m_failures;
    base::Timer m_timer; ///< runs at the earliest due time
    base::Time m_armedFor {};
};

} // namespace core::runtime
