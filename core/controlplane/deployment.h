// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rolls out changes of a Deployment through its ReplicaSets, by the rules that machine deployments follow,
// too (docs/machines.md §6): rolling update with surge and unavailable pods, Recreate, proportional scaling,
// pause, revisions with their history, conditions and the progress deadline.
//
// Keys are Deployments. Reads them by key, ReplicaSets by setsByNamespace and pods by byControllerName.

#include "core/controlplane/workloadpods.h"
#include "core/rollout/replacingrollout.h"

namespace core::controlplane {

using ReplicaSetPointer = std::shared_ptr<const api::ReplicaSet>;
using DeploymentView = rollout::RolloutView<api::ReplicaSet>;

/// What is wrong with the spec.
rollout::SpecProblem validationProblem(const api::Deployment &deployment);
/// The bounds of a rollout: a quarter of the pods each, unless the spec says otherwise.
api::RolloutLimits limitsOf(const api::Deployment &deployment);

runtime::Plan planDeployment(const api::Deployment &deployment, const DeploymentView &seen, base::Time now);

/// The controller "deployment".
Controllers makeDeployments(const runtime::ControllerContext &context);

} // namespace core::controlplane

namespace core::rollout {

template<>
struct RolloutFamily<api::ReplicaSet> {
    using Deployment = api::Deployment;
    using Template = api::PodTemplate;

    static constexpr RolloutKeys keys {api::keys::deploymentRevision, api::keys::deploymentRevisionHistory,
        api::keys::deploymentReplicas, api::keys::deploymentMaxReplicas, api::keys::podTemplateHash};
    static constexpr HashStyle hash {.labelHasLetters = true};
    static constexpr auto growth = api::Growth::Shared;
    static constexpr const RolloutWords &words = podWords;
    static constexpr auto reason = podRolloutReason;

    static std::int64_t wanted(const api::ReplicaSet &set) { return set.wantedReplicas(); }
    static api::RolloutLimits limits(const Deployment &deployment)
    {
        return controlplane::limitsOf(deployment);
    }
    static bool isRecreate(const Deployment &deployment)
    {
        return deployment.spec.strategy.type == "Recreate";
    }
    static Template comparable(Template podTemplate)
    {
        return withoutLabel(std::move(podTemplate), keys.templateHash);
    }
    static void follow(api::ReplicaSet &set, const Deployment &deployment)
    {
        set.spec.minReadySeconds = deployment.spec.minReadySeconds;
    }
    static std::optional<std::int64_t> historyLimit(const Deployment &deployment)
    {
        return std::max<std::int64_t>(deployment.spec.revisionHistoryLimit.value_or(10), 0);
    }
    /// The largest number of 32 bits stands for none, as in the original.
    static std::optional<std::chrono::seconds> deadline(const Deployment &deployment);
    /// ReplicaFailure: the first set that says so.
    static void judgeFailures(
        api::DeploymentStatus &status, const RolloutOf<api::ReplicaSet> &rollout, base::Time now);
};

} // namespace core::rollout
