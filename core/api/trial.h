// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a server makes of a write of which it keeps nothing (dryRun=All).

#include "core/api/json.h"

#include <string>
#include <vector>

namespace core::api {

/// An object as a server has it, or would have it, and what it warned of.
struct Answered {
    JsonPtr object;
    std::vector<std::string> warnings;
};

/// One of the objects of a write.
struct TriedObject {
    std::string kind; ///< as written: may be empty, as the name may
    std::string ns; ///< empty: none
    std::string name;
    JsonPtr written; ///< null: what is written is a patch
    JsonPtr before; ///< null: it is not there yet
    base::Result<Answered> made; ///< Unsupported: it can't be tried
    /// "Namespace edge": is made by the same write, and without it the server can't try this; empty: nothing.
    std::string waitsFor = {};
};

} // namespace core::api
