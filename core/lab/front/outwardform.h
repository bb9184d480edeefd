// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What clients outside see of an object besides what the lab holds of it: its managed fields. Any thread may
// ask for it.

#include "core/api/json.h"

#include <functional>

namespace core::lab::front {

struct OutwardForm {
    std::function<api::JsonPtr(const api::JsonPtr &)> object = [](const api::JsonPtr &same) { return same; };
    /// The JSON text of the object in that form.
    std::function<std::string(const api::JsonPtr &)> text = [](const api::JsonPtr &same) {
        return api::writeJson(*same);
    };
};

} // namespace core::lab::front
