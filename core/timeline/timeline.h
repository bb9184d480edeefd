// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The timeline of one cluster: fed with what the informers see, it numbers the facts and folds them into
// episodes and counts. Lives on the core thread, knows no clock and no disk: what is new is taken out and
// handed to the Recorder and to the window.

#include "core/api/effect.h"
#include "core/timeline/episodetracker.h"
#include "core/timeline/healthcounter.h"
#include "core/timeline/observer.h"

#include <deque>
#include <memory>

namespace core::timeline {

/// A time of which no facts are known: the program did not run, or the connection was lost.
struct Gap {
    api::Time begin;
    api::Time end;
    bool operator==(const Gap &) const = default;
};

/// What a Recorder keeps of earlier runs, or what is new since the last look.
struct History {
    std::vector<Fact> facts; ///< by index
    std::vector<Episode> episodes; ///< by id
    std::vector<Gap> gaps = {}; ///< earliest first; of earlier runs the newest hundred
    std::optional<api::Time> seenUntil = {}; ///< a sign of life: facts are known until then at least
    bool isEmpty() const { return facts.empty() && episodes.empty() && gaps.empty() && !seenUntil; }
};

class Timeline
{
public:
    /// Goes on where the kept history ends.
    explicit Timeline(History kept = {});

    /// Takes a change of an informer in: after is null when the object is gone, then before says which it
    /// was. Kinds: Node, Machine and MachineSet of either family.
    template<typename T>
    void changed(
        const std::shared_ptr<const T> &before, const std::shared_ptr<const T> &after, api::Time arrival)
    {
        if (after)
            append(m_observer.observe(*after, arrival));
        else if (before)
            appendGone<T>(before->key(), arrival);
    }

    /// Takes in why a controller acts on an object, or does not yet: its reasons as they are now. A fact only
    /// where their codes are others than before.
    void decided(const std::string &controller, const api::ObjectKey &object,
        const std::vector<api::Reason> &reasons, api::Time arrival);

    /// This is called once after each kind's first list is complete: what is known from an earlier run and
    /// was not listed is gone.
    template<typename T>
    void listed(const std::vector<std::shared_ptr<const T>> &present, api::Time arrival);

    /// The newest 50,000 facts, by index.
    const std::deque<Fact> &facts() const { return m_facts; }
    /// The episodes are ordered by id.
    std::vector<Episode> episodes() const;
    std::vector<HealthCounts> counts() const { return m_counter.steps(); }
    HealthCounts countsNow() const { return m_counter.now(); }
    std::uint64_t lastIndex() const { return m_lastIndex; }
    /// The latest arrival so far; a clock that goes on with kept history starts no earlier.
    std::optional<api::Time> latest() const { return m_latest; }

    /// New facts, and episodes begun or changed, since the last call.
    History takeNews();

private:
    template<typename T>
    void appendGone(const api::ObjectKey &key, api::Time arrival);
    void append(std::vector<Fact> facts);
    void take(Fact fact);

    Observer m_observer;
    EpisodeTracker m_episodes;
    HealthCounter m_counter;
    std::deque<Fact> m_facts; ///< many: they stay where they are when more come
    std::vector<Fact> m_news;
    std::uint64_t m_lastIndex = 0;
    std::optional<api::Time> m_latest;
};

} // namespace core::timeline
