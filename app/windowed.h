// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program with a window.

#include "app/options.h"
#include "core/base/worker.h"
#include "core/scenario/scenario.h"

namespace app {

class Core;

/// Shows the window until it is closed; the exit code.
/// again: the command line of the start that the user wants in place of this one; stays empty when none.
int runWindowed(const Options &options, std::optional<core::scenario::Scenario> script, Core &core,
    core::base::Worker &worker, std::vector<std::string> &again);

} // namespace app
