// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a MachineDeployment of machine.sapcloud.io writes to nodes while it rolls out (docs/machines.md §6.2,
// §6.7): the autoscaler leaves all of them alone, new pods rather go elsewhere than to the old ones, and for
// an update in place the labels of §6.7.

#include "core/api/mcm.h"
#include "core/api/node.h"

namespace core::controllers::mcm {

namespace updateSteps = api::mcm::updateSteps;

enum class NodeRole {
    Idle, ///< no rollout is under way
    Current, ///< of the current set, during a rollout
    Outgoing, ///< of an old set, during a rollout
};

/// The node with the marks that its role asks for, and without those it does not. What the user asked of the
/// autoscaler stays as it is.
api::Node marked(api::Node node, NodeRole role);

/// Where a node stands in an update in place.
enum class UpdateStage {
    None, ///< not labelled
    Candidate, ///< of an old set
    Selected, ///< being drained or updated
    Succeeded, ///< updated: its machine may go over to the current set
    Failed,
};
UpdateStage updateStageOf(const api::Node &node);
/// The reason of the node's condition InPlaceUpdate; empty when there is none.
std::string_view updateStepOf(const api::Node &node);
/// The node has nothing that the update has left: labels, cordon; it is ready for pods again.
api::Node withoutUpdate(api::Node node);

} // namespace core::controllers::mcm
