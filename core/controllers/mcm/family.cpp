// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/family.h"

#include "core/api/timerange.h"
#include "core/controllers/conditions.h"
#include "core/rollout/setrules.h"

namespace core::controllers::mcm {

namespace keys = api::mcm::keys;
namespace phases = api::mcm::phases;

namespace {

bool isMarkedFrozen(const api::ObjectMeta &meta)
{
    return meta.label(keys::freeze) == "True";
}

/// What the strategy names is there and can be read.
std::string strategyProblem(const api::mcm::MachineDeploymentStrategy &strategy)
{
    const auto amounts = [](const std::string &block, const auto &spec) {
        if (!spec)
            return "spec.strategy." + block + " is missing";
        return rollout::amountsProblem("spec.strategy." + block, *spec);
    };
    if (strategy.type == "Recreate")
        return {};
    if (strategy.type == "RollingUpdate")
        return amounts("rollingUpdate", strategy.rollingUpdate);
    if (strategy.type != "InPlaceUpdate")
        return "spec.strategy.type \"" + strategy.type
            + "\" is none of Recreate, RollingUpdate, InPlaceUpdate";
    if (std::string problem = amounts("inPlaceUpdate", strategy.inPlaceUpdate); !problem.empty())
        return problem;
    const std::string &type = strategy.inPlaceUpdate->orchestrationType;
    if (type.empty() || type == "Auto" || type == "Manual")
        return {};
    return "spec.strategy.inPlaceUpdate.orchestrationType \"" + type + "\" is none of Auto, Manual";
}

template<typename Spec>
rollout::SpecProblem commonProblem(const Spec &spec, std::string_view members)
{
    if (spec.replicas < 0)
        return {"spec.replicas must not be negative"};
    if (spec.template_.spec.class_.kind.empty() || spec.template_.spec.class_.name.empty())
        return {"spec.template.spec.class needs a kind and a name"};
    return rollout::selectorProblem(spec.selector, spec.template_.metadata.labels, members);
}

} // namespace

bool isFrozen(const MachineSet &set)
{
    return isMarkedFrozen(set.metadata) || isTrue(set.status.machineSetCondition, frozenCondition);
}

bool isFrozen(const MachineDeployment &deployment)
{
    const api::RolloutCondition *condition = findCondition(deployment.status.conditions, frozenCondition);
    return isMarkedFrozen(deployment.metadata) || (condition && condition->status == "True");
}

bool isTerminating(const Machine &machine)
{
    return machine.isDeleting() || machine.phase() == phases::terminating;
}

bool isAvailable(const Machine &machine)
{
    return machine.phase() == phases::available || machine.phase() == phases::running;
}

std::string_view nodeNameOf(const Machine &machine)
{
    return machine.metadata.label(keys::nodeLabel);
}

std::int64_t priorityOf(const Machine &machine)
{
    return rollout::notedNumber(machine.metadata, keys::priority).value_or(api::mcm::defaultPriority);
}

void takePartsInPlace(api::mcm::MachineSpec &to, const api::mcm::MachineSpec &from)
{
    to.class_.kind = from.class_.kind;
    to.nodeTemplate = from.nodeTemplate;
    to.drainTimeout = from.drainTimeout;
    to.healthTimeout = from.healthTimeout;
    to.creationTimeout = from.creationTimeout;
    to.inPlaceUpdateTimeout = from.inPlaceUpdateTimeout;
    to.machinePreserveTimeout = from.machinePreserveTimeout;
    to.disableHealthTimeout = from.disableHealthTimeout;
    to.maxEvictRetries = from.maxEvictRetries;
    to.nodeConditions = from.nodeConditions;
}

Strategy strategyOf(const MachineDeployment &deployment)
{
    const std::string &type = deployment.spec.strategy.type;
    if (type == "Recreate")
        return Strategy::Recreate;
    return type == "InPlaceUpdate" ? Strategy::InPlaceUpdate : Strategy::RollingUpdate;
}

api::RolloutLimits limitsOf(const MachineDeployment &deployment)
{
    const api::mcm::MachineDeploymentStrategy &strategy = deployment.spec.strategy;
    const std::int64_t desired = deployment.spec.replicas;
    const Strategy type = strategyOf(deployment);
    if (type == Strategy::RollingUpdate && strategy.rollingUpdate)
        return api::rollingLimits(
            desired, strategy.rollingUpdate->maxSurge, strategy.rollingUpdate->maxUnavailable);
    if (type == Strategy::InPlaceUpdate && strategy.inPlaceUpdate)
        return api::rollingLimits(
            desired, strategy.inPlaceUpdate->maxSurge, strategy.inPlaceUpdate->maxUnavailable, 0, 1);
    return {desired, 0, 0};
}

rollout::SpecProblem validationProblem(const MachineDeployment &deployment)
{
    if (rollout::SpecProblem problem = commonProblem(deployment.spec, "machine set"); !problem.empty())
        return problem;
    return {strategyProblem(deployment.spec.strategy)};
}

rollout::SpecProblem validationProblem(const MachineSet &set)
{
    return commonProblem(set.spec, "machine");
}

std::vector<Index<MachineSet>> setIndexes()
{
    return {{indexNames::setsByNamespace,
        [](const MachineSet &set) { return runtime::IndexValues {set.metadata.ns}; }}};
}

std::vector<Index<Machine>> setMachineIndexes()
{
    using Values = runtime::IndexValues;
    return {{indexNames::machinesByController,
                [](const Machine &machine) {
                    const api::OwnerReference *owner = machine.metadata.controller();
                    return owner ? Values {owner->uid} : Values();
                }},
        {indexNames::machinesWithoutController,
            [](const Machine &machine) {
                return machine.metadata.controller() ? Values() : Values {machine.metadata.ns};
            }},
        {indexNames::machinesByNodeLabel, [](const Machine &machine) {
             const std::string_view node = nodeNameOf(machine);
             return node.empty() ? Values() : Values {std::string(node)};
         }}};
}

} // namespace core::controllers::mcm

namespace core::rollout {

using Family = RolloutFamily<api::mcm::MachineSet>;

Family::Template Family::comparable(Template machineTemplate)
{
    controllers::mcm::takePartsInPlace(machineTemplate.spec, {});
    return withoutLabel(std::move(machineTemplate), keys.templateHash);
}

void Family::follow(api::mcm::MachineSet &set, const Deployment &deployment)
{
    set.spec.machineClass = deployment.spec.template_.spec.class_;
    set.spec.minReadySeconds = deployment.spec.minReadySeconds;
    controllers::mcm::takePartsInPlace(set.spec.template_.spec, deployment.spec.template_.spec);
}

std::optional<std::chrono::seconds> Family::deadline(const Deployment &deployment)
{
    const auto &seconds = deployment.spec.progressDeadlineSeconds;
    return seconds ? std::optional(api::heldSeconds(*seconds)) : std::nullopt;
}

void Family::judgeFailures(
    api::mcm::MachineDeploymentStatus &status, const RolloutOf<api::mcm::MachineSet> &rollout, base::Time now)
{
    status.failedMachines.clear();
    std::string reason;
    std::string message;
    for (const auto &set : rollout.all()) {
        std::ranges::copy(set->status.failedMachines, std::back_inserter(status.failedMachines));
        const api::Condition *failure =
            findCondition(set->status.machineSetCondition, controllers::mcm::replicaFailureCondition);
        if (failure && reason.empty()) {
            reason = failure->reason;
            message = set->metadata.name + ": " + failure->message;
        }
    }
    judgeFailure(status.conditions, reason, std::move(message), now);
}

} // namespace core::rollout
