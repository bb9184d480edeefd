// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apply/managedfields.h"

#include "core/api/time.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace core::lab {

using api::Json;

namespace {

constexpr std::string_view fieldsType = "FieldsV1";
constexpr std::size_t mostUpdaters = 10;
constexpr std::string_view ancientChanges = "ancient-changes";

std::string timeText(std::int64_t seconds)
{
    return api::formatTime(base::Time(std::chrono::seconds(seconds)));
}

std::optional<ManagedEntry> readEntry(const Json &json)
{
    const std::string_view operation = api::textAt(json, {"operation"});
    ManagedEntry entry;
    entry.manager = api::textAt(json, {"manager"});
    entry.applied = operation == "Apply";
    entry.apiVersion = api::textAt(json, {"apiVersion"});
    entry.subresource = api::textAt(json, {"subresource"});
    if ((!entry.applied && operation != "Update") || entry.apiVersion.empty()
        || api::textAt(json, {"fieldsType"}) != fieldsType)
        return std::nullopt;
    if (const auto time = api::parseTime(api::textAt(json, {"time"})))
        entry.seconds = std::chrono::floor<std::chrono::seconds>(time->time_since_epoch()).count();
    if (const Json *fields = api::find(json, {"fieldsV1"})) {
        auto set = readFieldSet(*fields);
        if (!set)
            return std::nullopt;
        entry.fields = std::move(*set);
        entry.fields.member = false;
    }
    return entry;
}

/// An applier stays the same in whatever version it applies.
bool isSameManager(const ManagedEntry &a, const ManagedEntry &b)
{
    return a.manager == b.manager && a.applied == b.applied && a.subresource == b.subresource
        && (a.applied || a.apiVersion == b.apiVersion);
}

void dropEmptyEntries(ManagedFields &managed)
{
    std::erase_if(managed, [](const ManagedEntry &entry) { return entry.fields.isEmpty(); });
}

auto entryOf(auto &managed, const ManagedEntry &identity)
{
    return std::ranges::find_if(
        managed, [&](const ManagedEntry &entry) { return isSameManager(entry, identity); });
}

ManagedEntry &ownEntry(ManagedFields &managed, const ManagedEntry &identity)
{
    const auto found = entryOf(managed, identity);
    if (found == managed.end())
        return managed.emplace_back(identity);
    found->apiVersion = identity.apiVersion;
    found->seconds = identity.seconds;
    return *found;
}

ManagedEntry managerIdentity(const WriteInfo &write, bool applied)
{
    return {write.author.manager, applied, write.apiVersion, write.author.subresource, write.seconds, {}};
}

/// The oldest two of a version become one entry, and later ones join it, until few enough are left.
void capUpdaters(ManagedFields &managed)
{
    std::vector<ManagedEntry *> updaters;
    for (ManagedEntry &entry : managed) {
        if (!entry.applied)
            updaters.push_back(&entry);
    }
    std::ranges::stable_sort(updaters, {}, [](const ManagedEntry *entry) {
        return std::tuple(entry->seconds.value_or(0), entry->manager, entry->subresource);
    });
    std::map<std::string, ManagedEntry *> buckets; ///< by version
    std::size_t left = updaters.size();
    for (auto updater = updaters.begin(); updater != updaters.end() && left > mostUpdaters; ++updater) {
        ManagedEntry *&bucket = buckets[(*updater)->apiVersion];
        if (!bucket) {
            bucket = *updater;
            continue;
        }
        bucket->manager = ancientChanges;
        bucket->subresource.clear();
        bucket->seconds = (*updater)->seconds;
        add(bucket->fields, std::exchange((*updater)->fields, {}));
        --left;
    }
    dropEmptyEntries(managed);
}

FieldSet untrackedFields()
{
    FieldSet set;
    set.children[fieldElement("apiVersion")].member = true;
    set.children[fieldElement("kind")].member = true;
    FieldSet &metadata = set.children[fieldElement("metadata")];
    metadata.member = true;
    for (const std::string_view name :
        {"name", "namespace", "creationTimestamp", "selfLink", "uid", "generation", "managedFields",
            "resourceVersion", "deletionTimestamp", "deletionGracePeriodSeconds"})
        metadata.children[fieldElement(name)].member = true;
    return set;
}

const FieldSet &untracked()
{
    static const FieldSet set = untrackedFields();
    return set;
}

FieldSet takenFields(const FieldChanges &changes)
{
    FieldSet set = changes.added;
    add(set, changes.modified);
    return set;
}

/// The change as the owner sees it.
const FieldChanges &changesFor(
    const ManagedEntry &entry, const FieldChanges &changes, const ChangesByVersion &others)
{
    const auto other = others.find(entry.apiVersion);
    return other == others.end() ? changes : other->second;
}

void loseChanged(ManagedFields &managed, const FieldChanges &changes, const ChangesByVersion &others)
{
    for (ManagedEntry &entry : managed) {
        const FieldChanges &seen = changesFor(entry, changes, others);
        remove(entry.fields, takenFields(seen));
        remove(entry.fields, seen.removed);
    }
}

FieldSet claimedFields(const StructuredMerge &merge, const AppliedConfig &applied)
{
    FieldSet claimed = merge.fieldsOf(applied.config);
    removeWhole(claimed, applied.ignored);
    return claimed;
}

std::string printed(const ManagedEntry &entry)
{
    std::string text = api::writeJson(Json(boost::json::string(entry.manager)));
    if (!entry.subresource.empty())
        text += " with subresource \"" + entry.subresource + "\"";
    return text + (entry.applied ? "" : " using " + entry.apiVersion);
}

} // namespace

void sort(ManagedFields &managed)
{
    std::ranges::stable_sort(managed, {}, [](const ManagedEntry &entry) {
        return std::tuple(
            !entry.applied, entry.seconds.value_or(0), entry.manager, entry.apiVersion, entry.subresource);
    });
}

void appendEntry(std::string &text, const ManagedEntry &entry, std::string_view fields)
{
    const auto member = [&](std::string_view name, std::string_view value) {
        text.append("\"").append(name).append("\":");
        appendQuoted(text, value);
        text += ',';
    };
    text += '{';
    member("apiVersion", entry.apiVersion);
    member("fieldsType", fieldsType);
    text.append(R"("fieldsV1":)").append(fields).append(",");
    if (!entry.manager.empty())
        member("manager", entry.manager);
    member("operation", entry.applied ? "Apply" : "Update");
    if (!entry.subresource.empty())
        member("subresource", entry.subresource);
    if (entry.seconds)
        member("time", timeText(*entry.seconds));
    text.back() = '}';
}

std::optional<ManagedFields> readManagedFields(const Json &json)
{
    constexpr std::size_t most = 1000; // nobody writes more
    if (!json.is_array() || json.get_array().size() > most)
        return std::nullopt;
    ManagedFields managed;
    for (const Json &item : json.get_array()) {
        auto entry = readEntry(item);
        if (!entry)
            return std::nullopt;
        const auto isSame = [&](const ManagedEntry &other) { return isSameManager(other, *entry); };
        std::erase_if(managed, isSame); // the last one counts
        managed.push_back(std::move(*entry));
    }
    return managed;
}

FieldSet ignoredFields(bool hasStatus, bool custom, std::string_view subresource)
{
    FieldSet set;
    if (subresource == "status") {
        set.children[fieldElement("spec")].member = true;
        FieldSet &metadata = set.children[fieldElement("metadata")];
        metadata.member = custom;
        metadata.children[fieldElement("ownerReferences")].member = true;
        metadata.children[fieldElement("finalizers")].member = true;
    } else if (hasStatus) {
        set.children[fieldElement("status")].member = true;
    }
    return set;
}

void ignore(FieldChanges &changes, const FieldSet &ignored)
{
    for (FieldSet *set : {&changes.added, &changes.modified, &changes.removed}) {
        removeWhole(*set, ignored);
        remove(*set, untracked());
    }
}

void noteUpdate(ManagedFields &managed, const FieldChanges &changes, const WriteInfo &write,
    const ChangesByVersion &others)
{
    const ManagedEntry identity = managerIdentity(write, false);
    const auto entry = entryOf(managed, identity);
    const ManagedEntry former = entry == managed.end() ? ManagedEntry() : *entry;
    loseChanged(managed, changes, others);
    if (const FieldSet taken = takenFields(changes); !taken.isEmpty() && !write.author.manager.empty()) {
        ManagedEntry &own = ownEntry(managed, identity);
        add(own.fields, taken);
        if (own.fields == former.fields)
            own.seconds = former.seconds;
    }
    dropEmptyEntries(managed);
    capUpdaters(managed);
}

Json appliedObject(const ManagedFields &managed, const StructuredMerge &merge, const AppliedConfig &applied,
    const WriteInfo &write)
{
    Json object(applied.object, applied.object.storage());
    merge.merge(object, applied.config);
    const ManagedEntry identity = managerIdentity(write, true);
    FieldSet dropped;
    FieldSet owned = claimedFields(merge, applied);
    for (const ManagedEntry &entry : managed) {
        if (applied.versionsDiffer && entry.apiVersion != write.apiVersion)
            continue;
        if (isSameManager(entry, identity))
            dropped = entry.fields;
        else
            add(owned, entry.fields);
    }
    if (!dropped.isEmpty())
        merge.prune(object, dropped, owned);
    return object;
}

const ManagedEntry *appliersEntry(const ManagedFields &managed, const WriteInfo &write)
{
    const auto found = entryOf(managed, managerIdentity(write, true));
    return found == managed.end() ? nullptr : &*found;
}

std::vector<Conflict> noteApplied(ManagedFields &managed, const StructuredMerge &merge,
    const AppliedConfig &applied, const Json &made, const WriteInfo &write)
{
    const ManagedEntry identity = managerIdentity(write, true);
    FieldChanges changes = merge.compare(applied.object, made);
    ignore(changes, applied.ignored);
    std::vector<Conflict> conflicts;
    for (const ManagedEntry &entry : managed) {
        if (applied.force || isSameManager(entry, identity))
            continue;
        const FieldSet both = common(entry.fields, takenFields(changesFor(entry, changes, applied.others)));
        if (!both.isEmpty())
            conflicts.push_back({printed(entry), pathsOf(both)});
    }
    if (!conflicts.empty()) {
        std::ranges::stable_sort(conflicts, {}, &Conflict::manager);
        return conflicts;
    }
    loseChanged(managed, changes, applied.others);
    FieldSet claimed = claimedFields(merge, applied);
    remove(claimed, untracked());
    ownEntry(managed, identity).fields = std::move(claimed);
    dropEmptyEntries(managed);
    return {};
}

} // namespace core::lab
