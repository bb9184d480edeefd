// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Makes the Jobs of each CronJob when they are due, and removes those that ended long ago (docs/machines.md
// §3.13).
//
// Keys are CronJobs. Reads them by key, and Jobs by byControllerName.

#include "core/api/cronjob.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

using JobPointer = std::shared_ptr<const api::Job>;

/// The jobs are those that the CronJob controls.
runtime::Plan planCronJob(const api::CronJob &cronJob, const std::vector<JobPointer> &jobs, base::Time now);

/// The controller "cronjob".
Controllers makeCronJobs(const runtime::ControllerContext &context);

} // namespace core::controlplane
