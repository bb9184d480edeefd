// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

using api::Json;

namespace {

void checkPriorityClass(const Json &priorityClass, FieldErrors &errors)
{
    const std::string name(api::textAt(priorityClass, {"metadata", "name"}));
    if (name.starts_with("system-") && name != "system-node-critical" && name != "system-cluster-critical")
        errors.push_back(forbidden("metadata.name",
            "priority class names with 'system-' prefix are reserved for system use only. error: " + name
                + " is not a known system priority class"));
    constexpr std::int64_t most = 1'000'000'000;
    if (!name.starts_with("system-") && api::integerAt(priorityClass, {"value"}).value_or(0) > most)
        errors.push_back(forbidden(
            "value", "maximum allowed value of a user defined priority is " + std::to_string(most)));
}

void checkPriorityClassUpdate(const Json &priorityClass, const Json &old, FieldErrors &errors)
{
    checkFixed(priorityClass, old, {"value"}, "may not be changed in an update.", errors);
    checkFixed(priorityClass, old, {"preemptionPolicy"}, errors);
}

} // namespace

KindDefinition priorityClass()
{
    return {.group = "scheduling.k8s.io",
        .kind = "PriorityClass",
        .plural = "priorityclasses",
        .shortNames = {"pc"},
        .namespaced = false,
        .schema =
            object({{"value", integer}, {"globalDefault", boolean}, {"description", text},
                       {"preemptionPolicy",
                           withDefault(oneOf({"PreemptLowerPriority", "Never"}), "PreemptLowerPriority")}},
                {"value"}),
        .columns = {nameColumn(), countColumn("Value", {"value"}),
            textColumn("Global-Default", {"globalDefault"}, 0, "false"), ageColumn()},
        .rules = {
            .hasGeneration = true, .check = checkPriorityClass, .checkUpdate = checkPriorityClassUpdate}};
}

} // namespace core::lab::kinds
