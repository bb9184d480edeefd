// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the program says in a terminal, cleaned of what could steer it.

#include <string_view>

namespace app {

/// "hollowlab: message" on standard error; further lines of the message are indented, so that none passes for
/// one of ours.
void complain(std::string_view message);

/// The text and a line break on standard output, at once.
void tell(std::string_view line);

} // namespace app
