// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/writer.h"

#include "core/api/time.h"
#include "core/lab/packed.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

/// Set by the server alone: a client's values for them count for nothing.
constexpr std::string_view serverFields[] = {"uid", "creationTimestamp", "deletionTimestamp",
    "deletionGracePeriodSeconds", "generation", "selfLink", "resourceVersion", "managedFields"};

JsonObject &metadataOf(Json &object)
{
    return object.get_object()["metadata"].get_object();
}

bool hasFinalizers(const Json &object)
{
    const Json *finalizers = api::find(object, {"metadata", "finalizers"});
    return finalizers && finalizers->is_array() && !finalizers->get_array().empty();
}

bool isDeleting(const Json &object)
{
    return api::find(object, {"metadata", "deletionTimestamp"}) != nullptr;
}

/// Replaces a member by that of another object, or removes it when that has none.
void takeOver(JsonObject &object, std::string_view member, const JsonObject &from)
{
    if (const Json *value = from.if_contains(member))
        object[member] = *value;
    else
        object.erase(member);
}

/// True when anything but metadata and status differs.
bool specDiffers(const JsonObject &a, const JsonObject &b)
{
    const auto covers = [](const JsonObject &from, const JsonObject &in) {
        return std::ranges::all_of(from, [&](const auto &member) {
            if (member.key() == "metadata" || member.key() == "status")
                return true;
            const Json *other = in.if_contains(member.key());
            return other && *other == member.value();
        });
    };
    return !covers(a, b) || !covers(b, a);
}

void bumpGeneration(JsonObject &metadata)
{
    if (Json *generation = metadata.if_contains("generation"); generation && generation->is_int64())
        ++generation->get_int64();
}

} // namespace

Answer<> Writer::nameFor(Target &target, JsonObject &metadata)
{
    const auto textOf = [&](std::string_view member) {
        const Json *value = metadata.if_contains(member);
        const auto *text = value ? value->if_string() : nullptr;
        return text ? api::text(*text) : std::string();
    };
    target.key.name = textOf("name");
    const std::string prefix = textOf("generateName");
    if (target.key.name.empty() && prefix.empty())
        return refuse(invalidObject(
            target.aboutKind(), {required("metadata.name", "name or generateName is required")}));
    constexpr int tries = 8;
    for (int i = 0; target.key.name.empty() && i < tries; ++i) {
        const std::string object = target.type->collection->name() + "/" + target.key.ns + "/" + prefix;
        const std::string name =
            prefix + m_cluster.chance.suffix(object, "generateName", m_cluster.store.revision() * tries + i);
        if (!target.type->collection->find({target.key.ns, name}))
            target.key.name = name;
    }
    if (target.key.name.empty())
        return refuse(alreadyExists(target.about()));
    metadata["name"] = target.key.name;
    if (target.type->namespaced)
        metadata["namespace"] = target.key.ns;
    else
        metadata.erase("namespace");
    return {};
}

Answer<Written> Writer::create(Target target, Json &draft, bool dryRun)
{
    JsonObject &metadata = metadataOf(draft);
    if (const auto version = api::textAt(draft, {"metadata", "resourceVersion"}); !version.empty())
        return refuse(badRequest("resourceVersion should not be set on objects to be created"));
    for (const std::string_view field : serverFields)
        metadata.erase(field);
    if (const auto named = nameFor(target, metadata); !named)
        return tl::unexpected(named.error());
    if (target.version->hasStatus)
        draft.get_object().erase("status");
    if (const auto *old = target.type->collection->find(target.key)) {
        api::Response response = alreadyExists(target.about());
        (void)old;
        return refuse(std::move(response));
    }
    metadata["uid"] = m_cluster.chance.uuid(
        target.type->collection->name() + "/" + target.key.text(), "uid", m_cluster.store.revision());
    metadata["creationTimestamp"] = api::formatTime(m_cluster.clock.now());
    if (target.type->custom)
        metadata["generation"] = 1;
    return put(target, draft, dryRun);
}

Answer<Written> Writer::update(const Target &target, Json &draft, Part part, bool dryRun)
{
    const Collection::Entry *entry = target.type->collection->find(target.key);
    if (!entry)
        return refuse(notFound(target.about()));
    const JsonObject &current = entry->object->get_object();
    const JsonObject &currentMetadata = current.at("metadata").get_object();
    JsonObject &metadata = metadataOf(draft);
    const auto wanted = api::textAt(draft, {"metadata", "resourceVersion"});
    if (!wanted.empty() && wanted != api::textAt(*entry->object, {"metadata", "resourceVersion"}))
        return refuse(conflict(target.about(),
            "the object has been modified; please apply your changes to the latest version and try again"));
    const auto uid = api::textAt(draft, {"metadata", "uid"});
    if (!uid.empty() && uid != api::textAt(*entry->object, {"metadata", "uid"}))
        return refuse(conflict(target.about(),
            "Precondition failed: UID in precondition: " + std::string(uid)
                + ", UID in object meta: " + std::string(api::textAt(*entry->object, {"metadata", "uid"}))));
    for (const std::string_view field : serverFields)
        takeOver(metadata, field, currentMetadata);
    metadata["name"] = target.key.name;
    if (target.type->namespaced)
        metadata["namespace"] = target.key.ns;
    if (part == Part::Status) {
        const Json status =
            draft.get_object().contains("status") ? draft.get_object()["status"] : Json(JsonObject());
        draft = *entry->object;
        draft.get_object()["status"] = status;
    } else if (target.version->hasStatus) {
        takeOver(draft.get_object(), "status", current);
    }
    if (draft == *entry->object)
        return Written {entry->object, 0, false};
    JsonObject &finalMetadata = metadataOf(draft);
    if (specDiffers(draft.get_object(), current))
        bumpGeneration(finalMetadata);
    if (isDeleting(draft) && !hasFinalizers(draft) && hasFinalizers(*entry->object))
        return finishDeletion(target, draft, dryRun);
    return put(target, draft, dryRun);
}

Written Writer::put(const Target &target, Json &draft, bool dryRun)
{
    if (dryRun)
        return {pack(draft).object, 0, false};
    const Change &change = m_cluster.store.put(*target.type->collection, target.key, draft);
    return {change.object, change.revision, false};
}

Answer<Written> Writer::finishDeletion(const Target &target, Json &draft, bool dryRun)
{
    if (dryRun)
        return Written {pack(draft).object, 0, true};
    const Change &change = m_cluster.store.remove(*target.type->collection, target.key);
    return Written {change.object, change.revision, true};
}

Answer<Written> Writer::remove(const Target &target, const DeleteOptions &options)
{
    const Collection::Entry *entry = target.type->collection->find(target.key);
    if (!entry)
        return refuse(notFound(target.about()));
    const auto uid = api::textAt(*entry->object, {"metadata", "uid"});
    if (!options.uid.empty() && options.uid != uid)
        return refuse(conflict(target.aboutKind(),
            "Precondition failed: UID in precondition: " + options.uid
                + ", UID in object meta: " + std::string(uid)));
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    const bool isBoundPod = target.type->kind == "Pod" && !api::textAt(draft, {"spec", "nodeName"}).empty();
    const std::int64_t grace = isBoundPod ? options.gracePeriodSeconds.value_or(30) : 0;
    if (!hasFinalizers(draft) && grace == 0)
        return finishDeletion(target, draft, options.dryRun);
    if (isDeleting(draft))
        return Written {entry->object, 0, false};
    JsonObject &metadata = metadataOf(draft);
    metadata["deletionTimestamp"] = api::formatTime(m_cluster.clock.now() + std::chrono::seconds(grace));
    metadata["deletionGracePeriodSeconds"] = grace;
    bumpGeneration(metadata);
    return put(target, draft, options.dryRun);
}

} // namespace core::lab
