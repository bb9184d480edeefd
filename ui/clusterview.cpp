// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clusterview.h"

#include "core/api/selector.h"
#include "core/api/workload.h"
#include "core/base/number.h"
#include "ui/format.h"

#include <algorithm>
#include <functional>

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

std::string_view revisionText(const ObjectMeta &meta)
{
    const std::string_view revision = meta.annotation(core::api::keys::revision);
    const bool isOfMcm = revision.empty();
    return isOfMcm ? meta.annotation(core::api::keys::deploymentRevision) : revision;
}

std::int64_t revisionOf(const ObjectMeta &meta)
{
    return core::base::parseNumber<std::int64_t>(revisionText(meta)).value_or(0);
}

std::string nodeNameOf(const Machine &machine)
{
    return machine.status.nodeRef ? machine.status.nodeRef->name : std::string();
}

std::string nodeNameOf(const mcm::Machine &machine)
{
    return std::string(machine.metadata.label(mcm::keys::nodeLabel));
}

Touched ClusterView::apply(const ChangeSet &changes)
{
    if (changes.reset)
        *this = ClusterView();
    m_objects.each([&]<typename T>(Objects<T> &objects) { take(objects, changes.of<T>()); });
    linkNodes(changes.of<Machine>());
    linkNodes(changes.of<mcm::Machine>());
    for (const auto &fact : changes.facts)
        m_health.add(fact);
    for (const auto &episode : changes.episodes)
        m_health.add(episode);
    if (changes.status)
        takeStatus(*changes.status);
    if (changes.scenario)
        m_scenario = *changes.scenario;
    if (changes.inspection)
        m_inspection = *changes.inspection;
    if (changes.verdicts)
        m_verdicts = *changes.verdicts;

    Touched touched;
    if (changes.outlooks)
        takeOutlooks(*changes.outlooks, touched);
    judgeChanged(changes.of<Machine>(), touched);
    judgeChanged(changes.of<mcm::Machine>(), touched);
    for (const ObjectKey &key : changes.of<Node>().removed)
        judgeMachineOf(key.name, touched);
    for (const auto &node : changes.of<Node>().upserts)
        judgeMachineOf(node->metadata.name, touched);
    return touched;
}

void ClusterView::takeOutlooks(const std::vector<core::engine::Outlook> &outlooks, Touched &touched)
{
    std::unordered_map<ObjectRef, core::engine::Outlook> present;
    for (const auto &outlook : outlooks) {
        if (const auto kind = kindOf(outlook.machine.resource->apiVersion(), outlook.machine.resource->kind))
            present.emplace(ObjectRef {*kind, outlook.machine.key}, outlook);
    }
    const auto touch = [&touched](const ObjectRef &machine) {
        auto &keys = machine.kind == Kind::Machine ? touched.of<Machine>() : touched.of<mcm::Machine>();
        keys.push_back(machine.key);
    };
    for (const auto &[machine, outlook] : present) {
        const auto before = m_outlooks.find(machine);
        if (before == m_outlooks.end() || before->second != outlook)
            touch(machine);
    }
    for (const auto &[machine, outlook] : m_outlooks) {
        if (!present.contains(machine))
            touch(machine);
    }
    m_outlooks = std::move(present);
}

const core::engine::Outlook *ClusterView::outlook(const ObjectRef &machine) const
{
    const auto found = m_outlooks.find(machine);
    return found == m_outlooks.end() || isOver(machine, found->second) ? nullptr : &found->second;
}

/// Outlooks are told twice a second at most, states of machines at once.
bool ClusterView::isOver(const ObjectRef &machine, const core::engine::Outlook &outlook) const
{
    return outlook.endsOnceReady && stateOf(machine) == State::Ready;
}

std::vector<core::engine::Outlook> ClusterView::outlooks() const
{
    std::vector<core::engine::Outlook> all;
    for (const auto &[machine, outlook] : m_outlooks)
        all.push_back(outlook);
    return all;
}

std::vector<core::engine::Outlook> ClusterView::outlooksIn(const std::vector<ObjectRef> &sets) const
{
    std::vector<core::engine::Outlook> chosen;
    for (const auto &[machine, outlook] : m_outlooks) {
        const auto seen = m_seen.find(machine);
        if (seen != m_seen.end() && seen->second.set
            && std::ranges::find(sets, *seen->second.set) != sets.end() && !isOver(machine, outlook))
            chosen.push_back(outlook);
    }
    return chosen;
}

void ClusterView::setMoment(const std::optional<Time> &moment, bool isInGap)
{
    m_moment = moment;
    m_isInGap = isInGap;
}

void ClusterView::takeStatus(const core::engine::Status &status)
{
    m_status = status;
    m_clock.set(status.now, std::min(status.pace, status.reachedPace));
    m_health.follow(status.liveUntil, status.now);
}

/// No fact tells which node a machine of machine.sapcloud.io has.
template<typename M>
void ClusterView::linkNodes(const core::engine::Changes<M> &changes)
{
    for (const auto &machine : changes.upserts) {
        if (const std::string name = nodeNameOf(*machine); node(name))
            m_health.link(name, {kindOf<M>(), machine->key()});
    }
}

template<typename M>
void ClusterView::judgeChanged(const core::engine::Changes<M> &changes, Touched &touched)
{
    for (const ObjectKey &key : changes.removed)
        forget({kindOf<M>(), key}, touched);
    for (const auto &machine : changes.upserts)
        judge<M>(machine->key(), touched);
}

void ClusterView::judgeMachineOf(const std::string &node, Touched &touched)
{
    const auto machine = machineRefOf(node);
    if (!machine)
        return;
    if (machine->kind == Kind::Machine) {
        touched.of<Machine>().push_back(machine->key);
        judge<Machine>(machine->key, touched);
    } else {
        touched.of<mcm::Machine>().push_back(machine->key);
        judge<mcm::Machine>(machine->key, touched);
    }
}

template<typename M>
void ClusterView::judge(const ObjectKey &key, Touched &touched)
{
    const ObjectRef machine {kindOf<M>(), key};
    const M *seen = find<M>(key);
    if (!seen)
        return forget(machine, touched);
    Seen next {setOf(seen->metadata), nodeNameOf(*seen), {}};
    next.state = ui::stateOf(*seen, node(next.node));
    Seen &last = m_seen[machine];
    if (last.node != next.node) {
        unlinkNode(last.node, machine);
        if (!next.node.empty())
            m_machineOfNode[next.node] = machine;
        touched.of<Node>().push_back({{}, next.node});
    }
    if (last.set != next.set || last.state != next.state) {
        count(machine, last, -1, touched);
        count(machine, next, 1, touched);
    }
    last = std::move(next);
}

void ClusterView::forget(const ObjectRef &machine, Touched &touched)
{
    const auto found = m_seen.find(machine);
    if (found == m_seen.end())
        return;
    count(machine, found->second, -1, touched);
    unlinkNode(found->second.node, machine);
    touched.of<Node>().push_back({{}, found->second.node});
    m_seen.erase(found);
}

void ClusterView::unlinkNode(const std::string &node, const ObjectRef &machine)
{
    const auto found = m_machineOfNode.find(node);
    if (found != m_machineOfNode.end() && found->second == machine)
        m_machineOfNode.erase(found);
}

void ClusterView::count(const ObjectRef &machine, const Seen &seen, int by, Touched &touched)
{
    if (seen.state == State::None)
        return;
    const auto family =
        static_cast<std::size_t>(machine.kind == Kind::Machine ? Family::MachineApi : Family::Mcm);
    m_fleet[family].machines[static_cast<std::size_t>(seen.state)] += by;
    if (!seen.set)
        return;
    m_tallies[*seen.set].machines[static_cast<std::size_t>(seen.state)] += by;
    auto &sets =
        seen.set->kind == Kind::MachineSet ? touched.of<MachineSet>() : touched.of<mcm::MachineSet>();
    if (sets.empty() || sets.back() != seen.set->key)
        sets.push_back(seen.set->key);
}

bool ClusterView::hadBegun(const core::timeline::Episode &episode) const
{
    return !isPast() || episode.unhealthyAt <= now();
}

std::optional<core::base::Duration> ClusterView::knownRecovery(const core::timeline::Episode &episode) const
{
    const bool isLater = isPast() && episode.recoveredAt > now();
    return isLater ? std::nullopt : episode.recovery();
}

core::timeline::Episode ClusterView::asKnown(core::timeline::Episode episode) const
{
    if (!isPast())
        return episode;
    const bool goesOn = episode.recoveredAt > now() || (!episode.recoveredAt && episode.oldGoneAt > now());
    if (goesOn)
        episode.outcome = core::timeline::Outcome::Open;
    if (episode.replacementCreatedAt > now())
        episode.replacement = {};
    for (std::optional<Time> *at : {&episode.faultAt, &episode.deleteAskedAt, &episode.oldGoneAt,
             &episode.replacementCreatedAt, &episode.recoveredAt, &episode.completeAt}) {
        if (*at > now())
            at->reset();
    }
    return episode;
}

const Machine *ClusterView::machine(const ObjectKey &key) const
{
    return find<Machine>(key);
}

const Node *ClusterView::node(const std::string &name) const
{
    return find<Node>({{}, name});
}

std::optional<ObjectRef> ClusterView::machineRefOf(const std::string &node) const
{
    const auto found = m_machineOfNode.find(node);
    return found == m_machineOfNode.end() ? std::nullopt : std::optional(found->second);
}

const Machine *ClusterView::machineOf(const std::string &node) const
{
    const auto found = machineRefOf(node);
    return found && found->kind == Kind::Machine ? machine(found->key) : nullptr;
}

std::optional<ObjectRef> ClusterView::setOf(const ObjectMeta &machine)
{
    const auto controller = controllerOf(machine);
    return controller && isSet(controller->kind) ? controller : std::nullopt;
}

std::vector<ObjectRef> ClusterView::setsOf(const ObjectRef &deployment) const
{
    std::vector<std::pair<std::int64_t, ObjectRef>> sets;
    m_objects.each([&]<typename T>(const Objects<T> &objects) {
        if (!isSet(kindOf<T>()))
            return;
        for (const auto &[key, set] : objects) {
            if (controllerOf(set->metadata) == deployment)
                sets.emplace_back(revisionOf(set->metadata), ObjectRef {kindOf<T>(), key});
        }
    });
    std::ranges::sort(sets, [](const auto &a, const auto &b) {
        return std::pair(b.first, a.second.key) < std::pair(a.first, b.second.key);
    });
    std::vector<ObjectRef> newestFirst;
    for (const auto &[revision, set] : sets)
        newestFirst.push_back(set);
    return newestFirst;
}

std::optional<ObjectRef> ClusterView::ownerOf(const ObjectRef &object) const
{
    std::optional<ObjectRef> owner;
    withObject(object, [&]<typename T>(const T &found) {
        if constexpr (std::is_same_v<T, Event>)
            owner = subjectOf(found);
        else if constexpr (!std::is_same_v<T, Node>)
            owner = controllerOf(found.metadata);
        else
            owner = machineRefOf(found.metadata.name);
    });
    return owner;
}

std::vector<const MachineHealthCheck *> ClusterView::checksOf(const Machine &machine) const
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

SetTally ClusterView::tally(const ObjectRef &set) const
{
    const auto found = m_tallies.find(set);
    return found == m_tallies.end() ? SetTally {} : found->second;
}

State ClusterView::stateOf(const ObjectRef &machine) const
{
    const auto found = m_seen.find(machine);
    return found == m_seen.end() ? State::None : found->second.state;
}

bool ClusterView::isUnread() const
{
    using core::engine::Connection;
    const bool isRead = m_status.mode && m_status.connection != Connection::Starting
        && m_status.connection != Connection::Failed;
    bool isEmpty = true;
    m_objects.each(
        [&isEmpty]<typename T>(const Objects<T> &objects) { isEmpty = isEmpty && objects.empty(); });
    return !isPast() && !isRead && isEmpty;
}

bool ClusterView::isUnread(Kind kind) const
{
    if (isUnread())
        return true;
    const auto &unread = m_status.unread;
    return !isPast() && count(kind) == 0
        && std::ranges::find(unread, utf8(kubectlName(kind)), &core::engine::UnreadKind::resource)
        != unread.end();
}

QString ClusterView::kubectl() const
{
    QString line = u"kubectl"_s;
    if (!m_status.kubeconfigPath.empty())
        line += u" --kubeconfig "_s + shellWord(raw(m_status.kubeconfigPath));
    if (m_status.mode == core::engine::Mode::External)
        line += u" --context "_s + shellWord(raw(m_status.contextName));
    return line;
}

std::vector<ObjectRef> setsBehind(const ClusterView &cluster, const ObjectRef &object)
{
    return isDeployment(object.kind) ? cluster.setsOf(object) : std::vector {object};
}

SetTally tallyOf(const ClusterView &cluster, const ObjectRef &object)
{
    SetTally all;
    for (const ObjectRef &set : setsBehind(cluster, object))
        std::ranges::transform(
            all.machines, cluster.tally(set).machines, all.machines.begin(), std::plus<int>());
    return all;
}

int replicasLimit(const ClusterView &cluster)
{
    const auto most = static_cast<std::size_t>(mostReplicas);
    return static_cast<int>(std::min(cluster.status().mostMachines.value_or(most), most));
}

std::optional<std::int64_t> wantedReplicas(const ClusterView &cluster, const ObjectRef &object)
{
    std::optional<std::int64_t> wanted;
    cluster.withObject(object, [&](const auto &found) {
        if constexpr (requires { found.wantedReplicas(); })
            wanted = found.wantedReplicas();
    });
    return wanted;
}

std::optional<bool> isPaused(const ClusterView &cluster, const ObjectRef &deployment)
{
    std::optional<bool> paused;
    cluster.withObject(deployment, [&](const auto &found) {
        if constexpr (requires { found.spec.paused; })
            paused = found.spec.paused;
    });
    return paused;
}

} // namespace ui
