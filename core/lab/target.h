// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a request is about.

#include "core/lab/registry.h"

namespace core::lab {

/// One resource in one of its versions, and the object's key; the name may be empty for create.
struct Target {
    ResourceType *type = nullptr;
    const ServedVersion *version = nullptr;
    api::ObjectKey key;

    About about() const { return type->about(key.name); }
    About aboutKind() const { return type->aboutKind(key.name); }
    /// The apiVersion of drafts of it: that in which they are stored, unless a webhook converts them.
    std::string draftVersion() const
    {
        return version->conversion ? type->apiVersion(*version) : type->storedApiVersion;
    }
};

} // namespace core::lab
