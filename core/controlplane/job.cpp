// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/job.h"

#include "core/api/conditions.h"
#include "core/api/ownership.h"
#include "core/api/timerange.h"
#include "core/base/number.h"
#include "core/controlplane/jobindexes.h"
#include "core/rollout/rolloutrevisions.h"
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

constexpr std::int64_t usualBackoffLimit = 6;
constexpr std::string_view completionIndex = "batch.kubernetes.io/job-completion-index"; ///< of a pod

enum class Outcome { Active, Succeeded, Failed };

/// A pod that is told to go counts as failed at once: on a node that is gone it would never say so.
Outcome outcomeOf(const Pod &pod)
{
    if (pod.status.phase == "Succeeded")
        return Outcome::Succeeded;
    return pod.status.phase == "Failed" || pod.metadata.isDeleting() ? Outcome::Failed : Outcome::Active;
}

bool isHeld(const Pod &pod)
{
    return pod.metadata.hasFinalizer(api::keys::jobFinalizer);
}

std::optional<api::PatchObject> letGo(const Pod &pod)
{
    Pod after = pod;
    std::erase(after.metadata.finalizers, api::keys::jobFinalizer);
    return api::patchEffect(pod, after);
}

/// Each index from 0 up to the completions has to succeed once.
bool isIndexed(const Job &job)
{
    return job.spec.completionMode == "Indexed" && job.spec.completions;
}

/// Nothing for a pod that is none of an indexed job's.
std::optional<std::int64_t> indexOf(const Pod &pod, const Job &job)
{
    const auto index = base::parseNumber<std::int64_t>(pod.metadata.annotation(completionIndex));
    return index && *index >= 0 && *index < *job.spec.completions ? index : std::nullopt;
}

/// The template with the host name, and containers that find their index in their environment.
api::PodTemplate indexed(api::PodTemplate podTemplate, const std::string &hostName)
{
    constexpr std::string_view variable = "JOB_COMPLETION_INDEX";
    if (!podTemplate.spec.is_object())
        return podTemplate;
    const api::Json reference = api::JsonObject {{"fieldRef",
        api::JsonObject {{"fieldPath", "metadata.labels['" + std::string(completionIndex) + "']"}}}};
    const auto isIt = [&](const api::Json &one) { return api::textAt(one, {"name"}) == variable; };
    api::JsonObject spec = podTemplate.spec.get().get_object();
    for (const std::string_view list : {"initContainers", "containers"}) {
        api::Json *containers = api::member(spec, list);
        if (!containers || !containers->is_array())
            continue;
        for (api::Json &container : containers->get_array()) {
            if (!container.is_object())
                continue;
            api::Json &environment = container.get_object()["env"];
            if (!environment.is_array())
                environment = api::JsonArray();
            if (std::ranges::none_of(environment.get_array(), isIt))
                environment.get_array().push_back(
                    api::JsonObject {{"name", variable}, {"valueFrom", reference}});
        }
    }
    spec["hostname"] = hostName;
    podTemplate.spec = std::move(spec);
    return podTemplate;
}

/// The job's pods, sorted by what became of them.
struct Tally {
    std::vector<PodPointer> active;
    std::vector<PodPointer> ended; ///< and held
    api::UncountedPods uncounted;
    std::optional<JobIndexes> completed; ///< of an indexed job; they count at once
    std::int64_t countedSucceeded = 0;
    std::int64_t countedFailed = 0;

    std::int64_t succeeded() const
    {
        return countedSucceeded + static_cast<std::int64_t>(uncounted.succeeded.size());
    }
    std::int64_t failed() const { return countedFailed + static_cast<std::int64_t>(uncounted.failed.size()); }
    bool isCounted() const { return uncounted.succeeded.empty() && uncounted.failed.empty(); }
};

bool contains(const std::vector<std::string> &uids, const std::string &uid)
{
    return std::ranges::find(uids, uid) != uids.end();
}

/// Those of the list whose pods were let go are counted and leave it.
std::int64_t countLetGo(std::vector<std::string> &uids, const std::vector<PodPointer> &held)
{
    return static_cast<std::int64_t>(std::erase_if(uids, [&](const std::string &uid) {
        return std::ranges::none_of(held, [&](const PodPointer &pod) { return pod->metadata.uid == uid; });
    }));
}

/// An index counts once, however often it is seen.
void countIndexes(Tally &tally, const Job &job)
{
    if (!isIndexed(job))
        return;
    tally.completed.emplace(job.status.completedIndexes, *job.spec.completions);
    for (const PodPointer &pod : tally.ended) {
        const auto index = indexOf(*pod, job);
        if (index && outcomeOf(*pod) == Outcome::Succeeded)
            tally.completed->add(*index, *index);
    }
    tally.countedSucceeded = tally.completed->count();
    tally.uncounted.succeeded.clear();
}

Tally tallyOf(const Job &job, const std::vector<PodPointer> &pods)
{
    Tally tally;
    for (const PodPointer &pod : pods) {
        if (outcomeOf(*pod) == Outcome::Active)
            tally.active.push_back(pod);
        else if (isHeld(*pod))
            tally.ended.push_back(pod);
    }
    tally.uncounted = job.status.uncountedTerminatedPods;
    tally.countedSucceeded =
        job.status.succeeded.value_or(0) + countLetGo(tally.uncounted.succeeded, tally.ended);
    tally.countedFailed = job.status.failed.value_or(0) + countLetGo(tally.uncounted.failed, tally.ended);
    for (const PodPointer &pod : tally.ended) {
        const std::string &uid = pod->metadata.uid;
        if (contains(tally.uncounted.succeeded, uid) || contains(tally.uncounted.failed, uid))
            continue;
        auto &list =
            outcomeOf(*pod) == Outcome::Succeeded ? tally.uncounted.succeeded : tally.uncounted.failed;
        list.push_back(uid);
    }
    countIndexes(tally, job);
    return tally;
}

std::optional<std::int64_t> unlessZero(std::int64_t number)
{
    return number == 0 ? std::nullopt : std::optional(number);
}

struct End {
    std::string type; ///< Complete, Failed
    std::string reason;
    std::string message;
};

std::optional<End> endOf(const Job &job, const Tally &tally, Time now)
{
    if (tally.failed() > job.spec.backoffLimit.value_or(usualBackoffLimit))
        return End {"Failed", "BackoffLimitExceeded", "Job has reached the specified backoff limit"};
    if (job.spec.activeDeadlineSeconds && job.status.startTime
        && *job.status.startTime + api::heldSeconds(*job.spec.activeDeadlineSeconds) <= now)
        return End {"Failed", "DeadlineExceeded", "Job was active longer than specified deadline"};
    const bool enough = job.spec.completions ? tally.succeeded() >= *job.spec.completions
                                             : tally.succeeded() > 0 && tally.active.empty();
    if (enough)
        return End {"Complete", "CompletionsReached", "Reached expected number of succeeded pods"};
    return std::nullopt;
}

std::int64_t wantedActive(const Job &job, const Tally &tally)
{
    const std::int64_t parallelism = job.spec.parallelism.value_or(1);
    if (job.spec.suspend.value_or(false))
        return 0;
    if (job.spec.completions)
        return std::min(parallelism, std::max<std::int64_t>(*job.spec.completions - tally.succeeded(), 0));
    const auto active = static_cast<std::int64_t>(tally.active.size());
    return tally.succeeded() > 0 ? std::min(active, parallelism) : parallelism;
}

/// When the last of the failed pods failed that are still there.
std::optional<Time> lastFailure(const std::vector<PodPointer> &pods)
{
    std::optional<Time> last;
    for (const PodPointer &pod : pods) {
        if (outcomeOf(*pod) != Outcome::Failed)
            continue;
        const api::PodCondition *ready = api::podCondition(*pod, "Ready");
        const auto since = ready ? ready->lastTransitionTime : pod->metadata.deletionTimestamp;
        last = std::max(last, since);
    }
    return last;
}

/// One pass over a job: what it changes in the status, and the writes around it.
class JobPlanner
{
public:
    JobPlanner(const Job &job, const JobView &seen, const base::Chance &chance, Time now)
        : m_job(job)
        , m_seen(seen)
        , m_chance(chance)
        , m_now(now)
        , m_tally(tallyOf(job, seen.pods))
        , m_after(job)
    {
    }

    Plan plan()
    {
        if (isFinished(m_job))
            keepFinished();
        else if (const auto end = endOf(m_job, m_tally, m_now))
            finish(*end);
        else
            keepRunning();
        writeStatus();
        for (const PodPointer &pod : m_tally.ended)
            append(m_plan.effects, letGo(*pod));
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    void because(api::Reason reason) { m_plan.reasons.push_back(std::move(reason)); }
    /// With how far the job has come.
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

    void keepFinished()
    {
        remove(m_tally.active);
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

    void finish(const End &end)
    {
        remove(m_tally.active);
        if (!m_tally.active.empty() || !m_tally.isCounted())
            return becauseWithProgress("Ending", end.message);
        const Time second = api::truncatedToSeconds(m_now);
        m_after.status.conditions.push_back({end.type, "True", second, second, end.reason, end.message});
        if (end.type == "Complete")
            m_after.status.completionTime = second;
        tell(end.type == "Complete" ? "Normal" : "Warning", end.type == "Complete" ? "Completed" : end.reason,
            end.type == "Complete" ? "Job completed" : end.message);
        using Code = decltype(jobReason)::Entry<4>;
        becauseWithProgress(end.type == "Complete" ? Code("Completed")
                : end.reason == "DeadlineExceeded" ? Code("DeadlineExceeded")
                                                   : Code("BackoffLimitExceeded"),
            end.message);
    }

    void keepRunning()
    {
        if (!m_after.status.startTime && !m_job.spec.suspend.value_or(false))
            m_after.status.startTime = api::truncatedToSeconds(m_now);
        if (m_job.spec.activeDeadlineSeconds && m_after.status.startTime)
            checkAgainAt(*m_after.status.startTime + api::heldSeconds(*m_job.spec.activeDeadlineSeconds));
        setSuspended();
        if (const std::vector<PodPointer> useless = uselessPods(); !useless.empty())
            return letGoAndRemove(useless, useless.size());
        const auto active = static_cast<std::int64_t>(m_tally.active.size());
        const std::int64_t wanted = wantedActive(m_job, m_tally);
        if (active > wanted)
            return removeSurplus(static_cast<std::size_t>(active - wanted));
        if (active < wanted)
            return addMissing(static_cast<std::size_t>(wanted - active));
        if (m_job.spec.suspend.value_or(false))
            return because(jobReason("Suspended"));
        becauseWithProgress("WaitingForPods");
    }

    /// As all conditions of a job it goes behind those that are there, unlike with api::setCondition().
    void setSuspended()
    {
        const bool suspended = m_job.spec.suspend.value_or(false);
        const api::JobCondition *held = findCondition(m_job.status.conditions, "Suspended");
        if (suspended == (held && held->status == "True"))
            return;
        const Time second = api::truncatedToSeconds(m_now);
        api::removeCondition(m_after.status.conditions, "Suspended");
        m_after.status.conditions.push_back({"Suspended", suspended ? "True" : "False", second, second,
            suspended ? "JobSuspended" : "JobResumed", suspended ? "Job suspended" : "Job resumed"});
        if (suspended)
            m_after.status.startTime.reset();
        tell("Normal", suspended ? "Suspended" : "Resumed", suspended ? "Job suspended" : "Job resumed");
    }

    void addMissing(std::size_t missing)
    {
        if (const auto failure = m_tally.failed() > 0 ? lastFailure(m_seen.pods) : std::nullopt) {
            const Time again = *failure + jobBackoff(m_tally.failed());
            if (m_now < again) {
                checkAgainAt(again);
                return because(jobReason("BackingOff", m_tally.failed(), again));
            }
        }
        const std::size_t batch = std::min(missing, rollout::mostPerPass);
        api::ObjectMeta meta = podMeta(m_job.spec.template_, m_job);
        meta.labels["controller-uid"] = m_job.metadata.uid;
        meta.labels["job-name"] = m_job.metadata.name;
        meta.labels["batch.kubernetes.io/controller-uid"] = m_job.metadata.uid;
        meta.labels["batch.kubernetes.io/job-name"] = m_job.metadata.name;
        meta.finalizers = {std::string(api::keys::jobFinalizer)};
        if (m_tally.completed) {
            makeIndexed(std::move(meta), batch);
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
        m_plan.effects.emplace_back(createPod(meta, podTemplate));
    }

    /// The lowest indexes that have not succeeded and have no active pod.
    void makeIndexed(api::ObjectMeta meta, std::size_t count)
    {
        JobIndexes done = *m_tally.completed;
        for (const PodPointer &pod : m_tally.active) {
            if (const auto index = indexOf(*pod, m_job))
                done.add(*index, *index);
        }
        for (std::int64_t index = 0; index < *m_job.spec.completions && count > 0; ++index) {
            if (done.contains(index))
                continue;
            --count;
            api::ObjectMeta named = m_job.metadata;
            named.name += '-' + std::to_string(index);
            rollout::put(meta.labels, completionIndex, std::to_string(index));
            rollout::put(meta.annotations, completionIndex, std::to_string(index));
            make(meta, api::newNames(named, "pod name", 1, m_chance, m_seen.nameTaken).front(),
                indexed(m_job.spec.template_, named.name));
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
        std::ranges::stable_partition(pods, [](const PodPointer &pod) { return !isHeld(*pod); });
        pods.resize(std::min(surplus, rollout::mostPerPass));
        letGoAndRemove(pods, surplus);
    }

    void letGoAndRemove(const std::vector<PodPointer> &pods, std::size_t surplus)
    {
        for (const PodPointer &pod : pods) { // let go first: it did not fail
            if (isHeld(*pod))
                append(m_plan.effects, letGo(*pod));
        }
        remove(pods);
        becauseWithProgress("DeletingPods", pods.size(), surplus);
    }

    void remove(const std::vector<PodPointer> &pods)
    {
        for (const PodPointer &pod : pods) {
            m_plan.effects.emplace_back(api::deleteEffect(*pod));
            tell("Normal", "SuccessfulDelete", "Deleted pod: " + pod->metadata.name);
        }
    }

    void writeStatus()
    {
        api::JobStatus &status = m_after.status;
        status.active = unlessZero(static_cast<std::int64_t>(m_tally.active.size()));
        status.ready = unlessZero(
            std::ranges::count_if(m_tally.active, [](const PodPointer &pod) { return isReady(*pod); }));
        status.succeeded = unlessZero(m_tally.countedSucceeded);
        status.failed = unlessZero(m_tally.countedFailed);
        if (m_tally.completed)
            status.completedIndexes = m_tally.completed->text();
        status.uncountedTerminatedPods = m_tally.uncounted;
        append(m_plan.effects, api::patchEffect(m_job, m_after, "status"));
    }

    const Job &m_job;
    const JobView &m_seen;
    const base::Chance &m_chance;
    Time m_now;
    Tally m_tally;
    Job m_after;
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

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
        std::vector<PodPointer> orphans;
        for (PodPointer &pod : m_pods.listBy(byControllerName, controllerName("Job", key))) {
            const bool isOwn = job && pod->metadata.controller()->uid == job->metadata.uid;
            (isOwn ? own : orphans).push_back(std::move(pod));
        }
        Plan plan = planLetGo(orphans);
        if (!plan.effects.empty())
            return plan;
        if (!job)
            return {};
        const auto taken = [&](const std::string &name) { return m_pods.find({key.ns, name}) != nullptr; };
        return planJob(*job, {std::move(own), taken}, m_chance, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        return failedCreation(m_jobs, key, error, failed);
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
        if (isHeld(*pod))
            append(plan.effects, letGo(*pod));
    }
    plan.reasons = {jobReason("Gone", plan.effects.size())};
    return plan;
}

Plan planJob(const Job &job, const JobView &seen, const base::Chance &chance, Time now)
{
    if (job.metadata.isDeleting()) {
        std::vector<PodPointer> ended;
        std::ranges::copy_if(seen.pods, std::back_inserter(ended),
            [](const PodPointer &pod) { return outcomeOf(*pod) != Outcome::Active; });
        Plan plan = planLetGo(ended);
        plan.reasons = {jobReason("Deleting")};
        return plan;
    }
    return JobPlanner(job, seen, chance, now).plan();
}

Controllers makeJobs(const runtime::ControllerContext &context)
{
    auto &jobs = context.informers.of<Job>();
    auto &pods = context.informers.of<Pod>();
    pods.addIndex(std::string(byControllerName), controllerNameOf<Pod>);
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<Jobs>(jobs.store(), pods.store(), context.chance, context.clock), context.clock,
        context.runner));
    made.back()->watchesOwn<Job>(jobs);
    made.back()->watches<Pod>(pods, [](const Pod &pod) { return ownerKeys(pod.metadata, "Job"); });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
