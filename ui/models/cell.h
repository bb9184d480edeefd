// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What one cell shows, and what its column sorts by. Cells are values: made once per version of an object,
// then painted.

#include "core/api/time.h"
#include "ui/state.h"

#include <QString>

#include <compare>
#include <functional>
#include <optional>
#include <vector>

namespace ui {

/// Raw values compare, never the text shown: first the number, then the text.
struct SortKey {
    std::int64_t number = 0;
    std::string text;
    bool operator==(const SortKey &) const = default;
    auto operator<=>(const SortKey &) const = default;
};

struct Cell {
    QString text;
    State state = State::None; ///< its shape is painted before the text
    std::optional<core::api::Time> since; ///< the text is how long ago that was, and grows without a change
    /// The text's {when} stands for the time left until then: "in 6 s", "now"; it shrinks without a change.
    std::optional<core::api::Time> due = {};
    /// When a machine is Ready at last: not before, and not after; until then the text is "Ready in 1–3 s"
    /// instead, which shrinks without a change.
    std::optional<std::pair<core::api::Time, core::api::Time>> ready = {};
    std::optional<double> share = {}; ///< 0 … 1: a bar behind the text
    QString spoken = {}; ///< for screen readers; the text when empty
    QString tip = {}; ///< of a cell with an age the time itself is shown instead
    bool quiet = false; ///< secondary: painted in a softer tone
    QString brief = {}; ///< instead of the text where its first part has no room; empty: that is elided
};

/// A column of a table of T. Columns are a table, not a switch.
template<typename T>
struct Column {
    QString id; ///< for the filter line and saved settings: lower-case letters
    QString title;
    int width = 10; ///< in characters, while there is no content to fit
    std::function<Cell(const T &)> cell;
    std::function<SortKey(const T &)> sortKey;
    bool numeric = false; ///< aligned to the right
    bool shown = true; ///< at first; the user may change it
    bool editable = false; ///< a number typed into it is a command
    bool ribbon = false; ///< the past of the row's node is painted into it
    /// Spoken, and the tip, where the cell shows no text; made when asked for.
    std::function<QString(const T &)> words;
    /// What it shows at its longest, of a value that must never be elided.
    QString longest = {};
    bool name = false; ///< elided in the middle: names differ at their ends
    QString shortTitle = {}; ///< where the title has no room; empty: the title itself, which then has room
    int least = 6; ///< characters that stay of what may be elided, where there is little room
    bool yields = false; ///< is elided before others are
};

} // namespace ui
