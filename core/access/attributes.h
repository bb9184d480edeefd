// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a request asks to do, as roles speak of it: read from its method and path alone, whatever is served
// there (docs/api-semantics.md R2).

#include "core/access/user.h"
#include "core/api/exchange.h"

namespace core::access {

struct Attributes {
    std::string verb; ///< get, list, watch, create, update, patch, delete, deletecollection; or any other
    std::string group = {};
    std::string version = {};
    std::string resource = {}; ///< empty: about the path
    std::string subresource = {};
    std::string ns = {};
    std::string name = {};
    std::string path = {};

    bool isResource() const { return !resource.empty(); }
    /// "pods/log".
    std::string qualifiedResource() const;
};

/// The verb of a request for one object: "get", "create" …; empty for OPTIONS.
std::string_view verbOf(api::Method method);
/// Whoever watches a collection watches, else lists.
Attributes attributesOf(const api::Request &request, bool watches = false);

/// User "x" cannot list resource "pods" in API group "" in the namespace "default".
std::string refusalOf(const User &user, const Attributes &attributes);
/// The text in quotes, with what is not printable in it escaped as Go does.
std::string inQuotes(std::string_view text);

} // namespace core::access
