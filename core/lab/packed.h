// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One immutable version of an object in a single block of memory, made to measure: about half of what the
// same JSON takes piece by piece, and freed at one stroke.

#include "core/api/json.h"

#include <functional>

namespace core::lab {

struct Packed {
    api::JsonPtr object;
    std::size_t bytes = 0; ///< of memory, all included
};

Packed pack(const api::Json &json);
/// The same after a change of the copy. Best when what it writes is no longer than what was there.
Packed packChanged(const api::Json &json, const std::function<void(api::Json &copy)> &change);
/// Changes the version itself when nobody else holds it, else a copy that takes its place. The change writes
/// no text that is longer than the one it overwrites, and nothing else.
void rewrite(api::JsonPtr &object, const std::function<void(api::Json &object)> &change);
/// Of the text of an object. Invalid when it is none.
base::Result<Packed> packText(std::string_view text);

} // namespace core::lab
