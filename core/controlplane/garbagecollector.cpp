// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/garbagecollector.h"

#include "core/api/machinedeployment.h"
#include "core/api/pod.h"
#include "core/api/workload.h"

#include <algorithm>

namespace core::controlplane {

using api::ObjectKey;
using api::ObjectMeta;
using api::OwnerReference;
using runtime::Plan;

namespace {

/// An object this young may have been seen before its owner was, because each kind is watched on its own.
constexpr std::chrono::seconds settling {2};

std::string_view groupOf(std::string_view apiVersion)
{
    const auto slash = apiVersion.find('/');
    return slash == std::string_view::npos ? std::string_view() : apiVersion.substr(0, slash);
}

bool isOfKind(const OwnerReference &reference, const api::Resource &resource)
{
    return reference.kind == resource.kind && groupOf(reference.apiVersion) == resource.group;
}

/// Owners live in the same namespace or in none.
ObjectKey ownerKey(
    const OwnerReference &reference, const api::Resource &resource, const ObjectMeta &dependent)
{
    return {resource.namespaced ? dependent.ns : std::string(), reference.name};
}

api::PatchObject patchOf(const api::Resource &resource, const ObjectMeta &before, const ObjectMeta &after)
{
    const auto whole = [](const ObjectMeta &meta) {
        return api::Json(api::JsonObject {{"metadata", api::encode(meta)}});
    };
    // The version of a lease that is held is not the newest: renewals pass by (api::Lease::Heartbeat).
    const bool isLease = resource == api::resourceOf<api::Lease>();
    return *api::patchBetween(whole(before), whole(after), {&resource, before.key()}, {},
        isLease ? api::Precondition::Uid : api::Precondition::Version, before);
}

api::PatchObject withoutFinalizer(
    const api::Resource &resource, const ObjectMeta &meta, std::string_view finalizer)
{
    ObjectMeta after = meta;
    std::erase(after.finalizers, finalizer);
    return patchOf(resource, meta, after);
}

bool blocks(const ObjectMeta &dependent, const std::string &owner)
{
    return std::ranges::any_of(dependent.ownerReferences, [&](const OwnerReference &reference) {
        return reference.uid == owner && reference.blockOwnerDeletion.value_or(false);
    });
}

} // namespace

std::vector<std::string> ownerUids(const ObjectMeta &meta)
{
    std::vector<std::string> uids;
    for (const OwnerReference &reference : meta.ownerReferences)
        uids.push_back(reference.uid);
    return uids;
}

bool isSameToCollector(const ObjectMeta &before, const ObjectMeta &after)
{
    return &before == &after
        || (before.uid == after.uid && before.isDeleting() == after.isDeleting()
            && before.finalizers == after.finalizers && before.ownerReferences == after.ownerReferences);
}

GarbageCollector::GarbageCollector(
    OwnedKinds kinds, std::shared_ptr<const OwnedKind> mine, const base::Clock &clock)
    : m_kinds(std::move(kinds))
    , m_mine(std::move(mine))
    , m_clock(clock)
{
}

std::vector<ObjectKey> GarbageCollector::dependentsOf(const ObjectMeta &owner) const
{
    std::vector<ObjectKey> keys;
    for (const MetaPointer &dependent : m_mine->ownedBy(owner.uid))
        keys.push_back(dependent->key());
    return keys;
}

std::vector<ObjectKey> GarbageCollector::ownersOf(const ObjectMeta &dependent) const
{
    std::vector<ObjectKey> keys;
    for (const OwnerReference &reference : dependent.ownerReferences) {
        if (isOfKind(reference, m_mine->resource()))
            keys.push_back(ownerKey(reference, m_mine->resource(), dependent));
    }
    return keys;
}

GarbageCollector::OwnerState GarbageCollector::stateOf(
    const OwnerReference &reference, const ObjectMeta &dependent) const
{
    const auto kind = std::ranges::find_if(
        m_kinds, [&](const auto &candidate) { return isOfKind(reference, candidate->resource()); });
    const bool impossible = kind != m_kinds.end() && (*kind)->resource().namespaced && dependent.ns.empty();
    if (kind == m_kinds.end() || impossible)
        return OwnerState::Present;
    const MetaPointer owner = (*kind)->find(ownerKey(reference, (*kind)->resource(), dependent));
    if (!owner || owner->uid != reference.uid)
        return OwnerState::Absent;
    const bool waiting = owner->isDeleting() && owner->hasFinalizer(foregroundFinalizer);
    return waiting ? OwnerState::WaitingForDependents : OwnerState::Present;
}

std::vector<GarbageCollector::Dependent> GarbageCollector::allDependentsOf(const std::string &uid) const
{
    std::vector<Dependent> all;
    for (const auto &kind : m_kinds) {
        for (MetaPointer &meta : kind->ownedBy(uid))
            all.push_back({kind.get(), std::move(meta)});
    }
    return all;
}

Plan GarbageCollector::reconcile(const ObjectKey &key) const
{
    const MetaPointer meta = m_mine->find(key);
    if (!meta)
        return {};
    if (!meta->isDeleting())
        return planOwned(*meta);
    if (meta->hasFinalizer(orphanFinalizer))
        return planOrphaning(*meta);
    if (meta->hasFinalizer(foregroundFinalizer))
        return planForegroundDeletion(*meta);
    return {{}, {{"Leaving", "The object is being deleted already.", {}}}, {}};
}

Plan GarbageCollector::planOwned(const ObjectMeta &meta) const
{
    if (meta.ownerReferences.empty())
        return {{}, {{"NoOwner", "The object has no owner.", {}}}, {}};
    ObjectMeta kept = meta;
    bool waited = false;
    bool lost = false;
    std::erase_if(kept.ownerReferences, [&](const OwnerReference &reference) {
        const OwnerState state = stateOf(reference, meta);
        waited = waited || state == OwnerState::WaitingForDependents;
        lost = lost || state == OwnerState::Absent;
        return state != OwnerState::Present;
    });
    if (!waited && !lost)
        return {{}, {{"OwnersAreThere", "Every owner is there.", {}}}, {}};
    const base::Duration age = m_clock.now() - meta.creationTimestamp.value_or(base::Time());
    if (lost && age < settling)
        return {{}, {{"OwnerNotSeenYet", "The owner is not there (yet).", {}}}, settling - age};
    if (!kept.ownerReferences.empty())
        return {{patchOf(m_mine->resource(), meta, kept)},
            {{"OwnerLost", "One of several owners is gone; the reference to it goes.", {}}}, {}};
    api::DeleteObject gone {{&m_mine->resource(), meta.key()}, meta.uid, {}, api::Propagation::Background};
    if (waited && !allDependentsOf(meta.uid).empty())
        gone.propagation = api::Propagation::Foreground;
    return {{std::move(gone)}, {{"Collected", "No owner is left; the object goes.", {}}}, {}};
}

Plan GarbageCollector::planForegroundDeletion(const ObjectMeta &meta) const
{
    const auto dependents = allDependentsOf(meta.uid);
    const auto blocking = std::ranges::count_if(
        dependents, [&](const Dependent &dependent) { return blocks(*dependent.meta, meta.uid); });
    if (blocking > 0)
        return {{},
            {{"WaitingForDependents", std::to_string(blocking) + " dependents have to go first.", {}}}, {}};
    return {{withoutFinalizer(m_mine->resource(), meta, foregroundFinalizer)},
        {{"DependentsGone", "No dependent holds the object any more.", {}}}, {}};
}

Plan GarbageCollector::planOrphaning(const ObjectMeta &meta) const
{
    Plan plan;
    for (const Dependent &dependent : allDependentsOf(meta.uid)) {
        ObjectMeta orphan = *dependent.meta;
        std::erase_if(
            orphan.ownerReferences, [&](const auto &reference) { return reference.uid == meta.uid; });
        plan.effects.emplace_back(patchOf(dependent.kind->resource(), *dependent.meta, orphan));
    }
    plan.reasons.push_back(
        {"Orphaning", std::to_string(plan.effects.size()) + " dependents lose their owner.", {}});
    plan.effects.emplace_back(withoutFinalizer(m_mine->resource(), meta, orphanFinalizer));
    return plan;
}

namespace {

using Keys = std::vector<ObjectKey>;

template<typename T>
void watchOwn(runtime::Controller &controller, runtime::Informer<T> &informer)
{
    controller.decidesAbout(informer);
    controller.watchesChanges<T>(informer, [](const T *before, const T *after) {
        const bool same = !after || (before && isSameToCollector(before->metadata, after->metadata));
        return same ? Keys() : Keys {after->key()};
    });
}

/// One of the collectors, each of which looks at the objects of one kind.
struct Collecting {
    runtime::Controller &controller;
    const GarbageCollector &collector;
};

/// Owners that begin to go, or are gone, concern their dependents; dependents that go concern their owners:
/// of any kind. (Nothing has to be looked at when a collector starts: it looks at all of its own.)
template<typename T>
void watchRelatives(const std::vector<Collecting> &collectors, runtime::Informer<T> &informer)
{
    for (const Collecting &each : collectors)
        each.controller.follow(informer);
    informer.onChange([collectors](const auto &before, const auto &after) {
        const bool isSame = before && after && isSameToCollector(before->metadata, after->metadata);
        if (isSame || (!before && !after->metadata.isDeleting()))
            return;
        const ObjectMeta &meta = before ? before->metadata : after->metadata;
        const bool isGoing = !after || after->metadata.isDeleting();
        for (const auto &[controller, collector] : collectors) {
            if (!controller.isRunning())
                continue;
            controller.enqueueAll(collector.ownersOf(meta));
            if (isGoing)
                controller.enqueueAll(collector.dependentsOf(meta));
        }
    });
}

template<typename... Kinds>
Controllers makeCollectors(const Surroundings &surroundings)
{
    (surroundings.informers.of<Kinds>().addIndex(
         std::string(dependentsByOwner), [](const Kinds &object) { return ownerUids(object.metadata); }),
        ...);
    const OwnedKinds kinds {
        std::make_shared<StoredKind<Kinds>>(surroundings.informers.of<Kinds>().store())...};
    Controllers made;
    std::vector<Collecting> collectors;
    for (const auto &mine : kinds) {
        auto reconciler = std::make_unique<GarbageCollector>(kinds, mine, surroundings.clock);
        const GarbageCollector &collector = *reconciler;
        made.push_back(std::make_unique<runtime::Controller>(
            std::move(reconciler), surroundings.clock, surroundings.runner));
        collectors.push_back({*made.back(), collector});
    }
    (watchRelatives<Kinds>(collectors, surroundings.informers.of<Kinds>()), ...);
    std::size_t i = 0;
    (watchOwn<Kinds>(*made[i++], surroundings.informers.of<Kinds>()), ...);
    return made;
}

} // namespace

Controllers makeGarbageCollector(const Surroundings &surroundings)
{
    return makeCollectors<api::MachineDeployment, api::MachineSet, api::Machine, api::Node, api::Pod,
        api::Lease, api::Job, api::ReplicaSet, api::Deployment>(surroundings);
}

} // namespace core::controlplane
