// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Pieces of the report's HTML.

#include "core/base/displaytext.h"
#include "core/scenario/report.h"
#include "core/scenario/sayings.h"

namespace core::scenario {

/// The episode as in docs/window.md W11: marks with their times, the stretches between them with lengths and
/// shares, and how it compares with the other episodes of its set.
std::string episodeCard(const timeline::Episode &episode, const timeline::RecoveryStatistics &statistics,
    const ReportVoice &voice);

/// "3 recoveries: median 19.3 s · p95 24.0 s · worst 24.0 s."; empty when there is none. The set is the one
/// that they are of; empty: of all.
std::string statisticsLine(
    const timeline::RecoveryStatistics &statistics, const std::string &machineSet, const ReportVoice &voice);

/// What is told, for HTML.
inline std::string htmlWords(const ReportVoice &voice, const api::Saying &saying)
{
    return base::htmlText(voice.words(saying));
}

/// Ready, NotReady and Unknown as step functions between the two times, with the marks of the episodes, as an
/// SVG element.
std::string countsChart(const std::vector<timeline::HealthCounts> &counts,
    const std::vector<timeline::Episode> &episodes, api::Time begin, api::Time end, const ReportVoice &voice);

} // namespace core::scenario
