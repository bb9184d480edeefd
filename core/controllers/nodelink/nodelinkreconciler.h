// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What of the cluster the node link controller sees, and what it looks at again when that changes.

#include "core/controllers/nodelink/nodelink.h"

namespace core::controllers {

NodeLinkView viewOf(const api::Node &node, const Stores &stores);
/// Other nodes with the same provider id, address or machine.
std::vector<NodePointer> nodesLike(const runtime::Store<api::Node> &nodes, const api::Node &node);
/// Whether the two versions of a node match the same machines.
bool matchesSame(const api::Node &before, const api::Node &after);
/// Nodes that the machine is, or might be, tied to; none for a machine that is being deleted.
std::vector<api::ObjectKey> nodesOfMachine(
    const runtime::Store<api::Node> &nodes, const api::Machine &machine);
/// Nodes to which it matters that the machine is gone: it may have been one of several that they matched.
std::vector<api::ObjectKey> nodesMatching(
    const runtime::Store<api::Node> &nodes, const api::Machine &machine);
std::unique_ptr<runtime::Reconciler> makeNodeLinkReconciler(const Stores &stores, const base::Clock &clock);

} // namespace core::controllers
