// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/rolloutprogress.h"

#include <algorithm>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view progressing = "Progressing";

bool hasReason(const RolloutConditions &conditions, std::string_view reason)
{
    const RolloutCondition *condition = findCondition(conditions, progressing);
    return condition && condition->reason == reason;
}

bool hasProgressed(const RolloutCounts &before, const RolloutCounts &now)
{
    return now.updated > before.updated || now.total - now.updated < before.total - before.updated
        || now.ready > before.ready || now.available > before.available;
}

std::optional<base::Time> deadlineOf(const RolloutConditions &conditions, const RolloutProgress &progress)
{
    const RolloutCondition *condition = findCondition(conditions, progressing);
    if (!condition || !condition->lastUpdateTime || progress.paused || !progress.deadline
        || condition->reason == "NewMachineSetAvailable")
        return std::nullopt;
    return *condition->lastUpdateTime + *progress.deadline;
}

void set(RolloutConditions &conditions, std::string_view status, std::string_view reason, std::string message,
    base::Time now)
{
    setCondition(conditions,
        {std::string(progressing), std::string(status), std::string(reason), std::move(message), {}, {}},
        now);
}

/// Pausing and resuming start the time anew.
void notePause(RolloutConditions &conditions, bool paused, base::Time now)
{
    if (paused && !hasReason(conditions, "DeploymentPaused"))
        set(conditions, "Unknown", "DeploymentPaused", "The deployment is paused.", now);
    else if (!paused && hasReason(conditions, "DeploymentPaused"))
        set(conditions, "Unknown", "DeploymentResumed", "The deployment goes on.", now);
}

} // namespace

const RolloutCondition *findCondition(const RolloutConditions &conditions, std::string_view type)
{
    const auto found = std::ranges::find(conditions, type, &RolloutCondition::type);
    return found == conditions.end() ? nullptr : &*found;
}

void removeCondition(RolloutConditions &conditions, std::string_view type)
{
    std::erase_if(conditions, [type](const RolloutCondition &condition) { return condition.type == type; });
}

void setCondition(RolloutConditions &conditions, RolloutCondition wanted, base::Time now)
{
    const base::Time second = api::truncatedToSeconds(now);
    wanted.lastUpdateTime = second;
    wanted.lastTransitionTime = second;
    if (const RolloutCondition *present = findCondition(conditions, wanted.type)) {
        if (present->status == wanted.status) {
            if (present->reason == wanted.reason && present->message == wanted.message)
                return;
            wanted.lastTransitionTime = present->lastTransitionTime;
        }
        removeCondition(conditions, wanted.type);
    }
    const auto after = std::ranges::find_if(
        conditions, [&](const RolloutCondition &other) { return other.type > wanted.type; });
    conditions.insert(after, std::move(wanted));
}

bool RolloutCounts::isComplete(std::int64_t desired) const
{
    return total == desired && updated == desired && available == desired;
}

void judgeAvailability(
    RolloutConditions &conditions, std::int64_t available, std::int64_t needed, base::Time now)
{
    if (available >= needed)
        setCondition(conditions,
            {"Available", "True", "MinimumReplicasAvailable", "Enough machines are available.", {}, {}}, now);
    else
        setCondition(conditions,
            {"Available", "False", "MinimumReplicasUnavailable",
                "Fewer than " + std::to_string(needed) + " machines are available.", {}, {}},
            now);
}

void judgeFailure(
    RolloutConditions &conditions, const std::string &reason, std::string message, base::Time now)
{
    if (reason.empty())
        removeCondition(conditions, "ReplicaFailure");
    else
        setCondition(conditions, {"ReplicaFailure", "True", reason, std::move(message), {}, {}}, now);
}

void judgeProgress(RolloutConditions &conditions, const RolloutProgress &progress, base::Time now)
{
    notePause(conditions, progress.paused, now);
    if (progress.paused)
        return;
    const std::string &name = progress.currentSet;
    const bool wasComplete =
        hasReason(conditions, "NewMachineSetAvailable") && progress.now.total == progress.now.updated;
    if (!progress.step.reason.empty()) {
        set(conditions, "True", progress.step.reason, progress.step.message, now);
    } else if (wasComplete) {
        return;
    } else if (!name.empty() && progress.now.isComplete(progress.desired)) {
        set(conditions, "True", "NewMachineSetAvailable", "Machine set " + name + " is rolled out.", now);
    } else if (hasProgressed(progress.before, progress.now)) {
        for (RolloutCondition &condition : conditions) {
            if (condition.type == progressing)
                condition.reason.clear(); // so that the same words count as an update
        }
        set(conditions, "True", "MachineSetUpdated", "Machine set " + name + " is making progress.", now);
    } else if (const auto until = deadlineOf(conditions, progress); until && *until < now) {
        set(conditions, "False", "ProgressDeadlineExceeded",
            "Machine set " + name + " made no progress for " + std::to_string(progress.deadline->count())
                + "s.",
            now);
    } else if (!name.empty() && !findCondition(conditions, progressing)) {
        set(conditions, "True", "FoundNewMachineSet", "Found machine set " + name + ".", now);
    }
}

std::optional<base::Duration> untilDeadline(
    const RolloutConditions &conditions, const RolloutProgress &progress, base::Time now)
{
    const auto until = deadlineOf(conditions, progress);
    if (!until || hasReason(conditions, "ProgressDeadlineExceeded"))
        return std::nullopt;
    return std::max<base::Duration>(*until - now + 1s, 1s);
}

} // namespace core::controllers
