// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Heartbeats: patches that put other times in the place of the times of one member and say nothing else that
// is new. Most writes to a large cluster are such; what was valid stays so and need not be checked again.

#include "core/api/json.h"

namespace core::lab {

/// True when the merge patch does no more to the object than to overwrite times called timeMember, each in
/// the form that is stored, and at least one.
bool isHeartbeat(const api::Json &patch, const api::Json &object, std::string_view timeMember);
/// Overwrites the times of an object with those of a patch which is a heartbeat to it.
void beat(api::Json &object, const api::Json &patch, std::string_view timeMember);

} // namespace core::lab
