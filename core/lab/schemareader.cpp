// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/schemareader.h"

#include <algorithm>
#include <array>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

using Type = Schema::Type;

constexpr std::array<std::pair<std::string_view, Type>, 6> typeNames {
    {{"object", Type::Object}, {"array", Type::Array}, {"string", Type::String}, {"integer", Type::Integer},
        {"number", Type::Number}, {"boolean", Type::Boolean}}};

constexpr std::string_view unsupported[] = {
    "$ref", "definitions", "dependencies", "patternProperties", "additionalItems", "id"};

/// Levels of the object itself; Rule: a part of allOf, anyOf, oneOf or not.
enum class Role { Root, Field, Item, Rule };

Role roleWithin(Role role, Role inner)
{
    return role == Role::Rule ? role : inner;
}

/// The words are those of what has no type.
std::string_view wordsForType(Role role)
{
    return role == Role::Root ? "must not be empty at the root"
        : role == Role::Item  ? "must not be empty for specified array items"
                              : "must not be empty for specified object fields";
}

class Reader
{
public:
    explicit Reader(FieldErrors &errors) : m_errors(errors) { }

    SchemaPtr read(const Json &json, const std::string &path, Role role);

private:
    void readType(const JsonObject &from, Schema &schema, const std::string &path);
    void checkTyped(const JsonObject &from, const Schema &schema, const std::string &path, Role role);
    void readMembers(const JsonObject &from, Schema &schema, const std::string &path, Role role);
    void readList(const JsonObject &from, Schema &schema, const std::string &path, Role role);
    void readBounds(const JsonObject &from, Schema &schema, const std::string &path);
    void readRules(const JsonObject &from, Schema &schema, const std::string &path);
    void readDefault(const JsonObject &from, Schema &schema, const std::string &path, Role role);

    bool flag(const JsonObject &from, std::string_view name, const std::string &path);
    std::string text(const JsonObject &from, std::string_view name, const std::string &path);
    std::vector<std::string> texts(const JsonObject &from, std::string_view name, const std::string &path);
    template<typename Number>
    std::optional<Number> number(const JsonObject &from, std::string_view name, const std::string &path);
    std::vector<SchemaPtr> parts(const JsonObject &from, std::string_view name, const std::string &path);

    FieldErrors &m_errors;
};

bool Reader::flag(const JsonObject &from, std::string_view name, const std::string &path)
{
    const Json *value = from.if_contains(name);
    if (value && !value->is_bool())
        m_errors.push_back(invalid(path + "." + std::string(name), *value, "must be a boolean"));
    return value && value->is_bool() && value->get_bool();
}

std::string Reader::text(const JsonObject &from, std::string_view name, const std::string &path)
{
    const Json *value = from.if_contains(name);
    if (value && !value->is_string())
        m_errors.push_back(invalid(path + "." + std::string(name), *value, "must be a string"));
    return value && value->is_string() ? api::text(value->get_string()) : std::string();
}

std::vector<std::string> Reader::texts(const JsonObject &from, std::string_view name, const std::string &path)
{
    std::vector<std::string> list;
    const Json *value = from.if_contains(name);
    const bool valid = !value
        || (value->is_array()
            && std::ranges::all_of(value->get_array(), [](const Json &item) { return item.is_string(); }));
    if (!valid)
        m_errors.push_back(invalid(path + "." + std::string(name), *value, "must be a list of strings"));
    else if (value)
        std::ranges::transform(value->get_array(), std::back_inserter(list),
            [](const Json &item) { return api::text(item.get_string()); });
    return list;
}

template<typename Number>
std::optional<Number> Reader::number(const JsonObject &from, std::string_view name, const std::string &path)
{
    const Json *value = from.if_contains(name);
    if (!value)
        return std::nullopt;
    boost::json::error_code error;
    const auto result = value->is_number() ? value->to_number<Number>(error) : Number();
    if (!value->is_number() || error) {
        m_errors.push_back(invalid(path + "." + std::string(name), *value, "must be a number"));
        return std::nullopt;
    }
    return result;
}

std::vector<SchemaPtr> Reader::parts(const JsonObject &from, std::string_view name, const std::string &path)
{
    std::vector<SchemaPtr> list;
    const Json *value = from.if_contains(name);
    if (value && !value->is_array() && !value->is_null()) // null: not there
        m_errors.push_back(invalid(path + "." + std::string(name), *value, "must be a list"));
    if (!value || !value->is_array())
        return list;
    for (std::size_t i = 0; i < value->get_array().size(); ++i)
        list.push_back(read(value->get_array()[i],
            path + "." + std::string(name) + "[" + std::to_string(i) + "]", Role::Rule));
    return list;
}

void Reader::readType(const JsonObject &from, Schema &schema, const std::string &path)
{
    schema.preserveUnknown = flag(from, "x-kubernetes-preserve-unknown-fields", path);
    schema.embeddedResource = flag(from, "x-kubernetes-embedded-resource", path);
    schema.nullable = flag(from, "nullable", path);
    const std::string name = text(from, "type", path);
    if (flag(from, "x-kubernetes-int-or-string", path)) {
        schema.type = Type::IntOrString;
        return;
    }
    const auto known = std::ranges::find(typeNames, name, &std::pair<std::string_view, Type>::first);
    if (known != typeNames.end())
        schema.type = known->second;
    else if (!name.empty())
        m_errors.push_back(notSupported(
            path + ".type", name, {"array", "boolean", "integer", "number", "object", "string"}));
}

void Reader::checkTyped(const JsonObject &from, const Schema &schema, const std::string &path, Role role)
{
    const Json *type = from.if_contains("type");
    const bool isTyped = type && (!type->is_string() || !type->get_string().empty());
    const bool mayBeAny =
        schema.type == Type::IntOrString || schema.preserveUnknown || schema.embeddedResource;
    if (!isTyped && !mayBeAny && role != Role::Rule)
        m_errors.push_back(required(path + ".type", wordsForType(role)));
}

void Reader::readMembers(const JsonObject &from, Schema &schema, const std::string &path, Role role)
{
    schema.required = texts(from, "required", path);
    const std::string mapType = text(from, "x-kubernetes-map-type", path);
    schema.atomicMap = mapType == "atomic";
    if (!mapType.empty() && mapType != "atomic" && mapType != "granular")
        m_errors.push_back(notSupported(path + ".x-kubernetes-map-type", mapType, {"atomic", "granular"}));
    schema.minProperties = number<std::size_t>(from, "minProperties", path);
    schema.maxProperties = number<std::size_t>(from, "maxProperties", path);
    const Json *properties = from.if_contains("properties");
    if (properties && !properties->is_object())
        m_errors.push_back(invalid(path + ".properties", *properties, "must be an object"));
    if (properties && properties->is_object()) {
        for (const auto &member : properties->get_object()) {
            const std::string name(member.key());
            schema.properties[name] = read(
                member.value(), path + ".properties[" + clipped(name) + "]", roleWithin(role, Role::Field));
        }
    }
    const Json *additional = from.if_contains("additionalProperties");
    if (!additional)
        return;
    if (!schema.properties.empty() && role != Role::Rule && !additional->is_bool())
        m_errors.push_back(forbidden(
            path + ".additionalProperties", "additionalProperties and properties are mutual exclusive"));
    else if (additional->is_bool())
        schema.preserveUnknown = schema.preserveUnknown || additional->get_bool();
    else
        schema.additional = read(*additional, path + ".additionalProperties", roleWithin(role, Role::Field));
}

void Reader::readList(const JsonObject &from, Schema &schema, const std::string &path, Role role)
{
    schema.minItems = number<std::size_t>(from, "minItems", path);
    schema.maxItems = number<std::size_t>(from, "maxItems", path);
    if (const Json *items = from.if_contains("items"))
        schema.items = read(*items, path + ".items", roleWithin(role, Role::Item));
    else if (schema.type == Type::Array && role != Role::Rule)
        m_errors.push_back(required(path + ".items", "must be specified"));
    const std::string listType = text(from, "x-kubernetes-list-type", path);
    schema.mapKeys = texts(from, "x-kubernetes-list-map-keys", path);
    if (listType == "set")
        schema.listType = Schema::ListType::Set;
    else if (listType == "map")
        schema.listType = Schema::ListType::Map;
    else if (!listType.empty() && listType != "atomic")
        m_errors.push_back(
            notSupported(path + ".x-kubernetes-list-type", listType, {"atomic", "set", "map"}));
    if (schema.listType == Schema::ListType::Map && schema.mapKeys.empty())
        m_errors.push_back(required(
            path + ".x-kubernetes-list-map-keys", "must not be empty if x-kubernetes-list-type is map"));
}

void Reader::readBounds(const JsonObject &from, Schema &schema, const std::string &path)
{
    schema.minimum = number<double>(from, "minimum", path);
    schema.maximum = number<double>(from, "maximum", path);
    schema.exclusiveMinimum = flag(from, "exclusiveMinimum", path);
    schema.exclusiveMaximum = flag(from, "exclusiveMaximum", path);
    schema.multipleOf = number<double>(from, "multipleOf", path);
    schema.minLength = number<std::size_t>(from, "minLength", path);
    schema.maxLength = number<std::size_t>(from, "maxLength", path);
    schema.format = text(from, "format", path);
    if (const std::string pattern = text(from, "pattern", path); !pattern.empty()) {
        schema.pattern.emplace(pattern);
        if (!schema.pattern->isValid())
            m_errors.push_back(invalid(path + ".pattern", pattern, "must be a valid regular expression"));
    }
    const Json *values = from.if_contains("enum");
    if (values && values->is_array())
        schema.enumeration.assign(values->get_array().begin(), values->get_array().end());
    else if (values)
        m_errors.push_back(invalid(path + ".enum", *values, "must be a list"));
}

void Reader::readRules(const JsonObject &from, Schema &schema, const std::string &path)
{
    schema.allOf = parts(from, "allOf", path);
    schema.anyOf = parts(from, "anyOf", path);
    schema.oneOf = parts(from, "oneOf", path);
    if (const Json *inner = from.if_contains("not"))
        schema.not_ = read(*inner, path + ".not", Role::Rule);
    for (const std::string_view name : unsupported) {
        const Json *value = from.if_contains(name);
        if (value && *value != Json(false)) // what is switched off is not there
            m_errors.push_back(
                forbidden(path + "." + std::string(name), std::string(name) + " is not supported"));
    }
    if (flag(from, "uniqueItems", path))
        m_errors.push_back(forbidden(path + ".uniqueItems",
            "uniqueItems cannot be set to true since the runtime complexity becomes quadratic"));
}

void Reader::readDefault(const JsonObject &from, Schema &schema, const std::string &path, Role role)
{
    const Json *value = from.if_contains("default");
    if (!value)
        return;
    if (role == Role::Rule) {
        m_errors.push_back(forbidden(path + ".default", "must be undefined to be structural"));
        return;
    }
    Json filled = *value;
    FieldErrors wrong;
    if (!normalize(filled, schema))
        wrong.push_back(invalid(path + ".default", *value, "grows too large with the defaults within it"));
    check(filled, schema, path + ".default", wrong);
    m_errors.insert(m_errors.end(), wrong.begin(), wrong.end());
    if (wrong.empty())
        schema.defaultValue = std::move(filled);
}

SchemaPtr Reader::read(const Json &json, const std::string &path, Role role)
{
    auto schema = std::make_shared<Schema>();
    constexpr std::size_t mostErrors = 100; // nobody reads on
    if (m_errors.size() >= mostErrors)
        return schema;
    const JsonObject *from = json.if_object();
    if (!from) {
        m_errors.push_back(invalid(path, json, "must be an object"));
        return schema;
    }
    readType(*from, *schema, path);
    readMembers(*from, *schema, path, role);
    readList(*from, *schema, path, role);
    readBounds(*from, *schema, path);
    readRules(*from, *schema, path);
    checkTyped(*from, *schema, path, role);
    readDefault(*from, *schema, path, role);
    return schema;
}

} // namespace

SchemaPtr readSchema(const Json &json, const std::string &path, FieldErrors &errors)
{
    const std::size_t before = errors.size();
    SchemaPtr schema = Reader(errors).read(json, path, Role::Root);
    return errors.size() == before ? schema : nullptr;
}

} // namespace core::lab
