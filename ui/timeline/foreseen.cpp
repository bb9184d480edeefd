// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/foreseen.h"

#include "core/api/recipe.h"
#include "core/engine/capacity.h"
#include "core/engine/timing.h"

#include <algorithm>

namespace ui {

using core::base::Duration;
using core::timeline::Episode;

namespace {

constexpr std::size_t replacementsLookedAt = 20;

std::optional<Boots> bootsByTiming(const ClusterView &cluster)
{
    const core::engine::Timing *timing = core::engine::findTiming(cluster.status().timing);
    if (!timing || timing->boot.most <= timing->boot.most.zero())
        return std::nullopt;
    constexpr std::chrono::milliseconds half {500}; // boots count from a whole second
    const auto least = std::max<Duration>(timing->boot.least - half, Duration::zero());
    const auto most = std::max<Duration>(timing->boot.most - half, Duration::zero());
    return Boots {least, (least + most) / 2, most};
}

} // namespace

std::vector<Duration> bootsBefore(const Episode &episode, const EpisodesById &episodes)
{
    std::vector<Duration> boots;
    for (auto it = episodes.lower_bound(episode.id);
         it != episodes.begin() && boots.size() < replacementsLookedAt;) {
        const Episode &earlier = (--it)->second;
        if (earlier.isOfSameSet(episode) && earlier.replacementCreatedAt && earlier.recoveredAt
            && earlier.outcome == core::timeline::Outcome::Replaced
            && *earlier.recoveredAt <= episode.unhealthyAt)
            boots.push_back(*earlier.recoveredAt - *earlier.replacementCreatedAt);
    }
    std::ranges::sort(boots);
    return boots;
}

std::optional<Boots> bootsNow(const ClusterView &cluster, std::span<const ObjectRef> sets)
{
    std::vector<Duration> boots;
    const auto &episodes = cluster.health().episodes();
    for (const ObjectRef &set : sets) {
        for (const auto &[episode, boot] : cluster.health().boots(set)) {
            const auto known = episodes.find(episode); // or so old that it is not kept
            if (known == episodes.end() || cluster.knownRecovery(known->second))
                boots.push_back(boot);
        }
    }
    if (boots.empty())
        return bootsByTiming(cluster);
    std::ranges::sort(boots);
    return Boots {boots.front(), boots[boots.size() / 2], boots.back()};
}

std::optional<std::pair<core::api::Time, core::api::Time>> readyBetween(
    const ClusterView &cluster, const core::api::ObjectMeta &metadata)
{
    const auto set = ClusterView::setOf(metadata);
    const auto boots = set ? bootsNow(cluster, {&*set, 1}) : std::nullopt;
    const auto &made = metadata.creationTimestamp;
    return boots && made ? std::optional(std::pair(*made + boots->least, *made + boots->most)) : std::nullopt;
}

std::optional<Duration> readyWithin(const ClusterView &cluster, const ObjectRef &target, std::int64_t more)
{
    constexpr std::chrono::milliseconds leastTold {100};
    const core::engine::Status &status = cluster.status();
    const auto boots = bootsNow(cluster, setsBehind(cluster, target));
    if (!boots && status.mode != core::engine::Mode::Lab)
        return std::nullopt;
    const auto making = status.mode == core::engine::Mode::Lab
        ? static_cast<double>(more) * status.pace * core::engine::makingOneMachine
        : std::chrono::duration<double, std::micro>::zero();
    const Duration whole =
        (boots ? boots->most : Duration::zero()) + std::chrono::duration_cast<Duration>(making);
    return whole >= leastTold ? std::optional(whole) : std::nullopt;
}

std::optional<Duration> foreseenReturn(const Episode &episode)
{
    const auto fault = core::api::parseRecipe(episode.fault());
    const bool isOfKnownLength = fault && episode.faultAt && fault->cycle.size() == 1 && !fault->after
        && !fault->from && fault->lasts && fault->lasts->least == fault->lasts->most;
    return isOfKnownLength ? std::optional(*episode.faultAt + fault->lasts->most - episode.unhealthyAt)
                           : std::nullopt;
}

std::optional<Duration> foreseenRecovery(
    const Episode &episode, const std::optional<Duration> &timeout, const ClusterView &cluster)
{
    if (!timeout)
        return std::nullopt;
    if (const auto back = foreseenReturn(episode); back && *back < *timeout)
        return back;
    if (const auto boots = bootsBefore(episode, cluster.health().episodes()); !boots.empty())
        return *timeout + boots[boots.size() / 2];
    const auto byTiming = bootsByTiming(cluster);
    return byTiming ? std::optional(*timeout + byTiming->usual) : std::nullopt;
}

} // namespace ui
