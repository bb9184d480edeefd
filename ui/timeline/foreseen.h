// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was to be expected of a recovery by what was known before it, and how it compares with what happened
// (docs/window.md W29).

#include "ui/clusterview.h"

#include "core/timeline/episodetracker.h"

#include <map>

namespace ui {

using EpisodesById = std::map<std::uint64_t, core::timeline::Episode>;

/// How long the last 20 replacements of the episode's set took from being made to being Ready, shortest
/// first; of those that were Ready when the episode began.
std::vector<core::base::Duration> bootsBefore(
    const core::timeline::Episode &episode, const EpisodesById &episodes);
/// A boot goes from being made to being Ready.
struct Boots {
    core::base::Duration least;
    core::base::Duration usual; ///< the median
    core::base::Duration most;
};
/// How long machines take to boot that these sets make at the time that is shown: by those of the last 20
/// replacements of each that were Ready by then; without a replacement by the lab's timing. Nothing where
/// neither is known.
std::optional<Boots> bootsNow(const ClusterView &cluster, std::span<const ObjectRef> sets);
/// When a machine with these metadata that just boots is Ready: not before, and not after, by how long others
/// took.
std::optional<std::pair<core::api::Time, core::api::Time>> readyBetween(
    const ClusterView &cluster, const core::api::ObjectMeta &metadata);

/// How long it takes until the set or deployment has so many machines more, all Ready: the longest boot, and
/// in a lab the time that making them takes. Nothing where neither is known, and of what takes no time.
std::optional<core::base::Duration> readyWithin(
    const ClusterView &cluster, const ObjectRef &target, std::int64_t more);

/// From the failure to the end of the fault that was put on the node; nothing where its length is not known,
/// or it comes and goes.
std::optional<core::base::Duration> foreseenReturn(const core::timeline::Episode &episode);

/// The return, where that comes before the rule acts; else from the failure to the replacement Ready: the
/// rule's wait, and the median of the boots before; of a set's first replacement the usual boot of the lab's
/// timing. Nothing where no rule concerns the failure, or neither is known.
std::optional<core::base::Duration> foreseenRecovery(const core::timeline::Episode &episode,
    const std::optional<core::base::Duration> &timeout, const ClusterView &cluster);

} // namespace ui
