// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the safety controller says: of machine sets that overshoot, and of API servers that are away.

#include "core/api/reason.h"

namespace core::controllers::mcm {

inline constexpr api::ReasonKind safetyReasons[] {
    {"ViewNotLive", "Does nothing: what is seen may be old."},
    {"NoMachinesSeen", "Does nothing: no machine is seen, although sets count some."},
    {"Checked", "{frozen} of {sets} machine sets are frozen."},
    {"Freezing", "{problem}: it makes no more.", "machineSet machines higher lower"},
    {"StaysFrozen", "{machineSet} stays frozen: it has {machines} machines, and is freed at {lower}.",
        "higher"},
    {"Unfreezing", "Unfroze MachineSet {machineSet}: {why}.", "machines higher lower"},
    {"FreezingDeployment", "{machineDeployment} is frozen with its set {machineSet}."},
    {"UnfreezingDeployment", "{machineDeployment} is {outcome}."},
    {"ApiServerUp", "The API server answers."},
    {"ApiServerAway", "The API server {state}."},
    {"Recovering",
        "The API server is back: the timers of {machines} machines start anew, those that were Unknown "
        "count as Running, and all are looked at anew in {delay}."},
};
inline constexpr api::Reasons<safetyReasons> safetyReason;

} // namespace core::controllers::mcm
