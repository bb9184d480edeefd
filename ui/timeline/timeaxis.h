// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The line of time that chart and lanes share, and the round numbers that are written on axes.

#include "ui/timeline/timewindow.h"

#include <QString>

namespace ui {

struct TimeAxis {
    TimeWindow::Range range;
    double left = 0; ///< px
    double width = 1;

    /// The place is never outside of the axis.
    double x(core::api::Time at) const;
    core::api::Time timeAt(double x) const;
    bool shows(core::api::Time at) const { return range.begin <= at && at <= range.end; }
};

struct TimeTick {
    core::api::Time at;
    QString label; ///< local time
};

/// Round local times in the range, at most so many.
std::vector<TimeTick> timeTicks(const TimeWindow::Range &range, int most);
/// The distance of the ticks of counts that reach so far: 25 for 50.
std::int64_t countStep(double most);

} // namespace ui
