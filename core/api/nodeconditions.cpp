// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/nodeconditions.h"

#include <algorithm>

namespace core::api {

bool isManagedTaint(std::string_view key)
{
    const bool isOfCondition = !key.empty()
        && std::ranges::find(nodeConditionKinds, key, &NodeConditionKind::taint) != nodeConditionKinds.end();
    return isOfCondition || key == taints::notReady || key == taints::unreachable
        || key == taints::unschedulable;
}

std::string_view goodStatus(std::string_view conditionType)
{
    const auto found = std::ranges::find(nodeConditionKinds, conditionType, &NodeConditionKind::type);
    return found == nodeConditionKinds.end() ? "False" : found->good;
}

bool isBad(const NodeCondition &condition)
{
    return condition.status != goodStatus(condition.type);
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
