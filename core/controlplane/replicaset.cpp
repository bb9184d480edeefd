// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/replicaset.h"

#include "core/api/conditions.h"
#include "core/api/selector.h"
#include "core/rollout/setownership.h"
#include "core/rollout/setrules.h"

#include <algorithm>

namespace core::controlplane {

using api::Pod;
using api::ReplicaSet;
using api::ReplicationController;
using base::Time;
using runtime::Plan;

namespace {

bool isActive(const Pod &pod)
{
    return !pod.metadata.isDeleting() && !api::isFinished(pod);
}

template<typename Set>
api::ReplicaSetStatus statusOf(const Set &set, const std::vector<PodPointer> &pods, Time now)
{
    const api::Labels &templateLabels = set.spec.template_.metadata.labels;
    api::ReplicaSetStatus status;
    status.replicas = std::ssize(pods);
    status.observedGeneration = set.metadata.generation;
    std::int64_t labelled = 0;
    std::int64_t ready = 0;
    std::int64_t available = 0;
    for (const PodPointer &pod : pods) {
        labelled += api::matches(templateLabels, pod->metadata.labels) ? 1 : 0;
        const auto from = availableFrom(*pod, set.spec.minReadySeconds);
        ready += from ? 1 : 0;
        available += from && *from <= now ? 1 : 0;
    }
    status.fullyLabeledReplicas = api::unlessZero(labelled);
    status.readyReplicas = api::unlessZero(ready);
    status.availableReplicas = api::unlessZero(available);
    return status;
}

template<typename Set>
class ReplicaSetPlanner
{
public:
    ReplicaSetPlanner(const Set &set, const ReplicaSetView &seen, const base::Chance &chance, Time now)
        : m_set(set)
        , m_seen(seen)
        , m_chance(chance)
        , m_now(now)
        , m_pods(seen.pods)
    {
        std::erase_if(m_pods, [](const PodPointer &pod) { return !isActive(*pod); });
    }

    Plan plan()
    {
        claimPods();
        const std::int64_t wanted = m_set.wantedReplicas();
        Set after = m_set; // told first: pods may be refused
        after.status = statusOf(m_set, m_pods, m_now);
        if (std::ssize(m_pods) != wanted)
            after.status.conditions = m_set.status.conditions;
        if (auto patch = api::patchEffect(m_set, after, "status", api::Precondition::Uid))
            m_plan.effects.emplace_back(std::move(*patch));
        if (std::ssize(m_pods) < wanted)
            addMissing(static_cast<std::size_t>(wanted) - m_pods.size());
        else if (std::ssize(m_pods) > wanted)
            removeSurplus(m_pods.size() - static_cast<std::size_t>(wanted));
        explain(after.status);
        std::ranges::move(m_events, std::back_inserter(m_plan.effects));
        return std::move(m_plan);
    }

private:
    void tell(std::string reason, std::string message)
    {
        m_events.push_back({api::referenceTo(m_set), "Normal", std::move(reason), std::move(message)});
    }

    /// Lets go of pods that the set no longer selects, and takes over those that nobody controls.
    void claimPods()
    {
        std::vector<PodPointer> orphans = m_seen.orphans;
        std::erase_if(orphans, [](const PodPointer &pod) { return !isActive(*pod); });
        m_pods = rollout::planClaims(m_plan, m_set, std::move(m_pods), orphans);
    }

    void addMissing(std::size_t missing)
    {
        const std::size_t batch = std::min(missing, rollout::mostPerPass);
        api::ObjectMeta meta = podMeta(m_set.spec.template_, m_set);
        for (std::string &name :
            api::newNames(m_set.metadata, "pod name", batch, m_chance, m_seen.nameTaken)) {
            tell("SuccessfulCreate", "Created pod: " + name);
            meta.name = std::move(name);
            m_plan.effects.emplace_back(createPod(meta, m_set.spec.template_));
        }
        m_plan.reasons.push_back(replicaSetReason("CreatingPods", batch, missing));
    }

    void removeSurplus(std::size_t surplus)
    {
        std::vector<PodPointer> pods = m_pods;
        sortForDeletion(pods);
        pods.resize(std::min(surplus, rollout::mostPerPass));
        for (const PodPointer &pod : pods) {
            m_plan.effects.emplace_back(api::deleteEffect(*pod));
            tell("SuccessfulDelete", "Deleted pod: " + pod->metadata.name);
        }
        m_plan.reasons.push_back(replicaSetReason("DeletingPods", pods.size(), surplus));
    }

    void explain(const api::ReplicaSetStatus &status)
    {
        for (const PodPointer &pod : m_pods) {
            const auto from = availableFrom(*pod, m_set.spec.minReadySeconds);
            if (from && *from > m_now)
                m_plan.checkAgainAfter =
                    std::min(m_plan.checkAgainAfter.value_or(*from - m_now), *from - m_now);
        }
        const std::string count = std::to_string(status.replicas);
        const std::int64_t available = status.availableReplicas.value_or(0);
        if (available != status.replicas)
            m_plan.reasons.push_back(replicaSetReason("WaitingForPods", available, count));
        else if (m_plan.reasons.empty())
            m_plan.reasons.push_back(replicaSetReason("Complete", count));
    }

    const Set &m_set;
    const ReplicaSetView &m_seen;
    const base::Chance &m_chance;
    Time m_now;
    std::vector<PodPointer> m_pods; ///< that count
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

template<typename Set>
class ReplicaSets : public runtime::Reconciler
{
public:
    ReplicaSets(std::string_view name, const runtime::Store<Set> &sets, const runtime::Store<Pod> &pods,
        const base::Chance &chance, const base::Clock &clock)
        : m_name(name)
        , m_sets(sets)
        , m_pods(pods)
        , m_chance(chance)
        , m_clock(clock)
    {
    }

    std::string_view name() const override { return m_name; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto set = m_sets.find(key);
        if (!set)
            return {};
        ReplicaSetView seen;
        seen.pods = madeBy(set->metadata, api::resourceOf<Set>().kind, m_pods);
        seen.orphans = m_pods.listBy(uncontrolled, key.ns);
        seen.nameTaken = [&](const std::string &name) { return m_pods.find({key.ns, name}) != nullptr; };
        return planReplicaSet(*set, seen, m_chance, m_clock.now());
    }

    std::vector<api::Effect> recordFailure(
        const api::ObjectKey &key, const base::Error &error, const api::Effect &failed) const override
    {
        std::vector<api::Effect> effects = tellRefusal(m_sets, key, error, failed);
        if (!effects.empty()) {
            const auto set = m_sets.find(key);
            append(effects,
                api::patchEffect(*set, withFailure(*set, failureReason(failed), error, m_clock.now()),
                    "status", api::Precondition::Uid));
        }
        return effects;
    }

private:
    const std::string_view m_name;
    const runtime::Store<Set> &m_sets;
    const runtime::Store<Pod> &m_pods;
    const base::Chance &m_chance;
    const base::Clock &m_clock;
};

template<typename Set>
std::unique_ptr<runtime::Controller> makeSets(
    const runtime::ControllerContext &context, std::string_view name)
{
    auto &sets = context.informers.of<Set>();
    auto &pods = context.informers.of<Pod>();
    auto made = std::make_unique<runtime::Controller>(
        std::make_unique<ReplicaSets<Set>>(name, sets.store(), pods.store(), context.chance, context.clock),
        context.clock, context.runner);
    made->template watchesOwn<Set>(sets);
    made->template watches<Pod>(pods,
        [&store = sets.store()](const Pod &pod) { return rollout::controllersOf(store, pod.metadata); });
    made->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace

template<typename Set>
Set withFailure(Set set, std::string_view reason, const base::Error &error, Time now)
{
    api::setCondition(set.status.conditions,
        {"ReplicaFailure", "True", {}, std::string(reason),
            rollout::withoutNewNames(error.message, set.metadata.name), {}},
        now);
    return set;
}

template<typename Set>
Plan planReplicaSet(const Set &set, const ReplicaSetView &seen, const base::Chance &chance, Time now)
{
    if (set.metadata.isDeleting())
        return {{}, {replicaSetReason("Deleting")}, {}};
    return ReplicaSetPlanner(set, seen, chance, now).plan();
}

template ReplicaSet withFailure(ReplicaSet, std::string_view, const base::Error &, Time);
template ReplicationController withFailure(
    ReplicationController, std::string_view, const base::Error &, Time);
template Plan planReplicaSet(const ReplicaSet &, const ReplicaSetView &, const base::Chance &, Time);
template Plan planReplicaSet(
    const ReplicationController &, const ReplicaSetView &, const base::Chance &, Time);

Controllers makeReplicaSets(const runtime::ControllerContext &context)
{
    auto &pods = context.informers.of<Pod>();
    pods.addIndex(std::string(byControllerName), controllerNameOf<Pod>);
    pods.addIndex(std::string(uncontrolled), uncontrolledIn<Pod>);
    Controllers made;
    made.push_back(makeSets<ReplicaSet>(context, "replicaset"));
    made.push_back(makeSets<ReplicationController>(context, "replicationcontroller"));
    return made;
}

} // namespace core::controlplane
