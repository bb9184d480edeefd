// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/saying.h"
#include "core/engine/verdicts.h"

namespace core::engine {

/// Stands in what is said of a machine for the time that is left until due.
inline constexpr std::string_view timeLeft = "{when}";

/// What happens next to a machine that is not simply well.
struct Outlook {
    enum class Course {
        Unforeseen, ///< only what it says tells
        Boots,
        Replaced, ///< at due; without that now
        Queued, ///< replaced once others have come up, not before due
        RolledOut, ///< deleted by a rollout that waits for new machines; if they don't come, replaced at due
        Stays,
        Leaves,
    };
    api::ResourceRef machine; ///< of either family
    /// "replaced {when} by health check workers", see timeLeft
    api::Saying says;
    std::optional<api::Time> due;
    Course course = Course::Unforeseen;
    bool endsOnceReady = false; ///< foretold of a machine that was not Ready: says nothing of one that is

    bool operator==(const Outlook &) const = default;
};

/// What the check does about one of its machines, told of the machine.
Outlook outlookFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict);

} // namespace core::engine
