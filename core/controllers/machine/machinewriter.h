// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One pass over a machine: gathers what the pass changes on the Machine and around it, and puts the writes in
// order.

#include "core/actuator/actuator.h"
#include "core/controllers/conditions.h"
#include "core/controllers/machine/machinereasons.h"
#include "core/runtime/plan.h"

namespace core::controllers {

class MachineWriter
{
public:
    MachineWriter(const api::Machine &machine, base::Time now) : m_before(machine), m_now(now), after(machine)
    {
    }

    /// A phase other than Failed takes the error away (docs/machines.md §4.5).
    void setPhase(std::string_view phase);
    void setError(std::string reason, std::string message);
    void set(api::Condition condition) { setCondition(after.status.conditions, std::move(condition), m_now); }
    void setHookConditions();
    /// Takes over everything that the actuator wants recorded, done, told and explained.
    void take(actuator::ActuatorPlan acting);
    void take(const actuator::InstanceFacts &facts);
    void because(api::Reason reason) { reasons.push_back(std::move(reason)); }

    /// Status first, then what happens around the machine, then the machine itself, then the events. A change
    /// of the finalizers waits for a pass in which the status stays as it is, and so does all that goes with
    /// it.
    runtime::Plan plan();

private:
    const api::Machine &m_before;
    base::Time m_now;

public:
    api::Machine after; ///< what the machine is to be
    std::vector<api::Effect> effects; ///< around the machine
    std::vector<api::EmitEvent> events;
    std::vector<api::Reason> reasons;
    std::optional<base::Duration> checkAgainAfter;
};

} // namespace core::controllers
