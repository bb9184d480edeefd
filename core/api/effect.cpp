// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/effect.h"

namespace core::api {

std::optional<PatchObject> patchBetween(const Json &before, const Json &after, ResourceRef target,
    std::string_view subresource, Precondition precondition, const ObjectMeta &meta)
{
    Json patch = mergePatchBetween(before, after);
    JsonObject &members = patch.get_object();
    if (subresource == "status") {
        Json *status = members.if_contains("status");
        if (!status)
            return std::nullopt;
        JsonObject only;
        only.emplace("status", std::move(*status));
        members = std::move(only);
    } else {
        members.erase("status");
    }
    if (members.empty())
        return std::nullopt;
    if (!members.contains("metadata"))
        members.emplace("metadata", JsonObject());
    JsonObject &metadata = members["metadata"].get_object();
    if (precondition == Precondition::Version)
        metadata.insert_or_assign("resourceVersion", meta.resourceVersion);
    else
        metadata.insert_or_assign("uid", meta.uid);
    return PatchObject {std::move(target), std::string(subresource), std::move(patch)};
}

} // namespace core::api
