// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the next page of a list begins. Opaque to clients, harmless when forged: it is only a place in the
// order of the keys (docs/api-semantics.md C8, C10, C11).

#include "core/api/resource.h"
#include "core/lab/store.h"

namespace core::lab {

struct ContinueToken {
    Revision revision = 0; ///< of all pages; 0: the newest, whatever it is by then
    std::string behind; ///< the last object of the page before, as placeIn() tells it

    std::string text() const;
    /// Nothing when the text was not made by text().
    static std::optional<ContinueToken> parse(std::string_view text);
};

/// Where the object is in a list of that namespace, or of all if it is empty: "name", "namespace/name". So a
/// token goes on at the same name when it is shown to another namespace's list.
std::string placeIn(std::string_view ns, const api::ObjectKey &key);
/// Where that place is in the order of such a list's keys, objects being in namespaces or not.
api::ObjectKey keyAt(const std::string &place, const std::string &ns, bool namespaced);

} // namespace core::lab
