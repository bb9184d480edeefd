// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ties Nodes to Machines (machine-api.md §8.4): finds the machine of a node, writes the machine's nodeRef,
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
};

struct NodeMatch {
    MachinePointer machine; ///< null when none was found, or more than one
    std::string by; ///< "annotation", "provider id", "address"
    std::vector<MachinePointer> candidates; ///< more than one: ambiguous
};

NodeMatch machineOf(const api::Node &node, const NodeLinkView &seen);
runtime::Plan planNodeLink(const api::Node &node, const NodeLinkView &seen, base::Time now);

NodeLinkView viewOf(const api::Node &node, const Stores &stores);

/// Nodes that the machine is, or might be, tied to; none for a machine that is being deleted.
std::vector<api::ObjectKey> nodesOfMachine(
    const runtime::Store<api::Node> &nodes, const api::Machine &machine);

std::unique_ptr<runtime::Reconciler> makeNodeLinkReconciler(const Stores &stores, const base::Clock &clock);

} // namespace core::controllers
