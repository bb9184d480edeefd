// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts.h"

#include "core/api/time.h"

namespace core::engine {

namespace {

/// "in 6s"; "now" when the time is over.
std::string until(api::Time time, api::Time now)
{
    const auto left = std::chrono::ceil<std::chrono::seconds>(time - now);
    return left.count() > 0 ? "in " + api::formatDuration(left) : "now";
}

std::string deedOf(const MachineVerdict &verdict)
{
    if (verdict.remedy == "Reboot")
        return "asks for a reboot of its node";
    return verdict.remedy == "External" ? "asks for its remediation" : "replaces it";
}

std::string whenOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict, api::Time now)
{
    if (verdict.verdict == "Unhealthy")
        return check.available > 0 ? " now" : " once others have come up";
    std::string when = " " + until(verdict.nextCheck.value_or(now), now);
    return verdict.verdict == "Starting" ? when + " if it has no node by then" : when;
}

} // namespace

std::string outlookOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict, api::Time now)
{
    if (!check.problem.empty())
        return "judges nothing: " + check.problem;
    if (verdict.verdict == "Healthy")
        return "finds nothing wrong";
    if (verdict.verdict == "Deleting")
        return "leaves it alone: it is being deleted";
    if (check.paused)
        return "is paused and does nothing";
    if (verdict.remedy == "None")
        return "leaves it alone: nobody controls the machine, so nobody would replace it";
    if (verdict.verdict == "Starting" && !verdict.nextCheck)
        return "waits for its node without end";
    const std::string deed = deedOf(verdict) + whenOf(check, verdict, now);
    if (!check.isCarriedOut)
        return "does nothing, its controller does not run here; else it " + deed;
    if (!check.allowed && verdict.verdict != "Starting")
        return "does nothing: too many machines are unhealthy";
    return deed;
}

std::string budgetOf(const HealthCheckVerdicts &check)
{
    if (!check.problem.empty() || !check.maxUnhealthy)
        return {};
    std::string text = std::to_string(check.unhealthy()) + " of " + std::to_string(check.expected)
        + " machines " + (check.unhealthy() == 1 ? "is" : "are") + " unhealthy, "
        + std::to_string(*check.maxUnhealthy) + " may be";
    if (!check.maxUnhealthyText.empty() && check.maxUnhealthyText.ends_with('%'))
        text += " (" + check.maxUnhealthyText + ")";
    if (check.inFlight > 0)
        text += "; " + std::to_string(check.inFlight) + " under way";
    return text + ".";
}

} // namespace core::engine
