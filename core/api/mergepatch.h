// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// JSON merge patches (RFC 7386): writes are the difference of before and after, so that fields we do not know
// survive.

#include "core/api/json.h"

namespace core::api {

/// The patch that turns the object before into after; an empty object when they are equal. Lists are replaced
/// whole. A merge patch can't write a null: a null member of after counts as absent.
Json mergePatchBetween(const Json &before, const Json &after);
void applyMergePatch(Json &target, const Json &patch);

} // namespace core::api
