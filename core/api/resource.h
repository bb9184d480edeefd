// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Names of things in the API: what kind of resource, which object, and the paths they have on the wire.

#include <functional>
#include <string>
#include <string_view>

namespace core::api {

/// One served resource. Instances live as long as the program (resourceOf<T>()) or as their registry.
struct Resource {
    std::string group; ///< empty for the core group
    std::string version;
    std::string kind;
    std::string plural;
    bool namespaced = true;

    std::string apiVersion() const { return group.empty() ? version : group + "/" + version; }
    bool operator==(const Resource &) const = default;
};

struct ObjectKey {
    std::string ns; ///< empty for cluster-scoped objects
    std::string name;

    std::string text() const { return ns.empty() ? name : ns + "/" + name; }
    bool operator==(const ObjectKey &) const = default;
    auto operator<=>(const ObjectKey &) const = default;
};

/// A view looks a key up where its parts lie.
struct ObjectKeyView {
    std::string_view ns;
    std::string_view name;

    ObjectKeyView(std::string_view objectNs, std::string_view objectName) : ns(objectNs), name(objectName) { }
    ObjectKeyView(const ObjectKey &key)
        : ns(key.ns)
        , name(key.name) { } // NOLINT(google-explicit-constructor)
    bool operator==(const ObjectKeyView &) const = default;
};

struct ResourceRef {
    const Resource *resource = nullptr;
    ObjectKey key;

    bool operator==(const ResourceRef &) const = default;
};

/// The "apps" of "apps/v1"; empty for the core group.
std::string_view groupIn(std::string_view apiVersion);
/// "/api/v1/namespaces/default/pods"; with an empty namespace the collection over all namespaces.
std::string collectionPath(const Resource &resource, std::string_view ns);
/// "/api/v1/namespaces/default/pods/p1", with a subresource ".../p1/status". Names are percent-encoded.
std::string objectPath(const ResourceRef &ref, std::string_view subresource = {});

/// The resource a C++ type stands for; defined beside each kind.
template<typename T>
const Resource &resourceOf();

} // namespace core::api

template<>
struct std::hash<core::api::ObjectKeyView> {
    std::size_t operator()(const core::api::ObjectKeyView &key) const
    {
        return std::hash<std::string_view> {}(key.name) * 31 + std::hash<std::string_view> {}(key.ns);
    }
};

template<>
struct std::hash<core::api::ObjectKey> {
    std::size_t operator()(const core::api::ObjectKey &key) const
    {
        return std::hash<core::api::ObjectKeyView> {}(key);
    }
};
