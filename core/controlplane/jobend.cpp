// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/jobend.h"

#include "core/api/conditions.h"
#include "core/api/timerange.h"
#include "core/controlplane/job.h"
#include "core/controlplane/jobpolicies.h"

#include <algorithm>

namespace core::controlplane {

using api::Job;
using base::Time;

namespace {

constexpr std::int64_t usualBackoffLimit = 6;

/// What a policy has decided, now or before.
std::optional<JobEnd> endByPolicy(const Job &job, const JobTally &tally)
{
    if (const api::JobCondition *decided = findCondition(job.status.conditions, failureTarget))
        return JobEnd {"Failed", decided->reason, decided->message};
    if (const api::JobCondition *decided = findCondition(job.status.conditions, successCriteriaMet))
        return JobEnd {"Complete", decided->reason, decided->message};
    if (!tally.fatal.empty())
        return JobEnd {"Failed", "PodFailurePolicy", tally.fatal, true};
    if (const auto rule = tally.completed ? successRuleMet(job.spec, *tally.completed) : std::nullopt)
        return JobEnd {"Complete", "SuccessPolicy", "Matched rules at index " + std::to_string(*rule), true};
    return std::nullopt;
}

std::optional<JobEnd> endByIndexes(const Job &job, const JobIndexes &failed, std::int64_t succeeded)
{
    if (job.spec.maxFailedIndexes && failed.count() > *job.spec.maxFailedIndexes)
        return JobEnd {"Failed", "MaxFailedIndexesExceeded",
            "Job has exceeded the specified maximal number of failed indexes"};
    if (failed.count() > 0 && failed.count() + succeeded >= *job.spec.completions)
        return JobEnd {"Failed", "FailedIndexes", "Job has failed indexes"};
    return std::nullopt;
}

/// More failed pods than the limit, or as many restarts of containers in pods that run: one at least.
std::optional<JobEnd> endByFailures(const Job &job, const JobTally &tally)
{
    const std::int64_t limit = job.spec.backoffLimit.value_or(usualBackoffLimit);
    const bool restarts = api::textAt(job.spec.template_.spec.get(), {"restartPolicy"}) == "OnFailure"
        && tally.restarts >= std::max<std::int64_t>(limit, 1);
    if (tally.failed() <= limit && !restarts)
        return std::nullopt;
    return JobEnd {"Failed", "BackoffLimitExceeded", "Job has reached the specified backoff limit", restarts};
}

} // namespace

std::optional<JobEnd> endOf(const Job &job, const JobTally &tally, Time now)
{
    if (auto end = endByPolicy(job, tally))
        return end;
    if (auto end = endByFailures(job, tally))
        return end;
    if (job.spec.activeDeadlineSeconds && job.status.startTime && !isSuspended(job)
        && *job.status.startTime + api::heldSeconds(*job.spec.activeDeadlineSeconds) <= now)
        return JobEnd {"Failed", "DeadlineExceeded", "Job was active longer than specified deadline"};
    if (tally.failedIndexes) {
        if (auto end = endByIndexes(job, *tally.failedIndexes, tally.succeeded()))
            return end;
    }
    const bool enough = job.spec.completions ? tally.succeeded() >= *job.spec.completions
                                             : tally.succeeded() > 0 && tally.active.empty();
    if (enough)
        return JobEnd {"Complete", "CompletionsReached", "Reached expected number of succeeded pods"};
    return std::nullopt;
}

} // namespace core::controlplane
