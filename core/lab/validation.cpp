// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/validation.h"

#include "core/api/names.h"
#include "core/api/time.h"
#include "core/cel/formats.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/schema.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::size_t mostAnnotationBytes = 262'144;
constexpr std::array<std::string_view, 3> standardFinalizers {"orphan", "foregroundDeletion", "kubernetes"};

const JsonObject *objectAt(const Json &json, std::string_view member)
{
    const Json *found = api::find(json, {"metadata", member});
    return found ? found->if_object() : nullptr;
}

const JsonArray &arrayAt(const Json &json, std::string_view member)
{
    static const JsonArray none;
    const Json *found = api::find(json, {"metadata", member});
    return found && found->is_array() ? found->get_array() : none;
}

void checkName(std::string_view name, const std::string &path, NameRule rule, FieldErrors &errors)
{
    switch (rule) {
    case NameRule::PathSegment:
        return checkPathSegment(name, path, errors);
    case NameRule::Label:
        return api::isDnsLabel(name) ? void() : complain("dns1123Label", path, name, errors);
    case NameRule::OldLabel:
        return complain("dns1035Label", path, name, errors);
    case NameRule::Subdomain:
        return api::isDnsSubdomain(name) ? void() : complain("dns1123Subdomain", path, name, errors);
    }
}

/// A name begins with it: its last hyphen will not be the last character.
void checkGenerateName(const Json &object, NameRule rule, FieldErrors &errors)
{
    const std::string_view prefix = api::textAt(object, {"metadata", "generateName"});
    if (prefix.empty())
        return;
    const bool isMasked = prefix.size() > 1 && prefix.ends_with('-');
    checkName(isMasked ? std::string(prefix.substr(0, prefix.size() - 2)) + "a" : std::string(prefix),
        "metadata.generateName", rule, errors);
}

/// The result is true for "apps/v1" and "v1".
bool hasVersion(std::string_view apiVersion)
{
    const std::size_t slash = apiVersion.find('/');
    return !apiVersion.empty() && !apiVersion.ends_with('/')
        && (slash == std::string_view::npos || apiVersion.find('/', slash + 1) == std::string_view::npos);
}

void checkAnnotations(const JsonObject &annotations, FieldErrors &errors)
{
    std::size_t bytes = 0;
    for (const auto &member : annotations) {
        const std::string key(member.key());
        if (const std::string small = lowerCase(key); !api::isQualifiedName(small)) {
            for (const std::string &complaint : cel::formatComplaints("qualifiedName", small))
                errors.push_back(invalid("metadata.annotations", key, complaint));
        }
        bytes += key.size() + (member.value().is_string() ? member.value().get_string().size() : 0);
    }
    if (bytes > mostAnnotationBytes)
        errors.push_back(tooLong("metadata.annotations", mostAnnotationBytes));
}

void checkOwners(const JsonArray &owners, FieldErrors &errors)
{
    bool hasController = false;
    for (const Json &owner : owners) {
        for (const std::string_view field : {"apiVersion", "kind", "name", "uid"}) {
            const Json *value = api::find(owner, {field});
            const std::string_view said = api::textAt(owner, {field});
            const bool isVersion = field == "apiVersion";
            if (value && value->is_string() && (isVersion ? !hasVersion(said) : said.empty()))
                errors.push_back(invalid("metadata.ownerReferences." + std::string(field), said,
                    std::string(isVersion ? "version" : field) + " must not be empty"));
        }
        if (api::textAt(owner, {"apiVersion"}) == "v1" && api::textAt(owner, {"kind"}) == "Event")
            errors.push_back(invalid(
                "metadata.ownerReferences", owner, "/v1, Kind=Event is disallowed from being an owner"));
        const Json *controller = api::find(owner, {"controller"});
        const bool controls = controller && controller->is_bool() && controller->get_bool();
        if (controls && hasController)
            errors.push_back(invalid(
                "metadata.ownerReferences", owner, "Only one reference can have Controller set to true"));
        hasController = hasController || controls;
    }
}

void checkFinalizers(const JsonArray &finalizers, FieldErrors &errors)
{
    const auto has = [&](std::string_view name) { return contains(finalizers, Json(name)); };
    for (std::size_t i = 0; i < finalizers.size(); ++i) {
        const Json &item = finalizers[i];
        const std::string name = item.is_string() ? api::text(item.get_string()) : std::string();
        const bool standard = std::ranges::find(standardFinalizers, name) != standardFinalizers.end();
        if (!api::isQualifiedName(name))
            complain("qualifiedName", "metadata.finalizers", name, errors);
        else if (!standard && name.find('/') == std::string::npos && name.find('.') == std::string::npos)
            errors.push_back(invalid("metadata.finalizers[" + std::to_string(i) + "]", item,
                "name is neither a standard finalizer name nor is it fully qualified"));
    }
    if (has("orphan") && has("foregroundDeletion"))
        errors.push_back(invalid(
            "metadata.finalizers", finalizers, "finalizer orphan and foregroundDeletion cannot be both set"));
}

/// Most are, and are found so without a path and a schema.
bool isServerField(std::string_view name, const Json &value)
{
    if (name == "generation" || name == "deletionGracePeriodSeconds")
        return value.is_int64();
    return value.is_string() && (!name.ends_with("Timestamp") || api::parseTime(api::textAt(value, {})));
}

} // namespace

void complain(std::string_view format, const std::string &path, std::string_view text, FieldErrors &errors)
{
    for (const std::string &complaint : cel::formatComplaints(format, text))
        errors.push_back(invalid(path, text, complaint));
}

void checkPathSegment(std::string_view text, const std::string &path, FieldErrors &errors)
{
    if (text == "." || text == "..")
        return errors.push_back(invalid(path, text, "may not be '" + std::string(text) + "'"));
    for (const char c : {'/', '%'}) {
        if (text.find(c) != std::string_view::npos)
            errors.push_back(invalid(path, text, std::string("may not contain '") + c + "'"));
    }
}

void checkLabels(const Json *labels, const std::string &path, FieldErrors &errors)
{
    if (!labels || !labels->is_object())
        return;
    for (const auto &label : labels->get_object()) {
        if (!api::isQualifiedName(label.key()))
            complain("qualifiedName", path, label.key(), errors);
        if (const auto *value = label.value().if_string(); value && !api::isLabelValue(*value))
            complain("labelValue", path, *value, errors);
    }
}

bool checkLabelSelector(const Json &selector, const std::string &path, FieldErrors &errors)
{
    const std::size_t before = errors.size();
    const JsonArray &expressions = listAt(selector, {"matchExpressions"});
    for (std::size_t i = 0; i < expressions.size(); ++i) {
        const std::string place = path + ".matchExpressions[" + std::to_string(i) + "]";
        const std::string_view wanted = api::textAt(expressions[i], {"operator"});
        const bool isEmpty = listAt(expressions[i], {"values"}).empty();
        if ((wanted == "In" || wanted == "NotIn") && isEmpty)
            errors.push_back(
                required(place + ".values", "must be specified when `operator` is 'In' or 'NotIn'"));
        if ((wanted == "Exists" || wanted == "DoesNotExist") && !isEmpty)
            errors.push_back(forbidden(
                place + ".values", "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
        if (const auto key = api::textAt(expressions[i], {"key"}); !api::isQualifiedName(key))
            complain("qualifiedName", place + ".key", key, errors);
    }
    checkLabels(api::find(selector, {"matchLabels"}), path + ".matchLabels", errors);
    return errors.size() == before;
}

FieldErrors checkMetadata(const Json &object, NameRule rule)
{
    FieldErrors errors;
    checkGenerateName(object, rule, errors);
    checkName(api::textAt(object, {"metadata", "name"}), "metadata.name", rule, errors);
    checkLabels(api::find(object, {"metadata", "labels"}), "metadata.labels", errors);
    if (const JsonObject *annotations = objectAt(object, "annotations"))
        checkAnnotations(*annotations, errors);
    checkOwners(arrayAt(object, "ownerReferences"), errors);
    checkFinalizers(arrayAt(object, "finalizers"), errors);
    return errors;
}

FieldErrors checkServerFields(const Json &object)
{
    FieldErrors errors;
    for (const std::string_view field : {"uid", "resourceVersion", "selfLink", "generation",
             "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"}) {
        const Json *value = api::find(object, {"metadata", field});
        if (!value || value->is_null() || isServerField(field, *value))
            continue;
        const std::string path = "metadata." + std::string(field);
        check(*value, *kinds::metadataSchema()->member(field), path, errors);
    }
    return errors;
}

FieldErrors checkMetadataUpdate(const Json &object, const Json &old)
{
    FieldErrors errors;
    if (!api::find(old, {"metadata", "deletionTimestamp"}))
        return errors;
    std::set<std::string> before; // there may be ten thousands
    for (const Json &finalizer : arrayAt(old, "finalizers"))
        before.insert(api::writeCanonicalJson(finalizer));
    JsonArray added;
    for (const Json &finalizer : arrayAt(object, "finalizers")) {
        if (!before.contains(api::writeCanonicalJson(finalizer)))
            added.push_back(finalizer);
    }
    if (!added.empty())
        errors.push_back(forbidden("metadata.finalizers",
            "no new finalizers can be added if the object is being deleted, found new finalizers "
                + api::writeJson(added)));
    return errors;
}

} // namespace core::lab
