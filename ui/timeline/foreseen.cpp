// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/foreseen.h"

#include <algorithm>

namespace ui {

using core::base::Duration;
using core::timeline::Episode;

namespace {
constexpr std::size_t replacementsLookedAt = 20;
}

std::vector<Duration> bootsBefore(
    std::uint64_t episode, const core::api::ObjectKey &set, const EpisodesById &episodes)
{
    std::vector<Duration> boots;
    for (auto it = episodes.lower_bound(episode);
         it != episodes.begin() && boots.size() < replacementsLookedAt;) {
        const Episode &earlier = (--it)->second;
        if (earlier.machineSet == set && earlier.replacementCreatedAt && earlier.recoveredAt
            && earlier.outcome == core::timeline::Outcome::Replaced)
            boots.push_back(*earlier.recoveredAt - *earlier.replacementCreatedAt);
    }
    std::ranges::sort(boots);
    return boots;
}

std::optional<Duration> foreseenRecovery(
    const Episode &episode, const std::optional<Duration> &timeout, const EpisodesById &episodes)
{
    const auto boots = bootsBefore(episode.id, episode.machineSet, episodes);
    if (!timeout || boots.empty())
        return std::nullopt;
    return *timeout + boots[boots.size() / 2];
}

} // namespace ui
