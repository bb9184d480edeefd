// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/podautoscaler.h"

#include "core/api/conditions.h"
#include "core/api/selector.h"
#include "core/api/statefulset.h"
#include "core/api/usage.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace core::controlplane {

using api::HorizontalPodAutoscaler;
using api::Pod;
using base::Time;
using runtime::Plan;

namespace {

constexpr std::chrono::seconds betweenLooks {15};
constexpr std::int64_t usualUtilization = 80; // percent of the CPU, where no metric is named

/// What the pods of one metric use.
struct Use {
    double used = 0; // thousandths
    double requested = 0;
    std::int64_t pods = 0;
};

struct Proposal {
    std::int64_t replicas = 0;
    api::MetricStatus status;
    std::string sentence; ///< "cpu resource utilization (percentage of request)"
    std::string shown; ///< "cpu 80%/50%"
};

/// A pod that has ended, or is going, is none; one that is not ready yet will share the load.
bool counts(const Pod &pod)
{
    return !api::isFinished(pod) && !pod.metadata.isDeleting();
}

std::string inUnits(std::int64_t milli)
{
    return milli % 1000 == 0 ? std::to_string(milli / 1000) : std::to_string(milli) + "m";
}

/// How many pods one metric asks for.
class MetricCalculator
{
public:
    MetricCalculator(const api::ResourceMetric &metric, const HorizontalPodAutoscaler &autoscaler,
        const ScaledWorkload &workload)
        : m_metric(metric)
        , m_autoscaler(autoscaler)
        , m_workload(workload)
    {
    }

    base::Result<Proposal> propose()
    {
        if (auto counted = count(); !counted)
            return tl::unexpected(counted.error());
        const double ratio = ratioOf(m_ready);
        Proposal proposal {replicasFor(ratio), {"Resource", status()}, {}, {}};
        proposal.sentence =
            m_metric.name + (byShare() ? " resource utilization (percentage of request)" : " resource");
        proposal.shown = m_metric.name + " " + shownValue() + "/" + shownTarget();
        return proposal;
    }

private:
    bool byShare() const { return m_metric.target.averageUtilization.has_value(); }

    base::Result<> count()
    {
        if (!byShare() && !m_metric.target.averageValue)
            return base::fail(base::ErrorKind::Invalid, "the metric " + m_metric.name + " names no target");
        for (const PodPointer &pod : m_workload.pods) {
            if (!counts(*pod))
                continue;
            Use &use = isReady(*pod) ? m_ready : m_unready;
            for (const api::Container &container : pod->spec.containers) {
                const api::Amounts requests = api::requestsOf(container);
                if (byShare() && !requests.contains(m_metric.name))
                    return base::fail(base::ErrorKind::Invalid, "missing request for " + m_metric.name);
                use.requested += static_cast<double>(api::amountOf(requests, m_metric.name));
            }
            use.used += static_cast<double>(api::amountOf(api::totalUsageOf(*pod), m_metric.name));
            ++use.pods;
        }
        if (m_ready.pods == 0)
            return base::fail(base::ErrorKind::Transient, "did not receive metrics for any ready pods");
        return {};
    }

    static std::int64_t whole(double number)
    {
        constexpr double most = 9e18;
        return static_cast<std::int64_t>(std::min(number, most));
    }

    /// The share is in percent.
    static std::int64_t shareOf(const Use &use)
    {
        return use.requested > 0 ? whole(use.used * 100 / use.requested) : 0;
    }

    static std::int64_t averageOf(const Use &use) { return whole(use.used / static_cast<double>(use.pods)); }

    double ratioOf(const Use &use) const
    {
        const auto target = static_cast<double>(
            byShare() ? *m_metric.target.averageUtilization : m_metric.target.averageValue->milli());
        const double value =
            byShare() ? static_cast<double>(shareOf(use)) : use.used / static_cast<double>(use.pods);
        return target > 0 ? value / target : 1;
    }

    static std::int64_t pods(double ratio, std::int64_t count)
    {
        constexpr double most = 1e9;
        return static_cast<std::int64_t>(std::min(std::ceil(ratio * static_cast<double>(count)), most));
    }

    bool isNearEnough(double ratio) const
    {
        return std::abs(1 - ratio) <= scalingTolerance(m_autoscaler, ratio > 1);
    }

    /// Those that are not ready use nothing yet, and count when there shall be more.
    std::int64_t replicasFor(double ratio) const
    {
        if (m_unready.pods == 0 || ratio <= 1)
            return isNearEnough(ratio) ? m_workload.replicas : pods(ratio, m_ready.pods);
        const Use all {m_ready.used, m_ready.requested + m_unready.requested, m_ready.pods + m_unready.pods};
        const double shared = ratioOf(all);
        const std::int64_t wanted = pods(shared, all.pods);
        return shared <= 1 || isNearEnough(shared) || wanted < m_workload.replicas ? m_workload.replicas
                                                                                   : wanted;
    }

    api::ResourceMetricStatus status() const
    {
        api::MetricValue current;
        current.averageValue = api::Quantity {inUnits(averageOf(m_ready))};
        if (byShare())
            current.averageUtilization = shareOf(m_ready);
        return {m_metric.name, std::move(current)};
    }

    std::string shownValue() const
    {
        return byShare() ? std::to_string(shareOf(m_ready)) + "%" : inUnits(averageOf(m_ready));
    }

    std::string shownTarget() const
    {
        return byShare() ? std::to_string(*m_metric.target.averageUtilization) + "%"
                         : m_metric.target.averageValue->text;
    }

    const api::ResourceMetric &m_metric;
    const HorizontalPodAutoscaler &m_autoscaler;
    const ScaledWorkload &m_workload;
    Use m_ready;
    Use m_unready;
};

class PodAutoscalerPlanner
{
public:
    PodAutoscalerPlanner(const HorizontalPodAutoscaler &autoscaler,
        const std::optional<ScaledWorkload> &workload, ScalingPast &past, Time now)
        : m_autoscaler(autoscaler)
        , m_workload(workload)
        , m_past(past)
        , m_now(now)
        , m_status(autoscaler.status)
    {
    }

    Plan plan()
    {
        m_plan.checkAgainAfter = betweenLooks;
        m_status.observedGeneration = m_autoscaler.metadata.generation;
        decide();
        write();
        return std::move(m_plan);
    }

private:
    void decide()
    {
        const api::ScaleTargetReference &target = m_autoscaler.spec.scaleTargetRef;
        if (!m_workload) {
            const std::string name = target.kind + " " + target.name;
            set("AbleToScale", false, "FailedGetScale",
                "the HPA controller was unable to get the target's current scale: " + name + " not found");
            return m_plan.reasons.push_back(podAutoscalerReason("NoTarget", name));
        }
        m_status.currentReplicas = m_workload->replicas;
        if (m_past.recommendations.empty())
            m_past.recommendations.push_back({m_now, m_workload->replicas});
        if (m_workload->replicas == 0)
            return disable();
        if (m_workload->replicas > m_autoscaler.spec.maxReplicas)
            return scale(m_autoscaler.spec.maxReplicas, "Current number of replicas above Spec.MaxReplicas");
        if (m_workload->replicas < m_autoscaler.leastReplicas())
            return scale(m_autoscaler.leastReplicas(), "Current number of replicas below Spec.MinReplicas");
        followMetrics();
    }

    void disable()
    {
        m_status.desiredReplicas = 0;
        setAble("SucceededGetScale", "the HPA controller was able to get the target's current scale");
        set("ScalingActive", false, "ScalingDisabled",
            "scaling is disabled since the replica count of the target is zero");
        m_plan.reasons.push_back(podAutoscalerReason("Disabled"));
    }

    std::vector<api::MetricSpec> metrics() const
    {
        if (!m_autoscaler.spec.metrics.empty())
            return m_autoscaler.spec.metrics;
        return {{"Resource", api::ResourceMetric {"cpu", {"Utilization", usualUtilization, {}}}}};
    }

    /// The most that any metric asks for; fewer only when all are known.
    void followMetrics()
    {
        std::optional<Proposal> most;
        std::string problem;
        std::string shown;
        m_status.currentMetrics.clear();
        for (const api::MetricSpec &metric : metrics()) {
            auto proposal = metric.resource
                ? MetricCalculator(*metric.resource, m_autoscaler, *m_workload).propose()
                : base::Result<Proposal>(base::fail(
                    base::ErrorKind::Invalid, "metrics of type " + metric.type + " are not served here"));
            if (!proposal) {
                problem = proposal.error().message;
                continue;
            }
            m_status.currentMetrics.push_back(proposal->status);
            shown += (shown.empty() ? "" : ", ") + proposal->shown;
            if (!most || proposal->replicas > most->replicas)
                most = std::move(*proposal);
        }
        if (!most || (!problem.empty() && most->replicas < m_workload->replicas))
            return stayUnknown(problem);
        set("ScalingActive", true, "ValidMetricFound",
            "the HPA was able to successfully calculate a replica count from " + most->sentence);
        follow(*most, shown);
    }

    void stayUnknown(const std::string &problem)
    {
        m_status.desiredReplicas = m_workload->replicas;
        setAble("SucceededGetScale", "the HPA controller was able to get the target's current scale");
        set("ScalingActive", false, "FailedGetResourceMetric",
            "the HPA was unable to compute the replica count: " + problem);
        m_plan.reasons.push_back(podAutoscalerReason("NoMetrics", problem));
    }

    void follow(const Proposal &proposal, const std::string &shown)
    {
        const std::int64_t present = m_workload->replicas;
        const ScalingBounds bounds(m_autoscaler, present, m_past, m_now);
        const std::int64_t steadied = bounds.steadied(proposal.replicas);
        remember(proposal.replicas, std::max(bounds.window(true), bounds.window(false)));
        if (steadied == proposal.replicas)
            setAble("ReadyForNewScale", "recommended size matches current size");
        else if (proposal.replicas >= present && m_autoscaler.spec.behavior)
            setAble("ScaleUpStabilized",
                "recent recommendations were lower than current one, applying the lowest recent "
                "recommendation");
        else
            setAble("ScaleDownStabilized",
                "recent recommendations were higher than current one, applying the highest recent "
                "recommendation");
        const std::int64_t wanted = limited(steadied, bounds);
        if (wanted != present && nextScaling() <= m_now)
            return scale(wanted,
                proposal.replicas > present ? proposal.sentence + " above target"
                                            : "All metrics below target");
        m_status.desiredReplicas = present;
        explainStay(proposal.replicas, wanted, bounds, shown);
    }

    void explainStay(
        std::int64_t recommended, std::int64_t wanted, const ScalingBounds &bounds, const std::string &shown)
    {
        const std::int64_t present = m_workload->replicas;
        const std::int64_t would =
            std::max(std::min(recommended, m_autoscaler.spec.maxReplicas), m_autoscaler.leastReplicas());
        const auto until = wanted != present ? nextScaling()
            : would != present               ? bounds.nextChance(would > present)
                                             : std::nullopt;
        if (!until)
            return m_plan.reasons.push_back(podAutoscalerReason("Steady", present, shown));
        m_plan.checkAgainAfter = std::min<base::Duration>(betweenLooks, *until - m_now);
        m_plan.reasons.push_back(podAutoscalerReason("Waits", would, present, shown, *until));
    }

    void remember(std::int64_t recommendation, std::chrono::seconds window)
    {
        std::erase_if(
            m_past.recommendations, [&](const ScalingEntry &earlier) { return earlier.at + window < m_now; });
        m_past.recommendations.push_back({m_now, recommendation});
    }

    /// Not more often than it is looked at when nothing changes.
    std::optional<Time> nextScaling() const
    {
        const auto &last = m_autoscaler.status.lastScaleTime;
        return last ? *last + betweenLooks : m_now;
    }

    /// Between the least and the most, and not quicker than the bounds allow.
    std::int64_t limited(std::int64_t replicas, const ScalingBounds &bounds)
    {
        const auto limit = [this](bool isLimited, const char *reason, const char *message) {
            set("ScalingLimited", isLimited, reason, message);
        };
        const std::int64_t most = m_autoscaler.spec.maxReplicas;
        const std::int64_t least = m_autoscaler.leastReplicas();
        if (replicas > std::min(most, bounds.highest())) {
            if (most <= bounds.highest())
                limit(true, "TooManyReplicas",
                    "the desired replica count is more than the maximum replica count");
            else
                limit(true, "ScaleUpLimit",
                    "the desired replica count is increasing faster than the maximum scale rate");
            return std::min(most, bounds.highest());
        }
        if (replicas < std::max(least, bounds.lowest())) {
            if (least >= bounds.lowest())
                limit(true, "TooFewReplicas",
                    "the desired replica count is less than the minimum replica count");
            else
                limit(true, "ScaleDownLimit",
                    "the desired replica count is decreasing faster than the maximum scale rate");
            return std::max(least, bounds.lowest());
        }
        limit(false, "DesiredWithinRange", "the desired count is within the acceptable range");
        return replicas;
    }

    void scale(std::int64_t replicas, const std::string &why)
    {
        setAble("SucceededRescale",
            "the HPA controller was able to update the target scale to " + std::to_string(replicas));
        m_status.desiredReplicas = replicas;
        m_status.lastScaleTime = api::truncatedToSeconds(m_now);
        for (api::Effect &effect : m_workload->scaleTo(replicas))
            m_plan.effects.push_back(std::move(effect));
        m_event = api::normalEvent(
            m_autoscaler, "SuccessfulRescale", "New size: " + std::to_string(replicas) + "; reason: " + why);
        m_plan.reasons.push_back(podAutoscalerReason("Scales", m_workload->replicas, replicas, why));
    }

    /// The time moves with the status alone, as with the original, unlike api::setCondition().
    void set(std::string type, bool holds, std::string reason, std::string message)
    {
        const api::AutoscalerCondition *held = api::findCondition(m_status.conditions, type);
        api::AutoscalerCondition wanted {
            std::move(type), holds ? "True" : "False", {}, std::move(reason), std::move(message)};
        wanted.lastTransitionTime =
            held && held->status == wanted.status ? held->lastTransitionTime : api::truncatedToSeconds(m_now);
        api::removeCondition(m_status.conditions, wanted.type);
        m_status.conditions.push_back(std::move(wanted));
        std::ranges::sort(m_status.conditions, {}, &api::AutoscalerCondition::type);
    }

    void setAble(std::string reason, std::string message)
    {
        set("AbleToScale", true, std::move(reason), std::move(message));
    }

    /// The event goes with the write, so that it is not told twice.
    void write()
    {
        if (m_status == m_autoscaler.status)
            return;
        HorizontalPodAutoscaler after = m_autoscaler;
        after.status = m_status;
        append(m_plan.effects, api::patchEffect(m_autoscaler, after, "status"));
        if (m_event)
            m_plan.effects.push_back(*m_event);
    }

    const HorizontalPodAutoscaler &m_autoscaler;
    const std::optional<ScaledWorkload> &m_workload;
    ScalingPast &m_past;
    Time m_now;
    api::HorizontalPodAutoscalerStatus m_status;
    Plan m_plan;
    std::optional<api::EmitEvent> m_event;
};

/// What is scaled; outlives the reconciler.
struct ScaledStores {
    const runtime::Store<HorizontalPodAutoscaler> &autoscalers;
    const runtime::Store<api::Deployment> &deployments;
    const runtime::Store<api::ReplicaSet> &replicaSets;
    const runtime::Store<api::StatefulSet> &statefulSets;
    const runtime::Store<api::ReplicationController> &replicationControllers;
    const runtime::Store<Pod> &pods;
};

class PodAutoscaler : public runtime::Reconciler
{
public:
    PodAutoscaler(const ScaledStores &stores, const base::Clock &clock) : m_stores(stores), m_clock(clock) { }

    std::string_view name() const override { return "podautoscaler"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto autoscaler = m_stores.autoscalers.find(key);
        if (!autoscaler || autoscaler->metadata.isDeleting())
            return {};
        return planPodAutoscaler(*autoscaler, targetOf(*autoscaler), m_pasts[key], m_clock.now());
    }

    void autoscalerChanged(const HorizontalPodAutoscaler *before, const HorizontalPodAutoscaler *after)
    {
        if (after)
            m_pasts[after->key()].autoscalerChanged(before, *after);
        else
            m_pasts.erase(before->key());
    }

private:
    std::optional<ScaledWorkload> targetOf(const HorizontalPodAutoscaler &autoscaler) const
    {
        if (const auto deployment = workloadIn(m_stores.deployments, autoscaler))
            return deployment;
        if (const auto set = workloadIn(m_stores.replicaSets, autoscaler))
            return set;
        if (const auto set = workloadIn(m_stores.statefulSets, autoscaler))
            return set;
        return workloadIn(m_stores.replicationControllers, autoscaler);
    }

    template<typename Workload>
    std::optional<ScaledWorkload> workloadIn(
        const runtime::Store<Workload> &store, const HorizontalPodAutoscaler &autoscaler) const
    {
        const api::ScaleTargetReference &target = autoscaler.spec.scaleTargetRef;
        const api::Resource &resource = api::resourceOf<Workload>();
        if (target.kind != resource.kind || api::groupIn(target.apiVersion) != resource.group)
            return {};
        const auto workload = store.find({autoscaler.metadata.ns, target.name});
        if (!workload)
            return {};
        ScaledWorkload scaled {workload->wantedReplicas(), {}, {}};
        for (const PodPointer &pod : m_stores.pods.list()) {
            if (pod->metadata.ns == autoscaler.metadata.ns
                && api::matches(workload->spec.selector, pod->metadata.labels))
                scaled.pods.push_back(pod);
        }
        scaled.scaleTo = [workload](std::int64_t replicas) {
            Workload after = *workload;
            after.spec.replicas = replicas;
            std::vector<api::Effect> effects;
            append(effects, api::patchEffect(*workload, after));
            return effects;
        };
        return scaled;
    }

    const ScaledStores m_stores;
    const base::Clock &m_clock;
    mutable std::map<api::ObjectKey, ScalingPast> m_pasts; ///< what was seen whenever it was looked at
};

} // namespace

Plan planPodAutoscaler(const HorizontalPodAutoscaler &autoscaler,
    const std::optional<ScaledWorkload> &workload, ScalingPast &past, Time now)
{
    return PodAutoscalerPlanner(autoscaler, workload, past, now).plan();
}

Controllers makePodAutoscalers(const runtime::ControllerContext &context)
{
    auto &autoscalers = context.informers.of<HorizontalPodAutoscaler>();
    const ScaledStores stores {autoscalers.store(), context.informers.of<api::Deployment>().store(),
        context.informers.of<api::ReplicaSet>().store(), context.informers.of<api::StatefulSet>().store(),
        context.informers.of<api::ReplicationController>().store(), context.informers.of<Pod>().store()};
    auto autoscaler = std::make_unique<PodAutoscaler>(stores, context.clock);
    const auto follow = [&autoscaler = *autoscaler](const auto &before, const auto &after) {
        autoscaler.autoscalerChanged(before.get(), after.get());
    };
    Controllers made;
    made.push_back(
        std::make_unique<runtime::Controller>(std::move(autoscaler), context.clock, context.runner));
    made.back()->keep(autoscalers.onChange(follow));
    made.back()->watchesOwn<HorizontalPodAutoscaler>(autoscalers);
    return made;
}

} // namespace core::controlplane
