// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/messageforms.h"
#include "core/api/time.h"
#include "core/lab/front/protobuf.h"

#include <QByteArray>
#include <QtEndian>

#include <bit>

namespace core::lab::front {

namespace {

using api::Json;
using api::JsonArray;
using api::JsonObject;
using api::MessageForm;
using api::messageForms;

class WireWriter
{
public:
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7U)
            m_bytes += static_cast<char>((value & 0x7fU) | 0x80U);
        m_bytes += static_cast<char>(value);
    }
    void number(int field, std::int64_t value)
    {
        varint(static_cast<std::uint64_t>(field) << 3U);
        varint(static_cast<std::uint64_t>(value));
    }
    void real(int field, double value)
    {
        constexpr unsigned fixed64 = 1;
        char bytes[sizeof(quint64)];
        qToLittleEndian(std::bit_cast<quint64>(value), bytes);
        varint(static_cast<std::uint64_t>(field) << 3U | fixed64);
        m_bytes.append(bytes, sizeof bytes);
    }
    void bytes(int field, std::string_view bytes)
    {
        constexpr unsigned lengthDelimited = 2;
        varint(static_cast<std::uint64_t>(field) << 3U | lengthDelimited);
        varint(bytes.size());
        m_bytes += bytes;
    }
    void raw(std::string_view bytes) { m_bytes += bytes; }
    const std::string &written() const { return m_bytes; }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

std::string oneField(int number, std::string_view content)
{
    WireWriter message;
    message.bytes(number, content);
    return message.take();
}

/// {seconds = 1, nanos = 2}
std::optional<std::string> timeMessage(const Json &json)
{
    const auto time = json.is_string() ? api::parseTime(std::string_view(json.get_string()))
                                       : base::Result<api::Time>(base::fail({}, {}));
    if (!time)
        return std::nullopt;
    const auto since = time->time_since_epoch();
    const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
    WireWriter message;
    message.number(1, seconds.count());
    message.number(2, std::chrono::nanoseconds(since - seconds).count());
    return message.take();
}

std::optional<std::string> durationMessage(const Json &json)
{
    const auto duration = json.is_string() ? api::parseDuration(std::string_view(json.get_string()))
                                           : base::Result<base::Duration>(base::fail({}, {}));
    if (!duration)
        return std::nullopt;
    WireWriter message;
    message.number(1, std::chrono::nanoseconds(*duration).count());
    return message.take();
}

/// {type = 1, intVal = 2, strVal = 3}
std::optional<std::string> intOrStringMessage(const Json &json)
{
    WireWriter message;
    message.number(1, json.is_string() ? 1 : 0);
    message.number(2, json.is_int64() ? json.get_int64() : 0);
    message.bytes(3, json.is_string() ? std::string_view(json.get_string()) : std::string_view());
    return json.is_string() || json.is_int64() ? std::optional(message.take()) : std::nullopt;
}

std::optional<std::string> quantityMessage(const Json &json)
{
    return oneField(
        1, json.is_string() ? std::string(std::string_view(json.get_string())) : api::writeJson(json));
}

/// Programs compare these bytes with what they once wrote, in which three characters are escaped.
std::optional<std::string> rawJsonMessage(const Json &json)
{
    std::string escaped;
    for (const char c : api::writeJson(json)) {
        const std::string_view code = c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : c == '&' ? "\\u0026" : "";
        if (code.empty())
            escaped += c;
        else
            escaped += code;
    }
    return oneField(1, escaped);
}

void writeValue(WireWriter &out, int number, const std::string &type, const Json &json);

/// {schema = 1, several = 2}
std::optional<std::string> schemaOrMessage(const Json &json, const std::string &severalType)
{
    WireWriter message;
    if (json.is_object())
        writeValue(message, 1, api::schemaMessage, json);
    else if (const JsonArray *several = json.if_array())
        for (const Json &one : *several)
            writeValue(message, 2, severalType, one);
    else
        return std::nullopt;
    return message.take();
}

/// {allows = 1, schema = 2}
std::optional<std::string> schemaOrTruthMessage(const Json &json)
{
    WireWriter message;
    message.number(1, json.is_object() || json == Json(true) ? 1 : 0);
    if (json.is_object())
        writeValue(message, 2, api::schemaMessage, json);
    return json.is_object() || json.is_bool() ? std::optional(message.take()) : std::nullopt;
}

using ToMessage = std::optional<std::string> (*)(const Json &json);

/// Messages whose JSON form is not an object of their fields.
ToMessage specialMessage(const std::string &type)
{
    static const std::map<std::string_view, ToMessage> special {{"meta.Time", timeMessage},
        {"meta.MicroTime", timeMessage}, {"meta.Duration", durationMessage},
        {"meta.FieldsV1", rawJsonMessage}, {"runtime.RawExtension", rawJsonMessage},
        {"resource.Quantity", quantityMessage}, {"intstr.IntOrString", intOrStringMessage},
        {"apiextensions.JSON", rawJsonMessage},
        {"apiextensions.JSONSchemaPropsOrArray",
            [](const Json &json) { return schemaOrMessage(json, api::schemaMessage); }},
        {"apiextensions.JSONSchemaPropsOrStringArray",
            [](const Json &json) { return schemaOrMessage(json, "s"); }},
        {"apiextensions.JSONSchemaPropsOrBool", schemaOrTruthMessage}};
    const auto found = special.find(type);
    return found == special.end() ? nullptr : found->second;
}

void writeFields(WireWriter &out, const MessageForm &form, const Json &json);

/// What has another type than the form asks for is left out: a typed client could not take it in either.
void writeValue(WireWriter &out, int number, const std::string &type, const Json &json)
{
    if (type == "i" || type == "l") {
        if (json.is_int64())
            out.number(number, json.get_int64());
    } else if (type == "b") {
        if (json.is_bool())
            out.number(number, json.get_bool() ? 1 : 0);
    } else if (type == "d") {
        if (json.is_number())
            out.real(number, json.to_number<double>());
    } else if (type == "s" || type == "y") {
        if (!json.is_string())
            return;
        const std::string_view text = json.get_string();
        if (type == "s")
            return out.bytes(number, text);
        const QByteArray bytes =
            QByteArray::fromBase64(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
        out.bytes(number, {bytes.constData(), static_cast<std::size_t>(bytes.size())});
    } else if (const ToMessage special = specialMessage(type)) {
        if (const auto message = special(json))
            out.bytes(number, *message);
    } else if (const auto form = messageForms().find(type); form != messageForms().end()) {
        WireWriter inner;
        writeFields(inner, form->second, json);
        out.bytes(number, inner.written());
    }
}

void writeMap(WireWriter &out, int number, const std::string &type, const Json &json)
{
    if (!json.is_object())
        return;
    for (const auto &member : json.get_object()) {
        WireWriter entry;
        entry.bytes(1, member.key());
        writeValue(entry, 2, type, member.value());
        out.bytes(number, entry.written());
    }
}

void writeField(WireWriter &out, int number, const MessageForm::Field &field, const Json &json)
{
    if (field.map)
        return writeMap(out, number, field.type, json);
    if (!field.repeated)
        return writeValue(out, number, field.type, json);
    if (!json.is_array())
        return;
    for (const Json &item : json.get_array())
        writeValue(out, number, field.type, item);
}

void writeFields(WireWriter &out, const MessageForm &form, const Json &json)
{
    for (const auto &[number, field] : form.fields) {
        if (field.name == "^") {
            writeField(out, number, field, json);
            continue;
        }
        const JsonObject *object = json.if_object();
        const Json *member = object ? object->if_contains(field.name) : nullptr;
        if (member && !member->is_null())
            writeField(out, number, field, *member);
    }
}

std::string enveloped(std::string_view apiVersion, std::string_view kind, std::string_view message)
{
    WireWriter typeMeta;
    typeMeta.bytes(1, apiVersion);
    typeMeta.bytes(2, kind);
    WireWriter envelope;
    envelope.raw(api::envelopeStart);
    envelope.bytes(1, typeMeta.written());
    envelope.bytes(2, message);
    return envelope.take();
}

} // namespace

std::optional<std::string> writeProtobuf(const api::Json &object)
{
    const std::string_view apiVersion = api::textAt(object, {"apiVersion"});
    const std::string_view kind = api::textAt(object, {"kind"});
    const MessageForm *form = api::formOfKind(apiVersion, kind);
    if (!form)
        return std::nullopt;
    WireWriter message;
    writeFields(message, *form, object);
    return enveloped(apiVersion, kind, message.written());
}

std::optional<std::string> writeProtobuf(
    const api::ListBody &list, const OutwardForm &outward, const std::atomic<bool> *givenUp)
{
    constexpr std::string_view listSuffix = "List";
    if (!list.kind.ends_with(listSuffix))
        return std::nullopt;
    const MessageForm *form = api::formOfKind(
        list.apiVersion, std::string_view(list.kind).substr(0, list.kind.size() - listSuffix.size()));
    if (!form)
        return std::nullopt;
    // {selfLink = 1, resourceVersion = 2, continue = 3, remainingItemCount = 4}
    WireWriter metadata;
    metadata.bytes(2, list.resourceVersion);
    metadata.bytes(3, list.continueToken);
    if (list.remainingItemCount)
        metadata.number(4, *list.remainingItemCount);
    WireWriter message;
    message.bytes(1, metadata.written());
    for (const api::JsonPtr &item : list.items) {
        if (givenUp && *givenUp)
            break;
        WireWriter inner;
        writeFields(inner, *form, *outward.object(item));
        message.bytes(2, inner.written());
    }
    return enveloped(list.apiVersion, list.kind, message.written());
}

std::string protobufFrameStart(std::string_view eventType, std::size_t objectSize)
{
    // WatchEvent {type = 1, object = 2 {raw = 1}}, its length in four bytes before it
    WireWriter raw;
    raw.varint(1U << 3U | 2U);
    raw.varint(objectSize);
    WireWriter event;
    event.bytes(1, eventType);
    event.varint(2U << 3U | 2U);
    event.varint(raw.written().size() + objectSize);
    event.raw(raw.written());
    const std::size_t size = event.written().size() + objectSize;
    std::string start;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        start += static_cast<char>(size >> shift & 0xffU);
    return start + event.written();
}

} // namespace core::lab::front
