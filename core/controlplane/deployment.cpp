// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/deployment.h"

#include "core/rollout/rolloutreconciler.h"
#include "core/rollout/setownership.h"
#include "core/rollout/setrules.h"

#include <algorithm>
#include <limits>

namespace core::controlplane {

using api::Deployment;
using api::Pod;
using api::ReplicaSet;
using base::Time;
using runtime::Plan;

namespace {

using Family = rollout::RolloutFamily<ReplicaSet>;
using Keys = std::vector<api::ObjectKey>;

constexpr std::string_view setsByNamespace = "namespace";

/// What deployments read; outlives them.
struct DeploymentStores {
    const runtime::Store<Deployment> &deployments;
    const runtime::Store<ReplicaSet> &sets; ///< with setsByNamespace
    const runtime::Store<Pod> &pods; ///< with byControllerName
};

/// Pods of the set that have not ended, also those being deleted.
std::size_t podsOf(const ReplicaSet &set, const runtime::Store<Pod> &pods)
{
    return static_cast<std::size_t>(std::ranges::count_if(madeBy(set.metadata, "ReplicaSet", pods),
        [](const PodPointer &pod) { return !api::isFinished(*pod); }));
}

DeploymentView viewOf(const Deployment &deployment, const DeploymentStores &stores)
{
    const auto podsOutside = [&deployment, stores](const ReplicaSetPointer &exceptOf) {
        std::size_t count = 0;
        for (const ReplicaSetPointer &set : stores.sets.listBy(setsByNamespace, deployment.metadata.ns)) {
            if (set != exceptOf && api::isControlledBy(set->metadata, deployment.metadata.uid))
                count += podsOf(*set, stores.pods);
        }
        return count;
    };
    return {stores.sets.listBy(setsByNamespace, deployment.metadata.ns), podsOutside};
}

/// The deployment that waits for pods of earlier revisions to go.
Keys recreatedBy(const Pod &pod, const DeploymentStores &stores)
{
    const api::OwnerReference *owner = pod.metadata.controller();
    const auto set = owner ? stores.sets.find({pod.metadata.ns, owner->name}) : nullptr;
    if (!set || set->metadata.uid != owner->uid)
        return {};
    Keys keys = ownerKeys(set->metadata, "Deployment");
    std::erase_if(keys, [&](const api::ObjectKey &key) {
        const auto deployment = stores.deployments.find(key);
        return !deployment || !Family::isRecreate(*deployment);
    });
    return keys;
}

} // namespace

rollout::SpecProblem validationProblem(const Deployment &deployment)
{
    return rollout::replacingRolloutProblem(deployment, "replica set");
}

api::RolloutLimits limitsOf(const Deployment &deployment)
{
    if (Family::isRecreate(deployment))
        return {deployment.wantedReplicas(), 0, 0};
    const api::IntOrString usual {std::string("25%")};
    const api::DeploymentRollingUpdate &rolling = deployment.spec.strategy.rollingUpdate;
    return api::rollingLimits(deployment.wantedReplicas(), rolling.maxSurge.value_or(usual),
        rolling.maxUnavailable.value_or(usual));
}

Plan planDeployment(const Deployment &deployment, const DeploymentView &seen, Time now)
{
    return rollout::planReplacingRollout(deployment, seen, validationProblem(deployment), now);
}

Controllers makeDeployments(const runtime::ControllerContext &context)
{
    auto &deployments = context.informers.of<Deployment>();
    auto &sets = context.informers.of<ReplicaSet>();
    auto &pods = context.informers.of<Pod>();
    sets.addIndex(std::string(setsByNamespace),
        [](const ReplicaSet &set) { return runtime::IndexValues {set.metadata.ns}; });
    pods.addIndex(std::string(byControllerName), controllerNameOf<Pod>);
    const DeploymentStores stores {deployments.store(), sets.store(), pods.store()};
    Controllers made;
    made.push_back(std::make_unique<runtime::Controller>(
        std::make_unique<rollout::RolloutReconciler<ReplicaSet>>("deployment", stores.deployments,
            context.clock,
            [stores](const Deployment &deployment, Time now) {
                return planDeployment(deployment, viewOf(deployment, stores), now);
            }),
        context.clock, context.runner));
    made.back()->watchesOwn<Deployment>(deployments);
    made.back()->watches<ReplicaSet>(sets,
        [stores](const ReplicaSet &set) { return rollout::controllersOf(stores.deployments, set.metadata); });
    made.back()->watchesChanges<Pod>(pods, [stores](const Pod *before, const Pod *after) {
        const bool ends = before && !api::isFinished(*before) && (!after || api::isFinished(*after));
        return ends ? recreatedBy(*before, stores) : Keys();
    });
    made.back()->debounce([] { return std::chrono::milliseconds(1); });
    return made;
}

} // namespace core::controlplane

namespace core::rollout {

using Family = RolloutFamily<api::ReplicaSet>;

std::optional<std::chrono::seconds> Family::deadline(const Deployment &deployment)
{
    const std::int64_t seconds = deployment.spec.progressDeadlineSeconds.value_or(600);
    if (seconds == std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return api::heldSeconds(seconds);
}

void Family::judgeFailures(
    api::DeploymentStatus &status, const RolloutOf<api::ReplicaSet> &rollout, base::Time now)
{
    for (const auto &set : rollout.all()) {
        if (const api::Condition *failure = findCondition(set->status.conditions, "ReplicaFailure"))
            return judgeFailure(status.conditions, failure->reason, failure->message, now);
    }
    judgeFailure(status.conditions, {}, {}, now);
}

} // namespace core::rollout
