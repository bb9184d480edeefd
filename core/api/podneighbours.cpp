// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/podneighbours.h"

#include "core/api/machine.h"
#include "core/api/podfit.h"
#include "core/api/selector.h"

#include <algorithm>

namespace core::api {

namespace {

using Terms = std::vector<PodAffinityTerm>;

const Terms &attractions(const Pod &pod)
{
    static const Terms none;
    return pod.spec.affinity ? pod.spec.affinity->podAffinity.requiredDuringSchedulingIgnoredDuringExecution
                             : none;
}

const Terms &repulsions(const Pod &pod)
{
    static const Terms none;
    return pod.spec.affinity
        ? pod.spec.affinity->podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution
        : none;
}

bool mustHold(const TopologySpreadConstraint &rule)
{
    return rule.whenUnsatisfiable != "ScheduleAnyway";
}

const std::string *labelOf(const Node &node, const std::string &key)
{
    const auto found = node.metadata.labels.find(key);
    return found == node.metadata.labels.end() ? nullptr : &found->second;
}

/// Whether a term of that pod is about the namespace.
bool reaches(const PodAffinityTerm &term, const Pod &of, const std::string &ns)
{
    if (term.namespaces.empty() && !term.namespaceSelector)
        return ns == of.metadata.ns;
    return std::ranges::find(term.namespaces, ns) != term.namespaces.end()
        || (term.namespaceSelector
            && matches(*term.namespaceSelector, Labels {{"kubernetes.io/metadata.name", ns}}));
}

bool chooses(const PodAffinityTerm &term, const Pod &of, const Pod &other)
{
    return term.labelSelector && reaches(term, of, other.metadata.ns)
        && matches(*term.labelSelector, other.metadata.labels);
}

bool allChoose(const Terms &terms, const Pod &of, const Pod &other)
{
    return std::ranges::all_of(terms, [&](const auto &term) { return chooses(term, of, other); });
}

/// With the pod's own values of the keys that have to be the same.
LabelSelector selectorOf(const TopologySpreadConstraint &rule, const Pod &pod)
{
    if (!rule.labelSelector) // chooses no pod
        return {{}, {{{}, "In", {}}}};
    LabelSelector selector = *rule.labelSelector;
    for (const std::string &key : rule.matchLabelKeys) {
        if (const auto label = pod.metadata.labels.find(key); label != pod.metadata.labels.end())
            selector.matchExpressions.push_back({key, "In", {label->second}});
    }
    return selector;
}

} // namespace

bool repels(const Pod &pod)
{
    return !repulsions(pod).empty();
}

bool mindsNeighbours(const Pod &pod)
{
    return repels(pod) || !attractions(pod).empty()
        || std::ranges::any_of(pod.spec.topologySpreadConstraints, mustHold);
}

PodNeighbours::PodNeighbours(
    const Pod &pod, const std::vector<const Node *> &nodes, const std::vector<PlacedPod> &placed)
    : m_pod(pod)
{
    for (const TopologySpreadConstraint &rule : pod.spec.topologySpreadConstraints) {
        if (mustHold(rule))
            m_spreads.push_back({&rule, selectorOf(rule, pod), {}, 0, 0});
    }
    spreadOver(nodes);
    for (const PlacedPod &each : placed)
        see(each);
    findFewest();
}

/// A hollow host is no node for other pods.
bool PodNeighbours::isCounted(const Node &node) const
{
    const auto hasKey = [&](const Spread &spread) { return labelOf(node, spread.rule->topologyKey); };
    return std::ranges::all_of(m_spreads, hasKey) && !node.metadata.labels.contains(keys::hollowHost)
        && selects(m_pod.spec, node);
}

void PodNeighbours::spreadOver(const std::vector<const Node *> &nodes)
{
    if (m_spreads.empty())
        return;
    for (const Node *node : nodes) {
        if (!isCounted(*node))
            continue;
        for (Spread &spread : m_spreads)
            spread.pods.try_emplace(*labelOf(*node, spread.rule->topologyKey));
    }
}

void PodNeighbours::see(const PlacedPod &placed)
{
    const auto &[other, node] = placed;
    const auto note = [&node = *node](Domains &domains, const PodAffinityTerm &term) {
        if (const std::string *value = labelOf(node, term.topologyKey))
            domains[term.topologyKey].insert(*value);
    };
    for (const PodAffinityTerm &term : repulsions(*other)) {
        if (chooses(term, *other, m_pod))
            note(m_repelling, term);
    }
    for (const PodAffinityTerm &term : repulsions(m_pod)) {
        if (chooses(term, m_pod, *other))
            note(m_avoided, term);
    }
    if (const Terms &terms = attractions(m_pod); allChoose(terms, m_pod, *other))
        std::ranges::for_each(terms, [&](const auto &term) { note(m_attracting, term); });
    const bool counts = !m_spreads.empty() && other->metadata.ns == m_pod.metadata.ns
        && !other->metadata.isDeleting() && isCounted(*node);
    for (Spread &spread : m_spreads) {
        if (counts && matches(spread.selector, other->metadata.labels))
            ++spread.pods[*labelOf(*node, spread.rule->topologyKey)];
    }
}

void PodNeighbours::findFewest()
{
    for (Spread &spread : m_spreads) {
        const auto domains = std::ssize(spread.pods);
        spread.itself = matches(spread.selector, m_pod.metadata.labels) ? 1 : 0;
        if (domains > 0 && domains >= spread.rule->minDomains.value_or(1))
            spread.fewest = std::ranges::min_element(spread.pods, {}, [](const auto &domain) {
                return domain.second;
            })->second;
    }
}

bool PodNeighbours::isIn(const Domains &domains, const std::string &key, const Node &node)
{
    const auto values = domains.find(key);
    const std::string *value = labelOf(node, key);
    return value && values != domains.end() && values->second.contains(*value);
}

/// The first of those that want to be together may go anywhere.
bool PodNeighbours::isAttracted(const Node &node) const
{
    const Terms &terms = attractions(m_pod);
    const auto isNear = [&](const PodAffinityTerm &term) {
        return isIn(m_attracting, term.topologyKey, node);
    };
    const auto hasKey = [&](const PodAffinityTerm &term) { return labelOf(node, term.topologyKey); };
    return std::ranges::all_of(terms, isNear)
        || (m_attracting.empty() && std::ranges::all_of(terms, hasKey) && allChoose(terms, m_pod, m_pod));
}

std::string PodNeighbours::obstacle(const Node &node) const
{
    for (const Spread &spread : m_spreads) {
        const std::string *value = labelOf(node, spread.rule->topologyKey);
        if (!value)
            return "node(s) didn't match pod topology spread constraints (missing required label)";
        const auto found = spread.pods.find(*value);
        const std::int64_t there = found == spread.pods.end() ? 0 : found->second;
        if (there + spread.itself - spread.fewest > spread.rule->maxSkew)
            return "node(s) didn't match pod topology spread constraints";
    }
    if (!isAttracted(node))
        return "node(s) didn't match pod affinity rules";
    const auto isAvoided = [&](const PodAffinityTerm &term) {
        return isIn(m_avoided, term.topologyKey, node);
    };
    if (std::ranges::any_of(repulsions(m_pod), isAvoided))
        return "node(s) didn't match pod anti-affinity rules";
    const auto isRepelling = [&](const auto &domain) { return isIn(m_repelling, domain.first, node); };
    if (std::ranges::any_of(m_repelling, isRepelling))
        return "node(s) didn't satisfy existing pods anti-affinity rules";
    return {};
}

} // namespace core::api
