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

/// The selector includes the pod's own values of the keys that have to be the same.
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

bool haveSameNeighbours(const Pod &one, const Pod &other)
{
    return one.metadata.ns == other.metadata.ns && one.metadata.labels == other.metadata.labels
        && one.spec.affinity == other.spec.affinity && one.spec.nodeSelector == other.spec.nodeSelector
        && one.spec.topologySpreadConstraints == other.spec.topologySpreadConstraints;
}

PodNeighbours::PodNeighbours(const Pod &pod, const std::vector<const Node *> &nodes,
    const std::vector<PlacedPod> &placed, NamespaceLabels labelsOf)
    : m_pod(pod)
    , m_labelsOf(std::move(labelsOf))
{
    for (const TopologySpreadConstraint &rule : pod.spec.topologySpreadConstraints) {
        if (mustHold(rule))
            m_spreads.push_back({&rule, selectorOf(rule, pod), {}, 0, 0});
    }
    spreadOver(nodes);
    for (const PlacedPod &each : placed)
        see(each, 1);
    findFewest();
}

void PodNeighbours::add(const PlacedPod &placed)
{
    see(placed, 1);
    findFewest();
}

void PodNeighbours::remove(const PlacedPod &placed)
{
    see(placed, -1);
    findFewest();
}

/// Whether a term of that pod is about the namespace.
bool PodNeighbours::reaches(const PodAffinityTerm &term, const Pod &of, const std::string &ns) const
{
    if (term.namespaces.empty() && !term.namespaceSelector)
        return ns == of.metadata.ns;
    if (std::ranges::find(term.namespaces, ns) != term.namespaces.end())
        return true;
    if (!term.namespaceSelector)
        return false;
    const Labels *known = m_labelsOf ? m_labelsOf(ns) : nullptr;
    return matches(*term.namespaceSelector, known ? *known : Labels {{"kubernetes.io/metadata.name", ns}});
}

bool PodNeighbours::chooses(const PodAffinityTerm &term, const Pod &of, const Pod &other) const
{
    return term.labelSelector && reaches(term, of, other.metadata.ns)
        && matches(*term.labelSelector, other.metadata.labels);
}

bool PodNeighbours::allChoose(
    const std::vector<PodAffinityTerm> &terms, const Pod &of, const Pod &other) const
{
    return std::ranges::all_of(terms, [&](const auto &term) { return chooses(term, of, other); });
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

void PodNeighbours::note(Domains &domains, const std::string &key, const Node &node, std::int64_t times)
{
    const std::string *value = labelOf(node, key);
    if (!value)
        return;
    const auto values = domains.try_emplace(key).first;
    const auto count = values->second.try_emplace(*value).first;
    count->second += times;
    if (count->second == 0)
        values->second.erase(count);
    if (values->second.empty())
        domains.erase(values);
}

void PodNeighbours::see(const PlacedPod &placed, std::int64_t times)
{
    const auto &[other, node] = placed;
    for (const PodAffinityTerm &term : repulsions(*other)) {
        if (chooses(term, *other, m_pod))
            note(m_repelling, term.topologyKey, *node, times);
    }
    for (const PodAffinityTerm &term : repulsions(m_pod)) {
        if (chooses(term, m_pod, *other))
            note(m_avoided, term.topologyKey, *node, times);
    }
    if (const Terms &terms = attractions(m_pod); allChoose(terms, m_pod, *other)) {
        for (const PodAffinityTerm &term : terms)
            note(m_attracting, term.topologyKey, *node, times);
    }
    const bool counts = !m_spreads.empty() && other->metadata.ns == m_pod.metadata.ns
        && !other->metadata.isDeleting() && isCounted(*node);
    for (Spread &spread : m_spreads) {
        if (counts && matches(spread.selector, other->metadata.labels))
            spread.pods[*labelOf(*node, spread.rule->topologyKey)] += times;
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

std::string PodNeighbours::blockedReason(const Node &node) const
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
