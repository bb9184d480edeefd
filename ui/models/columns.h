// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The columns of the tables, one list per kind.

#include "ui/models/cell.h"
#include "ui/world.h"

namespace ui {

std::vector<Column<core::api::MachineSet>> machineSetColumns(const World &world);
std::vector<Column<core::api::Machine>> machineColumns(const World &world);
std::vector<Column<core::api::Node>> nodeColumns(const World &world);
std::vector<Column<core::api::MachineHealthCheck>> healthCheckColumns(const World &world);
std::vector<Column<core::api::Event>> eventColumns();
std::vector<Column<core::timeline::Episode>> episodeColumns();

/// "Machine workers-x7k2p"
QString objectText(const core::api::ObjectReference &object);
/// When the event happened last.
core::api::Time timeOf(const core::api::Event &event);
/// "not-ready for 30s"; empty when nothing was done to the node.
QString faultText(const core::api::Node &node);
/// "Ready=False for 15 s", one condition per entry.
QStringList timeoutTexts(const core::api::MachineHealthCheck &check);

} // namespace ui
