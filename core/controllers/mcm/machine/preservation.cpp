// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/mcm/machine/machineflows.h"

namespace core::controllers::mcm {

namespace {

namespace keys = api::mcm::keys;
namespace preservations = api::mcm::preservations;

/// What is asked for on the node goes before what is asked for on the machine.
std::string_view wish(const MachineContext &at)
{
    const std::string_view onNode =
        at.node() ? at.node()->metadata.annotation(keys::preserve) : std::string_view();
    return onNode.empty() ? at.machine.metadata.annotation(keys::preserve) : onNode;
}

bool isWanted(const MachineContext &at, std::string_view phase)
{
    const std::string_view asked = wish(at);
    return asked == preservations::now
        || (phase == api::mcm::phases::failed
            && (asked == preservations::whenFailed || asked == preservations::autoPreserved));
}

/// The wish goes with the time, or it would begin anew.
void end(MachinePlanner &planner, const MachineContext &at)
{
    planner.after.status.currentStatus.preserveExpiryTime.reset();
    planner.after.metadata.annotations.erase(std::string(keys::preserve));
    if (at.node() && at.node()->metadata.annotations.contains(keys::preserve)) {
        api::Node after = *at.node();
        after.metadata.annotations.erase(std::string(keys::preserve));
        append(planner.effects, api::patchEffect(*at.node(), after, {}, api::Precondition::Uid));
    }
    planner.because(machineReason("PreservationOver"));
}

} // namespace

void preserve(MachinePlanner &planner, const MachineContext &at)
{
    std::optional<api::Time> &until = planner.after.status.currentStatus.preserveExpiryTime;
    if (!isWanted(at, planner.after.phase())) {
        if (until)
            planner.because(machineReason("PreservationEnded"));
        until.reset();
        return;
    }
    if (!until)
        until = api::truncatedToSeconds(at.now) + at.settings.preserveTimeout;
    if (*until <= at.now)
        return end(planner, at);
    planner.checkAgainAt(*until);
    planner.because(machineReason("Preserved", *until, keys::preserve, wish(at)));
}

} // namespace core::controllers::mcm
