// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of planMachine() for a machine that is being deleted.

#include "core/controllers/machine/machine.h"

namespace core::controllers {

runtime::Plan planMachineDeletion(
    const api::Machine &machine, const MachineView &seen, const actuator::Actuator &actuator, base::Time now);

} // namespace core::controllers
