// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/machine/machinedeletion.h"

#include "core/controllers/machine/machinewriter.h"

#include <algorithm>

namespace core::controllers {

namespace {

using actuator::ActuatorPlan;

/// Returns whether the instance may go.
bool drain(MachineWriter &writer, const api::Machine &machine, const MachineView &seen, base::Time now)
{
    if (isTrue(machine.status.conditions, drainedCondition))
        return true;
    DrainPlan plan = planDrain(machine, seen.drain, now);
    for (api::Condition &condition : plan.conditions)
        writer.set(std::move(condition));
    // A disruption budget may refuse an eviction, and nothing after it is carried out then.
    const auto evictions = std::ranges::find_if(plan.effects,
        [](const api::Effect &effect) { return std::holds_alternative<api::EvictPod>(effect); });
    if (evictions == plan.effects.end())
        std::ranges::move(plan.events, std::back_inserter(writer.events));
    else
        plan.effects.insert(evictions, plan.events.begin(), plan.events.end());
    std::ranges::move(plan.effects, std::back_inserter(writer.effects));
    std::ranges::move(plan.reasons, std::back_inserter(writer.reasons));
    checkAgain(writer.checkAgainAfter, plan.checkAgainAfter);
    return plan.done;
}

/// Returns whether no pre-terminate hook is in the way.
bool passHooks(MachineWriter &writer, const api::Machine &machine)
{
    const std::string names = hookNames(machine.spec.lifecycleHooks.preTerminate);
    if (names.empty())
        return true;
    writer.set(falseCondition(terminableCondition, "Warning", "HookPresent", "Blocked by hook: " + names));
    writer.because(machineReason("WaitingForPreTerminateHook", names));
    return false;
}

void removeInstance(MachineWriter &writer, const api::Machine &machine, ActuatorPlan acting)
{
    const std::string invalid = acting.invalid;
    const std::string error = acting.refused ? acting.refused->message : invalid;
    const bool told = !invalid.empty() && machine.status.errorMessage == invalid;
    if (told)
        acting.events.clear();
    if (acting.done)
        std::erase(writer.after.metadata.finalizers, api::keys::machineFinalizer);
    writer.take(std::move(acting));
    if (!error.empty())
        writer.setError("DeleteError", error);
    writer.set(invalid.empty()
            ? trueCondition(terminableCondition)
            : falseCondition(terminableCondition, "Warning", "InvalidConfiguration", invalid));
}

} // namespace

runtime::Plan planMachineDeletion(
    const api::Machine &machine, const MachineView &seen, const actuator::Actuator &actuator, base::Time now)
{
    MachineWriter writer(machine, now);
    writer.setPhase(api::phases::deleting);
    if (!machine.metadata.hasFinalizer(api::keys::machineFinalizer)) {
        writer.because(machineReason("NotHeldByUs"));
        return writer.plan();
    }
    if (drain(writer, machine, seen, now) && passHooks(writer, machine))
        removeInstance(writer, machine, actuator.planDelete(machine, seen.instance, now));
    return writer.plan();
}

} // namespace core::controllers
