// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many replicas each set of a rollout may have (docs/machines.md §6.4, §6.5), on plain numbers: the rules
// that both families of machine deployments follow, and the Deployments of pods.

#include "core/api/meta.h"

namespace core::api {

/// The bounds of a rollout in machines (§6.4). Recreate has neither surge nor unavailable ones.
struct RolloutLimits {
    std::int64_t desired = 0;
    std::int64_t surge = 0;
    std::int64_t unavailable = 0; ///< at most desired; at least 1 where nothing could move otherwise

    std::int64_t minAvailable() const { return desired - unavailable; }
    std::int64_t maxTotal() const { return desired + surge; }
    bool operator==(const RolloutLimits &) const = default;
};

/// Percentages of the desired machines are rounded up for the surge and down for the unavailable ones; both
/// must be valid, an unset one counts as the number given with it.
RolloutLimits rollingLimits(std::int64_t desired, const std::optional<IntOrString> &surge,
    const std::optional<IntOrString> &unavailable, std::int64_t surgeUnset = 1,
    std::int64_t unavailableUnset = 0);
enum class Rounding { Down, Up };
/// A number, or that percentage of the total, at most what a count of 32 bits holds; nothing for what is
/// neither.
std::optional<std::int64_t> portionOf(const IntOrString &value, std::int64_t total, Rounding rounding);
/// What is wrong with a number of machines or a percentage; empty when nothing is, or it is unset.
std::string amountProblem(std::string_view field, const std::optional<IntOrString> &value);

/// One machine set of a rollout, in machines.
struct SetSize {
    std::int64_t wanted = 0;
    std::int64_t present = 0;
    std::int64_t available = 0;
    /// The deployment's size when the set was last sized, without and with the surge.
    std::optional<std::int64_t> notedDesired;
    std::optional<std::int64_t> notedMax;
};

struct RolloutSizes {
    std::vector<SetSize> sets; ///< the oldest first, the current one last
    bool hasCurrent = false;
};

struct SizeOfSet {
    std::size_t set = 0; ///< its place in RolloutSizes::sets
    std::int64_t size = 0;
};

/// Step 2 of a rolling update: how large the current set should be now. A set takes the room of all it wants
/// or still has, whichever is more, so that the surge also holds while sets follow their sizes.
std::int64_t currentSetSize(const RolloutLimits &limits, const RolloutSizes &rollout);
/// Step 3: how large the old sets may be now; those that stay as they are left out.
std::vector<SizeOfSet> oldSetSizes(const RolloutLimits &limits, const RolloutSizes &rollout);
/// Whether the number of machines was changed since the sets were sized (§6.7).
bool isScaling(std::int64_t desired, const RolloutSizes &rollout);
enum class Growth {
    OfNewest, ///< machines: more of what is about to go would come for nothing
    Shared, ///< pods, as Kubernetes does: a new template that fails has no more than its share
};
/// Sizes for the desired number of machines, without going on with a rollout (§6.5): shrinking is shared in
/// proportion. Every set that wants machines is listed, also unchanged. present: all machines of the
/// deployment, the measure of sets that note none.
std::vector<SizeOfSet> proportionalSizes(
    const RolloutLimits &limits, std::int64_t present, const RolloutSizes &rollout, Growth growth);

} // namespace core::api
