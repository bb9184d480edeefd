// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timewindow.h"

#include <algorithm>

namespace ui {

namespace {

constexpr core::base::Duration leastShown = std::chrono::seconds(2);
/// A young record is shown on a line of this length, so that its first seconds do not jump.
constexpr core::base::Duration leastWhole = std::chrono::seconds(60);
constexpr std::size_t mostRemembered = 100;

core::base::Duration scaled(core::base::Duration duration, double factor)
{
    return core::base::Duration(static_cast<std::int64_t>(static_cast<double>(duration.count()) * factor));
}

TimeWindow::Range wholeOf(core::api::Time recordBegin, core::api::Time now)
{
    return {std::min(recordBegin, now - leastWhole), now};
}

} // namespace

TimeWindow::Range TimeWindow::range(Time recordBegin, Time now) const
{
    const Range whole = wholeOf(recordBegin, now);
    if (m_view.all)
        return whole;
    if (m_view.live)
        return {std::max(now - m_view.span, whole.begin), now};
    const Time end = std::min(m_view.end, now);
    return {end - m_view.span, end};
}

void TimeWindow::set(Time begin, Duration span, Time recordBegin, Time now)
{
    const Range whole = wholeOf(recordBegin, now);
    m_view.span = std::clamp(span, leastShown, whole.end - whole.begin);
    m_view.end = std::clamp(begin + m_view.span, whole.begin + m_view.span, now);
    m_view.live = m_view.end >= now;
    m_view.all = m_view.live && m_view.span == whole.end - whole.begin;
}

void TimeWindow::show(const Range &range, Time recordBegin, Time now)
{
    set(range.begin, range.end - range.begin, recordBegin, now);
}

void TimeWindow::hold(Time recordBegin, Time now)
{
    const Range shown = range(recordBegin, now);
    m_view = {false, false, shown.end - shown.begin, shown.end};
}

void TimeWindow::zoom(double factor, double at, Time recordBegin, Time now)
{
    const Range shown = range(recordBegin, now);
    const Duration span = std::max(leastShown, scaled(shown.end - shown.begin, factor));
    // The live edge is sticky: zooming in beside it keeps now in sight.
    const double keep = m_view.live && at > 0.85 ? 1 : at;
    const Time fixed = shown.begin + scaled(shown.end - shown.begin, keep);
    set(fixed - scaled(span, keep), span, recordBegin, now);
}

void TimeWindow::pan(double share, Time recordBegin, Time now)
{
    const Range shown = range(recordBegin, now);
    const Duration span = shown.end - shown.begin;
    set(shown.begin + scaled(span, share), span, recordBegin, now);
}

void TimeWindow::remember()
{
    m_future.clear();
    if (!m_past.empty() && m_past.back() == m_view)
        return;
    if (m_past.size() == mostRemembered)
        m_past.erase(m_past.begin());
    m_past.push_back(m_view);
}

bool TimeWindow::move(std::vector<View> &from, std::vector<View> &to)
{
    if (from.empty())
        return false;
    to.push_back(m_view);
    m_view = from.back();
    from.pop_back();
    return true;
}

} // namespace ui
