// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/rolloutforecast.h"

#include <algorithm>

namespace core::engine {

namespace {

/// One after the other; for ever where that is longer than a duration can be.
base::Duration inSeries(std::int64_t waves, base::Duration boot, base::Duration minReady)
{
    const base::Duration longest = base::Duration::max() / std::max<std::int64_t>(waves, 1);
    return boot > longest - minReady ? base::Duration::max() : waves * (boot + minReady);
}

} // namespace

TimeFrame timeFrameOf(const RolloutAhead &rollout)
{
    const std::int64_t abreast = std::max<std::int64_t>(rollout.mostMachines - rollout.leastAvailable, 1);
    const std::int64_t waves = rollout.missing / abreast + (rollout.missing % abreast == 0 ? 0 : 1);
    return {inSeries(waves, rollout.quickestBoot, rollout.minReady),
        inSeries(waves, rollout.slowestBoot, rollout.minReady)};
}

} // namespace core::engine
