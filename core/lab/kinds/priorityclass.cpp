// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"

namespace core::lab::kinds {

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
        .rules = {.hasGeneration = true}};
}

} // namespace core::lab::kinds
