// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/healthrecord.h"

#include "core/base/number.h"

#include <algorithm>
#include <utility>

namespace ui {

using core::timeline::Fact;
using core::timeline::FactKind;

namespace {

constexpr std::ptrdiff_t mostChanges = 1000; // kept of one node
constexpr std::size_t mostGoneNodes = 2000;
constexpr std::ptrdiff_t mostMarks = 20'000; // at least as many faults as machines are shown
constexpr std::ptrdiff_t mostWanted = 100'000; // as many as counts
constexpr std::ptrdiff_t mostFacts = 10'000; // some 6 MB
constexpr std::size_t mostEpisodes = 20'000; // as the core keeps
constexpr std::ptrdiff_t mostOutages = 1000;
constexpr std::size_t mostBoots = 20; // of one set

} // namespace

void HealthRecord::add(const Fact &fact)
{
    if (m_begin && fact.index > m_lastIndex + 1)
        m_begin = fact.arrivalTime; // of what was before only what still held then is kept
    m_lastIndex = fact.index;
    const FactKind told = commonKind(fact.kind);
    if (fact.kind == FactKind::NodeHealth || fact.kind == FactKind::Fault) {
        if (!fact.owner.name.empty())
            link(fact.object.name, ownerOf(fact));
        addHealth(fact);
    } else {
        m_machines.add(fact);
        if (!fact.node.empty() && !fact.to.empty())
            link(fact.node, machineOf(fact));
        if (told == FactKind::MachinePhase && fact.to.empty() && !m_past.contains(fact.node))
            m_machineOfNode.erase(fact.node);
    }
    addMark(fact);
    appendNewest(m_facts, fact, mostFacts);
    if (told == FactKind::SetReplicas)
        addReplicas(fact);
    if (told == FactKind::MachineCreated || told == FactKind::MachinePhase)
        addSingle(fact);
}

void HealthRecord::follow(const std::optional<core::api::Time> &liveUntil, core::api::Time now)
{
    if (!liveUntil && !m_firstSight && now > core::api::Time())
        m_firstSight = now;
    const bool wasLost = !m_outages.empty() && !m_outages.back().end;
    if (liveUntil && !wasLost)
        appendNewest(m_outages, {*liveUntil, {}}, mostOutages);
    else if (!liveUntil && wasLost)
        m_outages.back().end = std::max(now, m_outages.back().begin);
}

std::optional<core::api::Time> HealthRecord::watchedSince() const
{
    return m_begin && m_firstSight ? std::min(m_begin, m_firstSight) : m_begin ? m_begin : m_firstSight;
}

void HealthRecord::add(const core::timeline::Episode &episode)
{
    m_episodes[episode.id] = episode;
    m_machines.add(episode);
    addBoot(episode);
    if (m_episodes.size() > mostEpisodes)
        m_episodes.erase(m_episodes.begin());
}

void HealthRecord::addBoot(const core::timeline::Episode &episode)
{
    const bool isKnown = episode.outcome == core::timeline::Outcome::Replaced && episode.replacementCreatedAt
        && episode.recoveredAt;
    if (!isKnown)
        return;
    auto &boots = m_boots[setOf(episode)];
    boots[episode.id] = *episode.recoveredAt - *episode.replacementCreatedAt;
    if (boots.size() > mostBoots)
        boots.erase(boots.begin());
}

const std::map<std::uint64_t, core::base::Duration> &HealthRecord::boots(const ObjectRef &set) const
{
    static const std::map<std::uint64_t, core::base::Duration> none;
    const auto found = m_boots.find(set);
    return found == m_boots.end() ? none : found->second;
}

/// A node names its machine without the family: that of machine.openshift.io, unless only the other is known.
ObjectRef HealthRecord::ownerOf(const Fact &nodeFact) const
{
    const ObjectRef ours {Kind::Machine, nodeFact.owner};
    const ObjectRef other {Kind::McmMachine, nodeFact.owner};
    return m_machines.isKnown(other) && !m_machines.isKnown(ours) ? other : ours;
}

void HealthRecord::link(const std::string &node, const ObjectRef &machine)
{
    m_machineOfNode[node] = machine;
    if (const auto waiting = m_unlinked.extract(node))
        countHealth(waiting.mapped(), machine);
}

void HealthRecord::addMark(const Fact &fact)
{
    if (isNewFault(fact))
        appendNewest(
            m_marks, {Mark::Kind::Fault, fact.arrivalTime, fact.object.name, fact.from, fact.to}, mostMarks);
    else if (commonKind(fact.kind) == FactKind::SetReplicas)
        fact.owner.name.empty() ? markScaling(fact) : markScalingOfDeployment(fact);
}

void HealthRecord::markScaling(const Fact &fact)
{
    if (!fact.from.empty() && !fact.to.empty())
        appendNewest(
            m_marks, {Mark::Kind::Scaled, fact.arrivalTime, fact.object.name, fact.from, fact.to}, mostMarks);
}

/// How large its sets are is the deployment's own affair; they note what somebody wanted it to be, an empty
/// one what that was at its last machine.
void HealthRecord::markScalingOfDeployment(const Fact &fact)
{
    const bool isSeenFirst = fact.from.empty();
    if (fact.detail.empty() || (isSeenFirst && fact.to == "0"))
        return;
    const std::string before = std::exchange(m_wantedByDeployment[{fact.kind, fact.owner}], fact.detail);
    if (!isSeenFirst && !before.empty() && before != fact.detail)
        appendNewest(
            m_marks, {Mark::Kind::Scaled, fact.arrivalTime, fact.owner.name, before, fact.detail}, mostMarks);
}

void HealthRecord::countHealth(const Fact &fact, const ObjectRef &machine)
{
    m_counter.add(fact);
    m_countsOld = true;
    m_machines.add(fact, machine);
}

void HealthRecord::addHealth(const Fact &fact)
{
    const std::string &node = fact.object.name;
    const auto machine = m_machineOfNode.find(node);
    if (machine != m_machineOfNode.end())
        countHealth(fact, machine->second);
    else if (fact.kind == FactKind::NodeHealth)
        m_unlinked.insert_or_assign(node, fact);
    if (fact.kind != FactKind::NodeHealth)
        return;
    m_begin = m_begin.value_or(fact.arrivalTime);
    if (!fact.to.empty())
        return appendNewest(m_past[node], {fact.arrivalTime, stateOfHealth(fact.to)}, mostChanges);
    keepGone(node, fact.arrivalTime);
    m_machineOfNode.erase(node);
    m_unlinked.erase(node);
}

/// A moment of the past may show it.
void HealthRecord::keepGone(const std::string &node, core::api::Time at)
{
    auto past = m_past.extract(node);
    if (past.empty())
        return;
    past.mapped().push_back({at, State::None});
    if (m_gonePast.insert_or_assign(node, std::move(past.mapped())).second)
        m_gone.push_back(node);
    if (m_gone.size() > mostGoneNodes) {
        m_gonePast.erase(m_gone.front());
        m_gone.pop_front();
    }
}

void HealthRecord::addReplicas(const Fact &fact)
{
    m_begin = m_begin.value_or(fact.arrivalTime);
    std::int64_t &replicas = m_replicas[{fact.kind, fact.object}];
    const std::int64_t next = core::base::parseNumber<std::int64_t>(fact.to).value_or(0);
    addWanted(next - replicas, fact.arrivalTime);
    replicas = next;
}

/// A machine that no set wants is wanted by whoever made it.
void HealthRecord::addSingle(const Fact &fact)
{
    const bool isSingle =
        fact.owner.name.empty() && (commonKind(fact.kind) == FactKind::MachineCreated || !fact.to.empty());
    if (isSingle && m_single.insert(machineOf(fact)).second)
        addWanted(1, fact.arrivalTime);
    else if (!isSingle && m_single.erase(machineOf(fact)) > 0)
        addWanted(-1, fact.arrivalTime);
}

void HealthRecord::addWanted(std::int64_t more, core::api::Time at)
{
    if (more != 0)
        appendNewest(m_wanted, {at, (m_wanted.empty() ? 0 : m_wanted.back().machines) + more}, mostWanted);
}

const std::vector<HealthRecord::Counts> &HealthRecord::counts() const
{
    if (m_countsOld)
        m_counts = m_counter.steps();
    m_countsOld = false;
    return m_counts;
}

std::span<const HealthChange> HealthRecord::past(const std::string &node) const
{
    const auto found = m_past.find(node);
    return found == m_past.end() ? std::span<const HealthChange> {} : std::span(found->second);
}

std::span<const HealthChange> HealthRecord::keptPast(const std::string &node) const
{
    const auto gone = m_past.contains(node) ? m_gonePast.end() : m_gonePast.find(node);
    return gone == m_gonePast.end() ? past(node) : std::span<const HealthChange>(gone->second);
}

int HealthRecord::interruptions(const std::string &node, core::api::Time since) const
{
    const auto changes = past(node);
    int left = 0;
    for (std::size_t i = 1; i < changes.size(); ++i) {
        if (changes[i].at >= since && changes[i - 1].state == State::Ready
            && changes[i].state != State::Ready)
            ++left;
    }
    return left;
}

} // namespace ui
