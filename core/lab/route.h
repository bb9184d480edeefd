// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// From a path to what it names.

#include "core/lab/registry.h"

namespace core::lab {

struct Route {
    ResourceType *type = nullptr; ///< null: not about a resource, see segments
    const ServedVersion *version = nullptr;
    api::ObjectKey key; ///< without a name: the collection
    const Subresource *subresource = nullptr;
    std::vector<std::string> segments; ///< of a path that is not about a resource, decoded
};

/// Refuses with 400 a name such as "..", with 404 what is not served.
Answer<Route> parseRoute(std::string_view path, const Registry &registry);

/// Parses one path after another: those of the objects of one collection mostly come in rows.
class Router
{
public:
    explicit Router(const Registry &registry) : m_registry(registry) { }
    /// Good until the next call.
    Answer<const Route *> find(std::string_view path);

private:
    const Registry &m_registry;
    Route m_route; ///< what the last path named
    std::string m_collection; ///< its path and a slash, when it was an object's; else empty
    std::uint64_t m_changes = 0; ///< of the registry until then
};

} // namespace core::lab
