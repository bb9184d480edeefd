// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What can go wrong at a write, as rows with names: tried at every write of a script, and drawn by chance.

#include "tests/integration/faultytransport.h"

namespace tests {

inline constexpr std::array<std::string_view, 12> faultNames {"crash", "lost response", "lost request",
    "lost response and late watches", "refusal", "late and merged watch", "repeated watches", "cut watches",
    "expired watches", "stale lists", "crash into the past", "outage"};
/// The first of them are tried at every write, the others at every fifth.
inline constexpr std::size_t triedAtEveryWrite = 5;

/// The row's faults; the number of the write chooses codes, ages and kinds.
std::vector<Fault> faultsFor(std::size_t row, std::uint64_t write);

} // namespace tests
