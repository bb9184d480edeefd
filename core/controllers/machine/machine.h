// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The life of one Machine (docs/machines.md §4.4–4.9): finalizer, instance, phases, conditions, drain, end.
// What an instance is, the actuator knows.

#include "core/actuator/actuator.h"
#include "core/base/clock.h"
#include "core/controllers/drain.h"

namespace core::controllers {

inline constexpr std::string_view instanceExistsCondition = "InstanceExists";
inline constexpr std::string_view terminableCondition = "Terminable";

/// Value of the label machine.openshift.io/cluster-api-cluster where nobody gave one (§12 row 30).
inline constexpr std::string_view usualCluster = "hollowlab";

inline constexpr std::string_view nodeExistsCondition = "NodeExists"; ///< only of a node that once was gone

struct MachineView {
    actuator::ObservedInstance instance;
    bool lostNode = false; ///< status.nodeRef is set and no node is there that is the machine's
    std::shared_ptr<const api::Cluster> cluster; ///< that the machine's label names; null: none is there
    DrainView drain; ///< filled only while the machine is being deleted
};

/// Whether the node is the machine's: its annotation says so, or its name, which is made of the machine's
/// uid. What the machine itself claims (provider id, nodeRef) anybody may have written.
bool isNodeOf(const api::Node &node, const api::Machine &machine);

/// How long a node that the machine names and nobody sees may still only be behind the machine's watch; zero
/// when it is certainly gone. A status that tells so already is what was written last, and makes it certain.
base::Duration untilNodeIsCertainlyGone(const api::Machine &machine, base::Time now);

/// What to do about the machine, and why. Pure: the same arguments give the same plan.
runtime::Plan planMachine(
    const api::Machine &machine, const MachineView &seen, const actuator::Actuator &actuator, base::Time now);
/// What to write and to tell about a machine that can't be worked on: problem names the field.
runtime::Plan planRefusal(const api::Machine &machine, const std::string &problem, base::Time now);
/// What to write and to tell when a plan for the machine failed with an error that trying again may not cure.
std::vector<api::Effect> recordMachineFailure(const api::Machine &machine, const MachineView &seen,
    const actuator::Actuator &actuator, const base::Error &error, base::Time now);

} // namespace core::controllers
