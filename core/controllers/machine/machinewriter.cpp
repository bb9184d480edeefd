// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machine/machinewriter.h"

#include "core/controllers/machine/machine.h"

namespace core::controllers {

void MachineWriter::setPhase(std::string_view phase)
{
    after.status.phase = phase;
    if (phase != api::phases::failed)
        setError({}, {});
}

void MachineWriter::setError(std::string reason, std::string message)
{
    after.status.errorReason = std::move(reason);
    after.status.errorMessage = message;
    after.status.failureMessage = std::move(message);
}

void MachineWriter::setHookConditions()
{
    const auto setHookCondition = [this](
                                      std::string_view type, const std::vector<api::LifecycleHook> &hooks) {
        set(hooks.empty()
                ? trueCondition(type)
                : falseCondition(type, "Warning", "HookPresent", "Blocked by hook: " + hookNames(hooks)));
    };
    setHookCondition(drainableCondition, after.spec.lifecycleHooks.preDrain);
    setHookCondition(terminableCondition, after.spec.lifecycleHooks.preTerminate);
}

void MachineWriter::take(const actuator::InstanceFacts &facts)
{
    after.spec.providerID = facts.providerID;
    after.status.providerStatus = facts.providerStatus;
    after.status.addresses = facts.addresses;
}

void MachineWriter::take(actuator::ActuatorPlan acting)
{
    std::ranges::move(acting.effects, std::back_inserter(effects));
    std::ranges::move(acting.events, std::back_inserter(events));
    std::ranges::move(acting.reasons, std::back_inserter(reasons));
    checkAgain(checkAgainAfter, acting.checkAgainAfter);
    if (acting.facts)
        take(*acting.facts);
}

runtime::Plan MachineWriter::plan()
{
    runtime::Plan plan {{}, std::move(reasons), checkAgainAfter};
    const bool newStatus = after.status != m_before.status;
    const bool newFinalizers = after.metadata.finalizers != m_before.metadata.finalizers;
    if (newStatus) {
        after.status.lastUpdated = api::truncatedToSeconds(m_now);
        append(plan.effects, api::patchEffect(m_before, after, "status", api::Precondition::Uid));
    }
    if (newStatus && newFinalizers)
        return plan;
    std::ranges::move(effects, std::back_inserter(plan.effects));
    if (after.metadata != m_before.metadata || after.spec != m_before.spec)
        append(plan.effects,
            api::patchEffect(
                m_before, after, {}, newFinalizers ? api::Precondition::Version : api::Precondition::Uid));
    std::ranges::move(events, std::back_inserter(plan.effects));
    return plan;
}

} // namespace core::controllers
