// SPDX-License-Identifier: GPL-3.0-or-later
// JSON patch (RFC 6902).
#include "core/lab/patching.h"

#include <charconv>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::size_t mostOperations = 10'000;

using Pointer = std::vector<std::string>;

/// Nothing when the text is no JSON pointer.
std::optional<Pointer> parsePointer(std::string_view text)
{
    Pointer pointer;
    if (text.empty())
        return pointer;
    if (text.front() != '/')
        return std::nullopt;
    for (const char c : text) {
        if (c == '/')
            pointer.emplace_back();
        else
            pointer.back() += c;
    }
    for (std::string &token : pointer) {
        for (std::size_t at = token.find('~'); at != std::string::npos; at = token.find('~', at + 1)) {
            if (at + 1 == token.size() || (token[at + 1] != '0' && token[at + 1] != '1'))
                return std::nullopt;
            token.replace(at, 2, token[at + 1] == '1' ? "/" : "~");
        }
    }
    return pointer;
}

/// The index that a token names in a list of that size; nothing when it names none.
std::optional<std::size_t> indexIn(std::string_view token, std::size_t size)
{
    std::size_t index = 0;
    const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), index);
    const bool canonical = token.size() == 1 || (!token.empty() && token.front() != '0');
    if (error != std::errc() || end != token.data() + token.size() || !canonical || index >= size)
        return std::nullopt;
    return index;
}

Json *childOf(Json &json, const std::string &token)
{
    if (auto *object = json.if_object())
        return object->if_contains(token);
    if (auto *array = json.if_array()) {
        if (const auto index = indexIn(token, array->size()))
            return &(*array)[*index];
    }
    return nullptr;
}

Json *resolve(Json &document, const Pointer &pointer, std::size_t levels)
{
    Json *at = &document;
    for (std::size_t i = 0; i < levels && at; ++i)
        at = childOf(*at, pointer[i]);
    return at;
}

Json *parentOf(Json &document, const Pointer &pointer)
{
    return pointer.empty() ? nullptr : resolve(document, pointer, pointer.size() - 1);
}

bool add(Json &document, const Pointer &pointer, Json value)
{
    if (pointer.empty()) {
        document = std::move(value);
        return true;
    }
    Json *parent = parentOf(document, pointer);
    if (auto *object = parent ? parent->if_object() : nullptr) {
        (*object)[pointer.back()] = std::move(value);
        return true;
    }
    auto *array = parent ? parent->if_array() : nullptr;
    if (!array)
        return false;
    const auto index =
        pointer.back() == "-" ? std::optional(array->size()) : indexIn(pointer.back(), array->size() + 1);
    if (index)
        array->insert(array->begin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
    return index.has_value();
}

bool removeAt(Json &document, const Pointer &pointer)
{
    Json *parent = parentOf(document, pointer);
    if (auto *object = parent ? parent->if_object() : nullptr) {
        const auto at = object->find(pointer.back());
        if (at == object->end())
            return false;
        object->stable_erase(at);
        return true;
    }
    auto *array = parent ? parent->if_array() : nullptr;
    const auto index = array ? indexIn(pointer.back(), array->size()) : std::nullopt;
    if (index)
        array->erase(array->begin() + static_cast<std::ptrdiff_t>(*index));
    return index.has_value();
}

bool startsWith(const Pointer &pointer, const Pointer &prefix)
{
    return pointer.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), pointer.begin());
}

/// What went wrong; empty when nothing did.
std::string applyOperation(Json &document, const Json &operation)
{
    const std::string op(api::textAt(operation, {"op"}));
    const Json *pathText = api::find(operation, {"path"});
    const auto path = pathText && pathText->is_string() ? parsePointer(pathText->get_string()) : std::nullopt;
    if (!path)
        return op + " operation does not apply: path is missing or no JSON pointer";
    const std::string missing =
        op + " operation does not apply: doc is missing path: \"" + api::text(pathText->get_string()) + "\"";
    const Json *value = api::find(operation, {"value"});
    if ((op == "add" || op == "replace" || op == "test") && !value)
        return op + " operation does not apply: value is missing";
    if (op == "add")
        return add(document, *path, *value) ? "" : missing;
    if (op == "remove")
        return removeAt(document, *path) ? "" : missing;
    Json *target = resolve(document, *path, path->size());
    if (op == "replace") {
        if (!target)
            return missing;
        *target = *value;
        return "";
    }
    if (op == "test") {
        const bool absent = !target && value->is_null();
        return absent || (target && api::equal(*target, *value))
            ? ""
            : "testing value " + api::text(pathText->get_string()) + " failed";
    }
    if (op != "move" && op != "copy")
        return "Unexpected kind: " + op;
    const Json *fromText = api::find(operation, {"from"});
    const auto from = fromText && fromText->is_string() ? parsePointer(fromText->get_string()) : std::nullopt;
    const Json *source = from ? resolve(document, *from, from->size()) : nullptr;
    if (!source || (op == "move" && *path != *from && startsWith(*path, *from)))
        return op + " operation does not apply: from is missing or no place to take it from";
    Json moved = *source;
    if (op == "move" && !from->empty())
        removeAt(document, *from);
    return add(document, *path, std::move(moved)) ? "" : missing;
}

} // namespace

Answer<> applyJsonPatch(Json &object, const Json &patch)
{
    const JsonArray *operations = patch.if_array();
    if (!operations)
        return refuse(badRequest("error decoding patch: a JSON patch is a list of operations"));
    if (operations->size() > mostOperations)
        return refuse(failure(413, "RequestEntityTooLarge",
            "The allowed maximum operations in a JSON patch is 10000, got "
                + std::to_string(operations->size())));
    for (const Json &operation : *operations) {
        if (const std::string wrong = applyOperation(object, operation); !wrong.empty())
            return refuse(failure(422, "Invalid",
                "the server rejected our request due to an error in our request: " + wrong, {}));
    }
    return {};
}

} // namespace core::lab
