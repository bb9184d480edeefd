// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The field that a rule in CEL is about: ".spec.name", ".map['key']".

#include "core/lab/schema.h"

namespace core::lab {

/// Errors write the path so: "spec.name", "map[key]". Nothing when the schema has no such field, or the text
/// is no path.
std::optional<std::string> normalizedFieldPath(std::string_view text, const Schema &schema);

} // namespace core::lab
