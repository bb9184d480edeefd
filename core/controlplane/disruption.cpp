// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/disruption.h"

#include "core/api/conditions.h"
#include "core/api/rolloutsizes.h"
#include "core/api/statefulset.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace core::controlplane {

using api::Deployment;
using api::Pod;
using api::PodDisruptionBudget;
using api::PodDisruptionBudgetStatus;
using api::ReplicaSet;
using api::ReplicationController;
using api::StatefulSet;
using base::Time;
using runtime::Plan;

namespace {

using Budgets = runtime::Store<PodDisruptionBudget>;
using BudgetKeys = std::vector<api::ObjectKey>;

/// An evicted pod that is still there is taken for one on its way so long.
constexpr std::chrono::minutes evictionTimeout {2};
constexpr std::string_view budgetsByNamespace = "namespace";

class DisruptionPlanner
{
public:
    DisruptionPlanner(const PodDisruptionBudget &budget, const DisruptionView &seen, Time now)
        : m_budget(budget)
        , m_seen(seen)
        , m_now(now)
        , m_status(budget.status)
    {
    }

    Plan plan()
    {
        confirmEvictions();
        if (const auto counted = count(); !counted)
            refuseAll(counted.error().message);
        if (m_status != m_budget.status)
            write();
        return std::move(m_plan);
    }

private:
    /// Pods that are gone, or going, need no note any more; one that stays is told once.
    void confirmEvictions()
    {
        std::map<std::string, Time, std::less<>> unconfirmed;
        for (const PodPointer &pod : m_seen.pods) {
            const auto noted = m_budget.status.disruptedPods.find(pod->metadata.name);
            if (pod->metadata.isDeleting() || noted == m_budget.status.disruptedPods.end())
                continue;
            const Time deadline = noted->second + evictionTimeout;
            if (deadline <= m_now) {
                m_events.push_back(api::warningEvent(*pod, "NotDeleted",
                    "Pod was expected by PDB " + m_budget.key().text() + " to be deleted but it wasn't"));
                continue;
            }
            unconfirmed.insert(*noted);
            m_plan.checkAgainAfter =
                std::min(m_plan.checkAgainAfter.value_or(deadline - m_now), deadline - m_now);
        }
        m_status.disruptedPods = std::move(unconfirmed);
    }

    bool isHealthy(const Pod &pod) const
    {
        return isReady(pod) && !pod.metadata.isDeleting()
            && !m_status.disruptedPods.contains(pod.metadata.name);
    }

    /// What is wanted of the pods by those who control them; pods without controller are nobody's wish.
    base::Result<std::int64_t> wantedPods() const
    {
        std::int64_t wanted = 0;
        std::set<std::string> counted;
        for (const PodPointer &pod : m_seen.pods) {
            if (!pod->metadata.controller())
                continue;
            const auto scale = m_seen.scaleOf(*pod);
            if (!scale)
                return base::fail(
                    base::ErrorKind::Invalid, "found no controllers for pod \"" + pod->metadata.name + "\"");
            if (counted.insert(scale->uid).second)
                wanted += scale->replicas;
        }
        return wanted;
    }

    base::Result<> count()
    {
        const auto &most = m_budget.spec.maxUnavailable;
        const auto &least = m_budget.spec.minAvailable;
        const bool isShare = least && std::holds_alternative<std::string>(least->value);
        const auto expected =
            most || isShare ? wantedPods() : base::Result<std::int64_t>(std::ssize(m_seen.pods));
        if (!expected)
            return tl::unexpected(expected.error());
        const auto portion =
            api::portionOf(most ? *most : least.value_or(api::IntOrString {}), *expected, api::Rounding::Up);
        if (!portion)
            return base::fail(base::ErrorKind::Invalid, "the budget names no number of pods");
        m_status.expectedPods = *expected;
        m_status.desiredHealthy = most ? std::max<std::int64_t>(*expected - *portion, 0) : *portion;
        m_status.currentHealthy =
            std::ranges::count_if(m_seen.pods, [this](const PodPointer &pod) { return isHealthy(*pod); });
        m_status.disruptionsAllowed =
            *expected > 0 ? std::max<std::int64_t>(m_status.currentHealthy - m_status.desiredHealthy, 0) : 0;
        m_status.observedGeneration = m_budget.metadata.generation;
        const bool allows = m_status.disruptionsAllowed > 0;
        setAllowed(allows, allows ? "SufficientPods" : "InsufficientPods", {});
        explain();
        return {};
    }

    void explain()
    {
        const auto [healthy, desired, expected] =
            std::tuple(m_status.currentHealthy, m_status.desiredHealthy, m_status.expectedPods);
        if (m_seen.pods.empty())
            m_plan.reasons.push_back(disruptionReason("NoPods"));
        else if (m_status.disruptionsAllowed > 0)
            m_plan.reasons.push_back(
                disruptionReason("Allowed", healthy, expected, desired, m_status.disruptionsAllowed));
        else
            m_plan.reasons.push_back(disruptionReason("Refused", healthy, expected, desired));
    }

    void refuseAll(const std::string &problem)
    {
        m_status.disruptionsAllowed = 0;
        setAllowed(false, "SyncFailed", problem);
        m_plan.reasons.push_back(disruptionReason("SyncFailed", problem));
        m_events.push_back(api::warningEvent(m_budget, "CalculateExpectedPodCountFailed",
            "Failed to calculate the number of expected pods: " + problem));
    }

    void setAllowed(bool allowed, std::string reason, std::string message)
    {
        const api::BudgetCondition *held = api::findCondition(m_status.conditions, "DisruptionAllowed");
        api::BudgetCondition wanted {"DisruptionAllowed", allowed ? "True" : "False",
            m_status.observedGeneration, {}, std::move(reason), std::move(message)};
        wanted.lastTransitionTime =
            held && held->status == wanted.status ? held->lastTransitionTime : api::truncatedToSeconds(m_now);
        m_status.conditions = {std::move(wanted)};
    }

    /// Events go with the write, so that nothing is told twice.
    void write()
    {
        PodDisruptionBudget after = m_budget;
        after.status = m_status;
        append(m_plan.effects, api::patchEffect(m_budget, after, "status"));
        if (m_seen.pods.empty())
            m_events.push_back(api::normalEvent(m_budget, "NoPods", "No matching pods found"));
        m_plan.effects.insert(m_plan.effects.end(), m_events.begin(), m_events.end());
    }

    const PodDisruptionBudget &m_budget;
    const DisruptionView &m_seen;
    Time m_now;
    PodDisruptionBudgetStatus m_status;
    Plan m_plan;
    std::vector<api::EmitEvent> m_events;
};

/// What disruptions are counted from; outlives the reconciler.
struct DisruptionStores {
    const Budgets &budgets; ///< with budgetsByNamespace
    const runtime::Store<Pod> &pods;
    const runtime::Store<Deployment> &deployments;
    const runtime::Store<ReplicaSet> &replicaSets;
    const runtime::Store<StatefulSet> &statefulSets;
    const runtime::Store<ReplicationController> &replicationControllers;
};

/// The controlling owner, if the store has it.
template<typename Owner>
const Owner *controllerIn(const runtime::Store<Owner> &owners, const api::ObjectMeta &meta)
{
    const api::Resource &resource = api::resourceOf<Owner>();
    const api::OwnerReference *reference = meta.controller();
    if (!reference || reference->kind != resource.kind || reference->apiVersion != resource.apiVersion())
        return nullptr;
    const Owner *held = owners.peek({meta.ns, reference->name});
    return held && held->metadata.uid == reference->uid ? held : nullptr;
}

template<typename Owner>
std::optional<WantedScale> scaleIn(const runtime::Store<Owner> &owners, const api::ObjectMeta &meta)
{
    const Owner *owner = controllerIn(owners, meta);
    return owner ? std::optional(WantedScale {owner->metadata.uid, owner->wantedReplicas()}) : std::nullopt;
}

std::optional<WantedScale> scaleOf(const Pod &pod, const DisruptionStores &stores)
{
    const ReplicaSet *set = controllerIn(stores.replicaSets, pod.metadata);
    const api::OwnerReference *owner = set ? set->metadata.controller() : nullptr;
    if (owner && owner->kind == api::resourceOf<Deployment>().kind)
        return scaleIn(stores.deployments, set->metadata);
    if (set)
        return WantedScale {set->metadata.uid, set->wantedReplicas()};
    if (const auto scale = scaleIn(stores.statefulSets, pod.metadata))
        return scale;
    return scaleIn(stores.replicationControllers, pod.metadata);
}

class Disruption : public runtime::Reconciler
{
public:
    Disruption(const DisruptionStores &stores, const base::Clock &clock)
        : m_stores(stores)
        , m_clock(clock) { }

    std::string_view name() const override { return "disruption"; }

    Plan reconcile(const api::ObjectKey &key) const override
    {
        const auto budget = m_stores.budgets.find(key);
        if (!budget)
            return {};
        std::vector<PodPointer> pods = m_stores.pods.list();
        std::erase_if(pods, [&](const PodPointer &pod) { return !coversPod(*budget, *pod); });
        return planDisruption(*budget,
            {std::move(pods), [this](const Pod &pod) { return controlplane::scaleOf(pod, m_stores); }},
            m_clock.now());
    }

private:
    const DisruptionStores m_stores;
    const base::Clock &m_clock;
};

BudgetKeys budgetsOfPod(const Budgets &budgets, const Pod &pod)
{
    BudgetKeys keys;
    for (const PodDisruptionBudget &budget : budgets.by(budgetsByNamespace, pod.metadata.ns)) {
        if (coversPod(budget, pod))
            keys.push_back(budget.key());
    }
    return keys;
}

/// Every budget of the namespace, when the controller of pods comes, goes or wants another number.
template<typename Owner>
void watchScales(
    runtime::Controller &controller, const runtime::ControllerContext &context, const Budgets &budgets)
{
    controller.watchesChanges<Owner>(
        context.informers.of<Owner>(), [&budgets](const Owner *before, const Owner *after) {
            BudgetKeys keys;
            if (before && after && before->wantedReplicas() == after->wantedReplicas())
                return keys;
            for (const PodDisruptionBudget &budget :
                budgets.by(budgetsByNamespace, (after ? after : before)->metadata.ns))
                keys.push_back(budget.key());
            return keys;
        });
}

} // namespace

Plan planDisruption(const PodDisruptionBudget &budget, const DisruptionView &seen, Time now)
{
    return DisruptionPlanner(budget, seen, now).plan();
}

Controllers makeDisruption(const runtime::ControllerContext &context)
{
    auto &budgets = context.informers.of<PodDisruptionBudget>();
    auto &pods = context.informers.of<Pod>();
    budgets.addIndex(std::string(budgetsByNamespace),
        [](const PodDisruptionBudget &budget) { return runtime::IndexValues {budget.metadata.ns}; });
    const DisruptionStores stores {budgets.store(), pods.store(), context.informers.of<Deployment>().store(),
        context.informers.of<ReplicaSet>().store(), context.informers.of<StatefulSet>().store(),
        context.informers.of<ReplicationController>().store()};
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<Disruption>(stores, context.clock), context.clock, context.runner));
    runtime::Controller &controller = *made.back();
    controller.watchesOwn<PodDisruptionBudget>(budgets);
    controller.watches<Pod>(
        pods, [&budgets = stores.budgets](const Pod &pod) { return budgetsOfPod(budgets, pod); });
    watchScales<Deployment>(controller, context, stores.budgets);
    watchScales<ReplicaSet>(controller, context, stores.budgets);
    watchScales<StatefulSet>(controller, context, stores.budgets);
    watchScales<ReplicationController>(controller, context, stores.budgets);
    controller.debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane
