// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The plan of one pass over a machine: gathers what the pass changes on the Machine and around it, and puts
// the writes in order. Side effects come first, then the status that records them: a recorded step has been
// done.

#include "core/controllers/mcm/driver.h"
#include "core/controllers/mcm/machine/machinereasons.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

/// What lastOperation is to say; its time is kept while all of this stays the same.
struct OperationRecord {
    std::string_view type;
    std::string_view state;
    std::string description;
    api::mcm::ErrorCode code = api::mcm::ErrorCode::Ok;
    std::optional<api::mcm::DeletionStep> step = {};
};

class MachinePlanner
{
public:
    MachinePlanner(const api::mcm::Machine &machine, base::Time now)
        : m_before(machine)
        , m_now(now)
        , after(machine)
    {
    }

    base::Time now() const { return m_now; }
    /// Begins the phase now; nothing happens when it is the present one.
    void setPhase(std::string_view phase, bool timeoutActive);
    void record(const OperationRecord &operation);
    /// Records it with now as its time even if nothing else is new: retries are counted from it.
    void recordAgain(const OperationRecord &operation);
    /// Takes over what the driver wants recorded, done, told and explained.
    void take(DriverPlan acting);
    /// Takes that over from an operation that was refused; records that, and when it is tried again (§9.11).
    void takeRefusal(Operation operation, DriverPlan refused);
    void because(api::Reason reason) { reasons.push_back(std::move(reason)); }
    void checkAgainIn(std::optional<base::Duration> delay);
    /// The next look is at that time, in a millisecond at the earliest.
    void checkAgainAt(base::Time time);

    /// Side effects, then spec and metadata, then the status, then attempts and events. A change of the
    /// finalizers goes without the status: the machine may be gone after it.
    runtime::Plan plan();

private:
    const api::mcm::Machine &m_before;
    base::Time m_now;

public:
    api::mcm::Machine after; ///< what the machine is to be
    std::vector<api::Effect> effects; ///< around the machine
    std::vector<api::Effect> attempts; ///< which may well be refused: after the record that they are made
    std::vector<api::EmitEvent> events;
    std::vector<api::Reason> reasons;
    std::optional<base::Duration> checkAgainAfter;
};

} // namespace core::controllers::mcm
