// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/ribbon.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {
constexpr int leastRibbonWidth = 2; // px
}

void paintRibbon(QPainter &painter, const QRect &rect, std::span<const HealthChange> past,
    const RibbonTime &time, const Theme &theme, bool dimmed)
{
    const std::chrono::duration<double> span = time.end - time.begin;
    const auto x = [&](core::api::Time at) {
        const double share = std::chrono::duration<double>(at - time.begin) / span;
        return rect.left() + static_cast<int>(std::max(0.0, share) * rect.width());
    };
    const int calm = std::max(3, rect.height() / 5);
    const int loud = rect.height() * 3 / 5;
    int drawnTo = rect.left();
    for (std::size_t i = 0; i < past.size(); ++i) {
        const core::api::Time until = i + 1 < past.size() ? past[i + 1].at : time.knownUntil;
        if (until < time.begin || past[i].at > time.end || past[i].state == State::None)
            continue;
        const bool ready = past[i].state == State::Ready;
        const int left = std::max(x(past[i].at), drawnTo);
        const int right = std::max(std::min(x(until), rect.right()), left + (ready ? 0 : leastRibbonWidth));
        const int height = ready ? calm : loud;
        painter.fillRect(left, rect.center().y() - height / 2, right - left, height,
            theme.color(dimmed ? State::Paused : past[i].state));
        drawnTo = right;
    }
    for (const Outage &outage : time.outages) {
        const core::api::Time until = outage.end.value_or(time.end);
        if (past.empty() || until < std::max(time.begin, past.front().at))
            continue;
        const int left = x(std::max(outage.begin, past.front().at));
        const int right = std::max(std::min(x(until), rect.right()), left + leastRibbonWidth);
        paintHatch(painter, QRect(left, rect.center().y() - loud / 2, right - left, loud), theme);
    }
}

} // namespace ui
