// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/virtualkubelet.h"

#include "core/api/machine.h"
#include "core/hollow/reasons.h"
#include "core/runtime/indexes.h"

namespace core::hollow {

using runtime::Plan;

namespace {

/// The configuration, or nullptr when the pod runs no hollow kubelet or one that does not start.
const HollowKubeletConfig *configOf(CommandLines &commandLines, const api::Pod &pod)
{
    const api::Container *container = hollowKubeletContainer(pod);
    if (!container)
        return nullptr;
    const auto &read = commandLines.of(pod, *container);
    return read ? &*read : nullptr;
}

} // namespace

runtime::Store<api::Pod>::IndexFunction kubeletsByNodeIndex(
    std::string hostNode, std::shared_ptr<CommandLines> commandLines)
{
    return [hostNode = std::move(hostNode), commandLines = std::move(commandLines)](
               const api::Pod &pod) -> runtime::IndexValues {
        if (pod.spec.nodeName != hostNode)
            return {};
        const HollowKubeletConfig *config = configOf(*commandLines, pod);
        return config ? runtime::IndexValues {config->nodeName} : runtime::IndexValues();
    };
}

bool kubeletTurned(const api::Pod *before, const api::Pod *after)
{
    return !before || !after || before->metadata.uid != after->metadata.uid
        || isRunning(*before) != isRunning(*after);
}

bool faultTurned(const api::Node *before, const api::Node *after)
{
    return !before || !after || before->metadata.uid != after->metadata.uid
        || before->metadata.annotation(api::keys::fault) != after->metadata.annotation(api::keys::fault);
}

bool isOwnReport(const api::Node *before, const api::Node *after)
{
    return !faultTurned(before, after) && saysTheSame(before->status, after->status)
        && nextReport(before->status) < nextReport(after->status);
}

std::shared_ptr<const api::Pod> VirtualKubelet::kubeletOf(const std::string &node) const
{
    std::shared_ptr<const api::Pod> first;
    for (auto &pod : m_options.pods.listBy(kubeletsByNode, node)) {
        if (isRunning(*pod))
            return pod;
        if (!first && pod->status.phase == "Pending")
            first = pod;
    }
    return first;
}

std::optional<Disruption> VirtualKubelet::stateOf(const std::string &node) const
{
    const auto pod = kubeletOf(node);
    if (!pod || !isRunning(*pod))
        return std::nullopt;
    return disruptionOf(*pod, m_options.nodes.find({{}, node}).get(),
        *configOf(*m_options.commandLines, *pod), m_options.chance, m_options.clock.now());
}

void VirtualKubelet::appendPodsOn(const std::string &node, std::vector<api::ObjectKey> &keys) const
{
    for (const auto &pod : m_options.pods.listBy(runtime::podsByNode, node))
        keys.push_back(pod->key());
}

std::vector<api::ObjectKey> VirtualKubelet::podsOfPod(const api::Pod *before, const api::Pod *after) const
{
    const api::Pod &pod = after ? *after : *before;
    std::vector<api::ObjectKey> keys {pod.key()};
    if (pod.spec.nodeName != m_options.hostNode || !kubeletTurned(before, after))
        return keys;
    const HollowKubeletConfig *config = configOf(*m_options.commandLines, pod);
    if (config && config->nodeName != m_options.hostNode)
        appendPodsOn(config->nodeName, keys);
    return keys;
}

std::vector<api::ObjectKey> VirtualKubelet::podsOfNode(const api::Node *before, const api::Node *after) const
{
    if (isOwnReport(before, after))
        return {};
    const api::Node &node = after ? *after : *before;
    std::vector<api::ObjectKey> keys;
    for (const auto &pod : m_options.pods.listBy(kubeletsByNode, node.metadata.name))
        keys.push_back(pod->key());
    const bool matters = faultTurned(before, after) || before->isReady() != after->isReady();
    if (!keys.empty() && matters && node.metadata.name != m_options.hostNode)
        appendPodsOn(node.metadata.name, keys);
    return keys;
}

Plan VirtualKubelet::reconcile(const api::ObjectKey &key) const
{
    const auto pod = m_options.pods.find(key);
    if (!pod) {
        m_options.commandLines->forget(key);
        return {};
    }
    if (pod->spec.nodeName.empty())
        return {{}, {kubeletReason("NotBound")}, {}};
    if (pod->spec.nodeName != m_options.hostNode)
        return reconcileWorkload(*pod);
    if (const api::Container *container = hollowKubeletContainer(*pod))
        return reconcileKubelet(*pod, *container);
    return planWorkload(
        *pod, {m_options.addresses.addressOf(pod->metadata.uid), hostAddress()}, true, m_options.clock.now());
}

/// Why the pod may not run the kubelet of that node; empty when it may.
std::string VirtualKubelet::refusalOf(const api::Pod &pod, const std::string &node) const
{
    if (node == m_options.hostNode)
        return "--name: that is the hollow host's own Node";
    const auto owner = kubeletOf(node);
    if (owner && owner->metadata.uid != pod.metadata.uid)
        return "--name: the pod " + owner->key().text() + " has taken it";
    return {};
}

Plan VirtualKubelet::reconcileKubelet(const api::Pod &pod, const api::Container &container) const
{
    const auto &read = m_options.commandLines->of(pod, container);
    const std::string refusal = read ? refusalOf(pod, read->nodeName) : std::string();
    const base::Result<HollowKubeletConfig> refused = base::fail(base::ErrorKind::Invalid, refusal);
    const auto &config = refusal.empty() ? read : refused;
    const auto node = config ? m_options.nodes.find({{}, config->nodeName}) : nullptr;
    return planKubelet({.pod = pod,
        .node = node.get(),
        .config = config,
        .place = {m_options.addresses.addressOf(pod.metadata.uid), hostAddress()},
        .chance = m_options.chance,
        .boot = m_options.boot,
        .now = m_options.clock.now()});
}

Plan VirtualKubelet::reconcileWorkload(const api::Pod &pod) const
{
    const auto kubelet = kubeletOf(pod.spec.nodeName);
    if (!kubelet)
        return {{}, {kubeletReason("NotOurNode")}, {}};
    const auto state = stateOf(pod.spec.nodeName);
    if (!state)
        return {{}, {kubeletReason("KubeletStarting")}, {}};
    if (state->health == Health::Silent) {
        Plan plan {{}, {kubeletReason("KubeletSilent")}, {}};
        if (state->nextChange)
            plan.checkAgainAfter = *state->nextChange - m_options.clock.now();
        return plan;
    }
    const PodPlace place {m_options.addresses.addressOf(pod.metadata.uid), kubelet->status.podIP};
    return planWorkload(pod, place, state->health == Health::Healthy, m_options.clock.now());
}

} // namespace core::hollow
