// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a health check thinks of each of its machines, whether or not it may act on it (machine-api.md §7.7:
// dry run), as values for the window.

#include "core/api/effect.h"

namespace core::engine {

struct MachineVerdict {
    api::ObjectKey machine;
    std::string node; ///< empty while it has none
    std::string verdict; ///< Healthy, Starting, Pending (not for long enough), Unhealthy, Deleting
    bool countsHealthy = false;
    api::Reason reason; ///< code, sentence without a full stop, facts
    std::optional<api::Time> nextCheck; ///< when the verdict may change by time alone

    bool operator==(const MachineVerdict &) const = default;
};

struct HealthCheckVerdicts {
    api::ResourceRef check; ///< of either generation
    bool exists = false;
    bool paused = false;
    std::string problem; ///< what can't be read: then nothing is judged
    std::int64_t expected = 0;
    std::int64_t healthy = 0;
    std::optional<std::int64_t> maxUnhealthy; ///< in machines
    bool allowed = false; ///< no more are unhealthy than maxUnhealthy
    std::int64_t inFlight = 0; ///< replacements under way
    std::int64_t available = 0; ///< replacements that may begin now
    std::vector<MachineVerdict> machines; ///< by namespace and name

    bool operator==(const HealthCheckVerdicts &) const = default;
};

} // namespace core::engine
