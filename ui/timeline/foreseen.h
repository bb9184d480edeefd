// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was to be expected of a recovery by what was known before it, and how it compares with what happened
// (docs/window.md W29).

#include "ui/clusterview.h"

#include "core/timeline/episodetracker.h"

#include <map>

namespace ui {

using EpisodesById = std::map<std::uint64_t, core::timeline::Episode>;

/// How long the set's last 20 replacements took from being made to being Ready, shortest first; of those that
/// began before the episode of that number.
std::vector<core::base::Duration> bootsBefore(
    std::uint64_t episode, const core::api::ObjectKey &set, const EpisodesById &episodes);
/// A boot goes from being made to being Ready.
struct Boots {
    core::base::Duration least;
    core::base::Duration usual; ///< the median
    core::base::Duration most;
};
/// How long machines take to boot that these sets make now: by the last 20 replacements of each; without a
/// replacement by the lab's timing. Nothing where neither is known.
std::optional<Boots> bootsNow(const ClusterView &cluster, std::span<const ObjectRef> sets);

/// A recovery goes from the failure to the replacement Ready: the rule's wait, and the median of those boots.
/// Nothing where no rule concerns the failure, or the set had no replacement yet.
std::optional<core::base::Duration> foreseenRecovery(const core::timeline::Episode &episode,
    const std::optional<core::base::Duration> &timeout, const EpisodesById &episodes);

} // namespace ui
