// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The taints that the control plane puts on nodes (docs/machines.md §3.6), as pure functions.

#include "core/api/nodeconditions.h"

namespace core::controlplane {

namespace taints = api::taints;

/// The Node of a hollow host is part of the laboratory, not of the experiment: it says nothing about a zone.
bool isHollowHost(const api::Node &node);
/// not-ready, unreachable, or empty: the key that the Ready condition calls for.
std::string_view healthTaintKey(const api::Node &node);
/// The node's not-ready or unreachable taint of that effect, or nullptr.
const api::Taint *healthTaint(const api::Node &node, std::string_view effect);
/// The taints the node ought to have without anybody's leave: NoSchedule ones by condition and
/// spec.unschedulable; NoExecute ones follow a change of key, keeping their time, and go when the node is
/// ready, but are never added. A NoExecute taint without a time gets the present one. Foreign taints stay.
std::vector<api::Taint> wantedTaints(const api::Node &node, base::Time now);

} // namespace core::controlplane
