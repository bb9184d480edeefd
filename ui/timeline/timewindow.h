// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which stretch of time a chart shows. At the live edge it follows now; zooming keeps the time under the
// pointer in place; what was shown before can be gone back to (docs/window.md W15).

#include "core/api/time.h"

#include <vector>

namespace ui {

class TimeWindow
{
public:
    using Time = core::api::Time;
    using Duration = core::base::Duration;

    struct Range {
        Time begin;
        Time end;
        bool operator==(const Range &) const = default;
    };

    /// What to show of a record that began then and ends now.
    Range range(Time recordBegin, Time now) const;
    bool isLive() const { return m_view.live; }
    /// Everything is shown, however long it gets.
    bool isWhole() const { return m_view.all; }

    /// Shows everything, and follows the live edge.
    void fit() { m_view = {}; }
    /// Shows the last stretch of that length, and follows the live edge; all of a record that is shorter.
    void showLast(Duration span) { m_view = {false, true, span, {}}; }
    void show(const Range &range, Time recordBegin, Time now);
    /// A factor below 1 shows less; at is the place that stays, 0 at the left edge, 1 at the right.
    void zoom(double factor, double at, Time recordBegin, Time now);
    /// Moves by a share of what is shown, to the past when negative.
    void pan(double share, Time recordBegin, Time now);
    void goLive() { m_view.live = true; }
    /// Shows what it shows now, and does not follow the live edge.
    void hold(Time recordBegin, Time now);

    /// Makes what is shown now a place that back() returns to.
    void remember();
    /// The result is false when there is nothing to go to.
    bool back() { return move(m_past, m_future); }
    bool forward() { return move(m_future, m_past); }

private:
    struct View {
        bool all = true;
        bool live = true;
        Duration span {};
        Time end {};
        bool operator==(const View &) const = default;
    };

    void set(Time begin, Duration span, Time recordBegin, Time now);
    bool move(std::vector<View> &from, std::vector<View> &to);

    View m_view;
    std::vector<View> m_past;
    std::vector<View> m_future;
};

} // namespace ui
