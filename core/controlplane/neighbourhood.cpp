// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/neighbourhood.h"

#include "core/api/podfit.h"
#include "core/controlplane/scheduler.h"

#include <algorithm>

namespace core::controlplane {

using api::Node;
using api::Pod;

namespace {

/// Workloads that are scheduled by turns; each costs a little with every pod that comes or goes.
constexpr std::size_t mostCounted = 8;

} // namespace

Neighbourhood::Neighbourhood(runtime::InformerSet &informers)
    : m_pods(informers.of<Pod>().store())
    , m_nodes(informers.of<Node>().store())
    , m_namespaces(informers.of<api::Namespace>().store())
{
    const auto forget = [this](const auto &before, const auto &after) {
        if (!before || !after || before->metadata.labels != after->metadata.labels)
            m_counted.clear();
    };
    m_subscriptions.push_back(informers.of<Node>().onChange(forget));
    m_subscriptions.push_back(informers.of<api::Namespace>().onChange(forget));
    m_subscriptions.push_back(informers.of<Pod>().onChange(
        [this](const auto &before, const auto &after) { follow(before.get(), after.get()); }));
}

std::optional<api::PlacedPod> Neighbourhood::placed(const Pod &pod) const
{
    const Node *node = pod.spec.nodeName.empty() ? nullptr : m_nodes.peek({{}, pod.spec.nodeName});
    return node && !api::isFinished(pod) ? std::optional(api::PlacedPod {&pod, node}) : std::nullopt;
}

void Neighbourhood::follow(const Pod *before, const Pod *after)
{
    if (m_counted.empty())
        return;
    const auto was = before ? placed(*before) : std::nullopt;
    const auto is = after ? placed(*after) : std::nullopt;
    if (was && is && before->spec.nodeName == after->spec.nodeName && haveSameNeighbours(*before, *after)
        && before->metadata.isDeleting() == after->metadata.isDeleting())
        return;
    for (Counted &counted : m_counted) {
        if (was)
            counted.neighbours.remove(*was);
        if (is)
            counted.neighbours.add(*is);
    }
}

api::PodNeighbours Neighbourhood::count(const Pod &pod) const
{
    std::vector<const Node *> nodes;
    std::vector<api::PlacedPod> others;
    const auto see = [&](const Pod &other) {
        if (const auto there = placed(other))
            others.push_back(*there);
    };
    const auto allNodes = m_nodes.list();
    const auto allPods = api::mindsNeighbours(pod) ? m_pods.list() : m_pods.listBy(repellingPods, {});
    for (const auto &node : allNodes)
        nodes.push_back(node.get());
    for (const auto &other : allPods)
        see(*other);
    const auto labelsOf = [this](const std::string &ns) -> const api::Labels * {
        const api::Namespace *found = m_namespaces.peek({{}, ns});
        return found ? &found->metadata.labels : nullptr;
    };
    return {pod, nodes, others, labelsOf};
}

const api::PodNeighbours *Neighbourhood::of(const std::shared_ptr<const Pod> &pod) const
{
    if (!api::mindsNeighbours(*pod) && std::ranges::empty(m_pods.by(repellingPods, {})))
        return nullptr;
    const auto known = std::ranges::find_if(
        m_counted, [&](const Counted &counted) { return api::haveSameNeighbours(*counted.pod, *pod); });
    if (known != m_counted.end())
        return &known->neighbours;
    if (m_counted.size() == mostCounted)
        m_counted.pop_back();
    m_counted.push_front({pod, count(*pod)});
    return &m_counted.front().neighbours;
}

} // namespace core::controlplane
