// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/scalingbehavior.h"

#include <algorithm>
#include <cmath>

namespace core::controlplane {

using api::HorizontalPodAutoscaler;
using api::ScalingPolicy;
using api::ScalingRules;
using base::Time;

namespace {

constexpr std::int64_t usualWindow = 300; // seconds before there are fewer pods
constexpr std::int64_t longestWindow = 3600;
constexpr std::int64_t longestPeriod = 1800;
constexpr double usualTolerance = 0.1;
constexpr std::int64_t fewAtOnce = 4;

std::chrono::seconds periodOf(const ScalingPolicy &policy)
{
    return std::chrono::seconds(std::clamp<std::int64_t>(policy.periodSeconds, 0, longestPeriod));
}

/// What the policy makes of the number that there was, more or fewer.
std::int64_t boundBy(const ScalingPolicy &policy, std::int64_t number, bool isUp)
{
    constexpr double most = 1e9;
    const double sign = isUp ? 1 : -1;
    const auto before = static_cast<double>(number);
    const auto value = static_cast<double>(policy.value);
    const double after = policy.type == "Percent" ? before * (1 + sign * value / 100) : before + sign * value;
    return static_cast<std::int64_t>(std::clamp(isUp ? std::ceil(after) : std::trunc(after), -most, most));
}

} // namespace

void ScalingPast::autoscalerChanged(
    const HorizontalPodAutoscaler *before, const HorizontalPodAutoscaler &after)
{
    const api::HorizontalPodAutoscalerStatus &status = after.status;
    if (!status.lastScaleTime || (before && before->status.lastScaleTime == status.lastScaleTime))
        return;
    const Time at = *status.lastScaleTime;
    std::erase_if(changes,
        [&](const ScalingEntry &change) { return change.at + std::chrono::seconds(longestPeriod) < at; });
    changes.push_back({at, status.desiredReplicas - status.currentReplicas.value_or(status.desiredReplicas)});
}

ScalingBounds::ScalingBounds(
    const HorizontalPodAutoscaler &autoscaler, std::int64_t present, const ScalingPast &past, Time now)
    : m_behavior(autoscaler.spec.behavior)
    , m_present(present)
    , m_past(past)
    , m_now(now)
{
}

const ScalingRules &ScalingBounds::rules(bool isUp) const
{
    static const ScalingRules usual;
    if (!m_behavior)
        return usual;
    return isUp ? m_behavior->scaleUp : m_behavior->scaleDown;
}

std::vector<ScalingPolicy> ScalingBounds::policies(bool isUp) const
{
    if (!m_behavior || !rules(isUp).policies.empty())
        return rules(isUp).policies;
    std::vector<ScalingPolicy> usual {{"Percent", 100, 15}};
    if (isUp)
        usual.push_back({"Pods", fewAtOnce, 15});
    return usual;
}

std::chrono::seconds ScalingBounds::window(bool isUp) const
{
    const std::int64_t usual = isUp ? 0 : usualWindow;
    return std::chrono::seconds(
        std::clamp<std::int64_t>(rules(isUp).stabilizationWindowSeconds.value_or(usual), 0, longestWindow));
}

std::int64_t ScalingBounds::steadied(std::int64_t recommendation) const
{
    std::int64_t up = recommendation;
    std::int64_t down = recommendation;
    for (const ScalingEntry &earlier : m_past.recommendations) {
        if (earlier.at > m_now - window(true))
            up = std::min(up, earlier.replicas);
        if (earlier.at > m_now - window(false))
            down = std::max(down, earlier.replicas);
    }
    return m_behavior ? std::min(std::max(m_present, up), down) : down;
}

/// The number of pods before those that came and went in the policy's present period.
std::int64_t ScalingBounds::atStartOf(const ScalingPolicy &policy) const
{
    std::int64_t number = m_present;
    for (const ScalingEntry &change : m_past.changes)
        number -= change.at > m_now - periodOf(policy) ? change.replicas : 0;
    return number;
}

std::int64_t ScalingBounds::highest() const
{
    if (!m_behavior)
        return std::max(m_present * 2, fewAtOnce);
    if (rules(true).selectPolicy == "Disabled")
        return m_present;
    std::optional<std::int64_t> bound;
    for (const ScalingPolicy &policy : policies(true)) {
        const std::int64_t proposed = boundBy(policy, atStartOf(policy), true);
        bound = rules(true).selectPolicy == "Min" ? std::min(bound.value_or(proposed), proposed)
                                                  : std::max(bound.value_or(proposed), proposed);
    }
    return std::max(bound.value_or(m_present), m_present);
}

std::int64_t ScalingBounds::lowest() const
{
    if (!m_behavior)
        return 0;
    if (rules(false).selectPolicy == "Disabled")
        return m_present;
    std::optional<std::int64_t> bound;
    for (const ScalingPolicy &policy : policies(false)) {
        const std::int64_t proposed = boundBy(policy, atStartOf(policy), false);
        bound = rules(false).selectPolicy == "Min" ? std::max(bound.value_or(proposed), proposed)
                                                   : std::min(bound.value_or(proposed), proposed);
    }
    return std::min(bound.value_or(m_present), m_present);
}

std::optional<Time> ScalingBounds::nextChance(bool isUp) const
{
    if (rules(isUp).selectPolicy == "Disabled")
        return {};
    std::optional<Time> chance;
    for (const ScalingEntry &earlier : m_past.recommendations) {
        const bool holdsBack = isUp ? earlier.replicas <= m_present : earlier.replicas >= m_present;
        if (holdsBack && earlier.at + window(isUp) > m_now)
            chance = earlier.at + window(isUp);
    }
    if (chance)
        return chance;
    for (const ScalingPolicy &policy : policies(isUp)) {
        for (const ScalingEntry &change : m_past.changes) {
            const Time over = change.at + periodOf(policy);
            if (over > m_now)
                chance = std::min(chance.value_or(over), over);
        }
    }
    return chance;
}

double scalingTolerance(const HorizontalPodAutoscaler &autoscaler, bool isUp)
{
    constexpr double thousandths = 1000;
    if (!autoscaler.spec.behavior)
        return usualTolerance;
    const ScalingRules &rules =
        isUp ? autoscaler.spec.behavior->scaleUp : autoscaler.spec.behavior->scaleDown;
    return rules.tolerance ? static_cast<double>(rules.tolerance->milli()) / thousandths : usualTolerance;
}

} // namespace core::controlplane
