// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/kinds/data.h"

#include "core/lab/kinds/fixed.h"
#include "core/lab/objects.h"

#include <algorithm>

namespace core::lab::kinds {

using api::Json;

namespace {

constexpr std::size_t mostDataBytes = 1024U * 1024;

std::int64_t dataCount(const Json &object)
{
    std::int64_t entries = 0;
    for (const std::string_view member : {"data", "binaryData"}) {
        if (const Json *data = api::find(object, {member}); data && data->is_object())
            entries += std::ssize(data->get_object());
    }
    return entries;
}

void checkKey(std::string_view field, std::string_view key, FieldErrors &errors)
{
    const std::string path = std::string(field) + "[" + std::string(key) + "]";
    constexpr std::size_t longestKey = 253;
    const bool isWord = !key.empty() && std::ranges::all_of(key, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
            || c == '_' || c == '.';
    });
    if (key.size() > longestKey)
        errors.push_back(invalid(path, key, "must be no more than " + std::to_string(longestKey) + " bytes"));
    if (!isWord)
        errors.push_back(invalid(path, key,
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  "
            "or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"));
    else if (key == "." || key.starts_with(".."))
        errors.push_back(invalid(path, key, key == "." ? "must not be '.'" : "must not start with '..'"));
}

} // namespace

void checkImmutable(const Json &object, const Json &old, FieldErrors &errors)
{
    constexpr std::string_view why = "field is immutable when `immutable` is set";
    if (!flagAt(old, {"immutable"}))
        return;
    if (!flagAt(object, {"immutable"}))
        errors.push_back(forbidden("immutable", why));
    for (const std::string_view field : {"data", "binaryData"})
        checkFixed(object, old, {field}, why, errors);
}

void checkData(const Json &object, FieldErrors &errors)
{
    std::size_t bytes = 0;
    for (const std::string_view field : {"data", "binaryData"}) {
        const Json *data = api::find(object, {field});
        if (!data || !data->is_object())
            continue;
        for (const auto &member : data->get_object()) {
            const std::string_view key = member.key();
            checkKey(field, key, errors);
            if (field == "data" && api::find(object, {"binaryData", key}))
                errors.push_back(
                    invalid("data[" + std::string(key) + "]", key, "duplicate of key present in binaryData"));
            bytes += member.value().is_string() ? member.value().get_string().size() : 0;
        }
    }
    if (bytes > mostDataBytes)
        errors.push_back(tooLong("data", mostDataBytes));
}

Column dataColumn()
{
    return saidToBeText(computedCountColumn("Data", dataCount));
}

} // namespace core::lab::kinds
