// SPDX-License-Identifier: GPL-3.0-or-later
// What leads into a pod's containers. A hollow pod runs none, which is what the answers say.
#include "core/api/health.h"
#include "core/base/number.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/objects.h"
#include "core/lab/webhooks/admission.h"

#include <algorithm>
#include <array>

namespace core::lab::kinds {

using api::Json;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

/// The refusal, if the pod is not there, not on a node, or has no such container.
std::optional<Response> refuseConnection(const Handlers &handlers, const Call &call)
{
    const Target &target = call.target;
    const Written held = handlers.present(call);
    if (!held.object)
        return notFound(target.about());
    const std::string container(call.request.parameter("container"));
    const auto isNamed = [&](const Json &item) { return api::textAt(item, {"name"}) == container; };
    const Json &pod = *held.object;
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

bool isSwitch(std::string_view name)
{
    return name == "stdin" || name == "stdout" || name == "stderr" || name == "tty";
}

/// What is asked for, as webhooks see it.
Json connectionOptions(const Call &call)
{
    JsonObject options {{"kind", call.subresource->kind}, {"apiVersion", "v1"}};
    for (const auto &[name, value] : call.request.query) {
        const auto port = base::parseNumber<std::int64_t>(value);
        if (name == "command")
            arrayIn(options, name).emplace_back(value);
        else if (name == "ports" && port)
            arrayIn(options, name).emplace_back(*port);
        else if (name == "container")
            options[name] = value;
        else if (isSwitch(name) && value != "false" && value != "0")
            options[name] = true;
    }
    return options;
}

Answer<> admitConnection(const Call &call)
{
    if (!call.admission)
        return {};
    Json options = connectionOptions(call);
    return call.admission->admit(
        call.admission->writeOf(call.target, Operation::Connect, nullptr, call.subresource->name, false),
        options);
}

Response connect(Handlers &handlers, const Call &call)
{
    if (auto admitted = admitConnection(call); !admitted)
        return std::move(admitted.error());
    if (auto refused = refuseConnection(handlers, call))
        return std::move(*refused);
    return badRequest("pod " + call.target.key.name + " is hollow: no container runs in it");
}

Response log(Handlers &handlers, const Call &call)
{
    if (auto refused = refuseConnection(handlers, call))
        return std::move(*refused);
    return api::textResponse(200, "This pod is hollow: no container runs in it, and none writes a log.\n");
}

Subresource connection(std::string name, std::string kind)
{
    return {.name = std::move(name),
        .kind = std::move(kind),
        .connects = true,
        .verbs = {{Method::Post, connect}, {Method::Get, connect}}};
}

} // namespace

std::vector<Subresource> podConnections()
{
    return {connection("attach", "PodAttachOptions"), connection("exec", "PodExecOptions"),
        {.name = "log", .verbs = {{Method::Get, log}}}, connection("portforward", "PodPortForwardOptions")};
}

} // namespace core::lab::kinds
