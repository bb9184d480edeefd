// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Who asks.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::access {

struct User {
    std::string name;
    std::string uid = {};
    std::vector<std::string> groups = {};
    std::map<std::string, std::vector<std::string>> extra = {};

    bool isIn(std::string_view group) const;
    bool operator==(const User &) const = default;
};
using UserPtr = std::shared_ptr<const User>;

namespace groups {
inline constexpr std::string_view masters = "system:masters"; ///< may do everything
inline constexpr std::string_view authenticated = "system:authenticated";
inline constexpr std::string_view unauthenticated = "system:unauthenticated";
inline constexpr std::string_view serviceAccounts = "system:serviceaccounts";
inline constexpr std::string_view viewers = "hollowlab:viewers"; ///< may only look, whatever roles say
} // namespace groups

/// Who has the lab's kubeconfig.
const UserPtr &owner();
/// Who has the kubeconfig for those who only look.
const UserPtr &viewer();
/// Who shows no credentials.
const UserPtr &anonymous();

struct ServiceAccountName {
    std::string ns;
    std::string name;

    bool operator==(const ServiceAccountName &) const = default;
};
/// "system:serviceaccount:<namespace>:<name>", and back.
std::string userName(const ServiceAccountName &account);
std::optional<ServiceAccountName> serviceAccountOf(std::string_view userName);
/// The groups of every account of that namespace.
std::vector<std::string> serviceAccountGroups(const std::string &ns);

} // namespace core::access
