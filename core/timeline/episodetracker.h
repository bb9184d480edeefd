// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Recovery episodes as a fold over facts (docs/window.md W9): from the moment a node that was Ready stops
// being so, to the node Ready again, or its machine's replacement Ready. Old and new machine are paired
// within their set: created after the delete request, first in, first out. A failure that began before the
// first fact was seen makes no episode.

#include "core/timeline/fact.h"

#include <deque>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace core::timeline {

class EpisodeTracker
{
public:
    /// Episodes that are over are forgotten, oldest first, when there are more than this in all.
    explicit EpisodeTracker(std::size_t mostKept = 20'000) : m_mostKept(mostKept) { }

    /// Takes in the next fact, in the order of index.
    void add(const Fact &fact);

    /// The episodes are ordered by id, which is the order of beginning. Ids start at 1.
    const std::map<std::uint64_t, Episode> &episodes() const { return m_episodes; }
    /// Begun or changed since the last call, ordered by id.
    std::vector<Episode> takeChanged();

    /// Keeps numbers and outcomes of an earlier run: an episode that begins like a kept one (same node and
    /// moment) takes its id, others go on after the largest. Only before the first fact.
    void keep(const std::vector<Episode> &episodes);

private:
    /// A machine or a set, and before it whether it is one of machine.sapcloud.io: one of each family may
    /// have the same name.
    using Key = std::pair<bool, api::ObjectKey>;

    struct NodeState {
        std::string health;
        api::Time since;
        Key machine;
        std::string fault;
        std::optional<api::Time> faultAt;
    };
    struct MachineState {
        Key set;
        std::string node;
        bool isDeleting = false;
        api::Time deleteServerTime;
    };
    struct SetState {
        std::optional<std::int64_t> wanted;
        std::optional<std::int64_t> ready;
        std::set<api::ObjectKey> live; ///< machines that nobody asked to delete
        std::deque<std::uint64_t>
            waiting; ///< episodes whose machine is to be deleted and that have no replacement yet
        std::vector<std::uint64_t>
            incomplete; ///< recovered, but the set has not shown all its replicas Ready since
    };

    void nodeHealth(const Fact &fact);
    void fault(const Fact &fact);
    void nodeIsReady(const std::string &name, api::Time at);
    void begin(const std::string &node, const Key &machine, std::string cause, const Fact &fact);
    void learnMachine(const Fact &fact);
    void machineCreated(const Fact &fact);
    void machineDeleting(const Fact &fact);
    void machineGone(const Fact &fact);
    void setReplicas(const Fact &fact);
    void setReady(const Fact &fact);
    void loseReplacement(const Key &machine);
    void closeUnreplaced(SetState &set);
    void closeRecovered(std::uint64_t id, Outcome outcome, api::Time recoveredAt, api::Time now);
    void closeGone(std::uint64_t id);
    void completeIfReady(SetState &set, api::Time now);
    Episode &change(std::uint64_t id);
    void forgetOldest();
    bool mayFail(const Key &machine) const;
    Key ownerOf(const Fact &nodeFact) const;

    std::size_t m_mostKept;
    std::uint64_t m_lastId = 0;
    std::map<std::uint64_t, Episode> m_episodes;
    std::set<std::uint64_t> m_changed;
    std::map<std::pair<std::string, api::Time>, std::uint64_t> m_keptIds;

    std::map<std::string, NodeState, std::less<>> m_nodes;
    std::map<Key, MachineState> m_machines;
    std::map<Key, SetState> m_sets;
    std::map<std::string, std::uint64_t, std::less<>> m_byNode; ///< open episodes
    std::map<Key, std::uint64_t> m_byMachine; ///< whose machine is still there
    std::map<Key, std::uint64_t> m_byReplacement; ///< open episodes that wait for it to be Ready
};

/// The episodes of a list of facts.
std::vector<Episode> episodesOf(std::span<const Fact> facts);

/// One stretch of an episode on its critical path. They follow each other without gap and add up to the
/// whole.
struct Stage {
    enum class Kind { Noticing, Waiting, Replacing, Booting, Unhealthy };
    Kind kind = Kind::Waiting;
    api::Time begin;
    api::Time end;

    base::Duration length() const { return end - begin; }
    bool operator==(const Stage &) const = default;
};

/// Fault → NotReady (noticing) → delete asked (waiting) → created (replacing) → Ready (booting), as far as
/// they have happened; for a node that healed by itself noticing and unhealthy.
std::vector<Stage> stagesOf(const Episode &episode);
/// "noticed", "waited", "replaced", "booted", "unhealthy".
std::string_view nameOf(Stage::Kind kind);

/// How long recovered episodes took, replaced and healed ones.
struct RecoveryStatistics {
    std::size_t count = 0;
    base::Duration median {}; ///< nearest rank, like p95: always a duration that really was
    base::Duration p95 {};
    base::Duration worst {};
    bool operator==(const RecoveryStatistics &) const = default;
};

/// Measures recoveries that took so long; all zero when there is none.
RecoveryStatistics statisticsOf(std::vector<base::Duration> recoveries);
/// Measures the episodes of one's set, or all when none is given or it has none; all zero when no such one
/// has recovered.
RecoveryStatistics statisticsOf(std::span<const Episode> episodes, const Episode *ofSetOf = nullptr);

} // namespace core::timeline
