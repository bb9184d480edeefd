// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/outlook.h"

#include "core/api/machine.h"
#include "core/engine/sayings.h"

namespace core::engine {

namespace {

using OutlookEntries = api::Sayings<outlookSayings>;

/// What is done to the machine, by when.
struct RemedyWords {
    OutlookEntries::Entry<1> now;
    OutlookEntries::Entry<0> onceOthersAreUp;
    OutlookEntries::Entry<2> atNextCheck;
    OutlookEntries::Entry<1> notBeforeNextCheck;
    OutlookEntries::Entry<1> unlessNodeComes;
};
constexpr RemedyWords replacedWords {
    "ReplacedNow", "ReplacedOnceOthersAreUp", "Replaced", "ReplacedInTurn", "ReplacedUnlessNodeComes"};
constexpr RemedyWords handedOverWords {"HandedOverNow", "HandedOverOnceOthersAreUp", "HandedOver",
    "HandedOverInTurn", "HandedOverUnlessNodeComes"};
constexpr RemedyWords rebootedWords {
    "RebootedNow", "RebootedOnceOthersAreUp", "Rebooted", "RebootedInTurn", "RebootedUnlessNodeComes"};

const RemedyWords &wordsFor(const MachineVerdict &verdict)
{
    if (verdict.remedy == "Reboot")
        return rebootedWords;
    return verdict.remedy == "External" ? handedOverWords : replacedWords;
}

api::Saying remedySaying(const RemedyWords &words, Fate::When when, const std::string &check)
{
    switch (when) {
    case Fate::When::Now:
        return outlookSaying(words.now, check);
    case Fate::When::OnceOthersAreUp:
        return outlookSaying(words.onceOthersAreUp);
    case Fate::When::AtNextCheck:
        break;
    case Fate::When::NotBeforeNextCheck:
        return outlookSaying(words.notBeforeNextCheck, timeLeft);
    case Fate::When::UnlessNodeComes:
        return outlookSaying(words.unlessNodeComes, timeLeft);
    }
    return outlookSaying(words.atNextCheck, timeLeft, check);
}

api::Saying staysSaying(const MachineVerdict &verdict)
{
    if (verdict.missing == 0)
        return outlookSaying("HeldByMachineBudget", verdict.heldBy);
    return verdict.missing == 1
        ? outlookSaying("HeldUntilOneIsHealthy", verdict.heldBy)
        : outlookSaying("HeldUntilSeveralAreHealthy", grouped(verdict.missing), verdict.heldBy);
}

api::Saying sayingFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    const std::string &name = check.check.key.name;
    const Fate fate = fateOf(check, verdict);
    const bool boots = verdict.verdict == "Starting";
    switch (fate.hold) {
    case Fate::Hold::NothingJudged:
        return outlookSaying("NothingJudged", name, check.problem);
    case Fate::Hold::Healthy:
        return outlookSaying("Healthy", name);
    case Fate::Hold::Deleting:
        return outlookSaying("Deleting");
    case Fate::Hold::ComesBack:
        return outlookSaying("ComesBack", timeLeft, name);
    case Fate::Hold::Paused:
        return outlookSaying("Paused", name);
    case Fate::Hold::Uncontrolled:
        return boots ? outlookSaying("Boots") : outlookSaying("Uncontrolled");
    case Fate::Hold::WaitsForNode:
        return outlookSaying("Boots");
    case Fate::Hold::NotCarriedOut:
        return boots ? outlookSaying("Boots") : outlookSaying("NotCarriedOut", name);
    case Fate::Hold::TooManyUnhealthy: {
        if (boots)
            return outlookSaying("Boots");
        const HealthCheckVerdicts::Settled counts = check.onceSettled();
        return outlookSaying("TooManyUnhealthy", grouped(counts.unhealthy), grouped(counts.expected),
            grouped(counts.maxUnhealthy));
    }
    case Fate::Hold::MachineBudget:
        return boots ? outlookSaying("Boots") : staysSaying(verdict);
    case Fate::Hold::None:
        break;
    }
    api::Saying remedy = remedySaying(wordsFor(verdict), fate.when, name);
    return boots ? outlookSaying("Boots", std::move(remedy)) : remedy;
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
    case Fate::Hold::MachineBudget:
        return Course::Stays;
    case Fate::Hold::NothingJudged:
    case Fate::Hold::Healthy:
    case Fate::Hold::ComesBack:
    case Fate::Hold::WaitsForNode:
        return Course::Unforeseen;
    case Fate::Hold::None:
        break;
    }
    if (verdict.remedy != "Replace")
        return Course::Unforeseen;
    const bool isQueued =
        fate.when == Fate::When::OnceOthersAreUp || fate.when == Fate::When::NotBeforeNextCheck;
    return isQueued ? Course::Queued : Course::Replaced;
}

} // namespace

Outlook outlookFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict)
{
    return {{&api::resourceOf<api::Machine>(), verdict.machine}, sayingFor(check, verdict),
        verdict.comesBack ? verdict.comesBack : verdict.nextCheck, courseFor(check, verdict)};
}

} // namespace core::engine
