// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a planner may ask for: a closed set of writes, as values. Each is idempotent by construction
// (docs/design.md D8): names chosen by us, patches with a precondition, deletes with the uid.

#include "core/api/codec.h"
#include "core/api/mergepatch.h"
#include "core/api/meta.h"
#include "core/api/reason.h"

#include <variant>

namespace core::api {

/// Create the object; one of the same name that exists already counts as a conflict (read again, plan again).
struct CreateObject {
    const Resource *resource = nullptr;
    Json object;

    bool operator==(const CreateObject &) const = default;
};

/// Merge patch. A metadata.resourceVersion or metadata.uid inside the patch is a precondition.
struct PatchObject {
    ResourceRef target;
    std::string subresource; ///< empty or "status"
    Json patch;
    bool isHeartbeat = false; ///< only times differ: its sender need not read the answer
    bool wantsMetadata = false; ///< its sender needs nothing else of the answer

    bool operator==(const PatchObject &) const = default;
};

enum class Propagation { Default, Background, Foreground, Orphan };

/// Delete the object of that uid; not found counts as done.
struct DeleteObject {
    ResourceRef target;
    std::string uid;
    std::optional<std::int64_t> gracePeriodSeconds;
    Propagation propagation = Propagation::Default;

    bool operator==(const DeleteObject &) const = default;
};

/// Ask for the pod's eviction; a disruption budget may answer TooManyRequests, not found counts as done.
struct EvictPod {
    ObjectKey pod;
    std::string uid;
    std::optional<std::int64_t> gracePeriodSeconds;

    bool operator==(const EvictPod &) const = default;
};

/// Set spec.nodeName through the binding subresource.
struct BindPod {
    ObjectKey pod;
    std::string uid;
    std::string nodeName;

    bool operator==(const BindPod &) const = default;
};

/// Tell people, through an Event on the object. Never fails a plan.
struct EmitEvent {
    ObjectReference about;
    std::string type; ///< Normal or Warning
    std::string reason;
    std::string message;

    bool operator==(const EmitEvent &) const = default;
};

using Effect = std::variant<CreateObject, PatchObject, DeleteObject, EvictPod, BindPod, EmitEvent>;

/// Adds what there is to write, if anything.
template<typename T>
void append(std::vector<Effect> &effects, std::optional<T> effect)
{
    if (effect)
        effects.emplace_back(std::move(*effect));
}

template<typename T>
ResourceRef refTo(const T &object)
{
    return {&resourceOf<T>(), object.key()};
}

template<typename T>
ObjectReference referenceTo(const T &object)
{
    const Resource &resource = resourceOf<T>();
    return {resource.apiVersion(), resource.kind, object.metadata.name, object.metadata.ns,
        object.metadata.uid, {}, {}};
}

template<typename T>
CreateObject createEffect(const T &object)
{
    return {&resourceOf<T>(), encodeObject(object)};
}

template<typename T>
DeleteObject deleteEffect(const T &object)
{
    return {refTo(object), object.metadata.uid, {}, Propagation::Default};
}

/// What a patch is conditional on: the very version that was seen, or merely the same object.
enum class Precondition { Version, Uid };

/// The difference of before and after as a patch, or nothing when they are equal. On the main endpoint a
/// difference in status is left out, on "status" everything else.
template<typename T>
std::optional<PatchObject> patchEffect(const T &before, const T &after, std::string_view subresource = {},
    Precondition precondition = Precondition::Version);

/// The untyped half of patchEffect().
std::optional<PatchObject> patchBetween(const Json &before, const Json &after, ResourceRef target,
    std::string_view subresource, Precondition precondition, const ObjectMeta &meta);

template<typename T>
std::optional<PatchObject> patchEffect(
    const T &before, const T &after, std::string_view subresource, Precondition precondition)
{
    if (before == after)
        return std::nullopt;
    const auto written = [&](const T &object) -> Json { // only what can end up in the patch
        if constexpr (requires { object.status; }) {
            if (subresource == "status")
                return JsonObject {{"status", encode(object.status)}};
            JsonObject parts {{"metadata", encode(object.metadata)}};
            if (before.spec != after.spec)
                parts.emplace("spec", encode(object.spec));
            return parts;
        } else {
            return encode(object);
        }
    };
    return patchBetween(
        written(before), written(after), refTo(before), subresource, precondition, before.metadata);
}

} // namespace core::api
