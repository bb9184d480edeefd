// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/structure.h"

#include "core/cel/regex.h"
#include "core/lab/objects.h"

#include <set>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::string_view preserveName = "x-kubernetes-preserve-unknown-fields";
constexpr std::string_view embeddedName = "x-kubernetes-embedded-resource";
constexpr std::string_view intOrStringName = "x-kubernetes-int-or-string";
constexpr std::string_view listTypeName = "x-kubernetes-list-type";
constexpr std::string_view mapTypeName = "x-kubernetes-map-type";
constexpr std::string_view listKeysName = "x-kubernetes-list-map-keys";

constexpr std::size_t mostStructuralErrors = 100; // nobody reads on

std::string fieldBelow(const std::string &path, std::string_view member)
{
    return path + "." + std::string(member);
}

std::string propertyPath(const std::string &path, std::string_view name)
{
    return path + ".properties[" + clipped(std::string(name)) + "]";
}

bool isSaid(const Json &schema, std::string_view member)
{
    const Json *value = api::find(schema, {member});
    return value && !value->is_null();
}

const JsonObject &membersOf(const Json &schema)
{
    static const JsonObject none;
    const Json *properties = api::find(schema, {"properties"});
    return properties && properties->is_object() ? properties->get_object() : none;
}

void needType(const Json &schema, const std::string &path, std::string_view wanted, std::string_view because,
    FieldErrors &errors)
{
    const std::string_view type = api::textAt(schema, {"type"});
    const std::string detail = "must be " + std::string(wanted) + std::string(because);
    if (type.empty())
        errors.push_back(required(fieldBelow(path, "type"), detail));
    else if (type != wanted)
        errors.push_back(invalid(fieldBelow(path, "type"), type, detail));
}

std::set<std::string_view> requiredTexts(const JsonArray &array)
{
    std::set<std::string_view> texts;
    for (const Json &item : array)
        texts.insert(api::textAt(item, {}));
    return texts;
}

/// The item of a list with keys has each of them, a plain value that is always there.
void checkListKey(const Json &items, std::string_view name, const std::set<std::string_view> &needed,
    const std::string &path, FieldErrors &errors)
{
    const Json *property = api::find(items, {"properties", name});
    if (!property)
        return;
    const std::string place = propertyPath(fieldBelow(path, "items"), name);
    const std::string_view type = api::textAt(*property, {"type"});
    if (type == "array" || type == "object")
        errors.push_back(invalid(fieldBelow(place, "type"), type,
            "must be a scalar type if parent array's x-kubernetes-list-type is map"));
    if (flagAt(*property, {"nullable"}))
        errors.push_back(forbidden(fieldBelow(place, "nullable"),
            "this property is in x-kubernetes-list-map-keys, so it cannot be nullable"));
    if (!isSaid(*property, "default") && !needed.contains(name))
        errors.push_back(required(fieldBelow(place, "default"),
            "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required "
            "property"));
}

void checkItemsOfMap(const Json &schema, const Json &items, const std::string &path, FieldErrors &errors)
{
    const std::string_view type = api::textAt(items, {"type"});
    if (type != "object")
        return errors.push_back(invalid(fieldBelow(path, "items.type"), type,
            "must be object if parent array's x-kubernetes-list-type is map"));
    const Json *keys = api::find(schema, {listKeysName});
    const std::set<std::string_view> needed = requiredTexts(listAt(items, {"required"}));
    std::set<std::string_view> names;
    bool areProperties = true;
    bool areApart = true;
    for (const Json &key : listAt(schema, {listKeysName})) {
        const std::string_view name = api::textAt(key, {});
        areProperties = areProperties && api::find(items, {"properties", name});
        if (names.insert(name).second)
            checkListKey(items, name, needed, path, errors);
        else
            areApart = false;
    }
    if (!areProperties)
        errors.push_back(
            invalid(fieldBelow(path, listKeysName), *keys, "entries must all be names of item properties"));
    if (!areApart)
        errors.push_back(
            invalid(fieldBelow(path, listKeysName), *keys, "must not contain duplicate entries"));
}

void checkItemsOfSet(const Json &items, const std::string &path, FieldErrors &errors)
{
    constexpr std::string_view atomic = "must be atomic as item of a list with x-kubernetes-list-type=set";
    const std::string_view type = api::textAt(items, {"type"});
    const std::string_view kind = type == "object" ? mapTypeName : listTypeName;
    const std::string_view said = api::textAt(items, {kind});
    const bool isAtomic = said == "atomic" || (type == "array" && said.empty());
    if ((type == "object" || type == "array") && !isAtomic)
        errors.push_back(invalid(fieldBelow(path, "items." + std::string(kind)),
            said.empty() ? std::string_view("null") : said, atomic));
}

void checkListType(const Json &schema, const std::string &path, FieldErrors &errors)
{
    const std::string_view listType = api::textAt(schema, {listTypeName});
    if (!listAt(schema, {listKeysName}).empty() && listType != "map") {
        constexpr std::string_view detail = "must be map if x-kubernetes-list-map-keys is non-empty";
        const std::string place = fieldBelow(path, listTypeName);
        errors.push_back(listType.empty() ? required(place, detail) : invalid(place, listType, detail));
    }
    const Json *items = api::find(schema, {"items"});
    if (!items || !items->is_object() || (listType != "map" && listType != "set"))
        return;
    if (flagAt(*items, {"nullable"}))
        errors.push_back(forbidden(fieldBelow(path, "items.nullable"),
            "cannot be nullable when x-kubernetes-list-type is " + std::string(listType)));
    if (listType == "map")
        checkItemsOfMap(schema, *items, path, errors);
    else
        checkItemsOfSet(*items, path, errors);
}

/// What holds for a level of the object and for a part of allOf, anyOf, oneOf or not.
void checkEverywhere(const Json &schema, const std::string &path, FieldErrors &errors)
{
    if (const Json *value = api::find(schema, {preserveName}); value && *value == Json(false))
        errors.push_back(invalid(fieldBelow(path, preserveName), *value, "must be true or undefined"));
    if (isSaid(schema, mapTypeName))
        needType(schema, path, "object", " if x-kubernetes-map-type is specified", errors);
    if (isSaid(schema, listTypeName))
        needType(schema, path, "array", " if x-kubernetes-list-type is specified", errors);
    checkListType(schema, path, errors);
    const std::string pattern(api::textAt(schema, {"pattern"}));
    const std::string complaint = Pattern(pattern).isValid() ? cel::syntaxError(pattern) : std::string();
    if (!complaint.empty())
        errors.push_back(invalid(fieldBelow(path, "pattern"), clipped(pattern),
            "must be a valid regular expression, but isn't: " + complaint));
}

void checkPart(const Json &part, const std::string &path, bool mayHaveType, FieldErrors &errors);

/// How an integer or a text may be told from other values.
bool isOfBothTypes(const Json *choices)
{
    static const Json both = JsonArray {JsonObject {{"type", "integer"}}, JsonObject {{"type", "string"}}};
    return choices && api::equal(*choices, both);
}

void checkParts(const Json &schema, const std::string &path, FieldErrors &errors)
{
    const bool isEither = flagAt(schema, {intOrStringName});
    for (const std::string_view name : {"allOf", "anyOf", "oneOf"}) {
        const JsonArray &parts = listAt(schema, {name});
        const bool mayHaveType = isEither && name == "anyOf" && isOfBothTypes(api::find(schema, {"anyOf"}));
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string place = fieldBelow(path, name) + "[" + std::to_string(i) + "]";
            if (isEither && name == "allOf" && i == 0 && isOfBothTypes(api::find(parts[i], {"anyOf"})))
                continue;
            checkPart(parts[i], place, mayHaveType, errors);
        }
    }
    if (const Json *inner = api::find(schema, {"not"}))
        checkPart(*inner, fieldBelow(path, "not"), false, errors);
}

void checkPart(const Json &part, const std::string &path, bool mayHaveType, FieldErrors &errors)
{
    if (!part.is_object() || errors.size() >= mostStructuralErrors)
        return;
    checkEverywhere(part, path, errors);
    const auto mustBe = [&](std::string_view member, std::string_view what) {
        errors.push_back(
            forbidden(fieldBelow(path, member), "must be " + std::string(what) + " to be structural"));
    };
    for (const std::string_view member : {"description", "title", "type"}) {
        if (!api::textAt(part, {member}).empty() && !(mayHaveType && member == "type"))
            mustBe(member, "empty");
    }
    for (const std::string_view member : {"nullable", "x-kubernetes-preserve-unknown-fields",
             "x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"}) {
        if (flagAt(part, {member}))
            mustBe(member, "false");
    }
    for (const std::string_view member :
        {"additionalProperties", "x-kubernetes-list-type", "x-kubernetes-map-type"}) {
        if (isSaid(part, member))
            mustBe(member, "undefined");
    }
    if (!listAt(part, {listKeysName}).empty())
        mustBe(listKeysName, "empty");
    for (const auto &member : membersOf(part))
        checkPart(member.value(), propertyPath(path, member.key()), false, errors);
    if (const Json *items = api::find(part, {"items"}))
        checkPart(*items, fieldBelow(path, "items"), false, errors);
    checkParts(part, path, errors);
}

/// Every object has a kind, an apiVersion and metadata.
void checkObjectsOwn(const Json &schema, const std::string &path, FieldErrors &errors)
{
    for (const std::string_view member : {"apiVersion", "kind", "metadata"}) {
        const std::string_view wanted = member == "metadata" ? "object" : "string";
        const Json *own = api::find(schema, {"properties", member});
        const std::string_view type = own ? api::textAt(*own, {"type"}) : std::string_view();
        if (!type.empty() && type != wanted)
            errors.push_back(invalid(
                fieldBelow(propertyPath(path, member), "type"), type, "must be " + std::string(wanted)));
    }
}

/// A schema may restrict the names alone of an object's metadata.
void checkRoot(const Json &schema, const std::string &path, FieldErrors &errors)
{
    const std::string_view type = api::textAt(schema, {"type"});
    if (!type.empty() && type != "object")
        errors.push_back(invalid(fieldBelow(path, "type"), type, "must be object at the root"));
    if (flagAt(schema, {"nullable"}))
        errors.push_back(forbidden(fieldBelow(path, "nullable"), "nullable cannot be true at the root"));
    const std::string place = propertyPath(path, "metadata");
    const Json *metadata = api::find(schema, {"properties", "metadata"});
    bool isNamesAlone = true;
    for (const auto &member : metadata ? membersOf(*metadata) : JsonObject()) {
        isNamesAlone = isNamesAlone && (member.key() == "name" || member.key() == "generateName");
        if (isSaid(member.value(), "default"))
            errors.push_back(forbidden(fieldBelow(propertyPath(place, member.key()), "default"),
                "must not be set in top-level metadata"));
    }
    if (!isNamesAlone)
        errors.push_back(forbidden(place,
            "must not specify anything other than name and generateName, but metadata is implicitly "
            "specified"));
}

void checkEmbedded(const Json &schema, const std::string &path, FieldErrors &errors)
{
    needType(schema, path, "object", " if x-kubernetes-embedded-resource is true", errors);
    if (isSaid(schema, "additionalProperties"))
        errors.push_back(forbidden(fieldBelow(path, "additionalProperties"),
            "must not be used if x-kubernetes-embedded-resource is set"));
    if (!flagAt(schema, {preserveName}) && membersOf(schema).empty())
        errors.push_back(required(fieldBelow(path, "properties"),
            "must not be empty if x-kubernetes-embedded-resource is true without "
            "x-kubernetes-preserve-unknown-fields"));
}

void checkLevel(const Json &schema, const std::string &path, bool isRoot, FieldErrors &errors)
{
    if (!schema.is_object() || errors.size() >= mostStructuralErrors)
        return;
    checkEverywhere(schema, path, errors);
    if (isRoot)
        checkRoot(schema, path, errors);
    if (flagAt(schema, {embeddedName}))
        checkEmbedded(schema, path, errors);
    if (isRoot || flagAt(schema, {embeddedName}))
        checkObjectsOwn(schema, path, errors);
    for (const std::string_view member : {preserveName, embeddedName}) {
        if (flagAt(schema, {intOrStringName}) && flagAt(schema, {member}))
            errors.push_back(invalid(
                fieldBelow(path, member), Json(true), "must be false if x-kubernetes-int-or-string is true"));
    }
    for (const auto &member : membersOf(schema))
        checkLevel(member.value(), propertyPath(path, member.key()), false, errors);
    for (const std::string_view part : {"items", "additionalProperties"}) {
        if (const Json *inner = api::find(schema, {part}))
            checkLevel(*inner, fieldBelow(path, part), false, errors);
    }
    checkParts(schema, path, errors);
}

} // namespace

void checkStructure(const Json &schema, const std::string &path, FieldErrors &errors)
{
    checkLevel(schema, path, true, errors);
}

void checkDefaults(const Json &schema, const Schema &read, const std::string &path, FieldErrors &errors)
{
    const Json *value = api::find(schema, {"default"});
    if (value && !unknownFields(*value, read).empty())
        errors.push_back(invalid(fieldBelow(path, "default"), *value, "must not have unknown fields"));
    for (const auto &member : membersOf(schema)) {
        const auto known = read.properties.find(std::string_view(member.key()));
        if (known != read.properties.end())
            checkDefaults(member.value(), *known->second, propertyPath(path, member.key()), errors);
    }
    const Json *items = api::find(schema, {"items"});
    if (items && read.items)
        checkDefaults(*items, *read.items, fieldBelow(path, "items"), errors);
    const Json *additional = api::find(schema, {"additionalProperties"});
    if (additional && read.additional)
        checkDefaults(*additional, *read.additional, fieldBelow(path, "additionalProperties"), errors);
}

} // namespace core::lab
