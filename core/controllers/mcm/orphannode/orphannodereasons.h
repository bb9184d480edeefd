// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controller says that lets go of nodes without a machine.

#include "core/api/reason.h"

namespace core::controllers::mcm {

inline constexpr api::ReasonKind orphanNodeReasons[] {
    {"Gone", "The node does not exist."},
    {"NotOurs", "Was never a machine's of this family."},
    {"HasMachine", "Belongs to machine {machine}."},
    {"WaitingForMachine", "Has no machine; is let go at {until} if that lasts."},
    {"NotManaged", "Has no machine: is let go and marked as managed by nobody."},
};
inline constexpr api::Reasons<orphanNodeReasons> orphanNodeReason;

} // namespace core::controllers::mcm
