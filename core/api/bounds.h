// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a document may be, so that everybody can read it again: no deeper and no larger than readers take, of
// numbers that JSON knows, and of UTF-8.

#include "core/api/json.h"

namespace core::api {

inline constexpr std::size_t deepestText = 100; ///< levels that a reader takes
inline constexpr std::size_t deepestObject = 96; ///< so that it can be read within a list or an event too
inline constexpr std::size_t largestObject = 3U * 1024 * 1024; ///< bytes of its JSON text, as of a request

/// The first bytes of the text, without a character that begins there and ends behind.
std::string_view beginning(std::string_view text, std::size_t most);

struct Extent {
    std::size_t bytes = 0; ///< of the JSON text
    /// What can't be read again, and where; empty when all can.
    std::string misfit;
    std::string path; ///< "spec.items[3]"
};

/// Walks no deeper than that many levels: what lies below is the misfit, and not counted.
Extent extentOf(const Json &json, std::size_t deepest = deepestObject);
bool isDeeperThan(const Json &json, std::size_t levels);

/// parseJson() into memory of the caller's choice.
base::Result<Json> parseJson(std::string_view text, boost::json::storage_ptr storage);

} // namespace core::api
