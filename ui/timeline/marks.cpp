// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/marks.h"

#include "ui/format.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QStringList>

#include <algorithm>
#include <ranges>
#include <span>

namespace ui {

using namespace Qt::Literals::StringLiterals;

namespace {

struct MarkWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Marks)
};

constexpr double oneMark = 10; // px: what lies closer together is told as one
constexpr double besideLine = 4; // px between a line and its label
constexpr std::size_t mostTold = 12;

using MarkGroup = std::span<const Mark>;

/// "not-ready" of "not-ready until 2026-11-20T10:00:00Z".
QString faultWord(const Mark &mark)
{
    return text(std::string_view(mark.to).substr(0, mark.to.find(' ')));
}

bool isOfOneSubject(MarkGroup group)
{
    return std::ranges::all_of(group, [&](const Mark &mark) { return mark.subject == group[0].subject; });
}

/// The digits are grouped as in all numbers of machines.
QString groupedDigits(const std::string &number)
{
    const auto count = wholeNumber(text(number));
    return count ? countText(*count) : text(number);
}

QString labelOf(MarkGroup group)
{
    const auto count = static_cast<int>(group.size());
    switch (group[0].kind) {
    case Mark::Kind::Fault:
        return count == 1 ? MarkWords::tr("fault %1").arg(faultWord(group[0]))
                          : MarkWords::tr("%n faults", nullptr, count);
    case Mark::Kind::Scaled:
        return isOfOneSubject(group)
            ? MarkWords::tr("scaled %1 → %2")
                  .arg(groupedDigits(group.front().from), groupedDigits(group.back().to))
            : MarkWords::tr("%n scalings", nullptr, count);
    case Mark::Kind::DeleteAsked:
        break;
    }
    return count == 1 ? MarkWords::tr("↧ delete asked") : MarkWords::tr("↧ %n deletions", nullptr, count);
}

QString told(const Mark &mark)
{
    const QString when = clockText(mark.at) + u' ';
    switch (mark.kind) {
    case Mark::Kind::Fault:
        return when + MarkWords::tr("fault %1 on %2").arg(faultWord(mark), text(mark.subject));
    case Mark::Kind::Scaled:
        return when
            + MarkWords::tr("%1 scaled %2 → %3")
                  .arg(text(mark.subject), groupedDigits(mark.from), groupedDigits(mark.to));
    case Mark::Kind::DeleteAsked:
        break;
    }
    return when + MarkWords::tr("deletion of %1 asked for, its node had failed").arg(text(mark.subject));
}

QString toldOf(MarkGroup group)
{
    QStringList lines;
    std::ranges::for_each(
        group | std::views::take(mostTold), [&lines](const Mark &mark) { lines.append(told(mark)); });
    if (group.size() > mostTold)
        lines.append(MarkWords::tr("… %1 in all").arg(countText(std::ssize(group))));
    return lines.join(u'\n');
}

std::vector<MarkGroup> groupsOf(const std::vector<Mark> &marks, const TimeAxis &axis)
{
    std::vector<MarkGroup> groups;
    for (const Mark &mark : marks) {
        const bool joins = !groups.empty() && groups.back()[0].kind == mark.kind
            && axis.x(mark.at) - axis.x(groups.back()[0].at) < oneMark;
        if (joins)
            groups.back() = MarkGroup(groups.back().data(), groups.back().size() + 1);
        else
            groups.emplace_back(&mark, 1);
    }
    return groups;
}

} // namespace

std::vector<Mark> marksIn(const HealthRecord &record, const TimeWindow::Range &range)
{
    std::vector<Mark> marks;
    const auto add = [&](const Mark &mark) {
        if (range.begin <= mark.at && mark.at <= range.end)
            marks.push_back(mark);
    };
    std::ranges::for_each(record.marks(), add);
    for (const auto &[id, episode] : record.episodes()) {
        if (episode.deleteAskedAt)
            add({Mark::Kind::DeleteAsked, *episode.deleteAskedAt, episode.machine.name, {}, {}});
    }
    // Kinds apart, so that what many machines have in common is one mark although others lie between.
    std::ranges::stable_sort(marks, {}, [](const Mark &mark) { return std::pair(mark.kind, mark.at); });
    return marks;
}

std::vector<PlacedMark> placeMarks(
    const std::vector<Mark> &marks, const TimeAxis &axis, const QFontMetrics &metrics, double top)
{
    std::vector<PlacedMark> placed;
    for (const MarkGroup group : groupsOf(marks, axis))
        placed.push_back({group[0].kind, axis.x(group[0].at), labelOf(group), {}, toldOf(group)});
    // What people did keeps its labels before what follows from it, and the newest before what is older.
    std::ranges::stable_sort(placed, {},
        [](const PlacedMark &mark) { return std::pair(mark.kind == Mark::Kind::DeleteAsked, -mark.x); });
    const double right = axis.left + axis.width;
    for (auto mark = placed.begin(); mark != placed.end(); ++mark) {
        const double width = metrics.horizontalAdvance(mark->label) + 1;
        const bool fitsRight = mark->x + besideLine + width <= right;
        const double left = fitsRight ? mark->x + besideLine : mark->x - besideLine - width;
        const QRectF rect(left, top, width, metrics.height());
        const bool isFree = left >= axis.left && std::all_of(placed.begin(), mark, [&](const auto &other) {
            return other.labelRect.isNull()
                || !other.labelRect.adjusted(-besideLine, 0, besideLine, 0).intersects(rect);
        });
        if (isFree)
            mark->labelRect = rect;
        else
            mark->label.clear();
    }
    return placed;
}

} // namespace ui
