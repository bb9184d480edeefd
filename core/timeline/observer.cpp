// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/timeline/observer.h"

#include "core/api/workload.h"
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

api::ObjectKey setOf(const api::ObjectMeta &machine)
{
    const api::OwnerReference *owner = machine.controller();
    return owner && owner->kind == "MachineSet" ? api::ObjectKey {machine.ns, owner->name} : api::ObjectKey();
}

api::ObjectKey deploymentOf(const api::ObjectMeta &set)
{
    const api::OwnerReference *owner = set.controller();
    return owner && owner->kind == "MachineDeployment" ? api::ObjectKey {set.ns, owner->name}
                                                       : api::ObjectKey();
}

/// How many machines its deployment wanted when the set was last sized; empty when it has none.
template<typename S>
std::string_view wantedByDeployment(const S &set)
{
    constexpr bool isMcm = std::is_same_v<S, api::mcm::MachineSet>;
    return set.metadata.annotation(isMcm ? api::keys::deploymentReplicas : api::keys::desiredReplicas);
}

/// What a machine of either family says of itself.
struct MachineLook {
    std::string node;
    std::string phase;
    bool isGoing = false; ///< the phase began with the request to delete it
    std::optional<api::Time> updated;
    std::string detail;
};

MachineLook lookAt(const api::Machine &machine)
{
    const api::MachineStatus &status = machine.status;
    return {status.nodeRef ? status.nodeRef->name : std::string(), status.phase,
        status.phase == api::phases::deleting, status.lastUpdated,
        detailOf(status.errorReason, status.errorMessage)};
}

MachineLook lookAt(const api::mcm::Machine &machine)
{
    const api::mcm::LastOperation &last = machine.status.lastOperation;
    const bool hasFailed = last.state == api::mcm::states::failed;
    return {std::string(machine.metadata.label(api::mcm::keys::nodeLabel)), std::string(machine.phase()),
        machine.phase() == api::mcm::phases::terminating, machine.status.currentStatus.lastUpdateTime,
        hasFailed ? detailOf(last.errorCode, last.description) : std::string()};
}

/// The kind that tells the same of the family of T.
template<typename T>
constexpr FactKind kindFor(FactKind common)
{
    constexpr bool isMcm = std::is_same_v<T, api::mcm::Machine> || std::is_same_v<T, api::mcm::MachineSet>;
    return isMcm ? mcmKind(common) : common;
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
    switch (commonKind(fact.kind)) {
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
    case FactKind::MachineDeleting:
    case FactKind::MachinePhase:
        return learnAboutMachine(fact, isOfMcm(fact.kind) ? m_mcmMachines : m_machines);
    case FactKind::SetReplicas:
    case FactKind::SetReady:
        return learnAboutSet(fact, isOfMcm(fact.kind) ? m_mcmSets : m_sets);
    case FactKind::Decision:
        m_decisions[fact.object][fact.controller] = fact.to;
        break;
    default:
        break;
    }
}

void Observer::learnAboutMachine(const Fact &fact, Machines &machines)
{
    const FactKind kind = commonKind(fact.kind);
    if (kind == FactKind::MachineCreated) {
        machines[fact.object] = {.uid = fact.uid, .set = fact.owner, .node = fact.node};
    } else if (kind == FactKind::MachineDeleting) {
        machines[fact.object].deleting = true;
    } else if (fact.to.empty()) {
        machines.erase(fact.object);
        m_decisions.erase(fact.object);
    } else {
        KnownMachine &known = machines[fact.object];
        known.uid = fact.uid;
        known.phase = fact.to;
        known.set = fact.owner;
        known.node = fact.node;
    }
}

void Observer::learnAboutSet(const Fact &fact, Sets &sets)
{
    if (commonKind(fact.kind) == FactKind::SetReady) {
        if (!fact.to.empty())
            sets[fact.object].ready = fact.to;
    } else if (fact.to.empty()) {
        sets.erase(fact.object);
        m_decisions.erase(fact.object);
    } else {
        sets[fact.object].uid = fact.uid;
        sets[fact.object].replicas = fact.to;
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

template<typename M>
std::vector<Fact> Observer::observeMachine(const M &machine, Machines &machines, api::Time arrival)
{
    const api::ObjectMeta &meta = machine.metadata;
    MachineLook look = lookAt(machine);
    std::vector<Fact> facts;
    const bool isNew = !isKnownAs(machines, meta.key(), meta.uid);
    if (isNew) {
        facts = machineLeft(machines, kindFor<M>(FactKind::MachinePhase), meta.key(), arrival);
        machines[meta.key()].uid = meta.uid;
    }
    KnownMachine &known = machines[meta.key()];
    known.set = setOf(meta);
    known.node = std::move(look.node);

    const auto add = [&](FactKind kind, std::optional<api::Time> serverTime) -> Fact & {
        Fact &fact = facts.emplace_back(factAbout(kindFor<M>(kind), meta, arrival));
        fact.serverTime = serverTime.value_or(arrival);
        fact.owner = known.set;
        fact.node = known.node;
        return fact;
    };
    if (isNew)
        add(FactKind::MachineCreated, meta.creationTimestamp);
    if (meta.isDeleting() && !std::exchange(known.deleting, meta.isDeleting()))
        add(FactKind::MachineDeleting, meta.deletionTimestamp);
    const bool touched = std::exchange(known.lastUpdated, look.updated) != look.updated;
    if (look.phase != known.phase && !look.phase.empty()) {
        const auto updated = touched ? look.updated : std::nullopt;
        Fact &fact = add(FactKind::MachinePhase, look.isGoing ? meta.deletionTimestamp : updated);
        fact.from = std::exchange(known.phase, look.phase);
        fact.to = std::move(look.phase);
        fact.detail = std::move(look.detail);
    }
    return facts;
}

std::vector<Fact> Observer::observe(const api::Machine &machine, api::Time arrival)
{
    return observeMachine(machine, m_machines, arrival);
}

std::vector<Fact> Observer::observe(const api::mcm::Machine &machine, api::Time arrival)
{
    return observeMachine(machine, m_mcmMachines, arrival);
}

template<typename S>
std::vector<Fact> Observer::observeSet(const S &set, Sets &sets, api::Time arrival)
{
    const api::ObjectMeta &meta = set.metadata;
    constexpr FactKind replicas = kindFor<S>(FactKind::SetReplicas);
    constexpr FactKind ready = kindFor<S>(FactKind::SetReady);
    std::vector<Fact> facts;
    const bool isNew = !isKnownAs(sets, meta.key(), meta.uid);
    if (isNew) {
        facts = setLeft(sets, replicas, ready, meta.key(), arrival);
        sets[meta.key()].uid = meta.uid;
    }
    KnownSet &known = sets[meta.key()];
    const auto compare = [&](FactKind kind, std::string &before, std::string now) {
        if (before == now)
            return;
        Fact &fact = facts.emplace_back(factAbout(kind, meta, arrival));
        if (isNew)
            fact.serverTime = meta.creationTimestamp.value_or(arrival);
        fact.from = std::exchange(before, now);
        fact.to = std::move(now);
        fact.owner = deploymentOf(meta);
        if (kind == replicas && !fact.owner.name.empty())
            fact.detail = wantedByDeployment(set);
    };
    compare(replicas, known.replicas, std::to_string(set.wantedReplicas()));
    compare(ready, known.ready, std::to_string(set.status.readyReplicas.value_or(0)));
    return facts;
}

std::vector<Fact> Observer::observe(const api::MachineSet &set, api::Time arrival)
{
    return observeSet(set, m_sets, arrival);
}

std::vector<Fact> Observer::observe(const api::mcm::MachineSet &set, api::Time arrival)
{
    return observeSet(set, m_mcmSets, arrival);
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

std::vector<Fact> Observer::machineLeft(
    Machines &machines, FactKind kind, const api::ObjectKey &key, api::Time arrival)
{
    const auto known = machines.find(key);
    if (known == machines.end())
        return {};
    Fact fact = endOf(kind, key, known->second.uid, known->second.phase, arrival);
    fact.owner = known->second.set;
    fact.node = known->second.node;
    m_decisions.erase(key);
    machines.erase(known);
    return {fact};
}

std::vector<Fact> Observer::setLeft(
    Sets &sets, FactKind replicas, FactKind ready, const api::ObjectKey &key, api::Time arrival)
{
    const auto known = sets.find(key);
    if (known == sets.end())
        return {};
    const KnownSet &last = known->second;
    std::vector<Fact> facts {endOf(replicas, key, last.uid, last.replicas, arrival),
        endOf(ready, key, last.uid, last.ready, arrival)};
    m_decisions.erase(key);
    sets.erase(known);
    return facts;
}

std::vector<Fact> Observer::machineGone(const api::ObjectKey &key, api::Time arrival)
{
    return machineLeft(m_machines, FactKind::MachinePhase, key, arrival);
}

std::vector<Fact> Observer::mcmMachineGone(const api::ObjectKey &key, api::Time arrival)
{
    return machineLeft(m_mcmMachines, FactKind::McmMachinePhase, key, arrival);
}

std::vector<Fact> Observer::machineSetGone(const api::ObjectKey &key, api::Time arrival)
{
    return setLeft(m_sets, FactKind::SetReplicas, FactKind::SetReady, key, arrival);
}

std::vector<Fact> Observer::mcmMachineSetGone(const api::ObjectKey &key, api::Time arrival)
{
    return setLeft(m_mcmSets, FactKind::McmSetReplicas, FactKind::McmSetReady, key, arrival);
}

std::vector<api::ObjectKey> Observer::knownNodes() const
{
    return keysOf(m_nodes);
}

std::vector<api::ObjectKey> Observer::knownMachines() const
{
    return keysOf(m_machines);
}

std::vector<api::ObjectKey> Observer::knownMcmMachines() const
{
    return keysOf(m_mcmMachines);
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
