// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cel/jsonvalue.h"

#include "core/cel/times.h"

#include <QByteArray>

namespace core::cel {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

class JsonList : public List
{
public:
    JsonList(const JsonArray &array, TypePtr type) : m_array(array), m_type(std::move(type)) { }
    std::size_t size() const override { return m_array.size(); }
    Value at(std::size_t index) const override { return valueOf(m_array[index], parameterOf(*m_type, 0)); }
    const Type *type() const override { return m_type->kind == Kind::List ? m_type.get() : nullptr; }

private:
    const JsonArray &m_array;
    TypePtr m_type;
};

std::string_view nameAt(const JsonObject &object, std::size_t index)
{
    const auto key = (object.begin() + static_cast<std::ptrdiff_t>(index))->key();
    return {key.data(), key.size()};
}

/// Shows any object as a map, also one whose members are all of one type.
class JsonMap : public Map
{
public:
    JsonMap(const JsonObject &object, TypePtr type) : m_object(object), m_type(std::move(type)) { }
    std::size_t size() const override { return m_object.size(); }
    Value keyAt(std::size_t index) const override { return borrowedText(nameAt(m_object, index)); }
    Value valueAt(std::size_t index) const override
    {
        return valueOf(
            (m_object.begin() + static_cast<std::ptrdiff_t>(index))->value(), parameterOf(*m_type, 1));
    }
    std::optional<Value> find(const Value &key) const override
    {
        const Json *found = key.as<Text>() ? m_object.if_contains(key.text()) : nullptr;
        return found ? std::optional(valueOf(*found, parameterOf(*m_type, 1))) : std::nullopt;
    }

private:
    const JsonObject &m_object;
    TypePtr m_type;
};

/// Its members by their escaped names. Comparing looks at what the schema does not know, too.
class JsonFields : public Map
{
public:
    JsonFields(const JsonObject &object, TypePtr type) : m_object(object), m_type(std::move(type)) { }
    std::size_t size() const override { return m_object.size(); }
    Value keyAt(std::size_t index) const override
    {
        const std::string_view name = nameAt(m_object, index);
        std::string escaped = escapedName(name);
        return escaped == name || escaped.empty() ? borrowedText(name) : text(std::move(escaped));
    }
    Value valueAt(std::size_t index) const override
    {
        const auto key = keyAt(index);
        const auto field = m_type->fields.find(key.text());
        return valueOf((m_object.begin() + static_cast<std::ptrdiff_t>(index))->value(),
            field == m_type->fields.end() ? simpleType(Kind::Dyn) : field->second.type);
    }
    std::optional<Value> find(const Value &key) const override
    {
        if (!key.as<Text>())
            return std::nullopt;
        const auto field = m_type->fields.find(key.text());
        if (field == m_type->fields.end())
            return unknown(key.text());
        const Json *found = m_object.if_contains(field->second.name);
        return found ? std::optional(valueOf(*found, field->second.type)) : std::nullopt;
    }

private:
    std::optional<Value> unknown(std::string_view name) const
    {
        const Json *found = m_object.if_contains(name);
        return found ? std::optional(valueOf(*found, simpleType(Kind::Dyn))) : std::nullopt;
    }

    const JsonObject &m_object;
    TypePtr m_type;
};

Value misfit(std::string_view expected)
{
    return failure("invalid data, expected " + std::string(expected));
}

std::string_view viewOf(const Json &json)
{
    return {json.get_string().data(), json.get_string().size()};
}

Value numberOf(const Json &json)
{
    if (json.is_int64())
        return json.get_int64();
    if (json.is_uint64())
        return json.get_uint64();
    return json.get_double();
}

/// What no schema describes.
Value anyOf(const Json &json, const TypePtr &type)
{
    if (json.is_null())
        return Null();
    if (json.is_bool())
        return json.get_bool();
    if (json.is_number())
        return numberOf(json);
    if (json.is_string())
        return borrowedText(viewOf(json));
    if (json.is_array())
        return ListPtr(std::make_shared<JsonList>(json.get_array(), type));
    return MapPtr(std::make_shared<JsonMap>(json.get_object(), type));
}

Value integerOf(const Json &json)
{
    if (json.is_int64())
        return json.get_int64();
    constexpr double end = 0x1p63;
    if (json.is_double() && json.get_double() == std::trunc(json.get_double())
        && std::abs(json.get_double()) < end)
        return static_cast<std::int64_t>(json.get_double());
    return misfit("int");
}

Value bytesOf(const Json &json)
{
    const std::string_view encoded = viewOf(json);
    const auto decoded = QByteArray::fromBase64Encoding(
        QByteArray::fromRawData(encoded.data(), static_cast<qsizetype>(encoded.size())),
        QByteArray::Base64Encoding | QByteArray::AbortOnBase64DecodingErrors);
    if (!decoded)
        return failure("Invalid byte formatted string " + std::string(encoded.substr(0, 64)));
    return bytes((*decoded).toStdString());
}

Value fromString(const Json &json, Kind kind)
{
    if (!json.is_string())
        return misfit("string");
    switch (kind) {
    case Kind::Bytes:
        return bytesOf(json);
    case Kind::Duration:
        return durationIn(viewOf(json));
    case Kind::Timestamp:
        return viewOf(json).find('T') == std::string_view::npos ? dateIn(viewOf(json))
                                                                : timestampIn(viewOf(json));
    default:
        return borrowedText(viewOf(json));
    }
}

} // namespace

Value valueOf(const Json &json, const TypePtr &type)
{
    if (json.is_null())
        return Null();
    switch (type->kind) {
    case Kind::Bool:
        return json.is_bool() ? Value(json.get_bool()) : misfit("bool");
    case Kind::Int:
        return integerOf(json);
    case Kind::Double:
        return json.is_number() ? Value(json.to_number<double>()) : misfit("float");
    case Kind::String:
    case Kind::Bytes:
    case Kind::Duration:
    case Kind::Timestamp:
        return fromString(json, type->kind);
    case Kind::List:
        return json.is_array() ? Value(ListPtr(std::make_shared<JsonList>(json.get_array(), type)))
                               : misfit("an array for the provided schema with type=array");
    case Kind::Map:
        return json.is_object() ? Value(MapPtr(std::make_shared<JsonMap>(json.get_object(), type)))
                                : misfit("a map for the provided schema with type=object");
    case Kind::Object:
        return json.is_object() ? Value(MapPtr(std::make_shared<JsonFields>(json.get_object(), type)))
                                : misfit("a map for the provided schema with type=object");
    default:
        return anyOf(json, type);
    }
}

} // namespace core::cel
