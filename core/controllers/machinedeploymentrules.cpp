// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machinedeploymentrules.h"

#include "core/controllers/setrules.h"

namespace core::controllers {

std::string validationProblem(const api::MachineDeployment &deployment)
{
    const api::MachineDeploymentSpec &spec = deployment.spec;
    if (deployment.wantedReplicas() < 0)
        return "spec.replicas must not be negative";
    if (spec.minReadySeconds < 0)
        return "spec.minReadySeconds must not be negative";
    if (spec.revisionHistoryLimit.value_or(0) < 0)
        return "spec.revisionHistoryLimit must not be negative";
    if (spec.progressDeadlineSeconds.value_or(0) < 0)
        return "spec.progressDeadlineSeconds must not be negative";
    if (const std::string problem =
            selectorProblem(spec.selector, spec.template_.metadata.labels, "machine set");
        !problem.empty())
        return problem;
    const std::string &type = spec.strategy.type;
    if (!type.empty() && type != "RollingUpdate" && type != "Recreate")
        return "spec.strategy.type \"" + type + "\" is none of RollingUpdate, Recreate";
    const api::RollingUpdateSpec &rolling = spec.strategy.rollingUpdate;
    if (const std::string problem =
            amountProblem("spec.strategy.rollingUpdate.maxUnavailable", rolling.maxUnavailable);
        !problem.empty())
        return problem;
    return amountProblem("spec.strategy.rollingUpdate.maxSurge", rolling.maxSurge);
}

bool isRecreate(const api::MachineDeployment &deployment)
{
    return deployment.spec.strategy.type == "Recreate";
}

RolloutLimits limitsOf(const api::MachineDeployment &deployment)
{
    const std::int64_t desired = deployment.wantedReplicas();
    if (isRecreate(deployment))
        return {desired, 0, 0};
    const api::RollingUpdateSpec &rolling = deployment.spec.strategy.rollingUpdate;
    return rollingLimits(desired, rolling.maxSurge, rolling.maxUnavailable);
}

api::MachineTemplate RolloutFamily<api::MachineSet>::comparable(Template machineTemplate)
{
    std::erase_if(machineTemplate.metadata.labels,
        [](const auto &label) { return label.first == api::keys::templateHash; });
    return machineTemplate;
}

void RolloutFamily<api::MachineSet>::judgeFailures(
    api::MachineDeploymentStatus &status, const Rollout &rollout, base::Time now)
{
    for (const MachineSetPointer &set : rollout.all()) {
        const api::MachineSetStatus &its = set->status;
        if (!its.errorMessage.empty())
            return judgeFailure(status.conditions, its.errorReason.empty() ? "FailedCreate" : its.errorReason,
                set->metadata.name + ": " + its.errorMessage, now);
    }
    judgeFailure(status.conditions, {}, {}, now);
}

} // namespace core::controllers
