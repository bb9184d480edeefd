// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/verdicts.h"

#include "core/engine/sayings.h"

namespace core::engine {

namespace {

using VerdictEntries = api::Sayings<verdictSayings>;

/// What the check does to the machine, by when.
struct DeedWords {
    VerdictEntries::Entry<0> now;
    VerdictEntries::Entry<0> nowWithoutNode;
    VerdictEntries::Entry<1> later;
    VerdictEntries::Entry<1> inTurn;
    VerdictEntries::Entry<1> laterWithoutNode;
    VerdictEntries::Entry<0> onceOthersAreUp;
};
constexpr DeedWords replacesWords {"ReplacesNow", "ReplacesNowWithoutNode", "Replaces", "ReplacesInTurn",
    "ReplacesWithoutNode", "ReplacesOnceOthersAreUp"};
constexpr DeedWords handsOverWords {"HandsOverNow", "HandsOverNowWithoutNode", "HandsOver", "HandsOverInTurn",
    "HandsOverWithoutNode", "HandsOverOnceOthersAreUp"};
constexpr DeedWords rebootsWords {"RebootsNow", "RebootsNowWithoutNode", "Reboots", "RebootsInTurn",
    "RebootsWithoutNode", "RebootsOnceOthersAreUp"};

const DeedWords &deedWordsFor(const MachineVerdict &verdict)
{
    if (verdict.remedy == "Reboot")
        return rebootsWords;
    return verdict.remedy == "External" ? handsOverWords : replacesWords;
}

/// Whether the budget lets the check act on the machine when its time comes; on one that starts if it alone
/// does not come up.
bool hasTurn(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    if (verdict.verdict == "Starting")
        return !check.settled || check.settled->unhealthy < check.settled->maxUnhealthy;
    const bool isActedOn = verdict.verdict == "Unhealthy" && check.allowed && !verdict.waits;
    return isActedOn || check.onceSettled().allowed;
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
    if (verdict.comesBack)
        return Fate::Hold::ComesBack;
    if (check.paused)
        return Fate::Hold::Paused;
    if (verdict.remedy == "None")
        return Fate::Hold::Uncontrolled;
    if (isStarting && !verdict.nextCheck)
        return Fate::Hold::WaitsForNode;
    if (!check.isCarriedOut)
        return Fate::Hold::NotCarriedOut;
    if (!hasTurn(check, verdict))
        return Fate::Hold::TooManyUnhealthy;
    return verdict.heldBy.empty() ? Fate::Hold::None : Fate::Hold::MachineBudget;
}

Fate::When whenOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    if (verdict.verdict == "Unhealthy")
        return check.available > 0 && !verdict.waits ? Fate::When::Now : Fate::When::OnceOthersAreUp;
    if (verdict.verdict == "Starting")
        return Fate::When::UnlessNodeComes;
    return verdict.waits ? Fate::When::NotBeforeNextCheck : Fate::When::AtNextCheck;
}

std::chrono::seconds secondsUntil(const std::optional<api::Time> &time, api::Time now)
{
    return std::chrono::ceil<std::chrono::seconds>(time.value_or(now) - now);
}

api::Saying deedOf(const MachineVerdict &verdict, Fate::When when, api::Time now)
{
    const DeedWords &words = deedWordsFor(verdict);
    if (when == Fate::When::Now)
        return verdictSaying(words.now);
    if (when == Fate::When::OnceOthersAreUp)
        return verdictSaying(words.onceOthersAreUp);
    const bool withoutNode = when == Fate::When::UnlessNodeComes;
    const auto left = secondsUntil(verdict.nextCheck, now);
    if (when == Fate::When::NotBeforeNextCheck) {
        return left.count() > 0 ? verdictSaying(words.inTurn, base::Duration(left))
                                : verdictSaying(words.onceOthersAreUp);
    }
    if (left.count() <= 0)
        return verdictSaying(withoutNode ? words.nowWithoutNode : words.now);
    return verdictSaying(withoutNode ? words.laterWithoutNode : words.later, base::Duration(left));
}

api::Saying leavesIt(const MachineVerdict &verdict)
{
    if (verdict.missing == 0)
        return verdictSaying("HeldByMachineBudget", verdict.heldBy);
    return verdict.missing == 1
        ? verdictSaying("HeldUntilOneIsHealthy", verdict.heldBy)
        : verdictSaying("HeldUntilSeveralAreHealthy", grouped(verdict.missing), verdict.heldBy);
}

/// The arithmetic of maxUnhealthy, of one machine that is unhealthy, or of others than one.
struct BudgetWords {
    VerdictEntries::Entry<3> plain;
    VerdictEntries::Entry<4> ofPercent;
    VerdictEntries::Entry<4> underWay;
    VerdictEntries::Entry<5> ofPercentUnderWay;
};
constexpr BudgetWords oneUnhealthyWords {"One", "One", "OneUnderWay", "OneUnderWay"};
constexpr BudgetWords manyUnhealthyWords {"Many", "Many", "ManyUnderWay", "ManyUnderWay"};

} // namespace

HealthCheckVerdicts::Settled HealthCheckVerdicts::onceSettled() const
{
    return settled.value_or(Settled {expected, unhealthy(), maxUnhealthy.value_or(expected), allowed});
}

Fate fateOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    return {holdOf(check, verdict), whenOf(check, verdict)};
}

api::Saying outlookOf(const HealthCheckVerdicts &check, const MachineVerdict &verdict, api::Time now)
{
    const Fate fate = fateOf(check, verdict);
    switch (fate.hold) {
    case Fate::Hold::NothingJudged:
        return verdictSaying("NothingJudged", check.problem);
    case Fate::Hold::Healthy:
        return verdictSaying("Healthy");
    case Fate::Hold::Deleting:
        return verdictSaying("Deleting");
    case Fate::Hold::ComesBack:
        return verdictSaying("ComesBack", base::Duration(secondsUntil(verdict.comesBack, now)));
    case Fate::Hold::Paused:
        return verdictSaying("Paused");
    case Fate::Hold::Uncontrolled:
        return verdictSaying("Uncontrolled");
    case Fate::Hold::WaitsForNode:
        return verdictSaying("WaitsForNode");
    case Fate::Hold::NotCarriedOut:
        return verdictSaying("NotCarriedOut", deedOf(verdict, fate.when, now));
    case Fate::Hold::TooManyUnhealthy:
        return verdictSaying("TooManyUnhealthy");
    case Fate::Hold::MachineBudget:
        return leavesIt(verdict);
    case Fate::Hold::None:
        break;
    }
    return deedOf(verdict, fate.when, now);
}

api::Saying budgetOf(const HealthCheckVerdicts &check)
{
    if (!check.problem.empty() || !check.maxUnhealthy)
        return {};
    const BudgetWords &words = check.unhealthy() == 1 ? oneUnhealthyWords : manyUnhealthyWords;
    const std::string unhealthy = grouped(check.unhealthy());
    const std::string expected = grouped(check.expected);
    const std::string allowed = grouped(*check.maxUnhealthy);
    const std::string &percent = check.maxUnhealthyText;
    const bool isPercent = percent.ends_with('%');
    if (check.inFlight > 0) {
        const std::string inFlight = grouped(check.inFlight);
        return isPercent
            ? verdictSaying(words.ofPercentUnderWay, unhealthy, expected, allowed, percent, inFlight)
            : verdictSaying(words.underWay, unhealthy, expected, allowed, inFlight);
    }
    return isPercent ? verdictSaying(words.ofPercent, unhealthy, expected, allowed, percent)
                     : verdictSaying(words.plain, unhealthy, expected, allowed);
}

} // namespace core::engine
