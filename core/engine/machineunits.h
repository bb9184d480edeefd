// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which controllers belong together, for somebody who switches them on.

#include "core/engine/values.h"

namespace core::engine {

/// Without these the machines of that family are not made, linked or replaced; the family is MachineApi or
/// Mcm. In the order of starting.
std::vector<std::string> unitsThatMachinesNeed(ControllerGroup family);

} // namespace core::engine
