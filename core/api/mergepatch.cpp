// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/mergepatch.h"

namespace core::api {

Json mergePatchBetween(const Json &before, const Json &after)
{
    const JsonObject *from = before.if_object();
    const JsonObject *to = after.if_object();
    if (!from || !to)
        return after;
    JsonObject patch;
    for (const auto &member : *from) {
        if (!to->contains(member.key()))
            patch.emplace(member.key(), nullptr);
    }
    for (const auto &member : *to) {
        const Json *old = from->if_contains(member.key());
        if (!old) {
            patch.emplace(member.key(), member.value());
        } else if (*old != member.value()) {
            Json inner = old->is_object() && member.value().is_object()
                ? mergePatchBetween(*old, member.value())
                : member.value();
            patch.emplace(member.key(), std::move(inner));
        }
    }
    return patch;
}

void applyMergePatch(Json &target, const Json &patch)
{
    const JsonObject *members = patch.if_object();
    if (!members) {
        target = patch;
        return;
    }
    if (!target.is_object())
        target = JsonObject();
    JsonObject &object = target.get_object();
    for (const auto &member : *members) {
        if (member.value().is_null()) {
            object.erase(member.key());
        } else {
            Json &child = object[member.key()];
            applyMergePatch(child, member.value());
        }
    }
}

} // namespace core::api
