// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;

namespace {

/// docs/machines.md §4.1: once the machine is being deleted, hooks can only be taken away.
void checkMachineUpdate(const Json &machine, const Json &old, FieldErrors &errors)
{
    if (!isDeleting(old))
        return;
    for (const std::string_view list : {"preDrain", "preTerminate"}) {
        const JsonArray &before = listAt(old, {"spec", "lifecycleHooks", list});
        const JsonArray &after = listAt(machine, {"spec", "lifecycleHooks", list});
        if (!std::ranges::all_of(after, [&](const Json &hook) { return contains(before, hook); }))
            errors.push_back(forbidden("spec.lifecycleHooks." + std::string(list),
                "hooks can only be removed once the machine is being deleted"));
    }
}

} // namespace

KindRules customRules(std::string_view group, std::string_view kind)
{
    const bool isMachine = group == "machine.openshift.io" && kind == "Machine";
    return {.hasGeneration = true, .checkUpdate = isMachine ? checkMachineUpdate : nullptr};
}

} // namespace core::lab
