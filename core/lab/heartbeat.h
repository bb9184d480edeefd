// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Heartbeats: patches that put other times in the place of the times of one member and say nothing else that
// is new. Most writes to a large cluster are such; what was valid stays so and need not be checked again.

#include "core/lab/kindrules.h"

#include <boost/container/small_vector.hpp>

namespace core::lab {

/// A time of an object, and the text that is to take its place.
struct NewTime {
    const api::Json *held = nullptr;
    std::string_view text; ///< lies in the patch
};
using NewTimes = boost::container::small_vector<NewTime, 8>;

/// What a merge patch does to the part of an object that the rule names when it is a heartbeat: overwrites
/// times, each in the form that is stored. Nothing when it does anything else, there or elsewhere, or changes
/// nothing.
NewTimes heartbeatIn(
    const api::Json &patch, const api::Json &object, const api::Json &part, const HeartbeatRule &rule);
/// Overwrites the times of an object that may be changed.
void overwrite(const NewTimes &times);

} // namespace core::lab
