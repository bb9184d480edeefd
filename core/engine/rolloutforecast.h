// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How long a rollout will take, worked out from what bounds it.

#include "core/base/clock.h"

#include <cstdint>

namespace core::engine {

struct RolloutAhead {
    std::int64_t missing = 0; ///< machines of the newest revision that are not available yet
    std::int64_t mostMachines = 0; ///< that there may be at a time, of all revisions
    std::int64_t leastAvailable = 0; ///< of them
    base::Duration quickestBoot {0}; ///< from being made to being Ready
    base::Duration slowestBoot {0};
    base::Duration minReady {0}; ///< for which a machine has to be Ready before it counts as available
};

struct TimeFrame {
    base::Duration least {0};
    base::Duration most {0};

    bool operator==(const TimeFrame &) const = default;
};

/// The time frame ends when the last machine is available: as many boot one after the other as the bounds
/// leave no room beside each other (docs/machines.md §6.4).
TimeFrame timeFrameOf(const RolloutAhead &rollout);

} // namespace core::engine
