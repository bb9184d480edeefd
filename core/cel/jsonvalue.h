// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// JSON as a value, read by what its schema says of it: a string of the format date-time is a timestamp, what
// no schema describes is not there.

#include "core/api/json.h"
#include "core/cel/value.h"

namespace core::cel {

/// Borrows from the JSON. A failure where it is not what the type says.
Value valueOf(const api::Json &json, const TypePtr &type);

} // namespace core::cel
