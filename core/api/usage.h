// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What hollow containers use, in which nothing runs: half of what they request, or what the annotations of
// their pod say (docs/api-semantics.md M9). metrics.k8s.io tells it, and horizontal autoscalers go by it.

#include "core/api/podfit.h"

namespace core::api {

namespace keys {
/// "80%" of what each container requests, or "250m" for all of the pod's containers together.
inline constexpr std::string_view cpuUsage = "hollowlab.io/cpu-usage";
inline constexpr std::string_view memoryUsage = "hollowlab.io/memory-usage";
} // namespace keys

/// "cpu" and "memory" of each container, in their order. An annotation that makes no sense counts as none.
std::vector<Amounts> usageOf(const Pod &pod);
/// What all its containers use together.
Amounts totalUsageOf(const Pod &pod);

} // namespace core::api
