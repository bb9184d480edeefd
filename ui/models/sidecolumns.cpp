// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of machine classes, health checks, events and episodes.
#include "ui/models/columns.h"

#include "core/api/selector.h"
#include "ui/models/columntools.h"
#include "ui/provider/configwords.h"
#include "ui/timeline/recoverystory.h"

#include <QStringList>

#include <algorithm>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;
using core::timeline::Episode;
using core::timeline::Outcome;

namespace {

/// Tells how a health check of either generation is.
template<typename C>
Cell checkState(const C &check)
{
    if (check.metadata.annotations.contains(keys::paused))
        return {.text = ColumnWords::tr("Paused"), .state = State::Paused};
    const auto expected = check.status.expectedMachines.value_or(0);
    const auto healthy = check.status.currentHealthy.value_or(0);
    const QString counts = ColumnWords::tr("%1/%2 healthy").arg(countText(healthy), countText(expected));
    return {.text = isHeldBack(check.status) ? ColumnWords::tr("%1, held back").arg(counts) : counts,
        .state = healthy < expected ? State::NotReady : State::Ready,
        .spoken = counts};
}

QString outcomeText(const Episode &episode, const ClusterView &cluster)
{
    switch (episode.outcome) {
    case Outcome::Open: {
        const QString hindrance = hindranceWordOf(episode, cluster);
        return hindrance.isEmpty() ? ColumnWords::tr("going on") : hindrance;
    }
    case Outcome::Replaced:
        return ColumnWords::tr("replaced");
    case Outcome::HealedByItself:
        return isHealedByHand(episode) ? ColumnWords::tr("healed") : ColumnWords::tr("healed by itself");
    case Outcome::Gone:
        return ColumnWords::tr("gone, not replaced");
    }
    return {};
}

State outcomeState(const Episode &episode)
{
    switch (episode.outcome) {
    case Outcome::Open:
        return episode.cause.starts_with("Unknown") ? State::Unknown : State::NotReady;
    case Outcome::Gone:
        return State::Deleting;
    default:
        return State::Ready;
    }
}

Cell between(const std::optional<Time> &from, const std::optional<Time> &to)
{
    if (!from || !to)
        return {.text = u"–"_s, .spoken = ColumnWords::tr("not yet"), .quiet = true};
    return {.text = durationText(*to - *from)};
}

SortKey betweenKey(const std::optional<Time> &from, const std::optional<Time> &to)
{
    return sortBy(from && to ? (*to - *from).count() : std::int64_t(-1));
}

Cell recoveryCell(const Episode &episode)
{
    if (episode.recoveredAt)
        return between(episode.unhealthyAt, episode.recoveredAt);
    if (episode.outcome == Outcome::Open)
        return {.text = ColumnWords::tr("for"), .since = episode.unhealthyAt};
    return between({}, {});
}

QString subject(const Episode &episode)
{
    return text(episode.machine.name.empty() ? episode.node : episode.machine.name);
}

using Moment = std::optional<Time> (*)(const Episode &);

Column<Episode> spanColumn(const char16_t *id, const QString &title, Moment from, Moment to)
{
    return {.id = QString::fromUtf16(id),
        .title = title,
        .width = 11,
        .cell = [from, to](const Episode &episode) { return between(from(episode), to(episode)); },
        .sortKey = [from, to](const Episode &episode) { return betweenKey(from(episode), to(episode)); },
        .numeric = true,
        .shown = false};
}

} // namespace

QString objectText(const ObjectReference &object)
{
    return text(object.kind) + u' ' + text(object.name);
}

Time timeOf(const Event &event)
{
    return event.lastTimestamp.value_or(
        event.firstTimestamp.value_or(event.metadata.creationTimestamp.value_or(Time {})));
}

QStringList timeoutTexts(const MachineHealthCheck &check)
{
    QStringList texts;
    for (const UnhealthyCondition &condition : check.spec.unhealthyConditions) {
        texts.append(
            ColumnWords::tr("%1=%2 for %3")
                .arg(text(condition.type), text(condition.status), durationText(condition.timeout.value)));
    }
    return texts;
}

namespace {

QString classWords(const mcm::MachineClass &machineClass)
{
    const auto config = parseProviderConfig(machineClass.providerSpec);
    return config ? capacityWords(*config) + u" · "_s + disruptionWords(*config)
                  : text(config.error().message);
}

} // namespace

template<>
Columns<mcm::MachineClass> columnsOf(const ClusterView &)
{
    using C = mcm::MachineClass;
    const auto secretOf = [](const C &machineClass) {
        return machineClass.secretRef ? machineClass.secretRef->key().text() : std::string();
    };
    return {
        nameColumn<C>(),
        namespaceColumn<C>(),
        {u"provider"_s, ColumnWords::tr("Provider"), 14,
            [](const C &machineClass) { return plain(text(machineClass.provider)); },
            [](const C &machineClass) { return sortBy(machineClass.provider); }},
        {u"config"_s, ColumnWords::tr("Machines of it"), 44,
            [](const C &machineClass) { return plain(classWords(machineClass)); },
            [](const C &machineClass) { return sortBy(utf8(classWords(machineClass))); }},
        named<C>({u"secret"_s, ColumnWords::tr("Secret"), 24,
            [secretOf](const C &machineClass) { return quiet(text(secretOf(machineClass))); },
            [secretOf](const C &machineClass) { return sortBy(secretOf(machineClass)); }}),
        ageColumn<C>(),
    };
}

template<>
Columns<MachineHealthCheck> columnsOf(const ClusterView &)
{
    const auto limit = [](const MachineHealthCheck &check) {
        return check.spec.maxUnhealthy ? text(check.spec.maxUnhealthy->text()) : u"100%"_s;
    };
    const auto allowed = [](const MachineHealthCheck &check) {
        return check.status.remediationsAllowed.value_or(0);
    };
    return {
        nameColumn<MachineHealthCheck>(),
        namespaceColumn<MachineHealthCheck>(),
        whole<MachineHealthCheck>(ColumnWords::tr("%1/%1 healthy, held back").arg(99),
            {u"state"_s, ColumnWords::tr("State"), 24, checkState<MachineHealthCheck>,
                [](const MachineHealthCheck &check) {
                    return sortBy(
                        check.status.currentHealthy.value_or(0) - check.status.expectedMachines.value_or(0));
                }}),
        {.id = u"max"_s,
            .title = ColumnWords::tr("Max unhealthy"),
            .width = 13,
            .cell = [limit](const MachineHealthCheck &check) { return plain(limit(check)); },
            .sortKey = [limit](const MachineHealthCheck &check) { return sortBy(utf8(limit(check))); },
            .numeric = true},
        {.id = u"allowed"_s,
            .title = ColumnWords::tr("May replace"),
            .width = 12,
            .cell = [allowed](const MachineHealthCheck &check) { return plain(countText(allowed(check))); },
            .sortKey = [allowed](const MachineHealthCheck &check) { return sortBy(allowed(check)); },
            .numeric = true},
        {u"rule"_s, ColumnWords::tr("Replaces a machine when"), 44,
            [](const MachineHealthCheck &check) {
                return plain(timeoutTexts(check).join(ColumnWords::tr(" or ")));
            },
            [](const MachineHealthCheck &check) { return sortBy(check.metadata.name); }},
        ageColumn<MachineHealthCheck>(),
    };
}

template<>
Columns<HealthCheckV1alpha1> columnsOf(const ClusterView &)
{
    using Check = HealthCheckV1alpha1;
    return {
        nameColumn<Check>(),
        namespaceColumn<Check>(),
        whole<Check>(ColumnWords::tr("%1/%1 healthy, held back").arg(99),
            {u"state"_s, ColumnWords::tr("State"), 24, checkState<Check>,
                [](const Check &check) {
                    return sortBy(
                        check.status.currentHealthy.value_or(0) - check.status.expectedMachines.value_or(0));
                }}),
        {u"selector"_s, ColumnWords::tr("Looks after machines with"), 44,
            [](const Check &check) { return plain(text(toText(check.spec.selector))); },
            [](const Check &check) { return sortBy(toText(check.spec.selector)); }},
        ageColumn<Check>(),
    };
}

template<>
Columns<Event> columnsOf(const ClusterView &)
{
    const auto when = [](const Event &event) { return std::optional<Time>(timeOf(event)); };
    return {
        {.id = u"seen"_s,
            .title = ColumnWords::tr("Last seen"),
            .width = 9,
            .cell = [when](const Event &event) { return age(when(event)); },
            .sortKey = [when](const Event &event) { return sortByAge(when(event)); },
            .numeric = true,
            .longest = longestAge},
        {u"type"_s, ColumnWords::tr("Type"), 11,
            [](const Event &event) {
                return Cell {.text = text(event.type),
                    .state = event.type == "Warning" ? State::NotReady : State::None,
                    .spoken = text(event.type),
                    .quiet = true};
            },
            [](const Event &event) { return sortBy(event.type); }},
        {u"reason"_s, ColumnWords::tr("Reason"), 22,
            [](const Event &event) { return plain(text(event.reason)); },
            [](const Event &event) { return sortBy(event.reason); }},
        named<Event>({u"object"_s, ColumnWords::tr("Object"), 28,
            [](const Event &event) { return plain(objectText(event.involvedObject)); },
            [](const Event &event) { return sortBy(event.involvedObject.name); }}),
        {.id = u"count"_s,
            .title = ColumnWords::tr("Count"),
            .width = 7,
            .cell = [](const Event &event) { return quiet(countText(event.count.value_or(1))); },
            .sortKey = [](const Event &event) { return sortBy(std::int64_t(event.count.value_or(1))); },
            .numeric = true},
        {u"source"_s, ColumnWords::tr("Source"), 18,
            [](const Event &event) { return quiet(text(event.source.component)); },
            [](const Event &event) { return sortBy(event.source.component); }},
        {u"message"_s, ColumnWords::tr("Message"), 60,
            [](const Event &event) { return plain(text(event.message)); },
            [](const Event &event) { return sortBy(event.message); }},
    };
}

template<>
Columns<Episode> columnsOf(const ClusterView &cluster)
{
    const auto isToCome = [&cluster](const Episode &episode) { return !cluster.hadBegun(episode); };
    const auto unhealthy = [](const Episode &episode) { return std::optional<Time>(episode.unhealthyAt); };
    const auto deleteAsked = [](const Episode &episode) { return episode.deleteAskedAt; };
    const auto recovered = [](const Episode &episode) { return episode.recoveredAt; };
    return {
        {.id = u"number"_s,
            .title = ColumnWords::tr("No."),
            .width = 5,
            .cell = [](const Episode &episode) { return quiet(QString::number(episode.id)); },
            .sortKey = [](const Episode &episode) { return sortBy(static_cast<std::int64_t>(episode.id)); },
            .numeric = true},
        named<Episode>({u"machine"_s, ColumnWords::tr("Machine"), 20,
            [](const Episode &episode) { return plain(subject(episode)); },
            [](const Episode &episode) { return sortBy(utf8(subject(episode))); }}),
        {u"outcome"_s, ColumnWords::tr("Outcome"), 18,
            [isToCome, &cluster](const Episode &episode) {
                if (isToCome(episode))
                    return quiet(ColumnWords::tr("not yet"));
                const QString words = outcomeText(episode, cluster);
                return Cell {.text = words, .state = outcomeState(episode), .spoken = words};
            },
            [](const Episode &episode) { return sortBy(std::int64_t(episode.outcome)); }},
        {.id = u"recovery"_s,
            .title = ColumnWords::tr("Recovery"),
            .width = 12,
            .cell =
                [isToCome](const Episode &episode) {
                    return isToCome(episode) ? between({}, {}) : recoveryCell(episode);
                },
            .sortKey =
                [](const Episode &episode) { return betweenKey(episode.unhealthyAt, episode.recoveredAt); },
            .numeric = true,
            .longest = ColumnWords::tr("for") + u' ' + longestAge},
        spanColumn(u"waited", ColumnWords::tr("Waited"), unhealthy, deleteAsked),
        spanColumn(u"replacing", ColumnWords::tr("Replaced in"), deleteAsked, recovered),
        {.id = u"cause"_s,
            .title = ColumnWords::tr("Cause"),
            .width = 22,
            .cell = [](const Episode &episode) { return plain(causeText(episode)); },
            .sortKey = [](const Episode &episode) { return sortBy(episode.cause); },
            .shown = false}, // the table is a narrow one
        named<Episode>({u"replacement"_s, ColumnWords::tr("Replaced by"), 20,
            [](const Episode &episode) { return quiet(text(episode.replacement.name)); },
            [](const Episode &episode) { return sortBy(episode.replacement.name); }, false, false}),
        {.id = u"began"_s,
            .title = ColumnWords::tr("Began"),
            .width = 10,
            .cell = [](const Episode &episode) { return quiet(clockText(episode.unhealthyAt)); },
            .sortKey =
                [](const Episode &episode) { return sortBy(episode.unhealthyAt.time_since_epoch().count()); },
            .numeric = true,
            .shown = false},
    };
}

} // namespace ui
