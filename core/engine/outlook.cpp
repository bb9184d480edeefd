// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/outlook.h"

#include "core/api/machine.h"

namespace core::engine {

namespace {

std::string remedyText(const MachineVerdict &verdict)
{
    if (verdict.remedy == "Reboot")
        return "its reboot is asked for";
    return verdict.remedy == "External" ? "handed over for remediation" : "replaced";
}

std::string excessText(const HealthCheckVerdicts &check)
{
    return std::to_string(check.unhealthy()) + " of " + std::to_string(check.expected) + " unhealthy, "
        + std::to_string(check.maxUnhealthy.value_or(check.expected)) + " may be";
}

std::string whenText(Fate::When when, const std::string &check)
{
    switch (when) {
    case Fate::When::Now:
        return " now by " + check;
    case Fate::When::OnceOthersAreUp:
        return " once others have come up";
    case Fate::When::AtNextCheck:
        break;
    case Fate::When::UnlessNodeComes:
        return " {when} if it has no node by then";
    }
    return " {when} by " + check;
}

std::string textFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    const std::string name = "health check " + check.check.key.name;
    const Fate fate = fateOf(check, verdict);
    const bool boots = verdict.verdict == "Starting";
    switch (fate.hold) {
    case Fate::Hold::NothingJudged:
        return name + " judges nothing: " + check.problem;
    case Fate::Hold::Healthy:
        return name + " finds nothing wrong";
    case Fate::Hold::Deleting:
        return "is being deleted";
    case Fate::Hold::Paused:
        return "stays: " + name + " is paused";
    case Fate::Hold::Uncontrolled:
        return boots ? "boots" : "stays: nobody controls it, so nobody would replace it";
    case Fate::Hold::WaitsForNode:
        return "boots";
    case Fate::Hold::NotCarriedOut:
        return boots ? "boots" : "stays unless another program carries out " + name;
    case Fate::Hold::TooManyUnhealthy:
        return "stays: " + excessText(check);
    case Fate::Hold::None:
        break;
    }
    return (boots ? "boots; " : "") + remedyText(verdict) + whenText(fate.when, name);
}

Outlook::Course courseFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    using Course = Outlook::Course;
    const Fate fate = fateOf(check, verdict);
    if (verdict.verdict == "Starting")
        return Course::Boots;
    switch (fate.hold) {
    case Fate::Hold::Deleting:
        return Course::Leaves;
    case Fate::Hold::Paused:
    case Fate::Hold::Uncontrolled:
    case Fate::Hold::NotCarriedOut:
    case Fate::Hold::TooManyUnhealthy:
        return Course::Stays;
    case Fate::Hold::NothingJudged:
    case Fate::Hold::Healthy:
    case Fate::Hold::WaitsForNode:
        return Course::Unforeseen;
    case Fate::Hold::None:
        break;
    }
    if (verdict.remedy != "Replace")
        return Course::Unforeseen;
    return fate.when == Fate::When::OnceOthersAreUp ? Course::Queued : Course::Replaced;
}

} // namespace

Outlook outlookFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    return {{&api::resourceOf<api::Machine>(), verdict.machine}, textFor(check, verdict), verdict.nextCheck,
        courseFor(check, verdict)};
}

} // namespace core::engine
