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
    const std::string node(api::textAt(binding, {"target", "name"}));
    if (node.empty())
        return invalidObject({target.key.name, "", "Binding", {}}, {required("target.name")});
    if (const auto kind = api::textAt(binding, {"target", "kind"}); !kind.empty() && kind != "Node")
        return invalidObject(
            {target.key.name, "", "Binding", {}}, {notSupported("target.kind", kind, {"Node", "<empty>"})});
    const std::string_view uid = api::textAt(binding, {"metadata", "uid"});
    if (!uid.empty() && uid != api::textAt(*entry->object, {"metadata", "uid"}))
        return conflict(target.about(), "Precondition failed: UID in precondition: " + std::string(uid));
    if (isDeleting(*entry->object))
        return conflict(
            target.about(), "pod " + target.key.name + " is being deleted, cannot be assigned to a host");
    if (const auto bound = api::textAt(*entry->object, {"spec", "nodeName"}); !bound.empty())
        return conflict(target.about(),
            "pod " + target.key.name + " is already assigned to node \"" + std::string(bound) + "\"");
    if (!listAt(*entry->object, {"spec", "schedulingGates"}).empty())
        return conflict(target.about(), "pod " + target.key.name + " has non-empty .spec.schedulingGates");
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    author->subresource.clear(); // a field of the pod's own
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    objectIn(draft, "spec")["nodeName"] = node;
    if (const Json *annotations = api::find(binding, {"metadata", "annotations"});
        annotations && annotations->is_object()) {
        for (const auto &annotation : annotations->get_object())
            objectIn(metadataOf(draft), "annotations")[annotation.key()] = annotation.value();
    }
    JsonArray &conditions = arrayIn(objectIn(draft, "status"), "conditions");
    conditions.erase(
        std::ranges::remove_if(conditions,
            [](const Json &condition) { return api::textAt(condition, {"type"}) == "PodScheduled"; })
            .begin(),
        conditions.end());
    conditions.push_back(JsonObject {{"type", "PodScheduled"}, {"status", "True"},
        {"lastTransitionTime", api::formatTime(handlers.cluster().clock.now())}});
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
