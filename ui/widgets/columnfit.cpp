// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/columnfit.h"

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

std::vector<int> widthsBelow(std::span<const ColumnWish> columns, int cap, int capOfYielding)
{
    std::vector<int> widths;
    for (const ColumnWish &column : columns)
        widths.push_back(
            std::max(std::min(column.natural, column.yields ? capOfYielding : cap), column.least));
    return widths;
}

std::vector<int> widthsBelowLeast(std::span<const ColumnWish> columns, int cap, int capOfLast)
{
    std::vector<int> widths;
    for (const ColumnWish &column : columns) {
        const int most = column.forgoesLast ? capOfLast : cap;
        widths.push_back(std::max(std::min(column.least, most), column.least - column.forgoes));
    }
    return widths;
}

/// The largest cap below the end whose widths fit; 0 when none does.
template<typename Widths>
int largestCap(int end, int room, Widths widths)
{
    int fits = 0;
    while (end - fits > 1) { // it lies in [fits, end)
        const int cap = std::midpoint(fits, end);
        const std::vector<int> found = widths(cap);
        (std::accumulate(found.begin(), found.end(), 0) <= room ? fits : end) = cap;
    }
    return fits;
}

} // namespace

std::vector<int> fittedWidths(std::span<const ColumnWish> columns, int room)
{
    int end = 1;
    for (const ColumnWish &column : columns)
        end = std::max(end, column.natural + 1);
    const int yielding = largestCap(end, room, [&](int cap) { return widthsBelow(columns, end, cap); });
    if (yielding > 0)
        return widthsBelow(columns, end, yielding);
    const int fits = largestCap(end, room, [&](int cap) { return widthsBelow(columns, cap, 0); });
    if (fits > 0)
        return widthsBelow(columns, fits, 0);
    const int forgone = largestCap(end, room, [&](int cap) { return widthsBelowLeast(columns, cap, end); });
    if (forgone > 0)
        return widthsBelowLeast(columns, forgone, end);
    const int last = largestCap(end, room, [&](int cap) { return widthsBelowLeast(columns, 0, cap); });
    return widthsBelowLeast(columns, 0, last > 0 ? last : end);
}

} // namespace ui
