// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/user.h"

#include <algorithm>

namespace core::access {

namespace {

constexpr std::string_view accountPrefix = "system:serviceaccount:";

UserPtr shared(std::string name, std::vector<std::string_view> groups)
{
    return std::make_shared<const User>(
        User {.name = std::move(name), .groups = {groups.begin(), groups.end()}});
}

} // namespace

bool User::isIn(std::string_view group) const
{
    return std::ranges::find(groups, group) != groups.end();
}

const UserPtr &owner()
{
    static const UserPtr user = shared("hollowlab", {groups::masters, groups::authenticated});
    return user;
}

const UserPtr &viewer()
{
    static const UserPtr user = shared("hollowlab-viewer", {groups::viewers, groups::authenticated});
    return user;
}

const UserPtr &anonymous()
{
    static const UserPtr user = shared("system:anonymous", {groups::unauthenticated});
    return user;
}

std::string userName(const ServiceAccountName &account)
{
    return std::string(accountPrefix) + account.ns + ":" + account.name;
}

std::optional<ServiceAccountName> serviceAccountOf(std::string_view userName)
{
    if (!userName.starts_with(accountPrefix))
        return std::nullopt;
    userName.remove_prefix(accountPrefix.size());
    const std::size_t colon = userName.find(':');
    if (colon == 0 || colon == std::string_view::npos || colon + 1 == userName.size()
        || userName.find(':', colon + 1) != std::string_view::npos)
        return std::nullopt;
    return ServiceAccountName {
        std::string(userName.substr(0, colon)), std::string(userName.substr(colon + 1))};
}

std::vector<std::string> serviceAccountGroups(const std::string &ns)
{
    const std::string all(groups::serviceAccounts);
    return {all, all + ":" + ns};
}

} // namespace core::access
