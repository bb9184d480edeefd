// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the file back into the store. What cannot be read is set aside (docs/api-semantics.md Q).
#include "core/api/troubles.h"
#include "core/base/displaytext.h"
#include "core/lab/databaseprivate.h"
#include "core/lab/packed.h"

#include <ranges>

namespace core::lab {

using api::Json;
using api::JsonPtr;

namespace {

/// A row's place in the world: whose version its body is.
struct RowPlace {
    std::string collection;
    std::int64_t id = 0;
};

std::string_view bytesOf(const SQLite::Column &column)
{
    return {static_cast<const char *>(column.getBlob()), static_cast<std::size_t>(column.getBytes())};
}

base::Result<Packed> loadedObject(
    const SQLite::Column &column, const RowPlace &place, const SQLite::Column &sum, SoleOwners &owners)
{
    const std::string_view body = bytesOf(column);
    auto packed = packText(body, place.collection, owners);
    if (packed && api::textAt(*packed->object, {"metadata", "name"}).empty())
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("WithoutName"));
    if (packed && sum.getInt64() != sumOf(place.collection, place.id, body))
        return api::failWith(base::ErrorKind::Invalid, api::troubleSaying("WrongSum"));
    return packed;
}

/// As far as what can't be trusted can be read: "default/b".
std::string nameIn(const Json &object)
{
    const std::string name(api::textAt(object, {"metadata", "name"}));
    if (name.empty())
        return {};
    const std::string ns(api::textAt(object, {"metadata", "namespace"}));
    return base::printableLine(ns.empty() ? name : ns + '/' + name);
}

/// The file keeps it in English.
api::Saying whyIn(const SQLite::Column &column)
{
    const std::string kept = column.getString();
    for (const api::Saying &known : {api::troubleSaying("WithoutName"), api::troubleSaying("WrongSum"),
             api::troubleSaying("OtherRevision"), api::troubleSaying("SameName")}) {
        if (known.text == kept)
            return known;
    }
    return kept;
}

bool bearsRevision(const api::Json &object, Revision revision)
{
    return api::textAt(object, {"metadata", "resourceVersion"}) == std::to_string(revision);
}

} // namespace

std::vector<Database::Private::Unreadable> Database::Private::loadObjects(Store &store)
{
    std::vector<Unreadable> unreadable;
    for (const char *table : {"objects", "leases"})
        loadTable(table, store, unreadable);
    return unreadable;
}

/// One that can't be read back must not cost the others.
void Database::Private::loadTable(const std::string &table, Store &store, std::vector<Unreadable> &unreadable)
{
    SQLite::Statement rows(database,
        "SELECT stored.id, collections.name, stored.revision, stored.body, stored.sum FROM " + table
            + " AS stored, collections WHERE collections.id = stored.collection ORDER BY stored.id");
    while (rows.executeStep()) {
        const RowPlace place {rows.getColumn(1).getString(), rows.getColumn(0).getInt64()};
        auto object = loadedObject(rows.getColumn(3), place, rows.getColumn(4), store.soleOwners());
        Collection &collection = store.collection(place.collection);
        if (object && !bearsRevision(*object->object, revisionIn(rows.getColumn(2))))
            object = api::failWith(base::ErrorKind::Invalid, api::troubleSaying("OtherRevision"));
        if (object && collection.find(keyOf(*object->object)))
            object = api::failWith(base::ErrorKind::Invalid, api::troubleSaying("SameName"));
        if (object)
            store.restoreObject(
                collection, std::move(*object), revisionIn(rows.getColumn(2)), revisionIn(rows.getColumn(0)));
        else
            unreadable.push_back({table, rows.getColumn(0).getInt64(), object.error().message});
    }
}

/// A change's row holds the version that it replaced; what replaced it is in the row behind, or the newest
/// version. Begins at the newest and ends before the first that can't be read, whose revision it gives.
std::optional<Revision> Database::Private::loadLog(Store &store)
{
    std::optional<Revision> unreadable;
    std::unordered_map<Revision, JsonPtr> following;
    store.forEach([&](const Entry &entry) { following[entry.created] = entry.object; });
    std::vector<std::pair<Collection *, Change>> changes;
    SQLite::Statement rows(database,
        "SELECT log.revision, log.id, collections.name, log.type, log.previous, log.last, log.time, "
        "log.previous_sum, log.last_sum FROM log, collections "
        "WHERE collections.id = log.collection ORDER BY log.revision DESC");
    while (!unreadable && rows.executeStep()) {
        Change change;
        change.revision = revisionIn(rows.getColumn(0));
        change.type = static_cast<Change::Type>(rows.getColumn(3).getInt());
        change.bytes = sizeof(Change);
        bool readable = true;
        const RowPlace place {rows.getColumn(2).getString(), rows.getColumn(1).getInt64()};
        const auto versionIn = [&](const SQLite::Column &column, const SQLite::Column &sum) {
            auto version = loadedObject(column, place, sum, store.soleOwners());
            readable = readable && version;
            change.bytes += version ? version->bytes : 0;
            return version ? std::move(version->object) : JsonPtr();
        };
        JsonPtr &object = following[revisionIn(rows.getColumn(1))];
        if (change.type == Change::Type::Deleted)
            object = versionIn(rows.getColumn(5), rows.getColumn(8));
        change.object = object;
        if (change.type != Change::Type::Added)
            change.previous = object = versionIn(rows.getColumn(4), rows.getColumn(7));
        if (!readable || !change.object || !bearsRevision(*change.object, change.revision)) {
            unreadable = change.revision;
            continue;
        }
        const auto bytes =
            static_cast<std::size_t>(rows.getColumn(4).getBytes() + rows.getColumn(5).getBytes());
        log.push_front({change.revision, base::Time(base::Duration(rows.getColumn(6).getInt64())), bytes});
        logBytes += bytes;
        changes.emplace_back(&store.collection(rows.getColumn(2).getString()), std::move(change));
    }
    for (auto &[collection, change] : std::views::reverse(changes))
        store.restoreChange(*collection, std::move(change));
    return unreadable;
}

void Database::Private::setAside(const std::vector<Unreadable> &objects)
{
    for (const Unreadable &object : objects) {
        SQLite::Statement keep(database,
            "INSERT INTO set_aside SELECT collections.name, stored.id, stored.revision, stored.body, ? FROM "
                + object.table
                + " AS stored, collections WHERE collections.id = stored.collection AND stored.id = ?");
        run(keep, object.why, object.id);
        SQLite::Statement drop(database, "DELETE FROM " + object.table + " WHERE id = ?");
        run(drop, object.id);
    }
    lost = true;
}

void Database::Private::listSetAside()
{
    SQLite::Statement rows(
        database, "SELECT collection, revision, why, body FROM set_aside ORDER BY revision");
    while (rows.executeStep()) {
        const std::string collection = rows.getColumn(0).getString();
        const std::int64_t revision = rows.getColumn(1).getInt64();
        const api::Saying why = whyIn(rows.getColumn(2));
        const Json object = api::parseJson(bytesOf(rows.getColumn(3))).value_or(Json());
        const std::string name = nameIn(object);
        lostObjects.push_back({collection, std::string(api::textAt(object, {"metadata", "uid"}))});
        keptAside.push_back(name.empty() ? api::troubleSaying("SetAside", collection, revision, why)
                                         : api::troubleSaying("SetAside", collection, name, revision, why));
    }
}

/// Who watched an object that is set aside has to list again: the counter goes on, and all before is
/// forgotten.
base::Result<> Database::Private::loadAll(Store &store)
{
    SQLite::Statement state(database, "SELECT revision, floor FROM state");
    if (!state.executeStep())
        return damaged(path, api::troubleSaying("NoCounter"));
    Revision revision = revisionIn(state.getColumn(0));
    Revision floor = revisionIn(state.getColumn(1));
    state.reset();
    SQLite::Transaction transaction(database);
    if (const auto unreadable = loadObjects(store); !unreadable.empty()) {
        setAside(unreadable);
        floor = ++revision;
        run(statements->putRevision, sql(revision));
        forgetLog(floor);
    }
    if (const auto unreadable = loadLog(store)) {
        floor = *unreadable;
        forgetLog(floor);
    }
    transaction.commit();
    listSetAside();
    loadGaps(store);
    store.restorePosition(revision,
        [&](const Collection &collection) { return collection.name() == withoutHistory ? revision : floor; });
    return {};
}

void Database::Private::loadGaps(Store &store)
{
    SQLite::Statement rows(database, "SELECT last, next FROM gaps ORDER BY last");
    while (rows.executeStep())
        store.restoreGap({revisionIn(rows.getColumn(0)), revisionIn(rows.getColumn(1))});
}

void Database::Private::loadCollections()
{
    collections.clear();
    SQLite::Statement names(database, "SELECT id, name FROM collections");
    while (names.executeStep())
        collections[names.getColumn(1).getString()] = names.getColumn(0).getInt64();
}

} // namespace core::lab
