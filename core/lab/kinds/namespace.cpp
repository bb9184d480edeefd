// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/fieldvalidation.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"

#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Method;
using api::Response;

namespace {

SchemaPtr namespaceSchema()
{
    return object({{"spec", object({{"finalizers", texts}})},
        {"status", object({{"phase", text}, {"conditions", conditions}})}});
}

void labelWithName(Json &object)
{
    const Json *labels = api::find(object, {"metadata", "labels"});
    if (labels && !labels->is_object() && !labels->is_null())
        return;
    const std::string name(api::textAt(object, {"metadata", "name"}));
    objectIn(metadataOf(object), "labels")["kubernetes.io/metadata.name"] = name;
}

void prepareNamespace(Json &object, base::Time)
{
    JsonArray &finalizers = arrayIn(objectIn(object, "spec"), "finalizers");
    if (!contains(finalizers, Json("kubernetes")))
        finalizers.emplace_back("kubernetes");
    object.get_object()["status"] = JsonObject {{"phase", "Active"}};
}

/// All that there is in it are the finalizers, which only finalize() takes away.
void keepNamespaceSpec(Json &object, const Json &old)
{
    takeOver(object.get_object(), "spec", old.get_object());
}

std::string refuseDeletion(const Json &object)
{
    static const std::set<std::string_view> needed {"default", "kube-system", "kube-public"};
    return needed.contains(api::textAt(object, {"metadata", "name"})) ? "this namespace may not be deleted"
                                                                      : "";
}

void prepareDeletion(Json &object, base::Time /*now*/)
{
    objectIn(object, "status")["phase"] = "Terminating";
}

bool isHeld(const Json &object)
{
    return !listAt(object, {"spec", "finalizers"}).empty();
}

void checkPhase(const Json &object, const Json &old, FieldErrors &errors)
{
    const bool isDeleted = api::find(object, {"metadata", "deletionTimestamp"});
    const std::string_view phase = api::textAt(object, {"status", "phase"});
    if (!phase.empty() && phase != api::textAt(old, {"status", "phase"})
        && phase != (isDeleted ? "Terminating" : "Active"))
        errors.push_back(invalid("status.Phase", phase, // as the original spells it
            isDeleted ? "may only be 'Terminating' if `deletionTimestamp` is not empty"
                      : "may only be 'Active' if `deletionTimestamp` is empty"));
}

/// Whoever finalizes may say more of the namespace than that.
void takeMetadata(Json &draft, const Json &body)
{
    JsonObject &metadata = metadataOf(draft);
    for (const char *member : {"labels", "annotations", "ownerReferences", "finalizers"}) {
        metadata.erase(member);
        if (const Json *wanted = api::find(body, {"metadata", member}); wanted && !wanted->is_null())
            metadata[member] = *wanted;
    }
    if (const auto wanted = api::textAt(body, {"metadata", "resourceVersion"}); !wanted.empty())
        metadata["resourceVersion"] = wanted;
}

Response finalize(Handlers &handlers, const Call &call)
{
    if (auto checked = checkBody(call); !checked)
        return std::move(checked.error());
    const auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return dryRun.error();
    const ServedVersion &version = *call.target.version;
    const auto warnings =
        validateBody(call.request, call.user != nullptr, {"Namespace", version.name, version.schema.get()});
    if (!warnings)
        return warnings.error();
    const auto *entry = call.target.type->collection->find(call.target.key);
    if (!entry)
        return notFound(call.target.about());
    const Json &body = *call.request.body;
    Scratch scratch;
    Json draft(*entry->object, scratch.storage());
    objectIn(draft, "spec")["finalizers"] = listAt(body, {"spec", "finalizers"});
    takeMetadata(draft, body);
    auto written = handlers.writer().update(
        call.target, draft, {UpdateOptions::Part::Trusted, UpdateOptions::Origin::Patch, *dryRun});
    if (!written)
        return std::move(written.error());
    return withWarnings(handlers.shown(call, *written), *warnings);
}

} // namespace

KindDefinition namespaceKind()
{
    return {.kind = "Namespace",
        .plural = "namespaces",
        .shortNames = {"ns"},
        .namespaced = false,
        .hasStatus = true,
        .subresources = {{.name = "finalize", .verbs = {{Method::Put, finalize}}}},
        .schema = namespaceSchema(),
        .columns = {nameColumn(), textColumn("Status", {"status", "phase"}, 0, ""), ageColumn()},
        .fields = {{"status.phase", {"status", "phase"}}},
        .rules = {.names = NameRule::Label,
            .returnsDeleted = true,
            .isDeletedAlone = true,
            .prepareCreate = prepareNamespace,
            .carryOver = keepNamespaceSpec,
            .prepare = labelWithName,
            .checkUpdate = checkPhase,
            .refuseDeletion = refuseDeletion,
            .prepareDeletion = prepareDeletion,
            .isHeld = isHeld}};
}

} // namespace core::lab::kinds
