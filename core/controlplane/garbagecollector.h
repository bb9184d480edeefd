// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Collects what has lost its owners (docs/api-semantics.md G9 to G12, G14): background, foreground and
// orphaning deletion, by uid. Knows every kind that the server serves; an owner of another kind counts as
// present.
//
// One controller for each kind that has a type and many objects, whose keys are its objects, and one for all
// other kinds. Reads each kind by key and by dependentsByOwner.

#include "core/api/reason.h"
#include "core/controlplane/controllers.h"
#include "core/controlplane/ownedkind.h"

#include <set>

namespace core::controlplane {

inline constexpr api::ReasonKind garbageCollectorReasons[] {
    {"NotRead", "The object is gone, or cannot be read."},
    {"NoOwner", "The object has no owner."},
    {"OwnersAreThere", "Every owner is there."},
    {"OwnerNotSeenYet", "The owner is not there (yet)."},
    {"OwnerLost", "One of several owners is gone; the reference to it goes."},
    {"OwnerSetAside", "The owner's stored row is damaged and set aside; the object is kept."},
    {"OwnerMadeAgain",
        "{owner} was made again, after its stored row was found damaged; the object is let go, for it to "
        "take over."},
    {"Collected", "No owner is left; the object goes."},
    {"Deleting", "The object is being deleted already."},
    {"WaitingForDependents", "{dependents} dependents have to go first."},
    {"DependentsGone", "No dependent holds the object any more."},
    {"Orphaning", "{dependents} dependents lose their owner."},
};
inline constexpr api::Reasons<garbageCollectorReasons> garbageCollectorReason;

inline constexpr std::string_view orphanFinalizer = "orphan";
inline constexpr std::string_view foregroundFinalizer = "foregroundDeletion";

template<typename T>
class StoredKind : public OwnedKind
{
public:
    explicit StoredKind(const runtime::Store<T> &store) : m_store(store) { }

    const api::Resource &resource() const override { return api::resourceOf<T>(); }
    MetaPointer find(const api::ObjectKey &key) const override { return metaOf(m_store.find(key)); }
    std::vector<MetaPointer> ownedBy(const std::string &uid) const override
    {
        std::vector<MetaPointer> all;
        for (const auto &object : m_store.listBy(dependentsByOwner, uid))
            all.push_back(metaOf(object));
        return all;
    }

private:
    static MetaPointer metaOf(const std::shared_ptr<const T> &object)
    {
        return object ? MetaPointer(object, &object->metadata) : nullptr;
    }

    const runtime::Store<T> &m_store;
};

/// The uids of owners that are missing though nobody deleted them: their dependents are kept. Whose owner was
/// made again under its name is let go instead.
using LostOwners = std::set<std::string, std::less<>>;

using OwnedKinds = std::vector<std::shared_ptr<const OwnedKind>>;

class GarbageCollector : public runtime::Reconciler
{
public:
    /// It collects the objects of one of the kinds, of which there may be more as time goes by.
    GarbageCollector(std::shared_ptr<const OwnedKinds> kinds, std::shared_ptr<const OwnedKind> mine,
        const base::Clock &clock, LostOwners lostOwners = {});

    std::string_view name() const override { return "garbagecollector"; }
    runtime::Plan reconcile(const api::ObjectKey &key) const override;

    /// Objects of this kind that the object (of any kind) owns: to be looked at when it is deleted or gone.
    std::vector<api::ObjectKey> dependentsOf(const api::ObjectMeta &owner) const;
    /// Objects of this kind that own the object (of any kind): to be looked at when it goes.
    std::vector<api::ObjectKey> ownersOf(const api::ObjectMeta &dependent) const;

private:
    enum class OwnerState { Present, Absent, WaitingForDependents, SetAside, MadeAgain };
    struct Dependent {
        const OwnedKind *kind;
        MetaPointer meta;
    };

    OwnerState stateOf(const api::OwnerReference &reference, const api::ObjectMeta &dependent) const;
    std::vector<Dependent> allDependentsOf(const std::string &uid) const;
    bool isHeldBy(const std::string &uid, const api::ObjectMeta &dependent) const;
    runtime::Plan planOwned(const api::ObjectMeta &meta) const;
    runtime::Plan planForegroundDeletion(const api::ObjectMeta &meta) const;
    runtime::Plan planOrphaning(const api::ObjectMeta &meta) const;

    std::shared_ptr<const OwnedKinds> m_kinds;
    std::shared_ptr<const OwnedKind> m_mine;
    const base::Clock &m_clock;
    const LostOwners m_lostOwners;
};

/// Nothing that the garbage collector looks at has changed.
bool isSameToCollector(const api::ObjectMeta &before, const api::ObjectMeta &after);

/// The unit "garbagecollector".
class GarbageCollection
{
public:
    GarbageCollection(
        const runtime::ControllerContext &context, client::Client &client, const LostOwners &lostOwners = {});
    ~GarbageCollection();

    const Controllers &controllers() const { return m_controllers; }
    /// They begin when all kinds are known: an owner that was not seen yet would be taken for gone.
    void start();
    void stop();

private:
    class Others;

    Controllers m_controllers; ///< of the kinds that have a type; the last one is of all others
    std::unique_ptr<Others> m_others;
};

} // namespace core::controlplane
