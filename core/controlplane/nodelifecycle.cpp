// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/nodelifecycle.h"

#include "core/api/nodeconditions.h"
#include "core/controlplane/taints.h"
#include "core/runtime/indexes.h"

#include <algorithm>
#include <array>

namespace core::controlplane {

using api::Node;
using api::Pod;
using base::Duration;
using base::Time;
using runtime::Plan;

namespace {

bool isKubelets(const api::NodeConditionKind &kind)
{
    return kind.reporter == api::NodeConditionKind::Reporter::Kubelet;
}

std::optional<Time> heartbeatOf(const Node &node)
{
    const api::NodeCondition *ready = node.condition("Ready");
    return ready ? ready->lastHeartbeatTime : std::nullopt;
}

/// The first monitor pass strictly after the time.
Time passAfter(Time time, Duration period)
{
    const Duration since = time.time_since_epoch();
    return Time((since / period + 1) * period);
}

/// All that the kubelet reports becomes Unknown; what it never reported appears as such (§3.5).
api::NodeStatus unknownStatus(const Node &node, Time now)
{
    api::NodeStatus status = node.status;
    const Time second = api::truncatedToSeconds(now);
    for (const api::NodeConditionKind &kind : api::nodeConditionKinds) {
        if (!isKubelets(kind))
            continue;
        const auto held = std::ranges::find(status.conditions, kind.type, &api::NodeCondition::type);
        if (held == status.conditions.end()) {
            status.conditions.push_back({std::string(kind.type), "Unknown", node.metadata.creationTimestamp,
                second, "NodeStatusNeverUpdated", "Kubelet never posted node status."});
        } else if (held->status != "Unknown") {
            held->status = "Unknown";
            held->reason = "NodeStatusUnknown";
            held->message = "Kubelet stopped posting node status.";
            held->lastTransitionTime = second;
        }
    }
    return status;
}

bool allUnknown(const Node &node)
{
    return std::ranges::all_of(api::nodeConditionKinds, [&](const api::NodeConditionKind &kind) {
        const api::NodeCondition *held = node.condition(kind.type);
        return !isKubelets(kind) || (held && held->status == "Unknown");
    });
}

api::EmitEvent nodeEvent(const Node &node, std::string reason, std::string message)
{
    return {api::referenceTo(node), "Normal", std::move(reason), std::move(message)};
}

void appendTaints(Plan &plan, const Node &node, Time now)
{
    std::vector<api::Taint> wanted = wantedTaints(node, now);
    if (wanted == node.spec.taints)
        return;
    Node tainted = node;
    tainted.spec.taints = std::move(wanted);
    // The first sight of an unready node is the moment that it gets its first taint.
    if (!healthTaint(node, taints::noSchedule) && healthTaint(tainted, taints::noSchedule))
        plan.effects.emplace_back(
            nodeEvent(node, "NodeNotReady", "Node " + node.metadata.name + " status is now: NodeNotReady"));
    append(plan.effects, api::patchEffect(node, tainted));
}

void appendUnreadyPods(Plan &plan, const NodeView &view)
{
    for (const auto &pod : view.pods) {
        const auto isReady = [](const api::PodCondition &held) {
            return held.type == "Ready" && held.status == "True";
        };
        if (std::ranges::none_of(pod->status.conditions, isReady))
            continue;
        Pod unready = *pod;
        api::PodCondition &ready = *std::ranges::find_if(unready.status.conditions, isReady);
        ready.status = "False";
        ready.lastTransitionTime = api::truncatedToSeconds(view.now);
        append(plan.effects, api::patchEffect(*pod, unready, "status", api::Precondition::Uid));
    }
}

/// A node that has reported once becomes Unknown at that time unless it gives a sign of life.
Time deadlineAfter(Time lastSeen, const NodeLifecycleOptions &options)
{
    return passAfter(lastSeen + options.gracePeriod, options.monitorPeriod);
}

/// A node becomes Unknown at that time unless it gives a sign of life, also one that has never reported.
Time deadlineOf(const NodeView &view, const NodeLifecycleOptions &options)
{
    if (view.node.condition("Ready"))
        return deadlineAfter(view.lastSeen, options);
    const Time created = view.node.metadata.creationTimestamp.value_or(view.lastSeen);
    return passAfter(created + options.startupGrace, options.monitorPeriod);
}

api::Reason reasonFor(const Node &node)
{
    if (node.isReady())
        return nodeLifecycleReason("Ready");
    if (node.readyStatus() == "Unknown")
        return nodeLifecycleReason("Unreachable");
    if (node.readyStatus() == "False")
        return nodeLifecycleReason("NotReady");
    return nodeLifecycleReason("NeverReported");
}

} // namespace

void NodeProbes::nodeChanged(const Node *before, const Node *after)
{
    const Time now = m_clock.now();
    const int readyBefore = m_ready;
    const auto counts = [](const Node *node) {
        return node && node->isReady() && !isHollowHost(*node) ? 1 : 0;
    };
    m_ready += counts(after) - counts(before);
    if (!after) {
        m_probes.erase(before->metadata.name);
        return;
    }
    Probe &probe = m_probes.try_emplace(after->metadata.name, Probe {now}).first->second;
    probe.isReady = after->isReady();
    const Time heartbeat = heartbeatOf(*after).value_or(never);
    if (heartbeat != probe.heartbeat) {
        probe.heartbeat = heartbeat;
        probe.seen = now;
    }
    if (readyBefore == 0 && m_ready > 0 && m_probes.size() > 1)
        m_floor = now;
}

void NodeProbes::leaseRenewed(const api::ObjectKeyView &lease, Time renewTime)
{
    const auto entry = m_probes.find(lease.name);
    if (entry == m_probes.end() || renewTime <= entry->second.renewal || lease.ns != api::nodeLeaseNamespace)
        return;
    entry->second.renewal = renewTime;
    entry->second.seen = m_clock.now();
}

Time NodeProbes::lastSeen(const std::string &node) const
{
    const auto entry = m_probes.find(node);
    return entry == m_probes.end() ? m_clock.now() : std::max(entry->second.seen, m_floor);
}

std::optional<Time> NodeProbes::lastSeenReady(const std::string &node) const
{
    const auto entry = m_probes.find(node);
    if (entry == m_probes.end() || !entry->second.isReady)
        return std::nullopt;
    return std::max(entry->second.seen, m_floor);
}

std::vector<std::string> NodeProbes::readyButUnseenSince(Time time) const
{
    std::vector<std::string> nodes;
    if (time <= m_floor)
        return nodes;
    for (const auto &[node, probe] : m_probes) {
        if (probe.isReady && probe.seen < time)
            nodes.push_back(node);
    }
    std::ranges::sort(nodes);
    return nodes;
}

Plan planNode(const NodeView &view, const NodeLifecycleOptions &options)
{
    const Node &node = view.node;
    Plan plan {{}, {reasonFor(node)}, {}};
    if (!allUnknown(node)) {
        const Time deadline = deadlineOf(view, options);
        if (deadline <= view.now) {
            Node unknown = node;
            unknown.status = unknownStatus(node, view.now);
            plan.reasons = {nodeLifecycleReason("FellSilent")};
            append(plan.effects, api::patchEffect(node, unknown, "status"));
            return plan; // taints and pods follow when this is seen
        }
        plan.checkAgainAfter = deadline - view.now;
    }
    appendTaints(plan, node, view.now);
    if (!healthTaintKey(node).empty())
        appendUnreadyPods(plan, view);
    return plan;
}

NodeLifecycle::NodeLifecycle(const runtime::Store<Node> &nodes, const runtime::Store<Pod> &pods,
    const base::Clock &clock, NodeLifecycleOptions options)
    : m_nodes(nodes)
    , m_pods(pods)
    , m_clock(clock)
    , m_options(options)
    , m_probes(clock)
{
}

Plan NodeLifecycle::reconcile(const api::ObjectKey &key) const
{
    const auto node = m_nodes.find(key);
    if (!node)
        return {};
    NodeView view {*node, {}, m_probes.lastSeen(key.name), m_clock.now()};
    if (!healthTaintKey(*node).empty())
        view.pods = m_pods.listBy(runtime::podsByNode, key.name);
    return planNode(view, m_options);
}

Time NodeLifecycle::nextLook(const api::ObjectKey &key) const
{
    const auto sign = signOfLife(key.name);
    return sign ? sign->unknownAt : m_clock.now();
}

std::optional<SignOfLife> NodeLifecycle::signOfLife(const std::string &node) const
{
    const auto seen = m_probes.lastSeenReady(node);
    return seen ? std::optional(SignOfLife {*seen, deadlineAfter(*seen, m_options)}) : std::nullopt;
}

api::EmitEvent registered(const Node &node)
{
    const std::string &name = node.metadata.name;
    return nodeEvent(
        node, "RegisteredNode", "Node " + name + " event: Registered Node " + name + " in Controller");
}

Controllers makeNodeLifecycle(const runtime::ControllerContext &context, NodeLifecycleOptions options)
{
    auto &nodes = context.informers.of<Node>();
    auto &pods = context.informers.of<Pod>();
    runtime::addPodsByNode(pods);
    auto lifecycle = std::make_unique<NodeLifecycle>(nodes.store(), pods.store(), context.clock, options);
    NodeProbes &probes = lifecycle->probes();
    const auto nextLook = [&lifecycle = *lifecycle](
                              const api::ObjectKey &key) { return lifecycle.nextLook(key); };
    Controllers made;
    made.push_back(
        std::make_unique<runtime::Controller>(std::move(lifecycle), context.clock, context.runner));
    runtime::Controller &controller = *made.back();
    controller.keep(nodes.onChange(
        [&probes](const auto &before, const auto &after) { probes.nodeChanged(before.get(), after.get()); }));
    auto &leases = context.informers.of<api::Lease>();
    controller.keep(leases.onChange([&probes](const auto &, const auto &after) {
        if (after && after->spec.renewTime)
            probes.leaseRenewed(after->key(), after->spec.renewTime->value);
    }));
    controller.keep(leases.onHeartbeat([&probes](const api::LeaseRenewal &renewal) {
        probes.leaseRenewed(renewal.key, renewal.renewTime);
    }));
    controller.keep(
        nodes.onChange([&controller, &runner = context.runner](const auto &before, const auto &after) {
            if (!before && controller.isRunning())
                runner.run(
                    {registered(*after)}, std::string(controller.name()), [](const auto &, const auto *) {});
        }));
    controller.watchesOwn(nodes);
    controller.keep(nodes.onHeartbeat([&probes, &controller](const Node &node) {
        probes.nodeChanged(&node, &node);
        if (!node.isReady()) // of one that is, it does no more than to put off the next look
            controller.enqueue(node.key());
    }));
    controller.deferRequeue(nextLook);
    return made;
}

} // namespace core::controlplane
