// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the policies of a Job make of pods that failed, and of indexes that succeeded (docs/machines.md
// §3.14).

#include "core/api/pod.h"
#include "core/api/workload.h"
#include "core/controlplane/jobindexes.h"

namespace core::controlplane {

enum class FailureAction { Count, Ignore, FailIndex, FailJob };

struct FailureVerdict {
    FailureAction action = FailureAction::Count;
    std::string message; ///< of FailJob
};

/// The verdict is that of the first rule of the job's podFailurePolicy that the failed pod meets.
FailureVerdict verdictOn(const api::Pod &failed, const api::JobSpec &spec);
/// The number of the first rule of the job's successPolicy that is met.
std::optional<std::size_t> successRuleMet(const api::JobSpec &spec, const JobIndexes &succeeded);

} // namespace core::controlplane
