// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/podgc.h"

#include "core/controlplane/workloadpods.h"
#include "core/runtime/indexes.h"

#include <algorithm>

namespace core::controlplane {

using api::Node;
using api::Pod;
using base::Time;
using runtime::Plan;

namespace {

constexpr std::size_t mostRemembered = 1000; // above, old entries are looked for
constexpr std::chrono::minutes longEnough {10}; // every pod of such a node is gone by now

Time passAtOrAfter(Time time, base::Duration period)
{
    const base::Duration since = time.time_since_epoch();
    return Time((since + period - base::Duration(1)) / period * period);
}

} // namespace

void MissingNodes::nodeChanged(const Node *before, const Node *after)
{
    if (after) {
        m_since.erase(after->metadata.name);
        return;
    }
    if (m_since.size() >= mostRemembered)
        std::erase_if(
            m_since, [now = m_clock.now()](const auto &entry) { return now - entry.second > longEnough; });
    m_since.insert_or_assign(before->metadata.name, m_clock.now());
}

Time MissingNodes::missingSince(const std::string &node) const
{
    const auto entry = m_since.find(node);
    return entry == m_since.end() ? m_start : entry->second;
}

Plan planOrphanedPod(const Pod &pod, Time missingSince, const PodGcOptions &options, Time now)
{
    const Time created = pod.metadata.creationTimestamp.value_or(missingSince);
    const Time found = passAtOrAfter(std::max(missingSince, created), options.period);
    const Time due = passAtOrAfter(found + options.quarantine, options.period);
    if (now < due)
        return {{}, {podGcReason("Quarantined", pod.spec.nodeName, due)}, due - now};
    if (pod.metadata.isDeleting() && pod.metadata.deletionGracePeriodSeconds == 0)
        return {{}, {podGcReason("HeldByFinalizers")}, {}};
    api::DeleteObject gone = api::deleteEffect(pod);
    gone.gracePeriodSeconds = 0;
    Plan plan {{}, {podGcReason("Orphaned", pod.spec.nodeName)}, {}};
    append(
        plan.effects, disruptionNote(pod, "DeletionByPodGC", "PodGC: node no longer exists", now, "Failed"));
    plan.effects.emplace_back(std::move(gone));
    return plan;
}

PodGc::PodGc(const runtime::Store<Pod> &pods, const runtime::Store<Node> &nodes, const base::Clock &clock,
    PodGcOptions options)
    : m_pods(pods)
    , m_nodes(nodes)
    , m_clock(clock)
    , m_options(options)
    , m_missing(clock)
{
}

Plan PodGc::reconcile(const api::ObjectKey &key) const
{
    const auto pod = m_pods.find(key);
    if (!pod)
        return {};
    if (pod->spec.nodeName.empty())
        return {{}, {podGcReason("NotBound")}, {}};
    if (m_nodes.find({{}, pod->spec.nodeName}))
        return {{}, {podGcReason("NodeIsThere")}, {}};
    return planOrphanedPod(*pod, m_missing.missingSince(pod->spec.nodeName), m_options, m_clock.now());
}

std::vector<api::ObjectKey> PodGc::podsOfVanished(const Node *before, const Node *after) const
{
    std::vector<api::ObjectKey> keys;
    if (after)
        return keys;
    for (const auto &pod : m_pods.listBy(runtime::podsByNode, before->metadata.name))
        keys.push_back(pod->key());
    return keys;
}

Controllers makePodGc(const runtime::ControllerContext &context, PodGcOptions options)
{
    auto &nodes = context.informers.of<Node>();
    auto &pods = context.informers.of<Pod>();
    runtime::addPodsByNode(pods);
    auto reconciler = std::make_unique<PodGc>(pods.store(), nodes.store(), context.clock, options);
    PodGc &collector = *reconciler;
    Controllers made;
    made.push_back(
        std::make_unique<runtime::Controller>(std::move(reconciler), context.clock, context.runner));
    made.back()->keep(nodes.onChange([&collector](const auto &before, const auto &after) {
        collector.missingNodes().nodeChanged(before.get(), after.get());
    }));
    made.back()->watchesOwn(pods);
    made.back()->watchesChanges<Node>(nodes, [&collector](const Node *before, const Node *after) {
        return collector.podsOfVanished(before, after);
    });
    return made;
}

} // namespace core::controlplane
