// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/leniency.h"

#include "core/lab/schema.h"

#include <algorithm>

namespace core::lab {

using api::Json;

namespace {

/// "spec" of "spec.template.spec.containers[0].name".
std::string_view memberOf(std::string_view field)
{
    return field.substr(0, field.find_first_of(".["));
}

FieldErrors errorsOf(const ResourceType &type, const ServedVersion &version, const Json &object)
{
    FieldErrors errors;
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

bool isSame(const Json *a, const Json *b)
{
    return a && b ? api::equal(*a, *b) : a == b;
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
    if (errors.empty() || type.custom)
        return;
    const Json before = asStoredToday(type, version, old);
    const FieldErrors present = errorsOf(type, version, before);
    const auto wasThere = [&](const FieldError &error) {
        return std::ranges::any_of(present, [&](const FieldError &other) {
            return other.field == error.field && other.reason == error.reason;
        });
    };
    std::erase_if(errors, [&](const FieldError &error) {
        const std::string_view member = memberOf(error.field);
        return !member.empty() && member != "metadata" && wasThere(error)
            && isSame(api::find(draft, {member}), api::find(before, {member}));
    });
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
