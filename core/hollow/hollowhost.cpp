// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/hollowhost.h"

#include "core/api/machine.h"
#include "core/hollow/reasons.h"
#include "core/runtime/indexes.h"

namespace core::hollow {

using api::Node;
using api::Pod;
using runtime::Plan;

namespace {

constexpr std::chrono::seconds youngAge {10}; // a Node younger than this has no lease yet

HollowKubeletConfig hostConfig(const std::string &node)
{
    HollowKubeletConfig config;
    config.nodeName = node;
    config.provided.numCores = 100'000;
    config.provided.memoryCapacity = std::int64_t(1) << 50U;
    config.maxPods = 1'000'000;
    config.nodeLabels = {{std::string(api::keys::hollowHost), "true"}};
    config.taints = {{std::string(api::keys::hollowHost), "true", "NoSchedule", {}}};
    return config;
}

std::unique_ptr<VirtualKubelet> makeKubelet(const HollowHostOptions &options, runtime::InformerSet &informers,
    AddressPool &addresses, const std::shared_ptr<CommandLines> &commandLines, const base::Chance &chance,
    const base::Clock &clock)
{
    const std::string hostNode = hostNodeName(options.hostName);
    auto &pods = informers.of<Pod>();
    runtime::addPodsByNode(pods);
    pods.addIndex(std::string(kubeletsByNode), kubeletsByNodeIndex(hostNode, commandLines));
    return std::make_unique<VirtualKubelet>(VirtualKubeletOptions {pods.store(), informers.of<Node>().store(),
        hostNode, addresses, commandLines, chance, clock, options.boot});
}

} // namespace

std::string hostNodeName(std::string_view hostName)
{
    return "hollow-host-" + std::string(hostName);
}

HostNode::HostNode(const runtime::Store<Node> &nodes, std::string node, AddressPool &addresses,
    const base::Chance &chance, const base::Clock &clock)
    : m_nodes(nodes)
    , m_node(std::move(node))
    , m_addresses(addresses)
    , m_chance(chance)
    , m_clock(clock)
{
}

Plan HostNode::reconcile(const api::ObjectKey &key) const
{
    if (key.name != m_node)
        return {};
    const KubeletIdentity identity {m_node, m_addresses.addressOf(m_node), m_node};
    const HollowKubeletConfig config = hostConfig(m_node);
    const auto held = m_nodes.find(key);
    const Node node = held ? *held : registeredNode(identity, config);
    Node reported = node;
    reported.status = reportedStatus(node.status, identity, config, m_chance, {}, {}, m_clock.now());
    if (!held)
        return {{api::createEffect(reported)}, {hollowHostReason("Registered")}, {}};
    const base::Time due = nextReport(node.status);
    if (due > m_clock.now() && saysTheSame(node.status, reported.status))
        return {{}, {hollowHostReason("ReportingReady")}, due - m_clock.now()};
    Plan plan {{}, {hollowHostReason("Reported")}, statusReportFrequency};
    append(plan.effects, api::patchEffect(node, reported, "status", api::Precondition::Uid));
    return plan;
}

HollowHost::HollowHost(HollowHostOptions options, runtime::InformerSet &informers, client::Client &client,
    base::Clock &clock, runtime::EffectRunner &runner, const base::Chance &chance)
    : m_options(std::move(options))
    , m_nodeName(hostNodeName(m_options.hostName))
    , m_clock(clock)
    , m_pods(informers.of<Pod>().store())
    , m_nodes(informers.of<Node>().store())
    , m_addresses(chance)
    , m_heartbeats(client, clock, chance, m_options.heartbeat)
    , m_podController(
          [&] {
              auto kubelet = makeKubelet(m_options, informers, m_addresses, m_commandLines, chance, clock);
              m_kubelet = kubelet.get();
              return kubelet;
          }(),
          clock, runner)
    , m_nodeController(
          std::make_unique<HostNode>(m_nodes, m_nodeName, m_addresses, chance, clock), clock, runner)
{
    m_subscriptions.push_back(informers.of<Pod>().onChange(
        [this](const auto &before, const auto &after) { podChanged(before.get(), after.get()); }));
    m_subscriptions.push_back(informers.of<Node>().onChange([this](const auto &before, const auto &after) {
        if (faultTurned(before.get(), after.get()))
            refreshHeartbeat((after ? after : before)->metadata.name);
    }));
    m_podController.forKind(informers.of<Pod>());
    m_nodeController.forKind(informers.of<Node>());
    m_podController.watchesChanges<Pod>(informers.of<Pod>(),
        [this](const Pod *before, const Pod *after) { return m_kubelet->podsOfPod(before, after); });
    m_podController.watchesChanges<Node>(informers.of<Node>(),
        [this](const Node *before, const Node *after) { return m_kubelet->podsOfNode(before, after); });
    m_nodeController.watches<Node>(informers.of<Node>(), [this](const Node &node) {
        return node.metadata.name == m_nodeName ? std::vector {node.key()} : std::vector<api::ObjectKey>();
    });
    m_subscriptions.push_back(informers.of<Node>().onHeartbeat([this](const Node &node) {
        if (node.metadata.name == m_nodeName)
            m_nodeController.enqueue(node.key());
    }));
}

void HollowHost::start()
{
    m_running = true;
    m_nodeController.start();
    m_nodeController.enqueue({{}, m_nodeName});
    m_podController.start();
    refreshHeartbeat(m_nodeName);
    for (const auto &pod : m_pods.listBy(runtime::podsByNode, m_nodeName))
        podChanged(nullptr, pod.get());
}

void HollowHost::stop()
{
    m_running = false;
    m_podController.stop();
    m_nodeController.stop();
    m_heartbeats.stopAll();
    m_turns.clear();
}

void HollowHost::podChanged(const Pod *before, const Pod *after)
{
    const Pod &pod = after ? *after : *before;
    if (before && (!after || after->metadata.uid != before->metadata.uid))
        m_addresses.release(before->metadata.uid);
    if (after && !after->status.podIP.empty())
        m_addresses.occupy(after->metadata.uid, after->status.podIP);
    if (pod.spec.nodeName != m_nodeName || !kubeletTurned(before, after))
        return;
    for (const std::string &node : kubeletsByNodeIndex(m_nodeName, m_commandLines)(pod))
        refreshHeartbeat(node);
}

/// A kubelet sends heartbeats while its pod runs, its Node is there and nothing silences it.
void HollowHost::refreshHeartbeat(const std::string &node)
{
    if (!m_running)
        return;
    const auto object = m_nodes.find({{}, node});
    const auto state = node == m_nodeName ? std::optional(Disruption()) : m_kubelet->stateOf(node);
    lookAgainAt(node, object && state ? state->nextChange : std::nullopt);
    if (!object || !state || state->health == Health::Silent)
        return m_heartbeats.stop(node);
    const base::Time born = object->metadata.creationTimestamp.value_or(base::Time());
    m_heartbeats.start(node, object->metadata.uid, m_clock.now() - born < youngAge);
}

void HollowHost::lookAgainAt(const std::string &node, std::optional<base::Time> time)
{
    if (time)
        m_turns[node] = m_clock.callAt(*time, [this, node] { refreshHeartbeat(node); });
    else
        m_turns.erase(node);
}

} // namespace core::hollow
