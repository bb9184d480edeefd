// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the controllers of machines, classes and nodes of this family read, and the indexes that the stores
// must have beside those of core/controllers/stores.h.

#include "core/api/mcm.h"
#include "core/api/secret.h"
#include "core/controllers/stores.h"

namespace core::controllers::mcm {

using MachinePointer = std::shared_ptr<const api::mcm::Machine>;
using ClassPointer = std::shared_ptr<const api::mcm::MachineClass>;

struct Stores {
    const runtime::Store<api::mcm::Machine> &machines;
    const runtime::Store<api::mcm::MachineSet> &machineSets;
    const runtime::Store<api::mcm::MachineDeployment> &machineDeployments;
    const runtime::Store<api::mcm::MachineClass> &classes;
    const runtime::Store<api::Node> &nodes;
    const runtime::Store<api::Pod> &pods;
    const runtime::Store<api::PodDisruptionBudget> &podBudgets;
    /// The store is null where secrets are not read: on a cluster of the user's, since this driver needs
    /// none.
    const runtime::Store<api::Secret> *secrets = nullptr;
};

namespace indexNames {
inline constexpr std::string_view machinesByNode = "node"; ///< the label
inline constexpr std::string_view machinesByClass = "class"; ///< "<namespace>/<name>"
inline constexpr std::string_view machinesByDeployment = "deployment"; ///< "<namespace>/<label name>"
inline constexpr std::string_view classesBySecret = "secret"; ///< "<namespace>/<name>"
} // namespace indexNames

std::vector<Index<api::mcm::Machine>> machineIndexes();
std::vector<Index<api::mcm::MachineClass>> classIndexes();

/// "<namespace>/<name>" of the class, which stands beside what refers to it.
std::string classKeyText(const api::ObjectMeta &of, const api::mcm::ClassSpec &reference);
/// The secrets that the class refers to; without a namespace they are its own.
std::vector<api::ObjectKey> secretsOf(const api::mcm::MachineClass &machineClass);

} // namespace core::controllers::mcm
