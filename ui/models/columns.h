// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The columns of the tables, one list per kind.

#include "ui/clusterview.h"
#include "ui/models/cell.h"

namespace ui {

template<typename T>
using Columns = std::vector<Column<T>>;

/// The columns of each kind in core::engine::Kinds, and of episodes.
template<typename T>
Columns<T> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::Machine> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::MachineSet> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::MachineDeployment> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::mcm::Machine> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::mcm::MachineSet> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::mcm::MachineDeployment> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::mcm::MachineClass> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::Node> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::MachineHealthCheck> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::HealthCheckV1alpha1> columnsOf(const ClusterView &cluster);
template<>
Columns<core::api::Event> columnsOf(const ClusterView &cluster);
template<>
Columns<core::timeline::Episode> columnsOf(const ClusterView &cluster);

/// "Machine workers-x7k2p"
QString objectText(const core::api::ObjectReference &object);
/// The time is when the event happened last.
core::api::Time timeOf(const core::api::Event &event);
/// "not-ready until 14:03:27"; empty when nothing was done to the node.
QString faultText(const core::api::Node &node, core::api::Time now);
/// "Ready=False for 15 s", one condition per entry.
QStringList timeoutTexts(const core::api::MachineHealthCheck &check);
/// "RollingUpdate, surge 1, unavailable 0", as far as it is set.
QString strategyText(const core::api::MachineDeployment &deployment);
QString strategyText(const core::api::mcm::MachineDeployment &deployment);
/// "Create Failed ResourceExhausted"
QString operationText(const core::api::mcm::LastOperation &operation);
/// It must not make machines (docs/machines.md §9.9).
bool isFrozen(const core::api::ObjectMeta &meta);
/// How far the rollout is.
State stateOf(const core::api::MachineDeployment &deployment);
State stateOf(const core::api::mcm::MachineDeployment &deployment);
/// The worst that its machines are in, of what is worth a look.
State stateOf(const ClusterView &cluster, const core::api::MachineSet &set);
State stateOf(const ClusterView &cluster, const core::api::mcm::MachineSet &set);

} // namespace ui
