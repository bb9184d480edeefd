// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/verdicts.h"

namespace core::engine {

/// What happens next to a machine that is not simply well.
struct Outlook {
    enum class Course {
        Unforeseen, ///< only the text tells
        Boots,
        Replaced, ///< at due; without that now
        Queued, ///< replaced, once others have come up
        Stays,
        Leaves,
    };
    api::ResourceRef machine; ///< of either family
    std::string
        text; ///< "replaced {when} by health check workers": {when} is the time that is left until due
    std::optional<api::Time> due;
    Course course = Course::Unforeseen;

    bool operator==(const Outlook &) const = default;
};

/// What the check does about one of its machines, told of the machine.
Outlook outlookFor(const HealthCheckVerdicts &check, const MachineVerdict &verdict);

} // namespace core::engine
