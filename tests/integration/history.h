// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An hour of a lab, by chance: commands of its users, faults of its programs and its network. The seed
// decides everything; a history that fails can be shortened to what it takes to fail.

#include <cstdint>
#include <string>
#include <vector>

namespace tests {

/// One thing that happens at a second of the history: a command of a user, or a fault.
struct Incident {
    int second = 0;
    std::string name;
    std::uint64_t draw = 0; ///< which object, how much

    std::string text() const { return std::to_string(second) + " s: " + name + " " + std::to_string(draw); }
};

using History = std::vector<Incident>;

inline constexpr int historySeconds = 3600;

struct Played {
    std::string complaint; ///< what must not be, or did not come to be; empty when all went well
    std::vector<std::string> log; ///< every event of the lab
    int second = 0; ///< when it ended
    std::uint64_t writes = 0;
    std::size_t remediations = 0;
};

History historyOf(unsigned seed);
/// Plays the history until its second (for shorter ones), then heals and mends everything: the world has to
/// become as it is wanted, and then to be left alone.
Played play(unsigned seed, const History &history, int until = historySeconds);
/// What is left of a failing history when all is left out without which it still fails; tries for 3 minutes.
History shortened(unsigned seed, History history, const Played &failed);
/// A line for each incident.
std::string textOf(const History &history);

} // namespace tests
