// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// JSON is Boost.JSON (docs/design.md D6); these few functions are how core reads and writes it. Objects that
// travel are immutable and shared.

#include "core/base/result.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core::api {

using Json = boost::json::value;
using JsonObject = boost::json::object;
using JsonArray = boost::json::array;
using JsonPtr = std::shared_ptr<const Json>;

/// The member of that name, or nullptr. For small objects, which most are, faster than if_contains().
const Json *member(const JsonObject &object, std::string_view name);
Json *member(JsonObject &object, std::string_view name);
/// The value below the given members, or nullptr when one is missing or not an object.
const Json *find(const Json &json, std::initializer_list<std::string_view> path);
/// The text below the given members; empty when it is missing or no string.
std::string_view textAt(const Json &json, std::initializer_list<std::string_view> path);
/// The integer below the given members; nothing when it is missing or no integer.
std::optional<std::int64_t> integerAt(const Json &json, std::initializer_list<std::string_view> path);

/// Whether both are one value, whatever the order of members. Boost 1.81's operator== copies every member it
/// compares.
bool equal(const Json &a, const Json &b);

inline std::string text(const boost::json::string &value)
{
    return {value.data(), value.size()};
}

/// Invalid, with the position, when the text is not JSON. At most 100 levels deep.
base::Result<Json> parseJson(std::string_view text);
/// The paths of members that stand twice in an object ("spec.replicas"); parseJson() keeps the last one. Of a
/// text that can be parsed; a hundred at most.
std::vector<std::string> duplicateMembers(std::string_view text);
std::string writeJson(const Json &json);
/// A number as people write it: "3", "0.5", "1e+21"; a double always shows that it is one ("3.0").
std::string numberText(const Json &number);
/// Keys sorted, no white space: equal documents give equal text.
std::string writeCanonicalJson(const Json &json);

inline JsonPtr share(Json json)
{
    return std::make_shared<const Json>(std::move(json));
}

} // namespace core::api
