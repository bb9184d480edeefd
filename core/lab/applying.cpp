// SPDX-License-Identifier: GPL-3.0-or-later
// Server-side apply: what a configuration makes of an object, and who owns its fields then
// (docs/api-semantics.md F).
#include "core/lab/handlers.h"
#include "core/lab/objects.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;
using api::Request;
using api::Response;
using Part = UpdateOptions::Part;
using Origin = UpdateOptions::Origin;

namespace {

constexpr std::string_view beforeFirstApply = "before-first-apply";
/// kubectl before it applied on the server: it left its configuration in an annotation.
constexpr std::string_view migratingManager = "kubectl";
constexpr std::string_view lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

Response badApplyOption(FieldError error)
{
    return invalidObject({"", "meta.k8s.io", "PatchOptions", {}}, {std::move(error)});
}

Answer<> checkConfig(const Call &call, const ConfigKind &wanted)
{
    const Target &target = call.target;
    if (!call.request.body || !call.request.body->is_object())
        return refuse(badRequest("the body of the request must be an object"));
    const Json &config = *call.request.body;
    const Json *metadata = api::find(config, {"metadata"});
    if (metadata && !metadata->is_object() && !metadata->is_null())
        return refuse(badRequest("metadata must be an object"));
    const std::string_view kind = api::textAt(config, {"kind"});
    const std::string_view version = api::textAt(config, {"apiVersion"});
    if (kind.empty() || version.empty())
        return refuse(badRequest("Object 'Kind' or 'apiVersion' is missing in the body of the request"));
    if (version != wanted.apiVersion)
        return refuse(badRequest("Incorrect version specified in apply patch. Specified patch version: "
            + clipped(std::string(version)) + ", expected: " + wanted.apiVersion));
    if (kind != wanted.kind)
        return refuse(badRequest(
            "the object provided is a " + clipped(std::string(kind)) + ", expected " + wanted.kind));
    if (const std::string_view name = api::textAt(config, {"metadata", "name"});
        !name.empty() && name != target.key.name)
        return refuse(badRequest("the name of the object (" + clipped(std::string(name))
            + ") does not match the name on the URL (" + target.key.name + ")"));
    const std::string_view ns = api::textAt(config, {"metadata", "namespace"});
    if (!ns.empty() && target.type->namespaced && ns != target.key.ns)
        return refuse(badRequest("the namespace of the object (" + clipped(std::string(ns))
            + ") does not match the namespace on the request (" + target.key.ns + ")"));
    if (const Json *managed = api::find(config, {"metadata", "managedFields"});
        managed && !managed->is_null())
        return refuse(badRequest("metadata.managedFields must be nil"));
    return {};
}

Response conflicts(const std::vector<Conflict> &all)
{
    FieldErrors causes;
    std::string text;
    for (const Conflict &conflict : all) {
        text += (text.empty() ? "" : "\n") + ("conflicts with " + conflict.manager + ":");
        for (const std::string &path : conflict.paths) {
            causes.push_back({"FieldManagerConflict", path, "conflict with " + conflict.manager});
            text += "\n- " + path;
        }
    }
    if (causes.size() == 1)
        text = causes.front().message + ": " + causes.front().field;
    return failure(409, "Conflict",
        "Apply failed with " + std::to_string(causes.size()) + " conflict" + (causes.size() == 1 ? "" : "s")
            + ": " + text,
        {}, causes);
}

/// The fields that kubectl has applied by itself, as far as they still are as it left them.
FieldSet lastAppliedFields(const Json &object, const StructuredMerge &merge)
{
    const Json *annotation = api::find(object, {"metadata", "annotations", lastApplied});
    const auto config = annotation && annotation->is_string()
        ? api::parseJson(annotation->get_string())
        : base::Result<Json>(base::fail(base::ErrorKind::NotFound, {}));
    if (!config || !config->is_object()
        || api::textAt(*config, {"apiVersion"}) != api::textAt(object, {"apiVersion"}))
        return {};
    FieldSet fields = merge.fieldsOf(*config);
    const FieldChanges changes = merge.compare(*config, object);
    for (const FieldSet *changed : {&changes.added, &changes.modified, &changes.removed})
        remove(fields, *changed);
    return fields;
}

/// As long as an object bears that annotation, it tells what kubectl applied last.
void keepLastApplied(Json &object, const Json &before, const Json &config)
{
    if (api::textAt(before, {"metadata", "annotations", lastApplied}).empty()
        || !api::find(object, {"metadata", "annotations", lastApplied}))
        return;
    Json applied = config;
    if (Json *annotations = metadataOf(applied).if_contains("annotations");
        annotations && annotations->is_object())
        annotations->get_object().erase(lastApplied);
    objectIn(metadataOf(object), "annotations")[lastApplied] = api::writeCanonicalJson(applied) + "\n";
}

/// What is left of the conflicts when those about these fields are none.
std::vector<Conflict> without(std::vector<Conflict> all, const FieldSet &fields)
{
    const auto allowed = pathsOf(fields);
    for (Conflict &conflict : all)
        std::erase_if(conflict.paths,
            [&](const std::string &path) { return std::ranges::find(allowed, path) != allowed.end(); });
    std::erase_if(all, [](const Conflict &conflict) { return conflict.paths.empty(); });
    return all;
}

bool isSameButForTimes(ManagedFields a, ManagedFields b)
{
    for (ManagedFields *managed : {&a, &b}) {
        for (ManagedEntry &entry : *managed)
            entry.seconds.reset();
        sort(*managed);
    }
    return a == b;
}

std::int64_t wholeSeconds(base::Time time)
{
    return std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
}

/// All that was there belongs to nobody in particular when an object is applied for the first time.
ManagedFields untilNow(const Entry &entry, const Target &target, const Json &live, std::int64_t now)
{
    const Ownership &ownership = ownershipOf(entry.object);
    ManagedFields managed = managedFieldsOf(*entry.object, ownership);
    if (ownership.isTracked())
        return managed;
    FieldChanges all = structuredMerge(*target.type, *target.version).compare(JsonObject(), live);
    ignore(all, ignoredFields(*target.type, *target.version, {}));
    const Author nobody {std::string(beforeFirstApply), {}};
    noteUpdate(managed, all, {nobody, ownedKind(*target.type, *target.version).apiVersion, now});
    return managed;
}

/// What is owned in that version, by all but one.
FieldSet ownedIn(const ManagedFields &managed, const std::string &apiVersion, const ManagedEntry *but)
{
    FieldSet owned;
    for (const ManagedEntry &entry : managed) {
        if (&entry != but && entry.apiVersion == apiVersion)
            add(owned, entry.fields);
    }
    return owned;
}

/// What the configuration makes of the object. Where its manager applied the last one in another version, the
/// fields that it leaves out go there, unless one of them is somebody else's here.
Answer<Json> appliedAmongVersions(Conversions &conversions, const ManagedFields &managed,
    const StructuredMerge &merge, const AppliedConfig &applied, const WriteInfo &write)
{
    Json object(appliedObject(managed, merge, applied, write), boost::json::storage_ptr());
    const ManagedEntry *own = appliersEntry(managed, write);
    const SchemaPtr *schema =
        own && own->apiVersion != write.apiVersion ? conversions.schemaOf(own->apiVersion) : nullptr;
    if (!schema)
        return object;
    auto there = conversions.draftIn(object, own->apiVersion);
    if (!there)
        return there;
    StructuredMerge(*schema, true).prune(*there, own->fields, ownedIn(managed, own->apiVersion, own));
    auto back = conversions.draftIn(*there, write.apiVersion);
    if (!back)
        return back;
    merge.merge(*back, applied.config);
    const FieldSet lost =
        common(merge.compare(object, *back).removed, ownedIn(managed, write.apiVersion, own));
    return lost.isEmpty() ? std::move(*back) : std::move(object);
}

} // namespace

Answer<> checkApply(const Call &call, const ConfigKind &kind)
{
    if (call.request.parameter("fieldManager").empty())
        return refuse(badApplyOption(required("fieldManager", "is required for apply patch")));
    return checkConfig(call, kind);
}

Answer<> checkFit(const Target &target, const ConfigKind &kind, const Json &config)
{
    std::string misfit = StructuredMerge(kind.schema, kind.custom).misfitIn(config);
    if (misfit.empty() && kind.schema) {
        if (const auto unknown = unknownFields(config, *kind.schema); !unknown.empty())
            misfit = "." + unknown.front() + ": field not declared in schema";
    }
    if (misfit.empty())
        return {};
    return refuse(badRequest("failed to create typed patch object (" + target.key.text() + "; "
        + kind.apiVersion + ", Kind=" + kind.kind + "): " + clipped(misfit)));
}

Answer<Written> Handlers::applyToNew(const Call &call, Json &config, const CreateOptions &options)
{
    const Target &target = call.target;
    if (call.subresource)
        return refuse(notFound(target.about()));
    if (auto may = checkMayCreate(call); !may)
        return refuse(std::move(may.error()));
    if (const auto uid = api::textAt(config, {"metadata", "uid"}); !uid.empty())
        return refuse(conflict(target.about(),
            "uid mismatch: the provided object specified uid " + clipped(std::string(uid))
                + ", and no existing object was found"));
    ManagedFields managed;
    const std::int64_t now = wholeSeconds(m_cluster.clock.now());
    const AppliedConfig applied {
        JsonObject(), config, false, ignoredFields(*target.type, *target.version, {})};
    (void)noteApplied(managed, structuredMerge(*target.type, *target.version), applied, config,
        {options.author, ownedKind(*target.type, *target.version).apiVersion, now});
    CreateOptions noted = options;
    noted.ownership = compact(std::move(managed));
    metadataOf(config)["name"] = target.key.name;
    metadataOf(config).erase("resourceVersion");
    Target collection = target;
    collection.key.name.clear();
    return m_writer.create(collection, config, noted);
}

Answer<Written> Handlers::applyToPresent(
    const Call &call, const Entry &entry, const Json &config, UpdateOptions options)
{
    const Target &target = call.target;
    if (const auto version = api::textAt(config, {"metadata", "resourceVersion"});
        !version.empty() && version != api::textAt(*entry.object, {"metadata", "resourceVersion"}))
        return refuse(conflict(target.about(),
            "the object has been modified; please apply your changes to the latest version and try again"));
    const StructuredMerge merge = structuredMerge(*target.type, *target.version);
    const std::int64_t now = wholeSeconds(m_cluster.clock.now());
    const WriteInfo write {options.author, ownedKind(*target.type, *target.version).apiVersion, now};
    const auto shown = call.conversions ? served(call, entry.object) : Answer<api::JsonPtr>(entry.object);
    if (!shown)
        return refuse(shown.error());
    Scratch scratch;
    const Json live(**shown, scratch.storage());
    const ManagedFields before = untilNow(entry, target, live, now);
    ManagedFields managed = before;
    const std::string subresource = options.author.subresource;
    const bool migrates = options.author.manager == migratingManager && subresource.empty();
    AppliedConfig applied {live, config, call.request.flag("force").value_or(false),
        ignoredFields(*target.type, *target.version, subresource)};
    applied.versionsDiffer = call.conversions != nullptr;
    auto result = call.conversions ? appliedAmongVersions(*call.conversions, managed, merge, applied, write)
                                   : Answer<Json>(appliedObject(managed, merge, applied, write));
    if (!result)
        return refuse(std::move(result.error()));
    if (call.conversions) {
        auto others = call.conversions->changesForOwners(entry.object, ownershipOf(entry.object), *result);
        if (!others)
            return refuse(std::move(others.error()));
        applied.others = std::move(*others);
        for (auto &[apiVersion, changes] : applied.others)
            ignore(changes, applied.ignored);
    }
    auto found = noteApplied(managed, merge, applied, *result, write);
    if (!found.empty() && migrates) {
        found = without(std::move(found), lastAppliedFields(live, merge));
        applied.force = true;
        if (found.empty())
            (void)noteApplied(managed, merge, applied, *result, write);
    }
    if (!found.empty())
        return refuse(conflicts(found));
    if (migrates)
        keepLastApplied(*result, live, config);
    const bool isNoted = ownershipOf(entry.object).isTracked() && isSameButForTimes(managed, before)
        && api::equal(*result, live);
    if (!isNoted)
        options.ownership = compact(std::move(managed));
    options.noted = true;
    return m_writer.update(target, *result, options);
}

Response Handlers::apply(const Call &call, Part part)
{
    const ServedVersion &version = *call.target.version;
    const ConfigKind kind {call.target.type->apiVersion(version), call.target.type->kind, version.schema,
        call.target.type->custom};
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    const auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return dryRun.error();
    if (auto checked = checkApply(call, kind); !checked)
        return std::move(checked.error());
    Scratch scratch;
    Json config = draftOf(call, scratch);
    const auto warnings = checkFields(call, config);
    if (!warnings)
        return warnings.error();
    if (auto fits = checkFit(call.target, kind, config); !fits)
        return std::move(fits.error());
    const Entry *entry = call.target.type->collection->find(call.target.key);
    UpdateOptions options {part, Origin::Patch, *dryRun, *author};
    options.piece = call.subresource ? call.subresource->piece : nullptr;
    options.admission = call.admission;
    options.conversions = call.conversions;
    auto written = entry
        ? applyToPresent(call, *entry, config, std::move(options))
        : applyToNew(call, config, {*dryRun, std::move(*author), {}, call.admission, call.conversions});
    return answerWrite(call, std::move(written), *warnings);
}

} // namespace core::lab
