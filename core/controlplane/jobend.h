// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a Job has ended, and what its condition says of that (docs/machines.md §3.14).

#include "core/controlplane/jobtally.h"

namespace core::controlplane {

// These conditions tell of an end before all pods have gone.
inline constexpr std::string_view failureTarget = "FailureTarget";
inline constexpr std::string_view successCriteriaMet = "SuccessCriteriaMet";

struct JobEnd {
    std::string type; ///< Complete, Failed
    std::string reason;
    std::string message;
    bool goesWithPods = false; ///< what decides it may not be seen again
};

/// Tells how the job ends now; nothing while it goes on.
std::optional<JobEnd> endOf(const api::Job &job, const JobTally &tally, base::Time now);

} // namespace core::controlplane
