// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/ownership.h"

#include <algorithm>

namespace core::api {

bool isControlledBy(const ObjectMeta &meta, std::string_view uid)
{
    const OwnerReference *owner = meta.controller();
    return owner && owner->uid == uid;
}

std::vector<std::string> newNames(const ObjectMeta &owner, std::string_view purpose, std::size_t count,
    const base::Chance &chance, const std::function<bool(const std::string &)> &nameTaken)
{
    const std::string sequence = owner.uid + "@" + owner.resourceVersion;
    std::vector<std::string> names;
    for (std::uint64_t ordinal = 0; names.size() < count; ++ordinal) {
        std::string name = owner.name + "-" + chance.suffix(sequence, purpose, ordinal);
        if (!nameTaken(name) && std::ranges::find(names, name) == names.end())
            names.push_back(std::move(name));
    }
    return names;
}

} // namespace core::api
