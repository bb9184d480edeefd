// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The node's side of an update in place (docs/machines.md §6.7): a node that was selected is cordoned and
// drained, then whoever updates nodes has his turn, and what he reports is passed on. The node's condition
// InPlaceUpdate says how far it is, its reason is the step; the machine's phase follows it.

#include "core/base/clock.h"
#include "core/controllers/mcm/machinedeployment/rolloutnodes.h"
#include "core/controllers/stores.h"
#include "core/runtime/plan.h"

namespace core::controllers::mcm {

/// pods: bound to the node.
runtime::Plan planNodeUpdate(const api::Node &node, const std::vector<PodPointer> &pods, base::Time now);
/// The node is labelled for an update, or still has the condition of one.
bool concernsUpdate(const api::Node &node);

/// Keys are nodes. pods has the index podsByNode.
std::unique_ptr<runtime::Reconciler> makeNodeUpdateReconciler(
    const runtime::Store<api::Node> &nodes, const runtime::Store<api::Pod> &pods, const base::Clock &clock);

} // namespace core::controllers::mcm
