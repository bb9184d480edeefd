// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timewindow.h"

#include <algorithm>

namespace ui {

namespace {

constexpr core::base::Duration leastShown = std::chrono::seconds(2);
/// A young record is shown on a line of this length, so that its first seconds do not jump.
constexpr core::base::Duration leastWhole = std::chrono::seconds(60);

core::base::Duration scaled(core::base::Duration duration, double factor)
{
    return core::base::Duration(static_cast<std::int64_t>(static_cast<double>(duration.count()) * factor));
}

} // namespace

TimeWindow::Range TimeWindow::range(Time recordBegin, Time now) const
{
    if (m_all)
        return {std::min(recordBegin, now - leastWhole), now};
    const Time end = m_live ? now : std::min(m_end, now);
    return {end - m_span, end};
}

void TimeWindow::fit()
{
    m_all = true;
    m_live = true;
}

void TimeWindow::set(Time begin, Duration span, Time recordBegin, Time now)
{
    const Range whole = {std::min(recordBegin, now - leastWhole), now};
    m_span = std::clamp(span, leastShown, whole.end - whole.begin);
    m_end = std::clamp(begin + m_span, whole.begin + m_span, now);
    m_live = m_end >= now;
    m_all = m_live && m_span == whole.end - whole.begin;
}

void TimeWindow::zoom(double factor, double at, Time recordBegin, Time now)
{
    const Range shown = range(recordBegin, now);
    const Duration span = std::max(leastShown, scaled(shown.end - shown.begin, factor));
    // The live edge is sticky: zooming in beside it keeps now in sight.
    const double keep = m_live && at > 0.85 ? 1 : at;
    const Time fixed = shown.begin + scaled(shown.end - shown.begin, keep);
    set(fixed - scaled(span, keep), span, recordBegin, now);
}

void TimeWindow::pan(double share, Time recordBegin, Time now)
{
    const Range shown = range(recordBegin, now);
    const Duration span = shown.end - shown.begin;
    set(shown.begin + scaled(span, share), span, recordBegin, now);
}

} // namespace ui
