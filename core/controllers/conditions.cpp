// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"

#include <algorithm>

namespace core::controllers {

const api::Condition *findCondition(const std::vector<api::Condition> &conditions, std::string_view type)
{
    const auto found = std::ranges::find(conditions, type, &api::Condition::type);
    return found == conditions.end() ? nullptr : &*found;
}

bool isTrue(const std::vector<api::Condition> &conditions, std::string_view type)
{
    const api::Condition *condition = findCondition(conditions, type);
    return condition && condition->status == "True";
}

api::Condition trueCondition(std::string_view type, std::string message)
{
    return {std::string(type), "True", {}, {}, std::move(message), {}};
}

api::Condition falseCondition(
    std::string_view type, std::string severity, std::string reason, std::string message)
{
    return {std::string(type), "False", std::move(severity), std::move(reason), std::move(message), {}};
}

api::Condition unknownCondition(
    std::string_view type, std::string severity, std::string reason, std::string message)
{
    api::Condition condition =
        falseCondition(type, std::move(severity), std::move(reason), std::move(message));
    condition.status = "Unknown";
    return condition;
}

bool setCondition(std::vector<api::Condition> &conditions, api::Condition wanted, base::Time now)
{
    const auto place = std::ranges::find(conditions, wanted.type, &api::Condition::type);
    if (place != conditions.end()) {
        wanted.lastTransitionTime = place->lastTransitionTime;
        if (*place == wanted)
            return false;
        conditions.erase(place);
    }
    wanted.lastTransitionTime = api::truncatedToSeconds(now);
    const auto after = std::ranges::find_if(
        conditions, [&](const api::Condition &condition) { return condition.type > wanted.type; });
    conditions.insert(after, std::move(wanted));
    return true;
}

} // namespace core::controllers
