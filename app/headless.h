// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program without a window: it serves until told to leave, or runs a scenario.

#include "app/options.h"
#include "core/base/worker.h"
#include "core/scenario/scenario.h"

namespace app {

class Core;

/// Prints the ready line, serves until SIGTERM, --exit-after or the end of the scenario; the exit code.
int runHeadless(const Options &options, std::optional<core::scenario::Scenario> script, Core &core,
    core::base::Worker &worker);

} // namespace app
