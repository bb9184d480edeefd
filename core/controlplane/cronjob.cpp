// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/cronjob.h"

#include "core/api/conditions.h"
#include "core/api/cronschedule.h"
#include "core/api/timerange.h"
#include "core/controlplane/job.h"

#include <algorithm>

namespace core::controlplane {

using api::CronJob;
using api::CronSchedule;
using api::Job;
using base::Time;
using runtime::Plan;

namespace {

constexpr std::int64_t usualSuccessfulJobs = 3;
constexpr std::int64_t usualFailedJobs = 1;

bool hasSucceeded(const Job &job)
{
    const api::JobCondition *complete = findCondition(job.status.conditions, "Complete");
    return complete && complete->status == "True";
}

api::ObjectReference referenceTo(const Job &job)
{
    api::ObjectReference reference = api::referenceTo(job);
    reference.resourceVersion = job.metadata.resourceVersion;
    return reference;
}

/// A job is named by the minute in which it is due, so that none is made twice.
std::string jobName(const CronJob &cronJob, Time due)
{
    const auto minutes = std::chrono::floor<std::chrono::minutes>(due.time_since_epoch());
    return cronJob.metadata.name + '-' + std::to_string(minutes.count());
}

api::CreateObject newJob(const CronJob &cronJob, Time due, const CronSchedule &schedule)
{
    const api::Resource &jobs = api::resourceOf<Job>();
    const api::Json &like = cronJob.spec.jobTemplate.get();
    api::ObjectMeta named;
    named.name = jobName(cronJob, due);
    named.ns = cronJob.metadata.ns;
    named.ownerReferences = {api::controllerReference(cronJob)};
    api::Json encoded = api::encode(named);
    api::JsonObject &metadata = encoded.get_object();
    for (const char *copied : {"labels", "annotations"}) {
        if (const api::Json *map = api::find(like, {"metadata", copied}); map && map->is_object())
            metadata[copied] = *map;
    }
    api::Json &annotations = metadata["annotations"];
    if (!annotations.is_object())
        annotations = api::JsonObject();
    annotations.get_object()["batch.kubernetes.io/cronjob-scheduled-timestamp"] = schedule.told(due);
    api::JsonObject job {
        {"apiVersion", jobs.apiVersion()}, {"kind", jobs.kind}, {"metadata", std::move(encoded)}};
    if (const api::Json *spec = api::find(like, {"spec"}))
        job.emplace("spec", *spec);
    return {&jobs, std::move(job)};
}

/// One look at a CronJob: its finished jobs first, then whether one is due.
class CronJobPlanner
{
public:
    CronJobPlanner(const CronJob &cronJob, const std::vector<JobPointer> &jobs, Time now)
        : m_cronJob(cronJob)
        , m_now(now)
        , m_after(cronJob)
    {
        for (const JobPointer &job : jobs)
            (isFinished(*job) ? m_finished : m_active).push_back(job);
    }

    Plan plan()
    {
        noteFinished();
        removeOld();
        makeDue();
        // After the job: what is not made is not noted either.
        append(m_plan.effects, api::patchEffect(m_cronJob, m_after, "status"));
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    void because(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }
    void tell(const char *type, const char *reason, std::string message)
    {
        m_events.push_back({api::referenceTo(m_cronJob), type, reason, std::move(message)});
    }

    void noteFinished()
    {
        for (const api::ObjectReference &listed : m_cronJob.status.active) {
            const auto is = [&](const JobPointer &job) { return job->metadata.uid == listed.uid; };
            const auto finished = std::ranges::find_if(m_finished, is);
            if (finished != m_finished.end())
                tell("Normal", "SawCompletedJob",
                    "Saw completed job: " + listed.name
                        + ", status: " + (hasSucceeded(**finished) ? "Complete" : "Failed"));
            else if (std::ranges::none_of(m_active, is))
                tell("Normal", "MissingJob", "Active job went missing: " + listed.name);
        }
        for (const JobPointer &job : m_finished) {
            if (hasSucceeded(*job))
                m_after.status.lastSuccessfulTime =
                    std::max(m_after.status.lastSuccessfulTime, job->status.completionTime);
        }
        listActive();
    }

    /// Those that were listed keep their place, and how they were written.
    void listActive()
    {
        std::vector<api::ObjectReference> listed;
        for (const JobPointer &job : m_active) {
            const auto before =
                std::ranges::find(m_cronJob.status.active, job->metadata.uid, &api::ObjectReference::uid);
            listed.push_back(before != m_cronJob.status.active.end() ? *before : referenceTo(*job));
        }
        m_after.status.active = std::move(listed);
    }

    void removeOld()
    {
        removeAllBut(m_cronJob.spec.successfulJobsHistoryLimit.value_or(usualSuccessfulJobs), true);
        removeAllBut(m_cronJob.spec.failedJobsHistoryLimit.value_or(usualFailedJobs), false);
    }

    /// The oldest go first.
    void removeAllBut(std::int64_t kept, bool succeeded)
    {
        std::vector<JobPointer> some;
        std::ranges::copy_if(m_finished, std::back_inserter(some), [&](const JobPointer &job) {
            return hasSucceeded(*job) == succeeded && !job->metadata.isDeleting();
        });
        std::ranges::sort(some, {}, [](const JobPointer &job) {
            return std::pair(job->status.startTime.value_or(job->metadata.creationTimestamp.value_or(Time())),
                job->metadata.name);
        });
        for (auto left = static_cast<std::int64_t>(some.size()); left > kept; --left)
            remove(*some[some.size() - static_cast<std::size_t>(left)]);
    }

    void remove(const Job &job)
    {
        api::DeleteObject gone = api::deleteEffect(job);
        gone.propagation = api::Propagation::Background;
        m_plan.effects.emplace_back(std::move(gone));
        tell("Normal", "SuccessfulDelete", "Deleted job " + job.metadata.name);
    }

    void makeDue()
    {
        if (m_cronJob.spec.suspend.value_or(false))
            return because(cronJobReason("Suspended"));
        const auto schedule = CronSchedule::parse(m_cronJob.spec.schedule, m_cronJob.spec.timeZone);
        if (!schedule) {
            tellUnreadable(schedule.error().message);
            return because(cronJobReason("Unreadable", schedule.error().message));
        }
        const Time start =
            m_cronJob.status.lastScheduleTime.value_or(m_cronJob.metadata.creationTimestamp.value_or(m_now));
        const auto due = schedule->lastBetween(start, m_now);
        const auto next = schedule->after(due.value_or(start));
        if (next)
            m_plan.checkAgainAfter = *next - m_now;
        if (due && !isThere(*due))
            return make(*due, *schedule);
        if (due) // it was made before the status could be written
            m_after.status.lastScheduleTime = due;
        because(next ? cronJobReason("Waiting", *next) : cronJobReason("NeverDue", m_cronJob.spec.schedule));
    }

    void tellUnreadable(const std::string &problem)
    {
        const std::string &timeZone = m_cronJob.spec.timeZone;
        if (CronSchedule::parse("@daily", timeZone))
            tell("Warning", "UnparseableSchedule",
                "unparseable schedule: \"" + m_cronJob.spec.schedule + "\": " + problem);
        else
            tell("Warning", "UnknownTimeZone", "invalid timeZone: \"" + timeZone + "\": " + problem);
    }

    bool isThere(Time due) const
    {
        const auto isIt = [name = jobName(m_cronJob, due)](
                              const JobPointer &job) { return job->metadata.name == name; };
        return std::ranges::any_of(m_active, isIt) || std::ranges::any_of(m_finished, isIt);
    }

    void make(Time due, const CronSchedule &schedule)
    {
        const auto &deadline = m_cronJob.spec.startingDeadlineSeconds;
        if (deadline && due + api::heldSeconds(*deadline) < m_now) {
            tell("Warning", "MissSchedule", "Missed scheduled time to start a job: " + api::formatTime(due));
            return because(cronJobReason("TooLate", due));
        }
        if (!m_active.empty() && m_cronJob.spec.concurrencyPolicy == "Forbid") {
            tell("Normal", "JobAlreadyActive",
                "Not starting job because prior execution is running and concurrency policy is Forbid");
            return because(cronJobReason("StillRunning", due, m_active.front()->metadata.name));
        }
        if (m_cronJob.spec.concurrencyPolicy == "Replace") {
            for (const JobPointer &job : m_active)
                remove(*job);
            m_after.status.active.clear();
        }
        m_after.status.lastScheduleTime = due;
        const std::string name = jobName(m_cronJob, due);
        because(cronJobReason("Starting", name, due));
        m_plan.effects.emplace_back(newJob(m_cronJob, due, schedule));
        tell("Normal", "SuccessfulCreate", "Created job " + name);
    }

    const CronJob &m_cronJob;
    Time m_now;
    CronJob m_after;
    std::vector<JobPointer> m_active;
    std::vector<JobPointer> m_finished;
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

class CronJobs : public runtime::Reconciler
{
public:
    CronJobs(
        const runtime::Store<CronJob> &cronJobs, const runtime::Store<Job> &jobs, const base::Clock &clock)
        : m_cronJobs(cronJobs)
        , m_jobs(jobs)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "cronjob"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto cronJob = m_cronJobs.find(key);
        if (!cronJob)
            return {};
        return planCronJob(*cronJob, madeBy(cronJob->metadata, "CronJob", m_jobs), m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        return tellRefusal(m_cronJobs, key, error, failed);
    }

private:
    const runtime::Store<CronJob> &m_cronJobs;
    const runtime::Store<Job> &m_jobs;
    const base::Clock &m_clock;
};

} // namespace

Plan planCronJob(const CronJob &cronJob, const std::vector<JobPointer> &jobs, Time now)
{
    if (cronJob.metadata.isDeleting())
        return {{}, {cronJobReason("Deleting")}, {}};
    return CronJobPlanner(cronJob, jobs, now).plan();
}

Controllers makeCronJobs(const runtime::ControllerContext &context)
{
    auto &cronJobs = context.informers.of<CronJob>();
    auto &jobs = context.informers.of<Job>();
    jobs.addIndex(std::string(byControllerName), controllerNameOf<Job>);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<CronJobs>(cronJobs.store(), jobs.store(), context.clock), context.clock,
        context.runner));
    made.back()->watchesOwn<CronJob>(cronJobs);
    made.back()->watches<Job>(jobs, [](const Job &job) { return ownerKeys(job.metadata, "CronJob"); });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
