// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What goes wrong at the provider of hollow machines, as text: the annotation hollowlab.io/provider-errors of
// a provider config.
//
//   errors = rule {";" rule}                each operation, and the quota, at most once
//   rule   = ("create" | "delete") rate [kind]
//          | "quota" n                      at most n instances: of the machine's set, or, without one, of
//                                           its namespace
//   rate   = n"%"                           of the attempts, by the dice
//          | n "times"                      the first n attempts for each instance
//          | "always"
//   kind   = quota | forbidden | unavailable | timeout | invalid       unavailable when not named
//
// "create 30% quota", "delete 2 times timeout", "quota 5; create 10%".

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace core::api {

namespace keys {
inline constexpr std::string_view providerErrors = "hollowlab.io/provider-errors";
} // namespace keys

/// Why a provider refuses; with the error code that machine drivers have for it (docs/machines.md §9.11).
enum class ProviderErrorKind {
    Quota, ///< ResourceExhausted, 8
    Forbidden, ///< PermissionDenied, 7
    Unavailable, ///< 14
    Timeout, ///< DeadlineExceeded, 4
    Invalid, ///< InvalidArgument, 3; of a creation it is final: nothing but another config helps
};

int driverCode(ProviderErrorKind kind);
/// The name is as the grammar spells it.
std::string_view nameOf(ProviderErrorKind kind);
std::optional<ProviderErrorKind> providerErrorKindOf(std::string_view name);

struct OperationErrors {
    int percent = 0; ///< of the attempts; 100: always
    std::int64_t times = 0; ///< the first attempts; one of the two is 0
    ProviderErrorKind kind = ProviderErrorKind::Unavailable;

    bool operator==(const OperationErrors &) const = default;
};

struct ProviderErrors {
    std::optional<OperationErrors> create;
    std::optional<OperationErrors> remove;
    std::optional<std::size_t> quota;

    bool operator==(const ProviderErrors &) const = default;
};

/// Invalid quotes the rule and says what is wrong with it.
base::Result<ProviderErrors> parseProviderErrors(std::string_view text);

} // namespace core::api
