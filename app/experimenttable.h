// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an experiment found, as a table for a terminal.

#include "core/experiment/summary.h"

#include <string>

namespace app {

/// A line for each variant, and below what was named first beside what was named last.
std::string tableOf(
    const core::experiment::Experiment &experiment, const std::vector<core::experiment::Summary> &summaries);

} // namespace app
