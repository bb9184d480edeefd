// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the machine controller to work, and what belongs to it: what they read, and which changes wake them.

#include "core/controllers/mcm/machine/machinereconciler.h"
#include "core/controllers/mcm/setup.h"

namespace core::controllers::mcm {

/// Machines, and what belongs to them: classes, secrets, nodes that have lost their machine.
std::vector<std::unique_ptr<runtime::Controller>> makeMachineControllers(
    const MachineControllerContext &context, Secrets secrets, const MachineControllerOptions &options = {});

} // namespace core::controllers::mcm
