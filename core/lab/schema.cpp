// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/schema.h"

#include "core/api/bounds.h"
#include "core/api/time.h"
#include "core/cel/formats.h"
#include "core/lab/kinds/schemas.h"
#include "core/lab/names.h"
#include "core/lab/objects.h"
#include "core/lab/olditems.h"
#include "core/lab/quantities.h"
#include "core/lab/validation.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

using Type = Schema::Type;

std::string_view nameOf(Type type)
{
    switch (type) {
    case Type::Object:
        return "object";
    case Type::Array:
        return "array";
    case Type::String:
        return "string";
    case Type::Integer:
        return "integer";
    case Type::Number:
        return "number";
    case Type::Boolean:
        return "boolean";
    case Type::IntOrString:
        return "integer,string";
    case Type::Quantity:
        return "number,string";
    case Type::Any:
        break;
    }
    return "any";
}

std::string_view nameOf(const Json &json)
{
    switch (json.kind()) {
    case boost::json::kind::null:
        return "null";
    case boost::json::kind::bool_:
        return "boolean";
    case boost::json::kind::string:
        return "string";
    case boost::json::kind::array:
        return "array";
    case boost::json::kind::object:
        return "object";
    case boost::json::kind::double_:
        return "number";
    default:
        return "integer";
    }
}

bool isInteger(const Json &json)
{
    constexpr double most = 9.2e18; // of 64 bits
    return json.is_int64() || json.is_uint64()
        || (json.is_double() && std::trunc(json.get_double()) == json.get_double()
            && std::abs(json.get_double()) < most);
}

bool hasType(const Json &json, Type type)
{
    switch (type) {
    case Type::Object:
        return json.is_object();
    case Type::Array:
        return json.is_array();
    case Type::String:
        return json.is_string();
    case Type::Integer:
        return isInteger(json);
    case Type::Number:
        return json.is_number();
    case Type::Boolean:
        return json.is_bool();
    case Type::IntOrString:
        return isInteger(json) || json.is_string();
    case Type::Quantity:
        return json.is_number() || json.is_string();
    case Type::Any:
        break;
    }
    return true;
}

/// apiVersion, kind and metadata of an object within an object belong to it, whatever its schema says.
bool isTypeMeta(std::string_view name)
{
    return name == "apiVersion" || name == "kind" || name == "metadata";
}

bool mayHoldUnknown(const Schema &schema, std::string_view name)
{
    return schema.preserveUnknown || (schema.embeddedResource && isTypeMeta(name));
}

/// What an object within an object may have as its metadata, whatever its schema says; null for other
/// members.
const Schema *embeddedMetadata(const Schema &schema, std::string_view name)
{
    return schema.embeddedResource && name == "metadata" ? kinds::metadataSchema().get() : nullptr;
}

/// The schema is the one by which the member is pruned.
const Schema *prunedBy(const Schema &schema, std::string_view name)
{
    const Schema *metadata = embeddedMetadata(schema, name);
    return metadata ? metadata : schema.member(name);
}

/// Nothing is known of the members of an object whose schema says nothing of them.
bool knowsMembers(const Schema &schema)
{
    return schema.type == Type::Object || !schema.properties.empty() || schema.additional;
}

/// What defaults add to a document and what that costs: a client chooses how often which ones apply.
class Growth
{
public:
    void add(std::size_t bytes) { m_bytes += bytes; }
    void spend(std::size_t steps) { m_steps += steps; }
    bool isTooMuch() const { return m_bytes > api::largestObject || m_steps > mostSteps; }

private:
    static constexpr std::size_t mostSteps = 20'000'000;

    std::size_t m_bytes = 0;
    std::size_t m_steps = 0;
};

void normalizeWithin(Json &json, const Schema &schema, Growth &growth);

void normalizeMembers(JsonObject &object, const Schema &schema, Growth &growth)
{
    eraseMembers(object, [&](auto &member) {
        const Schema *known = prunedBy(schema, member.key());
        if (!known)
            return !mayHoldUnknown(schema, member.key());
        Json &value = member.value();
        if (value.is_null() && known->nullIsEmpty)
            value = boost::json::string();
        const bool isEmpty = value.is_string() && value.get_string().empty();
        if ((value.is_null() && !known->nullable) || (isEmpty && known->emptyIsDefault))
            return true;
        normalizeWithin(value, *known, growth);
        return false;
    });
    growth.spend(schema.properties.size());
    for (const auto &[name, property] : schema.properties) {
        if (!property->defaultValue || object.contains(name))
            continue;
        growth.add(name.size() + api::extentOf(*property->defaultValue).bytes);
        if (growth.isTooMuch())
            return;
        Json &value = object[name] = *property->defaultValue;
        normalizeWithin(value, *property, growth);
    }
}

/// Between the letters of base64 they mean nothing.
void dropLineEnds(boost::json::string &text)
{
    const auto isLineEnd = [](char c) { return c == '\n' || c == '\r'; };
    text.erase(std::remove_if(text.begin(), text.end(), isLineEnd), text.end());
}

void normalizeWithin(Json &json, const Schema &schema, Growth &growth)
{
    if (growth.isTooMuch())
        return;
    if (auto *object = json.if_object()) {
        if (knowsMembers(schema))
            normalizeMembers(*object, schema, growth);
    } else if (auto *array = json.if_array(); array && schema.items) {
        for (Json &item : *array)
            normalizeWithin(item, *schema.items, growth);
    } else if (schema.type == Type::Quantity && json.is_number()) {
        json = api::numberText(json);
    } else if (schema.isDecoded && schema.format == "byte" && json.is_string()) {
        dropLineEnds(json.get_string());
    }
}

/// Where a check stands; spelled out only when something is wrong there.
struct Place {
    const Place *parent = nullptr;
    std::string_view name; ///< empty: the item of that index
    std::size_t index = 0;
    const Json *before = nullptr; ///< what was there; null: nothing, or nobody knows

    const Json *memberBefore(std::string_view member) const
    {
        return before ? api::find(*before, {member}) : nullptr;
    }
    std::string text() const
    {
        const std::string above = parent ? parent->text() : std::string();
        if (!name.empty())
            return above + (above.empty() ? "" : ".") + clipped(std::string(name));
        return parent ? above + "[" + std::to_string(index) + "]" : above;
    }
};

/// What one check spends on all of a document and its schema together: items times alternatives, for
/// example, of which a client chooses both.
class Effort
{
public:
    void spend(std::size_t steps) { m_left -= std::min(steps, m_left); }
    bool isSpent() const { return m_left == 0; }

private:
    std::size_t m_left = 20'000'000;
};

class Findings
{
public:
    explicit Findings(Effort &effort) : m_effort(effort) { }

    void add(FieldError error) { m_errors.push_back(std::move(error)); }
    bool isEnough() const { return m_errors.size() >= mostErrors || m_effort.isSpent(); }
    bool isEmpty() const { return m_errors.empty(); }
    void spend(std::size_t steps) { m_effort.spend(steps); }
    Effort &effort() { return m_effort; }
    FieldErrors take() { return std::move(m_errors); }

private:
    static constexpr std::size_t mostErrors = 100; ///< nobody reads on

    Effort &m_effort;
    FieldErrors m_errors;
};

void checkAt(const Json &json, const Schema &schema, const Place &place, Findings &found);

void findUnknown(
    const Json &json, const Schema &schema, const Place &place, std::vector<std::string> &unknown)
{
    const auto *array = json.if_array();
    for (std::size_t i = 0; array && schema.items && i < array->size(); ++i)
        findUnknown(array->at(i), *schema.items, {&place, {}, i}, unknown);
    if (!json.is_object() || !knowsMembers(schema))
        return;
    for (const auto &member : json.get_object()) {
        const Place inner {&place, member.key()};
        if (const Schema *known = prunedBy(schema, member.key()))
            findUnknown(member.value(), *known, inner, unknown);
        else if (!mayHoldUnknown(schema, member.key()))
            unknown.push_back(inner.text());
    }
}

void note(const Place &place, const Json &value, const std::string &what, Findings &found)
{
    const std::string path = place.text();
    found.add(invalid(path, value, path + " in body " + what));
}

void noteTooMany(const Place &place, std::uint64_t size, std::size_t most, Findings &found)
{
    found.add({"FieldValueTooMany", place.text(),
        "Too many: " + std::to_string(size) + ": must have at most " + std::to_string(most) + " items"});
}

void noteWrongType(const Place &place, const std::string &actual, std::string_view wanted, Findings &found)
{
    const std::string path = place.text();
    found.add({std::string(wrongType), path,
        "Invalid value: " + actual + ": " + path + " in body must be of type " + std::string(wanted) + ": "
            + actual});
}

void noteNoQuantity(const Place &place, const Json &value, Findings &found)
{
    FieldError error = invalid(place.text(), value,
        "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    error.reason = wrongType;
    found.add(std::move(error));
}

void noteNoTime(const Place &place, const Json &value, Findings &found)
{
    const std::string path = place.text();
    found.add({std::string(wrongType), path,
        "Invalid value: " + clipped(api::writeJson(value)) + ": " + path
            + " in body must be of type date-time"});
}

/// Secrets are not quoted.
void noteNoBase64(const Place &place, Findings &found)
{
    const std::string path = place.text();
    found.add({std::string(wrongType), path, "Invalid value: " + path + " in body must be of type byte"});
}

std::string textOf(double number)
{
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.'))
        text.pop_back();
    return text;
}

void checkNumber(const Json &json, const Schema &schema, const Place &place, Findings &found)
{
    const double value = json.to_number<double>();
    const auto report = [&](double bound, std::string_view relation) {
        note(place, json, "should be " + std::string(relation) + " " + textOf(bound), found);
    };
    const bool isTooSmall =
        schema.minimum && (schema.exclusiveMinimum ? value <= *schema.minimum : value < *schema.minimum);
    if (isTooSmall && schema.saysMinimumAlone)
        found.add(invalid(place.text(), json, "must be greater than or equal to " + textOf(*schema.minimum)));
    else if (isTooSmall)
        report(*schema.minimum, schema.exclusiveMinimum ? "greater than" : "greater than or equal to");
    if (schema.maximum && (schema.exclusiveMaximum ? value >= *schema.maximum : value > *schema.maximum))
        report(*schema.maximum, schema.exclusiveMaximum ? "less than" : "less than or equal to");
    if (schema.multipleOf && std::remainder(value, *schema.multipleOf) != 0)
        report(*schema.multipleOf, "a multiple of");
    constexpr double int32Limit = 2147483647;
    const bool isBeyond = schema.format == "int32" && (value > int32Limit || value < -int32Limit - 1);
    if (isBeyond && schema.isDecoded)
        noteWrongType(place, api::writeJson(json), "int32", found);
    else if (isBeyond)
        report(int32Limit, "an int32, at most");
}

std::size_t countCharacters(std::string_view utf8)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

void checkText(const Json &json, const Schema &schema, const Place &place, Findings &found)
{
    const std::string_view value = json.get_string();
    found.spend(value.size() / 16);
    if (schema.minLength && countCharacters(value) < *schema.minLength)
        note(place, json, "should be at least " + std::to_string(*schema.minLength) + " chars long", found);
    if (schema.maxLength && countCharacters(value) > *schema.maxLength)
        found.add({"FieldValueTooLong", place.text(),
            "Too long: may not be longer than " + std::to_string(*schema.maxLength)});
    constexpr std::size_t runaway = 200'000; // steps, see Pattern
    const auto matches = schema.pattern ? schema.pattern->matches(value) : std::optional(true);
    if (!matches)
        found.spend(runaway);
    if (!matches.value_or(false))
        note(place, json, "should match '" + schema.pattern->text() + "'", found);
    const bool isFitting = schema.format.empty()
        || (schema.format == "date-time" ? api::parseTime(value).has_value()
                                         : cel::isOfFormat(schema.format, value));
    if (!isFitting && schema.isDecoded && schema.format == "date-time")
        noteNoTime(place, json, found);
    else if (!isFitting)
        note(place, json, "must be of type " + schema.format + ": " + clipped(api::writeJson(json)), found);
    if (schema.format == "byte" && !cel::formatComplaints("byte", value).empty())
        noteNoBase64(place, found);
    if (schema.type == Type::Quantity && !quantityMilli(json))
        noteNoQuantity(place, json, found);
}

/// What must not appear twice: the item of a set, the keys of a map's item.
Json identityOf(const Json &item, const Schema &schema)
{
    if (schema.listType == Schema::ListType::Set)
        return item;
    JsonObject keys;
    for (const std::string &key : schema.mapKeys) {
        if (const Json *value = api::find(item, {key}))
            keys.emplace(key, *value);
    }
    return keys;
}

void checkDuplicates(const JsonArray &array, const Schema &schema, const Place &place, Findings &found)
{
    std::set<std::string> seen;
    for (std::size_t i = 0; i < array.size() && array.size() > 1 && !found.isEnough(); ++i) {
        const Json identity = identityOf(array[i], schema);
        if (seen.insert(api::writeCanonicalJson(identity)).second)
            continue;
        const std::string item = Place {&place, {}, i}.text();
        const Json *key = schema.mergesInPatches && schema.mapKeys.size() == 1
            ? api::find(identity, {schema.mapKeys.front()})
            : nullptr;
        found.add(key ? duplicate(item + "." + schema.mapKeys.front(), *key) : duplicate(item, identity));
    }
}

void checkList(const JsonArray &array, const Schema &schema, const Place &place, Findings &found)
{
    const std::uint64_t size = array.size();
    if (schema.minItems && size < *schema.minItems)
        note(place, size, "should have at least " + std::to_string(*schema.minItems) + " items", found);
    if (schema.maxItems && size > *schema.maxItems)
        noteTooMany(place, size, *schema.maxItems, found);
    if (schema.listType != Schema::ListType::Atomic)
        checkDuplicates(array, schema, place, found);
    if (!schema.items)
        return;
    if (place.before)
        found.spend(api::extentOf(*place.before).bytes / 16);
    const OldItems old(schema.listType, schema.mapKeys, place.before);
    for (std::size_t i = 0; i < array.size() && !found.isEnough(); ++i)
        checkAt(array[i], *schema.items, {&place, {}, i, old.find(array[i])}, found);
}

/// An object within another says what it is.
void checkTypeMeta(const JsonObject &object, const Place &place, Findings &found)
{
    for (const std::string_view name : {"apiVersion", "kind"}) {
        const Json *value = object.if_contains(name);
        const std::string path = Place {&place, name}.text();
        if (!value)
            found.add(required(path, "must not be empty"));
        else if (!value->is_string())
            found.add(invalid(path, *value, "must be a string"));
        else if (value->get_string().empty())
            found.add(invalid(path, *value, "must not be empty"));
        else if (name == "apiVersion" && std::ranges::count(value->get_string(), '/') > 1)
            found.add(
                invalid(path, *value, "unexpected GroupVersion string: " + api::text(value->get_string())));
        else if (name == "kind")
            for (const std::string &complaint :
                cel::formatComplaints("dns1035Label", lowerCase(api::text(value->get_string()))))
                found.add(
                    invalid(path, *value, "may have mixed case, but should otherwise match: " + complaint));
    }
}

/// Its metadata is held to the rules of every object's, and has no need of a name.
void checkMetadataWithin(const Json &metadata, const Place &place, Findings &found)
{
    found.spend(api::extentOf(metadata).bytes / 16);
    const std::string path = place.text();
    JsonObject whole {{"metadata", metadata}};
    FieldErrors errors;
    (void)normalize(whole["metadata"], *kinds::metadataSchema());
    check(whole["metadata"], *kinds::metadataSchema(), path, errors);
    for (const FieldError &error : errors)
        found.add(error);
    if (!errors.empty())
        return;
    if (api::textAt(whole["metadata"], {"name"}).empty())
        whole["metadata"].get_object()["name"] = "none";
    for (FieldError &error : checkMetadata(std::move(whole), NameRule::PathSegment)) {
        error.field.replace(0, std::string_view("metadata").size(), path);
        found.add(std::move(error));
    }
}

void checkMembers(const JsonObject &object, const Schema &schema, const Place &place, Findings &found)
{
    if (schema.embeddedResource) {
        checkTypeMeta(object, place, found);
        if (const Json *metadata = object.if_contains("metadata"); metadata && !metadata->is_null())
            checkMetadataWithin(*metadata, Place {&place, "metadata"}, found);
    }
    found.spend(schema.required.size());
    for (const std::string &name : schema.required) {
        if (!object.contains(name) && !found.isEnough())
            found.add(required(Place {&place, name}.text()));
    }
    const std::uint64_t size = object.size();
    if (schema.minProperties && size < *schema.minProperties)
        note(place, size, "should have at least " + std::to_string(*schema.minProperties) + " properties",
            found);
    if (schema.maxProperties && size > *schema.maxProperties)
        noteTooMany(place, size, *schema.maxProperties, found);
    for (const auto &member : object) {
        const Place inner {&place, member.key(), 0, place.memberBefore(member.key())};
        if (const Schema *known = schema.member(member.key()))
            checkAt(member.value(), *known, inner, found);
    }
}

void checkCombinations(const Json &json, const Schema &schema, const Place &place, Findings &found)
{
    const auto fits = [&](const SchemaPtr &part) {
        Findings inner(found.effort());
        checkAt(json, *part, place, inner);
        return inner.isEmpty();
    };
    for (const SchemaPtr &part : schema.allOf)
        checkAt(json, *part, place, found);
    if (!schema.anyOf.empty() && std::ranges::none_of(schema.anyOf, fits))
        note(place, json, "must validate at least one schema (anyOf)", found);
    if (!schema.oneOf.empty() && std::ranges::count_if(schema.oneOf, fits) != 1)
        note(place, json, "must validate one and only one schema (oneOf)", found);
    if (schema.not_ && fits(schema.not_))
        note(place, json, "must not validate the schema (not)", found);
}

void checkEnumeration(const Json &json, const Schema &schema, const Place &place, Findings &found)
{
    found.spend(schema.enumeration.size());
    const auto isThis = [&](const Json &value) { return api::equal(value, json); };
    if (schema.enumeration.empty() || std::ranges::any_of(schema.enumeration, isThis))
        return;
    std::vector<std::string> supported;
    for (const Json &value : schema.enumeration)
        supported.push_back(value.is_string() ? api::text(value.get_string()) : api::writeJson(value));
    found.add(notSupported(place.text(), json, supported));
}

bool isAsBefore(const Json &json, const Place &place, Findings &found)
{
    if (!place.before)
        return false;
    found.spend(api::extentOf(json).bytes / 16);
    return api::equal(json, *place.before);
}

void checkAt(const Json &json, const Schema &schema, const Place &place, Findings &found)
{
    found.spend(1);
    if (found.isEnough() || (json.is_null() && schema.nullable) || isAsBefore(json, place, found))
        return;
    if (!hasType(json, schema.type))
        return noteWrongType(place, "\"" + std::string(nameOf(json)) + "\"", nameOf(schema.type), found);
    checkEnumeration(json, schema, place, found);
    if (json.is_number())
        checkNumber(json, schema, place, found);
    else if (json.is_string())
        checkText(json, schema, place, found);
    else if (const auto *array = json.if_array())
        checkList(*array, schema, place, found);
    else if (const auto *object = json.if_object())
        checkMembers(*object, schema, place, found);
    checkCombinations(json, schema, place, found);
}

} // namespace

std::string_view typeName(Schema::Type type)
{
    switch (type) {
    case Schema::Type::Object:
        return "object";
    case Schema::Type::Array:
        return "array";
    case Schema::Type::String:
        return "string";
    case Schema::Type::Integer:
        return "integer";
    case Schema::Type::Number:
        return "number";
    case Schema::Type::Boolean:
        return "boolean";
    case Schema::Type::IntOrString:
    case Schema::Type::Quantity:
    case Schema::Type::Any:
        break;
    }
    return {};
}

const Schema *Schema::member(std::string_view name) const
{
    const auto found = properties.find(name);
    return found == properties.end() ? additional.get() : found->second.get();
}

bool normalize(Json &json, const Schema &schema)
{
    Growth growth;
    normalizeWithin(json, schema, growth);
    return !growth.isTooMuch();
}

std::vector<std::string> unknownFields(const Json &json, const Schema &schema)
{
    std::vector<std::string> unknown;
    findUnknown(json, schema, {}, unknown);
    return unknown;
}

void check(
    const Json &json, const Schema &schema, std::string_view path, FieldErrors &errors, const Json *old)
{
    Effort effort;
    Findings found(effort);
    checkAt(json, schema, {nullptr, path, 0, old}, found);
    for (FieldError &error : found.take())
        errors.push_back(std::move(error));
    if (effort.isSpent())
        errors.push_back(
            invalid(std::string(path), std::string_view(), "takes too long to compare with its schema"));
}

} // namespace core::lab
