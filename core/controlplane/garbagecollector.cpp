// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controlplane/garbagecollector.h"

#include "core/api/machinedeployment.h"
#include "core/api/mcm.h"
#include "core/api/pod.h"
#include "core/api/workload.h"
#include "core/controlplane/discoveredkinds.h"

#include <algorithm>
#include <map>
#include <set>

namespace core::controlplane {

using api::ObjectKey;
using api::ObjectMeta;
using api::OwnerReference;
using runtime::Plan;

namespace {

/// An object this young may have been seen before its owner was, because each kind is watched on its own.
constexpr std::chrono::seconds youth {2};

bool isOfKind(const OwnerReference &reference, const api::Resource &resource)
{
    return reference.kind == resource.kind && api::groupIn(reference.apiVersion) == resource.group;
}

/// Owners live in the same namespace or in none.
ObjectKey ownerKey(
    const OwnerReference &reference, const api::Resource &resource, const ObjectMeta &dependent)
{
    return {resource.namespaced ? dependent.ns : std::string(), reference.name};
}

std::optional<api::PatchObject> patchOf(
    const OwnedKind &kind, const ObjectMeta &before, const ObjectMeta &after)
{
    const api::Resource &resource = kind.resource();
    const auto whole = [](const ObjectMeta &meta) {
        return api::Json(api::JsonObject {{"metadata", api::encode(meta)}});
    };
    // The version of a lease that is held is not the newest: renewals pass by (api::LeaseRenewal).
    const bool isLease = resource == api::resourceOf<api::Lease>();
    auto patch = api::patchBetween(whole(before), whole(after), {&resource, before.key()}, {},
        isLease ? api::Precondition::Uid : api::Precondition::Version, before);
    if (patch)
        patch->wantsMetadata = kind.hasVersions();
    return patch;
}

std::optional<api::PatchObject> withoutFinalizer(
    const OwnedKind &kind, const ObjectMeta &meta, std::string_view finalizer)
{
    ObjectMeta after = meta;
    std::erase(after.finalizers, finalizer);
    return patchOf(kind, meta, after);
}

Plan planOf(std::optional<api::PatchObject> patch, api::Reason reason)
{
    Plan plan {{}, {std::move(reason)}, {}};
    append(plan.effects, std::move(patch));
    return plan;
}

bool blocks(const ObjectMeta &dependent, const std::string &owner)
{
    return std::ranges::any_of(dependent.ownerReferences, [&](const OwnerReference &reference) {
        return reference.uid == owner && reference.blockOwnerDeletion.value_or(false);
    });
}

} // namespace

bool isSameToCollector(const ObjectMeta &before, const ObjectMeta &after)
{
    return &before == &after
        || (before.uid == after.uid && before.isDeleting() == after.isDeleting()
            && before.finalizers == after.finalizers && before.ownerReferences == after.ownerReferences);
}

GarbageCollector::GarbageCollector(std::shared_ptr<const OwnedKinds> kinds,
    std::shared_ptr<const OwnedKind> mine, const base::Clock &clock, LostOwners lostOwners)
    : m_kinds(std::move(kinds))
    , m_mine(std::move(mine))
    , m_clock(clock)
    , m_lostOwners(std::move(lostOwners))
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
        *m_kinds, [&](const auto &candidate) { return isOfKind(reference, candidate->resource()); });
    if (kind == m_kinds->end() || !(*kind)->isFilled())
        return OwnerState::Present;
    if ((*kind)->resource().namespaced && dependent.ns.empty())
        return OwnerState::Present; // what can't be
    const MetaPointer owner = (*kind)->find(ownerKey(reference, (*kind)->resource(), dependent));
    if ((!owner || owner->uid != reference.uid) && m_lostOwners.contains(reference.uid))
        return owner ? OwnerState::MadeAgain : OwnerState::SetAside;
    if (!owner || owner->uid != reference.uid)
        return OwnerState::Absent;
    const bool waiting = owner->isDeleting() && owner->hasFinalizer(foregroundFinalizer);
    return waiting ? OwnerState::WaitingForDependents : OwnerState::Present;
}

std::vector<GarbageCollector::Dependent> GarbageCollector::allDependentsOf(const std::string &uid) const
{
    std::vector<Dependent> all;
    for (const auto &kind : *m_kinds) {
        for (MetaPointer &meta : kind->ownedBy(uid))
            all.push_back({kind.get(), std::move(meta)});
    }
    return all;
}

Plan GarbageCollector::reconcile(const ObjectKey &key) const
{
    const MetaPointer meta = m_mine->find(key);
    if (!meta)
        return {{}, {garbageCollectorReason("NotRead")}, {}};
    if (!meta->isDeleting())
        return planOwned(*meta);
    if (meta->hasFinalizer(orphanFinalizer))
        return planOrphaning(*meta);
    if (meta->hasFinalizer(foregroundFinalizer))
        return planForegroundDeletion(*meta);
    return {{}, {garbageCollectorReason("Deleting")}, {}};
}

Plan GarbageCollector::planOwned(const ObjectMeta &meta) const
{
    if (meta.ownerReferences.empty())
        return {{}, {garbageCollectorReason("NoOwner")}, {}};
    ObjectMeta kept = meta;
    bool waited = false;
    bool lost = false;
    bool isSpared = false;
    std::string madeAgain;
    std::erase_if(kept.ownerReferences, [&](const OwnerReference &reference) {
        const OwnerState state = stateOf(reference, meta);
        waited = waited || state == OwnerState::WaitingForDependents;
        lost = lost || state == OwnerState::Absent;
        isSpared = isSpared || state == OwnerState::SetAside;
        if (state == OwnerState::MadeAgain)
            madeAgain = reference.name;
        return state != OwnerState::Present && state != OwnerState::SetAside;
    });
    if (!madeAgain.empty())
        return planOf(patchOf(*m_mine, meta, kept), garbageCollectorReason("OwnerMadeAgain", madeAgain));
    if (!waited && !lost) {
        using Code = decltype(garbageCollectorReason)::Entry<0>;
        return {{}, {garbageCollectorReason(isSpared ? Code("OwnerSetAside") : Code("OwnersAreThere"))}, {}};
    }
    const base::Duration age = m_clock.now() - meta.creationTimestamp.value_or(base::Time());
    const bool isYoung = age >= base::Duration::zero() && age < youth; // who is of the future is not new
    if (lost && isYoung)
        return {{}, {garbageCollectorReason("OwnerNotSeenYet")}, youth - age};
    if (!kept.ownerReferences.empty())
        return planOf(patchOf(*m_mine, meta, kept), garbageCollectorReason("OwnerLost"));
    api::DeleteObject gone {{&m_mine->resource(), meta.key()}, meta.uid, {}, api::Propagation::Background};
    if (waited && !allDependentsOf(meta.uid).empty())
        gone.propagation = api::Propagation::Foreground;
    return {{std::move(gone)}, {garbageCollectorReason("Collected")}, {}};
}

/// The dependent can't go before its owner, because it waits, maybe by way of others, for that very owner:
/// somebody has to go first (Kubernetes takes blockOwnerDeletion away from one of a circle).
bool GarbageCollector::isHeldBy(const std::string &uid, const ObjectMeta &dependent) const
{
    std::set<std::string> seen;
    std::vector<std::string> waiting;
    const auto visit = [&](const ObjectMeta &meta) {
        if (meta.isDeleting() && meta.hasFinalizer(foregroundFinalizer) && seen.insert(meta.uid).second)
            waiting.push_back(meta.uid);
    };
    visit(dependent);
    while (!waiting.empty() && !seen.contains(uid)) {
        const std::string owner = std::move(waiting.back());
        waiting.pop_back();
        for (const Dependent &next : allDependentsOf(owner)) {
            if (blocks(*next.meta, owner))
                visit(*next.meta);
        }
    }
    return seen.contains(uid);
}

Plan GarbageCollector::planForegroundDeletion(const ObjectMeta &meta) const
{
    const auto dependents = allDependentsOf(meta.uid);
    const auto blocking = std::ranges::count_if(dependents, [&](const Dependent &dependent) {
        return blocks(*dependent.meta, meta.uid) && !isHeldBy(meta.uid, *dependent.meta);
    });
    if (blocking > 0)
        return {{}, {garbageCollectorReason("WaitingForDependents", blocking)}, {}};
    return planOf(
        withoutFinalizer(*m_mine, meta, foregroundFinalizer), garbageCollectorReason("DependentsGone"));
}

Plan GarbageCollector::planOrphaning(const ObjectMeta &meta) const
{
    Plan plan;
    for (const Dependent &dependent : allDependentsOf(meta.uid)) {
        if (dependent.meta->uid == meta.uid)
            continue; // goes anyway
        ObjectMeta orphan = *dependent.meta;
        std::erase_if(
            orphan.ownerReferences, [&](const auto &reference) { return reference.uid == meta.uid; });
        append(plan.effects, patchOf(*dependent.kind, *dependent.meta, orphan));
    }
    plan.reasons.push_back(garbageCollectorReason("Orphaning", plan.effects.size()));
    append(plan.effects, withoutFinalizer(*m_mine, meta, orphanFinalizer));
    return plan;
}

namespace {

using Keys = std::vector<ObjectKey>;

template<typename T>
void watchOwn(runtime::Controller &controller, runtime::Informer<T> &informer)
{
    controller.forKind(informer);
    controller.watchesChanges<T>(informer, [](const T *before, const T *after) {
        const bool same = !after || (before && isSameToCollector(before->metadata, after->metadata));
        return same ? Keys() : Keys {after->key()};
    });
}

/// A controller of the collection, and whom it looks at when a relative changes.
struct Collecting {
    runtime::Controller &controller;
    std::function<Keys(const ObjectMeta &dependent)> ownersOf;
    std::function<Keys(const ObjectMeta &owner)> dependentsOf;
};
using Collectors = std::shared_ptr<std::vector<Collecting>>;

/// Owners that begin to go, or are gone, concern their dependents; dependents that go concern their owners:
/// of any kind. (Nothing has to be looked at when a collector starts: it looks at all of its own.)
void wakeRelatives(
    const std::vector<Collecting> &collectors, const ObjectMeta *before, const ObjectMeta *after)
{
    const bool isSame = before && after && isSameToCollector(*before, *after);
    if (isSame || (!before && !after->isDeleting()))
        return;
    const ObjectMeta &meta = before ? *before : *after;
    const bool isGoing = !after || after->isDeleting();
    for (const Collecting &each : collectors) {
        if (!each.controller.isRunning())
            continue;
        each.controller.enqueueAll(each.ownersOf(meta));
        if (isGoing)
            each.controller.enqueueAll(each.dependentsOf(meta));
    }
}

template<typename T>
void watchRelatives(const Collectors &collectors, runtime::Informer<T> &informer)
{
    for (const Collecting &each : *collectors)
        each.controller.follow(informer);
    collectors->front().controller.keep(informer.onChange([collectors](
                                                              const auto &before, const auto &after) {
        wakeRelatives(*collectors, before ? &before->metadata : nullptr, after ? &after->metadata : nullptr);
    }));
}

/// Adds the controllers of these kinds, which have a type, and notes the kinds.
template<typename... Kinds>
void collect(const runtime::ControllerContext &context, const std::shared_ptr<OwnedKinds> &all,
    const Collectors &collectors, const LostOwners &lostOwners, Controllers &made)
{
    (context.informers.of<Kinds>().addIndex(
         std::string(dependentsByOwner), [](const Kinds &object) { return ownerUids(object.metadata); }),
        ...);
    const OwnedKinds kinds {std::make_shared<StoredKind<Kinds>>(context.informers.of<Kinds>().store())...};
    *all = kinds;
    for (const auto &mine : kinds) {
        auto reconciler = std::make_unique<GarbageCollector>(all, mine, context.clock, lostOwners);
        const GarbageCollector &collector = *reconciler;
        made.push_back(
            std::make_unique<runtime::Controller>(std::move(reconciler), context.clock, context.runner));
        collectors->push_back({*made.back(),
            [&collector](const ObjectMeta &dependent) { return collector.ownersOf(dependent); },
            [&collector](const ObjectMeta &owner) { return collector.dependentsOf(owner); }});
    }
    (watchRelatives<Kinds>(collectors, context.informers.of<Kinds>()), ...);
    std::size_t i = 0;
    (watchOwn<Kinds>(*made[i++], context.informers.of<Kinds>()), ...);
}

/// One key for each object of each kind: "<plural>.<group> <namespace>".
ObjectKey combined(const api::Resource &resource, const ObjectKey &key)
{
    return {resource.plural + "." + resource.group + " " + key.ns, key.name};
}

/// Decides about the objects of all kinds that are found at run time.
class OtherCollectors : public runtime::Reconciler
{
public:
    std::string_view name() const override { return "garbagecollector"; }

    Plan reconcile(const ObjectKey &key) const override
    {
        const GarbageCollector *collector = find(key);
        return collector ? collector->reconcile(ownKey(key)) : Plan {};
    }

    bool knows(const ObjectKey &key) const
    {
        const auto found = m_collectors.find(kindOf(key));
        return found != m_collectors.end() && found->second.kind->find(ownKey(key));
    }

    void add(const std::shared_ptr<const OwnedKind> &kind, std::unique_ptr<GarbageCollector> collector)
    {
        m_collectors[kindOf(combined(kind->resource(), {}))] = {kind, std::move(collector)};
    }
    void remove(const OwnedKind &kind) { m_collectors.erase(kindOf(combined(kind.resource(), {}))); }

    /// What the function of each collector says, as keys of this one.
    template<typename KeysOf>
    Keys gather(KeysOf keysOf) const
    {
        Keys all;
        for (const auto &[name, each] : m_collectors) {
            for (const ObjectKey &key : keysOf(*each.collector))
                all.push_back(combined(each.kind->resource(), key));
        }
        return all;
    }

private:
    struct One {
        std::shared_ptr<const OwnedKind> kind;
        std::unique_ptr<GarbageCollector> collector;
    };

    static std::string kindOf(const ObjectKey &key) { return key.ns.substr(0, key.ns.find(' ')); }
    static ObjectKey ownKey(const ObjectKey &key) { return {key.ns.substr(key.ns.find(' ') + 1), key.name}; }
    const GarbageCollector *find(const ObjectKey &key) const
    {
        const auto found = m_collectors.find(kindOf(key));
        return found == m_collectors.end() ? nullptr : found->second.collector.get();
    }

    std::map<std::string, One> m_collectors; ///< by "<plural>.<group>"
};

} // namespace

/// The kinds without a type, and their controller.
class GarbageCollection::Others
{
public:
    Others(const runtime::ControllerContext &context, client::Client &client,
        std::shared_ptr<OwnedKinds> kinds, Collectors collectors, const LostOwners &lostOwners,
        Controllers &made)
        : m_allKinds(std::move(kinds))
        , m_collectors(std::move(collectors))
        , m_clock(context.clock)
        , m_lostOwners(lostOwners)
        , m_kinds(client, context.clock, context.chance, resourcesOf(*m_allKinds))
    {
        auto reconciler = std::make_unique<OtherCollectors>();
        m_reconciler = reconciler.get();
        made.push_back(
            std::make_unique<runtime::Controller>(std::move(reconciler), context.clock, context.runner));
        m_controller = made.back().get();
        m_controller->forKind([this](const ObjectKey &key) { return m_reconciler->knows(key); });
        m_collectors->push_back({*m_controller,
            [this](const ObjectMeta &dependent) {
                return m_reconciler->gather(
                    [&](const GarbageCollector &one) { return one.ownersOf(dependent); });
            },
            [this](const ObjectMeta &owner) {
                return m_reconciler->gather(
                    [&](const GarbageCollector &one) { return one.dependentsOf(owner); });
            }});
        m_subscriptions.push_back(m_kinds.onKind([this](const auto &kind) { add(kind); }));
        m_subscriptions.push_back(m_kinds.onKindGone([this](const auto &kind) { remove(kind); }));
        m_subscriptions.push_back(
            m_kinds.onChange([this](const auto &kind, const auto &before, const auto &after) {
                const bool isSame = before && after && isSameToCollector(*before, *after);
                if (!isSame)
                    m_controller->enqueue(combined(kind->resource(), (before ? before : after)->key()));
                wakeRelatives(*m_collectors, before.get(), after.get());
            }));
    }

    /// filled is called once all that is there is known, and maybe again.
    void start(std::function<void()> filled)
    {
        m_filled = m_kinds.onFilled(std::move(filled));
        m_kinds.start();
    }
    void stop() { m_kinds.stop(); }

private:
    static std::vector<const api::Resource *> resourcesOf(const OwnedKinds &kinds)
    {
        std::vector<const api::Resource *> resources;
        for (const auto &kind : kinds)
            resources.push_back(&kind->resource());
        return resources;
    }

    void add(const DiscoveredKinds::KindPointer &kind)
    {
        m_allKinds->push_back(kind);
        m_reconciler->add(kind, std::make_unique<GarbageCollector>(m_allKinds, kind, m_clock, m_lostOwners));
        m_states[kind.get()] = kind->onState([this, &informer = *kind] {
            if (informer.hasSynced())
                lookAtThoseOf(informer);
        });
    }

    void lookAtThoseOf(const MetaInformer &kind)
    {
        for (const MetaPointer &meta : kind.list())
            m_controller->enqueue(combined(kind.resource(), meta->key()));
    }

    void remove(const DiscoveredKinds::KindPointer &kind)
    {
        m_states.erase(kind.get());
        std::erase(*m_allKinds, kind);
        m_reconciler->remove(*kind);
    }

    std::shared_ptr<OwnedKinds> m_allKinds;
    Collectors m_collectors;
    base::Clock &m_clock;
    const LostOwners m_lostOwners;
    DiscoveredKinds m_kinds;
    OtherCollectors *m_reconciler = nullptr;
    runtime::Controller *m_controller = nullptr;
    std::map<const MetaInformer *, base::Subscription> m_states;
    base::Subscription m_filled;
    base::Subscriptions m_subscriptions;
};

GarbageCollection::GarbageCollection(
    const runtime::ControllerContext &context, client::Client &client, const LostOwners &lostOwners)
{
    const auto kinds = std::make_shared<OwnedKinds>();
    const auto collectors = std::make_shared<std::vector<Collecting>>();
    collect<api::MachineDeployment, api::MachineSet, api::Machine, api::mcm::MachineDeployment,
        api::mcm::MachineSet, api::mcm::Machine, api::Node, api::Pod, api::Lease, api::Job, api::ReplicaSet,
        api::Deployment>(context, kinds, collectors, lostOwners, m_controllers);
    m_others = std::make_unique<Others>(context, client, kinds, collectors, lostOwners, m_controllers);
}

GarbageCollection::~GarbageCollection() = default;

void GarbageCollection::start()
{
    m_others->start([this] { startAll(m_controllers); });
}

void GarbageCollection::stop()
{
    m_others->stop();
    stopAll(m_controllers);
}

} // namespace core::controlplane
