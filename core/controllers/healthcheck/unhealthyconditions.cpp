// SPDX-License-Identifier: GPL-3.0-or-later
// The ConfigMap node-unhealthy-conditions (docs/machines.md §7.1).
#include "core/api/yaml.h"
#include "core/controllers/healthcheck/healthcheckv1alpha1.h"

#include <algorithm>
#include <array>

namespace core::controllers {

namespace {

using namespace std::chrono_literals;
using api::UnhealthyCondition;

constexpr std::string_view dataKey = "conditions";

base::Failure invalid(std::string problem)
{
    return base::fail(base::ErrorKind::Invalid, std::move(problem));
}

/// "True", "False" or "Unknown"; empty when the value is none of them in any spelling.
std::string statusOf(const api::Json &value)
{
    if (value.is_bool())
        return value.get_bool() ? "True" : "False";
    if (!value.is_string())
        return {};
    static constexpr std::array<std::string_view, 3> statuses {"True", "False", "Unknown"};
    const auto sameLetters = [](char a, char b) { return (a | 0x20) == (b | 0x20); };
    const std::string_view written(value.get_string());
    const auto found = std::ranges::find_if(
        statuses, [&](std::string_view status) { return std::ranges::equal(status, written, sameLetters); });
    return found == statuses.end() ? std::string() : std::string(*found);
}

base::Result<UnhealthyCondition> conditionOf(const api::Json &item)
{
    if (!item.is_object())
        return invalid(": expected an object with name, status and timeout");
    const std::string name(api::textAt(item, {"name"}));
    if (name.empty())
        return invalid(".name is missing");
    const api::Json *status = api::find(item, {"status"});
    const std::string wanted = status ? statusOf(*status) : std::string();
    if (wanted.empty())
        return invalid(".status " + (status ? api::writeJson(*status) : "(missing)")
            + " is none of True, False, Unknown");
    const api::Json *timeout = api::find(item, {"timeout"});
    if (!timeout || !timeout->is_string())
        return invalid(".timeout " + (timeout ? api::writeJson(*timeout) : "(missing)")
            + " is no duration, such as \"300s\"");
    const auto duration = api::parseDuration(std::string_view(timeout->get_string()));
    if (!duration)
        return invalid(".timeout: " + duration.error().message);
    if (*duration < 0s)
        return invalid(".timeout must not be negative");
    return UnhealthyCondition {name, wanted, {*duration}};
}

base::Result<std::vector<UnhealthyCondition>> conditionsIn(const api::ConfigMap &configMap)
{
    const auto text = configMap.data.find(dataKey);
    if (text == configMap.data.end())
        return invalid("is missing");
    const auto document = api::parseYaml(text->second);
    if (!document)
        return invalid("is no YAML: " + document.error().message);
    const api::Json *items = api::find(*document, {"items"});
    if (!items || !items->is_array())
        return invalid("has no list \"items\"");
    std::vector<UnhealthyCondition> conditions;
    for (const api::Json &item : items->get_array()) {
        auto condition = conditionOf(item);
        if (!condition)
            return invalid("items[" + std::to_string(conditions.size()) + "]" + condition.error().message);
        conditions.push_back(std::move(*condition));
    }
    return conditions;
}

} // namespace

api::ObjectKey unhealthyConditionsKey()
{
    return {std::string(unhealthyConditionsNamespace), "node-unhealthy-conditions"};
}

base::Result<std::vector<UnhealthyCondition>> unhealthyConditionsOf(const api::ConfigMap *configMap)
{
    if (!configMap)
        return std::vector<UnhealthyCondition> {{"Ready", "False", {300s}}, {"Ready", "Unknown", {300s}}};
    auto conditions = conditionsIn(*configMap);
    if (!conditions)
        return invalid("ConfigMap " + configMap->key().text() + ", key " + std::string(dataKey) + ": "
            + conditions.error().message);
    return conditions;
}

} // namespace core::controllers
