// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/scheduler.h"

#include "core/api/conditions.h"
#include "core/api/event.h"
#include "core/api/machine.h"
#include "core/controlplane/taints.h"
#include "core/runtime/indexes.h"

#include <algorithm>
#include <tuple>

namespace core::controlplane {

using api::Amounts;
using api::Node;
using api::Pod;
using runtime::Plan;

namespace {

/// So many are enough choice: looking at every node of a large cluster for every pod would be quadratic.
constexpr std::size_t enoughCandidates = 100;

/// The time moves with the status alone, as in all conditions of pods, unlike with api::setCondition().
Pod withFailure(Pod pod, std::string reason, const std::string &message, base::Time now)
{
    api::PodCondition failure {
        "PodScheduled", "False", api::truncatedToSeconds(now), std::move(reason), message};
    const api::PodCondition *held = api::podCondition(pod, "PodScheduled");
    if (held && held->status == "False" && held->lastTransitionTime)
        failure.lastTransitionTime = held->lastTransitionTime;
    api::removeCondition(pod.status.conditions, "PodScheduled");
    pod.status.conditions.push_back(std::move(failure));
    return pod;
}

/// The claim names the node alone, which is what whoever makes the volumes has to know.
Plan planSelection(const std::vector<ClaimPointer> &claims, const std::string &node, base::Duration again)
{
    Plan plan {{}, {schedulerReason("WaitingForVolumes", node)}, again};
    for (const ClaimPointer &claim : claims) {
        api::PersistentVolumeClaim after = *claim;
        after.metadata.annotations.insert_or_assign(std::string(api::keys::selectedNode), node);
        append(plan.effects, api::patchEffect(*claim, after));
    }
    return plan;
}

/// "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable."
api::Reason unschedulable(std::size_t nodes, const std::map<std::string, int> &reasons)
{
    std::string list;
    for (const auto &[text, count] : reasons)
        list += (list.empty() ? ": " : ", ") + std::to_string(count) + " " + text;
    return schedulerReason("Unschedulable", nodes, std::move(list));
}

/// Nothing when the pod says so already.
std::vector<api::Effect> tellFailure(
    const Pod &pod, const std::string &reason, const std::string &message, base::Time now)
{
    std::vector<api::Effect> effects;
    const api::PodCondition *held = api::podCondition(pod, "PodScheduled");
    if (held && held->status == "False" && held->message == message)
        return effects;
    append(effects,
        api::patchEffect(pod, withFailure(pod, reason, message, now), "status", api::Precondition::Uid));
    effects.emplace_back(api::EmitEvent {api::referenceTo(pod), "Warning", "FailedScheduling", message});
    return effects;
}

Plan planFailure(const Pod &pod, const api::Reason &reason, base::Time now)
{
    return {tellFailure(pod, "Unschedulable", reason.text, now), {reason}, retryDelay(pod, now)};
}

Plan planBinding(const Pod &pod, const Node &node)
{
    const std::string message = "Successfully assigned " + pod.key().text() + " to " + node.metadata.name;
    return {{api::BindPod {pod.key(), pod.metadata.uid, node.metadata.name},
                api::EmitEvent {api::referenceTo(pod), "Normal", "Scheduled", message}},
        {schedulerReason("Bound", pod.key().text(), node.metadata.name)}, {}};
}

} // namespace

int score(const Amounts &requests, const Node &node, const Amounts &used)
{
    const auto freePart = [&](std::string_view name) {
        const auto total = static_cast<double>(api::allocatable(node, name));
        const auto taken = static_cast<double>(api::amountOf(used, name) + api::amountOf(requests, name));
        return total <= 0 ? 0.0 : std::clamp((total - taken) / total, 0.0, 1.0);
    };
    return static_cast<int>((freePart("cpu") + freePart("memory")) * 50);
}

bool isUnbound(const Pod &pod)
{
    const bool mine = pod.spec.schedulerName.empty() || pod.spec.schedulerName == defaultScheduler;
    return pod.spec.nodeName.empty() && mine && !api::isFinished(pod) && !pod.metadata.isDeleting();
}

bool isPending(const Pod &pod)
{
    return isUnbound(pod) && pod.spec.schedulingGates.empty();
}

bool mayTakeMore(const Node *before, const Node *after)
{
    if (!after || !after->isReady())
        return false;
    return !before || !before->isReady() || before->spec != after->spec
        || before->status.allocatable != after->status.allocatable
        || before->metadata.labels != after->metadata.labels;
}

bool madeRoom(const Pod *before, const Pod *after)
{
    return before && !before->spec.nodeName.empty() && !api::isFinished(*before)
        && (!after || api::isFinished(*after));
}

base::Duration retryDelay(const Pod &pod, base::Time now)
{
    const base::Duration age = now - pod.metadata.creationTimestamp.value_or(now);
    return std::clamp<base::Duration>(age / 10, std::chrono::seconds(1), std::chrono::seconds(10));
}

Scheduler::Scheduler(runtime::InformerSet &informers, std::shared_ptr<const Neighbourhood> neighbourhood,
    const base::Chance &chance, const base::Clock &clock)
    : m_pods(informers.of<Pod>().store())
    , m_nodes(informers.of<Node>().store())
    , m_volumes {informers.of<api::PersistentVolumeClaim>().store(),
          informers.of<api::PersistentVolume>().store(), informers.of<api::StorageClass>().store()}
    , m_neighbourhood(std::move(neighbourhood))
    , m_chance(chance)
    , m_clock(clock)
{
}

Amounts Scheduler::usedOn(const Node &node) const
{
    Amounts used;
    if (isHollowHost(node))
        return used; // has room for everything, and far too many pods to count
    for (const auto &pod : m_pods.listBy(runtime::podsByNode, node.metadata.name)) {
        if (!api::isFinished(*pod))
            api::add(used, api::requestsOf(*pod));
    }
    return used;
}

Plan Scheduler::reconcile(const api::ObjectKey &key) const
{
    const auto pod = m_pods.find(key);
    if (!pod)
        return {};
    if (!isUnbound(*pod))
        return {{}, {schedulerReason("NotPending")}, {}};
    if (!isPending(*pod))
        return {{}, {schedulerReason("SchedulingGated")}, {}};
    const auto nodes = m_nodes.list();
    const PodVolumes volumes(*pod, m_volumes);
    if (!volumes.problem().empty())
        return planFailure(
            *pod, schedulerReason("Unschedulable", nodes.size(), ": " + volumes.problem()), m_clock.now());
    if (const std::string chosen(volumes.selectedNode()); m_nodes.peek({{}, chosen}))
        return planSelection(volumes.waiting(), chosen, retryDelay(*pod, m_clock.now()));
    const Amounts requests = api::requestsOf(*pod);
    const api::PodNeighbours *neighbours = m_neighbourhood->of(pod);
    const std::size_t first =
        nodes.empty() ? 0 : m_chance.draw(pod->metadata.uid, "scheduling") % nodes.size();
    std::map<std::string, int> reasons;
    std::size_t candidates = 0;
    std::shared_ptr<const Node> best;
    std::pair<int, std::uint64_t> bestRank;
    for (std::size_t i = 0; i < nodes.size() && candidates < enoughCandidates; ++i) {
        const auto &node = nodes[(first + i) % nodes.size()];
        std::string why = api::unschedulableReason(*pod, requests, *node, {});
        const Amounts used = why.empty() ? usedOn(*node) : Amounts();
        if (why.empty() && !used.empty())
            why = api::unschedulableReason(*pod, requests, *node, used);
        if (why.empty() && neighbours)
            why = neighbours->blockedReason(*node);
        if (why.empty())
            why = volumes.blockedReason(*node);
        if (!why.empty()) {
            ++reasons[why];
            continue;
        }
        ++candidates;
        const std::pair rank(
            score(requests, *node, used), m_chance.draw(pod->metadata.uid, node->metadata.name));
        if (!best || rank > bestRank)
            std::tie(best, bestRank) = std::make_pair(node, rank);
    }
    if (!best)
        return planFailure(*pod, unschedulable(nodes.size(), reasons), m_clock.now());
    if (!volumes.waiting().empty())
        return planSelection(volumes.waiting(), best->metadata.name, retryDelay(*pod, m_clock.now()));
    return planBinding(*pod, *best);
}

std::vector<api::Effect> Scheduler::recordFailure(
    const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const
{
    const auto pod = m_pods.find(key);
    if (!pod || !isPending(*pod) || !std::holds_alternative<api::BindPod>(failed))
        return {};
    return tellFailure(*pod, "SchedulerError", "binding rejected: " + error.message, m_clock.now());
}

void addSchedulingIndexes(runtime::Informer<Pod> &pods)
{
    const auto where = [](bool (*holds)(const Pod &)) {
        return [holds](const Pod &pod) {
            return holds(pod) ? runtime::IndexValues {""} : runtime::IndexValues();
        };
    };
    runtime::addPodsByNode(pods);
    pods.addIndex(std::string(pendingPods), where(isPending));
    pods.addIndex(std::string(repellingPods), where(api::repels));
    pods.addIndex(std::string(pendingPodsByClaim),
        [](const Pod &pod) { return isPending(pod) ? claimKeysOf(pod) : runtime::IndexValues(); });
}

Controllers makeScheduler(const runtime::ControllerContext &context)
{
    auto &nodes = context.informers.of<Node>();
    auto &pods = context.informers.of<Pod>();
    auto &claims = context.informers.of<api::PersistentVolumeClaim>();
    auto &volumes = context.informers.of<api::PersistentVolume>();
    auto &classes = context.informers.of<api::StorageClass>();
    auto &namespaces = context.informers.of<api::Namespace>();
    addSchedulingIndexes(pods);
    const auto allPending = [&store = pods.store()] {
        std::vector<api::ObjectKey> keys;
        for (const auto &pod : store.listBy(pendingPods, {}))
            keys.push_back(pod->key());
        return keys;
    };
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<Scheduler>(context.informers,
            std::make_shared<const Neighbourhood>(context.informers), context.chance, context.clock),
        context.clock, context.runner, 1));
    made.back()->forKind(pods);
    made.back()->watches<Pod>(pods, [](const Pod &pod) {
        return isUnbound(pod) ? std::vector {pod.key()} : std::vector<api::ObjectKey>();
    });
    made.back()->watchesChanges<Node>(nodes, [allPending](const Node *before, const Node *after) {
        return mayTakeMore(before, after) ? allPending() : std::vector<api::ObjectKey>();
    });
    made.back()->watchesChanges<Pod>(pods, [allPending](const Pod *before, const Pod *after) {
        return madeRoom(before, after) ? allPending() : std::vector<api::ObjectKey>();
    });
    made.back()->watches<api::PersistentVolumeClaim>(
        claims, [&store = pods.store()](const api::PersistentVolumeClaim &claim) {
            std::vector<api::ObjectKey> keys;
            for (const Pod &pod : store.by(pendingPodsByClaim, claim.key().text()))
                keys.push_back(pod.key());
            return keys;
        });
    // Read, and looked at again in any case while a pod waits for them.
    made.back()->follow(volumes);
    made.back()->follow(classes);
    made.back()->follow(namespaces);
    return made;
}

} // namespace core::controlplane
