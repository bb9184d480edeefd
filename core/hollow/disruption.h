// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is wrong with a hollow kubelet: by the flags of its command line (docs/machines.md §3.8), by the
// recipe on its pod, by a fault that somebody put on its Node (core/api/recipe.h). Pure: a state is a
// function of the recipe, the start, now and the seed, so that nothing has to be remembered over a restart of
// the program.

#include "core/api/recipe.h"
#include "core/base/chance.h"
#include "core/hollow/commandlines.h"

namespace core::hollow {

enum class Health {
    Healthy,
    NotReady, ///< the kubelet says so itself; leases go on (§3.5, left column)
    Silent, ///< neither status nor lease; the node controller finds out (§3.5, right column)
};

struct Disruption {
    Health health = Health::Healthy;
    std::string message; ///< of NotReady: what the runtime check reports; for a condition: who requested it
    std::optional<base::Time> nextChange; ///< when to look again; the health may turn out to be the same
    std::optional<api::FaultKind> condition; ///< the condition that is True besides those of a sound node
    std::optional<base::Time> bootedAt; ///< when the latest reboot was over

    bool operator==(const Disruption &) const = default;
};

/// Where the lengths that a recipe leaves open come from: the dice of one node.
struct Dice {
    const base::Chance &chance;
    std::string_view node;

    /// The duration lies within the span, and is the same for the same purpose and start.
    base::Duration draw(const api::Span &span, std::string_view purpose, base::Time start) const;
};

/// What the flags make of a kubelet that started at start, as seen at its latest status update (§3.8:
/// transitions are quantised to the update frequency). Both flags at once count as "after" (§1.4 row 3).
Disruption flagsAt(const HollowKubeletConfig &config, base::Time start, base::Time now);

/// The recipe of somebody who first sees it at start, with times in place of lengths, in whole seconds.
/// Pinning what is pinned changes nothing.
api::Recipe pinned(api::Recipe recipe, base::Time start, const Dice &dice);
/// Whether a pinned recipe has ended.
bool isOver(const api::Recipe &recipe, base::Time now);
/// What a pinned recipe makes of a kubelet; it takes effect at once.
Disruption recipeAt(const api::Recipe &recipe, const Dice &dice, base::Time now);

/// All that may disrupt one kubelet, the recipes pinned.
struct Disruptions {
    const HollowKubeletConfig &config;
    base::Time start;
    std::optional<api::Recipe> recipe; ///< of the pod: instead of the flags
    std::optional<api::Recipe> fault; ///< of the Node: before all else, from its beginning to its end
};

Disruption disruptionAt(const Disruptions &disruptions, const Dice &dice, base::Time now);

} // namespace core::hollow
