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

Fate::Hold holdOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    const bool isStarting = verdict.verdict == "Starting";
    if (!check.problem.empty())
        return Fate::Hold::NothingJudged;
    if (verdict.verdict == "Healthy")
        return Fate::Hold::Healthy;
    if (verdict.verdict == "Deleting")
        return Fate::Hold::Deleting;
    if (check.paused)
        return Fate::Hold::Paused;
    if (verdict.remedy == "None")
        return Fate::Hold::Uncontrolled;
    if (isStarting && !verdict.nextCheck)
        return Fate::Hold::WaitsForNode;
    if (!check.isCarriedOut)
        return Fate::Hold::NotCarriedOut;
    return check.allowed || isStarting ? Fate::Hold::None : Fate::Hold::TooManyUnhealthy;
}

Fate::When whenOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    if (verdict.verdict == "Unhealthy")
        return check.available > 0 ? Fate::When::Now : Fate::When::OnceOthersAreUp;
    return verdict.verdict == "Starting" ? Fate::When::UnlessNodeComes : Fate::When::AtNextCheck;
}

std::string whenText(Fate::When when, const MachineVerdict &verdict, api::Time now)
{
    const std::string atNextCheck = " " + until(verdict.nextCheck.value_or(now), now);
    switch (when) {
    case Fate::When::Now:
        return " now";
    case Fate::When::OnceOthersAreUp:
        return " once others have come up";
    case Fate::When::AtNextCheck:
        break;
    case Fate::When::UnlessNodeComes:
        return atNextCheck + " if it has no node by then";
    }
    return atNextCheck;
}

} // namespace

Fate fateOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    return {holdOf(check, verdict), whenOf(check, verdict)};
}

std::string outlookOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict, api::Time now)
{
    const Fate fate = fateOf(check, verdict);
    const std::string deed = deedOf(verdict) + whenText(fate.when, verdict, now);
    switch (fate.hold) {
    case Fate::Hold::NothingJudged:
        return "judges nothing: " + check.problem;
    case Fate::Hold::Healthy:
        return "finds nothing wrong";
    case Fate::Hold::Deleting:
        return "leaves it alone: it is being deleted";
    case Fate::Hold::Paused:
        return "is paused and does nothing";
    case Fate::Hold::Uncontrolled:
        return "leaves it alone: nobody controls the machine, so nobody would replace it";
    case Fate::Hold::WaitsForNode:
        return "waits for its node without end";
    case Fate::Hold::NotCarriedOut:
        return "does nothing, its controller does not run here; else it " + deed;
    case Fate::Hold::TooManyUnhealthy:
        return "does nothing: too many machines are unhealthy";
    case Fate::Hold::None:
        break;
    }
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
