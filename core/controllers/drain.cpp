// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/drain.h"

#include "core/api/podfit.h"
#include "core/controllers/conditions.h"
#include "core/controllers/machine/machinereasons.h"

#include <algorithm>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;

constexpr base::Duration controlPlaneRetry = 20s;
/// A pod on an unreachable node has that grace, and is waited for so long when it is going already.
constexpr std::chrono::seconds unreachableGrace = 1s;

DrainPlan drained(const api::Machine &machine, std::string_view message, std::vector<api::EmitEvent> events,
    api::Reason reason)
{
    DrainPlan plan;
    plan.conditions = {trueCondition(drainedCondition, std::string(message))};
    if (machine.spec.lifecycleHooks.preDrain.empty())
        plan.conditions.push_back(trueCondition(drainableCondition));
    plan.events = std::move(events);
    plan.reasons = {std::move(reason)};
    plan.done = true;
    return plan;
}

DrainPlan skip(const api::Machine &machine, std::string_view why)
{
    return drained(machine, "Node drain skipped",
        {normalEvent(machine, "DrainSkipped", "Node drain skipped: " + std::string(why))},
        machineReason("DrainSkipped", why));
}

DrainPlan finish(const api::Machine &machine, const std::string &node, bool nodeGone)
{
    std::vector<api::EmitEvent> events;
    if (!nodeGone)
        events.push_back(normalEvent(machine, "Deleted", "Node " + node + " drained"));
    events.push_back(normalEvent(machine, "DrainSucceeded", "Node drain succeeded"));
    return drained(machine, "Drain finished successfully", std::move(events),
        machineReason("Drained", node, nodeGone ? "gone" : "drained"));
}

DrainPlan waitForHooks(const api::Machine &machine)
{
    const std::string names = hookNames(machine.spec.lifecycleHooks.preDrain);
    const api::Condition *told = findCondition(machine.status.conditions, drainableCondition);
    DrainPlan plan;
    plan.conditions = {falseCondition(
        drainableCondition, "Warning", "HookPresent", "Drain operation currently blocked by: " + names)};
    if (!told || told->message != plan.conditions.front().message)
        plan.events = {normalEvent(machine, "DrainBlocked", "Drain blocked by pre-drain hook: " + names)};
    plan.reasons = {machineReason("WaitingForPreDrainHook", names)};
    return plan;
}

bool isUnreachable(const api::Node &node)
{
    return node.readyStatus() == "Unknown";
}

/// Nobody confirms the end of a pod on an unreachable node: one that was told to go is not waited for.
bool isBeyondWaiting(const api::Pod &pod, const api::Node &node, base::Time now)
{
    return isUnreachable(node) && pod.metadata.deletionTimestamp
        && *pod.metadata.deletionTimestamp + unreachableGrace < now;
}

/// Evictions may be asked for at once, then again 5 s after the second that the condition names.
base::Time evictionsDue(const api::Machine &machine, base::Time now)
{
    const api::Condition *told = findCondition(machine.status.conditions, drainedCondition);
    if (!told || told->status != "False" || !told->lastTransitionTime)
        return now;
    return *told->lastTransitionTime + 1s + evictionRetry;
}

/// What is not ready disrupts nobody when it goes, as long as enough others are.
bool costsNothing(const api::PodDisruptionBudget &budget, const api::Pod &pod)
{
    const api::PodCondition *ready = api::podCondition(pod, "Ready");
    const api::PodDisruptionBudgetStatus &status = budget.status;
    const bool isReady = ready && ready->status == "True";
    return !isReady
        && (budget.spec.unhealthyPodEvictionPolicy == "AlwaysAllow"
            || (status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy));
}

/// The budget that an eviction of the pod takes from; null when there is none, or several cover the pod,
/// which is refused as an error.
PodBudgetPointer chargedBy(const api::Pod &pod, const std::vector<PodBudgetPointer> &budgets)
{
    if (pod.metadata.isDeleting() || pod.status.phase == "Pending" || api::isFinished(pod))
        return nullptr;
    const auto covers = [&](const PodBudgetPointer &budget) { return coversPod(*budget, pod); };
    const auto first = std::ranges::find_if(budgets, covers);
    if (first == budgets.end() || std::any_of(first + 1, budgets.end(), covers) || costsNothing(**first, pod))
        return nullptr;
    return *first;
}

/// Says which budget is in the way: that is what the next try depends on.
void tellWhatHolds(
    DrainPlan &plan, const DrainView &seen, const std::vector<PodPointer> &staying, base::Time next)
{
    if (const auto held = firstHeldPod(staying, seen.podBudgets)) {
        const api::PodDisruptionBudgetStatus &status = held->budget->status;
        plan.reasons.push_back(
            machineReason("HeldByPodBudget", held->pod->key().text(), seen.node->metadata.name,
                held->budget->key().text(), status.desiredHealthy, status.currentHealthy, next));
    }
}

void evict(DrainPlan &plan, const api::Machine &machine, const api::Node &node,
    const std::vector<PodPointer> &pods, base::Time now)
{
    for (const PodPointer &pod : pods) {
        const auto grace =
            isUnreachable(node) ? std::optional<std::int64_t>(unreachableGrace.count()) : std::nullopt;
        plan.effects.emplace_back(api::EvictPod {pod->key(), pod->metadata.uid, grace});
    }
    const base::Time next = api::truncatedToSeconds(now) + 1s + evictionRetry;
    const std::string names = someNames(pods);
    const std::string count = std::to_string(pods.size()) + " of node " + node.metadata.name;
    const std::string what = count + ", next try at " + api::formatTime(next) + ": " + names;
    const bool again = findCondition(machine.status.conditions, drainedCondition) != nullptr;
    plan.conditions.push_back(again
            ? falseCondition(drainedCondition, "Warning", "DrainError", "Pods still not evicted, " + what)
            : falseCondition(drainedCondition, "Info", "Draining", "Evicting pods, " + what));
    if (again)
        plan.events.push_back(
            normalEvent(machine, "DrainRequeued", "Pods still not evicted, " + count + ": " + names));
    plan.checkAgainAfter = next - now;
    using Code = decltype(machineReason)::Entry<4>;
    plan.reasons = {machineReason(again ? Code("EvictionRefused") : Code("EvictingPods"), pods.size(),
        node.metadata.name, next, names)};
}

DrainPlan emptyNode(const api::Machine &machine, const DrainView &seen, base::Time now)
{
    const api::Node &node = *seen.node;
    DrainPlan plan;
    if (machine.spec.lifecycleHooks.preDrain.empty())
        plan.conditions.push_back(trueCondition(drainableCondition));
    const bool cordoned = node.spec.unschedulable.value_or(false);
    if (!cordoned) {
        api::Node after = node;
        after.spec.unschedulable = true;
        append(plan.effects, api::patchEffect(node, after, {}, api::Precondition::Uid));
        plan.events.push_back(normalEvent(machine, "DrainProceeds", "Node drain proceeds"));
        plan.reasons = {machineReason("Cordoning", node.metadata.name)};
    }
    std::vector<PodPointer> waiting;
    std::ranges::copy_if(seen.pods, std::back_inserter(waiting),
        [&](const PodPointer &pod) { return mustLeave(*pod) && !isBeyondWaiting(*pod, node, now); });
    if (waiting.empty())
        return cordoned ? finish(machine, node.metadata.name, false) : plan;

    std::vector<PodPointer> staying;
    std::ranges::copy_if(waiting, std::back_inserter(staying),
        [](const PodPointer &pod) { return !pod->metadata.isDeleting(); });
    const base::Time due = evictionsDue(machine, now);
    if (!staying.empty() && due <= now) {
        evict(plan, machine, node, staying, now);
        tellWhatHolds(plan, seen, staying, now + *plan.checkAgainAfter);
        return plan;
    }
    plan.reasons = {machineReason("WaitingForPods", waiting.size(), node.metadata.name, someNames(waiting))};
    if (!staying.empty())
        plan.checkAgainAfter = due - now;
    tellWhatHolds(plan, seen, staying, due);
    for (const PodPointer &pod : waiting) {
        if (isUnreachable(node) && pod->metadata.isDeleting())
            checkAgain(plan.checkAgainAfter, *pod->metadata.deletionTimestamp + unreachableGrace + 1s - now);
    }
    return plan;
}

} // namespace

std::string hookNames(const std::vector<api::LifecycleHook> &hooks)
{
    std::string names;
    for (const api::LifecycleHook &hook : hooks)
        names += (names.empty() ? "" : ", ") + hook.name;
    return names;
}

bool mustLeave(const api::Pod &pod)
{
    const api::OwnerReference *owner = pod.metadata.controller();
    return !pod.metadata.annotations.contains("kubernetes.io/config.mirror")
        && !(owner && owner->kind == "DaemonSet");
}

std::string someNames(const std::vector<PodPointer> &pods)
{
    constexpr std::size_t most = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, pods.size()); ++i)
        names += (i == 0 ? "" : ", ") + pods[i]->key().text();
    return pods.size() > most ? names + " …" : names;
}

std::optional<HeldPod> firstHeldPod(
    const std::vector<PodPointer> &pods, const std::vector<PodBudgetPointer> &budgets)
{
    for (const PodPointer &pod : pods) {
        PodBudgetPointer budget = chargedBy(*pod, budgets);
        if (budget && budget->status.disruptionsAllowed <= 0)
            return HeldPod {pod, std::move(budget)};
    }
    return std::nullopt;
}

ForeseenEvictions::ForeseenEvictions(const std::vector<PodBudgetPointer> &budgets)
{
    for (const PodBudgetPointer &budget : budgets)
        m_budgets[budget->metadata.ns].push_back(budget);
}

PodBudgetPointer ForeseenEvictions::holderOf(const api::Pod &pod)
{
    const auto near = m_budgets.find(pod.metadata.ns);
    PodBudgetPointer budget = near == m_budgets.end() ? nullptr : chargedBy(pod, near->second);
    if (!budget)
        return nullptr;
    std::int64_t &taken = m_taken[budget->key()];
    if (taken >= budget->status.disruptionsAllowed)
        return budget;
    ++taken;
    return nullptr;
}

std::string_view whyNotDrained(const api::Machine &machine)
{
    if (machine.metadata.annotations.contains(api::keys::excludeDraining))
        return "the machine is excluded from draining";
    if (!machine.metadata.annotation(api::keys::staticMachine).empty())
        return "the node was there before the machine and stays";
    return machine.status.nodeRef ? "" : "the machine has no node";
}

bool isControlPlane(const api::Node &node)
{
    return node.metadata.labels.contains("node-role.kubernetes.io/control-plane")
        || node.metadata.labels.contains("node-role.kubernetes.io/master");
}

DrainPlan planDrain(const api::Machine &machine, const DrainView &seen, base::Time now)
{
    if (const std::string_view why = whyNotDrained(machine); !why.empty())
        return skip(machine, why);
    if (seen.isAnothers)
        return skip(machine, "node " + machine.status.nodeRef->name + " is not the machine's");
    if (!machine.spec.lifecycleHooks.preDrain.empty())
        return waitForHooks(machine);
    if (!seen.node)
        return finish(machine, machine.status.nodeRef->name, true);
    const bool cordoned = seen.node->spec.unschedulable.value_or(false);
    if (isControlPlane(*seen.node) && !cordoned && seen.otherControlPlaneDraining) {
        DrainPlan plan;
        plan.checkAgainAfter = controlPlaneRetry;
        plan.reasons = {machineReason("WaitingForOtherControlPlane", controlPlaneRetry)};
        return plan;
    }
    return emptyNode(machine, seen, now);
}

} // namespace core::controllers
