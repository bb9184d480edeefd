// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/jobtally.h"

#include "core/controlplane/jobpods.h"
#include "core/controlplane/jobpolicies.h"

#include <algorithm>

namespace core::controlplane {

using api::Job;
using api::Pod;
using base::Time;

namespace {

/// How often the pod's containers were started again where it is.
std::int64_t restartsOf(const Pod &pod)
{
    std::int64_t restarts = 0;
    for (const auto *statuses : {&pod.status.initContainerStatuses, &pod.status.containerStatuses}) {
        for (const api::SharedJson &status : *statuses)
            restarts += api::integerAt(status.get(), {"restartCount"}).value_or(0);
    }
    return restarts;
}

bool contains(const std::vector<std::string> &uids, const std::string &uid)
{
    return std::ranges::find(uids, uid) != uids.end();
}

/// Those of the list whose pods were let go are counted and leave it.
std::int64_t countLetGo(std::vector<std::string> &uids, const std::vector<PodPointer> &held)
{
    return static_cast<std::int64_t>(std::erase_if(uids, [&](const std::string &uid) {
        return std::ranges::none_of(held, [&](const PodPointer &pod) { return pod->metadata.uid == uid; });
    }));
}

/// An index counts once, however often it is seen.
void countIndexes(JobTally &tally, const Job &job, Time now)
{
    if (!isIndexed(job))
        return;
    tally.completed.emplace(job.status.completedIndexes, *job.spec.completions);
    for (const PodPointer &pod : tally.ended) {
        const auto index = indexOf(*pod, job);
        if (index && outcomeOf(*pod, job, now) == PodOutcome::Succeeded)
            tally.completed->add(*index, *index);
    }
    tally.countedSucceeded = tally.completed->count();
    tally.uncounted.succeeded.clear();
}

/// The failed pod is its index's last one.
bool endsIndex(const Pod &failed, const Job &job)
{
    const FailureAction action = verdictOn(failed, job.spec).action;
    return action == FailureAction::FailIndex
        || (action != FailureAction::Ignore && earlierFailures(failed) >= *job.spec.backoffLimitPerIndex);
}

void countFailedIndexes(JobTally &tally, const Job &job, Time now)
{
    if (!tally.completed || !job.spec.backoffLimitPerIndex)
        return;
    tally.failedIndexes.emplace(job.status.failedIndexes, *job.spec.completions);
    for (const PodPointer &pod : tally.ended) {
        const auto index = indexOf(*pod, job);
        if (index && outcomeOf(*pod, job, now) == PodOutcome::Failed && !tally.completed->contains(*index)
            && endsIndex(*pod, job))
            tally.failedIndexes->add(*index, *index);
    }
}

} // namespace

JobTally tallyOf(const Job &job, const std::vector<PodPointer> &pods, Time now)
{
    JobTally tally;
    for (const PodPointer &pod : pods) {
        if (outcomeOf(*pod, job, now) == PodOutcome::Active)
            tally.active.push_back(pod);
        else if (isHeldByJob(*pod))
            tally.ended.push_back(pod);
        if (pod->status.phase == "Running" || pod->status.phase == "Pending")
            tally.restarts += restartsOf(*pod);
    }
    tally.uncounted = job.status.uncountedTerminatedPods;
    tally.countedSucceeded =
        job.status.succeeded.value_or(0) + countLetGo(tally.uncounted.succeeded, tally.ended);
    tally.countedFailed = job.status.failed.value_or(0) + countLetGo(tally.uncounted.failed, tally.ended);
    for (const PodPointer &pod : tally.ended) {
        const std::string &uid = pod->metadata.uid;
        if (contains(tally.uncounted.succeeded, uid) || contains(tally.uncounted.failed, uid))
            continue;
        if (outcomeOf(*pod, job, now) == PodOutcome::Succeeded) {
            tally.uncounted.succeeded.push_back(uid);
            continue;
        }
        const FailureVerdict verdict = verdictOn(*pod, job.spec);
        if (verdict.action != FailureAction::Ignore)
            tally.uncounted.failed.push_back(uid);
        if (verdict.action == FailureAction::FailJob && tally.fatal.empty())
            tally.fatal = verdict.message;
    }
    countIndexes(tally, job, now);
    countFailedIndexes(tally, job, now);
    return tally;
}

} // namespace core::controlplane
