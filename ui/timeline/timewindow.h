// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which stretch of time a chart shows. At the live edge it follows now; zooming keeps the time under the
// pointer in place.

#include "core/api/time.h"

namespace ui {

class TimeWindow
{
public:
    using Time = core::api::Time;
    using Duration = core::base::Duration;

    struct Range {
        Time begin;
        Time end;
    };

    /// What to show of a record that began then and ends now.
    Range range(Time recordBegin, Time now) const;
    bool isLive() const { return m_live; }

    /// Shows everything, and follows the live edge.
    void fit();
    /// A factor below 1 shows less; at is the place that stays, 0 at the left edge, 1 at the right.
    void zoom(double factor, double at, Time recordBegin, Time now);
    /// Moves by a share of what is shown, to the past when negative.
    void pan(double share, Time recordBegin, Time now);
    void goLive() { m_live = true; }

private:
    void set(Time begin, Duration span, Time recordBegin, Time now);

    bool m_all = true;
    bool m_live = true;
    Duration m_span {};
    Time m_end {};
};

} // namespace ui
