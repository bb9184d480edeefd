// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/taints.h"

#include "core/api/machine.h"

#include <algorithm>

namespace core::controlplane {

using api::Taint;

namespace {

bool isHealthKey(std::string_view key)
{
    return key == taints::notReady || key == taints::unreachable;
}

std::vector<std::string_view> wantedNoSchedule(const api::Node &node)
{
    std::vector<std::string_view> keys;
    if (const std::string_view key = healthTaintKey(node); !key.empty())
        keys.push_back(key);
    for (const api::NodeConditionKind &kind : api::nodeConditionKinds) {
        const api::NodeCondition *condition = kind.taint.empty() ? nullptr : node.condition(kind.type);
        if (condition && condition->status == "True")
            keys.push_back(kind.taint);
    }
    if (node.spec.unschedulable.value_or(false))
        keys.push_back(taints::unschedulable);
    return keys;
}

bool isManaged(const Taint &taint)
{
    return taint.effect == taints::noSchedule && api::isManagedTaint(taint.key);
}

} // namespace

bool isHollowHost(const api::Node &node)
{
    return node.metadata.labels.contains(api::keys::hollowHost);
}

std::string_view healthTaintKey(const api::Node &node)
{
    const std::string_view ready = node.readyStatus();
    if (ready == "False")
        return taints::notReady;
    return ready == "Unknown" ? taints::unreachable : std::string_view();
}

const Taint *healthTaint(const api::Node &node, std::string_view effect)
{
    const auto found = std::ranges::find_if(node.spec.taints,
        [&](const Taint &taint) { return taint.effect == effect && isHealthKey(taint.key); });
    return found == node.spec.taints.end() ? nullptr : &*found;
}

std::vector<Taint> wantedTaints(const api::Node &node, base::Time now)
{
    const base::Time second = api::truncatedToSeconds(now);
    const std::string_view health = healthTaintKey(node);
    std::vector<std::string_view> missing = wantedNoSchedule(node);
    std::vector<Taint> wanted;
    for (Taint taint : node.spec.taints) {
        if (isManaged(taint) && std::erase(missing, std::string_view(taint.key)) == 0)
            continue;
        if (taint.effect == taints::noExecute) {
            if (isHealthKey(taint.key) && health.empty())
                continue;
            if (isHealthKey(taint.key))
                taint.key = health;
            if (!taint.timeAdded)
                taint.timeAdded = second;
        }
        wanted.push_back(std::move(taint));
    }
    for (const std::string_view key : missing)
        wanted.push_back({std::string(key), {}, std::string(taints::noSchedule), second});
    return wanted;
}

} // namespace core::controlplane
