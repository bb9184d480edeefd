// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/front/protobuf.h"

#include "core/api/bounds.h"
#include "core/api/messageforms.h"
#include "core/api/time.h"

#include <QByteArray>
#include <QtEndian>

#include <bit>
#include <cmath>

namespace core::lab::front {

namespace {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::MessageForm;
using api::messageForms;

/// Thrown and caught in this file only.
struct Malformed {
    std::string why;
};

enum class WireType { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

struct WireField {
    int number = 0;
    WireType type = WireType::Varint;
    std::uint64_t varint = 0;
    std::string_view bytes;
};

/// Takes fields off the front of a message.
class WireReader
{
public:
    explicit WireReader(std::string_view rest) : m_rest(rest) { }

    bool atEnd() const { return m_rest.empty(); }

    WireField next()
    {
        const std::uint64_t tag = varint();
        WireField field {static_cast<int>(tag >> 3U), static_cast<WireType>(tag & 7U), 0, {}};
        switch (field.type) {
        case WireType::Varint:
            field.varint = varint();
            break;
        case WireType::Fixed64:
            field.bytes = take(8);
            break;
        case WireType::Bytes:
            field.bytes = take(varint());
            break;
        case WireType::Fixed32:
            field.bytes = take(4);
            break;
        default:
            throw Malformed {"a field has an unknown wire type"};
        }
        return field;
    }

    std::uint64_t varint()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(take(1).front());
            value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
            if ((byte & 0x80U) == 0)
                return value;
        }
        throw Malformed {"a number is too long"};
    }

private:
    std::string_view take(std::uint64_t size)
    {
        if (size > m_rest.size())
            throw Malformed {"the message ends early"};
        const std::string_view taken = m_rest.substr(0, static_cast<std::size_t>(size));
        m_rest.remove_prefix(taken.size());
        return taken;
    }

    std::string_view m_rest;
};

std::int64_t integer(std::uint64_t varint)
{
    return static_cast<std::int64_t>(varint);
}

std::string text(std::string_view bytes)
{
    if (!QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())).isValidUtf8())
        throw Malformed {"a text is not UTF-8"};
    return std::string(bytes);
}

/// The field of that number, or an empty one.
WireField fieldOf(std::string_view message, int number)
{
    WireField found;
    for (WireReader reader(message); !reader.atEnd();) {
        const WireField field = reader.next();
        if (field.number == number)
            found = field;
    }
    return found;
}

/// {seconds = 1, nanos = 2}; Go's zero time is an empty message.
Json timeOf(std::string_view message, std::string (*format)(api::Time))
{
    if (message.empty())
        return nullptr;
    constexpr std::int64_t furthest = 9'000'000'000; // within 64 bits of nanoseconds
    const std::int64_t seconds = integer(fieldOf(message, 1).varint);
    if (seconds < -furthest || seconds > furthest)
        throw Malformed {"a time is out of range"};
    const std::chrono::nanoseconds nanos(integer(fieldOf(message, 2).varint) % 1'000'000'000);
    return boost::json::string(format(api::Time(std::chrono::seconds(seconds) + nanos)));
}

/// {type = 1, intVal = 2, strVal = 3}
Json intOrString(std::string_view message)
{
    if (fieldOf(message, 1).varint == 0)
        return integer(fieldOf(message, 2).varint);
    return boost::json::string(text(fieldOf(message, 3).bytes));
}

/// The levels that are left within one of them.
std::size_t within(std::size_t levels)
{
    if (levels == 0)
        throw Malformed {"it is nested too deeply"};
    return levels - 1;
}

Json rawJson(std::string_view message, std::size_t levels)
{
    const std::string_view raw = fieldOf(message, 1).bytes;
    if (raw.empty())
        return nullptr;
    auto json = api::parseJson(raw);
    if (!json)
        throw Malformed {json.error().message};
    if (api::isDeeperThan(*json, levels))
        throw Malformed {"it is nested too deeply"};
    return std::move(*json);
}

Json value(const std::string &type, const WireField &wire, std::size_t levels);

/// {schema = 1, several = 2}: whichever there is.
Json schemaOr(const std::string &severalType, std::string_view message, std::size_t levels)
{
    JsonArray several;
    Json schema;
    for (WireReader reader(message); !reader.atEnd();) {
        const WireField field = reader.next();
        if (field.number == 1)
            schema = value(api::schemaMessage, field, levels);
        else if (field.number == 2)
            several.push_back(value(severalType, field, within(levels)));
    }
    return several.empty() ? std::move(schema) : Json(std::move(several));
}

/// {allows = 1, schema = 2}
Json schemaOrTruth(std::string_view message, std::size_t levels)
{
    const WireField schema = fieldOf(message, 2);
    return schema.number == 0 ? Json(fieldOf(message, 1).varint != 0)
                              : value(api::schemaMessage, schema, levels);
}

/// JSON knows neither infinite numbers nor what is none.
Json realNumber(std::string_view bytes)
{
    const auto number = std::bit_cast<double>(qFromLittleEndian<quint64>(bytes.data()));
    if (!std::isfinite(number))
        throw Malformed {"a number is none"};
    constexpr double mostExact = 1LL << 53U;
    const bool isWhole = std::abs(number) <= mostExact && number == std::trunc(number);
    return isWhole ? Json(static_cast<std::int64_t>(number)) : Json(number);
}

using Convert = Json (*)(std::string_view message, std::size_t levels);

/// Messages whose JSON form is not an object of their fields.
const std::map<std::string_view, Convert> &specialForms()
{
    static const std::map<std::string_view, Convert> forms {
        {"meta.Time", [](std::string_view message, std::size_t) { return timeOf(message, api::formatTime); }},
        {"meta.MicroTime",
            [](std::string_view message, std::size_t) { return timeOf(message, api::formatMicroTime); }},
        {"meta.Duration",
            [](std::string_view message, std::size_t) {
                return Json(api::formatDuration(base::Duration(integer(fieldOf(message, 1).varint))));
            }},
        {"meta.FieldsV1", rawJson},
        {"runtime.RawExtension", rawJson},
        {"resource.Quantity",
            [](std::string_view message, std::size_t) { return Json(text(fieldOf(message, 1).bytes)); }},
        {"intstr.IntOrString", [](std::string_view message, std::size_t) { return intOrString(message); }},
        {"apiextensions.JSON", rawJson},
        {"apiextensions.JSONSchemaPropsOrArray",
            [](std::string_view message, std::size_t levels) {
                return schemaOr(api::schemaMessage, message, levels);
            }},
        {"apiextensions.JSONSchemaPropsOrStringArray",
            [](std::string_view message, std::size_t levels) { return schemaOr("s", message, levels); }},
        {"apiextensions.JSONSchemaPropsOrBool", schemaOrTruth},
    };
    return forms;
}

Json decode(const MessageForm &form, std::string_view message, std::size_t levels);

bool isScalar(const std::string &type)
{
    return type == "i" || type == "l" || type == "b";
}

Json scalar(const std::string &type, std::uint64_t varint)
{
    return type == "b" ? Json(varint != 0) : Json(integer(varint));
}

Json value(const std::string &type, const WireField &wire, std::size_t levels)
{
    if (type == "d" && wire.type == WireType::Fixed64)
        return realNumber(wire.bytes);
    const bool isVarint = wire.type == WireType::Varint;
    if (isScalar(type) != isVarint || (!isVarint && wire.type != WireType::Bytes))
        throw Malformed {"a field has the wrong wire type"};
    if (isVarint)
        return scalar(type, wire.varint);
    if (type == "s")
        return boost::json::string(text(wire.bytes));
    if (type == "y")
        return boost::json::string(QByteArray(wire.bytes.data(), static_cast<qsizetype>(wire.bytes.size()))
                                       .toBase64()
                                       .toStdString());
    if (const auto special = specialForms().find(type); special != specialForms().end())
        return special->second(wire.bytes, levels);
    const auto form = messageForms().find(type);
    if (form == messageForms().end())
        throw Malformed {"there is no " + type};
    return decode(form->second, wire.bytes, levels);
}

void addToMap(JsonObject &map, const std::string &type, std::string_view entry, std::size_t levels)
{
    WireField content = fieldOf(entry, 2);
    if (content.number == 0 && !isScalar(type))
        content.type = WireType::Bytes; // an empty value is left out
    map.insert_or_assign(text(fieldOf(entry, 1).bytes), value(type, content, levels));
}

void addToList(JsonArray &list, const std::string &type, const WireField &wire, std::size_t levels)
{
    if (!isScalar(type) || wire.type != WireType::Bytes) {
        list.push_back(value(type, wire, levels));
        return;
    }
    for (WireReader packed(wire.bytes); !packed.atEnd();)
        list.push_back(scalar(type, packed.varint()));
}

/// Go writes the zero of every field that is not optional; in JSON most of them are left out.
bool isZero(const Json &json)
{
    switch (json.kind()) {
    case boost::json::kind::null:
        return true;
    case boost::json::kind::bool_:
        return !json.get_bool();
    case boost::json::kind::int64:
        return json.get_int64() == 0;
    case boost::json::kind::string:
        return json.get_string().empty();
    case boost::json::kind::object:
        return json.get_object().empty();
    default:
        return false;
    }
}

JsonArray &listIn(JsonObject &object, const std::string &name)
{
    Json &member = object[name];
    return member.is_array() ? member.get_array() : member.emplace_array();
}

JsonObject &mapIn(JsonObject &object, const std::string &name)
{
    Json &member = object[name];
    return member.is_object() ? member.get_object() : member.emplace_object();
}

Json decode(const MessageForm &form, std::string_view message, std::size_t levels)
{
    const std::size_t inner = within(levels);
    JsonObject object;
    JsonArray list; // a message that is nothing but a list
    for (WireReader reader(message); !reader.atEnd();) {
        const WireField wire = reader.next();
        const auto found = form.fields.find(wire.number);
        if (found == form.fields.end())
            continue;
        const MessageForm::Field &field = found->second;
        const bool inlined = field.name == "^";
        if (field.repeated) {
            addToList(inlined ? list : listIn(object, field.name), field.type, wire, within(inner));
            continue;
        }
        if (field.map) {
            addToMap(mapIn(object, field.name), field.type, wire.bytes, within(inner));
            continue;
        }
        Json json = value(field.type, wire, inner);
        if (inlined) {
            for (auto &member : json.as_object())
                object.insert_or_assign(member.key(), std::move(member.value()));
        } else if (field.always || !isZero(json) || (field.optional && !json.is_null())) {
            object.insert_or_assign(field.name, std::move(json));
        }
    }
    const bool isList = form.fields.size() == 1 && form.fields.begin()->second.repeated
        && form.fields.begin()->second.name == "^";
    return isList ? Json(std::move(list)) : Json(std::move(object));
}

base::Result<Json> parseEnvelope(std::string_view bytes)
{
    if (!bytes.starts_with(api::envelopeStart))
        return base::fail(base::ErrorKind::Invalid, "not in Kubernetes' protobuf encoding");
    bytes.remove_prefix(api::envelopeStart.size());
    const std::string_view typeMeta = fieldOf(bytes, 1).bytes;
    const std::string apiVersion = text(fieldOf(typeMeta, 1).bytes);
    const std::string kind = text(fieldOf(typeMeta, 2).bytes);
    const MessageForm *form = api::formOfKind(apiVersion, kind);
    if (!form)
        return base::fail(
            base::ErrorKind::Unsupported, kind + " in " + apiVersion + " is only known as JSON or YAML");
    JsonObject object {{"apiVersion", apiVersion}, {"kind", kind}};
    Json fields = decode(*form, fieldOf(bytes, 2).bytes, api::deepestText);
    for (auto &member : fields.as_object())
        object.insert_or_assign(member.key(), std::move(member.value()));
    return object;
}

} // namespace

base::Result<api::Json> parseProtobuf(std::string_view bytes)
{
    try {
        return parseEnvelope(bytes);
    } catch (const Malformed &malformed) {
        return base::fail(base::ErrorKind::Invalid, "not valid protobuf: " + malformed.why);
    }
}

} // namespace core::lab::front
