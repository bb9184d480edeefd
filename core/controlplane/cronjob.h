// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes the Jobs of each CronJob when they are due, and removes those that ended long ago (docs/machines.md
// §3.13).
//
// Keys are CronJobs. Reads them by key, and Jobs by byControllerName.

#include "core/api/cronjob.h"
#include "core/api/reason.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

inline constexpr api::ReasonKind cronJobReasons[] {
    {"Starting", "Job {job} is due since {due}, and is made."},
    {"Waiting", "The next job is made at {next}."},
    {"StillRunning", "A job is due since {due}, but {job} still runs, and none may run beside it."},
    {"TooLate", "The job that was due at {due} is too late and is left out."},
    {"NeverDue", "The schedule \"{schedule}\" names no moment of the next five years."},
    {"Unreadable", "No job is made: {problem}."},
    {"Suspended", "Suspended: no job is made."},
    {"Deleting", "It is being deleted; its jobs follow by garbage collection."},
};
inline constexpr api::Reasons<cronJobReasons> cronJobReason;

using JobPointer = std::shared_ptr<const api::Job>;

/// The jobs are those that the CronJob controls.
runtime::Plan planCronJob(const api::CronJob &cronJob, const std::vector<JobPointer> &jobs, base::Time now);

/// The controller "cronjob".
Controllers makeCronJobs(const runtime::ControllerContext &context);

} // namespace core::controlplane
