// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the controller of nodes that have lost their machine to work: what it reads, and which changes wake
// it.

#include "core/controllers/mcm/settings.h"
#include "core/controllers/mcm/stores.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

std::unique_ptr<runtime::Controller> makeOrphanNodeController(
    const MachineControllerContext &context, const Stores &stores, const Settings &settings);

} // namespace core::controllers::mcm
