// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the next page of a list begins. Opaque to clients, harmless when forged: it is only a place in the
// order of the keys (docs/api-semantics.md C8, C10, C11).

#include "core/api/resource.h"
#include "core/lab/store.h"

namespace core::lab {

struct ContinueToken {
    Revision revision = 0; ///< of all pages; 0: the newest, whatever it is by then
    api::ObjectKey behind; ///< the last object of the page before

    std::string text() const;
    /// Nothing when the text was not made by text().
    static std::optional<ContinueToken> parse(std::string_view text);
};

} // namespace core::lab
