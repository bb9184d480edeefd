// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hollow/fakeruntime.h"

#include "core/api/timerange.h"
#include "core/hollow/reasons.h"

#include <algorithm>

namespace core::hollow {

using base::Time;
using runtime::Plan;

namespace {

/// The list keeps its order, and the time moves with the status alone, as with a kubelet, unlike
/// api::setCondition().
void setCondition(api::Pod &pod, std::string_view type, bool value, std::string_view reason, Time now)
{
    api::PodCondition condition {std::string(type), value ? "True" : "False", now, std::string(reason), {}};
    const auto held = std::ranges::find(pod.status.conditions, type, &api::PodCondition::type);
    if (held == pod.status.conditions.end()) {
        pod.status.conditions.push_back(std::move(condition));
        return;
    }
    if (held->status == condition.status)
        condition.lastTransitionTime = held->lastTransitionTime;
    *held = std::move(condition);
}

std::string_view conditionStatus(const api::Pod &pod, std::string_view type)
{
    const auto held = std::ranges::find(pod.status.conditions, type, &api::PodCondition::type);
    return held == pod.status.conditions.end() ? std::string_view() : std::string_view(held->status);
}

api::JsonObject containerStatus(
    const api::Pod &pod, const api::Container &container, bool ready, api::JsonObject state)
{
    return {{"name", container.name}, {"image", container.image},
        {"imageID", "docker-pullable://" + container.image},
        {"containerID", "fakeRuntime://" + pod.metadata.uid + "/" + container.name}, {"ready", ready},
        {"restartCount", 0}, {"state", std::move(state)}};
}

api::JsonObject runningSince(Time start)
{
    return {{"running", api::JsonObject {{"startedAt", api::formatTime(start)}}}};
}

api::JsonObject completedAt(Time start, Time end)
{
    return {{"terminated",
        api::JsonObject {{"exitCode", 0}, {"reason", "Completed"}, {"startedAt", api::formatTime(start)},
            {"finishedAt", api::formatTime(end)}}}};
}

std::vector<api::SharedJson> statuses(const api::Pod &pod, const std::vector<api::Container> &containers,
    bool ready, const api::JsonObject &state)
{
    std::vector<api::SharedJson> all;
    for (const api::Container &container : containers)
        all.emplace_back(containerStatus(pod, container, ready, state));
    return all;
}

api::Pod placed(api::Pod pod, const PodPlace &place, Time second)
{
    pod.status.phase = "Running";
    pod.status.hostIP = place.hostIP;
    pod.status.podIP = place.podIP;
    pod.status.startTime = second;
    pod.status.initContainerStatuses =
        statuses(pod, pod.spec.initContainers, true, completedAt(second, second));
    setCondition(pod, "Initialized", true, {}, second);
    setCondition(pod, "PodScheduled", true, {}, second);
    return pod;
}

void setReady(api::Pod &pod, bool ready, std::string_view reason, Time second)
{
    setCondition(pod, "Ready", ready, reason, second);
    setCondition(pod, "ContainersReady", ready, reason, second);
}

bool belongsToJob(const api::Pod &pod)
{
    const api::OwnerReference *owner = pod.metadata.controller();
    return owner && owner->kind == "Job";
}

base::Duration runTimeOf(const api::Pod &pod)
{
    const auto asked = api::parseDuration(pod.metadata.annotation(runTime));
    return asked && *asked >= base::Duration::zero() ? *asked : jobDuration;
}

Plan statusPlan(const api::Pod &before, const api::Pod &after, api::Reason reason)
{
    Plan plan;
    if (auto patch = api::patchEffect(before, after, "status", api::Precondition::Uid))
        plan.effects.emplace_back(std::move(*patch));
    plan.reasons.push_back(std::move(reason));
    return plan;
}

} // namespace

api::Pod started(api::Pod pod, const PodPlace &place, Time now)
{
    const Time second = api::truncatedToSeconds(now);
    pod = placed(std::move(pod), place, second);
    pod.status.containerStatuses = statuses(pod, pod.spec.containers, true, runningSince(second));
    setReady(pod, true, {}, second);
    return pod;
}

api::Pod crashing(api::Pod pod, const PodPlace &place, const std::string &why, Time now)
{
    const Time second = api::truncatedToSeconds(now);
    pod = placed(std::move(pod), place, second);
    pod.status.containerStatuses = statuses(pod, pod.spec.containers, false,
        {{"waiting", api::JsonObject {{"reason", "CrashLoopBackOff"}, {"message", why}}}});
    setReady(pod, false, "ContainersNotReady", second);
    return pod;
}

api::Pod succeeded(api::Pod pod, Time now)
{
    const Time second = api::truncatedToSeconds(now);
    pod.status.phase = "Succeeded";
    pod.status.containerStatuses =
        statuses(pod, pod.spec.containers, false, completedAt(pod.status.startTime.value_or(second), second));
    setReady(pod, false, "PodCompleted", second);
    return pod;
}

Plan planShutdown(const api::Pod &pod, Time now)
{
    const auto grace = api::heldSeconds(pod.metadata.deletionGracePeriodSeconds.value_or(0));
    const Time asked = pod.metadata.deletionTimestamp.value_or(now) - grace;
    // The server's clock may be ahead of ours; then there is no telling, and nothing to wait for.
    const Time finished = asked > now ? now : asked + std::min<std::chrono::seconds>(grace, longestShutdown);
    Plan plan;
    if (now < finished) {
        plan.reasons.push_back(kubeletReason("ShuttingDown"));
        plan.checkAgainAfter = finished - now;
        return plan;
    }
    if (grace == grace.zero() && !pod.metadata.finalizers.empty()) {
        plan.reasons.push_back(kubeletReason("HeldByFinalizers"));
        return plan;
    }
    api::DeleteObject gone = api::deleteEffect(pod);
    gone.gracePeriodSeconds = 0;
    plan.effects.emplace_back(std::move(gone));
    plan.reasons.push_back(kubeletReason("Ended"));
    return plan;
}

std::optional<api::PatchObject> readyAgain(const api::Pod &pod, Time now)
{
    if (conditionStatus(pod, "Ready") != "False" || isCrashing(pod))
        return std::nullopt;
    api::Pod ready = pod;
    setReady(ready, true, {}, api::truncatedToSeconds(now));
    return api::patchEffect(pod, ready, "status", api::Precondition::Uid);
}

bool isCrashing(const api::Pod &pod)
{
    if (conditionStatus(pod, "Ready") == "True") // then none waits, and nothing need be searched
        return false;
    return std::ranges::any_of(pod.status.containerStatuses, [](const auto &status) {
        return api::find(status, {"state", "waiting"}) != nullptr;
    });
}

Plan planWorkload(const api::Pod &pod, const PodPlace &place, bool restoresReady, Time now)
{
    if (pod.metadata.isDeleting())
        return planShutdown(pod, now);
    if (pod.status.phase == "Succeeded" || pod.status.phase == "Failed")
        return {{}, {kubeletReason("Finished", pod.status.phase)}, {}};
    if (pod.status.phase != "Running")
        return statusPlan(pod, started(pod, place, now), kubeletReason("Started"));
    const base::Duration length = runTimeOf(pod);
    const Time end = pod.status.startTime.value_or(now) + length;
    if (belongsToJob(pod) && now >= end)
        return statusPlan(pod, succeeded(pod, now), kubeletReason("Completed", length));
    if (auto mended = restoresReady ? readyAgain(pod, now) : std::nullopt)
        return {{std::move(*mended)}, {kubeletReason("ReadyAgain", "The kubelet")}, {}};
    Plan plan {{}, {kubeletReason("Running")}, {}};
    if (belongsToJob(pod))
        plan.checkAgainAfter = end - now;
    return plan;
}

} // namespace core::hollow
