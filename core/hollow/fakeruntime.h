// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Runs pods that contain nothing (docs/machines.md §3.7): running at once, init containers complete, pods
// of Jobs succeed after a second or the time that they are annotated with, deletion finishes after at most a
// second. Pure.

#include "core/api/pod.h"
#include "core/runtime/plan.h"

namespace core::hollow {

/// The annotation on a pod of a Job, mostly through the Job's template, says how long it runs, as a duration
/// of §1.3. A text that is none counts for nothing.
inline constexpr std::string_view runTime = "hollowlab.io/run-time";
/// How long a pod of a Job runs otherwise, and how long a deletion takes at most.
inline constexpr std::chrono::seconds jobDuration {1};
inline constexpr std::chrono::seconds longestShutdown {1};

struct PodPlace {
    std::string podIP;
    std::string hostIP;
};

/// The pod as it is once all its containers run.
api::Pod started(api::Pod pod, const PodPlace &place, base::Time now);
/// The pod as it is when the command line of a container makes it exit at once.
api::Pod crashing(api::Pod pod, const PodPlace &place, const std::string &why, base::Time now);
/// The pod as it is after its containers ended well.
api::Pod succeeded(api::Pod pod, base::Time now);

/// Removes the pod once min(grace, 1 s) has passed since its deletion was asked for.
runtime::Plan planShutdown(const api::Pod &pod, base::Time now);

/// A running pod that somebody marked as not ready, made ready again; nothing when there is nothing to mend.
std::optional<api::PatchObject> readyAgain(const api::Pod &pod, base::Time now);
/// A container can't run and is not tried any more.
bool isCrashing(const api::Pod &pod);

/// What a kubelet does about a pod bound to its node. restoresReady: a pod that was marked as not ready
/// becomes ready again; a kubelet that is itself not ready leaves it so.
runtime::Plan planWorkload(const api::Pod &pod, const PodPlace &place, bool restoresReady, base::Time now);

} // namespace core::hollow
