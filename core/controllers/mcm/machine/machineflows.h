// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The flows that planMachine() chooses from; for this folder only.

#include "core/controllers/mcm/machine/machine.h"
#include "core/controllers/mcm/machine/machineplanner.h"

namespace core::controllers::mcm {

/// One machine at one moment.
struct MachineContext {
    const api::mcm::Machine &machine;
    const MachineView &seen;
    const Driver &driver;
    const Settings &settings; ///< as they hold for this machine
    const Settings &common; ///< before what this machine says otherwise
    base::Time now;

    const api::mcm::CurrentStatus &current() const { return machine.status.currentStatus; }
    const api::mcm::LastOperation &lastOperation() const { return machine.status.lastOperation; }
    const std::string &name() const { return machine.metadata.name; }
    const NodePointer &node() const { return seen.instance.node; }
};

/// The time is when an operation of that type that failed may be tried again; nothing when it did not fail.
std::optional<base::Time> retryTime(
    const api::mcm::LastOperation &last, std::string_view type, Operation operation);

/// §9.5: until there is an instance.
bool isBeingCreated(const api::mcm::Machine &machine);
runtime::Plan planCreation(const MachineContext &at);
/// CrashLoopBackOff, or Failed once the time for the creation is over.
void setFailedCreationPhase(MachinePlanner &planner, const MachineContext &at);

/// §9.6: an instance and its node.
runtime::Plan planHealth(const MachineContext &at);
/// §9.8: how long the machine is kept although it failed.
void preserve(MachinePlanner &planner, const MachineContext &at);

/// §9.7: the machine is being deleted.
runtime::Plan planDeletion(const MachineContext &at);
/// Records that the step before is done.
void proceedTo(MachinePlanner &planner, api::mcm::DeletionStep step);
/// The step Drain.
void drain(MachinePlanner &planner, const MachineContext &at);

} // namespace core::controllers::mcm
