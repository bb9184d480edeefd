// SPDX-License-Identifier: GPL-3.0-or-later
// JSON patch (RFC 6902).
#include "core/api/bounds.h"
#include "core/base/number.h"
#include "core/lab/patching.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonArray;
using api::JsonObject;

namespace {

constexpr std::size_t mostOperations = 10'000;
constexpr std::size_t mostCopied = api::largestObject; ///< bytes, as in Kubernetes
constexpr std::size_t mostMoved = 20'000'000; ///< items and members that make room or close a gap

using Pointer = std::vector<std::string>;

/// Nothing when the text is no JSON pointer.
std::optional<Pointer> parsePointer(std::string_view text)
{
    Pointer pointer;
    if (text.empty())
        return pointer;
    if (text.front() != '/')
        return std::nullopt;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '/') {
            pointer.emplace_back();
        } else if (text[i] != '~') {
            pointer.back() += text[i];
        } else if (const auto escaped = text.substr(i, 2); escaped == "~0" || escaped == "~1") {
            pointer.back() += escaped == "~1" ? '/' : '~';
            ++i;
        } else {
            return std::nullopt;
        }
    }
    return pointer;
}

/// The index that a token names in a list of that size; nothing when it names none. A negative one counts from
/// the end, and zeros may lead, as Kubernetes has it and RFC 6902 has not.
std::optional<std::size_t> indexIn(std::string_view token, std::size_t size)
{
    const auto index = base::parseNumber<std::int64_t>(token);
    const auto length = static_cast<std::int64_t>(size);
    if (!index || *index < -length || *index >= length)
        return std::nullopt;
    return static_cast<std::size_t>(*index < 0 ? *index + length : *index);
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

class Patcher
{
public:
    explicit Patcher(Json &document) : m_document(document) { }

    /// What went wrong; empty when nothing did.
    std::string apply(const Json &operation);

private:
    std::string add(const Pointer &pointer, Json value, const std::string &missing);
    std::string replace(const Pointer &pointer, const Json &value, const std::string &missing);
    std::string copy(const Pointer &from, const Pointer &pointer, const std::string &missing);
    std::string move(const Pointer &from, const Pointer &pointer, const std::string &missing);
    bool removeAt(const Pointer &pointer);
    std::string checkEffort(const Pointer &pointer, const Json &value) const;

    Json &m_document;
    std::size_t m_copied = 0;
    std::size_t m_moved = 0;
};

/// The effort is checked before each step, since the steps before may have made a bomb of the document.
std::string Patcher::checkEffort(const Pointer &pointer, const Json &value) const
{
    const std::size_t levels = std::min(pointer.size(), api::deepestObject);
    if (api::isDeeperThan(value, api::deepestObject - levels))
        return "the result would be nested more than " + std::to_string(api::deepestObject) + " levels deep";
    if (m_moved > mostMoved)
        return "the patch moves more than " + std::to_string(mostMoved) + " values";
    return {};
}

std::string Patcher::add(const Pointer &pointer, Json value, const std::string &missing)
{
    if (std::string wrong = checkEffort(pointer, value); !wrong.empty())
        return wrong;
    if (pointer.empty()) {
        m_document = std::move(value);
        return {};
    }
    Json *parent = parentOf(m_document, pointer);
    if (auto *object = parent ? parent->if_object() : nullptr) {
        (*object)[pointer.back()] = std::move(value);
        return {};
    }
    auto *array = parent ? parent->if_array() : nullptr;
    if (!array)
        return missing;
    const auto index =
        pointer.back() == "-" ? std::optional(array->size()) : indexIn(pointer.back(), array->size() + 1);
    if (!index)
        return missing;
    m_moved += array->size() - *index;
    array->insert(array->begin() + static_cast<std::ptrdiff_t>(*index), std::move(value));
    return {};
}

std::string Patcher::replace(const Pointer &pointer, const Json &value, const std::string &missing)
{
    Json *target = resolve(m_document, pointer, pointer.size());
    if (!target)
        return missing;
    std::string wrong = checkEffort(pointer, value);
    if (wrong.empty())
        *target = value;
    return wrong;
}

std::string Patcher::copy(const Pointer &from, const Pointer &pointer, const std::string &missing)
{
    const Json *source = resolve(m_document, from, from.size());
    if (!source)
        return missing;
    m_copied += api::extentOf(*source).bytes;
    if (m_copied > mostCopied)
        return "Unable to complete the copy, the accumulated size increase of copy is "
            + std::to_string(m_copied) + ", exceeding the limit " + std::to_string(mostCopied);
    return add(pointer, Json(*source, m_document.storage()), missing);
}

std::string Patcher::move(const Pointer &from, const Pointer &pointer, const std::string &missing)
{
    Json *source = resolve(m_document, from, from.size());
    if (!source || from == pointer)
        return source ? std::string() : missing;
    Json moved = std::move(*source);
    removeAt(from);
    return add(pointer, std::move(moved), missing);
}

bool Patcher::removeAt(const Pointer &pointer)
{
    Json *parent = parentOf(m_document, pointer);
    if (auto *object = parent ? parent->if_object() : nullptr) {
        const auto at = object->find(pointer.back());
        if (at == object->end())
            return false;
        m_moved += static_cast<std::size_t>(object->end() - at);
        object->stable_erase(at);
        return true;
    }
    auto *array = parent ? parent->if_array() : nullptr;
    const auto index = array ? indexIn(pointer.back(), array->size()) : std::nullopt;
    if (!index)
        return false;
    m_moved += array->size() - *index;
    array->erase(array->begin() + static_cast<std::ptrdiff_t>(*index));
    return true;
}

bool startsWith(const Pointer &pointer, const Pointer &prefix)
{
    return pointer.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), pointer.begin());
}

std::string Patcher::apply(const Json &operation)
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
        return add(*path, *value, missing);
    if (op == "remove")
        return removeAt(*path) ? checkEffort({}, {}) : missing;
    if (op == "replace")
        return replace(*path, *value, missing);
    if (op == "test") {
        const Json *target = resolve(m_document, *path, path->size());
        const bool absent = !target && value->is_null();
        return absent || (target && api::equal(*target, *value))
            ? ""
            : "testing value " + api::text(pathText->get_string()) + " failed";
    }
    if (op != "move" && op != "copy")
        return "Unexpected kind: " + op;
    const Json *fromText = api::find(operation, {"from"});
    const auto from = fromText && fromText->is_string() ? parsePointer(fromText->get_string()) : std::nullopt;
    const std::string nowhere = op + " operation does not apply: from is missing or no place to take it from";
    if (!from || (op == "move" && *path != *from && startsWith(*path, *from)))
        return nowhere;
    if (!resolve(m_document, *from, from->size()))
        return nowhere;
    return op == "move" ? move(*from, *path, missing) : copy(*from, *path, missing);
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
    Patcher patcher(object);
    for (const Json &operation : *operations) {
        if (const std::string wrong = clipped(patcher.apply(operation)); !wrong.empty())
            return refuse(failure(422, "Invalid",
                "the server rejected our request due to an error in our request: " + wrong, {}));
    }
    return {};
}

} // namespace core::lab
