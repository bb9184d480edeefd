// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Keeps the status of PodDisruptionBudgets, by which evictions are granted (docs/api-semantics.md M2): how
// many pods of a budget are healthy, how many must be, and how many may be disrupted. The pods that evictions
// have counted already are not healthy, until they are gone or two minutes are over. Keys are budgets.

#include "core/api/reason.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

inline constexpr api::ReasonKind disruptionReasons[] {
    {"NoPods", "The budget covers no pod."},
    {"Allowed",
        "{healthy} of {expected} pods are healthy, {desired} have to be: {allowed} may be disrupted."},
    {"Refused", "{healthy} of {expected} pods are healthy, {desired} have to be: none may be disrupted."},
    {"SyncFailed", "No pod may be disrupted: {problem}."},
};
inline constexpr api::Reasons<disruptionReasons> disruptionReason;

/// What a pod's controller wants to have.
struct WantedScale {
    std::string uid; ///< of the controller whose number of replicas it is
    std::int64_t replicas = 0;
};

struct DisruptionView {
    std::vector<PodPointer> pods; ///< that the budget covers
    /// Nothing for a pod whose controller is not there, or tells no number of replicas.
    std::function<std::optional<WantedScale>(const api::Pod &pod)> scaleOf;
};

runtime::Plan planDisruption(
    const api::PodDisruptionBudget &budget, const DisruptionView &seen, base::Time now);

/// The controller "disruption".
Controllers makeDisruption(const runtime::ControllerContext &context);

} // namespace core::controlplane
