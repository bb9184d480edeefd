// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controller of machines' disruption budgets says.

#include "core/api/reason.h"

namespace core::controllers {

inline constexpr api::ReasonKind machineDisruptionReasons[] {
    {"InvalidSpec", "No machine may be disrupted: {problem}."},
    {"Counted",
        "{healthy} of {expected} machines are healthy, {desired} have to be: {allowed} may be disrupted."},
};
inline constexpr api::Reasons<machineDisruptionReasons> machineDisruptionReason;

} // namespace core::controllers
