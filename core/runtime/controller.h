// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs one Reconciler: changes become keys, keys become plans, plans are carried out, and what follows from
// success or failure is decided here and nowhere else. Many keys may wait for I/O, never two plans for one
// key. Lives as long as the informers it watches.

#include "core/runtime/effectrunner.h"
#include "core/runtime/workqueue.h"

namespace core::runtime {

class Controller
{
public:
    /// Deciding is one at a time; at most so many plans wait for their writes.
    static constexpr std::size_t usualUnderway = 200;

    Controller(std::unique_ptr<Reconciler> reconciler, base::Clock &clock, EffectRunner &runner,
        std::size_t mostUnderway = usualUnderway);
    Controller(const Controller &) = delete;
    Controller &operator=(const Controller &) = delete;

    std::string_view name() const { return m_reconciler->name(); }
    const Reconciler &reconciler() const { return *m_reconciler; }

    /// Every change of an object of that kind wants these keys looked at. Wire before start().
    template<typename T>
    void watches(Informer<T> &informer, std::function<std::vector<api::ObjectKey>(const T &)> keysOf)
    {
        informer.onChange([this, keysOf](const auto &before, const auto &after) {
            if (!m_running)
                return;
            if (before)
                enqueueAll(keysOf(*before));
            if (after)
                enqueueAll(keysOf(*after));
        });
        m_seeds.emplace_back([this, keysOf, &store = informer.store()] {
            for (const auto &object : store.list())
                enqueueAll(keysOf(*object));
        });
    }

    /// The same for those who want to see what changed: before is null for an object that is new, or was
    /// there at the start; after is null for one that is gone.
    template<typename T>
    void watchesChanges(Informer<T> &informer,
        std::function<std::vector<api::ObjectKey>(const T *before, const T *after)> keysOf)
    {
        informer.onChange([this, keysOf](const auto &before, const auto &after) {
            if (m_running)
                enqueueAll(keysOf(before.get(), after.get()));
        });
        m_seeds.emplace_back([this, keysOf, &store = informer.store()] {
            for (const auto &object : store.list())
                enqueueAll(keysOf(nullptr, object.get()));
        });
    }

    /// Wants the key looked at when it starts, whatever changes.
    void looksAt(const api::ObjectKey &key)
    {
        m_seeds.emplace_back([this, key] { enqueue(key); });
    }

    /// Changes within that time (asked for at the first of them) are looked at together: for reconcilers
    /// whose one look covers many objects. In virtual time even a millisecond gathers all that is due now.
    /// Set before start().
    void gatherFor(std::function<base::Duration()> delay) { m_gather = std::move(delay); }

    /// Looks at everything once, then at what changes.
    void start();
    /// Stops deciding at once, and sends nothing more of the plans that are under way. A request that was
    /// sent may still be carried out; until it is answered its key is not looked at again, even after a new
    /// start.
    void stop();
    bool isRunning() const { return m_running; }
    void enqueue(const api::ObjectKey &key);
    /// Nothing waits and nothing is under way; delayed keys don't count.
    bool isIdle() const { return m_queue.isEmpty(); }

private:
    void enqueueAll(const std::vector<api::ObjectKey> &keys);
    void wake();
    void workOne();
    void record(const api::ObjectKey &key, const base::Error &error);
    void settle(const api::ObjectKey &key, const std::optional<base::Duration> &checkAgainAfter,
        const base::Result<> &result);

    std::unique_ptr<Reconciler> m_reconciler;
    base::Clock &m_clock;
    EffectRunner &m_runner;
    WorkQueue m_queue;
    std::vector<std::function<void()>> m_seeds;
    const std::size_t m_mostUnderway;
    std::size_t m_underway = 0;
    bool m_running = false;
    bool m_awake = false; ///< a turn is posted
    std::function<base::Duration()> m_gather;
    base::Scope m_run; ///< of what is wanted only until stop()
    base::Scope m_scope;
};

} // namespace core::runtime
