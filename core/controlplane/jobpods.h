// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a Job tells from each of its pods: whether it has ended and how, whether it is in the counts yet, and
// which index it is of.

#include "core/api/effect.h"
#include "core/api/pod.h"
#include "core/api/workload.h"

namespace core::controlplane {

inline constexpr std::string_view completionIndex = "batch.kubernetes.io/job-completion-index"; ///< of a pod
/// A pod's annotation says how often those of its index failed before it.
inline constexpr std::string_view indexFailureCount = "batch.kubernetes.io/job-index-failure-count";

enum class PodOutcome { Active, Succeeded, Failed };

/// Tells what became of the pod. One that is told to go counts as failed at once, or once its grace is over:
/// on a node that is gone it would never say so.
PodOutcome outcomeOf(const api::Pod &pod, const api::Job &job, base::Time now);

/// Whether the pod carries the finalizer of Jobs: it is not in the counts yet.
bool isHeldByJob(const api::Pod &pod);
/// Makes the patch that takes the finalizer away; nothing where there is none.
std::optional<api::PatchObject> letGoByJob(const api::Pod &pod);

/// Whether each index from 0 up to the completions has to succeed once.
bool isIndexed(const api::Job &job);
/// Reads the pod's index; nothing for a pod that is none of an indexed job's.
std::optional<std::int64_t> indexOf(const api::Pod &pod, const api::Job &job);
/// Reads how often pods of the pod's index failed before it.
std::int64_t earlierFailures(const api::Pod &pod);
/// Gives the template the host name, and its containers their index in their environment.
api::PodTemplate indexedTemplate(api::PodTemplate podTemplate, const std::string &hostName);

} // namespace core::controlplane
