// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How wide the columns of a table are when they share a line.

#include <span>
#include <vector>

namespace ui {

struct ColumnWish {
    int natural = 0; ///< all of it is seen, px
    int least = 0; ///< as far as it may be elided; like natural when it may not
    bool yields = false; ///< gives way before any that does not
    int forgoes = 0; ///< so much of the least, px, rather than that the line is too long
    bool forgoesLast = false; ///< after all others have forgone what they can
};

/// The natural widths; where there is not room enough the widest ones give way first, all to one width, and
/// none below its least: at first those that yield, then the others. Where even that has no room, those that
/// forgo some of their least do so in the same way, and then those that forgo last, unless the line is too
/// long all the same.
std::vector<int> fittedWidths(std::span<const ColumnWish> columns, int room);

} // namespace ui
