// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/api/meta.h"

namespace core::api {

/// A condition of a deployment, of machines or of pods. It knows when it was last confirmed: the progress
/// deadline counts from then.
struct RolloutCondition {
    std::string type;
    std::string status;
    std::string reason;
    std::string message;
    std::optional<Time> lastUpdateTime;
    std::optional<Time> lastTransitionTime;

    bool operator==(const RolloutCondition &) const = default;
};
BOOST_DESCRIBE_STRUCT(
    RolloutCondition, (), (type, status, reason, message, lastUpdateTime, lastTransitionTime))

} // namespace core::api
