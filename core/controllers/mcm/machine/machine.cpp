// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machine/machine.h"

#include "core/controllers/conditions.h"
#include "core/controllers/mcm/machine/machineflows.h"

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;

runtime::Plan planFrozen(const MachineContext &at)
{
    MachinePlanner planner(at.machine, at.now);
    planner.checkAgainIn(retries::late);
    planner.because(machineReason("Frozen", retries::late));
    return planner.plan();
}

runtime::Plan planFinalizer(const MachineContext &at)
{
    MachinePlanner planner(at.machine, at.now);
    planner.after.metadata.finalizers.emplace_back(keys::finalizer);
    planner.because(machineReason("AddingFinalizer"));
    return planner.plan();
}

runtime::Plan planDeletedNode(const MachineContext &at)
{
    MachinePlanner planner(at.machine, at.now);
    const std::string &node = at.node()->metadata.name;
    planner.effects.emplace_back(api::deleteEffect(at.machine));
    planner.events.push_back(normalEvent(
        at.machine, "NodeDeleted", "Node " + node + " is being deleted, so the machine goes too"));
    planner.because(machineReason("NodeDeleted", node));
    return planner.plan();
}

} // namespace

std::optional<base::Time> retryTime(
    const api::mcm::LastOperation &last, std::string_view type, Operation operation)
{
    if (last.type != type || last.state != api::mcm::states::failed || last.errorCode.empty()
        || !last.lastUpdateTime)
        return std::nullopt;
    const auto wait = retryAfter(operation, api::mcm::errorCodeNamed(last.errorCode));
    return wait ? std::optional(*last.lastUpdateTime + *wait) : std::nullopt;
}

bool isPreserved(const api::mcm::Machine &machine, base::Time now)
{
    const auto &until = machine.status.currentStatus.preserveExpiryTime;
    return until && now < *until;
}

runtime::Plan planMachine(const api::mcm::Machine &machine, const MachineView &seen, const Driver &driver,
    const Settings &settings, base::Time now)
{
    const Settings own = effectiveFor(machine, settings);
    const MachineContext at {machine, seen, driver, own, settings, now};
    if (machine.isDeleting())
        return planDeletion(at);
    if (seen.frozen)
        return planFrozen(at);
    if (!machine.metadata.hasFinalizer(keys::finalizer))
        return planFinalizer(at);
    if (at.node() && at.node()->metadata.isDeleting())
        return planDeletedNode(at);
    return isBeingCreated(machine) ? planCreation(at) : planHealth(at);
}

runtime::Plan planRefusal(const api::mcm::Machine &machine, const std::string &problem, base::Time now)
{
    const bool isMade = !isBeingCreated(machine) && machine.phase() != api::mcm::phases::pending;
    MachinePlanner planner(machine, now);
    if (machine.status.lastOperation.description != problem)
        planner.events = {warningEvent(machine, "FailedValidate", problem)};
    if (isBeingCreated(machine))
        planner.setPhase(api::mcm::phases::crashLoopBackOff, false);
    planner.record({isMade ? api::mcm::operations::update : api::mcm::operations::create,
        api::mcm::states::failed, problem, api::mcm::ErrorCode::FailedPrecondition});
    planner.because(machineReason("FailedValidate", problem));
    return planner.plan();
}

std::vector<api::Effect> recordMachineFailure(const api::mcm::Machine &machine, const MachineView &seen,
    const Driver &driver, const Settings &settings, const base::Error &error, base::Time now)
{
    const Settings own = effectiveFor(machine, settings);
    const MachineContext at {machine, seen, driver, own, settings, now};
    MachinePlanner planner(machine, now);
    if (deletionStep(machine) == api::mcm::DeletionStep::DeleteInstance) {
        planner.recordAgain({api::mcm::operations::remove, api::mcm::states::failed, error.message,
            errorCodeOf(error), api::mcm::DeletionStep::DeleteInstance});
    } else if (!machine.isDeleting() && isBeingCreated(machine) && !driver.find(machine, seen.instance)) {
        DriverPlan failed = driver.createFailed(machine, error, now);
        setFailedCreationPhase(planner, at);
        planner.recordAgain(
            {api::mcm::operations::create, api::mcm::states::failed, failed.problem, failed.code});
        planner.take(std::move(failed));
    }
    return planner.plan().effects;
}

} // namespace core::controllers::mcm
