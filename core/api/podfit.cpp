// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/podfit.h"

#include "core/api/machine.h"
#include "core/api/nodeconditions.h"
#include "core/api/selector.h"

#include <algorithm>
#include <limits>

namespace core::api {

namespace {

bool tolerates(const Pod &pod, const Taint &taint)
{
    if (hollowKubeletContainer(pod) && taint.key == keys::hollowHost)
        return true;
    return std::ranges::any_of(
        pod.spec.tolerations, [&](const Toleration &toleration) { return toleration.tolerates(taint); });
}

const Taint *untolerated(const Pod &pod, const Node &node)
{
    const auto found = std::ranges::find_if(node.spec.taints,
        [&](const Taint &taint) { return taint.effect != "PreferNoSchedule" && !tolerates(pod, taint); });
    return found == node.spec.taints.end() ? nullptr : &*found;
}

/// What makes no sense is fulfilled by no labels.
bool fulfil(const Labels &labels, const LabelSelectorRequirement &wanted)
{
    const LabelSelector selector {{}, {wanted}};
    return (isComparison(wanted) || validate(selector)) && matches(selector, labels);
}

bool isNamed(const Node &node, const LabelSelectorRequirement &wanted)
{
    if (wanted.key != "metadata.name" || wanted.values.size() != 1)
        return false;
    const bool isIt = wanted.values.front() == node.metadata.name;
    return isIt ? wanted.operator_ == "In" : wanted.operator_ == "NotIn";
}

bool fulfils(const Node &node, const NodeSelectorTerm &term)
{
    const auto &[expressions, fields] = term;
    return !(expressions.empty() && fields.empty())
        && std::ranges::all_of(
            expressions, [&](const auto &wanted) { return fulfil(node.metadata.labels, wanted); })
        && std::ranges::all_of(fields, [&](const auto &wanted) { return isNamed(node, wanted); });
}

} // namespace

Amounts requestsOf(const Container &container)
{
    Amounts amounts;
    for (const ResourceList *list : {&container.resources.limits, &container.resources.requests}) {
        for (const auto &[name, quantity] : *list)
            amounts[name] = quantity.milli();
    }
    return amounts;
}

bool selects(const PodSpec &pod, const Node &node)
{
    const auto isLabelled = [&labels = node.metadata.labels](const auto &wanted) {
        const auto found = labels.find(wanted.first);
        return found != labels.end() && found->second == wanted.second;
    };
    if (!std::ranges::all_of(pod.nodeSelector, isLabelled))
        return false;
    if (!pod.affinity || !pod.affinity->nodeAffinity)
        return true;
    const auto &required = pod.affinity->nodeAffinity->requiredDuringSchedulingIgnoredDuringExecution;
    return !required || std::ranges::any_of(required->nodeSelectorTerms, [&](const NodeSelectorTerm &term) {
        return fulfils(node, term);
    });
}

void add(Amounts &total, const Amounts &amounts)
{
    for (const auto &[name, amount] : amounts) {
        std::int64_t &sum = total[name];
        if (__builtin_add_overflow(sum, amount, &sum))
            sum = std::numeric_limits<std::int64_t>::max();
    }
}

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

Amounts requestsOf(const Pod &pod)
{
    Amounts total;
    for (const Container &container : pod.spec.containers)
        add(total, requestsOf(container));
    for (const Container &container : pod.spec.initContainers) {
        for (const auto &[name, amount] : requestsOf(container))
            total[name] = std::max(total[name], amount);
    }
    for (const auto &[name, quantity] : pod.spec.overhead)
        add(total, {{name, quantity.milli()}});
    total["pods"] = 1000;
    return total;
}

bool isFinished(const Pod &pod)
{
    return pod.status.phase == "Succeeded" || pod.status.phase == "Failed";
}

const PodCondition *podCondition(const Pod &pod, std::string_view type)
{
    const auto found = std::ranges::find(pod.status.conditions, type, &PodCondition::type);
    return found == pod.status.conditions.end() ? nullptr : &*found;
}

std::string unschedulableReason(
    const Pod &pod, const Amounts &requests, const Node &node, const Amounts &used)
{
    if (hollowKubeletContainer(pod) && !node.metadata.labels.contains(keys::hollowHost))
        return "node(s) were no hollow host";
    if (node.spec.unschedulable.value_or(false)
        && !tolerates(pod, {std::string(taints::unschedulable), {}, std::string(taints::noSchedule), {}}))
        return "node(s) were unschedulable";
    if (const Taint *taint = untolerated(pod, node))
        return "node(s) had taint {" + taint->key + ": " + taint->value + "}, that the pod didn't tolerate";
    if (!selects(pod.spec, node))
        return "node(s) didn't match Pod's node affinity/selector";
    if (!node.isReady())
        return "node(s) were not ready";
    for (const auto &[name, amount] : requests) {
        if (amount > 0 && amountOf(used, name) + amount > allocatable(node, name))
            return name == "pods" ? "Too many pods" : "Insufficient " + name;
    }
    return {};
}

} // namespace core::api
