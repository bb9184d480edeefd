// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/impersonation.h"

#include <algorithm>

namespace core::access {

namespace {

constexpr std::string_view prefix = "impersonate-";
constexpr std::string_view extraPrefix = "impersonate-extra-";
constexpr std::string_view authenticationGroup = "authentication.k8s.io";

std::string inLowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(
        lower, lower.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; });
    return lower;
}

bool isTellable(std::string_view text)
{
    return !text.empty() && std::ranges::none_of(text, [](char c) {
        return static_cast<unsigned char>(c) < ' ' || c == 0x7f;
    });
}

int digitOf(char c)
{
    const std::string_view digits = "0123456789abcdef";
    const auto at = digits.find(c >= 'A' && c <= 'F' ? static_cast<char>(c | 0x20) : c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

/// A key as it is, when its escapes are none.
std::string percentDecoded(std::string_view key)
{
    std::string out;
    for (std::size_t i = 0; i < key.size(); ++i) {
        if (key[i] != '%') {
            out += key[i];
            continue;
        }
        const int high = i + 2 < key.size() ? digitOf(key[i + 1]) : -1;
        const int low = i + 2 < key.size() ? digitOf(key[i + 2]) : -1;
        if (high < 0 || low < 0)
            return std::string(key);
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    return out;
}

base::Result<> setOnce(std::string &member, std::string_view name, const std::string &value)
{
    if (!member.empty())
        return base::fail(base::ErrorKind::Invalid, "more than one header " + std::string(name));
    member = value;
    return {};
}

base::Result<> add(Impersonation &to, const std::string &name, const std::string &value)
{
    if (!isTellable(value))
        return base::fail(base::ErrorKind::Invalid, "the header " + name + " has no name that can be told");
    if (name == "impersonate-user")
        return setOnce(to.user, name, value);
    if (name == "impersonate-uid")
        return setOnce(to.uid, name, value);
    if (name == "impersonate-group") {
        to.groups.push_back(value);
        return {};
    }
    const std::string key = name.starts_with(extraPrefix)
        ? percentDecoded(std::string_view(name).substr(extraPrefix.size()))
        : "";
    if (!isTellable(key))
        return base::fail(base::ErrorKind::Invalid, "the header " + name + " is not known");
    to.extra[inLowerCase(key)].push_back(value);
    return {};
}

Attributes act(std::string_view group, std::string resource, std::string name)
{
    return {.verb = "impersonate",
        .group = std::string(group),
        .version = "v1",
        .resource = std::move(resource),
        .name = std::move(name)};
}

} // namespace

bool isImpersonation(std::string_view headerName)
{
    return headerName.size() >= prefix.size() && inLowerCase(headerName.substr(0, prefix.size())) == prefix;
}

base::Result<std::optional<Impersonation>> readImpersonation(const HeaderFields &fields)
{
    if (fields.empty())
        return std::nullopt;
    Impersonation read;
    for (const auto &[name, value] : fields) {
        if (auto added = add(read, inLowerCase(name), value); !added)
            return tl::unexpected(added.error());
    }
    if (read.user.empty())
        return base::fail(
            base::ErrorKind::Invalid, "groups, uid and extra can only be impersonated together with a user");
    return read;
}

std::vector<Attributes> asked(const Impersonation &impersonation)
{
    std::vector<Attributes> all;
    if (const auto account = serviceAccountOf(impersonation.user)) {
        all.push_back(act("", "serviceaccounts", account->name));
        all.back().ns = account->ns;
    } else {
        all.push_back(act("", "users", impersonation.user));
    }
    for (const std::string &group : impersonation.groups)
        all.push_back(act("", "groups", group));
    for (const auto &[key, values] : impersonation.extra) {
        for (const std::string &value : values) {
            all.push_back(act(authenticationGroup, "userextras", value));
            all.back().subresource = key;
        }
    }
    if (!impersonation.uid.empty())
        all.push_back(act(authenticationGroup, "uids", impersonation.uid));
    return all;
}

User userOf(const Impersonation &impersonation)
{
    User user {impersonation.user, impersonation.uid, impersonation.groups, impersonation.extra};
    const auto account = serviceAccountOf(user.name);
    if (account && user.groups.empty())
        user.groups = serviceAccountGroups(account->ns);
    const std::string everybody(
        user.name == anonymous()->name ? groups::unauthenticated : groups::authenticated);
    if (!user.isIn(everybody) && !user.isIn(groups::unauthenticated))
        user.groups.push_back(everybody);
    return user;
}

} // namespace core::access
