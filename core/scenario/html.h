// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pieces of the report's HTML.

#include "core/base/displaytext.h"
#include "core/scenario/report.h"

namespace core::scenario {

/// The episode as in docs/window.md W11: marks with their times, the stretches between them with lengths and
/// shares, and how it compares with the other episodes of its set.
std::string episodeCard(const timeline::Episode &episode, const timeline::RecoveryStatistics &statistics);

/// Ready, NotReady and Unknown as step functions between the two times, with the marks of the episodes, as an
/// SVG element.
std::string countsChart(const std::vector<timeline::HealthCounts> &counts,
    const std::vector<timeline::Episode> &episodes, api::Time begin, api::Time end);

} // namespace core::scenario
