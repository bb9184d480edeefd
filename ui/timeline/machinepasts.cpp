// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/machinepasts.h"

#include "core/api/machine.h"
#include "core/api/mcm.h"

#include <algorithm>
#include <tuple>

namespace ui {

using namespace std::chrono_literals;
using core::api::Time;
using core::timeline::Episode;
using core::timeline::Fact;
using core::timeline::FactKind;

namespace {

constexpr std::ptrdiff_t mostStates = 200; // kept of one machine
constexpr std::ptrdiff_t mostFaults = 50;
constexpr auto seenAtOnce = 5s; // a machine that was created earlier was not seen being created

State stateOfPhase(const std::string &phase)
{
    namespace phases = core::api::phases;
    if (phase == phases::failed)
        return State::Failed;
    if (phase == phases::deleting)
        return State::Deleting;
    return phase == phases::provisioned ? State::Provisioned : State::Provisioning;
}

/// None where the node's health tells more.
State stateOfMcmPhase(const std::string &phase)
{
    namespace phases = core::api::mcm::phases;
    if (phase == phases::terminating)
        return State::Deleting;
    if (phase == phases::failed || phase == phases::crashLoopBackOff || phase == phases::inPlaceUpdateFailed)
        return State::Failed;
    if (phase == phases::available)
        return State::Provisioned;
    return phase == phases::pending ? State::Provisioning : State::None;
}

bool isBooting(State state)
{
    return state == State::None || state == State::Provisioning || state == State::Provisioned;
}

struct Entry {
    std::uint64_t id;
    const MachinePast *past;
    std::optional<Time> incident;
    std::uint64_t last; ///< of it and its replacement

    /// A machine that was replaced comes right after the one that took its place.
    bool operator<(const Entry &other) const
    {
        if (incident != other.incident)
            return incident > other.incident;
        if (incident)
            return std::tie(other.last, other.id) < std::tie(last, id);
        const bool gone = past->goneAt.has_value();
        const bool otherGone = other.past->goneAt.has_value();
        return std::tie(gone, past->machine.key, id) < std::tie(otherGone, other.past->machine.key, other.id);
    }
};

ObjectRef machineNamed(const Episode &episode, const core::api::ObjectKey &key)
{
    return {episode.isOfMcm ? Kind::McmMachine : Kind::Machine, key};
}

std::string_view kindOfFault(std::string_view fault)
{
    return fault.substr(0, fault.find(' '));
}

} // namespace

ObjectRef machineOf(const Fact &fact)
{
    return {isOfMcm(fact.kind) ? Kind::McmMachine : Kind::Machine, fact.object};
}

ObjectRef failedObjectOf(const Episode &episode)
{
    return episode.machine.name.empty() ? ObjectRef {Kind::Node, {{}, episode.node}}
                                        : machineNamed(episode, episode.machine);
}

ObjectRef replacementOf(const Episode &episode)
{
    return machineNamed(episode, episode.replacement);
}

ObjectRef setOf(const Episode &episode)
{
    return {episode.isOfMcm ? Kind::McmMachineSet : Kind::MachineSet, episode.machineSet};
}

bool isNewFault(const Fact &fact)
{
    return fact.kind == FactKind::Fault && !fact.to.empty() && kindOfFault(fact.from) != kindOfFault(fact.to);
}

MachinePast &MachinePasts::pastOf(const ObjectRef &machine)
{
    const auto known = m_ids.find(machine);
    if (known != m_ids.end()) {
        if (const auto past = m_pasts.find(known->second); past != m_pasts.end() && !past->second.goneAt)
            return past->second;
    }
    m_ids[machine] = ++m_lastId;
    m_orderOld = true;
    MachinePast &past = m_pasts[m_lastId];
    past.machine = machine;
    return past;
}

void MachinePasts::enter(MachinePast &past, State state, Time at)
{
    if (past.state() == state)
        return;
    if (!past.states.empty()) // what is known of a node before its machine is known comes late
        at = std::max(at, past.states.back().at);
    if (past.state() == State::Ready && state != State::Deleting) {
        past.failedAt = at;
        m_orderOld = true;
    }
    appendNewest(past.states, {at, state}, mostStates);
}

void MachinePasts::add(const Fact &fact)
{
    ++m_version;
    switch (commonKind(fact.kind)) {
    case FactKind::MachineCreated: {
        MachinePast &past = pastOf(machineOf(fact));
        if (fact.arrivalTime - fact.serverTime < seenAtOnce)
            past.createdAt = fact.arrivalTime;
        if (past.state() == State::None) // else its node was seen first, and tells more
            enter(past, State::Provisioning, fact.arrivalTime);
        return;
    }
    case FactKind::MachineDeleting: {
        MachinePast &past = pastOf(machineOf(fact));
        past.deleteAskedAt = past.deleteAskedAt.value_or(fact.arrivalTime);
        return enter(past, State::Deleting, fact.arrivalTime);
    }
    case FactKind::MachinePhase:
        return fact.to.empty() ? leave(machineOf(fact), fact.arrivalTime) : addPhase(fact);
    default:
        return;
    }
}

/// Once there is a node, its health tells the state, but for a machine that has failed or is deleted.
void MachinePasts::addPhase(const Fact &fact)
{
    MachinePast &past = pastOf(machineOf(fact));
    const bool isMcm = isOfMcm(fact.kind);
    const State state = isMcm ? stateOfMcmPhase(fact.to) : stateOfPhase(fact.to);
    const bool tells = state == State::Failed || state == State::Deleting || isBooting(past.state());
    const bool isRunning = isMcm ? state == State::None : fact.to == core::api::phases::running;
    if (past.state() != State::Deleting && tells && !(isRunning && past.state() != State::None))
        enter(past, state, fact.arrivalTime);
}

void MachinePasts::add(const Fact &fact, const ObjectRef &machine)
{
    const auto known = m_ids.find(machine);
    const MachinePast *newest = known == m_ids.end() ? nullptr : find(known->second);
    if (newest && newest->goneAt)
        return; // the node outlived its machine
    ++m_version;
    if (fact.kind == FactKind::Fault) {
        if (isNewFault(fact))
            appendNewest(pastOf(machine).faults, {fact.arrivalTime, fact.to}, mostFaults);
        return;
    }
    if (fact.kind != FactKind::NodeHealth || (fact.to.empty() && !newest))
        return;
    MachinePast &past = pastOf(machine);
    if (past.state() != State::Deleting)
        enter(past, fact.to.empty() ? State::Failed : stateOfHealth(fact.to), fact.arrivalTime);
}

void MachinePasts::add(const Episode &episode)
{
    if (episode.replacement.name.empty())
        return;
    const auto old = m_ids.find(failedObjectOf(episode));
    const auto next = m_ids.find(replacementOf(episode));
    if (old == m_ids.end() || next == m_ids.end() || !m_pasts.contains(old->second))
        return;
    ++m_version;
    m_orderOld = true;
    m_pasts[old->second].replacement = next->second;
    if (const auto past = m_pasts.find(next->second); past != m_pasts.end())
        past->second.cameAsReplacementAt = episode.replacementCreatedAt;
}

void MachinePasts::leave(const ObjectRef &machine, Time at)
{
    const auto known = m_ids.find(machine);
    const auto past = known == m_ids.end() ? m_pasts.end() : m_pasts.find(known->second);
    if (past == m_pasts.end() || past->second.goneAt)
        return;
    past->second.goneAt = at;
    m_gone.push_back(past->first);
    m_orderOld = true;
    if (m_gone.size() <= m_mostGone)
        return;
    const auto oldest = m_pasts.find(m_gone.front());
    m_gone.pop_front();
    ++m_forgotten;
    if (const auto id = m_ids.find(oldest->second.machine); id->second == oldest->first)
        m_ids.erase(id);
    m_pasts.erase(oldest);
}

const MachinePast *MachinePasts::find(std::uint64_t id) const
{
    const auto found = m_pasts.find(id);
    return found == m_pasts.end() ? nullptr : &found->second;
}

const std::vector<std::uint64_t> &MachinePasts::order() const
{
    if (!m_orderOld)
        return m_order;
    std::vector<Entry> entries;
    entries.reserve(m_pasts.size());
    for (const auto &[id, past] : m_pasts) {
        const MachinePast *next = past.replacement ? find(past.replacement) : nullptr;
        entries.push_back(
            {id, &past, next ? std::max(past.failedAt, next->cameAsReplacementAt) : past.lastIncident(),
                next ? past.replacement : id});
    }
    std::sort(entries.begin(), entries.end());
    m_order.clear();
    for (const Entry &entry : entries)
        m_order.push_back(entry.id);
    m_orderOld = false;
    return m_order;
}

} // namespace ui
