// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/json.h"

#include "core/api/bounds.h"
#include "core/base/number.h"

#include <boost/json/basic_parser_impl.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value_stack.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace core::api {

namespace {

/// Searches an object, or one that may be changed; the value is as the object.
template<typename Object>
auto memberIn(Object &object, std::string_view name) -> decltype(object.if_contains({}))
{
    constexpr std::size_t largestUnindexed = 18; // beyond it Boost.JSON keeps a table of hashes
    if (object.size() > largestUnindexed)
        return object.if_contains({name.data(), name.size()});
    for (auto &one : object) {
        if (std::string_view(one.key()) == name)
            return &one.value();
    }
    return nullptr;
}

} // namespace

const Json *member(const JsonObject &object, std::string_view name)
{
    return memberIn(object, name);
}

Json *member(JsonObject &object, std::string_view name)
{
    return memberIn(object, name);
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
    if (a.is_number() && b.is_number() && a.kind() != b.kind())
        return writeJson(a) == writeJson(b);
    return a == b;
}

namespace {

/// Takes what the parser finds. Boost.JSON's own handler leaves numbers as the parser of 1.81 computes them:
/// not quite the ones that were written, and infinite where they are too large.
struct Builder {
    static constexpr std::size_t max_object_size = JsonObject::max_size();
    static constexpr std::size_t max_array_size = JsonArray::max_size();
    static constexpr std::size_t max_key_size = boost::json::string::max_size();
    static constexpr std::size_t max_string_size = boost::json::string::max_size();

    using Text = boost::json::string_view;
    using Code = boost::json::error_code;

    bool on_document_begin(Code &) { return true; }
    bool on_document_end(Code &) { return true; }
    bool on_object_begin(Code &) { return true; }
    bool on_object_end(std::size_t count, Code &) { return (values.push_object(count), true); }
    bool on_array_begin(Code &) { return true; }
    bool on_array_end(std::size_t count, Code &) { return (values.push_array(count), true); }
    bool on_key_part(Text text, std::size_t, Code &) { return (values.push_chars(text), true); }
    bool on_key(Text text, std::size_t, Code &) { return (values.push_key(text), true); }
    bool on_string_part(Text text, std::size_t, Code &) { return (values.push_chars(text), true); }
    bool on_string(Text text, std::size_t, Code &) { return (values.push_string(text), true); }
    bool on_number_part(Text, Code &) { return true; }
    bool on_int64(std::int64_t number, Text, Code &) { return (values.push_int64(number), true); }
    bool on_uint64(std::uint64_t number, Text, Code &) { return (values.push_uint64(number), true); }
    bool on_double(double number, Text text, Code &code)
    {
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool tooLarge = error == std::errc::result_out_of_range && std::abs(number) > 1;
        if (tooLarge || !std::isfinite(number))
            code = boost::json::error::exponent_overflow;
        else
            values.push_double(number);
        return !code;
    }
    bool on_bool(bool value, Code &) { return (values.push_bool(value), true); }
    bool on_null(Code &) { return (values.push_null(), true); }
    bool on_comment_part(Text, Code &) { return true; }
    bool on_comment(Text, Code &) { return true; }

    boost::json::value_stack values;
};

} // namespace

base::Result<Json> parseJson(std::string_view text)
{
    return parseJson(text, {});
}

base::Result<Json> parseJson(std::string_view text, boost::json::storage_ptr storage)
{
    boost::json::parse_options options;
    options.max_depth = deepestText;
    boost::json::basic_parser<Builder> parser(options);
    parser.handler().values.reset(std::move(storage));
    boost::json::error_code error;
    const std::size_t used = parser.write_some(false, text.data(), text.size(), error);
    if (!error && used < text.size() && text.find_first_not_of(" \t\r\n", used) != std::string_view::npos)
        error = boost::json::error::extra_data;
    if (error)
        return base::fail(base::ErrorKind::Invalid,
            "not valid JSON at byte " + std::to_string(used) + ": " + error.message());
    return parser.handler().values.release();
}

namespace {

/// Follows where the parser is, and which members each open object has had.
struct DuplicateFinder {
    static constexpr std::size_t max_object_size = JsonObject::max_size();
    static constexpr std::size_t max_array_size = JsonArray::max_size();
    static constexpr std::size_t max_key_size = boost::json::string::max_size();
    static constexpr std::size_t max_string_size = boost::json::string::max_size();
    static constexpr std::size_t mostFound = 100;

    using Text = boost::json::string_view;
    using Code = boost::json::error_code;

    struct Open {
        bool isArray = false;
        std::size_t index = 0;
        std::string key;
        std::set<std::string, std::less<>> seen;
    };

    bool on_document_begin(Code &) { return true; }
    bool on_document_end(Code &) { return true; }
    bool on_object_begin(Code &) { return (open.push_back({}), true); }
    bool on_object_end(std::size_t, Code &) { return (open.pop_back(), valueEnds()); }
    bool on_array_begin(Code &) { return (open.push_back({.isArray = true}), true); }
    bool on_array_end(std::size_t, Code &) { return (open.pop_back(), valueEnds()); }
    bool on_key_part(Text text, std::size_t, Code &) { return (part.append(text.data(), text.size()), true); }
    bool on_key(Text text, std::size_t, Code &)
    {
        part.append(text.data(), text.size());
        Open &object = open.back();
        object.key = std::exchange(part, {});
        if (!object.seen.insert(object.key).second && found.size() < mostFound)
            found.push_back(path());
        return true;
    }
    bool on_string_part(Text, std::size_t, Code &) { return true; }
    bool on_string(Text, std::size_t, Code &) { return valueEnds(); }
    bool on_number_part(Text, Code &) { return true; }
    bool on_int64(std::int64_t, Text, Code &) { return valueEnds(); }
    bool on_uint64(std::uint64_t, Text, Code &) { return valueEnds(); }
    bool on_double(double, Text, Code &) { return valueEnds(); }
    bool on_bool(bool, Code &) { return valueEnds(); }
    bool on_null(Code &) { return valueEnds(); }
    bool on_comment_part(Text, Code &) { return true; }
    bool on_comment(Text, Code &) { return true; }

    bool valueEnds()
    {
        if (!open.empty())
            ++open.back().index;
        return true;
    }
    std::string path() const
    {
        std::string text;
        for (const Open &level : open) {
            if (level.isArray)
                text += "[" + std::to_string(level.index) + "]";
            else
                text += (text.empty() ? "" : ".") + level.key;
        }
        return text;
    }

    std::vector<Open> open;
    std::string part;
    std::vector<std::string> found;
};

} // namespace

std::vector<std::string> duplicateMembers(std::string_view text)
{
    boost::json::parse_options options;
    options.max_depth = deepestText;
    boost::json::basic_parser<DuplicateFinder> parser(options);
    boost::json::error_code error;
    parser.write_some(false, text.data(), text.size(), error);
    return std::move(parser.handler().found);
}

namespace {

/// As Go's encoding/json writes it: the shortest text that reads as this number, with an exponent only where
/// it is below a millionth, or of more than 21 digits.
std::string decimalText(double number)
{
    constexpr double small = 1e-6;
    constexpr double large = 1e21;
    constexpr double exact = 0x1p53; // from here on std::to_chars() writes digits that nobody needs
    const auto written = [number](std::chars_format format) {
        std::array<char, 32> buffer {};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format).ptr;
        return std::string(buffer.data(), end);
    };
    if (number == 0)
        return "0"; // a sign would not be read again
    const double size = std::abs(number);
    std::string scientific = written(std::chars_format::scientific);
    if (size >= large || size < small) {
        if (const std::size_t zero = scientific.find("e-0"); zero != std::string::npos)
            scientific.erase(zero + 2, 1);
        return scientific;
    }
    std::string fixed = written(std::chars_format::fixed);
    if (std::isnan(size) || size < exact)
        return fixed;
    scientific.resize(scientific.find('e'));
    std::erase(scientific, '.');
    scientific.resize(fixed.size(), '0');
    return scientific;
}

/// Whether Boost.JSON's text may hold a number with a fraction, which it writes as "7E-1".
bool mayHoldFraction(std::string_view text)
{
    for (std::size_t at = text.find('E', 1); at < text.size(); at = text.find('E', at + 1)) {
        const std::size_t end = std::min(text.find_first_not_of("-0123456789", at + 1), text.size());
        const bool mayEnd = end == text.size() || text[end] == ',' || text[end] == ']' || text[end] == '}';
        if (mayEnd && text[at - 1] >= '0' && text[at - 1] <= '9')
            return true;
    }
    return false;
}

std::size_t endOfString(std::string_view text, std::size_t quote)
{
    std::size_t at = quote + 1;
    while (text[at] != '"')
        at += text[at] == '\\' ? 2 : 1;
    return at + 1;
}

std::string withDecimals(std::string_view text)
{
    std::string out;
    std::size_t copied = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '"') {
            at = endOfString(text, at);
        } else if (text[at] == 'E') { // outside of strings, numbers alone have it
            const std::size_t begin = text.find_last_of(":,[", at) + 1;
            const std::size_t end = std::min(text.find_first_of(",]}", at), text.size());
            const std::string_view written = text.substr(begin, end - begin);
            const auto number = base::parseNumber<double>(written);
            out += text.substr(copied, begin - copied);
            out += number ? decimalText(*number) : std::string(written);
            copied = at = end;
        } else {
            ++at;
        }
    }
    out += text.substr(copied);
    return out;
}

} // namespace

std::string writeJson(const Json &json)
{
    std::string text = boost::json::serialize(json);
    return mayHoldFraction(text) ? withDecimals(text) : text;
}

std::string numberText(const Json &number)
{
    if (number.is_int64())
        return std::to_string(number.get_int64());
    if (number.is_uint64())
        return std::to_string(number.get_uint64());
    std::string text = decimalText(number.get_double());
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
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
        out += writeJson(json);
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
