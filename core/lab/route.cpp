// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/route.h"

#include "core/base/headtext.h"

#include <algorithm>
#include <forward_list>

namespace core::lab {

namespace {

struct Segments {
    std::vector<std::string_view> all;
    std::forward_list<std::string> unescaped; ///< where those lie that were escaped
};

/// Neither part of an escape nor of a character beyond ASCII.
bool isPlainByte(char c)
{
    return c != '%' && static_cast<unsigned char>(c) < 0x80;
}

Answer<Segments> split(std::string_view path)
{
    constexpr std::size_t usual = 8;
    Segments segments;
    segments.all.reserve(usual);
    const bool isEscaped = !std::ranges::all_of(path, isPlainByte);
    std::size_t begin = 1;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        std::string_view segment = path.substr(begin, end - begin);
        bool isBroken = false;
        if (isEscaped) {
            auto plain = base::percentDecoded(segment);
            isBroken = !plain;
            segment = segments.unescaped.emplace_front(std::move(plain).value_or(std::string()));
        }
        if (isBroken || segment == "." || segment == "..")
            return refuse(badRequest("the path \"" + std::string(path) + "\" is not valid"));
        if (segment.empty())
            return refuse(pathNotFound());
        segments.all.push_back(segment);
        begin = end + 1;
    }
    return segments;
}

/// The result is true for "status" and what else stands below a namespace itself, not in it.
bool isNamespaceSubresource(const Registry &registry, std::string_view segment)
{
    return registry.find("", "namespaces")->versions.front().subresource(segment);
}

} // namespace

Answer<Route> parseRoute(std::string_view path, const Registry &registry)
{
    auto segments = split(path);
    if (!segments)
        return tl::unexpected(segments.error());
    Route route;
    const std::vector<std::string_view> &all = segments->all;
    const bool core = !all.empty() && all[0] == "api";
    const std::size_t prefix = core ? 2 : 3; // api/v1, apis/group/version
    if (all.size() <= prefix || (!core && all[0] != "apis")) {
        route.segments.assign(all.begin(), all.end());
        return route;
    }
    const std::string_view group = core ? std::string_view() : all[1];
    const std::string_view version = all[prefix - 1];
    std::size_t at = prefix;
    const bool inNamespace = all[at] == "namespaces" && all.size() > at + 2
        && !(core && all.size() == at + 3 && isNamespaceSubresource(registry, all[at + 2]));
    if (inNamespace) {
        route.key.ns = all[at + 1];
        at += 2;
    }
    route.type = registry.find(group, all[at]);
    route.version = route.type ? route.type->find(version) : nullptr;
    const std::size_t rest = all.size() - at;
    if (!route.version || rest > 3 || (inNamespace && !route.type->namespaced)
        || (!inNamespace && route.type->namespaced && rest > 1))
        return refuse(pathNotFound());
    if (rest > 1)
        route.key.name = all[at + 1];
    if (rest > 2) {
        route.subresource = route.version->subresource(all[at + 2]);
        if (!route.subresource)
            return refuse(pathNotFound());
    }
    if (route.key.name.find('/') != std::string::npos || route.key.ns.find('/') != std::string::npos)
        return refuse(pathNotFound());
    return route;
}

namespace {

/// One segment that stands for itself.
bool isPlainName(std::string_view text)
{
    return !text.empty() && text != "." && text != ".." && text.find('/') == text.npos
        && std::ranges::all_of(text, isPlainByte);
}

} // namespace

Answer<const Route *> Router::find(std::string_view path)
{
    const bool isKnown = !m_collection.empty() && m_changes == m_registry.changes();
    if (isKnown && path.starts_with(m_collection) && isPlainName(path.substr(m_collection.size()))) {
        m_route.key.name = path.substr(m_collection.size());
        return &m_route;
    }
    m_collection.clear();
    auto route = parseRoute(path, m_registry);
    if (!route)
        return tl::unexpected(std::move(route.error()));
    m_route = std::move(*route);
    m_changes = m_registry.changes();
    const std::size_t name = path.rfind('/') + 1;
    if (m_route.type && !m_route.subresource && m_route.key.name == path.substr(name)
        && isPlainName(m_route.key.name))
        m_collection = path.substr(0, name);
    return &m_route;
}

} // namespace core::lab
