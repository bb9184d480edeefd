// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/tainteviction.h"

#include "core/api/timerange.h"
#include "core/controlplane/taints.h"
#include "core/controlplane/workloadpods.h"
#include "core/runtime/indexes.h"

#include <algorithm>

namespace core::controlplane {

using api::Node;
using api::Pod;
using base::Time;
using runtime::Plan;

namespace {

/// What a pod may do on a node with NoExecute taints.
struct Leave {
    bool mustGo = false; ///< a taint is not tolerated at all
    std::optional<std::chrono::seconds> shortest; ///< of the limited tolerations that are used
};

std::vector<api::Taint> noExecuteTaints(const Node &node)
{
    std::vector<api::Taint> found;
    std::ranges::copy_if(node.spec.taints, std::back_inserter(found),
        [](const auto &taint) { return taint.effect == taints::noExecute; });
    return found;
}

Leave leaveOf(const Pod &pod, const std::vector<api::Taint> &taints)
{
    Leave leave;
    for (const api::Taint &taint : taints) {
        const auto used = std::ranges::find_if(pod.spec.tolerations,
            [&](const api::Toleration &toleration) { return toleration.tolerates(taint); });
        if (used == pod.spec.tolerations.end())
            return {true, {}};
        if (!used->tolerationSeconds)
            continue;
        const auto limit = api::heldSeconds(std::max<std::int64_t>(*used->tolerationSeconds, 0));
        leave.shortest = std::min(leave.shortest.value_or(limit), limit);
    }
    return leave;
}

Plan eviction(const Pod &pod, Time now)
{
    const std::string message = "Marking for deletion Pod " + pod.key().text();
    Plan plan {{api::EmitEvent {api::referenceTo(pod), "Normal", "TaintManagerEviction", message}},
        {taintEvictionReason("Evicted")}, {}};
    append(plan.effects,
        disruptionNote(pod, "DeletionByTaintManager", "Taint manager: deleting due to NoExecute taint", now));
    plan.effects.emplace_back(api::deleteEffect(pod));
    return plan;
}

} // namespace

Plan planTaintEviction(const Pod &pod, const Node &node, Time now)
{
    const std::vector<api::Taint> taints = noExecuteTaints(node);
    if (taints.empty())
        return {{}, {taintEvictionReason("NoTaints")}, {}};
    if (pod.metadata.isDeleting())
        return {{}, {taintEvictionReason("Deleting")}, {}};
    const Leave leave = leaveOf(pod, taints);
    if (leave.mustGo)
        return eviction(pod, now);
    if (!leave.shortest)
        return {{}, {taintEvictionReason("Tolerated")}, {}};
    std::optional<Time> since;
    for (const api::Taint &taint : taints) {
        if (!taint.timeAdded) // the node lifecycle controller is about to put it there
            return {{}, {taintEvictionReason("TaintWithoutTime")}, {}};
        since = std::min(since.value_or(*taint.timeAdded), *taint.timeAdded);
    }
    const Time end = *since + *leave.shortest;
    if (end <= now)
        return eviction(pod, now);
    return {{}, {taintEvictionReason("ToleratedForNow", end)}, end - now};
}

TaintEviction::TaintEviction(
    const runtime::Store<Pod> &pods, const runtime::Store<Node> &nodes, const base::Clock &clock)
    : m_pods(pods)
    , m_nodes(nodes)
    , m_clock(clock)
{
}

Plan TaintEviction::reconcile(const api::ObjectKey &key) const
{
    const auto pod = m_pods.find(key);
    if (!pod)
        return {};
    if (const auto node = m_nodes.find({{}, pod->spec.nodeName}))
        return planTaintEviction(*pod, *node, m_clock.now());
    return {{}, {taintEvictionReason("NoNode")}, {}};
}

std::vector<api::ObjectKey> TaintEviction::podsOfNode(const Node &node) const
{
    std::vector<api::ObjectKey> keys;
    if (noExecuteTaints(node).empty())
        return keys;
    for (const auto &pod : m_pods.listBy(runtime::podsByNode, node.metadata.name))
        keys.push_back(pod->key());
    return keys;
}

Controllers makeTaintEviction(const runtime::ControllerContext &context)
{
    auto &nodes = context.informers.of<Node>();
    auto &pods = context.informers.of<Pod>();
    runtime::addPodsByNode(pods);
    auto reconciler = std::make_unique<TaintEviction>(pods.store(), nodes.store(), context.clock);
    const TaintEviction &eviction = *reconciler;
    Controllers made;
    made.push_back(
        std::make_unique<runtime::Controller>(std::move(reconciler), context.clock, context.runner));
    made.back()->watchesOwn(pods);
    made.back()->watches<Node>(nodes, [&eviction](const Node &node) { return eviction.podsOfNode(node); });
    return made;
}

} // namespace core::controlplane
