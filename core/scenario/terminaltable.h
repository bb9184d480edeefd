// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The table that a terminal shows while a scenario runs: the sets, then each machine with its phase, node,
// health and age. Plain ASCII within 80 columns; names that are too long are cut in the middle.

#include "core/scenario/runner.h"

namespace core::scenario {

enum class Colour { No, Ansi };

struct TerminalTableOptions {
    Colour colour = Colour::No;
    std::size_t width = 80; ///< at least 60
    std::size_t mostRows = 20; ///< machines beyond that are counted in a last line
};

class TerminalTable
{
public:
    explicit TerminalTable(TerminalTableOptions options = {}) : m_options(options) { }

    /// The lines to print, when anything but an age has changed since the last call; else nothing.
    std::vector<std::string> update(const ScenarioView &view, api::Time now);
    /// "12:00:03  step 2 of 9  Five are wanted now." when a step begins; when it ends "12:00:05  ok  after
    /// 2.0 s", or "failed" with what was tried. Long texts go on in further lines.
    std::vector<std::string> caption(std::size_t index, std::size_t steps, const StepReport &step) const;

private:
    TerminalTableOptions m_options;
    std::string m_shown; ///< the last table without its ages
};

} // namespace core::scenario
