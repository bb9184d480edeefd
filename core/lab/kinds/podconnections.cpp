// SPDX-License-Identifier: GPL-3.0-or-later
// What leads into a pod's containers. A hollow pod runs none, which is what the answers say.
#include "core/api/health.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/objects.h"

#include <algorithm>
#include <array>

namespace core::lab::kinds {

using api::Json;
using api::Method;
using api::Response;

namespace {

/// The refusal, if the pod is not there, not on a node, or has no such container.
std::optional<Response> refuseConnection(const Call &call)
{
    const Target &target = call.target;
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    const std::string container(call.request.parameter("container"));
    const auto isNamed = [&](const Json &item) { return api::textAt(item, {"name"}) == container; };
    const Json &pod = *entry->object;
    const bool isThere = std::ranges::any_of(
        std::array {"containers", "initContainers", "ephemeralContainers"}, [&](std::string_view list) {
            return std::ranges::any_of(listAt(pod, {"spec", list}), isNamed);
        });
    if (!container.empty() && !isThere)
        return badRequest("container " + container + " is not valid for pod " + target.key.name);
    if (api::textAt(pod, {"spec", "nodeName"}).empty())
        return badRequest("pod " + target.key.name + " does not have a host assigned");
    return std::nullopt;
}

Response connect(Handlers &, const Call &call)
{
    if (auto refused = refuseConnection(call))
        return std::move(*refused);
    return badRequest("pod " + call.target.key.name + " is hollow: no container runs in it");
}

Response log(Handlers &, const Call &call)
{
    if (auto refused = refuseConnection(call))
        return std::move(*refused);
    return api::textResponse(200, "This pod is hollow: no container runs in it, and none writes a log.\n");
}

Subresource connection(std::string name, std::string kind)
{
    return {.name = std::move(name),
        .kind = std::move(kind),
        .verbs = {{Method::Post, connect}, {Method::Get, connect}}};
}

} // namespace

std::vector<Subresource> podConnections()
{
    return {connection("attach", "PodAttachOptions"), connection("exec", "PodExecOptions"),
        {.name = "log", .verbs = {{Method::Get, log}}}, connection("portforward", "PodPortForwardOptions")};
}

} // namespace core::lab::kinds
