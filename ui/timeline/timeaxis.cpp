// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeaxis.h"

#include "ui/format.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>

namespace ui {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using core::api::Time;
using core::base::Duration;

namespace {

constexpr double countOver = 1.1; // so many times the highest tick is near enough to it: 53 above 50

Duration tickStep(Duration span, int most)
{
    constexpr Duration round[] = {1s, 2s, 5s, 10s, 15s, 30s, 1min, 2min, 5min, 10min, 15min, 30min, 1h, 2h,
        3h, 6h, 12h, 24h, 48h, 168h};
    for (const Duration step : round) {
        if (span <= step * most)
            return step;
    }
    return span;
}

} // namespace

double TimeAxis::x(Time at) const
{
    const std::chrono::duration<double> span = range.end - range.begin;
    if (span.count() <= 0)
        return left;
    const double share = std::chrono::duration<double>(at - range.begin) / span;
    return left + std::clamp(share, 0.0, 1.0) * width;
}

Time TimeAxis::timeAt(double x) const
{
    const double share = std::clamp((x - left) / std::max(1.0, width), 0.0, 1.0);
    const auto span = static_cast<double>((range.end - range.begin).count());
    return range.begin + Duration(static_cast<std::int64_t>(share * span));
}

std::vector<TimeTick> timeTicks(const TimeWindow::Range &range, int most)
{
    std::vector<TimeTick> ticks;
    if (range.end <= range.begin || most < 1)
        return ticks;
    const Duration step = tickStep(range.end - range.begin, most);
    const auto offsetAt = [](Time at) {
        return std::chrono::seconds(QDateTime::fromMSecsSinceEpoch(milliseconds(at)).offsetFromUtc());
    };
    const auto local = offsetAt(range.begin);
    const Duration first = range.begin.time_since_epoch() + local;
    const Duration rest = first % step;
    const QString pattern = step < 1h ? u"HH:mm:ss"_s : step < 24h ? u"HH:mm"_s : u"yyyy-MM-dd"_s;
    for (Time next = range.begin + (rest == Duration {} ? rest : step - rest); next <= range.end + 1h;
         next += step) {
        const Time at = step > 1h ? next + (local - offsetAt(next)) : next; // clocks are put forward and back
        if (range.begin <= at && at <= range.end)
            ticks.push_back({at, QDateTime::fromMSecsSinceEpoch(milliseconds(at)).toString(pattern)});
    }
    return ticks;
}

CountScale countScale(double most)
{
    if (most <= 3)
        return {1, static_cast<std::int64_t>(std::max(1.0, std::ceil(most)))};
    CountScale best;
    for (double ten = 1; ten <= most; ten *= 10) {
        for (const double step : {1.0, 2.0, 2.5, 5.0}) {
            const double size = step * ten;
            const double count = std::ceil(most / countOver / size);
            const CountScale scale {static_cast<std::int64_t>(size), static_cast<std::int64_t>(count)};
            const auto above = [&](const CountScale &it) {
                return std::max(0.0, static_cast<double>(it.top()) - most);
            };
            const bool isRound = size == std::floor(size) && (count == 2 || count == 3);
            if (isRound && (best.step == 0 || above(scale) <= above(best)))
                best = scale;
        }
    }
    return best;
}

} // namespace ui
