// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/leniency.h"

#include "core/base/number.h"
#include "core/lab/schema.h"
#include "core/lab/validation.h"

#include <algorithm>

namespace core::lab {

using api::Json;
using api::JsonObject;

namespace {

FieldErrors errorsOf(const ResourceType &type, const ServedVersion &version, const Json &object)
{
    FieldErrors errors = checkMetadata(object, type.rules.names);
    if (type.custom)
        return errors;
    if (const Schema *schema = version.schema.get())
        check(object, *schema, "", errors);
    if (type.rules.check)
        type.rules.check(object, errors);
    return errors;
}

bool isDuplicate(const FieldError &error)
{
    return error.reason == "FieldValueDuplicate";
}

/// Takes "containers" off "containers[0].name", and "0" off "[0].name".
std::string_view takeFieldStep(std::string_view &field)
{
    const bool isBracketed = field.starts_with('[');
    field.remove_prefix(isBracketed || field.starts_with('.') ? 1 : 0);
    const std::string_view step = field.substr(0, field.find_first_of(isBracketed ? "]" : ".["));
    field.remove_prefix(std::min(field.size(), step.size() + (isBracketed ? 1 : 0)));
    return step;
}

const Json *memberOrItem(const Json &json, std::string_view step)
{
    if (const JsonObject *object = json.if_object())
        return object->if_contains(step);
    const auto index = json.is_array() ? base::parseNumber<std::size_t>(step) : std::nullopt;
    return index && *index < json.get_array().size() ? &json.get_array()[*index] : nullptr;
}

/// Whether what the error is about is the same in both.
bool isSame(const FieldError &error, const Json &a, const Json &b)
{
    const Json *inA = &a;
    const Json *inB = &b;
    for (std::string_view field = error.field; !field.empty();) {
        const std::string_view step = takeFieldStep(field);
        const Json *nextA = memberOrItem(*inA, step);
        const Json *nextB = memberOrItem(*inB, step);
        if (!nextA && !nextB) // what is missing still is, or the step is no member
            return error.reason == "FieldValueRequired" || api::equal(*inA, *inB);
        if (!nextA || !nextB)
            return false;
        inA = nextA;
        inB = nextB;
    }
    return api::equal(*inA, *inB);
}

/// "containers[].name" of "containers[3].name".
std::string withoutIndices(std::string_view field)
{
    std::string out;
    bool isInBracket = false;
    for (const char c : field) {
        isInBracket = c == '[' || (isInBracket && c >= '0' && c <= '9');
        if (!isInBracket || c == '[')
            out += c;
    }
    return out;
}

/// The same is wrong with the same value of the map or list, wherever that stands now.
bool isAlike(const FieldError &a, const FieldError &b)
{
    return a.reason == "FieldValueInvalid" && a.reason == b.reason && a.message == b.message
        && withoutIndices(a.field) == withoutIndices(b.field);
}

/// Takes one like it out of those; false when there is none.
bool takeAlike(FieldErrors &errors, const FieldError &error)
{
    const auto found =
        std::ranges::find_if(errors, [&](const FieldError &other) { return isAlike(error, other); });
    if (found == errors.end())
        return false;
    errors.erase(found);
    return true;
}

} // namespace

Json asStoredToday(const ResourceType &type, const ServedVersion &version, const Json &object)
{
    Json filled(object, boost::json::storage_ptr());
    if (type.rules.prepare)
        type.rules.prepare(filled);
    if (const Schema *schema = version.schema.get())
        (void)normalize(filled, *schema);
    return filled;
}

void forgiveWhatWas(FieldErrors &errors, const ResourceType &type, const ServedVersion &version,
    const Json &draft, const Json &old)
{
    if (errors.empty())
        return;
    const Json before = asStoredToday(type, version, old);
    const FieldErrors present = errorsOf(type, version, before);
    const auto wasThere = [&](const FieldError &error) {
        return std::ranges::any_of(present, [&](const FieldError &other) {
            return other.field == error.field && other.reason == error.reason;
        });
    };
    FieldErrors left = present;
    std::erase_if(errors, [&](const FieldError &error) {
        if (error.field.empty() || !wasThere(error) || !isSame(error, draft, before))
            return false;
        takeAlike(left, error);
        return true;
    });
    std::erase_if(errors, [&](const FieldError &error) { return takeAlike(left, error); });
}

FieldErrors errorsOfChange(const Schema &schema, const Json &draft, const Json &old)
{
    Json before(old, boost::json::storage_ptr());
    (void)normalize(before, schema);
    FieldErrors errors;
    check(draft, schema, "", errors, &before);
    if (std::ranges::any_of(errors, isDuplicate)) {
        FieldErrors present;
        check(before, schema, "", present);
        if (std::ranges::any_of(present, isDuplicate))
            std::erase_if(errors, isDuplicate);
    }
    return errors;
}

} // namespace core::lab
