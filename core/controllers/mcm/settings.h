// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What may be set about machines of the machine-controller-manager, with its defaults, and what a single
// machine says otherwise (docs/machines.md §9.3).

#include "core/api/mcm.h"
#include "core/base/clock.h"

namespace core::controllers::mcm {

struct Settings {
    base::Duration creationTimeout = std::chrono::minutes(20);
    base::Duration healthTimeout = std::chrono::minutes(10);
    base::Duration drainTimeout = std::chrono::hours(2);
    base::Duration inPlaceUpdateTimeout = std::chrono::minutes(20);
    base::Duration preserveTimeout = std::chrono::hours(96);
    std::int64_t maxEvictRetries = 360;
    std::vector<std::string> nodeConditions {
        "KernelDeadlock", "ReadonlyFilesystem", "DiskPressure", "NetworkUnavailable"};
    /// How many machines of one deployment may be on their way at a time before an unhealthy one is given up.
    std::size_t maxReplacements = 1;
};

/// These are the times after which something is tried again (§9.3).
namespace retries {
inline constexpr base::Duration shortly = std::chrono::seconds(5);
inline constexpr base::Duration medium = std::chrono::minutes(3);
inline constexpr base::Duration late = std::chrono::minutes(10);
} // namespace retries

/// How often an eviction is asked for (§9.7).
inline constexpr base::Duration evictionInterval = std::chrono::seconds(20);

/// The settings as they hold for that machine: the annotation of the creation timeout goes before the spec,
/// the spec before the settings; and no more evictions than fit into the drain timeout.
Settings effectiveFor(const api::mcm::Machine &machine, const Settings &settings);

/// What is wrong with the machine's annotation of the creation timeout; empty when nothing is.
std::string timeoutProblem(const api::mcm::Machine &machine);

} // namespace core::controllers::mcm
