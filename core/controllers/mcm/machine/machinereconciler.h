// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the cluster the machine controller sees, and what it looks at again when that changes.

#include "core/controllers/mcm/machine/machine.h"

namespace core::controllers::mcm {

MachineView viewOf(const api::mcm::Machine &machine, const Stores &stores, const Driver &driver);
/// Machines whose instance the pod is, or whose node it runs on while that is drained.
std::vector<api::ObjectKey> machinesOfPod(
    const runtime::Store<api::mcm::Machine> &machines, const api::Pod &pod);
std::vector<api::ObjectKey> machinesOfNode(
    const runtime::Store<api::mcm::Machine> &machines, const api::Node &node);
std::vector<api::ObjectKey> machinesOfClass(
    const runtime::Store<api::mcm::Machine> &machines, const api::ObjectKey &machineClass);

struct MachineControllerOptions {
    Settings settings;
    std::function<bool()> isFrozen; ///< unset: never
    /// Why a class can't be read; empty when it can. Unset: all can.
    std::function<std::string(const api::ObjectKey &)> classProblem;
};
std::unique_ptr<runtime::Reconciler> makeMachineReconciler(const Stores &stores, const base::Clock &clock,
    const actuator::Actuator &actuator, MachineControllerOptions options = {});

} // namespace core::controllers::mcm
