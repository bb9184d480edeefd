// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/columnfit.h"

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

std::vector<int> widthsBelow(std::span<const ColumnWish> columns, int cap)
{
    std::vector<int> widths;
    for (const ColumnWish &column : columns)
        widths.push_back(std::max(std::min(column.natural, cap), column.least));
    return widths;
}

} // namespace

std::vector<int> fittedWidths(std::span<const ColumnWish> columns, int room)
{
    int fits = 0;
    int widest = 1;
    for (const ColumnWish &column : columns)
        widest = std::max(widest, column.natural + 1);
    while (widest - fits > 1) { // the largest cap with which all of them fit lies in [fits, widest)
        const int cap = std::midpoint(fits, widest);
        const auto widths = widthsBelow(columns, cap);
        (std::accumulate(widths.begin(), widths.end(), 0) <= room ? fits : widest) = cap;
    }
    return widthsBelow(columns, fits);
}

} // namespace ui
