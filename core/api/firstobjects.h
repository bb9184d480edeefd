// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a lab remembers which of its first objects are still to be made: on the namespace default, from the
// moment in which the lab itself is made, or opened by a program that brings more, until the last is there.

#include <string_view>

namespace core::api {

namespace keys {
inline constexpr std::string_view firstObjects = "hollowlab.io/first-objects";
}
inline constexpr std::string_view firstObjectsPending = "pending"; ///< all of them
inline constexpr std::string_view storageClassPending = "storage-class"; ///< only the default StorageClass

} // namespace core::api
