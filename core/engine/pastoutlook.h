// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What was to happen next at a moment of the past, by the rules of the health checks over the objects as they
// were then. What else controllers said is not kept.

#include "core/engine/moment.h"
#include "core/engine/outlook.h"

namespace core::engine {

struct PastOutlook {
    std::vector<HealthCheckVerdicts> checks; ///< each on all of its machines
    std::vector<Outlook> outlooks; ///< of the machines of machine.openshift.io that were not well
};

/// Nothing where it can't be told: in a gap, which shows objects of another time, and where health checks are
/// that read their conditions from a ConfigMap, which is not kept. Costs some ten milliseconds for ten
/// thousand machines.
std::optional<PastOutlook> outlookAt(const Moment &moment, bool areChecksCarriedOut);

} // namespace core::engine
