// SPDX-License-Identifier: GPL-3.0-or-later
// Create, replace, patch, delete: from the request to the writer (docs/api-semantics.md A, B, D, E, G).
#include "core/api/bounds.h"
#include "core/base/number.h"
#include "core/lab/fieldvalidation.h"
#include "core/lab/handlers.h"
#include "core/lab/heartbeat.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/objects.h"
#include "core/lab/patching.h"
#include "core/lab/validation.h"
#include "core/lab/webhooks/admission.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>
#include <array>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::Method;
using api::Request;
using api::Response;
using Part = UpdateOptions::Part;
using Origin = UpdateOptions::Origin;

Answer<bool> isDryRun(const Request &request)
{
    JsonArray values;
    for (const auto &[name, value] : request.query) {
        if (name == "dryRun")
            values.emplace_back(value);
    }
    if (std::ranges::any_of(values, [](const Json &value) { return value != "All"; }))
        return refuse(invalidObject({"", "meta.k8s.io", std::string(optionsKind(request.method)), {}},
            {notSupported("dryRun", values, {"All"})}));
    return !values.empty();
}

namespace {

constexpr std::size_t longestManager = 128; ///< bytes

bool isControl(char c)
{
    return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
}

FieldError unprintable(std::string_view manager, std::size_t position)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto character = static_cast<unsigned char>(manager[position]);
    return invalid("fieldManager", manager,
        std::string("invalid character U+00") + digits[character / 16] + digits[character % 16]
            + " (at position " + std::to_string(position) + ")");
}

constexpr std::string_view unknownProgram = "unknown";

std::string_view programOf(std::string_view userAgent)
{
    const std::string_view program = userAgent.substr(0, userAgent.find('/'));
    return program.empty() ? unknownProgram : program;
}

bool isListOfObjects(const Json &json)
{
    return json.is_array() && std::ranges::all_of(json.get_array(), [](const Json &item) {
        return item.is_object() || item.is_null();
    });
}

std::string managerOfAgent(std::string_view userAgent)
{
    std::string name(api::beginning(programOf(userAgent), longestManager));
    std::erase_if(name, isControl);
    return name.empty() ? std::string(unknownProgram) : name;
}

} // namespace

Answer<Author> authorOf(const Call &call)
{
    const std::string_view named = call.request.parameter("fieldManager");
    FieldErrors errors;
    if (named.size() > longestManager)
        errors.push_back({"FieldValueTooLong", "fieldManager",
            "Too long: must have at most " + std::to_string(longestManager) + " bytes"});
    if (const auto control = std::ranges::find_if(named, isControl); control != named.end())
        errors.push_back(unprintable(named, static_cast<std::size_t>(control - named.begin())));
    if (!errors.empty())
        return refuse(
            invalidObject({"", "meta.k8s.io", std::string(optionsKind(call.request.method)), {}}, errors));
    return Author {named.empty() ? managerOfAgent(call.request.userAgent) : std::string(named),
        call.subresource ? call.subresource->name : std::string(), call.user};
}

Answer<> checkBody(const Call &call)
{
    const Request &request = call.request;
    const Target &target = call.target;
    const std::string type = mediaType(request.contentType);
    if (!type.empty() && type != api::contentTypes::json && type != "application/yaml")
        return refuse(unsupportedMediaType("application/json, application/yaml"));
    if (!request.body || !request.body->is_object())
        return refuse(badRequest("the body of the request must be an object"));
    const Json &body = *request.body;
    const Json *metadata = body.get_object().if_contains("metadata");
    if (metadata && !metadata->is_object() && !metadata->is_null())
        return refuse(badRequest("metadata must be an object"));
    for (const std::string_view field : {"name", "generateName", "namespace"}) {
        const Json *text = api::find(body, {"metadata", field});
        if (text && !text->is_string() && !text->is_null())
            return refuse(cannotBeHandled(target, "metadata." + std::string(field) + " must be a text"));
    }
    for (const std::string_view field : {"apiVersion", "kind"}) {
        const Json *text = api::find(body, {field});
        if (text && !text->is_string() && !text->is_null())
            return refuse(cannotBeHandled(target, std::string(field) + " must be a text"));
    }
    if (const Json *managed = api::find(body, {"metadata", "managedFields"});
        managed && !managed->is_null() && !isListOfObjects(*managed))
        return refuse(cannotBeHandled(target, "metadata.managedFields must be a list of objects"));
    if (const FieldErrors wrong = checkServerFields(body); !wrong.empty())
        return refuse(cannotBeHandled(target, wrong.front().message));
    const std::string_view kind = api::textAt(body, {"kind"});
    const std::string_view version = api::textAt(body, {"apiVersion"});
    const std::string apiVersion = target.type->apiVersion(*target.version);
    if ((kind.empty() || version.empty()) && target.type->custom)
        return refuse(badRequest("Object 'Kind' or 'apiVersion' is missing in the body of the request"));
    if ((!kind.empty() && kind != target.type->kind) || (!version.empty() && version != apiVersion))
        return refuse(
            badRequest("the object provided is a " + std::string(version) + (version.empty() ? "" : " ")
                + std::string(kind) + ", expected " + apiVersion + " " + target.type->kind));
    const std::string_view name = api::textAt(body, {"metadata", "name"});
    if (!target.key.name.empty() && name.empty())
        return refuse(badRequest("the name of the object (" + target.key.name
            + " based on URL) was undeterminable: name must be provided"));
    if (!target.key.name.empty() && name != target.key.name)
        return refuse(badRequest("the name of the object (" + std::string(name)
            + ") does not match the name on the URL (" + target.key.name + ")"));
    const std::string_view ns = api::textAt(body, {"metadata", "namespace"});
    if (!ns.empty() && target.type->namespaced && ns != target.key.ns)
        return refuse(badRequest(
            "the namespace of the provided object does not match the namespace sent on the request"));
    return {};
}

Json draftOf(const Call &call, Scratch &scratch)
{
    Json draft(JsonObject(scratch.storage()));
    JsonObject &object = draft.get_object();
    object.reserve(call.request.body->get_object().size() + 3);
    object["apiVersion"] = call.target.type->apiVersion(*call.target.version);
    object["kind"] = call.target.type->kind;
    object["metadata"] = JsonObject();
    for (const auto &member : call.request.body->get_object()) {
        if (member.key() != "apiVersion" && member.key() != "kind" && !member.value().is_null())
            object[member.key()] = member.value();
    }
    if (call.target.version->toStored)
        call.target.version->toStored(draft);
    return draft;
}

namespace {

struct AskedDeletion {
    DeleteOptions options;
    std::vector<std::string> warnings;
};

Answer<AskedDeletion> readDeletion(const Call &call)
{
    const Request &request = call.request;
    AskedDeletion asked;
    DeleteOptions &options = asked.options;
    options.admission = call.admission;
    const auto badOption = [](const FieldError &error) {
        return refuse(invalidObject({"", "meta.k8s.io", "DeleteOptions", {}}, {error}));
    };
    options.propagation = request.parameter("propagationPolicy");
    std::optional<bool> orphan = request.flag("orphanDependents");
    if (request.has("gracePeriodSeconds")) {
        options.gracePeriodSeconds = base::parseNumber<std::int64_t>(request.parameter("gracePeriodSeconds"));
        if (!options.gracePeriodSeconds)
            return refuse(badRequest("gracePeriodSeconds must be a number"));
    }
    if (request.body && !request.body->is_null()) {
        const Json &body = *request.body;
        const std::string_view kind = api::textAt(body, {"kind"});
        if (!body.is_object() || (!kind.empty() && kind != "DeleteOptions"))
            return refuse(badRequest("the body of a delete must be DeleteOptions"));
        static const SchemaPtr schema = kinds::schemaOfKind("v1", "DeleteOptions", kinds::object({}));
        auto warnings = validateBody(request, call.user != nullptr, {"DeleteOptions", "v1", schema.get()});
        if (!warnings)
            return refuse(std::move(warnings.error()));
        asked.warnings = std::move(*warnings);
        if (const auto grace = api::integerAt(body, {"gracePeriodSeconds"}))
            options.gracePeriodSeconds = grace;
        options.uid = api::textAt(body, {"preconditions", "uid"});
        options.resourceVersion = api::textAt(body, {"preconditions", "resourceVersion"});
        if (const auto policy = api::textAt(body, {"propagationPolicy"}); !policy.empty())
            options.propagation = policy;
        if (const Json *value = api::find(body, {"orphanDependents"}); value && value->is_bool())
            orphan = value->get_bool();
        for (const Json &item : listAt(body, {"dryRun"})) {
            if (api::textAt(item, {}) != "All")
                return badOption(notSupported("dryRun", listAt(body, {"dryRun"}), {"All"}));
            options.dryRun = true;
        }
    }
    if (orphan && !options.propagation.empty())
        return badOption(invalid("propagationPolicy", options.propagation,
            "orphanDependents and deletionPropagation cannot be both set"));
    if (orphan)
        options.propagation = *orphan ? "Orphan" : "Background";
    if (!options.propagation.empty() && options.propagation != "Background"
        && options.propagation != "Foreground" && options.propagation != "Orphan")
        return badOption(
            notSupported("propagationPolicy", options.propagation, {"Foreground", "Background", "Orphan"}));
    const auto dryRun = isDryRun(request);
    if (!dryRun)
        return tl::unexpected(dryRun.error());
    options.dryRun = options.dryRun || *dryRun;
    return asked;
}

} // namespace

Answer<std::vector<std::string>> Handlers::checkFields(const Call &call, const Json &draft) const
{
    const Target &target = call.target;
    if (!target.version->schema)
        return {};
    return validateFields(call.request, call.user != nullptr,
        {target.type->kind, target.version->name, target.version->schema.get()}, draft);
}

Response Handlers::answerWrite(
    const Call &call, Answer<Written> written, const std::vector<std::string> &warnings) const
{
    if (!written)
        return std::move(written.error());
    Response response = shown(call, *written);
    const auto warnOfAll = [&response](const std::vector<std::string> &all) {
        for (const std::string &warning : all)
            warn(response, warning);
    };
    warnOfAll(warnings);
    warnOfAll(written->warnings);
    if (const auto kindWarnings = call.target.type->rules.warnings)
        warnOfAll(kindWarnings(*written->object));
    return response;
}

Response Handlers::create(const Call &call)
{
    if (auto checked = checkBody(call); !checked)
        return std::move(checked.error());
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    Scratch scratch;
    Json draft = draftOf(call, scratch);
    const auto warnings = checkFields(call, draft);
    if (!warnings)
        return warnings.error();
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    return answerWrite(call,
        m_writer.create(
            call.target, draft, {*dryRun, std::move(*author), {}, call.admission, call.conversions}),
        *warnings);
}

namespace {

/// The owners that an object sent by a client names. Nothing where it leaves them as they are: by no word of
/// them, or none that makes sense (docs/api-semantics.md F8).
std::optional<Ownership> namedOwnership(const Json &object, const Entry &entry)
{
    const Json *named = api::find(object, {"metadata", "managedFields"});
    if (!named || !named->is_array())
        return std::nullopt;
    const JsonArray &list = named->get_array();
    if (list.empty() || (list.size() == 1 && list.front() == Json(JsonObject())))
        return Ownership();
    auto managed = readManagedFields(*named);
    if (!managed)
        return std::nullopt;
    ManagedFields present = managedFieldsOf(*entry.object, ownershipOf(entry.object));
    sort(present);
    sort(*managed);
    return present == *managed ? std::nullopt : std::optional(compact(std::move(*managed)));
}

/// Whether a patch may look at, or change, the managed fields: then they have to be there.
bool concernsManagedFields(const Json &patch)
{
    if (!patch.is_array())
        return api::find(patch, {"metadata", "managedFields"});
    return std::ranges::any_of(patch.get_array(), [](const Json &operation) {
        return std::ranges::any_of(std::array {"path", "from"}, [&](std::string_view member) {
            const std::string_view path = api::textAt(operation, {member});
            return path.starts_with("/metadata/managedFields") || path == "/metadata"
                || (path.empty() && api::find(operation, {member}));
        });
    });
}

/// Whether a merge patch changes nothing but what is the same in all versions of an object and decides about
/// its end: garbage is collected while nobody converts.
bool concernsOwnersAlone(const Json &patch)
{
    const Json *metadata = api::find(patch, {"metadata"});
    return metadata && metadata->is_object() && patch.get_object().size() == 1
        && std::ranges::all_of(metadata->get_object(), [](const auto &member) {
               return member.key() == "finalizers" || member.key() == "ownerReferences"
                   || member.key() == "resourceVersion" || member.key() == "uid";
           });
}

void copyManagedFields(const Json &from, Json &to)
{
    if (const Json *managed = api::find(from, {"metadata", "managedFields"}))
        metadataOf(to)["managedFields"] = *managed;
}

} // namespace

Answer<> Handlers::checkMayCreate(const Call &call) const
{
    if (!call.user)
        return {};
    const access::Attributes creating {.verb = "create",
        .group = call.target.type->group,
        .version = call.target.version->name,
        .resource = call.target.type->plural,
        .ns = call.target.key.ns,
        .name = call.target.key.name};
    const access::Decision decision = m_cluster.access.decide(*call.user, creating);
    return decision.allowed ? Answer<>() : refuse(refusedAccess(*call.user, creating, decision.reason));
}

std::optional<Written> Handlers::writeHeartbeat(const Call &call, Part part, bool isWhole) const
{
    const bool mayBeRefused =
        call.request.parameter("fieldValidation") == "Strict" && !call.request.duplicates.empty();
    if (call.admission || mayBeRefused)
        return std::nullopt;
    const std::string_view named = call.request.parameter("fieldManager");
    const std::string_view manager = named.empty() ? programOf(call.request.userAgent) : named;
    return m_writer.heartbeat(call.target, {*call.request.body, isWhole}, part, manager);
}

Response Handlers::replace(const Call &call, Part part)
{
    if (auto checked = checkBody(call); !checked)
        return std::move(checked.error());
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    const Entry *entry = call.target.type->collection->find(call.target.key);
    auto ownership = entry && part == Part::Main ? namedOwnership(*call.request.body, *entry) : std::nullopt;
    if (auto renewed = *dryRun || ownership ? std::nullopt : writeHeartbeat(call, part, true))
        return shown(call, *renewed);
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    Scratch scratch;
    Json draft = draftOf(call, scratch);
    const auto warnings = checkFields(call, draft);
    if (!warnings)
        return warnings.error();
    if (!entry && part == Part::Main && call.target.type->rules.createsOnUpdate) {
        if (auto may = checkMayCreate(call); !may)
            return std::move(may.error());
        return answerWrite(call,
            m_writer.create(
                call.target, draft, {*dryRun, std::move(*author), {}, call.admission, call.conversions}),
            *warnings);
    }
    UpdateOptions options {part, Origin::Client, *dryRun, std::move(*author)};
    options.piece = call.subresource ? call.subresource->piece : nullptr;
    options.admission = call.admission;
    options.conversions = call.conversions;
    options.ownership = std::move(ownership);
    return answerWrite(call, m_writer.update(call.target, draft, options), *warnings);
}

Response Handlers::patchStored(const Call &call, Part part)
{
    const Entry *entry = call.target.type->collection->find(call.target.key);
    if (!entry)
        return notFound(call.target.about());
    const std::string_view apiVersion = api::textAt(*entry->object, {"apiVersion"});
    ServedVersion stored;
    stored.name = apiVersion.substr(apiVersion.find('/') + 1);
    stored.conversion = call.target.version->conversion;
    const auto schema = stored.conversion->schemas.find(apiVersion);
    stored.schema = schema == stored.conversion->schemas.end() ? nullptr : schema->second;
    Call asStored = call;
    asStored.target.version = &stored;
    asStored.conversions = nullptr;
    return patch(asStored, part);
}

Response Handlers::patch(const Call &call, Part part)
{
    const Target &target = call.target;
    const auto format = patchFormat(call.request.contentType, target.type->custom);
    if (!format)
        return format.error();
    if (*format == PatchFormat::Apply)
        return apply(call, part);
    if (call.request.flag("force"))
        return invalidObject({"", "meta.k8s.io", "PatchOptions", {}},
            {forbidden("force", "may not be specified for non-apply patch")});
    if (!call.request.body)
        return badRequest("the body of the request must be a patch");
    if (call.conversions && !call.showsConverted() && *format == PatchFormat::Merge
        && concernsOwnersAlone(*call.request.body))
        return patchStored(call, part);
    auto dryRun = isDryRun(call.request);
    if (!dryRun)
        return std::move(dryRun.error());
    const bool mayBeHeartbeat = *format == PatchFormat::Merge && !*dryRun;
    if (auto renewed = mayBeHeartbeat ? writeHeartbeat(call, part, false) : std::nullopt)
        return shown(call, *renewed);
    auto author = authorOf(call);
    if (!author)
        return std::move(author.error());
    const auto *entry = target.type->collection->find(target.key);
    if (!entry)
        return notFound(target.about());
    Scratch scratch;
    Json draft(scratch.storage());
    if (call.conversions) {
        const auto shown = served(call, entry->object);
        if (!shown)
            return shown.error();
        draft = **shown;
    } else {
        draft = *entry->object;
        if (target.version->toServed)
            target.version->toServed(draft);
    }
    const bool withOwners = part == Part::Main && concernsManagedFields(*call.request.body);
    if (withOwners)
        copyManagedFields(*withManagedFields(entry->object), draft);
    if (auto applied = applyPatch(draft, *format, *call.request.body, target.version->schema.get()); !applied)
        return std::move(applied.error());
    Json *metadata = draft.is_object() ? draft.get_object().if_contains("metadata") : nullptr;
    if (!metadata || !metadata->is_object())
        return failure(422, "Invalid", "the patch leaves no object with metadata", {});
    if (target.type->namespaced)
        metadata->get_object().emplace("namespace", target.key.ns);
    if (target.version->toStored)
        target.version->toStored(draft);
    const auto warnings = checkFields(call, draft);
    if (!warnings)
        return warnings.error();
    UpdateOptions options {part, Origin::Patch, *dryRun, std::move(*author)};
    options.piece = call.subresource ? call.subresource->piece : nullptr;
    options.admission = call.admission;
    options.conversions = call.conversions;
    if (withOwners)
        options.ownership = namedOwnership(draft, *entry);
    return answerWrite(call, m_writer.update(target, draft, options), *warnings);
}

Response Handlers::remove(const Call &call, const DeleteOptions &options)
{
    auto written = m_writer.remove(call.target, options);
    if (!written)
        return std::move(written.error());
    const bool needsWebhook =
        call.showsConverted() && api::textAt(*written->object, {"apiVersion"}) != call.target.draftVersion();
    if ((!written->gone || call.target.type->rules.returnsDeleted) && !needsWebhook)
        return shown(call, *written);
    About about = call.target.about();
    about.uid = api::textAt(*written->object, {"metadata", "uid"});
    Response response = success(200, about);
    response.revision = written->revision;
    return response;
}

Response Handlers::removeCollection(const Call &call, const DeleteOptions &options)
{
    Call unconverted = call; // whoever is down must not keep anything from being deleted
    unconverted.conversions = nullptr;
    Response listed = list(unconverted);
    if (!listed.list)
        return listed;
    if (call.admission) { // all are asked about before the first goes
        call.admission->asksForMany();
        for (const api::JsonPtr &object : listed.list->items)
            (void)m_writer.checkDeletion({call.target.type, call.target.version, keyOf(*object)}, options);
        if (call.admission->isWaiting())
            return {};
    }
    for (const api::JsonPtr &object : listed.list->items) {
        auto written = m_writer.remove({call.target.type, call.target.version, keyOf(*object)}, options);
        if (written)
            listed.revision = std::max(listed.revision, written->revision);
        else if (written.error().code != 404)
            return std::move(written.error());
    }
    if (!call.showsConverted())
        return listed;
    Response response = success(200, call.target.about());
    response.revision = listed.revision;
    return response;
}

Response Handlers::carryOutDeletion(
    const Call &call, Response (Handlers::*carryOut)(const Call &call, const DeleteOptions &options))
{
    auto asked = readDeletion(call);
    if (!asked)
        return std::move(asked.error());
    return withWarnings((this->*carryOut)(call, asked->options), asked->warnings);
}

Response Handlers::onCollection(const Call &call)
{
    const bool overAllNamespaces = call.target.type->namespaced && call.target.key.ns.empty();
    if (overAllNamespaces && call.request.method != Method::Get)
        return methodNotAllowed();
    switch (call.request.method) {
    case Method::Get:
        return list(call);
    case Method::Post:
        return create(call);
    case Method::Delete:
        return call.target.type->rules.isDeletedAlone ? methodNotAllowed()
                                                      : carryOutDeletion(call, &Handlers::removeCollection);
    default:
        return methodNotAllowed();
    }
}

Response Handlers::onObject(const Call &call)
{
    switch (call.request.method) {
    case Method::Get:
        return get(call);
    case Method::Put:
        return replace(call, Part::Main);
    case Method::Patch:
        return patch(call, Part::Main);
    case Method::Delete:
        return carryOutDeletion(call, &Handlers::remove);
    default:
        return methodNotAllowed();
    }
}

Response Handlers::answer(const Call &call)
{
    if (call.subresource)
        return onSubresource(call);
    if (call.target.type->compute && call.request.method != Method::Get)
        return methodNotAllowed();
    return call.target.key.name.empty() ? onCollection(call) : onObject(call);
}

} // namespace core::lab
