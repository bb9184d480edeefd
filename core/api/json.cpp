// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/json.h"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/stream_parser.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace core::api {

const Json *member(const JsonObject &object, std::string_view name)
{
    constexpr std::size_t largestUnindexed = 18; // beyond it Boost.JSON keeps a table of hashes
    if (object.size() > largestUnindexed)
        return object.if_contains({name.data(), name.size()});
    for (const auto &one : object) {
        if (std::string_view(one.key()) == name)
            return &one.value();
    }
    return nullptr;
}

Json *member(JsonObject &object, std::string_view name)
{
    return const_cast<Json *>(member(std::as_const(object), name));
}

const Json *find(const Json &json, std::initializer_list<std::string_view> path)
{
    const Json *current = &json;
    for (const std::string_view name : path) {
        const JsonObject *object = current->if_object();
        current = object ? member(*object, name) : nullptr;
        if (!current)
            return nullptr;
    }
    return current;
}

std::string_view textAt(const Json &json, std::initializer_list<std::string_view> path)
{
    const Json *found = find(json, path);
    if (!found || !found->is_string())
        return {};
    const auto &value = found->get_string();
    return {value.data(), value.size()};
}

std::optional<std::int64_t> integerAt(const Json &json, std::initializer_list<std::string_view> path)
{
    const Json *found = find(json, path);
    if (!found || !found->is_number())
        return std::nullopt;
    boost::json::error_code error;
    const auto value = found->to_number<std::int64_t>(error);
    if (error)
        return std::nullopt;
    return value;
}

namespace {

bool equalObjects(const JsonObject &a, const JsonObject &b)
{
    if (a.size() != b.size())
        return false;
    auto there = b.begin(); // mostly in the same order
    for (const auto &member : a) {
        const auto found = there != b.end() && there->key() == member.key() ? there : b.find(member.key());
        if (found == b.end() || !equal(member.value(), found->value()))
            return false;
        there = found + 1;
    }
    return true;
}

} // namespace

bool equal(const Json &a, const Json &b)
{
    if (const auto *object = a.if_object())
        return b.is_object() && equalObjects(*object, b.get_object());
    if (const auto *array = a.if_array())
        return b.is_array() && std::ranges::equal(*array, b.get_array(), equal);
    return a == b;
}

base::Result<Json> parseJson(std::string_view text)
{
    boost::json::error_code error;
    boost::json::parse_options options;
    options.max_depth = 100;
    boost::json::stream_parser parser({}, options);
    std::size_t used = parser.write_some({text.data(), text.size()}, error);
    if (!error && used < text.size() && text.find_first_not_of(" \t\r\n", used) != std::string_view::npos)
        error = boost::json::error::extra_data;
    if (!error)
        parser.finish(error);
    if (error)
        return base::fail(base::ErrorKind::Invalid,
            "not valid JSON at byte " + std::to_string(used) + ": " + error.message());
    return parser.release();
}

std::string writeJson(const Json &json)
{
    return boost::json::serialize(json);
}

std::string numberText(const Json &number)
{
    if (number.is_int64())
        return std::to_string(number.get_int64());
    if (number.is_uint64())
        return std::to_string(number.get_uint64());
    std::array<char, 32> buffer {};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number.get_double()).ptr;
    std::string shortest(buffer.data(), end);
    return shortest.find_first_of(".en") == std::string::npos ? shortest + ".0" : shortest;
}

namespace {

void writeCanonical(const Json &json, std::string &out)
{
    if (const auto *object = json.if_object()) {
        std::vector<const boost::json::key_value_pair *> members;
        for (const auto &member : *object)
            members.push_back(&member);
        std::ranges::sort(members, {}, [](const auto *member) { return member->key(); });
        out += '{';
        for (const auto *member : members) {
            if (out.back() != '{')
                out += ',';
            out += boost::json::serialize(member->key());
            out += ':';
            writeCanonical(member->value(), out);
        }
        out += '}';
    } else if (const auto *array = json.if_array()) {
        out += '[';
        for (std::size_t i = 0; i < array->size(); ++i) {
            if (i > 0)
                out += ',';
            writeCanonical((*array)[i], out);
        }
        out += ']';
    } else {
        out += boost::json::serialize(json);
    }
}

} // namespace

std::string writeCanonicalJson(const Json &json)
{
    std::string out;
    writeCanonical(json, out);
    return out;
}

} // namespace core::api
