// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The counts of a Job's pods (docs/machines.md §3.14): what its status tells already, and what is added now.

#include "core/controlplane/jobindexes.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

/// Holds a job's pods by what became of them, and how often each was counted.
struct JobTally {
    std::vector<PodPointer> active;
    std::vector<PodPointer> ended; ///< and held
    api::UncountedPods uncounted;
    std::optional<JobIndexes> completed; ///< of an indexed job; they count at once
    std::optional<JobIndexes> failedIndexes; ///< with a backoffLimitPerIndex
    std::int64_t restarts = 0; ///< of containers of pods that have not ended
    std::string fatal; ///< what is told of a failed pod that ends the job; empty: there is none
    std::int64_t countedSucceeded = 0;
    std::int64_t countedFailed = 0;

    std::int64_t succeeded() const
    {
        return countedSucceeded + static_cast<std::int64_t>(uncounted.succeeded.size());
    }
    std::int64_t failed() const { return countedFailed + static_cast<std::int64_t>(uncounted.failed.size()); }
    bool isCounted() const { return uncounted.succeeded.empty() && uncounted.failed.empty(); }
};

/// Counts the pods that the status does not count yet, and moves those that were let go to the counted ones.
JobTally tallyOf(const api::Job &job, const std::vector<PodPointer> &pods, base::Time now);

} // namespace core::controlplane
