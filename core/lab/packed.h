// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One immutable version of an object in a single block of memory, made to measure: about half of what the
// same JSON takes piece by piece, and freed at one stroke.

#include "core/lab/apply/ownership.h"

namespace core::lab {

struct Packed {
    api::JsonPtr object;
    std::size_t bytes = 0; ///< of memory, all included
};

Packed pack(const api::Json &json, Ownership ownership = {});
/// The owners of a version's fields; nothing noted of what is no packed version.
const Ownership &ownershipOf(const api::JsonPtr &object);
/// The version itself when nobody else holds it, else a copy that takes its place. To be overwritten with
/// texts that are no longer than the ones there, and nothing else.
api::Json &writable(api::JsonPtr &object);
/// Packs an object of that collection from its storedText(). Invalid when it is none.
base::Result<Packed> packText(std::string_view text, const std::string &collection, SoleOwners &owners);

} // namespace core::lab
