// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whether a pod fits on a node: requests against what is allocatable, taints, node selector, required node
// affinity, readiness. What the scheduler decides by, and what an autoscaler has to foresee; so both ask
// here. What it asks of the pods beside it is in podneighbours.h; nothing is known of volumes.

#include "core/api/node.h"
#include "core/api/pod.h"

namespace core::api {

/// Amounts are in thousandths, by resource name.
using Amounts = std::map<std::string, std::int64_t, std::less<>>;

/// What a pod asks for: its containers together, or its largest init container if that is more. A limit
/// counts as a request where none is given. With "pods": 1.
Amounts requestsOf(const Pod &pod);
Amounts requestsOf(const Container &container);
/// Ends at the largest number.
void add(Amounts &total, const Amounts &amounts);
std::int64_t amountOf(const Amounts &amounts, std::string_view name);
/// The amount is in thousandths; 0 when the node doesn't offer it.
std::int64_t allocatable(const Node &node, std::string_view name);

/// A pod that is Succeeded or Failed takes no room any more.
bool isFinished(const Pod &pod);
/// The one condition of that type, or nullptr.
const PodCondition *podCondition(const Pod &pod, std::string_view type);

/// Whether the node is one that the pod asks for, by its node selector and its required node affinity.
bool selects(const PodSpec &pod, const Node &node);
/// Why the pod can't run on the node ("Insufficient cpu"); empty when it can. used: by the pods that are
/// there.
std::string unschedulableReason(
    const Pod &pod, const Amounts &requests, const Node &node, const Amounts &used);

} // namespace core::api
