// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How quickly an autoscaler may change the number of pods: what was asked for lately, and how many came and
// went, bound what may be done now (docs/machines.md §3.11).

#include "core/api/podautoscaler.h"

namespace core::controlplane {

/// What was asked for at a time, or how many more (fewer: negative) pods there were from then on.
struct ScalingEntry {
    base::Time at {};
    std::int64_t replicas = 0;

    bool operator==(const ScalingEntry &) const = default;
};

/// What is remembered of an autoscaler, the oldest first. It begins anew with a restart: with what there is.
struct ScalingPast {
    std::vector<ScalingEntry> recommendations; ///< of the longer window at least
    std::vector<ScalingEntry> changes; ///< of the longest period

    void autoscalerChanged(
        const api::HorizontalPodAutoscaler *before, const api::HorizontalPodAutoscaler &after);
    bool operator==(const ScalingPast &) const = default;
};

class ScalingBounds
{
public:
    ScalingBounds(const api::HorizontalPodAutoscaler &autoscaler, std::int64_t present,
        const ScalingPast &past, base::Time now);

    /// The recommendation, held back by those of the windows.
    std::int64_t steadied(std::int64_t recommendation) const;
    /// The most and the fewest that may be wanted now, but for the autoscaler's own bounds.
    std::int64_t highest() const;
    std::int64_t lowest() const;
    /// When more, or fewer, may be wanted than now; nothing when that is not a question of time.
    std::optional<base::Time> nextChance(bool isUp) const;

    std::chrono::seconds window(bool isUp) const;

private:
    const api::ScalingRules &rules(bool isUp) const;
    std::vector<api::ScalingPolicy> policies(bool isUp) const;
    std::int64_t atStartOf(const api::ScalingPolicy &policy) const;

    const std::optional<api::ScalingBehavior> &m_behavior;
    std::int64_t m_present;
    const ScalingPast &m_past;
    base::Time m_now;
};

/// Of a share of the target: what differs by no more stays as it is. A tenth, unless the rules say otherwise.
double scalingTolerance(const api::HorizontalPodAutoscaler &autoscaler, bool isUp);

} // namespace core::controlplane
