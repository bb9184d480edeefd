// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What somebody did, as marks on the chart: faults, scalings, and deletions that a health check asked for.
// Marks of one kind close together are one; labels never overlap: those of deletions give way first, then the
// older ones (docs/window.md W16).

#include "ui/timeline/healthrecord.h"
#include "ui/timeline/timeaxis.h"

#include <QRectF>

class QFontMetrics;

namespace ui {

/// Kind by kind, of each the earliest first.
std::vector<Mark> marksIn(const HealthRecord &record, const TimeWindow::Range &range);

struct PlacedMark {
    Mark::Kind kind = Mark::Kind::Fault;
    double x = 0; ///< of its line, px
    QString label; ///< empty where there was no room
    QRectF labelRect;
    QString told; ///< whole, for people who point at it
};

/// Along the axis, with labels in a line whose top is given.
std::vector<PlacedMark> placeMarks(
    const std::vector<Mark> &marks, const TimeAxis &axis, const QFontMetrics &metrics, double top);

} // namespace ui
