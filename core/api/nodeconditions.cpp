// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/nodeconditions.h"

#include "core/api/mcm.h"

#include <algorithm>

namespace core::api {

namespace {

/// A condition in which a controller notes how far its own work on the node is.
struct WorkCondition {
    std::string_view type;
    std::string_view badReason; ///< the only one with which it is bad; empty: none
};

/// The machine-controller-manager's (docs/machines.md §6.7, §9.7).
constexpr std::array workConditions {WorkCondition {mcm::conditions::inPlaceUpdate, mcm::updateSteps::failed},
    WorkCondition {mcm::conditions::terminating, {}}};

} // namespace

bool isManagedTaint(std::string_view key)
{
    const bool isOfCondition = !key.empty()
        && std::ranges::find(nodeConditionKinds, key, &NodeConditionKind::taint) != nodeConditionKinds.end();
    return isOfCondition || key == taints::notReady || key == taints::unreachable
        || key == taints::unschedulable;
}

bool isBad(const NodeCondition &condition)
{
    const auto work = std::ranges::find(workConditions, condition.type, &WorkCondition::type);
    if (work != workConditions.end())
        return !work->badReason.empty() && condition.reason == work->badReason;
    const auto kind = std::ranges::find(nodeConditionKinds, condition.type, &NodeConditionKind::type);
    return condition.status != (kind == nodeConditionKinds.end() ? "False" : kind->good);
}

std::vector<const NodeCondition *> badConditions(const Node &node)
{
    std::vector<const NodeCondition *> bad;
    for (const NodeCondition &condition : node.status.conditions) {
        if (isBad(condition))
            bad.push_back(&condition);
    }
    return bad;
}

} // namespace core::api
