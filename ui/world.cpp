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

/// The object that controls this one, if it is of a kind that is shown.
std::optional<ObjectRef> controllerOf(const ObjectMeta &meta)
{
    const OwnerReference *owner = meta.controller();
    const auto kind = owner ? kindOf(owner->apiVersion, owner->kind) : std::nullopt;
    return kind ? std::optional(ObjectRef {*kind, {meta.ns, owner->name}}) : std::nullopt;
}

std::optional<ObjectRef> subjectOf(const Event &event)
{
    const ObjectReference &about = event.involvedObject;
    const auto kind = kindOf(about.apiVersion, about.kind);
    return kind ? std::optional(ObjectRef {*kind, {about.ns, about.name}}) : std::nullopt;
}

} // namespace

std::int64_t revisionOf(const ObjectMeta &meta)
{
    return text(meta.annotation(keys::revision)).toLongLong();
}

Touched World::apply(const ChangeSet &changes)
{
    if (changes.reset)
        *this = World();
    m_objects.each([&]<typename T>(Objects<T> &objects) { take(objects, changes.of<T>()); });
    for (const auto &fact : changes.facts)
        m_health.add(fact);
    for (const auto &episode : changes.episodes)
        m_health.add(episode);
    if (changes.status)
        takeStatus(*changes.status);

    Touched touched;
    for (const ObjectKey &key : changes.of<Machine>().removed)
        forget(key, touched);
    for (const auto &machine : changes.of<Machine>().upserts)
        judge(machine->key(), touched);
    const auto judgeNode = [&](const std::string &node) {
        const auto found = m_machineOfNode.find(node);
        if (found == m_machineOfNode.end())
            return;
        const ObjectKey machine = found->second;
        touched.of<Machine>().push_back(machine);
        judge(machine, touched);
    };
    for (const ObjectKey &key : changes.of<Node>().removed)
        judgeNode(key.name);
    for (const auto &node : changes.of<Node>().upserts)
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
        touched.of<Node>().push_back({{}, next.node});
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
    touched.of<Node>().push_back({{}, found->second.node});
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
    auto &sets = touched.of<MachineSet>();
    if (sets.empty() || sets.back() != seen.set)
        sets.push_back(seen.set);
}

const Machine *World::machine(const ObjectKey &key) const
{
    return find<Machine>(key);
}

const Node *World::node(const std::string &name) const
{
    return find<Node>({{}, name});
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

std::vector<const MachineSet *> World::setsOf(const MachineDeployment &deployment) const
{
    std::vector<const MachineSet *> sets;
    for (const auto &[key, set] : all<MachineSet>()) {
        const OwnerReference *owner = set->metadata.controller();
        if (owner && owner->uid == deployment.metadata.uid)
            sets.push_back(set.get());
    }
    std::ranges::sort(sets, std::greater(),
        [](const MachineSet *set) { return std::pair(revisionOf(set->metadata), set->metadata.name); });
    return sets;
}

std::optional<ObjectRef> World::ownerOf(const ObjectRef &object) const
{
    std::optional<ObjectRef> owner;
    withObject(object, [&]<typename T>(const T &found) {
        if constexpr (std::is_same_v<T, Event>)
            owner = subjectOf(found);
        else if constexpr (!std::is_same_v<T, Node>)
            owner = controllerOf(found.metadata);
        else if (const Machine *machine = machineOf(found.metadata.name))
            owner = ObjectRef {Kind::Machine, machine->key()};
    });
    return owner;
}

std::vector<const MachineHealthCheck *> World::checksOf(const Machine &machine) const
{
    std::vector<const MachineHealthCheck *> checks;
    for (const auto &[key, check] : all<MachineHealthCheck>()) {
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
