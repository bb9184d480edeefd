// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// format() of the extension "strings": %s, %d, %f, %e, %b, %o, %x, %X, %%, with a precision.

#include "core/cel/value.h"

namespace core::cel {

Value formatted(std::string_view format, const List &arguments, Meter &meter);
/// The text stands in quotes, with what can't be seen escaped.
std::string quotedText(std::string_view text);

} // namespace core::cel
