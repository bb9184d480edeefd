// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"

namespace core::controllers {

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

} // namespace core::controllers
