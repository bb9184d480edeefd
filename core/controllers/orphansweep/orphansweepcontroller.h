// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the sweep of orphans to work: what it reads.

#include "core/controllers/setup.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeOrphanSweepController(const MachineControllerContext &context);

} // namespace core::controllers
