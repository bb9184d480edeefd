// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs pods until enough of them succeed (docs/machines.md §3.14): the Job of batch/v1 with parallelism,
// completions, indexed or not, backoffLimit, activeDeadlineSeconds, ttlSecondsAfterFinished, suspend, limits
// of single indexes, and policies of failure and success (jobpolicies.h). Pods that the selector no longer
// chooses are let go, those that it chooses and nobody controls are taken over, before anything else is done.
//
// Each pod carries a finalizer until it is in the counts, so that one that ends and is removed at once, with
// its node for instance, still counts. A pod that ended is first listed in status.uncountedTerminatedPods,
// then let go, then counted; each step sees the one before it stored, and no crash counts a pod twice.
//
// Keys are Jobs, also those that are gone, whose pods have to be let go. Reads Jobs by key, pods by
// byControllerName, and those of a namespace that nobody controls.

#include "core/api/reason.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

inline constexpr api::ReasonKind jobReasons[] {
    {"Gone", "The job is gone; {pods} of its pods are let go."},
    {"CreatingPods",
        "Creates {creating} of {missing} missing pods: {active} pods are active, {succeeded} succeeded, "
        "{failed} failed."},
    {"DeletingPods",
        "Deletes {deleting} of {surplus} pods too many: {active} pods are active, {succeeded} succeeded, "
        "{failed} failed."},
    {"WaitingForPods",
        "Waits for its pods: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"BackingOff", "After {failed} failed pods the next one is made at {until}."},
    {"Suspended", "The job is suspended: no pod is made."},
    {"Ending",
        "{outcome}; waits until every pod is counted: {active} pods are active, {succeeded} succeeded, "
        "{failed} failed."},
    {"Completed", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"BackoffLimitExceeded", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"DeadlineExceeded", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"PodFailurePolicy", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"IndexesFailed", "{outcome}: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"Finished", "The job has ended: {active} pods are active, {succeeded} succeeded, {failed} failed."},
    {"KeptForAWhile", "The job has ended and is kept until {until}."},
    {"NotOurs", "The job is left to {manager}, which it names."},
    {"Expired", "The job ended at least {seconds}s ago, and is deleted."},
    {"Deleting", "The job is being deleted; its pods follow by garbage collection."},
};
inline constexpr api::Reasons<jobReasons> jobReason;

struct JobView {
    std::vector<PodPointer> pods; ///< controlled by the job; ordered by name
    std::function<bool(const std::string &name)> nameTaken; ///< by any pod of the namespace
    std::vector<PodPointer> orphans; ///< of the namespace, that nobody controls
};

/// How long no pod is made after the last failure: 10 s, doubled with each one, at most 6 minutes.
base::Duration jobBackoff(std::int64_t failures);
/// Whether the condition Complete or Failed is True.
bool isFinished(const api::Job &job);
/// Whether the job is told to wait: until it is told to go on no pod is made, and those that run are deleted.
bool isSuspended(const api::Job &job);

runtime::Plan planJob(const api::Job &job, const JobView &seen, const base::Chance &chance, base::Time now);
/// Pods whose Job is gone lose the finalizer.
runtime::Plan planLetGo(const std::vector<PodPointer> &pods);

/// The controller "job".
Controllers makeJobs(const runtime::ControllerContext &context);

} // namespace core::controlplane
