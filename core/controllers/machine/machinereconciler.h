// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the cluster the machine controller sees, and what it looks at again when that changes.

#include "core/controllers/machine/machine.h"

namespace core::controllers {

MachineView viewOf(const api::Machine &machine, const Stores &stores, const actuator::Actuator &actuator);
/// Machines whose instance, or whose drain, the pod is part of.
std::vector<api::ObjectKey> machinesOfPod(const runtime::Store<api::Machine> &machines, const api::Pod &pod);
/// Machines that look at the node: static ones, and those being deleted.
std::vector<api::ObjectKey> machinesOfNode(
    const runtime::Store<api::Machine> &machines, const api::Node &node);
/// Machines whose nodeRef names the node, for when it comes or goes.
std::vector<api::ObjectKey> machinesLinkedTo(
    const runtime::Store<api::Machine> &machines, const api::Node &node);
/// Machines whose label names the Cluster.
std::vector<api::ObjectKey> machinesOfCluster(
    const runtime::Store<api::Machine> &machines, const api::Cluster &cluster);
std::unique_ptr<runtime::Reconciler> makeMachineReconciler(
    const Stores &stores, const base::Clock &clock, const actuator::Actuator &actuator);

} // namespace core::controllers
