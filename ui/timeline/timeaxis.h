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
/// Ticks from zero on that span counts: 0, 25, 50.
struct CountScale {
    std::int64_t step = 0;
    std::int64_t steps = 0;
    std::int64_t top() const { return step * steps; }
};
struct CountTick {
    std::int64_t count = 0;
    QString label; ///< empty where another one needs its room
    bool isDesired = false; ///< beside the dashed line, which is no round number
};
/// Two or three round steps, which reach nearly as far as the counts, or a little farther; counts of a few
/// have a tick each.
CountScale countScale(double most);

} // namespace ui
