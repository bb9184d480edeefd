// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/attributes.h"

#include <algorithm>
#include <array>

namespace core::access {

using api::Method;
using api::Request;

namespace {

constexpr std::array<std::string_view, 2> partsOfNamespaces {"status", "finalize"};

int hexDigit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Escapes that are none stay: the router refuses them.
std::string unescaped(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? hexDigit(text[i + 1]) : -1;
        const int low = high >= 0 ? hexDigit(text[i + 2]) : -1;
        if (low < 0) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

std::vector<std::string> segmentsOf(std::string_view path)
{
    std::vector<std::string> segments;
    while (!path.empty()) {
        const std::string_view segment = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(path.size(), segment.size() + 1));
        if (!segment.empty())
            segments.push_back(unescaped(segment));
    }
    return segments;
}

std::string lowerCaseOf(Method method)
{
    static constexpr std::array<std::string_view, 7> names {
        "get", "post", "put", "patch", "delete", "head", "options"};
    return std::string(names[static_cast<std::size_t>(method)]);
}

/// What "metadata.name=x" selects.
std::string_view selectedName(const Request &request)
{
    constexpr std::string_view field = "metadata.name";
    std::string_view text = request.parameter("fieldSelector");
    while (!text.empty()) {
        std::string_view term = text.substr(0, text.find(','));
        text.remove_prefix(std::min(text.size(), term.size() + 1));
        if (!term.starts_with(field))
            continue;
        term.remove_prefix(field.size());
        if (!term.starts_with('='))
            continue;
        term.remove_prefix(term.starts_with("==") ? 2 : 1);
        return term;
    }
    return {};
}

void nameCollectionVerb(Attributes &attributes, const Request &request, bool watches)
{
    if (!attributes.name.empty())
        return;
    if (attributes.verb == "get") {
        attributes.verb = watches ? "watch" : "list";
        attributes.name = selectedName(request);
    } else if (attributes.verb == "delete") {
        attributes.verb = "deletecollection";
    }
}

} // namespace

std::string_view verbOf(Method method)
{
    switch (method) {
    case Method::Post:
        return "create";
    case Method::Put:
        return "update";
    case Method::Patch:
        return "patch";
    case Method::Delete:
        return "delete";
    case Method::Get:
    case Method::Head:
        return "get";
    case Method::Options:
        return {};
    }
    return {};
}

std::string Attributes::qualifiedResource() const
{
    return subresource.empty() ? resource : resource + "/" + subresource;
}

Attributes attributesOf(const Request &request, bool watches)
{
    const std::vector<std::string> parts = segmentsOf(request.path);
    const bool core = !parts.empty() && parts[0] == "api";
    const bool grouped = !parts.empty() && parts[0] == "apis";
    std::size_t at = core ? 2 : 3; // api/v1, apis/group/version
    if ((!core && !grouped) || parts.size() <= at)
        return {.verb = lowerCaseOf(request.method), .path = request.path};
    Attributes attributes {.verb = std::string(verbOf(request.method)),
        .group = grouped ? parts[1] : std::string(),
        .version = parts[at - 1],
        .path = request.path};
    if (parts[at] == "namespaces" && parts.size() > at + 1) {
        attributes.ns = parts[at + 1];
        const bool isInside = parts.size() > at + 2
            && std::ranges::find(partsOfNamespaces, parts[at + 2]) == partsOfNamespaces.end();
        at += isInside ? 2 : 0;
    }
    attributes.resource = parts[at];
    if (parts.size() > at + 1)
        attributes.name = parts[at + 1];
    if (parts.size() > at + 2)
        attributes.subresource = parts[at + 2];
    nameCollectionVerb(attributes, request, watches);
    return attributes;
}

std::string inQuotes(std::string_view text)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (byte < ' ' || byte == 0x7f)
            ((out += "\\x") += digits[byte / 16]) += digits[byte % 16];
        else
            out += c;
    }
    return out + '"';
}

std::string refusalOf(const User &user, const Attributes &attributes)
{
    const std::string start = "User " + inQuotes(user.name) + " cannot " + attributes.verb;
    if (!attributes.isResource())
        return start + " path " + inQuotes(attributes.path);
    const std::string what = start + " resource " + inQuotes(attributes.qualifiedResource())
        + " in API group " + inQuotes(attributes.group);
    return what
        + (attributes.ns.empty() ? std::string(" at the cluster scope")
                                 : " in the namespace " + inQuotes(attributes.ns));
}

} // namespace core::access
