// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Objects that a controller makes for another object: who controls them, and their names.

#include "core/api/meta.h"
#include "core/base/chance.h"

#include <functional>

namespace core::api {

/// The owner as the controller of an object.
template<typename Owner>
OwnerReference controllerReference(const Owner &owner)
{
    const Resource &resource = resourceOf<Owner>();
    return {resource.apiVersion(), resource.kind, owner.metadata.name, owner.metadata.uid, true, true};
}

/// Whether the object with that uid controls the one with this metadata.
bool isControlledBy(const ObjectMeta &meta, std::string_view uid);

/// Names for new objects of the owner: the first ones, not taken, of the sequence that this version of the
/// owner has for the purpose. So a creation that is tried again, also by a controller whose view is old,
/// meets the first one; and since the version moves with every change of the owner's status, no replacement
/// inherits the name of what is gone.
std::vector<std::string> newNames(const ObjectMeta &owner, std::string_view purpose, std::size_t count,
    const base::Chance &chance, const std::function<bool(const std::string &)> &nameTaken);

} // namespace core::api
