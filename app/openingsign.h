// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is shown while a large lab, or a login, keeps the window waiting (docs/window.md W74).

#include "app/options.h"
#include "core/base/worker.h"

#include <functional>

namespace app {

/// Runs it on the worker and waits for it. What takes longer than a second is told in a small window
/// meanwhile; who closes that asks the program to end, as by SIGTERM.
void openWithSign(core::base::Worker &worker, const Options &options, const std::function<void()> &open);

} // namespace app
