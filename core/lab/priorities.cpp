// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/priorities.h"

#include "core/lab/cluster.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

struct Priority {
    std::string className;
    std::int64_t value = 0;
    std::string preemptionPolicy = "PreemptLowerPriority";
};

Priority priorityOf(const Json &priorityClass)
{
    Priority priority;
    priority.className = api::textAt(priorityClass, {"metadata", "name"});
    priority.value = api::integerAt(priorityClass, {"value"}).value_or(0);
    if (const auto policy = api::textAt(priorityClass, {"preemptionPolicy"}); !policy.empty())
        priority.preemptionPolicy = policy;
    return priority;
}

/// A lab of before that is opened read-only has no objects of the system's own.
std::optional<Priority> priorityNamed(const Collection &classes, const std::string &name)
{
    if (const Entry *entry = classes.find({{}, name}))
        return priorityOf(*entry->object);
    const SystemPriorityClass *ofSystem = systemPriorityClass(name);
    return ofSystem ? std::optional(Priority {name, ofSystem->value}) : std::nullopt;
}

Priority usualPriority(const Collection &classes)
{
    std::optional<Priority> least;
    for (const auto &[key, entry] : classes.objects()) {
        if (!flagAt(*entry.object, {"globalDefault"}))
            continue;
        Priority priority = priorityOf(*entry.object);
        if (!least || priority.value < least->value)
            least = std::move(priority);
    }
    return least.value_or(Priority());
}

} // namespace

const SystemPriorityClass *systemPriorityClass(std::string_view name)
{
    const auto *found = std::ranges::find(systemPriorityClasses, name, &SystemPriorityClass::name);
    return found == std::end(systemPriorityClasses) ? nullptr : found;
}

Answer<> fillInPriority(const Cluster &cluster, const Target &target, Json &object)
{
    if (!target.type->group.empty() || target.type->plural != "pods")
        return {};
    const Collection &classes = *cluster.registry.find("scheduling.k8s.io", "priorityclasses")->collection;
    const std::string name(api::textAt(object, {"spec", "priorityClassName"}));
    const auto priority = name.empty() ? usualPriority(classes) : priorityNamed(classes, name);
    if (!priority)
        return refuse(forbidden(target.about(), "no PriorityClass with name " + name + " was found"));
    const auto value = api::integerAt(object, {"spec", "priority"});
    if (value && *value != priority->value)
        return refuse(forbidden(target.about(),
            "the integer value of priority (" + std::to_string(*value)
                + ") must not be provided in pod spec; priority admission controller computed "
                + std::to_string(priority->value) + " from the given PriorityClass name"));
    const std::string policy(api::textAt(object, {"spec", "preemptionPolicy"}));
    if (!policy.empty() && policy != priority->preemptionPolicy)
        return refuse(forbidden(target.about(),
            "the string value of PreemptionPolicy (" + policy
                + ") must not be provided in pod spec; priority admission controller computed "
                + priority->preemptionPolicy + " from the given PriorityClass name"));
    JsonObject &spec = objectIn(object, "spec");
    if (!priority->className.empty())
        spec["priorityClassName"] = priority->className;
    spec["priority"] = priority->value;
    spec["preemptionPolicy"] = priority->preemptionPolicy;
    return {};
}

} // namespace core::lab
