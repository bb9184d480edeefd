// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the budgets of machines to work: what they read, and which changes wake them.

#include "core/controllers/setup.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeMachineDisruptionController(const MachineControllerContext &context);

} // namespace core::controllers
