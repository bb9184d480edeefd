// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace core::cel {

/// An absolute URL or an absolute path.
bool isUrl(std::string_view text);

} // namespace core::cel
