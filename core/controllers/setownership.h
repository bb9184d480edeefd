// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which machines belong to a machine set, of either family (docs/machines.md §5.4 rows 4 to 6).

#include "core/api/selector.h"
#include "core/controllers/conditions.h"
#include "core/runtime/plan.h"

#include <algorithm>

namespace core::controllers {

/// The owner as the controller of an object.
template<typename Owner>
api::OwnerReference controllerReference(const Owner &owner)
{
    const api::Resource &resource = api::resourceOf<Owner>();
    return {resource.apiVersion(), resource.kind, owner.metadata.name, owner.metadata.uid, true, true};
}

/// Lets go of a machine that the set controls but no longer selects.
template<typename Set, typename Machine>
void planRelease(runtime::Plan &plan, const Set &set, const Machine &machine)
{
    Machine after = machine;
    std::erase_if(after.metadata.ownerReferences,
        [&](const api::OwnerReference &owner) { return owner.uid == set.metadata.uid; });
    append(plan.effects, api::patchEffect(machine, after));
    plan.reasons.push_back(
        {"Releasing", "Lets go of " + machine.metadata.name + ", whose labels no longer match the selector.",
            {{"machine", machine.metadata.name}}});
}

/// Takes over the machines that the set selects and nobody controls; returns them.
template<typename Set, typename Machine>
std::vector<std::shared_ptr<const Machine>> planAdoptions(
    runtime::Plan &plan, const Set &set, const std::vector<std::shared_ptr<const Machine>> &orphans)
{
    std::vector<std::shared_ptr<const Machine>> adopted;
    for (const auto &orphan : orphans) {
        if (orphan->isDeleting() || !api::matches(set.spec.selector, orphan->metadata.labels))
            continue;
        Machine after = *orphan;
        after.metadata.ownerReferences.push_back(controllerReference(set));
        append(plan.effects, api::patchEffect(*orphan, after));
        plan.reasons.push_back(
            {"Adopting", "Takes over " + orphan->metadata.name + ", which nobody controls.",
                {{"machine", orphan->metadata.name}}});
        adopted.push_back(orphan);
    }
    return adopted;
}

} // namespace core::controllers
