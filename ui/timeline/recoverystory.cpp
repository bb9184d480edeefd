// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/recoverystory.h"

#include "core/api/recipe.h"
#include "ui/clusterview.h"
#include "ui/format.h"
#include "ui/spoken.h"
#include "ui/timeline/foreseen.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace ui {

using namespace std::chrono_literals;
using namespace Qt::Literals::StringLiterals;
using core::api::MachineHealthCheck;
using core::api::Time;
using core::base::Duration;
using core::timeline::Episode;
using core::timeline::Outcome;
using core::timeline::Stage;

namespace {

struct StoryWords {
    Q_DECLARE_TR_FUNCTIONS(ui::RecoveryStory)
};

constexpr Duration leastTimeout = 1s;

State stateOf(const Episode &episode)
{
    return episode.condition() == "Unknown" ? State::Unknown : State::NotReady;
}

bool isGone(const Episode &episode)
{
    return episode.condition() == core::timeline::goneCondition;
}

/// The health checks of the machine, of the one in its place, or of others that its set would make, which the
/// same rules look after.
std::vector<const MachineHealthCheck *> checksOf(const Episode &episode, const ClusterView &cluster)
{
    if (episode.isOfMcm) // those have health timeouts of their own
        return {};
    const auto *machine = cluster.machine(episode.machine);
    if (!machine)
        machine = cluster.machine(episode.replacement);
    if (machine)
        return cluster.checksOf(*machine);
    const auto *set = cluster.find<core::api::MachineSet>(episode.machineSet);
    if (!set)
        return {};
    core::api::Machine alike;
    alike.metadata.ns = set->metadata.ns;
    alike.metadata.labels = set->spec.template_.metadata.labels;
    return cluster.checksOf(alike);
}

/// How long a machine of the machine-controller-manager, or the one in its place, may be unhealthy, where it
/// says so itself.
std::optional<Duration> healthTimeoutOf(const Episode &episode, const ClusterView &cluster)
{
    using core::api::mcm::Machine;
    if (!episode.isOfMcm)
        return {};
    const auto *machine = cluster.find<Machine>(episode.machine);
    if (!machine)
        machine = cluster.find<Machine>(episode.replacement);
    if (!machine || !machine->spec.healthTimeout || machine->spec.disableHealthTimeout.value_or(false))
        return {};
    return machine->spec.healthTimeout->value;
}

/// The shortest that a rule waits with such a failure.
std::optional<Duration> timeoutOf(const Episode &episode, const ClusterView &cluster)
{
    if (isGone(episode)) // no rule waits for a node that is not there
        return {};
    const std::string_view status = episode.condition() == "Unknown" ? "Unknown" : "False";
    std::optional<Duration> timeout = healthTimeoutOf(episode, cluster);
    for (const MachineHealthCheck *check : checksOf(episode, cluster)) {
        for (const auto &condition : check->spec.unhealthyConditions) {
            if (condition.type == "Ready" && condition.status == status)
                timeout = std::min(timeout.value_or(condition.timeout.value), condition.timeout.value);
        }
    }
    return timeout;
}

/// How long something has been going on.
QString soFar(Time since, const ClusterView &cluster)
{
    const auto whole = std::chrono::floor<std::chrono::seconds>(cluster.now() - since);
    return whole < 1s ? StoryWords::tr("less than a second") : durationText(whole);
}

QString ruleWaits(const Episode &episode, const ClusterView &cluster, Duration timeout)
{
    return StoryWords::tr("Not healthy for %1; the rule waits %2.")
        .arg(soFar(episode.unhealthyAt, cluster), durationText(timeout));
}

/// What a failure that goes on waits for.
struct Wait {
    QString name; ///< "held back"; empty of what takes its usual course
    QString sentence;
};

Wait unattended(const Episode &episode, const ClusterView &cluster)
{
    const auto timeout = timeoutOf(episode, cluster);
    if (episode.isOfMcm || !cluster.machine(episode.machine)) {
        return {{},
            timeout ? ruleWaits(episode, cluster, *timeout)
                    : StoryWords::tr("Not healthy, and nobody has acted yet.")};
    }
    const QString unwatched = StoryWords::tr("unwatched");
    const auto checks = checksOf(episode, cluster);
    if (checks.empty())
        return {unwatched, StoryWords::tr("No health check covers this machine: it stays as it is.")};
    for (const MachineHealthCheck *check : checks) {
        const QString name = text(check->metadata.name);
        const auto expected = check->status.expectedMachines.value_or(0);
        const auto unhealthy = expected - check->status.currentHealthy.value_or(0);
        if (check->metadata.annotations.contains(core::api::keys::paused)) {
            return {StoryWords::tr("paused"),
                StoryWords::tr("Health check %1 is paused by an annotation.").arg(name)};
        }
        if (check->spec.remediationTemplate) {
            return {StoryWords::tr("handed over"),
                StoryWords::tr("Health check %1 hands it over to an external remediation.").arg(name)};
        }
        if (isHeldBack(check->status)) {
            return {StoryWords::tr("held back"),
                StoryWords::tr("%1 of %2 unhealthy, health check %3 allows %4: waiting.")
                    .arg(countText(unhealthy), countText(expected), name,
                        check->spec.maxUnhealthy ? text(check->spec.maxUnhealthy->text()) : u"100%"_s)};
        }
    }
    if (episode.machineSet.name.empty()) {
        return {StoryWords::tr("skipped"),
            StoryWords::tr("No set owns this machine, so deleting it would not bring a replacement.")};
    }
    if (isGone(episode))
        return {{}, StoryWords::tr("Its node is gone, and nobody has acted yet.")};
    if (!timeout) {
        return {unwatched,
            StoryWords::tr("No rule of its health check names this condition: it stays as it is.")};
    }
    return {{}, ruleWaits(episode, cluster, *timeout)};
}

/// How long a rule lets a machine be without a node; nothing where none says so.
std::optional<Duration> startupTimeoutOf(const std::vector<const MachineHealthCheck *> &checks)
{
    std::optional<Duration> shortest;
    for (const MachineHealthCheck *check : checks) {
        const auto timeout = core::api::parseDuration(check->spec.nodeStartupTimeout.value_or("0"));
        if (timeout && *timeout > Duration {})
            shortest = std::min(shortest.value_or(*timeout), *timeout);
    }
    return shortest;
}

/// What the machine's controller says that its deletion waits for; empty when nothing is known of it.
QString hindranceOf(const Episode &episode, const ClusterView &cluster)
{
    if (cluster.isPast())
        return {};
    const auto *outlook = cluster.outlook(failedObjectOf(episode));
    if (!outlook || outlook->course != core::engine::Outlook::Course::Leaves)
        return {};
    QString words = localTimes(spoken(outlook->says), cluster.now());
    if (outlook->due)
        words.replace(u"{when}"_s, whenText(*outlook->due, cluster.now()));
    return words;
}

Wait waitOf(const Episode &episode, const ClusterView &cluster)
{
    if (episode.replacementCreatedAt) {
        const Duration boots = cluster.now() - *episode.replacementCreatedAt;
        const auto *replacement = cluster.machine(episode.replacement);
        const auto patience = startupTimeoutOf(checksOf(episode, cluster));
        if (replacement && !cluster.nodeOf(*replacement) && patience && boots >= *patience) {
            return {StoryWords::tr("never started"),
                StoryWords::tr("No node after %1; the rule replaces it.").arg(durationText(*patience))};
        }
        return {{},
            StoryWords::tr("The replacement is not Ready yet: it has been booting for %1.")
                .arg(soFar(*episode.replacementCreatedAt, cluster))};
    }
    if (episode.deleteAskedAt && !episode.oldGoneAt) {
        const QString asked = StoryWords::tr("Deletion was asked for %1 ago; the machine is not gone yet.")
                                  .arg(soFar(*episode.deleteAskedAt, cluster));
        const QString hindrance = hindranceOf(episode, cluster);
        return {hindrance.isEmpty() ? QString() : StoryWords::tr("deletion waits"),
            (asked + u' ' + hindrance).trimmed()};
    }
    if (episode.deleteAskedAt)
        return {{}, StoryWords::tr("Deletion was asked for; there is no replacement yet.")};
    return unattended(episode, cluster);
}

QString outcomeOf(const Episode &episode, const ClusterView &cluster)
{
    switch (episode.outcome) {
    case Outcome::Replaced:
        return StoryWords::tr("Replaced in %1.").arg(tenthsText(*episode.recovery()));
    case Outcome::HealedByItself: {
        const QString after = tenthsText(*episode.recovery());
        const auto timeout = timeoutOf(episode, cluster);
        return timeout && *timeout > *episode.recovery()
            ? StoryWords::tr("Came back after %1; the rule waits %2.").arg(after, durationText(*timeout))
            : StoryWords::tr("Came back after %1.").arg(after);
    }
    case Outcome::Gone:
        return StoryWords::tr("Gone: nobody wanted a replacement.");
    case Outcome::Open:
        break;
    }
    return waitOf(episode, cluster).sentence;
}

QString captionOf(const Episode &episode)
{
    const QString state = wordOf(stateOf(episode));
    switch (episode.outcome) {
    case Outcome::Replaced:
        return StoryWords::tr("from %1 until the replacement was Ready").arg(state);
    case Outcome::HealedByItself:
        return StoryWords::tr("from %1 until it was Ready again").arg(state);
    case Outcome::Gone:
        return StoryWords::tr("not replaced");
    case Outcome::Open:
        break;
    }
    return StoryWords::tr("since it is %1, and going on").arg(state);
}

QString figureOf(const Episode &episode, const ClusterView &cluster)
{
    if (episode.recoveredAt)
        return tenthsText(*episode.recovery());
    const auto lasts = std::chrono::floor<std::chrono::seconds>(cluster.now() - episode.unhealthyAt);
    return episode.outcome == Outcome::Open ? durationText(std::max(lasts, 0s)) : u"–"_s;
}

QString faultCaption(const Episode &episode)
{
    const QString fault = faultText(episode.fault(), episode.unhealthyAt);
    return fault.isEmpty() ? StoryWords::tr("%1 is told to fail.").arg(failedNameOf(episode))
                           : StoryWords::tr("%1 is told to fail: %2.").arg(failedNameOf(episode), fault);
}

QString failureCaption(const Episode &episode, const std::optional<Duration> &timeout)
{
    const QString name = failedNameOf(episode);
    const QString fails = isGone(episode) ? StoryWords::tr("The node of %1 is gone.").arg(name)
                                          : StoryWords::tr("%1 is %2.").arg(name, conditionText(episode));
    return timeout ? fails + u' ' + StoryWords::tr("The rule waits %1.").arg(durationText(*timeout)) : fails;
}

QString deletionCaption(const Episode &episode)
{
    return StoryWords::tr("The deletion of %1 is asked for, %2 after it failed.")
        .arg(failedNameOf(episode), tenthsText(*episode.deleteAskedAt - episode.unhealthyAt));
}

QString recoveryCaption(const Episode &episode)
{
    const QString after = tenthsText(*episode.recovery());
    if (episode.outcome != Outcome::HealedByItself)
        return StoryWords::tr("%1 is Ready: recovered in %2.").arg(text(episode.replacement.name), after);
    return (isHealedByHand(episode) ? StoryWords::tr("%1 is Ready again after %2.")
                                    : StoryWords::tr("%1 is Ready again, by itself, after %2."))
        .arg(failedNameOf(episode), after);
}

QString sourceOfFailure(const Episode &episode)
{
    if (isGone(episode))
        return u"Node · DELETED"_s;
    if (episode.condition() != "Failed")
        return u"Node · status.conditions[Ready]"_s;
    return episode.isOfMcm ? u"Machine · status.currentStatus.phase"_s : u"Machine · status.phase"_s;
}

std::vector<StoryMark> marksOf(const Episode &episode, const std::optional<Duration> &timeout)
{
    std::vector<StoryMark> marks;
    const auto add = [&](const QString &glyph, const QString &word, const std::optional<Time> &at,
                         const std::optional<Time> &from, const QString &why, const QString &source,
                         auto &&caption) {
        if (!at)
            return;
        const QString since = from ? u"+%1 %2"_s.arg(tenthsText(*at - *from), why).trimmed() : QString();
        marks.push_back({glyph, word, *at, since, caption(), source});
    };
    const bool healed = episode.outcome == Outcome::HealedByItself;
    const QString rule =
        timeout ? StoryWords::tr("the rule waits %1").arg(durationText(*timeout)) : StoryWords::tr("waited");
    add(u"F"_s, StoryWords::tr("fault"), episode.faultAt, {}, {}, u"Node · "_s + raw(core::api::keys::fault),
        [&] { return faultCaption(episode); });
    add(glyphOf(stateOf(episode)), conditionText(episode), episode.unhealthyAt, episode.faultAt,
        StoryWords::tr("noticed"), sourceOfFailure(episode),
        [&] { return failureCaption(episode, timeout); });
    add(u"↧"_s, StoryWords::tr("delete asked"), episode.deleteAskedAt, episode.unhealthyAt, rule,
        u"Machine · metadata.deletionTimestamp"_s, [&] { return deletionCaption(episode); });
    add(u"+"_s, StoryWords::tr("created"), episode.replacementCreatedAt, episode.deleteAskedAt,
        StoryWords::tr("replaced"), u"Machine · metadata.creationTimestamp"_s, [&] {
            return StoryWords::tr("%1 is made in the place of %2.")
                .arg(text(episode.replacement.name), failedNameOf(episode));
        });
    add(u"×"_s, StoryWords::tr("old one gone"), episode.oldGoneAt, episode.deleteAskedAt,
        StoryWords::tr("after the request, meanwhile"), u"Machine · DELETED"_s,
        [&] { return StoryWords::tr("%1 is gone.").arg(failedNameOf(episode)); });
    add(u"●"_s, healed ? StoryWords::tr("Ready again") : StoryWords::tr("Ready"), episode.recoveredAt,
        healed ? std::optional(episode.unhealthyAt) : episode.replacementCreatedAt,
        healed ? QString() : StoryWords::tr("boot"), u"Node · status.conditions[Ready]"_s,
        [&] { return recoveryCaption(episode); });
    add(u"✓"_s, StoryWords::tr("set complete"), episode.completeAt, episode.recoveredAt, {},
        u"MachineSet · status.readyReplicas"_s,
        [] { return StoryWords::tr("The set has all its machines again."); });
    std::ranges::stable_sort(marks, {}, &StoryMark::at);
    return marks;
}

/// The time is when the node of the new machine was there.
std::optional<Time> joinedAt(const Episode &episode, const ClusterView &cluster)
{
    using core::timeline::FactKind;
    if (!episode.replacementCreatedAt || episode.isOfMcm) // nodes name no machines of that family
        return {};
    const auto &facts = cluster.health().facts();
    const auto joined = std::ranges::find_if(facts, [&](const core::timeline::Fact &fact) {
        return fact.kind == FactKind::NodeHealth && fact.from.empty() && fact.owner == episode.replacement
            && fact.arrivalTime >= *episode.replacementCreatedAt;
    });
    return joined == facts.end() ? std::nullopt : std::optional(joined->arrivalTime);
}

/// A round one, about a third of what was waited.
std::optional<Duration> shorterThan(Duration waited)
{
    constexpr Duration round[] = {leastTimeout, 2s, 5s, 10s, 15s, 30s, 60s, 120s, 300s};
    std::optional<Duration> shorter;
    for (const Duration timeout : round) {
        if (timeout * 3 <= waited + 500ms)
            shorter = timeout;
    }
    return shorter;
}

QString aboutWaiting(
    const QString &share, const Stage &wait, const Episode &episode, const std::optional<Duration> &timeout)
{
    if (!timeout)
        return StoryWords::tr("%1 of the time passed until somebody asked for the deletion.").arg(share);
    const QString first = StoryWords::tr("%1 of the time is the rule's own wait.").arg(share);
    const auto shorter = shorterThan(wait.length());
    if (!shorter || !episode.recoveredAt)
        return first;
    const Duration wouldTake = *episode.recovery() - wait.length() + *shorter;
    return first + u' '
        + StoryWords::tr("With a timeout of %1 the same failure would have taken %2.")
              .arg(durationText(*shorter), tenthsText(wouldTake));
}

std::optional<Stage> longestStageOf(const Episode &episode)
{
    const std::vector<Stage> stages = stagesOf(episode);
    if (episode.outcome != Outcome::Replaced || stages.empty())
        return {};
    return *std::ranges::max_element(stages, {}, &Stage::length);
}

QString adviceOf(const Episode &episode, const std::optional<Duration> &timeout)
{
    const auto stage = longestStageOf(episode);
    if (!stage)
        return {};
    const Stage &longest = *stage;
    const std::vector<Stage> stages = stagesOf(episode);
    const double whole = std::accumulate(stages.begin(), stages.end(), 0.0,
        [](double sum, const Stage &each) { return sum + static_cast<double>(each.length().count()); });
    if (whole <= 0)
        return {};
    const QString share =
        StoryWords::tr("%1 %").arg(qRound(100 * static_cast<double>(longest.length().count()) / whole));
    switch (longest.kind) {
    case Stage::Kind::Noticing:
        return StoryWords::tr(
            "%1 of the time passed before the failure was noticed: heartbeats and the grace "
            "period decide that.")
            .arg(share);
    case Stage::Kind::Waiting:
        return aboutWaiting(share, longest, episode, timeout);
    case Stage::Kind::Replacing:
        return StoryWords::tr("%1 of the time passed between the request to delete and the new machine.")
            .arg(share);
    case Stage::Kind::Booting:
        return StoryWords::tr(
            "%1 of the time is the new machine's boot. A boot half as long would have saved "
            "%2.")
            .arg(share, tenthsText(longest.length() / 2));
    case Stage::Kind::Unhealthy:
        break;
    }
    return {};
}

/// "+2.1 s"
QString differenceText(Duration difference)
{
    return (difference < Duration::zero() ? u"−"_s : u"+"_s) + tenthsText(std::chrono::abs(difference));
}

/// Whether the machine was let wait beyond its rule's time while others of its set were replaced.
bool cameOthersFirst(
    const Episode &episode, const std::optional<Duration> &timeout, const EpisodesById &episodes)
{
    constexpr std::chrono::seconds slack {2}; // rules count whole seconds, and look a second later
    const auto &asked = episode.deleteAskedAt;
    if (!timeout || !asked || *asked - episode.unhealthyAt <= *timeout + slack)
        return false;
    return std::ranges::any_of(episodes, [&](const auto &each) {
        const Episode &other = each.second;
        return other.isOfSameSet(episode) && other.deleteAskedAt && *other.deleteAskedAt > episode.unhealthyAt
            && *other.deleteAskedAt < *asked;
    });
}

QString forecastOf(const Episode &episode, const std::optional<Duration> &timeout, const ClusterView &cluster)
{
    const auto foreseen = foreseenRecovery(episode, timeout, cluster);
    if (!foreseen)
        return {};
    const QString expected = tenthsText(*foreseen);
    const auto besideTruth = [&] {
        const QString took = tenthsText(*episode.recovery());
        if (took == expected)
            return StoryWords::tr("Took %1, as foreseen").arg(took);
        const QString difference = differenceText(*episode.recovery() - *foreseen);
        return cameOthersFirst(episode, timeout, cluster.health().episodes())
            ? StoryWords::tr("Foreseen %1 · took %2 (%3): others came first").arg(expected, took, difference)
            : StoryWords::tr("Foreseen %1 · took %2 (%3)").arg(expected, took, difference);
    };
    switch (episode.outcome) {
    case Outcome::Replaced:
        return besideTruth();
    case Outcome::HealedByItself:
        if (foreseen == foreseenReturn(episode))
            return besideTruth();
        // Who was not replaced in time was held back.
        return *episode.recovery() < *foreseen
            ? StoryWords::tr("Foreseen: replaced after %1. It came back before.").arg(expected)
            : QString();
    case Outcome::Open:
        return hindranceWordOf(episode, cluster).isEmpty()
            ? StoryWords::tr("Foreseen: recovered after %1").arg(expected)
            : QString();
    case Outcome::Gone:
        break;
    }
    return {};
}

/// What was measured in a lab says whose timing it was.
QString timingWords(const std::string &timing)
{
    if (timing == "demo")
        return StoryWords::tr("demo pace");
    return timing == "realistic" ? StoryWords::tr("realistic timing") : StoryWords::tr("lab timing");
}

QString placeOf(const Episode &episode, const ClusterView &cluster)
{
    QStringList words;
    if (!episode.machineSet.name.empty())
        words.append(text(episode.machineSet.name));
    if (cluster.status().mode == core::engine::Mode::Lab)
        words.append(timingWords(cluster.status().timing));
    return words.join(u" · "_s);
}

} // namespace

RecoveryStory storyOf(const Episode &episode, const ClusterView &cluster)
{
    const auto timeout = timeoutOf(episode, cluster);
    const auto longest = longestStageOf(episode);
    return {.title = (episode.recoveredAt ? StoryWords::tr("Recovery %1") : StoryWords::tr("Failure %1"))
                         .arg(episode.id),
        .place = placeOf(episode, cluster),
        .figure = figureOf(episode, cluster),
        .caption = captionOf(episode),
        .outcome = outcomeOf(episode, cluster),
        .forecast = forecastOf(episode, timeout, cluster),
        .marks = marksOf(episode, timeout),
        .advice = adviceOf(episode, timeout),
        .isOfTimeout = timeout && longest && longest->kind == Stage::Kind::Waiting
            && failedObjectOf(episode).kind == Kind::Machine};
}

RecoveryStory knownStoryOf(const Episode &episode, const ClusterView &cluster)
{
    const Episode known = cluster.asKnown(episode);
    if (cluster.hadBegun(episode))
        return storyOf(known, cluster);
    return {.title = StoryWords::tr("Failure %1").arg(episode.id),
        .place = placeOf(episode, cluster),
        .figure = u"–"_s,
        .caption = StoryWords::tr("had not failed yet")};
}

std::vector<StoryMark> replayMarksOf(const Episode &episode, const ClusterView &cluster)
{
    std::vector<StoryMark> marks = marksOf(episode, timeoutOf(episode, cluster));
    if (const auto joined = joinedAt(episode, cluster))
        marks.push_back({u"◑"_s, StoryWords::tr("joined"), *joined, {},
            StoryWords::tr("The node of %1 joins.").arg(text(episode.replacement.name)), u"Node"_s});
    std::ranges::stable_sort(marks, {}, &StoryMark::at);
    return marks;
}

QString hindranceWordOf(const Episode &episode, const ClusterView &cluster)
{
    return episode.outcome == Outcome::Open ? waitOf(episode, cluster).name : QString();
}

QString conditionText(const Episode &episode)
{
    return isGone(episode) ? StoryWords::tr("node gone") : text(episode.condition());
}

QString causeText(const Episode &episode)
{
    const QString condition = conditionText(episode);
    return episode.fault().empty()
        ? condition
        : StoryWords::tr("%1 (fault: %2)").arg(condition, faultText(episode.fault(), episode.unhealthyAt));
}

bool isHealedByHand(const Episode &episode)
{
    const auto fault = core::api::parseRecipe(episode.fault());
    return fault && fault->cycle.size() == 1 && fault->cycle.front().kind != core::api::FaultKind::Reboot
        && !fault->lasts && !fault->until;
}

QString failedNameOf(const Episode &episode)
{
    return text(episode.machine.name.empty() ? episode.node : episode.machine.name);
}

QString marksHtml(const RecoveryStory &story, const QColor &quiet)
{
    QString rows;
    for (const StoryMark &mark : story.marks) {
        rows += u"<tr><td>%1&nbsp;</td><td style=\"padding-right:10px\">%2</td><td "
                u"style=\"padding-right:8px\">%3</td>"
                u"<td style=\"color:%5\">%4</td></tr>"_s.arg(mark.glyph, mark.word.toHtmlEscaped(),
                    tenthsClockText(mark.at), mark.since.toHtmlEscaped(), quiet.name());
    }
    return u"<table cellspacing=\"0\">%1</table>"_s.arg(rows);
}

QString tenthsClockText(Time time)
{
    return clockText(time) + u'.' + QString::number(milliseconds(time) / 100 % 10);
}

QString wordOf(Stage::Kind kind)
{
    switch (kind) {
    case Stage::Kind::Noticing:
        return StoryWords::tr("noticed");
    case Stage::Kind::Waiting:
        return StoryWords::tr("waited");
    case Stage::Kind::Replacing:
        return StoryWords::tr("replaced");
    case Stage::Kind::Booting:
        return StoryWords::tr("boot");
    case Stage::Kind::Unhealthy:
        break;
    }
    return StoryWords::tr("unhealthy");
}

QString statisticsText(const core::timeline::RecoveryStatistics &statistics, std::size_t failures)
{
    if (statistics.count == 0)
        return failures == 0
            ? QString()
            : StoryWords::tr("%1 failed, none recovered yet").arg(countText(std::int64_t(failures)));
    const QString count = StoryWords::tr("%n recoveries", nullptr, static_cast<int>(statistics.count));
    return StoryWords::tr("%1 · median <b>%2</b> · p95 %3")
        .arg(count, tenthsText(statistics.median), tenthsText(statistics.p95));
}

} // namespace ui
