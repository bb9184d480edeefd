// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/controllers/conditions.h"
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
void end(MachinePlanner &pass, const MachineContext &at)
{
    pass.after.status.currentStatus.preserveExpiryTime.reset();
    pass.after.metadata.annotations.erase(std::string(keys::preserve));
    if (at.node() && at.node()->metadata.annotations.contains(keys::preserve)) {
        api::Node after = *at.node();
        after.metadata.annotations.erase(std::string(keys::preserve));
        append(pass.effects, api::patchEffect(*at.node(), after, {}, api::Precondition::Uid));
    }
    pass.because(machineReason("PreservationOver"));
}

} // namespace

void preserve(MachinePlanner &pass, const MachineContext &at)
{
    std::optional<api::Time> &until = pass.after.status.currentStatus.preserveExpiryTime;
    if (!isWanted(at, pass.after.phase())) {
        if (until)
            pass.because(machineReason("PreservationEnded"));
        until.reset();
        return;
    }
    if (!until)
        until = api::truncatedToSeconds(at.now) + at.settings.preserveTimeout;
    if (*until <= at.now)
        return end(pass, at);
    pass.checkAgainAt(*until);
    pass.because(machineReason("Preserved", *until, keys::preserve, wish(at)));
}

} // namespace core::controllers::mcm
