// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The rules of MachineDeployment of machine.openshift.io that need no view of the cluster (docs/machines.md
// §6.1 to §6.5), and what is its own of the rollout that it shares with the other family.

#include "core/api/machinedeployment.h"
#include "core/rollout/rollout.h"
#include "core/rollout/setrules.h"

namespace core::controllers {

using MachineSetPointer = std::shared_ptr<const api::MachineSet>;
using Rollout = rollout::RolloutOf<api::MachineSet>;
using Resize = rollout::ResizeOf<api::MachineSet>;

/// What is wrong with the spec (§6.1).
rollout::SpecProblem validationProblem(const api::MachineDeployment &deployment);
/// What a valid spec allows during a rollout.
api::RolloutLimits limitsOf(const api::MachineDeployment &deployment);
bool isRecreate(const api::MachineDeployment &deployment);

} // namespace core::controllers

namespace core::rollout {

template<>
struct RolloutFamily<api::MachineSet> {
    using Deployment = api::MachineDeployment;
    using Template = api::MachineTemplate;

    static constexpr RolloutKeys keys {api::keys::revision, api::keys::revisionHistory,
        api::keys::desiredReplicas, api::keys::maxReplicas, api::keys::templateHash};
    static constexpr HashStyle hash {};
    static constexpr auto growth = api::Growth::OfNewest;
    static constexpr const RolloutWords &words = machineWords;
    static constexpr auto reason = machineRolloutReason;

    static std::int64_t wanted(const api::MachineSet &set) { return set.wantedReplicas(); }
    static api::RolloutLimits limits(const Deployment &deployment)
    {
        return controllers::limitsOf(deployment);
    }
    static bool isRecreate(const Deployment &deployment) { return controllers::isRecreate(deployment); }
    static Template comparable(Template machineTemplate)
    {
        return withoutLabel(std::move(machineTemplate), keys.templateHash);
    }
    static void follow(api::MachineSet &set, const Deployment &deployment)
    {
        set.spec.minReadySeconds = deployment.spec.minReadySeconds;
    }
    static std::optional<std::int64_t> historyLimit(const Deployment &deployment)
    {
        return std::max<std::int64_t>(deployment.spec.revisionHistoryLimit.value_or(1), 0);
    }
    static std::optional<std::chrono::seconds> deadline(const Deployment &deployment)
    {
        return api::heldSeconds(deployment.spec.progressDeadlineSeconds.value_or(600));
    }
    /// ReplicaFailure: the first set that could not do what it should.
    static void judgeFailures(
        api::MachineDeploymentStatus &status, const RolloutOf<api::MachineSet> &rollout, base::Time now);
};

} // namespace core::rollout
