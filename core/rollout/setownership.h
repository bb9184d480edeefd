// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which objects belong to a set or deployment: machines to machine sets of either family (docs/machines.md
// §5.4 rows 4 to 6), pods to what makes them, sets to their deployments. Those that have a finalizer on what
// is theirs name it: it comes with the owner, and goes with it.

#include "core/api/ownership.h"
#include "core/api/selector.h"
#include "core/rollout/rolloutreasons.h"
#include "core/runtime/plan.h"
#include "core/runtime/store.h"

#include <algorithm>
#include <iterator>

namespace core::rollout {

/// Lets go of a machine or pod that the set controls but no longer selects.
template<typename Set, typename Machine>
void planRelease(runtime::Plan &plan, const Set &set, const Machine &machine, std::string_view finalizer = {})
{
    Machine after = machine;
    std::erase(after.metadata.finalizers, finalizer);
    std::erase_if(after.metadata.ownerReferences,
        [&](const api::OwnerReference &owner) { return owner.uid == set.metadata.uid; });
    api::append(plan.effects, api::patchEffect(machine, after));
    plan.reasons.push_back(setOwnershipReason("Releasing", machine.metadata.name));
}

/// Takes over the machines or pods that the set selects and nobody controls; returns them.
template<typename Set, typename Machine>
std::vector<std::shared_ptr<const Machine>> planAdoptions(runtime::Plan &plan, const Set &set,
    const std::vector<std::shared_ptr<const Machine>> &orphans, std::string_view finalizer = {})
{
    std::vector<std::shared_ptr<const Machine>> adopted;
    for (const auto &orphan : orphans) {
        if (orphan->metadata.isDeleting() || !api::matches(set.spec.selector, orphan->metadata.labels))
            continue;
        Machine after = *orphan;
        after.metadata.ownerReferences.push_back(api::controllerReference(set));
        if (!finalizer.empty() && !orphan->metadata.hasFinalizer(finalizer))
            after.metadata.finalizers.emplace_back(finalizer);
        api::append(plan.effects, api::patchEffect(*orphan, after));
        plan.reasons.push_back(setOwnershipReason("Adopting", orphan->metadata.name));
        adopted.push_back(orphan);
    }
    return adopted;
}

/// The machines or pods that count as the set's: its own but for those that it no longer selects, which it
/// lets go, and those that it takes over.
template<typename Set, typename Machine>
std::vector<std::shared_ptr<const Machine>> planClaims(runtime::Plan &plan, const Set &set,
    std::vector<std::shared_ptr<const Machine>> own,
    const std::vector<std::shared_ptr<const Machine>> &orphans, std::string_view finalizer = {})
{
    std::erase_if(own, [&](const auto &each) {
        const bool isSelected = api::matches(set.spec.selector, each->metadata.labels);
        if (!isSelected)
            planRelease(plan, set, *each, finalizer);
        return !isSelected;
    });
    std::ranges::move(planAdoptions(plan, set, orphans, finalizer), std::back_inserter(own));
    return own;
}

/// The owner that controls the object; for one that nobody controls every owner that would adopt it.
template<typename Owner>
std::vector<api::ObjectKey> controllersOf(const runtime::Store<Owner> &owners, const api::ObjectMeta &owned)
{
    if (const api::OwnerReference *owner = owned.controller()) {
        if (owner->kind == api::resourceOf<Owner>().kind)
            return {{owned.ns, owner->name}};
        return {};
    }
    std::vector<api::ObjectKey> keys;
    for (const auto &owner : owners.list()) {
        if (owner->metadata.ns == owned.ns && api::matches(owner->spec.selector, owned.labels))
            keys.push_back(owner->key());
    }
    return keys;
}

} // namespace core::rollout
