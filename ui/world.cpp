// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/world.h"

#include "core/api/selector.h"
#include "ui/format.h"

#include <algorithm>

namespace ui {

using namespace Qt::Literals::StringLiterals;
using namespace core::api;
using core::engine::ChangeSet;

namespace {

template<typename T>
void take(Objects<T> &objects, const core::engine::Changes<T> &changes)
{
    for (const ObjectKey &key : changes.removed)
        objects.erase(key);
    for (const auto &object : changes.upserts)
        objects[object->key()] = object;
}

template<typename T, typename Key>
const T *lookUp(const Objects<T> &objects, const Key &key)
{
    const auto found = objects.find(key);
    return found == objects.end() ? nullptr : found->second.get();
}

} // namespace

Touched World::apply(const ChangeSet &changes)
{
    if (changes.reset)
        *this = World();
    take(m_machineSets, changes.machineSets);
    take(m_machines, changes.machines);
    take(m_nodes, changes.nodes);
    take(m_healthChecks, changes.healthChecks);
    take(m_events, changes.events);
    for (const auto &fact : changes.facts)
        m_health.add(fact);
    for (const auto &episode : changes.episodes)
        m_health.add(episode);
    if (changes.status)
        takeStatus(*changes.status);

    Touched touched;
    for (const ObjectKey &key : changes.machines.removed)
        forget(key, touched);
    for (const auto &machine : changes.machines.upserts)
        judge(machine->key(), touched);
    const auto judgeNode = [&](const std::string &node) {
        const auto found = m_machineOfNode.find(node);
        if (found == m_machineOfNode.end())
            return;
        const ObjectKey machine = found->second;
        touched.machines.push_back(machine);
        judge(machine, touched);
    };
    for (const ObjectKey &key : changes.nodes.removed)
        judgeNode(key.name);
    for (const auto &node : changes.nodes.upserts)
        judgeNode(node->metadata.name);
    return touched;
}

void World::takeStatus(const core::engine::Status &status)
{
    m_status = status;
    m_clock.set(status.now, std::min(status.pace, status.reachedPace));
}

void World::judge(const ObjectKey &key, Touched &touched)
{
    const Machine *seen = machine(key);
    if (!seen)
        return forget(key, touched);
    Seen next {setOf(*seen), seen->status.nodeRef ? seen->status.nodeRef->name : std::string(), {}};
    next.state = ui::stateOf(*seen, node(next.node));
    Seen &last = m_seen[key];
    if (last.node != next.node) {
        unlinkNode(last.node, key);
        if (!next.node.empty())
            m_machineOfNode[next.node] = key;
        touched.nodes.push_back({{}, next.node});
    }
    if (last.set != next.set || last.state != next.state) {
        count(last, -1, touched);
        count(next, 1, touched);
    }
    last = std::move(next);
}

void World::forget(const ObjectKey &key, Touched &touched)
{
    const auto found = m_seen.find(key);
    if (found == m_seen.end())
        return;
    count(found->second, -1, touched);
    unlinkNode(found->second.node, key);
    touched.nodes.push_back({{}, found->second.node});
    m_seen.erase(found);
}

void World::unlinkNode(const std::string &node, const ObjectKey &machine)
{
    const auto found = m_machineOfNode.find(node);
    if (found != m_machineOfNode.end() && found->second == machine)
        m_machineOfNode.erase(found);
}

void World::count(const Seen &seen, int by, Touched &touched)
{
    if (seen.state == State::None || seen.set.name.empty())
        return;
    m_tallies[seen.set].machines[static_cast<std::size_t>(seen.state)] += by;
    if (touched.machineSets.empty() || touched.machineSets.back() != seen.set)
        touched.machineSets.push_back(seen.set);
}

const MachineSet *World::machineSet(const ObjectKey &key) const
{
    return lookUp(m_machineSets, key);
}

const Machine *World::machine(const ObjectKey &key) const
{
    return lookUp(m_machines, key);
}

const Node *World::node(const std::string &name) const
{
    return lookUp(m_nodes, ObjectKey {{}, name});
}

const MachineHealthCheck *World::healthCheck(const ObjectKey &key) const
{
    return lookUp(m_healthChecks, key);
}

const Node *World::nodeOf(const Machine &machine) const
{
    return machine.status.nodeRef ? node(machine.status.nodeRef->name) : nullptr;
}

const Machine *World::machineOf(const std::string &node) const
{
    const auto found = m_machineOfNode.find(node);
    return found == m_machineOfNode.end() ? nullptr : machine(found->second);
}

ObjectKey World::setOf(const Machine &machine)
{
    const OwnerReference *owner = machine.metadata.controller();
    return owner && owner->kind == "MachineSet" ? ObjectKey {machine.metadata.ns, owner->name} : ObjectKey {};
}

std::vector<const MachineHealthCheck *> World::checksOf(const Machine &machine) const
{
    std::vector<const MachineHealthCheck *> checks;
    for (const auto &[key, check] : m_healthChecks) {
        if (key.ns == machine.metadata.ns && matches(check->spec.selector, machine.metadata.labels))
            checks.push_back(check.get());
    }
    std::sort(
        checks.begin(), checks.end(), [](auto *a, auto *b) { return a->metadata.name < b->metadata.name; });
    return checks;
}

SetTally World::tally(const ObjectKey &machineSet) const
{
    const auto found = m_tallies.find(machineSet);
    return found == m_tallies.end() ? SetTally {} : found->second;
}

QString World::kubectl() const
{
    QString line = u"kubectl"_s;
    if (!m_status.kubeconfigPath.empty())
        line += u" --kubeconfig "_s + shellWord(text(m_status.kubeconfigPath));
    if (m_status.mode == core::engine::Mode::External)
        line += u" --context "_s + shellWord(text(m_status.contextName));
    return line;
}

State World::stateOf(const MachineSet &set) const
{
    const SetTally machines = tally(set.key());
    for (const State state :
        {State::Failed, State::NotReady, State::Unknown, State::Provisioning, State::Provisioned}) {
        if (machines.of(state) > 0)
            return state;
    }
    return set.status.readyReplicas.value_or(0) < set.wantedReplicas() ? State::Provisioning : State::Ready;
}

} // namespace ui
