// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/api/resource.h"

namespace core::api {

namespace {

void appendEncoded(std::string &out, std::string_view text)
{
    constexpr std::string_view hex = "0123456789ABCDEF";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || c == '-' || c == '.' || c == '_' || c == '~' || c == ':';
        if (plain) {
            out += c;
        } else {
            out += '%';
            out += hex[byte >> 4U];
            out += hex[byte & 0xfU];
        }
    }
}

} // namespace

std::string_view groupIn(std::string_view apiVersion)
{
    const auto slash = apiVersion.find('/');
    return slash == std::string_view::npos ? std::string_view() : apiVersion.substr(0, slash);
}

std::string collectionPath(const Resource &resource, std::string_view ns)
{
    std::string path = resource.group.empty() ? "/api/" : "/apis/" + resource.group + "/";
    path += resource.version;
    if (resource.namespaced && !ns.empty()) {
        path += "/namespaces/";
        appendEncoded(path, ns);
    }
    path += '/';
    path += resource.plural;
    return path;
}

std::string objectPath(const ResourceRef &ref, std::string_view subresource)
{
    std::string path = collectionPath(*ref.resource, ref.key.ns);
    path += '/';
    appendEncoded(path, ref.key.name);
    if (!subresource.empty()) {
        path += '/';
        path += subresource;
    }
    return path;
}

} // namespace core::api
