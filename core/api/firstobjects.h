// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a lab remembers that its first objects are still to be made: on the namespace default, from the moment
// in which the lab itself is made until the last of them is there.

#include <string_view>

namespace core::api {

namespace keys {
inline constexpr std::string_view firstObjects = "hollowlab.io/first-objects";
}
inline constexpr std::string_view firstObjectsPending = "pending";

} // namespace core::api
