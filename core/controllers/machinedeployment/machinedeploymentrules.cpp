// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedeployment/machinedeploymentrules.h"

#include "core/rollout/setrules.h"

namespace core::controllers {

rollout::SpecProblem validationProblem(const api::MachineDeployment &deployment)
{
    return rollout::replacingRolloutProblem(deployment, "machine set");
}

bool isRecreate(const api::MachineDeployment &deployment)
{
    return deployment.spec.strategy.type == "Recreate";
}

api::RolloutLimits limitsOf(const api::MachineDeployment &deployment)
{
    const std::int64_t desired = deployment.wantedReplicas();
    if (isRecreate(deployment))
        return {desired, 0, 0};
    const api::RollingUpdateSpec &rolling = deployment.spec.strategy.rollingUpdate;
    return api::rollingLimits(desired, rolling.maxSurge, rolling.maxUnavailable);
}

} // namespace core::controllers

namespace core::rollout {

void RolloutFamily<api::MachineSet>::judgeFailures(
    api::MachineDeploymentStatus &status, const RolloutOf<api::MachineSet> &rollout, base::Time now)
{
    for (const auto &set : rollout.all()) {
        const api::MachineSetStatus &its = set->status;
        if (!its.errorMessage.empty())
            return judgeFailure(status.conditions, its.errorReason.empty() ? "FailedCreate" : its.errorReason,
                set->metadata.name + ": " + its.errorMessage, now);
    }
    judgeFailure(status.conditions, {}, {}, now);
}

} // namespace core::rollout
