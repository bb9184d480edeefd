// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/apply/tracking.h"

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

constexpr std::string_view ourselves = "hollowlab"; ///< the user agent of the program's own controllers
constexpr std::string_view statusEndpoint = "status";

std::uint32_t secondsOf(base::Time time)
{
    return static_cast<std::uint32_t>(
        std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count());
}

/// Who writes there alone need not be told from the server, which adds nothing to what is written.
bool staysAsWritten(const KindRules &rules)
{
    return !rules.nameAuthor && !rules.prepareCreate && !rules.prepareStatus && !rules.identify
        && !rules.fitIn;
}

/// An owner whose fields are found out when somebody asks is found out from what is stored.
bool isStoredAsWritten(const ResourceType &type, const ServedVersion &version)
{
    return !version.conversion || type.apiVersion(version) == type.storedApiVersion;
}

/// Whether who owns all that there is owns other fields after the change.
bool ownsOthers(const TrackedChange &change, const OwnedKind &kind)
{
    FieldChanges changes = StructuredMerge(kind.schema, kind.custom).compare(change.before, change.after);
    ignore(changes, ignoredFields(kind.hasStatus, kind.custom, change.author.subresource));
    return !changes.added.isEmpty() || !changes.removed.isEmpty();
}

/// What the sole owner's next write makes of it; nothing when it is another's.
std::optional<Ownership> writtenAgain(
    SoleOwners &owners, const TrackedChange &change, const OwnedKind &kind, std::uint32_t seconds)
{
    const SoleOwner *owner = change.ownership.sole.get();
    const Author &author = change.author;
    const bool isStatus = author.subresource == statusEndpoint && kind.hasStatus;
    if (!owner || owner->manager != author.manager || owner->kind.apiVersion != kind.apiVersion
        || (!author.subresource.empty() && !isStatus))
        return std::nullopt;
    Ownership again = change.ownership;
    if (owner->kind.schema != kind.schema) // its definition has changed
        again.sole = owners.find(kind, author.manager);
    std::uint32_t &written = isStatus ? again.statusWritten : again.written;
    if (written == 0 || ownsOthers(change, kind))
        written = seconds;
    return again;
}

/// The places of the times, as a set.
FieldSet timesIn(const FieldSet &fields, const std::string &time)
{
    FieldSet times;
    for (const auto &[element, child] : fields.children) {
        FieldSet inner = element == time ? child : timesIn(child, time);
        if (!inner.isEmpty())
            times.children.emplace(element, std::move(inner));
    }
    return times;
}

} // namespace

OwnedKind ownedKind(const ResourceType &type, const ServedVersion &version)
{
    return {type.collection->name(), type.custom ? type.apiVersion(version) : type.storedApiVersion,
        version.schema, type.custom, version.hasStatus};
}

StructuredMerge structuredMerge(const ResourceType &type, const ServedVersion &version)
{
    return {version.schema, type.custom};
}

FieldSet ignoredFields(const ResourceType &type, const ServedVersion &version, std::string_view subresource)
{
    return ignoredFields(version.hasStatus, type.custom, subresource);
}

Ownership ownershipOfNew(Cluster &cluster, const ResourceType &type, const ServedVersion &version,
    const Json &object, const Author &author)
{
    if (author.manager.empty())
        return {};
    const std::uint32_t now = secondsOf(cluster.clock.now());
    OwnedKind kind = ownedKind(type, version);
    if (isStoredAsWritten(type, version) && (author.manager == ourselves || staysAsWritten(type.rules))) {
        Ownership ownership;
        ownership.sole = cluster.store.soleOwners().find(kind, author.manager);
        ownership.written = now;
        return ownership;
    }
    FieldChanges all = structuredMerge(type, version).compare(JsonObject(), object);
    ignore(all, ignoredFields(type, version, author.subresource));
    ManagedFields managed;
    noteUpdate(managed, all, {author, std::move(kind.apiVersion), now});
    return compact(std::move(managed));
}

Ownership ownershipAfter(
    Cluster &cluster, const ResourceType &type, const ServedVersion &version, const TrackedChange &change)
{
    if (!change.ownership.isTracked() || change.author.manager.empty())
        return change.ownership;
    const std::uint32_t now = secondsOf(cluster.clock.now());
    OwnedKind kind = ownedKind(type, version);
    SoleOwners &owners = cluster.store.soleOwners();
    if (auto again =
            isStoredAsWritten(type, version) ? writtenAgain(owners, change, kind, now) : std::nullopt)
        return std::move(*again);
    const FieldSet ignored = ignoredFields(type, version, change.author.subresource);
    FieldChanges changes = structuredMerge(type, version).compare(change.before, change.after);
    ignore(changes, ignored);
    ChangesByVersion others = change.others;
    for (auto &[apiVersion, other] : others)
        ignore(other, ignored);
    ManagedFields managed = managedFieldsOf(change.stored, change.ownership);
    noteUpdate(managed, changes, {change.author, std::move(kind.apiVersion), now}, others);
    return compact(std::move(managed));
}

bool ownsHeartbeats(
    const ResourceType &type, const Ownership &ownership, const Json &object, std::string_view manager)
{
    if (!ownership.isTracked())
        return true;
    if (ownership.sole)
        return ownership.sole->manager == manager;
    const HeartbeatRule &rule = type.rules.heartbeat;
    const FieldChanges all = structuredMerge(type, type.versions.front()).compare(JsonObject(), object);
    const FieldSet *part = all.added.find(fieldElement(rule.part));
    FieldSet times;
    if (part)
        times.children.emplace(fieldElement(rule.part), timesIn(*part, fieldElement(rule.time)));
    FieldSet owned;
    for (const ManagedEntry &entry : managedFieldsOf(object, ownership)) {
        FieldSet mine = common(entry.fields, times);
        if (!mine.isEmpty() && entry.manager != manager)
            return false;
        add(owned, mine);
    }
    return owned == times;
}

} // namespace core::lab
