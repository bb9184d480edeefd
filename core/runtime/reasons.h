// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What any controller may say, whatever its reconciler decides, and why it does not run.

#include "core/api/reason.h"

namespace core::runtime {

inline constexpr api::ReasonKind controllerReasons[] {
    {"Contested",
        "Writes the same to {object} again and again, since somebody undoes it: writes ever more seldom."},
    {"Unreadable", "Can't be read, so nothing is decided about it: {problem}."},
};
inline constexpr api::Reasons<controllerReasons> controllerReason;

/// Why a unit is not running although wanted, so far as its manager knows.
inline constexpr api::ReasonKind unitSayings[] {
    {"WaitsForLists", "waiting for the first lists"},
    {"WaitsForLease",
        "waits: {holder} holds its Lease, and it begins here when that one gives it back or stops renewing "
        "it"},
};
inline constexpr api::Sayings<unitSayings> unitSaying;

} // namespace core::runtime
