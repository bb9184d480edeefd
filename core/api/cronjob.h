// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CronJob of batch/v1 (docs/machines.md §3.13): Jobs by the clock.

#include "core/api/meta.h"
#include "core/api/sharedjson.h"

namespace core::api {

struct CronJobSpec {
    std::string schedule; ///< cronschedule.h
    std::string timeZone; ///< a name of the IANA database; empty is UTC
    std::optional<std::int64_t> startingDeadlineSeconds;
    std::string concurrencyPolicy; ///< Allow (empty), Forbid, Replace
    std::optional<bool> suspend;
    SharedJson jobTemplate;
    std::optional<std::int64_t> successfulJobsHistoryLimit; ///< unset is 3
    std::optional<std::int64_t> failedJobsHistoryLimit; ///< unset is 1

    bool operator==(const CronJobSpec &) const = default;
};
BOOST_DESCRIBE_STRUCT(CronJobSpec, (),
    (schedule, timeZone, startingDeadlineSeconds, concurrencyPolicy, suspend, jobTemplate,
        successfulJobsHistoryLimit, failedJobsHistoryLimit))

struct CronJobStatus {
    std::vector<ObjectReference> active; ///< its Jobs that have not ended
    std::optional<Time> lastScheduleTime; ///< when the last Job was due
    std::optional<Time> lastSuccessfulTime;

    bool operator==(const CronJobStatus &) const = default;
};
BOOST_DESCRIBE_STRUCT(CronJobStatus, (), (active, lastScheduleTime, lastSuccessfulTime))

struct CronJob {
    ObjectMeta metadata;
    CronJobSpec spec;
    CronJobStatus status;

    ObjectKey key() const { return metadata.key(); }
    bool operator==(const CronJob &) const = default;
};
BOOST_DESCRIBE_STRUCT(CronJob, (), (metadata, spec, status))

} // namespace core::api
