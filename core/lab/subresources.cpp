// SPDX-License-Identifier: GPL-3.0-or-later
// What every kind may have below its objects: status and scale (docs/api-semantics.md D10, D11).
#include "core/lab/subresource.h"

#include "core/api/codec.h"
#include "core/api/mergepatch.h"
#include "core/lab/cluster.h"
#include "core/lab/fieldvalidation.h"
#include "core/lab/handlers.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/patching.h"
#include "core/lab/webhooks/admission.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::Method;
using api::Response;
using Part = UpdateOptions::Part;
using Origin = UpdateOptions::Origin;

namespace {

/// The kind of what is sent to a subresource that takes one of its own.
BodyKind bodyKind(const Call &call)
{
    const Subresource &subresource = *call.subresource;
    return {subresource.kind,
        subresource.version.empty() ? call.target.version->name : std::string_view(subresource.version),
        subresource.schema.get()};
}

} // namespace

Response Handlers::onSubresource(const Call &call)
{
    const auto &verbs = call.subresource->verbs;
    const auto verb = std::ranges::find(verbs, call.request.method, &Subresource::Verb::method);
    if (verb == verbs.end())
        return methodNotAllowed();
    if (!call.subresource->schema || call.request.method == Method::Patch) // what comes of it is checked
        return verb->answer(*this, call);
    const auto warnings = validateBody(call.request, call.user != nullptr, bodyKind(call));
    if (!warnings)
        return warnings.error();
    return withWarnings(verb->answer(*this, call), *warnings);
}

std::string Handlers::newTokenId(const api::ObjectKey &account)
{
    constexpr std::uint64_t factor = 1'000'003; // a revision may see many tokens
    return m_cluster.chance.uuid(
        "serviceaccounts/" + account.text(), "token", m_cluster.store.revision() * factor + m_tokens++);
}

Answer<> admitBody(const Call &call, const api::JsonPtr &old, Revision revision, bool dryRun, Json &body)
{
    if (!call.admission)
        return {};
    AdmittedWrite write = call.admission->writeOf(
        call.target, old ? Operation::Update : Operation::Create, nullptr, call.subresource->name, dryRun);
    write.old = old;
    write.revision = revision;
    const GroupKind &kind = write.asked().kind;
    body.get_object()["apiVersion"] = kind.group.empty() ? kind.version : kind.group + "/" + kind.version;
    body.get_object()["kind"] = kind.kind;
    return call.admission->admit(write, body);
}

// status

namespace {

Response getStatus(Handlers &handlers, const Call &call)
{
    return handlers.get(call);
}

Response patchStatus(Handlers &handlers, const Call &call)
{
    return handlers.patch(call, Part::Status);
}

Response putStatus(Handlers &handlers, const Call &call)
{
    return handlers.replace(call, Part::Status);
}

} // namespace

Subresource statusSubresource()
{
    return {.name = "status",
        .verbs = {{Method::Get, getStatus}, {Method::Patch, patchStatus}, {Method::Put, putStatus}}};
}

// scale

namespace {

void setAt(Json &object, const std::vector<std::string> &path, Json value)
{
    Json *at = &object;
    for (const std::string &member : path) {
        if (!at->is_object())
            *at = JsonObject();
        at = &at->get_object()[member];
    }
    *at = std::move(value);
}

Json scaleOf(const Json &object, const ScalePaths &paths)
{
    const auto number = [&](const std::vector<std::string> &path) {
        const Json *value = valueAt(object, path);
        return value && value->is_int64() ? *value : Json(0);
    };
    JsonObject metadata;
    for (const std::string_view field :
        {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
        if (const Json *value = api::find(object, {"metadata", field}))
            metadata.emplace(field, *value);
    }
    JsonObject status {{"replicas", number(paths.statusReplicas)}};
    const Json *selector = paths.labelSelector.empty() ? nullptr : valueAt(object, paths.labelSelector);
    if (std::string chosen = selector ? selectorText(*selector) : std::string(); !chosen.empty())
        status.emplace("selector", std::move(chosen));
    return JsonObject {{"kind", "Scale"}, {"apiVersion", "autoscaling/v1"}, {"metadata", std::move(metadata)},
        {"spec", JsonObject {{"replicas", number(paths.specReplicas)}}}, {"status", std::move(status)}};
}

Response scaleResponse(const Target &target, const Written &written)
{
    Response response;
    response.body = api::share(scaleOf(*written.object, *target.version->scale));
    response.revision = written.revision;
    return response;
}

/// The Scale in a row, as Kubernetes prints it from 1.27 on.
Response scaleTable(const Json &scale, RowObject rowObject, base::Time now)
{
    static const Columns columns {nameColumn(), kinds::countColumn("Desired", {"spec", "replicas"}),
        kinds::countColumn("Available", {"status", "replicas"}), ageColumn()};
    Response response;
    response.body = api::share(tableOf({api::share(scale)}, columns, rowObject, now, nullptr));
    return response;
}

/// How many the Scale asks for, once webhooks have seen it.
Answer<std::int64_t> admittedReplicas(
    const Call &call, const api::JsonPtr &shown, Revision revision, bool dryRun, Json &wanted)
{
    const About about {call.target.key.name, "autoscaling", "Scale", {}};
    const auto old = api::share(scaleOf(*shown, *call.target.version->scale));
    if (auto admitted = admitBody(call, old, revision, dryRun, wanted); !admitted)
        return tl::unexpected(std::move(admitted.error()));
    const Json *value = api::find(wanted, {"spec", "replicas"});
    const auto replicas =
        value ? api::integerAt(wanted, {"spec", "replicas"}) : std::optional<std::int64_t>(0);
    if (!replicas)
        return refuse(invalidObject(about, {invalid("spec.replicas", *value, "must be an integer")}));
    if (*replicas < 0 || *replicas > 2147483647)
        return refuse(
            invalidObject(about, {invalid("spec.replicas", *value, "must be greater than or equal to 0")}));
    return *replicas;
}

Answer<> checkScaleHead(const Target &target, const Json &wanted)
{
    const std::string_view kind = api::textAt(wanted, {"kind"});
    const std::string_view version = api::textAt(wanted, {"apiVersion"});
    if ((!kind.empty() && kind != "Scale") || (!version.empty() && version != "autoscaling/v1"))
        return refuse(badRequest("the object provided is a " + std::string(version) + " " + std::string(kind)
            + ", expected autoscaling/v1 Scale"));
    const std::string_view name = api::textAt(wanted, {"metadata", "name"});
    const std::string_view ns = api::textAt(wanted, {"metadata", "namespace"});
    if (name.empty())
        return refuse(badRequest("the name of the object (" + target.key.name
            + " based on URL) was undeterminable: name must be provided"));
    if (name != target.key.name)
        return refuse(badRequest("the name of the object (" + std::string(name)
            + ") does not match the name on the URL (" + target.key.name + ")"));
    if (!ns.empty() && ns != target.key.ns)
        return refuse(badRequest(
            "the namespace of the provided object does not match the namespace sent on the request"));
    return {};
}

Response writeScale(Handlers &handlers, const Call &call, const Entry &entry, Json wanted)
{
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    if (!wanted.is_object())
        return badRequest("the body of the request must be a Scale");
    if (auto named = checkScaleHead(call.target, wanted); !named)
        return std::move(named.error());
    const auto shown = handlers.served(call, entry.object);
    if (!shown)
        return shown.error();
    const auto replicas = admittedReplicas(call, *shown, entry.revision, *dryRun, wanted);
    if (!replicas)
        return replicas.error();
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    Scratch scratch;
    Json draft(call.conversions ? **shown : *entry.object, scratch.storage());
    setAt(draft, call.target.version->scale->specReplicas, *replicas);
    for (const std::string_view field : {"resourceVersion", "uid"}) {
        if (const auto given = api::textAt(wanted, {"metadata", field}); !given.empty())
            metadataOf(draft)[field] = given;
    }
    UpdateOptions options {Part::Main, Origin::Patch, *dryRun, std::move(*author)};
    options.conversions = call.conversions;
    auto written = handlers.writer().update(call.target, draft, options);
    return written ? scaleResponse(call.target, *written) : std::move(written.error());
}

/// The one field of the object that a Scale applies (docs/api-semantics.md F17).
Json appliedReplicas(const Call &call, std::optional<std::int64_t> replicas)
{
    const Target &target = call.target;
    Json config = JsonObject {{"apiVersion", target.type->apiVersion(*target.version)},
        {"kind", target.type->kind}, {"metadata", JsonObject {{"name", target.key.name}}}};
    if (const auto version = api::textAt(*call.request.body, {"metadata", "resourceVersion"});
        !version.empty())
        metadataOf(config)["resourceVersion"] = version;
    if (replicas)
        setAt(config, target.version->scale->specReplicas, *replicas);
    return config;
}

Response applyScale(Handlers &handlers, const Call &call, const Entry &entry)
{
    const ConfigKind kind {"autoscaling/v1", "Scale", call.subresource->schema};
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    const auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return dryRun.error();
    if (auto checked = checkApply(call, kind); !checked)
        return std::move(checked.error());
    const Json &config = *call.request.body;
    const auto warnings = validateFields(call.request, call.user != nullptr, bodyKind(call), config);
    if (!warnings)
        return warnings.error();
    if (auto fits = checkFit(call.target, kind, config); !fits)
        return std::move(fits.error());
    const auto shown = handlers.served(call, entry.object);
    if (!shown)
        return shown.error();
    Json wanted = scaleOf(**shown, *call.target.version->scale);
    const Json *applied = api::find(config, {"spec", "replicas"});
    if (applied)
        objectIn(wanted, "spec")["replicas"] = *applied;
    const auto replicas = admittedReplicas(call, *shown, entry.revision, *dryRun, wanted);
    if (!replicas)
        return replicas.error();
    UpdateOptions options {Part::Main, Origin::Patch, *dryRun, std::move(*author)};
    options.conversions = call.conversions;
    auto written = handlers.applyToPresent(call, entry,
        appliedReplicas(call, applied ? std::optional(*replicas) : std::nullopt), std::move(options));
    return written ? withWarnings(scaleResponse(call.target, *written), *warnings)
                   : std::move(written.error());
}

Response missingScale(const Target &target)
{
    About about = target.about();
    if (const std::string &group = target.version->scale->missingGroup; !group.empty()) {
        about.group = group;
        about.kind += "/scale";
    }
    return notFound(about);
}

Response getScale(Handlers &handlers, const Call &call)
{
    const Written held = handlers.present(call);
    if (!held.object)
        return missingScale(call.target);
    auto shown = handlers.served(call, held.object);
    if (!shown)
        return std::move(shown.error());
    Response response = scaleResponse(call.target, {std::move(*shown), held.revision});
    if (call.form.kind != Form::Kind::Table)
        return response;
    Response table = scaleTable(*response.body, call.form.rowObject, handlers.cluster().clock.now());
    table.revision = response.revision;
    return table;
}

Response putScale(Handlers &handlers, const Call &call)
{
    const auto *entry = call.target.type->collection->find(call.target.key);
    if (!entry)
        return notFound(call.target.about());
    if (!call.request.body)
        return badRequest("the body of the request must be a Scale");
    return writeScale(handlers, call, *entry, *call.request.body);
}

Response patchScale(Handlers &handlers, const Call &call)
{
    const auto *entry = call.target.type->collection->find(call.target.key);
    if (!entry)
        return notFound(call.target.about());
    if (!call.request.body)
        return badRequest("the body of the request must be a Scale");
    const auto format = patchFormat(call.request.contentType, false);
    if (!format)
        return format.error();
    if (*format == PatchFormat::Apply)
        return applyScale(handlers, call, *entry);
    const auto shown = handlers.served(call, entry->object);
    if (!shown)
        return shown.error();
    Json wanted = scaleOf(**shown, *call.target.version->scale);
    if (auto applied = applyPatch(wanted, *format, *call.request.body, nullptr); !applied)
        return std::move(applied.error());
    const auto warnings = validateFields(call.request, call.user != nullptr, bodyKind(call), wanted);
    if (!warnings)
        return warnings.error();
    return withWarnings(writeScale(handlers, call, *entry, std::move(wanted)), *warnings);
}

} // namespace

Subresource scaleSubresource()
{
    static const SchemaPtr schema = kinds::schemaOfKind("autoscaling/v1", "Scale");
    return {.name = "scale",
        .kind = "Scale",
        .group = "autoscaling",
        .version = "v1",
        .schema = schema,
        .verbs = {{Method::Get, getScale}, {Method::Patch, patchScale}, {Method::Put, putScale}}};
}

} // namespace core::lab
