// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is said when the program can't start.

#include "app/options.h"

namespace app {

/// Says it on standard error and, unless headless, in a window until that is closed; returns the exit code.
int refuse(const Options &options, const core::base::Error &error, int exitCode);

} // namespace app
