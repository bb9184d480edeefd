// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/store.h"

#include "core/lab/objects.h"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::JsonPtr;
using api::ObjectKey;

namespace {

constexpr std::size_t mostHistoryBytes = 32U * 1024 * 1024; ///< of superseded versions
constexpr std::size_t forgottenAtOnce = 50; ///< of a log that can spare them: finding it takes a while

/// The version comes first in a new object, where every heartbeat finds it at once.
void writeVersion(Json &object, Revision revision)
{
    constexpr std::string_view name = "resourceVersion";
    JsonObject &metadata = metadataOf(object);
    if (Json *old = api::member(metadata, name)) {
        *old = std::to_string(revision);
        return;
    }
    JsonObject ordered({{name, std::to_string(revision)}}, metadata.storage());
    ordered.reserve(metadata.size() + 1);
    for (auto &member : metadata)
        ordered.emplace(member.key(), std::move(member.value()));
    metadata = std::move(ordered);
}

/// Puts a revision in the place of an older one without asking for memory: it is a short text.
void restamp(Json &old, Revision revision)
{
    char digits[20];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), revision).ptr;
    old.get_string().assign(digits, static_cast<std::size_t>(end - digits));
}

Entry entryOf(Packed packed, Revision revision, Revision created, Revision lastNonHeartbeatRevision)
{
    const bool terminating = isDeleting(*packed.object);
    return {std::move(packed.object), revision, created, packed.bytes, lastNonHeartbeatRevision, 0,
        terminating, 0};
}

/// The version before it looked the same to selectors.
Change heartbeatChange(const KeyedEntry &place)
{
    const Entry &entry = place.second;
    return {entry.revision, Change::Type::Modified, entry.object, entry.object, 0, &place};
}

} // namespace

ObjectKey keyOf(const Json &object)
{
    return {std::string(api::textAt(object, {"metadata", "namespace"})),
        std::string(api::textAt(object, {"metadata", "name"}))};
}

JsonPtr restamped(const JsonPtr &object, Revision revision)
{
    Json copy = *object;
    writeVersion(copy, revision);
    return pack(copy, ownershipOf(object)).object;
}

const Entry *Collection::find(const ObjectKey &key) const
{
    const Entries::Entry *found = m_objects.find(key);
    return found ? &found->second : nullptr;
}

std::deque<Change>::const_iterator Collection::loggedAfter(Revision revision) const
{
    return std::ranges::upper_bound(m_log, revision, {}, &Change::revision);
}

std::vector<Revision> Collection::changesAfter(Revision revision) const
{
    std::vector<Revision> logged;
    std::transform(loggedAfter(revision), m_log.end(), std::back_inserter(logged),
        [](const Change &change) { return change.revision; });
    std::vector<Revision> all;
    std::ranges::merge(logged, m_heartbeats.after(revision), std::back_inserter(all));
    return all;
}

std::optional<Change> Collection::changeAt(Revision revision) const
{
    if (const KeyedEntry *place = m_heartbeats.at(revision))
        return heartbeatChange(*place);
    const auto logged = std::ranges::lower_bound(m_log, revision, {}, &Change::revision);
    return logged != m_log.end() && logged->revision == revision ? std::optional(*logged) : std::nullopt;
}

std::vector<JsonPtr> Collection::listAt(Revision revision, std::string_view ns, const ObjectKey *behind) const
{
    std::map<ObjectKey, JsonPtr> undone; // as it was; null when it was not there
    for (auto change = loggedAfter(revision); change != m_log.end(); ++change)
        undone.try_emplace(keyOf(*change->object), change->previous);
    std::vector<JsonPtr> objects;
    const auto inNamespace = [&](const ObjectKey &key) { return ns.empty() || key.ns == ns; };
    auto past = behind ? undone.upper_bound(*behind) : undone.begin();
    const auto takePastUpTo = [&](const ObjectKey *limit) {
        for (; past != undone.end() && (!limit || past->first <= *limit); ++past) {
            if (past->second && inNamespace(past->first))
                objects.push_back(past->second);
        }
    };
    const ObjectKey first = behind ? *behind : ObjectKey {std::string(ns), {}};
    const Entries::Ordered &present = m_objects.ordered();
    for (auto at = present.upper_bound(first); at != present.end() && inNamespace(at->first); ++at) {
        takePastUpTo(&at->first);
        if (!undone.contains(at->first))
            objects.push_back(at->second.object);
    }
    takePastUpTo(nullptr);
    return objects;
}

JsonPtr Collection::objectAt(Revision revision, const ObjectKey &key) const
{
    const auto changed = std::find_if(loggedAfter(revision), m_log.end(),
        [&key](const Change &change) { return keyOf(*change.object) == key; });
    if (changed != m_log.end())
        return changed->previous;
    const Entry *entry = find(key);
    return entry ? entry->object : nullptr;
}

Collection &Store::collection(const std::string &name)
{
    auto &collection = m_collections[name];
    if (!collection) {
        collection = std::make_unique<Collection>(name);
        collection->m_floor = m_revision;
    }
    return *collection;
}

bool Store::remembers(const Collection &collection, Revision revision) const
{
    const bool isLost = std::ranges::any_of(
        m_gaps, [&](const Gap &gap) { return gap.last < revision && revision < gap.next; });
    return revision >= collection.floor() && revision <= m_revision && !isLost;
}

const Change &Store::put(Collection &collection, const ObjectKey &key, Json &draft, Ownership ownership)
{
    writeVersion(draft, ++m_revision);
    return replace(collection, collection.m_objects.ensure(key), pack(draft, std::move(ownership)));
}

void Store::putHeartbeat(Collection &collection, KeyedEntry &place)
{
    Entry &entry = place.second;
    entry.revision = ++m_revision;
    restamp(*entry.versionField, entry.revision);
    collection.m_heartbeats.add(place);
    m_listeners(collection, place.first, entry.created, heartbeatChange(place));
}

/// The version written last takes the entry's place.
const Change &Store::replace(Collection &collection, KeyedEntry &place, Packed packed)
{
    Entry &entry = place.second;
    collection.m_heartbeats.drop(entry);
    const bool isNew = !entry.object;
    Change change {m_revision, isNew ? Change::Type::Added : Change::Type::Modified, packed.object,
        std::move(entry.object), entry.bytes};
    entry = entryOf(std::move(packed), m_revision, isNew ? m_revision : entry.created, m_revision);
    return record(collection, place.first, entry.created, std::move(change));
}

const Change &Store::remove(Collection &collection, const ObjectKey &key, Json *draft)
{
    const Revision revision = ++m_revision;
    KeyedEntry &place = *collection.m_objects.find(key);
    collection.m_heartbeats.drop(place.second);
    const Entry entry = place.second;
    collection.m_objects.erase(place);
    if (draft)
        writeVersion(*draft, revision);
    JsonPtr last = draft ? pack(*draft, ownershipOf(entry.object)).object : restamped(entry.object, revision);
    return record(collection, key, entry.created,
        {revision, Change::Type::Deleted, std::move(last), entry.object, 2 * entry.bytes});
}

const Change &Store::record(Collection &collection, const ObjectKey &key, Revision created, Change change)
{
    change.bytes += sizeof(Change);
    collection.m_logBytes += change.bytes;
    m_historyBytes += change.bytes;
    collection.m_log.push_back(std::move(change));
    const Change &recorded = collection.m_log.back();
    m_listeners(collection, key, created, recorded);
    trim();
    return recorded;
}

/// The longest log first.
void Store::trim()
{
    while (m_historyBytes > mostHistoryBytes) {
        const auto weight = [](const auto &pair) {
            const Collection &collection = *pair.second;
            const bool spare = collection.m_log.size() > keptChanges;
            return std::pair(spare, collection.m_log.size() > 1 ? collection.m_logBytes : 0);
        };
        Collection &longest = *std::ranges::max_element(m_collections, {}, weight)->second;
        if (longest.m_log.size() < 2)
            return;
        const bool spare = longest.m_log.size() > keptChanges + forgottenAtOnce;
        for (std::size_t i = 0; i < (spare ? forgottenAtOnce : 1); ++i)
            forgetOldest(longest);
    }
}

void Store::forgetOldest(Collection &collection)
{
    const Change &oldest = collection.m_log.front();
    collection.m_floor = oldest.revision;
    collection.m_logBytes -= oldest.bytes;
    m_historyBytes -= oldest.bytes;
    collection.m_log.pop_front();
}

void Store::restoreObject(Collection &collection, Packed object, Revision revision, Revision created)
{
    const ObjectKey key = keyOf(*object.object);
    collection.m_objects.ensure(key).second = entryOf(std::move(object), revision, created, 0);
}

void Store::forEach(const std::function<void(const Entry &)> &visit) const
{
    for (const auto &[name, collection] : m_collections) {
        for (const auto &[key, entry] : collection->objects())
            visit(entry);
    }
}

void Store::restoreChange(Collection &collection, Change change)
{
    collection.m_logBytes += change.bytes;
    m_historyBytes += change.bytes;
    collection.m_log.push_back(std::move(change));
}

void Store::restorePosition(Revision revision, const std::function<Revision(const Collection &)> &floorOf)
{
    m_revision = revision;
    for (auto &[name, collection] : m_collections)
        collection->m_floor = floorOf(*collection);
    trim();
}

void Store::leap(const Gap &gap)
{
    m_gaps.push_back(gap);
    m_revision = gap.next;
}

} // namespace core::lab
