// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What any controller may say, whatever its reconciler decides.

#include "core/api/reason.h"

namespace core::runtime {

inline constexpr api::ReasonKind controllerReasons[] {
    {"Contested",
        "Writes the same to {object} again and again, since somebody undoes it: writes ever more seldom."},
    {"Unreadable", "Can't be read, so nothing is decided about it: {problem}."},
};
inline constexpr api::Reasons<controllerReasons> controllerReason;

} // namespace core::runtime
