// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gives Deployments, ReplicaSets and StatefulSets as many pods as the use of CPU and memory asks for
// (docs/machines.md §3.11). What is used is what hollow containers are said to use (core/api/usage.h).
//
// Keys are HorizontalPodAutoscalers. Reads them, their targets by key, and the pods of the namespace. What is
// remembered is what was asked for lately, and how the numbers changed.

#include "core/api/reason.h"
#include "core/controlplane/scalingbehavior.h"
#include "core/controlplane/workloadpods.h"

namespace core::controlplane {

inline constexpr api::ReasonKind podAutoscalerReasons[] {
    {"NoTarget", "There is no {target} that can be scaled."},
    {"Disabled", "Its target wants no pods at all: that is left so."},
    {"NoMetrics", "How many pods are needed can't be told: {problem}."},
    {"Steady", "{replicas} pods are as many as are needed: {use}."},
    {"Waits", "{wanted} pods would do instead of {replicas}: {use}. Scales at {until}."},
    {"Scales", "Scales from {replicas} to {wanted} pods: {why}."},
};
inline constexpr api::Reasons<podAutoscalerReasons> podAutoscalerReason;

/// What an autoscaler scales.
struct ScaledWorkload {
    std::int64_t replicas = 0;
    std::vector<PodPointer> pods; ///< that its selector chooses, in its namespace
    std::function<std::vector<api::Effect>(std::int64_t replicas)> scaleTo;
};

/// Without a workload the target is not there, or is of no kind that is scaled here. What is recommended is
/// added to the past.
runtime::Plan planPodAutoscaler(const api::HorizontalPodAutoscaler &autoscaler,
    const std::optional<ScaledWorkload> &workload, ScalingPast &past, base::Time now);

/// The controller "podautoscaler".
Controllers makePodAutoscalers(const runtime::ControllerContext &context);

} // namespace core::controlplane
