// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the sweep for hollow-node pods without a machine says.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind orphanSweepReasons[] {
    {"NoMachinesSeen", "Deletes nothing: no machine is seen at all, which may be an error."},
    {"Swept",
        "{orphans} of {pods} hollow pods have no machine; removes {removing} of them now, looks again in "
        "{period}."},
};
inline constexpr api::Reasons<orphanSweepReasons> orphanSweepReason;

} // namespace core::controllers
