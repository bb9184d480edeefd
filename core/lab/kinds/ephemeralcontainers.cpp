// SPDX-License-Identifier: GPL-3.0-or-later
// Containers that are added to a running pod to look into it (docs/api-semantics.md M7).
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/objects.h"

#include <map>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

constexpr std::string_view addedContainers = "ephemeralContainers";

void keepAddedContainers(Json &draft, const Json &old)
{
    Json whole(old, draft.storage());
    JsonObject &spec = objectIn(whole.get_object(), "spec");
    const Json *wanted = api::find(draft, {"spec", addedContainers});
    if (wanted && !(wanted->is_array() && wanted->get_array().empty()))
        spec[addedContainers] = *wanted;
    else
        spec.erase(addedContainers);
    draft = std::move(whole);
}

void checkAddedContainers(const Json &pod, const Json &old, FieldErrors &errors)
{
    const JsonArray &held = listAt(pod, {"spec", addedContainers});
    const auto complainOf = [&](std::string_view name, std::string_view what) {
        errors.push_back(forbidden("spec.ephemeralContainers",
            "existing ephemeral containers \"" + std::string(name) + "\" may not be " + std::string(what)));
    };
    std::map<std::string_view, const Json *> byName;
    for (const Json &container : held)
        byName.emplace(api::textAt(container, {"name"}), &container);
    for (const Json &before : listAt(old, {"spec", addedContainers})) {
        const std::string_view name = api::textAt(before, {"name"});
        const auto same = byName.find(name);
        if (same == byName.end())
            complainOf(name, "removed");
        else if (!api::equal(*same->second, before))
            complainOf(name, "changed");
    }
}

Response getPod(Handlers &handlers, const Call &call)
{
    return handlers.get(call);
}

Response patchAddedContainers(Handlers &handlers, const Call &call)
{
    return handlers.patch(call, UpdateOptions::Part::Main);
}

Response putAddedContainers(Handlers &handlers, const Call &call)
{
    return handlers.replace(call, UpdateOptions::Part::Main);
}

} // namespace

Subresource ephemeralContainersSubresource()
{
    static constexpr PieceRule piece {keepAddedContainers, checkAddedContainers};
    return {.name = "ephemeralcontainers",
        .piece = &piece,
        .verbs = {
            {Method::Get, getPod}, {Method::Patch, patchAddedContainers}, {Method::Put, putAddedContainers}}};
}

void tellOfEphemeralContainers(Json &pod, const Collection &, base::Time now)
{
    const JsonArray &added = listAt(pod, {"spec", addedContainers});
    if (added.empty() || api::textAt(pod, {"status", "phase"}) != "Running")
        return;
    JsonArray &statuses = arrayIn(objectIn(pod.get_object(), "status"), "ephemeralContainerStatuses");
    const std::string time = api::formatTime(now);
    std::set<std::string> told; // statuses move as more are added
    for (const Json &status : statuses)
        told.emplace(api::textAt(status, {"name"}));
    for (const Json &container : added) {
        const std::string_view name = api::textAt(container, {"name"});
        if (!told.emplace(name).second)
            continue;
        const JsonObject ended {{"exitCode", 0}, {"reason", "Completed"},
            {"message", "This pod is hollow: no container runs in it."}, {"startedAt", time},
            {"finishedAt", time}};
        statuses.push_back(
            JsonObject {{"name", name}, {"image", api::textAt(container, {"image"})}, {"imageID", ""},
                {"ready", false}, {"restartCount", 0}, {"state", JsonObject {{"terminated", ended}}}});
    }
}

} // namespace core::lab::kinds
