// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/nextrollout.h"

#include "core/api/words.h"
#include "core/engine/rolloutforecast.h"
#include "ui/format.h"
#include "ui/inspector/hand.h"
#include "ui/inspector/richtext.h"

#include <QCoreApplication>

#include <ranges>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

struct RolloutWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Next)
};

/// How many machines there may and must be, as the controller keeps to it.
struct Bounds {
    std::int64_t most = 0;
    std::int64_t leastAvailable = 0;
};

int countedOf(std::int64_t number)
{
    return static_cast<int>(number);
}

/// What the deployment's controller said last.
const Reason *lastSaid(const ClusterView &cluster, const ObjectRef &deployment)
{
    for (const auto &said : cluster.inspection().explanations) {
        if (said.controller == controllerOf(deployment.kind) && !said.reasons.empty())
            return &said.reasons.back();
    }
    return nullptr;
}

std::optional<std::int64_t> numberIn(const Reason &reason, const std::string &fact)
{
    const core::api::Facts facts = reason.facts();
    const auto found = facts.find(fact);
    return found == facts.end() ? std::nullopt : core::api::wholeNumber(found->second);
}

std::optional<Bounds> boundsOf(const ClusterView &cluster, const ObjectRef &deployment)
{
    if (const auto &limits = cluster.inspection().limits)
        return Bounds {limits->maxTotal(), limits->minAvailable()};
    const Reason *said = lastSaid(cluster, deployment);
    const auto most = said ? numberIn(*said, "maxTotal") : std::nullopt;
    const auto least = said ? numberIn(*said, "minAvailable") : std::nullopt;
    return most && least ? std::optional(Bounds {*most, *least}) : std::nullopt;
}

std::string strategyOf(const ClusterView &cluster, const ObjectRef &deployment)
{
    std::string strategy;
    cluster.withObject(deployment, [&](const auto &found) {
        if constexpr (requires { found.spec.strategy.type; })
            strategy = found.spec.strategy.type;
    });
    return strategy;
}

/// How long a machine has to be Ready before it counts (docs/machines.md §8.4); the other family counts it
/// at once.
core::base::Duration minReadyOf(const ClusterView &cluster, const ObjectRef &deployment)
{
    std::chrono::seconds least {0};
    cluster.withObject(deployment, [&]<typename T>(const T &found) {
        if constexpr (std::is_same_v<T, MachineDeployment>)
            least = std::chrono::seconds(found.spec.minReadySeconds);
    });
    return least;
}

std::int64_t revisionOf(const ClusterView &cluster, const ObjectRef &set)
{
    std::int64_t revision = 0;
    cluster.withObject(set, [&](const auto &found) { revision = ui::revisionOf(found.metadata); });
    return revision;
}

QString stepWords(const ClusterView &cluster, const Rollout &rollout)
{
    const int earlier = countedOf(rollout.earlierMachines());
    const std::string strategy = strategyOf(cluster, rollout.deployment);
    if (strategy == "InPlaceUpdate")
        return RolloutWords::tr(
            "The %n machines of earlier revisions are updated in place", nullptr, earlier);
    if (strategy == "Recreate")
        return RolloutWords::tr(
            "Once the %n machines of earlier revisions are gone, new ones are created", nullptr, earlier);
    return RolloutWords::tr(
        "As new ones become Ready, the %n machines of earlier revisions are deleted", nullptr, earlier);
}

/// The line says which sets the machines of earlier revisions are of.
QString earlierLine(const Rollout &rollout)
{
    constexpr std::size_t most = 3;
    QStringList sets;
    for (const Rollout::Earlier &each : rollout.earlier | std::views::take(most))
        sets.append(RolloutWords::tr("%1 (revision %2): %L3 of %L4 Ready")
                        .arg(link(each.set))
                        .arg(each.revision)
                        .arg(each.ready)
                        .arg(each.machines));
    if (rollout.earlier.size() > most)
        sets.append(
            RolloutWords::tr("and %n more", nullptr, static_cast<int>(rollout.earlier.size() - most)));
    return RolloutWords::tr("%1.").arg(sets.join(u"; "_s));
}

QStringList underWayLines(const ClusterView &cluster, const Rollout &rollout)
{
    QStringList lines {RolloutWords::tr("Rolls out revision %1: %L2 of %L3 machines are of it.")
                           .arg(rollout.revision)
                           .arg(rollout.updated)
                           .arg(rollout.updated + rollout.earlierMachines()),
        earlierLine(rollout), byHand(stepWords(cluster, rollout), cluster, rollout.deployment.kind)};
    if (const auto bounds = boundsOf(cluster, rollout.deployment))
        lines.append(RolloutWords::tr("At most %1 machines at a time, at least %2 available; %L3 are Ready.")
                         .arg(countText(bounds->most), countText(bounds->leastAvailable))
                         .arg(rollout.ready));
    return lines;
}

} // namespace

std::int64_t Rollout::earlierMachines() const
{
    std::int64_t machines = 0;
    for (const Earlier &each : earlier)
        machines += each.machines;
    return machines;
}

Rollout rolloutOf(const ClusterView &cluster, const ObjectRef &deployment, const std::vector<ObjectRef> &sets)
{
    Rollout rollout {deployment, sets.front()};
    rollout.wanted = wantedReplicas(cluster, deployment).value_or(0);
    for (const ObjectRef &set : sets) {
        const SetTally tally = cluster.tally(set);
        if (set == rollout.newest)
            rollout.updated = tally.total();
        else if (tally.total() > 0)
            rollout.earlier.push_back({set, revisionOf(cluster, set), tally.total(), tally.of(State::Ready)});
        rollout.ready += tally.of(State::Ready);
        rollout.given += wantedReplicas(cluster, set).value_or(0);
    }
    rollout.updatedReady = cluster.tally(rollout.newest).of(State::Ready);
    rollout.revision = revisionOf(cluster, rollout.newest);
    cluster.withObject(
        rollout.newest, [&](const auto &set) { rollout.madeAt = set.metadata.creationTimestamp; });
    return rollout;
}

QStringList rolloutLines(const ClusterView &cluster, const Rollout &rollout)
{
    QStringList lines;
    if (isPaused(cluster, rollout.deployment).value_or(false))
        lines.append(RolloutWords::tr("It is paused: changes of its template wait until it is resumed."));
    if (rollout.isUnderWay())
        lines.append(underWayLines(cluster, rollout));
    else if (rollout.given != rollout.wanted)
        lines.append(byHand(
            RolloutWords::tr("Its set gets %n machines instead of %L1", nullptr, countedOf(rollout.wanted))
                .arg(rollout.given),
            cluster, rollout.deployment.kind));
    return lines;
}

QString rolloutCause(const ClusterView &cluster, const Theme &theme, const Rollout &rollout)
{
    if (!rollout.isUnderWay() || !rollout.madeAt)
        return {};
    return markedLine(u"+"_s, tint(cluster, theme, Tone::Accent),
        RolloutWords::tr("Set %1, revision %2, was made at %3")
            .arg(link(rollout.newest))
            .arg(rollout.revision)
            .arg(momentText(*rollout.madeAt, cluster.now())));
}

std::optional<ForecastRow> rolloutEnd(const ClusterView &cluster, const Rollout &rollout, const Boots &boots)
{
    const auto bounds = boundsOf(cluster, rollout.deployment);
    const std::int64_t missing = rollout.wanted - rollout.updatedReady;
    const bool isForeseen = rollout.isUnderWay() && missing > 0 && bounds
        && isInOurHand(cluster, rollout.deployment.kind)
        && !isPaused(cluster, rollout.deployment).value_or(false)
        && strategyOf(cluster, rollout.deployment) != "InPlaceUpdate";
    if (!isForeseen)
        return std::nullopt;
    const auto [least, most] = core::engine::timeFrameOf({missing, bounds->most, bounds->leastAvailable,
        boots.least, boots.most, minReadyOf(cluster, rollout.deployment)});
    return ForecastRow {spanText(least, most), State::Ready, glyphOf(State::Ready),
        RolloutWords::tr("all %n machines of revision %1", nullptr, countedOf(rollout.wanted))
            .arg(rollout.revision)};
}

} // namespace ui
