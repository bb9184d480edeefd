// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How quickly the machines of a lab live: one name for the figures that people would otherwise set one by
// one. A lab keeps the one that it was made with (docs/machines.md §3.9). It is no pace: at any of them the
// lab's time may run slower or faster.

#include "core/api/recipe.h"

#include <span>
#include <string>
#include <string_view>

namespace core::engine {

struct Timing {
    std::string_view name;
    /// A boot lasts from the creation of a hollow node's pod, which is known to the second, to its Node.
    api::Span boot;
    std::string_view bootText; ///< how long that is seen to take, for people
    base::Duration heartbeat;
    base::Duration nodeMonitor; ///< how often silent nodes are looked for
    base::Duration nodeGrace; ///< after which a silent node is Unknown
    base::Duration healthTimeout; ///< of the health check that is made with a set
    std::string_view nodeStartup; ///< of that health check, too

    bool operator==(const Timing &) const = default;
};

/// demo, realistic (the defaults of Kubernetes and of its health checks), fast.
std::span<const Timing> timings();
/// The result is null for an unknown name.
const Timing *findTiming(std::string_view name);
/// Machines that boot at once, and the rest as Kubernetes has it: of a lab that remembers none.
const Timing &usualTiming();

namespace keys {
/// The annotation on the namespace default of a lab has the name of its timing.
inline constexpr std::string_view timing = "hollowlab.io/timing";
} // namespace keys

} // namespace core::engine
