// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A deployment's machines on their way from earlier revisions to the newest (docs/window.md W21): how far
// they are, what they wait for, and when all will have come.

#include "ui/inspector/cards.h"
#include "ui/timeline/foreseen.h"

#include <span>

namespace ui {

struct Rollout {
    /// A set of an earlier revision that has machines yet.
    struct Earlier {
        ObjectRef set;
        std::int64_t revision = 0;
        std::int64_t machines = 0;
        std::int64_t ready = 0;
    };

    ObjectRef deployment;
    ObjectRef newest; ///< the set
    std::int64_t revision = 0;
    std::optional<core::api::Time> madeAt;
    std::int64_t wanted = 0; ///< of the deployment
    std::int64_t given = 0; ///< to its sets
    std::int64_t updated = 0;
    std::int64_t updatedReady = 0;
    std::int64_t ready = 0;
    std::vector<Earlier> earlier; ///< the newest revision first; also machines that are leaving

    bool isUnderWay() const { return !earlier.empty(); }
    std::int64_t earlierMachines() const;
};

/// sets: at least one, the newest revision first (ClusterView::setsOf).
Rollout rolloutOf(
    const ClusterView &cluster, const ObjectRef &deployment, const std::vector<ObjectRef> &sets);
/// The lines are HTML; none when all is as the deployment wants it.
QStringList rolloutLines(const ClusterView &cluster, const Rollout &rollout);
/// The text says since when it has been under way; empty when it is not.
QString rolloutCause(const ClusterView &cluster, const Theme &theme, const Rollout &rollout);
/// The row says when the last machine of the newest revision will be available. Nothing while that cannot be
/// told: it is paused, replaces nothing, or its controller is not ours.
std::optional<ForecastRow> rolloutEnd(const ClusterView &cluster, const Rollout &rollout, const Boots &boots);

} // namespace ui
