// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs one Reconciler: changes become keys, keys become plans, plans are carried out, and what follows from
// success or failure is decided here and nowhere else. Many keys may wait for I/O, never two plans for one
// key. Must not outlive the informers it watches.
//
// What it writes again and again, since somebody else undoes it, it tells, and writes ever more seldom
// (Contention).
//
// When all that it follows is live again after a break, what failed meanwhile is tried again a second later.
//
// It keeps what the last plan for each key said (explain()). Nothing is looked at again and again without
// cause (the resync of docs/machines.md §10.3): a plan depends on the stores, whose changes wake, and on
// time, for which it names its next look.

#include "core/runtime/contention.h"
#include "core/runtime/effectrunner.h"
#include "core/runtime/explanation.h"
#include "core/runtime/workqueue.h"

namespace core::runtime {

/// What controllers are made from; all of it outlives them.
struct ControllerContext {
    InformerSet &informers;
    base::Clock &clock;
    EffectRunner &runner;
    const base::Chance &chance;
};

/// Outcomes of plans so far.
struct ControllerCounters {
    std::uint64_t succeeded = 0; ///< carried out, with no other look arranged
    std::uint64_t succeededLooksAgain = 0; ///< carried out, and the plan named its next look
    std::uint64_t failed = 0;
    std::uint64_t contested = 0; ///< of those carried out: they wrote what somebody else undoes
    std::uint64_t unexplained = 0; ///< plans about an object that is there, without a reason: our mistake
};

class Controller
{
public:
    /// Reconciling is one at a time; at most so many plans wait for their writes.
    static constexpr std::size_t defaultConcurrentReconciles = 200;

    Controller(std::unique_ptr<Reconciler> reconciler, base::Clock &clock, EffectRunner &runner,
        std::size_t maxConcurrentReconciles = defaultConcurrentReconciles);
    Controller(const Controller &) = delete;
    Controller &operator=(const Controller &) = delete;

    std::string_view name() const { return m_reconciler->name(); }
    const Reconciler &reconciler() const { return *m_reconciler; }

    /// Keys name objects of the informer's kind. What was said about one goes when it goes. Wire before
    /// start().
    template<typename T>
    void forKind(Informer<T> &informer)
    {
        m_resource = &informer.resource();
        m_isThere = [&informer](const api::ObjectKey &key) {
            return informer.store().find(key) != nullptr || informer.unreadable(key) != nullptr;
        };
        m_unreadable = [&informer](const api::ObjectKey &key) { return informer.unreadable(key); };
        keep(informer.onChange([this](const auto &before, const auto &after) {
            if (after && before && before->metadata.generation != after->metadata.generation)
                relent(after->key());
            if (after)
                return;
            m_decisions.erase(before->key());
            m_unconfirmedCreates.erase(before->key());
            m_contention.forget(before->key());
        }));
        follow(informer);
    }
    /// Keys stand for objects of several kinds; what was said about one that is gone goes when its key is
    /// reconciled.
    void forKind(std::function<bool(const api::ObjectKey &)> isThere) { m_isThere = std::move(isThere); }
    /// The resource is null when the keys are no objects of one kind.
    const api::Resource *resource() const { return m_resource; }
    /// The object is there, be it one that can't be read, and of the controller's kind.
    bool knows(const api::ObjectKey &key) const { return m_isThere && m_isThere(key); }

    /// Every change of an object of that kind wants these keys looked at. Wire before start().
    template<typename T>
    void watches(Informer<T> &informer, std::function<std::vector<api::ObjectKey>(const T &)> keysOf)
    {
        keep(informer.onChange([this, keysOf](const auto &before, const auto &after) {
            if (!m_running)
                return;
            if (before)
                enqueueAll(keysOf(*before));
            if (after)
                enqueueAll(keysOf(*after));
        }));
        follow(informer);
        m_seeds.emplace_back([this, keysOf, &store = informer.store()] {
            for (const auto &object : store.list())
                enqueueAll(keysOf(*object));
        });
    }

    /// The usual case: it decides about the objects of that kind, and each change of one wants it looked at.
    template<typename T>
    void watchesOwn(Informer<T> &informer)
    {
        forKind(informer);
        watches<T>(informer, [](const T &object) { return std::vector {object.key()}; });
    }

    /// Each change of an object of that kind enqueues the keys that the function makes of it: before is null
    /// for an object that is new, or was there at the start; after is null for one that is gone.
    template<typename T>
    void watchesChanges(Informer<T> &informer,
        std::function<std::vector<api::ObjectKey>(const T *before, const T *after)> keysOf)
    {
        keep(informer.onChange([this, keysOf](const auto &before, const auto &after) {
            if (m_running)
                enqueueAll(keysOf(before.get(), after.get()));
        }));
        follow(informer);
        m_seeds.emplace_back([this, keysOf, &store = informer.store()] {
            for (const auto &object : store.list())
                enqueueAll(keysOf(nullptr, object.get()));
        });
    }

    /// An object whose newest version can't be read is looked at as well.
    void watchesUnreadable(InformerBase &informer)
    {
        keep(informer.onUnreadable([this](const api::ObjectKey &key) { enqueue(key); }));
        m_seeds.emplace_back([this, &informer] { enqueueAll(informer.unreadableKeys()); });
    }

    /// What failed while the informer was away is tried again; whatever is watched is followed. Wire before
    /// start().
    void follow(InformerBase &informer);

    /// Keeps a listener bound as long as this lives: one that enqueues keys, or serves the reconciler.
    void keep(base::Subscription subscription) { m_subscriptions.push_back(std::move(subscription)); }

    /// Enqueues the key at each start, whatever changes.
    void enqueueOnStart(const api::ObjectKey &key)
    {
        m_seeds.emplace_back([this, key] { enqueue(key); });
    }

    /// Changes within that time (asked for at the first of them) are reconciled together: for reconcilers
    /// that go through many objects at once. In virtual time even a millisecond gathers all that is due now.
    /// Set before start().
    void debounce(std::function<base::Duration()> delay) { m_debounce = std::move(delay); }

    /// The function is asked when a requeue that a plan wanted is due: it names the time until which the
    /// requeue is deferred, since what the plan waits for has moved. Set before start().
    void deferRequeue(WorkQueue::Deferral until) { m_queue.deferRequeues(std::move(until)); }

    /// At least 1; counts from now on. Reconciling goes on being one at a time.
    void setMaxConcurrentReconciles(std::size_t most);

    using Reasons = std::vector<api::Reason>;
    /// The listener is called with the key and its reasons before and now, when their codes differ; before is
    /// empty for a key that is new.
    using NewsListeners = base::Listeners<const api::ObjectKey &, const Reasons &, const Reasons &>;
    base::Subscription onNews(NewsListeners::Listener listener)
    {
        return m_toldOfNews.add(std::move(listener));
    }
    /// The listener is called when a plan with effects has been carried out, or failed to be: why it was
    /// made, how it ended.
    using EndListeners = base::Listeners<const api::ObjectKey &, const Reasons &, const base::Result<> &>;
    base::Subscription onCarriedOut(EndListeners::Listener listener)
    {
        return m_toldOfEnd.add(std::move(listener));
    }

    /// What the last plan for the key said; nothing when there was none since start(), or the object is gone.
    std::optional<Explanation> explain(const api::ObjectKey &key) const;
    const ControllerCounters &counters() const { return m_counters; }
    const WorkQueue &queue() const { return m_queue; }
    std::size_t underway() const { return m_underway; }
    std::size_t maxConcurrentReconciles() const { return m_maxConcurrentReconciles; }

    /// Looks at everything once, then at what changes.
    void start();
    /// Stops deciding at once, and sends nothing more of the plans that are under way. A request that was
    /// sent may still be carried out; until it is answered its key is not looked at again, even after a new
    /// start.
    void stop();
    bool isRunning() const { return m_running; }
    void enqueue(const api::ObjectKey &key);
    void enqueueAll(const std::vector<api::ObjectKey> &keys);
    /// Nothing waits and nothing is under way; delayed keys don't count.
    bool isIdle() const { return m_queue.isEmpty(); }

private:
    struct Decision {
        std::shared_ptr<const Reasons> reasons; ///< shared by all keys about which the same was said
        base::Time at {};
        std::string lastError;
        std::size_t told = 0; ///< a print of the events of the last plan, if it had nothing else
    };

    void wake();
    void workOne();
    void decide(const api::ObjectKey &key);
    void confirmCreates(const api::ObjectKey &key);
    void tellEnd(const api::ObjectKey &key, const base::Result<> &result) const;
    /// Returns whether the reasons are others than before.
    bool remember(const api::ObjectKey &key, Reasons reasons);
    bool isToldAlready(const api::ObjectKey &key, const std::vector<api::Effect> &effects, bool isNews);
    void contend(const api::ObjectKey &key, const Contention::Verdict &verdict);
    void relent(const api::ObjectKey &key);
    std::shared_ptr<const Reasons> shared(Reasons reasons);
    void record(const api::ObjectKey &key, const base::Error &error, const api::Effect &failed);
    void applyOutcome(const api::ObjectKey &key, const std::optional<base::Duration> &checkAgainAfter,
        const base::Result<> &result, const api::Effect *failed = nullptr);

    std::unique_ptr<Reconciler> m_reconciler;
    base::Clock &m_clock;
    EffectRunner &m_runner;
    WorkQueue m_queue;
    Contention m_contention;
    std::vector<const InformerBase *> m_followed;
    base::Timer m_retry; ///< of what failed while one of them was away
    std::vector<std::function<void()>> m_seeds;
    std::size_t m_maxConcurrentReconciles;
    std::size_t m_underway = 0;
    bool m_running = false;
    bool m_awake = false; ///< a turn is posted
    std::function<base::Duration()> m_debounce;
    const api::Resource *m_resource = nullptr;
    std::function<bool(const api::ObjectKey &)> m_isThere;
    std::function<const Unreadable *(const api::ObjectKey &)> m_unreadable; ///< unset: keys of several kinds
    std::unordered_map<api::ObjectKey, Decision> m_decisions;
    /// Plans that failed were to create these: they may be there, though no store shows them yet.
    std::unordered_map<api::ObjectKey, std::vector<api::ResourceRef>> m_unconfirmedCreates;
    std::map<std::string, std::shared_ptr<const Reasons>> m_said; ///< by first code: the last ones
    ControllerCounters m_counters;
    NewsListeners m_toldOfNews;
    EndListeners m_toldOfEnd;
    base::Scope m_run; ///< of what is wanted only until stop()
    base::Subscriptions m_subscriptions;
    base::Scope m_scope;
};

} // namespace core::runtime
