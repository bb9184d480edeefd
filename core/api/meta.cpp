// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/meta.h"

#include <algorithm>

namespace core::api {

const OwnerReference *ObjectMeta::controller() const
{
    const auto found = std::ranges::find_if(
        ownerReferences, [](const auto &owner) { return owner.controller.value_or(false); });
    return found == ownerReferences.end() ? nullptr : &*found;
}

bool ObjectMeta::hasFinalizer(std::string_view finalizer) const
{
    return std::ranges::find(finalizers, finalizer) != finalizers.end();
}

namespace {
std::string_view valueOf(const Labels &labels, std::string_view key)
{
    const auto found = labels.find(key);
    return found == labels.end() ? std::string_view() : std::string_view(found->second);
}
} // namespace

std::string_view ObjectMeta::annotation(std::string_view key) const
{
    return valueOf(annotations, key);
}

std::string_view ObjectMeta::label(std::string_view key) const
{
    return valueOf(labels, key);
}

std::string IntOrString::text() const
{
    const auto *number = std::get_if<std::int64_t>(&value);
    return number ? std::to_string(*number) : std::get<std::string>(value);
}

} // namespace core::api
