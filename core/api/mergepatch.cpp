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
        const Json *wanted = to->if_contains(member.key());
        if (!wanted || (wanted->is_null() && !member.value().is_null()))
            patch.emplace(member.key(), nullptr);
    }
    for (const auto &member : *to) {
        const Json &wanted = member.value();
        const Json *old = from->if_contains(member.key());
        if (wanted.is_null() || (old && equal(*old, wanted)))
            continue;
        if (!old || !old->is_object() || !wanted.is_object())
            patch.emplace(member.key(), wanted);
        else if (Json inner = mergePatchBetween(*old, wanted); !inner.get_object().empty())
            patch.emplace(member.key(), std::move(inner));
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
