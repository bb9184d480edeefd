// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the machine deployment controller to work: what it reads, and which changes wake it.

#include "core/controllers/setup.h"

namespace core::controllers::mcm {

/// Deployments, and the nodes that they update in place.
std::vector<std::unique_ptr<runtime::Controller>> makeMachineDeploymentControllers(
    const MachineControllerContext &context);

} // namespace core::controllers::mcm
