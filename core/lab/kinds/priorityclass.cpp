// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/priorities.h"

namespace core::lab::kinds {

using api::Json;

namespace {

/// Why it may not have a name of the system's; empty when it may.
std::string misfitOfSystemClass(const std::string &name, const Json &priorityClass)
{
    const SystemPriorityClass *known = systemPriorityClass(name);
    if (!known)
        return name + " is not a known system priority class";
    if (api::integerAt(priorityClass, {"value"}) != known->value)
        return "value of " + name + " PriorityClass must be " + std::to_string(known->value);
    return flagAt(priorityClass, {"globalDefault"})
        ? "globalDefault of " + name + " PriorityClass must be false"
        : "";
}

void checkPriorityClass(const Json &priorityClass, FieldErrors &errors)
{
    constexpr std::int64_t most = 1'000'000'000;
    const std::string name(api::textAt(priorityClass, {"metadata", "name"}));
    const bool isSystems = name.starts_with("system-");
    if (const std::string misfit = isSystems ? misfitOfSystemClass(name, priorityClass) : ""; !misfit.empty())
        errors.push_back(forbidden("metadata.name",
            "priority class names with 'system-' prefix are reserved for system use only. error: " + misfit));
    if (!isSystems && api::integerAt(priorityClass, {"value"}).value_or(0) > most)
        errors.push_back(forbidden(
            "value", "maximum allowed value of a user defined priority is " + std::to_string(most)));
}

std::string refuseSystemsDeletion(const Json &priorityClass)
{
    return systemPriorityClass(api::textAt(priorityClass, {"metadata", "name"}))
        ? "this is a system priority class and cannot be deleted"
        : "";
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
            object({{"value", zero}, {"globalDefault", boolean}, {"description", text},
                       {"preemptionPolicy",
                           withDefault(oneOf({"PreemptLowerPriority", "Never"}), "PreemptLowerPriority")}},
                {"value"}),
        .columns = {nameColumn(), countColumn("Value", {"value"}),
            textColumn("Global-Default", {"globalDefault"}, 0, "false"), ageColumn()},
        .rules = {.hasGeneration = true,
            .check = checkPriorityClass,
            .checkUpdate = checkPriorityClassUpdate,
            .refuseDeletion = refuseSystemsDeletion}};
}

} // namespace core::lab::kinds
