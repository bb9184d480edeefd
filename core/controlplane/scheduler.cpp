// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/scheduler.h"

#include "core/api/machine.h"
#include "core/controlplane/taints.h"
#include "core/runtime/indexes.h"

#include <algorithm>
#include <tuple>

namespace core::controlplane {

using api::Node;
using api::Pod;
using runtime::Plan;

namespace {

/// Enough choice: looking at every node of a large cluster for every pod would be quadratic.
constexpr std::size_t enoughCandidates = 100;

std::int64_t amountOf(const Amounts &amounts, std::string_view name)
{
    const auto found = amounts.find(name);
    return found == amounts.end() ? 0 : found->second;
}

std::int64_t allocatable(const Node &node, std::string_view name)
{
    const auto found = node.status.allocatable.find(name);
    return found == node.status.allocatable.end() ? 0 : found->second.milli();
}

Amounts amountsOf(const api::ResourceList &list)
{
    Amounts amounts;
    for (const auto &[name, quantity] : list)
        amounts[name] = quantity.milli();
    return amounts;
}

bool tolerates(const Pod &pod, const api::Taint &taint)
{
    if (hollowKubeletContainer(pod) && taint.key == api::keys::hollowHost)
        return true;
    return std::ranges::any_of(
        pod.spec.tolerations, [&](const api::Toleration &toleration) { return toleration.tolerates(taint); });
}

const api::Taint *untolerated(const Pod &pod, const Node &node)
{
    const auto found = std::ranges::find_if(node.spec.taints, [&](const api::Taint &taint) {
        return taint.effect != "PreferNoSchedule" && !tolerates(pod, taint);
    });
    return found == node.spec.taints.end() ? nullptr : &*found;
}

bool selects(const api::Labels &selector, const api::Labels &labels)
{
    return std::ranges::all_of(selector, [&](const auto &wanted) {
        const auto found = labels.find(wanted.first);
        return found != labels.end() && found->second == wanted.second;
    });
}

const api::PodCondition *scheduledCondition(const Pod &pod)
{
    const auto found = std::ranges::find(pod.status.conditions, "PodScheduled", &api::PodCondition::type);
    return found == pod.status.conditions.end() ? nullptr : &*found;
}

Pod withFailure(Pod pod, const std::string &message, base::Time now)
{
    api::PodCondition failure {
        "PodScheduled", "False", api::truncatedToSeconds(now), "Unschedulable", message};
    const api::PodCondition *held = scheduledCondition(pod);
    if (held && held->status == "False")
        failure.lastTransitionTime = held->lastTransitionTime;
    std::erase_if(
        pod.status.conditions, [](const auto &condition) { return condition.type == "PodScheduled"; });
    pod.status.conditions.push_back(std::move(failure));
    return pod;
}

/// "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable."
std::string failureMessage(std::size_t nodes, const std::map<std::string, int> &obstacles)
{
    std::string message = "0/" + std::to_string(nodes) + " nodes are available";
    std::string_view separator = ": ";
    for (const auto &[text, count] : obstacles) {
        message.append(separator).append(std::to_string(count)).append(" ").append(text);
        separator = ", ";
    }
    return message + ".";
}

Plan planFailure(const Pod &pod, const std::string &message, base::Time now)
{
    Plan plan {{}, {{"Unschedulable", message, {}}}, retryDelay(pod, now)};
    const api::PodCondition *held = scheduledCondition(pod);
    if (held && held->status == "False" && held->message == message)
        return plan;
    plan.effects.emplace_back(
        *api::patchEffect(pod, withFailure(pod, message, now), "status", api::Precondition::Uid));
    plan.effects.emplace_back(api::EmitEvent {api::referenceTo(pod), "Warning", "FailedScheduling", message});
    return plan;
}

Plan planBinding(const Pod &pod, const Node &node)
{
    const std::string message = "Successfully assigned " + pod.key().text() + " to " + node.metadata.name;
    return {{api::BindPod {pod.key(), pod.metadata.uid, node.metadata.name},
                api::EmitEvent {api::referenceTo(pod), "Normal", "Scheduled", message}},
        {{"Bound", message + ".", {{"node", node.metadata.name}}}}, {}};
}

} // namespace

void add(Amounts &total, const Amounts &amounts)
{
    for (const auto &[name, amount] : amounts)
        total[name] += amount;
}

Amounts requestsOf(const Pod &pod)
{
    Amounts total;
    for (const api::Container &container : pod.spec.containers)
        add(total, amountsOf(container.resources.requests));
    for (const api::Container &container : pod.spec.initContainers) {
        for (const auto &[name, amount] : amountsOf(container.resources.requests))
            total[name] = std::max(total[name], amount);
    }
    total["pods"] = 1000;
    return total;
}

std::string obstacle(const Pod &pod, const Amounts &requests, const Node &node, const Amounts &used)
{
    if (hollowKubeletContainer(pod) && !isHollowHost(node))
        return "node(s) were no hollow host";
    if (node.spec.unschedulable.value_or(false)
        && !tolerates(pod, {std::string(taints::unschedulable), {}, "NoSchedule", {}}))
        return "node(s) were unschedulable";
    if (const api::Taint *taint = untolerated(pod, node))
        return "node(s) had taint {" + taint->key + ": " + taint->value + "}, that the pod didn't tolerate";
    if (!selects(pod.spec.nodeSelector, node.metadata.labels))
        return "node(s) didn't match node selector";
    if (!node.isReady())
        return "node(s) were not ready";
    for (const auto &[name, amount] : requests) {
        if (amount > 0 && amountOf(used, name) + amount > allocatable(node, name))
            return name == "pods" ? "Too many pods" : "Insufficient " + name;
    }
    return {};
}

int score(const Amounts &requests, const Node &node, const Amounts &used)
{
    const auto freePart = [&](std::string_view name) {
        const auto total = static_cast<double>(allocatable(node, name));
        const auto taken = static_cast<double>(amountOf(used, name) + amountOf(requests, name));
        return total <= 0 ? 0.0 : std::clamp((total - taken) / total, 0.0, 1.0);
    };
    return static_cast<int>((freePart("cpu") + freePart("memory")) * 50);
}

bool isPending(const Pod &pod)
{
    const bool mine = pod.spec.schedulerName.empty() || pod.spec.schedulerName == defaultScheduler;
    const bool finished = pod.status.phase == "Succeeded" || pod.status.phase == "Failed";
    return pod.spec.nodeName.empty() && mine && !finished && !pod.metadata.isDeleting();
}

base::Duration retryDelay(const Pod &pod, base::Time now)
{
    const base::Duration age = now - pod.metadata.creationTimestamp.value_or(now);
    return std::clamp<base::Duration>(age / 10, std::chrono::seconds(1), std::chrono::seconds(10));
}

Scheduler::Scheduler(const runtime::Store<Pod> &pods, const runtime::Store<Node> &nodes,
    const base::Chance &chance, const base::Clock &clock)
    : m_pods(pods)
    , m_nodes(nodes)
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
        if (pod->status.phase != "Succeeded" && pod->status.phase != "Failed")
            add(used, requestsOf(*pod));
    }
    return used;
}

Plan Scheduler::reconcile(const api::ObjectKey &key) const
{
    const auto pod = m_pods.find(key);
    if (!pod)
        return {};
    if (!isPending(*pod))
        return {
            {}, {{"NotPending", "The pod is bound, has ended, is going, or has another scheduler.", {}}}, {}};
    const Amounts requests = requestsOf(*pod);
    const auto nodes = m_nodes.list();
    const std::size_t first =
        nodes.empty() ? 0 : m_chance.draw(pod->metadata.uid, "scheduling") % nodes.size();
    std::map<std::string, int> obstacles;
    std::size_t candidates = 0;
    std::shared_ptr<const Node> best;
    std::pair<int, std::uint64_t> bestRank;
    for (std::size_t i = 0; i < nodes.size() && candidates < enoughCandidates; ++i) {
        const auto &node = nodes[(first + i) % nodes.size()];
        std::string why = obstacle(*pod, requests, *node, {});
        const Amounts used = why.empty() ? usedOn(*node) : Amounts();
        if (why.empty() && !used.empty())
            why = obstacle(*pod, requests, *node, used);
        if (!why.empty()) {
            ++obstacles[why];
            continue;
        }
        ++candidates;
        const std::pair rank(
            score(requests, *node, used), m_chance.draw(pod->metadata.uid, node->metadata.name));
        if (!best || rank > bestRank)
            std::tie(best, bestRank) = std::make_pair(node, rank);
    }
    return best ? planBinding(*pod, *best)
                : planFailure(*pod, failureMessage(nodes.size(), obstacles), m_clock.now());
}

Controllers makeScheduler(const Surroundings &surroundings)
{
    auto &nodes = surroundings.informers.of<Node>();
    auto &pods = surroundings.informers.of<Pod>();
    runtime::addPodsByNode(pods);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<Scheduler>(pods.store(), nodes.store(), surroundings.chance, surroundings.clock),
        surroundings.clock, surroundings.runner, 1));
    made.back()->decidesAbout(pods);
    made.back()->watches<Pod>(pods, [](const Pod &pod) {
        return isPending(pod) ? std::vector {pod.key()} : std::vector<api::ObjectKey>();
    });
    return made;
}

} // namespace core::controlplane
