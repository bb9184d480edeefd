// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Questions that are posted like objects and answered, not stored (docs/api-semantics.md M5).

#include "core/lab/registry.h"

namespace core::lab {

/// What was sent, with the status that the type's definition names; the type is a review.
api::Response answerReview(const api::Request &request, const ResourceType &type);

} // namespace core::lab
