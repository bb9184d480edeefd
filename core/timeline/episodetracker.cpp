// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/episodetracker.h"

#include "core/base/number.h"

#include <algorithm>
#include <utility>

namespace core::timeline {

namespace {

/// The machine or set of the episode, with its family.
std::pair<bool, api::ObjectKey> inFamilyOf(const Episode &episode, const api::ObjectKey &key)
{
    return {episode.isOfMcm, key};
}

/// "not-ready" of "not-ready for 30s".
std::string_view kindOfFault(std::string_view fault)
{
    return fault.substr(0, fault.find(' '));
}

} // namespace

void EpisodeTracker::keep(const std::vector<Episode> &episodes)
{
    for (const Episode &episode : episodes) {
        m_lastId = std::max(m_lastId, episode.id);
        m_keptIds[{episode.node, episode.unhealthyAt}] = episode.id;
        if (episode.outcome != Outcome::Open) // the facts bring the open ones back
            m_episodes[episode.id] = episode;
    }
}

void EpisodeTracker::add(const Fact &fact)
{
    switch (commonKind(fact.kind)) {
    case FactKind::NodeHealth:
        return nodeHealth(fact);
    case FactKind::Fault:
        return fault(fact);
    case FactKind::MachineCreated:
        return machineCreated(fact);
    case FactKind::MachineDeleting:
        return machineDeleting(fact);
    case FactKind::MachinePhase:
        return fact.to.empty() ? machineGone(fact) : learnMachine(fact);
    case FactKind::SetReplicas:
        return setReplicas(fact);
    case FactKind::SetReady:
        return setReady(fact);
    default: // episodes are told by what happened, not by decisions
        return;
    }
}

std::vector<Episode> EpisodeTracker::takeChanged()
{
    std::vector<Episode> changed;
    for (const std::uint64_t id : std::exchange(m_changed, {})) {
        if (const auto found = m_episodes.find(id); found != m_episodes.end())
            changed.push_back(found->second);
    }
    return changed;
}

void EpisodeTracker::nodeHealth(const Fact &fact)
{
    const std::string &name = fact.object.name;
    NodeState &node = m_nodes[name];
    node.health = fact.to;
    node.since = fact.arrivalTime;
    if (!fact.owner.name.empty())
        node.machine = ownerOf(fact);

    if (fact.to == "Ready") {
        nodeIsReady(name, fact.arrivalTime);
    } else if (!fact.to.empty()) {
        if (fact.from == "Ready" && mayFail(node.machine))
            begin(name, node.machine, fact.to, fact);
    } else {
        const auto open = m_byNode.find(name);
        const bool isOpen = open != m_byNode.end();
        if (isOpen && (node.machine.second.name.empty() || m_episodes[open->second].machine.name.empty())) {
            closeGone(open->second); // of no machine, or before one was known
        } else if (!node.machine.second.name.empty() && fact.from == "Ready" && mayFail(node.machine)) {
            begin(name, node.machine, std::string(goneCondition), fact);
        }
        m_nodes.erase(name);
    }
}

void EpisodeTracker::fault(const Fact &fact)
{
    NodeState &node = m_nodes[fact.object.name];
    const bool isRewritten =
        node.faultAt && kindOfFault(node.fault) == kindOfFault(fact.to); // "for 30s" → "until …"
    if (isRewritten)
        return;
    node.fault = fact.to;
    node.faultAt = fact.to.empty() ? std::nullopt : std::optional(fact.arrivalTime);
}

bool EpisodeTracker::mayFail(const Key &machine) const
{
    if (machine.second.name.empty())
        return true;
    const auto known = m_machines.find(machine);
    return known != m_machines.end() && !known->second.isDeleting;
}

/// A node names its machine without the family: that of machine.openshift.io, unless only the other is known.
EpisodeTracker::Key EpisodeTracker::ownerOf(const Fact &nodeFact) const
{
    const api::ObjectKey &key = nodeFact.owner;
    return {m_machines.contains({true, key}) && !m_machines.contains({false, key}), key};
}

void EpisodeTracker::begin(const std::string &node, const Key &machine, std::string cause, const Fact &fact)
{
    if ((!node.empty() && m_byNode.contains(node)) || m_byMachine.contains(machine))
        return;
    Episode episode;
    const auto kept = m_keptIds.find({node, fact.arrivalTime});
    episode.id = kept != m_keptIds.end() ? kept->second : ++m_lastId;
    episode.machine = machine.second;
    episode.node = node;
    episode.cause = std::move(cause);
    episode.unhealthyAt = fact.arrivalTime;
    episode.isOfMcm = machine.first;
    if (const auto known = m_machines.find(machine); known != m_machines.end())
        episode.machineSet = known->second.set.second;
    if (const auto state = m_nodes.find(node); state != m_nodes.end() && state->second.faultAt) {
        episode.faultAt = state->second.faultAt;
        episode.putFault(state->second.fault);
    }
    if (!node.empty())
        m_byNode[node] = episode.id;
    if (!machine.second.name.empty())
        m_byMachine[machine] = episode.id;
    m_changed.insert(episode.id);
    m_episodes[episode.id] = std::move(episode);
    forgetOldest();
}

void EpisodeTracker::nodeIsReady(const std::string &name, api::Time at)
{
    if (const auto open = m_byNode.find(name); open != m_byNode.end()) {
        if (!m_episodes[open->second].deleteAskedAt)
            closeRecovered(open->second, Outcome::HealedByItself, at, at);
    }
    const auto node = m_nodes.find(name);
    if (node == m_nodes.end())
        return;
    if (const auto awaited = m_byReplacement.find(node->second.machine); awaited != m_byReplacement.end())
        closeRecovered(awaited->second, Outcome::Replaced, at, at);
}

/// Owner and node of a machine may become known with any fact about it.
void EpisodeTracker::learnMachine(const Fact &fact)
{
    const Key key {isOfMcm(fact.kind), fact.object};
    MachineState &machine = m_machines[key];
    if (const Key set {key.first, fact.owner}; !fact.owner.name.empty() && machine.set != set) {
        machine.set = set;
        if (!machine.isDeleting)
            m_sets[machine.set].live.insert(fact.object);
    }
    if (!fact.node.empty() && machine.node != fact.node) {
        machine.node = fact.node;
        NodeState &node = m_nodes[fact.node];
        node.machine = key;
        const auto awaited = m_byReplacement.find(key);
        if (awaited != m_byReplacement.end() && node.health == "Ready") {
            const api::Time ready = std::max(node.since, *m_episodes[awaited->second].replacementCreatedAt);
            closeRecovered(awaited->second, Outcome::Replaced, ready, fact.arrivalTime);
        }
    }
    const bool broke =
        commonKind(fact.kind) == FactKind::MachinePhase && fact.from == "Running" && fact.to == "Failed";
    if (broke && !machine.isDeleting)
        begin(machine.node, key, "Failed", fact);
}

void EpisodeTracker::machineCreated(const Fact &fact)
{
    learnMachine(fact);
    const auto set = m_sets.find({isOfMcm(fact.kind), fact.owner});
    if (set == m_sets.end())
        return;
    auto &waiting = set->second.waiting;
    const auto first = std::ranges::find_if(waiting, [&](std::uint64_t id) {
        const auto old = m_machines.find({isOfMcm(fact.kind), m_episodes[id].machine});
        return old == m_machines.end() || old->second.deleteServerTime <= fact.serverTime;
    });
    if (first != waiting.end()) {
        Episode &episode = change(*first);
        episode.replacement = fact.object;
        episode.replacementCreatedAt = fact.arrivalTime;
        m_byReplacement[{isOfMcm(fact.kind), fact.object}] = *first;
        waiting.erase(first);
    }
    closeUnreplaced(set->second);
}

void EpisodeTracker::machineDeleting(const Fact &fact)
{
    learnMachine(fact);
    const Key key {isOfMcm(fact.kind), fact.object};
    MachineState &machine = m_machines[key];
    if (std::exchange(machine.isDeleting, true))
        return;
    machine.deleteServerTime = fact.serverTime;
    loseReplacement(key);
    const auto open = m_byMachine.find(key);
    if (open != m_byMachine.end())
        change(open->second).deleteAskedAt = fact.arrivalTime;
    if (machine.set.second.name.empty())
        return;
    const auto set = m_sets.find(machine.set);
    const bool isSetGone = set == m_sets.end(); // then nobody makes another
    if (isSetGone && open != m_byMachine.end())
        closeGone(open->second);
    if (isSetGone)
        return;
    set->second.live.erase(fact.object);
    if (open != m_byMachine.end())
        set->second.waiting.push_back(open->second);
    closeUnreplaced(set->second);
}

void EpisodeTracker::machineGone(const Fact &fact)
{
    const Key key {isOfMcm(fact.kind), fact.object};
    if (!m_machines.contains(key))
        return;
    machineDeleting(fact); // a machine without finalizers goes without the request being seen
    if (const auto found = m_byMachine.find(key); found != m_byMachine.end()) {
        const std::uint64_t id = found->second;
        Episode &episode = change(id);
        episode.oldGoneAt = fact.arrivalTime;
        m_byMachine.erase(found);
        if (episode.outcome == Outcome::Open && episode.machineSet.name.empty())
            closeGone(id);
    }
    m_machines.erase(key);
}

void EpisodeTracker::setReplicas(const Fact &fact)
{
    const Key key {isOfMcm(fact.kind), fact.object};
    SetState &set = m_sets[key];
    set.wanted = base::parseNumber<std::int64_t>(fact.to).value_or(0); // 0 when the set is gone
    closeUnreplaced(set);
    if (fact.to.empty())
        m_sets.erase(key);
    else
        completeIfReady(set, fact.arrivalTime);
}

void EpisodeTracker::setReady(const Fact &fact)
{
    if (fact.to.empty())
        return;
    SetState &set = m_sets[{isOfMcm(fact.kind), fact.object}];
    set.ready = base::parseNumber<std::int64_t>(fact.to).value_or(0);
    completeIfReady(set, fact.arrivalTime);
}

void EpisodeTracker::loseReplacement(const Key &machine)
{
    const auto found = m_byReplacement.find(machine);
    if (found == m_byReplacement.end())
        return;
    Episode &episode = change(found->second);
    episode.replacement = {};
    episode.replacementCreatedAt.reset();
    if (const auto set = m_sets.find(inFamilyOf(episode, episode.machineSet)); set != m_sets.end())
        set->second.waiting.push_front(episode.id);
    else
        closeGone(episode.id);
    m_byReplacement.erase(found);
}

/// Only as many episodes wait for a replacement as the set is short of machines; the last ones are not
/// replaced.
void EpisodeTracker::closeUnreplaced(SetState &set)
{
    if (!set.wanted)
        return;
    const auto live = static_cast<std::int64_t>(set.live.size());
    const auto missing = static_cast<std::size_t>(std::max<std::int64_t>(0, *set.wanted - live));
    while (set.waiting.size() > missing) {
        closeGone(set.waiting.back());
        set.waiting.pop_back();
    }
}

void EpisodeTracker::closeRecovered(std::uint64_t id, Outcome outcome, api::Time recoveredAt, api::Time now)
{
    Episode &episode = change(id);
    episode.outcome = outcome;
    episode.recoveredAt = recoveredAt;
    m_byNode.erase(episode.node);
    m_byReplacement.erase(inFamilyOf(episode, episode.replacement));
    if (outcome == Outcome::HealedByItself)
        m_byMachine.erase(inFamilyOf(episode, episode.machine));
    if (const auto set = m_sets.find(inFamilyOf(episode, episode.machineSet)); set != m_sets.end()) {
        set->second.incomplete.push_back(id);
        completeIfReady(set->second, now);
    }
}

void EpisodeTracker::closeGone(std::uint64_t id)
{
    Episode &episode = change(id);
    episode.outcome = Outcome::Gone;
    m_byNode.erase(episode.node);
}

void EpisodeTracker::completeIfReady(SetState &set, api::Time now)
{
    if (!set.wanted || set.ready != set.wanted)
        return;
    for (const std::uint64_t id : std::exchange(set.incomplete, {})) {
        if (m_episodes.contains(id))
            change(id).completeAt = now;
    }
}

Episode &EpisodeTracker::change(std::uint64_t id)
{
    m_changed.insert(id);
    return m_episodes[id];
}

void EpisodeTracker::forgetOldest()
{
    if (m_episodes.size() <= m_mostKept)
        return;
    const auto isOver = [this](const auto &entry) {
        const auto &[id, episode] = entry;
        const auto awaitsGone = m_byMachine.find(inFamilyOf(episode, episode.machine));
        return episode.outcome != Outcome::Open
            && (awaitsGone == m_byMachine.end() || awaitsGone->second != id);
    };
    const auto over = std::ranges::find_if(m_episodes, isOver);
    if (over != m_episodes.end())
        m_episodes.erase(over);
}

std::vector<Episode> episodesOf(std::span<const Fact> facts)
{
    EpisodeTracker tracker;
    for (const Fact &fact : facts)
        tracker.add(fact);
    return tracker.takeChanged();
}

std::vector<Stage> stagesOf(const Episode &episode)
{
    std::vector<Stage> stages;
    const auto add = [&](Stage::Kind kind, std::optional<api::Time> begin, std::optional<api::Time> end) {
        if (begin && end)
            stages.push_back({kind, *begin, *end});
    };
    add(Stage::Kind::Noticing, episode.faultAt, episode.unhealthyAt);
    if (episode.outcome == Outcome::HealedByItself) {
        add(Stage::Kind::Unhealthy, episode.unhealthyAt, episode.recoveredAt);
        return stages;
    }
    add(Stage::Kind::Waiting, episode.unhealthyAt, episode.deleteAskedAt);
    add(Stage::Kind::Replacing, episode.deleteAskedAt, episode.replacementCreatedAt);
    add(Stage::Kind::Booting, episode.replacementCreatedAt, episode.recoveredAt);
    return stages;
}

std::string_view nameOf(Stage::Kind kind)
{
    switch (kind) {
    case Stage::Kind::Noticing:
        return "noticed";
    case Stage::Kind::Waiting:
        return "waited";
    case Stage::Kind::Replacing:
        return "replaced";
    case Stage::Kind::Booting:
        return "booted";
    case Stage::Kind::Unhealthy:
        break;
    }
    return "unhealthy";
}

RecoveryStatistics statisticsOf(std::vector<base::Duration> recoveries)
{
    if (recoveries.empty())
        return {};
    std::ranges::sort(recoveries);
    const auto atRank = [&](std::size_t percent) {
        return recoveries[(recoveries.size() * percent + 99) / 100 - 1];
    };
    return {recoveries.size(), atRank(50), atRank(95), recoveries.back()};
}

RecoveryStatistics statisticsOf(std::span<const Episode> episodes, const Episode *ofSetOf)
{
    std::vector<base::Duration> recoveries;
    for (const Episode &episode : episodes) {
        const bool asked = !ofSetOf || ofSetOf->machineSet.name.empty() || episode.isOfSameSet(*ofSetOf);
        if (episode.recoveredAt && asked)
            recoveries.push_back(*episode.recovery());
    }
    return statisticsOf(std::move(recoveries));
}

} // namespace core::timeline
