// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Carries a checked expression out.

#include "core/cel/ast.h"

namespace core::cel {

inline constexpr std::string_view costExceeded = "operation cancelled: actual cost limit exceeded";

using Bindings = std::map<std::string, Value, std::less<>>;

/// A failure with the text costExceeded when the meter is spent.
Value evaluate(const Node &root, const Bindings &bindings, Meter &meter);

} // namespace core::cel
