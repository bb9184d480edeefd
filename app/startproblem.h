// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The program cannot start: told on standard error and, unless headless, on a page that shows what helps.

#include "app/startremedies.h"

#include <optional>

namespace app {

/// The exit code; again becomes the command line of the remedy that the user chose, if any. When the lab is
/// open in another window, that window comes to the front instead.
int refuse(const Options &options, const core::base::Error &error, int exitCode, const Arguments &given,
    std::optional<Arguments> &again);

} // namespace app
