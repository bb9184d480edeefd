// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rollout/rolloutprogress.h"

#include "core/api/conditions.h"

#include <algorithm>

namespace core::rollout {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view progressing = "Progressing";

bool hasReason(const RolloutConditions &conditions, std::string_view reason)
{
    const api::RolloutCondition *condition = findCondition(conditions, progressing);
    return condition && condition->reason == reason;
}

bool hasProgressed(const RolloutCounts &before, const RolloutCounts &now)
{
    return now.updated > before.updated || now.total - now.updated < before.total - before.updated
        || now.ready > before.ready || now.available > before.available;
}

std::optional<base::Time> deadlineOf(
    const RolloutConditions &conditions, const RolloutProgress &progress, const RolloutWords &words)
{
    const api::RolloutCondition *condition = findCondition(conditions, progressing);
    if (!condition || !condition->lastUpdateTime || progress.paused || !progress.deadline
        || condition->reason == words.conditions.available)
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
        set(conditions, "Unknown", "DeploymentPaused", "Deployment is paused", now);
    else if (!paused && hasReason(conditions, "DeploymentPaused"))
        set(conditions, "Unknown", "DeploymentResumed", "Deployment is resumed", now);
}

} // namespace

bool RolloutCounts::isComplete(std::int64_t desired) const
{
    return total == desired && updated == desired && available == desired;
}

void judgeAvailability(
    RolloutConditions &conditions, std::int64_t available, std::int64_t needed, base::Time now)
{
    if (available >= needed)
        setCondition(conditions,
            {"Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability.", {}, {}},
            now);
    else
        setCondition(conditions,
            {"Available", "False", "MinimumReplicasUnavailable",
                "Deployment does not have minimum availability.", {}, {}},
            now);
}

void judgeFailure(
    RolloutConditions &conditions, const std::string &reason, std::string message, base::Time now)
{
    if (reason.empty())
        api::removeCondition(conditions, "ReplicaFailure");
    else
        setCondition(conditions, {"ReplicaFailure", "True", reason, std::move(message), {}, {}}, now);
}

void judgeProgress(
    RolloutConditions &conditions, const RolloutProgress &progress, const RolloutWords &words, base::Time now)
{
    notePause(conditions, progress.paused, now);
    if (progress.paused)
        return;
    const RolloutWords::Conditions &reasons = words.conditions;
    const auto about = [&](const char *what) {
        return std::string(words.setKind) + " \"" + progress.currentSet + "\" " + what;
    };
    const bool isThere = !progress.currentSet.empty();
    const bool wasComplete =
        hasReason(conditions, reasons.available) && progress.now.total == progress.now.updated;
    if (!progress.createdSet.empty()) {
        set(conditions, "True", reasons.created,
            "Created new " + std::string(words.set) + " \"" + progress.createdSet + "\"", now);
    } else if (wasComplete) {
        return;
    } else if (isThere && progress.now.isComplete(progress.desired)) {
        set(conditions, "True", reasons.available, about("has successfully progressed."), now);
    } else if (hasProgressed(progress.before, progress.now)) {
        for (api::RolloutCondition &condition : conditions) {
            if (condition.type == progressing)
                condition.reason.clear(); // so that the same words count as an update
        }
        set(conditions, "True", reasons.updated, about("is progressing."), now);
    } else if (const auto until = deadlineOf(conditions, progress, words); until && *until < now) {
        set(conditions, "False", "ProgressDeadlineExceeded", about("has timed out progressing."), now);
    } else if (isThere && !findCondition(conditions, progressing)) {
        set(conditions, "True", reasons.found,
            "Found new " + std::string(words.set) + " \"" + progress.currentSet + "\"", now);
    }
}

std::optional<base::Duration> untilDeadline(const RolloutConditions &conditions,
    const RolloutProgress &progress, const RolloutWords &words, base::Time now)
{
    const auto until = deadlineOf(conditions, progress, words);
    if (!until || hasReason(conditions, "ProgressDeadlineExceeded"))
        return std::nullopt;
    return std::max<base::Duration>(*until - now + 1s, 1s);
}

} // namespace core::rollout
