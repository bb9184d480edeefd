// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From a path to what it names.

#include "core/lab/registry.h"

namespace core::lab {

struct Route {
    ResourceType *type = nullptr; ///< null: not about a resource, see segments
    const ServedVersion *version = nullptr;
    std::string ns;
    std::string name; ///< empty: the collection
    std::string subresource;
    std::vector<std::string> segments; ///< of a path that is not about a resource, decoded
};

/// Refuses with 400 a name such as "..", with 404 what is not served.
Answer<Route> parseRoute(std::string_view path, const Registry &registry);

} // namespace core::lab
