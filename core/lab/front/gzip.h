// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::lab::front {

/// The result is a gzip file, made quickly rather than small; nothing for want of memory, and for more than 4
/// GiB.
std::optional<std::string> gzipped(std::string_view text);

} // namespace core::lab::front
