// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the user was in one cluster: what was in front, which table, what was chosen, filtered and sorted in
// each of them, which scenario and experiment, and how it was inspected. A value that can be written down,
// and read back from whatever became of that.

#include "ui/kind.h"

#include <QByteArray>

#include <array>
#include <optional>

namespace ui {

/// One object, which another one of its name is not.
struct ChosenObject {
    core::api::ObjectKey key;
    std::string uid;
    bool operator==(const ChosenObject &) const = default;
};

struct TablePlace {
    QString filter;
    QString sortColumn; ///< its id; empty: the first one
    Qt::SortOrder sortOrder = Qt::AscendingOrder;
    std::optional<ChosenObject> chosen; ///< by the user
    bool operator==(const TablePlace &) const = default;
};

/// What the page of machines shows.
enum class FleetMode { WallAndTable, Table, Wall };

/// What is seen in the middle of the window.
enum class Front { Tables, Scenarios, Experiments };

struct Place {
    Family family = Family::MachineApi;
    Kind table = Kind::Machine;
    int inspectorPage = 0;
    FleetMode fleet = FleetMode::WallAndTable;
    std::array<TablePlace, kindCount> tables {};
    Front front = Front::Tables;
    bool showsRecoveries = false; ///< in the place of the chart
    std::optional<ChosenObject> story; ///< of the recoveries, chosen by the user
    QString scenario; ///< the chosen one: the path of its file, or the name of one that is shipped
    QString experiment; ///< likewise
    bool operator==(const Place &) const = default;
};

/// One of the tables as it was looked at.
struct Visit {
    Family family = Family::MachineApi;
    Kind table = Kind::Machine;
    FleetMode fleet = FleetMode::WallAndTable; ///< of machines alone
    TablePlace place;
    bool operator==(const Visit &) const = default;
};

QByteArray written(const Place &place);
/// What can't be understood is as at the first start.
Place placeFrom(const QByteArray &written);

} // namespace ui
