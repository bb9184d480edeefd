// SPDX-License-Identifier: GPL-3.0-or-later
// The status and conditions of a MachineDeployment (machine-api.md §6.1, §6.7).
#include "core/api/selector.h"
#include "core/controllers/machinedeploymentrules.h"

#include <algorithm>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;
using api::MachineDeploymentCondition;
using api::MachineDeploymentStatus;

constexpr std::int64_t usualDeadline = 600; // seconds

std::chrono::seconds deadlineOf(const api::MachineDeployment &deployment)
{
    return std::chrono::seconds(deployment.spec.progressDeadlineSeconds.value_or(usualDeadline));
}

std::int64_t number(const std::optional<std::int64_t> &count)
{
    return count.value_or(0);
}

bool hasReason(const MachineDeploymentStatus &status, std::string_view reason)
{
    const MachineDeploymentCondition *condition = findCondition(status, "Progressing");
    return condition && condition->reason == reason;
}

void count(MachineDeploymentStatus &status, const Rollout &rollout)
{
    std::int64_t wanted = 0;
    std::int64_t ready = 0;
    std::int64_t available = 0;
    status.replicas = 0;
    for (const MachineSetPointer &set : rollout.all()) {
        wanted += set->wantedReplicas();
        status.replicas += set->status.replicas;
        ready += number(set->status.readyReplicas);
        available += number(set->status.availableReplicas);
    }
    status.updatedReplicas = rollout.current ? rollout.current->status.replicas : 0;
    status.readyReplicas = ready;
    status.availableReplicas = available;
    status.unavailableReplicas = std::max<std::int64_t>(wanted - available, 0);
}

void judgeAvailability(
    MachineDeploymentStatus &status, const api::MachineDeployment &deployment, base::Time now)
{
    const std::int64_t needed = limitsOf(deployment).minAvailable();
    if (number(status.availableReplicas) >= needed)
        setCondition(status,
            {"Available", "True", "MinimumReplicasAvailable", "Enough machines are available.", {}, {}}, now);
    else
        setCondition(status,
            {"Available", "False", "MinimumReplicasUnavailable",
                "Fewer than " + std::to_string(needed) + " machines are available.", {}, {}},
            now);
}

void judgeFailures(MachineDeploymentStatus &status, const Rollout &rollout, base::Time now)
{
    const std::vector<MachineSetPointer> sets = rollout.all();
    const auto failed = std::ranges::find_if(
        sets, [](const MachineSetPointer &set) { return !set->status.errorMessage.empty(); });
    if (failed == sets.end()) {
        std::erase_if(status.conditions,
            [](const MachineDeploymentCondition &condition) { return condition.type == "ReplicaFailure"; });
        return;
    }
    const std::string &reason = (*failed)->status.errorReason;
    setCondition(status,
        {"ReplicaFailure", "True", reason.empty() ? "FailedCreate" : reason,
            (*failed)->metadata.name + ": " + (*failed)->status.errorMessage, {}, {}},
        now);
}

bool hasProgressed(const MachineDeploymentStatus &before, const MachineDeploymentStatus &after)
{
    const std::int64_t oldBefore = before.replicas - number(before.updatedReplicas);
    const std::int64_t oldAfter = after.replicas - number(after.updatedReplicas);
    return number(after.updatedReplicas) > number(before.updatedReplicas) || oldAfter < oldBefore
        || number(after.readyReplicas) > number(before.readyReplicas)
        || number(after.availableReplicas) > number(before.availableReplicas);
}

std::optional<base::Time> deadline(
    const api::MachineDeployment &deployment, const MachineDeploymentStatus &status)
{
    const MachineDeploymentCondition *condition = findCondition(status, "Progressing");
    if (!condition || !condition->lastUpdateTime || deployment.spec.paused
        || condition->reason == "NewMachineSetAvailable")
        return std::nullopt;
    return *condition->lastUpdateTime + deadlineOf(deployment);
}

/// Pausing and resuming start the time anew.
void notePause(MachineDeploymentStatus &status, bool paused, base::Time now)
{
    if (paused && !hasReason(status, "DeploymentPaused"))
        setCondition(
            status, {"Progressing", "Unknown", "DeploymentPaused", "The deployment is paused.", {}, {}}, now);
    else if (!paused && hasReason(status, "DeploymentPaused"))
        setCondition(
            status, {"Progressing", "Unknown", "DeploymentResumed", "The deployment goes on.", {}, {}}, now);
}

void judgeProgress(MachineDeploymentStatus &status, const api::MachineDeployment &deployment,
    const Rollout &rollout, const Step &step, base::Time now)
{
    const bool wasComplete =
        hasReason(status, "NewMachineSetAvailable") && status.replicas == number(status.updatedReplicas);
    const std::string set = rollout.current ? rollout.current->metadata.name : std::string();
    if (!step.reason.empty()) {
        setCondition(status, {"Progressing", "True", step.reason, step.message, {}, {}}, now);
    } else if (wasComplete) {
        return;
    } else if (rollout.current && isComplete(deployment, status)) {
        setCondition(status,
            {"Progressing", "True", "NewMachineSetAvailable", "Machine set " + set + " is rolled out.", {},
                {}},
            now);
    } else if (hasProgressed(deployment.status, status)) {
        std::ranges::for_each(status.conditions, [](MachineDeploymentCondition &condition) {
            if (condition.type == "Progressing")
                condition.reason.clear(); // so that the same words count as an update
        });
        setCondition(status,
            {"Progressing", "True", "MachineSetUpdated", "Machine set " + set + " is making progress.", {},
                {}},
            now);
    } else if (const auto until = deadline(deployment, status); until && *until < now) {
        setCondition(status,
            {"Progressing", "False", "ProgressDeadlineExceeded",
                "Machine set " + set + " made no progress for "
                    + std::to_string(deadlineOf(deployment).count()) + "s.",
                {}, {}},
            now);
    } else if (rollout.current && !findCondition(status, "Progressing")) {
        setCondition(status,
            {"Progressing", "True", "FoundNewMachineSet", "Found machine set " + set + ".", {}, {}}, now);
    }
}

} // namespace

const MachineDeploymentCondition *findCondition(const MachineDeploymentStatus &status, std::string_view type)
{
    const auto found = std::ranges::find(status.conditions, type, &MachineDeploymentCondition::type);
    return found == status.conditions.end() ? nullptr : &*found;
}

void setCondition(MachineDeploymentStatus &status, MachineDeploymentCondition wanted, base::Time now)
{
    const base::Time second = api::truncatedToSeconds(now);
    wanted.lastUpdateTime = second;
    wanted.lastTransitionTime = second;
    if (const MachineDeploymentCondition *present = findCondition(status, wanted.type)) {
        if (present->status == wanted.status) {
            if (present->reason == wanted.reason && present->message == wanted.message)
                return;
            wanted.lastTransitionTime = present->lastTransitionTime;
        }
        std::erase_if(status.conditions,
            [&](const MachineDeploymentCondition &other) { return other.type == wanted.type; });
    }
    const auto after = std::ranges::find_if(
        status.conditions, [&](const MachineDeploymentCondition &other) { return other.type > wanted.type; });
    status.conditions.insert(after, std::move(wanted));
}

bool isComplete(const api::MachineDeployment &deployment, const MachineDeploymentStatus &status)
{
    const std::int64_t desired = deployment.wantedReplicas();
    return status.replicas == desired && number(status.updatedReplicas) == desired
        && number(status.availableReplicas) == desired;
}

MachineDeploymentStatus statusOf(
    const api::MachineDeployment &deployment, const Rollout &rollout, const Step &step, base::Time now)
{
    MachineDeploymentStatus status = deployment.status;
    status.observedGeneration = deployment.metadata.generation;
    status.labelSelector = api::toText(deployment.spec.selector);
    count(status, rollout);
    judgeAvailability(status, deployment, now);
    judgeFailures(status, rollout, now);
    notePause(status, deployment.spec.paused, now);
    if (!deployment.spec.paused)
        judgeProgress(status, deployment, rollout, step, now);
    return status;
}

std::optional<base::Duration> untilDeadline(
    const api::MachineDeployment &deployment, const MachineDeploymentStatus &status, base::Time now)
{
    const auto until = deadline(deployment, status);
    if (!until || hasReason(status, "ProgressDeadlineExceeded"))
        return std::nullopt;
    return std::max<base::Duration>(*until - now + 1s, 1s);
}

} // namespace core::controllers
