// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/job.h"

#include "core/api/conditions.h"
#include "core/api/ownership.h"
#include "core/api/timerange.h"
#include "core/controlplane/jobend.h"
#include "core/controlplane/jobpods.h"
#include "core/controlplane/jobpolicies.h"
#include "core/controlplane/jobtally.h"
#include "core/rollout/rolloutrevisions.h"
#include "core/rollout/setownership.h"
#include "core/rollout/setrules.h"

#include <algorithm>

namespace core::controlplane {

using api::Job;
using api::Pod;
using base::Duration;
using base::Time;
using runtime::Plan;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view usualManager = "kubernetes.io/job-controller"; ///< of a job

bool isAnothers(const Job &job)
{
    return !job.spec.managedBy.empty() && job.spec.managedBy != usualManager;
}

std::int64_t wantedActive(const Job &job, const JobTally &tally)
{
    const std::int64_t parallelism = job.spec.parallelism.value_or(1);
    if (isSuspended(job))
        return 0;
    if (job.spec.completions) {
        const std::int64_t lost = tally.failedIndexes ? tally.failedIndexes->count() : 0;
        return std::min(
            parallelism, std::max<std::int64_t>(*job.spec.completions - tally.succeeded() - lost, 0));
    }
    const auto active = static_cast<std::int64_t>(tally.active.size());
    return tally.succeeded() > 0 ? std::min(active, parallelism) : parallelism;
}

/// The failures among the pods that are still there.
struct Failures {
    std::int64_t count = 0; ///< as the policy counts them; of an index alone
    std::optional<Time> last;

    void add(const Pod &failed, const api::JobSpec &spec)
    {
        const bool counts = verdictOn(failed, spec).action != FailureAction::Ignore;
        count = std::max(count, earlierFailures(failed) + (counts ? 1 : 0));
        const api::PodCondition *ready = api::podCondition(failed, "Ready");
        last = std::max(last, ready ? ready->lastTransitionTime : failed.metadata.deletionTimestamp);
    }
    /// The next pod may be made at that time.
    std::optional<Time> nextAfter(std::int64_t failures) const
    {
        return last && failures > 0 ? std::optional(*last + jobBackoff(failures)) : std::nullopt;
    }
};

/// One pass over a job: what it changes in the status, and the writes around it.
class JobPlanner
{
public:
    JobPlanner(const Job &job, const JobView &seen, const base::Chance &chance, Time now)
        : m_job(job)
        , m_seen(seen)
        , m_chance(chance)
        , m_now(now)
        , m_tally(tallyOf(job, seen.pods, now))
        , m_after(job)
    {
        for (const PodPointer &pod : seen.pods) {
            if (outcomeOf(*pod, job, now) != PodOutcome::Failed)
                continue;
            m_failures.add(*pod, job.spec);
            if (const auto index = m_tally.failedIndexes ? indexOf(*pod, job) : std::nullopt)
                m_failuresOf[*index].add(*pod, job.spec);
        }
    }

    Plan plan()
    {
        if (isAnothers(m_job))
            return planForeign();
        if (isFinished(m_job))
            keepFinished();
        else if (const auto end = endOf(m_job, m_tally, m_now))
            finish(*end);
        else
            keepRunning();
        writeStatus();
        for (const PodPointer &pod : m_tally.ended) {
            if (!isRemembered(*pod))
                append(m_plan.effects, letGoByJob(*pod));
        }
        std::ranges::move(m_made, std::back_inserter(m_plan.effects)); // behind all else: pods may be refused
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    void because(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }
    /// The reason says how far the job has come.
    template<typename... Values>
    void becauseWithProgress(
        std::type_identity_t<decltype(jobReason)::Entry<sizeof...(Values) + 3>> entry, Values &&...values)
    {
        because(jobReason(
            entry, std::forward<Values>(values)..., m_tally.active.size(), succeeded(), m_tally.failed()));
    }
    void checkAgainAt(Time time)
    {
        const Duration delay = time - m_now;
        m_plan.checkAgainAfter = std::min(m_plan.checkAgainAfter.value_or(delay), delay);
    }
    void tell(std::string type, std::string reason, std::string message)
    {
        m_events.push_back({api::referenceTo(m_job), std::move(type), std::move(reason), std::move(message)});
    }
    /// "2 of 5"
    std::string succeeded() const
    {
        const std::string count = std::to_string(m_tally.succeeded());
        return m_job.spec.completions ? count + " of " + std::to_string(*m_job.spec.completions) : count;
    }

    /// The pod's successor has to know how often its index failed.
    bool isRemembered(const Pod &pod) const
    {
        if (!m_tally.failedIndexes || m_isEnding || outcomeOf(pod, m_job, m_now) != PodOutcome::Failed)
            return false;
        const auto index = indexOf(pod, m_job);
        const auto succeeds = [&](const PodPointer &other) { return indexOf(*other, m_job) == index; };
        return index && !m_tally.completed->contains(*index) && !m_tally.failedIndexes->contains(*index)
            && std::ranges::none_of(m_tally.active, succeeds);
    }

    /// Nothing but what is done to each job that has ended.
    Plan planForeign()
    {
        if (isFinished(m_job) && m_job.spec.ttlSecondsAfterFinished)
            goInTime();
        else
            because(jobReason("NotOurs", m_job.spec.managedBy));
        return std::move(m_plan);
    }

    void keepFinished()
    {
        m_isEnding = true;
        remove(m_tally.active);
        goInTime();
    }

    void goInTime()
    {
        if (!m_job.spec.ttlSecondsAfterFinished || m_job.metadata.isDeleting())
            return becauseWithProgress("Finished");
        const api::JobCondition *end = findCondition(m_job.status.conditions, "Complete");
        end = end ? end : findCondition(m_job.status.conditions, "Failed");
        const Time until =
            end->lastTransitionTime.value_or(m_now) + api::heldSeconds(*m_job.spec.ttlSecondsAfterFinished);
        if (m_now < until) {
            checkAgainAt(until);
            return because(jobReason("KeptForAWhile", until));
        }
        api::DeleteObject gone = api::deleteEffect(m_job);
        gone.propagation = api::Propagation::Foreground;
        m_plan.effects.emplace_back(std::move(gone));
        because(jobReason("Expired", *m_job.spec.ttlSecondsAfterFinished));
    }

    /// Before its pods are gone, where what decides may go with them.
    void note(const JobEnd &end, Time second)
    {
        const std::string type(end.type == "Failed" ? failureTarget : successCriteriaMet);
        if (end.goesWithPods && !findCondition(m_job.status.conditions, type))
            m_after.status.conditions.push_back({type, "True", second, second, end.reason, end.message});
    }

    void finish(const JobEnd &end)
    {
        m_isEnding = true;
        const Time second = api::truncatedToSeconds(m_now);
        note(end, second);
        remove(m_tally.active);
        if (!m_tally.active.empty() || !m_tally.isCounted())
            return becauseWithProgress("Ending", end.message);
        m_after.status.conditions.push_back({end.type, "True", second, second, end.reason, end.message});
        if (end.type == "Complete")
            m_after.status.completionTime = second;
        tell(end.type == "Complete" ? "Normal" : "Warning", end.type == "Complete" ? "Completed" : end.reason,
            end.type == "Complete" ? "Job completed" : end.message);
        using Code = decltype(jobReason)::Entry<4>;
        becauseWithProgress(end.type == "Complete"     ? Code("Completed")
                : end.reason == "DeadlineExceeded"     ? Code("DeadlineExceeded")
                : end.reason == "BackoffLimitExceeded" ? Code("BackoffLimitExceeded")
                : end.reason == "PodFailurePolicy"     ? Code("PodFailurePolicy")
                                                       : Code("IndexesFailed"),
            end.message);
    }

    void keepRunning()
    {
        if (!m_after.status.startTime && !isSuspended(m_job))
            m_after.status.startTime = api::truncatedToSeconds(m_now);
        setSuspended();
        if (m_job.spec.activeDeadlineSeconds && m_after.status.startTime)
            checkAgainAt(*m_after.status.startTime + api::heldSeconds(*m_job.spec.activeDeadlineSeconds));
        if (const std::vector<PodPointer> useless = uselessPods(); !useless.empty())
            return letGoAndRemove(useless, useless.size());
        const auto active = static_cast<std::int64_t>(m_tally.active.size());
        const std::int64_t wanted = wantedActive(m_job, m_tally);
        if (active > wanted)
            return removeSurplus(static_cast<std::size_t>(active - wanted));
        if (active < wanted)
            return addMissing(static_cast<std::size_t>(wanted - active));
        if (isSuspended(m_job))
            return because(jobReason("Suspended"));
        becauseWithProgress("WaitingForPods");
    }

    /// As all conditions of a job it goes behind those that are there, unlike with api::setCondition(). A job
    /// that goes on starts anew, as one that was made suspended does.
    void setSuspended()
    {
        const bool suspended = isSuspended(m_job);
        const api::JobCondition *held = findCondition(m_job.status.conditions, "Suspended");
        if (suspended == (held && held->status == "True"))
            return;
        const Time second = api::truncatedToSeconds(m_now);
        api::removeCondition(m_after.status.conditions, "Suspended");
        m_after.status.conditions.push_back({"Suspended", suspended ? "True" : "False", second, second,
            suspended ? "JobSuspended" : "JobResumed", suspended ? "Job suspended" : "Job resumed"});
        m_after.status.startTime = suspended ? std::nullopt : std::optional(second);
        tell("Normal", suspended ? "Suspended" : "Resumed", suspended ? "Job suspended" : "Job resumed");
    }

    void addMissing(std::size_t missing)
    {
        const auto again = m_tally.failedIndexes ? std::nullopt : m_failures.nextAfter(m_tally.failed());
        if (again && m_now < *again) {
            checkAgainAt(*again);
            return because(jobReason("BackingOff", m_tally.failed(), *again));
        }
        std::size_t batch = std::min(missing, rollout::mostPerPass);
        std::vector<std::int64_t> indexes;
        if (m_tally.completed) {
            indexes = indexesToMake(batch);
            batch = indexes.size();
        }
        if (batch == 0)
            return because(jobReason("BackingOff", m_tally.failed(), m_nextPod.value_or(m_now)));
        api::ObjectMeta meta = podMeta(m_job.spec.template_, m_job);
        meta.labels["controller-uid"] = m_job.metadata.uid;
        meta.labels["job-name"] = m_job.metadata.name;
        meta.labels["batch.kubernetes.io/controller-uid"] = m_job.metadata.uid;
        meta.labels["batch.kubernetes.io/job-name"] = m_job.metadata.name;
        meta.finalizers = {std::string(api::keys::jobFinalizer)};
        if (m_tally.completed) {
            makeIndexed(std::move(meta), indexes);
        } else {
            for (std::string &name :
                api::newNames(m_job.metadata, "pod name", batch, m_chance, m_seen.nameTaken))
                make(meta, std::move(name), m_job.spec.template_);
        }
        becauseWithProgress("CreatingPods", batch, missing);
    }

    void make(api::ObjectMeta meta, std::string name, const api::PodTemplate &podTemplate)
    {
        tell("Normal", "SuccessfulCreate", "Created pod: " + name);
        meta.name = std::move(name);
        m_made.push_back(createPod(meta, podTemplate));
    }

    /// The index has failed, and its next pod has to wait.
    bool backsOff(std::int64_t index)
    {
        const auto failures = m_failuresOf.find(index);
        const auto again = failures == m_failuresOf.end()
            ? std::nullopt
            : failures->second.nextAfter(failures->second.count);
        if (!again || *again <= m_now)
            return false;
        checkAgainAt(*again);
        m_nextPod = std::min(m_nextPod.value_or(*again), *again);
        return true;
    }

    /// The lowest that have not succeeded or failed, have no active pod, and need not wait.
    std::vector<std::int64_t> indexesToMake(std::size_t count)
    {
        JobIndexes done = *m_tally.completed;
        for (const PodPointer &pod : m_tally.active) {
            if (const auto index = indexOf(*pod, m_job))
                done.add(*index, *index);
        }
        std::vector<std::int64_t> indexes;
        for (std::int64_t index = 0; index < *m_job.spec.completions && indexes.size() < count; ++index) {
            const bool hasFailed = m_tally.failedIndexes && m_tally.failedIndexes->contains(index);
            if (!done.contains(index) && !hasFailed && !backsOff(index))
                indexes.push_back(index);
        }
        return indexes;
    }

    void makeIndexed(api::ObjectMeta meta, const std::vector<std::int64_t> &indexes)
    {
        for (const std::int64_t index : indexes) {
            api::ObjectMeta named = m_job.metadata;
            named.name += '-' + std::to_string(index);
            rollout::put(meta.labels, completionIndex, std::to_string(index));
            rollout::put(meta.annotations, completionIndex, std::to_string(index));
            if (m_tally.failedIndexes)
                rollout::put(meta.annotations, indexFailureCount, std::to_string(m_failuresOf[index].count));
            make(meta, api::newNames(named, "pod name", 1, m_chance, m_seen.nameTaken).front(),
                indexedTemplate(m_job.spec.template_, named.name));
        }
    }

    /// Active pods of an indexed job without an index, or with one that has succeeded or that another active
    /// pod has.
    std::vector<PodPointer> uselessPods() const
    {
        std::vector<PodPointer> useless;
        if (!m_tally.completed)
            return useless;
        JobIndexes taken = *m_tally.completed;
        for (const PodPointer &pod : m_tally.active) {
            const auto index = indexOf(*pod, m_job);
            if (!index || taken.contains(*index))
                useless.push_back(pod);
            else
                taken.add(*index, *index);
        }
        return useless;
    }

    void removeSurplus(std::size_t surplus)
    {
        std::vector<PodPointer> pods = m_tally.active;
        sortForDeletion(pods);
        std::ranges::stable_partition(pods, [](const PodPointer &pod) { return !isHeldByJob(*pod); });
        pods.resize(std::min(surplus, rollout::mostPerPass));
        letGoAndRemove(pods, surplus);
    }

    void letGoAndRemove(const std::vector<PodPointer> &pods, std::size_t surplus)
    {
        for (const PodPointer &pod : pods) { // let go first: it did not fail
            if (isHeldByJob(*pod))
                append(m_plan.effects, letGoByJob(*pod));
        }
        remove(pods);
        becauseWithProgress("DeletingPods", pods.size(), surplus);
    }

    void remove(const std::vector<PodPointer> &pods)
    {
        for (const PodPointer &pod : pods) {
            if (pod->metadata.isDeleting())
                continue;
            m_plan.effects.emplace_back(api::deleteEffect(*pod));
            tell("Normal", "SuccessfulDelete", "Deleted pod: " + pod->metadata.name);
        }
    }

    void writeStatus()
    {
        api::JobStatus &status = m_after.status;
        status.active = api::unlessZero(static_cast<std::int64_t>(m_tally.active.size()));
        status.ready = api::unlessZero(
            std::ranges::count_if(m_tally.active, [](const PodPointer &pod) { return isReady(*pod); }));
        status.succeeded = api::unlessZero(m_tally.countedSucceeded);
        status.failed = api::unlessZero(m_tally.countedFailed);
        if (m_tally.completed)
            status.completedIndexes = m_tally.completed->text();
        if (m_tally.failedIndexes)
            status.failedIndexes = m_tally.failedIndexes->text();
        status.uncountedTerminatedPods = m_tally.uncounted;
        append(m_plan.effects, api::patchEffect(m_job, m_after, "status"));
    }

    const Job &m_job;
    const JobView &m_seen;
    const base::Chance &m_chance;
    Time m_now;
    JobTally m_tally;
    Failures m_failures; ///< of all pods
    std::map<std::int64_t, Failures> m_failuresOf; ///< by index, with a backoffLimitPerIndex
    std::optional<Time> m_nextPod; ///< of those that have to wait the first
    bool m_isEnding = false;
    Job m_after;
    Plan m_plan;
    std::vector<api::CreateObject> m_made; ///< pods
    std::vector<api::EmitEvent> m_events;
};

/// A job that has no selector, which a server always makes, keeps the pods that it has.
Plan planOwnership(const Job &job, const JobView &seen)
{
    Plan plan;
    if (!job.spec.selector.isEmpty())
        (void)rollout::planClaims(plan, job, seen.pods, seen.orphans, api::keys::jobFinalizer);
    return plan;
}

class Jobs : public runtime::Reconciler
{
public:
    Jobs(const runtime::Store<Job> &jobs, const runtime::Store<Pod> &pods, const base::Chance &chance,
        const base::Clock &clock)
        : m_jobs(jobs)
        , m_pods(pods)
        , m_chance(chance)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return "job"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto job = m_jobs.find(key);
        std::vector<PodPointer> own;
        std::vector<PodPointer> left; ///< by an earlier job of that name
        for (PodPointer &pod : m_pods.listBy(byControllerName, controllerName("Job", key))) {
            const bool isOwn = job && pod->metadata.controller()->uid == job->metadata.uid;
            (isOwn ? own : left).push_back(std::move(pod));
        }
        Plan plan = planLetGo(left);
        if (!plan.effects.empty())
            return plan;
        if (!job)
            return {};
        const auto taken = [&](const std::string &name) { return m_pods.find({key.ns, name}) != nullptr; };
        return planJob(
            *job, {std::move(own), taken, m_pods.listBy(uncontrolled, key.ns)}, m_chance, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        return tellRefusal(m_jobs, key, error, failed);
    }

private:
    const runtime::Store<Job> &m_jobs;
    const runtime::Store<Pod> &m_pods;
    const base::Chance &m_chance;
    const base::Clock &m_clock;
};

} // namespace

Duration jobBackoff(std::int64_t failures)
{
    constexpr Duration longest = 6min;
    return failures > 6
        ? longest
        : std::min<Duration>(10s * (std::int64_t(1) << std::max<std::int64_t>(failures - 1, 0)), longest);
}

bool isSuspended(const Job &job)
{
    return job.spec.suspend.value_or(false);
}

bool isFinished(const Job &job)
{
    return std::ranges::any_of(job.status.conditions, [](const api::JobCondition &condition) {
        return (condition.type == "Complete" || condition.type == "Failed") && condition.status == "True";
    });
}

Plan planLetGo(const std::vector<PodPointer> &pods)
{
    Plan plan;
    for (const PodPointer &pod : pods) {
        if (isHeldByJob(*pod))
            append(plan.effects, letGoByJob(*pod));
    }
    plan.reasons = {jobReason("Gone", plan.effects.size())};
    return plan;
}

Plan planJob(const Job &job, const JobView &seen, const base::Chance &chance, Time now)
{
    if (job.metadata.isDeleting() && !isAnothers(job)) {
        std::vector<PodPointer> ended;
        std::ranges::copy_if(seen.pods, std::back_inserter(ended),
            [&](const PodPointer &pod) { return outcomeOf(*pod, job, now) != PodOutcome::Active; });
        Plan plan = planLetGo(ended);
        plan.reasons = {jobReason("Deleting")};
        return plan;
    }
    if (!isAnothers(job) && !isFinished(job)) {
        if (Plan plan = planOwnership(job, seen); !plan.effects.empty())
            return plan; // from now on they count, or do not
    }
    return JobPlanner(job, seen, chance, now).plan();
}

Controllers makeJobs(const runtime::ControllerContext &context)
{
    auto &jobs = context.informers.of<Job>();
    auto &pods = context.informers.of<Pod>();
    pods.addIndex(std::string(byControllerName), controllerNameOf<Pod>);
    pods.addIndex(std::string(uncontrolled), uncontrolledIn<Pod>);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<Jobs>(jobs.store(), pods.store(), context.chance, context.clock), context.clock,
        context.runner));
    made.back()->watchesOwn<Job>(jobs);
    made.back()->watches<Pod>(pods,
        [&store = jobs.store()](const Pod &pod) { return rollout::controllersOf(store, pod.metadata); });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
