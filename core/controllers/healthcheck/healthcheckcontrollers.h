// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the health checks of both generations to work: what they read, and which changes wake them.

#include "core/controllers/setup.h"

namespace core::controllers {

std::unique_ptr<runtime::Controller> makeHealthCheckController(const MachineControllerContext &context);
std::unique_ptr<runtime::Controller> makeHealthCheckV1alpha1Controller(
    const MachineControllerContext &context);

} // namespace core::controllers
