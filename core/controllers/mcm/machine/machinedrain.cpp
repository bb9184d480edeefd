// SPDX-License-Identifier: GPL-3.0-or-later
// Pods with volumes leave with the others: nothing attaches volumes to hollow nodes, so there is no detaching
// and attaching to wait for.
#include "core/controllers/conditions.h"
#include "core/controllers/drain.h"
#include "core/controllers/mcm/machine/machineflows.h"

#include <algorithm>
#include <array>

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;
using namespace std::chrono_literals;
using api::mcm::DeletionStep;

/// A node must have been broken so long before its drain is forced.
constexpr base::Duration brokenFor = 5min;
/// A drain forced by its label or its timeout takes no longer, and asks once for each eviction.
constexpr base::Duration quickDrain = 1min;
/// A pod is waited for so long beyond its grace when the drain is forced.
constexpr base::Duration beyondGrace = 30s;

/// Why the drain need not succeed, and how long it is tried.
struct Force {
    std::string why; ///< empty: it has to succeed
    std::optional<base::Time> over; ///< unset: no limit
    std::int64_t tries = 0; ///< evictions asked for before pods are deleted
    std::optional<base::Time> sinceLater; ///< when it will be forced, if all stays as it is
};

base::Time startOf(const MachineContext &at)
{
    return at.current().lastUpdateTime.value_or(at.now);
}

bool isLabelledForce(const api::mcm::Machine &machine)
{
    constexpr std::array<std::string_view, 6> yes {"1", "t", "T", "TRUE", "true", "True"};
    return std::ranges::find(yes, machine.metadata.label(keys::forceDeletion)) != yes.end();
}

/// The time is since when the condition is anything but what it should be; nothing when it is as it should
/// be.
std::optional<base::Time> brokenSince(const api::Node &node, std::string_view type, std::string_view good)
{
    const api::NodeCondition *condition = node.condition(type);
    return condition && condition->status != good ? condition->lastTransitionTime : std::nullopt;
}

Force forceOf(const MachineContext &at)
{
    const base::Time timeout =
        at.machine.metadata.deletionTimestamp.value_or(at.now) + at.settings.drainTimeout;
    if (isLabelledForce(at.machine))
        return {"the label " + std::string(keys::forceDeletion) + " is set", startOf(at) + quickDrain, 1, {}};
    if (timeout <= at.now)
        return {"the drain timeout of " + api::formatDuration(at.settings.drainTimeout) + " is over",
            std::max(timeout, startOf(at)) + quickDrain, 1, {}};
    Force force {{}, {}, at.settings.maxEvictRetries, timeout};
    const auto look = [&](std::string_view type, std::string_view good) {
        const auto since = brokenSince(*at.node(), type, good);
        if (since && *since + brokenFor < at.now)
            force.why = "condition " + std::string(type) + " of the node has not been " + std::string(good)
                + " for more than " + api::formatDuration(brokenFor);
        else if (since)
            force.sinceLater = std::min(*force.sinceLater, *since + brokenFor + 1s);
    };
    look("ReadonlyFilesystem", "False");
    look("Ready", "True");
    return force;
}

bool isAwaited(const api::Pod &pod, const Force &force, base::Time now)
{
    const auto &end = pod.metadata.deletionTimestamp;
    return mustLeave(pod) && !(end && !force.why.empty() && *end + beyondGrace <= now);
}

/// The condition that says why the node goes, behind those of the kubelet, and the cordon; nothing when both
/// are there.
std::vector<api::Effect> preparation(const MachineContext &at)
{
    const api::Node &node = *at.node();
    std::vector<api::Effect> effects;
    const api::NodeCondition *told = node.condition(api::mcm::conditions::terminating);
    if (!told || told->status != "True") {
        api::Node after = node;
        api::removeCondition(after.status.conditions, api::mcm::conditions::terminating);
        const api::Time second = api::truncatedToSeconds(at.now);
        after.status.conditions.push_back(
            {std::string(api::mcm::conditions::terminating), "True", second, second,
                std::string(isHealthy(node, at.settings.nodeConditions) ? api::mcm::conditions::scaleDown
                                                                        : api::mcm::conditions::unhealthy),
                "The machine is being deleted"});
        append(effects, api::patchEffect(node, after, "status", api::Precondition::Version));
    }
    api::Node after = node;
    after.spec.unschedulable = true;
    append(effects, api::patchEffect(node, after, {}, api::Precondition::Uid));
    return effects;
}

void finish(MachinePlanner &planner, const MachineContext &at, const Force &force, std::size_t left)
{
    const bool forced = !force.why.empty();
    if (forced)
        proceedTo(planner, DeletionStep::DetachVolumes);
    else
        proceedTo(planner, DeletionStep::DeleteInstance);
    planner.events.push_back(forced
            ? warningEvent(at.machine, "DrainForced", "The drain was forced: " + force.why)
            : normalEvent(at.machine, "DrainSucceeded", "Node drain succeeded"));
    const std::string &node = at.node()->metadata.name;
    planner.because(
        forced ? machineReason("DrainForced", node, left, force.why) : machineReason("Drained", node));
}

void skip(MachinePlanner &planner, std::string_view why)
{
    proceedTo(planner, DeletionStep::DeleteInstance);
    planner.because(machineReason("DrainSkipped", why));
}

std::int64_t triesBefore(const MachineContext &at)
{
    return (at.now - startOf(at)) / evictionInterval;
}

/// Says which budget is in the way, while the drain is not forced.
void tellWhatHolds(MachinePlanner &planner, const MachineContext &at, const Force &force,
    const std::vector<PodPointer> &staying)
{
    const auto held = force.why.empty() ? firstHeldPod(staying, at.seen.podBudgets) : std::nullopt;
    if (!held)
        return;
    const api::PodDisruptionBudgetStatus &status = held->budget->status;
    planner.because(machineReason("HeldByPodBudget", held->pod->key().text(), at.node()->metadata.name,
        held->budget->key().text(), status.desiredHealthy, status.currentHealthy, *force.sinceLater));
}

/// Evictions come after the record of their being tried, since they may well be refused.
void removePods(MachinePlanner &planner, const MachineContext &at, const Force &force,
    const std::vector<PodPointer> &pods)
{
    const bool isUsedUp = !force.why.empty() && triesBefore(at) >= force.tries;
    for (const PodPointer &pod : pods) {
        if (isUsedUp)
            planner.attempts.emplace_back(api::deleteEffect(*pod));
        else
            planner.attempts.emplace_back(api::EvictPod {pod->key(), pod->metadata.uid, {}});
    }
    const base::Time next = at.now + evictionInterval;
    const std::string names = someNames(pods);
    const std::string &node = at.node()->metadata.name;
    const std::string what = (isUsedUp ? "Deletes " : "Evicts ") + names + " of node " + node
        + (force.why.empty() ? "" : ", forced because " + force.why);
    planner.recordAgain({api::mcm::operations::drainNode, api::mcm::states::processing, what,
        api::mcm::ErrorCode::Ok, DeletionStep::Drain});
    planner.checkAgainIn(evictionInterval);
    const std::int64_t attempt = triesBefore(at) + 1;
    using Code = decltype(machineReason)::Entry<6>;
    if (force.why.empty())
        planner.because(machineReason("EvictingPods", names, node, next, pods.size(), attempt));
    else
        planner.because(machineReason(isUsedUp ? Code("DeletingPods") : Code("EvictingPods"), names, node,
            force.why, next, pods.size(), attempt));
}

void waitForPods(MachinePlanner &planner, const MachineContext &at, const Force &force,
    const std::vector<PodPointer> &awaited)
{
    for (const PodPointer &pod : awaited) {
        if (pod->metadata.deletionTimestamp && !force.why.empty())
            planner.checkAgainAt(*pod->metadata.deletionTimestamp + beyondGrace);
    }
    planner.because(
        machineReason("WaitingForPods", awaited.size(), at.node()->metadata.name, someNames(awaited)));
}

base::Time evictionsDue(const MachineContext &at)
{
    const api::mcm::LastOperation &last = at.lastOperation();
    if (last.type != api::mcm::operations::drainNode || !last.lastUpdateTime)
        return at.now;
    return *last.lastUpdateTime + evictionInterval;
}

void empty(MachinePlanner &planner, const MachineContext &at, const std::vector<PodPointer> &awaited,
    const Force &force)
{
    std::vector<PodPointer> staying;
    std::ranges::copy_if(awaited, std::back_inserter(staying),
        [](const PodPointer &pod) { return !pod->metadata.isDeleting(); });
    const base::Time due = evictionsDue(at);
    if (force.over)
        planner.checkAgainAt(*force.over);
    if (force.sinceLater && force.why.empty())
        planner.checkAgainAt(*force.sinceLater);
    if (!staying.empty() && due <= at.now) {
        removePods(planner, at, force, staying);
        return tellWhatHolds(planner, at, force, staying);
    }
    if (!staying.empty())
        planner.checkAgainAt(due);
    waitForPods(planner, at, force, awaited);
    tellWhatHolds(planner, at, force, staying);
}

} // namespace

void drain(MachinePlanner &planner, const MachineContext &at)
{
    if (at.machine.metadata.label(keys::nodeLabel).empty())
        return skip(planner, "the machine has none");
    if (isStatic(at.machine))
        return skip(planner, "it was there before the machine and stays");
    if (!at.node())
        return skip(planner, "it is gone");
    planner.effects = preparation(at);
    const Force force = forceOf(at);
    std::vector<PodPointer> awaited;
    std::ranges::copy_if(at.seen.podsOnNode, std::back_inserter(awaited),
        [&](const PodPointer &pod) { return isAwaited(*pod, force, at.now); });
    if (!awaited.empty() && !(force.over && *force.over <= at.now))
        return empty(planner, at, awaited, force);
    if (!planner.effects.empty())
        return planner.because(machineReason("Cordoning", at.node()->metadata.name));
    finish(planner, at, force, awaited.size());
}

} // namespace core::controllers::mcm
