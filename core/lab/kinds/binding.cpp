// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a pod on a node (docs/api-semantics.md M1).
#include "core/api/time.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

/// Why the pod can't be bound as it is asked.
Answer<> checkAssignable(const Target &target, const Json &pod, const Json &binding)
{
    const auto refuse = [&](const std::string &why) { return tl::unexpected(conflict(target.about(), why)); };
    if (api::textAt(binding, {"target", "name"}).empty())
        return tl::unexpected(invalidObject({target.key.name, "", "Binding", {}}, {required("target.name")}));
    if (const auto kind = api::textAt(binding, {"target", "kind"}); !kind.empty() && kind != "Node")
        return tl::unexpected(invalidObject(
            {target.key.name, "", "Binding", {}}, {notSupported("target.kind", kind, {"Node", "<empty>"})}));
    const std::string_view uid = api::textAt(binding, {"metadata", "uid"});
    if (!uid.empty() && uid != api::textAt(pod, {"metadata", "uid"}))
        return refuse("Precondition failed: UID in precondition: " + std::string(uid));
    if (isDeleting(pod))
        return refuse("pod " + target.key.name + " is being deleted, cannot be assigned to a host");
    if (const auto bound = api::textAt(pod, {"spec", "nodeName"}); !bound.empty())
        return refuse(
            "pod " + target.key.name + " is already assigned to node \"" + std::string(bound) + "\"");
    if (!listAt(pod, {"spec", "schedulingGates"}).empty())
        return refuse("pod " + target.key.name + " has non-empty .spec.schedulingGates");
    return {};
}

void assignNode(Json &pod, const Json &binding, base::Time now)
{
    objectIn(pod, "spec")["nodeName"] = std::string(api::textAt(binding, {"target", "name"}));
    if (const Json *annotations = api::find(binding, {"metadata", "annotations"});
        annotations && annotations->is_object()) {
        for (const auto &annotation : annotations->get_object())
            objectIn(metadataOf(pod), "annotations")[annotation.key()] = annotation.value();
    }
    JsonArray &conditions = arrayIn(objectIn(pod, "status"), "conditions");
    conditions.erase(
        std::ranges::remove_if(conditions,
            [](const Json &condition) { return api::textAt(condition, {"type"}) == "PodScheduled"; })
            .begin(),
        conditions.end());
    conditions.push_back(JsonObject {
        {"type", "PodScheduled"}, {"status", "True"}, {"lastTransitionTime", api::formatTime(now)}});
}

Response bind(Handlers &handlers, const Call &call)
{
    const Target &target = call.target;
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    if (!call.request.body || !call.request.body->is_object())
        return badRequest("the body of the request must be a Binding");
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    Json binding = *call.request.body;
    const std::string_view name = api::textAt(binding, {"metadata", "name"});
    if (!name.empty() && name != target.key.name)
        return badRequest("name in URL does not match name in Binding object");
    if (auto admitted = admitBody(call, nullptr, 0, *dryRun, binding); !admitted)
        return std::move(admitted.error());
    if (auto checked = checkAssignable(target, *entry->object, binding); !checked)
        return std::move(checked.error());
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    author->subresource.clear(); // a field of the pod's own
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    assignNode(draft, binding, handlers.cluster().clock.now());
    auto written = handlers.writer().update(target, draft,
        {UpdateOptions::Part::Trusted, UpdateOptions::Origin::Patch, *dryRun, std::move(*author)});
    if (!written)
        return std::move(written.error());
    Response response = success(201);
    response.revision = written->revision;
    return response;
}

} // namespace

Subresource bindingSubresource()
{
    static const SchemaPtr schema = schemaOfKind("v1", "Binding");
    return {.name = "binding", .kind = "Binding", .schema = schema, .verbs = {{Method::Post, bind}}};
}

} // namespace core::lab::kinds
