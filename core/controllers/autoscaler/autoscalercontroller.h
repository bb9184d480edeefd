// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Puts the autoscaler to work: what it reads.

#include "core/controllers/setup.h"

namespace core::controllers {

/// Only labs have it: on a real cluster the autoscaler of that cluster does this, and our prerequisites don't
/// let us read what it reads.
std::unique_ptr<runtime::Controller> makeAutoscalerController(const MachineControllerContext &context);

} // namespace core::controllers
