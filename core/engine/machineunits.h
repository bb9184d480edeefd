// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which controllers belong together, for somebody who switches them on.

#include "core/engine/values.h"

namespace core::engine {

/// Machines of that family are not made, linked or replaced without these; the family is MachineApi or Mcm.
/// They are in the order of starting.
std::vector<std::string> unitsThatMachinesNeed(ControllerGroup family);

} // namespace core::engine
