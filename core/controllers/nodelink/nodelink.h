// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ties Nodes to Machines (docs/machines.md §8.4): finds the machine of a node, writes the machine's nodeRef,
// and keeps on the node what the machine says it should carry. What the machine no longer asks for is taken
// away again, by a note on the node of what was put there.

#include "core/base/clock.h"
#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers {

struct NodeLinkView {
    MachinePointer annotated; ///< the machine that the node's annotation names, null when there is none
    std::vector<MachinePointer> byProviderId; ///< machines with the node's provider id
    std::vector<MachinePointer> byAddress; ///< machines with the node's first InternalIP
    PodPointer pod; ///< the hollow pod of the node's name, null when there is none
    std::vector<NodePointer> others; ///< other nodes that may be the found machine's
};

struct NodeMatch {
    MachinePointer machine; ///< null when none was found, or more than one
    std::string by; ///< "annotation", "provider id", "address"
    std::vector<MachinePointer> candidates; ///< more than one: ambiguous
};

NodeMatch machineOf(const api::Node &node, const NodeLinkView &seen);
/// Finds among nodes that could be the machine's the one with the best claim; null when two share it.
/// Each machine has one node: whatever two nodes say, they can't take it from each other in turns.
NodePointer nodeWithBestClaim(const std::vector<NodePointer> &nodes, const api::Machine &machine);
runtime::Plan planNodeLink(const api::Node &node, const NodeLinkView &seen, base::Time now);

} // namespace core::controllers
