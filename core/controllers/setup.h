// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controllers of the folders here are made from, and the stores and indexes that they read.

#include "core/actuator/actuator.h"
#include "core/base/chance.h"
#include "core/controllers/healthcheck/remediationobjects.h"
#include "core/runtime/controller.h"

namespace core::controllers {

/// What controllers of both machine systems are made from besides; it outlives them.
struct MachineControllerContext : runtime::ControllerContext {
    const actuator::Actuator &actuator;
    RemediationObjects *external = nullptr;
};

/// Makes the informers and registers the indexes; once, before the informers start.
void addIndexes(runtime::InformerSet &informers);
Stores storesOf(runtime::InformerSet &informers);

} // namespace core::controllers
