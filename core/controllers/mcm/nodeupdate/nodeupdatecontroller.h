// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the controller to work that updates nodes in place: what it reads, and which changes wake it.

#include "core/controllers/mcm/family.h"
#include "core/controllers/setup.h"

namespace core::controllers::mcm {

std::unique_ptr<runtime::Controller> makeNodeUpdateController(
    const MachineControllerContext &context, const SetStores &stores);

} // namespace core::controllers::mcm
