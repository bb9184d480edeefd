// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which machines the wall shows, and in which groups (docs/window.md W19).

#include "ui/clusterview.h"

#include <QFontMetrics>

namespace ui {

class TableModel;

enum class GroupBy { SetAndZone, Set, Zone, HealthCheck };

struct WallTile {
    core::api::ObjectKey key;
    State state = State::None;
    int shade = 0; ///< its place in shadesOf() (ui/fleet/wallshades.h)
};

/// Machines that stand together, by name.
struct WallGroup {
    std::string family; ///< groups of one family follow each other: the set
    QString title; ///< "workers · zone a"
    QString counts; ///< "16 of 17 Ready"
    QString shortCounts; ///< "16/17"
    QString warning; ///< what is wrong, and what may still be replaced; empty when nothing is
    QString shortWarning; ///< "▲ 1"
    int failing = 0;
    std::vector<WallTile> tiles;
};

/// Counts the group anew, with what is wrong in it.
void describe(WallGroup &group, const ClusterView &cluster, Kind machines);
/// "workers · zone a: 16 of 17 Ready ▲ 1 NotReady: …"
QString wholeTitle(const WallGroup &group);
/// Counts and warning of a group, in the longest forms for which there is room, in px, or in the shortest.
struct TitleWords {
    QString counts;
    QString warning;
};
TitleWords wordsFor(const WallGroup &group, const QFontMetrics &letters, int room);
/// The machines that the table shows, each in one group, the groups by title.
std::vector<WallGroup> wallGroups(
    const ClusterView &cluster, Kind machines, const TableModel &shown, GroupBy groupBy);

/// Families in which machines fail come before others, and so do their groups; else they stay in order.
void putFailingFirst(std::vector<WallGroup> &groups);

} // namespace ui
