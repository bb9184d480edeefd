// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the machine set controller to work: what it reads, and which changes wake it.

#include "core/controllers/setup.h"

namespace core::controllers::mcm {

std::vector<std::unique_ptr<runtime::Controller>> makeMachineSetControllers(
    const MachineControllerContext &context);

} // namespace core::controllers::mcm
