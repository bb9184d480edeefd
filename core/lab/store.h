// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All objects in all their remembered versions. One counter stamps every change of the whole store: it is the
// resourceVersion, the index of the event log and the position of every watch (docs/design.md D21). Versions
// are immutable as long as anybody holds them, and shared; superseded ones are remembered for watches and for
// lists of the past until memory asks for them. Heartbeats leave no past behind, only the newest version
// (D11).

#include "core/base/subscription.h"
#include "core/lab/heartbeatlog.h"
#include "core/lab/packed.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace core::lab {

/// So many changes of each kind stay, however old, in memory and on disk.
inline constexpr std::size_t keptChanges = 1000;

struct Change {
    enum class Type { Added, Modified, Deleted };
    Revision revision = 0;
    Type type = Type::Added;
    api::JsonPtr object; ///< for Deleted the last state, with the revision of its deletion
    api::JsonPtr previous; ///< null for Added
    std::size_t bytes = 0; ///< of memory that only the log keeps alive
    const KeyedEntry *heartbeat = nullptr; ///< the entry of the object when this is a heartbeat
};

/// Revisions of which nothing is known: those between the two.
struct Gap {
    Revision last = 0; ///< before it
    Revision next = 0; ///< behind it
};

/// The objects of one resource, whatever versions of it are served, the log of their changes, and which of
/// them a heartbeat changed last.
class Collection
{
public:
    explicit Collection(std::string collectionName) : m_name(std::move(collectionName)) { }

    const std::string &name() const { return m_name; }
    const Entries::Ordered &objects() const { return m_objects.ordered(); }
    const Entry *find(const api::ObjectKey &key) const;
    KeyedEntry *place(const api::ObjectKey &key) { return m_objects.find(key); }
    /// Every change after it is remembered, but for heartbeats that another change of their object followed.
    Revision floor() const { return m_floor; }
    /// The change of exactly that revision; nothing when it is not (or no longer) remembered.
    std::optional<Change> changeAt(Revision revision) const;
    /// The revisions of the changes after that one which are remembered, in order.
    std::vector<Revision> changesAfter(Revision revision) const;
    /// The objects of a namespace (all when empty) as they were at the revision, which must not lie below
    /// floor(), heartbeats since then included. Those behind the key in order, when one is given.
    std::vector<api::JsonPtr> listAt(
        Revision revision, std::string_view ns, const api::ObjectKey *behind = nullptr) const;
    /// The object as listAt() shows it; null when it was not there.
    api::JsonPtr objectAt(Revision revision, const api::ObjectKey &key) const;

private:
    friend class Store;

    std::deque<Change>::const_iterator loggedAfter(Revision revision) const;

    std::string m_name;
    Entries m_objects;
    std::deque<Change> m_log; ///< in order
    HeartbeatLog m_heartbeats; ///< of which the log says nothing
    Revision m_floor = 0;
    std::size_t m_logBytes = 0;
};

api::ObjectKey keyOf(const api::Json &object);
/// The version with another resourceVersion.
api::JsonPtr restamped(const api::JsonPtr &object, Revision revision);

class Store
{
public:
    using Listeners = base::Listeners<Collection &, const api::ObjectKey &, Revision, const Change &>;

    /// The listener is called after every change, with when its object was created besides.
    base::Subscription onChange(Listeners::Listener listener) { return m_listeners.add(std::move(listener)); }

    Revision revision() const { return m_revision; }
    /// Every change of the collection after that revision is remembered, but for heartbeats that another
    /// change of their object followed. False also for a revision that lies in a gap or in the future: it is
    /// from a history that exists no more.
    bool remembers(const Collection &collection, Revision revision) const;
    /// The collection of that name, made when it is not there; its address never changes.
    Collection &collection(const std::string &name);

    /// Makes the draft, stamped with the next revision, the newest version of its object.
    const Change &put(
        Collection &collection, const api::ObjectKey &key, api::Json &draft, Ownership ownership = {});
    /// Records the heartbeat of an object that is there, which has overwritten texts in its newest version
    /// (heartbeatPartOf()); the log says nothing of it.
    void putHeartbeat(Collection &collection, KeyedEntry &place);
    /// Removes an object that is there; its last state is the draft, or what it was when there is none.
    const Change &remove(Collection &collection, const api::ObjectKey &key, api::Json *draft = nullptr);

    /// What the disk remembers: an object, a change (in order), where each log begins and the counter stands.
    void restoreObject(Collection &collection, Packed object, Revision revision, Revision created);
    void restoreChange(Collection &collection, Change change);
    void restorePosition(Revision revision, const std::function<Revision(const Collection &)> &floorOf);
    void restoreGap(const Gap &gap) { m_gaps.push_back(gap); }
    /// Moves the counter forward, over revisions that may have been given out and lost.
    void leap(const Gap &gap);

    /// Every object of every collection.
    void forEach(const std::function<void(const Entry &)> &visit) const;

    SoleOwners &soleOwners() { return m_soleOwners; }

private:
    const Change &replace(Collection &collection, KeyedEntry &place, Packed packed);
    const Change &record(Collection &collection, const api::ObjectKey &key, Revision created, Change change);
    void trim();
    void forgetOldest(Collection &collection);

    std::map<std::string, std::unique_ptr<Collection>> m_collections;
    Listeners m_listeners;
    SoleOwners m_soleOwners;
    Revision m_revision = 0;
    std::vector<Gap> m_gaps;
    std::size_t m_historyBytes = 0;
};

} // namespace core::lab
