// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The patch formats (docs/api-semantics.md E): JSON merge patch, JSON patch (RFC 6902), strategic merge
// patch.

#include "core/lab/schema.h"

namespace core::lab {

enum class PatchFormat { Merge, JsonPatch, Strategic, Apply };

/// The Content-Type tells the format; 415 names those that the kind takes, strategic only for built-in kinds.
Answer<PatchFormat> patchFormat(std::string_view contentType, bool custom);

/// Changes the object in place, by any format but Apply (Handlers::apply). Refused: 400 for what is no patch
/// of that format, 413 for one of more than 10,000 operations, 422 for one that cannot be applied. The schema
/// tells how lists merge; it may be null.
Answer<> applyPatch(api::Json &object, PatchFormat format, const api::Json &patch, const Schema *schema);

/// The two harder formats.
Answer<> applyJsonPatch(api::Json &object, const api::Json &patch);
Answer<> applyStrategicPatch(api::Json &object, const api::Json &patch, const Schema *schema);

} // namespace core::lab
