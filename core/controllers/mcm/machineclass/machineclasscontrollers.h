// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the controllers of classes and of their secrets to work: what they read, and which changes wake them.

#include "core/controllers/mcm/stores.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

std::unique_ptr<runtime::Controller> makeMachineClassController(
    const MachineControllerContext &context, const Stores &stores);
std::unique_ptr<runtime::Controller> makeSecretController(
    const MachineControllerContext &context, const Stores &stores);

} // namespace core::controllers::mcm
