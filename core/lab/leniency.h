// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a lab, or a schema, that was less strict has taken is not held against those who write something else
// of the object (docs/api-semantics.md E9, L14).

#include "core/lab/registry.h"
#include "core/lab/status.h"

namespace core::lab {

/// The object with what would be filled in today.
api::Json asStoredToday(const ResourceType &type, const ServedVersion &version, const api::Json &object);

/// Takes out what was wrong before with fields that the write leaves as they were, and with entries of maps
/// and lists that are there no more often than before, of a custom object with those of its metadata. The
/// draft has its defaults.
void forgiveWhatWas(FieldErrors &errors, const ResourceType &type, const ServedVersion &version,
    const api::Json &draft, const api::Json &old);

/// What the schema has against a change of a custom object, of which it has something against the draft.
FieldErrors errorsOfChange(const Schema &schema, const api::Json &draft, const api::Json &old);

} // namespace core::lab
