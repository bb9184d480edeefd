// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/observer.h"

#include "core/base/number.h"
#include "core/timeline/text.h"

#include <algorithm>

namespace core::timeline {

namespace {

constexpr std::size_t longestDetail = 200;

std::uint64_t revisionOf(const api::ObjectMeta &meta)
{
    return base::parseNumber<std::uint64_t>(meta.resourceVersion).value_or(0);
}

/// "reason: message", cut between characters.
std::string detailOf(std::string_view reason, std::string_view message)
{
    std::string detail(reason);
    if (!message.empty())
        detail += (detail.empty() ? "" : ": ") + std::string(message);
    if (detail.size() <= longestDetail)
        return detail;
    std::size_t end = longestDetail;
    while (end > 0 && (static_cast<unsigned char>(detail[end]) & 0xC0U) == 0x80U)
        --end;
    return detail.substr(0, end) + "…";
}

api::ObjectKey machineOf(const api::Node &node)
{
    const std::string_view text = node.metadata.annotation(api::keys::nodeMachine);
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos)
        return {};
    return {std::string(text.substr(0, slash)), std::string(text.substr(slash + 1))};
}

api::ObjectKey setOf(const api::Machine &machine)
{
    const api::OwnerReference *owner = machine.metadata.controller();
    return owner && owner->kind == "MachineSet" ? api::ObjectKey {machine.metadata.ns, owner->name}
                                                : api::ObjectKey();
}

Fact factAbout(FactKind kind, const api::ObjectMeta &meta, api::Time arrival)
{
    Fact fact;
    fact.kind = kind;
    fact.object = meta.key();
    fact.uid = meta.uid;
    fact.serverTime = arrival;
    fact.arrivalTime = arrival;
    fact.revision = revisionOf(meta);
    return fact;
}

/// A fact that has no object at hand: by itself the one that ends it, to is empty, and nobody but the watch
/// knows when.
Fact endOf(FactKind kind, const api::ObjectKey &key, const std::string &uid, const std::string &from,
    api::Time arrival)
{
    Fact fact;
    fact.kind = kind;
    fact.object = key;
    fact.uid = uid;
    fact.from = from;
    fact.serverTime = arrival;
    fact.arrivalTime = arrival;
    return fact;
}

template<typename Map>
std::vector<api::ObjectKey> keysOf(const Map &map)
{
    std::vector<api::ObjectKey> keys;
    keys.reserve(map.size());
    for (const auto &[key, known] : map)
        keys.push_back(key);
    std::ranges::sort(keys);
    return keys;
}

template<typename Map>
bool isKnownAs(const Map &map, const api::ObjectKey &key, const std::string &uid)
{
    const auto found = map.find(key);
    return found != map.end() && found->second.uid == uid;
}

} // namespace

std::string_view healthOf(const api::Node &node)
{
    const std::string_view ready = node.readyStatus();
    if (ready == "True")
        return "Ready";
    return ready == "Unknown" ? "Unknown" : "NotReady";
}

void Observer::learn(const Fact &fact)
{
    switch (fact.kind) {
    case FactKind::NodeHealth:
        if (fact.to.empty()) {
            m_nodes.erase(fact.object);
            m_decisions.erase(fact.object);
        } else {
            m_nodes[fact.object] = {fact.uid, fact.to, m_nodes[fact.object].fault, fact.owner};
        }
        break;
    case FactKind::Fault:
        m_nodes[fact.object].fault = fact.to;
        break;
    case FactKind::MachineCreated:
        m_machines[fact.object] = {.uid = fact.uid, .set = fact.owner, .node = fact.node};
        break;
    case FactKind::MachineDeleting:
        m_machines[fact.object].deleting = true;
        break;
    case FactKind::MachinePhase:
        if (fact.to.empty()) {
            m_machines.erase(fact.object);
            m_decisions.erase(fact.object);
        } else {
            KnownMachine &known = m_machines[fact.object];
            known.uid = fact.uid;
            known.phase = fact.to;
            known.set = fact.owner;
            known.node = fact.node;
        }
        break;
    case FactKind::SetReplicas:
        if (fact.to.empty()) {
            m_sets.erase(fact.object);
            m_decisions.erase(fact.object);
        } else {
            m_sets[fact.object].uid = fact.uid;
            m_sets[fact.object].replicas = fact.to;
        }
        break;
    case FactKind::McmSetReplicas:
        if (fact.to.empty()) {
            m_mcmSets.erase(fact.object);
            m_decisions.erase(fact.object);
        } else {
            m_mcmSets[fact.object] = {fact.uid, fact.to, {}};
        }
        break;
    case FactKind::SetReady:
        if (!fact.to.empty())
            m_sets[fact.object].ready = fact.to;
        break;
    case FactKind::Decision:
        m_decisions[fact.object][fact.controller] = fact.to;
        break;
    }
}

std::vector<Fact> Observer::observe(const api::Node &node, api::Time arrival)
{
    if (!node.metadata.label(api::keys::hollowHost).empty())
        return {};
    const api::ObjectKey key = node.key();
    std::vector<Fact> facts;
    if (!isKnownAs(m_nodes, key, node.metadata.uid)) {
        facts = nodeGone(key, arrival);
        m_nodes[key].uid = node.metadata.uid;
    }
    KnownNode &known = m_nodes[key];
    known.machine = machineOf(node);

    if (const std::string_view fault = node.metadata.annotation(api::keys::fault); fault != known.fault) {
        Fact fact = factAbout(FactKind::Fault, node.metadata, arrival);
        fact.from = std::exchange(known.fault, std::string(fault));
        fact.to = fault;
        fact.owner = known.machine;
        facts.push_back(std::move(fact));
    }
    if (const std::string_view health = healthOf(node); health != known.health) {
        Fact fact = factAbout(FactKind::NodeHealth, node.metadata, arrival);
        fact.from = std::exchange(known.health, std::string(health));
        fact.to = health;
        fact.owner = known.machine;
        if (const api::NodeCondition *ready = node.condition("Ready")) {
            fact.serverTime = ready->lastTransitionTime.value_or(arrival);
            fact.detail = detailOf(ready->reason, health == "Ready" ? std::string_view() : ready->message);
        } else {
            fact.serverTime = node.metadata.creationTimestamp.value_or(arrival);
        }
        facts.push_back(std::move(fact));
    }
    return facts;
}

std::vector<Fact> Observer::observe(const api::Machine &machine, api::Time arrival)
{
    const api::ObjectMeta &meta = machine.metadata;
    std::vector<Fact> facts;
    const bool isNew = !isKnownAs(m_machines, meta.key(), meta.uid);
    if (isNew) {
        facts = machineGone(meta.key(), arrival);
        m_machines[meta.key()].uid = meta.uid;
    }
    KnownMachine &known = m_machines[meta.key()];
    known.set = setOf(machine);
    known.node = machine.status.nodeRef ? machine.status.nodeRef->name : std::string();

    const auto add = [&](FactKind kind, std::optional<api::Time> serverTime) -> Fact & {
        Fact &fact = facts.emplace_back(factAbout(kind, meta, arrival));
        fact.serverTime = serverTime.value_or(arrival);
        fact.owner = known.set;
        fact.node = known.node;
        return fact;
    };
    if (isNew)
        add(FactKind::MachineCreated, meta.creationTimestamp);
    if (meta.isDeleting() && !std::exchange(known.deleting, meta.isDeleting()))
        add(FactKind::MachineDeleting, meta.deletionTimestamp);
    const bool touched =
        std::exchange(known.lastUpdated, machine.status.lastUpdated) != machine.status.lastUpdated;
    if (machine.status.phase != known.phase && !machine.status.phase.empty()) {
        const bool deletes = machine.status.phase == api::phases::deleting;
        const auto updated = touched ? machine.status.lastUpdated : std::nullopt;
        Fact &fact = add(FactKind::MachinePhase, deletes ? meta.deletionTimestamp : updated);
        fact.from = std::exchange(known.phase, machine.status.phase);
        fact.to = machine.status.phase;
        fact.detail = detailOf(machine.status.errorReason, machine.status.errorMessage);
    }
    return facts;
}

std::vector<Fact> Observer::observe(const api::MachineSet &set, api::Time arrival)
{
    const api::ObjectMeta &meta = set.metadata;
    std::vector<Fact> facts;
    const bool isNew = !isKnownAs(m_sets, meta.key(), meta.uid);
    if (isNew) {
        facts = machineSetGone(meta.key(), arrival);
        m_sets[meta.key()].uid = meta.uid;
    }
    KnownSet &known = m_sets[meta.key()];
    const auto compare = [&](FactKind kind, std::string &before, std::string now) {
        if (before == now)
            return;
        Fact &fact = facts.emplace_back(factAbout(kind, meta, arrival));
        if (isNew)
            fact.serverTime = meta.creationTimestamp.value_or(arrival);
        fact.from = std::exchange(before, now);
        fact.to = std::move(now);
    };
    compare(FactKind::SetReplicas, known.replicas, std::to_string(set.wantedReplicas()));
    compare(FactKind::SetReady, known.ready, std::to_string(set.status.readyReplicas.value_or(0)));
    return facts;
}

std::vector<Fact> Observer::observe(const api::mcm::MachineSet &set, api::Time arrival)
{
    const api::ObjectMeta &meta = set.metadata;
    std::vector<Fact> facts;
    const bool isNew = !isKnownAs(m_mcmSets, meta.key(), meta.uid);
    if (isNew) {
        facts = mcmMachineSetGone(meta.key(), arrival);
        m_mcmSets[meta.key()].uid = meta.uid;
    }
    std::string &known = m_mcmSets[meta.key()].replicas;
    std::string wanted = std::to_string(set.wantedReplicas());
    if (known == wanted)
        return facts;
    Fact &fact = facts.emplace_back(factAbout(FactKind::McmSetReplicas, meta, arrival));
    if (isNew)
        fact.serverTime = meta.creationTimestamp.value_or(arrival);
    fact.from = std::exchange(known, wanted);
    fact.to = std::move(wanted);
    return facts;
}

std::vector<Fact> Observer::decided(const std::string &controller, const api::ObjectKey &object,
    const std::string &codes, const api::Saying &says, api::Time arrival)
{
    std::string &known = m_decisions[object][controller];
    if (known == codes)
        return {};
    Fact fact = endOf(FactKind::Decision, object, {}, known, arrival);
    fact.to = known = codes;
    fact.detail = detailOf({}, says.text);
    if (fact.detail == says.text)
        fact.said = saidText(says);
    fact.controller = controller;
    return {fact};
}

std::vector<Fact> Observer::nodeGone(const api::ObjectKey &key, api::Time arrival)
{
    const auto known = m_nodes.find(key);
    if (known == m_nodes.end())
        return {};
    Fact fact = endOf(FactKind::NodeHealth, key, known->second.uid, known->second.health, arrival);
    fact.owner = known->second.machine;
    m_decisions.erase(key);
    m_nodes.erase(known);
    return {fact};
}

std::vector<Fact> Observer::machineGone(const api::ObjectKey &key, api::Time arrival)
{
    const auto known = m_machines.find(key);
    if (known == m_machines.end())
        return {};
    Fact fact = endOf(FactKind::MachinePhase, key, known->second.uid, known->second.phase, arrival);
    fact.owner = known->second.set;
    fact.node = known->second.node;
    m_decisions.erase(key);
    m_machines.erase(known);
    return {fact};
}

std::vector<Fact> Observer::machineSetGone(const api::ObjectKey &key, api::Time arrival)
{
    const auto known = m_sets.find(key);
    if (known == m_sets.end())
        return {};
    const auto &[uid, replicas, ready] = known->second;
    std::vector<Fact> facts {endOf(FactKind::SetReplicas, key, uid, replicas, arrival),
        endOf(FactKind::SetReady, key, uid, ready, arrival)};
    m_decisions.erase(key);
    m_sets.erase(known);
    return facts;
}

std::vector<Fact> Observer::mcmMachineSetGone(const api::ObjectKey &key, api::Time arrival)
{
    const auto known = m_mcmSets.find(key);
    if (known == m_mcmSets.end())
        return {};
    std::vector<Fact> facts {
        endOf(FactKind::McmSetReplicas, key, known->second.uid, known->second.replicas, arrival)};
    m_decisions.erase(key);
    m_mcmSets.erase(known);
    return facts;
}

std::vector<api::ObjectKey> Observer::knownNodes() const
{
    return keysOf(m_nodes);
}

std::vector<api::ObjectKey> Observer::knownMachines() const
{
    return keysOf(m_machines);
}

std::vector<api::ObjectKey> Observer::knownMachineSets() const
{
    return keysOf(m_sets);
}

std::vector<api::ObjectKey> Observer::knownMcmMachineSets() const
{
    return keysOf(m_mcmSets);
}

} // namespace core::timeline
