// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Owners whose stored rows were set aside (docs/api-semantics.md Q8): what names them must not be collected,
// as if somebody had deleted them.

#include "core/lab/registry.h"
#include "core/lab/store.h"

namespace core::lab {

/// An object that was set aside.
struct LostObject {
    std::string collection;
    std::string uid; ///< empty where it can't be read
};

struct LostOwners {
    std::vector<std::string> uids;
    std::size_t dependents = 0; ///< objects that name one of them
};

/// The owners that are not there and that are lost, or may be: where a lost object can't be told by its uid,
/// every owner of its kind that objects name and that is not there counts.
LostOwners lostOwners(const Store &store, const Registry &registry, const std::vector<LostObject> &lost);

} // namespace core::lab
