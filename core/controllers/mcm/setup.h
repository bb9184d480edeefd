// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the reconcilers of this folder to work: which stores and indexes they read, which changes wake them.

#include "core/controllers/mcm/machine/machinereconciler.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

enum class Secrets { Read, NotRead };

/// Makes the informers and registers the indexes; once, before the informers start and after those of
/// core/controllers.
void addIndexes(runtime::InformerSet &informers, Secrets secrets);
Stores storesOf(runtime::InformerSet &informers, Secrets secrets);

/// Machines, and what belongs to them: classes, secrets, nodes that have lost their machine.
std::vector<std::unique_ptr<runtime::Controller>> makeMachineControllers(
    const MachineControllerContext &context, Secrets secrets, const MachineControllerOptions &options = {});

} // namespace core::controllers::mcm
