// SPDX-License-Identifier: GPL-3.0-or-later
// A definition is accepted and established as it is created, unless another has its names; deleted, it stays
// until its objects are gone (docs/api-semantics.md L).
#include "core/api/bounds.h"
#include "core/api/names.h"
#include "core/cel/formats.h"
#include "core/lab/customtypes.h"
#include "core/lab/definitionstatus.h"
#include "core/lab/jsonpath.h"
#include "core/lab/kinds/builtinkinds.h"
#include "core/lab/kinds/columns.h"
#include "core/lab/kinds/fixed.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/rulecosts.h"
#include "core/lab/schemareader.h"
#include "core/lab/structure.h"
#include "core/lab/validationrules.h"
#include "core/lab/webhooks/conversion.h"

#include <algorithm>
#include <set>

namespace core::lab::kinds {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

SchemaPtr versionSchema()
{
    const SchemaPtr column = object({{"name", text}, {"type", text}, {"jsonPath", text}, {"format", text},
        {"description", text}, {"priority", integer}});
    const SchemaPtr scale =
        object({{"specReplicasPath", text}, {"statusReplicasPath", text}, {"labelSelectorPath", text}});
    const SchemaPtr schema = object({{"openAPIV3Schema", jsonSchemaProps()}});
    return exact(
        object({{"name", text}, {"served", boolean}, {"storage", boolean}, {"deprecated", boolean},
                   {"deprecationWarning", text}, {"schema", exact(schema)},
                   {"subresources", exact(object({{"status", exact(object({}))}, {"scale", exact(scale)}}))},
                   {"additionalPrinterColumns", listOf(exact(column))},
                   {"selectableFields", listOf(exact(object({{"jsonPath", text}})))}},
            {"name", "served", "storage"}));
}

SchemaPtr conversionSchema()
{
    const SchemaPtr service =
        object({{"name", text}, {"namespace", text}, {"path", text}, {"port", withDefault(integer, 443)}});
    const SchemaPtr client = object({{"url", text}, {"service", exact(service)}, {"caBundle", base64}});
    const SchemaPtr webhook = object({{"clientConfig", exact(client)}, {"conversionReviewVersions", texts}});
    return withDefault(
        exact(object({{"strategy", oneOf({"None", "Webhook"})}, {"webhook", exact(webhook)}}, {"strategy"})),
        JsonObject {{"strategy", "None"}});
}

/// All of it is known, as nothing else tells which fields a definition has.
SchemaPtr definitionSchema()
{
    const SchemaPtr names =
        exact(object({{"plural", text}, {"singular", text}, {"kind", text}, {"listKind", text},
                         {"shortNames", texts}, {"categories", texts}},
            {"plural", "kind"}));
    const SchemaPtr spec =
        object({{"group", text}, {"names", names}, {"scope", oneOf({"Cluster", "Namespaced"})},
                   {"versions", notEmpty(listOf(versionSchema()))}, {"conversion", conversionSchema()},
                   {"preserveUnknownFields", boolean}},
            {"group", "names", "scope", "versions"});
    const SchemaPtr status = object({{"conditions", conditions}, {"acceptedNames", names},
        {"storedVersions", texts}, {"observedGeneration", integer}});
    return exact(object({{"spec", exact(spec)}, {"status", exact(status)}}, {"spec"}));
}

void nameTheRest(Json &definition)
{
    const Json *names = api::find(definition, {"spec", "names"});
    const std::string kind = definedName(definition, "kind");
    if (!names || !names->is_object() || kind.empty())
        return; // the schema will refuse it
    JsonObject &named = objectIn(objectIn(definition, "spec"), "names");
    const auto fillIn = [&named](std::string_view member, const std::string &name) {
        const Json *given = named.if_contains(member);
        if (!given || *given == Json(""))
            named[member] = name;
    };
    fillIn("singular", lowerCase(kind));
    fillIn("listKind", kind + "List");
}

void beginStatus(Json &definition, base::Time /*now*/)
{
    JsonArray stored;
    for (const Json &version : listAt(definition, {"spec", "versions"})) {
        if (flagAt(version, {"storage"}))
            stored.emplace_back(api::textAt(version, {"name"}));
    }
    definition.get_object()["status"] = JsonObject {
        {"conditions", JsonArray()}, {"acceptedNames", JsonObject()}, {"storedVersions", std::move(stored)}};
}

/// All that is wrong with the name as one error, as the original tells it.
void checkNameOfKind(std::string_view format, const std::string &path, std::string_view name,
    std::string_view checked, FieldErrors &errors, std::string_view preface = {})
{
    std::string complaints;
    for (const std::string &complaint : cel::formatComplaints(format, checked))
        complaints += (complaints.empty() ? "" : ",") + complaint;
    if (!complaints.empty())
        errors.push_back(invalid(path, name, std::string(preface) + complaints));
}

void checkOldLabel(const std::string &path, std::string_view name, FieldErrors &errors)
{
    checkNameOfKind("dns1035Label", path, name, name, errors);
}

void checkGroup(const Json &definition, FieldErrors &errors)
{
    const std::string_view group = api::textAt(definition, {"spec", "group"});
    const std::string path = "spec.group";
    if (group.empty())
        errors.push_back(required(path));
    else if (!api::isDnsSubdomain(group))
        checkNameOfKind("dns1123Subdomain", path, group, group, errors);
    else if (group.find('.') == std::string_view::npos)
        errors.push_back(invalid(path, group, "should be a domain with at least one dot"));
}

void checkNamesOfKind(const Json &definition, FieldErrors &errors)
{
    const std::string path = "spec.names.";
    for (const std::string member : {"plural", "singular", "kind", "listKind"}) {
        const std::string name = definedName(definition, member);
        const bool isKind = member.ends_with("ind");
        if (name.empty())
            errors.push_back(required(path + member));
        else if (isKind)
            checkNameOfKind("dns1035Label", path + member, name, lowerCase(name), errors,
                "may have mixed case, but should otherwise match: ");
        else
            checkOldLabel(path + member, name, errors);
    }
    for (const std::string member : {"shortNames", "categories"}) {
        const JsonArray &names = listAt(definition, {"spec", "names", member});
        for (std::size_t i = 0; i < names.size(); ++i)
            checkOldLabel(path + member + "[" + std::to_string(i) + "]", api::textAt(names[i], {}), errors);
    }
    const std::string listKind = definedName(definition, "listKind");
    if (!listKind.empty() && listKind == definedName(definition, "kind"))
        errors.push_back(invalid(path + "listKind", listKind, "kind and listKind may not be the same"));
}

/// The rules in the schema are checked too, when it is one.
SchemaPtr checkSchema(const Json &json, const std::string &path, FieldErrors &errors)
{
    SchemaPtr read = readSchema(json, path, errors);
    checkStructure(json, path, errors);
    if (!read)
        return nullptr;
    checkDefaults(json, *read, path, errors);
    checkCosts(compileRules(json, *read, path, errors).costs, path, errors);
    return read;
}

/// The schema of the field below a path like ".spec.color", or why there is none.
tl::expected<const Schema *, std::string> schemaBelow(std::string_view path, const Schema &schema)
{
    const auto take = [&path] {
        const std::string_view token = path.substr(0, std::max(path.find_first_of(".[]"), std::size_t(1)));
        path.remove_prefix(token.size());
        return token;
    };
    const Schema *at = &schema;
    while (!path.empty()) {
        const std::string_view step = take();
        if (step == "[")
            return tl::unexpected(std::string("array notation is not allowed"));
        if (step != ".")
            return tl::unexpected("expected [ or . but got: " + std::string(step));
        if (path.empty())
            return tl::unexpected(std::string("unexpected end of JSON path"));
        at = at->member(take());
        if (!at)
            return tl::unexpected(std::string("does not refer to a valid field"));
    }
    return at;
}

void checkSelectableField(const std::string &path, const Schema &schema, const std::string &place,
    std::set<std::string> &names, FieldErrors &errors)
{
    if (path.empty())
        return errors.push_back(required(place));
    const auto found = schemaBelow(path, schema);
    if (!found)
        return errors.push_back(invalid(place, path, "is an invalid path: " + found.error()));
    if (memberPath(path).front() == "metadata")
        errors.push_back(invalid(place, path, "must not point to fields in metadata"));
    const Schema::Type type = (*found)->type;
    if (type != Schema::Type::String && type != Schema::Type::Boolean && type != Schema::Type::Integer)
        errors.push_back(invalid(place, path,
            "must point to a field of type string, boolean or integer. Enum string fields and strings with "
            "formats are allowed."));
    if (!names.insert(path).second)
        errors.push_back(duplicate(place, Json(path)));
}

/// docs/api-semantics.md L13
void checkSelectableFields(
    const JsonArray &fields, const Schema &schema, const std::string &path, FieldErrors &errors)
{
    constexpr std::size_t mostSelectable = 8;
    std::set<std::string> names;
    for (std::size_t i = 0; i < fields.size(); ++i)
        checkSelectableField(std::string(api::textAt(fields[i], {"jsonPath"})), schema,
            path + "[" + std::to_string(i) + "].jsonPath", names, errors);
    if (names.size() > mostSelectable)
        errors.push_back({"FieldValueTooMany", path,
            "Too many: " + std::to_string(names.size()) + ": must have at most "
                + std::to_string(mostSelectable) + " items"});
}

void checkScale(const Json &scale, const std::string &place, FieldErrors &errors)
{
    for (const std::string field : {"specReplicasPath", "statusReplicasPath", "labelSelectorPath"}) {
        const std::string_view path = api::textAt(scale, {field});
        const bool isSelector = field == "labelSelectorPath";
        const bool mayBeSpec = field != "statusReplicasPath";
        const bool isUnder = (mayBeSpec && path.starts_with(".spec."))
            || ((isSelector || !mayBeSpec) && path.starts_with(".status."));
        if (path.empty() && !isSelector)
            errors.push_back(required(place + field));
        else if (!path.empty() && !path.starts_with("."))
            errors.push_back(invalid(place + field, path, "must be a simple json path starting with ."));
        else if (!path.empty() && !isUnder)
            errors.push_back(invalid(place + field, path,
                isSelector      ? "should be a json path under either .spec or .status"
                    : mayBeSpec ? "should be a json path under .spec"
                                : "should be a json path under .status"));
        else if (memberPath(path).size() >= api::deepestObject)
            errors.push_back(invalid(place + field, path, "leads too deep into the object"));
    }
}

void checkColumn(const Json &column, const std::string &place, FieldErrors &errors)
{
    constexpr std::string_view formats = "byte,date,date-time,double,float,int32,int64,password";
    constexpr std::string_view types = "boolean,date,integer,number,string";
    const auto isAmong = [](std::string_view all, std::string_view one) {
        return ("," + std::string(all) + ",").find("," + std::string(one) + ",") != std::string::npos;
    };
    const auto checkNamed = [&](std::string_view member, std::string_view all) {
        const std::string_view said = api::textAt(column, {member});
        const std::string detail = "must be one of " + std::string(all);
        const std::string path = place + "." + std::string(member);
        if (said.empty() && member == "type")
            errors.push_back(required(path, detail));
        else if (!said.empty() && !isAmong(all, said))
            errors.push_back(invalid(path, said, detail));
    };
    if (api::textAt(column, {"name"}).empty())
        errors.push_back(required(place + ".name"));
    checkNamed("type", types);
    checkNamed("format", formats);
    const std::string_view path = api::textAt(column, {"jsonPath"});
    if (path.empty())
        errors.push_back(required(place + ".JSONPath"));
    else if (!path.starts_with('.'))
        errors.push_back(invalid(place + ".JSONPath", path, "must be a simple json path starting with ."));
    else if (!JsonPath::parse(path))
        errors.push_back(invalid(place + ".JSONPath", path, "is not a path the lab understands"));
}

/// Where errors in the parts of versions are told.
struct PartPlaces {
    explicit PartPlaces(const Json &definition)
        : schema(definition, "schema")
        , fields(definition, "selectableFields")
        , subresources(definition, "subresources")
        , columns(definition, "additionalPrinterColumns")
    {
    }

    VersionPlaces schema;
    VersionPlaces fields;
    VersionPlaces subresources;
    VersionPlaces columns;
};

/// What the version has of its own, or has first of those that have the same.
void checkPartsOfVersion(
    const Json &version, std::size_t index, const PartPlaces &places, FieldErrors &errors)
{
    const Json *schema = api::find(version, {"schema", "openAPIV3Schema"});
    if (!schema)
        errors.push_back(required(
            "spec.versions[" + std::to_string(index) + "].schema.openAPIV3Schema", "schemas are required"));
    const std::string schemaPath = places.schema.of(index);
    FieldErrors toldOfAnother;
    const SchemaPtr read = !schema ? nullptr
        : schemaPath.empty()       ? readSchema(*schema, {}, toldOfAnother)
                                   : checkSchema(*schema, schemaPath, errors);
    const std::string fieldsPath = places.fields.of(index);
    if (read && !fieldsPath.empty())
        checkSelectableFields(listAt(version, {"selectableFields"}), *read, fieldsPath, errors);
    const Json *scale = api::find(version, {"subresources", "scale"});
    if (const std::string place = places.subresources.of(index); scale && !place.empty())
        checkScale(*scale, place + ".scale.", errors);
    const std::string columnsPath = places.columns.of(index);
    const JsonArray &columns = listAt(version, {"additionalPrinterColumns"});
    for (std::size_t i = 0; i < columns.size() && !columnsPath.empty(); ++i)
        checkColumn(columns[i], columnsPath + "[" + std::to_string(i) + "]", errors);
}

void checkVersions(const Json &definition, FieldErrors &errors)
{
    const JsonArray &versions = listAt(definition, {"spec", "versions"});
    const PartPlaces places(definition);
    int stored = 0;
    std::set<std::string_view> names;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const std::string path = "spec.versions[" + std::to_string(i) + "]";
        const std::string_view name = api::textAt(versions[i], {"name"});
        names.insert(name);
        checkOldLabel(path + ".name", name, errors);
        stored += flagAt(versions[i], {"storage"}) ? 1 : 0;
        checkPartsOfVersion(versions[i], i, places, errors);
    }
    if (names.size() != versions.size())
        errors.push_back(invalid("spec.versions", versions, "must contain unique version names"));
    if (stored != 1)
        errors.push_back(
            invalid("spec.versions", versions, "must have exactly one version marked as storage version"));
}

/// What objects may still be stored in has to be known.
void checkStoredVersions(const Json &definition, FieldErrors &errors)
{
    std::set<std::string_view> names;
    for (const Json &version : listAt(definition, {"spec", "versions"}))
        names.insert(api::textAt(version, {"name"}));
    const JsonArray &stored = listAt(definition, {"status", "storedVersions"});
    for (std::size_t i = 0; i < stored.size(); ++i) {
        const std::string name(api::textAt(stored[i], {}));
        if (!names.contains(name))
            errors.push_back(invalid("status.storedVersions[" + std::to_string(i) + "]", stored[i],
                "missing from spec.versions; " + name
                    + " was previously a storage version, and must remain in spec.versions until a storage "
                      "migration ensures no data remains persisted in "
                    + name + " and removes " + name + " from status.storedVersions"));
    }
}

constexpr std::string_view approvalAnnotation = "api-approved.kubernetes.io";

bool isProtectedGroup(std::string_view group)
{
    return group == "k8s.io" || group.ends_with(".k8s.io") || group == "kubernetes.io"
        || group.ends_with(".kubernetes.io");
}

enum class Approval { Missing, Wrong, Given };

Approval approvalOf(const Json &definition)
{
    const std::string_view text = api::textAt(definition, {"metadata", "annotations", approvalAnnotation});
    if (text.empty())
        return Approval::Missing;
    const std::size_t scheme = text.find("://");
    const bool isUrl =
        scheme != std::string_view::npos && scheme > 0 && scheme + 3 < text.size() && text[scheme + 3] != '/';
    return isUrl || text.starts_with("unapproved") ? Approval::Given : Approval::Wrong;
}

/// Names of groups below k8s.io and kubernetes.io are given by others.
void checkApproval(const Json &definition, FieldErrors &errors)
{
    const Approval approval = approvalOf(definition);
    if (!isProtectedGroup(api::textAt(definition, {"spec", "group"})) || approval == Approval::Given)
        return;
    const std::string field = "metadata.annotations[" + std::string(approvalAnnotation) + "]";
    const std::string needed =
        "protected groups must have approval annotation \"" + std::string(approvalAnnotation) + "\"";
    constexpr std::string_view page = ", see https://github.com/kubernetes/enhancements/pull/1111";
    errors.push_back(approval == Approval::Missing
            ? required(field, needed + std::string(page))
            : invalid(field, api::textAt(definition, {"metadata", "annotations", approvalAnnotation}),
                needed + " with either a URL or a reason starting with \"unapproved\"" + std::string(page)));
}

void forgiveApprovalThatWas(const Json &definition, const Json &old, FieldErrors &errors)
{
    if (approvalOf(definition) == approvalOf(old))
        std::erase_if(errors,
            [](const FieldError &error) { return error.field.starts_with("metadata.annotations[api-"); });
}

void checkDefinition(const Json &definition, FieldErrors &errors)
{
    const std::string name(api::textAt(definition, {"metadata", "name"}));
    const std::string expected =
        definedName(definition, "plural") + "." + std::string(api::textAt(definition, {"spec", "group"}));
    if (name != expected)
        errors.push_back(invalid("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
    checkGroup(definition, errors);
    checkNamesOfKind(definition, errors);
    if (flagAt(definition, {"spec", "preserveUnknownFields"}))
        errors.push_back(invalid("spec.preserveUnknownFields", true,
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema "
            "instead"));
    checkVersions(definition, errors);
    checkConversion(definition, errors);
    checkStoredVersions(definition, errors);
    checkApproval(definition, errors);
}

void checkDefinitionUpdate(const Json &definition, const Json &old, FieldErrors &errors)
{
    const bool isEstablished = conditionStatus(old, "Established") != "False";
    checkFixed(definition, old, {"spec", "names", "plural"}, errors);
    checkFixed(definition, old, {"spec", "group"}, errors);
    if (isEstablished) {
        checkFixed(definition, old, {"spec", "names", "kind"}, errors);
        checkFixed(definition, old, {"spec", "scope"}, errors);
    }
    if (flagAt(old, {"spec", "preserveUnknownFields"})) // as an older lab took it
        std::erase_if(
            errors, [](const FieldError &error) { return error.field == "spec.preserveUnknownFields"; });
    forgiveCostsThatWere(definition, old, errors);
    forgiveApprovalThatWas(definition, old, errors);
}

void checkAllRules(const Json &definition, FieldErrors &errors)
{
    checkDefinition(definition, errors);
    refuseUnevaluated(unevaluatedRules(definition), errors);
}

std::vector<std::string> tellRules(const Json &definition)
{
    return warningsAbout(unevaluatedRules(definition));
}

/// Rules that nobody evaluates show as a condition, as long as there are any.
void showRules(Json &definition, base::Time now)
{
    constexpr std::string_view type = "ValidationRulesEvaluated";
    const std::vector<UnevaluatedRule> unevaluated = unevaluatedRules(definition);
    if (!unevaluated.empty())
        return setCondition(definition,
            {type, "False", "NotSupported",
                "rules in CEL (x-kubernetes-validations) that are kept and not evaluated: "
                    + std::to_string(unevaluated.size()) + ", first " + unevaluated.front().path + " ("
                    + unevaluated.front().why + ")"},
            now);
    if (conditionStatus(definition, type).empty())
        return;
    JsonArray &conditions = arrayIn(objectIn(definition, "status"), "conditions");
    conditions.erase(std::ranges::find_if(
        conditions, [&](const Json &one) { return api::textAt(one, {"type"}) == type; }));
}

/// A version that is stored from now on is told among those that were.
void showStored(Json &definition)
{
    if (!api::find(definition, {"status", "storedVersions"}))
        return;
    JsonArray &stored = arrayIn(objectIn(definition, "status"), "storedVersions");
    for (const Json &version : listAt(definition, {"spec", "versions"})) {
        const Json *name = api::find(version, {"name"});
        if (name && flagAt(version, {"storage"}) && !contains(stored, *name))
            stored.push_back(*name);
    }
}

void tellStatus(Json &definition, const Collection &definitions, base::Time now)
{
    acceptNames(definition, definitions, now);
    showRules(definition, now);
    showStored(definition);
}

void holdForCleanup(Json &definition, base::Time now)
{
    JsonArray &finalizers = arrayIn(metadataOf(definition), "finalizers");
    if (!contains(finalizers, Json(customResourceCleanup)))
        finalizers.emplace_back(customResourceCleanup);
    setCondition(definition,
        {"Terminating", "True", "InstanceDeletionPending",
            "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon"},
        now);
}

} // namespace

KindDefinition customResourceDefinition()
{
    return {.group = "apiextensions.k8s.io",
        .kind = "CustomResourceDefinition",
        .plural = "customresourcedefinitions",
        .shortNames = {"crd", "crds"},
        .categories = {"api-extensions"},
        .namespaced = false,
        .hasStatus = true,
        .schema = definitionSchema(),
        .columns = {nameColumn(), createdAtColumn()},
        .rules = {.hasGeneration = true,
            .needsVersion = true,
            .prepareCreate = beginStatus,
            .prepare = nameTheRest,
            .prepareStatus = tellStatus,
            .check = checkDefinition,
            .checkUpdate = checkDefinitionUpdate,
            .warnings = tellRules,
            .prepareDeletion = holdForCleanup}};
}

} // namespace core::lab::kinds

namespace core::lab {

void refuseValidationRules(Registry &registry)
{
    registry.find("apiextensions.k8s.io", "customresourcedefinitions")->rules.check = kinds::checkAllRules;
}

} // namespace core::lab
