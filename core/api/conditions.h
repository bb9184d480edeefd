// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lists of conditions of sets, deployments, machines and health checks: how they are found, and get their
// times.

#include "core/api/meta.h"

#include <algorithm>

namespace core::api {

/// The condition of that type, or nullptr.
template<typename Condition>
const Condition *findCondition(const std::vector<Condition> &conditions, std::string_view type)
{
    const auto found = std::ranges::find(conditions, type, &Condition::type);
    return found == conditions.end() ? nullptr : &*found;
}

template<typename Condition>
void removeCondition(std::vector<Condition> &conditions, std::string_view type)
{
    std::erase_if(conditions, [type](const Condition &condition) { return condition.type == type; });
}

/// Puts the condition in its place in the list, which stays sorted by type, and returns whether anything but
/// a time changes. Times become now, in whole seconds: lastUpdateTime with every change. lastTransitionTime
/// moves with the status where there is a lastUpdateTime beside it, else with every change, too
/// (docs/machines.md §4.7).
template<typename Condition>
bool setCondition(std::vector<Condition> &conditions, Condition wanted, base::Time now)
{
    constexpr bool knowsUpdates = requires
    {
        wanted.lastUpdateTime;
    };
    const base::Time second = truncatedToSeconds(now);
    if (const Condition *held = findCondition(conditions, wanted.type)) {
        wanted.lastTransitionTime = held->lastTransitionTime;
        if constexpr (knowsUpdates)
            wanted.lastUpdateTime = held->lastUpdateTime;
        if (*held == wanted)
            return false;
        if (!knowsUpdates || held->status != wanted.status)
            wanted.lastTransitionTime = second;
        removeCondition(conditions, wanted.type);
    } else {
        wanted.lastTransitionTime = second;
    }
    if constexpr (knowsUpdates)
        wanted.lastUpdateTime = second;
    const auto after = std::ranges::find_if(
        conditions, [&](const Condition &condition) { return condition.type > wanted.type; });
    conditions.insert(after, std::move(wanted));
    return true;
}

} // namespace core::api
