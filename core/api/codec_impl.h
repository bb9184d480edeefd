// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The generic codec: walks the members that Boost.Describe lists. Included only by the files that instantiate
// it with HOLLOWLAB_CODEC; everybody else includes codec.h.

#include "core/api/codec.h"
#include "core/api/meta.h"

#include <boost/describe/members.hpp>
#include <boost/mp11/algorithm.hpp>

#include <cstring>
#include <type_traits>

namespace core::api::codec {

template<typename T>
concept Described = boost::describe::has_describe_members<T>::value;

template<typename T>
struct IsOptional : std::false_type {
};
template<typename T>
struct IsOptional<std::optional<T>> : std::true_type {
};
template<typename T>
struct IsVector : std::false_type {
};
template<typename T>
struct IsVector<std::vector<T>> : std::true_type {
};
template<typename T>
struct IsMap : std::false_type {
};
template<typename T>
struct IsMap<std::map<std::string, T, std::less<>>> : std::true_type {
};

/// The JSON name of a member: "ns" is "namespace", a trailing underscore avoids a C++ keyword.
constexpr std::string_view jsonName(std::string_view member)
{
    if (member == "ns")
        return "namespace";
    if (member.ends_with('_'))
        member.remove_suffix(1);
    return member;
}

inline boost::json::string_view key(std::string_view name)
{
    return {name.data(), name.size()};
}

inline std::string_view kindName(const Json &json)
{
    switch (json.kind()) {
    case boost::json::kind::null:
        return "null";
    case boost::json::kind::bool_:
        return "a boolean";
    case boost::json::kind::string:
        return "a string";
    case boost::json::kind::array:
        return "a list";
    case boost::json::kind::object:
        return "an object";
    default:
        return "a number";
    }
}

/// Where decoding stands; the first error wins. The path is only spelled out when an error occurs.
class Reader
{
public:
    explicit Reader(const JsonPtr &document) : m_document(document) { }

    SharedJson shared(const Json &part) const
    {
        return m_document ? SharedJson(JsonPtr(m_document, &part)) : SharedJson(part);
    }

    struct Step {
        std::string_view name;
        std::size_t index = 0;
        const Step *parent = nullptr;
    };

    void failAt(const Step *step, std::string_view what)
    {
        if (!m_error.empty())
            return;
        std::string path;
        for (const Step *at = step; at; at = at->parent) {
            std::string part =
                at->name.empty() ? "[" + std::to_string(at->index) + "]" : std::string(at->name);
            if (!path.empty() && path.front() != '[')
                part += '.';
            path.insert(0, part);
        }
        m_error = path.empty() ? std::string(what) : path + ": " + std::string(what);
    }
    void expected(const Step *step, std::string_view wanted, const Json &found)
    {
        failAt(step, "expected " + std::string(wanted) + ", found " + std::string(kindName(found)));
    }
    const std::string &error() const { return m_error; }

private:
    const JsonPtr &m_document;
    std::string m_error;
};

template<typename T>
void read(const Json &json, T &out, Reader &reader, const Reader::Step *at);

/// The value of the struct's member, or nullptr. Not if_contains(): with the name known to the compiler this
/// costs a quarter, and decoding does little else so often.
template<typename Member>
const Json *valueOf(const JsonObject &object)
{
    constexpr std::string_view name = jsonName(Member::name);
    for (const auto &held : object) {
        const auto key = held.key();
        if (key.size() == name.size() && std::memcmp(key.data(), name.data(), name.size()) == 0)
            return &held.value();
    }
    return nullptr;
}

template<typename T>
void readStruct(const Json &json, T &out, Reader &reader, const Reader::Step *at)
{
    const JsonObject *object = json.if_object();
    if (!object)
        return reader.expected(at, "an object", json);
    using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
    boost::mp11::mp_for_each<Members>([&](auto member) {
        const Json *value = valueOf<decltype(member)>(*object);
        if (!value || value->is_null())
            return;
        const Reader::Step step {jsonName(decltype(member)::name), 0, at};
        read(*value, out.*decltype(member)::pointer, reader, &step);
    });
}

template<typename Parsed, typename Assign>
void readText(const Json &json, Reader &reader, const Reader::Step *at, std::string_view wanted, Parsed parse,
    Assign assign)
{
    const auto *string = json.if_string();
    if (!string)
        return reader.expected(at, wanted, json);
    auto parsed = parse(std::string_view(string->data(), string->size()));
    if (!parsed)
        return reader.failAt(at, parsed.error().message);
    assign(*parsed);
}

template<typename T>
void read(const Json &json, T &out, Reader &reader, const Reader::Step *at)
{
    if constexpr (std::is_same_v<T, Json>) {
        out = json;
    } else if constexpr (std::is_same_v<T, SharedJson>) {
        out = reader.shared(json);
    } else if constexpr (std::is_same_v<T, std::string>) {
        const auto *string = json.if_string();
        if (!string)
            return reader.expected(at, "a string", json);
        out.assign(string->data(), string->size());
    } else if constexpr (std::is_same_v<T, bool>) {
        if (!json.is_bool())
            return reader.expected(at, "a boolean", json);
        out = json.get_bool();
    } else if constexpr (std::is_integral_v<T>) {
        boost::json::error_code error;
        const auto number = json.is_number() ? json.to_number<T>(error) : T();
        if (!json.is_number() || error)
            return reader.expected(at, "an integer", json);
        out = number;
    } else if constexpr (std::is_floating_point_v<T>) {
        if (!json.is_number())
            return reader.expected(at, "a number", json);
        out = json.to_number<T>();
    } else if constexpr (std::is_same_v<T, Time>) {
        readText(json, reader, at, "a time", parseTime, [&](Time time) { out = time; });
    } else if constexpr (std::is_same_v<T, MicroTime>) {
        readText(json, reader, at, "a time", parseTime, [&](Time time) { out.value = time; });
    } else if constexpr (std::is_same_v<T, GoDuration>) {
        readText(json, reader, at, "a duration such as \"40s\"", parseDuration,
            [&](base::Duration d) { out.value = d; });
    } else if constexpr (std::is_same_v<T, Quantity>) {
        if (json.is_number()) {
            out.text = numberText(json);
        } else {
            readText(json, reader, at, "a quantity", parseQuantityMilli,
                [&](std::int64_t) { out.text = text(json.get_string()); });
        }
    } else if constexpr (std::is_same_v<T, IntOrString>) {
        if (json.is_int64())
            out.value = json.get_int64();
        else if (json.is_string())
            out.value = text(json.get_string());
        else
            reader.expected(at, "an integer or a string", json);
    } else if constexpr (IsOptional<T>::value) {
        read(json, out.emplace(), reader, at);
    } else if constexpr (IsVector<T>::value) {
        const JsonArray *array = json.if_array();
        if (!array)
            return reader.expected(at, "a list", json);
        out.resize(array->size());
        for (std::size_t i = 0; i < array->size(); ++i) {
            const Reader::Step step {{}, i, at};
            read((*array)[i], out[i], reader, &step);
        }
    } else if constexpr (IsMap<T>::value) {
        const JsonObject *object = json.if_object();
        if (!object)
            return reader.expected(at, "an object", json);
        for (const auto &member : *object) {
            const std::string name(member.key().data(), member.key().size());
            const Reader::Step step {name, 0, at};
            if (typename T::mapped_type &held = out[name]; !member.value().is_null())
                read(member.value(), held, reader, &step);
        }
    } else {
        static_assert(Described<T>, "describe the struct with BOOST_DESCRIBE_STRUCT");
        readStruct(json, out, reader, at);
    }
}

template<typename T>
bool leftOut(const T &value)
{
    if constexpr (std::is_same_v<T, Json> || std::is_same_v<T, SharedJson>)
        return value.is_null();
    else if constexpr (std::is_same_v<T, Quantity>)
        return value.text.empty();
    else if constexpr (IsOptional<T>::value)
        return !value.has_value();
    else if constexpr (std::is_same_v<T, std::string> || IsVector<T>::value || IsMap<T>::value)
        return value.empty();
    else
        return false;
}

template<typename T>
Json write(const T &value)
{
    if constexpr (std::is_same_v<T, Json> || std::is_arithmetic_v<T>) {
        return value;
    } else if constexpr (std::is_same_v<T, SharedJson>) {
        return value.get();
    } else if constexpr (std::is_same_v<T, std::string>) {
        return boost::json::string(value.data(), value.size());
    } else if constexpr (std::is_same_v<T, Time>) {
        return write(formatTime(value));
    } else if constexpr (std::is_same_v<T, MicroTime>) {
        return write(formatMicroTime(value.value));
    } else if constexpr (std::is_same_v<T, GoDuration>) {
        return write(formatDuration(value.value));
    } else if constexpr (std::is_same_v<T, Quantity>) {
        return write(value.text);
    } else if constexpr (std::is_same_v<T, IntOrString>) {
        return std::visit([](const auto &held) { return write(held); }, value.value);
    } else if constexpr (IsOptional<T>::value) {
        return value ? write(*value) : Json();
    } else if constexpr (IsVector<T>::value) {
        JsonArray array;
        array.reserve(value.size());
        for (const auto &item : value)
            array.push_back(write(item));
        return array;
    } else if constexpr (IsMap<T>::value) {
        JsonObject object;
        object.reserve(value.size());
        for (const auto &[name, item] : value)
            object.emplace(key(name), write(item));
        return object;
    } else {
        static_assert(Described<T>, "describe the struct with BOOST_DESCRIBE_STRUCT");
        JsonObject object;
        using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
        std::size_t count = 0;
        boost::mp11::mp_for_each<Members>(
            [&](auto member) { count += leftOut(value.*decltype(member)::pointer) ? 0U : 1U; });
        object.reserve(count);
        boost::mp11::mp_for_each<Members>([&](auto member) {
            using Held = std::remove_cvref_t<decltype(value.*decltype(member)::pointer)>;
            const Held &held = value.*decltype(member)::pointer;
            if (leftOut(held))
                return;
            Json written = write(held);
            if constexpr (Described<Held>) {
                if (written.get_object().empty())
                    return;
            }
            object.emplace(key(jsonName(decltype(member)::name)), std::move(written));
        });
        return object;
    }
}

} // namespace core::api::codec

namespace core::api {

template<typename T>
base::Result<T> decode(const Json &json, const JsonPtr &document)
{
    T value {};
    codec::Reader reader(document);
    codec::read(json, value, reader, nullptr);
    if (!reader.error().empty())
        return base::fail(base::ErrorKind::Invalid, reader.error());
    return value;
}

template<typename T>
Json encode(const T &value)
{
    return codec::write(value);
}

} // namespace core::api

/// Instantiates the codec for a struct.
#define HOLLOWLAB_CODEC(T)                                                                                   \
    template core::base::Result<T> core::api::decode<T>(                                                     \
        const core::api::Json &, const core::api::JsonPtr &);                                                \
    template core::api::Json core::api::encode<T>(const T &);

/// Instantiates the codec for an API kind of the same name and names its resource.
#define HOLLOWLAB_KIND(T, group, version, plural, isNamespaced)                                              \
    HOLLOWLAB_KIND_NAMED(T, #T, group, version, plural, isNamespaced)

/// Does what HOLLOWLAB_KIND does for a type whose name alone means another kind.
#define HOLLOWLAB_KIND_NAMED(T, kindName, group, version, plural, isNamespaced)                              \
    HOLLOWLAB_CODEC(T)                                                                                       \
    template<>                                                                                               \
    const core::api::Resource &core::api::resourceOf<T>()                                                    \
    {                                                                                                        \
        static const core::api::Resource resource {group, version, kindName, plural, isNamespaced};          \
        return resource;                                                                                     \
    }                                                                                                        \
    template<>                                                                                               \
    core::api::Json core::api::encodeObject<T>(const T &object)                                              \
    {                                                                                                        \
        core::api::Json fields = core::api::encode(object);                                                  \
        core::api::JsonObject whole;                                                                         \
        whole.emplace("apiVersion", core::api::resourceOf<T>().apiVersion());                                \
        whole.emplace("kind", core::api::resourceOf<T>().kind);                                              \
        for (auto &member : fields.get_object())                                                             \
            whole.emplace(member.key(), std::move(member.value()));                                          \
        return whole;                                                                                        \
    }
