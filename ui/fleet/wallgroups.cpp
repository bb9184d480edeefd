// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fleet/wallgroups.h"

#include "core/api/providerconfig.h"
#include "ui/format.h"
#include "ui/models/tablemodel.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

namespace ui {

using namespace core::api;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr State failingStates[] = {State::NotReady, State::Unknown, State::Failed};

struct WallWords {
    Q_DECLARE_TR_FUNCTIONS(ui::Wall)
};

/// Keys are in the order in which the groups are shown.
struct GroupKey {
    std::string set;
    std::string zone;
    std::string check;
    auto operator<=>(const GroupKey &) const = default;
};

/// Where the node will be.
std::string zoneOfConfig(const Json &config)
{
    const Json *zone = find(config, {"metadata", "annotations", keys::zone});
    return zone && zone->is_string() ? std::string(zone->get_string()) : std::string();
}

template<typename M>
std::string zoneOfMachine(const ClusterView &cluster, const M &machine)
{
    if (const Node *node = cluster.nodeOf(machine))
        return std::string(node->metadata.label(keys::topologyZone));
    if constexpr (std::is_same_v<M, Machine>)
        return zoneOfConfig(machine.spec.providerSpec.value);
    return {};
}

template<typename M>
std::string checkOfMachine(const ClusterView &cluster, const M &machine)
{
    if constexpr (std::is_same_v<M, Machine>) {
        const auto checks = cluster.checksOf(machine);
        return checks.empty() ? std::string() : checks.front()->metadata.name;
    } else {
        return {};
    }
}

template<typename M>
GroupKey groupOf(const ClusterView &cluster, const M &machine, GroupBy groupBy)
{
    GroupKey group;
    if (groupBy == GroupBy::SetAndZone || groupBy == GroupBy::Set) {
        const auto set = ClusterView::setOf(machine.metadata);
        group.set = set ? set->key.name : std::string();
    }
    if (groupBy == GroupBy::SetAndZone || groupBy == GroupBy::Zone)
        group.zone = zoneOfMachine(cluster, machine);
    if (groupBy == GroupBy::HealthCheck)
        group.check = checkOfMachine(cluster, machine);
    return group;
}

QString titleOfGroup(const GroupKey &group, GroupBy groupBy)
{
    const auto orElse = [](const std::string &name, const QString &none) {
        return name.empty() ? none : text(name);
    };
    if (groupBy == GroupBy::HealthCheck)
        return orElse(group.check, WallWords::tr("no health check"));
    if (groupBy == GroupBy::Zone)
        return group.zone.empty() ? WallWords::tr("no zone") : WallWords::tr("zone %1").arg(text(group.zone));
    const QString set = orElse(group.set, WallWords::tr("of no set"));
    return group.zone.empty() ? set : WallWords::tr("%1 · zone %2").arg(set, text(group.zone));
}

/// What the machine's health check says of its budget; empty where there is no check, or it says nothing.
QString budgetWords(const ClusterView &cluster, const ObjectKey &machine)
{
    const Machine *found = cluster.machine(machine);
    const auto checks = found ? cluster.checksOf(*found) : std::vector<const MachineHealthCheck *>();
    if (checks.empty())
        return WallWords::tr("no health check");
    const MachineHealthCheckStatus &status = checks.front()->status;
    if (status.remediationsAllowed.value_or(0) > 0)
        return WallWords::tr("%L1 more may fail").arg(*status.remediationsAllowed);
    if (!status.expectedMachines || !status.currentHealthy)
        return {};
    return WallWords::tr("%L1 of %L2 unhealthy, no more may fail")
        .arg(*status.expectedMachines - *status.currentHealthy)
        .arg(*status.expectedMachines);
}

int countOf(const WallGroup &group, State state)
{
    return static_cast<int>(std::ranges::count(group.tiles, state, &WallTile::state));
}

void addWarnings(WallGroup &group, const ClusterView &cluster)
{
    QStringList failing;
    QStringList counts;
    const WallTile *first = nullptr;
    for (const State state : failingStates) {
        const int count = countOf(group, state);
        if (count == 0)
            continue;
        counts.append(u"%1 %L2"_s.arg(glyphOf(state)).arg(count));
        failing.append(counts.last() + u' ' + wordOf(state));
        if (!first)
            first = &*std::ranges::find(group.tiles, state, &WallTile::state);
    }
    if (!first)
        return;
    const QString budget = budgetWords(cluster, first->key);
    group.warning = failing.join(u' ') + (budget.isEmpty() ? QString() : u": "_s + budget);
    group.shortWarning = counts.join(u' ');
}

template<typename M>
std::map<GroupKey, WallGroup> tilesByGroup(
    const ClusterView &cluster, const TableModel &shown, GroupBy groupBy)
{
    std::map<GroupKey, WallGroup> groups;
    for (int row = 0; row < shown.rowCount(); ++row) {
        const ObjectKey &key = shown.keyAt(row);
        if (const M *machine = cluster.find<M>(key)) {
            groups[groupOf(cluster, *machine, groupBy)].tiles.push_back(
                {key, cluster.stateOf({kindOf<M>(), key})});
        }
    }
    return groups;
}

} // namespace

void describe(WallGroup &group, const ClusterView &cluster, Kind machines)
{
    const int ready = countOf(group, State::Ready);
    group.counts = WallWords::tr("%L1 of %L2 Ready").arg(ready).arg(group.tiles.size());
    group.shortCounts = u"%L1/%L2"_s.arg(ready).arg(group.tiles.size());
    group.warning.clear();
    group.shortWarning.clear();
    group.failing = 0;
    for (const State state : failingStates)
        group.failing += countOf(group, state);
    if (machines == Kind::Machine)
        addWarnings(group, cluster);
}

QString wholeTitle(const WallGroup &group)
{
    return group.title + u": "_s + group.counts
        + (group.warning.isEmpty() ? QString() : u' ' + group.warning);
}

TitleWords wordsFor(const WallGroup &group, const QFontMetrics &letters, int room)
{
    const auto fits = [&](const TitleWords &words) {
        const QString all = words.warning.isEmpty() ? words.counts : words.counts + u' ' + words.warning;
        return letters.horizontalAdvance(all) <= room;
    };
    for (const TitleWords &words :
        {TitleWords {group.counts, group.warning}, TitleWords {group.shortCounts, group.warning}}) {
        if (fits(words))
            return words;
    }
    return {group.shortCounts, group.shortWarning};
}

std::vector<WallGroup> wallGroups(
    const ClusterView &cluster, Kind machines, const TableModel &shown, GroupBy groupBy)
{
    auto byKey = machines == Kind::Machine ? tilesByGroup<Machine>(cluster, shown, groupBy)
                                           : tilesByGroup<mcm::Machine>(cluster, shown, groupBy);
    std::vector<WallGroup> groups;
    for (auto &[key, group] : byKey) {
        std::ranges::sort(group.tiles, {}, &WallTile::key);
        group.family = key.set;
        group.title = titleOfGroup(key, groupBy);
        describe(group, cluster, machines);
        groups.push_back(std::move(group));
    }
    return groups;
}

void putFailingFirst(std::vector<WallGroup> &groups)
{
    std::set<std::string> failing;
    for (const WallGroup &group : groups) {
        if (group.failing > 0)
            failing.insert(group.family);
    }
    std::ranges::stable_partition(
        groups, [&](const WallGroup &group) { return failing.contains(group.family); });
    for (auto begin = groups.begin(); begin != groups.end();) {
        const auto isOther = [&](const WallGroup &group) { return group.family != begin->family; };
        const auto end = std::find_if(begin, groups.end(), isOther);
        std::stable_partition(begin, end, [](const WallGroup &group) { return group.failing > 0; });
        begin = end;
    }
}

} // namespace ui
