// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program with a window.

#include "app/options.h"
#include "core/base/worker.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <vector>

namespace app {

class Core;

struct CommandLines {
    const std::vector<std::string> &given;
    std::optional<std::vector<std::string>> &again; ///< of the start that the user wants in place of this one
};

/// Shows the window until it is closed; the exit code.
int runWindowed(const Options &options, std::optional<core::scenario::Scenario> script, Core &core,
    core::base::Worker &worker, CommandLines lines);

} // namespace app
