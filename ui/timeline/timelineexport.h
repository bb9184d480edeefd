// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A stretch of the timeline as a file for others: tables, values, or one page that needs nothing else. All
// say which cluster it was, when, and that a lab's times are no production's (docs/window.md W18).

#include "ui/timeline/timewindow.h"

#include <QString>

namespace ui {

class ClusterView;

enum class ExportFormat {
    Png,
    Svg,
    EpisodesCsv,
    FactsCsv,
    FactsJson,
    Html,
    ScenarioHtml, ///< what the scenario that ran last leaves, whatever the scope
};

struct ExportScope {
    TimeWindow::Range range;
    std::uint64_t episode = 0; ///< only that one; 0: all that were going on in the range
};

/// Exports in a format that is text.
std::string exportedText(ExportFormat format, const ClusterView &cluster, const ExportScope &scope);
/// "recoveries.csv": as which it is proposed.
QString fileNameOf(ExportFormat format);
/// "Recoveries as a table (CSV)…"
QString titleOf(ExportFormat format);

} // namespace ui
