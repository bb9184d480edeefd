// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a controller has last said about one object: the answer to "Why?".

#include "core/api/effect.h"
#include "core/base/clock.h"

namespace core::runtime {

struct Explanation {
    std::string controller; ///< as in metrics and events: "machineset"
    const api::Resource *resource = nullptr; ///< null for what is no object, such as a sweep over all of them
    api::ObjectKey key;
    std::vector<api::Reason> reasons; ///< of the last plan
    base::Time decidedAt; ///< when that plan was made
    std::optional<base::Time> nextCheck; ///< by itself; a change that concerns the object comes first
    std::string lastError; ///< how carrying out the last plan failed; empty when it went well
    int failures = 0; ///< in a row, up to now

    bool operator==(const Explanation &) const = default;
};

} // namespace core::runtime
