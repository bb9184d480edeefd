// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machine/machineplanner.h"

#include "core/controllers/conditions.h"

namespace core::controllers::mcm {

namespace {

api::mcm::LastOperation written(const OperationRecord &operation)
{
    api::mcm::LastOperation last;
    last.description = operation.description;
    if (operation.code != api::mcm::ErrorCode::Ok)
        last.errorCode = nameOf(operation.code);
    last.state = operation.state;
    last.type = operation.type;
    if (operation.step)
        last.step = static_cast<std::int64_t>(*operation.step);
    return last;
}

} // namespace

void MachinePlanner::setPhase(std::string_view phase, bool timeoutActive)
{
    api::mcm::CurrentStatus &current = after.status.currentStatus;
    if (current.phase == phase && current.timeoutActive == timeoutActive)
        return;
    current.phase = phase;
    current.timeoutActive = timeoutActive;
    current.lastUpdateTime = api::truncatedToSeconds(m_now);
}

void MachinePlanner::record(const OperationRecord &operation)
{
    api::mcm::LastOperation last = written(operation);
    last.lastUpdateTime = after.status.lastOperation.lastUpdateTime;
    if (last != after.status.lastOperation)
        recordAgain(operation);
}

void MachinePlanner::recordAgain(const OperationRecord &operation)
{
    after.status.lastOperation = written(operation);
    after.status.lastOperation.lastUpdateTime = api::truncatedToSeconds(m_now);
}

void MachinePlanner::take(DriverPlan acting)
{
    std::ranges::move(acting.effects, std::back_inserter(effects));
    std::ranges::move(acting.events, std::back_inserter(events));
    std::ranges::move(acting.reasons, std::back_inserter(reasons));
    checkAgainIn(acting.checkAgainAfter);
    if (!acting.facts)
        return;
    after.spec.providerID = std::move(acting.facts->providerID);
    after.status.addresses = std::move(acting.facts->addresses);
    after.status.lastKnownState = std::move(acting.facts->lastKnownState);
}

void MachinePlanner::takeRefusal(Operation operation, DriverPlan refused)
{
    const bool creating = operation == Operation::Create;
    OperationRecord record {creating ? api::mcm::operations::create : api::mcm::operations::remove,
        api::mcm::states::failed, refused.problem, refused.code};
    if (!creating)
        record.step = api::mcm::DeletionStep::DeleteInstance;
    recordAgain(record);
    refused.checkAgainAfter = retryAfter(operation, refused.code);
    const std::string_view doing = creating ? "Creating" : "Deleting";
    const std::string_view code = nameOf(refused.code);
    refused.reasons = {refused.checkAgainAfter
            ? machineReason(
                refusedReason, doing, code, refused.problem, *refused.checkAgainAfter, nameOf(operation))
            : machineReason(refusedReason, doing, code, refused.problem, nameOf(operation))};
    take(std::move(refused));
}

void MachinePlanner::checkAgainIn(std::optional<base::Duration> delay)
{
    checkAgain(checkAgainAfter, delay);
}

void MachinePlanner::checkAgainAt(base::Time time)
{
    checkAgainIn(std::max<base::Duration>(time - m_now, std::chrono::milliseconds(1)));
}

runtime::Plan MachinePlanner::plan()
{
    runtime::Plan plan {std::move(effects), std::move(reasons), checkAgainAfter};
    const bool newFinalizers = after.metadata.finalizers != m_before.metadata.finalizers;
    append(plan.effects,
        api::patchEffect(
            m_before, after, {}, newFinalizers ? api::Precondition::Version : api::Precondition::Uid));
    if (!newFinalizers)
        append(plan.effects, api::patchEffect(m_before, after, "status", api::Precondition::Uid));
    std::ranges::move(attempts, std::back_inserter(plan.effects));
    std::ranges::move(events, std::back_inserter(plan.effects));
    return plan;
}

} // namespace core::controllers::mcm
